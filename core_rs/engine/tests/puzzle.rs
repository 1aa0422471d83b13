//! Checks of puzzle layouts, compared with `tests/data/puzzles.json` and with an independent checker.

mod json;
mod layouts;

use cornerwise::color::Color;
use cornerwise::piece::{Piece, Placement};
use cornerwise::problem::{Code, Problem};
use cornerwise::puzzle::{Layout, Puzzle, PuzzleSetup, check, solve};
use json::Json;
use layouts::{NODES, Pieces, piece, puzzle, read, reference, setup, solution_of, solved, verify};
use serde_json::{Value, json};

fn codes(problems: &[Problem]) -> Vec<Code> {
    problems.iter().map(|problem| problem.code).collect()
}

#[test]
fn reference_solutions_are_right_and_complete() {
    for (name, solutions) in reference()["solutions"].as_object().expect("a map") {
        for solution in solutions.as_array().expect("a list") {
            let verdict = check(puzzle(name), &read(solution));
            assert_eq!(verdict.problems[..], [], "{name}");
            assert!(verdict.valid() && verdict.complete, "{name}");
            let mut partial = solution.as_array().expect("a list").clone();
            partial.remove(3);
            let verdict = check(puzzle(name), &read(&json!(partial)));
            assert!(verdict.valid() && !verdict.complete, "{name}");
        }
    }
}

/// Swaps, moves and copies in a right layout are found, by the engine and by the independent checker.
#[test]
fn mutated_solutions_are_refused() {
    for puzzle in Puzzle::ALL {
        let solution = solved(puzzle, 9);
        let judged = |pieces: &[(Color, Placement)]| check(puzzle, &setup(pieces));
        // One piece twice, another one missing.
        let mut twice = solution.clone();
        twice[0] = twice[1];
        let verdict = judged(&twice);
        assert!(!verdict.complete && codes(&verdict.problems).contains(&Code::PieceTwice));
        // Any piece moved by one square.
        for index in 0..solution.len() {
            let mut moved = solution.clone();
            let (color, place) = moved[index];
            let Some(next) =
                Placement::new(place.piece(), place.orientation(), place.row(), place.col() + 1)
            else {
                continue;
            };
            moved[index] = (color, next);
            let verdict = judged(&moved);
            assert_eq!(verdict.valid(), verify_any_order(puzzle, &moved), "{}", puzzle.name());
            assert!(verdict.complete);
        }
        // Any two pieces of one shape with their colours swapped.
        for index in 0..solution.len() {
            for other in 0..index {
                let mut swapped = solution.clone();
                if swapped[index].1.piece() == swapped[other].1.piece() {
                    swapped[index].0 = solution[other].0;
                    swapped[other].0 = solution[index].0;
                    let right = judged(&swapped).valid();
                    assert_eq!(right, verify_any_order(puzzle, &swapped), "{}", puzzle.name());
                    assert!(right || puzzle.is_apart(), "where contact is free nothing is wrong");
                }
            }
        }
    }
}

/// Whether the independent checker accepts the pieces in some order. A greedy order is enough: a
/// piece that can be placed can still be placed later.
fn verify_any_order(puzzle: Puzzle, pieces: &[(Color, Placement)]) -> bool {
    if !puzzle.is_connected() {
        return verify(puzzle, pieces).is_ok();
    }
    let near = |a: Placement, b: Placement| {
        a.cells()
            .any(|(row, col)| b.cells().any(|(r, c)| row.abs_diff(r) == 1 && col.abs_diff(c) == 1))
    };
    let mut waiting = pieces.to_vec();
    let mut played: Pieces = Vec::new();
    for size in (1..=5).rev() {
        loop {
            let found = waiting.iter().position(|&(color, place)| {
                let mut own = played.iter().filter(|one| one.0 == color).peekable();
                let allowed = if own.peek().is_none() {
                    place.cells().any(|(row, col)| row % 19 == 0 && col % 19 == 0)
                } else {
                    own.any(|one| near(one.1, place))
                };
                allowed && (!puzzle.is_descending() || place.piece().size() == size)
            });
            match found {
                Some(index) => played.push(waiting.remove(index)),
                None => break,
            }
        }
    }
    waiting.is_empty() && verify(puzzle, &played).is_ok()
}

#[test]
fn problems_have_code_rule_pointer_and_squares() {
    let cases = [
        (
            "rect4",
            json!([piece("blue", "I5", &[[0, 0], [0, 1], [0, 2], [0, 3], [0, 4]])]),
            Code::WrongPiece,
            Some("U3"),
            0,
            vec![],
        ),
        (
            "rect5_apart",
            json!([piece("blue", "I1", &[[0, 0]])]),
            Code::WrongPiece,
            Some("U6"),
            0,
            vec![],
        ),
        (
            "rect4",
            json!([piece("blue", "L4", &[[0, 0], [0, 1], [1, 0], [1, 1]])]),
            Code::WrongShape,
            Some("G3"),
            0,
            vec![],
        ),
        (
            "rect4",
            json!([piece("blue", "I4", &[[7, 9], [8, 9], [9, 9], [10, 9]])]),
            Code::OffBoard,
            Some("C4b"),
            0,
            vec![(8, 9), (9, 9), (10, 9)],
        ),
        (
            "rect5",
            json!([{"color": "red", "piece": "I5", "orientation": 0, "row": 0, "col": 12}]),
            Code::OffBoard,
            Some("C4b"),
            0,
            vec![(0, 16)],
        ),
        (
            "board84",
            json!([piece("blue", "I1", &[[0, 0]]), piece("blue", "I1", &[[5, 5]])]),
            Code::PieceTwice,
            Some("C4c"),
            1,
            vec![],
        ),
        (
            "rect4",
            json!([
                piece("blue", "O4", &[[0, 0], [0, 1], [1, 0], [1, 1]]),
                piece("red", "O4", &[[1, 1], [1, 2], [2, 1], [2, 2]])
            ]),
            Code::Overlap,
            Some("C4a"),
            1,
            vec![(1, 1)],
        ),
        (
            "rect4_apart",
            json!([
                piece("blue", "O4", &[[0, 0], [0, 1], [1, 0], [1, 1]]),
                piece("blue", "I4", &[[0, 2], [0, 3], [0, 4], [0, 5]])
            ]),
            Code::SideContact,
            Some("U4"),
            1,
            vec![(0, 2)],
        ),
        (
            "board84",
            json!([piece("blue", "I2", &[[9, 9], [9, 10]]), piece("blue", "I1", &[[9, 11]])]),
            Code::SideContact,
            Some("C2"),
            1,
            vec![(9, 11)],
        ),
    ];
    for (name, placements, code, rule, index, squares) in cases {
        let puzzle = puzzle(name);
        let verdict = check(puzzle, &read(&placements));
        assert_eq!(codes(&verdict.problems), [code], "{name}");
        let problem = &verdict.problems[0];
        assert_eq!(problem.pointer, format!("/placements/{index}"));
        assert_eq!((problem.rule, &problem.squares), (rule, &squares));
        assert!(!verdict.complete && !verdict.valid());
    }
    let touching = json!([
        piece("blue", "O4", &[[0, 0], [0, 1], [1, 0], [1, 1]]),
        piece("blue", "I4", &[[0, 2], [0, 3], [0, 4], [0, 5]])
    ]);
    assert!(check(Puzzle::Rect4, &read(&touching)).valid(), "contact is free");
}

/// U7: a colour's connection and corner are checked when it is complete, not before.
#[test]
fn u7_connection_is_checked_when_a_color_is_complete() {
    let solution = solved(Puzzle::Board84Descending, 3);
    let (blue, others): (Pieces, Pieces) =
        solution.iter().copied().partition(|one| one.0 == Color::Blue);
    let moved_away = |size: u32| -> Pieces {
        // Move the blue piece away from all others of its colour.
        let at = blue.iter().position(|one| one.1.piece().size() == size).expect("each size");
        let mut moved = blue.clone();
        moved.remove(at);
        let piece = blue[at].1.piece();
        let lonely = |place: &Placement| {
            place.cells().all(|(row, col)| {
                (1..19).contains(&row)
                    && moved
                        .iter()
                        .flat_map(|one| one.1.cells())
                        .all(|(r, c)| row.abs_diff(r) > 1 || col.abs_diff(c) > 1)
            })
        };
        let all = (0..400).filter_map(|square| Placement::new(piece, 0, square / 20, square % 20));
        moved.push((Color::Blue, all.clone().find(lonely).expect("room for it")));
        moved
    };
    let apart = moved_away(1);
    for puzzle in [Puzzle::Board84, Puzzle::Board84Descending] {
        let verdict = check(puzzle, &setup(&apart));
        assert_eq!(codes(&verdict.problems), [Code::NoCornerContact]);
        assert_eq!(verdict.problems[0].pointer, "/placements/20");
        assert!(check(puzzle, &setup(&apart[1..])).valid(), "one piece is missing: not checked");
        // Without the pieces on the corner the position of the rest does not matter.
        let on_corner = |one: &(Color, Placement)| {
            one.1.cells().any(|(row, col)| row % 19 == 0 && col % 19 == 0)
        };
        let inner: Pieces = blue.iter().copied().filter(|one| !on_corner(one)).collect();
        assert!(check(puzzle, &setup(&inner)).valid());
    }
    assert!(check(Puzzle::Board84, &setup(&others)).valid());
}

/// A solution of the plain puzzle that is not descending: blue started with its smallest piece.
#[test]
fn u2_a_descending_order_must_exist() {
    let began = json!([piece("blue", "I1", &[[0, 0]]), piece("blue", "I2", &[[1, 1], [1, 2]])]);
    let given = Layout::new(Puzzle::Board84, &read(&began)).expect("right so far");
    let solution = solution_of(solve(&given, 1, NODES, || true));
    verify(Puzzle::Board84, &solution).unwrap();
    assert!(check(Puzzle::Board84, &setup(&solution)).valid());
    let verdict = check(Puzzle::Board84Descending, &setup(&solution));
    assert!(verdict.complete && codes(&verdict.problems).contains(&Code::NotDescending));
    assert!(verdict.problems.iter().all(|one| Code::rule(one.code) == Some("U2")));
    assert!(!verify_any_order(Puzzle::Board84Descending, &solution));
}

#[test]
fn hostile_setups_are_refused_with_a_pointer() {
    let many: Vec<Value> = (0..85).map(|_| piece("blue", "I1", &[[0, 0]])).collect();
    let cases = [
        (json!(null), Code::WrongType, ""),
        (json!([]), Code::WrongType, ""),
        (json!({"placements": {}}), Code::WrongType, "/placements"),
        (json!({"placements": many}), Code::TooManyPlacements, "/placements"),
        (json!({"placements": [7]}), Code::WrongType, "/placements/0"),
        (json!({"turn": {}}), Code::UnknownField, "/turn"),
        (
            json!({"placements": [{"color": "pink", "piece": "I1", "cells": [[0, 0]]}]}),
            Code::UnknownColor,
            "/placements/0/color",
        ),
        (
            json!({"placements": [{"color": "red", "piece": "Q7", "cells": [[0, 0]]}]}),
            Code::UnknownPiece,
            "/placements/0/piece",
        ),
        (
            json!({"placements": [{"color": "red", "piece": "I1"}]}),
            Code::MissingField,
            "/placements/0/cells",
        ),
        (
            json!({"placements": [{"color": "red", "piece": "I1", "cells": [[0, 0.5]]}]}),
            Code::WrongType,
            "/placements/0/cells/0",
        ),
        (
            json!({"placements": [{"color": "red", "piece": "I1", "orientation": 0, "row": 0,
            "col": 99_999_999_999_i64}]}),
            Code::OutOfRange,
            "/placements/0/col",
        ),
    ];
    for (data, code, pointer) in cases {
        let problems = PuzzleSetup::read(&Json(data)).expect_err("it is refused");
        assert_eq!((problems[0].code, problems[0].pointer.as_str()), (code, pointer));
    }
    for data in [json!({}), json!({"placements": []})] {
        let empty = PuzzleSetup::read(&Json(data)).expect("an empty board");
        for puzzle in Puzzle::ALL {
            assert_eq!(Layout::new(puzzle, &empty), Ok(Layout::empty(puzzle)));
        }
    }
    let far = json!([{"color": "red", "piece": "I1", "orientation": i32::MAX, "row": i32::MIN,
        "col": i32::MAX}]);
    for puzzle in Puzzle::ALL {
        assert!(!check(puzzle, &read(&far)).valid());
        // 84 pieces on one square: the report has a limit.
        let heap: Vec<_> = Color::ALL
            .into_iter()
            .flat_map(|color| Piece::ALL.map(|piece| (color, piece)))
            .filter(|(_, piece)| puzzle.uses(*piece))
            .map(|(color, piece)| (color, Placement::new(piece, 0, 0, 0).expect("on the board")))
            .collect();
        let verdict = check(puzzle, &setup(&heap));
        assert!(verdict.complete && !verdict.valid() && verdict.problems.len() <= 20);
    }
}
