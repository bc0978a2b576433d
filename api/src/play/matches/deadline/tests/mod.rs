//! The laws of match clocks, tried on random calendars around the changes of clocks, and examples in words.

mod calendar;
mod countdown;
mod examples;
mod hours;
mod pace;
mod vacation;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use chrono::{DateTime, NaiveTime, Offset, TimeDelta, TimeZone, Utc, Weekday};
use chrono_tz::Tz;
use engine::Span;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};

use super::calendar::{Calendar, Standing};
use super::hours::{Hours, Night};

/// Zones with changes of clocks of an hour, half an hour and two hours, at midnight, for Ramadan, and with none.
const ZONES: [Tz; 10] = [
    Tz::Europe__Berlin,
    Tz::America__New_York,
    Tz::Australia__Lord_Howe,
    Tz::Africa__Casablanca,
    Tz::Asia__Kathmandu,
    Tz::America__Santiago,
    Tz::Pacific__Apia,
    Tz::Asia__Beirut,
    Tz::Antarctica__Troll,
    Tz::UTC,
];

const WEEK: [Weekday; 7] =
    [Weekday::Mon, Weekday::Tue, Weekday::Wed, Weekday::Thu, Weekday::Fri, Weekday::Sat, Weekday::Sun];

const MINUTE: i64 = 60_000;
const DAY: i64 = 86_400_000;

/// The changes of the clocks of each zone from 2010 to 2035, to the hour.
static CHANGES: LazyLock<BTreeMap<&str, Vec<DateTime<Utc>>>> = LazyLock::new(|| {
    let begin = utc("2010-01-01T00:00:00Z");
    let of = |zone: Tz| {
        let offset = |at: DateTime<Utc>| zone.offset_from_utc_datetime(&at.naive_utc()).fix();
        let days = (0..26 * 365).map(|day| begin + TimeDelta::days(day));
        let days = days.filter(|day| offset(*day) != offset(moved(*day, DAY)));
        let hour = |day| (1..=24).map(|hour| day + TimeDelta::hours(hour)).find(|at| offset(*at) != offset(day));
        (zone.name(), days.filter_map(hour).collect())
    };
    ZONES.map(of).into_iter().collect()
});

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn utc(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// The instant of a local time that occurs once.
fn local(zone: Tz, text: &str) -> DateTime<Utc> {
    let naive = text.parse::<chrono::NaiveDateTime>().unwrap();
    zone.from_local_datetime(&naive).single().unwrap().with_timezone(&Utc)
}

fn elapsed(from: DateTime<Utc>, to: DateTime<Utc>) -> u64 {
    (to - from).num_milliseconds().max(0).unsigned_abs()
}

fn moved(at: DateTime<Utc>, milliseconds: i64) -> DateTime<Utc> {
    at + TimeDelta::milliseconds(milliseconds)
}

/// Any moment from 2020 to 2035, often near a change of clocks, of a whole hour, a whole millisecond or a finer part.
fn moment(zone: Tz) -> impl Strategy<Value = DateTime<Utc>> {
    let begin = utc("2020-01-01T00:00:00Z");
    let anywhere = (0..16 * 365 * DAY).prop_map(move |at| moved(begin, at));
    let near = (any::<Index>(), -36 * 60..36 * 60i64).prop_map(move |(change, minutes)| {
        let changes = &CHANGES[zone.name()];
        let change = if changes.is_empty() { begin } else { changes[change.index(changes.len())] };
        moved(change, minutes * MINUTE)
    });
    let hour = anywhere.clone().prop_map(move |at| moved(at, -(at.timestamp_millis() % (60 * MINUTE))));
    let fine = (near.clone(), 0..3_000_000i64).prop_map(|(at, nanos)| at + TimeDelta::nanoseconds(nanos));
    prop_oneof![2 => near, 1 => anywhere, 1 => hour, 1 => fine]
}

/// A length of time: often zero, a few milliseconds, a few minutes, or up to three weeks.
fn span() -> impl Strategy<Value = Span> {
    let minutes = (0..2 * 1440u64).prop_map(|minutes| minutes * 60_000);
    prop_oneof![Just(0), 0..5u64, minutes, 0..21 * 86_400_000u64].prop_map(Span)
}

fn night() -> impl Strategy<Value = Night> {
    let time = |minute: u32| NaiveTime::from_num_seconds_from_midnight_opt(minute % 1440 * 60, 0).unwrap();
    (0..1440u32, prop_oneof![1..=960u32, 1..=60u32])
        .prop_map(move |(from, length)| Night { from: time(from), until: time(from + length) })
}

/// Hours that pass their check.
fn hours(zone: Tz) -> impl Strategy<Value = Hours> {
    let days_off = subsequence(WEEK.to_vec(), 0..=5).prop_map(|days| days.into_iter().collect());
    (days_off, option::of(night()))
        .prop_map(move |(days_off, night)| Hours { zone, days_off, night })
        .prop_filter("neither days off nor a night", |hours| hours.check().is_ok())
}

/// An interval in the weeks around a moment; a few are empty, backwards or without end.
fn interval(around: DateTime<Utc>) -> impl Strategy<Value = Standing> {
    let from = (-20 * DAY..40 * DAY).prop_map(move |after| moved(around, after));
    let length = prop_oneof![4 => -10..10 * DAY, 1 => -3..3i64];
    let ends = (from.clone(), length).prop_map(|(from, length)| Standing { from, until: moved(from, length) });
    let endless = from.prop_map(|from| Standing { from, until: DateTime::<Utc>::MAX_UTC });
    prop_oneof![30 => ends, 1 => endless]
}

/// What a calendar is made of, and a moment near which things happen.
#[derive(Clone, Debug)]
struct Case {
    zone: Tz,
    at: DateTime<Utc>,
    hours: Option<Hours>,
    standing: Vec<Standing>,
}

impl Case {
    fn calendar(&self) -> Calendar {
        Calendar::new(self.hours.clone(), self.standing.clone())
    }
}

fn case() -> impl Strategy<Value = Case> {
    let place = select(ZONES.to_vec()).prop_flat_map(|zone| (Just(zone), moment(zone)));
    place.prop_flat_map(|(zone, at)| {
        (option::of(hours(zone)), vec(interval(at), 0..4)).prop_map(move |(hours, standing)| Case {
            zone,
            at,
            hours,
            standing,
        })
    })
}
