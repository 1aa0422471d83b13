//! Solves classic endgames exactly, by trying all orders of the last pieces.
//!
//! An endgame is solved when few placements are left and either only one side can still place, with
//! one colour or several, or the game has two sides. The search itself often misses the best order:
//! the winner is usually settled, and a few more points change the payoff by less than the noise of
//! the playouts.
//!
//! This is minimax with alpha-beta pruning. Positions are cached, because the same pieces can
//! usually be placed in many orders.

use std::collections::HashMap;

use crate::color::Color;
use crate::movegen::MoveList;
use crate::piece::{Piece, Placement};
use crate::shuffle::{RandomSource, SplitMix64};

use super::clock::Clock;
use super::payoff::{Payoff, Points, SIDES};
use super::position::Position;

/// A placement and the colour that makes it.
pub(crate) type Move = (Color, Placement);

/// Best play from a position to the end of the game.
pub(crate) struct Line {
    pub(crate) moves: Vec<Move>,
    /// The final points of each side.
    pub(crate) points: Points,
}

/// How a game ends if all sides play best.
pub(crate) struct Solution {
    /// One line for each of the best placements; it starts with that placement.
    lines: Vec<Line>,
}

impl Solution {
    /// The moves after a placement and the final points, if it is one of the best placements.
    pub(crate) fn after(&self, placement: Placement) -> Option<(&[Move], &Points)> {
        let starts = |line: &&Line| line.moves.first().is_some_and(|first| first.1 == placement);
        let line = self.lines.iter().find(starts)?;
        Some((&line.moves[1..], &line.points))
    }
}

/// The cost of searching a position, in units.
pub(crate) const POSITION_UNITS: u64 = 6;

/// The largest number of placements at which solving is attempted, for a limit of positions: three
/// for each doubling of the limit. At this number two thirds of attempts succeed.
pub(crate) const fn most_placements(positions: u64) -> u32 {
    if positions == 0 { 0 } else { 3 * positions.ilog2() }
}

/// The result of trying to solve a position.
#[derive(Default)]
pub(crate) struct Attempt {
    pub(crate) solution: Option<Solution>,
    /// How many positions were searched.
    pub(crate) positions: u64,
    /// Whether the clock ended the attempt.
    pub(crate) is_cut: bool,
}

/// Solves a position, unless that takes more than `limit` positions or the clock ends it.
pub(crate) fn solve(position: &Position, payoff: &Payoff, limit: u64, clock: &Clock) -> Attempt {
    let mut position = position.clone();
    let Some(side) = position.to_move().and_then(|color| payoff.owner(color)) else {
        return Attempt::default();
    };
    position.block_unable();
    let mut solver = Solver {
        payoff,
        clock,
        side,
        left: limit,
        is_cut: false,
        known: HashMap::new(),
        moves: MoveList::new(),
    };
    if !solver.is_solvable(&position) {
        return Attempt::default();
    }
    let solution = solver.best_lines(&position).map(|lines| Solution { lines });
    Attempt { solution, positions: limit - solver.left, is_cut: solver.is_cut }
}

/// How a cached outcome relates to the exact one.
#[derive(Clone, Copy)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// The cached result of a position.
struct Known {
    outcome: i32,
    bound: Bound,
    best: Placement,
}

/// The alpha-beta window: only outcomes between `low` and `high` make a difference.
#[derive(Clone, Copy)]
struct Window {
    low: i32,
    high: i32,
}

const OPEN: Window = Window { low: i32::MIN, high: i32::MAX };

struct Solver<'a> {
    payoff: &'a Payoff,
    clock: &'a Clock<'a>,
    /// The side to move at the start. Outcomes are from its point of view: higher is better.
    side: usize,
    /// How many more positions may be searched.
    left: u64,
    /// Whether the clock ended the attempt.
    is_cut: bool,
    /// By the key of the position, see [`key_of`].
    known: HashMap<u64, Known>,
    moves: MoveList,
}

/// Positions between two checks of the clock.
const BATCH: u64 = 256;

impl Solver<'_> {
    /// Whether few placements are left, and they belong to one side or the game has two sides.
    fn is_solvable(&mut self, position: &Position) -> bool {
        let open: Vec<usize> = (0..4).filter(|&color| !position.is_blocked(color)).collect();
        let is_alone = open.iter().all(|&color| self.payoff.owner(color) == Some(self.side));
        if !is_alone && self.payoff.sides().len() != 2 {
            return false;
        }
        let mut placements = 0;
        for color in open {
            position.list_of(color, &mut self.moves);
            placements += self.moves.as_slice().len() as u32;
        }
        placements <= most_placements(self.left)
    }

    /// The lines of all best placements; none if a limit is reached.
    fn best_lines(&mut self, position: &Position) -> Option<Vec<Line>> {
        let (mut best, mut lines) = (i32::MIN, Vec::new());
        for placement in self.list(position) {
            // The window includes outcomes equal to the best one so far.
            let window = Window { low: best.saturating_sub(1), ..OPEN };
            let outcome = self.outcome_after(position, 0, placement, window)?;
            if outcome > best {
                (best, lines) = (outcome, Vec::new());
            }
            if outcome == best {
                lines.push(self.line(position, placement));
            }
        }
        Some(lines)
    }

    /// The line that starts with a placement whose outcome is known exactly.
    fn line(&self, position: &Position, first: Placement) -> Line {
        let mut position = position.clone();
        let (mut moves, mut key, mut next) = (Vec::new(), 0, Some(first));
        while let (Some(placement), Some(color)) = (next, position.to_move()) {
            moves.push((Color::ALL[color], placement));
            key = key_after(key, color, placement);
            position.put(placement);
            position.settle();
            next = self.known.get(&key_of(key, &position)).map(|known| known.best);
        }
        Line { moves, points: self.payoff.points(&position) }
    }

    /// The placements of the colour to move: large pieces first, I1 last.
    fn list(&mut self, position: &Position) -> Vec<Placement> {
        position.list(&mut self.moves);
        self.moves.sort();
        self.moves.iter().rev().copied().collect()
    }

    /// The exact outcome of a position if it is inside the window; otherwise a bound outside the
    /// window, on the same side as the outcome. None if a limit is reached.
    ///
    /// `key` identifies the placements since the start.
    fn outcome(&mut self, position: &Position, key: u64, window: Window) -> Option<i32> {
        let Some(color) = position.to_move() else {
            return Some(self.outcome_of(&self.payoff.points(position)));
        };
        let known_as = key_of(key, position);
        if let Some(known) = self.known.get(&known_as) {
            let is_enough = match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => known.outcome >= window.high,
                Bound::AtMost => known.outcome <= window.low,
            };
            if is_enough {
                return Some(known.outcome);
            }
        }
        let possible = self.possible(position);
        if possible.high <= window.low {
            return Some(possible.high);
        }
        if possible.low >= window.high {
            return Some(possible.low);
        }
        self.left = self.left.checked_sub(1)?;
        if self.left.is_multiple_of(BATCH) && self.clock.ends_solving() {
            self.is_cut = true;
            return None;
        }
        let maximizes = self.payoff.owner(color) == Some(self.side);
        let mut found: Option<(i32, Placement)> = None;
        let mut inner = window;
        for placement in self.list(position) {
            let outcome = self.outcome_after(position, key, placement, inner)?;
            let is_better = |best: i32| if maximizes { outcome > best } else { outcome < best };
            if found.is_none_or(|(best, _)| is_better(best)) {
                found = Some((outcome, placement));
            }
            if maximizes {
                inner.low = inner.low.max(outcome);
            } else {
                inner.high = inner.high.min(outcome);
            }
            let is_best_possible =
                if maximizes { outcome >= possible.high } else { outcome <= possible.low };
            if is_best_possible || inner.low >= inner.high {
                break;
            }
        }
        let (outcome, best) = found?;
        let bound = if outcome <= window.low {
            Bound::AtMost
        } else if outcome >= window.high {
            Bound::AtLeast
        } else {
            Bound::Exact
        };
        self.known.insert(known_as, Known { outcome, bound, best });
        Some(outcome)
    }

    /// The same after a placement.
    fn outcome_after(
        &mut self,
        position: &Position,
        key: u64,
        placement: Placement,
        window: Window,
    ) -> Option<i32> {
        let color = position.to_move()?;
        let mut next = position.clone();
        next.put(placement);
        next.settle();
        self.outcome(&next, key_after(key, color, placement), window)
    }

    /// The outcome of final points: the side's lead with two sides, otherwise its own points.
    fn outcome_of(&self, points: &Points) -> i32 {
        let own = points[self.side % SIDES];
        if self.payoff.sides().len() == 2 { own - points[1 - self.side] } else { own }
    }

    /// Bounds on the outcome: one side places everything, the other nothing.
    fn possible(&self, position: &Position) -> Window {
        let end = |is_own: bool| {
            let places_all = |color| {
                !position.is_blocked(color)
                    && is_own == (self.payoff.owner(color) == Some(self.side))
            };
            self.outcome_of(&self.payoff.points_if_placed(position, places_all))
        };
        Window { low: end(false), high: end(true) }
    }
}

/// The key after one more placement; it does not depend on the order of the placements.
fn key_after(key: u64, color: usize, placement: Placement) -> u64 {
    key ^ SplitMix64::new((color << 16 | usize::from(placement.0)) as u64).next_u64()
}

/// The key of a position: of its placements, whose turn it is, and which colours placed I1 last.
fn key_of(key: u64, position: &Position) -> u64 {
    let last = |color: usize| u64::from(position.last(color) == Piece::I1.index() as u8) << color;
    let to_move = position.to_move().unwrap_or(4) as u64;
    key ^ (to_move << 4 | (0..4).map(last).sum::<u64>())
}
