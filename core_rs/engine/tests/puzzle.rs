//! The solo puzzles: layouts judged as `tests/data/puzzles.json` says, solutions judged by a checker
//! that knows nothing of the engine's own.

mod json;

use std::collections::HashSet;

use cornerwise::color::Color;
use cornerwise::piece::{Piece, Placement};
use cornerwise::problem::{Code, Problem};
use cornerwise::puzzle::{Layout, Outcome, Puzzle, PuzzleSetup, Report, check, solve};
use cornerwise::setup::PlacementSetup;
use cornerwise::spot::Spot;
use json::Json;
use serde_json::{Value, json};

type Pieces = Vec<(Color, Placement)>;

/// More than any search here needs, and still a few seconds at most.
const NODES: u64 = 20_000_000;

fn reference() -> Value {
    let text = include_str!("../../../tests/data/puzzles.json");
    serde_json::from_str(text).expect("the file is JSON")
}

fn puzzle(name: &str) -> Puzzle {
    Puzzle::from_name(name).expect("a puzzle")
}

fn read(placements: &Value) -> PuzzleSetup {
    PuzzleSetup::read(&Json(json!({"placements": placements}))).expect("well-formed")
}

fn setup(pieces: &[(Color, Placement)]) -> PuzzleSetup {
    let one = |&(color, placement): &(Color, Placement)| PlacementSetup {
        color,
        piece: placement.piece(),
        spot: Spot::of(placement),
    };
    PuzzleSetup { placements: pieces.iter().map(one).collect() }
}

fn layout(puzzle: Puzzle, pieces: &[(Color, Placement)]) -> Layout {
    Layout::new(puzzle, &setup(pieces)).expect("right so far")
}

fn solution_of(report: Report) -> Pieces {
    match report.outcome {
        Outcome::Solved(pieces) => pieces,
        other => panic!("{other:?} after {} nodes", report.nodes),
    }
}

fn solved(puzzle: Puzzle, seed: u64) -> Pieces {
    solution_of(solve(&Layout::empty(puzzle), seed, NODES, || true))
}

/// What the puzzles ask for, square by square; the engine is asked only which squares a piece covers.
fn verify(puzzle: Puzzle, pieces: &[(Color, Placement)]) -> Result<(), String> {
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

fn codes(problems: &[Problem]) -> Vec<Code> {
    problems.iter().map(|problem| problem.code).collect()
}

#[test]
fn reference_solutions_are_right_and_complete() {
    for (name, solutions) in reference()["solutions"].as_object().expect("a map") {
        for solution in solutions.as_array().expect("a list") {
            let verdict = check(puzzle(name), &read(solution));
            assert_eq!(verdict.problems, [], "{name}");
            assert!(verdict.right() && verdict.complete, "{name}");
            let mut partial = solution.as_array().expect("a list").clone();
            partial.remove(3);
            let verdict = check(puzzle(name), &read(&json!(partial)));
            assert!(verdict.right() && !verdict.complete, "{name}");
        }
    }
}

#[test]
fn reference_partial_layouts_get_their_verdicts() {
    for query in reference()["queries"].as_array().expect("a list") {
        let puzzle = puzzle(query["puzzle"].as_str().expect("a name"));
        let given = Layout::new(puzzle, &read(&query["fixed"])).expect("right so far");
        for seed in 0..5 {
            match (query["verdict"].as_str(), solve(&given, seed, NODES, || true).outcome) {
                (Some("solved"), Outcome::Solved(pieces)) => {
                    verify(puzzle, &pieces).unwrap();
                    assert!(given.placements().iter().all(|one| pieces.contains(one)));
                }
                (Some("impossible"), Outcome::Impossible) => {}
                (wanted, got) => panic!("{wanted:?}, but {got:?}"),
            }
        }
    }
}

#[test]
fn every_puzzle_is_solved_and_seeds_differ() {
    for puzzle in Puzzle::ALL {
        let solutions: Vec<Pieces> = (0..12).map(|seed| solved(puzzle, seed)).collect();
        for (seed, solution) in solutions.iter().enumerate() {
            verify(puzzle, solution)
                .unwrap_or_else(|wrong| panic!("{} seed {seed}: {wrong}", puzzle.name()));
            assert!(layout(puzzle, solution).is_complete());
        }
        let different: HashSet<Pieces> = solutions.iter().cloned().map(sorted).collect();
        assert_eq!(different.len(), solutions.len(), "{}", puzzle.name());
        let again = solve(&Layout::empty(puzzle), 7, NODES, || true);
        assert_eq!(again, solve(&Layout::empty(puzzle), 7, NODES, || true));
        assert_eq!(solution_of(again), solutions[7], "the same seed, the same solution");
    }
}

fn sorted(mut pieces: Pieces) -> Pieces {
    pieces.sort_unstable();
    pieces
}

#[test]
fn completing_keeps_what_was_given() {
    for puzzle in Puzzle::ALL {
        // Every second piece of a rectangle; of the boards of 84 the first half of a game, and all
        // but a few scattered pieces.
        let solution = solved(puzzle, 1);
        let parts: Vec<Pieces> = if puzzle.is_connected() {
            let scattered = solution.iter().copied().enumerate().filter(|(at, _)| at % 7 != 3);
            vec![solution[..42].to_vec(), scattered.map(|(_, one)| one).collect()]
        } else {
            vec![solution.iter().copied().step_by(2).collect()]
        };
        for part in parts {
            let given = layout(puzzle, &part);
            let completed = solution_of(solve(&given, 5, NODES, || true));
            verify(puzzle, &completed).unwrap();
            assert!(part.iter().all(|one| completed.contains(one)), "{}", puzzle.name());
        }
        let shuffled: Pieces = solution.iter().rev().copied().collect();
        let complete = solution_of(solve(&layout(puzzle, &shuffled), 0, NODES, || true));
        verify(puzzle, &complete).unwrap();
    }
}

/// Parts of a solution can be completed, so no search may ever call them impossible.
#[test]
fn what_has_a_solution_is_never_impossible() {
    for puzzle in Puzzle::ALL {
        for seed in 0..6 {
            let solution = sorted(solved(puzzle, seed));
            for step in 2..6 {
                let part: Pieces = solution.iter().copied().step_by(step).collect();
                let report = solve(&layout(puzzle, &part), seed, 30_000, || true);
                assert_ne!(report.outcome, Outcome::Impossible, "{} {seed}", puzzle.name());
            }
        }
    }
}

fn piece(color: &str, piece: &str, cells: &[[usize; 2]]) -> Value {
    json!({"color": color, "piece": piece, "cells": cells})
}

#[test]
fn impossible_layouts_are_proven_impossible() {
    // A square that is shut off, or a group of three.
    let z4 = piece("red", "Z4", &[[0, 1], [1, 0], [1, 1], [2, 0]]);
    let w5 = piece("red", "W5", &[[0, 2], [1, 1], [1, 2], [2, 0], [2, 1]]);
    // A colour on two corners leaves another one without.
    let i5 = piece("blue", "I5", &[[0, 0], [0, 1], [0, 2], [0, 3], [0, 4]]);
    let l5 = piece("blue", "L5", &[[0, 16], [0, 17], [0, 18], [0, 19], [1, 19]]);
    // A small piece on its corner: no five can be the first one.
    let i1 = piece("blue", "I1", &[[0, 0]]);
    let cases = [
        ("rect4", vec![z4.clone()]),
        ("rect4_apart", vec![z4]),
        ("rect5", vec![w5.clone()]),
        ("rect5_apart", vec![w5]),
        ("board84", vec![i5.clone(), l5.clone()]),
        ("board84_descending", vec![i5, l5]),
        ("board84_descending", vec![i1.clone()]),
    ];
    for (name, pieces) in cases {
        let given = Layout::new(puzzle(name), &read(&json!(pieces))).expect("right so far");
        let report = solve(&given, 3, NODES, || true);
        assert_eq!(report.outcome, Outcome::Impossible, "{name}");
    }
    let plain = Layout::new(Puzzle::Board84, &read(&json!([i1]))).expect("right so far");
    let report = solve(&plain, 3, 200_000, || true);
    assert_ne!(report.outcome, Outcome::Impossible, "the plain puzzle does not mind");
}

/// Whether a small rectangle can be completed, by trying all pieces on the first square that is free.
fn plainly_possible(puzzle: Puzzle, pieces: &mut Pieces) -> bool {
    let covered: HashSet<_> = pieces.iter().flat_map(|one| one.1.cells()).collect();
    let squares = (0..80).map(|square| (square / 10, square % 10));
    let Some((row, col)) = squares.clone().find(|square| !covered.contains(square)) else {
        return true;
    };
    let touches = |a: Placement, b: Placement| {
        a.cells().any(|(row, col)| b.cells().any(|(r, c)| row.abs_diff(r) + col.abs_diff(c) == 1))
    };
    for piece in Piece::ALL.into_iter().filter(|piece| piece.size() == 4) {
        for (number, shape) in piece.orientations().iter().enumerate() {
            // Its first square comes to lie on the free one.
            let Some(left) = col.checked_sub(usize::from(shape.cells()[0].1)) else {
                continue;
            };
            let Some(place) = Placement::new(piece, number, row, left) else {
                continue;
            };
            if place.cells().any(|(r, c)| r >= 8 || c >= 10 || covered.contains(&(r, c))) {
                continue;
            }
            for color in Color::ALL {
                let clash = |&(owner, other): &(Color, Placement)| {
                    owner == color
                        && (other.piece() == piece || puzzle.is_apart() && touches(place, other))
                };
                if pieces.iter().any(clash) {
                    continue;
                }
                pieces.push((color, place));
                if plainly_possible(puzzle, pieces) {
                    return true;
                }
                pieces.pop();
                if !puzzle.is_apart() {
                    break; // any other colour is as good
                }
            }
        }
    }
    false
}

/// Parts of solutions with one more piece somewhere: some lead nowhere, and a plain search agrees.
#[test]
fn verdicts_on_small_rectangles_agree_with_a_plain_search() {
    let mut counts = [0; 2];
    for puzzle in [Puzzle::Rect4, Puzzle::Rect4Apart] {
        for seed in 0..60 {
            let mut part = sorted(solved(puzzle, seed));
            part.rotate_left(seed as usize % 20);
            part.truncate(11);
            let (color, gone) = part.remove(0);
            let places = gone.piece().orientations().len() * 80;
            let elsewhere = (0..places).map(|n| (n * 37 + seed as usize * 11) % places);
            let other = elsewhere
                .filter_map(|n| Placement::new(gone.piece(), n / 80, n % 80 / 10, n % 10))
                .filter(|&place| place != gone)
                .map(|place| [part.as_slice(), &[(color, place)]].concat())
                .find(|pieces| Layout::new(puzzle, &setup(pieces)).is_ok());
            let Some(mut pieces) = other else {
                continue;
            };
            let outcome = solve(&layout(puzzle, &pieces), seed, NODES, || true).outcome;
            let possible = plainly_possible(puzzle, &mut pieces);
            counts[usize::from(possible)] += 1;
            match outcome {
                Outcome::Solved(solution) => verify(puzzle, &solution).unwrap(),
                other => assert_eq!((other, possible), (Outcome::Impossible, false)),
            }
        }
    }
    assert!(counts[0] >= 20 && counts[1] >= 5, "both kinds: {counts:?}");
}

#[test]
fn budgets_are_kept_and_prove_nothing() {
    for puzzle in Puzzle::ALL {
        for nodes in [0, 1, 10, 20] {
            let report = solve(&Layout::empty(puzzle), 4, nodes, || true);
            assert_eq!((report.outcome, report.nodes), (Outcome::Unknown, nodes));
        }
        let mut asked = 0;
        let part: Pieces = sorted(solved(puzzle, 2)).into_iter().step_by(4).collect();
        let report = solve(&layout(puzzle, &part), 0, u64::MAX, || {
            asked += 1;
            false
        });
        assert!(asked <= 1 && report.nodes <= 10_000, "{} nodes", report.nodes);
        assert_ne!(report.outcome, Outcome::Impossible, "{}", puzzle.name());
    }
}

/// Swaps, moves and copies in a right layout must be noticed, by the check as by the test's own.
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
            assert_eq!(verdict.right(), verify_any_order(puzzle, &moved), "{}", puzzle.name());
            assert!(verdict.complete);
        }
        // Any two pieces of one shape with their colours swapped.
        for index in 0..solution.len() {
            for other in 0..index {
                let mut swapped = solution.clone();
                if swapped[index].1.piece() == swapped[other].1.piece() {
                    swapped[index].0 = solution[other].0;
                    swapped[other].0 = solution[index].0;
                    let right = judged(&swapped).right();
                    assert_eq!(right, verify_any_order(puzzle, &swapped), "{}", puzzle.name());
                    assert!(right || puzzle.is_apart(), "where contact is free nothing is wrong");
                }
            }
        }
    }
}

/// Whether pieces can be brought into an order that the checker of this test accepts: greedily, as
/// what may be placed may still be placed later.
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
fn problems_name_code_rule_place_and_squares() {
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
        assert!(!verdict.complete && !verdict.right());
    }
    let touching = json!([
        piece("blue", "O4", &[[0, 0], [0, 1], [1, 0], [1, 1]]),
        piece("blue", "I4", &[[0, 2], [0, 3], [0, 4], [0, 5]])
    ]);
    assert!(check(Puzzle::Rect4, &read(&touching)).right(), "contact is free");
}

/// U7: a colour's connection and corner are judged when it is complete, not before.
#[test]
fn connection_is_judged_when_a_color_is_complete() {
    let solution = solved(Puzzle::Board84Descending, 3);
    let (blue, others): (Pieces, Pieces) =
        solution.iter().copied().partition(|one| one.0 == Color::Blue);
    let moved_away = |size: u32| -> Pieces {
        // The blue piece goes where nothing of its colour is near.
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
        assert!(check(puzzle, &setup(&apart[1..])).right(), "one is missing: not judged");
        // The pieces on the corner go, with what hangs on them the rest may be anywhere.
        let on_corner = |one: &(Color, Placement)| {
            one.1.cells().any(|(row, col)| row % 19 == 0 && col % 19 == 0)
        };
        let inner: Pieces = blue.iter().copied().filter(|one| !on_corner(one)).collect();
        assert!(check(puzzle, &setup(&inner)).right());
    }
    assert!(check(Puzzle::Board84, &setup(&others)).right());
}

/// A plain solution that is not descending: blue began with its smallest piece.
#[test]
fn u2_a_descending_order_must_exist() {
    let began = json!([piece("blue", "I1", &[[0, 0]]), piece("blue", "I2", &[[1, 1], [1, 2]])]);
    let given = Layout::new(Puzzle::Board84, &read(&began)).expect("right so far");
    let solution = solution_of(solve(&given, 1, NODES, || true));
    verify(Puzzle::Board84, &solution).unwrap();
    assert!(check(Puzzle::Board84, &setup(&solution)).right());
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
        assert!(!check(puzzle, &read(&far)).right());
        // Eighty-four pieces on one square: the report is cut.
        let heap: Vec<_> = Color::ALL
            .into_iter()
            .flat_map(|color| Piece::ALL.map(|piece| (color, piece)))
            .filter(|(_, piece)| puzzle.uses(*piece))
            .map(|(color, piece)| (color, Placement::new(piece, 0, 0, 0).expect("on the board")))
            .collect();
        let verdict = check(puzzle, &setup(&heap));
        assert!(verdict.complete && !verdict.right() && verdict.problems.len() <= 20);
    }
}
