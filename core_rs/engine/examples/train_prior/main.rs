//! Trains the prior of the search from games that the engine plays against itself.
//!
//! ```text
//! train_prior two_sides 1 FILE              the first stage, without a value
//! train_prior two_sides 2 PRIOR VALUE FILE  the second stage, from the weights of the first one
//! train_prior two_sides 3 PRIOR VALUE FILE  the third stage, from the weights of the second one
//! ```
//!
//! `more_sides` in place of `two_sides` trains for three or four sides. `make train` runs all stages.
//!
//! There are two teachers. After the opening it is the search (`visits`): the prior
//! learns to predict what a longer search would try. In the opening the search itself is a poor
//! judge, because a few hundred random games hardly distinguish first pieces. There the results of
//! many thousand quick games teach (`results`). Both alternate, because each needs the other's
//! weights to play sensible games. The first generation knows only that larger pieces are better. In
//! the second stage the search has a value (`examples/train_value`), which makes it a better teacher.
//! In the third one it is good enough to teach the opening, too.
//!
//! `SEED` determines everything: another run on the same platform writes the same file.

#![expect(clippy::cast_precision_loss, reason = "counts are far below 2^24")]

mod results;
mod visits;

use std::time::Instant;

use cornerwise::color::Color;
use cornerwise::placement_rule::StartCorners;
use cornerwise::ruleset::{Options, Scoring, Seats};
use cornerwise::search::training::{Choice, ChoiceOption, TRAINED_PHASES, TRAINED_WEIGHTS};
use cornerwise::search::{ValueWeights, Weights};
use cornerwise::shuffle::{RandomSource, SplitMix64};

const SEED: u64 = 16;

/// What a generation does.
struct Generation {
    /// The number of leading phases that learn from results; the others learn from visits.
    opening: usize,
    /// Rounds of learning from results.
    rounds: u32,
    /// Games of learning from visits after that, and the units of a long search.
    games: u64,
    units: u64,
    /// Starts from the rounded weights of the file, and from the seed.
    restarts: bool,
    /// The opening learns from visits, too, and weights decay towards their old values, not to 0.
    searches_opening: bool,
}

/// A generation that does nothing.
const IDLE: Generation = Generation {
    opening: 4,
    rounds: 0,
    games: 0,
    units: 0,
    restarts: false,
    searches_opening: false,
};

/// For two sides: the first five pieces learn from results, the others from visits, whose final
/// weights for pieces six to nine are corrected by results.
const TWO_SIDES: [Generation; 4] = [
    Generation { games: 100, units: 15_000, ..IDLE },
    Generation { rounds: 14, games: 200, units: 30_000, ..IDLE },
    Generation { rounds: 6, games: 400, units: 60_000, ..IDLE },
    Generation { opening: 5, rounds: 5, restarts: true, ..IDLE },
];

/// For three or four sides: the first nine pieces learn from results.
const MORE_SIDES: [Generation; 3] = [
    Generation { opening: 5, games: 100, units: 15_000, ..IDLE },
    Generation { opening: 5, rounds: 12, games: 200, units: 30_000, ..IDLE },
    Generation { opening: 5, rounds: 6, games: 400, units: 50_000, ..IDLE },
];

/// The second stage: the opening stays as it is.
const WITH_VALUE: [Generation; 2] = [
    Generation { games: 300, units: 60_000, ..IDLE },
    Generation { games: 300, units: 120_000, ..IDLE },
];

/// The third stage: visits teach the opening, too.
const WITH_OPENING: [Generation; 2] = [
    Generation { games: 500, units: 120_000, searches_opening: true, ..IDLE },
    Generation { games: 500, units: 250_000, searches_opening: true, ..IDLE },
];

type Fractions = [[f32; TRAINED_WEIGHTS]; TRAINED_PHASES];

/// The rules of a game; the variants alternate.
fn options(two_sides: bool, game: u64) -> Options {
    Options {
        seats: match (two_sides, game % 3) {
            (true, _) => Seats::Two,
            (false, 0) => Seats::Three,
            (false, _) => Seats::Four,
        },
        start_corners: if game % 4 == 3 { StartCorners::Any } else { StartCorners::Fixed },
        scoring: if game % 8 == 6 { Scoring::Basic } else { Scoring::Advanced },
        first_color: Some(Color::ALL[game as usize / 8 % 4]),
        ..Options::default()
    }
}

/// How promising a placement is.
fn value(option: &ChoiceOption, weights: &[f32; TRAINED_WEIGHTS]) -> f32 {
    option.terms().map(|(at, count)| weights[at] * count).sum()
}

/// The prior's probability of each placement.
fn softmax(choice: &Choice, weights: &Fractions) -> Vec<f32> {
    let weights = &weights[choice.phase];
    let values: Vec<f32> = choice.options.iter().map(|option| value(option, weights)).collect();
    let best = values.iter().copied().fold(f32::MIN, f32::max);
    let powers: Vec<f32> = values.iter().map(|value| (value - best).exp()).collect();
    let all: f32 = powers.iter().sum();
    powers.into_iter().map(|power| power / all).collect()
}

/// A random index; each share is the probability of its index.
fn draw(shares: &[f32], random: &mut SplitMix64) -> usize {
    let mut mark = random.below(1 << 24) as f32 / (1 << 24) as f32;
    let passed = |share: &f32| {
        mark -= share;
        mark < 0.0
    };
    shares.iter().position(passed).unwrap_or(shares.len() - 1)
}

fn read(file: &str) -> String {
    std::fs::read_to_string(file).expect("the file can be read")
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let usage = "usage: train_prior two_sides|more_sides 1|2|3 [PRIOR VALUE] FILE";
    let (set, stage, file, start) = match arguments.as_slice() {
        [set, stage, file] if stage == "1" => (set, stage, file, None),
        [set, stage, prior, value, file] if stage != "1" => {
            (set, stage, file, Some((read(prior), read(value))))
        }
        _ => panic!("{usage}"),
    };
    let two_sides = match set.as_str() {
        "two_sides" => true,
        "more_sides" => false,
        _ => panic!("{usage}"),
    };
    let begin = Instant::now();
    let mut log = String::new();
    let (mut weights, value) = match &start {
        None => (Weights::untrained().fractions(), None),
        Some((prior, value)) => {
            let generations = prior.lines().filter(|line| line.starts_with("# generation"));
            log.extend(generations.flat_map(|line| [line, "\n"]));
            let prior = Weights::parse(prior).expect("weights of the prior");
            let value = ValueWeights::parse(value).expect("weights of the value");
            (prior.fractions(), Some(value))
        }
    };
    let mut random = SplitMix64::new(SEED);
    let mut teacher = visits::Teacher::default();
    let first_stage = if two_sides { TWO_SIDES.as_slice() } else { MORE_SIDES.as_slice() };
    let second = first_stage.len();
    let (first, generations) = match stage.as_str() {
        "1" => (0, first_stage),
        "2" => (second, WITH_VALUE.as_slice()),
        "3" => (second + WITH_VALUE.len(), WITH_OPENING.as_slice()),
        _ => panic!("{usage}"),
    };
    for (number, generation) in (first..).zip(generations) {
        let &Generation { opening, rounds, games, .. } = generation;
        if generation.restarts {
            weights = Weights::rounded(&weights).fractions();
            random = SplitMix64::new(SEED);
        }
        let mut lines = Vec::new();
        for round in 0..rounds {
            let line = results::learn(&mut weights, opening, two_sides, &mut random);
            eprintln!("{:>6.0} s round {round}: {line}", begin.elapsed().as_secs_f64());
            if round + 1 == rounds {
                lines.push(format!(
                    "{rounds} rounds of results for {opening} phases, in the last {line}"
                ));
            }
        }
        if games > 0 {
            lines.push(teacher.learn(
                &mut weights,
                generation,
                value.as_ref(),
                two_sides,
                &mut random,
            ));
        }
        for line in lines {
            let line = format!("# generation {number}: {line}\n");
            eprint!("{:>6.0} s {line}", begin.elapsed().as_secs_f64());
            log.push_str(&line);
        }
        let contents = format!(
            "# Weights of the search's prior for games of {}, in 1/256; a column for each phase.\n\
             # Written by examples/train_prior, seed {SEED}, from its own games only:\n{log}{}",
            if two_sides { "two sides" } else { "three or four sides" },
            Weights::rounded(&weights).to_text(),
        );
        std::fs::write(file, contents).expect("the file can be written");
    }
}
