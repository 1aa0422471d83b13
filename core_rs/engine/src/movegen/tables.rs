//! Which placements survive at an anchor, as small tables made at compile time.
//!
//! A square can be covered in 414 ways. Which of them are candidates at an anchor depends on where
//! it is approached from. From a corner, the two sides there are closed: only 127 candidates leave
//! them alone. They are numbered here, once per corner, so that a set of them is 128 bits. The four
//! corners are mirror images, and the numbers go piece by piece in the order of G4: a piece has the
//! same numbers at all four. From a side, one side is closed and 248 candidates are left: two sets
//! of 124. So there are twelve families of candidates: 0 to 3 at the corners, then two for each side.
//!
//! A placement survives if all its squares are free. Window by window: the free squares of a part
//! of a row near the anchor are the key into that window's table, and the entry is the set of
//! placements that want no other square there. The AND over the windows is the answer.

use crate::cells::SIDE;
use crate::piece::{ORIENTATION, ORIENTATIONS, PIECES, Piece, Placement, Supply};

/// A part of a row near the anchor: `down` rows below it, columns `from` to `to`.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) down: isize,
    pub(super) from: isize,
    pub(super) to: isize,
    /// Where its table begins among the family's entries.
    pub(super) start: usize,
}

impl Window {
    const fn new((down, from, to): (isize, isize, isize)) -> Self {
        Self { down, from, to, start: 0 }
    }

    pub(super) const fn keys(&self) -> usize {
        1 << (self.to - self.from + 1)
    }

    const fn holds(&self, row: isize, col: isize) -> bool {
        self.down == row && self.from <= col && col <= self.to
    }
}

/// Lays the tables of windows out one after another, `ENTRIES` in all.
const fn laid_out<const WINDOWS: usize, const ENTRIES: usize>(
    mut windows: [Window; WINDOWS],
) -> [Window; WINDOWS] {
    let mut start = 0;
    let mut index = 0;
    while index < WINDOWS {
        windows[index].start = start;
        start += windows[index].keys();
        index += 1;
    }
    assert!(start == ENTRIES);
    windows
}

/// A placement relative to its anchor.
#[derive(Clone, Copy)]
struct Candidate<const WINDOWS: usize> {
    /// The placement as a number, if the anchor were square 0: adding the anchor's square gives it.
    base: u16,
    piece: usize,
    /// For each window the squares it wants there, lowest bit leftmost.
    wants: [usize; WINDOWS],
}

/// Candidates with their numbers: the first `count` of the room, from 0.
#[derive(Clone, Copy)]
struct Candidates<const WINDOWS: usize> {
    all: [Candidate<WINDOWS>; 128],
    count: usize,
}

/// The ways to cover the anchor that leave its `closed` neighbours alone, but for the first `skip`;
/// as many as there are, or `most`.
const fn candidates<const WINDOWS: usize>(
    windows: &[Window; WINDOWS],
    closed: &[(isize, isize)],
    skip: usize,
    most: usize,
) -> Candidates<WINDOWS> {
    let blank = Candidate { base: 0, piece: 0, wants: [0; WINDOWS] };
    let mut found = Candidates { all: [blank; 128], count: 0 };
    let mut seen = 0;
    let mut global = 0;
    while global < ORIENTATIONS {
        let size = ORIENTATION[global].piece().size() as usize;
        let mut anchor = 0;
        while anchor < size {
            if !covers_any(global, anchor, closed) {
                if seen >= skip && found.count < most {
                    found.all[found.count] = candidate(global, anchor, windows);
                    found.count += 1;
                }
                seen += 1;
            }
            anchor += 1;
        }
        global += 1;
    }
    found
}

/// Whether an orientation whose square number `anchor` lies on the anchor covers any of the squares,
/// given relative to the anchor too.
const fn covers_any(global: usize, anchor: usize, squares: &[(isize, isize)]) -> bool {
    let shape = &ORIENTATION[global];
    let (anchor_row, anchor_col) = shape.cell(anchor);
    let mut cell = 0;
    while cell < shape.piece().size() as usize {
        let (row, col) = shape.cell(cell);
        let mut index = 0;
        while index < squares.len() {
            let square = squares[index];
            if row - anchor_row == square.0 && col - anchor_col == square.1 {
                return true;
            }
            index += 1;
        }
        cell += 1;
    }
    false
}

const fn candidate<const WINDOWS: usize>(
    global: usize,
    anchor: usize,
    windows: &[Window; WINDOWS],
) -> Candidate<WINDOWS> {
    let shape = &ORIENTATION[global];
    let (anchor_row, anchor_col) = shape.cell(anchor);
    let from_origin = (anchor_row * SIDE.cast_signed() + anchor_col).cast_unsigned() as u16;
    let mut candidate = Candidate {
        base: Placement::base(global).wrapping_sub(from_origin),
        piece: shape.piece().index(),
        wants: [0; WINDOWS],
    };
    let mut cell = 0;
    while cell < shape.piece().size() as usize {
        if cell != anchor {
            let (row, col) = shape.cell(cell);
            let (row, col) = (row - anchor_row, col - anchor_col);
            let window = window_of(windows, row, col);
            candidate.wants[window] |= 1 << (col - windows[window].from);
        }
        cell += 1;
    }
    candidate
}

/// Every square that a candidate covers, but for the anchor, lies in one of the windows.
const fn window_of<const WINDOWS: usize>(
    windows: &[Window; WINDOWS],
    row: isize,
    col: isize,
) -> usize {
    let mut index = 0;
    while !windows[index].holds(row, col) {
        index += 1;
    }
    index
}

/// The tables of a family, one window's after another's.
const fn survivors<const WINDOWS: usize, const ENTRIES: usize>(
    windows: &[Window; WINDOWS],
    candidates: &Candidates<WINDOWS>,
) -> [u128; ENTRIES] {
    let mut tables = [0; ENTRIES];
    let mut index = 0;
    while index < WINDOWS {
        let window = &windows[index];
        let mut free = 0;
        while free < window.keys() {
            let mut number = 0;
            while number < candidates.count {
                if candidates.all[number].wants[index] & !free == 0 {
                    tables[window.start + free] |= 1 << number;
                }
                number += 1;
            }
            free += 1;
        }
        index += 1;
    }
    tables
}

// ---- Anchors approached from a corner ---------------------------------------------------------------

/// Placements through an anchor that leave its two closed sides alone.
const CORNER_CANDIDATES: usize = 127;

/// With the side above closed, three rows above can be reached (by going round), the own row and
/// four below.
const CORNER_WINDOWS: usize = 8;

/// What the candidates of the top-left corner reach.
const TOP_LEFT: [(isize, isize, isize); CORNER_WINDOWS] =
    [(-3, 1, 1), (-2, 0, 2), (-1, 1, 3), (0, -2, 4), (1, -3, 3), (2, -2, 2), (3, -1, 1), (4, 0, 0)];

/// The sum of the windows' keys.
const CORNER_ENTRIES: usize = 2 + 8 + 8 + 128 + 128 + 32 + 8 + 2;

/// Corners are numbered as in `Anchors::Corner`.
const fn is_top(corner: usize) -> bool {
    corner < 2
}

const fn is_left(corner: usize) -> bool {
    corner.is_multiple_of(2)
}

/// The windows of each corner.
pub(super) const CORNER_WINDOW: [[Window; CORNER_WINDOWS]; 4] = {
    let mut corners = [[Window::new((0, 0, 0)); CORNER_WINDOWS]; 4];
    let mut corner = 0;
    while corner < 4 {
        let mut index = 0;
        while index < CORNER_WINDOWS {
            let (down, from, to) = TOP_LEFT[index];
            corners[corner][index] = Window::new((
                if is_top(corner) { down } else { -down },
                if is_left(corner) { from } else { -to },
                if is_left(corner) { to } else { -from },
            ));
            index += 1;
        }
        corners[corner] = laid_out::<CORNER_WINDOWS, CORNER_ENTRIES>(corners[corner]);
        corner += 1;
    }
    corners
};

const fn corner_candidates(corner: usize) -> Candidates<CORNER_WINDOWS> {
    let above = if is_top(corner) { -1 } else { 1 };
    let beside = if is_left(corner) { -1 } else { 1 };
    let found = candidates(&CORNER_WINDOW[corner], &[(above, 0), (0, beside)], 0, 128);
    assert!(found.count == CORNER_CANDIDATES);
    found
}

static AT_CORNER: [Candidates<CORNER_WINDOWS>; 4] =
    [corner_candidates(0), corner_candidates(1), corner_candidates(2), corner_candidates(3)];

/// For each corner its tables.
pub(super) static CORNER_SURVIVORS: [[u128; CORNER_ENTRIES]; 4] = [
    survivors(&CORNER_WINDOW[0], &AT_CORNER[0]),
    survivors(&CORNER_WINDOW[1], &AT_CORNER[1]),
    survivors(&CORNER_WINDOW[2], &AT_CORNER[2]),
    survivors(&CORNER_WINDOW[3], &AT_CORNER[3]),
];

/// Pieces are looked up seven at a time.
const GROUP: usize = 7;

/// `SUPPLIED[g][key]`: the candidates of those pieces among the seven of group `g` that `key` names.
static SUPPLIED: [[u128; 1 << GROUP]; PIECES / GROUP] = {
    let mut tables = [[0; 1 << GROUP]; PIECES / GROUP];
    let mut number = 0;
    while number < CORNER_CANDIDATES {
        let piece = AT_CORNER[0].all[number].piece;
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
pub(super) const fn supplied_at_corner(supply: Supply) -> u128 {
    const MASK: usize = (1 << GROUP) - 1;
    let bits = supply.bits() as usize;
    SUPPLIED[0][bits & MASK]
        | SUPPLIED[1][bits >> GROUP & MASK]
        | SUPPLIED[2][bits >> (2 * GROUP) & MASK]
}

// ---- Anchors approached from a side -----------------------------------------------------------------

/// Placements through an anchor that leave one closed side alone.
const SIDE_CANDIDATES: usize = 248;

/// Half of them, which is a family.
const HALF: usize = SIDE_CANDIDATES / 2;

const SIDE_WINDOWS: usize = 10;
const SIDE_ENTRIES: usize = 2 + 8 + 32 + 128 + 16 + 16 + 128 + 32 + 8 + 2;

/// What is in reach, whichever side is closed; the own row comes in two parts because the anchor
/// itself is free.
pub(super) const SIDE_WINDOW: [Window; SIDE_WINDOWS] = laid_out::<SIDE_WINDOWS, SIDE_ENTRIES>([
    Window::new((-4, 0, 0)),
    Window::new((-3, -1, 1)),
    Window::new((-2, -2, 2)),
    Window::new((-1, -3, 3)),
    Window::new((0, -4, -1)),
    Window::new((0, 1, 4)),
    Window::new((1, -3, 3)),
    Window::new((2, -2, 2)),
    Window::new((3, -1, 1)),
    Window::new((4, 0, 0)),
]);

/// The two families of each side; sides are numbered as in `Anchors::Side`.
static AT_SIDE: [Candidates<SIDE_WINDOWS>; 8] = {
    let closed = [(-1, 0), (0, -1), (0, 1), (1, 0)];
    let mut families = [candidates(&SIDE_WINDOW, &[closed[0]], 0, HALF); 8];
    let mut family = 0;
    while family < 8 {
        let (side, half) = (family / 2, family % 2);
        // The second half asks for all that are left, to see that there are no more.
        let most = if half == 0 { HALF } else { 128 };
        families[family] = candidates(&SIDE_WINDOW, &[closed[side]], half * HALF, most);
        assert!(families[family].count == HALF);
        family += 1;
    }
    families
};

/// For each family of the sides its tables.
pub(super) static SIDE_SURVIVORS: [[u128; SIDE_ENTRIES]; 8] = {
    let mut tables = [[0; SIDE_ENTRIES]; 8];
    let mut family = 0;
    while family < 8 {
        tables[family] = survivors(&SIDE_WINDOW, &AT_SIDE[family]);
        family += 1;
    }
    tables
};

/// For both families of a side and each piece the candidates. A piece has the same numbers at all
/// four sides.
static OF_PIECE: [[u128; PIECES]; 2] = {
    let mut tables = [[0; PIECES]; 2];
    let mut family = 0;
    while family < 2 {
        let mut number = 0;
        while number < HALF {
            tables[family][AT_SIDE[family].all[number].piece] |= 1 << number;
            number += 1;
        }
        family += 1;
    }
    tables
};

/// The candidates, in the two families of any side, of the pieces in a supply.
#[inline(always)]
pub(super) fn supplied_at_side(supply: Supply) -> [u128; 2] {
    let [one, other] = &OF_PIECE;
    supply.iter().fold([0; 2], |sets, piece| {
        let index = piece.index() % PIECES;
        [sets[0] | one[index], sets[1] | other[index]]
    })
}

// ---- Sizes ------------------------------------------------------------------------------------------

/// The candidates of each size, from 1 to 5 squares; entry 0 is empty.
const fn by_size<const WINDOWS: usize>(candidates: &Candidates<WINDOWS>) -> [u128; 6] {
    let mut sizes = [0; 6];
    let mut number = 0;
    while number < candidates.count {
        let size = Piece::ALL[candidates.all[number].piece].size();
        sizes[size as usize] |= 1 << number;
        number += 1;
    }
    sizes
}

/// The candidates of each size at any corner.
pub(super) static CORNER_SIZES: [u128; 6] = by_size(&AT_CORNER[0]);

/// The candidates of each size in the two families of any side.
pub(super) static SIDE_SIZES: [[u128; 6]; 2] = [by_size(&AT_SIDE[0]), by_size(&AT_SIDE[1])];

// ---- All families -----------------------------------------------------------------------------------

/// A cache line, or the widest vector register.
#[repr(align(64))]
pub(super) struct Aligned<T>(pub(super) T);

const fn bases<const WINDOWS: usize>(candidates: &Candidates<WINDOWS>) -> Aligned<[u16; 128]> {
    let mut bases = [0; 128];
    let mut number = 0;
    while number < candidates.count {
        bases[number] = candidates.all[number].base;
        number += 1;
    }
    Aligned(bases)
}

/// For each family and candidate the placement's number, the anchor's square to be added. Entries
/// beyond the candidates are unused.
pub(super) static BASES: [Aligned<[u16; 128]>; 12] = {
    let mut all = [const { Aligned([0; 128]) }; 12];
    let mut family = 0;
    while family < 12 {
        all[family] =
            if family < 4 { bases(&AT_CORNER[family]) } else { bases(&AT_SIDE[family - 4]) };
        family += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_piece_has_the_same_numbers_at_every_corner() {
        for number in 0..CORNER_CANDIDATES {
            let pieces = AT_CORNER.map(|corner| corner.all[number].piece);
            assert_eq!(pieces, [pieces[0]; 4]);
        }
    }

    #[test]
    fn a_piece_has_the_same_numbers_at_every_side() {
        for half in 0..2 {
            for number in 0..HALF {
                let pieces = [0, 2, 4, 6].map(|side| AT_SIDE[side + half].all[number].piece);
                assert_eq!(pieces, [pieces[0]; 4]);
            }
        }
    }

    #[test]
    fn no_two_candidates_are_the_same_placement() {
        let distinct = |families: &[Aligned<[u16; 128]>], each: usize| {
            families.iter().flat_map(|one| &one.0[..each]).collect::<HashSet<_>>().len()
        };
        for corner in 0..4 {
            assert_eq!(distinct(&BASES[corner..=corner], CORNER_CANDIDATES), CORNER_CANDIDATES);
        }
        for side in [4, 6, 8, 10] {
            assert_eq!(distinct(&BASES[side..side + 2], HALF), SIDE_CANDIDATES);
        }
    }

    #[test]
    fn the_tables_of_the_corners_stay_in_the_first_level_cache() {
        let bytes =
            size_of_val(&CORNER_SURVIVORS) + size_of_val(&BASES[..4]) + size_of_val(&SUPPLIED);
        assert!(bytes <= 32 * 1024, "{bytes} bytes");
    }
}
