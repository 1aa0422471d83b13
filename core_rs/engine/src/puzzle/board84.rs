//! The boards of 84 pieces (U1, U2): beam searches, which for a board with given pieces alternate with
//! an exact search, each time with a larger budget.

use super::Layout;
use super::beam::Beam;
use super::budget::{Budget, End};
use super::elimination::Elimination;
use super::order::legal_order;
use super::position::{Position, Task};
use super::remainder::Remainder;
use super::solver::Outcome;
use crate::shuffle::SplitMix64;

/// How wide the first beam is; every fourth is wider by one.
const WIDTH: usize = 3;

/// How many nodes a restart of the beam costs.
const RESTART_NODES: u64 = 200;

/// How many nodes the first exact search may take after its first pass over the board.
const EXACT_NODES: u64 = 20_000;

/// How many nodes beams get for each of an exact search.
const BEAM_SHARE: u64 = 3;

/// Solves a board of 84; also returns how often the search restarted.
pub(crate) fn solve(layout: &Layout, seed: u64, budget: &mut Budget) -> (Outcome, u32) {
    let task = Task::new(layout);
    let Some(start) = Position::new(&task, layout.board()) else {
        return (Outcome::Impossible, 0);
    };
    let mut random = SplitMix64::new(seed);
    let mut restarts = 0;
    let mut exact_nodes = EXACT_NODES;
    let mut next_exact = BEAM_SHARE * EXACT_NODES;
    loop {
        if !layout.placements().is_empty() && budget.used() >= next_exact {
            let remainder = Remainder::new(layout.placements(), task.descending);
            let mut elimination = Elimination {
                descending: task.descending,
                left: Elimination::cost(&remainder) + exact_nodes,
                random: &mut random,
                budget,
                found: Vec::new(),
            };
            match elimination.search(remainder) {
                End::Found => return (Outcome::Solved(elimination.found), restarts),
                End::Exhausted => return (Outcome::Impossible, restarts),
                End::Cut => {}
            }
            next_exact = budget.used() + BEAM_SHARE * exact_nodes;
            exact_nodes *= 2;
        }
        let beam = Beam {
            task: &task,
            start,
            width: WIDTH + restarts as usize / 4,
            any_size: start.loose() > 0 && restarts % 3 == 2,
        };
        if let Some(placed) = beam.search(&mut random, budget) {
            let all: Vec<_> = layout.placements().iter().copied().chain(placed).collect();
            if let Some(ordered) = legal_order(&all, task.descending) {
                return (Outcome::Solved(ordered), restarts);
            }
        }
        // A beam that ends at once takes no nodes, but the number of restarts must be finite.
        if !budget.take_many(RESTART_NODES) {
            return (Outcome::Unknown, restarts);
        }
        restarts += 1;
    }
}
