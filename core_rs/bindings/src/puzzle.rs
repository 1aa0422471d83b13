//! The solo puzzles: reading the arguments and returning values of `cornerwise.puzzle`.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use cornerwise::color::Color;
use cornerwise::data::{Kind, Node};
use cornerwise::piece::{Piece, Placement};
use cornerwise::problem::{Code, Problem};
use cornerwise::puzzle::{self, Layout, Outcome, Puzzle, PuzzleSetup, Report, Verdict};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyTuple};

use crate::convert::{Class, invalid_action, invalid_state, placed_piece, problem};
use crate::interruption::Interruption;
use crate::json_value::Input;
use crate::value::Value;

const TYPES: &str = "cornerwise.puzzle";
static PUZZLE: Class = Class::new(TYPES, "Puzzle");
static LAYOUT_CHECK: Class = Class::new(TYPES, "LayoutCheck");
static SOLUTION: Class = Class::new(TYPES, "Solution");

/// The maximum time of a search.
const MAX_SECONDS: f64 = 3600.0;

pub(crate) fn puzzle(py: Python<'_>, puzzle: Puzzle) -> PyResult<Bound<'_, PyAny>> {
    let pieces = PyTuple::new(py, puzzle.supply().iter().map(Piece::name).collect::<Vec<_>>())?;
    PUZZLE.make(
        py,
        (
            puzzle.name(),
            puzzle.rule(),
            puzzle.rows(),
            puzzle.cols(),
            pieces,
            puzzle.is_apart(),
            puzzle.is_connected(),
            puzzle.is_descending(),
        ),
    )
}

pub(crate) fn read_puzzle(given: &Value) -> PyResult<Puzzle> {
    let (code, message) = if let Kind::Text(name) = given.kind() {
        if let Some(puzzle) = Puzzle::from_name(name) {
            return Ok(puzzle);
        }
        (Code::UnknownPuzzle, format!("must be one of: {}", Puzzle::NAMES.join(", ")))
    } else {
        (Code::WrongType, "must be a string".to_owned())
    };
    Err(invalid_action(given.0.py(), &[Problem::new(code, "/puzzle", message)]))
}

pub(crate) fn read_layout(given: &Bound<'_, PyAny>) -> PyResult<PuzzleSetup> {
    PuzzleSetup::read(&Input::new(given)).map_err(|problems| invalid_state(given.py(), &problems))
}

/// The time to search: more than 0 and at most [`MAX_SECONDS`].
pub(crate) fn read_seconds(given: &Value) -> PyResult<Duration> {
    let seconds = match given.kind() {
        Kind::Int(number) => Some(i32::try_from(number).map_or(f64::INFINITY, f64::from)),
        Kind::HugeInt => Some(f64::INFINITY),
        _ => given.0.cast::<PyFloat>().ok().map(PyFloatMethods::value),
    };
    let (code, message) = match seconds {
        Some(seconds) if seconds > 0.0 && seconds <= MAX_SECONDS => {
            return Ok(Duration::from_secs_f64(seconds));
        }
        Some(_) => {
            let message = format!("must be more than 0 and at most {MAX_SECONDS}");
            (Code::OutOfRange, message)
        }
        None => (Code::WrongType, "must be a number".to_owned()),
    };
    Err(invalid_action(given.0.py(), &[Problem::new(code, "/seconds", message)]))
}

pub(crate) fn check<'py>(
    py: Python<'py>,
    puzzle: Puzzle,
    setup: &PuzzleSetup,
) -> PyResult<Bound<'py, PyAny>> {
    let Verdict { complete, problems, placements } = puzzle::check(puzzle, setup);
    let problems: Vec<_> = problems.iter().map(|one| problem(py, one)).collect::<PyResult<_>>()?;
    let placements = placements.map(|all| placed_pieces(py, &all)).transpose()?;
    LAYOUT_CHECK.make(py, (puzzle.name(), complete, PyTuple::new(py, problems)?, placements))
}

fn placed_pieces<'py>(
    py: Python<'py>,
    placements: &[(Color, Placement)],
) -> PyResult<Bound<'py, PyTuple>> {
    let placed = placements.iter().map(|&(color, placement)| placed_piece(py, color, placement));
    PyTuple::new(py, placed.collect::<PyResult<Vec<_>>>()?)
}

/// Searches with the interpreter lock released, so that other threads can run; handles signals.
pub(crate) fn solve<'py>(
    py: Python<'py>,
    layout: &Layout,
    seed: u64,
    time: Duration,
    cancel: &AtomicBool,
) -> PyResult<Bound<'py, PyAny>> {
    let puzzle = layout.puzzle();
    let nodes = puzzle.nodes_per_ms() * time.as_millis().max(1) as u64;
    let interruption = Interruption::new(cancel);
    let mut deadline = Deadline { end: Instant::now() + time, interruption, stopped_by: None };
    let report = py.detach(|| puzzle::solve(layout, seed, nodes, || deadline.keep_going()));
    deadline.interruption.finish()?;
    let Report { outcome, nodes, restarts } = report;
    let stopped_by = match outcome {
        Outcome::Unknown => Some(deadline.stopped_by.unwrap_or("nodes")),
        _ => None,
    };
    let (name, placements) = match outcome {
        Outcome::Solved(placements) => ("solved", Some(placed_pieces(py, &placements)?)),
        Outcome::Impossible => ("impossible", None),
        Outcome::Unknown => ("unknown", None),
    };
    SOLUTION.make(py, (puzzle.name(), name, placements, nodes, restarts, stopped_by))
}

/// Ends a search when its time is up or it is interrupted.
struct Deadline<'a> {
    end: Instant,
    interruption: Interruption<'a>,
    stopped_by: Option<&'static str>,
}

impl Deadline<'_> {
    fn keep_going(&mut self) -> bool {
        self.stopped_by = if self.interruption.is_requested() {
            Some("cancelled")
        } else if Instant::now() >= self.end {
            Some("time")
        } else {
            None
        };
        self.stopped_by.is_none()
    }
}
