//! The Python class `State`.

use std::hash::{DefaultHasher, Hash, Hasher};

use cornerwise::color::Color;
use cornerwise::document::state_json;
use cornerwise::piece::Piece;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use crate::arguments::read_color;
use crate::convert;
use crate::document;
use crate::value::Value;

/// A checked, immutable position of a game.
#[pyclass(frozen, module = "cornerwise._core")]
pub(crate) struct State(pub(crate) cornerwise::state::State);

#[pymethods]
impl State {
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        convert::rules(py, self.0.rules())
    }

    #[getter]
    fn placements<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let placements = self.0.placements().iter();
        let placed =
            placements.map(|&(color, placement)| convert::placed_piece(py, color, placement));
        PyTuple::new(py, placed.collect::<PyResult<Vec<_>>>()?)
    }

    #[getter]
    fn color(&self) -> Option<&'static str> {
        self.0.to_move().map(Color::name)
    }

    #[getter]
    fn seat(&self) -> Option<u8> {
        self.0.seat()
    }

    #[getter]
    fn phase(&self) -> &'static str {
        self.0.decision().phase().name()
    }

    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        convert::turn(py, &self.0)
    }

    #[getter]
    fn direction(&self) -> &'static str {
        self.0.direction().name()
    }

    #[getter]
    fn decks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        convert::decks(py, &self.0)
    }

    #[getter]
    fn last_placed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        convert::last_placed(py, &self.0)
    }

    #[getter]
    fn shared_turns(&self) -> u32 {
        self.0.shared_turns()
    }

    fn supply<'py>(
        &self,
        py: Python<'py>,
        color: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let left = self.0.board().supply(read_color(&Value(color))?);
        PyTuple::new(py, left.iter().map(Piece::name).collect::<Vec<_>>())
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        document::state(py, &self.0, None)
    }

    fn to_json<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, state_json(&self.0).as_bytes())
    }

    fn to_text(&self) -> String {
        self.0.to_text()
    }

    /// Drawn by the package, which draws the states of both engines.
    fn to_svg<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("cornerwise.render")?.getattr("state_svg")?.call1((slf,))
    }

    /// The picture that notebooks show.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::to_svg(slf)
    }

    fn __str__(&self) -> String {
        self.0.board().to_string()
    }

    fn __repr__(&self) -> String {
        let placed = match self.0.placements().len() {
            1 => "1 piece".to_owned(),
            number => format!("{number} pieces"),
        };
        let to_move = self.0.to_move().map_or("no colour", Color::name);
        format!("<cornerwise.State: {placed} placed, {to_move} to move>")
    }

    fn __eq__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Py<PyAny>> {
        match other.cast_exact::<Self>() {
            Ok(other) => {
                Ok((self.0 == other.get().0).into_pyobject(py)?.to_owned().into_any().unbind())
            }
            Err(_) => Ok(py.NotImplemented()),
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let state = &self.0;
        (state.placements(), state.to_move(), state.decision(), state.shared_turns())
            .hash(&mut hasher);
        hasher.finish()
    }

    /// Unpickling loads the state like any other data, with all checks.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        let load_state = py.import("cornerwise._core")?.getattr("load_state")?;
        Ok((load_state, (self.to_dict(py)?,)))
    }
}
