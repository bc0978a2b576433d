//! OpenAPI schemas that cannot be derived. All others are derived where their types are.

use serde_json::json;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema, Type};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

use crate::game::{EndCondition, EndKind};
use crate::scene::{Badge, Shape};

/// A plain object: generators of clients cannot read alternatives of a word and an object.
impl PartialSchema for Shape {
    fn schema() -> RefOr<Schema> {
        let kind = ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(["disc", "pyramid", "horseshoe", "card"]))
            .description(Some(
                "A flat round piece, a pyramid from the side, the horseshoe of a neutral piece, or a card.",
            ));
        let size = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .minimum(Some(1))
            .maximum(Some(3))
            .description(Some("The size of a pyramid; absent for other shapes."));
        ObjectBuilder::new()
            .property("kind", kind)
            .required("kind")
            .property("size", size)
            .description(Some("The shape of a token."))
            .examples([json!({"kind": "pyramid", "size": 3})])
            .into()
    }
}

impl ToSchema for Shape {}

impl PartialSchema for Badge {
    fn schema() -> RefOr<Schema> {
        let kind = ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(["king", "trap", "value"]))
            .description(Some("A king, a trap of a value, or a piece of a value."));
        let value = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .minimum(Some(1))
            .maximum(Some(9))
            .description(Some("The value; absent for a king."));
        ObjectBuilder::new()
            .property("kind", kind)
            .required("kind")
            .property("value", value)
            .description(Some("What a token is: its sign in the picture."))
            .examples([json!({"kind": "trap", "value": 3})])
            .into()
    }
}

impl ToSchema for Badge {}

/// Each alternative has its own `words`: generators of clients lose fields that stand beside alternatives.
impl PartialSchema for EndCondition {
    fn schema() -> RefOr<Schema> {
        let words = ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("The same, in a sentence for people."))
            .build();
        let RefOr::T(Schema::OneOf(kinds)) = EndKind::schema() else { return Ref::from_schema_name("EndKind").into() };
        let with_words = |kind: RefOr<Schema>| match kind {
            RefOr::T(Schema::Object(mut kind)) => {
                kind.properties.insert("words".to_owned(), words.clone().into());
                kind.required.push("words".to_owned());
                RefOr::T(Schema::Object(kind))
            }
            kind @ (RefOr::T(_) | RefOr::Ref(_)) => kind,
        };
        let kinds = kinds.items.into_iter().map(with_words);
        kinds
            .fold(OneOfBuilder::new(), OneOfBuilder::item)
            .description(Some("A way in which the match may end, and how near it is."))
            .examples([json!({"kind": "rounds", "played": 3, "limit": 12, "words": "Round 4 of 12."})])
            .into()
    }
}

impl ToSchema for EndCondition {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        EndKind::schemas(schemas);
    }
}
