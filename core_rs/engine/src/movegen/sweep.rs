//! One pass over the anchors of a rule: the set of placements that survive at each.
//!
//! A legal placement covers an anchor, perhaps several. It is found at the first of them only,
//! because an anchor that was visited counts as not free afterwards: there are no duplicates, and no
//! set of visited placements is needed.

use crate::cells::{Cells, SIDE};
use crate::piece::Supply;
use crate::placement_rule::{Anchors, PlacementRule};

use super::tables::{
    CORNER_SURVIVORS, CORNER_WINDOW, SIDE_SURVIVORS, SIDE_WINDOW, Window, supplied_at_corner,
    supplied_at_side,
};

/// What to do with the placements found at an anchor.
pub(super) trait Visit {
    /// Takes the set of a family's candidates found at the anchor `square`; true ends the pass.
    fn visit<const FAMILY: usize>(&mut self, set: u128, square: u16) -> bool;
}

/// Rows and columns around the board that windows may look at; nothing there is free.
const MARGIN: usize = 4;

/// The free squares with a margin all round. Longer than the board needs, so that any five-bit row
/// number is a valid index.
type Padded = [u32; 32 + 2 * MARGIN];

/// Visits every anchor. Inlined into each caller, so that it is compiled for the instructions that
/// the caller may use.
#[inline(always)]
pub(super) fn sweep(rule: &PlacementRule, supply: Supply, visitor: &mut impl Visit) {
    let mut free: Padded = [0; 32 + 2 * MARGIN];
    for (padded, row) in free[MARGIN..].iter_mut().zip(rule.free.0) {
        *padded = row << MARGIN;
    }
    match &rule.anchors {
        Anchors::Corner([top_left, top_right, bottom_left, bottom_right]) => {
            let wanted = supplied_at_corner(supply);
            let _ = sweep_corner::<0>(top_left, &mut free, wanted, visitor)
                || sweep_corner::<1>(top_right, &mut free, wanted, visitor)
                || sweep_corner::<2>(bottom_left, &mut free, wanted, visitor)
                || sweep_corner::<3>(bottom_right, &mut free, wanted, visitor);
        }
        Anchors::Side([top, left, right, bottom]) => {
            let wanted = supplied_at_side(supply);
            let _ = sweep_side::<4, 5>(top, &mut free, wanted, visitor)
                || sweep_side::<6, 7>(left, &mut free, wanted, visitor)
                || sweep_side::<8, 9>(right, &mut free, wanted, visitor)
                || sweep_side::<10, 11>(bottom, &mut free, wanted, visitor);
        }
    }
}

/// Visits the anchors of one corner. Most pairs of rows have none, and which have is anybody's
/// guess: a branch for each would be mispredicted all the time, so the pairs that have any are
/// found first, without branches.
#[inline(always)]
fn sweep_corner<const CORNER: usize>(
    anchors: &Cells,
    free: &mut Padded,
    wanted: u128,
    visitor: &mut impl Visit,
) -> bool {
    let mut pairs = 0_u32;
    for pair in 0..SIDE / 2 {
        pairs |= u32::from(anchors.0[2 * pair] | anchors.0[2 * pair + 1] != 0) << pair;
    }
    while pairs != 0 {
        let pair = (pairs.trailing_zeros() as usize).min(SIDE / 2 - 1);
        pairs &= pairs - 1;
        let mut bits = u64::from(anchors.0[2 * pair]) | u64::from(anchors.0[2 * pair + 1]) << 32;
        while bits != 0 {
            let bit = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            let (row, col) = (2 * pair + bit / 32, bit % 32);
            let windows = const { &CORNER_WINDOW[CORNER] };
            let set = survivors(&CORNER_SURVIVORS[CORNER], windows, free, row, col) & wanted;
            free[row + MARGIN] &= !(1 << (col + MARGIN));
            if visitor.visit::<CORNER>(set, (row * SIDE + col) as u16) {
                return true;
            }
        }
    }
    false
}

/// Visits the anchors of one side, whose candidates are two families.
#[inline(always)]
fn sweep_side<const ONE: usize, const OTHER: usize>(
    anchors: &Cells,
    free: &mut Padded,
    wanted: [u128; 2],
    visitor: &mut impl Visit,
) -> bool {
    for (row, &anchors) in anchors.0.iter().enumerate() {
        let mut bits = anchors;
        while bits != 0 {
            let col = bits.trailing_zeros() as usize % 32;
            bits &= bits - 1;
            let windows = const { &SIDE_WINDOW };
            let one = survivors(&SIDE_SURVIVORS[ONE - 4], windows, free, row, col) & wanted[0];
            let other = survivors(&SIDE_SURVIVORS[OTHER - 4], windows, free, row, col) & wanted[1];
            free[row + MARGIN] &= !(1 << (col + MARGIN));
            let square = (row * SIDE + col) as u16;
            if visitor.visit::<ONE>(one, square) || visitor.visit::<OTHER>(other, square) {
                return true;
            }
        }
    }
    false
}

/// The candidates of which all squares are free.
#[inline(always)]
fn survivors<const ENTRIES: usize, const WINDOWS: usize>(
    tables: &[u128; ENTRIES],
    windows: &[Window; WINDOWS],
    free: &Padded,
    row: usize,
    col: usize,
) -> u128 {
    let mut set = u128::MAX;
    let mut index = 0;
    while index < WINDOWS {
        let window = windows[index];
        let bits = free[(row + MARGIN).wrapping_add_signed(window.down)]
            >> (col + MARGIN).wrapping_add_signed(window.from);
        let key = bits as usize & (window.keys() - 1);
        set &= tables[window.start + key];
        index += 1;
    }
    set
}
