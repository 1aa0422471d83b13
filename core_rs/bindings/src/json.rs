//! Strict JSON as a flat list of entries: the form in which the engine reads request bodies.
//!
//! A document of a million values is two allocations, not a million objects, so the memory of a body
//! is bounded before any Python object exists. Texts without escapes are ranges of the body.
//!
//! `json_parser` makes the entries.

use cornerwise::data::{Kind, Node};
use pyo3::pybacked::PyBackedBytes;

use crate::json_parser::parse;

/// A value or a name. Containers are followed by their content; in a map each name precedes its
/// value. `end` is the index after the content.
#[derive(Clone, Copy)]
pub(crate) enum Entry {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    /// A range of the body.
    Text(u32, u32),
    /// A range of the texts that had escapes.
    Unescaped(u32, u32),
    List {
        len: u32,
        end: u32,
    },
    Map {
        len: u32,
        end: u32,
    },
}

/// A parsed body.
pub(crate) struct Document {
    body: PyBackedBytes,
    parsed: Parsed,
}

/// The entries of a document, and the texts that are not ranges of the body.
pub(crate) struct Parsed {
    pub(crate) entries: Vec<Entry>,
    pub(crate) unescaped: String,
}

/// What is wrong with a body, and where.
pub(crate) struct JsonError {
    pub(crate) message: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
    /// Whether the body is JSON, but too much of it.
    pub(crate) is_too_large: bool,
}

/// The limits of a document.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) values: usize,
    pub(crate) depth: usize,
}

impl Document {
    pub(crate) fn parse(body: PyBackedBytes, limits: Limits) -> Result<Self, JsonError> {
        let parsed = parse(&body, limits)?;
        Ok(Self { body, parsed })
    }

    pub(crate) fn root(&self) -> JsonNode<'_> {
        JsonNode { document: self, index: 0 }
    }

    pub(crate) fn node(&self, index: usize) -> JsonNode<'_> {
        JsonNode { document: self, index }
    }

    #[inline]
    fn text(&self, index: usize) -> Option<&str> {
        match self.parsed.entries[index] {
            Entry::Text(start, end) => {
                let text = &self.body[start as usize..end as usize];
                // SAFETY: the whole body was checked to be UTF-8 before it was parsed, it cannot
                // change, and a text begins and ends at a quote, between two characters.
                // Checking each text again takes 7 % of the time to load a state.
                Some(unsafe { std::str::from_utf8_unchecked(text) })
            }
            Entry::Unescaped(start, end) => {
                Some(&self.parsed.unescaped[start as usize..end as usize])
            }
            _ => None,
        }
    }

    /// The index after a value and its content.
    fn after(&self, index: usize) -> usize {
        match self.parsed.entries[index] {
            Entry::List { end, .. } | Entry::Map { end, .. } => end as usize,
            _ => index + 1,
        }
    }
}

/// A value of a document.
#[derive(Clone, Copy)]
pub(crate) struct JsonNode<'a> {
    document: &'a Document,
    index: usize,
}

impl<'a> JsonNode<'a> {
    pub(crate) fn entry(self) -> Entry {
        self.document.parsed.entries[self.index]
    }

    pub(crate) fn index(self) -> usize {
        self.index
    }

    pub(crate) fn is_container(self) -> bool {
        matches!(self.entry(), Entry::List { .. } | Entry::Map { .. })
    }

    /// How many values and names it consists of, itself included.
    pub(crate) fn size(self) -> usize {
        self.document.after(self.index) - self.index
    }

    #[inline]
    pub(crate) fn text(self) -> &'a str {
        self.document.text(self.index).unwrap_or_default()
    }

    pub(crate) fn list_items(self) -> impl Iterator<Item = JsonNode<'a>> {
        let len = match self.entry() {
            Entry::List { len, .. } => len,
            _ => 0,
        };
        let mut next = self.index + 1;
        (0..len).map(move |_| {
            let item = self.document.node(next);
            next = self.document.after(next);
            item
        })
    }

    pub(crate) fn map_fields(self) -> impl Iterator<Item = (&'a str, JsonNode<'a>)> {
        let len = match self.entry() {
            Entry::Map { len, .. } => len,
            _ => 0,
        };
        let mut next = self.index + 1;
        (0..len).map(move |_| {
            let (name, value) = (self.document.node(next), self.document.node(next + 1));
            next = self.document.after(next + 1);
            (name.text(), value)
        })
    }
}

impl Node for JsonNode<'_> {
    fn kind(&self) -> Kind<'_> {
        match self.entry() {
            Entry::Null => Kind::Null,
            Entry::Bool(value) => Kind::Bool(value),
            Entry::Int(number) => Kind::Int(number),
            Entry::Float(number) => float_kind(number),
            Entry::Text(..) | Entry::Unescaped(..) => Kind::Text(self.text()),
            Entry::List { len, .. } => Kind::List(len as usize),
            Entry::Map { .. } => Kind::Map,
        }
    }

    fn items(&self, visit: &mut dyn FnMut(usize, Self)) {
        self.list_items().enumerate().for_each(|(index, item)| visit(index, item));
    }

    fn fields(&self, visit: &mut dyn FnMut(Option<&str>, Self)) {
        self.map_fields().for_each(|(name, value)| visit(Some(name), value));
    }
}

/// What a number with a fraction or an exponent is to the engine: 2.0 is the integer 2.
pub(crate) fn float_kind<'a>(number: f64) -> Kind<'a> {
    // The limits of i64 are powers of two and therefore exact; above them all floats are integers.
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if number.fract() != 0.0 || !number.is_finite() {
        Kind::Other
    } else if (-LIMIT..LIMIT).contains(&number) {
        Kind::Int(number as i64)
    } else {
        Kind::HugeInt
    }
}
