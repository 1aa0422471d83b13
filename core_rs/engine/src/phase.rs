//! Which decision is asked for.

/// The decision that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Place a piece.
    Place,
    /// Nothing: the game is over.
    Over,
}

impl Phase {
    /// The name used on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Place => "place",
            Self::Over => "over",
        }
    }
}
