//! Conditional responses as people give them (P16), and what others may imagine of a window (P26).

use std::collections::BTreeSet;

use serde_json::Value;

use super::*;
use crate::game::{Cause, Entry, Leaving};

/// Ash's 3/3 has attacked Birch's 2/2; Birch has answered, and Ash is asked.
fn second_round() -> Magic {
    let before = table_of(
        4,
        "lands PFISM PFISM PFISM PFISM PFISM PFISM; ash holds 7 10 25; birch holds 2 5; cedar holds 12 13; dogwood holds 20; \
         ash has g3/3 @7; birch has g2/2 @2; ash hand late-rent; birch hand hot-clinker; cedar hand late-rent; \
         cedar orders battle involved",
    );
    play_as(&play(&before, "move c1: 2; end"), 1, "cast h1 on c1")
}

#[test]
fn p17_a_response_that_stands_already_changes_nothing() {
    let given = play_as(&second_round(), 2, "orders when any casts do cast h1");
    let again = |text: &str| try_as(&given, 2, text).map(|_| ()).unwrap_err();
    assert_eq!(again("orders when any casts do cast h1"), ("same-orders", None));
    let both = play_as(&given, 2, "orders when any casts do cast h1; when ash casts do cast h1");
    assert_eq!(both.hidden.seats[2].orders.when.keys().copied().collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn n8_choices_lead_to_responses_and_to_their_end() {
    let open = second_round();
    let may = |position: &Magic, so_far: &str| -> Vec<String> {
        let choices = Magic::choices(&position.view(Eye::Seat(Seat(2))), so_far);
        choices.into_iter().map(|choice| if choice.complete { choice.text } else { choice.text + ".." }).collect()
    };
    let chairs = ["ash", "birch", "cedar", "dogwood", "any"];
    assert_eq!(may(&open, "orders when"), chairs.map(|chair| format!("orders when {chair}..")));
    assert_eq!(may(&open, "orders when ash"), ["orders when ash casts..", "orders when ash attacks.."]);
    assert_eq!(may(&open, "orders when ash attacks do cast"), ["orders when ash attacks do cast h1"]);
    assert!(may(&open, "orders when ash casts").contains(&"orders when ash casts creature..".to_owned()));
    assert!(!may(&open, "orders").contains(&"orders drop..".to_owned()));
    let given = play_as(&open, 2, "orders when any casts do cast h1");
    assert_eq!(may(&given, "orders drop"), ["orders drop 1"]);
}

#[test]
fn p19_others_do_not_read_that_an_answer_was_a_lapse() {
    let open = second_round();
    let step = open.leave(Seats::just(Seat(0)), Leaving::Lapsed, Moment(0), &mut dice(1));
    let entry = Entry { by: Some(Seat(0)), cause: Cause::Lapse, text: "lapse".to_owned() };
    let read = |eye| Magic::written(entry.clone(), None, &step.events, eye);
    let told = Entry { by: None, cause: Cause::Chosen, text: "pass".to_owned() };
    assert_eq!((read(Eye::Public), read(Eye::Seat(Seat(1)))), (Some(told.clone()), Some(told)));
    assert_eq!(read(Eye::Seat(Seat(0))), Some(entry.clone()));
}

/// The fields of hidden zones in which imagined positions differ from this one.
fn imagined(position: &Magic, eye: Eye) -> BTreeSet<String> {
    let zones = |position: &Magic| {
        let mut zones = serde_json::to_value(position).unwrap()["hidden"].as_array().unwrap().clone();
        for zone in &mut zones {
            zone["when"] = zone["orders"]["when"].take();
        }
        zones
    };
    let (own, mut dice) = (zones(position), dice(3));
    let mut changed = BTreeSet::new();
    for _ in 0..60 {
        let other = zones(&position.imagine(eye, &mut dice));
        for (one, other) in own.iter().zip(&other) {
            let fields = one.as_object().unwrap().iter();
            changed.extend(fields.filter(|(name, value)| other[*name] != **value).map(|(name, _)| name.clone()));
        }
    }
    changed
}

#[test]
fn p26_all_that_a_window_keeps_secret_can_be_imagined_otherwise() {
    let given = play_as(&second_round(), 2, "orders when any casts do cast h1");
    let sealed = play_as(&given, 2, "cast h1 on c2");
    let changed = imagined(&sealed, Eye::Public);
    for secret in ["answer", "asked", "final", "running", "when", "orders", "hand", "library"] {
        assert!(changed.contains(secret), "{secret} is never imagined otherwise: {changed:?}");
    }
    let own = imagined(&sealed, Eye::Seat(Seat(2)));
    assert_eq!(sealed.imagine(Eye::Open, &mut dice(3)), sealed);
    assert!(own.contains("asked") && own.contains("when"));
}

/// All can read the match that is played on, and with it the order of its piles.
#[test]
fn r17_a_match_that_is_played_on_has_its_piles_shuffled_from_any_order() {
    let played = second_round();
    let redrawn = played.redraw(&mut dice(3));
    let piles = |position: &Magic| position.hidden.seats.iter().map(|own| own.library.clone()).collect::<Vec<_>>();
    assert_ne!(piles(&redrawn), piles(&played));
    let mut other = played.clone();
    other.hidden.seats.iter_mut().for_each(|own| own.library.reverse());
    assert_ne!(piles(&other), piles(&played));
    assert_eq!(other.redraw(&mut dice(3)), redrawn);
    let sorted = |position: &Magic| {
        let mut piles = piles(position);
        piles.iter_mut().for_each(|pile| pile.sort());
        piles
    };
    assert_eq!(sorted(&redrawn), sorted(&played));
    for number in 0..4 {
        assert_eq!(redrawn.view(Eye::Seat(Seat(number))), played.view(Eye::Seat(Seat(number))));
    }
}

#[test]
fn a_stored_stack_has_to_fit_the_match() {
    let open = second_round();
    let stored = serde_json::to_value(&open).unwrap();
    let check = |path: &str, value: Value| {
        let mut damaged = stored.clone();
        *damaged.pointer_mut(path).unwrap() = value;
        serde_json::from_value::<Magic>(damaged).map_or(true, |position| position.check(4).is_err())
    };
    assert!(!check("/table/stack/0/name", json!("s1")));
    for (path, value) in [
        ("/table/stack/0/name", json!("s100")),
        ("/table/stack/0/card", json!("marzipan")),
        ("/table/stack/0/seat", json!(4)),
        ("/table/stack/0/owner", json!(9)),
        ("/table/stack/0/on", json!(["h1"])),
        ("/table/battles/0/land", json!(99)),
        ("/table/window/opener", json!(7)),
        ("/table/window/kind", json!("siesta")),
    ] {
        assert!(check(path, value), "{path}");
    }
}
