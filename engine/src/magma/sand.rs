//! Hot and White-Hot Magma: timers as data.

use serde::{Deserialize, Serialize};

use super::{Event, Magma, Stage, Tempo};
use crate::game::Events;
use crate::moment::{Moment, Span};
use crate::seat::Seats;

/// The timer of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Sand {
    /// The moment at which the sand of the current turn or penalty runs out; `None` while no timer runs.
    pub(super) until: Option<Moment>,
    /// White-Hot: true once magma has been called (A32).
    pub(super) called: bool,
    /// White-Hot: true once the timer has been started. It then never stops (A32).
    pub(super) running: bool,
}

impl Magma {
    /// Turns the timer for the turn of the current slot that begins now.
    pub(super) fn begin_turn(&mut self, at: Moment, events: &mut Events<Event>) {
        let sand = self.options.sand;
        match self.options.tempo {
            Tempo::Calm => {}
            // A full timer each turn (A26).
            Tempo::Hot => self.sand.until = Some(at.plus(sand)),
            Tempo::Whitehot if self.sand.running => {
                // The timer is flipped: the sand that had run through is in the top now, all of it after a sand-out (A33).
                let left_in_top = self.sand.until.map_or(Span(0), |until| until.since(at));
                let handed_on = sand.less(left_in_top);
                self.sand.until = Some(at.plus(self.options.floor.map_or(handed_on, |floor| floor.max(handed_on))));
            }
            Tempo::Whitehot => self.start_timer_if_due(at, events),
        }
    }

    /// White-Hot: a call takes effect when the starting player's turn begins, or at once in that turn; this player has half
    /// the sand (A32, A34).
    pub(super) fn start_timer_if_due(&mut self, at: Moment, events: &mut Events<Event>) {
        let starter = self.first_slot().seat;
        if self.sand.called && !self.sand.running && self.stage == Stage::Turn && self.current_slot().seat == starter {
            self.sand.running = true;
            self.sand.until = Some(at.plus(self.options.sand.half()));
            events.push(Event::TimerStarted { seat: starter });
        }
    }

    /// The sand of the current turn has run out: the turn is over, nothing was done, and it is no pass (A25, A27). The
    /// right-hand neighbour may remove a piece, if there is one and the neighbour has not left (A28, A31, A35).
    pub(super) fn sand_out(&mut self, at: Moment, events: &mut Events<Event>) {
        let of = self.current_slot().seat;
        let by = of.right(self.seats);
        self.passed = Seats::NONE;
        events.push(Event::SandOut { seat: of });
        if self.left.contains(by) || self.pieces[self.table().color(of).index()].is_empty() {
            // The next player's sand runs from the stamp of this line on, however late it is (A39).
            self.next_turn(at, events);
        } else {
            // The game stops; one sand to decide, or the piece is spared (A30).
            self.stage = Stage::Penalty { by, of };
            self.sand.until = Some(at.plus(self.options.sand));
            events.push(Event::PenaltyDue { by, of });
        }
    }
}
