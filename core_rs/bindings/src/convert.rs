//! Engine values as the Python values of `cornerwise.types` and `cornerwise.errors`.
//!
//! The Python classes are the only definition of these values: both engines make the same ones.

use cornerwise::color::Color;
use cornerwise::piece::{ORIENTATIONS, Piece, Placement};
use cornerwise::problem::Problem;
use cornerwise::ruleset::{Rules, Side};
use cornerwise::score::Score;
use cornerwise::state::State;
use cornerwise::turn::Event;
use pyo3::call::PyCallArgs;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};

pyo3::import_exception!(cornerwise.errors, InvalidStateError);
pyo3::import_exception!(cornerwise.errors, InvalidActionError);
pyo3::import_exception!(cornerwise.errors, IllegalActionError);

/// A Python class, imported when it is first needed.
pub(crate) struct Class {
    module: &'static str,
    name: &'static str,
    imported: PyOnceLock<Py<PyType>>,
}

impl Class {
    const fn new(module: &'static str, name: &'static str) -> Self {
        Self { module, name, imported: PyOnceLock::new() }
    }

    pub(crate) fn get<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyType>> {
        self.imported.import(py, self.module, self.name)
    }

    fn make<'py>(
        &self,
        py: Python<'py>,
        arguments: impl PyCallArgs<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.get(py)?.call1(arguments)
    }
}

const TYPES: &str = "cornerwise.types";
static PROBLEM: Class = Class::new("cornerwise.errors", "Problem");
static PIECE: Class = Class::new(TYPES, "Piece");
static RULES: Class = Class::new(TYPES, "Rules");
static PLACED_PIECE: Class = Class::new(TYPES, "PlacedPiece");
static PIECE_PLACED: Class = Class::new(TYPES, "PiecePlaced");
static PASSED: Class = Class::new(TYPES, "Passed");
static GAME_OVER: Class = Class::new(TYPES, "GameOver");
static COLOR_SCORE: Class = Class::new(TYPES, "ColorScore");
static SEAT_SCORE: Class = Class::new(TYPES, "SeatScore");
static TEAM_SCORE: Class = Class::new(TYPES, "TeamScore");
static SCORE: Class = Class::new(TYPES, "Score");
pub(crate) static PLACE: Class = Class::new(TYPES, "Place");
pub(crate) static PASS: Class = Class::new(TYPES, "Pass");

type Object<'py> = Bound<'py, PyAny>;

fn tuple<'py>(
    py: Python<'py>,
    items: impl IntoIterator<Item = PyResult<Object<'py>>>,
) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, items.into_iter().collect::<PyResult<Vec<_>>>()?)
}

pub(crate) fn problem<'py>(py: Python<'py>, problem: &Problem) -> PyResult<Object<'py>> {
    let squares = PyTuple::new(py, &problem.squares)?;
    PROBLEM.make(
        py,
        (
            problem.code.name(),
            problem.message.as_str(),
            problem.pointer.as_str(),
            problem.code.rule(),
            squares,
        ),
    )
}

fn problems(py: Python<'_>, all: &[Problem]) -> PyResult<Py<PyTuple>> {
    Ok(tuple(py, all.iter().map(|one| problem(py, one)))?.unbind())
}

/// The error for data that is no state.
pub(crate) fn invalid_state(py: Python<'_>, all: &[Problem]) -> PyErr {
    problems(py, all).map_or_else(|error| error, |all| InvalidStateError::new_err((all,)))
}

/// The error for data that is no action.
pub(crate) fn invalid_action(py: Python<'_>, all: &[Problem]) -> PyErr {
    problems(py, all).map_or_else(|error| error, |all| InvalidActionError::new_err((all,)))
}

/// The error for an action that the rules forbid.
pub(crate) fn illegal_action(py: Python<'_>, all: &[Problem], index: usize) -> PyErr {
    problems(py, all).map_or_else(|error| error, |all| IllegalActionError::new_err((all, index)))
}

pub(crate) fn piece(py: Python<'_>, piece: Piece) -> PyResult<Object<'_>> {
    let orientations =
        piece.orientations().iter().map(|shape| Ok(PyTuple::new(py, shape.cells())?.into_any()));
    PIECE.make(py, (piece.name(), piece.size(), tuple(py, orientations)?))
}

pub(crate) fn rules<'py>(py: Python<'py>, rules: &Rules) -> PyResult<Object<'py>> {
    RULES.make(
        py,
        (
            "classic",
            rules.seats().number(),
            rules.teams(),
            rules.shared_color().map(Color::name),
            rules.first_color().name(),
            rules.start_corners().name(),
            rules.scoring().name(),
        ),
    )
}

fn spot(placement: Placement) -> (&'static str, usize, usize, usize) {
    (placement.piece().name(), placement.orientation(), placement.row(), placement.col())
}

pub(crate) fn placed_piece(
    py: Python<'_>,
    color: Color,
    placement: Placement,
) -> PyResult<Object<'_>> {
    let (piece, orientation, row, col) = spot(placement);
    PLACED_PIECE.make(py, (color.name(), piece, orientation, row, col))
}

/// The `Place` of a placement. They are immutable and there are only 30,433 of them, so each is made
/// once and handed out again: a list of moves costs a pointer per move.
pub(crate) fn place(py: Python<'_>, placement: Placement) -> PyResult<&Object<'_>> {
    static MADE: [PyOnceLock<Py<PyAny>>; ORIENTATIONS * 512] =
        [const { PyOnceLock::new() }; ORIENTATIONS * 512];
    let slot = &MADE[placement.global_orientation() * 512 + placement.square()];
    let made = slot.get_or_try_init(py, || PLACE.make(py, spot(placement)).map(Bound::unbind))?;
    Ok(made.bind(py))
}

pub(crate) fn event(py: Python<'_>, event: Event) -> PyResult<Object<'_>> {
    match event {
        Event::PiecePlaced { color, seat, placement } => {
            let (piece, orientation, row, col) = spot(placement);
            PIECE_PLACED.make(py, (color.name(), seat, piece, orientation, row, col))
        }
        Event::Passed { color, seat } => PASSED.make(py, (color.name(), seat)),
        Event::GameOver => GAME_OVER.make(py, ()),
    }
}

pub(crate) fn score<'py>(py: Python<'py>, score: &Score) -> PyResult<Object<'py>> {
    let colors = score.colors.iter().map(|(color, one)| {
        COLOR_SCORE.make(py, (color.name(), one.pieces_left, one.squares_left, one.score))
    });
    let (mut seats, mut teams) = (Vec::new(), Vec::new());
    for one in &score.sides {
        let colors = PyTuple::new(py, one.colors.iter().map(|color| color.name()))?;
        match one.side {
            Side::Seat(seat) => seats.push(SEAT_SCORE.make(py, (seat, colors, one.score))?),
            Side::Team(letter) => {
                // A team's two seats are those of its two colours, which are numbered from 1.
                let members = PyTuple::new(py, one.colors.iter().map(|&color| color as usize + 1))?;
                teams.push(TEAM_SCORE.make(py, (letter, members, colors, one.score))?);
            }
        }
    }
    let winners = score.winners().map(|side| match side {
        Side::Seat(seat) => Ok(seat.into_pyobject(py)?.into_any()),
        Side::Team(letter) => Ok(letter.into_pyobject(py)?.into_any()),
    });
    SCORE.make(
        py,
        (
            score.scoring.name(),
            score.is_final,
            tuple(py, colors)?,
            PyTuple::new(py, seats)?,
            PyTuple::new(py, teams)?,
            tuple(py, winners)?,
        ),
    )
}

/// The last piece that each colour placed.
pub(crate) fn last_placed<'py>(py: Python<'py>, state: &State) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (color, piece) in state.last_placed().iter() {
        dict.set_item(color.name(), piece.map(Piece::name))?;
    }
    Ok(dict)
}

/// A state in its JSON form.
pub(crate) fn state<'py>(py: Python<'py>, state: &State) -> PyResult<Bound<'py, PyDict>> {
    let placements = state.placements().iter().map(|&(color, placement)| {
        let (piece, orientation, row, col) = spot(placement);
        let dict = PyDict::new(py);
        dict.set_item(intern!(py, "color"), color.name())?;
        dict.set_item(intern!(py, "piece"), piece)?;
        dict.set_item(intern!(py, "orientation"), orientation)?;
        dict.set_item(intern!(py, "row"), row)?;
        dict.set_item(intern!(py, "col"), col)?;
        Ok(dict)
    });
    let turn = PyDict::new(py);
    turn.set_item("color", state.to_move().map(Color::name))?;
    turn.set_item("phase", state.phase().name())?;
    let dict = PyDict::new(py);
    dict.set_item("rules", rules(py, state.rules())?.call_method0("to_dict")?)?;
    dict.set_item("placements", PyList::new(py, placements.collect::<PyResult<Vec<_>>>()?)?)?;
    dict.set_item("turn", turn)?;
    dict.set_item("last_placed", last_placed(py, state)?)?;
    dict.set_item("shared_turns", state.shared_turns())?;
    Ok(dict)
}
