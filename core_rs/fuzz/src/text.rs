//! Reading and writing: JSON text, or a tree that no JSON can be, at every door; and what a state
//! writes is read as the same state.

use cornerwise::action::ActionSetup;
use cornerwise::problem::Problems;
use cornerwise::puzzle::PuzzleSetup;
use cornerwise::ruleset::Options;
use cornerwise::setup::Setup;
use cornerwise::state::State;
use serde_json::Value;

use crate::game::played;
use crate::input::Input;
use crate::invariants;
use crate::tree::Tree;

/// JSON text as it stands; bytes that are none choose a state and what is damaged in its tree.
pub fn run(bytes: &[u8]) {
    if let Ok(value) = serde_json::from_slice::<Value>(bytes) {
        return doors(&Tree::from(value));
    }
    let mut input = Input::new(bytes);
    let Some(state) = played(&mut input) else { return };
    invariants::loads_again(&state);
    let mut tree = invariants::tree_of(&state);
    for _ in 0..=input.below(4) {
        tree.mutate(&mut input);
    }
    doors(&tree);
}

/// The same tree at every door that there is.
fn doors(tree: &Tree) {
    if let Some(state) = read(Setup::read(&tree)).and_then(|setup| invariants::admitted(&setup)) {
        invariants::loads_again(&state);
    }
    if let Some(options) = read(Options::read(&tree)) {
        let _ = State::new_game(&options, 0).map_err(|problems| invariants::refusal(&problems));
    }
    read(ActionSetup::read(&tree, ""));
    read(ActionSetup::read(&tree, "/actions/7"));
    read(PuzzleSetup::read(&tree));
}

fn read<T>(result: Result<T, Problems>) -> Option<T> {
    result.map_err(|problems| invariants::refusal(&problems)).ok()
}
