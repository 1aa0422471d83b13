//! The strength of a search: levels, or an explicit amount of work.

use std::time::Duration;

/// A level from 1 (a child can win) to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const LOWEST: Self = Self(1);
    /// The strongest.
    pub const HIGHEST: Self = Self(9);
    /// The default level.
    pub const DEFAULT: Self = Self(5);

    /// The level with this number, if there is one.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= Self::LOWEST.0 && number <= Self::HIGHEST.0 {
            Some(Self(number))
        } else {
            None
        }
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The maximum work, in units (see [`Budget::Units`]).
    #[must_use]
    pub const fn units(self) -> u64 {
        UNITS[self.0 as usize - 1]
    }

    /// For the lowest levels: the temperature at which the move is sampled from the prior. The
    /// search then only estimates its result.
    pub(crate) const fn sampling_temperature(self) -> Option<f32> {
        match self.0 {
            1 => Some(3.0),
            2 => Some(1.2),
            _ => None,
        }
    }
}

/// From level 4 on, each level has four times the units of the one before.
const UNITS: [u64; 9] =
    [2_000, 2_000, 2_000, 8_000, 32_000, 128_000, 512_000, 2_048_000, 8_192_000];

/// The maximum number of units of a budget.
pub const MOST_UNITS: u64 = 100_000_000;

/// How much work is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// The units of a level.
    Level(Level),
    /// A number of units: 1 for each action of a playout, 2 for each step down the tree, 8 for each
    /// position that is evaluated, 10 for each node that is added, 6 for each position searched to
    /// solve an endgame. The same number gives the same answer on every machine.
    Units(u64),
}

impl Budget {
    /// The work in units.
    #[must_use]
    pub fn units(self) -> u64 {
        match self {
            Self::Level(level) => level.units(),
            Self::Units(units) => units.min(MOST_UNITS),
        }
    }

    pub(crate) fn sampling_temperature(self) -> Option<f32> {
        match self {
            Self::Level(level) => level.sampling_temperature(),
            Self::Units(_) => None,
        }
    }
}

/// The options of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// How much work is done.
    pub budget: Budget,
    /// The maximum number of moves returned; at least one is.
    pub count: usize,
    /// The random seed: equal requests give equal answers.
    pub seed: u64,
    /// Ends the search early. The answer then depends on the machine, and says so.
    pub time: Option<Duration>,
    /// Blokus Shuffle: return all actions up to the end of the turn, or to the next hidden card.
    pub whole_turn: bool,
}

impl Default for SearchOptions {
    fn default() -> Self {
        let budget = Budget::Level(Level::DEFAULT);
        Self { budget, count: 1, seed: 0, time: None, whole_turn: false }
    }
}
