//! Guarantees of the search: legal, reproducible answers within their limits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cornerwise::action::Action;
use cornerwise::color::Color;
use cornerwise::movegen::MoveList;
use cornerwise::phase::{ActiveEffect, Decision};
use cornerwise::piece::Supply;
use cornerwise::placement_rule::StartCorners;
use cornerwise::ruleset::{Game, Options, Scoring, Seats};
use cornerwise::search::{
    Budget, Estimate, Level, RandomGames, SearchOptions, StopReason, Suggestions, suggest,
};
use cornerwise::shuffle::{RandomSource, SplitMix64};
use cornerwise::state::State;

/// Games of every variant, with different first colours, shared colours, corners and scorings.
fn games() -> Vec<Options> {
    let mut all = Vec::new();
    for game in Game::ALL {
        for seats in [Seats::Two, Seats::Three, Seats::Four] {
            for teams in [false, true] {
                if teams && (seats != Seats::Four || game == Game::Shuffle) {
                    continue;
                }
                let number = all.len();
                all.push(Options {
                    game,
                    seats,
                    teams,
                    scoring: Scoring::ALL[number / 2 % 2],
                    shared_color: (seats == Seats::Three).then(|| Color::ALL[(number + 1) % 4]),
                    first_color: Some(Color::ALL[number % 4]),
                    start_corners: StartCorners::ALL[number % 2],
                    ..Options::default()
                });
            }
        }
    }
    all
}

fn legal(state: &State) -> Vec<Action> {
    let mut moves = MoveList::new();
    state.legal_actions(Supply::FULL, &mut moves).actions(&moves).collect()
}

fn search(state: &State, options: &SearchOptions) -> Suggestions {
    suggest(state, options, &AtomicBool::new(false))
}

fn units(units: u64) -> SearchOptions {
    SearchOptions { budget: Budget::Units(units), ..SearchOptions::default() }
}

/// Plays random games of every variant and passes all states to `look`, including the last ones.
fn random_states(rounds: u64, mut look: impl FnMut(&State, u64)) {
    for seed in 0..rounds {
        for options in games() {
            let mut random = SplitMix64::new(seed);
            let mut state = State::new_game(&options, seed).expect("valid options");
            let mut events = Vec::new();
            loop {
                look(&state, random.next_u64());
                let all = legal(&state);
                if all.is_empty() {
                    break;
                }
                state.play(all[random.below(all.len() as u64) as usize], &mut events);
            }
        }
    }
}

fn assert_is_sound(state: &State, options: &SearchOptions, answer: &Suggestions) {
    let all = legal(state);
    assert_eq!(answer.moves.is_empty(), all.is_empty());
    assert!(answer.moves.len() <= options.count.max(1));
    for one in &answer.moves {
        assert!(all.contains(&one.action), "{:?} in {:?}", one.action, state.decision());
        assert!(one.visits > 0 || answer.stopped == StopReason::Solved);
        let chances: f64 = one.estimates.iter().map(|estimate| estimate.win).sum();
        assert!((chances - 1.0).abs() < 1e-9);
        for (estimate, now) in one.estimates.iter().zip(&state.score().sides) {
            assert_eq!(estimate.side, now.side);
            assert!((0.0..=1.0).contains(&estimate.win));
            // In classic pieces are only added, and all of them are worth 20 points a colour.
            if state.rules().game() == Game::Classic {
                let (now, all) =
                    (f64::from(now.score), if now.colors.len() == 2 { 40.0 } else { 20.0 });
                let possible = match state.rules().scoring() {
                    Scoring::Basic => 0.0..=now,
                    Scoring::Advanced => now..=all,
                };
                assert!(possible.contains(&estimate.score), "{} in {possible:?}", estimate.score);
            }
        }
        // The expected line can be played; in Shuffle hidden cards may turn out otherwise.
        if state.rules().game() == Game::Classic {
            let mut events = Vec::new();
            let mut next = state.clone();
            next.play(one.action, &mut events);
            for step in &one.line {
                assert_eq!(next.to_move(), Some(step.color));
                assert!(legal(&next).contains(&step.action));
                next.play(step.action, &mut events);
            }
        }
    }
    assert_eq!(answer.evaluation.len(), state.score().sides.len());
    if state.rules().game() == Game::Classic {
        // A side that is blocked for good has its final score.
        for (side, estimate) in state.score().sides.iter().zip(&answer.evaluation) {
            let is_blocked = |&color: &Color| !state.can_place(color);
            if side.colors.iter().all(is_blocked) {
                assert!((estimate.score - f64::from(side.score)).abs() < 1e-9, "{estimate:?}");
            }
        }
    }
    assert_eq!(answer.turn.first(), answer.moves.first().map(|best| &best.action));
}

#[test]
fn every_suggestion_is_legal() {
    let mut seen = 0;
    random_states(4, |state, seed| {
        let options = SearchOptions { count: 3, seed, ..units(300) };
        assert_is_sound(state, &options, &search(state, &options));
        seen += 1;
    });
    assert!(seen > 2_000);
}

#[test]
fn every_level_answers() {
    for options in games() {
        let state = State::new_game(&options, 5).expect("valid options");
        for level in (1..=5).filter_map(Level::new) {
            for count in [1, 4] {
                let budget = Budget::Level(level);
                let request = SearchOptions { budget, count, ..SearchOptions::default() };
                assert_is_sound(&state, &request, &search(&state, &request));
            }
        }
    }
    assert!(Level::new(0).is_none() && Level::new(10).is_none());
}

#[test]
fn each_level_from_3_on_does_four_times_the_work_of_the_one_before() {
    let units: Vec<u64> = (3..=9).filter_map(Level::new).map(Level::units).collect();
    assert_eq!(units, (0..7).map(|steps| 2_000 * 4_u64.pow(steps)).collect::<Vec<_>>());
}

#[test]
fn level_5_is_the_default() {
    assert_eq!(Level::new(5), Some(Level::DEFAULT));
    assert_eq!(SearchOptions::default().budget, Budget::Level(Level::DEFAULT));
}

#[test]
fn low_levels_play_the_same_move_however_many_are_asked_for() {
    let mut compared = 0;
    random_states(1, |state, seed| {
        if state.to_move().is_none() || seed % 3 != 0 {
            return;
        }
        for level in [1, 2].into_iter().filter_map(Level::new) {
            let request = |count| {
                let budget = Budget::Level(level);
                let options = SearchOptions { budget, count, seed, whole_turn: true, time: None };
                let answer = search(state, &options);
                assert_is_sound(state, &options, &answer);
                let actions: Vec<Action> = answer.moves.iter().map(|one| one.action).collect();
                let is_listed_once = |action| actions.iter().filter(|&one| one == action).count();
                assert!(actions.iter().all(|action| is_listed_once(action) == 1));
                let shares: f32 = answer.moves.iter().map(|one| one.prior).sum();
                assert!(shares <= 1.001);
                let first = (answer.turn.clone(), answer.evaluation.clone(), actions[0]);
                (first, answer.moves[0].prior)
            };
            let (alone, prior) = request(1);
            for (first, prior_of_first) in [2, 3, 20].map(request) {
                assert_eq!(first, alone);
                assert!((prior_of_first - prior).abs() < 1e-5, "{prior_of_first}, {prior}");
            }
            compared += 1;
        }
    });
    assert!(compared > 200);
}

#[test]
fn same_request_has_the_same_answer() {
    let mut number = 0;
    random_states(1, |state, seed| {
        number += 1;
        if number % 9 == 0 {
            let options = SearchOptions { count: 5, seed, ..units(1_000) };
            let (mut one, mut other) = (search(state, &options), search(state, &options));
            (one.elapsed, other.elapsed) = (Duration::ZERO, Duration::ZERO);
            assert_eq!(one, other);
        }
    });
}

#[test]
fn the_seed_matters() {
    let state = State::new_game(&Options::default(), 0).expect("valid options");
    let visits = |seed| {
        let options = SearchOptions { count: 100, seed, ..units(5_000) };
        let found = search(&state, &options).moves;
        found.iter().map(|one| one.visits).collect::<Vec<_>>()
    };
    assert_ne!(visits(1), visits(2));
}

#[test]
fn budget_is_spent_and_hardly_exceeded() {
    for options in games() {
        let state = State::new_game(&options, 0).expect("valid options");
        for budget in [1, 5_000, 20_000] {
            let request = SearchOptions { count: 2, ..units(budget) };
            let answer = search(&state, &request);
            assert_eq!(answer.stopped, StopReason::Budget);
            assert!(answer.units >= budget);
            // At most one batch of simulations more, each of a whole game.
            assert!(answer.units <= budget + 32 * 400, "{} of {budget}", answer.units);
            let visits: u32 = answer.moves.iter().map(|one| one.visits).sum();
            assert!(u64::from(visits) <= answer.playouts);
        }
    }
}

#[test]
fn a_decided_search_stops_early() {
    // After three placements, only corners are left for the fourth colour; late in a game there is
    // often a single move.
    let mut decided = 0;
    random_states(1, |state, _| {
        if legal(state).len() == 1 {
            let answer = search(state, &units(1_000_000));
            assert!(matches!(answer.stopped, StopReason::Decided | StopReason::Solved));
            assert!(answer.units < 100_000);
            decided += 1;
        }
    });
    assert!(decided > 0);
}

#[test]
fn a_decided_search_plays_what_the_whole_search_plays() {
    let (mut decided, mut number) = (0, 0);
    random_states(2, |state, seed| {
        number += 1;
        if legal(state).len() < 2 || number % 4 != 0 {
            return;
        }
        for budget in [2_000, 8_000, 32_000] {
            let request = SearchOptions { seed, ..units(budget) };
            let alone = search(state, &request);
            if alone.stopped == StopReason::Decided {
                let whole = search(state, &SearchOptions { count: 3, ..request });
                assert_eq!(alone.moves[0].action, whole.moves[0].action, "{budget}, {seed}");
                decided += 1;
            }
        }
    });
    assert!(decided > 200, "{decided}");
}

#[test]
fn time_limit_ends_the_search() {
    for options in games() {
        let state = State::new_game(&options, 0).expect("valid options");
        let limit = Duration::from_millis(20);
        let request = SearchOptions { time: Some(limit), count: 2, ..units(u64::MAX) };
        let begin = Instant::now();
        let answer = search(&state, &request);
        assert_eq!(answer.stopped, StopReason::Time);
        assert!(begin.elapsed() < Duration::from_secs(5));
        assert_is_sound(&state, &request, &answer);
    }
}

#[test]
fn a_cancelled_search_ends_soon() {
    for options in games() {
        let state = State::new_game(&options, 0).expect("valid options");
        let cancel = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(20));
                cancel.store(true, Ordering::Relaxed);
            });
            let request = SearchOptions { count: 2, ..units(u64::MAX) };
            let answer = suggest(&state, &request, &cancel);
            assert_eq!(answer.stopped, StopReason::Cancelled);
            assert!(!answer.moves.is_empty());
        });
    }
}

#[test]
fn solving_an_endgame_ends_when_the_search_is_cancelled_or_half_of_the_time_is_over() {
    let (mut endgames, mut cut) = (0, 0);
    random_states(30, |state, seed| {
        if state.rules().game() == Game::Classic && can_place(state) == 1 {
            let request = SearchOptions { seed, ..units(100_000) };
            let answer = suggest(state, &request, &AtomicBool::new(true));
            // A few positions of the endgame, and the first batch of simulations.
            assert!(answer.units < 4_000, "{}", answer.units);
            let in_no_time = SearchOptions { time: Some(Duration::ZERO), ..request };
            let answer = search(state, &in_no_time);
            assert!(answer.units < 4_000, "{}", answer.units);
            assert!(matches!(answer.stopped, StopReason::Time | StopReason::Solved));
            cut += u32::from(answer.stopped == StopReason::Time);
            endgames += 1;
        }
    });
    assert!(endgames > 100 && cut > 0, "{cut} of {endgames}");
}

#[test]
fn a_finished_game_has_an_evaluation_and_no_moves() {
    random_states(2, |state, _| {
        if state.to_move().is_none() {
            let answer = search(state, &units(1_000));
            assert_eq!(answer.stopped, StopReason::Over);
            assert!(answer.moves.is_empty() && answer.turn.is_empty());
            for (estimate, side) in answer.evaluation.iter().zip(&state.score().sides) {
                assert_eq!(estimate.side, side.side);
                assert!((estimate.score - f64::from(side.score)).abs() < 1e-9);
            }
        }
    });
}

#[test]
fn a_whole_turn_can_be_played() {
    let mut turns = 0;
    random_states(2, |state, seed| {
        if state.to_move().is_none() || seed % 4 != 0 {
            return;
        }
        let request = SearchOptions { whole_turn: true, seed, ..units(1_200) };
        let answer = search(state, &request);
        let mut next = state.clone();
        let mut events = Vec::new();
        for &action in &answer.turn {
            assert!(legal(&next).contains(&action));
            next.play(action, &mut events);
        }
        turns += 1;
    });
    assert!(turns > 100);
}

#[test]
fn a_turn_of_one_decision_has_the_whole_budget() {
    let mut turns = 0;
    random_states(1, |state, seed| {
        let is_last = matches!(
            state.decision(),
            Decision::Opening | Decision::Place(ActiveEffect::Nothing | ActiveEffect::Second(_))
        );
        if !is_last || seed % 4 != 0 {
            return;
        }
        let one = SearchOptions { count: 2, seed, ..units(3_000) };
        let turn = SearchOptions { whole_turn: true, ..one };
        let [mut one, mut turn] = [one, turn].map(|options| search(state, &options));
        (one.elapsed, turn.elapsed) = (Duration::ZERO, Duration::ZERO);
        assert_eq!(one, turn);
        turns += 1;
    });
    assert!(turns > 50);
}

#[test]
fn a_turn_spends_what_its_first_decisions_leave() {
    let mut turns = 0;
    random_states(4, |state, seed| {
        let request = SearchOptions { whole_turn: true, count: 2, seed, ..units(40_000) };
        let color = state.to_move();
        if *state.decision() != Decision::ChooseColor || turns >= 8 {
            return;
        }
        let answer = search(state, &request);
        let mut last = state.clone();
        last.play(answer.turn[0], &mut Vec::new());
        // Two decisions; the second has many options, so its search does not end early.
        if last.to_move() == color && legal(&last).len() > 50 {
            assert_eq!(answer.turn.len(), 2);
            assert!(answer.units > 30_000, "{}", answer.units);
            turns += 1;
        }
    });
    assert!(turns > 3, "{turns}");
}

fn can_place(state: &State) -> usize {
    Color::ALL.into_iter().filter(|&color| state.can_place(color)).count()
}

/// The index of the side that a colour counts for; the shared colour counts for none.
fn side_of(state: &State, color: Color) -> Option<usize> {
    state.rules().sides().position(|(_, colors)| colors.contains(&color))
}

/// How far a side is ahead of all others together; fewer squares left are better.
fn lead(state: &State, side: usize, scores: impl Iterator<Item = f64>) -> f64 {
    let sign = if state.rules().scoring() == Scoring::Basic { -1.0 } else { 1.0 };
    scores
        .enumerate()
        .map(|(at, score)| if at == side { sign * score } else { -sign * score })
        .sum()
}

fn expected_lead(state: &State, side: usize, estimates: &[Estimate]) -> f64 {
    lead(state, side, estimates.iter().map(|one| one.score))
}

/// The final lead if all sides play best, found by trying everything; none if that takes more than
/// `left` positions.
fn best_lead(state: &State, side: usize, left: &mut u32) -> Option<f64> {
    *left = left.checked_sub(1)?;
    let Some(color) = state.to_move() else {
        return Some(lead(state, side, state.score().sides.iter().map(|one| one.score.into())));
    };
    let mut leads = Vec::new();
    for action in legal(state) {
        let mut next = state.clone();
        next.play(action, &mut Vec::new());
        leads.push(best_lead(&next, side, left)?);
    }
    let is_own = side_of(state, color) == Some(side);
    leads.into_iter().reduce(if is_own { f64::max } else { f64::min })
}

/// Asserts that the search reaches this lead, and predicts it.
fn assert_is_solved(mut state: State, side: usize, best: f64, seed: u64) {
    let mut events = Vec::new();
    while state.to_move().is_some() {
        let several = SearchOptions { seed, count: 20, ..units(100_000) };
        let answer = search(&state, &several);
        assert_eq!(answer.stopped, StopReason::Solved, "seed {seed}");
        assert!(answer.playouts < 100, "a solved endgame is not searched: {}", answer.playouts);
        for suggestion in &answer.moves {
            let mut end = state.clone();
            end.play(suggestion.action, &mut events);
            for step in &suggestion.line {
                end.play(step.action, &mut events);
            }
            let known = search(&end, &units(1)).evaluation;
            assert_eq!(suggestion.estimates, known, "seed {seed}: the line leads to the estimate");
            let expected = expected_lead(&state, side, &suggestion.estimates);
            assert!((expected - best).abs() < 1e-9, "seed {seed}: {expected} instead of {best}");
        }
        let answer = search(&state, &SearchOptions { seed, ..units(200_000) });
        state.play(answer.moves[0].action, &mut events);
    }
    let end = expected_lead(&state, side, &search(&state, &units(1)).evaluation);
    assert!((end - best).abs() < 1e-9, "seed {seed}: {end} instead of {best}");
}

#[test]
fn small_endgames_are_solved() {
    // It matters which pieces are placed in which order, whether I1 is the last one, and with two sides
    // whom that blocks. Either one colour can still place, or one side with two colours, or two sides.
    let mut found = [0; 3];
    let variants: Vec<Options> =
        games().into_iter().filter(|one| one.game == Game::Classic).collect();
    for seed in 0..80 {
        let scoring = if seed % 8 < 6 { Scoring::Advanced } else { Scoring::Basic };
        let options = Options { scoring, ..variants[seed as usize % variants.len()] };
        let mut state = State::new_game(&options, 0).expect("valid options");
        while let Some(color) = state.to_move() {
            let open: Vec<Option<usize>> = Color::ALL
                .into_iter()
                .filter(|&one| state.can_place(one))
                .map(|one| side_of(&state, one))
                .collect();
            let is_alone = open.iter().all(|one| *one == open[0]);
            let kind = if open.len() == 1 { 0 } else { 1 + usize::from(!is_alone) };
            if let Some(side) = side_of(&state, color)
                && !open.contains(&None)
                && (is_alone || state.rules().sides().count() == 2)
                && (2..=16).contains(&legal(&state).len())
                && found[kind] < 12
                && let Some(best) = best_lead(&state, side, &mut 2_000)
            {
                assert_is_solved(state, side, best, seed);
                found[kind] += 1;
                break;
            }
            let request = SearchOptions { seed, ..units(600) };
            state.play(search(&state, &request).moves[0].action, &mut Vec::new());
        }
    }
    assert!(found.iter().all(|&number| number >= 4), "{found:?}");
}

#[test]
fn random_games_end() {
    for options in games() {
        let state = State::new_game(&options, 3).expect("valid options");
        assert!(RandomGames::new(&state, 1).play(10) > 100);
    }
}
