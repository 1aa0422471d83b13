//! Request bodies: parsed documents, the Python values made of them, and the handles for the parts
//! that only the engine reads.

use std::sync::Arc;

use cornerwise::data::{Kind, Node};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBool, PyDict, PyFloat, PyList, PyString};

use crate::convert::Class;
use crate::json::{Document, Entry, JsonError, JsonNode, Limits};
use crate::value::Value;

static INVALID_JSON: Class = Class::new("cornerwise.strict_json", "InvalidJsonError");

/// The size from which a body is parsed without the interpreter lock.
const LARGE: usize = 64 * 1024;

/// A part of a parsed body, which the engine reads without making Python objects of it.
#[pyclass(frozen, module = "cornerwise._core")]
pub(crate) struct JsonValue {
    document: Arc<Document>,
    index: usize,
}

#[pymethods]
impl JsonValue {
    /// Returns it as dicts, lists, strings, numbers, bools and None; objects and lists that are the
    /// value of one of `opaque_keys` in it stay handles.
    #[pyo3(signature = (opaque_keys=Vec::new()))]
    fn to_python<'py>(
        &self,
        py: Python<'py>,
        opaque_keys: Vec<String>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let opaque = Opaque { names: opaque_keys, document: &self.document };
        opaque.object(py, self.node(), |value| to_python(py, value))
    }
}

impl JsonValue {
    pub(crate) fn node(&self) -> JsonNode<'_> {
        self.document.node(self.index)
    }
}

/// Parses a body; see `cornerwise.engine`.
pub(crate) fn parse(
    py: Python<'_>,
    body: PyBackedBytes,
    limits: Limits,
    opaque: Vec<String>,
    max_plain: usize,
) -> PyResult<Bound<'_, PyAny>> {
    let document = if body.len() < LARGE {
        Document::parse(body, limits)
    } else {
        py.detach(|| Document::parse(body, limits))
    };
    let document = Arc::new(document.map_err(|error| invalid_json(py, &error))?);
    let opaque = Opaque { names: opaque, document: &document };
    if opaque.plain_size() > max_plain {
        let message =
            format!("more than {max_plain} values outside of {}", opaque.names.join(", "));
        let error = JsonError { message, line: 1, column: 1, is_too_large: true };
        return Err(invalid_json(py, &error));
    }
    opaque.body(py)
}

fn invalid_json(py: Python<'_>, error: &JsonError) -> PyErr {
    let JsonError { ref message, line, column, is_too_large } = *error;
    match INVALID_JSON.make(py, (message, line, column, is_too_large)) {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// Which parts of a document become handles: containers with these names in the root object, and in
/// the objects of its lists. Empty ones do not, so that an empty list can be seen without reading.
struct Opaque<'a> {
    names: Vec<String>,
    document: &'a Arc<Document>,
}

impl Opaque<'_> {
    fn is_opaque(&self, name: &str, value: JsonNode<'_>) -> bool {
        value.is_container() && value.size() > 1 && self.names.iter().any(|opaque| opaque == name)
    }

    /// The number of values and names that become Python objects.
    fn plain_size(&self) -> usize {
        let hidden = |value: JsonNode<'_>| {
            let fields = value.map_fields().filter(|&(name, value)| self.is_opaque(name, value));
            fields.map(|(_, value)| value.size() - 1).sum::<usize>()
        };
        let root = self.document.root();
        let lists = root.map_fields().filter(|&(name, value)| !self.is_opaque(name, value));
        let in_lists: usize = lists.flat_map(|(_, value)| value.list_items().map(hidden)).sum();
        root.size() - hidden(root) - in_lists
    }

    fn body<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let root = self.document.root();
        self.object(py, root, |value| match value.entry() {
            Entry::List { .. } => {
                let items = value
                    .list_items()
                    .map(|item| self.object(py, item, |inner| to_python(py, inner)));
                Ok(PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any())
            }
            _ => to_python(py, value),
        })
    }

    /// A value; if it is an object, its opaque fields are handles, and `convert` makes the others.
    fn object<'py>(
        &self,
        py: Python<'py>,
        value: JsonNode<'_>,
        convert: impl Fn(JsonNode<'_>) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if !matches!(value.entry(), Entry::Map { .. }) {
            return to_python(py, value);
        }
        let dict = PyDict::new(py);
        for (name, field) in value.map_fields() {
            if self.is_opaque(name, field) {
                let document = Arc::clone(self.document);
                dict.set_item(name, Bound::new(py, JsonValue { document, index: field.index() })?)?;
            } else {
                dict.set_item(name, convert(field)?)?;
            }
        }
        Ok(dict.into_any())
    }
}

/// The depth of a document is limited, and so is that of the calls.
fn to_python<'py>(py: Python<'py>, value: JsonNode<'_>) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value.entry() {
        Entry::Null => py.None().into_bound(py),
        Entry::Bool(value) => PyBool::new(py, value).to_owned().into_any(),
        Entry::Int(number) => number.into_pyobject(py)?.into_any(),
        Entry::Float(number) => PyFloat::new(py, number).into_any(),
        Entry::Text(..) | Entry::Unescaped(..) => PyString::new(py, value.text()).into_any(),
        Entry::List { .. } => {
            let items = value.list_items().map(|item| to_python(py, item));
            PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
        Entry::Map { .. } => {
            let dict = PyDict::new(py);
            for (name, field) in value.map_fields() {
                dict.set_item(name, to_python(py, field)?)?;
            }
            dict.into_any()
        }
    })
}

/// Untrusted data from Python: plain objects, or a part of a parsed body.
pub(crate) enum Input<'a, 'py> {
    Python(Value<'py>),
    Json(JsonNode<'a>),
}

impl<'a, 'py> Input<'a, 'py> {
    pub(crate) fn new(given: &'a Bound<'py, PyAny>) -> Self {
        match given.cast::<JsonValue>() {
            Ok(value) => Self::Json(value.get().node()),
            Err(_) => Self::Python(Value(given.clone())),
        }
    }
}

impl Node for Input<'_, '_> {
    fn kind(&self) -> Kind<'_> {
        match self {
            Self::Python(value) => value.kind(),
            Self::Json(value) => value.kind(),
        }
    }

    fn items(&self, visit: &mut dyn FnMut(usize, Self)) {
        match self {
            Self::Python(value) => {
                value.items(&mut |index, item| visit(index, Self::Python(item)));
            }
            Self::Json(value) => value.items(&mut |index, item| visit(index, Self::Json(item))),
        }
    }

    fn fields(&self, visit: &mut dyn FnMut(Option<&str>, Self)) {
        match self {
            Self::Python(value) => {
                value.fields(&mut |name, item| visit(name, Self::Python(item)));
            }
            Self::Json(value) => value.fields(&mut |name, item| visit(name, Self::Json(item))),
        }
    }
}
