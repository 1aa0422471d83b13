//! Fuzz target: the check of a puzzle layout does not depend on the order of the pieces, a valid
//! layout stays valid without one of its pieces, and the solver keeps the given pieces.

use std::sync::LazyLock;

use cornerwise::color::Color;
use cornerwise::location::Location;
use cornerwise::piece::Placement;
use cornerwise::puzzle::{Layout, Outcome, Puzzle, PuzzleSetup, check, solve};
use cornerwise::setup::PlacementSetup;
use serde_json::Value;

use crate::input::Input;
use crate::tree::Tree;
use crate::{invariants, mutate};

type Pieces = Vec<(Color, Placement)>;

/// The maximum number of nodes of a search: enough for the last pieces, too few for a whole puzzle.
const NODES: usize = 400;

/// The maximum number of pieces that are removed, one at a time, taken from the whole list.
const MAX_REMOVED: usize = 8;

/// A solution of each puzzle, in the order of [`Puzzle::ALL`].
static SOLUTIONS: LazyLock<Vec<PuzzleSetup>> = LazyLock::new(|| {
    let text = include_str!("../../../tests/data/puzzles.json");
    let data: Value = serde_json::from_str(text).expect("the file is JSON");
    let solution = |puzzle: Puzzle| {
        let placements = data["solutions"][puzzle.name()][0].clone();
        let tree = Tree::from(serde_json::json!({ "placements": placements }));
        PuzzleSetup::read(&&tree).expect("a solution is well formed")
    };
    Puzzle::ALL.map(solution).into()
});

/// Checks some pieces of a solution, which may have been mutated or belong to another puzzle.
///
/// # Panics
/// If something is wrong with the engine.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let at = input.below(Puzzle::ALL.len());
    let mut setup = SOLUTIONS[at].clone();
    let left_out = match input.below(4) {
        0 => 0,
        1 => input.below(6),
        2 => input.below(setup.placements.len() + 1),
        _ => setup.placements.len(),
    };
    for _ in 0..left_out {
        setup.placements.swap_remove(input.below(setup.placements.len()));
    }
    for _ in 0..input.below(5) {
        mutate::placements(&mut setup.placements, &mut input);
    }
    let puzzle = if input.rarely(8) { input.one_of(&Puzzle::ALL) } else { Puzzle::ALL[at] };

    let verdict = check(puzzle, &setup);
    let layout = match Layout::new(puzzle, &setup) {
        Err(problems) => {
            invariants::check_refusal(&problems);
            assert_eq!(verdict.problems, problems, "check and Layout::new");
            return check_reversed(puzzle, &setup, false);
        }
        Ok(layout) => layout,
    };
    assert!(verdict.valid(), "{:?}", verdict.problems);
    assert_eq!(verdict.complete, layout.is_complete(), "complete");
    assert_eq!(verdict.placements.as_deref(), Some(layout.placements()), "the pieces");
    if puzzle.is_apart() {
        invariants::check_apart(layout.placements());
    }
    check_reversed(puzzle, &setup, true);
    check_without_a_piece(&layout);
    if input.rarely(8) {
        check_solving(&layout, input.seed(), input.below(NODES) as u64);
    }
}

fn setup_of(pieces: impl IntoIterator<Item = (Color, Placement)>) -> PuzzleSetup {
    let one = |(color, placement): (Color, Placement)| PlacementSetup {
        color,
        piece: placement.piece(),
        location: Location::of(placement),
    };
    PuzzleSetup { placements: pieces.into_iter().map(one).collect() }
}

/// Checks that the order of the pieces does not matter.
fn check_reversed(puzzle: Puzzle, setup: &PuzzleSetup, valid: bool) {
    let mut turned = setup.clone();
    turned.placements.reverse();
    assert_eq!(check(puzzle, &turned).valid(), valid, "another order");
}

/// Checks that a valid layout stays valid without one of its pieces (U7), and is the same after it was
/// written by orientation.
fn check_without_a_piece(layout: &Layout) {
    let pieces = layout.placements();
    let again = Layout::new(layout.puzzle(), &setup_of(pieces.iter().copied()));
    assert_eq!(again.as_ref(), Ok(layout), "written by orientation");
    for gone in (0..pieces.len()).step_by(pieces.len().div_ceil(MAX_REMOVED).max(1)) {
        let rest = pieces.iter().enumerate().filter(|one| one.0 != gone).map(|one| *one.1);
        let verdict = check(layout.puzzle(), &setup_of(rest));
        assert!(verdict.valid() && !verdict.complete, "without {gone}: {:?}", verdict.problems);
    }
}

/// Checks that a solution is complete and keeps the given pieces, and that searches are repeatable.
fn check_solving(layout: &Layout, seed: u64, nodes: u64) {
    let report = solve(layout, seed, nodes, || true);
    assert_eq!(report, solve(layout, seed, nodes, || true), "the same search");
    match report.outcome {
        Outcome::Solved(pieces) => check_solution(layout, &pieces),
        Outcome::Impossible => assert!(!layout.is_complete(), "it is already solved"),
        Outcome::Unknown => {}
    }
}

fn check_solution(layout: &Layout, pieces: &Pieces) {
    let whole = Layout::new(layout.puzzle(), &setup_of(pieces.iter().copied()));
    assert!(whole.is_ok_and(|whole| whole.is_complete()), "no solution: {pieces:?}");
    assert!(layout.placements().iter().all(|one| pieces.contains(one)), "a given piece is missing");
}
