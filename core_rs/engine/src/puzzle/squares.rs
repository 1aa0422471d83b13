//! Sets of squares of a rectangle of at most 16 x 16: the puzzles U3-U6.

use crate::piece::Placement;

/// A set of squares: one word per row, the leftmost column is the lowest bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Squares([u16; Self::SIDE]);

impl Squares {
    /// The longest side of a rectangle.
    pub(crate) const SIDE: usize = 16;

    /// The number of squares of the largest rectangle.
    pub(crate) const COUNT: usize = Self::SIDE * Self::SIDE;

    /// The number of a square.
    pub(crate) const fn number(row: usize, col: usize) -> usize {
        row * Self::SIDE + col
    }

    /// The squares that a placement covers, which must be among the first 16 rows and columns.
    pub(crate) fn of(placement: Placement) -> Self {
        let mut squares = Self::default();
        for (row, col) in placement.cells() {
            squares.insert(Self::number(row, col));
        }
        squares
    }

    pub(crate) fn has(&self, square: usize) -> bool {
        self.0[square / Self::SIDE] >> (square % Self::SIDE) & 1 == 1
    }

    pub(crate) fn insert(&mut self, square: usize) {
        self.0[square / Self::SIDE] |= 1 << (square % Self::SIDE);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |seen, row| seen | row) == 0
    }

    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    /// The squares in either.
    pub(crate) fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] | other.0[row]))
    }

    /// The squares in both.
    pub(crate) fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] & other.0[row]))
    }

    /// The squares in this one only.
    pub(crate) fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] & !other.0[row]))
    }

    /// The squares with those that share a side with one of them.
    fn grown(&self) -> Self {
        Self(std::array::from_fn(|row| {
            let above = if row > 0 { self.0[row - 1] } else { 0 };
            let below = if row + 1 < Self::SIDE { self.0[row + 1] } else { 0 };
            let own = self.0[row];
            own | own << 1 | own >> 1 | above | below
        }))
    }

    /// The squares that share a side with one of these.
    pub(crate) fn side_ring(&self) -> Self {
        self.grown().without(self)
    }

    /// The part of `self` that is connected to the first square of `start`.
    pub(crate) fn region(&self, start: &Self) -> Self {
        let mut region = Self::default();
        if let Some(square) = start.iter().next() {
            region.insert(square);
        }
        loop {
            let next = region.grown().and(self).grown().and(self);
            if next == region {
                return region;
            }
            region = next;
        }
    }

    /// The squares' numbers, sorted.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(row, bits)| {
            let mut rest = bits;
            std::iter::from_fn(move || {
                let col = rest.trailing_zeros() as usize;
                rest &= rest.wrapping_sub(1);
                (col < Self::SIDE).then(|| Self::number(row, col))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(squares: &[(usize, usize)]) -> Squares {
        let mut set = Squares::default();
        for &(row, col) in squares {
            set.insert(Squares::number(row, col));
        }
        set
    }

    #[test]
    fn rings_and_regions_do_not_wrap() {
        let corner = set(&[(0, 15)]);
        assert_eq!(corner.side_ring(), set(&[(0, 14), (1, 15)]));
        let free = set(&[(0, 15), (1, 0), (1, 1), (2, 1), (2, 2), (3, 3)]);
        assert_eq!(free.region(&corner), corner);
        assert_eq!(free.region(&set(&[(2, 2)])), set(&[(1, 0), (1, 1), (2, 1), (2, 2)]));
        assert_eq!(free.iter().collect::<Vec<_>>(), [15, 16, 17, 33, 34, 51]);
    }
}
