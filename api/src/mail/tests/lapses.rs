//! Emails about clocks that expired, or that a match does not have, to test with.

use chrono::TimeDelta;

use super::sample::{Taste, link, now, table};
use crate::mail::{Email, Lapsed, SeatIdle, SeatOffered, SeatTaken, StillPlaying};

fn seat_offered(taste: Taste, is_own: bool) -> SeatOffered {
    SeatOffered {
        table: table(taste),
        player: (!is_own).then(|| taste.names[1].to_owned()),
        until: now() + TimeDelta::days(7),
        zone: chrono_tz::Europe::Berlin,
        link: link("/m/0197b2a0"),
    }
}

fn still_playing(taste: Taste, is_awaited: bool) -> StillPlaying {
    let (until, zone) = (now() + TimeDelta::days(14), chrono_tz::Europe::Berlin);
    StillPlaying { table: table(taste), days: 30, until, zone, is_awaited, link: link("/m/0197b2a0") }
}

fn seat_taken(taste: Taste, is_own: bool) -> SeatTaken {
    let before = (!is_own).then(|| taste.names[1].to_owned());
    SeatTaken {
        table: table(taste),
        player: taste.names[2].to_owned(),
        before,
        link: (!is_own).then(|| link("/m/0197b2a0")),
    }
}

fn seat_idle(taste: Taste) -> SeatIdle {
    let player = taste.names[1].to_owned();
    SeatIdle { table: table(taste), link: link("/m/0197b2a0"), player, days: 7, left: 1 }
}

/// These emails, with the names of their golden files.
pub(super) fn emails(taste: Taste) -> Vec<(&'static str, Box<dyn Email>)> {
    vec![
        ("lapsed", Box::new(Lapsed { table: table(taste), link: link("/m/0197b2a0"), left: 2 })),
        ("lapsed-out", Box::new(Lapsed { table: table(taste), link: link("/m/0197b2a0"), left: 0 })),
        ("seat-offered", Box::new(seat_offered(taste, false))),
        ("seat-offered-own", Box::new(seat_offered(taste, true))),
        ("seat-taken", Box::new(seat_taken(taste, false))),
        ("seat-taken-own", Box::new(seat_taken(taste, true))),
        ("seat-idle", Box::new(seat_idle(taste))),
        ("still-playing", Box::new(still_playing(taste, false))),
        ("still-playing-awaited", Box::new(still_playing(taste, true))),
    ]
}
