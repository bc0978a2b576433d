//! Windows, sealed answers and the responses of orders: the golden scenarios G11, G13 to G16 and G20, and their clauses.

use serde_json::Value;

use super::*;
use crate::game::{Cause, Clock, Entry, Leaving};
use crate::magic::state::Phase;

const CARDS: &str = "Test Bolt   R
Instant
Destroy target attacking creature.

Test Growth   G
Instant
Target creature gets +3/+3 until end of turn.

Test Denial   U
Instant
Counter target spell.

Test Chasm   1
Sorcery
Destroy target land.

Test Beast   5
Creature - Giant   5/5
Haste

Test Whelp   1
Creature - Giant   1/1

Test Flame   XR
Sorcery
This deals X damage to each creature and each player.

Test Tithe   2
Artifact
Pay 2 life: Draw 1 card.
";

/// The battle of G13: four seats; A's 3/3 attacks B's 2/2 on land 2. A, B and C can pay for an instant, C has `battle involved`, D
/// `battle none`.
fn g13() -> Magic {
    let table = "lands PFISM PFISM PFISM PFISM PFISM PFISM; ash holds 7 10 25; birch holds 5 2; cedar holds 12 13; dogwood holds 20; \
                 ash has g3/3 @7; birch has g2/2 @2; ash hand test-bolt; birch hand test-bolt; cedar hand test-growth; \
                 dogwood hand test-bolt; cedar orders battle involved; dogwood orders battle none";
    with_cards(4, CARDS, table)
}

#[test]
fn g13_a_battle_window_waits_for_those_concerned_and_names_none() {
    let open = play(&g13(), "move c1: 2; end");
    assert_eq!(waits_for(&open), [1]);
    for eye in [Eye::Public, Eye::Seat(Seat(0)), Eye::Seat(Seat(2))] {
        let waiting = Magic::waiting(&open.view(eye));
        assert_eq!((waiting.seats, waiting.undisclosed), (Seats::NONE, true), "{eye:?}");
    }
    assert_eq!(Magic::waiting(&open.view(Eye::Seat(Seat(1)))).seats, Seats::just(Seat(1)));
    let view = serde_json::to_value(open.view(Eye::Seat(Seat(1)))).unwrap();
    assert_eq!((&view["window"]["kind"], &view["window"]["yours"]), (&json!("battle"), &json!(true)));
    assert_eq!(open.clock(Seat(1)), Clock::AlwaysLapses { within: Some(crate::moment::Span::days(1)) });

    // C volunteers; the window waits for B as before, and A may send no pass.
    assert_eq!(refused_to(&open, 0, "pass"), "not-awaited");
    assert_eq!(refused_to(&open, 2, "pass"), "not-awaited");
    let sealed = play_as(&open, 2, "cast h1 on c2 commit");
    assert_eq!(waits_for(&sealed), [1]);
    assert_eq!(told(&open, 2, "cast h1 on c2 commit"), "");
    assert_eq!(refused_to(&sealed, 2, "cast h1 on c2 commit"), "same-answer");

    // Round 2 asks A and B.
    let second = play_as(&sealed, 1, "pass");
    assert_eq!(waits_for(&second), [0, 1]);
    assert_eq!(second.table.stack.len(), 1);
    let third = play_as(&second, 0, "pass final");
    assert_eq!(waits_for(&third), [1]);
    let over = play_as(&third, 1, "pass final");
    // The growth resolved: A's creature died, B's lives and holds the land.
    assert_eq!((stands(&over, 1), stands(&over, 2)), (0, 2));
    assert_eq!(over.table.active(), Some(Seat(1)));
}

#[test]
fn p8_p9_a_window_that_waits_for_none_closes_as_it_opens() {
    let table = "lands PFISM PFISM PFISM PFISM; ash holds 7; birch holds 14 5; ash has g3/3 @7; birch has g2/2 @2; ";
    let after = |more: &str| play(&with_cards(2, CARDS, &format!("{table}{more}")), "move c1: 2; end");
    for more in [
        "",
        "birch hand test-growth, test-denial",
        "birch hand test-bolt; tapped 5",
        "birch hand test-bolt; birch orders battle none",
    ] {
        let after = after(more);
        assert_eq!((waits_for(&after), &after.table.window), (vec![1], &None), "{more}");
        assert_eq!(after.table.active(), Some(Seat(1)), "{more}: the turn is over");
    }
    assert!(after("birch hand test-bolt").table.window.is_some());
}

#[test]
fn g14_a_counter_by_order() {
    let table = "lands PFISM PFISM PFISM PFISM; ash holds 1-8; birch holds 13 14; ash has g1/1 @8; ash hand test-beast, test-whelp; \
                 birch hand test-denial";
    let before = with_cards(2, CARDS, table);
    let ordered = play_as(&before, 1, "orders when ash casts creature 4+ do cast h1");
    let script = "cast h1 @7 pay 7,2,3,4,5; cast h2 @1; move c1: 9";
    let stopped = play(&ordered, script);
    assert_eq!(waits_for(&stopped), [0]);
    let grave = |position: &Magic, seat: usize| {
        position.table.seats[seat].grave.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(
        (grave(&stopped, 0), grave(&stopped, 1)),
        (vec!["test-beast".to_owned()], vec!["test-denial".to_owned()])
    );
    assert_eq!(land(&stopped, 7), "0'", "mana stays spent");
    let view = serde_json::to_value(stopped.view(Eye::Seat(Seat(0)))).unwrap();
    assert_eq!(view["rest"], "cast h2 @1; move c1: 9");
    assert_eq!(serde_json::to_value(stopped.view(Eye::Seat(Seat(1)))).unwrap()["rest"], Value::Null);
    // `continue` carries the rest out.
    let done = play(&stopped, "continue");
    assert_eq!((stands(&done, 1), stands(&done, 2)), (9, 1));
    // With the order `continue` nothing stops; with `end` the turn ends.
    let through = play(&play_as(&ordered, 0, "orders surprise continue"), script);
    assert_eq!((stands(&through, 1), stands(&through, 2)), (9, 1));
    let ended = play(&play_as(&ordered, 0, "orders surprise end"), script);
    assert_eq!((stands(&ended, 1), ended.table.active()), (8, Some(Seat(1))));
    // If nothing but `end` is left, `continue` carries that out.
    let nearly = play(&ordered, "cast h1 @7; end");
    assert_eq!(serde_json::to_value(nearly.view(Eye::Seat(Seat(0)))).unwrap()["rest"], "end");
    assert_eq!(play(&nearly, "continue").table.active(), Some(Seat(1)));
    // The response is spent, and a spell below 4 does not set it off.
    assert!(stopped.hidden.seats[1].orders.when.is_empty());
    let small = play(&play_as(&ordered, 1, "orders stack none"), "cast h2 @1");
    assert_eq!((stands(&small, 2), small.hidden.seats[1].orders.when.len()), (1, 1));
}

#[test]
fn p16_conditional_responses_have_numbers() {
    let table = "lands PFISM PFISM PFISM PFISM; ash holds 1-3; birch holds 13 14; birch hand test-denial, test-denial";
    let before = with_cards(2, CARDS, table);
    let two = play_as(&before, 1, "orders when any casts do cast h1; when ash casts creature do cast h2");
    assert_eq!(two.hidden.seats[1].orders.when.keys().copied().collect::<Vec<_>>(), [1, 2]);
    let one = play_as(&two, 1, "orders drop 1");
    assert_eq!(one.hidden.seats[1].orders.when.keys().copied().collect::<Vec<_>>(), [2]);
    assert_eq!(refused_to(&one, 1, "orders drop 1"), "no-such-order");
    assert_eq!(refused_to(&one, 1, "orders when ash casts do cast h3"), "not-in-hand");
    assert_eq!(refused_to(&one, 1, "orders when cedar casts do cast h1"), "no-such-seat");
    let ten = (0..9)
        .fold(one, |position, least| play_as(&position, 1, &format!("orders when ash casts {least}+ do cast h1")));
    assert_eq!(refused_to(&ten, 1, "orders when any casts do cast h2"), "too-many-orders");
}

#[test]
fn g15_a_lapse_in_a_window_is_a_pass_and_is_not_counted() {
    let open = play(&g13(), "move c1: 2; end");
    let after = lapse(&open, &[1]);
    assert_eq!((stands(&after, 1), stands(&after, 2)), (2, 0), "damage was dealt");
    assert_eq!((after.table.active(), after.hidden.seats[1].missed), (Some(Seat(1)), 0));
    // A turn missed is counted; nothing is cast or moved.
    let missed = lapse(&after, &[1]);
    assert_eq!((missed.table.active(), missed.hidden.seats[1].missed), (Some(Seat(2)), 1));
}

#[test]
fn p21_a_player_who_missed_two_turns_is_not_waited_for() {
    let mut before = g13();
    before.hidden.seats[1].missed = 2;
    let after = play(&before, "move c1: 2; end");
    assert_eq!((after.table.active(), after.table.window), (Some(Seat(1)), None));
}

#[test]
fn g16_sealed_answers_are_applied_in_turn_order() {
    let table = "lands PFISM PFISM PFISM PFISM PFISM; ash holds 7; birch holds 5 2; cedar holds 10 12; ash has g3/3 @7; birch has g2/2 @2; \
                 birch hand test-bolt; cedar hand test-bolt; cedar orders battle any";
    let open = play(&with_cards(3, CARDS, table), "move c1: 2; end");
    assert_eq!(waits_for(&open), [1, 2]);
    let b = play_as(&open, 1, "cast h1 on c1");
    assert_eq!(waits_for(&b), [2]);
    let both = play_as(&b, 2, "cast h1 on c1");
    // B's is placed, C's withdrawn unpaid, and C is asked again.
    assert_eq!((both.table.stack.len(), both.table.stack[0].seat), (1, Seat(1)));
    assert_eq!((land(&both, 10), waits_for(&both)), ("2".to_owned(), vec![2]));
    // With `commit` both are placed; C's resolves first, and B's has no effect.
    let b = play_as(&open, 1, "cast h1 on c1 commit");
    let (both, events) = try_as(&b, 2, "cast h1 on c1 commit").unwrap();
    assert_eq!(stands(&both, 1), 0);
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Lost { .. })).count(), 1);
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Died { .. })).count(), 1);
}

#[test]
fn p10_an_answer_can_be_changed_until_the_round_closes() {
    let table = "lands PFISM PFISM PFISM PFISM PFISM; ash holds 7; birch holds 5 2; cedar holds 10 12; ash has g3/3 @7; birch has g2/2 @2; \
                 birch hand test-bolt; cedar hand test-bolt; cedar orders battle any";
    let open = play(&with_cards(3, CARDS, table), "move c1: 2; end");
    let passed = play_as(&open, 1, "pass");
    assert_eq!(refused_to(&passed, 1, "pass"), "same-answer");
    let changed = play_as(&passed, 1, "cast h1 on c1");
    assert!(changed.hidden.seats[1].answer.is_some());
    assert_eq!(refused_to(&changed, 1, "move c2: 1"), "not-awaited");
    assert_eq!(refused_to(&open, 1, "cast h1 on c2"), "illegal-target");
    assert_eq!(refused_to(&open, 1, "cast h1"), "wrong-number-of-targets");
    // Orders are heeded at any time, and change nothing for the round.
    assert_eq!(waits_for(&play_as(&open, 0, "orders stack any")), [1, 2]);
}

#[test]
fn p18_p19_others_read_what_was_released_and_not_by_whom_the_round_closed() {
    let open = play(&g13(), "move c1: 2; end");
    let (_, events) = try_as(&open, 1, "pass").unwrap();
    let entry = Entry { by: Some(Seat(1)), cause: Cause::Chosen, text: "pass".to_owned() };
    let text = "pass".parse().unwrap();
    let read = |eye| Magic::written(entry.clone(), Some(&text), &events, eye);
    assert_eq!(read(Eye::Public), Some(Entry { by: None, ..entry.clone() }));
    assert_eq!(read(Eye::Seat(Seat(1))), Some(entry.clone()));
    assert!(told(&open, 1, "pass").starts_with("No player responded."));
}

#[test]
fn g11_a_land_that_is_destroyed_becomes_a_hole() {
    // A controls 10 of 20; 20 > 19 wins at once.
    let table = "lands PFISM PFISM PFISM PFISM; ash holds 1-10; birch holds 14; ash hand test-chasm";
    let won = play(&with_cards(2, CARDS, table), "cast h1 on 20");
    assert_eq!(won.outcome().unwrap().ranks, [1, 2]);
    // Land 2 destroyed: B's creature there flees to 3, untapped as before; an aura on 2 goes to the graveyard.
    let table = |holds: &str, more: &str| {
        let table = format!(
            "lands PFISM PFISM PFISM PFISM; ash holds 7 10; birch holds {holds}; ash has g1/1 @7; birch has g2/2 @2; \
             birch has spoiled-cistern on 2; ash hand test-chasm; {more}"
        );
        play(&with_cards(2, CARDS, &table), "cast h1 on 2")
    };
    let fled = table("2 3", "");
    assert_eq!((stands(&fled, 2), is_tapped(&fled, 2)), (3, false));
    assert!(fled.table.permanents.is_empty());
    assert_eq!(refused(&fled, "move c1: 2"), "hole");
    assert_eq!(points_used(&play(&fled, "move c1: 1"), 1), 1);
    // No land of B's beside 2: it dies.
    assert_eq!(stands(&table("2 19", ""), 2), 0);
}

#[test]
fn g20_there_is_no_life() {
    let table = "lands PFISM PFISM PFISM PFISM; ash holds 5 7 10; birch holds 14; ash has g1/1 @7; birch has g2/2 @14; ash has test-tithe; \
                 ash hand test-flame";
    let before = with_cards(2, CARDS, table);
    assert_eq!(refused(&before, "use p1"), "cannot-pay-life");
    let after = play(&before, "cast h1 x 2");
    assert_eq!((stands(&after, 1), stands(&after, 2)), (0, 0), "both creatures are hit");
    assert_eq!(after.table.seats_in().len(), 2);
}

#[test]
fn p4_a_trick_waits_for_its_condition() {
    let table = "lands PFISM PFISM PFISM PFISM; ash holds 7 12; birch holds 14 2; ash has g2/2 @7; birch has g3/3 @2; ash hand test-growth";
    let before = with_cards(2, CARDS, table);
    let with = |when: &str| play(&before, &format!("trick {when} cast h1 on c1; move c1: 2; end"));
    assert_eq!((stands(&with("losing"), 1), stands(&with("losing"), 2)), (2, 0));
    assert_eq!((stands(&with("winning"), 1), stands(&with("winning"), 2)), (0, 2));
    assert_eq!(stands(&with("always"), 1), 2);
    assert_eq!(stands(&with("attacked"), 1), 0);
    let once = play(&before, "trick losing cast h1 on c1");
    assert_eq!(refused(&once, "trick losing cast h1 on c1"), "same-orders");
}

#[test]
fn p17_a_stop_holds_the_turn() {
    let table = "lands PFISM PFISM PFISM PFISM; ash holds 7 12; birch holds 14 2 5; ash has g2/2 @7; birch hand test-growth; \
                 birch orders stop end any, stop upkeep";
    let before = with_cards(2, CARDS, table);
    let open = play(&before, "end");
    assert_eq!((waits_for(&open), open.table.phase()), (vec![1], Some(Phase::End)));
    let next = play_as(&open, 1, "pass");
    assert_eq!((waits_for(&next), next.table.phase()), (vec![1], Some(Phase::Upkeep)));
    let own = play_as(&next, 1, "pass");
    assert_eq!((own.table.phase(), own.table.active()), (Some(Phase::Summoning), Some(Seat(1))));
}

#[test]
fn r17_a_round_that_waited_only_for_one_who_resigns_closes() {
    let open = play(&g13(), "move c1: 2; end");
    let after = open.leave(Seats::just(Seat(1)), Leaving::Resigned, Moment(0), &mut dice(1)).position;
    after.check(4).unwrap();
    assert_eq!((after.table.window, after.table.active()), (None, Some(Seat(2))));
    let active = open.leave(Seats::just(Seat(0)), Leaving::Resigned, Moment(0), &mut dice(1)).position;
    active.check(4).unwrap();
    assert_eq!((active.table.window, active.table.active()), (None, Some(Seat(1))));
}

#[test]
fn n8_choices_lead_to_answers() {
    let open = play(&g13(), "move c1: 2; end");
    let may = |seat: u8, so_far: &str| -> Vec<String> {
        let shown = |choice: Choice| if choice.complete { choice.text } else { format!("{}..", choice.text) };
        Magic::choices(&open.view(Eye::Seat(Seat(seat))), so_far).into_iter().map(shown).collect()
    };
    assert_eq!(may(1, ""), ["pass", "pass final", "cast..", "orders.."]);
    assert_eq!(may(1, "cast"), ["cast h1.."]);
    assert_eq!(may(1, "cast h1"), ["cast h1 on c1"]);
    assert!(may(1, "cast h1 on c1").contains(&"cast h1 on c1 commit".to_owned()));
    assert_eq!(may(2, ""), ["cast..", "orders.."]);
}

/// A of T20 with a 2/2 on 7 and a 3/3 of B's on 2, which blocks as this order says.
fn passing(order: &str) -> Magic {
    let table = format!(
        "lands PFISM PFISM PFISM PFISM; ash holds 7 12; birch holds 14 2; ash has g2/2 @7; birch has g3/3 @2; \
         birch orders block {order}; birch hand test-denial"
    );
    with_cards(2, CARDS, &table)
}

#[test]
fn p13_a_passage_asks_those_who_want_to_be_asked() {
    let open = play(&passing("ask"), "move c1: 2,1; end");
    assert_eq!((waits_for(&open), open.table.window.unwrap().kind.word()), (vec![1], "passage"));
    assert_eq!(stands(&open, 1), 2, "the script waits on the land");
    // Let through, it goes on and is not asked again.
    let through = play_as(&open, 1, "pass");
    assert_eq!((stands(&through, 1), through.table.active()), (1, Some(Seat(1))));
    // Blocked, it stays, and its script goes on.
    let blocked = play_as(&open, 1, "block c2");
    assert_eq!((stands(&blocked, 1), stands(&blocked, 2), blocked.table.active()), (0, 2, Some(Seat(1))));
    assert_eq!(refused_to(&open, 1, "block c1"), "not-yours");
    assert_eq!(refused_to(&open, 1, "block c9"), "no-such-creature");
    assert_eq!(refused_to(&open, 0, "block c2"), "not-yours");
    // A lapse lets it through.
    assert_eq!(stands(&lapse(&open, &[1]), 1), 1);
    // Without the order no player is asked.
    assert_eq!(play(&passing("never"), "move c1: 2,1").table.window, None);
    let may: Vec<String> =
        Magic::choices(&open.view(Eye::Seat(Seat(1))), "").into_iter().map(|choice| choice.text).collect();
    assert_eq!(may, ["pass", "pass final", "block", "orders"]);
}

#[test]
fn r37_who_moves_on_later_from_enemies_that_were_not_asked_is_asked_then() {
    let arrived = play(&passing("ask"), "move c1: 2");
    assert_eq!(arrived.table.window, None);
    let open = play(&arrived, "move c1: 1");
    assert_eq!((waits_for(&open), stands(&open, 1)), (vec![1], 2));
    assert_eq!(stands(&play_as(&open, 1, "pass"), 1), 1);
    assert_eq!(refused(&play_as(&open, 1, "block c2"), "move c1: 1"), "was-blocked");
}
