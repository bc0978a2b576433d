//! Reminders before a deadline: when they are owed. Pure.

use chrono::{DateTime, Days, NaiveTime, TimeDelta, Utc};
use chrono_tz::Tz;

/// A turn of this length or more has two reminders, a day and four hours before its deadline.
const LONG: TimeDelta = TimeDelta::hours(48);
/// A turn of this length or more has one reminder, when a quarter of it is left. A shorter one has none.
const SHORT: TimeDelta = TimeDelta::hours(12);
/// The waking hours, local time: reminders that would come at night come before it.
pub(in crate::play) const MORNING: u32 = 7;
const EVENING: u32 = 22;
/// A reminder moves by less than this.
const NIGHT: TimeDelta = TimeDelta::hours(9);

/// The times of the reminders before a deadline, the first one first, if the turn began at this time. At night in the zone of the
/// reader they come earlier; without a zone they come at any hour.
pub fn times(deadline: DateTime<Utc>, began: DateTime<Utc>, zone: Option<Tz>) -> Vec<DateTime<Utc>> {
    let allowed = deadline - began;
    let before = if allowed >= LONG {
        vec![TimeDelta::hours(24), TimeDelta::hours(4)]
    } else if allowed >= SHORT {
        vec![allowed / 4]
    } else {
        Vec::new()
    };
    let mut times: Vec<DateTime<Utc>> = before
        .into_iter()
        .filter_map(|before| deadline.checked_sub_signed(before))
        .map(|at| zone.map_or(at, |zone| awake(at, zone)))
        .collect();
    // Two that fall into one night are one.
    times.dedup();
    times
}

/// The time itself, or the evening before if it is night in this zone.
fn awake(at: DateTime<Utc>, zone: Tz) -> DateTime<Utc> {
    let local = at.with_timezone(&zone);
    let [Some(morning), Some(evening)] = [MORNING, EVENING].map(|hour| NaiveTime::from_hms_opt(hour, 0, 0)) else {
        return at;
    };
    let day = if local.time() < morning {
        local.date_naive().checked_sub_days(Days::new(1))
    } else if local.time() > evening {
        Some(local.date_naive())
    } else {
        return at;
    };
    // An evening that a change of clocks leaves out does not occur at 22:00 in any zone; if it did, the reminder would not move.
    let moved = day.and_then(|day| day.and_time(evening).and_local_timezone(zone).earliest());
    moved.map_or(at, |moved| moved.with_timezone(&Utc)).min(at)
}

/// The time at which the next reminder may be owed to a reader in some zone; `None` if there is none before the deadline.
pub(in crate::play) fn earliest(
    now: DateTime<Utc>,
    deadline: DateTime<Utc>,
    began: DateTime<Utc>,
) -> Option<DateTime<Utc>> {
    let next = times(deadline, began, None).into_iter().find(|at| *at > now)?;
    Some((next - NIGHT).max(now))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn told(deadline: &str, hours: i64, zone: Option<Tz>) -> Vec<String> {
        let began = at(deadline) - TimeDelta::hours(hours);
        times(at(deadline), began, zone).iter().map(|at| at.format("%d %H:%M").to_string()).collect()
    }

    #[test]
    fn long_turns_have_two_reminders_short_ones_none() {
        assert_eq!(told("2026-11-24T15:00:00Z", 72, None), ["23 15:00", "24 11:00"]);
        assert_eq!(told("2026-11-24T15:00:00Z", 48, None), ["23 15:00", "24 11:00"]);
        assert_eq!(told("2026-11-24T15:00:00Z", 24, None), ["24 09:00"]);
        assert_eq!(told("2026-11-24T15:00:00Z", 12, None), ["24 12:00"]);
        assert!(told("2026-11-24T15:00:00Z", 11, None).is_empty());
    }

    #[test]
    fn at_night_they_come_the_evening_before() {
        let berlin = Some(chrono_tz::Europe::Berlin);
        // 10:00 in Berlin: four hours before is 6:00, so it comes at 22:00 the evening before.
        assert_eq!(told("2026-11-24T09:00:00Z", 72, berlin), ["23 09:00", "23 21:00"]);
        // 2:30 in Berlin: both would come at night.
        assert_eq!(told("2026-11-24T01:30:00Z", 72, berlin), ["22 21:00", "23 21:00"]);
        // The change of clocks on 25 October 2026: the evening before has summer time.
        assert_eq!(told("2026-10-25T05:00:00Z", 24, berlin), ["24 20:00"]);
        assert_eq!(told("2026-11-24T09:00:00Z", 72, None), ["23 09:00", "24 05:00"]);
    }

    #[test]
    fn a_reminder_moves_by_less_than_a_night_in_every_zone() {
        let began = at("2026-11-21T09:00:00Z");
        for (hours, zone) in (12..96).flat_map(|hours| chrono_tz::TZ_VARIANTS.map(|zone| (hours, zone))) {
            let deadline = began + TimeDelta::hours(hours);
            let (exact, moved) = (times(deadline, began, None), times(deadline, began, Some(zone)));
            for at in &moved {
                let local = at.with_timezone(&zone).format("%H:%M").to_string();
                assert!(("07:00"..="22:00").contains(&&*local), "{zone}: {local}");
                assert!(exact.iter().any(|exact| *at <= *exact && *exact - *at <= NIGHT), "{zone}: {at}");
            }
            assert!(
                earliest(began, deadline, began).is_some_and(|look| moved.iter().all(|at| look <= *at || *at <= began))
            );
        }
    }
}
