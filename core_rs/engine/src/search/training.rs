//! What training needs from the prior and the value; the rest is in `examples/train_prior` and
//! `examples/train_value`.

use crate::movegen::MoveList;
use crate::movegen::anchor::{MARGIN, Padded};
use crate::piece::{PIECES, Placement};
use crate::state::State;

use super::payoff::Payoff;
use super::position::Position;
use super::prior::{OFFSETS, ONE, PER_PHASE, PHASES, Prior, Weights, phase};
use super::terrain::{ALONG, COVERED, FEATURES, Holding, OPENED, Terrain};
use super::value::{VALUE_PHASES, VALUE_WEIGHTS, counts, value_phase};

/// How many phases the weights have.
pub const TRAINED_PHASES: usize = PHASES;

/// How many weights a phase has.
pub const TRAINED_WEIGHTS: usize = PER_PHASE;

/// How many phases the weights of the value have.
pub const TRAINED_VALUE_PHASES: usize = VALUE_PHASES;

/// How many weights of the value a phase has.
pub const TRAINED_VALUE_WEIGHTS: usize = VALUE_WEIGHTS;

/// The legal placements of a position as the prior sees them.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The phase whose weights apply.
    pub phase: usize,
    /// The side that decides, in the order of `Rules::sides`.
    pub side: usize,
    /// The placements.
    pub options: Vec<ChoiceOption>,
}

/// A placement as the prior sees it.
#[derive(Clone, Copy, Debug)]
pub struct ChoiceOption {
    /// The placement.
    pub placement: Placement,
    /// The index of its piece's weight.
    pub piece: u8,
    /// How often each of the weights after those of the pieces counts.
    pub counts: [u8; FEATURES],
}

impl ChoiceOption {
    /// The indices of its weights, with how often each counts.
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
        let side = payoff.side(color as usize, state.shared_turns());
        let placed = position.placed(color as usize);
        let holdings = Holding::of_position(&position);
        let terrain = Terrain::new(&holdings, &payoff, color, side, placed);
        position.list(moves);
        moves.sort();
        let counter = Counter::new(&terrain);
        let option = |&placement: &Placement| ChoiceOption {
            placement,
            piece: placement.piece().index() as u8,
            counts: counter.counts(placement),
        };
        Some(Self { phase: phase(placed), side, options: moves.iter().map(option).collect() })
    }
}

/// Counts the features of placements: four bits for each feature of a square, so that the counts
/// of all features are added at once. No placement has more than 15 squares of a kind.
pub(crate) struct Counter {
    covered: Vec<u128>,
    along: Vec<u128>,
    opened: Vec<u128>,
}

impl Counter {
    pub(crate) fn new(terrain: &Terrain) -> Self {
        Self {
            covered: packed(&terrain.covered),
            along: packed(&terrain.along),
            opened: packed(&terrain.opened),
        }
    }

    pub(crate) fn counts(&self, placement: Placement) -> [u8; FEATURES] {
        let offsets = &OFFSETS[placement.global_orientation()];
        let at = (placement.row() + MARGIN - 1) * 32 + placement.col() + MARGIN - 1;
        let sum = |map: &[u128], offsets: &[u8]| -> u128 {
            offsets.iter().map(|&offset| map[at + usize::from(offset)]).sum()
        };
        let [cells, sides, corners] = offsets.counts.map(usize::from);
        let parts = [
            (sum(&self.covered, &offsets.cells[..cells]), COVERED.len()),
            (sum(&self.along, &offsets.sides[..sides]), ALONG.len()),
            (sum(&self.opened, &offsets.corners[..corners]), OPENED.len()),
        ];
        let unpack =
            |(sum, len): (u128, usize)| (0..len).map(move |at| (sum >> (4 * at) & 15) as u8);
        let mut all = parts.into_iter().flat_map(unpack);
        std::array::from_fn(|_| all.next().unwrap_or_default())
    }
}

fn packed(sets: &[Padded]) -> Vec<u128> {
    assert!(sets.len() <= 32, "four bits each");
    let mut map = vec![0; 32 * 32];
    for (index, set) in sets.iter().enumerate() {
        for (row, &bits) in set.iter().enumerate() {
            let mut rest = bits;
            while rest != 0 {
                map[32 * row + rest.trailing_zeros() as usize] |= 1 << (4 * index);
                rest &= rest - 1;
            }
        }
    }
    map
}

/// Plays a classic game to its end, always with the placement that looks best, and returns the
/// points of each side; more is better.
#[must_use]
pub fn points_after_best_looking(state: &State, weights: &Weights) -> Vec<i32> {
    let payoff = Payoff::new(state.rules());
    let mut position = Position::new(state);
    let mut prior = Prior::new();
    let mut moves = MoveList::new();
    position.settle();
    while let Some(color) = position.to_move() {
        let placed = position.placed(color);
        let side = payoff.side(color, placed.into());
        let holdings = Holding::of_position(&position);
        let color = crate::color::Color::ALL[color];
        let terrain = Terrain::new(&holdings, &payoff, color, side, placed);
        prior.prepare(&terrain, weights);
        position.list(&mut moves);
        let best = moves.iter().copied().max_by_key(|&one| (prior.value(one), one));
        let Some(best) = best else {
            break;
        };
        position.put(best);
        position.settle();
    }
    payoff.points(&position)[..payoff.sides().len()].to_vec()
}

/// The input of the value for a classic state: the phase, and the counts of each side, in the order
/// of `Rules::sides`.
#[must_use]
pub fn value_counts(state: &State) -> (usize, Vec<[f64; TRAINED_VALUE_WEIGHTS]>) {
    let payoff = Payoff::new(state.rules());
    let position = Position::new(state);
    let counts = counts(&position, &payoff);
    let mut sides = vec![[0.0; TRAINED_VALUE_WEIGHTS]; payoff.sides().len()];
    for (color, counts) in counts.iter().enumerate() {
        let Some(side) = payoff.owner(color) else {
            continue;
        };
        let left = (0..PIECES).map(|piece| (position.left(color) >> piece & 1) as i32);
        for (sum, count) in sides[side].iter_mut().zip(counts.iter().copied().chain(left)) {
            *sum += f64::from(count);
        }
    }
    (value_phase(&position), sides)
}

/// The current points of each side of a classic state; more is better.
#[must_use]
pub fn points(state: &State) -> Vec<i32> {
    let payoff = Payoff::new(state.rules());
    payoff.points(&Position::new(state))[..payoff.sides().len()].to_vec()
}

impl Weights {
    /// Weights from fractions, phase by phase.
    #[must_use]
    pub fn rounded(weights: &[[f32; TRAINED_WEIGHTS]; TRAINED_PHASES]) -> Self {
        Self(weights.map(|phase| phase.map(|weight| (weight * ONE as f32).round() as i32)))
    }

    /// The same numbers as fractions.
    #[must_use]
    pub fn fractions(&self) -> [[f32; TRAINED_WEIGHTS]; TRAINED_PHASES] {
        self.0.map(|phase| phase.map(|weight| weight as f32 / ONE as f32))
    }
}
