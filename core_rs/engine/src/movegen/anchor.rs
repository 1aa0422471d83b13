//! One anchor at a time: which candidates fit there, for searches that pick a placement at random
//! instead of listing all of them.
//!
//! The obvious way to choose a random placement is to list all and take one. A playout of a search
//! does that some sixty times, and throws all but one away each time. It is enough to pick a random
//! anchor, look up the set of the 127 candidates that fit there, and take a random bit of the set.

use crate::cells::SIDE;
use crate::piece::{Placement, Supply};

use super::tables::{
    BASES, CORNER_SURVIVORS, CORNER_WINDOW, SIDE_SURVIVORS, SIDE_WINDOW, supplied_at_corner,
};

/// Rows and columns around the board that windows may look at; nothing there is free.
pub(crate) const MARGIN: usize = 4;

/// A set of squares with a margin all round. Any five-bit row number is a valid index.
pub(crate) type Padded = [u32; 32];

/// An anchor: the corner that it is approached from, its row and column, both with the margin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Anchor(u16);

impl Anchor {
    /// No anchor: nothing is free there.
    pub(crate) const NONE: Self = Self(0);

    /// The anchor at a square of the board, approached from a corner numbered as in `Anchors`.
    #[inline(always)]
    pub(crate) fn new(corner: usize, row: usize, col: usize) -> Self {
        Self::padded(corner, row + MARGIN, col + MARGIN)
    }

    /// The same from coordinates that include the margin.
    #[inline(always)]
    pub(crate) fn padded(corner: usize, row: usize, col: usize) -> Self {
        Self((corner << 10 | row << 5 | col) as u16)
    }

    #[inline(always)]
    fn corner(self) -> usize {
        usize::from(self.0 >> 10) % 4
    }

    /// Its row, with the margin.
    #[inline(always)]
    pub(crate) fn row(self) -> usize {
        usize::from(self.0 >> 5) % 32
    }

    /// Its column, with the margin.
    #[inline(always)]
    pub(crate) fn col(self) -> usize {
        usize::from(self.0) % 32
    }

    /// Whether its square is in a set.
    #[inline(always)]
    pub(crate) fn is_in(self, set: &Padded) -> bool {
        set[self.row()] >> self.col() & 1 == 1
    }

    /// The candidates whose squares are all free; none if the anchor itself is not free.
    ///
    /// The corner is not known at compile time here. The windows of the four corners differ in
    /// their offsets only, and reading these from a table is faster than a jump to one of four
    /// specialised copies: which one comes next cannot be predicted.
    #[inline(always)]
    pub(crate) fn fitting(self, free: &Padded) -> u128 {
        let (row, col) = (self.row(), self.col());
        let tables = &CORNER_SURVIVORS[self.corner()];
        let offsets = &OFFSETS[self.corner()];
        let mut set = if self.is_in(free) { u128::MAX } else { 0 };
        let mut index = 0;
        while index < offsets.len() {
            let (down, right) = offsets[index];
            let bits = free[(row + usize::from(down)) % 32] >> ((col + usize::from(right)) % 32);
            // Widths and starts are the same for all corners.
            let window = const { &CORNER_WINDOW[0] }[index];
            set &= tables[window.start + (bits as usize & (window.keys() - 1))];
            index += 1;
        }
        set
    }

    /// The same for an anchor that is approached from a side, whose number takes the place of the
    /// corner: the candidates of both families of the side.
    #[inline(always)]
    pub(super) fn fitting_at_side(self, free: &Padded) -> [u128; 2] {
        let (row, col) = (self.row(), self.col());
        let tables = [&SIDE_SURVIVORS[2 * self.corner()], &SIDE_SURVIVORS[2 * self.corner() + 1]];
        let mut sets = if self.is_in(free) { [u128::MAX; 2] } else { [0; 2] };
        let mut index = 0;
        while index < SIDE_WINDOW.len() {
            let window = const { &SIDE_WINDOW }[index];
            let bits = free[row.wrapping_add_signed(window.down) % 32]
                >> (col.wrapping_add_signed(window.from) % 32);
            let entry = window.start + (bits as usize & (window.keys() - 1));
            sets[0] &= tables[0][entry];
            sets[1] &= tables[1][entry];
            index += 1;
        }
        sets
    }

    /// The placement that a candidate is at this anchor.
    #[inline(always)]
    pub(crate) fn placement(self, candidate: usize) -> Placement {
        self.placement_of_family(self.corner(), candidate)
    }

    /// The placement that a candidate of one of the two families of a side is at this anchor.
    #[inline(always)]
    pub(super) fn placement_at_side(self, half: usize, candidate: usize) -> Placement {
        self.placement_of_family(4 + 2 * self.corner() + half % 2, candidate)
    }

    #[inline(always)]
    fn placement_of_family(self, family: usize, candidate: usize) -> Placement {
        let square = (self.row() * SIDE + self.col()).wrapping_sub(MARGIN * (SIDE + 1)) as u16;
        Placement(BASES[family].0[candidate % 128].wrapping_add(square))
    }
}

/// For each corner and window the offsets from the anchor, modulo 32 so that they are not negative.
static OFFSETS: [[(u8, u8); 8]; 4] = {
    let mut offsets = [[(0, 0); 8]; 4];
    let mut corner = 0;
    while corner < 4 {
        let mut index = 0;
        while index < 8 {
            let window = CORNER_WINDOW[corner][index];
            assert!(window.start == CORNER_WINDOW[0][index].start);
            offsets[corner][index] = ((window.down & 31) as u8, (window.from & 31) as u8);
            index += 1;
        }
        corner += 1;
    }
    offsets
};

/// The candidates, at any corner, of the pieces in a supply.
#[inline(always)]
pub(crate) const fn candidates_of(supply: Supply) -> u128 {
    supplied_at_corner(supply)
}

/// The place of the set bit number `index`, counted from 0; the set has more bits than that.
#[inline(always)]
pub(crate) fn nth_bit(set: u128, index: u32) -> usize {
    let low = set as u64;
    let few = low.count_ones();
    if index < few { nth_in(low, index) } else { 64 + nth_in((set >> 64) as u64, index - few) }
}

/// The same within 64 bits, without a loop whose exit cannot be predicted: the sums of bits of
/// all bytes up to each are computed at once, and compared with the index at once.
#[inline(always)]
fn nth_in(bits: u64, index: u32) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x8080_8080_8080_8080;
    let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    let sums = bytes.wrapping_mul(ONES);
    // The top bit of a byte is set where its sum is at most the index: those bytes lie before.
    let before = (((u64::from(index) * ONES) | TOPS) - sums) & TOPS;
    let start = (before >> 7).wrapping_mul(ONES) >> 56 << 3;
    let start = start as u32 % 64;
    let left = u64::from(index) - (sums << 8 >> start & 0xff);
    let byte = (bits >> start & 0xff) as usize;
    (start + u32::from(NTH_IN_BYTE[left as usize % 8][byte])) as usize
}

/// `NTH_IN_BYTE[n][byte]`: the place of bit number `n` among the set bits of a byte.
static NTH_IN_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut seen) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[seen][byte] = bit as u8;
                seen += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shuffle::{RandomSource, SplitMix64};

    #[test]
    fn nth_bit_agrees_with_clearing_the_lowest_ones() {
        let mut random = SplitMix64::new(16);
        for round in 0..2_000 {
            let mut word = || {
                // From nearly empty to nearly full.
                (0..round % 5).fold(random.next_u64(), |bits, step| {
                    if step % 2 == round % 2 {
                        bits & random.next_u64()
                    } else {
                        bits | random.next_u64()
                    }
                })
            };
            let set = u128::from(word()) << 64 | u128::from(word());
            let mut rest = set;
            for index in 0..set.count_ones() {
                assert_eq!(nth_bit(set, index), rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
        assert_eq!(nth_bit(u128::MAX, 127), 127);
        assert_eq!(nth_bit(1 << 63, 0), 63);
    }
}
