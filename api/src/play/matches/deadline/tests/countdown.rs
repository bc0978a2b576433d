//! The laws of countdowns.

use super::super::countdown::Countdown;
use super::*;

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn a_clock_runs_out_at_its_deadline(case in case(), allowed in span()) {
        let calendar = case.calendar();
        let clock = Countdown { since: case.at, allowed };
        let deadline = clock.deadline(&calendar);
        prop_assume!(deadline < DateTime::<Utc>::MAX_UTC);
        prop_assert_eq!(clock.left(&calendar, deadline), Span(0));
        prop_assert_eq!(clock.left(&calendar, moved(deadline, 10 * DAY)), Span(0));
        if allowed > Span(0) {
            prop_assert_eq!(clock.left(&calendar, moved(deadline, -1)), Span(1));
            prop_assert!(clock.left(&calendar, deadline - TimeDelta::nanoseconds(1)) > Span(0));
        }
    }

    #[test]
    fn time_is_neither_created_nor_lost(case in case(), allowed in span(), by in -5 * DAY..40 * DAY) {
        let calendar = case.calendar();
        let clock = Countdown { since: case.at, allowed };
        let at = moved(case.at, by);
        let (left, used) = (clock.left(&calendar, at), calendar.running(case.at, at));
        if at < clock.deadline(&calendar) {
            prop_assert_eq!(left.0 + used.0, allowed.0);
        } else {
            prop_assert_eq!(left, Span(0));
        }
    }

    #[test]
    fn less_running_time_never_moves_a_deadline_earlier(
        (case, hours, new) in case().prop_flat_map(|case| {
            (Just(case.clone()), hours(case.zone), interval(case.at))
        }),
        allowed in span(),
    ) {
        let clock = Countdown { since: case.at, allowed };
        let deadline = clock.deadline(&case.calendar());
        let longer = Case { standing: [case.standing.clone(), vec![new]].concat(), ..case.clone() };
        prop_assert!(clock.deadline(&longer.calendar()) >= deadline);
        let without = Case { hours: None, ..case.clone() };
        let with = Case { hours: Some(hours), ..case };
        prop_assert!(clock.deadline(&with.calendar()) >= clock.deadline(&without.calendar()));
        prop_assert!(deadline >= clock.deadline(&without.calendar()));
    }

    #[test]
    fn intervals_outside_the_turn_change_nothing(case in case(), allowed in span(), gap in 0..DAY, length in 1..DAY) {
        let clock = Countdown { since: case.at, allowed };
        let deadline = clock.deadline(&case.calendar());
        let before = Standing { from: moved(case.at, -gap - length), until: moved(case.at, -gap) };
        let after = deadline.checked_add_signed(TimeDelta::milliseconds(gap + length));
        let after = after.map(|until| Standing { from: moved(deadline, gap), until });
        for interval in [Some(before), after].into_iter().flatten() {
            let other = Case { standing: [case.standing.clone(), vec![interval]].concat(), ..case.clone() };
            prop_assert_eq!(clock.deadline(&other.calendar()), deadline);
        }
    }

    #[test]
    fn an_extension_never_moves_a_deadline_earlier(case in case(), allowed in span(), by in span()) {
        let calendar = case.calendar();
        let clock = Countdown { since: case.at, allowed };
        let longer = clock.extended(by);
        prop_assert_eq!(longer, Countdown { since: case.at, allowed: Span(allowed.0 + by.0) });
        prop_assert!(longer.deadline(&calendar) >= clock.deadline(&calendar));
        prop_assert_eq!(longer.deadline(&calendar), calendar.after(clock.deadline(&calendar), by));
    }
}

#[test]
fn extreme_times_do_no_harm() {
    let clock = Countdown { since: utc("2026-01-01T00:00:00Z"), allowed: Span(u64::MAX) };
    assert_eq!(clock.extended(Span::days(1)), clock);
    assert_eq!(clock.deadline(&Calendar::default()), DateTime::<Utc>::MAX_UTC);
}
