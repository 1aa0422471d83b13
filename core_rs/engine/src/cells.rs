//! Sets of squares as bit rows: union, and the rings of squares that touch a set.

/// Squares along one side of the board (G1).
pub const SIDE: usize = 20;

/// All squares of a row.
pub(crate) const ROW: u32 = (1 << SIDE) - 1;

/// A set of squares: one word per row, the leftmost column is the lowest bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cells(pub(crate) [u32; SIDE]);

impl Cells {
    /// No square.
    pub const EMPTY: Self = Self([0; SIDE]);

    /// Adds a square.
    ///
    /// # Panics
    /// If it is not on the board.
    #[inline]
    pub fn insert(&mut self, row: usize, col: usize) {
        assert!(col < SIDE);
        self.0[row] |= 1 << col;
    }

    /// Whether the square is in the set.
    ///
    /// # Panics
    /// If it is not on the board.
    #[inline]
    #[must_use]
    pub fn has(&self, row: usize, col: usize) -> bool {
        assert!(col < SIDE);
        self.0[row] >> col & 1 == 1
    }

    /// The squares of a row, the leftmost column is the lowest bit.
    #[inline]
    #[must_use]
    pub fn row(&self, row: usize) -> u32 {
        self.0[row]
    }

    /// Whether the set has no square.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |seen, row| seen | row) == 0
    }

    /// How many squares there are.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    /// Whether the two sets share a square.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        !self.and(other).is_empty()
    }

    /// The squares in both.
    #[inline]
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] & other.0[row]))
    }

    /// The squares in either.
    #[inline]
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] | other.0[row]))
    }

    /// The squares in this one only.
    #[inline]
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] & !other.0[row]))
    }

    /// The squares of the board that are not in the set.
    #[inline]
    #[must_use]
    pub fn complement(&self) -> Self {
        Self(self.0.map(|row| !row & ROW))
    }

    /// The set moved by one row and one column, each -1, 0 or 1; what leaves the board is lost.
    #[inline]
    #[must_use]
    pub fn shifted<const DOWN: isize, const RIGHT: isize>(&self) -> Self {
        Self(std::array::from_fn(|row| {
            let from = row.wrapping_add_signed(-DOWN);
            let bits = if from < SIDE { self.0[from] } else { 0 };
            match RIGHT {
                1 => bits << 1 & ROW,
                -1 => bits >> 1,
                _ => bits,
            }
        }))
    }

    /// The squares that share a side with a square of the set (some may be in the set).
    #[inline]
    #[must_use]
    pub fn side_ring(&self) -> Self {
        self.shifted::<1, 0>()
            .or(&self.shifted::<-1, 0>())
            .or(&self.shifted::<0, 1>())
            .or(&self.shifted::<0, -1>())
    }

    /// The squares that touch a square of the set at a corner (some may be in the set).
    #[inline]
    #[must_use]
    pub fn corner_ring(&self) -> Self {
        self.shifted::<1, 1>()
            .or(&self.shifted::<1, -1>())
            .or(&self.shifted::<-1, 1>())
            .or(&self.shifted::<-1, -1>())
    }

    /// The squares as (row, col), sorted.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> {
        self.0.into_iter().enumerate().flat_map(|(row, bits)| {
            (0..SIDE).filter(move |col| bits >> col & 1 == 1).map(move |col| (row, col))
        })
    }
}

impl FromIterator<(usize, usize)> for Cells {
    fn from_iter<I: IntoIterator<Item = (usize, usize)>>(squares: I) -> Self {
        let mut cells = Self::EMPTY;
        for (row, col) in squares {
            cells.insert(row, col);
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Squares = Vec<(usize, usize)>;

    fn rings_of(row: usize, col: usize) -> (Squares, Squares) {
        let one = Cells::from_iter([(row, col)]);
        (one.side_ring().iter().collect(), one.corner_ring().iter().collect())
    }

    #[test]
    fn rings_of_an_inner_square() {
        let (sides, corners) = rings_of(7, 9);
        assert_eq!(sides, [(6, 9), (7, 8), (7, 10), (8, 9)]);
        assert_eq!(corners, [(6, 8), (6, 10), (8, 8), (8, 10)]);
    }

    #[test]
    fn rings_end_at_the_edge_and_do_not_wrap() {
        assert_eq!(rings_of(0, 0), (vec![(0, 1), (1, 0)], vec![(1, 1)]));
        assert_eq!(rings_of(19, 19), (vec![(18, 19), (19, 18)], vec![(18, 18)]));
        assert_eq!(rings_of(3, 19).1, [(2, 18), (4, 18)]);
        assert_eq!(rings_of(3, 0).1, [(2, 1), (4, 1)]);
    }

    #[test]
    fn set_operations() {
        let a = Cells::from_iter([(0, 0), (4, 5)]);
        let b = Cells::from_iter([(4, 5), (19, 19)]);
        assert_eq!(a.and(&b), Cells::from_iter([(4, 5)]));
        assert_eq!(a.or(&b).len(), 3);
        assert_eq!(a.without(&b), Cells::from_iter([(0, 0)]));
        assert_eq!(a.complement().len(), 398);
        assert!(a.meets(&b) && !a.meets(&a.complement()));
        assert!(Cells::EMPTY.is_empty() && !a.is_empty() && a.has(4, 5) && !a.has(5, 4));
    }
}
