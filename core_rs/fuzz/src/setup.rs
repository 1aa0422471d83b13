//! The door from untrusted setups to states: what is let in keeps every law of a state.

use cornerwise::setup::Setup;

use crate::game::{options, played};
use crate::input::Input;
use crate::{damage, laws};

/// A setup of a real game with a few things wrong, or one made of nothing but damage.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let mut setup = if input.rarely(8) {
        Setup { options: options(&mut input), ..Setup::default() }
    } else {
        let Some(state) = played(&mut input) else { return };
        laws::written(&state)
    };
    for _ in 0..input.below(6) {
        damage::setup(&mut setup, &mut input);
    }
    if let Some(state) = laws::admitted(&setup) {
        laws::hold(&state);
    }
}
