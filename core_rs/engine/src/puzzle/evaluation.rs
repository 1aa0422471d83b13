//! The evaluation of a position of the 84 pieces: a sum over rows, so that evaluating a placement
//! needs only the few rows around the piece.
//!
//! Good positions have no square that is lost to all colours, few that only one or two can still use,
//! a short border between covered and free squares, many anchors for each colour, and few awkward
//! pieces left.

use super::position::Position;
use crate::cells::SIDE;
use crate::color::Color;
use crate::piece::{PIECES, Piece, Placement};

/// The penalty for a square that no colour can use, only one colour, only two colours.
const LOST: i32 = 60;
const FOR_ONE: i32 = 30;
const FOR_TWO: i32 = 5;

/// The penalty for a side between a covered square and a free one.
const BORDER: i32 = 5;

/// The bonus for twice as many anchors.
const ANCHORS: i32 = 20;

/// The penalty for an awkward piece that is not placed.
const AWKWARD: i32 = 10;

/// The value of a position and its parts.
pub(crate) struct Evaluation {
    empty: [u32; SIDE],
    /// The squares that each colour may still cover.
    open: [[u32; SIDE]; 4],
    /// The squares that touch each colour's connected pieces at a corner.
    ring: [[u32; SIDE]; 4],
    /// The value of each row without its anchors.
    rows: [i32; SIDE],
    value: i32,
    anchors: [[u32; SIDE]; 4],
    totals: [u32; 4],
    active: [bool; 4],
}

impl Evaluation {
    pub(crate) fn new(position: &Position) -> Self {
        let board = &position.board;
        let empty = board.occupied().complement();
        let open = Color::ALL.map(|color| {
            if board.supply(color).is_empty() {
                [0; SIDE]
            } else {
                empty.without(&board.cells(color).side_ring()).0
            }
        });
        let ring = Color::ALL.map(|color| position.rooted[color].corner_ring().0);
        let active = Color::ALL
            .map(|color| !board.supply(color).is_empty() && !position.rooted[color].is_empty());
        let mut evaluation = Self {
            empty: empty.0,
            open,
            ring,
            rows: [0; SIDE],
            value: 0,
            anchors: [[0; SIDE]; 4],
            totals: [0; 4],
            active,
        };
        for row in 0..SIDE {
            let above = if row > 0 { evaluation.empty[row - 1] } else { 0 };
            let opens = [0, 1, 2, 3].map(|color| evaluation.open[color][row]);
            evaluation.rows[row] = row_value(above, evaluation.empty[row], opens);
            evaluation.value += evaluation.rows[row];
            for color in 0..4 {
                let anchors =
                    (evaluation.ring[color][row] & evaluation.open[color][row]).count_ones();
                evaluation.anchors[color][row] = anchors;
                evaluation.totals[color] += anchors;
            }
        }
        for color in Color::ALL {
            for piece in board.supply(color).iter() {
                evaluation.value -= AWKWARD * awkwardness(piece);
            }
        }
        evaluation
    }

    /// The value after a piece of `color` is placed.
    pub(crate) fn with(&self, color: Color, placement: Placement) -> i32 {
        let shape = placement.shape();
        let (top, height) = (placement.row(), usize::from(shape.height()));
        // The piece's rows with one more above and below, in which it has squares: [1..=height].
        let mut piece = [0_u32; 8];
        for &(down, right) in shape.cells() {
            piece[usize::from(down) + 1] |= 1 << (placement.col() + usize::from(right));
        }
        let own = color as usize;
        let mut value = self.value + AWKWARD * awkwardness(placement.piece());
        let mut totals = self.totals;
        let first = usize::from(top == 0);
        let last = (height + 1).min(SIDE - top);
        let mut above = if top >= 2 { self.empty[top - 2] } else { 0 };
        for index in first..=last {
            let row = top + index - 1;
            let here = piece[index];
            let up = if index > 0 { piece[index - 1] } else { 0 };
            let down = piece[index + 1];
            let empty = self.empty[row] & !here;
            let mut opens = [0, 1, 2, 3].map(|color| self.open[color][row] & !here);
            opens[own] &= !(here << 1 | here >> 1 | up | down);
            value += row_value(above, empty, opens) - self.rows[row];
            let beside = up | down;
            for color in 0..4 {
                let mut ring = self.ring[color][row];
                if color == own {
                    ring |= beside << 1 | beside >> 1;
                }
                totals[color] += (ring & opens[color]).count_ones();
                totals[color] -= self.anchors[color][row];
            }
            above = empty;
        }
        // The row below the window has another one above it: only its border changes, and that not,
        // as the row of the window next to it has no square of the piece.
        for color in 0..4 {
            if self.active[color] || color == own {
                value += ANCHORS * LOG2[totals[color].min(127) as usize] / 16;
            }
        }
        value
    }
}

fn row_value(above: u32, empty: u32, open: [u32; 4]) -> i32 {
    let [a, b, c, d] = open;
    let any = a | b | c | d;
    let two = a & b | c & d | (a | b) & (c | d);
    let three = a & b & (c | d) | c & d & (a | b);
    let count = |set: u32| set.count_ones() as i32;
    let border = count(empty & !(empty << 1)) + count(empty & !above);
    -(LOST * count(empty & !any)
        + FOR_ONE * count(any & !two)
        + FOR_TWO * count(two & !three)
        + 2 * BORDER * border)
}

/// Sixteen times the logarithm to base 2; a very low value for 0.
const LOG2: [i32; 128] = {
    let mut table = [-64; 128];
    let mut n: u64 = 1;
    while n < 128 {
        // The logarithm of n^16 is 16 times that of n, and its whole part is found by halving.
        let mut power: u128 = 1;
        let mut times = 0;
        while times < 16 {
            power *= n as u128;
            times += 1;
        }
        table[n as usize] = power.ilog2() as i32;
        n += 1;
    }
    table
};

/// How hard a piece is to place late: those that were left over when a search failed.
fn awkwardness(piece: Piece) -> i32 {
    AWKWARDNESS[piece.index()]
}

const AWKWARDNESS: [i32; PIECES] = {
    let mut table = [0; PIECES];
    let mut index = 0;
    while index < PIECES {
        table[index] = match Piece::ALL[index].name().as_bytes() {
            b"I3" | b"I4" | b"O4" => 2,
            b"T4" | b"I5" | b"T5" | b"U5" | b"V5" | b"X5" => 1,
            _ => 0,
        };
        index += 1;
    }
    table
};
