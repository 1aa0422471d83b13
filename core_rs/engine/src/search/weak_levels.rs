//! Moves of the two lowest levels: sampled from the prior, without looking ahead. This resembles
//! inexperienced players, who see good places, but not always.

use super::prior::{ONE, exp};
use super::random::Random;

/// Keeps `count` of the ranked moves, drawn at random: the better the likelier, and the lower the
/// temperature the more so. `ranked` has negative values, the best first.
pub(crate) fn draw_some<T: Copy>(
    ranked: &mut Vec<(i32, T)>,
    temperature: f32,
    count: usize,
    random: &mut Random,
) {
    let best = ranked.first().map_or(0, |first| first.0);
    let weight = |one: &(i32, T)| exp((best - one.0) as f32 / (ONE as f32 * temperature));
    let mut left = std::mem::take(ranked);
    while ranked.len() < count.max(1) && !left.is_empty() {
        let mut mark = random.unit() * left.iter().map(weight).sum::<f32>();
        let passed = |one: &(i32, T)| {
            mark -= weight(one);
            mark < 0.0
        };
        let at = left.iter().position(passed).unwrap_or(left.len() - 1);
        ranked.push(left.remove(at));
    }
}
