//! Writing JSON: states and lists of moves as bytes, nothing else.
//!
//! Long lists are the hot part of an answer, so the text of each placement up to its square is
//! made once, and the rest is copied together.

use std::fmt::Write as _;
use std::sync::LazyLock;

use crate::action::{Action, ActionSetup};
use crate::card::Card;
use crate::cells::SIDE;
use crate::color::Color;
use crate::deck::Deck;
use crate::legal::Legal;
use crate::phase::{Decision, InForce};
use crate::piece::{Piece, Placement};
use crate::ruleset::{Game, Rules};
use crate::state::State;

/// How a list of moves is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveFormat {
    /// An array of actions.
    Objects,
    /// The same, each with its squares.
    Cells,
    /// A map from piece to orientation to a list of `row * 20 + col`.
    Compact,
}

impl MoveFormat {
    /// The format of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "objects" => Some(Self::Objects),
            "cells" => Some(Self::Cells),
            "compact" => Some(Self::Compact),
            _ => None,
        }
    }
}

/// How long the text of an action is up to its square at the most.
const OPENING: usize = r#"{"type":"place","piece":"F5","orientation":3,"row":"#.len();

/// The longest text of a square in an action, and of a square in a list.
const LONGEST_SQUARE: usize = r#"19,"col":19"#.len();
const LONGEST_CELL: usize = "[19,19]".len();

/// A text of at most `N` bytes. All `N` are copied and what is too much is overwritten by what
/// follows: copying a fixed number of bytes takes a few instructions, any other number a call.
#[derive(Clone, Copy)]
struct Padded<const N: usize> {
    bytes: [u8; N],
    len: usize,
}

impl<const N: usize> Padded<N> {
    fn new(text: &str) -> Self {
        let mut bytes = [b' '; N];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Self { bytes, len: text.len() }
    }
}

/// Texts that a list of moves is put together from.
struct Texts {
    /// `{"type":"place","piece":"F5","orientation":3,"row":` for each of the 91 orientations.
    places: Vec<Padded<OPENING>>,
    /// `{"type":"warp_to","orientation":3,"row":` likewise.
    destinations: Vec<Padded<OPENING>>,
    /// `4,"col":7` for each square.
    squares: Vec<Padded<LONGEST_SQUARE>>,
    /// `[4,7]` for each square.
    cells: Vec<Padded<LONGEST_CELL>>,
    /// `87` for each square.
    numbers: Vec<Padded<3>>,
}

static TEXTS: LazyLock<Texts> = LazyLock::new(|| {
    let each_shape = || {
        Piece::ALL.into_iter().flat_map(|piece| {
            (0..piece.orientations().len()).map(move |orientation| (piece.name(), orientation))
        })
    };
    let place = |(piece, orientation)| {
        let text =
            format!(r#"{{"type":"place","piece":"{piece}","orientation":{orientation},"row":"#);
        Padded::new(&text)
    };
    let warp_to = |(_, orientation)| {
        Padded::new(&format!(r#"{{"type":"warp_to","orientation":{orientation},"row":"#))
    };
    let each_square = || (0..SIDE * SIDE).map(|square| (square / SIDE, square % SIDE));
    Texts {
        places: each_shape().map(place).collect(),
        destinations: each_shape().map(warp_to).collect(),
        squares: each_square()
            .map(|(row, col)| Padded::new(&format!(r#"{row},"col":{col}"#)))
            .collect(),
        numbers: (0..SIDE * SIDE).map(|square| Padded::new(&square.to_string())).collect(),
        cells: each_square().map(|(row, col)| Padded::new(&format!("[{row},{col}]"))).collect(),
    }
});

/// Adds a text: its padding goes along and is dropped again.
fn push<const N: usize>(out: &mut Vec<u8>, text: &Padded<N>) {
    let len = out.len() + text.len;
    out.extend_from_slice(&text.bytes);
    out.truncate(len);
}

/// Writes legal actions; `moves` is the list that they were found with, sorted.
#[must_use]
pub fn legal(legal: &Legal, moves: &[Placement], format: MoveFormat) -> Vec<u8> {
    match (legal, format) {
        (Legal::Few(actions), _) => few(actions).into_bytes(),
        (_, MoveFormat::Compact) => compact(moves),
        (Legal::Placements, _) => actions(moves, &TEXTS.places, format == MoveFormat::Cells),
        (Legal::Destinations, _) => {
            actions(moves, &TEXTS.destinations, format == MoveFormat::Cells)
        }
    }
}

/// Writes choices other than where to put a piece.
fn few(actions: &[Action]) -> String {
    let mut out = String::from("[");
    for (index, action) in actions.iter().enumerate() {
        out.push_str(if index == 0 { "{" } else { ",{" });
        let kind = ActionSetup::from(*action).kind().name();
        let _ = write!(out, r#""type":"{kind}""#);
        let _ = match action {
            Action::PlayCard(card) | Action::ChooseCard(card) => {
                write!(out, r#","card":"{}""#, card.name())
            }
            Action::ChooseColor(color) => write!(out, r#","color":"{}""#, color.name()),
            Action::ChoosePiece(color, piece) => {
                write!(out, r#","color":"{}","piece":"{}""#, color.name(), piece.name())
            }
            Action::Pass | Action::Place(_) | Action::WarpTo(_) => Ok(()),
        };
        out.push('}');
    }
    out.push(']');
    out
}

fn actions(placements: &[Placement], openings: &[Padded<OPENING>], with_cells: bool) -> Vec<u8> {
    const CELLS: &str = r#","cells":"#;
    let texts = &*TEXTS;
    let cells_key: Padded<{ CELLS.len() }> = Padded::new(CELLS);
    let cells_room = if with_cells { CELLS.len() + 2 + 5 * (LONGEST_CELL + 1) } else { 0 };
    let each = OPENING + LONGEST_SQUARE + cells_room + 2;
    let mut out = Vec::with_capacity(2 + LONGEST_SQUARE + placements.len() * each);
    out.push(b'[');
    for (index, placement) in placements.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        push(&mut out, &openings[placement.global_orientation()]);
        push(&mut out, &texts.squares[placement.square()]);
        if with_cells {
            push(&mut out, &cells_key);
            let mut before = b'[';
            for (row, col) in placement.cells() {
                out.push(before);
                push(&mut out, &texts.cells[row * SIDE + col]);
                before = b',';
            }
            out.push(b']');
        }
        out.push(b'}');
    }
    out.push(b']');
    out
}

fn compact(placements: &[Placement]) -> Vec<u8> {
    let texts = &*TEXTS;
    let mut out = Vec::with_capacity(64 + placements.len() * 8);
    out.push(b'{');
    let (mut piece, mut orientation) = (None, None);
    for placement in placements {
        if orientation == Some(placement.global_orientation()) {
            out.push(b',');
        } else {
            if piece == Some(placement.piece()) {
                out.extend_from_slice(b"],");
            } else {
                out.extend_from_slice(if piece.is_some() { b"]}," } else { b"" });
                out.extend_from_slice(format!(r#""{}":{{"#, placement.piece().name()).as_bytes());
            }
            out.extend_from_slice(format!(r#""{}":["#, placement.orientation()).as_bytes());
            (piece, orientation) = (Some(placement.piece()), Some(placement.global_orientation()));
        }
        push(&mut out, &texts.numbers[placement.square()]);
    }
    out.extend_from_slice(if piece.is_some() { b"]}}" } else { b"}" });
    out
}

/// Writes a state, with every default spelled out.
#[must_use]
pub fn state(state: &State) -> String {
    let mut out = String::with_capacity(1024 + state.placements().len() * 80);
    out.push_str(r#"{"rules":"#);
    write_rules(state.rules(), &mut out);
    out.push_str(r#","placements":["#);
    for (index, (color, placement)) in state.placements().iter().enumerate() {
        let _ = write!(
            out,
            r#"{}{{"color":"{}","piece":"{}","orientation":{},"row":{},"col":{}}}"#,
            if index == 0 { "" } else { "," },
            color.name(),
            placement.piece().name(),
            placement.orientation(),
            placement.row(),
            placement.col(),
        );
    }
    out.push_str(r#"],"turn":"#);
    write_turn(state, &mut out);
    if let Some(direction) = state.direction() {
        let _ = write!(out, r#","direction":"{}","decks":{{"#, direction.name());
        for (index, (name, deck)) in state.decks().enumerate() {
            let _ = write!(out, r#"{}"{name}":"#, if index == 0 { "" } else { "," });
            write_deck(deck, &mut out);
        }
        out.push('}');
    }
    out.push_str(r#","last_placed":{"#);
    for (index, (color, piece)) in state.last_placed().iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        let _ = write!(out, r#"{comma}"{}":{}"#, color.name(), quoted(piece.map(Piece::name)));
    }
    let _ = write!(out, r#"}},"shared_turns":{}}}"#, state.shared_turns());
    out
}

fn write_rules(rules: &Rules, out: &mut String) {
    let _ = write!(
        out,
        concat!(
            r#"{{"game":"{}","seats":{},"teams":{},"shared_color":{},"#,
            r#""first_color":"{}","start_corners":"{}","scoring":"{}""#,
        ),
        rules.game().name(),
        rules.seats().number(),
        rules.teams(),
        quoted(rules.shared_color().map(Color::name)),
        rules.first_color().name(),
        rules.start_corners().name(),
        rules.scoring().name(),
    );
    if rules.game() == Game::Shuffle {
        let _ = write!(out, r#","monomino_bonus":"{}","deck":{{"#, rules.monomino_bonus().name());
        for (index, (card, count)) in rules.deck().iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            let _ = write!(out, r#"{comma}"{}":{count}"#, card.name());
        }
        out.push('}');
    }
    out.push('}');
}

fn write_turn(state: &State, out: &mut String) {
    let color = quoted(state.to_move().map(Color::name));
    let decision = state.decision();
    let _ = write!(out, r#"{{"color":{color},"phase":"{}""#, decision.phase().name());
    let _ = match *decision {
        Decision::ChooseCard([one, other]) => {
            write!(out, r#","drawn":["{}","{}"]"#, one.name(), other.name())
        }
        Decision::WarpTo(owner, piece) => {
            write!(out, r#","target":{{"color":"{}","piece":"{}"}}"#, owner.name(), piece.name())
        }
        Decision::Recycle | Decision::Warp | Decision::Place(_)
            if state.rules().game() == Game::Shuffle =>
        {
            write!(out, r#","card":{}"#, quoted(decision.card().map(Card::name)))
        }
        _ => Ok(()),
    };
    let _ = match *decision {
        Decision::Place(InForce::Wild(color)) => write!(out, r#","as_color":"{}""#, color.name()),
        Decision::Place(InForce::Second(first)) => write!(out, r#","first":"{}""#, first.name()),
        _ => Ok(()),
    };
    out.push('}');
}

fn write_deck(deck: &Deck, out: &mut String) {
    let mut list = |before: &str, cards: &mut dyn Iterator<Item = Card>| {
        out.push_str(before);
        for (index, card) in cards.enumerate() {
            out.push_str(if index == 0 { "\"" } else { ",\"" });
            out.push_str(card.name());
            out.push('"');
        }
    };
    list(r#"{"draw":["#, &mut deck.draw());
    list(r#"],"hand":["#, &mut deck.hand().iter().copied());
    list(r#"],"discard":["#, &mut deck.discard().iter().copied());
    out.push_str("]}");
}

/// A name in quotes, or null. Our names need no escaping.
fn quoted(name: Option<&str>) -> String {
    name.map_or_else(|| "null".to_owned(), |name| format!("\"{name}\""))
}
