//! The JSON form of a state as plain Python data; the engine's `document` module defines its fields.

use cornerwise::document::{Container, Scalar, Sink, write_state};
use cornerwise::state::State;
use cornerwise::view::Visibility;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString};

/// What a viewer may see of a state, or all of it.
pub(crate) fn state<'py>(
    py: Python<'py>,
    state: &State,
    viewer: Option<&Visibility>,
) -> PyResult<Bound<'py, PyDict>> {
    let mut sink = PythonSink { py, open: Vec::new(), built: None };
    write_state(state, viewer, &mut sink)?;
    Ok(sink.built.map_or_else(|| Ok(PyDict::new(py)), Bound::cast_into)?)
}

/// Builds dicts and lists.
struct PythonSink<'py> {
    py: Python<'py>,
    /// The dicts and lists that have not ended, the innermost last.
    open: Vec<Open<'py>>,
    /// The outermost one, when it has ended.
    built: Option<Bound<'py, PyAny>>,
}

enum Open<'py> {
    Dict(Bound<'py, PyDict>, Option<Bound<'py, PyString>>),
    List(Bound<'py, PyList>),
}

impl<'py> PythonSink<'py> {
    fn add(&mut self, value: Bound<'py, PyAny>) -> PyResult<()> {
        match self.open.last_mut() {
            Some(Open::Dict(dict, name)) => {
                name.take().map_or(Ok(()), |name| dict.set_item(name, value))
            }
            Some(Open::List(list)) => list.append(value),
            None => {
                self.built = Some(value);
                Ok(())
            }
        }
    }
}

impl Sink for PythonSink<'_> {
    type Error = PyErr;

    fn begin(&mut self, container: Container) -> PyResult<()> {
        self.open.push(match container {
            Container::Object => Open::Dict(PyDict::new(self.py), None),
            Container::Array => Open::List(PyList::empty(self.py)),
        });
        Ok(())
    }

    fn end(&mut self) -> PyResult<()> {
        match self.open.pop() {
            Some(Open::Dict(dict, _)) => self.add(dict.into_any()),
            Some(Open::List(list)) => self.add(list.into_any()),
            None => Ok(()),
        }
    }

    fn name(&mut self, name: &'static str) -> PyResult<()> {
        if let Some(Open::Dict(_, next)) = self.open.last_mut() {
            *next = Some(PyString::intern(self.py, name));
        }
        Ok(())
    }

    fn value(&mut self, value: Scalar) -> PyResult<()> {
        let py = self.py;
        self.add(match value {
            Scalar::Null => py.None().into_bound(py),
            Scalar::Bool(value) => PyBool::new(py, value).to_owned().into_any(),
            Scalar::Number(number) => number.into_pyobject(py)?.into_any(),
            Scalar::Text(text) => PyString::intern(py, text).into_any(),
        })
    }
}
