//! Fuzz target: `check` and `apply` agree with each other and with the list of legal actions, and
//! the resulting states are valid.

use cornerwise::action::{Action, ActionSetup};
use cornerwise::document::state_json;
use cornerwise::movegen::MoveList;
use cornerwise::phase::Decision;
use cornerwise::state::State;

use crate::game::legal_actions;
use crate::input::Input;
use crate::{invariants, mutate};

/// Applies a few actions, legal or not, to a state of a game, which may have been mutated.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let Some(mut state) = mutate::any_state(&mut input) else { return };
    let mut moves = MoveList::new();
    for _ in 0..=input.below(8) {
        let legal = legal_actions(&state, &mut moves);
        let action = mutate::action(&state, &legal, &mut input);
        if let Some(next) = check_and_apply(&state, &action, &legal) {
            invariants::check_round_trip(&next);
            state = next;
        }
    }
}

/// Checks and applies an action, and returns the resulting state if it is legal.
fn check_and_apply(state: &State, action: &ActionSetup, legal: &[Action]) -> Option<State> {
    let problems = state.check(action);
    let is_legal = resolve(state, action).is_some_and(|one| legal.contains(&one));
    let describe = || format!("{action:?} in {}: {problems:?}", state_json(state));
    assert_eq!(problems.is_empty(), is_legal, "{}", describe());

    let before = state.clone();
    let mut events = Vec::new();
    let applied = state.apply(action, &mut events);
    assert!(before == *state, "changed by {}", describe());
    match applied {
        Ok(next) => {
            assert!(is_legal, "{}", describe());
            Some(next)
        }
        Err(refused) => {
            assert_eq!(refused, problems, "{}", describe());
            assert!(events.is_empty(), "events of an illegal action: {}", describe());
            invariants::check_refusal(&refused);
            None
        }
    }
}

/// The well-formed action, if it is one.
fn resolve(state: &State, action: &ActionSetup) -> Option<Action> {
    Some(match action {
        ActionSetup::Place { color, piece, location } => {
            Action::Place(color.or(state.to_move())?, location.placement((*piece)?)?)
        }
        ActionSetup::Pass => Action::Pass,
        ActionSetup::PlayCard(card) => Action::PlayCard(*card),
        ActionSetup::ChooseCard(card) => Action::ChooseCard(*card),
        ActionSetup::ChooseColor(color) => Action::ChooseColor(*color),
        ActionSetup::ChoosePiece(color, piece) => Action::ChoosePiece(*color, (*piece)?),
        ActionSetup::WarpTo(location) => {
            let Decision::WarpTo(_, piece) = *state.decision() else { return None };
            Action::WarpTo(location.placement(piece)?)
        }
    })
}
