//! Types that are stored and shown as their text.

/// Stored and shown as text: the canonical spelling, which is read back.
macro_rules! as_text {
    ($($type:ty),+) => { $(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )+ };
}
pub(crate) use as_text;

/// Types that are shown as text in views.
macro_rules! text_schema {
    ($($type:ty),+) => { $(
        impl schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string" })
            }

            fn inline_schema() -> bool {
                true
            }
        }
    )+ };
}
pub(crate) use text_schema;
