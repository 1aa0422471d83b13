//! The 21 pieces (G2, G4), their 91 orientations (G3), and where one lies on the board.
//!
//! The orientations are computed at compile time from one drawing per piece by rotating and flipping
//! it, so that only the drawings have to be checked by eye.

use crate::cells::{Cells, SIDE};
use crate::name::impl_names;

/// One of the 21 shapes. The number is its place in the list of G4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(u8);

/// How many pieces a colour has.
pub const PIECES: usize = 21;

/// How many distinct orientations the 21 pieces have together (G3).
pub const ORIENTATIONS: usize = 91;

/// Name and drawing of every piece, in the order of G4; `/` ends a row, `#` is a square.
const DRAWINGS: [(&str, &str); PIECES] = [
    ("I1", "#"),
    ("I2", "##"),
    ("I3", "###"),
    ("V3", "#./##"),
    ("I4", "####"),
    ("L4", "#../###"),
    ("T4", ".#./###"),
    ("O4", "##/##"),
    ("Z4", "##./.##"),
    ("F5", ".##/##./.#."),
    ("I5", "#####"),
    ("L5", "#.../####"),
    ("N5", "##../.###"),
    ("P5", "##/##/#."),
    ("T5", "###/.#./.#."),
    ("U5", "#.#/###"),
    ("V5", "#../#../###"),
    ("W5", "#../##./.##"),
    ("X5", ".#./###/.#."),
    ("Y5", ".#../####"),
    ("Z5", "##./.#./.##"),
];

impl Piece {
    /// All 21, in the order of G4.
    pub const ALL: [Self; PIECES] = {
        let mut all = [Self(0); PIECES];
        let mut index = 0;
        while index < PIECES {
            all[index] = Self(index as u8);
            index += 1;
        }
        all
    };

    /// The piece of one square, which the scoring names (P2).
    pub const I1: Self = Self(0);

    /// The name used on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        DRAWINGS[self.index()].0
    }

    /// The piece of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        // Two bytes, an upper-case letter and a digit: few enough for a table.
        let &[letter, digit] = name.as_bytes() else {
            return None;
        };
        let column = letter.wrapping_sub(b'A');
        let row = digit.wrapping_sub(b'1');
        if column >= 26 || row >= 5 {
            return None;
        }
        BY_NAME[usize::from(row)][usize::from(column)]
    }

    /// Its place in the list of G4.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// How many squares it covers.
    #[must_use]
    pub const fn size(self) -> u32 {
        ORIENTATION[FIRST_ORIENTATION[self.index()] as usize].size as u32
    }

    /// Its distinct orientations, in the order of their numbers.
    #[must_use]
    pub fn orientations(self) -> &'static [Orientation] {
        let first = FIRST_ORIENTATION[self.index()];
        let end = FIRST_ORIENTATION[self.index() + 1];
        &ORIENTATION[usize::from(first)..usize::from(end)]
    }
}

impl_names!(Piece);

/// `BY_NAME[squares - 1][letter - 'A']`.
const BY_NAME: [[Option<Piece>; 26]; 5] = {
    let mut table = [[None; 26]; 5];
    let mut index = 0;
    while index < PIECES {
        let name = DRAWINGS[index].0.as_bytes();
        table[(name[1] - b'1') as usize][(name[0] - b'A') as usize] = Some(Piece(index as u8));
        index += 1;
    }
    table
};

/// One way to turn a piece: its squares from the top-left of their bounding box, sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orientation {
    piece: Piece,
    size: u8,
    height: u8,
    width: u8,
    cells: [(u8, u8); 5],
}

impl Orientation {
    /// The piece that is turned.
    #[must_use]
    pub const fn piece(&self) -> Piece {
        self.piece
    }

    /// Its squares as (row, col), sorted.
    #[must_use]
    pub fn cells(&self) -> &[(u8, u8)] {
        &self.cells[..usize::from(self.size)]
    }

    /// One of its squares, for arithmetic at compile time.
    pub(crate) const fn cell(&self, index: usize) -> (isize, isize) {
        (self.cells[index].0 as isize, self.cells[index].1 as isize)
    }

    /// Rows of its bounding box.
    #[must_use]
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// Columns of its bounding box.
    #[must_use]
    pub const fn width(&self) -> u8 {
        self.width
    }
}

/// A square set inside a 5 x 5 box: bit `row * 5 + col`.
type Box5 = u32;

const fn read_drawing(drawing: &str) -> Box5 {
    let bytes = drawing.as_bytes();
    let (mut shape, mut row, mut col, mut index) = (0, 0, 0, 0);
    while index < bytes.len() {
        match bytes[index] {
            b'/' => {
                row += 1;
                col = 0;
            }
            byte => {
                if byte == b'#' {
                    shape |= 1 << (row * 5 + col);
                }
                col += 1;
            }
        }
        index += 1;
    }
    shape
}

/// Turns (and for `symmetry >= 4` first flips) a shape inside the box, then pushes it to the
/// top-left corner.
const fn transformed(shape: Box5, symmetry: u32) -> Box5 {
    let mut out: Box5 = 0;
    let mut bit = 0;
    while bit < 25 {
        if shape >> bit & 1 == 1 {
            let (mut row, mut col) = (bit / 5, bit % 5);
            if symmetry >= 4 {
                col = 4 - col;
            }
            let mut turns = symmetry % 4;
            while turns > 0 {
                (row, col) = (col, 4 - row);
                turns -= 1;
            }
            out |= 1 << (row * 5 + col);
        }
        bit += 1;
    }
    while out.trailing_zeros() >= 5 {
        out >>= 5;
    }
    while out & 0b00001_00001_00001_00001_00001 == 0 {
        out >>= 1;
    }
    out
}

/// Whether the sorted list of squares of `a` comes before that of `b`. Both have as many squares, so
/// the first place where the lists differ is the lowest bit that only one of them has.
const fn comes_before(a: Box5, b: Box5) -> bool {
    let differing = a ^ b;
    a & differing & differing.wrapping_neg() != 0
}

const fn orientation(piece: Piece, shape: Box5) -> Orientation {
    let mut made = Orientation { piece, size: 0, height: 0, width: 0, cells: [(0, 0); 5] };
    let mut bit = 0;
    while bit < 25 {
        if shape >> bit & 1 == 1 {
            let (row, col) = ((bit / 5) as u8, (bit % 5) as u8);
            made.cells[made.size as usize] = (row, col);
            made.size += 1;
            if row >= made.height {
                made.height = row + 1;
            }
            if col >= made.width {
                made.width = col + 1;
            }
        }
        bit += 1;
    }
    made
}

/// Every orientation of every piece, and where each piece's begin.
const MADE: ([Orientation; ORIENTATIONS], [u8; PIECES + 1]) = {
    let mut all = [orientation(Piece(0), 1); ORIENTATIONS];
    let mut first = [0; PIECES + 1];
    let mut made = 0;
    let mut index = 0;
    while index < PIECES {
        first[index] = made as u8;
        let shape = read_drawing(DRAWINGS[index].1);
        let mut shapes = [0; 8];
        let mut count = 0;
        let mut symmetry = 0;
        while symmetry < 8 {
            let candidate = transformed(shape, symmetry);
            // Insertion sort that drops what is there already.
            let mut at = 0;
            while at < count && comes_before(shapes[at], candidate) {
                at += 1;
            }
            if at == count || shapes[at] != candidate {
                let mut moving = count;
                while moving > at {
                    shapes[moving] = shapes[moving - 1];
                    moving -= 1;
                }
                shapes[at] = candidate;
                count += 1;
            }
            symmetry += 1;
        }
        let mut number = 0;
        while number < count {
            all[made] = orientation(Piece(index as u8), shapes[number]);
            made += 1;
            number += 1;
        }
        index += 1;
    }
    assert!(made == ORIENTATIONS, "G3: 91 orientations");
    first[PIECES] = made as u8;
    (all, first)
};

/// All orientations: piece by piece in the order of G4, each piece's in the order of their numbers.
pub(crate) static ORIENTATION: [Orientation; ORIENTATIONS] = MADE.0;
const FIRST_ORIENTATION: [u8; PIECES + 1] = MADE.1;

/// Where a piece lies: an orientation and the top-left square of its bounding box.
///
/// Sixteen bits: the orientation's place among all 91 in the upper seven, `row * 20 + col` in the
/// lower nine. So comparing two placements compares piece (G4), orientation, row, col in that order,
/// and moving a placement over the board is an addition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Placement(pub(crate) u16);

impl Placement {
    const SQUARE_BITS: u32 = 9;

    /// A piece with orientation number `orientation` at a square, if that is wholly on the board.
    #[must_use]
    pub fn new(piece: Piece, orientation: usize, row: usize, col: usize) -> Option<Self> {
        let shape = piece.orientations().get(orientation)?;
        let fits =
            row <= SIDE - usize::from(shape.height) && col <= SIDE - usize::from(shape.width);
        let global = usize::from(FIRST_ORIENTATION[piece.index()]) + orientation;
        fits.then(|| Self((global << Self::SQUARE_BITS | (row * SIDE + col)) as u16))
    }

    /// The lower end of an orientation's placements; `square` is added to it.
    pub(crate) const fn base(global_orientation: usize) -> u16 {
        (global_orientation << Self::SQUARE_BITS) as u16
    }

    /// The orientation's place among all 91.
    #[must_use]
    pub const fn global_orientation(self) -> usize {
        (self.0 >> Self::SQUARE_BITS) as usize
    }

    /// The shape that lies there.
    #[must_use]
    pub fn shape(self) -> &'static Orientation {
        &ORIENTATION[self.global_orientation()]
    }

    /// The piece that lies there.
    #[must_use]
    pub fn piece(self) -> Piece {
        self.shape().piece
    }

    /// The piece's orientation number.
    #[must_use]
    pub fn orientation(self) -> usize {
        self.global_orientation() - usize::from(FIRST_ORIENTATION[self.piece().index()])
    }

    /// `row * 20 + col` of the top-left of the bounding box.
    #[must_use]
    pub const fn square(self) -> usize {
        (self.0 & ((1 << Self::SQUARE_BITS) - 1)) as usize
    }

    /// Row of the top-left of the bounding box.
    #[must_use]
    pub const fn row(self) -> usize {
        self.square() / SIDE
    }

    /// Column of the top-left of the bounding box.
    #[must_use]
    pub const fn col(self) -> usize {
        self.square() % SIDE
    }

    /// The squares it covers as a set.
    #[must_use]
    pub fn cell_set(self) -> Cells {
        self.cells().collect()
    }

    /// The squares it covers as (row, col), sorted.
    pub fn cells(self) -> impl Iterator<Item = (usize, usize)> {
        let (row, col) = (self.row(), self.col());
        let shape = self.shape();
        shape
            .cells()
            .iter()
            .map(move |&(down, right)| (row + usize::from(down), col + usize::from(right)))
    }
}

/// The pieces that a colour has not placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Supply(u32);

impl Supply {
    /// All 21 pieces.
    pub const FULL: Self = Self((1 << PIECES) - 1);
    /// No piece.
    pub const EMPTY: Self = Self(0);

    /// One piece.
    #[must_use]
    pub const fn only(piece: Piece) -> Self {
        Self(1 << piece.index())
    }

    /// Whether the piece is there.
    #[must_use]
    pub const fn has(self, piece: Piece) -> bool {
        self.0 >> piece.index() & 1 == 1
    }

    /// Takes a piece out.
    pub fn remove(&mut self, piece: Piece) {
        self.0 &= !(1 << piece.index());
    }

    /// Puts a piece in.
    pub fn insert(&mut self, piece: Piece) {
        self.0 |= 1 << piece.index();
    }

    /// The pieces that are in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// How many pieces are there.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no piece is there.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares the pieces cover together.
    #[must_use]
    pub fn squares(self) -> u32 {
        self.iter().map(Piece::size).sum()
    }

    /// The pieces, in the order of G4.
    pub fn iter(self) -> impl Iterator<Item = Piece> {
        Piece::ALL.into_iter().filter(move |&piece| self.has(piece))
    }

    /// One bit per piece, the first of G4 lowest.
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn g2_the_pieces_are_all_free_polyominoes_up_to_five_squares() {
        let per_size = |size| Piece::ALL.iter().filter(|piece| piece.size() == size).count();
        assert_eq!([1, 2, 3, 4, 5].map(per_size), [1, 1, 2, 5, 12]);
        assert_eq!(Supply::FULL.squares(), 89);
        let distinct: std::collections::HashSet<_> =
            ORIENTATION.iter().map(|shape| shape.cells().to_vec()).collect();
        assert_eq!(distinct.len(), ORIENTATIONS, "no shape belongs to two pieces");
    }

    #[test]
    fn g3_placements_on_the_empty_board() {
        let on_board = |shape: &Orientation| {
            (SIDE - usize::from(shape.height) + 1) * (SIDE - usize::from(shape.width) + 1)
        };
        assert_eq!(ORIENTATION.iter().map(on_board).sum::<usize>(), 30_433);
    }

    #[test]
    fn g4_names_lead_back_to_their_pieces() {
        for piece in Piece::ALL {
            assert_eq!(Piece::from_name(piece.name()), Some(piece));
            assert_eq!(piece.name()[1..].parse(), Ok(piece.size()));
        }
        for name in ["", "I", "I0", "I6", "A1", "i1", "I11", "Ö1", "Z3"] {
            assert_eq!(Piece::from_name(name), None, "{name:?}");
        }
    }

    #[test]
    fn orientations_are_numbered_by_their_sorted_squares() {
        for piece in Piece::ALL {
            let lists: Vec<_> = piece.orientations().iter().map(Orientation::cells).collect();
            assert!(lists.is_sorted(), "{}", piece.name());
            for cells in lists {
                assert!(cells.is_sorted());
                assert_eq!(cells.iter().map(|cell| cell.0).min(), Some(0));
                assert_eq!(cells.iter().map(|cell| cell.1).min(), Some(0));
            }
        }
    }

    #[test]
    fn a_placement_gives_back_what_it_was_made_of() {
        let mut before = None;
        for piece in Piece::ALL {
            for orientation in 0..piece.orientations().len() {
                for (row, col) in [(0, 0), (0, 15), (7, 3), (15, 0), (15, 15)] {
                    let placement = Placement::new(piece, orientation, row, col).unwrap();
                    assert_eq!(placement.piece(), piece);
                    assert_eq!(placement.orientation(), orientation);
                    assert_eq!((placement.row(), placement.col()), (row, col));
                    assert!(before < Some(placement), "ordered by piece, orientation, row, col");
                    before = Some(placement);
                }
            }
            assert_eq!(Placement::new(piece, 8, 0, 0), None);
            assert_eq!(Placement::new(piece, 0, 20, 0), None);
            assert_eq!(Placement::new(piece, 0, 0, 20), None);
            assert_eq!(Placement::new(piece, 0, 1, usize::MAX), None);
            assert_eq!(Placement::new(piece, 0, usize::MAX, 1), None);
        }
    }
}
