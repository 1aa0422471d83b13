//! Events: what happened when an action was applied.

use crate::card::Card;
use crate::color::{Color, Direction};
use crate::piece::Placement;
use crate::problem::Code;
use crate::ruleset::Seat;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// An event about a colour, caused by a seat.
    Of(Color, Seat, EventKind),
    /// The game is over (C7, S10).
    GameOver,
}

/// What happened to a colour: the one whose slot it is, or the owner of the piece that was placed,
/// recycled or warped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A piece was placed.
    PiecePlaced(Placement),
    /// The turn was passed: no piece can be placed (C6), or no piece is left (S8).
    Passed,
    /// A card was played (S5).
    CardPlayed(Card),
    /// A card was discarded without effect, with the reason and the rule (S5).
    CardDiscarded(Card, Code, &'static str),
    /// Cards were drawn, which only the seat may see (S2, S7, S22).
    CardsDrawn(Vec<Card>),
    /// A piece was taken off the board (S25).
    PieceRecycled(Placement),
    /// A piece was moved from here to there (S26).
    PieceWarped(Placement, Placement),
    /// The turn was lost to a Skip (S20).
    TurnSkipped,
    /// The direction of play changed to this one (S21).
    DirectionReversed(Direction),
}

/// Where events go.
pub(crate) trait Recorder {
    /// Records an event.
    fn record(&mut self, event: impl FnOnce() -> Event);
}

impl Recorder for Vec<Event> {
    fn record(&mut self, event: impl FnOnce() -> Event) {
        self.push(event());
    }
}

/// Records nothing, for searches.
pub(crate) struct Unrecorded;

impl Recorder for Unrecorded {
    fn record(&mut self, _event: impl FnOnce() -> Event) {}
}
