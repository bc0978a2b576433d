//! Deadlines by example, in local time.

use super::super::vacation::Vacation;
use super::*;

fn calendar(zone: Tz, days: &[Weekday], night: Option<(&str, &str)>) -> Calendar {
    let time = |text: &str| NaiveTime::parse_from_str(text, "%H:%M").unwrap();
    let night = night.map(|(from, until)| Night { from: time(from), until: time(until) });
    Calendar::new(Some(Hours { zone, days_off: days.iter().copied().collect(), night }), [])
}

/// The time after some running minutes, in local time with the offset.
fn after(calendar: &Calendar, zone: Tz, from: &str, minutes: u64) -> String {
    let at = calendar.after(local(zone, from), Span(minutes * 60_000));
    at.with_timezone(&zone).format("%Y-%m-%d %H:%M %:z").to_string()
}

#[test]
fn a_weekend_in_berlin() {
    let zone = Tz::Europe__Berlin;
    let weekend = calendar(zone, &[Weekday::Sat, Weekday::Sun], None);
    for (from, hours, deadline) in [
        ("2026-03-25T12:00:00", 24, "2026-03-26 12:00 +01:00"),
        // A time that is over with Friday ends before the weekend.
        ("2026-03-27T12:00:00", 12, "2026-03-28 00:00 +01:00"),
        // Summer time begins on Sunday, 29 March 2026: Sunday has 23 hours, and none of them counts.
        ("2026-03-27T12:00:00", 13, "2026-03-30 01:00 +02:00"),
        ("2026-03-28T12:00:00", 1, "2026-03-30 01:00 +02:00"),
        ("2026-03-29T12:00:00", 24, "2026-03-31 00:00 +02:00"),
        // It ends on Sunday, 25 October 2026: Sunday has 25 hours.
        ("2026-10-23T12:00:00", 13, "2026-10-26 01:00 +01:00"),
        ("2026-10-23T12:00:00", 5 * 24 + 12, "2026-10-31 00:00 +01:00"),
    ] {
        assert_eq!(after(&weekend, zone, from, hours * 60), deadline, "{from} {hours}");
    }
    // Days off on Monday only: the hour that a change of clocks takes or gives is an hour of the clock.
    let monday = calendar(zone, &[Weekday::Mon], None);
    assert_eq!(after(&monday, zone, "2026-03-28T12:00:00", 24 * 60), "2026-03-29 13:00 +02:00");
    assert_eq!(after(&monday, zone, "2026-10-24T12:00:00", 24 * 60), "2026-10-25 11:00 +01:00");
}

#[test]
fn nights_in_new_york() {
    let zone = Tz::America__New_York;
    let over_midnight = calendar(zone, &[], Some(("22:00", "07:00")));
    let in_the_gap = calendar(zone, &[], Some(("02:30", "07:00")));
    let until_the_gap = calendar(zone, &[], Some(("22:00", "02:30")));
    let only_the_gap = calendar(zone, &[], Some(("02:15", "02:45")));
    let in_the_repeat = calendar(zone, &[], Some(("01:30", "07:00")));
    let until_the_repeat = calendar(zone, &[], Some(("22:00", "01:30")));
    let only_the_repeat = calendar(zone, &[], Some(("01:15", "01:45")));
    for (calendar, from, minutes, deadline) in [
        // Summer time begins at 2:00 on 8 March 2026: that night has eight hours.
        (&over_midnight, "2026-03-07T21:00:00", 60, "2026-03-07 22:00 -05:00"),
        (&over_midnight, "2026-03-07T21:00:00", 120, "2026-03-08 08:00 -04:00"),
        (&over_midnight, "2026-03-08T03:00:00", 60, "2026-03-08 08:00 -04:00"),
        // It ends at 2:00 on 1 November 2026: that night has ten hours.
        (&over_midnight, "2026-10-31T21:00:00", 120, "2026-11-01 08:00 -05:00"),
        (&over_midnight, "2026-11-01T21:00:00", 61, "2026-11-02 07:01 -05:00"),
        // 2:30 on 8 March does not occur: the night begins or ends after the gap, at 3:00.
        (&in_the_gap, "2026-03-08T01:30:00", 30, "2026-03-08 03:00 -04:00"),
        (&in_the_gap, "2026-03-08T01:30:00", 31, "2026-03-08 07:01 -04:00"),
        (&until_the_gap, "2026-03-07T21:59:00", 2, "2026-03-08 03:01 -04:00"),
        (&only_the_gap, "2026-03-08T01:30:00", 60, "2026-03-08 03:30 -04:00"),
        // 1:30 on 1 November occurs twice: the night begins at the first one and ends at the last one.
        (&in_the_repeat, "2026-11-01T00:30:00", 60, "2026-11-01 01:30 -04:00"),
        (&in_the_repeat, "2026-11-01T00:30:00", 61, "2026-11-01 07:01 -05:00"),
        (&until_the_repeat, "2026-10-31T21:59:00", 2, "2026-11-01 01:31 -05:00"),
        (&only_the_repeat, "2026-11-01T00:30:00", 45, "2026-11-01 01:15 -04:00"),
        (&only_the_repeat, "2026-11-01T00:30:00", 46, "2026-11-01 01:46 -05:00"),
    ] {
        assert_eq!(after(calendar, zone, from, minutes), deadline, "{from} {minutes}");
    }
}

#[test]
fn days_that_begin_without_midnight() {
    // Beirut moves its clocks from 0:00 to 1:00 on Sunday, 29 March 2026.
    let zone = Tz::Asia__Beirut;
    let saturday = calendar(zone, &[Weekday::Sat], None);
    assert_eq!(after(&saturday, zone, "2026-03-28T12:00:00", 1), "2026-03-29 01:01 +03:00");
    let sunday = calendar(zone, &[Weekday::Sun], None);
    assert_eq!(after(&sunday, zone, "2026-03-28T23:00:00", 60), "2026-03-29 01:00 +03:00");
    assert_eq!(after(&sunday, zone, "2026-03-28T23:00:00", 61), "2026-03-30 00:01 +03:00");
    // And back from 0:00 to 23:00: Saturday, 24 October 2026, has 25 hours.
    assert_eq!(
        sunday.running(local(zone, "2026-10-24T12:00:00"), local(zone, "2026-10-25T12:00:00")).0,
        13 * 3_600_000
    );
    assert_eq!(after(&saturday, zone, "2026-10-24T12:00:00", 1), "2026-10-25 00:01 +02:00");
    // In Havana midnight occurs twice on Sunday, 1 November 2026: Sunday begins at the first one.
    let zone = Tz::America__Havana;
    let saturday = calendar(zone, &[Weekday::Sat], None);
    assert_eq!(after(&saturday, zone, "2026-10-31T12:00:00", 1), "2026-11-01 00:01 -04:00");
    let sunday = calendar(zone, &[Weekday::Sun], None);
    assert_eq!(after(&sunday, zone, "2026-10-31T23:00:00", 60), "2026-11-01 00:00 -04:00");
    assert_eq!(after(&sunday, zone, "2026-10-31T23:00:00", 61), "2026-11-02 00:01 -05:00");
}

#[test]
fn a_day_that_is_left_out() {
    // Apia had no 30 December 2011, a Friday.
    let zone = Tz::Pacific__Apia;
    let friday = calendar(zone, &[Weekday::Fri], None);
    assert_eq!(after(&friday, zone, "2011-12-29T23:00:00", 120), "2011-12-31 01:00 +14:00");
    // The night that begins on the 29th ends after the gap, and the one that would begin on the 30th begins there.
    let night = calendar(zone, &[], Some(("22:00", "07:00")));
    assert_eq!(after(&night, zone, "2011-12-29T21:00:00", 61), "2011-12-31 07:01 +14:00");
    let vacation =
        |first: &str, last: &str| Vacation { first: first.parse().unwrap(), last: last.parse().unwrap(), zone };
    assert_eq!(vacation("2011-12-30", "2011-12-30").standing(), None);
    let standing = vacation("2011-12-29", "2011-12-31").standing().unwrap();
    assert_eq!(standing.until - standing.from, TimeDelta::days(2));
}

#[test]
fn nights_and_days_off_together() {
    // Half an hour of summer time: Lord Howe's clocks go from 2:00 to 2:30 on Sunday, 4 October 2026.
    let zone = Tz::Australia__Lord_Howe;
    let both = calendar(zone, &[Weekday::Sat], Some(("20:00", "08:00")));
    assert_eq!(after(&both, zone, "2026-10-02T19:00:00", 60), "2026-10-02 20:00 +10:30");
    assert_eq!(after(&both, zone, "2026-10-02T19:00:00", 61), "2026-10-04 08:01 +11:00");
    let early = calendar(zone, &[], Some(("01:00", "03:00")));
    assert_eq!(early.running(local(zone, "2026-10-04T00:00:00"), local(zone, "2026-10-04T12:00:00")).0, 10 * 3_600_000);
    assert_eq!(early.running(local(zone, "2026-10-05T00:00:00"), local(zone, "2026-10-05T12:00:00")).0, 10 * 3_600_000);
    // Troll's clocks go back two hours, from 3:00 to 1:00, on 25 October 2026: 2:00 to 4:00 has four hours.
    let zone = Tz::Antarctica__Troll;
    let night = calendar(zone, &[], Some(("02:00", "04:00")));
    assert_eq!(night.running(local(zone, "2026-10-25T00:00:00"), local(zone, "2026-10-25T12:00:00")).0, 10 * 3_600_000);
}

#[test]
fn a_match_day_from_the_first_to_the_last_hour() {
    // The least that hours leave: Monday and Tuesday, eight hours each.
    let zone = Tz::Asia__Kathmandu;
    let least = calendar(zone, &WEEK[2..], Some(("16:00", "08:00")));
    assert_eq!(after(&least, zone, "2026-06-03T12:00:00", 60), "2026-06-08 09:00 +05:45");
    assert_eq!(after(&least, zone, "2026-06-08T08:00:00", 16 * 60), "2026-06-09 16:00 +05:45");
    assert_eq!(after(&least, zone, "2026-06-08T08:00:00", 16 * 60 + 1), "2026-06-15 08:01 +05:45");
    assert_eq!(after(&least, zone, "2026-06-08T08:00:00", 100 * 24 * 60), "2029-04-17 16:00 +05:45");
}
