//! What the acting seat does not see, dealt anew for every simulation.
//!
//! A search that looked at the real piles and hands would cheat. So each simulation begins with
//! another deal of the unseen cards, consistent with what the seat knows: which cards each deck has
//! in all (S1, S3), which were played, its own hand, and how many cards lie where. The unseen cards
//! are sorted first: nothing of where they really lie is left.

use crate::card::Card;
use crate::state::State;

use crate::search::random::Random;

/// The unseen cards of each deck.
pub(super) struct Hidden {
    decks: Vec<Unseen>,
}

struct Unseen {
    cards: Vec<Card>,
    /// Whether the hand is among them.
    hides_hand: bool,
}

impl Hidden {
    /// What the seat that decides does not see.
    pub(super) fn new(state: &State) -> Self {
        let seat = state.seat().unwrap_or_default();
        let unseen = |(index, deck): (usize, &crate::deck::Deck)| {
            let hides_hand = !state.shows_hand(index, seat);
            let mut cards = deck.pile.clone();
            if hides_hand {
                cards.extend(&deck.hand);
            }
            cards.sort_unstable();
            Unseen { cards, hides_hand }
        };
        let decks = state.decks().map(|(_, deck)| deck).enumerate().map(unseen).collect();
        Self { decks }
    }

    /// Deals the unseen cards of a state at random.
    pub(super) fn deal(&mut self, state: &mut State, random: &mut Random) {
        let Some(cards) = &mut state.cards else {
            return;
        };
        for (unseen, deck) in self.decks.iter_mut().zip(&mut cards.decks) {
            // From the same order every time: a deal must not depend on the one before.
            unseen.cards.sort_unstable();
            random.shuffle(&mut unseen.cards);
            let (pile, hand) = unseen.cards.split_at(deck.pile.len());
            deck.pile.copy_from_slice(pile);
            if unseen.hides_hand {
                deck.hand.copy_from_slice(hand);
            }
        }
    }
}
