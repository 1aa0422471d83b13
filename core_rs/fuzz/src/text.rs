//! Fuzz target: every reader with JSON text, or with data that JSON cannot express; and a state that
//! was written is read as the same state.

use cornerwise::action::ActionSetup;
use cornerwise::problem::Problems;
use cornerwise::puzzle::PuzzleSetup;
use cornerwise::ruleset::Options;
use cornerwise::setup::Setup;
use cornerwise::state::State;
use serde_json::Value;

use crate::game::any_state;
use crate::input::Input;
use crate::invariants;
use crate::tree::Tree;

/// Reads JSON text as it is. Other bytes choose a state and mutations of its tree.
pub fn run(bytes: &[u8]) {
    if let Ok(value) = serde_json::from_slice::<Value>(bytes) {
        return read_all(&Tree::from(value));
    }
    let mut input = Input::new(bytes);
    let Some(state) = any_state(&mut input) else { return };
    invariants::check_round_trip(&state);
    let mut tree = invariants::to_tree(&state);
    for _ in 0..=input.below(4) {
        tree.mutate(&mut input);
    }
    read_all(&tree);
}

/// Passes the tree to every reader.
fn read_all(tree: &Tree) {
    if let Some(state) = read(Setup::read(&tree)).and_then(|setup| invariants::load(&setup)) {
        invariants::check_round_trip(&state);
    }
    if let Some(options) = read(Options::read(&tree)) {
        let _ =
            State::new_game(&options, 0).map_err(|problems| invariants::check_refusal(&problems));
    }
    read(ActionSetup::read(&tree, ""));
    read(ActionSetup::read(&tree, "/actions/7"));
    read(PuzzleSetup::read(&tree));
}

fn read<T>(result: Result<T, Problems>) -> Option<T> {
    result.map_err(|problems| invariants::check_refusal(&problems)).ok()
}
