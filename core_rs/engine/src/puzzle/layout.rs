//! Checks of a puzzle layout (U7): each placement by itself, all together, and their contacts.

use super::{Puzzle, PuzzleSetup};
use crate::board::Board;
use crate::cells::Cells;
use crate::color::Color;
use crate::layout::{any_squares, check_board, connected_by_corners, pointer_to, side_contacts};
use crate::piece::{Piece, Placement};
use crate::placement_rule::StartCorners;
use crate::problem::{AnySquare, Code, Problem, Problems};
use crate::setup::PlacementSetup;

/// A layout in which nothing is wrong so far. It is a set: the order of the pieces does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    puzzle: Puzzle,
    placements: Vec<(Color, Placement)>,
    board: Board,
}

/// The result of checking a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether every piece of the puzzle is there.
    pub complete: bool,
    /// What is wrong so far.
    pub problems: Problems,
    /// The pieces, if each by itself is on the board.
    pub placements: Option<Vec<(Color, Placement)>>,
}

impl Verdict {
    /// Whether nothing is wrong so far. A layout that is complete and valid solves the puzzle.
    #[must_use]
    pub fn valid(&self) -> bool {
        self.problems.is_empty()
    }
}

/// Checks a layout, complete or not.
#[must_use]
pub fn check(puzzle: Puzzle, setup: &PuzzleSetup) -> Verdict {
    let has = |color: Color, piece: Piece| {
        setup.placements.iter().any(|given| (given.color, given.piece) == (color, piece))
    };
    let complete =
        Color::ALL.into_iter().all(|color| puzzle.supply().iter().all(|piece| has(color, piece)));
    let placements = check_placements(puzzle, &setup.placements).ok();
    let problems = Layout::new(puzzle, setup).err().unwrap_or_default();
    Verdict { complete, problems, placements }
}

impl Layout {
    /// The empty board.
    #[must_use]
    pub fn empty(puzzle: Puzzle) -> Self {
        Self { puzzle, placements: Vec::new(), board: Board::EMPTY }
    }

    /// Checks a setup and makes a layout of it.
    ///
    /// # Errors
    /// All problems of the first stage that has any: each placement, the placements together,
    /// contacts. Connection and the corner are checked for complete colours only (U7).
    pub fn new(puzzle: Puzzle, setup: &PuzzleSetup) -> Result<Self, Problems> {
        let placements = check_placements(puzzle, &setup.placements)?;
        let board = check_board(&placements)?;
        let layout = Self { puzzle, placements, board };
        layout.check_contacts()?;
        Ok(layout)
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> Puzzle {
        self.puzzle
    }

    /// The pieces, in the order they were given.
    #[must_use]
    pub fn placements(&self) -> &[(Color, Placement)] {
        &self.placements
    }

    /// The covered squares and the supplies.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whether every piece of the puzzle is there: then it is solved.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.placements.len() == self.puzzle.pieces()
    }

    /// The placements of one colour, with their indices in the list.
    fn pieces_of(&self, color: Color) -> Vec<(usize, Cells)> {
        let of_color = |&(_, &(owner, _)): &(usize, &(Color, Placement))| owner == color;
        let set =
            |(index, &(_, placement)): (usize, &(Color, Placement))| (index, placement.cell_set());
        self.placements.iter().enumerate().filter(of_color).map(set).collect()
    }

    fn check_contacts(&self) -> Result<(), Problems> {
        let mut problems = Problems::default();
        if let Some(rule) = self.puzzle.apart_by() {
            for color in Color::ALL {
                let pieces = self.pieces_of(color);
                let touching = side_contacts(color, rule, &pieces, &mut problems);
                let complete = pieces.len() * Color::ALL.len() == self.puzzle.pieces();
                if self.puzzle.is_connected() && complete && !touching {
                    self.check_connection(color, &pieces, &mut problems);
                }
            }
        }
        problems.into_result(())
    }

    /// A complete colour: connected by corners, and one piece covers a corner of the board. The
    /// descending puzzle requires the same of its pieces of at least n squares, for each n.
    fn check_connection(&self, color: Color, pieces: &[(usize, Cells)], problems: &mut Problems) {
        let corners = StartCorners::Any.cells(color);
        let on_corner = |(_, cells): &&(usize, Cells)| cells.meets(&corners);
        let Some(&(_, start)) = pieces.iter().find(on_corner) else {
            let message = format!("no {} piece covers a corner square of the board", color.name());
            let problem = Problem::new(Code::CornerNotCovered, pointer_to(pieces[0].0), message);
            problems.add(problem.with_squares(any_squares(&corners)));
            return;
        };
        let connected = connected_by_corners(start, pieces);
        let loose: Vec<_> = pieces.iter().filter(|piece| !piece.1.meets(&connected)).collect();
        for (index, cells) in &loose {
            let message =
                format!("this {} piece is not connected to the others by corners", color.name());
            let problem = Problem::new(Code::NoCornerContact, pointer_to(*index), message);
            problems.add(problem.with_squares(any_squares(cells)));
        }
        if loose.is_empty() && self.puzzle.is_descending() {
            check_descending(color, pieces, problems);
        }
    }
}

/// Each placement by itself: a piece of the puzzle, its shape (G3), entirely on the board (C4b).
fn check_placements(
    puzzle: Puzzle,
    given: &[PlacementSetup],
) -> Result<Vec<(Color, Placement)>, Problems> {
    let mut problems = Problems::default();
    let mut placements = Vec::with_capacity(given.len());
    for (index, PlacementSetup { color, piece, location }) in given.iter().enumerate() {
        if !puzzle.uses(*piece) {
            let message = format!("{} is not a piece of {}", piece.name(), puzzle.name());
            let problem = Problem::new(Code::WrongPiece, pointer_to(index), message);
            problems.add(problem.with_rule(puzzle.rule()));
        }
        if let Some(message) = location.shape_problem(*piece) {
            problems.add(Problem::new(Code::WrongShape, pointer_to(index), message));
        }
        let off: Vec<_> = location
            .squares(Some(*piece))
            .unwrap_or_default()
            .into_iter()
            .filter(|&square| !is_inside(puzzle, square))
            .collect();
        if !off.is_empty() {
            let message = format!("{} is not entirely on the board", piece.name());
            problems
                .add(Problem::new(Code::OffBoard, pointer_to(index), message).with_squares(off));
        }
        placements.extend(location.placement(*piece).map(|placement| (*color, placement)));
    }
    problems.into_result(placements)
}

fn is_inside(puzzle: Puzzle, (row, col): AnySquare) -> bool {
    (0..puzzle.rows() as i64).contains(&row) && (0..puzzle.cols() as i64).contains(&col)
}

/// U2: every five is connected by fives alone, every four by fours and fives, and so on.
fn check_descending(color: Color, pieces: &[(usize, Cells)], problems: &mut Problems) {
    let corners = StartCorners::Any.cells(color);
    let on_corner = |(_, cells): &&(usize, Cells)| cells.len() == 5 && cells.meets(&corners);
    let Some(&(_, start)) = pieces.iter().find(on_corner) else {
        let message = format!("no {} five covers a corner square of the board", color.name());
        let problem = Problem::new(Code::NotDescending, pointer_to(pieces[0].0), message);
        problems.add(problem.with_squares(any_squares(&corners)));
        return;
    };
    for size in (1..=5).rev() {
        let large: Vec<_> =
            pieces.iter().copied().filter(|(_, cells)| cells.len() >= size).collect();
        let connected = connected_by_corners(start, &large);
        let loose = large.iter().filter(|(_, cells)| cells.len() == size);
        for (index, cells) in loose.filter(|(_, cells)| !cells.meets(&connected)) {
            let message = format!(
                "this {} piece is connected to the others only through smaller pieces",
                color.name()
            );
            let problem = Problem::new(Code::NotDescending, pointer_to(*index), message);
            problems.add(problem.with_squares(any_squares(cells)));
        }
    }
}
