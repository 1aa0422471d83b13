//! Learning from the search: how many of its simulations tried each placement.
//!
//! The opening of a game is sampled from the prior, so that games differ. Then most moves are made
//! after a short search, and one in three after a long search, whose visits are learned: a few good
//! examples are better than many poor ones. In the third stage, half of the opening is made after long
//! searches, too.

use std::sync::atomic::AtomicBool;

use cornerwise::action::Action;
use cornerwise::movegen::MoveList;
use cornerwise::search::training::{Choice, TRAINED_PHASES, TRAINED_WEIGHTS};
use cornerwise::search::{
    Budget, Model, SearchOptions, Suggestion, ValueWeights, Weights, suggest_with,
};
use cornerwise::shuffle::{RandomSource, SplitMix64};
use cornerwise::state::State;

use super::{Fractions, Generation, draw, options, softmax};

/// The units of a short search.
const SHORT: u64 = 4_000;

/// The exploration of searches without a value and with one.
const EXPLORATION: [f32; 2] = [1.2, 0.6];

/// With a value, one move in this many is sampled from the prior.
const DRAWN_RARITY: u64 = 10;

/// One search in this many is a long one.
const RARITY: u64 = 3;

/// Of the fit: the passes over all examples, the learning rate, and the decay towards the usual
/// weights.
const EPOCHS: usize = 8;
const RATE: f32 = 0.1;
const DECAY: f32 = 1e-4;

/// A position with the share of the simulations that tried each placement.
struct Example {
    choice: Choice,
    shares: Vec<f32>,
}

/// The examples of the last two generations.
#[derive(Default)]
pub(super) struct Teacher {
    examples: Vec<Example>,
    /// How many of these are from the generation before.
    older: usize,
}

impl Teacher {
    /// Plays games and fits the weights after the opening; returns what to log.
    pub(super) fn learn(
        &mut self,
        weights: &mut Fractions,
        generation: &Generation,
        value: Option<&ValueWeights>,
        two_sides: bool,
        random: &mut SplitMix64,
    ) -> String {
        let &Generation { games, units, .. } = generation;
        self.examples.drain(..self.older);
        self.older = self.examples.len();
        for game in 0..games {
            let mut state =
                State::new_game(&options(two_sides, game), 0).expect("the options go together");
            play(&mut state, generation, weights, value, random.next_u64(), &mut self.examples);
            if game % 100 == 99 {
                eprintln!("{} of {games} games", game + 1);
            }
        }
        // A tenth of the games is held out to measure how well the weights generalise.
        let new = self.examples.len() - self.older;
        let test = self.examples.split_off(self.older + new * 9 / 10);
        // Weights that no example determines decay to 0, or keep their values.
        let usual = if generation.searches_opening {
            *weights
        } else {
            [[0.0; TRAINED_WEIGHTS]; TRAINED_PHASES]
        };
        fit(&self.examples, weights, &usual, random);
        format!(
            "{games} games, {units} units a move, {} examples, cross entropy {:.3}, on unseen games {:.3}",
            self.examples.len(),
            loss(&self.examples, weights),
            loss(&test, weights),
        )
    }
}

fn play(
    state: &mut State,
    generation: &Generation,
    weights: &Fractions,
    value: Option<&ValueWeights>,
    seed: u64,
    examples: &mut Vec<Example>,
) {
    let mut random = SplitMix64::new(seed);
    let mut moves = MoveList::new();
    let mut events = Vec::new();
    let rounded = Weights::rounded(weights);
    let exploration = EXPLORATION[usize::from(value.is_some())];
    let model = Model { prior: &rounded, value, exploration };
    while let Some(choice) = Choice::new(state, &mut moves) {
        let color = state.to_move().expect("not over");
        let is_opening = choice.phase < generation.opening;
        let is_drawn = if is_opening {
            !generation.searches_opening || random.below(2) == 0
        } else {
            value.is_some() && random.below(DRAWN_RARITY) == 0
        };
        if is_drawn {
            let chosen = draw(&softmax(&choice, weights), &mut random);
            state.play(Action::Place(color, choice.options[chosen].placement), &mut events);
            continue;
        }
        let is_long = is_opening || random.below(RARITY) == 0;
        let request = SearchOptions {
            budget: Budget::Units(if is_long { generation.units } else { SHORT }),
            count: if is_long { usize::MAX } else { 1 },
            seed: random.next_u64(),
            ..SearchOptions::default()
        };
        let found = suggest_with(state, model, &request, &AtomicBool::new(false)).moves;
        if is_long && choice.options.len() > 1 {
            let shares = shares(&choice, &found);
            examples.push(Example { choice, shares });
        }
        state.play(found[0].action, &mut events);
    }
}

/// The share of the simulations that tried each placement.
fn shares(choice: &Choice, found: &[Suggestion]) -> Vec<f32> {
    let all: u32 = found.iter().map(|one| one.visits).sum();
    let visits = |placement| {
        let is_it = |action| matches!(action, Action::Place(_, one) if one == placement);
        found.iter().find(|one| is_it(one.action)).map_or(0, |one| one.visits)
    };
    choice.options.iter().map(|option| visits(option.placement) as f32 / all as f32).collect()
}

/// The mean cross entropy of the prior with the shares of the search.
fn loss(examples: &[Example], weights: &Fractions) -> f32 {
    let of = |example: &Example| {
        let predicted = softmax(&example.choice, weights);
        let each = predicted.iter().zip(&example.shares);
        each.map(|(predicted, share)| -share * predicted.max(1e-9).ln()).sum::<f32>()
    };
    examples.iter().map(of).sum::<f32>() / examples.len().max(1) as f32
}

/// Fits the weights by gradient descent with a rate for each weight (`AdaGrad`).
fn fit(examples: &[Example], weights: &mut Fractions, usual: &Fractions, random: &mut SplitMix64) {
    let mut squares = [[1e-3_f32; TRAINED_WEIGHTS]; TRAINED_PHASES];
    let mut order: Vec<usize> = (0..examples.len()).collect();
    for _ in 0..EPOCHS {
        random.shuffle(&mut order);
        for &at in &order {
            let Example { choice, shares } = &examples[at];
            let mut gradient = [0.0; TRAINED_WEIGHTS];
            for ((predicted, share), option) in
                softmax(choice, weights).iter().zip(shares).zip(&choice.options)
            {
                for (at, count) in option.terms() {
                    gradient[at] += (share - predicted) * count;
                }
            }
            let phase = choice.phase;
            for at in 0..TRAINED_WEIGHTS {
                let slope = gradient[at] - DECAY * (weights[phase][at] - usual[phase][at]);
                squares[phase][at] += slope * slope;
                weights[phase][at] += RATE * slope / squares[phase][at].sqrt();
            }
        }
    }
}
