//! The digest: each morning the matches that wait for a person who has asked for it.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use chrono_tz::Tz;

use super::brief;
use crate::app::App;
use crate::db::{self, Connection, digests};
use crate::events::Event;
use crate::play::matches::reminder::MORNING;
use crate::play::{Refusal, Result};

/// Returns the time of the next digest after this time: the next morning in this zone.
pub fn next(now: DateTime<Utc>, zone: Tz) -> DateTime<Utc> {
    let today = now.with_timezone(&zone).date_naive();
    let morning = NaiveTime::from_hms_opt(MORNING, 0, 0).unwrap_or_default();
    // A day may be without its morning, where a zone leaves out a whole day.
    let of_day = |day: NaiveDate| day.and_time(morning).and_local_timezone(zone).earliest();
    let mut mornings = (0..=2).filter_map(|days| of_day(today.checked_add_days(Days::new(days))?));
    mornings.find(|at| *at > now).map_or(DateTime::<Utc>::MAX_UTC, |at| at.with_timezone(&Utc))
}

/// Owes the digests that are due, and sets the time of the next one of each reader. Those for whom no match waits get none. Returns the
/// number of readers whose time it was; there may be more.
pub async fn owe(app: &App) -> Result<usize> {
    let now = app.clock.now();
    let work = async |connection: &mut Connection| {
        let due = digests::due(connection, now).await?;
        let next: Vec<_> = due.iter().map(|reader| (reader.id, next(now, brief::zone(&reader.time_zone)))).collect();
        digests::owe(connection, &next, now).await?;
        Ok::<_, Refusal>(next.len())
    };
    let readers = db::transaction(&mut *app.db.get().await?, work).await?;
    if readers > 0 {
        app.hub.publish(Event::EmailOwed);
    }
    Ok(readers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn it_comes_at_seven_in_the_morning() {
        let berlin = chrono_tz::Europe::Berlin;
        for (now, zone, expected) in [
            ("2026-11-23T05:59:59Z", berlin, "2026-11-23T06:00:00Z"),
            ("2026-11-23T06:00:00Z", berlin, "2026-11-24T06:00:00Z"),
            // Summer time ends on 25 October: a day of 25 hours.
            ("2026-10-24T05:00:00Z", berlin, "2026-10-25T06:00:00Z"),
            ("2026-11-23T23:00:00Z", chrono_tz::Pacific::Kiritimati, "2026-11-24T17:00:00Z"),
            // Samoa had no 30 December 2011.
            ("2011-12-29T18:00:00Z", chrono_tz::Pacific::Apia, "2011-12-30T17:00:00Z"),
        ] {
            assert_eq!(next(at(now), zone), at(expected), "{now} {zone}");
        }
    }

    #[test]
    fn in_every_zone_one_comes_each_day() {
        for zone in chrono_tz::TZ_VARIANTS {
            let mut now = at("2025-12-31T12:00:00Z");
            for _ in 0..370 {
                let then = next(now, zone);
                assert_eq!(then.with_timezone(&zone).time().format("%H:%M").to_string(), "07:00", "{zone}: {then}");
                assert!(now < then && then - now <= chrono::TimeDelta::hours(26), "{zone}: {now} {then}");
                now = then;
            }
        }
    }
}
