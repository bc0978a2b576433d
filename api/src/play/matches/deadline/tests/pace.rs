//! The laws of paces.

use super::super::pace::Pace;
use super::*;

const LEAST: u64 = 10_000;
const DAY: u64 = 86_400_000;

fn any_pace() -> impl Strategy<Value = Pace> {
    let time = || prop_oneof![Just(LEAST), LEAST..60_000, 0..120 * DAY, Just(100 * DAY), 0..500 * DAY].prop_map(Span);
    prop_oneof![
        time().prop_map(|time| Pace::PerMove { time }),
        (time(), time(), time()).prop_map(|(initial, increment, cap)| Pace::Fischer { initial, increment, cap }),
        (time(), time()).prop_map(|(time, reserve)| Pace::Bank { time, reserve }),
    ]
}

fn pace() -> impl Strategy<Value = Pace> {
    any_pace().prop_filter("a pace that no match has", |pace| pace.check(false).is_ok())
}

/// What happens in a turn: the extension, and the share of the time that the player uses.
fn turns() -> impl Strategy<Value = Vec<(Span, f64)>> {
    let extension = prop_oneof![3 => Just(Span(0)), 1 => span()];
    let share = prop_oneof![Just(0.0), Just(1.0), 0.0..1.0f64];
    vec((extension, share), 1..20)
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn a_player_uses_no_more_than_the_pace_hands_out(pace in pace(), turns in turns()) {
        let (mut reserve, mut used, mut extended) = (pace.at_start(), 0, 0);
        for (turn, (extension, share)) in turns.into_iter().enumerate() {
            let turn = turn as u64;
            let regular = pace.allowed(reserve);
            prop_assert!(regular.0 >= LEAST);
            prop_assert!(pace.for_an_answer().0 >= LEAST);
            let allowed = regular.0 + extension.0;
            let uses = (allowed as f64 * share) as u64;
            used += uses;
            extended += extension.0;
            let after = pace.after_turn(reserve, Span(allowed - uses));
            match pace {
                Pace::PerMove { time } => {
                    prop_assert_eq!(after, Span(0));
                    prop_assert!(used <= (turn + 1) * time.0 + extended);
                }
                Pace::Fischer { initial, increment, cap } => {
                    prop_assert!(used <= initial.0 + turn * increment.0 + extended);
                    prop_assert!(increment <= after && after <= cap);
                    // Nothing is lost below the limit, and what an extension gives is used first.
                    let kept = regular.0.saturating_sub(uses.saturating_sub(extension.0));
                    prop_assert_eq!(after.0, (kept + increment.0).min(cap.0));
                }
                Pace::Bank { time, reserve: first } => {
                    prop_assert!(used <= (turn + 1) * time.0 + first.0 + extended);
                    prop_assert!(after <= reserve);
                    prop_assert_eq!(after.0, reserve.0.saturating_sub(uses.saturating_sub(time.0 + extension.0)));
                }
            }
            reserve = after;
        }
    }

    #[test]
    fn a_checked_pace_never_allows_more_than_its_limit(pace in any_pace(), has_hours: bool, turns in turns()) {
        let limit = Span::days(if has_hours { 100 } else { 400 });
        let lapses = |pace: Pace| turns.iter().fold(pace.at_start(), |reserve, (_, share)| {
            pace.after_turn(reserve, Span((pace.allowed(reserve).0 as f64 * share) as u64))
        });
        let times = [Some(pace.allowed(pace.at_start())), match pace {
            Pace::PerMove { .. } | Pace::Bank { .. } => None,
            Pace::Fischer { cap, .. } => Some(cap),
        }];
        let fits = times.into_iter().flatten().all(|time| time <= limit);
        if pace.check(has_hours).is_ok() {
            prop_assert!(fits);
            prop_assert!(pace.allowed(lapses(pace)) <= limit);
        } else if pace.check(false).is_ok() {
            prop_assert!(has_hours && !fits);
        }
    }

    #[test]
    fn a_turn_that_lapsed_leaves_time_for_the_next(pace in pace(), reserve in span()) {
        let reserve = reserve.min(pace.at_start());
        prop_assert!(pace.allowed(pace.after_turn(reserve, Span(0))).0 >= LEAST);
    }
}

fn paces(texts: &[&str]) -> Pace {
    let span = |text: &&str| text.parse::<Span>().unwrap();
    match *texts.iter().map(span).collect::<Vec<_>>() {
        [time] => Pace::PerMove { time },
        [time, reserve] => Pace::Bank { time, reserve },
        [initial, increment, cap] => Pace::Fischer { initial, increment, cap },
        _ => panic!("one to three times"),
    }
}

#[test]
fn a_check_names_the_field_and_says_what_is_right() {
    let usual = "expected a time from PT10S to P400D";
    let hours = "expected a time from PT10S to P100D in a match with days off or nights";
    let cap = "expected a time of at most PT10S, the value of `cap`";
    for (texts, has_hours, expected) in [
        (&["PT10S"][..], false, None),
        (&["P400D"], false, None),
        (&["P100D"], true, None),
        (&["PT9.999S"], false, Some(("time", usual))),
        (&["PT9.999S"], true, Some(("time", hours))),
        (&["P400DT0.001S"], false, Some(("time", usual))),
        (&["P100DT0.001S"], true, Some(("time", hours))),
        (&["P399D", "P1D"], false, None),
        (&["P99D", "P1D"], true, None),
        (&["PT9S", "P1D"], false, Some(("time", usual))),
        (&["P1D", "PT9S"], false, Some(("reserve", usual))),
        (&["P399D", "P1DT0.001S"], false, Some(("reserve", "expected `time` and `reserve` of at most P400D together"))),
        (
            &["P99D", "P1DT0.001S"],
            true,
            Some((
                "reserve",
                "expected `time` and `reserve` of at most P100D together in a match with days off or nights",
            )),
        ),
        (&["PT10S", "PT10S", "PT10S"], false, None),
        (&["P400D", "P400D", "P400D"], false, None),
        (&["P100D", "P100D", "P100D"], true, None),
        (&["PT0S", "PT10S", "PT10S"], false, Some(("initial", usual))),
        (&["PT10S", "PT0S", "PT10S"], false, Some(("increment", usual))),
        (&["PT10S", "PT10S", "PT0S"], false, Some(("cap", usual))),
        (&["PT10S", "PT10S", "P400DT1S"], false, Some(("cap", usual))),
        (&["PT10S", "PT10S", "P100DT1S"], true, Some(("cap", hours))),
        (&["PT10.001S", "PT10S", "PT10S"], false, Some(("initial", cap))),
        (&["PT10S", "PT10.001S", "PT10S"], false, Some(("increment", cap))),
    ] {
        let found = paces(texts).check(has_hours).err().map(|bad| (bad.field, bad.why.clone(), bad.to_string()));
        let expected = expected.map(|(field, why)| (field, why.to_owned(), format!("{field}: {why}")));
        assert_eq!(found, expected, "{texts:?} {has_hours}");
    }
}

#[test]
fn reserves_before_and_after_a_turn() {
    let hours = |hours: u64| Span(hours * 3_600_000);
    // The pace; the time at the start, for the first turn and for an answer; the time left and the reserve after that turn.
    for (texts, start, allowed, answer, left, after) in [
        (&["PT72H"][..], 0, 72, 72, 20, 0),
        (&["PT240H", "PT24H", "PT480H"], 240, 240, 24, 100, 124),
        (&["PT240H", "PT24H", "PT480H"], 240, 240, 24, 0, 24),
        // An extension of 10 hours; 5 were used.
        (&["PT240H", "PT24H", "PT480H"], 240, 240, 24, 245, 264),
        (&["PT240H", "PT24H", "PT250H"], 240, 240, 24, 240, 250),
        (&["PT24H", "PT240H"], 240, 264, 24, 250, 240),
        (&["PT24H", "PT240H"], 240, 264, 24, 240, 240),
        (&["PT24H", "PT240H"], 240, 264, 24, 239, 239),
        (&["PT24H", "PT240H"], 240, 264, 24, 0, 0),
    ] {
        let pace = paces(texts);
        let found = [pace.at_start(), pace.allowed(pace.at_start()), pace.for_an_answer()];
        assert_eq!(found, [start, allowed, answer].map(hours), "{texts:?}");
        assert_eq!(pace.after_turn(pace.at_start(), hours(left)), hours(after), "{texts:?} {left}");
    }
}

#[test]
fn paces_in_words() {
    for (texts, words) in [
        (&["P3D"][..], "3 days per move"),
        (&["P10D", "P1D", "P20D"], "10 days at the start, plus 1 day after each move, up to 20 days"),
        (&["P1D", "P10D"], "1 day per move, plus a reserve of 10 days for the whole match"),
    ] {
        assert_eq!(paces(texts).in_words(), words);
    }
}
