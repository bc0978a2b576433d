//! What the form of a new match asks for.

use engine::players::Level;
use engine::{MAX_SEATS, Rules, Span};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{MAX_INVITED, Pairs, fields, get};
use crate::pages::LEVEL;
use crate::play::lobby::{invite, open_matches};
use crate::play::matches::deadline::{Hours, Pace};
use crate::play::people::names;
use crate::play::{self, ComputerPace, Refusal, Stored, Visibility};

/// Whom one plays with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Opponent {
    /// Computer players in all other seats, without a clock.
    Computer,
    /// People who get the link or an invitation.
    Friend,
    /// People who join in the lobby.
    Anyone,
}

impl Opponent {
    /// The choice of a form; anyone in a form without it.
    pub(super) fn of(filled: &Pairs) -> play::Result<Opponent> {
        match get(filled, "opponent").unwrap_or_default() {
            "computer" => Ok(Opponent::Computer),
            "friend" => Ok(Opponent::Friend),
            "anyone" | "" => Ok(Opponent::Anyone),
            _ => Err(Refusal::Field("opponent", "Choose one from the list.".to_owned())),
        }
    }

    /// The readers of a match, if the form names no others.
    fn visibility(self) -> Visibility {
        match self {
            Opponent::Anyone => Visibility::Public,
            Opponent::Computer | Opponent::Friend => Visibility::Unlisted,
        }
    }
}

/// The people to invite: a handle or email address on each line.
pub(super) fn invited(filled: &Pairs) -> play::Result<Vec<(String, invite::Whom)>> {
    let text = get(filled, "invite").unwrap_or_default();
    let lines: Vec<&str> = text.split(['\n', ',', ';']).map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.len() > MAX_INVITED {
        return Err(Refusal::Field("invite", format!("Expected at most {MAX_INVITED} people.")));
    }
    let one = |line: &str| match invite::Whom::read(line) {
        Ok(whom) => Ok((line.to_owned(), whom)),
        Err(why) => Err(Refusal::Field("invite", format!("{line}: {why}"))),
    };
    lines.into_iter().map(one).collect()
}

pub(super) fn wish(rules: &dyn Rules, filled: &Pairs, zone: &str) -> play::Result<open_matches::Wish> {
    let text = |name: &str| get(filled, name).map(str::trim).filter(|text| !text.is_empty());
    let span = |name: &'static str| -> play::Result<Option<Span>> {
        let read =
            |text: &str| text.parse().map_err(|_| Refusal::Field(name, "Choose a time from the list.".to_owned()));
        text(name).map(read).transpose()
    };
    let opponent = Opponent::of(filled)?;
    let time = match (span("other_time")?, opponent) {
        (Some(time), _) => Some(time),
        (None, Opponent::Computer) => None,
        (None, Opponent::Friend | Opponent::Anyone) => span("time")?,
    };
    let pace = match (time, span("reserve")?, span("increment")?) {
        (None, ..) => None,
        (Some(time), None, None) => Some(Pace::PerMove { time }),
        (Some(time), Some(reserve), None) => Some(Pace::Bank { time, reserve }),
        (Some(initial), None, Some(increment)) => {
            Some(Pace::Fischer { initial, increment, cap: span("cap")?.unwrap_or(initial) })
        }
        (Some(_), Some(_), Some(_)) => {
            return Err(Refusal::Field("increment", "Choose a reserve or an increment, not both.".to_owned()));
        }
    };
    let no_seats = |_| Refusal::Field("seats", "Expected the number of players.".to_owned());
    let seats = text("seats").map(|text| text.parse().map_err(no_seats)).transpose()?;
    let visibility = match text("visibility") {
        Some(_) => choose_word(filled, "visibility")?,
        None => opponent.visibility(),
    };
    Ok(open_matches::Wish {
        game: rules.info().id.to_owned(),
        name: text("name").map(|name| names::title("name", name, 80)).transpose()?,
        options: fields::read(rules, filled)?,
        seats,
        seating: choose_word(filled, "seating")?,
        visibility,
        pace,
        hours: hours(filled, zone)?,
        vacation: text("vacation").map(|word| read("vacation", word.into())).transpose()?,
        on_lapse: choose_word(filled, "on_lapse")?,
        notes: text("notes").is_some(),
        join: text("join").is_some(),
        computers: computers(filled, opponent, seats.unwrap_or(*rules.info().seats.start()))?,
        computer_pace: text("computer_pace")
            .map_or(Ok(ComputerPace::default()), |word| read("computer_pace", word.into()))?,
        rated: match text("rated") {
            Some("yes") => Some(true),
            Some("no") => Some(false),
            _ => None,
        },
        past: None,
    })
}

/// The computer players of the form, all of one level.
fn computers(filled: &Pairs, opponent: Opponent, seats: u8) -> play::Result<Vec<Level>> {
    let text = |name: &str| get(filled, name).map(str::trim).filter(|text| !text.is_empty());
    let no_number = |_| Refusal::Field("computers", "Expected the number of computer players.".to_owned());
    let count = text("computers").map(|text| text.parse().map_err(no_number)).transpose()?;
    let (count, level) = match opponent {
        Opponent::Computer => (count.unwrap_or(seats.saturating_sub(1)), level(filled, "level")?),
        Opponent::Friend | Opponent::Anyone => (count.unwrap_or(0), level(filled, "computers_level")?),
    };
    if count > MAX_SEATS {
        return Err(Refusal::Field("computers", "The match does not have that many seats.".to_owned()));
    }
    Ok(vec![level; usize::from(count)])
}

/// The level of computer players in a field of this name.
pub(super) fn level(filled: &Pairs, name: &'static str) -> play::Result<Level> {
    let text = get(filled, name).map(str::trim).filter(|text| !text.is_empty());
    let no_level = |_| Refusal::Field(name, "Choose a level from the list.".to_owned());
    text.map_or(Ok(LEVEL), |text| text.parse().map_err(no_level))
}

/// The hours in which clocks run, in this time zone: all but the days and the night that are filled in.
fn hours(filled: &Pairs, zone: &str) -> play::Result<Option<Hours>> {
    let days: Vec<&str> = filled.iter().filter(|(name, _)| name == "day_off").map(|(_, day)| day.as_str()).collect();
    let time = |name: &str| get(filled, name).map(str::trim).unwrap_or_default();
    let night = match (time("night_from"), time("night_until")) {
        ("", "") => Value::Null,
        (from, until) => json!({"from": from, "until": until}),
    };
    if days.is_empty() && night.is_null() {
        return Ok(None);
    }
    read("hours", json!({"zone": zone, "days_off": days, "night": night})).map(Some)
}

/// A value of a form in the words of the API. A refusal names the field.
fn read<T: DeserializeOwned>(field: &'static str, value: Value) -> play::Result<T> {
    serde_json::from_value(value).map_err(|why| Refusal::Field(field, format!("Invalid value: {why}.")))
}

/// The value of a field with this word, or the default for an empty one.
fn choose_word<T: Stored + Default>(filled: &Pairs, field: &'static str) -> play::Result<T> {
    match get(filled, field).map(str::trim).unwrap_or_default() {
        "" => Ok(T::default()),
        word => T::named(word).ok_or_else(|| Refusal::Field(field, "Choose one from the list.".to_owned())),
    }
}
