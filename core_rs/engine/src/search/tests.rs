//! The fast parts of the search, compared with slow and simple ones.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::action::Action;
use crate::card::Card;
use crate::color::Color;
use crate::movegen::{MoveList, Preference};
use crate::phase::{ActiveEffect, Decision};
use crate::piece::{Piece, Placement, Supply};
use crate::placement_rule::StartCorners;
use crate::ruleset::{Game, Options, Scoring, Seats};
use crate::state::State;

use super::accelerate::Task;
use super::classic::{Batch, Search};
use super::clock::Clock;
use super::levels::{Budget, SearchOptions};
use super::payoff::Payoff;
use super::position::Position;
use super::prior::{PER_PHASE, PHASES, Prior, Weights, counts, exp, phase};
use super::random::Random;
use super::shuffle::Allowance;
use super::shuffle::hidden::Hidden;
use super::shuffle::sampling;
use super::terrain::{Holding, Terrain, spread};
use super::training::Counter;
use super::tree::ROOT;
use super::value::{self, COUNTS, ValueWeights};
use super::{Model, suggest_with};

/// Every variant of classic, with different first colours, corners and scorings.
pub(super) fn variants() -> Vec<Options> {
    let mut all = Vec::new();
    for seats in [Seats::Two, Seats::Three, Seats::Four] {
        for teams in [false, true] {
            for (index, scoring) in Scoring::ALL.into_iter().enumerate() {
                if teams && seats != Seats::Four {
                    continue;
                }
                all.push(Options {
                    seats,
                    teams,
                    scoring,
                    shared_color: (seats == Seats::Three).then(|| Color::ALL[index + 1]),
                    first_color: Some(Color::ALL[all.len() % 4]),
                    start_corners: StartCorners::ALL[(all.len() / 2 + index) % 2],
                    ..Options::default()
                });
            }
        }
    }
    all
}

/// Plays a random game and passes every state to `look`, including the last one.
fn random_game(options: &Options, seed: u64, mut look: impl FnMut(&State)) {
    let mut random = Random::new(seed);
    let mut state = State::new_game(options, 0).expect("the options go together");
    let mut moves = MoveList::new();
    let mut events = Vec::new();
    while state.to_move().is_some() {
        look(&state);
        state.legal_actions(Supply::FULL, &mut moves);
        let color = state.to_move().expect("not over");
        let placement = moves[random.below(moves.len() as u32) as usize];
        state.play(Action::Place(color, placement), &mut events);
    }
    look(&state);
}

fn sorted(position: &Position, moves: &mut MoveList) -> Vec<Placement> {
    position.list(moves);
    moves.sort();
    moves.to_vec()
}

#[test]
fn position_follows_the_state_through_whole_games() {
    let (mut moves, mut expected) = (MoveList::new(), MoveList::new());
    for (seed, options) in (0..).zip(variants().iter().cycle().take(40)) {
        let mut position: Option<Position> = None;
        let payoff = Payoff::new(State::new_game(options, 0).expect("valid").rules());
        let mut random = Random::new(seed);
        random_game(options, seed, |state| {
            let position = position.get_or_insert_with(|| Position::new(state));
            if let Some(&(_, placement)) = state.placements().last() {
                position.put(placement);
                position.settle();
            }
            assert_eq!(position.to_move(), state.to_move().map(|color| color as usize));
            let fresh = Position::new(state);
            if let Some(color) = state.to_move() {
                state.legal_actions(Supply::FULL, &mut expected);
                assert_eq!(sorted(position, &mut moves), expected.to_vec());
                assert_eq!(sorted(&fresh, &mut moves), expected.to_vec());
                let acting = payoff.side(color as usize, position.placed(color as usize).into());
                let seat = state.seat().expect("somebody decides");
                let teams = state.rules().teams();
                let side = if teams { (seat - 1) % 2 } else { seat - 1 };
                assert_eq!(acting, usize::from(side));
                for _ in 0..3 {
                    let one = position.sample(&mut random).expect("the colour can place");
                    assert!(expected.contains(&one));
                    let one = position.sample_large(&mut random).expect("the colour can place");
                    assert!(expected.contains(&one));
                }
            }
            let score = state.score();
            for points in [payoff.points(position), payoff.points(&fresh)] {
                for (index, side) in score.sides.iter().enumerate() {
                    let score = payoff.reported_score(points[index].into());
                    assert!((score - f64::from(side.score)).abs() < 1e-9);
                }
                let winners = score.winners().count() as f32;
                for (index, side) in score.sides.iter().enumerate() {
                    let won = score.winners().any(|winner| winner == side.side);
                    let share = if won { 1.0 / winners } else { 0.0 };
                    assert!((payoff.shares(&points)[index] - share).abs() < 1e-6);
                }
            }
        });
    }
}

#[test]
fn payoffs_rise_with_the_own_points_and_fall_with_those_of_others() {
    for options in variants() {
        let payoff = Payoff::new(State::new_game(&options, 0).expect("valid").rules());
        let base = payoff.payoffs(&[-10, -12, -14, -16])[0];
        assert!(payoff.payoffs(&[-9, -12, -14, -16])[0] > base);
        assert!(payoff.payoffs(&[-10, -11, -14, -16])[0] < base);
        assert!((0.0..=1.0).contains(&base));
    }
}

/// Weights that are all different.
fn some_weights() -> Weights {
    let mut random = Random::new(5);
    let mut weights = [[0; PER_PHASE]; PHASES];
    for weight in weights.iter_mut().flatten() {
        *weight = random.below(1000) as i32 - 500;
    }
    Weights(weights)
}

#[test]
fn prior_is_the_weighted_sum_of_the_counts() {
    let weights = some_weights();
    let mut moves = MoveList::new();
    let mut prior = Prior::new();
    for (seed, options) in (0..).zip(variants()) {
        random_game(&options, seed, |state| {
            let Some(color) = state.to_move() else {
                return;
            };
            let position = Position::new(state);
            let payoff = Payoff::new(state.rules());
            let acting = payoff.side(color as usize, state.shared_turns());
            let placed = position.placed(color as usize);
            let holdings = Holding::of_position(&position);
            let terrain = Terrain::new(&holdings, &payoff, color, acting, placed);
            prior.prepare(&terrain, &weights);
            let counter = Counter::new(&terrain);
            state.legal_actions(Supply::FULL, &mut moves);
            for &placement in moves.iter().step_by(11) {
                let row = &weights.0[phase(placed)];
                let counts = counts(&terrain, placement);
                assert_eq!(counter.counts(placement), counts);
                let slow: i32 = counts
                    .iter()
                    .zip(&row[crate::piece::PIECES..])
                    .map(|(&count, weight)| i32::from(count) * weight)
                    .sum();
                assert_eq!(prior.value(placement), slow + row[placement.piece().index()]);
            }
        });
    }
}

#[test]
fn weights_are_read_as_they_were_written() {
    let weights = some_weights();
    assert_eq!(Weights::parse(&weights.to_text()), Ok(weights));
    assert!(Weights::parse("I1 1 2 3 4 5\nI3 1 2 3 4 5").is_err());
    assert!(Weights::parse("I1 1 2 3 4").is_err());
}

#[test]
fn value_counts_agree_with_sets_of_rows() {
    let of = |name: &str| COUNTS.iter().position(|&one| one == name).expect("a count");
    let size = |set: &[u32; 32]| set.iter().map(|row| row.count_ones() as i32).sum::<i32>();
    for (seed, options) in (0..).zip(variants()) {
        random_game(&options, seed, |state| {
            let position = Position::new(state);
            let payoff = Payoff::new(state.rules());
            let counts = value::counts(&position, &payoff);
            for color in Color::ALL {
                let counts = counts[color as usize];
                if payoff.owner(color as usize).is_none() {
                    assert_eq!(counts, [0; COUNTS.len()]);
                    continue;
                }
                let free = position.free(color as usize);
                let anchors = position.anchors(color as usize);
                let zone1 = spread(&anchors, free);
                let zone2 = spread(&zone1, free);
                let zone4 = spread(&spread(&zone2, free), free);
                assert_eq!(counts[of("squares")], state.board().cells(color).len() as i32);
                assert_eq!(counts[of("anchors")], size(&anchors));
                assert_eq!(counts[of("zone1")], size(&zone1));
                assert_eq!(counts[of("zone2")], size(&zone2));
                assert_eq!(counts[of("zone4")], size(&zone4));
                assert_eq!(counts[of("free")], size(free));
                let left = (0..32).filter(|piece| position.left(color as usize) >> piece & 1 == 1);
                assert!(left.eq(state.board().supply(color).iter().map(Piece::index)));
            }
        });
    }
}

#[test]
fn values_are_payoffs() {
    for (seed, options) in (0..).zip(variants()) {
        random_game(&options, seed, |state| {
            let payoff = Payoff::new(state.rules());
            let weights = ValueWeights::of(state);
            let sides = payoff.sides().len();
            if let Some(value) = weights.of_position(&Position::new(state), &payoff) {
                let payoffs = &value.payoffs[..sides];
                assert!((0.0..=1.0).contains(&value.share));
                assert!(payoffs.iter().all(|value| (0.0..=1.0).contains(value)));
                if sides == 2 {
                    assert!((payoffs[0] + payoffs[1] - 1.0).abs() < 1e-5);
                }
                let playout = std::array::from_fn(|side| -5 * side as i32);
                let chances = value.mixed_chances(&payoff.shares(&playout), sides);
                assert!((chances[..sides].iter().sum::<f32>() - 1.0).abs() < 1e-5);
                let points = value.mixed_points(&playout, sides);
                let sum = playout[..sides].iter().sum::<i32>() as f32;
                assert!((points[..sides].iter().sum::<f32>() - sum).abs() < 1e-2);
            }
        });
    }
}

/// Chances to win in the opening, where random playouts cannot tell who stands better.
#[test]
fn estimates_of_the_opening_follow_the_value() {
    let (seats, scoring) = (Seats::Two, Scoring::Advanced);
    let options = Options { seats, scoring, ..Options::default() };
    let mut state = State::new_game(&options, 0).expect("valid");
    let (mut moves, mut events) = (MoveList::new(), Vec::new());
    for pick_largest in [false, true, false, true] {
        let color = state.to_move().expect("not over");
        sorted(&Position::new(&state), &mut moves);
        let size = |one: &Placement| (one.piece().size(), *one);
        let smallest = moves.iter().copied().min_by_key(size);
        let largest = moves.iter().copied().max_by_key(size);
        let chosen = if pick_largest { largest } else { smallest };
        state.play(Action::Place(color, chosen.expect("not blocked")), &mut events);
    }
    // Each square on the board is worth ten points more than the trained value says.
    let text = ValueWeights::of(&state).to_text();
    let line = text.lines().find(|line| line.starts_with("squares")).expect("its weights");
    let other = format!("squares {}", "10240 ".repeat(value::VALUE_PHASES));
    let value = ValueWeights::parse(&text.replace(line, &other)).expect("valid");
    let model = Model { value: Some(&value), ..Model::of(&state) };
    let request = SearchOptions { budget: Budget::Units(2_000), ..SearchOptions::default() };
    let answer = suggest_with(&state, model, &request, &AtomicBool::new(false));
    let [first, second] = answer.evaluation.as_slice() else { panic!("two seats") };
    assert!(second.win > 0.8 && first.win < 0.2, "{first:?} {second:?}");
    assert!(second.score > first.score + 20.0, "{first:?} {second:?}");
}

#[test]
fn value_weights_are_read_as_they_were_written() {
    let state = State::new_game(&Options::default(), 0).expect("valid");
    let weights = ValueWeights::of(&state);
    assert_eq!(ValueWeights::parse(&weights.to_text()).as_ref(), Ok(weights));
    assert!(ValueWeights::parse("deviation 1 2 3").is_err());
    assert!(ValueWeights::parse("squares 1 2 3 4 5 6 7 8 9 10").is_err());
}

#[test]
fn exp_is_close_to_the_real_one() {
    for step in 0_i16..3000 {
        let x = -f32::from(step) / 50.0;
        let real = f64::from(x).exp();
        assert!((f64::from(exp(x)) - real).abs() <= 1e-5 * real, "{x}");
    }
    assert!(exp(-1000.0) == 0.0);
}

#[test]
fn every_kind_of_processor_searches_the_same() {
    let weights = some_weights();
    let options = SearchOptions::default();
    for rules in variants() {
        let state = State::new_game(&rules, 0).expect("valid");
        let model = Model { prior: &weights, ..Model::of(&state) };
        let mut portable = Search::new(&state, model, &options, None);
        let mut best = Search::new(&state, model, &options, None);
        let spent = Batch { simulations: 50, search: &mut portable }.run();
        let batch = Batch { simulations: 50, search: &mut best };
        assert_eq!(super::accelerate::accelerated(batch), spent);
        for (one, other) in portable.tree.edges(ROOT).zip(best.tree.edges(ROOT)) {
            assert_eq!((one.key, one.visits), (other.key, other.visits));
            assert_eq!(one.value.to_bits(), other.value.to_bits());
            assert_eq!(one.prior.to_bits(), other.prior.to_bits());
        }
    }
}

#[test]
fn a_full_tree_does_not_stop_the_search() {
    let state = State::new_game(&Options::default(), 0).expect("valid");
    let weights = some_weights();
    let options = SearchOptions { budget: super::Budget::Units(100), ..SearchOptions::default() };
    // Only ten nodes fit; many more simulations are done.
    let model = Model { prior: &weights, ..Model::of(&state) };
    let mut search = Search::new(&state, model, &options, None);
    Batch { simulations: 500, search: &mut search }.run();
    assert!(!search.tree.has_room(100));
    assert_eq!(search.tree.node(ROOT).visits, 500);
    let cancel = AtomicBool::new(false);
    let answer = super::suggest_with(&state, model, &options, &cancel);
    assert_eq!(answer.moves.len(), 1);
}

#[test]
fn a_tree_that_would_be_full_early_lasts_until_the_end() {
    // Late in a game simulations are short: at every third visit of an edge there would be far more
    // nodes than the tree has room for.
    let mut late = None;
    random_game(&Options::default(), 3, |state| {
        if state.placements().len() == 44 {
            late = Some(state.clone());
        }
    });
    let state = late.expect("the game is longer");
    let budget = Budget::Units(16_000_000);
    let options = SearchOptions { budget, count: 2, ..SearchOptions::default() };
    let cancel = AtomicBool::new(false);
    let mut search = Search::new(&state, Model::of(&state), &options, None);
    let mut clock = Clock::new(&options, &cancel);
    for part in 1..10 {
        while clock.done(10) < part {
            search.step(&mut clock);
        }
        let used = search.tree.used(100);
        assert!(search.tree.has_room(100), "{used} % used after {part} tenths of the work");
        assert!(used >= 8 * part, "{used} % used after {part} tenths of the work");
    }
}

/// The state after redealing the cards that the deciding seat does not see.
fn with_other_hidden_cards(state: &State, random: &mut Random) -> State {
    let seat = state.seat().expect("somebody decides");
    let shown: Vec<bool> = (0..4).map(|deck| state.shows_hand(deck, seat)).collect();
    let mut other = state.clone();
    let cards = other.cards.as_mut().expect("Shuffle has cards");
    for (deck, shown) in cards.decks.iter_mut().zip(shown) {
        let held = if shown { 0 } else { deck.hand.len() };
        let mut unseen = deck.pile.clone();
        unseen.extend(&deck.hand[..held]);
        unseen.reverse();
        random.shuffle(&mut unseen);
        let rest = unseen.split_off(deck.pile.len());
        deck.pile = unseen;
        deck.hand[..held].copy_from_slice(&rest);
    }
    other
}

/// A number for each kind of decision.
fn kind(decision: Decision) -> usize {
    match decision {
        Decision::Opening => 0,
        Decision::PlayCard => 1,
        Decision::ChooseCard(_) => 2,
        Decision::ChooseColor => 3,
        Decision::Recycle => 4,
        Decision::Warp => 5,
        Decision::WarpTo(..) => 6,
        Decision::Place(_) => 7,
        Decision::Over => unreachable!("the game is over"),
    }
}

#[test]
fn hidden_cards_do_not_matter() {
    const STATES: u32 = 6;
    for seats in [Seats::Two, Seats::Three, Seats::Four] {
        let options = Options { game: Game::Shuffle, seats, ..Options::default() };
        // How many states of each kind of decision were compared; with three seats also on the
        // turns of the shared colour.
        let mut compared = [[0; 8]; 2];
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let mut state = State::new_game(&options, seed).expect("valid");
            while let Some(color) = state.to_move() {
                let is_shared = state.rules().shared_color() == Some(color);
                let count = &mut compared[usize::from(is_shared)][kind(*state.decision())];
                let other = with_other_hidden_cards(&state, &mut random);
                if *count < STATES && random.below(3) == 0 && other != state {
                    *count += 1;
                    let budget = super::Budget::Units(1_500);
                    let request =
                        SearchOptions { budget, count: 5, whole_turn: true, ..Default::default() };
                    let cancel = AtomicBool::new(false);
                    let mut answers =
                        [&state, &other].map(|state| super::suggest(state, &request, &cancel));
                    for answer in &mut answers {
                        answer.elapsed = Duration::ZERO;
                    }
                    assert_eq!(answers[0], answers[1]);
                }
                let action = sampling::sample(&state, Preference::Any, &mut random);
                state.play_unrecorded(action);
            }
        }
        let least = |kinds: [u32; 8]| kinds.into_iter().min();
        assert_eq!(least(compared[0]), Some(STATES), "{seats:?}: {compared:?}");
        if seats == Seats::Three {
            assert_eq!(least(compared[1]), Some(STATES), "{compared:?}");
        }
    }
}

/// Every deal has the cards that the seat sees where it sees them, and each unseen card is
/// sometimes in a hidden hand and sometimes in the pile.
#[test]
fn deals_agree_with_what_the_seat_sees() {
    for seats in [Seats::Two, Seats::Three, Seats::Four] {
        let options = Options { game: Game::Shuffle, seats, ..Options::default() };
        let mut random = Random::new(9);
        let mut state = State::new_game(&options, 4).expect("valid");
        while let Some(seat) = state.seat() {
            let mut hidden = Hidden::new(&state);
            for _ in 0..3 {
                let mut dealt = state.clone();
                hidden.deal(&mut dealt, &mut random);
                for (deck, ((_, one), (_, other))) in state.decks().zip(dealt.decks()).enumerate() {
                    assert_eq!(one.discard, other.discard);
                    assert_eq!(one.pile.len(), other.pile.len());
                    assert_eq!(one.hand.len(), other.hand.len());
                    if state.shows_hand(deck, seat) {
                        assert_eq!(one.hand, other.hand);
                    }
                    let [mut all, mut dealt] = [one, other].map(|deck| {
                        deck.pile.iter().chain(&deck.hand).copied().collect::<Vec<_>>()
                    });
                    all.sort_unstable();
                    dealt.sort_unstable();
                    assert_eq!(all, dealt);
                }
                dealt.cards = state.cards.clone();
                assert_eq!(dealt, state);
            }
            let action = sampling::sample(&state, Preference::Any, &mut random);
            state.play_unrecorded(action);
        }
    }
}

#[test]
fn low_levels_stay_low_for_a_whole_turn() {
    let options = Options { game: Game::Shuffle, seats: Seats::Two, ..Options::default() };
    let mut random = Random::new(3);
    let mut state = State::new_game(&options, 3).expect("valid");
    for _ in 0..30 {
        let action = sampling::sample(&state, Preference::Any, &mut random);
        state.play_unrecorded(action);
    }
    // A search would always choose the same action; at level 1 the seed determines it.
    let chosen = |seed| {
        let budget = super::Budget::Level(super::Level::LOWEST);
        let options = SearchOptions { budget, seed, whole_turn: true, ..Default::default() };
        let answer = super::suggest(&state, &options, &AtomicBool::new(false));
        assert_eq!(answer.moves.len(), 1);
        answer.moves[0].action
    };
    let first = chosen(0);
    assert!((1..10).any(|seed| chosen(seed) != first));
}

#[test]
fn decisions_of_a_turn_share_units_and_time() {
    let second = Duration::from_secs(1);
    let all = Allowance { units: 9_000, time: Some(second) };
    let third = Allowance { units: 3_000, time: Some(second / 3) };
    let half = Allowance { units: 4_500, time: Some(second / 2) };
    assert_eq!(all.share(Decision::PlayCard), third);
    assert_eq!(all.share(Decision::Warp), third);
    assert_eq!(all.share(Decision::ChooseColor), half);
    assert_eq!(all.share(Decision::Place(ActiveEffect::Card(Card::DoublePlay))), half);
    assert_eq!(all.share(Decision::Place(ActiveEffect::Nothing)), all);
    assert_eq!(all.share(Decision::Opening), all);
    let nothing = Allowance { units: 0, time: None };
    assert_eq!(nothing.share(Decision::PlayCard), Allowance { units: 1, time: None });
}

#[test]
fn a_discarded_draw_two_does_not_end_the_suggested_turn() {
    let options = Options { game: Game::Shuffle, seats: Seats::Two, ..Options::default() };
    let mut random = Random::new(5);
    let mut seen = 0;
    for seed in 0..200 {
        let mut state = State::new_game(&options, seed).expect("valid");
        while let Some(color) = state.to_move() {
            let deck = state.deck(color);
            let only_draw_two = deck.hand().iter().all(|&card| card == Card::DrawTwo);
            if *state.decision() == Decision::PlayCard && only_draw_two {
                let budget = super::Budget::Units(400);
                let request = SearchOptions { budget, whole_turn: true, ..Default::default() };
                let answer = super::suggest(&state, &request, &AtomicBool::new(false));
                // With fewer than two cards in the pile nothing hidden is shown (S22).
                assert_eq!(answer.turn.len() > 1, deck.draw().len() < 2);
                seen += u32::from(deck.draw().len() < 2);
            }
            let action = sampling::sample(&state, Preference::Any, &mut random);
            state.play_unrecorded(action);
        }
    }
    assert!(seen > 0);
}
