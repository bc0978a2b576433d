//! Local times as instants. Pure.
//!
//! A local time that a change of clocks leaves out means the first instant after the gap. Of one that occurs twice, the
//! caller chooses the first or the last occurrence. A day begins at the first occurrence of its midnight, and ends where the next
//! one begins: days follow each other without gap or overlap.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, TimeZone, Utc};
use chrono_tz::{GapInfo, Tz};

use super::calendar::Standing;

/// Returns the first instant at which the local time is this or a later one; none outside the range of `DateTime`.
pub(super) fn first(zone: Tz, local: NaiveDateTime) -> Option<DateTime<Utc>> {
    let at = zone.from_local_datetime(&local).earliest().or_else(|| end_of_gap(zone, local))?;
    Some(at.with_timezone(&Utc))
}

/// Returns the first instant from which on the local time is always this or a later one; none outside the range of `DateTime`.
pub(super) fn last(zone: Tz, local: NaiveDateTime) -> Option<DateTime<Utc>> {
    let at = zone.from_local_datetime(&local).latest().or_else(|| end_of_gap(zone, local))?;
    Some(at.with_timezone(&Utc))
}

fn end_of_gap(zone: Tz, local: NaiveDateTime) -> Option<DateTime<Tz>> {
    GapInfo::new(&local, &zone)?.end
}

/// Returns the time from the start of a day to the end of another one; none if it is empty or outside the range of `DateTime`.
pub(super) fn days(zone: Tz, first_day: NaiveDate, last_day: NaiveDate) -> Option<Standing> {
    let from = first(zone, first_day.and_time(NaiveTime::MIN))?;
    let until = first(zone, last_day.succ_opt()?.and_time(NaiveTime::MIN))?;
    (from < until).then_some(Standing { from, until })
}
