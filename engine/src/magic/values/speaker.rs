//! From where a text speaks, and which values it asks for.

use crate::magic::cards::fit::Party;
use crate::magic::notation::{Target, Thing};
use crate::seat::Seat;

/// From where a text speaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Speaker {
    /// The controller of the text.
    pub(crate) you: Seat,
    /// The permanent with the text, if there is one.
    pub(crate) this: Option<Thing>,
    /// What the text named last (C7).
    pub(crate) it: Option<Target>,
}

impl Speaker {
    /// A player, from the point of view of the controller of the text; no player has a neutral land.
    pub(crate) fn party(&self, seat: Option<Seat>) -> Party {
        match seat {
            Some(seat) if seat == self.you => Party::You,
            Some(_) => Party::Opponent,
            None => Party::Neutral,
        }
    }
}

/// The values that are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Values {
    /// As they are now.
    Current,
    /// As the cards have them, with 0 for `*`: nothing else but the types of lands has to be worked out for them.
    Printed,
    /// The same with the types of lands as they were laid, by which the types of lands are worked out.
    Laid,
}
