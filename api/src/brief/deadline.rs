//! Deadlines and lengths of time in words.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use chrono_tz::Tz;

/// The deadline of a turn or of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline {
    /// The moment.
    pub at: DateTime<Utc>,
    /// The reader's time zone, in which it is told.
    pub zone: Tz,
    /// The consequence of missing it.
    pub lapse: Lapse,
    /// The time at which the reader begins to use a reserve, if there is one.
    pub reserve_from: Option<DateTime<Utc>>,
    /// The time since the turn began in which the server was down.
    pub away: TimeDelta,
}

/// The consequence of a turn that is not taken in time, or of an answer that does not come in time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lapse {
    /// The turn passes.
    TurnPasses,
    /// The rules make the usual choice for the player.
    UsualChoice,
    /// It counts as a pass: the match is waiting for responses.
    CountsAsPass,
    /// The player is out of the match.
    PlayerIsOut,
    /// The seat is offered to others.
    OffersSeat,
    /// The time expired, and the seat is offered to others; after the deadline the player is out.
    SeatIsOffered,
}

impl Deadline {
    /// A deadline without a reserve, of a turn in which the server was not down.
    pub fn new(at: DateTime<Utc>, zone: Tz, lapse: Lapse) -> Deadline {
        Deadline { at, zone, lapse, reserve_from: None, away: TimeDelta::zero() }
    }

    /// The deadline in words, with its consequence.
    pub fn words(&self, now: DateTime<Utc>) -> String {
        let Deadline { at, zone, lapse, reserve_from, away } = *self;
        let (verb, then) = match lapse {
            Lapse::TurnPasses => ("Move", "your turn passes"),
            Lapse::UsualChoice => ("Choose", "the usual choice is made for you"),
            Lapse::CountsAsPass => ("Answer", "it counts as a pass"),
            Lapse::PlayerIsOut => ("Move", "you are out of the match"),
            Lapse::OffersSeat => ("Move", "your seat is offered to others"),
            Lapse::SeatIsOffered => {
                let at = moment(at, zone, now);
                return format!(
                    "Your time ran out, so your seat is offered to others until {at}. You keep it if you move before one of them takes it. \
                     After that you are out of the match."
                );
            }
        };
        let reserve = match reserve_from {
            Some(from) if from > now => format!(" Your reserve starts running on {}.", moment(from, zone, now)),
            Some(_) => " Your reserve is running.".to_owned(),
            None => String::new(),
        };
        let away = if away > TimeDelta::zero() {
            format!(" The server was down for {}. That time does not count.", span(away))
        } else {
            String::new()
        };
        format!("{verb} by {}. After that {then}.{reserve}{away}", moment(at, zone, now))
    }
}

/// The time until which a match is waiting for responses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Responses {
    /// The moment; `None` if no clock runs.
    pub until: Option<DateTime<Utc>>,
    /// The reader's time zone, in which it is told.
    pub zone: Tz,
}

impl Responses {
    /// The wait in words that name no player.
    pub fn words(&self, now: DateTime<Utc>) -> String {
        match self.until {
            Some(until) => format!("Responses are awaited until {}.", moment(until, self.zone, now)),
            None => "Responses are awaited.".to_owned(),
        }
    }
}

/// A time in which the server was down, in words.
pub fn away(from: DateTime<Utc>, until: DateTime<Utc>, zone: Tz, now: DateTime<Utc>) -> String {
    format!("The server was down for {}, until {}. No clock ran.", span(until - from), moment(until, zone, now))
}

/// A moment in words, and how far away it is.
pub fn moment(at: DateTime<Utc>, zone: Tz, now: DateTime<Utc>) -> String {
    let local = at.with_timezone(&zone);
    let left = if at > now { format!(", in {}", span(at - now)) } else { String::new() };
    format!("{}, {} ({zone}){left}", day(local.date_naive()), local.format("%H:%M"))
}

/// A day in words: `Tuesday 1 December 2026`.
pub fn day(day: NaiveDate) -> String {
    day.format("%A %-d %B %Y").to_string()
}

/// A length of time: to the nearest minute, so that the second that an email takes to be sent costs none, and then rounded
/// down.
pub fn span(length: TimeDelta) -> String {
    let minutes = (length + TimeDelta::seconds(30)).num_minutes();
    match (minutes, minutes / 60 % 24) {
        (..1, _) => "less than a minute".to_owned(),
        (1, _) => "a minute".to_owned(),
        (2..120, _) => format!("{minutes} minutes"),
        (120..2880, _) => format!("{} hours", minutes / 60),
        (2880..10_080, hours @ 2..) => format!("{} days and {hours} hours", minutes / 1440),
        _ => format!("{} days", minutes / 1440),
    }
}

/// A time as a clock shows it: `2 d 23 h`, `5 h 10 min`, `12 min`; at least a minute.
pub fn clock(length: TimeDelta) -> String {
    let minutes = length.num_minutes().max(1);
    match (minutes / 1440, minutes / 60 % 24, minutes % 60) {
        (0, 0, minutes) => format!("{minutes} min"),
        (0, hours, minutes) => format!("{hours} h {minutes} min"),
        (days, hours, _) => format!("{days} d {hours} h"),
    }
}
