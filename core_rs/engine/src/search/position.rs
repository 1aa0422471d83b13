//! A classic position for searching, kept up to date from placement to placement.
//!
//! `State` recomputes everything from the board: simple, and right for one request. A search
//! plays millions of placements, and in classic little changes with each: squares only get covered
//! and pieces only get used up. So for each colour the free squares and the anchors are kept. Once
//! no five-square piece fits at an anchor, none ever will, so it moves to a second list; where
//! nothing fits any more it is dropped. A colour is blocked when both lists are empty.
//! There are no events, no list of placements, and nothing is allocated.

use crate::cells::Cells;
use crate::color::Color;
use crate::movegen::MoveList;
use crate::movegen::anchor::{Anchor, MARGIN, Padded, candidates_of, nth_bit};
use crate::piece::{PIECES, Placement};
use crate::placement_rule::{Anchors, PlacementRule};
use crate::state::State;

use super::random::Random;
use super::shapes::{CANDIDATES_OF_PIECE, CANDIDATES_OF_SIZE, MOST_ANCHORS, ROWS, SHAPES, Shape};

/// Stands for 'no piece'.
pub(crate) const NO_PIECE: u8 = 0xff;

/// `to_move` when the game is over.
const NOBODY: u8 = 4;

/// All squares of the board.
pub(crate) const BOARD: Padded = {
    let mut rows = [0; 32];
    let mut row = MARGIN;
    while row < MARGIN + 20 {
        rows[row] = 0xf_ffff << MARGIN;
        row += 1;
    }
    rows
};

const ROOM: usize = 128;
// Each anchor is pushed once to each list at most, and before the first piece there are four.
const _: () = assert!(MOST_ANCHORS <= ROOM);

/// How many anchors are compared when no piece of five squares fits anywhere.
const LOOKS: usize = 3;

/// Anchors in no particular order.
#[derive(Clone, Copy)]
struct AnchorList {
    len: u8,
    items: [Anchor; ROOM],
}

impl AnchorList {
    const EMPTY: Self = Self { len: 0, items: [Anchor::NONE; ROOM] };

    /// Adds an anchor, or only writes it beyond the end if it is not wanted: cheaper than a branch
    /// that cannot be predicted.
    #[inline(always)]
    fn push_if(&mut self, wanted: bool, anchor: Anchor) {
        self.items[usize::from(self.len) % ROOM] = anchor;
        self.len += u8::from(wanted);
    }

    #[inline(always)]
    fn get(&self, at: usize) -> Anchor {
        self.items[at % ROOM]
    }

    #[inline(always)]
    fn remove(&mut self, at: usize) {
        self.len -= 1;
        self.items[at % ROOM] = self.items[usize::from(self.len) % ROOM];
    }

    fn as_slice(&self) -> &[Anchor] {
        &self.items[..usize::from(self.len)]
    }
}

/// What each colour has on the board, can reach and has left, and whose turn it is.
#[derive(Clone)]
pub(crate) struct Position {
    /// The squares that a colour may cover.
    free: [Padded; 4],
    /// The squares that a colour covers.
    own: [Padded; 4],
    /// The squares that have been an anchor of a colour; those that are free still are.
    seen: [Padded; 4],
    /// Anchors where a piece of five squares may fit.
    large: [AnchorList; 4],
    /// Anchors where only smaller pieces fit.
    small: [AnchorList; 4],
    /// The candidates at an anchor that use the pieces left.
    candidates: [u128; 4],
    /// The pieces left, one bit for each.
    left: [u32; 4],
    to_move: u8,
    /// One bit for each colour.
    blocked: u8,
    /// The last piece that each colour placed.
    last: [u8; 4],
    /// How many pieces each colour has placed.
    placed: [u8; 4],
    /// How many squares these cover.
    squares: [u8; 4],
}

impl Position {
    /// The position of a classic state.
    pub(crate) fn new(state: &State) -> Self {
        let board = state.board();
        let mut position = Self {
            free: [[0; 32]; 4],
            own: [[0; 32]; 4],
            seen: [[0; 32]; 4],
            large: [AnchorList::EMPTY; 4],
            small: [AnchorList::EMPTY; 4],
            candidates: [0; 4],
            left: [0; 4],
            to_move: state.to_move().map_or(NOBODY, |color| color as u8),
            blocked: 0,
            last: [NO_PIECE; 4],
            placed: [0; 4],
            squares: [0; 4],
        };
        for color in Color::ALL {
            let at = color as usize;
            let rule = state.placement_rule(color);
            let supply = board.supply(color);
            position.free[at] = padded(rule.free());
            position.own[at] = padded(board.cells(color));
            position.candidates[at] = candidates_of(supply);
            position.left[at] = supply.iter().map(|piece| 1 << piece.index()).sum();
            position.placed[at] = (PIECES as u32 - supply.len()) as u8;
            position.squares[at] = board.cells(color).len() as u8;
            position.last[at] =
                state.last_placed()[color].map_or(NO_PIECE, |piece| piece.index() as u8);
            position.add_anchors(at, &rule);
        }
        position
    }

    fn add_anchors(&mut self, color: usize, rule: &PlacementRule) {
        let Anchors::Corner(corners) = &rule.anchors else {
            return;
        };
        for (corner, anchors) in corners.iter().enumerate() {
            for (row, col) in anchors.iter() {
                self.seen[color][row + MARGIN] |= 1 << (col + MARGIN);
                self.large[color].push_if(true, Anchor::new(corner, row, col));
            }
        }
    }

    /// The colour to move; none when the game is over.
    #[inline(always)]
    pub(crate) fn to_move(&self) -> Option<usize> {
        (self.to_move < NOBODY).then(|| usize::from(self.to_move))
    }

    /// How many pieces a colour has placed.
    #[inline(always)]
    pub(crate) fn placed(&self, color: usize) -> u8 {
        self.placed[color]
    }

    /// How many squares a colour has covered.
    #[inline(always)]
    pub(crate) fn squares(&self, color: usize) -> u8 {
        self.squares[color]
    }

    /// The number of the last piece that a colour placed.
    #[inline(always)]
    pub(crate) fn last(&self, color: usize) -> u8 {
        self.last[color]
    }

    /// The pieces that a colour has left, one bit for each.
    #[inline(always)]
    pub(crate) fn left(&self, color: usize) -> u32 {
        self.left[color]
    }

    /// The squares that a colour covers.
    pub(crate) fn own(&self, color: usize) -> &Padded {
        &self.own[color]
    }

    /// The squares that a colour may cover.
    pub(crate) fn free(&self, color: usize) -> &Padded {
        &self.free[color]
    }

    /// The squares of which a colour must cover at least one.
    pub(crate) fn anchors(&self, color: usize) -> Padded {
        if self.is_blocked(color) {
            return [0; 32];
        }
        std::array::from_fn(|row| self.free[color][row] & self.seen[color][row])
    }

    /// Whether a colour is known to be blocked.
    pub(crate) fn is_blocked(&self, color: usize) -> bool {
        self.blocked >> color & 1 == 1
    }

    /// Places a piece of the colour to move and passes the turn to the next colour that is not
    /// known to be blocked.
    #[inline(always)]
    pub(crate) fn put(&mut self, placement: Placement) {
        let color = usize::from(self.to_move) % 4;
        let shape = &SHAPES[placement.global_orientation() % 128];
        if self.placed[color] == 0 {
            // The corner squares of the board are anchors for the first piece only.
            self.large[color].len = 0;
            self.small[color].len = 0;
            self.seen[color] = [0; 32];
        }
        self.cover(color, shape, placement.row(), placement.col());
        self.candidates[color] &= !CANDIDATES_OF_PIECE[usize::from(shape.piece) % 32];
        self.left[color] &= !(1 << (shape.piece % 32));
        self.last[color] = shape.piece;
        self.placed[color] += 1;
        self.squares[color] += shape.size;
        self.next_turn();
    }

    #[inline(always)]
    fn cover(&mut self, color: usize, shape: &Shape, row: usize, col: usize) {
        // The masks begin one row and one column before the box.
        let (top, left) = ((row + MARGIN - 1) % 24, (col + MARGIN - 1) % 32);
        let cells: [u32; ROWS] = shape.cells.map(|bits| bits << left);
        for free in &mut self.free {
            let free = rows_mut(free, top);
            for row in 0..ROWS {
                free[row] &= !cells[row];
            }
        }
        let own = rows_mut(&mut self.own[color], top);
        let free = rows_mut(&mut self.free[color], top);
        let seen = rows_mut(&mut self.seen[color], top);
        let mut fresh = [0; ROWS];
        for row in 0..ROWS {
            own[row] |= cells[row];
            free[row] &= !(shape.sides[row] << left);
            let corners = shape.corners[row] << left;
            fresh[row] = corners & free[row] & !seen[row];
            seen[row] |= corners;
        }
        for &(corner, down, right) in &shape.corner_list {
            let (down, right) = (usize::from(down) % ROWS, usize::from(right) + left);
            let is_fresh = fresh[down] >> (right % 32) & 1 == 1;
            fresh[down] &= !(1 << (right % 32));
            let anchor = Anchor::padded(corner.into(), top + down, right);
            self.large[color].push_if(is_fresh, anchor);
        }
    }

    #[inline(always)]
    fn next_turn(&mut self) {
        // Bit n tells whether the colour n + 1 slots later can still place.
        let color = u32::from(self.to_move);
        let able = (u32::from(!self.blocked & 0xf) * 0x11) >> (color + 1) & 0xf;
        self.to_move =
            if able == 0 { NOBODY } else { ((color + 1 + able.trailing_zeros()) % 4) as u8 };
    }

    /// Marks the colour to move as blocked for good (C7), and passes the turn.
    #[inline(always)]
    fn block(&mut self) {
        self.blocked |= 1 << self.to_move;
        self.next_turn();
    }

    /// Marks all blocked colours, including those that are not to move.
    pub(crate) fn block_unable(&mut self) {
        for color in 0..4 {
            self.blocked |= u8::from(!self.can_place(color)) << color;
        }
    }

    /// Advances to a colour that can place, or to the end of the game.
    #[inline(always)]
    pub(crate) fn settle(&mut self) {
        while let Some(color) = self.to_move()
            && !self.can_place(color)
        {
            self.block();
        }
    }

    /// Whether a colour can place. Anchors where nothing fits are dropped on the way.
    #[inline(always)]
    pub(crate) fn can_place(&mut self, color: usize) -> bool {
        for list in [&mut self.large[color], &mut self.small[color]] {
            while list.len > 0 {
                let at = usize::from(list.len) - 1;
                if list.get(at).fitting(&self.free[color]) & self.candidates[color] != 0 {
                    return true;
                }
                list.len -= 1;
            }
        }
        false
    }

    /// Lists the placements of the colour to move; `out` is cleared first.
    #[inline(always)]
    pub(crate) fn list(&self, out: &mut MoveList) {
        self.list_of(usize::from(self.to_move) % 4, out);
    }

    /// The same for any colour, as if it were to move.
    #[inline(always)]
    pub(crate) fn list_of(&self, color: usize, out: &mut MoveList) {
        out.clear();
        let mut free = self.free[color];
        for list in [&self.large[color], &self.small[color]] {
            for &anchor in list.as_slice() {
                let set = anchor.fitting(&free) & self.candidates[color];
                // As in `movegen`: a placement is found at the first of its anchors only.
                free[anchor.row()] &= !(1 << anchor.col());
                out.extend_at(anchor, set);
            }
        }
    }

    /// Picks a random placement of the colour to move at a random anchor. If the colour is blocked,
    /// returns none and passes the turn.
    #[inline(always)]
    pub(crate) fn sample(&mut self, random: &mut Random) -> Option<Placement> {
        let color = usize::from(self.to_move) % 4;
        for list in [&mut self.large[color], &mut self.small[color]] {
            while list.len > 0 {
                let at = random.below(list.len.into()) as usize;
                let anchor = list.get(at);
                let set = anchor.fitting(&self.free[color]) & self.candidates[color];
                if set != 0 {
                    return Some(anchor.placement(any_bit(set, random)));
                }
                list.remove(at);
            }
        }
        self.block();
        None
    }

    /// The same, but prefers pieces of five squares as long as one fits anywhere, and then the
    /// largest piece at a few random anchors. Good players place large pieces first; among the
    /// cheap rules for playouts this is the one that helps most.
    #[inline(always)]
    pub(crate) fn sample_large(&mut self, random: &mut Random) -> Option<Placement> {
        let color = usize::from(self.to_move) % 4;
        let (free, candidates) = (&self.free[color], self.candidates[color]);
        let (large, small) = (&mut self.large[color], &mut self.small[color]);
        while large.len > 0 {
            let at = random.below(large.len.into()) as usize;
            let anchor = large.get(at);
            let set = anchor.fitting(free) & candidates;
            let fives = set & CANDIDATES_OF_SIZE[5];
            if fives != 0 {
                return Some(anchor.placement(any_bit(fives, random)));
            }
            small.push_if(set != 0, anchor);
            large.remove(at);
        }
        let mut best = (0, 0, Anchor::NONE);
        let mut looks = 0;
        while small.len > 0 && looks < LOOKS {
            let at = random.below(small.len.into()) as usize;
            let anchor = small.get(at);
            let set = anchor.fitting(free) & candidates;
            if set == 0 {
                small.remove(at);
                continue;
            }
            looks += 1;
            let (size, largest) = largest_of(set);
            if size > best.0 {
                best = (size, largest, anchor);
            }
        }
        if best.0 == 0 {
            self.block();
            return None;
        }
        Some(best.2.placement(any_bit(best.1, random)))
    }
}

/// The largest size in a set without pieces of five squares, and the candidates of that size.
#[inline(always)]
fn largest_of(set: u128) -> (usize, u128) {
    for size in (1..=4).rev() {
        let these = set & CANDIDATES_OF_SIZE[size];
        if these != 0 {
            return (size, these);
        }
    }
    (0, 0)
}

#[inline(always)]
fn any_bit(set: u128, random: &mut Random) -> usize {
    nth_bit(set, random.below(set.count_ones()))
}

/// The eight rows from `top` on, which is below 24.
#[inline(always)]
fn rows_mut(set: &mut Padded, top: usize) -> &mut [u32; ROWS] {
    (&mut set[top..top + ROWS]).try_into().expect("eight rows")
}

/// A set of squares with the margin.
pub(crate) fn padded(cells: &Cells) -> Padded {
    let mut rows = [0; 32];
    for (padded, row) in rows[MARGIN..].iter_mut().zip(cells.0) {
        *padded = row << MARGIN;
    }
    rows
}
