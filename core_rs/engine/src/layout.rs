//! Checks of the placements on a board: each by itself, all together, and their contacts.

use crate::board::Board;
use crate::cells::Cells;
use crate::color::Color;
use crate::location::{off_board, on_board};
use crate::piece::Placement;
use crate::problem::{Code, Problem, Problems};
use crate::ruleset::Rules;
use crate::setup::Setup;

pub(crate) fn pointer_to(index: usize) -> String {
    format!("/placements/{index}")
}

/// Each placement by itself: the piece's shape (G3), entirely on the board (C4b).
pub(crate) fn check_placements(setup: &Setup) -> Result<Vec<(Color, Placement)>, Problems> {
    let mut problems = Problems::default();
    let mut placements = Vec::with_capacity(setup.placements.len());
    for (index, given) in setup.placements.iter().enumerate() {
        if let Some(placement) = given.location.placement(given.piece) {
            placements.push((given.color, placement));
            continue;
        }
        if let Some(message) = given.location.shape_problem(given.piece) {
            problems.add(Problem::new(Code::WrongShape, pointer_to(index), message));
        }
        let off = off_board(&given.location.squares(Some(given.piece)).unwrap_or_default());
        if !off.is_empty() {
            let message = format!("{} is not entirely on the board", given.piece.name());
            problems
                .add(Problem::new(Code::OffBoard, pointer_to(index), message).with_squares(off));
        }
    }
    problems.into_result(placements)
}

/// The placements together: supply (C4c) and overlap (C4a).
pub(crate) fn check_board(placements: &[(Color, Placement)]) -> Result<Board, Problems> {
    let mut problems = Problems::default();
    let mut board = Board::EMPTY;
    for (index, &(color, placement)) in placements.iter().enumerate() {
        let name = placement.piece().name();
        if !board.supply(color).has(placement.piece()) {
            let message = format!("{} already has {name} on the board", color.name());
            problems.add(Problem::new(Code::PieceTwice, pointer_to(index), message));
        }
        let covered = placement.cell_set().and(board.occupied());
        if !covered.is_empty() {
            let message = format!("{} {name} covers squares of an earlier piece", color.name());
            problems.add(
                Problem::new(Code::Overlap, pointer_to(index), message)
                    .with_squares(any_squares(&covered)),
            );
        }
        board.place(color, placement);
    }
    problems.into_result(board)
}

/// Squares of the board in the form that problems use.
pub(crate) fn any_squares(cells: &Cells) -> impl Iterator<Item = (i64, i64)> {
    cells.iter().map(|(row, col)| (row as i64, col as i64))
}

/// Contacts of each colour: never along a side, and some order of play has each piece touch an
/// earlier one at a corner, the first one covering a corner square of the board (C1, C2).
pub(crate) fn check_contacts(
    rules: &Rules,
    placements: &[(Color, Placement)],
) -> Result<(), Problems> {
    let mut problems = Problems::default();
    for color in Color::ALL {
        let pieces: Vec<(usize, Cells)> = placements
            .iter()
            .enumerate()
            .filter(|(_, (owner, _))| *owner == color)
            .map(|(index, (_, placement))| (index, placement.cell_set()))
            .collect();
        if side_contacts(color, "C2", &pieces, &mut problems) {
            continue;
        }
        let corners = rules.start_corners().cells(color);
        let Some(&(first, _)) = pieces.first() else {
            continue;
        };
        let Some((_, start)) = pieces.iter().find(|(_, cells)| cells.meets(&corners)) else {
            let message = format!("no {} piece covers one of its start corners", color.name());
            let problem = Problem::new(Code::CornerNotCovered, pointer_to(first), message);
            problems.add(problem.with_squares(any_squares(&corners)));
            continue;
        };
        let connected = connected_by_corners(*start, &pieces);
        for (index, cells) in &pieces {
            if !cells.meets(&connected) {
                let message = format!(
                    "this {} piece is not connected to the others by corners",
                    color.name()
                );
                problems.add(Problem::new(Code::NoCornerContact, pointer_to(*index), message));
            }
        }
    }
    problems.into_result(())
}

/// Reports pieces that touch an earlier one along a side, which `rule` forbids; returns whether there
/// are any.
pub(crate) fn side_contacts(
    color: Color,
    rule: &'static str,
    pieces: &[(usize, Cells)],
    problems: &mut Problems,
) -> bool {
    let mut earlier = Cells::EMPTY;
    let mut found = false;
    for (index, cells) in pieces {
        let touching = cells.and(&earlier.side_ring());
        if !touching.is_empty() {
            found = true;
            let message = format!("two {} pieces touch along a side", color.name());
            let problem = Problem::new(Code::SideContact, pointer_to(*index), message);
            problems.add(problem.with_rule(rule).with_squares(any_squares(&touching)));
        }
        earlier = earlier.or(cells);
    }
    found
}

/// The squares of all pieces that a chain of corner contacts leads to from `start`.
pub(crate) fn connected_by_corners(start: Cells, pieces: &[(usize, Cells)]) -> Cells {
    let mut connected = start;
    let mut ring = start.corner_ring();
    let mut rest: Vec<&Cells> = pieces.iter().map(|(_, cells)| cells).collect();
    // One round is enough for pieces in the order of play; any other order takes a few.
    loop {
        let before = rest.len();
        rest.retain(|cells| {
            let touches = cells.meets(&ring);
            if touches {
                connected = connected.or(cells);
                ring = ring.or(&cells.corner_ring());
            }
            !touches
        });
        if rest.len() == before {
            return connected;
        }
    }
}

/// The squares of an untrusted placement that are on the board.
pub(crate) fn board_part(squares: &[(i64, i64)]) -> Cells {
    squares.iter().copied().filter_map(on_board).collect()
}
