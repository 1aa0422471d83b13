//! Orientations as bit rows: the squares covered, those along the sides, those at the corners.
//!
//! Placing a piece is then a shift and a few ANDs and ORs over eight rows, which compilers turn
//! into a handful of vector instructions.

use crate::movegen::anchor::candidates_of;
use crate::piece::{ORIENTATION, ORIENTATIONS, PIECES, Piece, Supply};

/// Rows of an orientation's box with one more on each side, filled up to a power of two.
pub(crate) const ROWS: usize = 8;

/// The maximum number of squares that touch one orientation at a corner only (X5).
const MOST_CORNERS: usize = 8;

/// One orientation; row 0 and column 0 are those before its box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// The squares that it covers.
    pub(crate) cells: [u32; ROWS],
    /// The squares along its sides.
    pub(crate) sides: [u32; ROWS],
    /// The squares that touch it at a corner only.
    pub(crate) corners: [u32; ROWS],
    /// The same one by one: the corner that each is approached from, row and column. Entries
    /// beyond `corner_count` repeat the first one.
    pub(crate) corner_list: [(u8, u8, u8); MOST_CORNERS],
    pub(crate) corner_count: u8,
    pub(crate) piece: u8,
    pub(crate) size: u8,
}

const fn shape(global: usize) -> Shape {
    let orientation = &ORIENTATION[global];
    let size = orientation.piece().size();
    let mut shape = Shape {
        cells: [0; ROWS],
        sides: [0; ROWS],
        corners: [0; ROWS],
        corner_list: [(0, 0, 0); MOST_CORNERS],
        corner_count: 0,
        piece: orientation.piece().index() as u8,
        size: size as u8,
    };
    let mut cell = 0;
    while cell < size as usize {
        let (row, col) = orientation.cell(cell);
        shape.cells[row as usize + 1] |= 1 << (col + 1);
        cell += 1;
    }
    let mut row = 0;
    while row < ROWS {
        let above = if row > 0 { shape.cells[row - 1] } else { 0 };
        let below = if row + 1 < ROWS { shape.cells[row + 1] } else { 0 };
        let own = shape.cells[row];
        let sides = (above | below | own << 1 | own >> 1) & !own;
        shape.sides[row] = sides;
        let closed = own | sides;
        let mut col = 0;
        while col < ROWS {
            // In the order of `Anchors::Corner`: the square of the piece lies top-left of the
            // anchor, top-right, bottom-left, bottom-right.
            let touching = [
                above << 1 >> col & 1,
                above >> (col + 1) & 1,
                below << 1 >> col & 1,
                below >> (col + 1) & 1,
            ];
            let mut corner = 0;
            while corner < 4 && touching[corner] == 0 {
                corner += 1;
            }
            if corner < 4 && closed >> col & 1 == 0 {
                shape.corners[row] |= 1 << col;
                shape.corner_list[shape.corner_count as usize] =
                    (corner as u8, row as u8, col as u8);
                shape.corner_count += 1;
            }
            col += 1;
        }
        row += 1;
    }
    let mut filler = shape.corner_count as usize;
    while filler < MOST_CORNERS {
        shape.corner_list[filler] = shape.corner_list[0];
        filler += 1;
    }
    shape
}

/// All orientations by their number among all; the entries beyond the 91 repeat the first one, so
/// that any seven-bit number is a valid index.
pub(crate) static SHAPES: [Shape; 128] = {
    let mut all = [shape(0); 128];
    let mut global = 0;
    while global < ORIENTATIONS {
        all[global] = shape(global);
        global += 1;
    }
    all
};

/// The maximum number of anchors of a colour over a whole game: those of all its pieces.
pub(crate) const MOST_ANCHORS: usize = {
    let mut sum = 0;
    let mut global = 0;
    while global < ORIENTATIONS {
        let next = global + 1;
        let last_of_piece = next == ORIENTATIONS
            || ORIENTATION[next].piece().index() != ORIENTATION[global].piece().index();
        if last_of_piece {
            sum += SHAPES[global].corner_count as usize;
        }
        global = next;
    }
    sum
};

/// The candidates at an anchor that use one piece, for each piece.
pub(crate) static CANDIDATES_OF_PIECE: [u128; 32] = {
    let mut all = [0; 32];
    let mut index = 0;
    while index < PIECES {
        all[index] = candidates_of(Supply::only(Piece::ALL[index]));
        index += 1;
    }
    all
};

/// The candidates at an anchor that use pieces of one size, for each size.
pub(crate) static CANDIDATES_OF_SIZE: [u128; 6] = {
    let mut all = [0; 6];
    let mut index = 0;
    while index < PIECES {
        all[Piece::ALL[index].size() as usize] |= candidates_of(Supply::only(Piece::ALL[index]));
        index += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::Placement;

    #[test]
    fn masks_agree_with_the_rings_of_the_squares() {
        for piece in Piece::ALL {
            for number in 0..piece.orientations().len() {
                let placement = Placement::new(piece, number, 7, 9).expect("on the board");
                let cells = placement.cell_set();
                let sides = cells.side_ring().without(&cells);
                let corners = cells.corner_ring().without(&cells).without(&sides);
                let shape = &SHAPES[placement.global_orientation()];
                for row in 0..ROWS {
                    let moved = |bits: u32| bits << 8;
                    assert_eq!(moved(shape.cells[row]), cells.row(6 + row));
                    assert_eq!(moved(shape.sides[row]), sides.row(6 + row));
                    assert_eq!(moved(shape.corners[row]), corners.row(6 + row));
                }
                assert_eq!(u32::from(shape.corner_count), corners.len());
                for &(corner, row, col) in &shape.corner_list[..shape.corner_count.into()] {
                    let up = if corner < 2 { 0 } else { 2 };
                    let left = if corner % 2 == 0 { 0 } else { 2 };
                    let touched = (6 + usize::from(row) + up - 1, 8 + usize::from(col) + left - 1);
                    assert!(cells.has(touched.0, touched.1));
                }
            }
        }
    }
}
