//! Shared by the puzzle tests: layouts made from data and from pieces, and an independent checker of
//! solutions.

// Each test that includes this file uses a part of it.
#![allow(dead_code)]

use std::collections::HashSet;

use cornerwise::color::Color;
use cornerwise::location::Location;
use cornerwise::piece::{Piece, Placement};
use cornerwise::puzzle::{Layout, Outcome, Puzzle, PuzzleSetup, Report, solve};
use cornerwise::setup::PlacementSetup;
use serde_json::{Value, json};

use crate::json::Json;

pub(crate) type Pieces = Vec<(Color, Placement)>;

/// More than any search here needs, and still a few seconds at most.
pub(crate) const NODES: u64 = 20_000_000;

pub(crate) fn reference() -> Value {
    let text = include_str!("../../../../tests/data/puzzles.json");
    serde_json::from_str(text).expect("the file is JSON")
}

pub(crate) fn puzzle(name: &str) -> Puzzle {
    Puzzle::from_name(name).expect("a puzzle")
}

pub(crate) fn read(placements: &Value) -> PuzzleSetup {
    PuzzleSetup::read(&Json(json!({"placements": placements}))).expect("well-formed")
}

pub(crate) fn setup(pieces: &[(Color, Placement)]) -> PuzzleSetup {
    let one = |&(color, placement): &(Color, Placement)| PlacementSetup {
        color,
        piece: placement.piece(),
        location: Location::of(placement),
    };
    PuzzleSetup { placements: pieces.iter().map(one).collect() }
}

pub(crate) fn layout(puzzle: Puzzle, pieces: &[(Color, Placement)]) -> Layout {
    Layout::new(puzzle, &setup(pieces)).expect("right so far")
}

pub(crate) fn solution_of(report: Report) -> Pieces {
    match report.outcome {
        Outcome::Solved(pieces) => pieces,
        other => panic!("{other:?} after {} nodes", report.nodes),
    }
}

pub(crate) fn solved(puzzle: Puzzle, seed: u64) -> Pieces {
    solution_of(solve(&Layout::empty(puzzle), seed, NODES, || true))
}

pub(crate) fn sorted(mut pieces: Pieces) -> Pieces {
    pieces.sort_unstable();
    pieces
}

pub(crate) fn piece(color: &str, piece: &str, cells: &[[usize; 2]]) -> Value {
    json!({"color": color, "piece": piece, "cells": cells})
}

/// Checks the conditions of a puzzle square by square; from the engine it uses only the squares that
/// a piece covers.
pub(crate) fn verify(puzzle: Puzzle, pieces: &[(Color, Placement)]) -> Result<(), String> {
    let (rows, cols, sizes, apart, played) = match puzzle.name() {
        "board84" | "board84_descending" => (20, 20, 1..=5, true, true),
        "rect4" => (8, 10, 4..=4, false, false),
        "rect4_apart" => (8, 10, 4..=4, true, false),
        "rect5" => (15, 16, 5..=5, false, false),
        "rect5_apart" => (15, 16, 5..=5, true, false),
        name => panic!("{name}"),
    };
    let all: HashSet<_> = pieces.iter().map(|(color, place)| (*color, place.piece())).collect();
    let wanted = Piece::ALL.iter().filter(|piece| sizes.contains(&piece.size())).count() * 4;
    if all.len() != wanted || pieces.len() != wanted {
        return Err(format!("{} pieces, {} different", pieces.len(), all.len()));
    }
    let mut grid = vec![vec![None; cols]; rows];
    let mut last_size = 5;
    let mut begun = HashSet::new();
    for &(color, place) in pieces {
        let at = |row: usize, col: usize, down: i64, right: i64| {
            let row = usize::try_from(row as i64 + down).ok()?;
            let col = usize::try_from(col as i64 + right).ok()?;
            *grid.get(row)?.get(col)?
        };
        let own = Some(color);
        let (mut corner_contact, mut on_corner) = (false, false);
        for (row, col) in place.cells() {
            if row >= rows || col >= cols || at(row, col, 0, 0).is_some() {
                return Err(format!("{row} {col} is off the board or covered already"));
            }
            let beside = [(0, 1), (1, 0), (0, -1), (-1, 0)];
            if apart && beside.iter().any(|&(down, right)| at(row, col, down, right) == own) {
                return Err(format!("{} touches itself at {row} {col}", color.name()));
            }
            let diagonals = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
            corner_contact |=
                diagonals.iter().any(|&(down, right)| at(row, col, down, right) == own);
            on_corner |= (row == 0 || row == 19) && (col == 0 || col == 19);
        }
        if played && !(if begun.insert(color) { on_corner } else { corner_contact }) {
            return Err(format!("{} {} is not connected", color.name(), place.piece().name()));
        }
        let size = place.piece().size();
        if puzzle.name() == "board84_descending" && size > last_size {
            return Err("a larger piece after a smaller one".to_owned());
        }
        last_size = size;
        for (row, col) in place.cells() {
            grid[row][col] = own;
        }
    }
    Ok(())
}
