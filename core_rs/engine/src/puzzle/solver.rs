//! Solving a puzzle, from the empty board or from a layout that is right so far.

use super::budget::Budget;
use super::{Layout, board84, rectangle};
use crate::color::Color;
use crate::piece::Placement;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A complete layout that holds every given piece; for the boards of 84 in a legal order of play.
    Solved(Vec<(Color, Placement)>),
    /// The layout cannot be completed; this is proven.
    Impossible,
    /// The budget ran out before a result was known.
    Unknown,
}

/// The result of a search, and its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The result.
    pub outcome: Outcome,
    /// How many nodes were searched.
    pub nodes: u64,
    /// How often the search restarted.
    pub restarts: u32,
}

/// Completes a layout. The same layout, seed and number of nodes give the same result on every
/// machine.
///
/// The search ends after `nodes` nodes, or when `keep_going`, which is called every few thousand
/// nodes, returns false.
pub fn solve(
    layout: &Layout,
    seed: u64,
    nodes: u64,
    mut keep_going: impl FnMut() -> bool,
) -> Report {
    let mut budget = Budget::new(nodes, &mut keep_going);
    let (outcome, restarts) = if layout.puzzle().is_connected() {
        board84::solve(layout, seed, &mut budget)
    } else {
        rectangle::solve(layout, seed, &mut budget)
    };
    Report { outcome, nodes: budget.used(), restarts }
}
