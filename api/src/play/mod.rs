//! Decisions about matches: no HTTP, no SQL text.

pub mod account;
pub mod address;
pub mod address_change;
pub mod brief;
pub mod caller;
pub mod clock;
pub mod history;
pub mod invite;
pub mod invited;
pub mod links;
pub mod lobby;
pub mod look;
pub mod names;
pub mod personal_tokens;
pub mod refusal;
pub mod settings;
pub mod sign_in;
pub mod step;
pub mod submit;
pub mod turn_link;

use chrono::{DateTime, Duration, Utc};
use engine::{Eye, Frame, LapsePolicy, Moment, Names, Rules, Seat, Seats, Seed};
use uuid::Uuid;

use crate::db::matches::MatchRow;
pub use refusal::{Outcome, Refusal, caught};

/// How far a match has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// It waits for players.
    Open,
    /// It is played.
    Running,
    /// It is finished.
    Over,
    /// It was called off before it started.
    Cancelled,
}

impl Phase {
    /// Its name in answers and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Open => "open",
            Phase::Running => "running",
            Phase::Over => "over",
            Phase::Cancelled => "cancelled",
        }
    }
}

/// A match with its rules.
pub struct Match {
    /// As stored.
    pub row: MatchRow,
    /// The rules of its game.
    pub rules: &'static dyn Rules,
}

impl Match {
    /// A stored match; refused if this server does not know its game in its edition.
    pub fn new(row: MatchRow) -> Outcome<Match> {
        let rules = u16::try_from(row.edition).ok().and_then(|edition| engine::edition(&row.game, edition));
        let rules = rules.ok_or_else(|| Refusal::Broken(format!("match {}: unknown game or edition", row.id)))?;
        Ok(Match { row, rules })
    }

    /// How far it has come.
    pub fn phase(&self) -> Phase {
        match self.row.phase.as_str() {
            "open" => Phase::Open,
            "running" => Phase::Running,
            "over" => Phase::Over,
            _ => Phase::Cancelled,
        }
    }

    /// What happens when the time for a move runs out.
    pub fn on_lapse(&self) -> LapsePolicy {
        if self.row.on_lapse == "pass" { LapsePolicy::Pass } else { LapsePolicy::Forfeit }
    }

    /// How many seats it has.
    pub fn seats(&self) -> u8 {
        self.row.seats as u8
    }

    /// The seed; secret until the match is over.
    pub fn seed(&self) -> Outcome<Seed> {
        let bytes = <[u8; 32]>::try_from(self.row.seed.as_slice());
        bytes.map(Seed::new).map_err(|_| Refusal::Broken(format!("match {}: seed", self.row.id)))
    }

    /// What the rules need to know.
    pub fn frame(&self) -> Outcome<Frame> {
        let broken = || Refusal::Broken(format!("match {}: no position", self.row.id));
        Ok(Frame {
            seats: self.seats(),
            seed: self.seed()?,
            ply: u32::try_from(self.row.ply).map_err(|_| broken())?,
            turn: u32::try_from(self.row.turn).map_err(|_| broken())?,
            left: seats_of(self.row.left_seats),
            lapses: self.row.lapses.as_slice().try_into().map_err(|_| broken())?,
            over: self.phase() == Phase::Over,
            state: self.row.state.clone().ok_or_else(broken)?,
        })
    }

    /// The options it was created with.
    pub fn options(&self) -> Outcome<serde_json::Value> {
        serde_json::from_str(&self.row.options).map_err(|why| Refusal::Broken(format!("match {}: {why}", self.row.id)))
    }

    /// The seat of a user, once the match has started.
    pub fn seat_of(&self, user: Uuid) -> Option<Seat> {
        let at = self.row.user_ids.iter().position(|id| *id == user)?;
        u8::try_from(self.row.places[at]).ok().map(Seat)
    }

    /// Does the user sit at the table, started or not?
    pub fn has_player(&self, user: Uuid) -> bool {
        self.row.user_ids.contains(&user)
    }

    /// Who sits in a seat, as a place in the lists of people.
    pub fn person_at(&self, seat: Seat) -> Option<usize> {
        self.row.places.iter().position(|place| *place == i16::from(seat.0))
    }

    /// May this user, or somebody who is not signed in, know of the match?
    pub fn is_visible_to(&self, user: Option<Uuid>) -> bool {
        self.row.visibility != "private"
            || self.row.invited
            || user.is_some_and(|user| self.row.creator == user || self.has_player(user))
    }

    /// With whose eyes the user looks at it.
    pub fn eye(&self, user: Option<Uuid>) -> Eye {
        if self.phase() == Phase::Over {
            return Eye::Open;
        }
        user.and_then(|user| self.seat_of(user)).map_or(Eye::Public, Eye::Seat)
    }

    /// The moment that it is now in the match; never earlier than its last line.
    pub fn moment(&self, now: DateTime<Utc>) -> Moment {
        let since = self.row.started_at.map_or(0, |start| (now - start).num_milliseconds());
        Moment(since.max(self.row.moment).max(0) as u64)
    }

    /// The time of day of a moment of the match.
    pub fn time_of(&self, moment: Moment) -> DateTime<Utc> {
        let milliseconds = i64::try_from(moment.0).unwrap_or(i64::MAX / 2);
        let start = self.row.started_at.unwrap_or(self.row.created_at);
        Duration::try_milliseconds(milliseconds)
            .and_then(|since| start.checked_add_signed(since))
            .unwrap_or(DateTime::<Utc>::MAX_UTC)
    }

    /// How the seats are called in stories: `Anna (Red)`.
    pub fn story_names(&self) -> Outcome<Names> {
        let chairs = self.rules.chairs(self.seats(), &self.options()?)?;
        let name = |at: usize| {
            let chair = &chairs[at].name;
            match self.person_at(Seat(at as u8)) {
                Some(person) => format!("{} ({chair})", self.row.names[person]),
                None => chair.clone(),
            }
        };
        Ok(Names((0..chairs.len()).map(name).collect()))
    }
}

/// The seats of a bit mask.
pub fn seats_of(bits: i16) -> Seats {
    Seat::all(engine::MAX_SEATS).filter(|seat| bits & (1 << seat.0) != 0).collect()
}

/// The bit mask of some seats.
pub fn bits_of(seats: Seats) -> i16 {
    seats.iter().fold(0, |bits, seat| bits | 1 << seat.0)
}
