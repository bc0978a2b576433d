//! Positions as text, which a program may store and read again.

use engine::{Advance, Fault, Frame, MAX_SEATS, Moment, Rules, Seat, Seats, Seed};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A match after some moves.
#[derive(Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Position {
    pub(crate) rules: &'static dyn Rules,
    pub(crate) frame: Frame,
    /// The moment of the last act.
    at: Moment,
}

/// Where chance comes from, in the fields of a record's header.
#[derive(Serialize, Deserialize)]
pub(crate) struct Chance {
    seed: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    earlier: Option<String>,
}

/// A position as it is written.
#[derive(Serialize, Deserialize)]
struct Written {
    game: String,
    edition: u16,
    seats: u8,
    chance: Chance,
    ply: u32,
    turn: u32,
    left: Seats,
    lapses: [u8; MAX_SEATS as usize],
    over: bool,
    at: Moment,
    // The rules read this text themselves.
    state: Box<RawValue>,
}

impl Chance {
    pub(crate) fn seed(&self) -> Result<Seed, String> {
        let mut seed = Seed::from_hex(&self.seed);
        if let Some(values) = &self.values {
            seed = seed.and_then(|seed| seed.with_values_of(values));
        }
        if let Some(earlier) = &self.earlier {
            seed = seed.and_then(|seed| seed.with_earlier(earlier));
        }
        seed.ok_or_else(|| {
            "`seed` must be 2 to 64 hexadecimal digits, an even number; `values` and `earlier` must be as in a record"
                .to_owned()
        })
    }
}

impl Position {
    pub(crate) fn new(rules: &'static dyn Rules, advance: Advance, at: Moment) -> Position {
        Position { rules, frame: advance.frame, at }
    }

    /// The moment of an act that follows: the given one, which must not be earlier than that of the last act, or the same as that.
    pub(crate) fn next(&self, at: Option<Moment>) -> Result<Moment, String> {
        let next = at.unwrap_or(self.at);
        if next < self.at {
            return Err(format!("`at` must be at least {}, the moment of the last move", self.at.0));
        }
        Ok(next)
    }

    /// The seat, if the match has it.
    pub(crate) fn seat(&self, seat: Seat) -> Result<Seat, String> {
        let seats = self.frame.seats;
        if seat.0 < seats { Ok(seat) } else { Err(format!("`seat` must be 0 to {}", seats - 1)) }
    }

    pub(crate) fn write(self) -> Result<String, Fault> {
        let damaged = |why: serde_json::Error| Fault::Stored { what: "position", why: why.to_string() };
        let Position { rules, frame, at } = self;
        let Frame { seats, seed, ply, turn, left, lapses, over, state } = frame;
        let chance = Chance { seed: seed.to_hex(), values: seed.values(), earlier: seed.earlier() };
        let (game, edition) = (rules.info().id.to_owned(), rules.info().edition);
        let state = RawValue::from_string(state).map_err(damaged)?;
        let written = Written { game, edition, seats, chance, ply, turn, left, lapses, over, at, state };
        serde_json::to_string(&written).map_err(damaged)
    }
}

impl TryFrom<String> for Position {
    type Error = String;

    fn try_from(text: String) -> Result<Position, String> {
        let written: Written =
            serde_json::from_str(&text).map_err(|why| format!("the position cannot be read: {why}"))?;
        let Written { game, edition, seats, chance, ply, turn, left, lapses, over, at, state } = written;
        let rules = rules(&game, Some(edition))?;
        if !rules.info().seats.contains(&seats) {
            return Err(format!("the position cannot be read: {seats} seats"));
        }
        let state = Box::<str>::from(state).into_string();
        Ok(Position { rules, frame: Frame { seats, seed: chance.seed()?, ply, turn, left, lapses, over, state }, at })
    }
}

/// The rules of a game in an edition, the newest if none is given.
pub(crate) fn rules(game: &str, edition: Option<u16>) -> Result<&'static dyn Rules, String> {
    let Some(edition) = edition else { return engine::game_named(game) };
    engine::edition(game, edition).ok_or_else(|| format!("there is no edition {edition} of {game}"))
}
