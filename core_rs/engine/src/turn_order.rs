//! Whose slot it is in classic, worked out from how many pieces each colour has on the board.
//!
//! In classic a colour misses a slot only when it is blocked, and a blocked colour stays blocked
//! (C7). So the numbers of pieces and which colours can still place tell whose turn it is, and
//! whether the numbers can come about at all. No order of play is searched for: a colour that has
//! fewer pieces than its turns must be blocked now, but whether it was blocked at that very turn
//! would depend on the order, which need not be given.

use crate::color::{ByColor, Color};
use crate::problem::{Code, Problem, Problems};
use crate::ruleset::Rules;

/// A turn of a colour: the round, and the colour's position in the order of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Slot {
    round: u32,
    position: usize,
}

impl Slot {
    fn next(self) -> Self {
        match self.position {
            3 => Self { round: self.round + 1, position: 0 },
            position => Self { position: position + 1, ..self },
        }
    }

    /// How many slots of the shared colour come before this one (C8).
    pub(crate) fn shared_turns(self, rules: &Rules) -> u32 {
        let Some(shared) = rules.shared_color() else {
            return 0;
        };
        self.round + u32::from(rules.position(shared) < self.position)
    }
}

/// The facts that a turn is worked out from, by position in the order of turns.
pub(crate) struct TurnOrder {
    colors: [Color; 4],
    pieces: [u32; 4],
    able: [bool; 4],
}

impl TurnOrder {
    pub(crate) fn new(rules: &Rules, pieces: ByColor<u32>, can_place: ByColor<bool>) -> Self {
        let colors = rules.turn_order();
        Self {
            colors,
            pieces: colors.map(|color| pieces[color]),
            // Nobody is blocked before the first piece: at that slot at most three corner squares
            // are covered, and with fixed corners nobody else reaches the own one.
            able: colors.map(|color| can_place[color] || pieces[color] == 0),
        }
    }

    /// The slot of the colour to move, if any colour is able to.
    fn live_slot(&self) -> Option<Slot> {
        let round = (0..4).filter(|&at| self.able[at]).map(|at| self.pieces[at]).min()?;
        let position = (0..4).find(|&at| self.able[at] && self.pieces[at] == round)?;
        Some(Slot { round, position })
    }

    /// The colour to move.
    pub(crate) fn mover(&self) -> Option<Color> {
        self.live_slot().map(|slot| self.colors[slot.position])
    }

    /// Whether each colour has as many pieces as its turns so far allow.
    pub(crate) fn check_counts(&self) -> Result<(), Vec<Problem>> {
        let mut problems = Problems::default();
        if let Some(slot) = self.live_slot() {
            for color in Color::ALL {
                let at = self.colors.iter().position(|&one| one == color).unwrap_or(0);
                let turns = slot.round + u32::from(at < slot.position);
                let pieces = self.pieces[at];
                let is_right = if self.able[at] { pieces == turns } else { pieces <= turns };
                if !is_right {
                    let message =
                        format!("{} has {pieces} pieces after {turns} turns", color.name());
                    problems.add(Problem::new(Code::WrongCounts, "/placements", message));
                }
            }
        }
        problems.or(())
    }

    /// The slot after the last placement.
    fn after_last(&self) -> Slot {
        let last = (0..4).map(|at| (self.pieces[at], at)).max().unwrap_or_default();
        match last {
            (0, _) => Slot { round: 0, position: 0 },
            (pieces, position) => Slot { round: pieces - 1, position }.next(),
        }
    }

    /// The slot at which the game stands: the mover's, or the one at which it ended.
    pub(crate) fn settled(&self) -> Slot {
        self.live_slot().unwrap_or_else(|| self.after_last())
    }

    /// The slot of a colour that may be said to be to move: the mover, or a blocked colour whose
    /// turn lies between the last placement and the mover's turn.
    pub(crate) fn slot_of(&self, color: Color) -> Option<Slot> {
        let last = self.live_slot();
        let mut slot = self.after_last();
        for _ in 0..4 {
            if self.colors[slot.position] == color {
                return Some(slot);
            }
            if Some(slot) == last {
                return None;
            }
            slot = slot.next();
        }
        None
    }
}
