//! Replaying a list of actions in one call.

use cornerwise::action::ActionSetup;
use cornerwise::data::{Kind, Node};
use cornerwise::problem::{Code, Problem, Problems};
use cornerwise::state::State as Position;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::arguments::{bad_argument, read_action_at, take};
use crate::convert::{self, Class};
use crate::json_value::JsonValue;
use crate::state::State;
use crate::text;
use crate::value::Value;

static REPLAYED: Class = Class::new("cornerwise.engine", "Replayed");

/// The maximum number of actions in one call: that of the moves of a record.
const MAX_ACTIONS: usize = 20_000;

/// What is returned besides the last state.
pub(crate) struct Wanted {
    pub(crate) states: bool,
    pub(crate) events: bool,
}

/// Applies actions until one is wrong; see `cornerwise.engine`.
pub(crate) fn replay_actions<'py>(
    py: Python<'py>,
    start: &Position,
    actions: &Bound<'py, PyAny>,
    wanted: &Wanted,
) -> PyResult<Bound<'py, PyAny>> {
    let mut replay = Replay::new(py, start.clone(), wanted);
    if let Ok(list) = actions.cast::<JsonValue>() {
        list.get().replay_items(&mut replay)?;
    } else if actions.is_instance_of::<PyString>() || actions.is_instance_of::<PyDict>() {
        return Err(not_a_list(py));
    } else {
        let actions = take(actions, MAX_ACTIONS)?;
        check_length(py, actions.len())?;
        for (index, action) in actions.iter().enumerate() {
            if !replay.step(read_item(&action.0, index)?)? {
                break;
            }
        }
    }
    replay.finish()
}

fn not_a_list(py: Python<'_>) -> PyErr {
    bad_argument(py, Code::WrongType, "must be a list")
}

fn check_length(py: Python<'_>, length: usize) -> PyResult<()> {
    if length > MAX_ACTIONS {
        let message = format!("must be at most {MAX_ACTIONS} actions");
        return Err(bad_argument(py, Code::OutOfRange, message));
    }
    Ok(())
}

/// An action, a move text, or a move of a record.
fn read_item(given: &Bound<'_, PyAny>, index: usize) -> PyResult<Result<ActionSetup, Problems>> {
    if given.is_instance_of::<PyString>() {
        return Ok(text::read(given, convert::invalid_action)?.parse());
    }
    if given.is_instance_of::<PyDict>() {
        return Ok(read_node(&Value(given.clone()), index));
    }
    read_action_at(given, "")
}

/// The same from data. Of a move of a record that has more than an action or its text, a comment and
/// the move before as its parent, only `cornerwise.records` knows the meaning.
fn read_node<N: Node>(node: &N, index: usize) -> Result<ActionSetup, Problems> {
    if let Kind::Text(text) = node.kind() {
        return text.parse();
    }
    let (mut action, mut text, mut is_plain) = (None, None, true);
    node.fields(&mut |name, value| match (name, value.kind()) {
        (_, Kind::Null) | (Some("comment"), Kind::Text(_)) => {}
        (Some("action"), _) => action = Some(value),
        (Some("text"), Kind::Text(given)) => text = Some(given.parse()),
        (Some("parent"), Kind::Int(parent)) => is_plain &= parent == index as i64 - 1,
        _ => is_plain = false,
    });
    match (action, text) {
        (None, None) => ActionSetup::read(node, ""),
        (Some(action), None) if is_plain => ActionSetup::read(&action, "/action"),
        (None, Some(text)) if is_plain => text,
        _ => {
            let message = "a move that is replayed has an action or a text, and nothing else";
            Err(Problem::new(Code::UnknownField, "", message).into())
        }
    }
}

impl JsonValue {
    /// Replays the items of a list.
    fn replay_items(&self, replay: &mut Replay<'_>) -> PyResult<()> {
        let node = self.node();
        let Kind::List(length) = node.kind() else {
            return Err(not_a_list(replay.py));
        };
        check_length(replay.py, length)?;
        let mut result = Ok(true);
        node.items(&mut |index, item| {
            if matches!(result, Ok(true)) {
                result = replay.step(read_node(&item, index));
            }
        });
        result.map(|_| ())
    }
}

struct Replay<'py> {
    py: Python<'py>,
    state: Position,
    plies: usize,
    problems: Problems,
    states: Option<Vec<State>>,
    events: Option<Vec<Bound<'py, PyTuple>>>,
    /// The events of the last ply; the memory is reused.
    last: Vec<cornerwise::event::Event>,
}

impl<'py> Replay<'py> {
    fn new(py: Python<'py>, state: Position, wanted: &Wanted) -> Self {
        let states = wanted.states.then(|| vec![State(state.clone())]);
        let events = wanted.events.then(Vec::new);
        Self {
            py,
            state,
            plies: 0,
            problems: Problems::default(),
            states,
            events,
            last: Vec::new(),
        }
    }

    /// Applies an action; returns whether it was legal.
    fn step(&mut self, action: Result<ActionSetup, Problems>) -> PyResult<bool> {
        self.last.clear();
        if let Err(problems) = action.and_then(|action| self.state.advance(&action, &mut self.last))
        {
            self.problems = problems;
            return Ok(false);
        }
        self.plies += 1;
        if let Some(states) = &mut self.states {
            states.push(State(self.state.clone()));
        }
        if let Some(events) = &mut self.events {
            let made = self.last.iter().map(|event| convert::event(self.py, event));
            events.push(PyTuple::new(self.py, made.collect::<PyResult<Vec<_>>>()?)?);
        }
        Ok(true)
    }

    /// The `cornerwise.engine.Replayed`.
    fn finish(self) -> PyResult<Bound<'py, PyAny>> {
        let py = self.py;
        let problems = self.problems.iter().map(|problem| convert::problem(py, problem));
        let problems = PyTuple::new(py, problems.collect::<PyResult<Vec<_>>>()?)?;
        let states = self.states.map(|states| PyTuple::new(py, states)).transpose()?;
        let events = self.events.map(|events| PyTuple::new(py, events)).transpose()?;
        REPLAYED.make(py, (State(self.state), self.plies, problems, states, events))
    }
}
