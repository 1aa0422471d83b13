//! Suggested moves: arguments read, the search run without the interpreter lock, answers turned into
//! plain Python values.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use cornerwise::color::Color;
use cornerwise::data::{Kind, Node};
use cornerwise::problem::{Code, Problem};
use cornerwise::ruleset::Side;
use cornerwise::search::{
    self, Budget, Estimate, Level, MOST_UNITS, SearchOptions, Step, Suggestion, Suggestions,
};
use cornerwise::state::State;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arguments::read_number_at;
use crate::convert::{self, Class, invalid_action, tuple};
use crate::interruption::Interruption;
use crate::value::Value;

const TYPES: &str = "cornerwise.types";
static SUGGESTIONS: Class = Class::new(TYPES, "Suggestions");
static SUGGESTION: Class = Class::new(TYPES, "Suggestion");
static STEP: Class = Class::new(TYPES, "Step");
static ESTIMATE: Class = Class::new(TYPES, "Estimate");

/// How often a running search is checked for whether it is to end.
const INTERVAL: Duration = Duration::from_millis(10);

/// Ends searches early: pass it to `suggest` or `solve_puzzle`, and call `cancel` in another thread.
#[pyclass(frozen, module = "cornerwise._core")]
pub(crate) struct Cancellation(Arc<AtomicBool>);

#[pymethods]
impl Cancellation {
    #[new]
    fn new() -> Self {
        Self(Arc::default())
    }

    /// End the search that this was passed to, and those it will be passed to.
    fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether `cancel` was called.
    #[getter]
    fn cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Cancellation {
    /// The flag that the search reads.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

/// The number of moves that are returned by default, and at most.
const DEFAULT_COUNT: usize = 3;
const MAX_COUNT: i64 = 100;

/// The budget: a level or a number of units, not both; the default level if neither is given.
pub(crate) fn read_budget(
    py: Python<'_>,
    level: Option<Bound<'_, PyAny>>,
    units: Option<Bound<'_, PyAny>>,
) -> PyResult<Budget> {
    let number = match (level, units) {
        (Some(level), None) => {
            let (min, max) = (Level::LOWEST.number(), Level::HIGHEST.number());
            read_number_at(&Value(level), min.into(), max.into(), "/level")? as u8
        }
        (None, None) => return Ok(Budget::Level(Level::DEFAULT)),
        (None, Some(units)) => {
            let units = read_number_at(&Value(units), 1, MOST_UNITS as i64, "/budget")?;
            return Ok(Budget::Units(units as u64));
        }
        (Some(_), Some(_)) => {
            let message = "only one of level and budget can be given";
            let problem = Problem::new(Code::OptionsConflict, "/budget", message);
            return Err(invalid_action(py, &[problem]));
        }
    };
    Ok(Budget::Level(Level::new(number).unwrap_or(Level::LOWEST)))
}

pub(crate) fn read_count(given: Option<Bound<'_, PyAny>>) -> PyResult<usize> {
    given.map_or(Ok(DEFAULT_COUNT), |count| {
        Ok(read_number_at(&Value(count), 1, MAX_COUNT, "/count")? as usize)
    })
}

/// Whether the whole turn is wanted.
pub(crate) fn read_until(given: Option<Bound<'_, PyAny>>) -> PyResult<bool> {
    let Some(given) = given else {
        return Ok(false);
    };
    let (code, message) = match Value(given.clone()).kind() {
        Kind::Text("decision") => return Ok(false),
        Kind::Text("turn") => return Ok(true),
        Kind::Text(_) => (Code::UnknownValue, "must be one of: decision, turn"),
        _ => (Code::WrongType, "must be a string"),
    };
    Err(invalid_action(given.py(), &[Problem::new(code, "/until", message)]))
}

/// Searches with the interpreter lock released. Ctrl-C ends the search and is raised.
pub(crate) fn suggest<'py>(
    py: Python<'py>,
    state: &State,
    options: &SearchOptions,
    cancel: &AtomicBool,
) -> PyResult<Bound<'py, PyAny>> {
    let answer = py.detach(|| run(state, options, cancel))?;
    convert_answer(py, state, options, &answer)
}

/// Searches in a thread of its own, while this one checks whether the search is to end.
fn run(state: &State, options: &SearchOptions, cancel: &AtomicBool) -> PyResult<Suggestions> {
    let (sender, receiver) = mpsc::channel();
    let mut interruption = Interruption::new(cancel);
    let stop = &AtomicBool::new(cancel.load(Ordering::Relaxed));
    thread::scope(|scope| {
        let searching = scope.spawn(move || {
            // The receiver waits as long as there is a sender.
            let _ = sender.send(search::suggest(state, options, stop));
        });
        loop {
            match receiver.recv_timeout(INTERVAL) {
                Ok(answer) => return interruption.finish().map(|()| answer),
                Err(RecvTimeoutError::Timeout) => {
                    stop.store(interruption.is_requested(), Ordering::Relaxed);
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        // The search panicked.
        match searching.join() {
            Err(panic) => std::panic::resume_unwind(panic),
            Ok(()) => unreachable!("a search that ends has sent its answer"),
        }
    })
}

fn convert_answer<'py>(
    py: Python<'py>,
    state: &State,
    options: &SearchOptions,
    answer: &Suggestions,
) -> PyResult<Bound<'py, PyAny>> {
    let moves = answer.moves.iter().map(|one| suggestion(py, one));
    let turn = answer.turn.iter().map(|&action| convert::action(py, action));
    SUGGESTIONS.make(
        py,
        (
            state.to_move().map(Color::name),
            state.seat(),
            state.decision().phase().name(),
            "rust",
            tuple(py, moves)?,
            tuple(py, turn)?,
            estimates(py, &answer.evaluation)?,
            options.seed,
            answer.units,
            answer.playouts,
            answer.elapsed.as_secs_f64() * 1000.0,
            answer.stopped.name(),
        ),
    )
}

fn suggestion<'py>(py: Python<'py>, one: &Suggestion) -> PyResult<Bound<'py, PyAny>> {
    let step = |step: &Step| STEP.make(py, (step.color.name(), convert::action(py, step.action)?));
    let line = tuple(py, one.line.iter().map(step))?;
    let action = convert::action(py, one.action)?;
    SUGGESTION.make(py, (action, one.visits, one.prior, estimates(py, &one.estimates)?, line))
}

fn estimates<'py>(py: Python<'py>, all: &[Estimate]) -> PyResult<Bound<'py, PyTuple>> {
    let estimate = |one: &Estimate| {
        let (seat, team) = match one.side {
            Side::Seat(seat) => (Some(seat), None),
            Side::Team(team) => (None, Some(team)),
        };
        ESTIMATE.make(py, (seat, team, one.score, one.win))
    };
    tuple(py, all.iter().map(estimate))
}
