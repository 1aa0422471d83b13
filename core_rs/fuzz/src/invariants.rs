//! Invariants of every valid state and of every refusal.

use cornerwise::action::{Action, ActionSetup};
use cornerwise::cells::SIDE;
use cornerwise::color::Color;
use cornerwise::document::{state_json, view_json};
use cornerwise::legal::Legal;
use cornerwise::movegen::MoveList;
use cornerwise::phase::Decision;
use cornerwise::piece::{Piece, Placement, Supply};
use cornerwise::problem::{Problem, Problems};
use cornerwise::ruleset::{Game, Seat};
use cornerwise::setup::Setup;
use cornerwise::state::State;
use cornerwise::view::View;
use cornerwise::wire::{self, MoveFormat};
use serde_json::Value;

use crate::game::legal_actions;
use crate::tree::Tree;

/// The maximum number of legal actions that are applied, taken from the whole list.
const MAX_APPLIED: usize = 12;

/// How many of the resulting states are written and read again.
const RELOADED: usize = 3;

/// Checks that a refusal has problems, within the limits, with message and pointer.
pub(crate) fn check_refusal(problems: &[Problem]) {
    assert!((1..=Problems::LIMIT).contains(&problems.len()), "{} problems", problems.len());
    for one in problems {
        assert!(!one.message.is_empty(), "{one:?} has no message");
        assert!(
            one.pointer.is_empty() || one.pointer.starts_with('/'),
            "{one:?} has a bad pointer"
        );
        assert!(one.pointer.len() < 1_000, "{one:?} has a long pointer");
        assert!(one.squares.is_sorted_by(|a, b| a < b), "{one:?} has unsorted squares");
    }
}

/// Loads a setup; checks the refusal if it is refused.
pub(crate) fn load(setup: &Setup) -> Option<State> {
    State::new(setup).map_err(|problems| check_refusal(&problems)).ok()
}

/// The setup that a state is written as.
pub(crate) fn to_setup(state: &State) -> Setup {
    Setup::read(&&to_tree(state)).expect("a state is written well-formed")
}

pub(crate) fn to_tree(state: &State) -> Tree {
    let text = state_json(state);
    Tree::from(serde_json::from_str::<Value>(&text).expect("a state is written as JSON"))
}

/// Checks that a state is the same after it was written and read.
pub(crate) fn check_round_trip(state: &State) {
    match State::new(&to_setup(state)) {
        Ok(again) => assert!(again == *state, "not the same again: {}", state_json(state)),
        Err(problems) => panic!("{} is refused: {problems:?}", state_json(state)),
    }
}

/// Checks square by square that no two pieces of one colour touch along a side (C2).
pub(crate) fn check_apart(placements: &[(Color, Placement)]) {
    for (index, &(color, one)) in placements.iter().enumerate() {
        for &(_, other) in placements[..index].iter().filter(|other| other.0 == color) {
            let beside = |at: (usize, usize), to: (usize, usize)| {
                at.0.abs_diff(to.0) + at.1.abs_diff(to.1) == 1
            };
            let touch = one.cells().any(|at| other.cells().any(|to| beside(at, to)));
            assert!(!touch, "{} {one:?} and {other:?} touch", color.name());
        }
    }
}

/// Checks all invariants of a state.
pub(crate) fn check_state(state: &State) {
    if state.rules().game() == Game::Classic {
        check_apart(state.placements());
    }
    let mut moves = MoveList::new();
    let actions = legal_actions(state, &mut moves);
    check_list(state, &actions, &mut moves);
    check_round_trip(state);
    check_drawing(state);
    check_queries(state);
    let step = actions.len().div_ceil(MAX_APPLIED).max(1);
    for (index, &action) in actions.iter().step_by(step).enumerate() {
        let next = apply_legal(state, action);
        if index < RELOADED {
            check_round_trip(&next);
            assert_eq!(
                next.to_move().is_none(),
                next.count_actions() == 0,
                "no actions exactly when the game is over"
            );
        }
    }
}

/// Checks the list of legal actions: sorted, as many as counted, each legal, empty only when the game
/// is over, and the same after it was written and read.
fn check_list(state: &State, actions: &[Action], moves: &mut MoveList) {
    assert_eq!(state.count_actions(), actions.len(), "the count of {}", state_json(state));
    assert_eq!(state.to_move().is_none(), actions.is_empty(), "moves of {}", state_json(state));
    let own = actions.iter().take_while(|&&one| color_of(one) == state.to_move()).count();
    let (own, others) = moves.split_at(own.min(moves.len()));
    assert!(own.is_sorted_by(|a, b| a < b), "unsorted placements");
    assert!(others.is_sorted_by(|a, b| a < b), "unsorted placements of the other colour");
    for &action in actions {
        let problems = state.check(&action.into());
        assert!(problems.is_empty(), "{action:?} of {}: {problems:?}", state_json(state));
    }
    let legal = state.legal_actions(Supply::FULL, moves);
    // One format per state: parsing a list is the most expensive step here.
    let format = MoveFormat::ALL[actions.len() % MoveFormat::ALL.len()];
    let text = wire::legal(&legal, moves, format);
    let value = serde_json::from_slice(&text).expect("a list of moves is JSON");
    if format == MoveFormat::Groups && !matches!(legal, Legal::Choices(_)) {
        let written = ungrouped(&value);
        let expected: Vec<_> = match legal {
            Legal::Destinations(owner) => moves.iter().map(|&one| (owner, one)).collect(),
            _ => actions.iter().copied().filter_map(placed).collect(),
        };
        assert_eq!(written, expected, "the groups");
    } else {
        check_written_actions(value, actions, format);
    }
}

/// What an action places.
fn placed(action: Action) -> Option<(Color, Placement)> {
    match action {
        Action::Place(color, placement) => Some((color, placement)),
        _ => None,
    }
}

fn color_of(action: Action) -> Option<Color> {
    placed(action).map(|placed| placed.0)
}

/// Checks that a written list of moves has the expected actions.
fn check_written_actions(value: Value, actions: &[Action], format: MoveFormat) {
    let Tree::List(items) = Tree::from(value) else { panic!("a list of moves is a list") };
    assert_eq!(items.len(), actions.len(), "{format:?}");
    for (item, &action) in items.iter().zip(actions) {
        let read = ActionSetup::read(&item, "").expect("an action is written well-formed");
        let same = match (&read, action) {
            (ActionSetup::Place { color, piece, location }, Action::Place(owner, placement)) => {
                location.cells.is_some() == (format == MoveFormat::Cells)
                    && *color == Some(owner)
                    && *piece == Some(placement.piece())
                    && location.placement(placement.piece()) == Some(placement)
            }
            (ActionSetup::WarpTo(location), Action::WarpTo(placement)) => {
                location.cells.is_some() == (format == MoveFormat::Cells)
                    && location.placement(placement.piece()) == Some(placement)
            }
            _ => read == ActionSetup::from(action),
        };
        assert!(same, "{action:?} is written as {read:?}");
    }
}

/// The placements of the grouped form, in the order in which they are written.
fn ungrouped(value: &Value) -> Vec<(Color, Placement)> {
    let mut placements = Vec::new();
    for group in value.as_array().expect("a list of groups") {
        let text = |name: &str| group[name].as_str().expect("a name");
        let color = Color::from_name(text("color")).expect("the name of a colour");
        let piece = Piece::from_name(text("piece")).expect("the name of a piece");
        let orientation = group["orientation"].as_u64().expect("a number") as usize;
        for position in group["positions"].as_array().expect("a list of positions") {
            let position = position.as_u64().expect("the number of a square") as usize;
            let (row, col) = (position / SIDE, position % SIDE);
            let placement = Placement::new(piece, orientation, row, col);
            placements.push((color, placement.expect("a placement on the board")));
        }
    }
    placements
}

/// Checks every square of the drawing.
fn check_drawing(state: &State) {
    let drawing = state.board().to_string();
    let mut expected = vec![vec!['.'; SIDE]; SIDE];
    for (color, placement) in state.placements() {
        for (row, col) in placement.cells() {
            assert_eq!(expected[row][col], '.', "two pieces at {row}, {col}");
            expected[row][col] = color.letter();
        }
    }
    let expected: Vec<String> = expected.into_iter().map(String::from_iter).collect();
    assert_eq!(drawing.lines().collect::<Vec<_>>(), expected, "the drawing");
}

/// Checks scores, views and legal placements of each colour.
fn check_queries(state: &State) {
    let score = state.score();
    assert_eq!(score.is_final, state.to_move().is_none(), "final");
    assert!(score.winners().count() >= 1, "there is a leader");
    for (color, one) in score.colors.iter() {
        let left = state.board().supply(color);
        assert_eq!(
            (one.pieces_left, one.squares_left),
            (left.len(), left.squares()),
            "what is left"
        );
    }
    let mut moves = MoveList::new();
    for color in Color::ALL {
        state.legal_placements(color, Supply::FULL, &mut moves);
        assert_eq!(state.can_place(color), !moves.is_empty(), "{}", color.name());
    }
    for seat in 1..=state.rules().seats().number() {
        check_view(state, seat);
        let hands = (0..state.rules().deck_names().len()).filter(|&at| state.shows_hand(at, seat));
        assert!(hands.count() <= 2, "seat {seat} sees more hands than its own and a shared one");
    }
}

/// The view of a seat, which is accepted.
pub(crate) fn view(state: &State, seat: Seat) -> View {
    let text = view_json(state, &state.visible_to(seat));
    let tree = Tree::from(serde_json::from_str::<Value>(&text).expect("a view is written as JSON"));
    let setup = Setup::read_view(&&tree).expect("a view is written well-formed");
    View::new(&setup).unwrap_or_else(|problems| panic!("{text} is refused: {problems}"))
}

/// Checks that a view is accepted, hides cards exactly from the seats that do not see them, and has
/// the same legal actions.
fn check_view(state: &State, seat: Seat) {
    let text = view_json(state, &state.visible_to(seat));
    let view = view(state, seat);
    assert_eq!(view_json(view.state(), view.visibility()), text, "the same again");
    let is_about_cards = matches!(state.decision(), Decision::PlayCard | Decision::ChooseCard(_));
    assert_eq!(view.hidden().is_some(), is_about_cards && state.seat() != Some(seat), "{text}");
    if view.hidden().is_none() {
        let actions = |state| legal_actions(state, &mut MoveList::new());
        assert_eq!(actions(view.state()), actions(state), "the moves of {text}");
    }
    assert_eq!((view.state().score(), view.state().summary()), (state.score(), state.summary()));
}

/// Applies a legal action; checks that it changes the state.
pub(crate) fn apply_legal(state: &State, action: Action) -> State {
    let mut events = Vec::new();
    match state.apply(&action.into(), &mut events) {
        Ok(next) => {
            assert!(next != *state, "{action:?} changes nothing in {}", state_json(state));
            next
        }
        Err(problems) => panic!("{action:?} of {}: {problems:?}", state_json(state)),
    }
}
