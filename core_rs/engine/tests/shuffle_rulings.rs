//! Recycle with 2 seats (S25), the outcome of Double Play (S27), the rotation of the shared colour
//! (C8) and unseeded games (S30), in positions made for the purpose.

mod json;
mod oracle;

use std::collections::HashSet;

use cornerwise::action::{Action, ActionSetup};
use cornerwise::card::{Card, CardCounts};
use cornerwise::color::Color;
use cornerwise::document::state_json;
use cornerwise::double_play::DoublePlayOutcome;
use cornerwise::event::{Event, EventKind};
use cornerwise::legal::Legal;
use cornerwise::movegen::MoveList;
use cornerwise::phase::{ActiveEffect, Decision};
use cornerwise::piece::{Piece, Placement, Supply};
use cornerwise::problem::{Code, Problems};
use cornerwise::ruleset::{Game, Options, Seats};
use cornerwise::setup::Setup;
use cornerwise::shuffle::{RandomSource, SplitMix64};
use cornerwise::state::State;
use cornerwise::wire::{self, MoveFormat};
use json::Json;
use oracle::Lcg;
use serde_json::{Value, json};

fn load(value: Value) -> Result<State, Problems> {
    State::new(&Setup::read(&Json(value))?)
}

fn to_value(state: &State) -> Value {
    serde_json::from_str(&state_json(state)).expect("a state is written as JSON")
}

fn apply(state: &State, action: Action) -> (State, Vec<Event>) {
    let mut events = Vec::new();
    let next = state.apply(&ActionSetup::from(action), &mut events);
    (next.expect("the action is legal"), events)
}

fn piece(name: &str) -> Piece {
    Piece::from_name(name).expect("a piece of that name")
}

fn place(color: Color, name: &str, row: usize, col: usize) -> Action {
    let placement = Placement::new(piece(name), 0, row, col).expect("it is on the board");
    Action::Place(color, placement)
}

/// Two seats and decks of Recycle only. Every colour has I1 in a corner: blue top left, yellow top
/// right, red bottom left, green bottom right. Blue has played Recycle.
fn recycle_played() -> State {
    let options = Options {
        game: Game::Shuffle,
        seats: Seats::Two,
        deck: Some(CardCounts([0, 0, 0, 0, 0, 6, 0, 0])),
        ..Options::default()
    };
    let mut state = State::new_game(&options, 1).expect("the options agree");
    for (color, (row, col)) in Color::ALL.into_iter().zip([(0, 0), (0, 19), (19, 0), (19, 19)]) {
        state = apply(&state, place(color, "I1", row, col)).0;
    }
    apply(&state, Action::PlayCard(Card::Recycle)).0
}

#[test]
fn s25_a_recycled_piece_of_the_other_color_can_be_placed() {
    let state = recycle_played();
    let (state, events) = apply(&state, Action::ChoosePiece(Color::Red, Piece::I1));
    assert!(
        matches!(events[..], [Event::Of(Color::Red, 1, EventKind::PieceRecycled(_))]),
        "{events:?}"
    );
    assert_eq!(state.decision(), &Decision::Place(ActiveEffect::Recycled(Color::Red, Piece::I1)));

    // Blue's own placements come first. Red has nothing on the board, so C1 applies to it.
    let mut moves = MoveList::new();
    let legal = state.legal_actions(Supply::FULL, &mut moves);
    let actions: Vec<_> = legal.actions(&moves).collect();
    let replay = place(Color::Red, "I1", 19, 0);
    assert_eq!(actions.last(), Some(&replay));
    assert!(
        actions[..actions.len() - 1].iter().all(|one| matches!(one, Action::Place(Color::Blue, _)))
    );
    assert_eq!(state.count_actions(), actions.len());

    let (next, events) = apply(&state, replay);
    assert!(
        matches!(
            events[..],
            [
                Event::Of(Color::Red, 1, EventKind::PiecePlaced(_)),
                Event::Of(Color::Blue, 1, EventKind::CardsDrawn(_)),
            ]
        ),
        "{events:?}"
    );
    assert_eq!(next.last_placed()[Color::Red], Some(Piece::I1), "P7");
    assert_eq!(next.to_move(), Some(Color::Yellow), "the turn was blue's");
    assert_eq!(next.board().supply(Color::Blue), state.board().supply(Color::Blue));
}

#[test]
fn s25_the_pieces_filter_applies_to_the_recycled_piece() {
    let (state, _) = apply(&recycle_played(), Action::ChoosePiece(Color::Red, Piece::I1));
    let mut moves = MoveList::new();
    let legal = state.legal_actions(Supply::only(Piece::I1), &mut moves);
    assert_eq!(legal, Legal::Placements { color: Color::Blue, own: 0 });
    assert_eq!(legal.actions(&moves).collect::<Vec<_>>(), [place(Color::Red, "I1", 19, 0)]);
    let legal = state.legal_actions(Supply::only(piece("I2")), &mut moves);
    assert!(legal.actions(&moves).all(|one| matches!(one, Action::Place(Color::Blue, _))));
}

#[test]
fn s25_both_colors_appear_in_every_format() {
    let (state, _) = apply(&recycle_played(), Action::ChoosePiece(Color::Red, Piece::I1));
    let mut moves = MoveList::new();
    let legal = state.legal_actions(Supply::FULL, &mut moves);
    let last = |format| -> Value {
        let text = wire::legal(&legal, &moves, format);
        let list: Value = serde_json::from_slice(&text).expect("JSON");
        list.as_array().and_then(|list| list.last()).expect("a list").clone()
    };
    let object = json!({"type": "place", "color": "red", "piece": "I1", "orientation": 0, "row": 19, "col": 0});
    assert_eq!(last(MoveFormat::Objects), object);
    assert_eq!(last(MoveFormat::Cells)["cells"], json!([[19, 0]]));
    let group = json!({"type": "place", "color": "red", "piece": "I1", "orientation": 0, "positions": [380]});
    assert_eq!(last(MoveFormat::Groups), group);
}

#[test]
fn s25_a_color_that_may_not_be_placed_is_refused() {
    let (state, _) = apply(&recycle_played(), Action::ChoosePiece(Color::Red, Piece::I1));
    let refused = |state: &State, action: Action| -> (Code, Option<&'static str>) {
        let problems = state.check(&ActionSetup::from(action));
        assert_eq!(problems.len(), 1, "{problems:?}");
        (problems[0].code, problems[0].rule)
    };
    assert_eq!(refused(&state, place(Color::Red, "I2", 19, 0)), (Code::WrongTurn, Some("S25")));
    assert_eq!(refused(&state, place(Color::Green, "I2", 5, 5)), (Code::WrongTurn, Some("S25")));
    assert_eq!(refused(&state, Action::Pass), (Code::MustPlace, Some("C6")));
    let elsewhere = refused(&state, place(Color::Red, "I1", 5, 5));
    assert_eq!(elsewhere, (Code::CornerNotCovered, Some("C1")), "red has nothing on the board");

    // Without a colour the action is blue's.
    let mut action = ActionSetup::from(place(Color::Red, "I1", 19, 0));
    if let ActionSetup::Place { color, .. } = &mut action {
        *color = None;
    }
    assert!(state.check(&action).iter().any(|problem| problem.code == Code::NotInSupply));

    // In any other turn only the colour to move can be placed (S4).
    let classic = State::new_game(&Options::default(), 0).expect("the defaults agree");
    let other = refused(&classic, place(Color::Yellow, "I1", 0, 0));
    assert_eq!(other, (Code::WrongTurn, Some("S4")));
}

#[test]
fn s25_the_recycled_piece_is_written_and_read() {
    let played = recycle_played();
    for owner in [Color::Red, Color::Blue] {
        let (state, _) = apply(&played, Action::ChoosePiece(owner, Piece::I1));
        let mut value = to_value(&state);
        assert_eq!(value["turn"]["recycled"], json!({"color": owner.name(), "piece": "I1"}));
        assert_eq!(load(value.clone()).as_ref(), Ok(&state));

        // Optional: without it only ordinary placements are legal.
        value["turn"]["recycled"] = Value::Null;
        let plain = load(value).expect("the field is optional");
        assert_eq!(plain.decision(), &Decision::Place(ActiveEffect::Card(Card::Recycle)));
    }
}

#[test]
fn s25_an_impossible_recycled_piece_is_refused() {
    let (state, _) = apply(&recycle_played(), Action::ChoosePiece(Color::Red, Piece::I1));
    let codes = |change: &dyn Fn(&mut Value)| -> Vec<(Code, String)> {
        let mut value = to_value(&state);
        change(&mut value["turn"]);
        let problems = load(value).expect_err("it is refused");
        problems.into_iter().map(|one| (one.code, one.pointer)).collect()
    };
    let at = |code| vec![(code, "/turn/recycled".to_owned())];
    let on_board = json!({"color": "blue", "piece": "I1"});
    assert_eq!(codes(&|turn| turn["recycled"] = on_board.clone()), at(Code::NotInSupply));
    let foreign = json!({"color": "green", "piece": "V5"});
    assert_eq!(codes(&|turn| turn["recycled"] = foreign.clone()), at(Code::WrongOwner));
    assert_eq!(codes(&|turn| turn["card"] = Value::Null), at(Code::WrongPhase));
}

#[test]
fn s25_only_own_pieces_can_be_recycled_with_four_seats() {
    let options = Options {
        game: Game::Shuffle,
        deck: Some(CardCounts([0, 0, 0, 0, 0, 6, 0, 0])),
        ..Options::default()
    };
    let mut random = Lcg(5);
    let mut state = State::new_game(&options, 1).expect("the options agree");
    let mut moves = MoveList::new();
    while state.to_move().is_some() {
        let legal = state.legal_actions(Supply::FULL, &mut moves);
        if let Decision::Place(ActiveEffect::Recycled(owner, _)) = *state.decision() {
            assert_eq!(Some(owner), state.to_move());
            assert!(state.rules().other_color(owner).is_none());
        }
        state.play(legal.action(&moves, random.below(legal.len(&moves))), &mut Vec::new());
    }
}

/// What happens if every first piece is tried in turn.
fn outcome_by_trying(state: &State) -> DoublePlayOutcome {
    let mut moves = MoveList::new();
    let legal = state.legal_actions(Supply::FULL, &mut moves);
    let follow = |action: Action| {
        let mut next = state.clone();
        next.play(action, &mut Vec::new());
        matches!(next.decision(), Decision::Place(ActiveEffect::Second(_)))
    };
    let results: HashSet<bool> = legal.actions(&moves).map(follow).collect();
    match (results.contains(&true), results.contains(&false)) {
        (true, true) => DoublePlayOutcome::Depends,
        (true, false) => DoublePlayOutcome::CarriedOut,
        (false, _) => DoublePlayOutcome::Discarded,
    }
}

#[test]
fn s27_the_outcome_is_that_of_trying_every_first_piece() {
    let mut seen = HashSet::new();
    let mut moves = MoveList::new();
    for game in 0..60 {
        let options = Options {
            game: Game::Shuffle,
            seats: [Seats::Two, Seats::Three, Seats::Four][game % 3],
            deck: Some(CardCounts([0, 0, 0, 0, 0, 6, 0, 20])),
            ..Options::default()
        };
        let mut random = Lcg(game as u64);
        let mut state = State::new_game(&options, game as u64).expect("the options agree");
        while state.to_move().is_some() {
            let outcome = state.double_play_outcome();
            let is_asked =
                *state.decision() == Decision::Place(ActiveEffect::Card(Card::DoublePlay));
            assert_eq!(outcome.is_some(), is_asked);
            if let Some(outcome) = outcome {
                seen.insert(outcome);
                assert_eq!(outcome, outcome_by_trying(&state), "{}", state.board());
            }
            let legal = state.legal_actions(Supply::FULL, &mut moves);
            state.play(legal.action(&moves, random.below(legal.len(&moves))), &mut Vec::new());
        }
    }
    assert_eq!(seen.len(), 3, "{seen:?}");
}

/// Blue has played Double Play with nothing on the board. The top left corner is free and its
/// neighbours are covered by yellow; the other corners are covered except for those in `free`.
fn double_play_in_a_corner(free: &[(usize, usize)]) -> State {
    let corners = [("yellow", 0, 19), ("red", 19, 19), ("green", 19, 0)];
    let mut placements =
        vec![json!({"color": "yellow", "piece": "V3", "cells": [[0, 1], [1, 0], [1, 1]]})];
    for (color, row, col) in corners {
        if !free.contains(&(row, col)) {
            placements.push(json!({"color": color, "piece": "I1", "cells": [[row, col]]}));
        }
    }
    let full = |kept: usize| {
        let count = |(card, count): (Card, u8)| {
            let count = if card == Card::DoublePlay { kept } else { count.into() };
            std::iter::repeat_n(card.name(), count)
        };
        CardCounts::STANDARD.iter().flat_map(count).collect::<Vec<_>>()
    };
    let deck = json!({"draw": full(2), "hand": [], "discard": []});
    let blue = json!({"draw": full(1), "hand": [], "discard": ["double_play"]});
    let state = load(json!({
        "rules": {"game": "shuffle"},
        "placements": placements,
        "turn": {"color": "blue", "phase": "place", "card": "double_play"},
        "decks": {"blue": blue, "yellow": deck, "red": deck, "green": deck},
    }));
    state.expect("the position is possible")
}

#[test]
fn s27_discarded_if_the_only_first_piece_leaves_no_room() {
    let state = double_play_in_a_corner(&[]);
    assert_eq!(state.count_actions(), 1, "I1 in the corner");
    assert_eq!(state.double_play_outcome(), Some(DoublePlayOutcome::Discarded));
}

#[test]
fn s27_depends_if_another_first_piece_leaves_room() {
    let state = double_play_in_a_corner(&[(19, 0)]);
    assert_eq!(state.double_play_outcome(), Some(DoublePlayOutcome::Depends));
}

#[test]
fn c8_the_seat_that_begins_plays_the_shared_color_first() {
    let controllers = |first: Color, shared: Color| {
        let options = Options {
            seats: Seats::Three,
            first_color: Some(first),
            shared_color: Some(shared),
            ..Options::default()
        };
        let state = State::new_game(&options, 0).expect("the options agree");
        [0, 1, 2, 3].map(|turns| state.rules().seat(shared, turns))
    };
    assert_eq!(controllers(Color::Blue, Color::Green), [1, 2, 3, 1]);
    // Seats are numbered in colour order: yellow is seat 2 here, and begins.
    assert_eq!(controllers(Color::Yellow, Color::Green), [2, 3, 1, 2]);
    assert_eq!(controllers(Color::Red, Color::Green), [3, 1, 2, 3]);
    // The shared colour has the first slot: the next colour's seat begins.
    assert_eq!(controllers(Color::Green, Color::Green), [1, 2, 3, 1]);
    assert_eq!(controllers(Color::Blue, Color::Blue), [1, 2, 3, 1]);
    assert_eq!(controllers(Color::Red, Color::Yellow), [2, 3, 1, 2]);
}

/// Counts how many numbers are taken.
struct Counting(SplitMix64, usize);

impl RandomSource for Counting {
    fn next_u64(&mut self) -> u64 {
        self.1 += 1;
        self.0.next_u64()
    }
}

#[test]
fn s30_any_source_of_numbers_shuffles_like_a_seed() {
    let options = Options { game: Game::Shuffle, ..Options::default() };
    let mut source = Counting(SplitMix64::new(7), 0);
    let state = State::new_game_from(&options, &mut source).expect("the options agree");
    assert_eq!(Ok(&state), State::new_game(&options, 7).as_ref());
    assert_eq!(source.1, 4 * 13, "one number for each card but the last of a deck");
    let mut source = Counting(SplitMix64::new(7), 0);
    State::new_game_from(&Options::default(), &mut source).expect("the defaults agree");
    assert_eq!(source.1, 0, "classic has no decks");
}
