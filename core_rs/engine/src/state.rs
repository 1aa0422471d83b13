//! A checked position. A classic state can be reached by legal placements, as far as that can be
//! decided without searching for an order of play; in a Shuffle state the cards, pieces and phase
//! are consistent.

use crate::board::Board;
use crate::card::CardCounts;
use crate::color::{ByColor, Color, Direction};
use crate::deck::{Cards, Deck};
use crate::movegen;
use crate::phase::{ActiveEffect, Decision};
use crate::piece::{Piece, Placement};
use crate::placement_rule::PlacementRule;
use crate::problem::Problems;
use crate::ruleset::{Game, Options, Rules, Seat};
use crate::shuffle::{RandomSource, SplitMix64, shuffled_decks};

/// A checked, immutable position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(crate) rules: Rules,
    pub(crate) placements: Vec<(Color, Placement)>,
    pub(crate) board: Board,
    pub(crate) to_move: Option<Color>,
    pub(crate) decision: Decision,
    /// Blokus Shuffle only.
    pub(crate) cards: Option<Cards>,
    pub(crate) last_placed: ByColor<Option<Piece>>,
    pub(crate) shared_turns: u32,
}

impl State {
    /// Starts a game whose decks are shuffled by a seed (S30), so that it can be repeated. Classic
    /// has no decks and ignores the seed.
    ///
    /// # Errors
    /// Options that conflict.
    pub fn new_game(options: &Options, seed: u64) -> Result<Self, Problems> {
        Self::new_game_from(options, &mut SplitMix64::new(seed))
    }

    /// Starts a game whose decks are shuffled with numbers from any source, for example the
    /// operating system (S30). Classic takes no number.
    ///
    /// # Errors
    /// Options that conflict.
    pub fn new_game_from(
        options: &Options,
        random: &mut impl RandomSource,
    ) -> Result<Self, Problems> {
        let rules = Rules::new(options, "")?;
        let (decision, cards) = match rules.game() {
            Game::Classic => (Decision::Place(ActiveEffect::Nothing), None),
            Game::Shuffle => {
                let colors_in = |deck| {
                    if deck < rules.deck_names().len() { rules.colors_per_deck() } else { 0 }
                };
                let decks = shuffled_decks(*rules.deck(), std::array::from_fn(colors_in), random);
                (Decision::Opening, Some(Cards { direction: Direction::Clockwise, decks }))
            }
        };
        Ok(Self {
            rules,
            placements: Vec::new(),
            board: Board::EMPTY,
            to_move: Some(rules.first_color()),
            decision,
            cards,
            last_placed: ByColor::default(),
            shared_turns: 0,
        })
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

    /// The covered squares and the supplies.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The colour to move; none when the game is over.
    #[must_use]
    pub fn to_move(&self) -> Option<Color> {
        self.to_move
    }

    /// The seat to move; none when the game is over.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        self.to_move.map(|color| self.seat_of(color))
    }

    /// The seat that plays a colour at present.
    pub(crate) fn seat_of(&self, color: Color) -> Seat {
        self.rules.seat(color, self.shared_turns)
    }

    /// The decision to make.
    #[must_use]
    pub fn decision(&self) -> &Decision {
        &self.decision
    }

    /// The direction of play; in classic always clockwise.
    #[must_use]
    pub fn direction(&self) -> Direction {
        self.cards.as_ref().map_or(Direction::Clockwise, |cards| cards.direction)
    }

    /// The decks with their names, in order; none in classic.
    pub fn decks(&self) -> impl Iterator<Item = (&'static str, &Deck)> {
        let decks = self.cards.as_ref().map_or(&[][..], |cards| &cards.decks);
        self.rules.deck_names().iter().copied().zip(decks)
    }

    /// The deck that is used on a colour's turns (S3).
    pub(crate) fn deck(&self, color: Color) -> &Deck {
        static NO_CARDS: Deck = Deck { pile: Vec::new(), hand: Vec::new(), discard: Vec::new() };
        self.cards.as_ref().map_or(&NO_CARDS, |cards| &cards.decks[self.rules.deck_of(color)])
    }

    /// How many cards of each kind a deck has (S1, S3).
    pub(crate) fn deck_counts(&self) -> CardCounts {
        let times = self.rules.colors_per_deck() as u8;
        CardCounts(self.rules.deck().0.map(|count| count * times))
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

    /// The placement of a colour's piece, if it is on the board.
    #[must_use]
    pub fn placement_of(&self, color: Color, piece: Piece) -> Option<Placement> {
        self.index_of(color, piece).map(|index| self.placements[index].1)
    }

    /// The index of a colour's piece in the list of placements.
    pub(crate) fn index_of(&self, color: Color, piece: Piece) -> Option<usize> {
        self.placements.iter().position(|one| one.0 == color && one.1.piece() == piece)
    }

    /// The rule for a colour's next piece if no card affects it.
    #[must_use]
    pub fn placement_rule(&self, color: Color) -> PlacementRule {
        PlacementRule::ordinary(&self.board, color, self.rules.start_corners())
    }

    /// Whether a colour has any legal placement if no card affects it.
    #[must_use]
    pub fn can_place(&self, color: Color) -> bool {
        let supply = self.board.supply(color);
        !supply.is_empty() && movegen::any(&self.placement_rule(color), supply)
    }

    /// Whether a colour can still do something (S10): it has pieces left, and a card or a placement.
    pub(crate) fn is_alive(&self, color: Color) -> bool {
        self.can_play_card(color) || self.can_place(color)
    }

    /// Whether any colour can; cards are looked at first, because that is fast.
    pub(crate) fn is_any_alive(&self) -> bool {
        let mut colors = Color::ALL.into_iter();
        colors.clone().any(|color| self.can_play_card(color))
            || colors.any(|color| self.can_place(color))
    }

    /// Whether a colour has cards, and pieces left (S8).
    fn can_play_card(&self, color: Color) -> bool {
        !self.board.supply(color).is_empty() && !self.deck(color).hand.is_empty()
    }
}
