//! The cards of one owner: a draw pile, a hand and a discard pile.

use crate::card::{Card, CardCounts};
use crate::color::Direction;

/// The maximum number of cards of a deck: those of the two colours of a seat (S1, S3).
pub const MAX_CARDS: usize = 2 * CardCounts::MAX;

/// The size of the hand that is drawn in the set-up round (S2).
pub const HAND: usize = 2;

/// The cards of one owner.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Deck {
    /// The draw pile, bottom card first, so that drawing is a pop. JSON has it in reverse order.
    pub(crate) pile: Vec<Card>,
    pub(crate) hand: Vec<Card>,
    pub(crate) discard: Vec<Card>,
}

impl Deck {
    /// The draw pile, top card first.
    #[must_use]
    pub fn draw(&self) -> impl ExactSizeIterator<Item = Card> {
        self.pile.iter().rev().copied()
    }

    /// The cards that can be played.
    #[must_use]
    pub fn hand(&self) -> &[Card] {
        &self.hand
    }

    /// The discard pile, oldest card first.
    #[must_use]
    pub fn discard(&self) -> &[Card] {
        &self.discard
    }

    /// Draws up to `count` cards into the hand, behind those it has, and returns how many.
    pub(crate) fn draw_hand(&mut self, count: usize) -> usize {
        let had = self.hand.len();
        for _ in 0..count {
            self.hand.extend(self.pile.pop());
        }
        self.hand.len() - had
    }

    /// Plays a card from the hand.
    pub(crate) fn play(&mut self, card: Card) {
        if let Some(at) = self.hand.iter().position(|&held| held == card) {
            self.hand.remove(at);
        }
        self.discard.push(card);
    }

    /// Takes the two top cards off the pile, if there are two (S22).
    pub(crate) fn take_two(&mut self) -> Option<[Card; 2]> {
        let rest = self.pile.len().checked_sub(2)?;
        let two = [self.pile[rest + 1], self.pile[rest]];
        self.pile.truncate(rest);
        Some(two)
    }

    /// Plays one of two cards that were taken, and puts the other under the pile (S22).
    pub(crate) fn play_one_of(&mut self, taken: [Card; 2], chosen: Card) {
        let [first, second] = taken;
        self.pile.insert(0, if chosen == first { second } else { first });
        self.discard.push(chosen);
    }
}

/// The parts of a state that only Blokus Shuffle has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cards {
    /// The direction of play.
    pub(crate) direction: Direction,
    /// The decks in the order of their names; with 2 seats the last two have no cards.
    pub(crate) decks: [Deck; 4],
}
