//! The rectangles (U3-U6): searches for a tiling that restart with more and more nodes, so that a bad
//! start costs little and a proof is found in the end.

use super::Layout;
use super::budget::{Budget, End};
use super::palette::Palette;
use super::solver::Outcome;
use super::squares::Squares;
use super::tiles::Tiles;
use super::tiling::Tiling;
use crate::color::Color;
use crate::piece::{Piece, Placement};
use crate::shuffle::{RandomSource, SplitMix64};

/// How many nodes the first run may take; each run gets a quarter more.
const FIRST_RUN: u64 = 500;

/// How many nodes recolouring may take in the first runs; doubled after every eighth run.
const COLOR_NODES: u32 = 200;

/// Solves a rectangle; also returns how often the search restarted.
pub(crate) fn solve(layout: &Layout, seed: u64, budget: &mut Budget) -> (Outcome, u32) {
    let puzzle = layout.puzzle();
    let shapes: Vec<Piece> = puzzle.supply().iter().collect();
    let number = |piece| shapes.iter().take_while(|&&shape| shape != piece).count();
    let mut needed = vec![Color::ALL.len(); shapes.len()];
    for (_, placement) in layout.placements() {
        needed[number(placement.piece())] -= 1;
    }
    let palette = puzzle.is_apart().then(|| {
        let mut palette = Palette::new();
        for &(color, placement) in layout.placements() {
            palette.add_fixed(number(placement.piece()), Squares::of(placement), color);
        }
        palette
    });
    let free = free_squares(layout);
    let tiles = Tiles::new(&shapes, &free, |placement| has_color(layout, placement));
    let mut tiling = Tiling::new(&shapes, needed, tiles, free, palette);
    let mut random = SplitMix64::new(seed);
    let mut nodes = FIRST_RUN;
    for restarts in 0.. {
        if let Some(palette) = tiling.palette() {
            palette.set_limit(COLOR_NODES << (restarts / 8).min(10));
        }
        match tiling.run(restarts, nodes, &mut random, budget) {
            End::Found => {
                let solution = colored(layout, &mut tiling, &mut random);
                return (Outcome::Solved(solution), restarts);
            }
            End::Exhausted if !tiling.palette().is_some_and(|palette| palette.gave_up()) => {
                return (Outcome::Impossible, restarts);
            }
            // A restart costs a node, so that the search always ends.
            End::Exhausted | End::Cut if !budget.take() => {
                return (Outcome::Unknown, restarts);
            }
            End::Exhausted | End::Cut => nodes = nodes.saturating_add(nodes / 4),
        }
    }
    unreachable!("a budget ends before the numbers do")
}

fn free_squares(layout: &Layout) -> Squares {
    let puzzle = layout.puzzle();
    let mut free = Squares::default();
    for (row, col) in layout.board().occupied().complement().iter() {
        if row < puzzle.rows() && col < puzzle.cols() {
            free.insert(Squares::number(row, col));
        }
    }
    free
}

/// Whether a piece can be placed there in some colour that still has it, next to the given pieces.
fn has_color(layout: &Layout, placement: Placement) -> bool {
    if layout.placements().is_empty() {
        return true;
    }
    let ring = placement.cell_set().side_ring();
    Color::ALL.into_iter().any(|color| {
        let touches = layout.puzzle().is_apart() && layout.board().cells(color).meets(&ring);
        layout.board().supply(color).has(placement.piece()) && !touches
    })
}

/// The given pieces, then those of the tiling with their colours; where contact is free, copies of a
/// shape are dealt to the colours that lack it by chance.
fn colored(
    layout: &Layout,
    tiling: &mut Tiling,
    random: &mut SplitMix64,
) -> Vec<(Color, Placement)> {
    let given = layout.placements().len();
    let (tiles, placed) = tiling.found();
    let placements: Vec<Placement> = placed.iter().map(|&tile| tiles.placement(tile)).collect();
    let mut board = *layout.board();
    let mut solution = layout.placements().to_vec();
    for (index, placement) in placements.into_iter().enumerate() {
        let color = if let Some(palette) = tiling.palette() {
            palette.color(given + index)
        } else {
            let lacks = |color: &Color| board.supply(*color).has(placement.piece());
            let lacking: Vec<Color> = Color::ALL.into_iter().filter(lacks).collect();
            lacking[random.below(lacking.len() as u64) as usize]
        };
        board.place(color, placement);
        solution.push((color, placement));
    }
    solution
}
