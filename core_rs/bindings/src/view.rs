//! The Python class `View`, and arguments that can be a state or a view.

use std::hash::{DefaultHasher, Hash, Hasher};

use cornerwise::action::ActionType;
use cornerwise::document::view_json;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::convert::hidden_information;
use crate::document;
use crate::state::State;

/// A checked, immutable view of a state, in which the hidden cards are dealt in some order.
#[pyclass(frozen, module = "cornerwise._core")]
pub(crate) struct View {
    view: cornerwise::view::View,
    /// The same state as a Python object.
    state: Py<State>,
}

impl View {
    pub(crate) fn new(py: Python<'_>, view: cornerwise::view::View) -> PyResult<Self> {
        let state = Py::new(py, State(view.state().clone()))?;
        Ok(Self { view, state })
    }
}

#[pymethods]
impl View {
    #[getter]
    fn seat(&self) -> u8 {
        self.view.seat()
    }

    #[getter]
    fn state(&self, py: Python<'_>) -> Py<State> {
        self.state.clone_ref(py)
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        document::state(py, self.view.state(), Some(self.view.visibility()))
    }

    fn to_json<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, view_json(self.view.state(), self.view.visibility()).as_bytes())
    }

    fn to_text(&self) -> String {
        self.view.to_text()
    }

    fn __repr__(&self) -> String {
        let placed = self.view.state().placements().len();
        format!("<cornerwise.View: seat {}, {placed} placed>", self.view.seat())
    }

    fn __eq__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Py<PyAny>> {
        match other.cast_exact::<Self>() {
            Ok(other) => Ok((self.view == other.get().view)
                .into_pyobject(py)?
                .to_owned()
                .into_any()
                .unbind()),
            Err(_) => Ok(py.NotImplemented()),
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let state = self.view.state();
        (state.placements(), state.to_move(), self.view.visibility()).hash(&mut hasher);
        hasher.finish()
    }

    /// Unpickling loads the view like any other data, with all checks.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        let load_view = py.import("cornerwise._core")?.getattr("load_view")?;
        Ok((load_view, (self.to_dict(py)?,)))
    }
}

/// An argument that is a state or a view of one.
pub(crate) enum StateOrView<'py> {
    State(Bound<'py, State>),
    View(Bound<'py, View>),
}

impl<'py> FromPyObject<'_, 'py> for StateOrView<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(view) = given.cast::<View>() {
            return Ok(Self::View(view.to_owned()));
        }
        Ok(Self::State(given.cast::<State>()?.to_owned()))
    }
}

impl StateOrView<'_> {
    /// The state, whose hidden cards must not matter.
    pub(crate) fn state(&self) -> &cornerwise::state::State {
        match self {
            Self::State(state) => &state.get().0,
            Self::View(view) => view.get().view.state(),
        }
    }

    /// The state, if no hidden card determines the legal actions.
    pub(crate) fn for_actions(&self) -> PyResult<&cornerwise::state::State> {
        match self {
            Self::View(view) => match view.get().view.hidden() {
                Some(problem) => Err(hidden_information(view.py(), problem)),
                None => Ok(self.state()),
            },
            Self::State(_) => Ok(self.state()),
        }
    }

    /// The state, if no hidden card determines what the seat that decides would do.
    pub(crate) fn for_search(&self) -> PyResult<&cornerwise::state::State> {
        match self {
            Self::View(view) => match view.get().view.hidden_from_decision() {
                Some(problem) => Err(hidden_information(view.py(), problem)),
                None => Ok(self.state()),
            },
            Self::State(_) => Ok(self.state()),
        }
    }

    /// The state, if no hidden card determines whether an action of this type is legal.
    pub(crate) fn for_check(&self, action: ActionType) -> PyResult<&cornerwise::state::State> {
        match self {
            Self::View(view) => match view.get().view.hidden_from(action) {
                Some(problem) => Err(hidden_information(view.py(), problem)),
                None => Ok(self.state()),
            },
            Self::State(_) => Ok(self.state()),
        }
    }
}
