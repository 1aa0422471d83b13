//! What happened, for a client to show.

use crate::card::Card;
use crate::color::{Color, Direction};
use crate::piece::Placement;
use crate::problem::Code;
use crate::ruleset::Seat;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Something about a colour, done by a seat.
    Of(Color, Seat, EventKind),
    /// The game is over (C7, S10).
    GameOver,
}

/// What happened to a colour: the one whose slot it is, or whose piece was taken or moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A piece was put down.
    PiecePlaced(Placement),
    /// The turn went by: nothing can be placed (C6), or nothing is left to be placed (S8).
    Passed,
    /// A card was played (S5).
    CardPlayed(Card),
    /// A card that was played comes to nothing: why, and by which rule (S5).
    CardDiscarded(Card, Code, &'static str),
    /// Cards were drawn, which only the seat may see (S2, S7, S22).
    CardsDrawn(Vec<Card>),
    /// A piece was taken off the board (S25).
    PieceRecycled(Placement),
    /// A piece was moved from here to there (S26).
    PieceWarped(Placement, Placement),
    /// The turn was lost to a Skip (S20).
    TurnSkipped,
    /// The slots go round this way now (S21).
    DirectionReversed(Direction),
}
