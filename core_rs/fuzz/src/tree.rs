//! Untrusted data as a tree.

use cornerwise::data::{Kind, Node};
use serde_json::Value;

use crate::input::Input;

/// An untrusted value. It can express more than JSON: keys that are not strings, duplicate keys,
/// integers that do not fit, unknown objects.
#[derive(Clone, Debug)]
pub(crate) enum Tree {
    Null,
    Bool(bool),
    Int(i64),
    Huge,
    Text(String),
    List(Vec<Tree>),
    Map(Vec<(Option<String>, Tree)>),
    Other,
}

impl From<Value> for Tree {
    fn from(value: Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(value),
            Value::Number(number) => match (number.as_i64(), number.is_f64(), number.as_f64()) {
                (Some(number), ..) => Self::Int(number),
                (None, true, Some(number)) => match Kind::float(number) {
                    Kind::Int(number) => Self::Int(number),
                    Kind::HugeInt => Self::Huge,
                    _ => Self::Other,
                },
                _ => Self::Huge,
            },
            Value::String(text) => Self::Text(text),
            Value::Array(items) => Self::List(items.into_iter().map(Self::from).collect()),
            Value::Object(fields) => {
                let field = |(name, value)| (Some(name), Self::from(value));
                Self::Map(fields.into_iter().map(field).collect())
            }
        }
    }
}

impl Node for &Tree {
    fn kind(&self) -> Kind<'_> {
        match self {
            Tree::Null => Kind::Null,
            Tree::Bool(value) => Kind::Bool(*value),
            Tree::Int(number) => Kind::Int(*number),
            Tree::Huge => Kind::HugeInt,
            Tree::Text(text) => Kind::Text(text),
            Tree::List(items) => Kind::List(items.len()),
            Tree::Map(_) => Kind::Map,
            Tree::Other => Kind::Other,
        }
    }

    fn items(&self, visit: &mut dyn FnMut(usize, Self)) {
        if let Tree::List(items) = self {
            for (index, item) in items.iter().enumerate() {
                visit(index, item);
            }
        }
    }

    fn fields(&self, visit: &mut dyn FnMut(Option<&str>, Self)) {
        if let Tree::Map(fields) = self {
            for (name, value) in fields {
                visit(name.as_deref(), value);
            }
        }
    }
}

const TEXTS: [&str; 24] = [
    "blue",
    "green",
    "I1",
    "X5",
    "classic",
    "shuffle",
    "place",
    "over",
    "play_card",
    "choose_card",
    "choose_piece",
    "warp_to",
    "opening",
    "wild",
    "draw_two",
    "double_play",
    "recycle",
    "any",
    "fixed",
    "advanced",
    "clockwise",
    "",
    "Q9",
    "\u{e9}",
];
const NAMES: [&str; 20] = [
    "rules",
    "placements",
    "turn",
    "decks",
    "last_placed",
    "shared_turns",
    "direction",
    "color",
    "piece",
    "cells",
    "row",
    "orientation",
    "type",
    "card",
    "first",
    "deck",
    "hand",
    "blue",
    "a/b~",
    "",
];
const NUMBERS: [i64; 12] = [
    0,
    1,
    -1,
    19,
    20,
    84,
    400,
    i32::MAX as i64,
    i32::MAX as i64 + 1,
    i32::MIN as i64 - 1,
    i64::MAX,
    i64::MIN,
];

impl Tree {
    /// Any value, rarely a nested one.
    fn any(input: &mut Input, depth: usize) -> Self {
        match input.below(if depth == 0 { 9 } else { 13 }) {
            0 => Self::Null,
            1 => Self::Bool(input.below(2) == 1),
            2 => Self::Int(input.below(21) as i64),
            3 => Self::Int(input.one_of(&NUMBERS)),
            4 => Self::Huge,
            5 | 6 => Self::Text(input.one_of(&TEXTS).to_owned()),
            7 => Self::Text(input.one_of(&NAMES).repeat(50)),
            8 => Self::Other,
            9 | 10 => {
                Self::List((0..input.below(4)).map(|_| Self::any(input, depth - 1)).collect())
            }
            _ => {
                let mut field = |_| (name(input), Self::any(input, depth - 1));
                Self::Map((0..2).map(&mut field).collect())
            }
        }
    }

    /// Replaces, removes, duplicates, renames or adds something somewhere in the tree.
    pub(crate) fn mutate(&mut self, input: &mut Input) {
        let go_down = input.below(4) > 0;
        match self {
            Self::List(items) if !items.is_empty() => {
                let at = input.below(items.len());
                if go_down {
                    return items[at].mutate(input);
                }
                match input.below(5) {
                    0 => items[at] = Self::any(input, 2),
                    1 => drop(items.remove(at)),
                    2 => items.push(items[at].clone()),
                    3 => items.push(Self::any(input, 2)),
                    _ => *items = vec![items[at].clone(); input.one_of(&[2, 85, 121, 401])],
                }
            }
            Self::Map(fields) if !fields.is_empty() => {
                let at = input.below(fields.len());
                if go_down {
                    return fields[at].1.mutate(input);
                }
                match input.below(5) {
                    0 => fields[at].1 = Self::any(input, 2),
                    1 => drop(fields.remove(at)),
                    2 => fields.push((fields[at].0.clone(), Self::any(input, 1))),
                    3 => fields[at].0 = name(input),
                    _ => fields.push((name(input), Self::any(input, 2))),
                }
            }
            one => *one = Self::any(input, 2),
        }
    }
}

fn name(input: &mut Input) -> Option<String> {
    (!input.rarely(8)).then(|| input.one_of(&NAMES).to_owned())
}
