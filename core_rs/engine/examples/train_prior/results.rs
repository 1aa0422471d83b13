//! Learning the opening from results.
//!
//! Quick games: the first pieces are sampled from the prior, the rest is played by the prior alone.
//! In which games did a side end with more points than expected, and what was different about its
//! first pieces? A linear regression of the points on the features of the chosen placements (minus
//! their mean over all placements that might have been sampled) shows what each is worth, and the
//! weights take a step in that direction. This is a natural policy gradient: a regression instead
//! of plain averages, because features are correlated.

use cornerwise::action::Action;
use cornerwise::movegen::MoveList;
use cornerwise::search::Weights;
use cornerwise::search::training::{Choice, TRAINED_WEIGHTS, points_after_best_looking};
use cornerwise::shuffle::SplitMix64;
use cornerwise::state::State;

use super::{Fractions, draw, options, softmax};

/// Games in a round.
const GAMES: u64 = 3_000;

/// The learning rate: the step for each point that a feature is worth.
const RATE: f64 = 0.5;

/// How strongly the regression prefers small weights.
const RIDGE: f64 = 2_000.0;

/// Placements with a smaller share are left out of the mean.
const NEGLIGIBLE: f32 = 1e-5;

/// Plays games and changes the weights of the first phases; returns what to log.
pub(super) fn learn(
    weights: &mut Fractions,
    phases: usize,
    two_sides: bool,
    random: &mut SplitMix64,
) -> String {
    let width = phases * TRAINED_WEIGHTS;
    let rounded = Weights::rounded(weights);
    let mut sums = Regression::new(width);
    let mut moves = MoveList::new();
    let mut entropy = (0.0, 0.0);
    for game in 0..GAMES {
        let mut state =
            State::new_game(&options(two_sides, game), 0).expect("the options go together");
        let mut events = Vec::new();
        let sides = state.rules().sides().count();
        let mut drifts = vec![vec![0.0; width]; sides];
        while let Some(choice) = Choice::new(&state, &mut moves) {
            if choice.phase >= phases {
                break;
            }
            let shares = softmax(&choice, weights);
            let chosen = draw(&shares, random);
            let drift = &mut drifts[choice.side][choice.phase * TRAINED_WEIGHTS..];
            for (index, (option, &share)) in choice.options.iter().zip(&shares).enumerate() {
                if index == chosen || share > NEGLIGIBLE {
                    let pull = if index == chosen { 1.0 - share } else { -share };
                    for (at, count) in option.terms() {
                        drift[at] += f64::from(pull * count);
                    }
                }
                entropy.0 -= f64::from(share * share.max(1e-9).ln());
            }
            entropy.1 += 1.0;
            let color = state.to_move().expect("not over");
            state.play(Action::Place(color, choice.options[chosen].placement), &mut events);
        }
        let points = points_after_best_looking(&state, &rounded);
        for side in 0..sides {
            let mean_of_others = |value: &dyn Fn(usize) -> f64| {
                (0..sides).filter(|&other| other != side).map(value).sum::<f64>()
                    / (sides - 1) as f64
            };
            let margin =
                f64::from(points[side]) - mean_of_others(&|other| f64::from(points[other]));
            let row: Vec<f64> = (0..width)
                .map(|at| drifts[side][at] - mean_of_others(&|other| drifts[other][at]))
                .collect();
            sums.add(&row, margin);
        }
    }
    let worth = sums.solve();
    for (phase, weights) in weights[..phases].iter_mut().enumerate() {
        for (at, weight) in weights.iter_mut().enumerate() {
            *weight += (RATE * worth[phase * TRAINED_WEIGHTS + at]) as f32;
        }
    }
    format!(
        "{GAMES} games, entropy {:.3}, a step worth {:.2} points",
        entropy.0 / entropy.1,
        sums.worth_of_step(&worth)
    )
}

/// A ridge regression, which prefers small coefficients.
struct Regression {
    width: usize,
    /// Sums of products of features, row by row.
    products: Vec<f64>,
    /// Sums of products of features and results.
    results: Vec<f64>,
    count: f64,
}

impl Regression {
    fn new(width: usize) -> Self {
        let (products, results) = (vec![0.0; width * width], vec![0.0; width]);
        Self { width, products, results, count: 0.0 }
    }

    fn add(&mut self, row: &[f64], result: f64) {
        self.count += 1.0;
        for (at, &one) in row.iter().enumerate() {
            self.results[at] += one * result;
            // It is zero for a piece that is not placed in a phase, for example.
            if one != 0.0 {
                let products = &mut self.products[at * self.width..(at + 1) * self.width];
                for (product, &other) in products.iter_mut().zip(row) {
                    *product += one * other;
                }
            }
        }
    }

    /// The coefficients, by Gaussian elimination: the matrix is positive definite.
    fn solve(&self) -> Vec<f64> {
        let width = self.width;
        let mut matrix = self.products.clone();
        let mut right = self.results.clone();
        for at in 0..width {
            matrix[at * width + at] += RIDGE;
        }
        for pivot in 0..width {
            for row in pivot + 1..width {
                let factor = matrix[row * width + pivot] / matrix[pivot * width + pivot];
                for col in pivot..width {
                    matrix[row * width + col] -= factor * matrix[pivot * width + col];
                }
                right[row] -= factor * right[pivot];
            }
        }
        for row in (0..width).rev() {
            let known: f64 =
                (row + 1..width).map(|col| matrix[row * width + col] * right[col]).sum();
            right[row] = (right[row] - known) / matrix[row * width + row];
        }
        right
    }

    /// The standard deviation of the results that the coefficients predict.
    fn worth_of_step(&self, worth: &[f64]) -> f64 {
        let width = self.width;
        let mut sum = 0.0;
        for row in 0..width {
            for col in 0..width {
                sum += worth[row] * self.products[row * width + col] * worth[col];
            }
        }
        (sum / self.count).sqrt()
    }
}
