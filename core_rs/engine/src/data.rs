//! Reading untrusted data: what a value may be, where it stands, and what is wrong with it.
//!
//! The engine does not know where data comes from (JSON text, Python objects). It asks a [`Node`].

use std::str::FromStr;

use crate::name::UnknownName;
use crate::problem::{Code, Problem, Problems};

/// A value of unknown origin.
pub trait Node: Sized {
    /// What the value is.
    fn kind(&self) -> Kind<'_>;

    /// Calls `visit` with each item of a list.
    fn items(&self, visit: &mut dyn FnMut(usize, Self));

    /// Calls `visit` with each field of a map and its name, in order; a name that is no text is none.
    fn fields(&self, visit: &mut dyn FnMut(Option<&str>, Self));
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind<'a> {
    /// Nothing.
    Null,
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A whole number too large to be of use.
    HugeInt,
    /// A text.
    Text(&'a str),
    /// A list and its length.
    List(usize),
    /// A map from names to values.
    Map,
    /// Anything else: a number with a fraction, an object, text that is not Unicode.
    Other,
}

/// Where a value stands, as a chain up to the root. A pointer is written out only when needed.
#[derive(Clone, Copy)]
pub(crate) enum Path<'a> {
    Root(&'a str),
    Field(&'a Path<'a>, &'a str),
    Item(&'a Path<'a>, usize),
}

impl<'a> Path<'a> {
    pub(crate) fn field(&'a self, name: &'a str) -> Path<'a> {
        Path::Field(self, name)
    }

    pub(crate) fn item(&'a self, index: usize) -> Path<'a> {
        Path::Item(self, index)
    }

    /// The JSON pointer. A name is cut after 40 characters: it may be a stranger's.
    pub(crate) fn pointer(&self) -> String {
        match self {
            Path::Root(prefix) => (*prefix).to_owned(),
            Path::Field(parent, name) => {
                let name: String = name.chars().take(40).collect();
                format!("{}/{}", parent.pointer(), name.replace('~', "~0").replace('/', "~1"))
            }
            Path::Item(parent, index) => format!("{}/{index}", parent.pointer()),
        }
    }
}

/// Reads values and notes what is wrong with them.
#[derive(Default)]
pub(crate) struct Reader {
    pub(crate) problems: Problems,
}

impl Reader {
    pub(crate) fn problem(&mut self, code: Code, path: &Path, message: impl Into<String>) {
        self.problems.add(Problem::new(code, path.pointer(), message));
    }

    fn wrong_type(&mut self, path: &Path, expected: &str) {
        self.problem(Code::WrongType, path, format!("must be {expected}"));
    }

    /// The named fields of a map, in the order of `names`; unknown ones are problems.
    pub(crate) fn fields<N: Node, const COUNT: usize>(
        &mut self,
        node: &N,
        path: &Path,
        names: [&str; COUNT],
    ) -> Option<[Option<N>; COUNT]> {
        if node.kind() != Kind::Map {
            self.wrong_type(path, "an object");
            return None;
        }
        let mut values = [const { None }; COUNT];
        node.fields(&mut |name, value| match name {
            None => self.wrong_type(path, "an object with string keys"),
            Some(name) => {
                if let Some(index) = names.iter().position(|&known| known == name) {
                    values[index] = Some(value);
                } else {
                    let message = format!("unknown field; known fields: {}", names.join(", "));
                    self.problem(Code::UnknownField, &path.field(name), message);
                }
            }
        });
        Some(values)
    }

    pub(crate) fn missing(&mut self, path: &Path) {
        self.problem(Code::MissingField, path, "this field is required");
    }

    pub(crate) fn boolean<N: Node>(&mut self, node: &N, path: &Path) -> Option<bool> {
        if let Kind::Bool(value) = node.kind() {
            return Some(value);
        }
        self.wrong_type(path, "true or false");
        None
    }

    pub(crate) fn int<N: Node>(
        &mut self,
        node: &N,
        path: &Path,
        min: i64,
        max: i64,
    ) -> Option<i64> {
        match node.kind() {
            Kind::Int(value) if (min..=max).contains(&value) => Some(value),
            Kind::Int(_) | Kind::HugeInt => {
                self.problem(Code::OutOfRange, path, format!("must be from {min} to {max}"));
                None
            }
            _ => {
                self.wrong_type(path, "an integer");
                None
            }
        }
    }

    /// The value of a name; `code` is the problem with a name that is unknown.
    pub(crate) fn name<N: Node, T: FromStr<Err = UnknownName>>(
        &mut self,
        node: &N,
        path: &Path,
        code: Code,
    ) -> Option<T> {
        let Kind::Text(text) = node.kind() else {
            self.wrong_type(path, "a string");
            return None;
        };
        text.parse()
            .map_err(|unknown: UnknownName| self.problem(code, path, unknown.to_string()))
            .ok()
    }

    /// Whether the value is a list, and its length.
    pub(crate) fn list<N: Node>(&mut self, node: &N, path: &Path) -> Option<usize> {
        if let Kind::List(len) = node.kind() {
            return Some(len);
        }
        self.wrong_type(path, "a list");
        None
    }
}
