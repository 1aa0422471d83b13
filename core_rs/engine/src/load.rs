//! From an unchecked [`Setup`] to a [`State`] or a [`View`]: the only way in for data from outside.

use crate::color::ByColor;
use crate::layout::{check_board, check_contacts, check_placements};
use crate::phase::Decision;
use crate::problem::{Code, Problem, Problems};
use crate::ruleset::{Game, Rules};
use crate::setup::{DECK_NAMES, Setup};
use crate::state::State;
use crate::view::{View, Visibility};

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

impl View {
    /// Checks the setup of a view: as [`State::new`], and the numbers of cards agree with those that
    /// are shown.
    ///
    /// # Errors
    /// As of [`State::new`]; a setup that is not of a view has no seat.
    pub fn new(setup: &Setup) -> Result<Self, Problems> {
        let Some(seat) = setup.seat else {
            return Err(Problem::new(Code::MissingField, "/seat", "this field is required").into());
        };
        let state = State::new(setup)?;
        let shows_hand = |name: &&str| {
            let at = DECK_NAMES.iter().position(|one| one == name);
            let deck = setup.decks.as_ref().zip(at).and_then(|(decks, at)| decks[at].as_ref());
            deck.is_some_and(|deck| deck.hand.is_some())
        };
        let mut hands = [false; 4];
        for (shown, name) in hands.iter_mut().zip(state.rules.deck_names()) {
            *shown = shows_hand(name);
        }
        let drawn = setup.turn.is_some_and(|turn| turn.drawn.is_some());
        Ok(Self { state, visibility: Visibility { seat, hands, drawn } })
    }
}
