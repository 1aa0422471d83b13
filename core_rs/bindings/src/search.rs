//! Suggested moves: arguments read, the search run without the interpreter lock, answers turned into
//! plain Python values.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use cornerwise::problem::Code;
use cornerwise::ruleset::Side;
use cornerwise::search::{
    self, Budget, Estimate, Level, MOST_UNITS, SearchOptions, Step, Suggestion, Suggestions,
};
use cornerwise::state::State;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::arguments::{bad_argument, read_number};
use crate::convert;
use crate::value::Value;

/// How often a running search checks for Ctrl-C.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// Ends searches early: pass it to `suggest`, and call `cancel` in another thread.
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

/// The budget: a level or a number of units, exactly one of them.
pub(crate) fn read_budget(
    py: Python<'_>,
    level: Option<Bound<'_, PyAny>>,
    units: Option<Bound<'_, PyAny>>,
) -> PyResult<Budget> {
    match (level, units) {
        (Some(level), None) => {
            let (min, max) = (Level::LOWEST.number(), Level::HIGHEST.number());
            let number = read_number(&Value(level), min.into(), max.into())?;
            Ok(Budget::Level(Level::new(number as u8).unwrap_or(Level::LOWEST)))
        }
        (None, Some(units)) => {
            Ok(Budget::Units(read_number(&Value(units), 1, MOST_UNITS as i64)? as u64))
        }
        _ => Err(bad_argument(py, Code::OptionsConflict, "exactly one of level and units")),
    }
}

/// Searches with the interpreter lock released. Ctrl-C ends the search and is raised.
pub(crate) fn suggest<'py>(
    py: Python<'py>,
    state: &State,
    options: &SearchOptions,
    cancel: &AtomicBool,
) -> PyResult<Bound<'py, PyDict>> {
    let answer = py.detach(|| run(state, options, cancel))?;
    convert_answer(py, &answer)
}

/// Searches in a thread of its own, while this one checks for signals.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method itself is not general enough in its lifetime"
)]
fn run(state: &State, options: &SearchOptions, cancel: &AtomicBool) -> PyResult<Suggestions> {
    let waiting = thread::current();
    thread::scope(|scope| {
        let searching = scope.spawn(|| {
            let answer = search::suggest(state, options, cancel);
            waiting.unpark();
            answer
        });
        let mut signals = Ok(());
        while !searching.is_finished() {
            thread::park_timeout(SIGNAL_INTERVAL);
            if signals.is_ok() {
                signals = Python::attach(|py| py.check_signals());
                if signals.is_err() {
                    cancel.store(true, Ordering::Relaxed);
                }
            }
        }
        signals?;
        searching.join().map_err(|panic| std::panic::resume_unwind(panic))
    })
}

fn convert_answer<'py>(py: Python<'py>, answer: &Suggestions) -> PyResult<Bound<'py, PyDict>> {
    let made = PyDict::new(py);
    let moves = answer.moves.iter().map(|one| suggestion(py, one));
    made.set_item("moves", moves.collect::<PyResult<Vec<_>>>()?)?;
    made.set_item("evaluation", estimates(py, &answer.evaluation)?)?;
    let turn = answer.turn.iter().map(|&action| convert::action(py, action));
    made.set_item("turn", turn.collect::<PyResult<Vec<_>>>()?)?;
    made.set_item("units", answer.units)?;
    made.set_item("playouts", answer.playouts)?;
    made.set_item("seconds", answer.elapsed.as_secs_f64())?;
    made.set_item("stopped", answer.stopped.name())?;
    Ok(made)
}

fn suggestion<'py>(py: Python<'py>, one: &Suggestion) -> PyResult<Bound<'py, PyDict>> {
    let made = PyDict::new(py);
    made.set_item("action", convert::action(py, one.action)?)?;
    made.set_item("visits", one.visits)?;
    made.set_item("prior", one.prior)?;
    made.set_item("estimates", estimates(py, &one.estimates)?)?;
    let step = |step: &Step| {
        let action = convert::action(py, step.action)?;
        PyTuple::new(py, [step.color.name().into_pyobject(py)?.into_any(), action])
    };
    made.set_item("line", one.line.iter().map(step).collect::<PyResult<Vec<_>>>()?)?;
    Ok(made)
}

fn estimates<'py>(py: Python<'py>, all: &[Estimate]) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let estimate = |one: &Estimate| {
        let made = PyDict::new(py);
        match one.side {
            Side::Seat(seat) => made.set_item("seat", seat)?,
            Side::Team(team) => made.set_item("team", team)?,
        }
        made.set_item("score", one.score)?;
        made.set_item("win", one.win)?;
        Ok(made)
    };
    all.iter().map(estimate).collect()
}
