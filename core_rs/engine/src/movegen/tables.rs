//! Which placements survive at an anchor, as small tables made at compile time.
//!
//! An anchor is approached from a corner: the two sides of it that meet there are closed. Of the 414 ways
//! to cover a square with some piece only 127 leave those two sides alone. They are numbered here,
//! once per corner, so that a set of them is 128 bits. The four corners are mirror images, and the
//! numbers go piece by piece in the order of G4: a piece has the same numbers at all four.
//!
//! A placement survives if all its squares are free. Row by row: the free squares of a row near the
//! anchor are the key into that row's table, and the entry is the set of placements that want no
//! other square of that row. The AND over the rows is the answer.

use crate::cells::SIDE;
use crate::piece::{ORIENTATION, ORIENTATIONS, PIECES, Placement};

/// Placements through an anchor that leave its two closed sides alone.
pub(super) const CANDIDATES: usize = 127;

/// The part of a row near the anchor that matters: `down` rows below it, columns `from` to `to`.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) down: isize,
    pub(super) from: isize,
    pub(super) to: isize,
    /// Where the row's table begins among the corner's entries.
    pub(super) start: usize,
}

impl Window {
    pub(super) const fn keys(&self) -> usize {
        1 << (self.to - self.from + 1)
    }
}

/// How many rows matter: with the side above closed, three rows above can be reached (by going
/// round), the own row and four below.
pub(super) const WINDOWS: usize = 8;

/// Rows and columns that the candidates of the top-left corner reach.
const TOP_LEFT: [(isize, isize, isize); WINDOWS] =
    [(-3, 1, 1), (-2, 0, 2), (-1, 1, 3), (0, -2, 4), (1, -3, 3), (2, -2, 2), (3, -1, 1), (4, 0, 0)];

/// Entries of one corner's tables: the sum of the windows' keys.
pub(super) const ENTRIES: usize = 2 + 8 + 8 + 128 + 128 + 32 + 8 + 2;

/// Corners are numbered as in [`PlacementRule`](crate::placement_rule::PlacementRule).
pub(super) const fn is_top(corner: usize) -> bool {
    corner < 2
}

pub(super) const fn is_left(corner: usize) -> bool {
    corner.is_multiple_of(2)
}

/// The windows of each corner.
pub(super) const WINDOW: [[Window; WINDOWS]; 4] = {
    let blank = Window { down: 0, from: 0, to: 0, start: 0 };
    let mut windows = [[blank; WINDOWS]; 4];
    let mut corner = 0;
    while corner < 4 {
        let mut start = 0;
        let mut index = 0;
        while index < WINDOWS {
            let (down, from, to) = TOP_LEFT[index];
            let window = Window {
                down: if is_top(corner) { down } else { -down },
                from: if is_left(corner) { from } else { -to },
                to: if is_left(corner) { to } else { -from },
                start,
            };
            start += window.keys();
            windows[corner][index] = window;
            index += 1;
        }
        assert!(start == ENTRIES);
        corner += 1;
    }
    windows
};

/// A placement relative to its anchor.
#[derive(Clone, Copy)]
struct Candidate {
    /// The placement as a number, if the anchor were square 0: adding the anchor's square gives it.
    base: u16,
    piece: usize,
    /// For each window the squares it wants there, lowest bit leftmost.
    wants: [usize; WINDOWS],
}

const fn candidates(corner: usize) -> [Candidate; CANDIDATES] {
    let blank = Candidate { base: 0, piece: 0, wants: [0; WINDOWS] };
    let mut all = [blank; CANDIDATES];
    let mut count = 0;
    let closed_row = if is_top(corner) { -1 } else { 1 };
    let closed_col = if is_left(corner) { -1 } else { 1 };
    let mut global = 0;
    while global < ORIENTATIONS {
        let shape = &ORIENTATION[global];
        let size = shape.piece().size() as usize;
        let mut anchor = 0;
        while anchor < size {
            let (anchor_row, anchor_col) = shape.cell(anchor);
            let mut candidate = Candidate {
                base: Placement::base(global).wrapping_sub(
                    (anchor_row * SIDE.cast_signed() + anchor_col).cast_unsigned() as u16,
                ),
                piece: shape.piece().index(),
                wants: [0; WINDOWS],
            };
            let mut survives = true;
            let mut index = 0;
            while index < size {
                let (row, col) = shape.cell(index);
                let (row, col) = (row - anchor_row, col - anchor_col);
                if (row == closed_row && col == 0) || (row == 0 && col == closed_col) {
                    survives = false;
                }
                index += 1;
            }
            if survives {
                let mut index = 0;
                while index < size {
                    if index != anchor {
                        let (row, col) = shape.cell(index);
                        want(&mut candidate, corner, row - anchor_row, col - anchor_col);
                    }
                    index += 1;
                }
                all[count] = candidate;
                count += 1;
            }
            anchor += 1;
        }
        global += 1;
    }
    assert!(count == CANDIDATES);
    all
}

/// Notes that the candidate covers a square; every square lies in one of the windows.
const fn want(candidate: &mut Candidate, corner: usize, row: isize, col: isize) {
    let mut index = 0;
    while index < WINDOWS {
        let window = &WINDOW[corner][index];
        if window.down == row {
            assert!(window.from <= col && col <= window.to);
            candidate.wants[index] |= 1 << (col - window.from);
            return;
        }
        index += 1;
    }
    panic!("a candidate reaches a row without a window");
}

static CANDIDATE: [[Candidate; CANDIDATES]; 4] =
    [candidates(0), candidates(1), candidates(2), candidates(3)];

/// For each corner its windows' tables, one after another.
pub(super) static SURVIVORS: [[u128; ENTRIES]; 4] = {
    let mut tables = [[0; ENTRIES]; 4];
    let mut corner = 0;
    while corner < 4 {
        let mut index = 0;
        while index < WINDOWS {
            let window = &WINDOW[corner][index];
            let mut free = 0;
            while free < window.keys() {
                let mut set = 0;
                let mut number = 0;
                while number < CANDIDATES {
                    if CANDIDATE[corner][number].wants[index] & !free == 0 {
                        set |= 1 << number;
                    }
                    number += 1;
                }
                tables[corner][window.start + free] = set;
                free += 1;
            }
            index += 1;
        }
        corner += 1;
    }
    tables
};

/// A cache line, or the widest vector register.
#[repr(align(64))]
pub(super) struct Aligned<T>(pub(super) T);

/// For each corner and candidate the placement's number, the anchor's square to be added. The last
/// entry is nobody's: sets are 128 bits wide, the candidates are 127.
pub(super) static BASES: [Aligned<[u16; 128]>; 4] = {
    let mut bases = [const { Aligned([0; 128]) }; 4];
    let mut corner = 0;
    while corner < 4 {
        let mut number = 0;
        while number < CANDIDATES {
            bases[corner].0[number] = CANDIDATE[corner][number].base;
            number += 1;
        }
        corner += 1;
    }
    bases
};

/// Pieces are looked up seven at a time.
const GROUP: usize = 7;

/// `SUPPLIED[g][key]`: the candidates of those pieces among the seven of group `g` that `key` names.
static SUPPLIED: [[u128; 1 << GROUP]; PIECES / GROUP] = {
    let mut tables = [[0; 1 << GROUP]; PIECES / GROUP];
    let mut number = 0;
    while number < CANDIDATES {
        let piece = CANDIDATE[0][number].piece;
        let mut key = 0;
        while key < 1 << GROUP {
            if key >> (piece % GROUP) & 1 == 1 {
                tables[piece / GROUP][key] |= 1 << number;
            }
            key += 1;
        }
        number += 1;
    }
    tables
};

/// The candidates, at any corner, of the pieces in a supply.
#[inline]
pub(super) fn supplied(supply: crate::piece::Supply) -> u128 {
    let bits = supply.bits() as usize;
    let group = |index: usize| SUPPLIED[index][bits >> (GROUP * index) & ((1 << GROUP) - 1)];
    group(0) | group(1) | group(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_has_the_same_numbers_at_every_corner() {
        for number in 0..CANDIDATES {
            let pieces = CANDIDATE.map(|corner| corner[number].piece);
            assert_eq!(pieces, [pieces[0]; 4]);
        }
    }

    #[test]
    fn no_two_candidates_of_a_corner_are_the_same_placement() {
        for corner in CANDIDATE {
            let bases: std::collections::HashSet<_> = corner.iter().map(|one| one.base).collect();
            assert_eq!(bases.len(), CANDIDATES);
        }
    }

    #[test]
    fn the_tables_stay_in_the_first_level_cache() {
        let bytes = size_of_val(&SURVIVORS) + size_of_val(&BASES) + size_of_val(&SUPPLIED);
        assert!(bytes <= 32 * 1024, "{bytes} bytes");
    }
}
