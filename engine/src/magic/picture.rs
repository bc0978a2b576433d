//! The picture of a match, as data.

use super::view::View;
use crate::game::EndCondition;
use crate::scene::{Layout, Scene};

impl View {
    /// The picture.
    pub(super) fn scene(&self) -> Scene {
        Scene {
            title: "Magic: the Board Game".to_owned(),
            layout: Layout::Columns,
            spots: Vec::new(),
            panels: Vec::new(),
            notes: Vec::new(),
            text_key: String::new(),
            picture_key: String::new(),
        }
    }

    /// The ways in which the match may end.
    pub(super) fn ends(&self) -> Vec<EndCondition> {
        Vec::new()
    }
}
