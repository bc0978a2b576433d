//! Secrets: tests of the places where a leak is likely, beside the laws, which look for leaks at random.

use std::collections::BTreeSet;

use super::*;
use crate::game::{Cause, Entry};

fn names() -> Names {
    Names::new(&Magnet::chairs(2, &Options::default()))
}

/// The line and the story of a move, as an eye reads them.
fn reads(position: &Magnet, seat: u8, text: &str, eye: Eye) -> (String, Vec<String>) {
    let mv: Move = text.parse().unwrap();
    let step = position.play(Seat(seat), &mv, Moment(0), &mut dice(0)).unwrap();
    let entry = Entry { by: Some(Seat(seat)), cause: Cause::Chosen, text: mv.to_string() };
    let written = Magnet::written(entry, Some(&mv), &step.events, eye).unwrap().text;
    (written, Magnet::tell(&step.events, eye, &names()))
}

#[test]
fn b1_b35_others_read_of_a_set_up_only_that_it_was_made() {
    let first = start(json!({}));
    for eye in [Eye::Seat(Seat(1)), Eye::Public] {
        assert_eq!(reads(&first, 0, TYPICAL, eye), ("setup".to_owned(), vec!["Red is set up.".to_owned()]));
    }
    assert_eq!(reads(&first, 0, TYPICAL, Eye::Seat(Seat(0))).0, TYPICAL);
    let ready = play_as(&first, 0, TYPICAL).unwrap();
    let other = play_as(&first, 0, "setup 2 2 2 3 3 3 4 4 4 T2 T3 K").unwrap();
    for eye in [Eye::Seat(Seat(1)), Eye::Public] {
        assert_eq!(ready.view(eye), other.view(eye));
        assert_eq!(
            Magnet::scene(&ready.view(eye)).title,
            "Blue (you) to set up in secret".replace(" (you)", if eye == Eye::Public { "" } else { " (you)" })
        );
    }
    assert_ne!(ready.view(Eye::Open), other.view(Eye::Open));
}

#[test]
fn b30_a_promotion_that_did_not_happen_is_in_the_owners_log_only() {
    // f7 cannot step; f10 is destroyed. Neither order is told or shown.
    for (before, vain, plain) in [
        (position("2@1 f6, 4@1 f7, 2@2 i6", ""), "f6: f7+ i6", "f6: f7 i6"),
        (position("4@3 f10, 2@1 k1", "T3@1 f9"), "f6: f10+ k1", "f6: f10 k1"),
    ] {
        for eye in [Eye::Seat(Seat(1)), Eye::Public] {
            assert_eq!(reads(&before, 0, vain, eye), reads(&before, 0, plain, eye));
            assert_eq!(reads(&before, 0, vain, eye).0, plain);
        }
        assert_eq!(reads(&before, 0, vain, Eye::Seat(Seat(0))).0, vain);
        assert_eq!(play(&before, vain), play(&before, plain));
    }
    // A promotion that happened is public.
    let before = position("4@1 k1, 2@1 k6", "");
    assert_eq!(reads(&before, 0, "f6: k1+ k6", Eye::Public).0, "f6: k1+ k6");
}

#[test]
fn b30_a_refusal_does_not_depend_on_the_enemy() {
    // A whole turn is checked before any of it is done: the kind of the piece on f9 changes nothing.
    for blue in ["T3@1 f9, 2@1 f6", "4@1 f9, 2@1 f6", "K@1 f9, 2@1 f6", "2@1 f9, T2@1 f6"] {
        let before = position("3@3 f10, 2@2 g6, 4@1 k1", blue);
        assert_eq!(play(&before, "f6: f10 g6+ k1").unwrap_err(), "at-its-value", "{blue}");
        assert_eq!(play(&before, "f6: f10 g6 k1 k6").unwrap_err(), "no-piece", "{blue}");
        assert!(play(&before, "f6: f10+ g6 k1+").is_err(), "a Three of rank 3 rises no more");
        assert!(play(&before, "f6: f10 g6 k1+").is_ok(), "{blue}");
        assert_eq!(
            Magnet::preview(&before.view(Eye::Seat(Seat(0))), &"f6: f10 g6 k1".parse().unwrap(), Moment(0)),
            None
        );
    }
}

#[test]
fn b26_no_page_of_another_holds_the_kind_of_a_living_piece() {
    let mut dice = dice(3);
    let mut position = begun(json!({"max_rounds": 60}));
    while let Some(by) = position.awaited().first() {
        for eye in [Eye::Seat(Seat(0)), Eye::Seat(Seat(1)), Eye::Public] {
            let view = position.view(eye);
            for figure in &view.pieces {
                let hidden = eye != Eye::Seat(figure.seat) && matches!(figure.fate, Fate::On(_) | Fate::Destroyed(_));
                assert!(!hidden || figure.kind.is_none(), "{figure:?}");
            }
            let stranger = Seat(u8::from(eye != Eye::Seat(Seat(1))));
            let letter = &SIDES[stranger.index()][..1];
            let scene = Magnet::scene(&view);
            let mut tokens = scene.spots.iter().flat_map(|spot| &spot.tokens).filter(|token| token.label == letter);
            assert!(tokens.all(|token| token.badge.is_none()));
        }
        let mv = position.suggest(by, &mut dice).unwrap();
        position = position.play(by, &mv, Moment(0), &mut dice).unwrap().position;
    }
    let open = position.view(Eye::Open);
    assert!(open.pieces.iter().all(|figure| figure.kind.is_some()), "after the end everything is open");
}

#[test]
fn imagining_keeps_known_kinds_and_can_draw_every_other_one() {
    let before = position("4@4 f9, 3@3 f10, T3@3 i6, 2@1 b2, T2@1 c2", "3@1 d4, 2@2 d5");
    let mut dice = dice(1);
    let mut drawn: std::collections::BTreeMap<String, BTreeSet<String>> = std::collections::BTreeMap::new();
    for _ in 0..600 {
        let imagined = before.imagine(Eye::Seat(Seat(1)), &mut dice);
        imagined.check(2).unwrap();
        assert_eq!(imagined.kinds.0[1], before.kinds.0[1], "Blue knows Blue's own pieces");
        for at in ["f9", "f10", "i6", "b2", "c2", "k3"] {
            drawn.entry(at.to_owned()).or_default().insert(on(&imagined, at));
        }
    }
    let set = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(drawn["f9"], set(&["R4@4"]), "a rank of 4 tells a Four");
    let high = set(&["R3@3", "R4@3", "RT3@3"]);
    assert_eq!((&drawn["f10"], &drawn["i6"]), (&high, &high));
    let low = set(&["R2@1", "R3@1", "R4@1", "RK@1", "RT2@1", "RT3@1"]);
    assert_eq!((&drawn["b2"], &drawn["c2"], &drawn["k3"]), (&low, &low, &low));
    for _ in 0..50 {
        let imagined = before.imagine(Eye::Public, &mut dice);
        imagined.check(2).unwrap();
        assert!(before.imagine(Eye::Open, &mut dice) == before);
        assert_eq!(imagined.view(Eye::Public), before.view(Eye::Public));
    }
}

#[test]
fn b33_imagined_positions_are_not_drawn_already() {
    // Two pieces changed places and back: were they alike, the position would have occurred three times.
    let mut before = position("3@1 c1, 4@1 e1, 2@1 k6, 2@1 j6", "2@1 a1");
    let ids = ["c1", "e1"].map(|at| Id::all().find(|id| before.table.piece(*id).at() == Some(vertex(at))).unwrap());
    for swap in [false, true, false, true] {
        if swap {
            let [one, other] = ids.map(|id| before.table.piece(id));
            (*before.table.piece_mut(ids[0]), *before.table.piece_mut(ids[1])) = (other, one);
        }
        before.table.turns += 1;
        before.table.remember();
    }
    before.check(2).unwrap();
    assert_eq!(before.view(Eye::Seat(Seat(1))).occurred, Some(2));
    let mut dice = dice(2);
    for _ in 0..300 {
        let imagined = before.imagine(Eye::Seat(Seat(1)), &mut dice);
        imagined.check(2).unwrap();
        assert_ne!(imagined.kinds.get(ids[0]), imagined.kinds.get(ids[1]));
    }
}

#[test]
fn an_imagined_position_is_drawn_anew_even_if_every_draw_contradicts_the_repetitions() {
    // With the same arrangement three times, no kinds at all fit a match that goes on.
    let mut before = position("3@1 c1, 4@1 e1, 2@1 k6, 2@1 j6", "2@1 a1");
    before.table.turns += 4;
    (0..4).for_each(|_| before.table.remember());
    let other = before.imagine(Eye::Seat(Seat(1)), &mut dice(1));
    assert_ne!(other.kinds, before.kinds, "the real kinds are not the answer");
    // What is drawn follows from what Blue sees and from the dice, not from what stands there.
    for number in 0..50 {
        let [one, two] = [&before, &other].map(|real| real.imagine(Eye::Seat(Seat(1)), &mut dice(number)));
        assert_eq!(one.kinds, two.kinds);
        assert_eq!(one.view(Eye::Seat(Seat(1))), before.view(Eye::Seat(Seat(1))));
    }
}

#[test]
fn there_is_no_preview_where_a_draw_depends_on_hidden_kinds() {
    // Blue does not know whether the Threes of Red have changed places, so Blue's quiet move might be the third repetition.
    let quiet: Move = "a2: a1".parse().unwrap();
    let before = blue_to_move(position("3@1 c1, 3@1 e1", "2@1 a1, K@1 d9"));
    let view = before.view(Eye::Seat(Seat(1)));
    assert!(Magnet::preview(&view, &quiet, Moment(0)).is_some());
    let after = before.play(Seat(1), &quiet, Moment(0), &mut dice(0)).unwrap().position;
    let mut worn = before.clone();
    let find = |at: &str| Id::all().find(|id| before.table.piece(*id).at() == Some(vertex(at))).unwrap();
    let mut swapped = after.clone();
    let (one, other) = (swapped.table.piece(find("c1")), swapped.table.piece(find("e1")));
    (*swapped.table.piece_mut(find("c1")), *swapped.table.piece_mut(find("e1"))) = (other, one);
    let now = *worn.table.history.last().unwrap();
    worn.table.history = vec![after.table.arrangement(), now, swapped.table.arrangement(), now];
    worn.table.turns += 4;
    let view = worn.view(Eye::Seat(Seat(1)));
    assert_eq!(Magnet::preview(&view, &quiet, Moment(0)), None);
    let real = worn.play(Seat(1), &quiet, Moment(0), &mut dice(0)).unwrap().position;
    assert_eq!(real.table.ending(), Some(Ending::Repetition), "the draw follows the true count");
}
