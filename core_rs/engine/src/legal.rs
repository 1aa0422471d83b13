//! The legal actions of a state.

use crate::action::Action;
use crate::card::Card;
use crate::color::Color;
use crate::movegen::{self, MoveList};
use crate::phase::{ActiveEffect, Decision};
use crate::piece::{Placement, Supply};
use crate::state::State;

/// The legal actions of a state. Placements can be many: they are written to the list that the
/// caller passes in, so that its memory is reused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Legal {
    /// The list has the placements of this turn's piece.
    Placements {
        /// The colour whose turn it is.
        color: Color,
        /// How many placements are of that colour. Those after them are of the recycled piece of
        /// the seat's other colour (S25).
        own: usize,
    },
    /// The list has the destinations of the piece that is warped, which is of this colour.
    Destinations(Color),
    /// The actions, and the list is empty. No actions: the game is over, or the filter by pieces
    /// left none.
    Choices(Vec<Action>),
}

impl Legal {
    /// How many actions there are; `moves` is the list that they were written to.
    #[must_use]
    pub fn len(&self, moves: &[Placement]) -> usize {
        match self {
            Self::Placements { .. } | Self::Destinations(_) => moves.len(),
            Self::Choices(actions) => actions.len(),
        }
    }

    /// The action with that number; `moves` is the list that they were written to.
    ///
    /// # Panics
    /// If there are not that many actions.
    #[must_use]
    pub fn action(&self, moves: &[Placement], index: usize) -> Action {
        match self {
            Self::Placements { color, own } => {
                let color = if index < *own { *color } else { color.after(2) };
                Action::Place(color, moves[index])
            }
            Self::Destinations(_) => Action::WarpTo(moves[index]),
            Self::Choices(actions) => actions[index],
        }
    }

    /// Every action, in order; `moves` is the list that they were written to.
    pub fn actions(&self, moves: &[Placement]) -> impl Iterator<Item = Action> {
        (0..self.len(moves)).map(|index| self.action(moves, index))
    }
}

impl State {
    /// The legal actions, in order: placements by piece (G4), orientation, row, col; cards and
    /// colours in the order of `ALL`. None when the game is over. Of the actions with a piece, only
    /// those with one of `pieces` are listed.
    pub fn legal_actions(&self, pieces: Supply, out: &mut MoveList) -> Legal {
        let legal = self.legal_unsorted(pieces, out);
        match legal {
            Legal::Placements { own, .. } => out.sort_parts(own),
            Legal::Destinations(_) => out.sort(),
            Legal::Choices(_) => {}
        }
        legal
    }

    /// The legal actions with only those placements and destinations that cover a square; other
    /// actions are not affected.
    pub fn legal_covering(
        &self,
        pieces: Supply,
        (row, col): (usize, usize),
        out: &mut MoveList,
    ) -> Legal {
        let mut legal = self.legal_actions(pieces, out);
        let covers = |placement: Placement| placement.cell_set().has(row, col);
        match &mut legal {
            Legal::Placements { own, .. } => {
                out.retain(*own..out.len(), covers);
                *own = out.retain(0..*own, covers);
            }
            Legal::Destinations(_) => {
                out.retain(0..out.len(), covers);
            }
            Legal::Choices(_) => {}
        }
        legal
    }

    /// The same with the placements in no particular order, which is faster.
    pub fn legal_unsorted(&self, pieces: Supply, out: &mut MoveList) -> Legal {
        out.clear();
        let Some(color) = self.to_move else {
            return Legal::Choices(Vec::new());
        };
        Legal::Choices(match self.decision {
            Decision::Opening => {
                self.list_placements(color, ActiveEffect::Nothing, pieces, out);
                return Legal::Placements { color, own: out.len() };
            }
            Decision::Place(effect) => {
                self.list_placements(color, effect, pieces, out);
                let own = out.len();
                if let Some((_, piece, rule)) = self.replay(color, effect)
                    && pieces.has(piece)
                {
                    movegen::append(&rule, Supply::only(piece), out);
                }
                if !out.is_empty() || self.can_place_under(color, effect) {
                    return Legal::Placements { color, own };
                }
                vec![Action::Pass]
            }
            Decision::WarpTo(owner, piece) => {
                let wanted = pieces.has(piece);
                if let Some(placement) = self.placement_of(owner, piece).filter(|_| wanted) {
                    self.destinations(owner, placement, out);
                }
                return Legal::Destinations(owner);
            }
            Decision::PlayCard => distinct(self.deck(color).hand(), Action::PlayCard),
            Decision::ChooseCard(drawn) => distinct(&drawn, Action::ChooseCard),
            Decision::ChooseColor => self.wild_colors(color).map(Action::ChooseColor).collect(),
            Decision::Recycle => in_order(self.recyclable(color).collect(), pieces),
            Decision::Warp => in_order(self.warpable(color).collect(), pieces),
            Decision::Over => Vec::new(),
        })
    }

    pub(crate) fn list_placements(
        &self,
        color: Color,
        effect: ActiveEffect,
        pieces: Supply,
        out: &mut MoveList,
    ) {
        let supply = self.board.supply(color).and(pieces);
        movegen::list(&self.rule_under(color, effect), supply, out);
    }

    /// Lists what a colour could place if it were its turn and no card affected it, sorted.
    pub fn legal_placements(&self, color: Color, pieces: Supply, out: &mut MoveList) {
        self.list_placements(color, ActiveEffect::Nothing, pieces, out);
        out.sort();
    }

    /// Counts the legal actions.
    #[must_use]
    pub fn count_actions(&self) -> usize {
        let (Some(color), Decision::Opening | Decision::Place(ActiveEffect::Nothing)) =
            (self.to_move, self.decision)
        else {
            let mut moves = MoveList::new();
            return self.legal_unsorted(Supply::FULL, &mut moves).len(&moves);
        };
        let placements = movegen::count(&self.placement_rule(color), self.board.supply(color));
        // A colour that cannot place has one action: pass. That never happens in classic.
        placements.max(1) as usize
    }
}

/// One action for each kind of card, in the order of the kinds.
fn distinct(cards: &[Card], action: fn(Card) -> Action) -> Vec<Action> {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    cards.dedup();
    cards.into_iter().map(action).collect()
}

/// One action for each piece, by colour and in the order of G4.
fn in_order(mut found: Vec<(Color, Placement)>, pieces: Supply) -> Vec<Action> {
    found.retain(|one| pieces.has(one.1.piece()));
    // Placements of one colour are numbered by piece first.
    found.sort_unstable();
    let action =
        |(color, placement): (Color, Placement)| Action::ChoosePiece(color, placement.piece());
    found.into_iter().map(action).collect()
}
