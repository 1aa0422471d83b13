//! What a placement must and must not do, as sets of squares: C1 and C2 for now.
//!
//! A rule is two facts: the squares that may be covered (`free`) and the squares of which at least
//! one must be covered (the anchors). That is all the move generator knows. The check of a single
//! action (`turn`) asks the same questions one by one, because it must name each that fails; that
//! the two agree is a law that the tests hold.

use crate::board::Board;
use crate::cells::{Cells, SIDE};
use crate::color::Color;

/// Which placements are allowed, whatever the piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacementRule {
    pub(crate) free: Cells,
    /// The anchors by the corner that they are approached from: top-left, top-right, bottom-left,
    /// bottom-right. The two sides of an anchor at that corner are closed, by the edge of the board
    /// or because the squares beyond lie along a side of the own colour. Disjoint, within `free`.
    pub(crate) anchors: [Cells; 4],
}

impl PlacementRule {
    /// The rule for a colour's next piece: C1 for its first one, else C2.
    #[inline]
    #[must_use]
    pub fn ordinary(board: &Board, color: Color, start: StartCorners) -> Self {
        if board.has_placed(color) {
            Self::touching(board, color)
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
        Self { free, anchors: [only(0, 0), only(0, last), only(last, 0), only(last, last)] }
    }

    /// C2: touches its own colour at a corner, and nowhere along a side.
    #[inline]
    fn touching(board: &Board, color: Color) -> Self {
        let own = board.cells(color);
        let free = board.occupied().or(&own.side_ring()).complement();
        let top_left = own.shifted::<1, 1>().and(&free);
        let top_right = own.shifted::<1, -1>().and(&free).without(&top_left);
        let seen = top_left.or(&top_right);
        let bottom_left = own.shifted::<-1, 1>().and(&free).without(&seen);
        let seen = seen.or(&bottom_left);
        let bottom_right = own.shifted::<-1, -1>().and(&free).without(&seen);
        Self { free, anchors: [top_left, top_right, bottom_left, bottom_right] }
    }

    /// The squares that a placement may cover.
    #[must_use]
    pub fn free(&self) -> &Cells {
        &self.free
    }

    /// The squares of which a placement must cover at least one.
    #[must_use]
    pub fn anchors(&self) -> Cells {
        let [a, b, c, d] = &self.anchors;
        a.or(b).or(&c.or(d))
    }
}

/// Which corner squares of the board a colour may begin on (C1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StartCorners {
    /// Any of the four that is free.
    #[default]
    Any,
    /// Blue top-left, yellow top-right, red bottom-right, green bottom-left.
    Fixed,
}

impl StartCorners {
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
}
