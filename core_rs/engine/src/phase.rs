//! The decision to make, and its parameters.

use crate::card::Card;
use crate::color::Color;
use crate::name::impl_names;
use crate::piece::Piece;

/// The name of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Phase {
    /// Place a first piece in the set-up round (S2).
    Opening,
    /// Play a card (S5).
    PlayCard,
    /// Choose one of the two cards of Draw 2 (S22).
    ChooseCard,
    /// Declare a colour for Wild (S23).
    ChooseColor,
    /// Choose a piece for Recycle or Warp (S25, S26).
    ChoosePiece,
    /// Choose the destination of the warped piece (S26).
    WarpTo,
    /// Place a piece.
    Place,
    /// No decision: the game is over.
    Over,
}

impl Phase {
    /// All phases, in the order in which they can occur.
    pub const ALL: [Self; 8] = [
        Self::Opening,
        Self::PlayCard,
        Self::ChooseCard,
        Self::ChooseColor,
        Self::ChoosePiece,
        Self::WarpTo,
        Self::Place,
        Self::Over,
    ];

    /// The name used on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::PlayCard => "play_card",
            Self::ChooseCard => "choose_card",
            Self::ChooseColor => "choose_color",
            Self::ChoosePiece => "choose_piece",
            Self::WarpTo => "warp_to",
            Self::Place => "place",
            Self::Over => "over",
        }
    }

    /// The phase of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|phase| phase.name() == name)
    }
}

impl_names!(Phase);

/// A decision with its parameters. Classic has only `Place(ActiveEffect::Nothing)` and `Over`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Place a first piece in the set-up round.
    Opening,
    /// Play a card.
    PlayCard,
    /// Choose one of these two.
    ChooseCard([Card; 2]),
    /// Declare a colour.
    ChooseColor,
    /// Choose a piece to recycle.
    Recycle,
    /// Choose a piece to warp.
    Warp,
    /// Choose the destination of this piece.
    WarpTo(Color, Piece),
    /// Place a piece.
    Place(ActiveEffect),
    /// No decision: the game is over.
    Over,
}

/// The card effect on the piece to be placed (S28).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActiveEffect {
    /// No card, or one that was discarded without effect.
    Nothing,
    /// A card other than Draw 2, which leads to another card, and Wild.
    Card(Card),
    /// Wild: the piece is checked as if it were of this colour.
    Wild(Color),
    /// Recycle, after this piece of this colour was taken off the board. With 2 seats it can be
    /// placed again even if it is of the seat's other colour (S25).
    Recycled(Color, Piece),
    /// Double Play after the first piece: the second one must touch this one.
    Second(Piece),
}

impl Decision {
    /// The phase.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        match self {
            Self::Opening => Phase::Opening,
            Self::PlayCard => Phase::PlayCard,
            Self::ChooseCard(_) => Phase::ChooseCard,
            Self::ChooseColor => Phase::ChooseColor,
            Self::Recycle | Self::Warp => Phase::ChoosePiece,
            Self::WarpTo(..) => Phase::WarpTo,
            Self::Place(_) => Phase::Place,
            Self::Over => Phase::Over,
        }
    }

    /// The card that was played and is being carried out, if any.
    #[must_use]
    pub const fn card(&self) -> Option<Card> {
        match *self {
            Self::ChooseCard(_) => Some(Card::DrawTwo),
            Self::ChooseColor | Self::Place(ActiveEffect::Wild(_)) => Some(Card::Wild),
            Self::Recycle | Self::Place(ActiveEffect::Recycled(..)) => Some(Card::Recycle),
            Self::Warp | Self::WarpTo(..) => Some(Card::Warp),
            Self::Place(ActiveEffect::Card(card)) => Some(card),
            Self::Place(ActiveEffect::Second(_)) => Some(Card::DoublePlay),
            Self::Opening | Self::PlayCard | Self::Place(ActiveEffect::Nothing) | Self::Over => {
                None
            }
        }
    }
}
