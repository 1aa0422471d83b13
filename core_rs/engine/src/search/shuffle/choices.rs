//! The edges of a decision of Blokus Shuffle, with their priors.
//!
//! Cards are edges like all others. Which of them a seat holds differs from deal to deal, so a
//! decision about cards has an edge for each kind, and a simulation takes one that is in hand. All
//! other decisions depend on the board only, which is identical in every simulation that reaches
//! this node.

use crate::action::Action;
use crate::card::Card;
use crate::legal::Legal;
use crate::movegen::MoveList;
use crate::phase::Decision;
use crate::piece::Supply;
use crate::state::State;

use crate::search::payoff::Payoff;
use crate::search::prior::{ONE, Prior, Weights, exp};
use crate::search::terrain::{Holding, Terrain};

use super::keys::key;

/// Maximum number of edges considered.
pub(super) const WIDEST: usize = 60;

/// Prepares edges, reusing the same memory.
pub(super) struct Choices<'a> {
    payoff: &'a Payoff,
    weights: &'a Weights,
    prior: Box<Prior>,
    moves: MoveList,
    /// Negated values with the keys, so that sorting puts the most promising first.
    pub(super) ranked: Vec<(i32, u32)>,
}

impl<'a> Choices<'a> {
    pub(super) fn new(payoff: &'a Payoff, weights: &'a Weights) -> Self {
        let (prior, moves) = (Prior::new(), MoveList::new());
        Self { payoff, weights, prior, moves, ranked: Vec::new() }
    }

    /// Ranks the actions in a state that is not over.
    pub(super) fn rank(&mut self, state: &State) {
        self.ranked.clear();
        match state.decision() {
            Decision::PlayCard => {
                self.ranked.extend(Card::ALL.map(|card| (0, key(Action::PlayCard(card)))));
            }
            Decision::ChooseCard(_) => {
                self.ranked.extend(Card::ALL.map(|card| (0, key(Action::ChooseCard(card)))));
            }
            _ => self.rank_legal(state),
        }
        if self.ranked.len() > WIDEST {
            self.ranked.select_nth_unstable(WIDEST);
            self.ranked.truncate(WIDEST);
        }
        self.ranked.sort_unstable();
    }

    fn rank_legal(&mut self, state: &State) {
        let legal = state.legal_unsorted(Supply::FULL, &mut self.moves);
        match &legal {
            Legal::Placements { color, .. } => self.prepare(state, *color, state.shared_turns()),
            // The owner's best places are the worst for its opponents.
            Legal::Destinations(owner) => self.prepare(state, *owner, 0),
            Legal::Choices(_) => {}
        }
        let value = |action| match action {
            Action::Place(_, placement) => -self.prior.value(placement),
            Action::WarpTo(placement) => self.prior.value(placement),
            // A small piece is recycled at a small cost.
            Action::ChoosePiece(_, piece) if *state.decision() == Decision::Recycle => {
                piece.size() as i32 * ONE / 2
            }
            _ => 0,
        };
        let ranked = legal.actions(&self.moves).map(|action| (value(action), key(action)));
        self.ranked.extend(ranked);
    }

    /// Computes the values of squares for a colour's piece.
    fn prepare(&mut self, state: &State, color: crate::color::Color, shared_turns: u32) {
        let holdings = Holding::of_state(state);
        let placed = (Supply::FULL.len() - state.board().supply(color).len()) as u8;
        let acting = self.payoff.side(color as usize, shared_turns);
        let terrain = Terrain::new(&holdings, self.payoff, color, acting, placed);
        self.prior.prepare(&terrain, self.weights);
    }

    /// The ranked edges with their shares of the prior.
    pub(super) fn edges(&self) -> impl ExactSizeIterator<Item = (u32, f32)> {
        // The lowest levels draw their actions, and the first one may not be the best.
        let best = self.ranked.iter().map(|one| one.0).min().unwrap_or(0);
        let all = self.chances(best);
        self.ranked.iter().map(move |one| (one.1, chance(best - one.0) / all))
    }

    /// The sum of the weights of the ranked edges, if the best value is this.
    pub(super) fn chances(&self, best: i32) -> f32 {
        self.ranked.iter().map(|one| chance(best - one.0)).sum()
    }
}

/// The weight of an edge whose value is so far below the best one.
fn chance(below: i32) -> f32 {
    exp(below as f32 / ONE as f32)
}

/// Whether the edges of a state's node are cards, of which only those in hand can be taken.
pub(super) fn is_about_cards(state: &State) -> bool {
    matches!(state.decision(), Decision::PlayCard | Decision::ChooseCard(_))
}

/// Whether an edge can be taken in a state that reached its node: cards must be in hand.
pub(super) fn is_open(state: &State, action: Action) -> bool {
    match (action, *state.decision()) {
        (Action::PlayCard(card), _) => {
            state.to_move().is_some_and(|color| state.deck(color).hand().contains(&card))
        }
        (Action::ChooseCard(card), Decision::ChooseCard(drawn)) => drawn.contains(&card),
        _ => true,
    }
}
