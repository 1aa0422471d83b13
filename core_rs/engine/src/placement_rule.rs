//! The conditions on a placement, as sets of squares.
//!
//! A rule has two parts: the squares that may be covered (`free`) and the squares of which at least
//! one must be covered (the anchors). The move generator needs nothing else, whatever card is in
//! force. The check of a single action (`check`) tests the same conditions one by one, because it
//! reports each that fails; the tests check that the two agree.

#![allow(
    clippy::inline_always,
    reason = "a rule is compiled once for each set of instructions, which only inlining does"
)]

use crate::board::Board;
use crate::cells::{Cells, ROW, SIDE};
use crate::color::Color;
#[cfg(target_arch = "x86_64")]
use crate::instructions::Instructions;
use crate::name::impl_names;
use crate::piece::Placement;

/// Which placements are allowed, whatever the piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacementRule {
    pub(crate) free: Cells,
    pub(crate) anchors: Anchors,
}

/// The squares of which a placement must cover at least one, all of them free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Anchors {
    /// By the corner that they are approached from: top-left, top-right, bottom-left, bottom-right.
    /// The two sides of an anchor at that corner are closed, by the edge of the board or because
    /// the squares beyond lie along a side of the own colour. The four sets are disjoint.
    Corner([Cells; 4]),
    /// By the side that they are approached from: top, left, right, bottom. That side is closed
    /// because an own piece lies there. The four sets are disjoint.
    Side([Cells; 4]),
}

impl PlacementRule {
    /// The rule for a colour's next piece: C1 for its first one, else C2.
    #[inline]
    #[must_use]
    pub fn ordinary(board: &Board, color: Color, start: StartCorners) -> Self {
        if board.has_placed(color) {
            let own = board.cells(color);
            Self::at_corners(own, own, board.occupied())
        } else {
            Self::first(board, color, start)
        }
    }

    /// C1: the first piece covers a corner square of the board that is free.
    fn first(board: &Board, color: Color, start: StartCorners) -> Self {
        let free = board.occupied().complement();
        let allowed = start.cells(color).and(&free);
        let only = |row, col| allowed.and(&Cells::from_iter([(row, col)]));
        let last = SIDE - 1;
        let corners = [only(0, 0), only(0, last), only(last, 0), only(last, last)];
        Self { free, anchors: Anchors::Corner(corners) }
    }

    /// C2 and similar rules: touches `touched`, a part of `own`, at a corner, and `own` nowhere along a
    /// side.
    #[inline]
    #[must_use]
    pub fn at_corners(touched: &Cells, own: &Cells, occupied: &Cells) -> Self {
        #[cfg(target_arch = "x86_64")]
        if Instructions::best() >= Instructions::Avx2 {
            // SAFETY: the processor has the features.
            return unsafe { at_corners_avx2(touched, own, occupied) };
        }
        Self::at_corners_inline(touched, own, occupied)
    }

    #[inline(always)]
    fn at_corners_inline(touched: &Cells, own: &Cells, occupied: &Cells) -> Self {
        // One loop over the rows, which compilers turn into a few vector instructions; an empty row
        // is added before the first one and after the last one.
        let (own, touched) = (framed(own), framed(touched));
        let mut free = Cells::EMPTY;
        let mut corners = [Cells::EMPTY; 4];
        for row in 0..SIDE {
            let sides = own[row] | own[row + 2] | own[row + 1] << 1 | own[row + 1] >> 1;
            let open = !(occupied.0[row] | sides) & ROW;
            let (above, below) = (touched[row], touched[row + 2]);
            let top_left = above << 1 & open;
            let top_right = above >> 1 & open & !top_left;
            let top = top_left | top_right;
            let bottom_left = below << 1 & open & !top;
            free.0[row] = open;
            corners[0].0[row] = top_left;
            corners[1].0[row] = top_right;
            corners[2].0[row] = bottom_left;
            corners[3].0[row] = below >> 1 & open & !(top | bottom_left);
        }
        Self { free, anchors: Anchors::Corner(corners) }
    }

    /// S24: touches `own` along a side.
    #[must_use]
    pub fn along_sides(own: &Cells, occupied: &Cells) -> Self {
        let free = occupied.complement();
        let sides = [
            own.shifted::<1, 0>(),
            own.shifted::<0, 1>(),
            own.shifted::<0, -1>(),
            own.shifted::<-1, 0>(),
        ];
        Self { free, anchors: Anchors::Side(disjoint(sides, &free)) }
    }

    /// The squares that a placement may cover.
    #[must_use]
    pub fn free(&self) -> &Cells {
        &self.free
    }

    /// The squares of which a placement must cover at least one.
    #[must_use]
    pub fn anchors(&self) -> Cells {
        let (Anchors::Corner([a, b, c, d]) | Anchors::Side([a, b, c, d])) = &self.anchors;
        a.or(b).or(&c.or(d))
    }

    /// Whether the rule allows a placement.
    #[must_use]
    pub fn allows(&self, placement: Placement) -> bool {
        let cells = placement.cell_set();
        cells.without(&self.free).is_empty() && cells.meets(&self.anchors())
    }
}

/// The same with registers that hold eight rows.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn at_corners_avx2(touched: &Cells, own: &Cells, occupied: &Cells) -> PlacementRule {
    PlacementRule::at_corners_inline(touched, own, occupied)
}

/// The rows of a set with an empty one at each end.
#[inline(always)]
fn framed(cells: &Cells) -> [u32; SIDE + 2] {
    let mut rows = [0; SIDE + 2];
    rows[1..=SIDE].copy_from_slice(&cells.0);
    rows
}

/// The free squares of each set that are in none before it.
#[inline]
fn disjoint([a, b, c, d]: [Cells; 4], free: &Cells) -> [Cells; 4] {
    let a = a.and(free);
    let b = b.and(free).without(&a);
    let seen = a.or(&b);
    let c = c.and(free).without(&seen);
    let seen = seen.or(&c);
    [a, b, c, d.and(free).without(&seen)]
}

/// Which corner squares of the board a colour may start on (C1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StartCorners {
    /// Any of the four that is free.
    #[default]
    Any,
    /// Blue top-left, yellow top-right, red bottom-right, green bottom-left.
    Fixed,
}

impl StartCorners {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Any, Self::Fixed];

    /// The name used on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Fixed => "fixed",
        }
    }

    /// The corner squares for a colour, covered or not.
    #[must_use]
    pub fn cells(self, color: Color) -> Cells {
        let last = SIDE - 1;
        let clockwise = [(0, 0), (0, last), (last, last), (last, 0)];
        match self {
            Self::Any => clockwise.into_iter().collect(),
            Self::Fixed => [clockwise[color as usize]].into_iter().collect(),
        }
    }

    /// The value of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}

impl_names!(StartCorners);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shuffle::{RandomSource, SplitMix64};

    #[test]
    fn rows_at_once_are_the_same_as_sets_one_after_another() {
        let mut random = SplitMix64::new(3);
        let mut some = |density: u64| -> Cells {
            let all = (0..SIDE).flat_map(|row| (0..SIDE).map(move |col| (row, col)));
            all.filter(|_| random.below(100) < density).collect()
        };
        for round in 0..300 {
            let own = some(round % 30);
            let touched = if round % 3 == 0 { own.and(&some(50)) } else { own };
            let occupied = own.or(&some(round % 50));
            let free = occupied.or(&own.side_ring()).complement();
            let corners = [
                touched.shifted::<1, 1>(),
                touched.shifted::<1, -1>(),
                touched.shifted::<-1, 1>(),
                touched.shifted::<-1, -1>(),
            ];
            let expected =
                PlacementRule { free, anchors: Anchors::Corner(disjoint(corners, &free)) };
            assert_eq!(PlacementRule::at_corners(&touched, &own, &occupied), expected);
            assert_eq!(PlacementRule::at_corners_inline(&touched, &own, &occupied), expected);
        }
    }
}
