//! What a log is compared with when it is replayed.

use super::{Fault, Line, Status};
use crate::game::Clock;
use crate::seat::Seats;

/// A log that the rules do not give.
pub(super) fn differs(line: &Line, why: &str) -> Fault {
    Fault::Stored { what: "log", why: format!("line {} ({}) {why}", line.ply, line.text) }
}

/// The seats whose clocks ran out in the act of the first of these lines: its own, and those of the lines after it that have
/// the same cause and moment and higher and higher seats, as long as all these clocks were running before the act.
pub(super) fn run_out_together(status: &Status, lines: &[Line]) -> Seats {
    let [first, ..] = lines else { return Seats::NONE };
    let same = |line: &&Line| (line.cause, line.at) == (first.cause, first.at);
    let mut latest = first.seat;
    let mut seats: Seats = latest.into_iter().collect();
    for seat in lines[1..].iter().take_while(same).map_while(|line| line.seat) {
        if Some(seat) <= latest || status.clock(seat) == Clock::Stopped {
            break;
        }
        latest = Some(seat);
        seats.insert(seat);
    }
    seats
}
