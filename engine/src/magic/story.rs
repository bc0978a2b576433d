//! Events as sentences.

use super::event::Event;
use crate::game::{Eye, Names};

impl Event {
    /// A line of story for that eye, or nothing if it may not know of the event.
    pub(super) fn tell(&self, eye: Eye, _: &Names) -> Option<String> {
        let own = eye == Eye::Open || self.owner().is_some_and(|seat| eye == Eye::Seat(seat));
        let seen = if own { Some(self.clone()) } else { self.public() };
        seen.map(|event| format!("{event:?}"))
    }
}
