//! JSON values as the engine's untrusted data, for tests.

use cornerwise::data::{Kind, Node};
use serde_json::Value;

pub(crate) struct Json(pub(crate) Value);

impl Node for Json {
    fn kind(&self) -> Kind<'_> {
        match &self.0 {
            Value::Null => Kind::Null,
            Value::Bool(value) => Kind::Bool(*value),
            Value::Number(number) => match (number.as_i64(), number.is_f64(), number.as_f64()) {
                (Some(number), ..) => Kind::Int(number),
                (None, true, Some(number)) => Kind::float(number),
                _ => Kind::HugeInt,
            },
            Value::String(text) => Kind::Text(text),
            Value::Array(items) => Kind::List(items.len()),
            Value::Object(_) => Kind::Map,
        }
    }

    fn items(&self, visit: &mut dyn FnMut(usize, Self)) {
        for (index, item) in self.0.as_array().into_iter().flatten().enumerate() {
            visit(index, Self(item.clone()));
        }
    }

    fn fields(&self, visit: &mut dyn FnMut(Option<&str>, Self)) {
        for (name, value) in self.0.as_object().into_iter().flatten() {
            visit(Some(name), Self(value.clone()));
        }
    }
}
