//! Reading untrusted data: the type of a value, its JSON pointer, and what is wrong with it.
//!
//! The engine does not depend on the source of the data, such as JSON text or Python objects: a
//! source implements [`Node`].

use std::str::FromStr;

use crate::name::UnknownName;
use crate::problem::{Code, Problem, Problems};

/// An untrusted value.
pub trait Node: Sized {
    /// Its type, and the value if it is simple.
    fn kind(&self) -> Kind<'_>;

    /// Calls `visit` with each item of a list.
    fn items(&self, visit: &mut dyn FnMut(usize, Self));

    /// Calls `visit` with each field of a map and its name, in order; a name that is not a string is none.
    fn fields(&self, visit: &mut dyn FnMut(Option<&str>, Self));
}

/// The type of a value, and the value if it is simple.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind<'a> {
    /// No value.
    Null,
    /// True or false.
    Bool(bool),
    /// An integer, also if it is written with a fraction of zero; see [`Kind::float`].
    Int(i64),
    /// An integer that does not fit into 64 bits.
    HugeInt,
    /// A string.
    Text(&'a str),
    /// A list and its length.
    List(usize),
    /// A map from names to values.
    Map,
    /// Anything else: a number with a fraction, an unknown object, a string that is not Unicode.
    Other,
}

impl Kind<'_> {
    /// A floating-point number: an integer if it has no fraction, so that `2.0` is 2.
    #[must_use]
    pub fn float(number: f64) -> Self {
        /// 2^63, the first integer that does not fit.
        const LIMIT: f64 = 9_223_372_036_854_775_808.0;
        if !number.is_finite() || number.fract() != 0.0 {
            Self::Other
        } else if (-LIMIT..LIMIT).contains(&number) {
            Self::Int(number as i64)
        } else {
            Self::HugeInt
        }
    }
}

/// The position of a value, as a chain up to the root. The pointer is built only if it is needed.
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

    /// The JSON pointer. Names are cut after 40 characters, because a client may have chosen them.
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

/// Fields that belong together in a document, for hints about a misplaced field.
pub(crate) struct Section {
    /// The part of the message about a misplaced field, such as `belongs in rules; `.
    pub(crate) hint: &'static str,
    pub(crate) fields: &'static [&'static str],
}

/// Reads values and collects what is wrong with them.
#[derive(Default)]
pub(crate) struct Reader {
    pub(crate) problems: Problems,
    /// The sections of the document that is read.
    pub(crate) sections: &'static [Section],
    /// Whether the document is a view of a state.
    pub(crate) is_view: bool,
}

impl Reader {
    pub(crate) fn problem(&mut self, code: Code, path: &Path, message: impl Into<String>) {
        self.problems.add(Problem::new(code, path.pointer(), message));
    }

    fn wrong_type(&mut self, path: &Path, expected: &str) {
        self.problem(Code::WrongType, path, format!("must be {expected}"));
    }

    /// The named fields of a map, in the order of `names`; null is the same as absent. Unknown fields
    /// are reported, with the section they belong in if they are known elsewhere in the document.
    pub(crate) fn fields<N: Node, const COUNT: usize>(
        &mut self,
        node: &N,
        path: &Path,
        names: [&str; COUNT],
    ) -> Option<[Option<N>; COUNT]> {
        self.fields_unless(node, path, names, |_, _| false)
    }

    /// The same, but unknown fields that `is_ignored` accepts are not reported.
    pub(crate) fn fields_unless<N: Node, const COUNT: usize>(
        &mut self,
        node: &N,
        path: &Path,
        names: [&str; COUNT],
        is_ignored: impl Fn(&str, &N) -> bool,
    ) -> Option<[Option<N>; COUNT]> {
        if node.kind() != Kind::Map {
            self.wrong_type(path, "an object");
            return None;
        }
        let mut values = [const { None }; COUNT];
        // Fields usually come in the order of `names`: the search begins where the last one ended.
        let mut next = 0;
        node.fields(&mut |name, value| match name {
            None => self.wrong_type(path, "an object with string keys"),
            Some(_) if value.kind() == Kind::Null => {}
            Some(name) => {
                if let Some(index) = (next..COUNT).chain(0..next).find(|&at| names[at] == name) {
                    values[index] = Some(value);
                    next = index + 1;
                } else if !is_ignored(name, &value) {
                    self.unknown_field(&path.field(name), name, &names);
                }
            }
        });
        Some(values)
    }

    fn unknown_field(&mut self, path: &Path, name: &str, known: &[&str]) {
        let is_home = |section: &&Section| section.fields.contains(&name);
        let home = self.sections.iter().find(is_home).map_or("", |section| section.hint);
        let message = format!("unknown field; {home}known fields: {}", known.join(", "));
        self.problem(Code::UnknownField, path, message);
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

    /// The length of a list; a value that is not a list is reported.
    pub(crate) fn list<N: Node>(&mut self, node: &N, path: &Path) -> Option<usize> {
        if let Kind::List(len) = node.kind() {
            return Some(len);
        }
        self.wrong_type(path, "a list");
        None
    }
}
