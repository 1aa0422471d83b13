//! The eight cards: how each changes the rule for placing, when it can be carried out, and what it
//! does.

use crate::card::Card;
use crate::cells::Cells;
use crate::color::{ByColor, Color};
use crate::deck::Deck;
use crate::event::{EventKind, Recorder};
use crate::movegen::{self, MoveList};
use crate::phase::{ActiveEffect, Decision};
use crate::piece::{Piece, Placement, Supply};
use crate::placement_rule::PlacementRule;
use crate::problem::Code;
use crate::state::State;

impl State {
    /// The rule for a colour's next piece under an effect.
    pub(crate) fn rule_under(&self, color: Color, effect: ActiveEffect) -> PlacementRule {
        match effect {
            ActiveEffect::Wild(as_color) => self.placement_rule(as_color),
            ActiveEffect::Card(Card::EdgeToEdge) => {
                PlacementRule::along_sides(&self.own_cells(color), self.board.occupied())
            }
            ActiveEffect::Second(first) => {
                let first =
                    self.placement_of(color, first).map_or(Cells::EMPTY, Placement::cell_set);
                PlacementRule::at_corners(&first, self.board.cells(color), self.board.occupied())
            }
            ActiveEffect::Nothing | ActiveEffect::Card(_) | ActiveEffect::Recycled(..) => {
                self.placement_rule(color)
            }
        }
    }

    /// The recycled piece that may be placed for its own colour on the turn of `color`, the other
    /// colour of the seat, and the rule for it (S25).
    pub(crate) fn replay(
        &self,
        color: Color,
        effect: ActiveEffect,
    ) -> Option<(Color, Piece, PlacementRule)> {
        match effect {
            ActiveEffect::Recycled(owner, piece) if owner != color => {
                Some((owner, piece, self.placement_rule(owner)))
            }
            _ => None,
        }
    }

    /// Whether a colour has any legal placement under an effect.
    pub(crate) fn can_place_under(&self, color: Color, effect: ActiveEffect) -> bool {
        let supply = self.board.supply(color);
        let can_place_own =
            !supply.is_empty() && movegen::any(&self.rule_under(color, effect), supply);
        can_place_own
            || self
                .replay(color, effect)
                .is_some_and(|(_, piece, rule)| movegen::any(&rule, Supply::only(piece)))
    }

    /// The squares of 'your pieces' on a colour's turn (S24).
    pub(crate) fn own_cells(&self, color: Color) -> Cells {
        let own = self.rules.own_colors(color);
        own.fold(Cells::EMPTY, |cells, one| cells.or(self.board.cells(one)))
    }

    /// The colours that can be declared with Wild (S23).
    pub(crate) fn wild_colors(&self, color: Color) -> impl Iterator<Item = Color> {
        let fits =
            move |as_color: &Color| self.can_place_under(color, ActiveEffect::Wild(*as_color));
        Color::ALL.into_iter().filter(fits)
    }

    /// The pieces that can be recycled on a colour's turn (S25), oldest first.
    pub(crate) fn recyclable(&self, color: Color) -> impl Iterator<Item = (Color, Placement)> {
        let deck = self.rules.deck_of(color);
        self.placements.iter().copied().filter(move |one| self.rules.deck_of(one.0) == deck)
    }

    /// The pieces that can be warped on a colour's turn (S26), oldest first.
    pub(crate) fn warpable(&self, color: Color) -> impl Iterator<Item = (Color, Placement)> {
        let opponents = ByColor::new_with(|other| self.is_opponent(color, other));
        let can_go = move |&(owner, placement): &(Color, Placement)| {
            opponents[owner] && self.has_destination(owner, placement)
        };
        self.placements.iter().copied().filter(can_go)
    }

    pub(crate) fn is_opponent(&self, color: Color, other: Color) -> bool {
        self.rules.opponents(color, self.shared_turns).any(|one| one == other)
    }

    /// The rule for the destination of a piece: legal for its colour, with its old squares free (S26).
    pub(crate) fn warp_rule(&self, owner: Color, placement: Placement) -> PlacementRule {
        let old = placement.cell_set();
        let others = self.board.cells(owner).without(&old);
        PlacementRule::at_corners(&others, &others, &self.board.occupied().without(&old))
    }

    /// Whether a piece has a destination: squares other than those it covers.
    pub(crate) fn has_destination(&self, owner: Color, placement: Placement) -> bool {
        let rule = self.warp_rule(owner, placement);
        let piece = Supply::only(placement.piece());
        // If the rule allows two placements, at least one differs from the present one.
        movegen::at_least(&rule, piece, 2)
            || (!rule.allows(placement) && movegen::any(&rule, piece))
    }

    /// Lists the destinations of a piece, in no particular order.
    pub fn destinations(&self, owner: Color, placement: Placement, out: &mut MoveList) {
        let rule = self.warp_rule(owner, placement);
        movegen::list(&rule, Supply::only(placement.piece()), out);
        out.remove(placement);
    }

    /// Carries out a card that was just played, or discards it, and sets the next decision.
    pub(crate) fn resolve(&mut self, color: Color, card: Card, events: &mut impl Recorder) {
        let effect = Decision::Place(ActiveEffect::Card(card));
        self.decision = match card {
            Card::Skip | Card::DoublePlay => effect,
            Card::Reverse => {
                self.reverse(color, events);
                effect
            }
            Card::DrawTwo => match self.deck_mut(color).and_then(Deck::take_two) {
                Some(two) => {
                    self.emit(color, || EventKind::CardsDrawn(two.to_vec()), events);
                    Decision::ChooseCard(two)
                }
                None => self.discard(color, card, Code::PileTooSmall, events),
            },
            Card::Wild if self.wild_colors(color).next().is_some() => Decision::ChooseColor,
            Card::EdgeToEdge if self.can_place_under(color, ActiveEffect::Card(card)) => effect,
            Card::Wild | Card::EdgeToEdge => self.discard(color, card, Code::NothingFits, events),
            Card::Recycle if self.recyclable(color).next().is_some() => Decision::Recycle,
            Card::Warp if self.warpable(color).next().is_some() => Decision::Warp,
            Card::Recycle | Card::Warp => self.discard(color, card, Code::NoPiece, events),
        };
    }

    fn reverse(&mut self, color: Color, events: &mut impl Recorder) {
        if let Some(cards) = &mut self.cards {
            cards.direction = cards.direction.reversed();
            let direction = cards.direction;
            self.emit(color, || EventKind::DirectionReversed(direction), events);
        }
    }

    /// Discards a card without effect: an ordinary placement follows.
    pub(crate) fn discard(
        &self,
        color: Color,
        card: Card,
        reason: Code,
        events: &mut impl Recorder,
    ) -> Decision {
        self.emit(color, || EventKind::CardDiscarded(card, reason, card.rule()), events);
        Decision::Place(ActiveEffect::Nothing)
    }
}
