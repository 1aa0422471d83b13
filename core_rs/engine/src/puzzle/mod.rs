//! The solo puzzles (U1-U7): their definitions, checking layouts, and solving them.
//!
//! Untrusted data is a [`PuzzleSetup`]. [`Layout::new`] checks it; [`solve`] accepts only a checked
//! [`Layout`], in which nothing is wrong so far.

mod beam;
mod board84;
mod budget;
mod elimination;
mod evaluation;
mod layout;
mod order;
mod palette;
mod position;
mod rectangle;
mod remainder;
mod setup;
mod solver;
mod squares;
mod tiles;
mod tiling;

pub use layout::{Layout, Verdict, check};
pub use setup::PuzzleSetup;
pub use solver::{Outcome, Report, solve};

use crate::name::impl_names;
use crate::piece::{Piece, Supply};

/// One of the six solo puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Puzzle {
    /// U1: all 84 pieces by the placing rules.
    Board84,
    /// U2: the same in descending size.
    Board84Descending,
    /// U3: the fours fill a rectangle.
    Rect4,
    /// U4: the same, pieces of one colour apart.
    Rect4Apart,
    /// U5: the fives fill a rectangle.
    Rect5,
    /// U6: the same, pieces of one colour apart.
    Rect5Apart,
}

/// The properties of a puzzle.
struct Row {
    name: &'static str,
    rule: &'static str,
    rows: usize,
    cols: usize,
    /// The sizes of its pieces: from, to.
    sizes: (u32, u32),
    /// The rule that forbids pieces of one colour to touch along a side, if one does.
    apart: Option<&'static str>,
    /// Whether the pieces of a colour are connected by corners, from a corner of the board.
    connected: bool,
    /// Whether that must hold without the smaller pieces too.
    descending: bool,
    nodes_per_ms: u64,
}

const ROWS: [Row; 6] = {
    const BOARD84: Row = Row {
        name: "board84",
        rule: "U1",
        rows: 20,
        cols: 20,
        sizes: (1, 5),
        apart: Some("C2"),
        connected: true,
        descending: false,
        nodes_per_ms: 3_000,
    };
    const RECT4: Row = Row {
        name: "rect4",
        rule: "U3",
        rows: 8,
        cols: 10,
        sizes: (4, 4),
        apart: None,
        connected: false,
        descending: false,
        nodes_per_ms: 500,
    };
    const RECT5: Row = Row {
        name: "rect5",
        rule: "U5",
        rows: 15,
        cols: 16,
        sizes: (5, 5),
        nodes_per_ms: 300,
        ..RECT4
    };
    [
        BOARD84,
        Row { name: "board84_descending", rule: "U2", descending: true, ..BOARD84 },
        RECT4,
        Row { name: "rect4_apart", rule: "U4", apart: Some("U4"), ..RECT4 },
        RECT5,
        Row { name: "rect5_apart", rule: "U6", apart: Some("U6"), ..RECT5 },
    ]
};

impl Puzzle {
    /// All six.
    pub const ALL: [Self; 6] = [
        Self::Board84,
        Self::Board84Descending,
        Self::Rect4,
        Self::Rect4Apart,
        Self::Rect5,
        Self::Rect5Apart,
    ];

    const fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The name used on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The puzzle of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|puzzle| puzzle.name() == name)
    }

    /// The rule that describes it.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        self.row().rule
    }

    /// Rows of its board.
    #[must_use]
    pub const fn rows(self) -> usize {
        self.row().rows
    }

    /// Columns of its board.
    #[must_use]
    pub const fn cols(self) -> usize {
        self.row().cols
    }

    /// Whether a piece belongs to it.
    #[must_use]
    pub const fn uses(self, piece: Piece) -> bool {
        let (from, to) = self.row().sizes;
        from <= piece.size() && piece.size() <= to
    }

    /// The pieces of each colour that belong to it.
    #[must_use]
    pub fn supply(self) -> Supply {
        let mut supply = Supply::EMPTY;
        for piece in Piece::ALL.into_iter().filter(|&piece| self.uses(piece)) {
            supply.insert(piece);
        }
        supply
    }

    /// How many pieces a complete layout has, all colours together.
    #[must_use]
    pub fn pieces(self) -> usize {
        4 * self.supply().len() as usize
    }

    /// Whether pieces of one colour must not touch along a side.
    #[must_use]
    pub const fn is_apart(self) -> bool {
        self.row().apart.is_some()
    }

    /// The rule by which pieces of one colour must not touch along a side, if there is one.
    #[must_use]
    pub const fn apart_by(self) -> Option<&'static str> {
        self.row().apart
    }

    /// Whether the pieces of a colour are connected by corners, from a corner of the board (C1, C2).
    #[must_use]
    pub const fn is_connected(self) -> bool {
        self.row().connected
    }

    /// Whether larger pieces come before smaller ones.
    #[must_use]
    pub const fn is_descending(self) -> bool {
        self.row().descending
    }

    /// Roughly how many nodes a search visits in a millisecond on a slow machine. It converts a time
    /// limit to a node limit, which ends a search at the same place on every machine.
    #[must_use]
    pub const fn nodes_per_ms(self) -> u64 {
        self.row().nodes_per_ms
    }
}

impl_names!(Puzzle);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn u1_to_u6_names_and_pieces() {
        let known = Puzzle::ALL.map(|puzzle| (puzzle.name(), puzzle.rule(), puzzle.pieces()));
        assert_eq!(
            known,
            [
                ("board84", "U1", 84),
                ("board84_descending", "U2", 84),
                ("rect4", "U3", 20),
                ("rect4_apart", "U4", 20),
                ("rect5", "U5", 48),
                ("rect5_apart", "U6", 48),
            ]
        );
        for puzzle in Puzzle::ALL {
            assert_eq!(Puzzle::from_name(puzzle.name()), Some(puzzle));
            let squares = 4 * puzzle.supply().squares() as usize;
            let board = puzzle.rows() * puzzle.cols();
            assert_eq!(squares == board, !puzzle.is_connected(), "a rectangle is filled exactly");
        }
        assert_eq!(Puzzle::from_name("rect6"), None);
    }
}
