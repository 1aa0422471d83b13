//! Moves of the two lowest levels: sampled from the prior, without looking ahead. This resembles
//! inexperienced players, who see good places, but not always.

use super::answer::{StopReason, Suggestion, Suggestions};
use super::levels::SearchOptions;
use super::prior::{ONE, exp};
use super::random::Random;

/// Keeps `count` of the ranked moves, sampled with probability increasing with value; a low
/// temperature sharpens it. `ranked` has negated values, the best first.
///
/// The sample depends on the moves, too. With random numbers from the seed alone, a bot that keeps
/// its seed would always choose from the same part of the list: it would be strong with one seed
/// and weak with another.
pub(crate) fn draw_some<T: Copy + Into<u64>>(
    ranked: &mut Vec<(i32, T)>,
    temperature: f32,
    count: usize,
    random: &mut Random,
) {
    let mut random = Random::new(random.next() ^ fingerprint(ranked));
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

/// A hash of a list of moves (FNV-1a over whole numbers).
fn fingerprint<T: Copy + Into<u64>>(ranked: &[(i32, T)]) -> u64 {
    ranked.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &(_, key)| {
        (hash ^ key.into()).wrapping_mul(0x0100_0000_01B3)
    })
}

/// Suggests several moves: the one that the level plays, and others that it could have drawn.
///
/// The first is searched alone, as if no other were requested. A search of all of them prefers the
/// good ones: the more moves are requested, the stronger the level would be. `search` draws the
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
    if let Some(played) = answer.moves.first().map(|one| one.action) {
        let is_played = |one: &Suggestion| one.action == played;
        let others = all.moves.into_iter().filter(|one| !is_played(one)).take(options.count - 1);
        answer.moves.extend(others);
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_draws_from_all_parts_of_a_list() {
        for seed in 0..20 {
            let mut drawn = [0; 10];
            for position in 0..500_u32 {
                let mut ranked: Vec<(i32, u32)> =
                    (0..10).map(|at| (0, position * 10 + at)).collect();
                draw_some(&mut ranked, 1.0, 1, &mut Random::new(seed));
                drawn[ranked[0].1 as usize % 10] += 1;
            }
            assert!(drawn.iter().all(|&times| (20..=85).contains(&times)), "{seed}: {drawn:?}");
        }
    }

    #[test]
    fn the_first_move_does_not_depend_on_the_count() {
        let first = |count| {
            let mut ranked: Vec<(i32, u32)> = (0..30).map(|at| (at * ONE / 8, at as u32)).collect();
            draw_some(&mut ranked, 3.0, count, &mut Random::new(7));
            assert_eq!(ranked.len(), count);
            ranked[0]
        };
        assert!([2, 5, 30].into_iter().all(|count| first(count) == first(1)));
    }
}
