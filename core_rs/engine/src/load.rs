//! From an unchecked [`Setup`] to a [`State`]: the only way in for data from outside.

use crate::color::ByColor;
use crate::layout::{check_board, check_contacts, check_placements};
use crate::phase::Decision;
use crate::problem::Problems;
use crate::ruleset::{Game, Rules};
use crate::setup::Setup;
use crate::state::State;

impl State {
    /// Checks a setup and makes a state of it.
    ///
    /// # Errors
    /// All problems of the first stage that has any: options, fields that the game requires or
    /// forbids, each placement, the placements together, contacts (classic only), turn.
    pub fn new(setup: &Setup) -> Result<Self, Problems> {
        let rules = Rules::new(&setup.options, "/rules")?;
        setup.check_fields(&rules)?;
        let placements = check_placements(setup)?;
        let board = check_board(&placements)?;
        let mut last_placed = ByColor::default();
        for &(color, placement) in &placements {
            last_placed[color] = Some(placement.piece());
        }
        let mut state = Self {
            rules,
            placements,
            board,
            to_move: None,
            decision: Decision::Over,
            cards: None,
            last_placed,
            shared_turns: 0,
        };
        match rules.game() {
            Game::Classic => {
                check_contacts(&rules, &state.placements)?;
                state.load_classic_turn(setup)?;
            }
            Game::Shuffle => state.load_shuffle_turn(setup)?,
        }
        Ok(state)
    }
}
