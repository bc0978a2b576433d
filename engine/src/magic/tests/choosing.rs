//! Open choices (P24): the orders `ask`, `choose` in scripts, lapses, secrets.

use super::*;
use crate::game::Leaving;

const CARDS: &str = "Test Culling   1
Sorcery
Each player sacrifices a creature.

Test Toll   U
Instant
Counter target spell unless its controller pays 2.

Test Purge   1
Sorcery
Each player discards 2 cards.

Test Sifting   1
Sorcery
Draw 2 cards. Discard 1 card.

Test Offer   1
Sorcery
You may pay 1. If you do, draw 1 card.

Test Gift   1
Sorcery
You may draw 1 card.

Test Ransom   1
Sorcery
Unless you sacrifice a creature, discard 1 card.

Test Beast   1
Creature - Giant   2/2
";

const LANDS: &str = "lands PFISM PFISM PFISM PFISM; ash holds 1-3; birch holds 13 14 18; ";

fn with(text: &str) -> Magic {
    with_cards(2, CARDS, &format!("{LANDS}{text}"))
}

/// Ash has three creatures and a culling, Birch two; each has these orders.
fn culling(ash: &str, birch: &str) -> Magic {
    with(&format!(
        "ash has g1/1 @1; ash has g1/1 @2; ash has g2/2 @3; birch has g1/1 @13; birch has g2/2 @14; ash hand test-culling; ash orders sacrifice {ash}; \
         birch orders sacrifice {birch}"
    ))
}

fn creatures(position: &Magic) -> Vec<u16> {
    position.table.creatures.keys().map(|name| name.0).collect()
}

fn hand(position: &Magic, seat: usize) -> Vec<String> {
    let hand = position.hidden.seats[seat].hand.iter();
    hand.map(|held| held.card.as_ref().unwrap().to_string()).collect()
}

fn may(position: &Magic, seat: u8, so_far: &str) -> Vec<String> {
    let shown = |choice: Choice| if choice.complete { choice.text } else { format!("{}..", choice.text) };
    Magic::choices(&position.view(Eye::Seat(Seat(seat))), so_far).into_iter().map(shown).collect()
}

#[test]
fn p24_who_wants_to_be_asked_chooses_in_public_and_the_script_stops() {
    let open = play(&culling("ask", "cheap"), "cast h1; move c2: 7; end");
    assert_eq!((waits_for(&open), open.clock(Seat(0))), (vec![0], Clock::CanLapse));
    assert_eq!(creatures(&open), [1, 2, 3, 4, 5], "no player sacrifices before all have chosen");
    for eye in [Eye::Public, Eye::Seat(Seat(1))] {
        let waiting = Magic::waiting(&open.view(eye));
        assert_eq!((waiting.seats, waiting.undisclosed), (Seats::just(Seat(0)), false), "{eye:?}");
    }
    let window = serde_json::to_value(open.view(Eye::Seat(Seat(0)))).unwrap()["window"].clone();
    assert_eq!(window, json!({ "kind": "choice", "since": 1, "within": null, "yours": true }));
    assert!(request(&open, 0).unwrap().facts.iter().any(|fact| fact.contains("You choose")));

    for (text, code) in [
        ("end", "not-awaited"),
        ("continue", "not-awaited"),
        ("pass", "not-awaited"),
        ("choose yes", "bad-choice"),
        ("choose c4", "bad-choice"),
        ("choose c1,c2", "bad-choice"),
        ("choose c3; choose c1; end", "nothing-to-choose"),
    ] {
        assert_eq!(refused(&open, text), code, "{text}");
    }
    assert_eq!(try_as(&open, 0, "choose c3; move c3: 8").unwrap_err(), ("no-such-creature", Some(2)));
    assert_eq!(refused_to(&open, 1, "choose c3"), "not-awaited");
    assert!(try_as(&open, 1, "orders block never").is_ok());

    // Alone it keeps the rest, which `continue` carries out; other steps drop it.
    let kept = play(&open, "choose c3");
    assert_eq!((creatures(&kept), stands(&kept, 2), waits_for(&kept)), (vec![1, 2, 5], 2, vec![0]));
    assert_eq!(play(&kept, "continue").table.active(), Some(Seat(1)));
    let all = play(&open, "choose c3; continue");
    assert_eq!((stands(&all, 2), all.table.active()), (7, Some(Seat(1))));
    let other = play(&open, "choose c1; move c2: 1; end");
    assert_eq!((stands(&other, 2), other.table.active()), (1, Some(Seat(1))));
    assert_eq!(play(&open, "choose c3; end").table.active(), Some(Seat(1)));
    assert_eq!(
        told(&open, 0, "choose c3"),
        "Anna chose c3. c3 2/2 Token went to the graveyard. c4 1/1 Token went to the graveyard."
    );
}

#[test]
fn p24_a_choose_in_the_script_answers_in_place_of_the_orders() {
    let before = culling("cheap", "cheap");
    let after = play(&before, "cast h1; choose c3; end");
    assert_eq!((creatures(&after), after.table.active()), (vec![1, 2, 5], Some(Seat(1))));
    assert_eq!(creatures(&play(&before, "cast h1")), [2, 3, 5]);
    assert_eq!(try_as(&before, 0, "cast h1; choose c4; end").unwrap_err(), ("bad-choice", Some(2)));
    assert_eq!(try_as(&before, 0, "cast h1; choose c3; choose c2").unwrap_err(), ("nothing-to-choose", Some(3)));
    assert_eq!(try_as(&before, 0, "choose c3; cast h1").unwrap_err(), ("nothing-to-choose", Some(1)));
    // The steps of a preview are those of the script.
    let text: Text = "cast h1; choose c3".parse().unwrap();
    let preview = Magic::preview(&before.view(Eye::Seat(Seat(0))), &text, Moment(0)).unwrap();
    assert_eq!(preview.table.creatures.keys().map(|name| name.0).collect::<Vec<_>>(), [1, 2, 5]);
}

#[test]
fn p24_another_player_is_asked_and_the_script_waits() {
    let open = play(&culling("costly", "ask"), "cast h1; move c2: 7; end");
    assert_eq!(waits_for(&open), [1]);
    assert_eq!(open.clock(Seat(1)), Clock::AlwaysLapses { within: Some(crate::moment::Span::days(1)) });
    assert_eq!(refused(&open, "move c2: 7"), "not-awaited");
    assert_eq!(try_as(&open, 1, "choose c5; end").unwrap_err().0, "not-awaited");
    let after = play_as(&open, 1, "choose c5");
    assert_eq!((creatures(&after), stands(&after, 2), after.table.active()), (vec![2, 3, 4], 7, Some(Seat(1))));
    // A lapse chooses the first, and counts as no missed turn.
    let lapsed = lapse(&open, &[1]);
    lapsed.check(2).unwrap();
    assert_eq!((creatures(&lapsed), lapsed.hidden.seats[1].missed), (vec![2, 3, 5], 0));
    assert_eq!(others_read(&open, "choose c5", 1, 0).as_deref(), Some("choose c5"));
}

#[test]
fn p21_a_lapse_in_the_own_turn_chooses_the_default_and_ends_it() {
    let open = play(&culling("ask", "cheap"), "cast h1; move c2: 7");
    let lapsed = lapse(&open, &[0]);
    lapsed.check(2).unwrap();
    assert_eq!((creatures(&lapsed), stands(&lapsed, 2)), (vec![2, 3, 5], 2));
    assert_eq!((lapsed.table.active(), lapsed.hidden.seats[0].missed), (Some(Seat(1)), 1));
}

#[test]
fn r17_a_choice_of_a_player_who_leaves_is_dropped() {
    let four = "lands PFISM PFISM PFISM PFISM PFISM; ash holds 1 2; birch holds 13 14; cedar holds 20 21; ash hand test-culling; \
                ash has g1/1 @1; birch has g1/1 @13; birch has g2/2 @14; cedar has g1/1 @20; cedar has g2/2 @21; birch orders sacrifice ask; \
                cedar orders sacrifice ask";
    let open = play(&with_cards(3, CARDS, four), "cast h1; end");
    assert_eq!(waits_for(&open), [1]);
    let second = open.leave(Seats::just(Seat(1)), Leaving::Resigned, Moment(0), &mut dice(1)).position;
    second.check(3).unwrap();
    assert_eq!((waits_for(&second), creatures(&second)), (vec![2], vec![1, 4, 5]));
    assert_eq!(creatures(&play_as(&second, 2, "choose c5")), [4]);
    // If the active player leaves, what resolves is dropped.
    let gone = open.leave(Seats::just(Seat(0)), Leaving::Resigned, Moment(0), &mut dice(1)).position;
    gone.check(3).unwrap();
    assert_eq!((gone.table.active(), creatures(&gone)), (Some(Seat(1)), vec![2, 3, 4, 5]));
}

#[test]
fn p24_a_single_possibility_is_not_asked_about() {
    let one = with(
        "ash has g1/1 @1; birch has g1/1 @13; ash hand test-culling; ash orders sacrifice ask; birch orders sacrifice ask",
    );
    assert_eq!(creatures(&play(&one, "cast h1")), [0; 0]);
    let poor = "ash holds 1; birch holds 13; ash hand test-offer, test-gift; ash orders may ask";
    let poor = with_cards(2, CARDS, &format!("lands PFISM PFISM PFISM PFISM; {poor}"));
    assert_eq!(waits_for(&play(&poor, "cast h1")), [0]);
    assert_eq!(play(&poor, "cast h1").table.question, None, "a player who cannot pay is not asked");
    assert!(play(&poor, "cast h2").table.question.is_some());
}

#[test]
fn c11_pay_ask_holds_the_counter_spell() {
    let before = |orders: &str| {
        with(&format!(
            "ash hand test-beast; birch hand test-toll; ash orders {orders}; birch orders when ash casts do cast h1"
        ))
    };
    assert_eq!(creatures(&play(&before("pay yes"), "cast h1 @1")), [1]);
    assert_eq!(creatures(&play(&before("pay no"), "cast h1 @1")), [0; 0]);
    let open = play(&before("pay ask"), "cast h1 @1; end");
    assert_eq!(waits_for(&open), [0]);
    let note = open.view(Eye::Public).scene().notes.join(" ");
    assert!(
        note.contains("Ash chooses whether to pay: \"counter target spell unless its controller pays 2\"."),
        "{note}"
    );
    let paid = play(&open, "choose yes; continue");
    assert_eq!((creatures(&paid), land(&paid, 2)), (vec![1], "0'".to_owned()));
    let countered = play(&open, "choose no");
    assert_eq!((creatures(&countered), land(&countered, 2)), (vec![], "0".to_owned()));
    // A `choose` in the script answers only what its own steps open.
    let own = play(&before("pay ask"), "cast h1 @1; end");
    assert_eq!(own, open);
    assert_eq!(refused(&before("pay ask"), "cast h1 @1; choose yes; end"), "nothing-to-choose");
}

#[test]
fn p24_cards_that_are_chosen_stay_secret_until_all_have_chosen() {
    let before = with(
        "ash hand test-purge, test-gift, test-offer, test-beast; birch hand test-offer, test-beast, test-gift; \
         ash orders discard ask; birch orders discard ask",
    );
    let first = play(&before, "cast h1");
    assert_eq!(waits_for(&first), [0]);
    assert_eq!(refused(&first, "choose h1,h2"), "not-in-hand");
    assert_eq!(refused(&first, "choose h2,h2"), "bad-choice");
    assert_eq!(refused(&first, "choose h2"), "bad-choice");
    let second = play(&first, "choose h2,h4");
    assert_eq!((waits_for(&second), hand(&second, 0).len()), (vec![1], 3));
    assert_eq!(others_read(&first, "choose h2,h4", 0, 1).as_deref(), Some("choose 2 cards"));
    let answer = |seat: u8| serde_json::to_value(second.view(Eye::Seat(Seat(seat)))).unwrap()["answer"].clone();
    assert_eq!((answer(0), answer(1)), (json!("choose h2,h4"), json!(null)));
    let other = play(&first, "choose h2,h3");
    assert_eq!(other.view(Eye::Seat(Seat(1))), second.view(Eye::Seat(Seat(1))));
    let done = play_as(&second, 1, "choose h1,h3");
    assert_eq!((hand(&done, 0), hand(&done, 1)), (vec!["test-offer".to_owned()], vec!["test-beast".to_owned()]));
}

#[test]
fn p24_what_is_drawn_before_the_choice_is_seen() {
    let before = with("ash hand test-sifting; ash library test-toll, test-gift, test-beast; ash orders discard ask");
    let open = play(&before, "cast h1; end");
    assert_eq!(hand(&open, 0), ["test-toll", "test-gift"]);
    let after = play(&open, "choose h1; continue");
    assert_eq!((hand(&after, 0), after.table.active()), (vec!["test-gift".to_owned()], Some(Seat(1))));
    // A card that is not seen yet cannot be named.
    assert_eq!(try_as(&before, 0, "cast h1; choose h1").unwrap_err(), ("not-in-hand", Some(2)));
}

#[test]
fn c11_may_and_unless_are_asked_once() {
    let before = with("ash hand test-offer; ash library test-toll, test-gift; ash orders may ask, pay ask");
    let open = play(&before, "cast h1");
    assert_eq!(hand(&play(&open, "choose yes"), 0), ["test-toll"]);
    assert_eq!(hand(&play(&open, "choose no"), 0), [""; 0]);
    let both =
        with("ash has g1/1 @1; ash has g2/2 @2; ash hand test-ransom, test-beast; ash orders pay ask, sacrifice ask");
    let whether = play(&both, "cast h1");
    assert_eq!(hand(&play(&whether, "choose no"), 0), [""; 0]);
    let which = play(&whether, "choose yes");
    assert_eq!((waits_for(&which), creatures(&which)), (vec![0], vec![1, 2]));
    assert_eq!(creatures(&play(&which, "choose c2")), [1]);
    assert_eq!(creatures(&play(&whether, "choose yes; choose c1")), [2]);
}

#[test]
fn r58_discard_ask_holds_the_end_of_the_turn() {
    let cards = "test-gift, test-offer, test-beast, test-toll, test-purge, test-sifting, test-culling";
    let before = with(&format!("ash hand {cards}; ash orders discard ask"));
    let open = play(&before, "end");
    assert_eq!((waits_for(&open), open.table.phase()), (vec![0], Some(state::Phase::Discard)));
    let after = play(&open, "choose h2,h7");
    assert_eq!(hand(&after, 0), ["test-gift", "test-beast", "test-toll", "test-purge", "test-sifting"]);
    assert_eq!(after.table.active(), Some(Seat(1)));
    // Of two, a step has named one.
    let half = play(&before, "discard h3; end");
    assert_eq!(refused(&half, "choose h1,h2"), "bad-choice");
    assert_eq!(
        hand(&play(&half, "choose h1"), 0),
        ["test-offer", "test-toll", "test-purge", "test-sifting", "test-culling"]
    );
    let lapsed = lapse(&open, &[0]);
    assert_eq!(
        (hand(&lapsed, 0).first().cloned(), lapsed.table.active()),
        (Some("test-beast".to_owned()), Some(Seat(1)))
    );
}

#[test]
fn n8_choices_lead_through_a_choice() {
    let open = play(&culling("ask", "cheap"), "cast h1; end");
    assert_eq!(may(&open, 0, ""), ["choose..", "orders.."]);
    assert_eq!(may(&open, 1, ""), ["orders.."]);
    assert_eq!(may(&open, 0, "choose"), ["choose c1", "choose c2", "choose c3"]);
    let further = may(&open, 0, "choose c3");
    assert!(further.contains(&"choose c3; continue".to_owned()), "{further:?}");
    assert!(further.contains(&"choose c3; end".to_owned()), "{further:?}");
    let two = play(&with("ash hand test-purge, test-gift, test-offer, test-beast; ash orders discard ask"), "cast h1");
    assert_eq!(may(&two, 0, "choose h2"), ["choose h2,h3", "choose h2,h4"]);
}

#[test]
fn a_damaged_choice_is_refused() {
    let open = play(&culling("ask", "ask"), "cast h1; end");
    let stored = serde_json::to_value(&open).unwrap();
    let is_sound = |path: &str, value: serde_json::Value| {
        let mut damaged = stored.clone();
        *damaged.pointer_mut(path).unwrap_or_else(|| panic!("{path}: {stored}")) = value;
        serde_json::from_value::<Magic>(damaged).is_ok_and(|position| position.check(2).is_ok())
    };
    assert!(is_sound("/table/question/about", json!({ "sacrifice": ["c1", "c2"] })));
    for (path, value) in [
        ("/table/question/seat", json!(7)),
        ("/table/question/about", json!({ "sacrifice": ["c1", "c9"] })),
        ("/table/question/about", json!({ "sacrifice": ["c1"] })),
        ("/table/question/about", json!({ "discard": 3 })),
        ("/table/question/about", json!("perhaps")),
        ("/table/resolving/name", json!("s2")),
        ("/table/resolving/progress/its", json!([0, 5])),
    ] {
        assert!(!is_sound(path, value.clone()), "{path} {value}");
    }
    assert!(is_sound("/table/resolving/spot/piece", json!(9)), "a text that is done");
}
