//! JSON Schemas of what matches look like to programs.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

/// The JSON Schema (draft 2020-12) of a view, as it is written.
pub(crate) fn view_schema<V: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<V>().to_value()
}
