//! Fuzz target: suggestions are legal, ranked, within what is possible, repeatable, and do not
//! depend on what is hidden.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cornerwise::action::Action;
use cornerwise::document::{state_json, view_json};
use cornerwise::movegen::MoveList;
use cornerwise::ruleset::{Game, Scoring};
use cornerwise::search::{
    Budget, Estimate, Level, SearchOptions, Step, StopReason, Suggestion, Suggestions, suggest,
};
use cornerwise::setup::DECK_NAMES;
use cornerwise::state::State;

use crate::game::{Random, legal_actions};
use crate::input::Input;
use crate::{invariants, mutate};

/// A colour's points: nothing placed, and everything with the monomino last (P2, P3).
const COLOR_POINTS: [i32; 2] = [-89, 20];

/// Sums of single precision differ from 1 by less.
const PRECISION: f64 = 1e-3;

/// Searches a state of a game, which may have been mutated.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let Some(state) = mutate::any_state(&mut input) else { return };
    let (options, cancelled) = request(&mut input);
    let search = |state: &State| suggest(state, &options, &AtomicBool::new(cancelled));
    let answer = search(&state);
    check(&state, &options, cancelled, &answer);
    if options.time.is_some() {
        return;
    }
    check_same(&state, &search(&state), &answer);
    if let Some(seat) = state.seat().filter(|_| state.rules().game() == Game::Shuffle) {
        let other = with_other_hidden_cards(&state, &mut input);
        check_same(&other, &search(&other), &answer);
        let view = invariants::view(&state, seat);
        check_same(view.state(), &search(view.state()), &answer);
    }
}

/// Checks that the answer for a state is the expected one, apart from the time.
fn check_same(state: &State, answer: &Suggestions, expected: &Suggestions) {
    let untimed = |answer: &Suggestions| Suggestions { elapsed: Duration::ZERO, ..answer.clone() };
    assert_eq!(untimed(answer), untimed(expected), "{}", state_json(state));
}

/// What is asked for, and whether the search is cancelled before it begins. A search that could
/// take long is cancelled or has a time limit.
fn request(input: &mut Input) -> (SearchOptions, bool) {
    let mut cancelled = input.rarely(8);
    let mut time = None;
    let budget = match input.below(4) {
        0 => Budget::Units(input.below(400) as u64),
        1 => Budget::Units(input.below(3_000) as u64),
        2 => Budget::Level(Level::new(1 + input.below(4) as u8).expect("a level")),
        _ => {
            cancelled |= input.below(2) == 0;
            if !cancelled {
                time = Some(Duration::from_micros(input.below(1_500) as u64));
            }
            match input.below(6) {
                5 => Budget::Units(input.seed()),
                above => Budget::Level(Level::new(5 + above as u8).expect("a level")),
            }
        }
    };
    let count = match input.below(8) {
        0..3 => 1,
        3..7 => input.below(21),
        _ => input.seed() as usize,
    };
    let seed = input.seed();
    (SearchOptions { budget, count, seed, time, whole_turn: input.below(2) == 1 }, cancelled)
}

/// Checks an answer.
fn check(state: &State, options: &SearchOptions, cancelled: bool, answer: &Suggestions) {
    let describe = || format!("{options:?}, {answer:?}, {}", state_json(state));
    let is_over = state.to_move().is_none();
    assert_eq!(answer.stopped == StopReason::Over, is_over, "{}", describe());
    assert!(answer.stopped != StopReason::Cancelled || cancelled, "{}", describe());
    assert!(answer.stopped != StopReason::Time || options.time.is_some(), "{}", describe());
    assert_eq!(answer.moves.is_empty(), is_over, "{}", describe());
    assert!(answer.moves.len() <= options.count.max(1), "{}", describe());
    check_estimates(state, &answer.evaluation);
    let Some(best) = answer.moves.first() else {
        assert!(answer.turn.is_empty(), "{}", describe());
        return check_result(state, &answer.evaluation);
    };
    assert_eq!(answer.evaluation, best.estimates, "{}", describe());
    assert_eq!(answer.turn.first(), Some(&best.action), "{}", describe());
    check_moves(state, options, answer);
    check_turn(state, options, &answer.turn);
}

/// Checks the moves: different ones, ranked, legal, each with a sound estimate and line.
fn check_moves(state: &State, options: &SearchOptions, answer: &Suggestions) {
    let describe = || format!("{options:?}, {:?}, {}", answer.moves, state_json(state));
    let legal = legal_actions(state, &mut MoveList::new());
    for (index, one) in answer.moves.iter().enumerate() {
        let is_new = answer.moves[..index].iter().all(|other| other.action != one.action);
        assert!(is_new && legal.contains(&one.action), "{:?}: {}", one.action, describe());
        assert!(one.visits > 0 && (0.0..=1.0).contains(&one.prior), "{}", describe());
        check_estimates(state, &one.estimates);
        check_line(state, one);
    }
    let priors: f64 = answer.moves.iter().map(|one| f64::from(one.prior)).sum();
    assert!(priors < 1.0 + PRECISION, "{}", describe());
    let visits: u64 = answer.moves.iter().map(|one| u64::from(one.visits)).sum();
    assert!(visits <= answer.playouts && answer.playouts <= answer.units, "{}", describe());
    // The lowest levels draw their moves.
    let is_drawn = matches!(options.budget, Budget::Level(level) if level.number() <= 2);
    let is_ranked = answer.moves.is_sorted_by_key(|one| std::cmp::Reverse(one.visits));
    assert!(is_drawn || is_ranked, "{}", describe());
}

/// Checks that every side has an estimate that is possible, and that the chances to win sum to 1.
fn check_estimates(state: &State, estimates: &[Estimate]) {
    let score = state.score();
    let describe = || format!("{estimates:?}, {score:?}, {}", state_json(state));
    assert_eq!(estimates.len(), score.sides.len(), "{}", describe());
    let chances: f64 = estimates.iter().map(|one| one.win).sum();
    assert!((chances - 1.0).abs() < PRECISION, "{}", describe());
    for (estimate, side) in estimates.iter().zip(&score.sides) {
        assert_eq!(estimate.side, side.side, "{}", describe());
        assert!((0.0..=1.0).contains(&estimate.win), "{}", describe());
        let [least, most] = possible_scores(state, side.colors.len() as i32, side.score);
        let is_possible = (f64::from(least)..=f64::from(most)).contains(&estimate.score);
        assert!(is_possible, "{least} to {most}: {}", describe());
        let is_negative_zero = estimate.score == 0.0 && estimate.score.is_sign_negative();
        assert!(!is_negative_zero, "-0: {}", describe());
    }
}

/// The range of final scores possible for a side with `colors` colours and the score `now`.
fn possible_scores(state: &State, colors: i32, now: i32) -> [i32; 2] {
    let [least, most] = COLOR_POINTS.map(|points| points * colors);
    match (state.rules().scoring(), state.rules().game()) {
        // In classic, pieces are only added. A monomino that is no longer the last one costs
        // nothing, because its points count only together with all pieces.
        (Scoring::Basic, Game::Classic) => [0, now],
        (Scoring::Advanced, Game::Classic) => [now, most],
        (Scoring::Basic, Game::Shuffle) => [0, -least],
        (Scoring::Advanced, Game::Shuffle) => [least, most],
    }
}

/// Checks that the evaluation of a finished game is its result.
fn check_result(state: &State, evaluation: &[Estimate]) {
    let score = state.score();
    let winners: Vec<_> = score.winners().collect();
    for (estimate, side) in evaluation.iter().zip(&score.sides) {
        assert!((estimate.score - f64::from(side.score)).abs() < f64::EPSILON, "{estimate:?}");
        let won =
            if winners.contains(&side.side) { 1.0 / f64::from(winners.len() as u32) } else { 0.0 };
        assert!((estimate.win - won).abs() < f64::EPSILON, "{estimate:?}");
    }
}

/// Checks that the steps of a line can follow. A card that is not at hand ends it: the line may
/// contain any card that was hidden.
fn check_line(state: &State, one: &Suggestion) {
    let mut state = state.clone();
    play(&mut state, one.action);
    for (index, &Step { color, action }) in one.line.iter().enumerate() {
        let describe = || format!("step {index} of {one:?} in {}", state_json(&state));
        assert_eq!(state.to_move(), Some(color), "{}", describe());
        let legal = legal_actions(&state, &mut MoveList::new());
        if !legal.contains(&action) {
            let is_card = matches!(action, Action::PlayCard(_) | Action::ChooseCard(_));
            let is_alike =
                |other: &Action| std::mem::discriminant(other) == std::mem::discriminant(&action);
            assert!(is_card && legal.iter().any(is_alike), "{}", describe());
            return;
        }
        play(&mut state, action);
    }
}

/// Checks that the actions of a turn can be played, and that they are of one turn.
fn check_turn(state: &State, options: &SearchOptions, turn: &[Action]) {
    let mut state = state.clone();
    let color = state.to_move();
    for (index, &action) in turn.iter().enumerate() {
        let describe = || format!("step {index} of {turn:?} in {}", state_json(&state));
        assert!(index == 0 || options.whole_turn, "{}", describe());
        assert_eq!(state.to_move(), color, "{}", describe());
        let legal = legal_actions(&state, &mut MoveList::new());
        assert!(legal.contains(&action), "{}", describe());
        play(&mut state, action);
    }
}

fn play(state: &mut State, action: Action) {
    state.play(action, &mut Vec::new());
}

/// The state with the cards that the deciding seat does not see in another order.
fn with_other_hidden_cards(state: &State, input: &mut Input) -> State {
    let mut random = Random::new(input.seed());
    let seat = state.seat().expect("the game is not over");
    let mut setup = invariants::to_setup(state);
    let decks = setup.decks.as_mut().expect("Shuffle has cards");
    for (index, (name, _)) in state.decks().enumerate() {
        let at = DECK_NAMES.iter().position(|&other| other == name).expect("a name of a deck");
        let deck = decks[at].as_mut().expect("a deck of the game");
        let mut hidden = std::mem::take(&mut deck.draw);
        let in_pile = hidden.len();
        let hand = deck.hand.get_or_insert_default();
        if !state.shows_hand(index, seat) {
            hidden.append(hand);
        }
        for last in (1..hidden.len()).rev() {
            hidden.swap(last, random.below(last + 1));
        }
        hand.extend(hidden.drain(in_pile..));
        deck.draw = hidden;
    }
    let other = State::new(&setup)
        .unwrap_or_else(|problems| panic!("{} dealt anew: {problems:?}", state_json(state)));
    let seen = |state: &State| view_json(state, &state.visible_to(seat));
    assert_eq!(seen(&other), seen(state), "the seat sees the same");
    other
}
