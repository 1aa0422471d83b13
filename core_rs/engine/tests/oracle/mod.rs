//! Two slow move generators to compare the fast one with. Both follow the rules directly and share
//! only the shapes of the pieces with `movegen`.

// Each test and benchmark that includes this file uses a part of it.
#![allow(dead_code)]
// The benchmark compiles the whole-board generator for several sets of instructions, by inlining.
#![allow(clippy::inline_always)]

use cornerwise::board::Board;
use cornerwise::cells::{Cells, SIDE};
use cornerwise::color::Color;
use cornerwise::piece::{Orientation, Piece, Placement};
use cornerwise::placement_rule::StartCorners;

/// The obvious one: tries all 30,433 placements and reads C1, C2 and C4 square by square.
pub(crate) fn naive(board: &Board, color: Color, start: StartCorners) -> Vec<Placement> {
    let mut grid = [[None; SIDE]; SIDE];
    for (row, line) in grid.iter_mut().enumerate() {
        for (col, square) in line.iter_mut().enumerate() {
            *square = board.at(row, col);
        }
    }
    let own =
        |row: usize, col: usize| grid.get(row).and_then(|line| line.get(col)) == Some(&Some(color));
    let first = !grid.iter().flatten().any(|&square| square == Some(color));
    let last = SIDE - 1;
    let start_square = |row: usize, col: usize| match start {
        StartCorners::Any => (row == 0 || row == last) && (col == 0 || col == last),
        StartCorners::Fixed => {
            (row, col)
                == match color {
                    Color::Blue => (0, 0),
                    Color::Yellow => (0, last),
                    Color::Red => (last, last),
                    Color::Green => (last, 0),
                }
        }
    };
    let mut found = Vec::new();
    for placement in every_placement(board, color) {
        let touches_side = |row: usize, col: usize| {
            own(row.wrapping_sub(1), col)
                || own(row + 1, col)
                || own(row, col.wrapping_sub(1))
                || own(row, col + 1)
        };
        let touches_corner = |row: usize, col: usize| {
            own(row.wrapping_sub(1), col.wrapping_sub(1))
                || own(row.wrapping_sub(1), col + 1)
                || own(row + 1, col.wrapping_sub(1))
                || own(row + 1, col + 1)
        };
        let free = |(row, col): (usize, usize)| grid[row][col].is_none() && !touches_side(row, col);
        let anchor =
            |(row, col)| if first { start_square(row, col) } else { touches_corner(row, col) };
        if placement.cells().all(free) && placement.cells().any(anchor) {
            found.push(placement);
        }
    }
    found
}

/// Every placement of the supply on an empty board.
fn every_placement(board: &Board, color: Color) -> impl Iterator<Item = Placement> {
    board.supply(color).iter().flat_map(|piece| {
        (0..piece.orientations().len()).flat_map(move |orientation| {
            (0..SIDE * SIDE).filter_map(move |square| {
                Placement::new(piece, orientation, square / SIDE, square % SIDE)
            })
        })
    })
}

/// The board as one long bit string with an empty column after each row, so that a shift by
/// `row * 21 + col` moves all squares at once and nothing wraps into the next row.
const STRIDE: usize = SIDE + 1;
const WORDS: usize = (SIDE * STRIDE).div_ceil(64);
type Bits = [u64; WORDS];

/// The usual fast one: for each orientation, shift-and-AND over the whole board at once.
#[inline(always)]
pub(crate) fn whole_board(
    board: &Board,
    color: Color,
    start: StartCorners,
    out: &mut Vec<Placement>,
) {
    out.clear();
    let own = bits_of(board.cells(color));
    let occupied = bits_of(board.occupied());
    let inside = bits_of(&Cells::EMPTY.complement());
    let sides = or(or(up::<1>(own), down::<1>(own)), or(up::<STRIDE>(own), down::<STRIDE>(own)));
    let free: Bits = std::array::from_fn(|i| inside[i] & !occupied[i] & !sides[i]);
    let corners = if board.has_placed(color) {
        const WIDER: usize = STRIDE + 1;
        or(or(up::<WIDER>(own), down::<WIDER>(own)), or(up::<SIDE>(own), down::<SIDE>(own)))
    } else {
        bits_of(&start.cells(color))
    };
    let anchors = std::array::from_fn(|i| corners[i] & free[i]);
    // Every offset inside a 5 x 5 box is needed by many orientations: shift once for all of them.
    let (free, anchors) = (shifts(free), shifts(anchors));
    for piece in board.supply(color).iter() {
        for (number, shape) in piece.orientations().iter().enumerate() {
            let legal = legal_origins(shape, &free, &anchors);
            for (index, &word) in legal.iter().enumerate() {
                let mut rest = word;
                while rest != 0 {
                    let bit = 64 * index + rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    let placement = Placement::new(piece, number, bit / STRIDE, bit % STRIDE);
                    out.push(placement.expect("all its squares are free squares of the board"));
                }
            }
        }
    }
}

/// The legal origins of a shape: all squares free, at least one of them an anchor.
#[inline(always)]
fn legal_origins(shape: &Orientation, free: &[[Bits; 5]; 5], anchors: &[[Bits; 5]; 5]) -> Bits {
    let mut fits = [u64::MAX; WORDS];
    let mut touches = [0; WORDS];
    for &(row, col) in shape.cells() {
        let (free, anchors) =
            (&free[row as usize][col as usize], &anchors[row as usize][col as usize]);
        for i in 0..WORDS {
            fits[i] &= free[i];
            touches[i] |= anchors[i];
        }
    }
    std::array::from_fn(|i| fits[i] & touches[i])
}

/// The set moved so that the square `row` below and `col` right of an origin is moved onto it.
#[inline(always)]
fn shifts(set: Bits) -> [[Bits; 5]; 5] {
    let mut all = [[set; 5]; 5];
    for row in 0..5 {
        if row > 0 {
            all[row][0] = down::<STRIDE>(all[row - 1][0]);
        }
        for col in 1..5 {
            all[row][col] = down::<1>(all[row][col - 1]);
        }
    }
    all
}

#[inline(always)]
fn bits_of(cells: &Cells) -> Bits {
    let mut bits = [0; WORDS];
    for row in 0..SIDE {
        let (at, line) = (row * STRIDE, u64::from(cells.row(row)));
        bits[at / 64] |= line << (at % 64);
        if at % 64 + SIDE > 64 {
            bits[at / 64 + 1] |= line >> (64 - at % 64);
        }
    }
    bits
}

#[inline(always)]
fn or(a: Bits, b: Bits) -> Bits {
    std::array::from_fn(|i| a[i] | b[i])
}

/// Moves every square to a number `BY` higher.
#[inline(always)]
fn up<const BY: usize>(set: Bits) -> Bits {
    std::array::from_fn(|i| set[i] << BY | if i == 0 { 0 } else { set[i - 1] >> (64 - BY) })
}

/// Moves every square to a number `BY` lower.
#[inline(always)]
fn down<const BY: usize>(set: Bits) -> Bits {
    std::array::from_fn(|i| set[i] >> BY | if i + 1 == WORDS { 0 } else { set[i + 1] << (64 - BY) })
}

/// Random positions without the engine's own turn order: each colour in turn places if it can.
/// `visit` sees every position with the colour that is about to place, and all legal placements.
pub(crate) fn random_game(
    seed: u64,
    start: StartCorners,
    mut visit: impl FnMut(&Board, Color, &[Placement]),
) {
    let mut board = Board::EMPTY;
    let mut random = Lcg(seed);
    let mut legal = Vec::new();
    let mut blocked = 0;
    for color in Color::ALL.into_iter().cycle() {
        whole_board(&board, color, start, &mut legal);
        visit(&board, color, &legal);
        if legal.is_empty() {
            blocked += 1;
            if blocked == 4 {
                return;
            }
        } else {
            blocked = 0;
            board.place(color, legal[random.below(legal.len())]);
        }
    }
}

/// A linear congruential generator: good enough to pick moves, and reproducible.
pub(crate) struct Lcg(pub(crate) u64);

impl Lcg {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// How many of the placements each piece has, to print when two generators differ.
pub(crate) fn split_by_piece(placements: &[Placement]) -> Vec<(&'static str, usize)> {
    let count = |piece| placements.iter().filter(|one| one.piece() == piece).count();
    Piece::ALL.map(|piece| (piece.name(), count(piece))).to_vec()
}
