//! Moves of the two lowest levels: sampled from the prior, without looking ahead. This resembles
//! inexperienced players, who see good places, but not always.

use super::answer::{StopReason, Suggestion, Suggestions};
use super::levels::SearchOptions;
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

/// Suggests several moves: the one that the level plays, and others that it could have drawn.
///
/// The first is searched alone, as if no other were asked for. A search of all of them prefers the
/// good ones: the more moves were asked for, the stronger the level would be. `search` draws the
/// same first move for every count.
pub(crate) fn suggest_several(
    options: &SearchOptions,
    search: impl Fn(&SearchOptions) -> Suggestions,
) -> Suggestions {
    let mut answer = search(&SearchOptions { count: 1, ..*options });
    let time = options.time.map(|time| time.saturating_sub(answer.elapsed));
    let all = search(&SearchOptions { time, whole_turn: false, ..*options });
    answer.units += all.units;
    answer.playouts += all.playouts;
    answer.elapsed += all.elapsed;
    if matches!(all.stopped, StopReason::Time | StopReason::Cancelled) {
        answer.stopped = all.stopped;
    }
    if let Some(played) = answer.moves.first_mut() {
        let is_played = |one: &Suggestion| one.action == played.action;
        let (same, mut others): (Vec<_>, Vec<_>) = all.moves.into_iter().partition(is_played);
        // The search of all may not have tried it; then it has what the others leave.
        let rest = 1.0 - others.iter().map(|one| one.prior).sum::<f32>();
        played.prior = same.first().map_or(rest.max(0.0), |one| one.prior);
        others.truncate(options.count - 1);
        answer.moves.extend(others);
    }
    answer
}
