//! Whose turn it is in classic, derived from how many pieces each colour has on the board.
//!
//! In classic a colour misses a slot only when it is blocked, and a blocked colour stays blocked
//! (C7). So the numbers of pieces and the colours that can still place determine whose turn it is, and
//! whether the numbers are possible. No order of play is searched for: a colour that has fewer
//! pieces than turns must be blocked now, but whether it was blocked at that very turn would depend
//! on the order, which need not be given.

use crate::color::{ByColor, Color};
use crate::name::counted;
use crate::phase::{ActiveEffect, Decision, Phase};
use crate::piece::Piece;
use crate::problem::{Code, Problem, Problems};
use crate::ruleset::Rules;
use crate::setup::Setup;
use crate::state::State;

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

/// The facts that determine whose turn it is, by position in the order of turns.
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
            // No colour is blocked before its first piece: at that slot at most three corner squares
            // are covered, and with fixed corners no other colour can cover this one's corner.
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
    pub(crate) fn check_counts(&self) -> Result<(), Problems> {
        let mut problems = Problems::default();
        if let Some(slot) = self.live_slot() {
            for color in Color::ALL {
                let at = self.colors.iter().position(|&one| one == color).unwrap_or(0);
                let turns = slot.round + u32::from(at < slot.position);
                let pieces = self.pieces[at];
                let is_right = if self.able[at] { pieces == turns } else { pieces <= turns };
                if !is_right {
                    let message = format!(
                        "{} has {} on the board after {}",
                        color.name(),
                        counted(pieces, "piece"),
                        counted(turns, "turn")
                    );
                    problems.add(Problem::new(Code::WrongCounts, "/placements", message));
                }
            }
        }
        problems.into_result(())
    }

    /// The slot after the last placement.
    fn after_last(&self) -> Slot {
        let last = (0..4).map(|at| (self.pieces[at], at)).max().unwrap_or_default();
        match last {
            (0, _) => Slot { round: 0, position: 0 },
            (pieces, position) => Slot { round: pieces - 1, position }.next(),
        }
    }

    /// The current slot: that of the colour to move, or the one at which the game ended.
    pub(crate) fn settled(&self) -> Slot {
        self.live_slot().unwrap_or_else(|| self.after_last())
    }

    /// The slot of a colour that a setup may name as the one to move: the mover, or a blocked colour
    /// whose turn is between the last placement and the mover's turn.
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

impl State {
    /// Checks turn, counts, last pieces and the shared colour's turns, and sets the colour to move.
    pub(crate) fn load_classic_turn(&mut self, setup: &Setup) -> Result<(), Problems> {
        let order = TurnOrder::new(
            &self.rules,
            ByColor::new_with(|color| {
                self.placements.iter().filter(|one| one.0 == color).count() as u32
            }),
            ByColor::new_with(|color| self.can_place(color)),
        );
        order.check_counts()?;
        self.to_move = order.mover();
        if self.to_move.is_some() {
            self.decision = Decision::Place(ActiveEffect::Nothing);
        }

        let mut problems = Problems::default();
        let turn = setup.turn.unwrap_or_default();
        let mut named = None;
        let mut turn_is_right = true;
        if let Some(color) = turn.color {
            named = order.slot_of(color);
            turn_is_right = self.to_move.is_none() || named.is_some();
            if !turn_is_right {
                let mover = self.to_move.map_or("no colour", Color::name);
                let message = format!("it is {mover}'s turn");
                problems.add(Problem::new(Code::WrongTurn, "/turn/color", message));
            }
        }
        match (turn.phase, self.to_move) {
            (Some(Phase::Over), Some(mover)) => {
                let message = format!("the game is not over: {} can place a piece", mover.name());
                problems.add(Problem::new(Code::WrongPhase, "/turn/phase", message));
            }
            (Some(Phase::Place), None) if turn.color.is_none() => {
                let message = "no colour can place a piece: the phase must be over";
                problems.add(Problem::new(Code::WrongPhase, "/turn/phase", message));
            }
            _ => {}
        }
        for (color, &said) in setup.last_placed.iter().flat_map(ByColor::iter) {
            if said != self.last_placed[color] {
                problems.add(self.wrong_last_placed(color));
            }
        }
        let settled = order.settled();
        if let Some(said) = setup.shared_turns.filter(|_| turn_is_right) {
            let of_named = named.unwrap_or(settled).shared_turns(&self.rules);
            let of_settled = settled.shared_turns(&self.rules);
            if said != of_named && (self.to_move.is_some() || said != of_settled) {
                problems.add(wrong_shared_turns());
            }
        }
        self.shared_turns = settled.shared_turns(&self.rules);
        problems.into_result(())
    }

    /// The wrong last piece of a colour (P7).
    pub(crate) fn wrong_last_placed(&self, color: Color) -> Problem {
        let pointer = format!("/last_placed/{}", color.name());
        let last = self.last_placed[color].map_or("none", Piece::name);
        let message =
            format!("the last {} piece in the list of placements is {last}", color.name());
        Problem::new(Code::WrongLastPlaced, pointer, message)
    }
}

/// The wrong number of turns of the shared colour (C8).
pub(crate) fn wrong_shared_turns() -> Problem {
    let message = "must be the number of turns the shared colour has had";
    Problem::new(Code::WrongSharedTurns, "/shared_turns", message)
}
