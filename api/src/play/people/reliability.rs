//! How reliably a person answers turns.

use chrono::TimeDelta;

use crate::brief::span;
use crate::db::Connection;
use crate::db::people::Person;
use crate::db::reliability::{self, TurnRow};
use crate::ids::UserId;
use crate::play::matches::deadline::Vacations;
use crate::play::{Refusal, Result};

/// The turns that count, and the matches that are looked through for them.
const TURNS: usize = 100;
const MATCHES: i64 = 40;
/// The most turns of these matches that are read.
const READ: i64 = 5000;
/// Fewer turns say little.
const LEAST: usize = 10;

/// How a person has answered the last turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reliability {
    /// The number of turns.
    pub turns: usize,
    /// The number of those that were answered in time.
    pub in_time: usize,
    /// Half of these were answered within this time.
    pub half_within: TimeDelta,
}

impl Reliability {
    /// That of a person; none if there are too few turns, or the person hides ratings from this reader.
    pub async fn of(
        connection: &mut Connection,
        person: &Person,
        reader: Option<UserId>,
    ) -> Result<Option<Reliability>> {
        if !person.shows_rating && reader != Some(person.id) {
            return Ok(None);
        }
        let mut rows = reliability::turns(connection, person.id, MATCHES, READ).await?;
        rows.sort_unstable_by_key(|row| std::cmp::Reverse(row.at));
        rows.truncate(TURNS);
        let stored = reliability::vacations(connection, person.id).await?;
        let vacations: Vacations = serde_json::from_str(&stored)
            .map_err(|why| Refusal::Broken(format!("vacations of {}: {why}", person.id)))?;
        Ok(of_turns(&rows, &vacations))
    }

    /// The same in a sentence.
    pub fn in_words(self) -> String {
        let Reliability { turns, in_time, half_within } = self;
        format!("Answered {in_time} of the last {turns} turns in time, half of them within {}.", span(half_within))
    }
}

/// Turns in which the person was on vacation do not count.
fn of_turns(rows: &[TurnRow], vacations: &Vacations) -> Option<Reliability> {
    let away = |row: &&TurnRow| vacations.standing().any(|one| one.from < row.at && row.since < one.until);
    let rows: Vec<&TurnRow> = rows.iter().filter(|row| !away(row)).collect();
    let mut times: Vec<TimeDelta> = rows.iter().filter(|row| !row.lapsed).map(|row| row.at - row.since).collect();
    times.sort_unstable();
    let half_within = times.get(times.len().saturating_sub(1) / 2).copied().unwrap_or_default();
    (rows.len() >= LEAST).then_some(Reliability { turns: rows.len(), in_time: times.len(), half_within })
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;

    #[test]
    fn half_of_the_turns_in_time_are_within_the_time_that_is_told() {
        let row = |hours: i64, lapsed: bool| {
            let since = DateTime::UNIX_EPOCH;
            TurnRow { since, at: since + TimeDelta::hours(hours), lapsed }
        };
        let rows: Vec<TurnRow> = (1..=9).map(|hours| row(hours, false)).chain([row(100, true)]).collect();
        let found = of_turns(&rows, &Vacations::default()).unwrap();
        assert_eq!((found.turns, found.in_time, found.half_within), (10, 9, TimeDelta::hours(5)));
        assert_eq!(found.in_words(), "Answered 9 of the last 10 turns in time, half of them within 5 hours.");
        assert_eq!(of_turns(&rows[..9], &Vacations::default()), None);
        let all_lapsed = vec![row(1, true); 10];
        assert_eq!(of_turns(&all_lapsed, &Vacations::default()).unwrap().in_time, 0);
        let vacations = r#"[{"first": "1970-01-01", "last": "1970-01-03", "zone": "UTC"}]"#;
        assert_eq!(of_turns(&rows, &serde_json::from_str(vacations).unwrap()), None);
    }
}
