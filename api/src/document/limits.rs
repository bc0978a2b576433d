//! The limits of numbers, texts and lists that have none of their own.

use engine::records::MAX_RECORD_BYTES;
use serde_json::{Value, json};

use super::tree::{Document, Members, Side, each};
use crate::http::extract::BODY_LIMIT;

/// The greatest whole number that every client can hold (RFC 8259, section 6).
const MAX_NUMBER: i64 = (1 << 53) - 1;

/// The maximum length of a parameter, and of a list in one: encoded, twelve bytes for a character, it has to fit into the address of a request.
const LONGEST_PARAMETER: usize = 1024;

/// The maximum length of a word, such as a kind or a name of a thing.
const LONGEST_WORD: usize = 100;

/// The limits of texts and lists of a side.
struct Limits {
    text: usize,
    items: usize,
}

const PARAMETERS: Limits = Limits { text: LONGEST_PARAMETER, items: LONGEST_PARAMETER };

impl Limits {
    /// What a request sends fits into a body, of which a list takes two bytes for each item. What an answer shows is about as much as a
    /// match, whose record has a limit; the export of an account has as many items as the account has.
    fn of(side: Side) -> Limits {
        match side {
            Side::Request => Limits { text: BODY_LIMIT, items: BODY_LIMIT / 2 },
            Side::Answer => Limits { text: MAX_RECORD_BYTES, items: MAX_RECORD_BYTES },
        }
    }

    /// Sets what a schema lacks.
    fn set(&self, schema: &mut Members) {
        let is = |name: &str| match schema.get("type") {
            Some(Value::String(one)) => one == name,
            Some(Value::Array(several)) => several.iter().any(|one| one == name),
            _ => false,
        };
        let is_wide = schema.get("format").is_some_and(|format| format == "int64");
        let (is_number, is_text, is_list) = (is("integer"), is("string"), is("array"));
        let is_bound = ["format", "enum", "const"].iter().any(|name| schema.contains_key(*name));
        let is_word = schema.contains_key(super::answers::KNOWN);
        let mut set = |name: &str, limit: Value| {
            schema.entry(name).or_insert(limit);
        };
        if is_number {
            let (least, most) = if is_wide { (-MAX_NUMBER, MAX_NUMBER) } else { (i32::MIN.into(), i32::MAX.into()) };
            set("minimum", least.into());
            set("maximum", most.into());
            // Without it, some generators hold fewer digits than the limits allow.
            set("format", "int32".into());
        }
        if is_text && !is_bound {
            set("maxLength", json!(if is_word { LONGEST_WORD } else { self.text }));
        }
        if is_list {
            set("maxItems", json!(self.items));
        }
    }
}

/// Gives each schema the limits that it lacks: clients can reserve room, and programs that check requests can refuse nonsense early.
pub(super) fn set(document: &mut Document) {
    for side in [Side::Request, Side::Answer] {
        let limits = Limits::of(side);
        for name in document.schemas_read_by(side) {
            if let Some(schema) = document.components.schemas.get_mut(&name) {
                each(schema, &mut |schema| limits.set(schema));
            }
        }
        for part in document.read_by(side) {
            let limits = if part.is_array() { &PARAMETERS } else { &limits };
            each(part, &mut |schema| limits.set(schema));
        }
    }
    let answers = Limits::of(Side::Answer);
    document.components.headers.values_mut().for_each(|header| each(header, &mut |schema| answers.set(schema)));
}
