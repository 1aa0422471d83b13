//! The door from untrusted setups to states: what is let in keeps every law of a state.

use cornerwise::setup::Setup;

use crate::game::{options, played};
use crate::input::Input;
use crate::{invariants, mutate};

/// A setup of a real game with a few things wrong, or one made of nothing but mutate.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let mut setup = if input.rarely(8) {
        Setup { options: options(&mut input), ..Setup::default() }
    } else {
        let Some(state) = played(&mut input) else { return };
        invariants::written(&state)
    };
    for _ in 0..input.below(6) {
        mutate::setup(&mut setup, &mut input);
    }
    if let Some(state) = invariants::admitted(&setup) {
        invariants::hold(&state);
    }
}
