//! The eight kinds of cards of Blokus Shuffle, and how many of each a deck has (S1).

use crate::name::impl_names;

/// A kind of card. Cards of one kind are interchangeable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Card {
    /// The next slot loses its turn (S20).
    Skip,
    /// The direction of play flips (S21).
    Reverse,
    /// Take two cards, play one of them (S22).
    DrawTwo,
    /// Place as if the piece were of another colour (S23).
    Wild,
    /// Place along a side of an own piece (S24).
    EdgeToEdge,
    /// Take one of the own pieces off the board (S25).
    Recycle,
    /// Move a piece of an opponent (S26).
    Warp,
    /// Place a second piece that touches the first (S27).
    DoublePlay,
}

/// How many kinds there are.
pub const KINDS: usize = 8;

impl Card {
    /// All kinds, in the order of a deck before it is shuffled (S32).
    pub const ALL: [Self; KINDS] = [
        Self::Skip,
        Self::Reverse,
        Self::DrawTwo,
        Self::Wild,
        Self::EdgeToEdge,
        Self::Recycle,
        Self::Warp,
        Self::DoublePlay,
    ];

    /// The name used on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Skip => "skip",
            Self::Reverse => "reverse",
            Self::DrawTwo => "draw_two",
            Self::Wild => "wild",
            Self::EdgeToEdge => "edge_to_edge",
            Self::Recycle => "recycle",
            Self::Warp => "warp",
            Self::DoublePlay => "double_play",
        }
    }

    /// The card of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|card| card.name() == name)
    }

    /// The rule that says what the card does.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Skip => "S20",
            Self::Reverse => "S21",
            Self::DrawTwo => "S22",
            Self::Wild => "S23",
            Self::EdgeToEdge => "S24",
            Self::Recycle => "S25",
            Self::Warp => "S26",
            Self::DoublePlay => "S27",
        }
    }
}

impl_names!(Card);

/// How many cards there are of each kind: a multiset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CardCounts(pub [u8; KINDS]);

impl CardCounts {
    /// The standard cards of a colour (S1).
    pub const STANDARD: Self = Self([1, 1, 2, 2, 2, 2, 2, 2]);

    /// The maximum number of cards of a colour (S1).
    pub const MAX: usize = 60;

    /// How many cards there are.
    #[must_use]
    pub fn total(&self) -> usize {
        self.0.iter().map(|&count| usize::from(count)).sum()
    }

    /// Whether a colour may have these cards (S1).
    #[must_use]
    pub fn is_allowed(&self) -> bool {
        (1..=Self::MAX).contains(&self.total())
    }

    /// The counts with their kinds.
    pub fn iter(&self) -> impl Iterator<Item = (Card, u8)> {
        Card::ALL.into_iter().zip(self.0)
    }
}

impl<'a> FromIterator<&'a Card> for CardCounts {
    fn from_iter<I: IntoIterator<Item = &'a Card>>(cards: I) -> Self {
        let mut counts = Self::default();
        for &card in cards {
            // More than 255 of a kind is wrong, and the saturated count still differs from any right
            // count.
            let count = &mut counts.0[card as usize];
            *count = count.saturating_add(1);
        }
        counts
    }
}
