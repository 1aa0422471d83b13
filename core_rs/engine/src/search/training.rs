//! What training needs to see of the prior; `examples/train_prior.rs` does the rest.

use crate::movegen::MoveList;
use crate::piece::{PIECES, Placement};
use crate::state::State;

use super::payoff::Payoff;
use super::position::Position;
use super::prior::{ONE, PER_PHASE, PHASES, Weights, counts, phase};
use super::terrain::{FEATURES, Holding, Terrain};

/// How many phases the weights have.
pub const TRAINED_PHASES: usize = PHASES;

/// How many weights a phase has.
pub const TRAINED_WEIGHTS: usize = PER_PHASE;

/// The legal placements of a position as the prior sees them.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The phase whose weights apply.
    pub phase: usize,
    /// The placements.
    pub options: Vec<ChoiceOption>,
}

/// A placement as the prior sees it.
#[derive(Clone, Copy, Debug)]
pub struct ChoiceOption {
    /// What it is.
    pub placement: Placement,
    /// The number of its weight for the piece.
    pub piece: u8,
    /// How often each of the weights behind those of the pieces counts.
    pub counts: [u8; FEATURES],
}

impl ChoiceOption {
    /// The numbers of its weights, with how often each counts.
    pub fn terms(&self) -> impl Iterator<Item = (usize, f32)> {
        let features = (PIECES..).zip(self.counts.map(f32::from));
        std::iter::once((self.piece.into(), 1.0)).chain(features)
    }
}

impl Choice {
    /// The choice in a classic state that is not over.
    #[must_use]
    pub fn new(state: &State, moves: &mut MoveList) -> Option<Self> {
        let color = state.to_move()?;
        let position = Position::new(state);
        let payoff = Payoff::new(state.rules());
        let acting = payoff.side(color as usize, state.shared_turns());
        let placed = position.placed(color as usize);
        let holdings = Holding::of_position(&position);
        let terrain = Terrain::new(&holdings, &payoff, color, acting, placed);
        position.list(moves);
        moves.sort();
        let option = |&placement: &Placement| ChoiceOption {
            placement,
            piece: placement.piece().index() as u8,
            counts: counts(&terrain, placement),
        };
        Some(Self { phase: phase(placed), options: moves.iter().map(option).collect() })
    }
}

impl Weights {
    /// Weights from fractions, phase by phase.
    #[must_use]
    pub fn rounded(weights: &[[f32; TRAINED_WEIGHTS]; TRAINED_PHASES]) -> Self {
        Self(weights.map(|phase| phase.map(|weight| (weight * ONE as f32).round() as i32)))
    }
}
