//! What a client sends, JSON or a query, read into a type. A problem names the field and says what would be right.

use std::fmt;
use std::str::FromStr;

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Error, Expected, IntoDeserializer, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, forward_to_deserialize_any};
use serde_json::Value;

use super::problem::{Kind, Problem};
use crate::brief::clean::sentence;

/// What a client sent. An object may have a field twice, so that this can be refused.
pub(super) enum Sent {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    Text(String),
    /// A value of a query, which may stand for a number or a boolean.
    Word(String),
    Array(Vec<Sent>),
    Object(Vec<(String, Sent)>),
}

/// Why what a client sent is not a value of the type. As text it is the detail of the problem.
#[derive(Debug, thiserror::Error)]
pub(super) enum Wrong {
    #[error("Missing field.")]
    Missing(&'static str),
    #[error("Duplicate field.")]
    Duplicate(&'static str),
    #[error("Unknown field. The known fields are {}.", listed(.1))]
    Unknown(String, &'static [&'static str]),
    #[error("Expected one of {}.", listed(.0))]
    NoVariant(&'static [&'static str]),
    #[error("Expected {0}.")]
    Not(String),
    /// The sentence of a type of ours.
    #[error("{0}")]
    Refused(String),
}

type Result<T, E = Wrong> = std::result::Result<T, E>;

fn listed(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn start_of(text: &str, max: usize) -> String {
    text.chars().filter(|c| !c.is_control()).take(max).collect()
}

impl Error for Wrong {
    fn custom<T: fmt::Display>(why: T) -> Wrong {
        Wrong::Refused(sentence(&start_of(&why.to_string(), 120)))
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Wrong {
        Wrong::Not(expected.to_string())
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Wrong {
        Wrong::Not(expected.to_string())
    }

    fn unknown_variant(_: &str, variants: &'static [&'static str]) -> Wrong {
        Wrong::NoVariant(variants)
    }

    fn unknown_field(name: &str, known: &'static [&'static str]) -> Wrong {
        Wrong::Unknown(name.to_owned(), known)
    }

    fn missing_field(name: &'static str) -> Wrong {
        Wrong::Missing(name)
    }

    fn duplicate_field(name: &'static str) -> Wrong {
        Wrong::Duplicate(name)
    }
}

impl Sent {
    /// Reads a type from it.
    pub(super) fn read<T: DeserializeOwned>(self) -> Result<T, Problem> {
        serde_path_to_error::deserialize(self).map_err(|error| {
            let path = match error.path().to_string() {
                root if root == "." => String::new(),
                path => path,
            };
            let inside = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
            let field = match error.inner() {
                // The path ends in the field, unless serde had read it before, as in an enum with a tag.
                Wrong::Unknown(name, _) if path == *name || path.ends_with(&format!(".{name}")) => path,
                Wrong::Missing(name) | Wrong::Duplicate(name) => inside(name),
                Wrong::Unknown(name, _) => inside(name),
                Wrong::NoVariant(_) | Wrong::Not(_) | Wrong::Refused(_) => path,
            };
            let problem = Problem::new(Kind::BAD_FIELD, error.inner().to_string());
            if field.is_empty() { problem } else { problem.with("field", start_of(&field, 80)) }
        })
    }

    fn leaf<T: DeserializeOwned + FromStr>(self, expected: &str) -> Result<T> {
        let leaf = match self {
            Sent::Bool(is) => T::deserialize(Value::from(is)).ok(),
            Sent::Unsigned(number) => T::deserialize(Value::from(number)).ok(),
            Sent::Signed(number) => T::deserialize(Value::from(number)).ok(),
            Sent::Float(number) => T::deserialize(Value::from(number)).ok(),
            Sent::Text(text) => T::deserialize(Value::from(text)).ok(),
            Sent::Word(word) => word.parse().ok(),
            Sent::Null | Sent::Array(_) | Sent::Object(_) => None,
        };
        leaf.ok_or_else(|| Wrong::Not(expected.to_owned()))
    }
}

macro_rules! leaves {
    ($($method:ident $visit:ident $expected:literal;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            visitor.$visit(self.leaf($expected)?)
        }
    )*};
}

/// The methods know what the reader expects: the words of serde for that are types of Rust.
impl<'de> Deserializer<'de> for Sent {
    type Error = Wrong;

    leaves! {
        deserialize_bool visit_bool "true or false";
        deserialize_u8 visit_u8 "a whole number from 0 to 255";
        deserialize_u16 visit_u16 "a whole number from 0 to 65535";
        deserialize_u32 visit_u32 "a whole number, 0 or more";
        deserialize_u64 visit_u64 "a whole number, 0 or more";
        deserialize_str visit_string "a string";
        deserialize_string visit_string "a string";
        deserialize_identifier visit_string "a string";
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self {
            Sent::Null => visitor.visit_unit(),
            Sent::Bool(is) => visitor.visit_bool(is),
            Sent::Unsigned(number) => visitor.visit_u64(number),
            Sent::Signed(number) => visitor.visit_i64(number),
            Sent::Float(number) => visitor.visit_f64(number),
            Sent::Text(text) | Sent::Word(text) => visitor.visit_string(text),
            Sent::Array(items) => visitor.visit_seq(SeqDeserializer::new(items.into_iter())),
            Sent::Object(fields) => visitor.visit_map(MapDeserializer::new(fields.into_iter())),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if let Sent::Null = self { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let word: String = self.leaf("").map_err(|_| Wrong::NoVariant(variants))?;
        visitor.visit_enum(word.into_deserializer())
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if let Sent::Array(_) = self { self.deserialize_any(visitor) } else { Err(Wrong::Not("an array".to_owned())) }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if let Sent::Object(_) = self { self.deserialize_any(visitor) } else { Err(Wrong::Not("an object".to_owned())) }
    }

    /// Refuses an array: serde would take its items for the fields in order.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_map(visitor)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u128 f32 f64 char bytes byte_buf unit unit_struct newtype_struct tuple tuple_struct ignored_any
    }
}

impl IntoDeserializer<'_, Wrong> for Sent {
    type Deserializer = Sent;

    fn into_deserializer(self) -> Sent {
        self
    }
}

/// Reads any JSON.
struct Json;

macro_rules! visit_leaves {
    ($($visit:ident $type:ty, $variant:ident;)*) => {$(
        fn $visit<E>(self, leaf: $type) -> Result<Sent, E> {
            Ok(Sent::$variant(leaf.into()))
        }
    )*};
}

impl<'de> Visitor<'de> for Json {
    type Value = Sent;

    visit_leaves! {
        visit_bool bool, Bool;
        visit_u64 u64, Unsigned;
        visit_i64 i64, Signed;
        visit_f64 f64, Float;
        visit_str &str, Text;
    }

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Sent, E> {
        Ok(Sent::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sent: A) -> Result<Sent, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = sent.next_element()? {
            items.push(item);
        }
        Ok(Sent::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut sent: A) -> Result<Sent, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = sent.next_entry()? {
            fields.push(field);
        }
        Ok(Sent::Object(fields))
    }
}

impl<'de> Deserialize<'de> for Sent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Sent, D::Error> {
        deserializer.deserialize_any(Json)
    }
}
