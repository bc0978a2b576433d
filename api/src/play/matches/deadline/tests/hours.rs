//! The laws of hours.

use chrono::{Datelike, Timelike};

use super::super::hours::DaysOff;
use super::*;

/// Returns whether the clock on a wall shows a day off or a time of the night.
fn is_shown(hours: &Hours, at: DateTime<Utc>) -> bool {
    let local = at.with_timezone(&hours.zone);
    let is_night = hours.night.is_some_and(|Night { from, until }| {
        let time = local.time();
        if from < until { from <= time && time < until } else { time >= from || time < until }
    });
    is_night || hours.days_off.contains(local.weekday())
}

fn is_near_a_change(zone: Tz, at: DateTime<Utc>) -> bool {
    CHANGES[zone.name()].iter().any(|change| (at - change).abs() <= TimeDelta::hours(25))
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn a_clock_runs_when_the_wall_shows_neither_night_nor_day_off(case in case(), hours in hours(Tz::UTC)) {
        let hours = Hours { zone: case.zone, ..hours };
        let calendar = Calendar::new(Some(hours.clone()), []);
        for quarter in -100..100 {
            let at = moved(case.at, quarter * 15 * MINUTE);
            if calendar.runs_at(at) {
                prop_assert!(!is_shown(&hours, at), "{} {:?}", at, hours);
            } else if !is_near_a_change(case.zone, at) {
                prop_assert!(is_shown(&hours, at), "{} {:?}", at, hours);
            }
        }
    }

    #[test]
    fn no_change_of_clocks_makes_a_night_longer_by_more_than_itself(case in case(), night in night()) {
        // Two hours at the most, in Antarctica.
        let hours = Hours { zone: case.zone, days_off: DaysOff::default(), night: Some(night) };
        let calendar = Calendar::new(Some(hours), []);
        let minutes = |time: NaiveTime| i64::from(time.num_seconds_from_midnight() / 60);
        let length = (minutes(night.until) - minutes(night.from)).rem_euclid(1440);
        let (from, to) = (moved(case.at, -5 * DAY), moved(case.at, 5 * DAY));
        let stood = (10 * DAY - calendar.running(from, to).0 as i64) / MINUTE;
        prop_assert!((stood - 10 * length).abs() <= length + 2 * 120, "{} of {}", stood, length);
    }

    #[test]
    fn hours_are_read_as_they_are_written(hours in select(ZONES.to_vec()).prop_flat_map(hours)) {
        let json = serde_json::to_string(&hours).unwrap();
        prop_assert_eq!(serde_json::from_str::<Hours>(&json).unwrap(), hours);
    }
}

#[test]
fn hours_as_json() {
    let json = r#"{"zone":"Europe/Berlin","days_off":["sunday","saturday"],"night":{"from":"22:00","until":"07:00"}}"#;
    let hours: Hours = serde_json::from_str(json).unwrap();
    assert_eq!(
        serde_json::to_string(&hours).unwrap(),
        json.replace(r#""sunday","saturday""#, r#""saturday","sunday""#)
    );
    let bare: Hours = serde_json::from_str(r#"{"zone":"UTC"}"#).unwrap();
    assert_eq!(bare, Hours { zone: Tz::UTC, days_off: DaysOff::default(), night: None });
    assert_eq!(serde_json::to_string(&bare).unwrap(), r#"{"zone":"UTC","days_off":[],"night":null}"#);
    let all = r#"["monday","tuesday","wednesday","thursday","friday","saturday","sunday"]"#;
    assert_eq!(serde_json::to_string(&serde_json::from_str::<DaysOff>(all).unwrap()).unwrap(), all);
    for (refused, why) in [
        (r#"{"zone":"Mars/Olympus"}"#, "Mars/Olympus"),
        (r#"{"days_off":["sunday"]}"#, "missing field `zone`"),
        (r#"{"zone":"UTC","holidays":[]}"#, "unknown field `holidays`"),
        (r#"{"zone":"UTC","days_off":["Sunday"]}"#, "expected days of the week from \"monday\" to \"sunday\""),
        (r#"{"zone":"UTC","days_off":["sun"]}"#, "expected days of the week"),
        (r#"{"zone":"UTC","days_off":["sunday","sunday"]}"#, "each at most once"),
        (r#"{"zone":"UTC","night":{"from":"7:00","until":"08:00"}}"#, "expected a time of day from \"00:00\" to"),
        (r#"{"zone":"UTC","night":{"from":"07:00","until":"24:00"}}"#, "expected a time of day"),
        (r#"{"zone":"UTC","night":{"from":"07:00:00","until":"08:00"}}"#, "expected a time of day"),
        (r#"{"zone":"UTC","night":{"from":" 07:00","until":"08:00"}}"#, "expected a time of day"),
        (r#"{"zone":"UTC","night":{"from":"07:00"}}"#, "missing field `until`"),
        (r#"{"zone":"UTC","night":{"from":"07:00","until":"08:00","x":1}}"#, "unknown field `x`"),
    ] {
        let found = serde_json::from_str::<Hours>(refused).unwrap_err().to_string();
        assert!(found.contains(why), "{refused}: {found}");
    }
}

fn made(days: usize, night: Option<(&str, &str)>) -> Hours {
    let night = night.map(|(from, until)| Night { from: from.parse().unwrap(), until: until.parse().unwrap() });
    Hours { zone: Tz::Europe__Berlin, days_off: WEEK.into_iter().rev().take(days).collect(), night }
}

#[test]
fn a_check_names_the_field_and_says_what_is_right() {
    let length = Some(("night", "expected a night from 1 minute to 16 hours"));
    let whole = Some(("night", "expected times in whole minutes"));
    for (days, night, expected) in [
        (1, None, None),
        (5, None, None),
        (6, None, Some(("days_off", "expected at most 5 days off"))),
        (0, None, Some(("days_off", "expected days off or a night; otherwise omit `hours`"))),
        (0, Some(("22:00:00", "22:01:00")), None),
        (5, Some(("22:00:00", "14:00:00")), None),
        (0, Some(("00:00:00", "16:00:00")), None),
        (0, Some(("23:59:00", "00:00:00")), None),
        (0, Some(("22:00:00", "22:00:00")), length),
        (0, Some(("22:00:00", "14:01:00")), length),
        (2, Some(("00:00:00", "16:01:00")), length),
        (0, Some(("22:00:01", "07:00:00")), whole),
        (0, Some(("22:00:00", "07:00:00.001")), whole),
    ] {
        let found = made(days, night).check().err();
        assert_eq!(found.as_ref().map(|bad| (bad.field, &*bad.why)), expected, "{days} {night:?}");
        assert!(found.is_none_or(|bad| bad.to_string() == format!("{}: {}", bad.field, bad.why)));
    }
}

#[test]
fn hours_in_words() {
    for (days, night, words) in [
        (1, None, "The clock pauses on Sunday (Europe/Berlin)."),
        (2, None, "The clock pauses on Saturday and Sunday (Europe/Berlin)."),
        (3, None, "The clock pauses on Friday, Saturday and Sunday (Europe/Berlin)."),
        (0, Some(("22:00:00", "07:00:00")), "The clock pauses from 22:00 to 07:00 (Europe/Berlin)."),
        (
            2,
            Some(("22:00:00", "07:00:00")),
            "The clock pauses on Saturday and Sunday, and from 22:00 to 07:00 (Europe/Berlin).",
        ),
        (0, None, "The clock never pauses."),
    ] {
        assert_eq!(made(days, night).in_words(), words);
    }
}
