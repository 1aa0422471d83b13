//! Actions as numbers, for the edges of the tree.

use crate::action::Action;
use crate::card::Card;
use crate::color::Color;
use crate::piece::{Piece, Placement};

const KIND: u32 = 24;

fn numbered(kind: u32, color: u32, rest: u32) -> u32 {
    kind << KIND | color << 16 | rest
}

/// The number of an action.
pub(super) fn key(action: Action) -> u32 {
    match action {
        Action::Place(color, placement) => numbered(0, color as u32, placement.0.into()),
        Action::Pass => numbered(1, 0, 0),
        Action::PlayCard(card) => numbered(2, 0, card as u32),
        Action::ChooseCard(card) => numbered(3, 0, card as u32),
        Action::ChooseColor(color) => numbered(4, color as u32, 0),
        Action::ChoosePiece(color, piece) => numbered(5, color as u32, piece.index() as u32),
        Action::WarpTo(placement) => numbered(6, 0, placement.0.into()),
    }
}

/// The inverse of [`key`].
pub(super) fn action(key: u32) -> Action {
    let color = Color::ALL[(key >> 16) as usize % 4];
    let rest = key & 0xffff;
    match key >> KIND {
        0 => Action::Place(color, Placement(rest as u16)),
        2 => Action::PlayCard(Card::ALL[rest as usize % 8]),
        3 => Action::ChooseCard(Card::ALL[rest as usize % 8]),
        4 => Action::ChooseColor(color),
        5 => Action::ChoosePiece(color, Piece::ALL[rest as usize % Piece::ALL.len()]),
        6 => Action::WarpTo(Placement(rest as u16)),
        _ => Action::Pass,
    }
}
