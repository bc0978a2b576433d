//! Examples of schemas. A schema without an example of its own gets one that is made from the examples of its parts.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use utoipa::openapi::schema::{ArrayItems, Object, SchemaType, Type};
use utoipa::openapi::{KnownFormat, Ref, RefOr, Schema, SchemaFormat};

type Schemas = BTreeMap<String, RefOr<Schema>>;

/// Gives every schema an example.
pub(super) fn fill(schemas: &mut Schemas) {
    let examples: Vec<Value> = schemas.values().map(|schema| example(schema, schemas)).collect();
    for (schema, example) in schemas.values_mut().zip(examples) {
        let RefOr::T(schema) = schema else { continue };
        match schema {
            Schema::Array(array) => array.example = Some(example),
            Schema::Object(object) => object.example = Some(example),
            Schema::OneOf(one_of) => one_of.example = Some(example),
            Schema::AllOf(all_of) => all_of.example = Some(example),
            Schema::AnyOf(any_of) => any_of.example = Some(example),
            _ => {}
        }
    }
}

fn example(schema: &RefOr<Schema>, schemas: &Schemas) -> Value {
    let schema = match schema {
        RefOr::T(schema) => schema,
        RefOr::Ref(Ref { ref_location, .. }) => {
            let name = ref_location.rsplit('/').next().unwrap_or_default();
            return schemas.get(name).map_or(Value::Null, |schema| example(schema, schemas));
        }
    };
    let each = |items: &[RefOr<Schema>]| items.iter().map(|item| example(item, schemas)).collect::<Vec<_>>();
    let first = |items: &[RefOr<Schema>]| each(items).into_iter().find(|example| !example.is_null());
    let (own, others, made) = match schema {
        Schema::Array(array) => match &array.items {
            ArrayItems::RefOrSchema(item) => (&array.example, &array.examples, Some(json!([example(item, schemas)]))),
            ArrayItems::False => (&array.example, &array.examples, Some(json!([]))),
        },
        Schema::Object(object) => (&object.example, &object.examples, Some(of_object(object, schemas))),
        Schema::OneOf(one_of) => (&one_of.example, &one_of.examples, first(&one_of.items)),
        Schema::AnyOf(any_of) => (&any_of.example, &any_of.examples, first(&any_of.items)),
        Schema::AllOf(all_of) => {
            let members = each(&all_of.items).into_iter().filter_map(|part| part.as_object().cloned()).flatten();
            (&all_of.example, &all_of.examples, Some(Value::Object(members.collect())))
        }
        _ => return Value::Null,
    };
    own.as_ref().or(others.first()).cloned().or(made).unwrap_or_default()
}

/// An example of a schema that is no combination of others.
fn of_object(object: &Object, schemas: &Schemas) -> Value {
    if let Some(words) = &object.enum_values {
        return words.first().cloned().unwrap_or_default();
    }
    if let Some(default) = &object.default {
        return default.clone();
    }
    let kind = match &object.schema_type {
        SchemaType::Type(kind) => kind,
        SchemaType::Array(kinds) => kinds.iter().find(|kind| **kind != Type::Null).unwrap_or(&Type::Null),
        SchemaType::AnyValue => &Type::Object,
    };
    match (kind, &object.format) {
        (Type::String, Some(SchemaFormat::KnownFormat(KnownFormat::DateTime))) => json!("2026-11-21T10:00:00Z"),
        (Type::String, Some(SchemaFormat::KnownFormat(KnownFormat::Uuid))) => {
            json!("0198c0de-7a11-7000-8000-00c0ffee0006")
        }
        (Type::String, _) => json!("text"),
        (Type::Integer | Type::Number, _) => json!(1),
        (Type::Boolean, _) => json!(false),
        (Type::Array, _) => json!([]),
        (Type::Null, _) => Value::Null,
        (Type::Object, _) => {
            let members = object.properties.iter().map(|(name, schema)| (name.clone(), example(schema, schemas)));
            Value::Object(members.collect::<Map<_, _>>())
        }
    }
}
