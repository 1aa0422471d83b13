//! The cards that the acting seat cannot see, dealt at random for every simulation.
//!
//! A search that looked at the real piles and hands would cheat. So each simulation starts with
//! another deal of the unseen cards, consistent with what the seat knows: which cards each deck has
//! in all (S1, S3), which were played, its own hand, and how many cards are in each pile and hand.
//! The unseen cards are sorted first, so that a deal does not depend on their real order.
//!
//! A view does not tell which card a Draw 2 put under the pile (S22), nor what the shared colour held
//! when the seat last played it (S11), so deals ignore both.

use crate::card::Card;
use crate::state::State;

use crate::search::random::Random;

/// The unseen cards of each deck.
pub(crate) struct Hidden {
    decks: Vec<Unseen>,
}

struct Unseen {
    cards: Vec<Card>,
    /// Whether the hand is among them.
    hides_hand: bool,
}

impl Hidden {
    /// The cards that the seat that decides cannot see.
    pub(crate) fn new(state: &State) -> Self {
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
    pub(crate) fn deal(&mut self, state: &mut State, random: &mut Random) {
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
