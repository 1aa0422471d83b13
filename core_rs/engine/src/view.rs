//! Which cards of a Shuffle state a seat may see. Classic has no hidden information.

use crate::ruleset::{Seat, Seats};
use crate::state::State;

impl State {
    /// Whether a seat may see the hand of a deck: its own, or that of the shared colour on a turn
    /// that the seat plays (S3, S11). Draw piles are always hidden, discard piles never.
    #[must_use]
    pub fn shows_hand(&self, deck: usize, seat: Seat) -> bool {
        if self.rules.seats() == Seats::Two {
            return deck + 1 == usize::from(seat);
        }
        match self.rules.shared_color() {
            Some(shared) if shared as usize == deck => {
                self.to_move == Some(shared) && self.shows_drawn(seat)
            }
            _ => self
                .rules
                .scored_colors()
                .any(|color| color as usize == deck && self.rules.seat(color, 0) == seat),
        }
    }

    /// Whether a seat may see the two cards of a Draw 2: only the seat that chooses one.
    #[must_use]
    pub fn shows_drawn(&self, seat: Seat) -> bool {
        self.seat() == Some(seat)
    }
}
