//! The four colours (G2), the direction of play, and a total map from colours.

use std::ops::{Index, IndexMut};

use crate::name::impl_names;

/// The owner of pieces. A seat, in contrast, is a player, and may play more than one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Color {
    /// First in the cyclic order.
    Blue,
    /// Second.
    Yellow,
    /// Third.
    Red,
    /// Fourth.
    Green,
}

impl Color {
    /// All four, in the cyclic order of turns.
    pub const ALL: [Self; 4] = [Self::Blue, Self::Yellow, Self::Red, Self::Green];

    /// The name used on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Yellow => "yellow",
            Self::Red => "red",
            Self::Green => "green",
        }
    }

    /// The letter used in drawings of the board.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Blue => 'B',
            Self::Yellow => 'Y',
            Self::Red => 'R',
            Self::Green => 'G',
        }
    }

    /// The colour of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|color| color.name() == name)
    }

    /// The colour `steps` slots later in the cyclic order.
    #[must_use]
    pub const fn after(self, steps: usize) -> Self {
        Self::ALL[(self as usize + steps) % 4]
    }

    /// The colour whose slot comes next.
    #[must_use]
    pub const fn next(self, direction: Direction) -> Self {
        match direction {
            Direction::Clockwise => self.after(1),
            Direction::Counterclockwise => self.after(3),
        }
    }
}

impl_names!(Color);

/// The direction of play (S21); always clockwise in classic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Blue, yellow, red, green.
    #[default]
    Clockwise,
    /// Green, red, yellow, blue.
    Counterclockwise,
}

impl Direction {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Clockwise, Self::Counterclockwise];

    /// The name used on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clockwise => "clockwise",
            Self::Counterclockwise => "counterclockwise",
        }
    }

    /// The other one.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Clockwise => Self::Counterclockwise,
            Self::Counterclockwise => Self::Clockwise,
        }
    }

    /// The value of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}

impl_names!(Direction);

/// A value for each colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T>(pub [T; 4]);

impl<T> ByColor<T> {
    /// Makes the value of each colour with `make`.
    pub fn new_with(make: impl FnMut(Color) -> T) -> Self {
        Self(Color::ALL.map(make))
    }

    /// The colours with their values, in the cyclic order of turns.
    pub fn iter(&self) -> impl Iterator<Item = (Color, &T)> {
        Color::ALL.into_iter().zip(&self.0)
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        &self.0[color as usize]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color as usize]
    }
}
