//! The end of a classic game, when only one colour can still place: solved exactly.
//!
//! Nobody interferes any more, so the best order of the last pieces can be found by trying all. The
//! search itself often misses it: the winner is usually settled, and a few more points change the
//! payoff by less than the noise of the playouts.

use crate::movegen::MoveList;
use crate::piece::{Piece, Placement};

use super::clock::Clock;
use super::payoff::{Payoff, Points, SIDES};
use super::position::Position;

/// What the end of a game comes to with the best play.
pub(crate) struct Solution {
    /// The placements of the colour to move that lead to it, each with those that follow.
    pub(crate) lines: Vec<Vec<Placement>>,
    /// The final points of each side.
    pub(crate) points: Points,
}

impl Solution {
    /// What follows a placement if it is one of the best.
    pub(crate) fn after(&self, placement: Placement) -> Option<&[Placement]> {
        let line = self.lines.iter().find(|line| line.first() == Some(&placement))?;
        Some(&line[1..])
    }
}

/// Solves a position in which no colour but the one to move can place, if at most `limit` positions
/// have to be looked at and the clock does not end the search; and says how many were looked at.
pub(crate) fn solve(
    position: &Position,
    payoff: &Payoff,
    limit: u64,
    clock: &Clock,
) -> (Option<Solution>, u64) {
    let mut position = position.clone();
    let Some(color) = position.to_move() else {
        return (None, 0);
    };
    let Some(side) = payoff.owner(color).filter(|_| position.block_others()) else {
        return (None, 0);
    };
    let mut all_placed = position.clone();
    all_placed.pretend_all_placed(color);
    let ceiling = payoff.points(&all_placed)[side % SIDES];
    let mut solver = Solver { payoff, clock, side, left: limit, ceiling, moves: MoveList::new() };
    let moves = solver.list(&position);
    let mut best = (i32::MIN, Vec::new());
    for placement in moves {
        let mut line = vec![placement];
        let Some(points) = solver.most_after(&position, placement, &mut line) else {
            return (None, limit - solver.left);
        };
        if points > best.0 {
            best = (points, Vec::new());
        }
        if points == best.0 {
            best.1.push(line);
        }
    }
    let mut points = payoff.points(&position);
    points[side % SIDES] = best.0;
    (Some(Solution { lines: best.1, points }), limit - solver.left)
}

struct Solver<'a> {
    payoff: &'a Payoff,
    clock: &'a Clock<'a>,
    side: usize,
    /// How many positions may still be looked at.
    left: u64,
    /// No line of play has more points.
    ceiling: i32,
    moves: MoveList,
}

/// Positions between two looks at the clock.
const BATCH: u64 = 256;

impl Solver<'_> {
    /// The placements of the colour to move: large pieces first, I1 last.
    fn list(&mut self, position: &Position) -> Vec<Placement> {
        position.list(&mut self.moves);
        self.moves.sort();
        self.moves.iter().rev().copied().collect()
    }

    /// The most points that the side can reach, and how, which is added to the line; none if that takes
    /// too long to find.
    fn most(&mut self, position: &Position, line: &mut Vec<Placement>) -> Option<i32> {
        self.left = self.left.checked_sub(1)?;
        if self.left.is_multiple_of(BATCH) && self.clock.stop().is_some() {
            return None;
        }
        if position.to_move().is_none() {
            return Some(self.payoff.points(position)[self.side % SIDES]);
        }
        let start = line.len();
        let (mut best, mut rest) = (i32::MIN, Vec::new());
        for placement in self.list(position) {
            rest.clear();
            let points = self.most_after(position, placement, &mut rest)?;
            if points > best {
                best = points;
                line.truncate(start);
                line.push(placement);
                line.append(&mut rest);
            }
            if best >= self.ceiling {
                break;
            }
        }
        Some(best)
    }

    /// The same after a placement.
    fn most_after(
        &mut self,
        position: &Position,
        placement: Placement,
        line: &mut Vec<Placement>,
    ) -> Option<i32> {
        let mut next = position.clone();
        next.put(placement);
        next.settle();
        self.most(&next, line)
    }
}

impl Position {
    /// Whether no colour but the one to move can place; they are blocked then.
    fn block_others(&mut self) -> bool {
        let mover = self.to_move();
        let alone =
            (0..4).filter(|&color| Some(color) != mover).all(|color| !self.can_place(color));
        if alone {
            self.block_all_but_mover();
        }
        alone
    }

    /// Counts a colour's pieces as placed, the best one last.
    fn pretend_all_placed(&mut self, color: usize) {
        let last = Piece::I1.index() as u8;
        self.set_placed(color, 89, last);
    }
}
