//! Trains the prior of the search from games that the search plays against itself.
//!
//! ```text
//! cargo run --release --example train_prior -- two_sides  core_rs/engine/src/search/weights/two_sides.txt
//! cargo run --release --example train_prior -- more_sides core_rs/engine/src/search/weights/more_sides.txt
//! ```
//!
//! Each generation plays games with the weights of the one before. At every move the search says how
//! many of its simulations tried each placement; the weights are then fitted so that the prior alone
//! (a softmax over linear values) says the same. The first generation knows only that larger pieces
//! are better. Everything follows from `SEED`: run again on the same platform, it writes the same file.

#![expect(clippy::cast_precision_loss, reason = "counts are far below 2^24")]

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use cornerwise::action::Action;
use cornerwise::color::Color;
use cornerwise::movegen::MoveList;
use cornerwise::placement_rule::StartCorners;
use cornerwise::ruleset::{Options, Scoring, Seats};
use cornerwise::search::training::{Choice, TRAINED_PHASES, TRAINED_WEIGHTS};
use cornerwise::search::{Budget, SearchOptions, Weights, suggest_with};
use cornerwise::shuffle::{RandomSource, SplitMix64};
use cornerwise::state::State;

const SEED: u64 = 16;

/// Games and units for each move, generation by generation.
const GENERATIONS: [(u64, u64); 4] = [(80, 10_000), (120, 15_000), (160, 20_000), (200, 25_000)];

/// So many placements at the start of a game are drawn by their visits, so that games differ.
const OPENING: usize = 20;

/// How often the fit goes over all examples, how fast it learns, and how strongly it prefers
/// small weights.
const EPOCHS: usize = 8;
const RATE: f32 = 0.1;
const DECAY: f32 = 1e-4;

/// A position with the share of the simulations that tried each placement.
struct Example {
    choice: Choice,
    shares: Vec<f32>,
}

type Fractions = [[f32; TRAINED_WEIGHTS]; TRAINED_PHASES];

fn options(two_sides: bool, game: u64) -> Options {
    Options {
        seats: match (two_sides, game % 3) {
            (true, _) => Seats::Two,
            (false, 0) => Seats::Three,
            (false, _) => Seats::Four,
        },
        start_corners: if game.is_multiple_of(2) { StartCorners::Fixed } else { StartCorners::Any },
        scoring: if (game / 2).is_multiple_of(4) { Scoring::Basic } else { Scoring::Advanced },
        first_color: Some(Color::ALL[game as usize / 8 % 4]),
        ..Options::default()
    }
}

fn play(options: &Options, units: u64, weights: &Weights, seed: u64, examples: &mut Vec<Example>) {
    let mut random = SplitMix64::new(seed);
    let mut state = State::new_game(options, 0).expect("the options go together");
    let mut moves = MoveList::new();
    let mut events = Vec::new();
    let cancel = AtomicBool::new(false);
    while let Some(choice) = Choice::new(&state, &mut moves) {
        let request = SearchOptions {
            budget: Budget::Units(units),
            count: usize::MAX,
            seed: random.next_u64(),
            ..SearchOptions::default()
        };
        let found = suggest_with(&state, weights, &request, &cancel).moves;
        let all: u32 = found.iter().map(|one| one.visits).sum();
        let visits = |placement| {
            let is_it = |action| matches!(action, Action::Place(_, one) if one == placement);
            found.iter().find(|one| is_it(one.action)).map_or(0, |one| one.visits)
        };
        let shares =
            choice.options.iter().map(|option| visits(option.placement) as f32 / all as f32);
        let shares: Vec<f32> = shares.collect();
        let mut chosen = found[0].action;
        if state.placements().len() < OPENING {
            let mut mark = random.below(all.into()) as u32;
            for one in &found {
                if mark < one.visits {
                    chosen = one.action;
                    break;
                }
                mark -= one.visits;
            }
        }
        if choice.options.len() > 1 {
            examples.push(Example { choice, shares });
        }
        state.play(chosen, &mut events);
    }
}

/// The prior's share for each placement.
fn softmax(choice: &Choice, weights: &Fractions) -> Vec<f32> {
    let weights = &weights[choice.phase];
    let value = |option: &cornerwise::search::training::ChoiceOption| {
        option.terms().map(|(at, count)| weights[at] * count).sum::<f32>()
    };
    let values: Vec<f32> = choice.options.iter().map(value).collect();
    let best = values.iter().copied().fold(f32::MIN, f32::max);
    let powers: Vec<f32> = values.iter().map(|value| (value - best).exp()).collect();
    let all: f32 = powers.iter().sum();
    powers.into_iter().map(|power| power / all).collect()
}

/// The mean cross entropy of the prior with the shares of the search.
fn loss(examples: &[Example], weights: &Fractions) -> f32 {
    let of = |example: &Example| {
        let told = softmax(&example.choice, weights);
        let each = told.iter().zip(&example.shares);
        each.map(|(told, share)| -share * told.max(1e-9).ln()).sum::<f32>()
    };
    examples.iter().map(of).sum::<f32>() / examples.len().max(1) as f32
}

/// Fits the weights by gradient descent with a rate for each weight (`AdaGrad`).
fn fit(examples: &[Example], weights: &mut Fractions, random: &mut SplitMix64) {
    let mut squares = [[1e-3_f32; TRAINED_WEIGHTS]; TRAINED_PHASES];
    let mut order: Vec<usize> = (0..examples.len()).collect();
    for _ in 0..EPOCHS {
        random.shuffle(&mut order);
        for &at in &order {
            let Example { choice, shares } = &examples[at];
            let mut gradient = [0.0; TRAINED_WEIGHTS];
            for ((told, share), option) in
                softmax(choice, weights).iter().zip(shares).zip(&choice.options)
            {
                for (at, count) in option.terms() {
                    gradient[at] += (share - told) * count;
                }
            }
            let phase = choice.phase;
            for at in 0..TRAINED_WEIGHTS {
                let slope = gradient[at] - DECAY * weights[phase][at];
                squares[phase][at] += slope * slope;
                weights[phase][at] += RATE * slope / squares[phase][at].sqrt();
            }
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [set, file] = arguments.as_slice() else {
        panic!("usage: train_prior two_sides|more_sides FILE");
    };
    let two_sides = match set.as_str() {
        "two_sides" => true,
        "more_sides" => false,
        _ => panic!("two_sides or more_sides, not {set}"),
    };
    let begin = Instant::now();
    let mut weights = Weights::untrained();
    let mut fractions = [[0.0; TRAINED_WEIGHTS]; TRAINED_PHASES];
    let mut last: Vec<Example> = Vec::new();
    let mut random = SplitMix64::new(SEED);
    let mut log = String::new();
    for (generation, (games, units)) in GENERATIONS.into_iter().enumerate() {
        let mut examples = Vec::new();
        for game in 0..games {
            play(&options(two_sides, game), units, &weights, random.next_u64(), &mut examples);
        }
        // A tenth of the games is not trained on, but tells how well the weights generalise.
        let test = examples.split_off(examples.len() * 9 / 10);
        last.extend(examples);
        fit(&last, &mut fractions, &mut random);
        weights = Weights::rounded(&fractions);
        let line = format!(
            "# generation {generation}: {games} games, {units} units a move, {} examples, \
             cross entropy {:.3}, on unseen games {:.3}\n",
            last.len(),
            loss(&last, &fractions),
            loss(&test, &fractions),
        );
        eprint!("{:>6.0} s {line}", begin.elapsed().as_secs_f64());
        log.push_str(&line);
        // Examples of this generation are kept for the next one only.
        let kept = last.len() - last.len().min(examples_of(games));
        last.drain(..kept);
        let contents = format!(
            "# Weights of the search's prior for games of {}, in 1/256; a column for each phase.\n\
             # Written by examples/train_prior.rs, seed {SEED}, from its own games only:\n{log}{}",
            if two_sides { "two sides" } else { "three or four sides" },
            weights.to_text(),
        );
        std::fs::write(file, contents).expect("the file can be written");
    }
}

/// About how many positions so many games have.
fn examples_of(games: u64) -> usize {
    games as usize * 65
}
