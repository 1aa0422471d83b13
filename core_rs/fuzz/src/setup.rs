//! Fuzz target: every setup that is accepted is a valid state.

use cornerwise::setup::Setup;

use crate::game::{any_state, options};
use crate::input::Input;
use crate::{invariants, mutate};

/// Loads a setup of a real game after a few mutations, or one made of mutations only.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let mut setup = if input.rarely(8) {
        Setup { options: options(&mut input), ..Setup::default() }
    } else {
        let Some(state) = any_state(&mut input) else { return };
        invariants::to_setup(&state)
    };
    for _ in 0..input.below(6) {
        mutate::setup(&mut setup, &mut input);
    }
    if let Some(state) = invariants::load(&setup) {
        invariants::check_state(&state);
    }
}
