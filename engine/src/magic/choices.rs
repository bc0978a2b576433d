//! The possible continuations of a text (N8).

use super::view::View;
use crate::game::Choice;

impl View {
    /// The continuations of a text of the reader's.
    pub(super) fn choices(&self, _so_far: &str) -> Vec<Choice> {
        Vec::new()
    }
}
