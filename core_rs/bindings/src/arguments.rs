//! Reading the arguments of the module's functions, which are untrusted.

use cornerwise::action::ActionSetup;
use cornerwise::cells::SIDE;
use cornerwise::color::Color;
use cornerwise::data::{Kind, Node};
use cornerwise::legal::Legal;
use cornerwise::movegen::MoveList;
use cornerwise::name::UnknownName;
use cornerwise::piece::{Piece, Supply};
use cornerwise::problem::{Code, Problem, Problems};
use cornerwise::shuffle::MAX_SEED;
use cornerwise::state::State;
use cornerwise::wire::MoveFormat;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator};

use crate::convert::{ACTIONS, Class, invalid_action};
use crate::json_value::{Input, JsonValue};
use crate::value::Value;

/// The error for an argument that is not part of a document.
pub(crate) fn bad_argument(py: Python<'_>, code: Code, message: impl Into<String>) -> PyErr {
    invalid_action(py, &[Problem::new(code, "", message)])
}

pub(crate) fn read_color(given: &Value) -> PyResult<Color> {
    let py = given.0.py();
    match given.kind() {
        Kind::Text(name) => name.parse().map_err(|unknown: UnknownName| {
            bad_argument(py, Code::UnknownColor, unknown.to_string())
        }),
        _ => Err(bad_argument(py, Code::WrongType, "must be a string")),
    }
}

/// The items of an iterable, at most `max` + 1, which is enough for the caller to refuse it.
pub(crate) fn take<'py>(iterable: &Bound<'py, PyAny>, max: usize) -> PyResult<Vec<Value<'py>>> {
    let py = iterable.py();
    let items = PyIterator::from_object(iterable).map_err(|error| {
        // Any error other than 'not iterable' was raised by the object, or is KeyboardInterrupt.
        if error.is_instance_of::<PyTypeError>(py) {
            return bad_argument(py, Code::WrongType, "must be a list");
        }
        error
    })?;
    items.take(max + 1).map(|item| Ok(Value(item?))).collect()
}

/// Which actions to list.
pub(crate) struct Filter {
    pieces: Supply,
    covering: Option<(usize, usize)>,
}

impl Filter {
    pub(crate) fn read<'py>(
        py: Python<'py>,
        pieces: Option<&Bound<'py, PyAny>>,
        covering: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        Ok(Self {
            pieces: read_pieces(py, pieces)?,
            covering: covering.map_or(Ok(None), |square| read_square(&Value(square)))?,
        })
    }

    pub(crate) fn legal_actions(&self, state: &State, moves: &mut MoveList) -> Legal {
        match self.covering {
            Some(square) => state.legal_covering(self.pieces, square, moves),
            None => state.legal_actions(self.pieces, moves),
        }
    }
}

/// A square of the board; an empty list means none.
fn read_square(given: &Value) -> PyResult<Option<(usize, usize)>> {
    let py = given.0.py();
    let wrong_type = || bad_argument(py, Code::WrongType, "must be [row, col], two integers");
    if given.kind() == Kind::List(0) {
        return Ok(None);
    }
    if given.kind() != Kind::List(2) {
        return Err(wrong_type());
    }
    let mut numbers = Vec::with_capacity(2);
    given.items(&mut |_, item| match item.kind() {
        Kind::Int(number) => numbers.push(usize::try_from(number).unwrap_or(usize::MAX)),
        Kind::HugeInt => numbers.push(usize::MAX),
        _ => {}
    });
    let [row, col] = numbers[..] else {
        return Err(wrong_type());
    };
    let mut problems = Problems::default();
    for (index, _) in numbers.iter().enumerate().filter(|&(_, &number)| number >= SIDE) {
        let message = format!("must be from 0 to {}", SIDE - 1);
        problems.add(Problem::new(Code::OutOfRange, format!("/{index}"), message));
    }
    problems.into_result(Some((row, col))).map_err(|all| invalid_action(py, &all))
}

/// The pieces to list; none or an empty list means all.
fn read_pieces(py: Python<'_>, names: Option<&Bound<'_, PyAny>>) -> PyResult<Supply> {
    let Some(names) = names else {
        return Ok(Supply::FULL);
    };
    let names = take(names, Piece::ALL.len())?;
    if names.len() > Piece::ALL.len() {
        return Err(bad_argument(py, Code::OutOfRange, "there are only 21 pieces"));
    }
    if names.is_empty() {
        return Ok(Supply::FULL);
    }
    let mut pieces = Supply::EMPTY;
    let mut problems = Problems::default();
    for (index, name) in names.iter().enumerate() {
        let pointer = format!("/{index}");
        match name.kind() {
            Kind::Text(name) => match name.parse::<Piece>() {
                Ok(piece) => pieces.insert(piece),
                Err(unknown) => {
                    problems.add(Problem::new(Code::UnknownPiece, pointer, unknown.to_string()));
                }
            },
            _ => problems.add(Problem::new(Code::WrongType, pointer, "must be a string")),
        }
    }
    problems.into_result(pieces).map_err(|all| invalid_action(py, &all))
}

/// Reads an action: a value of `cornerwise.types`, a dict, or a part of a request's body.
pub(crate) fn read_action_at(
    given: &Bound<'_, PyAny>,
    pointer: &str,
) -> PyResult<Result<ActionSetup, Problems>> {
    let py = given.py();
    Ok(match class_of_action(given)? {
        // The class's `to_dict`, not the object's: a subclass may override it.
        Some(class) => {
            let data = class.get(py)?.getattr("to_dict")?.call1((given,))?;
            ActionSetup::read(&Value(data), pointer)
        }
        None => ActionSetup::read(&Input::new(given), pointer),
    })
}

/// The class of an action, by its type, which `__class__` cannot change.
fn class_of_action(given: &Bound<'_, PyAny>) -> PyResult<Option<&'static Class>> {
    for class in ACTIONS {
        if given.get_type().is_subclass(class.get(given.py())?)? {
            return Ok(Some(class));
        }
    }
    Ok(None)
}

/// The format of a list of moves.
#[derive(Clone, Copy)]
pub(crate) struct Format(pub(crate) MoveFormat);

impl<'py> FromPyObject<'_, 'py> for Format {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let format = match Value(given.to_owned()).kind() {
            Kind::Text(name) => MoveFormat::from_name(name),
            _ => None,
        };
        format.map(Self).ok_or_else(|| {
            let names = MoveFormat::NAMES.join(", ");
            PyValueError::new_err(format!("format must be one of: {names}"))
        })
    }
}

/// One action.
pub(crate) fn read_action(given: &Bound<'_, PyAny>) -> PyResult<ActionSetup> {
    read_action_at(given, "")?.map_err(|problems| invalid_action(given.py(), &problems))
}

/// The maximum number of actions in one call.
const MAX_ACTIONS: usize = 1000;

pub(crate) fn read_actions(py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<Vec<ActionSetup>> {
    let is_one = given.is_instance_of::<PyDict>() || given.is_instance_of::<JsonValue>();
    if is_one || class_of_action(given)?.is_some() {
        return Ok(vec![read_action(given)?]);
    }
    let given = take(given, MAX_ACTIONS)?;
    if given.is_empty() || given.len() > MAX_ACTIONS {
        return Err(bad_argument(py, Code::OutOfRange, "must be 1 to 1000 actions"));
    }
    let mut actions = Vec::with_capacity(given.len());
    let mut problems = Problems::default();
    for (index, action) in given.iter().enumerate() {
        match read_action_at(&action.0, &format!("/{index}"))? {
            Ok(action) => actions.push(action),
            Err(found) => found.into_iter().for_each(|problem| problems.add(problem)),
        }
    }
    problems.into_result(actions).map_err(|all| invalid_action(py, &all))
}

/// A seed (S30); `error` makes the exception for an invalid one.
pub(crate) fn read_seed(
    given: &Value,
    error: fn(Python<'_>, &[Problem]) -> PyErr,
) -> PyResult<u64> {
    let (code, message) = match given.kind() {
        Kind::Int(seed) if (0..=MAX_SEED.cast_signed()).contains(&seed) => {
            return Ok(seed.cast_unsigned());
        }
        Kind::Int(_) | Kind::HugeInt => (Code::OutOfRange, format!("must be from 0 to {MAX_SEED}")),
        _ => (Code::WrongType, "must be an integer".to_owned()),
    };
    Err(error(given.0.py(), &[Problem::new(code, "/seed", message)]))
}

pub(crate) fn read_number(given: &Value, min: i64, max: i64) -> PyResult<i64> {
    read_number_at(given, min, max, "")
}

/// A number from `min` to `max`; `pointer` is where a problem with it is reported.
pub(crate) fn read_number_at(given: &Value, min: i64, max: i64, pointer: &str) -> PyResult<i64> {
    let (code, message) = match given.kind() {
        Kind::Int(number) if (min..=max).contains(&number) => return Ok(number),
        Kind::Int(_) | Kind::HugeInt => (Code::OutOfRange, format!("must be from {min} to {max}")),
        _ => (Code::WrongType, "must be an integer".to_owned()),
    };
    Err(invalid_action(given.0.py(), &[Problem::new(code, pointer, message)]))
}
