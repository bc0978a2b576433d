//! Parts of a match that are in a response if its client asks for them.

use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error;
use utoipa::ToSchema;

/// A part of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// The position in the terms of the game.
    View,
    /// The board as data.
    Scene,
    /// The board as text.
    Text,
    /// What you can do next.
    Choices,
}

impl Part {
    /// The parts that show the position.
    pub const POSITION: [Part; 3] = [Part::View, Part::Scene, Part::Text];

    /// The part with this name.
    pub fn named(word: &str) -> Option<Part> {
        let word: serde::de::value::StrDeserializer<'_, Error> = word.into_deserializer();
        Part::deserialize(word).ok()
    }
}
