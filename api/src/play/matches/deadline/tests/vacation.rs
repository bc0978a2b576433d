//! The laws of vacations.

use chrono::{Datelike, Days, NaiveDate};

use super::super::countdown::Countdown;
use super::super::vacation::{BadVacation, Vacation, Vacations};
use super::*;

fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn days(first: &str, last: &str, zone: Tz) -> Vacation {
    Vacation { first: date(first), last: date(last), zone }
}

/// Something that a person does on a day: a booking so many days ahead, or the end of the vacation of this number.
#[derive(Clone, Debug)]
enum Act {
    Book { zone: Tz, ahead: i64, length: i64 },
    End { place: Index },
}

fn acts() -> impl Strategy<Value = Vec<(i64, Act)>> {
    let zone = prop_oneof![select(ZONES.to_vec()), Just(Tz::Pacific__Kiritimati), Just(Tz::Etc__GMTPlus12)];
    let book = (zone, prop_oneof![0..30i64, -2..420i64], -1..40i64).prop_map(|(zone, ahead, length)| Act::Book {
        zone,
        ahead,
        length,
    });
    let act = prop_oneof![3 => book, 1 => any::<Index>().prop_map(|place| Act::End { place })];
    vec((0..20 * DAY, act), 1..40)
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn bookings_keep_within_the_days_of_a_year(acts in acts(), per_year in 0..60u16, allowed in span()) {
        let mut now = utc("2026-10-20T00:00:00Z");
        let clock = Countdown { since: now, allowed };
        let mut vacations = Vacations::default();
        for (pause, act) in acts {
            now = moved(now, pause);
            let before = vacations.clone();
            let (old, kept) = (Calendar::new(None, before.standing()), before.clone());
            let result = match act {
                Act::Book { zone, ahead, length } => {
                    let today = now.with_timezone(&zone).date_naive();
                    let first = today + TimeDelta::days(ahead);
                    let new = Vacation { first, last: first + TimeDelta::days(length), zone };
                    let result = vacations.book(new, today, per_year);
                    prop_assert!(clock.deadline(&Calendar::new(None, vacations.standing())) >= clock.deadline(&old));
                    if result.is_ok() {
                        prop_assert!((1..=400).contains(&ahead) && length >= 0);
                        prop_assert!(new.standing().unwrap().from > now);
                        prop_assert!(vacations.iter().any(|vacation| vacation == new));
                        prop_assert_eq!(vacations.iter().count(), before.iter().count() + 1);
                    }
                    result
                }
                Act::End { place } if before != Vacations::default() => {
                    let first = before.iter().nth(place.index(before.iter().count())).unwrap().first;
                    vacations.end(first, now)
                }
                Act::End { .. } => continue,
            };
            if result.is_err() {
                prop_assert_eq!(&vacations, &kept);
            }
            let new = Calendar::new(None, vacations.standing());
            prop_assert_eq!(new.running(clock.since, now), old.running(clock.since, now));
            let standing: Vec<_> = vacations.standing().collect();
            prop_assert!(standing.windows(2).all(|two| two[0].until <= two[1].from));
            prop_assert!(standing.len() <= 20);
            for year in 2026..2032 {
                let all: i64 = vacations.iter().flat_map(|v| v.first.iter_days().take_while(move |day| *day <= v.last))
                    .filter(|day| day.year() == year).count() as i64;
                prop_assert!(all <= i64::from(per_year));
                prop_assert_eq!(vacations.left_in(year, per_year), i64::from(per_year) - all);
            }
            let json = serde_json::to_string(&vacations).unwrap();
            prop_assert_eq!(serde_json::from_str::<Vacations>(&json).unwrap(), vacations.clone());
        }
    }

    #[test]
    fn a_vacation_has_whole_days(
        (zone, at) in select(ZONES.to_vec()).prop_flat_map(|zone| (Just(zone), moment(zone))),
        length in 0..20u64,
    ) {
        let first = at.with_timezone(&zone).date_naive();
        let last = first + Days::new(length);
        let vacation = Vacation { first, last, zone };
        prop_assert_eq!(vacation.days(), length as i64 + 1);
        let standing = vacation.standing().unwrap();
        let shown = |at: DateTime<Utc>| at.with_timezone(&zone).date_naive();
        prop_assert_eq!(shown(standing.from), first);
        // Not always the day before: Apia left one out.
        prop_assert!(shown(moved(standing.from, -1)) < first);
        prop_assert!(shown(moved(standing.until, -1)) <= last);
        prop_assert!(shown(standing.until) > last);
        let next = Vacation { first: last.succ_opt().unwrap(), last: last + Days::new(3), zone };
        prop_assert_eq!(next.standing().unwrap().from, standing.until);
    }
}

const BERLIN: Tz = Tz::Europe__Berlin;

#[test]
fn a_refusal_says_what_is_right() {
    let mut vacations = Vacations::default();
    let today = date("2026-06-15");
    let mut book = |new: Vacation| vacations.book(new, today, 30).map_err(|bad| (bad, bad.to_string()));
    assert_eq!(book(days("2026-08-03", "2026-08-16", BERLIN)), Ok(()));
    for (new, bad, text) in [
        (
            days("2026-06-15", "2026-06-20", BERLIN),
            BadVacation::TooEarly { earliest: date("2026-06-16") },
            "expected a first day on or after 2026-06-16, because a vacation begins tomorrow at the earliest",
        ),
        (
            days("2027-07-21", "2027-07-21", BERLIN),
            BadVacation::TooLate { latest: date("2027-07-20") },
            "expected a first day on or before 2027-07-20, because a vacation begins at most 400 days ahead",
        ),
        (
            days("2026-07-02", "2026-07-01", BERLIN),
            BadVacation::Backwards { first: date("2026-07-02") },
            "expected a last day on or after 2026-07-02",
        ),
        (
            days("2026-08-16", "2026-08-17", BERLIN),
            BadVacation::Overlaps { first: date("2026-08-03"), last: date("2026-08-16") },
            "expected days outside the vacation from 2026-08-03 to 2026-08-16",
        ),
        // The 2nd in New York ends on the 3rd in Berlin.
        (
            days("2026-08-02", "2026-08-02", Tz::America__New_York),
            BadVacation::Overlaps { first: date("2026-08-03"), last: date("2026-08-16") },
            "expected days outside the vacation from 2026-08-03 to 2026-08-16",
        ),
        (
            days("2026-09-01", "2026-09-17", BERLIN),
            BadVacation::TooManyDays { year: 2026, left: 16 },
            "expected at most 16 days in 2026, because no more are left",
        ),
        (
            days("2026-12-31", "2027-01-31", BERLIN),
            BadVacation::TooManyDays { year: 2027, left: 30 },
            "expected at most 30 days in 2027, because no more are left",
        ),
        (days("2026-12-31", "+262142-12-31", BERLIN), BadVacation::NoTime, "expected days that exist in the time zone"),
    ] {
        assert_eq!(book(new), Err((bad, text.to_owned())));
    }
    for new in [
        days("2026-06-16", "2026-06-16", BERLIN),
        days("2027-07-20", "2027-07-20", BERLIN),
        days("2026-08-17", "2026-08-17", BERLIN),
        days("2026-08-02", "2026-08-02", BERLIN),
        days("2026-12-19", "2027-01-29", BERLIN),
    ] {
        assert_eq!(book(new), Ok(()));
    }
    assert_eq!(vacations.left_in(2026, 30), 0);
    assert_eq!(vacations.left_in(2026, 10), 0);
    assert_eq!(vacations.left_in(2027, 30), 0);
    assert_eq!(vacations.left_in(2028, 30), 30);
    let firsts: Vec<_> = vacations.iter().map(|vacation| vacation.first.to_string()).collect();
    assert_eq!(firsts, ["2026-06-16", "2026-08-02", "2026-08-03", "2026-08-17", "2026-12-19", "2027-07-20"]);
}

#[test]
fn at_most_twenty_vacations_are_stored() {
    let mut vacations = Vacations::default();
    let (today, first) = (date("2026-01-01"), |number: u64| date("2026-02-01") + Days::new(2 * number));
    for number in 0..20 {
        let day = first(number);
        assert_eq!(vacations.book(Vacation { first: day, last: day, zone: BERLIN }, today, 30), Ok(()));
    }
    let more = days("2026-05-01", "2026-05-01", BERLIN);
    let refused = vacations.book(more, today, 30).unwrap_err();
    assert_eq!(refused, BadVacation::TooMany);
    assert_eq!(refused.to_string(), "expected at most 20 vacations; end one first");
    vacations.forget(first(1));
    assert_eq!(vacations.iter().map(|vacation| vacation.first).next(), Some(first(1)));
    assert_eq!(vacations.iter().count(), 19);
    assert_eq!(vacations.book(more, today, 30), Ok(()));
}

#[test]
fn a_vacation_that_runs_ends_with_the_day() {
    let begun = || Vacations::default().with(days("2026-08-03", "2026-08-16", BERLIN));
    for (now, last) in [
        ("2026-08-02T21:59:59Z", None),
        ("2026-08-02T22:00:00Z", Some("2026-08-03")),
        ("2026-08-03T21:59:59Z", Some("2026-08-03")),
        ("2026-08-03T22:00:00Z", Some("2026-08-04")),
        ("2026-08-16T21:59:59Z", Some("2026-08-16")),
    ] {
        let mut vacations = begun();
        assert_eq!(vacations.end(date("2026-08-03"), utc(now)), Ok(()));
        let expected: Vec<_> = last.map(|last| days("2026-08-03", last, BERLIN)).into_iter().collect();
        assert_eq!(vacations.iter().collect::<Vec<_>>(), expected, "{now}");
    }
    let mut vacations = begun();
    let over = vacations.end(date("2026-08-03"), utc("2026-08-16T22:00:00Z")).unwrap_err();
    assert_eq!(over, BadVacation::Over { last: date("2026-08-16") });
    assert_eq!(over.to_string(), "expected a vacation that has not ended; this one ended on 2026-08-16");
    let unknown = vacations.end(date("2026-08-04"), utc("2026-08-05T00:00:00Z")).unwrap_err();
    assert_eq!(unknown, BadVacation::Unknown { first: date("2026-08-04") });
    assert_eq!(unknown.to_string(), "expected the first day of a booked vacation; none begins on 2026-08-04");
    assert_eq!(vacations, begun());
}

#[test]
fn of_two_vacations_that_begin_on_one_date_the_one_that_is_not_over_ends() {
    let (east, west) = (Tz::Pacific__Kiritimati, Tz::Etc__GMTPlus12);
    let mut vacations =
        Vacations::default().with(days("2026-08-03", "2026-08-03", west)).with(days("2026-08-03", "2026-08-03", east));
    assert_eq!(vacations.iter().map(|vacation| vacation.zone).collect::<Vec<_>>(), [east, west]);
    assert_eq!(vacations.end(date("2026-08-03"), utc("2026-08-03T11:00:00Z")), Ok(()));
    assert_eq!(vacations.iter().map(|vacation| vacation.zone).collect::<Vec<_>>(), [east]);
}

#[test]
fn the_day_on_which_the_date_goes_back() {
    // St John's moved its clocks from 0:01 on Sunday, 7 November 2010, to 23:01 on Saturday.
    let zone = Tz::America__St_Johns;
    let now = utc("2010-11-07T03:00:00Z");
    assert_eq!(now.with_timezone(&zone).date_naive(), date("2010-11-06"));
    let mut vacations = Vacations::default().with(days("2010-11-05", "2010-11-20", zone));
    let since = utc("2010-11-01T00:00:00Z");
    let ran = Calendar::new(None, vacations.standing()).running(since, now);
    assert_eq!(vacations.end(date("2010-11-05"), now), Ok(()));
    assert_eq!(Calendar::new(None, vacations.standing()).running(since, now), ran);
    assert_eq!(vacations.iter().collect::<Vec<_>>(), [days("2010-11-05", "2010-11-07", zone)]);
}

#[test]
fn vacations_as_json() {
    let json = r#"[{"first":"2026-08-03","last":"2026-08-16","zone":"Europe/Berlin"}]"#;
    let vacations: Vacations = serde_json::from_str(json).unwrap();
    assert_eq!(vacations, Vacations::default().with(days("2026-08-03", "2026-08-16", BERLIN)));
    assert_eq!(serde_json::to_string(&vacations).unwrap(), json);
}

#[test]
fn extreme_dates_do_no_harm() {
    for zone in ZONES {
        let all = Vacation { first: NaiveDate::MIN, last: NaiveDate::MAX, zone };
        let backwards = Vacation { first: NaiveDate::MAX, last: NaiveDate::MIN, zone };
        for vacation in [all, backwards] {
            assert_eq!(vacation.standing(), None);
            assert!(Vacations::default().book(vacation, NaiveDate::MAX, 30).is_err());
            assert!(Vacations::default().book(vacation, NaiveDate::MIN, 30).is_err());
        }
        assert_eq!(backwards.days(), 0);
        let mut stored: Vacations = serde_json::from_value(serde_json::json!([all])).unwrap();
        assert!(stored.end(NaiveDate::MIN, utc("2026-01-01T00:00:00Z")).is_err());
        assert_eq!(stored.left_in(i32::MAX, 30), 30);
        assert_eq!(stored.left_in(2024, 400), 34);
    }
}

impl Vacations {
    /// The vacations with one more, booked on the day before.
    fn with(mut self, new: Vacation) -> Vacations {
        self.book(new, new.first.pred_opt().unwrap(), 366).unwrap();
        self
    }
}
