//! The laws of calendars.

use super::*;

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn running_times_add_up(case in case(), first in 0..40 * DAY, second in 0..40 * DAY, nanos in 0..2_000_000i64) {
        let calendar = case.calendar();
        let (a, b) = (case.at, moved(case.at, first) + TimeDelta::nanoseconds(nanos));
        let c = moved(b, second);
        let (ab, bc, ac) = (calendar.running(a, b), calendar.running(b, c), calendar.running(a, c));
        prop_assert_eq!(ab.0 + bc.0, ac.0);
        // Finer parts are dropped of both ends.
        prop_assert!(ab.0 <= elapsed(a, b) + 1);
        prop_assert!(bc.0 <= elapsed(b, c));
        prop_assert_eq!(calendar.running(b, a), Span(0));
        prop_assert_eq!(calendar.running(a, a), Span(0));
    }

    #[test]
    fn a_clock_runs_in_a_millisecond_or_not(case in case(), by in -30 * DAY..30 * DAY) {
        let calendar = case.calendar();
        let at = moved(case.at, by);
        prop_assert_eq!(u64::from(calendar.runs_at(at)), calendar.running(at, moved(at, 1)).0);
    }

    #[test]
    fn a_time_runs_until_it_is_over(case in case(), span in span()) {
        let calendar = case.calendar();
        let over = calendar.after(case.at, span);
        prop_assume!(over < DateTime::<Utc>::MAX_UTC);
        prop_assert_eq!(calendar.running(case.at, over), span);
        prop_assert!(over >= case.at || over == moved(case.at, 0));
        if span > Span(0) {
            // It is the earliest such time: the clock runs just before it.
            prop_assert!(calendar.runs_at(moved(over, -1)));
            prop_assert_eq!(calendar.running(case.at, moved(over, -1)).0, span.0 - 1);
            prop_assert_eq!(over.timestamp_subsec_nanos() % 1_000_000, 0);
        } else {
            prop_assert_eq!(over, case.at);
        }
    }

    #[test]
    fn times_after_each_other_are_one(case in case(), first in span(), second in span()) {
        let calendar = case.calendar();
        let twice = calendar.after(calendar.after(case.at, first), second);
        prop_assert_eq!(twice, calendar.after(case.at, Span(first.0 + second.0)));
    }

    #[test]
    fn later_starts_and_longer_times_end_later(case in case(), one in span(), more in span(), by in 0..10 * DAY) {
        let calendar = case.calendar();
        let end = calendar.after(case.at, one);
        prop_assert!(end <= calendar.after(case.at, Span(one.0 + more.0)));
        prop_assert!(end <= calendar.after(moved(case.at, by), one));
    }

    #[test]
    fn the_order_and_overlap_of_intervals_do_not_matter(case in case(), span in span(), to in 0..40 * DAY) {
        let calendar = case.calendar();
        let mut standing = case.standing.clone();
        standing.reverse();
        standing.extend(case.standing.clone());
        let other = Calendar::new(case.hours.clone(), standing);
        let to = moved(case.at, to);
        prop_assert_eq!(calendar.after(case.at, span), other.after(case.at, span));
        prop_assert_eq!(calendar.running(case.at, to), other.running(case.at, to));
    }

    #[test]
    fn a_clock_stands_still_in_its_intervals(case in case(), share in 0.0..1.0f64) {
        let calendar = case.calendar();
        for interval in case.standing.iter().filter(|interval| interval.from < interval.until) {
            prop_assert_eq!(calendar.running(interval.from, interval.until), Span(0));
            let length = (interval.until - interval.from).num_milliseconds().min(10 * DAY);
            // Whether an interval of less than a millisecond counts depends on its ends.
            if length > 0 {
                prop_assert!(!calendar.runs_at(moved(interval.from, (length as f64 * share) as i64)));
            }
        }
    }

    #[test]
    fn without_hours_it_runs_outside_all_intervals(case in case(), by in -30 * DAY..30 * DAY) {
        let calendar = Calendar::new(None, case.standing.clone());
        let at = moved(case.at, by);
        let whole = DateTime::from_timestamp_millis(at.timestamp_millis()).unwrap();
        let near = |it: &Standing| moved(it.from, -1) <= whole && whole < it.until;
        if !case.standing.iter().any(near) {
            prop_assert!(calendar.runs_at(at));
        }
    }
}

const MIN: DateTime<Utc> = DateTime::<Utc>::MIN_UTC;
const MAX: DateTime<Utc> = DateTime::<Utc>::MAX_UTC;

fn berlin() -> Hours {
    let json = r#"{"zone":"Europe/Berlin","days_off":["sunday"],"night":{"from":"22:00","until":"07:00"}}"#;
    serde_json::from_str(json).unwrap()
}

#[test]
fn extreme_dates_and_lengths_do_no_harm() {
    let now = utc("2026-03-01T12:00:00Z");
    let endless = Standing { from: now, until: MAX };
    let future = Standing { from: now, until: utc("9000-01-01T00:00:00Z") };
    for hours in [None, Some(berlin())] {
        for standing in [vec![], vec![Standing { from: MIN, until: MAX }], vec![future], vec![endless]] {
            let calendar = Calendar::new(hours.clone(), standing);
            for (from, to) in [(MIN, now), (now, MIN), (MAX, MAX), (MAX, MIN)] {
                assert!(calendar.running(from, to).0 <= elapsed(from, to) + 1);
                assert_eq!(calendar.after(from, Span(0)), from);
                calendar.after(from, Span(1));
                calendar.runs_at(from);
            }
            assert_eq!(calendar.after(now, Span(u64::MAX)), MAX);
            assert_eq!(calendar.after(MAX, Span(1)), MAX);
        }
        let calendar = Calendar::new(hours, [endless]);
        assert_eq!(calendar.after(now, Span(1)), MAX);
        assert!(!calendar.runs_at(now));
        assert_eq!(calendar.running(now, MAX), Span(0));
    }
    let calendar = Calendar::new(None, [future]);
    assert_eq!(calendar.after(now, Span(5)), moved(future.until, 5));
}

#[test]
fn hours_hold_from_1970_to_2099() {
    let calendar = Calendar::new(Some(berlin()), []);
    assert_eq!(calendar.running(MIN, DateTime::UNIX_EPOCH), Span(0));
    assert_eq!(calendar.running(utc("2100-01-01T00:00:00Z"), MAX), Span(0));
    assert!(calendar.runs_at(utc("1970-01-01T12:00:00Z")));
    assert!(calendar.runs_at(utc("2099-12-31T12:00:00Z")));
    assert!(!calendar.runs_at(utc("2100-01-01T12:00:00Z")));
    assert_eq!(calendar.after(utc("2099-12-31T20:59:59.999Z"), Span(1)), utc("2099-12-31T21:00:00Z"));
    assert_eq!(calendar.after(utc("2099-12-31T20:59:59.999Z"), Span(2)), MAX);
    // In the west that year is not over, in the east it is.
    for zone in [Tz::Etc__GMTPlus12, Tz::Pacific__Kiritimati] {
        let calendar = Calendar::new(Some(Hours { zone, ..berlin() }), []);
        assert_eq!(calendar.running(utc("2100-01-01T00:00:00Z"), MAX), Span(0));
        assert_eq!(calendar.running(MIN, DateTime::UNIX_EPOCH), Span(0));
    }
    // 2100 begins early in the east, a Friday.
    let friday = Hours { zone: Tz::Pacific__Kiritimati, days_off: [Weekday::Fri].into_iter().collect(), night: None };
    let calendar = Calendar::new(Some(friday), []);
    assert!(calendar.runs_at(utc("2099-12-31T09:59:00Z")));
    assert!(!calendar.runs_at(utc("2099-12-31T10:00:00Z")));
    // Without hours there is no such limit.
    let calendar = Calendar::default();
    assert_eq!(calendar.running(utc("1000-01-01T00:00:00Z"), utc("1000-01-02T00:00:00Z")), Span::days(1));
    assert_eq!(calendar.after(utc("2300-01-01T00:00:00Z"), Span::days(1)), utc("2300-01-02T00:00:00Z"));
}

#[test]
fn finer_parts_than_milliseconds_are_dropped() {
    let [a, b] = ["2026-03-01T12:00:00.0009Z", "2026-03-01T12:00:00.001Z"].map(utc);
    let calendar = Calendar::default();
    assert_eq!(calendar.running(a, b), Span(1));
    assert_eq!(calendar.running(b, a), Span(0));
    assert_eq!(calendar.after(a, Span(1)), b);
    assert_eq!(calendar.after(a, Span(0)), a);
    // Of an interval, too: this one is empty.
    let calendar = Calendar::new(None, [Standing { from: utc("2026-03-01T12:00:00Z"), until: a }]);
    assert!(calendar.runs_at(a));
    let calendar = Calendar::new(None, [Standing { from: a, until: b }]);
    assert!(!calendar.runs_at(a));
    assert!(calendar.runs_at(b));
}
