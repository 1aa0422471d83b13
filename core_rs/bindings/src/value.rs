//! Python objects as the engine's untrusted data.

use cornerwise::data::{Kind, Node};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

/// An untrusted Python object. Only plain data is read: dict, list, tuple, str, int, float, bool and
/// None, and their subclasses. No code of the object's class is executed.
pub(crate) struct Value<'py>(pub(crate) Bound<'py, PyAny>);

impl Node for Value<'_> {
    fn kind(&self) -> Kind<'_> {
        let object = &self.0;
        if let Ok(text) = object.cast::<PyString>() {
            // A string with lone surrogates has no UTF-8 form.
            text.to_str().map_or(Kind::Other, Kind::Text)
        } else if let Ok(value) = object.cast::<PyBool>() {
            // Before int, of which bool is a subclass.
            Kind::Bool(value.is_true())
        } else if let Ok(number) = object.cast::<PyInt>() {
            number.extract().map_or(Kind::HugeInt, Kind::Int)
        } else if object.is_instance_of::<PyDict>() {
            Kind::Map
        } else if let Ok(list) = object.cast::<PyList>() {
            Kind::List(list.len())
        } else if let Ok(tuple) = object.cast::<PyTuple>() {
            Kind::List(tuple.len())
        } else if object.is_none() {
            Kind::Null
        } else if let Ok(number) = object.cast::<PyFloat>() {
            Kind::float(number.value())
        } else {
            Kind::Other
        }
    }

    fn items(&self, visit: &mut dyn FnMut(usize, Self)) {
        if let Ok(list) = self.0.cast::<PyList>() {
            list.iter().enumerate().for_each(|(index, item)| visit(index, Self(item)));
        } else if let Ok(tuple) = self.0.cast::<PyTuple>() {
            tuple.iter().enumerate().for_each(|(index, item)| visit(index, Self(item)));
        }
    }

    fn fields(&self, visit: &mut dyn FnMut(Option<&str>, Self)) {
        if let Ok(dict) = self.0.cast::<PyDict>() {
            for (name, value) in dict.iter() {
                let name = name.cast::<PyString>().ok().and_then(|name| name.to_str().ok());
                visit(name, Self(value));
            }
        }
    }
}
