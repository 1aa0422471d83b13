//! Solving puzzles, completing layouts and proving layouts impossible. Solutions are verified by an
//! independent checker.

mod json;
mod layouts;

use std::collections::HashSet;

use cornerwise::color::Color;
use cornerwise::piece::{Piece, Placement};
use cornerwise::puzzle::{Layout, Outcome, Puzzle, solve};
use layouts::{
    NODES, Pieces, layout, piece, puzzle, read, reference, setup, solution_of, solved, sorted,
    verify,
};
use serde_json::json;

#[test]
fn reference_partial_layouts_have_the_expected_outcomes() {
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

#[test]
fn completing_keeps_the_given_pieces() {
    for puzzle in Puzzle::ALL {
        // Rectangles: every second piece. Boards of 84: the first half of a game, and all but a few
        // scattered pieces.
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

/// Parts of a solution can be completed, so no search may report them as impossible.
#[test]
fn parts_of_solutions_are_never_reported_impossible() {
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

#[test]
fn impossible_layouts_are_proven_impossible() {
    // An enclosed square, or an enclosed group of three.
    let z4 = piece("red", "Z4", &[[0, 1], [1, 0], [1, 1], [2, 0]]);
    let w5 = piece("red", "W5", &[[0, 2], [1, 1], [1, 2], [2, 0], [2, 1]]);
    // A colour on two corners leaves another colour without a corner.
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
        // One pass over all placements is enough; there are 30,433 for each colour.
        let report = solve(&given, 3, 130_000, || true);
        assert_eq!(report.outcome, Outcome::Impossible, "{name}");
    }
    let plain = Layout::new(Puzzle::Board84, &read(&json!([i1]))).expect("right so far");
    let report = solve(&plain, 3, 200_000, || true);
    assert_ne!(report.outcome, Outcome::Impossible, "the plain puzzle allows it");
}

/// Whether a small rectangle can be completed, by trying all pieces on the first square that is free.
fn possible_by_brute_force(puzzle: Puzzle, pieces: &mut Pieces) -> bool {
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
                if possible_by_brute_force(puzzle, pieces) {
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

/// Parts of solutions with one extra piece: some cannot be completed, and a brute-force search agrees.
#[test]
fn verdicts_on_small_rectangles_agree_with_brute_force() {
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
            let possible = possible_by_brute_force(puzzle, &mut pieces);
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
fn exhausted_budgets_give_unknown() {
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
