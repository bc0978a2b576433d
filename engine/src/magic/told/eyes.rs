//! What each eye may know of an event (P19, P25).

use crate::game::Eye;
use crate::magic::state::Event;
use crate::seat::Seat;

impl Event {
    /// The event as all may know it; `None` if only one seat may know that it happened.
    pub(crate) fn public(&self) -> Option<Event> {
        if let Event::Drew { seat, number, .. } = self {
            return Some(Event::Drew { seat: *seat, number: *number, cards: Vec::new() });
        }
        if let Event::Looked { seat, number, taken, .. } = self {
            return Some(Event::Looked { seat: *seat, number: *number, taken: *taken, cards: Vec::new() });
        }
        self.owner().is_none().then(|| self.clone())
    }

    /// The event as that eye may know it; `None` if it may not know that it happened.
    pub(crate) fn known_to(&self, eye: Eye) -> Option<Event> {
        let own = eye == Eye::Open || self.owner().is_some_and(|seat| eye == Eye::Seat(seat));
        if own { Some(self.clone()) } else { self.public() }
    }

    /// The seat that alone may know all of it, if there is one.
    pub(crate) fn owner(&self) -> Option<Seat> {
        match self {
            Event::Ordered { seat }
            | Event::Answered { seat }
            | Event::Withdrawn { seat }
            | Event::Skipped { seat, .. }
            | Event::Sent { seat, done: false }
            | Event::Drew { seat, .. }
            | Event::Looked { seat, .. } => Some(*seat),
            Event::Sent { .. }
            | Event::Laid { .. }
            | Event::Selected { .. }
            | Event::DeckShown { .. }
            | Event::Dealt
            | Event::Passed
            | Event::Asked { .. }
            | Event::Chose { .. }
            | Event::Lapsed { .. }
            | Event::Turn { .. }
            | Event::Cast { .. }
            | Event::Used { .. }
            | Event::Triggered { .. }
            | Event::Mana { .. }
            | Event::Affected { .. }
            | Event::Hurt { .. }
            | Event::Peace
            | Event::Milled { .. }
            | Event::Lost { .. }
            | Event::Entered { .. }
            | Event::Moved { .. }
            | Event::Blocked { .. }
            | Event::Ended { .. }
            | Event::Battle { .. }
            | Event::Damage { .. }
            | Event::Regenerated { .. }
            | Event::Died { .. }
            | Event::Retreated { .. }
            | Event::NoRefuge { .. }
            | Event::NoSite { .. }
            | Event::Searched { .. }
            | Event::Conquered { .. }
            | Event::Discarded { .. }
            | Event::Out { .. }
            | Event::Won { .. }
            | Event::Alone { .. }
            | Event::Together { .. }
            | Event::Rounds => None,
        }
    }
}
