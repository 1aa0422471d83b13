//! Trains the value of the search from games that the engine plays against itself.
//!
//! ```text
//! train_value two_sides 1 PRIOR FILE        the first stage: games without a value
//! train_value two_sides 2 PRIOR VALUE FILE  the second stage: more games, with the value of the first
//! train_value two_sides 3 PRIOR VALUE FILE  the third stage: longer searches, with that of the second
//! ```
//!
//! `more_sides` in place of `two_sides` trains for three or four sides. `make train` runs all stages.
//!
//! Games are played by short searches. The first three pieces of each colour and a few of the others
//! are sampled from the prior, so that games differ and contain weaker moves, too. For each phase,
//! a linear regression of the final margin on the counts gives the weights.
//!
//! `SEED` determines everything: another run on the same platform writes the same file.

#![expect(clippy::cast_precision_loss, reason = "counts are far below 2^24")]
#![expect(clippy::needless_range_loop, reason = "rows and columns of a matrix")]

use std::fmt::Write;
use std::sync::atomic::AtomicBool;

use cornerwise::action::Action;
use cornerwise::color::Color;
use cornerwise::movegen::MoveList;
use cornerwise::ruleset::{Options, Scoring, Seats};
use cornerwise::search::training::{
    Choice, TRAINED_VALUE_PHASES, TRAINED_VALUE_WEIGHTS, points, value_counts,
};
use cornerwise::search::{Budget, Model, SearchOptions, ValueWeights, Weights, suggest_with};
use cornerwise::shuffle::{RandomSource, SplitMix64};
use cornerwise::state::State;

const SEED: u64 = 1;

/// The games of each stage, and the units of a search.
const STAGES: [Stage; 3] = [
    Stage { two_sides: 3_000, more_sides: 2_000, units: 4_000 },
    Stage { two_sides: 6_000, more_sides: 6_000, units: 4_000 },
    Stage { two_sides: 8_000, more_sides: 8_000, units: 12_000 },
];

#[derive(Clone, Copy)]
struct Stage {
    two_sides: u64,
    more_sides: u64,
    units: u64,
}

/// The number of leading phases in which moves are sampled from the prior; later one move in
/// `DRAWN_RARITY` is.
const DRAWN_PHASES: usize = 3;
const DRAWN_RARITY: u64 = 12;

/// The prior's values are divided by this when moves are sampled.
const TEMPERATURE: f32 = 1.3;

/// With at least this many pieces on the board, only one position in `RARITY` is learned from.
const OPENING: usize = 24;
const RARITY: u64 = 3;

/// How strongly the regression prefers small weights.
const RIDGE: f64 = 300.0;

/// One game in this many is held out to measure how well the weights generalise.
const TESTED: u64 = 5;

/// A position from a side's point of view: its counts minus the mean of the others', and
/// likewise its final margin.
struct Example {
    counts: [f64; TRAINED_VALUE_WEIGHTS],
    margin: f64,
    is_test: bool,
}

type Examples = [Vec<Example>; TRAINED_VALUE_PHASES];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let usage = "usage: train_value two_sides|more_sides 1|2|3 PRIOR [VALUE] FILE";
    let (set, stage, prior, value, file) = match arguments.as_slice() {
        [set, stage, prior, file] if stage == "1" => (set, stage, prior, None, file),
        [set, stage, prior, value, file] if stage != "1" => (set, stage, prior, Some(value), file),
        _ => panic!("{usage}"),
    };
    let number = stage.parse().ok().and_then(|number: usize| number.checked_sub(1));
    let stage = number.and_then(|number| STAGES.get(number)).expect(usage);
    let read = |file: &String| std::fs::read_to_string(file).expect("the file can be read");
    let prior = Weights::parse(&read(prior)).expect("weights of the prior");
    let value = value.map(|file| ValueWeights::parse(&read(file)).expect("weights of the value"));
    let model = Model { prior: &prior, value: value.as_ref(), exploration: 0.6 };
    let (two_sides, games) = match set.as_str() {
        "two_sides" => (true, stage.two_sides),
        "more_sides" => (false, stage.more_sides),
        _ => panic!("{usage}"),
    };
    let mut examples = Examples::default();
    for game in 0..games {
        play(two_sides, game, stage.units, model, &mut examples);
        if game % 200 == 0 {
            eprintln!("{game} of {games} games");
        }
    }
    let mut quality = String::new();
    let fitted = examples.map(|examples| {
        let weights = fit(&examples);
        let (deviation, correlation) = test(&examples, &weights);
        let _ = write!(quality, " {correlation:.3}");
        (weights, deviation)
    });
    let sides = if two_sides { "two sides" } else { "three or four sides" };
    let units = stage.units;
    let with = if value.is_some() { ", with a value" } else { "" };
    let contents = format!(
        "# Weights of the search's value for games of {sides}, in 1/1024 point; a column for each phase.\n\
         # Written by examples/train_value, seed {SEED}, from {games} games with {units} units a move{with}.\n\
         # Correlation with the margins of unseen games:{quality}\n{}",
        ValueWeights::rounded(&fitted).to_text(),
    );
    std::fs::write(file, contents).expect("the file can be written");
}

/// The rules of a game; the variants alternate.
fn options(two_sides: bool, game: u64) -> Options {
    Options {
        seats: match (two_sides, game % 3) {
            (true, _) => Seats::Two,
            (false, 0) => Seats::Three,
            (false, _) => Seats::Four,
        },
        scoring: if game % 8 == 6 { Scoring::Basic } else { Scoring::Advanced },
        first_color: Some(Color::ALL[game as usize / 8 % 4]),
        ..Options::default()
    }
}

fn play(two_sides: bool, game: u64, units: u64, model: Model, examples: &mut Examples) {
    let mut state = State::new_game(&options(two_sides, game), 0).expect("the options go together");
    let mut random = SplitMix64::new(SEED * 1_000_003 + game);
    let mut moves = MoveList::new();
    let mut events = Vec::new();
    let mut seen = Vec::new();
    while let Some(choice) = Choice::new(&state, &mut moves) {
        let placed = state.placements().len();
        if placed >= 3 && (placed < OPENING || random.below(RARITY) == 0) {
            seen.push(value_counts(&state));
        }
        let action = if choice.phase < DRAWN_PHASES || random.below(DRAWN_RARITY) == 0 {
            let color = state.to_move().expect("not over");
            Action::Place(color, choice.options[draw(&choice, model.prior, &mut random)].placement)
        } else {
            let budget = Budget::Units(units);
            let request = SearchOptions { budget, seed: random.next_u64(), ..Default::default() };
            let found = suggest_with(&state, model, &request, &AtomicBool::new(false));
            found.moves[0].action
        };
        state.play(action, &mut events);
    }
    let points = points(&state);
    let sides = points.len();
    for (phase, counts) in seen {
        // With two sides, the other side's numbers are the same with opposite signs.
        for side in 0..if sides == 2 { 1 } else { sides } {
            let margin = |value: &dyn Fn(usize) -> f64| {
                let others = (0..sides).filter(|&other| other != side).map(value).sum::<f64>();
                value(side) - others / (sides - 1) as f64
            };
            examples[phase].push(Example {
                counts: std::array::from_fn(|at| margin(&|side| counts[side][at])),
                margin: margin(&|side| f64::from(points[side])),
                is_test: game.is_multiple_of(TESTED),
            });
        }
    }
}

/// The index of a placement sampled from the prior.
fn draw(choice: &Choice, prior: &Weights, random: &mut SplitMix64) -> usize {
    let weights = &prior.fractions()[choice.phase];
    let value = |terms: &mut dyn Iterator<Item = (usize, f32)>| -> f32 {
        terms.map(|(at, count)| weights[at] * count).sum()
    };
    let values: Vec<f32> = choice.options.iter().map(|option| value(&mut option.terms())).collect();
    let best = values.iter().copied().fold(f32::MIN, f32::max);
    let powers: Vec<f32> =
        values.iter().map(|value| ((value - best) / TEMPERATURE).exp()).collect();
    let mut mark = random.below(1 << 24) as f32 / (1 << 24) as f32 * powers.iter().sum::<f32>();
    let passed = |power: &f32| {
        mark -= power;
        mark < 0.0
    };
    powers.iter().position(passed).unwrap_or(powers.len() - 1)
}

/// A linear regression of the margin with a preference for small weights.
fn fit(examples: &[Example]) -> [f64; TRAINED_VALUE_WEIGHTS] {
    const WIDTH: usize = TRAINED_VALUE_WEIGHTS;
    let mut matrix = vec![[0.0; WIDTH]; WIDTH];
    let mut right = [0.0; WIDTH];
    for example in examples.iter().filter(|example| !example.is_test) {
        for row in 0..WIDTH {
            let count = example.counts[row];
            if count != 0.0 {
                right[row] += count * example.margin;
                for col in 0..WIDTH {
                    matrix[row][col] += count * example.counts[col];
                }
            }
        }
    }
    for at in 0..WIDTH {
        matrix[at][at] += RIDGE;
    }
    // Gaussian elimination: the matrix is positive definite.
    for pivot in 0..WIDTH {
        for row in pivot + 1..WIDTH {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            for col in pivot..WIDTH {
                matrix[row][col] -= factor * matrix[pivot][col];
            }
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..WIDTH).rev() {
        let known: f64 = (row + 1..WIDTH).map(|col| matrix[row][col] * right[col]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

/// The standard deviation of the margins of unseen games around the value, and their correlation.
fn test(examples: &[Example], weights: &[f64; TRAINED_VALUE_WEIGHTS]) -> (f64, f64) {
    let (mut of_value, mut of_margin, mut of_both, mut of_error) = (0.0, 0.0, 0.0, 0.0);
    let tests = examples.iter().filter(|example| example.is_test);
    let count = tests.clone().count().max(1) as f64;
    for Example { counts, margin, .. } in tests {
        let value: f64 = counts.iter().zip(weights).map(|(count, weight)| count * weight).sum();
        of_value += value * value;
        of_margin += margin * margin;
        of_both += value * margin;
        of_error += (margin - value) * (margin - value);
    }
    // Margins and values have a mean of about zero.
    ((of_error / count).sqrt(), of_both / (of_value * of_margin).sqrt().max(1e-9))
}
