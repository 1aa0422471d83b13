//! A position that was checked: [`State::new`] is the one door, and every `State` is reachable by
//! legal placements as far as that can be told without searching for the order of play.

use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::layout::{check_contacts, checked_board, checked_placements};
use crate::movegen;
use crate::phase::Phase;
use crate::piece::{Piece, Placement};
use crate::placement_rule::PlacementRule;
use crate::problem::{Code, Problem, Problems};
use crate::ruleset::{Options, Rules, Seat};
use crate::setup::Setup;
use crate::turn_order::{Slot, TurnOrder};

/// A checked, immutable position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(crate) rules: Rules,
    pub(crate) placements: Vec<(Color, Placement)>,
    pub(crate) board: Board,
    pub(crate) to_move: Option<Color>,
    pub(crate) last_placed: ByColor<Option<Piece>>,
    pub(crate) shared_turns: u32,
}

impl State {
    /// Starts a game.
    ///
    /// # Errors
    /// Options that do not go together.
    pub fn new_game(options: &Options) -> Result<Self, Vec<Problem>> {
        let rules = Rules::new(options, "")?;
        Ok(Self {
            rules,
            placements: Vec::new(),
            board: Board::EMPTY,
            to_move: Some(rules.first_color()),
            last_placed: ByColor::default(),
            shared_turns: 0,
        })
    }

    /// Checks a setup and makes a state of it.
    ///
    /// # Errors
    /// Everything that is wrong, up to the stage at which it cannot be judged further: options,
    /// each placement, the placements together, contacts, turn.
    pub fn new(setup: &Setup) -> Result<Self, Vec<Problem>> {
        let rules = Rules::new(&setup.options, "/rules")?;
        let placements = checked_placements(setup)?;
        let board = checked_board(&placements)?;
        check_contacts(&rules, &placements)?;
        let mut last_placed = ByColor::default();
        for &(color, placement) in &placements {
            last_placed[color] = Some(placement.piece());
        }
        let mut state =
            Self { rules, placements, board, to_move: None, last_placed, shared_turns: 0 };
        let settled = state.check_turn(setup)?;
        state.shared_turns = settled.shared_turns(&rules);
        Ok(state)
    }

    /// The rules of the game.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The pieces on the board, oldest first.
    #[must_use]
    pub fn placements(&self) -> &[(Color, Placement)] {
        &self.placements
    }

    /// Who covers which squares, and what is left.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The colour to move; none when the game is over.
    #[must_use]
    pub fn to_move(&self) -> Option<Color> {
        self.to_move
    }

    /// The seat that decides; none when the game is over.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        self.to_move.map(|color| self.rules.seat(color, self.shared_turns))
    }

    /// The decision that is asked for.
    #[must_use]
    pub fn phase(&self) -> Phase {
        if self.to_move.is_some() { Phase::Place } else { Phase::Over }
    }

    /// The last piece that each colour placed (P7).
    #[must_use]
    pub fn last_placed(&self) -> &ByColor<Option<Piece>> {
        &self.last_placed
    }

    /// How many of the shared colour's slots are over (C8).
    #[must_use]
    pub fn shared_turns(&self) -> u32 {
        self.shared_turns
    }

    /// The rule for a colour's next piece.
    #[must_use]
    pub fn placement_rule(&self, color: Color) -> PlacementRule {
        PlacementRule::ordinary(&self.board, color, self.rules.start_corners())
    }

    /// Whether a colour has any legal placement.
    #[must_use]
    pub fn can_place(&self, color: Color) -> bool {
        let supply = self.board.supply(color);
        !supply.is_empty() && movegen::any(&self.placement_rule(color), supply)
    }

    /// Judges turn, counts, last pieces and the shared colour's turns, and settles who is to move.
    fn check_turn(&mut self, setup: &Setup) -> Result<Slot, Vec<Problem>> {
        let order = TurnOrder::new(
            &self.rules,
            ByColor::new_with(|color| {
                self.placements.iter().filter(|one| one.0 == color).count() as u32
            }),
            ByColor::new_with(|color| self.can_place(color)),
        );
        order.check_counts()?;
        self.to_move = order.mover();

        let mut problems = Problems::default();
        let mut named = None;
        let mut turn_is_right = true;
        if let Some(color) = setup.turn.color {
            named = color.and_then(|color| order.slot_of(color));
            turn_is_right = match color {
                None => self.to_move.is_none(),
                Some(_) => self.to_move.is_none() || named.is_some(),
            };
            if !turn_is_right {
                let mover = self.to_move.map_or("nobody", Color::name);
                let message = format!("it is {mover}'s turn");
                problems.add(Problem::new(Code::WrongTurn, "/turn/color", message));
            }
        }
        match (setup.turn.phase, self.to_move) {
            (Some(Phase::Over), Some(mover)) => {
                let message = format!("{} can place", mover.name());
                problems.add(Problem::new(Code::WrongPhase, "/turn/phase", message));
            }
            (Some(Phase::Place), None) if setup.turn.color.flatten().is_none() => {
                let message = "no colour can place: the game is over";
                problems.add(Problem::new(Code::WrongPhase, "/turn/phase", message));
            }
            _ => {}
        }
        for (color, &said) in setup.last_placed.iter() {
            if said.is_some_and(|said| said != self.last_placed[color]) {
                let pointer = format!("/last_placed/{}", color.name());
                let last = self.last_placed[color].map_or("none", Piece::name);
                let message =
                    format!("the last {} piece in the list of placements is {last}", color.name());
                problems.add(Problem::new(Code::WrongLastPlaced, pointer, message));
            }
        }
        let settled = order.settled();
        if let Some(said) = setup.shared_turns.filter(|_| turn_is_right) {
            let of_named = named.unwrap_or(settled).shared_turns(&self.rules);
            let of_settled = settled.shared_turns(&self.rules);
            if said != of_named && (self.to_move.is_some() || said != of_settled) {
                let message = "not the number of the shared colour's turns that are over";
                problems.add(Problem::new(Code::WrongSharedTurns, "/shared_turns", message));
            }
        }
        problems.or(settled)
    }
}
