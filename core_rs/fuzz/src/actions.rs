//! Actions of strangers: `check` and `apply` agree with each other and with the list of what is
//! legal, and what they lead to is a state.

use cornerwise::action::{Action, ActionSetup};
use cornerwise::document::state_json;
use cornerwise::movegen::MoveList;
use cornerwise::phase::Decision;
use cornerwise::state::State;

use crate::game::{legal_actions, played};
use crate::input::Input;
use crate::{invariants, mutate};

/// A state of a game, perhaps damaged, and some actions in it, one after the other.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let Some(mut state) = played(&mut input) else { return };
    if input.rarely(3) {
        let mut setup = invariants::written(&state);
        for _ in 0..=input.below(3) {
            mutate::setup(&mut setup, &mut input);
        }
        state = invariants::admitted(&setup).unwrap_or(state);
    }
    let mut moves = MoveList::new();
    for _ in 0..=input.below(8) {
        let legal = legal_actions(&state, &mut moves);
        let action = mutate::action(&state, &legal, &mut input);
        if let Some(next) = tried(&state, &action, &legal) {
            invariants::loads_again(&next);
            state = next;
        }
    }
}

/// Checks and plays an action; the state that it leads to if it is legal.
fn tried(state: &State, action: &ActionSetup, legal: &[Action]) -> Option<State> {
    let problems = state.check(action);
    let meant = meant(state, action);
    let is_legal = meant.is_some_and(|one| legal.contains(&one));
    let told = || format!("{action:?} in {}: {problems:?}", state_json(state));
    assert_eq!(problems.is_empty(), is_legal, "{}", told());

    let before = state.clone();
    let mut events = Vec::new();
    let applied = state.apply(action, &mut events);
    assert!(before == *state, "changed by {}", told());
    match applied {
        Ok(next) => {
            assert!(is_legal, "{}", told());
            Some(next)
        }
        Err(refused) => {
            assert_eq!(refused, problems, "{}", told());
            assert!(events.is_empty(), "something happened: {}", told());
            invariants::refusal(&refused);
            None
        }
    }
}

/// The action that is meant, if it means one at all.
fn meant(state: &State, action: &ActionSetup) -> Option<Action> {
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
