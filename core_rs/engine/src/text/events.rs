//! Events as lines for people; they are not meant to be read back.

use std::fmt;

use crate::card::Card;
use crate::color::Color;
use crate::event::{Event, EventKind};
use crate::name::counted;
use crate::text::moves::Pose;

/// A line for people, such as `blue V5/3 a20` or `red draws 1 card: warp`.
impl fmt::Display for Event {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Of(color, _, what) = self else {
            return out.write_str("the game is over");
        };
        match what {
            EventKind::PiecePlaced(placement) => {
                write!(out, "{color} {}{}", placement.piece(), Pose::from(*placement))
            }
            EventKind::Passed => write!(out, "{color} passes"),
            EventKind::CardPlayed(card) => write!(out, "{color} plays {card}"),
            EventKind::CardDiscarded(card, reason, _) => {
                write!(out, "{color} discards {card}: {reason}")
            }
            EventKind::CardsDrawn(cards) => {
                out.write_str(&cards_drawn(*color, cards.len() as u32, Some(cards)))
            }
            EventKind::PieceRecycled(placement) => {
                write!(out, "{color} {}{} is recycled", placement.piece(), Pose::from(*placement))
            }
            EventKind::PieceWarped(from, to) => {
                let (before, after) = (Pose::from(*from), Pose::from(*to));
                write!(out, "{color} {}{before} is warped to {after}", from.piece())
            }
            EventKind::TurnSkipped => write!(out, "{color} is skipped"),
            EventKind::DirectionReversed(direction) => {
                write!(out, "{color} reverses the direction: {direction}")
            }
        }
    }
}

/// The line of drawn cards; without their names if the viewer may not see them.
#[must_use]
pub fn cards_drawn(color: Color, count: u32, cards: Option<&[Card]>) -> String {
    let names: Vec<_> = cards.unwrap_or_default().iter().map(|card| card.name()).collect();
    let shown = if names.is_empty() { "" } else { ": " };
    format!("{color} draws {}{shown}{}", counted(count, "card"), names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Direction;
    use crate::piece::{Piece, Placement};
    use crate::problem::Code;

    #[test]
    fn every_event_is_one_line() {
        let at = |row| Placement::new(Piece::ALL[16], 3, row, 2).expect("on the board");
        for (kind, line) in [
            (EventKind::PiecePlaced(at(0)), "red V5/3 c20"),
            (EventKind::Passed, "red passes"),
            (EventKind::CardPlayed(Card::Wild), "red plays wild"),
            (
                EventKind::CardDiscarded(Card::Warp, Code::NoPiece, "S26"),
                "red discards warp: no_piece",
            ),
            (EventKind::CardsDrawn(vec![Card::Skip]), "red draws 1 card: skip"),
            (EventKind::PieceRecycled(at(1)), "red V5/3 c19 is recycled"),
            (EventKind::PieceWarped(at(1), at(2)), "red V5/3 c19 is warped to /3 c18"),
            (EventKind::TurnSkipped, "red is skipped"),
            (
                EventKind::DirectionReversed(Direction::Counterclockwise),
                "red reverses the direction: counterclockwise",
            ),
        ] {
            assert_eq!(Event::Of(Color::Red, 3, kind).to_string(), line);
        }
        assert_eq!(Event::GameOver.to_string(), "the game is over");
        assert_eq!(cards_drawn(Color::Red, 2, None), "red draws 2 cards");
    }
}
