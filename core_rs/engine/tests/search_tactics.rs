//! Positions with a right answer that can be proved by trying everything: the search must find it.

use std::sync::atomic::AtomicBool;

use cornerwise::action::Action;
use cornerwise::card::Card;
use cornerwise::movegen::MoveList;
use cornerwise::phase::Decision;
use cornerwise::piece::Supply;
use cornerwise::ruleset::{Game, Options, Scoring, Seats};
use cornerwise::search::{Budget, SearchOptions, suggest};
use cornerwise::shuffle::{RandomSource, SplitMix64};
use cornerwise::state::State;

fn legal(state: &State) -> Vec<Action> {
    let mut moves = MoveList::new();
    state.legal_actions(Supply::FULL, &mut moves).actions(&moves).collect()
}

fn after(state: &State, action: Action) -> State {
    let mut next = state.clone();
    next.play(action, &mut Vec::new());
    next
}

fn choose(state: &State, units: u64, seed: u64) -> Action {
    let options = SearchOptions { budget: Budget::Units(units), seed, ..SearchOptions::default() };
    suggest(state, &options, &AtomicBool::new(false)).moves[0].action
}

fn size(action: Action) -> u32 {
    match action {
        Action::Place(_, placement) => placement.piece().size(),
        _ => 0,
    }
}

/// How many points the first of two seats is ahead at the end, if both play perfectly; none if
/// finding out takes more than `left` positions.
fn outcome(state: &State, left: &mut u32) -> Option<i32> {
    *left = left.checked_sub(1)?;
    let Some(seat) = state.seat() else {
        let score = state.score();
        return Some(score.sides[0].score - score.sides[1].score);
    };
    let mut values = Vec::new();
    for action in legal(state) {
        values.push(outcome(&after(state, action), left)?);
    }
    if seat == 1 { values.into_iter().max() } else { values.into_iter().min() }
}

/// The result after each move: 1 for the seat that decides, 0 for a draw, -1 for the other one.
fn winners(state: &State, limit: u32) -> Option<Vec<(Action, i32)>> {
    let sign = if state.seat() == Some(1) { 1 } else { -1 };
    let mut left = limit;
    let value = |action| {
        let ahead = outcome(&after(state, action), &mut left)?;
        Some((action, sign * ahead.signum()))
    };
    legal(state).into_iter().map(value).collect()
}

#[test]
fn the_only_moves_that_win_are_found() {
    let options = Options { seats: Seats::Two, scoring: Scoring::Advanced, ..Options::default() };
    let (mut found, mut misleading) = (0, 0);
    for seed in 0..250 {
        let mut state = State::new_game(&options, 0).expect("valid options");
        while state.to_move().is_some() {
            let all = legal(&state);
            if state.placements().len() > 40
                && (2..=10).contains(&all.len())
                && let Some(known) = winners(&state, 3_000)
            {
                let best = known.iter().map(|one| one.1).max().expect("there are moves");
                let right: Vec<Action> =
                    known.iter().filter(|one| one.1 == best).map(|one| one.0).collect();
                if right.len() < known.len() {
                    let chosen = choose(&state, 60_000, seed);
                    assert!(right.contains(&chosen), "seed {seed}: {chosen:?} in {known:?}");
                    found += 1;
                    let largest = right.iter().copied().map(size).max();
                    let misleads =
                        |one: &(Action, i32)| one.1 < best && Some(size(one.0)) >= largest;
                    misleading += u32::from(known.iter().any(misleads));
                }
            }
            let chosen = choose(&state, 500, seed);
            state = after(&state, chosen);
        }
    }
    // In some of them a piece of the same size or a larger one loses: the right one also blocks.
    assert!(found >= 10 && misleading >= 4, "{found}, {misleading}");
}

/// Whether the colour to move can place a piece in this turn, after any choices.
fn places(state: &State) -> bool {
    let color = state.to_move();
    match state.decision() {
        Decision::Place(_) => legal(state).iter().any(|&one| size(one) > 0),
        Decision::PlayCard | Decision::Opening | Decision::Over => false,
        _ => legal(state).into_iter().any(|one| {
            let next = after(state, one);
            next.to_move() == color && places(&next)
        }),
    }
}

#[test]
fn the_card_that_frees_a_blocked_colour_is_played() {
    let mut found = 0;
    for seed in 0..200 {
        let seats = if seed % 2 == 0 { Seats::Two } else { Seats::Four };
        let options = Options { game: Game::Shuffle, seats, ..Options::default() };
        let mut random = SplitMix64::new(seed);
        let mut state = State::new_game(&options, seed).expect("valid options");
        while let Some(color) = state.to_move() {
            let all = legal(&state);
            // The cards of Draw 2 are hidden, recycling a piece and placing it again gains nothing,
            // and skipping or disturbing the opponent first can be as good.
            let is_unclear = [Card::DrawTwo, Card::Recycle, Card::Skip, Card::Warp]
                .iter()
                .any(|&card| all.contains(&Action::PlayCard(card)));
            if *state.decision() == Decision::PlayCard && !is_unclear && !state.can_place(color) {
                let frees = |card: &Action| {
                    let next = after(&state, *card);
                    next.to_move() == Some(color) && places(&next)
                };
                let freeing: Vec<Action> = all.iter().copied().filter(frees).collect();
                if !freeing.is_empty() && freeing.len() < all.len() {
                    let chosen = choose(&state, 20_000, seed);
                    assert!(freeing.contains(&chosen), "seed {seed}: {chosen:?} of {all:?}");
                    found += 1;
                }
            }
            state = after(&state, all[random.below(all.len() as u64) as usize]);
        }
    }
    assert!(found >= 3, "{found}");
}
