//! Suggesting moves: a Monte Carlo tree search for every variant, at any strength.
//!
//! The idea, before the fast version: to judge a position, play it out at random many times and see
//! who wins. Spend more of these playouts on moves that did well (`tree`), begin with those that
//! look promising (`prior`, over the features of `terrain`), mix their results with an
//! estimate of the position (`value`), and let every side maximise its own payoff (`payoff`).
//! Everything else is speed: `position` keeps a classic position up to date so that a random move
//! costs a hundred nanoseconds, and `accelerate` compiles simulations for newer processors.
//!
//! The work is counted in units, not in seconds, and every random number comes from the seed. So
//! equal requests give equal answers on every machine, unless a time limit ends the search early.

#![allow(
    clippy::inline_always,
    reason = "a task is compiled once for each set of instructions, which only inlining does"
)]
#![allow(
    clippy::cast_precision_loss,
    reason = "counts and points are far below 2^24, where f32 is exact"
)]

mod accelerate;
mod answer;
mod classic;
mod clock;
mod endgame;
mod levels;
mod payoff;
mod playout;
mod position;
mod prior;
mod random;
mod shapes;
mod shuffle;
mod terrain;
#[cfg(test)]
mod tests;
pub mod training;
mod tree;
mod value;
mod weak_levels;

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use crate::ruleset::Game;
use crate::state::State;

pub use answer::{Estimate, Step, StopReason, Suggestion, Suggestions};
pub use levels::{Budget, Level, MOST_UNITS, SearchOptions};
pub use playout::RandomGames;
pub use prior::Weights;
pub use value::ValueWeights;

/// Suggests moves for the seat that decides.
///
/// `cancel` may be set by another thread: the search then ends within a few milliseconds and
/// returns the result so far. It uses at most 32 MiB in classic, 64 MiB in Blokus Shuffle.
#[must_use]
pub fn suggest(state: &State, options: &SearchOptions, cancel: &AtomicBool) -> Suggestions {
    suggest_with(state, Model::of(state), options, cancel)
}

/// The learned parts of a search. Blokus Shuffle uses only the prior.
#[derive(Clone, Copy, Debug)]
pub struct Model<'a> {
    /// How promising moves look.
    pub prior: &'a Weights,
    /// Estimates positions; if absent, playouts alone evaluate them.
    pub value: Option<&'a ValueWeights>,
    /// How strongly the prior and low visit counts weigh against the mean payoff. With a value,
    /// payoffs differ less than those of playouts alone, and less exploration is better.
    pub exploration: f32,
}

impl Model<'static> {
    /// The trained model for a state.
    #[must_use]
    pub fn of(state: &State) -> Self {
        let value = Some(ValueWeights::of(state));
        Self { prior: Weights::of(state), value, exploration: 0.6 }
    }
}

/// Like [`suggest`], with another model, for training.
#[must_use]
pub fn suggest_with(
    state: &State,
    model: Model,
    options: &SearchOptions,
    cancel: &AtomicBool,
) -> Suggestions {
    if state.to_move().is_none() {
        return answer::of_finished_game(state);
    }
    let search = |options: &SearchOptions| match state.rules().game() {
        Game::Classic => classic::suggest(state, model, options, cancel),
        Game::Shuffle => shuffle::suggest(state, model.prior, options, cancel),
    };
    if options.count > 1 && options.budget.sampling_temperature().is_some() {
        return weak_levels::suggest_several(options, search);
    }
    search(options)
}

impl Weights {
    /// The trained weights for a state.
    #[must_use]
    pub fn of(state: &State) -> &'static Self {
        static TRAINED: LazyLock<[Weights; 2]> = LazyLock::new(|| {
            [include_str!("weights/two_sides.txt"), include_str!("weights/more_sides.txt")]
                .map(|text| Weights::parse(text).expect("tested"))
        });
        &TRAINED[usize::from(has_more_sides(state))]
    }
}

impl ValueWeights {
    /// The trained weights for a state.
    #[must_use]
    pub fn of(state: &State) -> &'static Self {
        static TRAINED: LazyLock<[ValueWeights; 2]> = LazyLock::new(|| {
            [
                include_str!("weights/value_two_sides.txt"),
                include_str!("weights/value_more_sides.txt"),
            ]
            .map(|text| ValueWeights::parse(text).expect("tested"))
        });
        &TRAINED[usize::from(has_more_sides(state))]
    }
}

fn has_more_sides(state: &State) -> bool {
    state.rules().sides().count() > 2
}
