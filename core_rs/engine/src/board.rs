//! The squares that each colour covers, and the pieces it has left.

use crate::cells::Cells;
use crate::color::{ByColor, Color};
use crate::piece::{Piece, Placement, Supply};

/// The squares that each colour covers and the pieces it has not placed.
///
/// It does not know which squares belong to one piece; the placements of the state do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    cells: ByColor<Cells>,
    occupied: Cells,
    supply: ByColor<Supply>,
}

impl Board {
    /// The empty board.
    pub const EMPTY: Self = Self {
        cells: ByColor([Cells::EMPTY; 4]),
        occupied: Cells::EMPTY,
        supply: ByColor([Supply::FULL; 4]),
    };

    /// The squares that a colour covers.
    #[inline]
    #[must_use]
    pub fn cells(&self, color: Color) -> &Cells {
        &self.cells[color]
    }

    /// The squares that are covered by any colour.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> &Cells {
        &self.occupied
    }

    /// The pieces that a colour has not placed.
    #[inline]
    #[must_use]
    pub fn supply(&self, color: Color) -> Supply {
        self.supply[color]
    }

    /// The colour that covers a square.
    #[must_use]
    pub fn at(&self, row: usize, col: usize) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.cells[color].has(row, col))
    }

    /// Adds a piece and takes it out of the supply. Checks no rule.
    #[inline]
    pub fn place(&mut self, color: Color, placement: Placement) {
        for (row, col) in placement.cells() {
            self.cells[color].insert(row, col);
            self.occupied.insert(row, col);
        }
        self.supply[color].remove(placement.piece());
    }

    /// Removes a piece and puts it back into the supply.
    pub fn take(&mut self, color: Color, placement: Placement) {
        let gone = placement.cell_set();
        self.cells[color] = self.cells[color].without(&gone);
        self.occupied = self.occupied.without(&gone);
        self.supply[color].insert(placement.piece());
    }

    /// Whether the colour has anything on the board.
    #[must_use]
    pub fn has_placed(&self, color: Color) -> bool {
        self.supply[color] != Supply::FULL
    }

    /// The pieces of a colour that are on the board, in the order of G4.
    pub fn placed(&self, color: Color) -> impl Iterator<Item = Piece> {
        let left = self.supply[color];
        Piece::ALL.into_iter().filter(move |&piece| !left.has(piece))
    }
}
