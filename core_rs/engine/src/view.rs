//! Which cards of a Shuffle state a seat may see, and states of which only that is known. Classic
//! has no hidden information.

use crate::action::ActionType;
use crate::deck::Deck;
use crate::phase::Decision;
use crate::problem::{Code, Problem};
use crate::ruleset::{Seat, Seats};
use crate::state::State;

/// Which cards are shown. Draw piles never are, discard piles always.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Visibility {
    /// The seat that sees them.
    pub seat: Seat,
    /// Whether the hand of each deck is shown.
    pub(crate) hands: [bool; 4],
    /// Whether the two cards of a Draw 2 are shown.
    pub(crate) drawn: bool,
}

/// A state as one seat sees it. The cards that it does not see are dealt in some order that agrees
/// with everything it sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub(crate) state: State,
    pub(crate) visibility: Visibility,
}

impl View {
    /// The seat whose view it is.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.visibility.seat
    }

    /// Which cards are shown.
    #[must_use]
    pub fn visibility(&self) -> &Visibility {
        &self.visibility
    }

    /// The state. Do not use its hidden cards: [`View::hidden`] says whether they matter.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The hidden cards that determine the legal actions, as a problem; none if all that matter are
    /// shown.
    #[must_use]
    pub fn hidden(&self) -> Option<Problem> {
        let state = &self.state;
        let deck = state.rules.deck_of(state.to_move?);
        let name = state.rules.deck_names().get(deck)?;
        match state.decision {
            Decision::PlayCard if !self.visibility.hands[deck] => Some(hidden_hand(name)),
            Decision::ChooseCard(_) if !self.visibility.drawn => {
                Some(hidden(&format!("the cards drawn by {}", owner(name)), "/turn/drawn"))
            }
            _ => None,
        }
    }

    /// The hidden cards that determine what the seat that decides would do: those of its hands that
    /// this view does not show, or the two of a Draw 2.
    #[must_use]
    pub fn hidden_from_decision(&self) -> Option<Problem> {
        let seat = self.state.seat()?;
        let known = self.state.visible_to(seat);
        let is_hidden = |&(deck, (_, cards)): &(usize, (&str, &Deck))| {
            known.hands[deck] && !self.visibility.hands[deck] && !cards.hand().is_empty()
        };
        self.hidden().or_else(|| {
            let (_, (name, _)) = self.state.decks().enumerate().find(is_hidden)?;
            Some(hidden_hand(name))
        })
    }

    /// The hidden cards that determine whether an action of this type is legal. An action of
    /// another phase is illegal whatever the cards are.
    #[must_use]
    pub fn hidden_from(&self, action: ActionType) -> Option<Problem> {
        let matters = matches!(
            (self.state.decision, action),
            (Decision::PlayCard, ActionType::PlayCard)
                | (Decision::ChooseCard(_), ActionType::ChooseCard)
        );
        self.hidden().filter(|_| matters)
    }
}

fn hidden_hand(name: &str) -> Problem {
    hidden(&format!("the hand of {}", owner(name)), &format!("/decks/{name}/hand"))
}

fn hidden(what: &str, pointer: &str) -> Problem {
    let message = format!("hidden from this view: {what}");
    Problem::new(Code::HiddenInformation, pointer, message)
}

/// The owner of a deck, for people.
fn owner(name: &str) -> String {
    name.replace("seat", "seat ")
}

impl State {
    /// What a seat may see.
    #[must_use]
    pub fn visible_to(&self, seat: Seat) -> Visibility {
        Visibility {
            seat,
            hands: std::array::from_fn(|deck| self.shows_hand(deck, seat)),
            drawn: self.shows_drawn(seat),
        }
    }

    /// Whether a seat may see the hand of a deck: its own, or that of the shared colour on a turn
    /// that the seat plays (S3, S11). Draw piles are always hidden, discard piles never.
    #[must_use]
    pub fn shows_hand(&self, deck: usize, seat: Seat) -> bool {
        if self.rules.seats() == Seats::Two {
            return deck + 1 == usize::from(seat);
        }
        match self.rules.shared_color() {
            Some(shared) if shared as usize == deck => {
                self.to_move == Some(shared) && self.shows_drawn(seat)
            }
            _ => self
                .rules
                .scored_colors()
                .any(|color| color as usize == deck && self.rules.seat(color, 0) == seat),
        }
    }

    /// Whether a seat may see the two cards of a Draw 2: only the seat that chooses one.
    #[must_use]
    pub fn shows_drawn(&self, seat: Seat) -> bool {
        self.seat() == Some(seat)
    }
}
