//! Payment: the automatic payer against brute force (R21, V2), and payment by hand (N7).

use super::*;
use crate::magic::casting::due::{Due, Tap};
use crate::magic::notation::Source;
use crate::magic::state::Mana;

/// Cards of these tests.
const CARDS: &str = "Quarry Ox   1G\nCreature - Ox   2/2\n\nBrass Newt   1\nArtifact Creature - Newt   1/1\n\nTallow Lamp   2\n\
                     Artifact\nTap: Add 1.\n\nPrism Lamp   2\nArtifact\nTap: Add W, U, B, R or G.\n\nTwin Lamp   2\nArtifact\nTap: Add GG.\n\n\
                     Leek Tithe   G\nAura\nEnchant land\nWhenever enchanted land is tapped for mana, its controller adds G.\n\n\
                     Fog Deed   U\nAura\nEnchant land\nEnchanted land is an island.";

/// A match of two seats with the cards above and this table text.
fn with_cards(text: &str) -> Magic {
    let table = format!("{T20}birch holds 14; {text}");
    let options = serde_json::from_value(json!({ "table": table, "cards": CARDS })).unwrap();
    Magic::start(2, &options, &mut dice(0)).unwrap_or_else(|why| panic!("{text}: {why}")).position
}

#[test]
fn g2_summoning() {
    let hand = "ash hand quarry-ox, quarry-ox, brass-newt";
    let before = with_cards(&format!("ash holds 2 6 7; ash has tallow-lamp; {hand}"));
    let after = play(&before, "cast h1 @7 pay 7,p1");
    assert_eq!(land(&after, 7), "0'");
    assert!(after.table.permanents.values().all(|lamp| lamp.tapped));
    assert_eq!((stands(&after, 1), refused(&after, "move c1: 2")), (7, "came-this-turn"));
    assert_eq!(refused(&before, "cast h1 @2 pay 7,p1"), "no-mana-from-site");
    assert_eq!(refused(&before, "cast h1 @6"), "not-native");
    let rich = with_cards(&format!("ash holds 2 5 6 7 10; {hand}"));
    assert_eq!(refused(&play(&rich, "cast h1 @7"), "cast h2 @7"), "occupied");
    let newt = play(&before, "cast h3 @6 pay 6");
    assert_eq!((stands(&newt, 1), land(&newt, 6)), (6, "0'".to_owned()));
}

/// Every subset of the sources with every choice of what they give: does one of them pay?
fn brute(due: Due, taps: &[Tap], pool: Mana) -> Option<Vec<Source>> {
    let mut found: Option<Vec<Source>> = None;
    let mut try_one = |mana: Mana, taps: Vec<Source>| {
        let sum = pool.plus(mana);
        let coloured = (0..5).all(|at| u32::from(sum.coloured[at]) >= due.coloured[at]);
        if coloured && sum.total() >= due.total() && found.as_ref().is_none_or(|best| taps.len() < best.len()) {
            found = Some(taps);
        }
    };
    let mut open = vec![(0usize, Mana::default(), Vec::new())];
    while let Some((at, mana, used)) = open.pop() {
        let Some(tap) = taps.get(at) else {
            try_one(mana, used);
            continue;
        };
        open.push((at + 1, mana, used.clone()));
        for gives in &tap.gives {
            let more = used.iter().copied().chain([tap.source]).collect();
            open.push((at + 1, mana.plus(*gives), more));
        }
    }
    found
}

/// The same, if one mana at least comes from land 7 (R21).
fn brute_from_site(due: Due, taps: &[Tap], pool: Mana) -> bool {
    if due.total() == 0 {
        return true;
    }
    let (site, others): (Vec<Tap>, Vec<Tap>) =
        taps.iter().cloned().partition(|tap| tap.source == Source::Land(LandNumber(7)));
    let Some(mana) = site.first().and_then(|tap| tap.gives.first()) else { return false };
    let is_of_use = due.generic > 0 || mana.colours().any(|colour| due.coloured[colour as usize] > 0);
    is_of_use && brute(due, &others, pool.plus(*mana)).is_some()
}

#[test]
fn r21_v2_the_payer_finds_a_payment_if_and_only_if_there_is_one() {
    let mut dice = dice(3);
    let tables = [
        "ash holds 1-3 6 7; ash has tallow-lamp; ash has prism-lamp; ash mana 1G",
        "ash holds 1 7 12; ash has twin-lamp; ash has prism-lamp; ash has prism-lamp",
        "ash holds 2 5 10; ash mana 2R",
        "ash holds 4 9 14 19; ash has twin-lamp; ash has twin-lamp",
        "ash holds 1 7 12; ash has leek-tithe on 7; ash has fog-deed on 7; ash mana 1",
        "ash holds 6 7; ash has leek-tithe on 7; ash has leek-tithe on 6; ash has prism-lamp",
    ];
    let mut payable = 0;
    for text in tables {
        let text = if text.contains("14") { text.replace("14", "13") } else { text.to_owned() };
        let position = with_cards(&text);
        let taps = position.table.taps(Seat(0));
        let pool = position.table.seats[0].pool;
        for _ in 0..150 {
            let mut due = Due { generic: dice.below(4), ..Due::default() };
            for _ in 0..dice.below(4) {
                due.coloured[dice.below(5) as usize] += 1;
            }
            let wanted = brute(due, &taps, pool);
            let paid = position.table.pay(Seat(0), due, None, &[]);
            let sited = position.table.pay(Seat(0), due, Some(LandNumber(7)), &[]);
            assert_eq!(sited.is_ok(), brute_from_site(due, &taps, pool), "{text}: {due:?} with land 7");
            assert_eq!(paid.is_ok(), wanted.is_some(), "{text}: {due:?}");
            let Ok(payment) = paid else { continue };
            payable += 1;
            // By hand, the same sources pay in any order.
            let by_hand = position.table.pay(Seat(0), due, None, &payment.taps);
            assert_eq!(by_hand.map(|payment| payment.taps), Ok(payment.taps), "{text}: {due:?}");
        }
    }
    assert!(payable > 100, "{payable}");
}

#[test]
fn r21_the_payer_leaves_colours_then_mana_then_high_numbers() {
    let due = |generic: u32| Due { generic, ..Due::default() };
    let pays = |text: &str, due: Due| {
        let position = with_cards(text);
        let payment = position.table.pay(Seat(0), due, None, &[]).unwrap();
        payment.taps.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
    };
    // Two plains and an island: the island is the last of its colour.
    assert_eq!(pays("ash holds 1 6 8", due(1)), "1");
    assert_eq!(pays("ash holds 3 1 6", due(2)), "1,3");
    // Lands before permanents; a land of a colour that is left elsewhere.
    assert_eq!(pays("ash holds 1 6; ash has tallow-lamp", due(1)), "1");
    // The pool first.
    assert_eq!(pays("ash holds 1 6; ash mana 1", due(1)), "");
    assert_eq!(pays("ash holds 1 2 3; ash has tallow-lamp", due(1)), "p1", "no colour is given away");
}

#[test]
fn n7_payment_by_hand_ends_when_the_cost_is_covered() {
    let before = with_cards("ash holds 2 6 7; ash hand quarry-ox; ash mana 0");
    assert_eq!(refused(&before, "cast h1 @7 pay 7,6,2"), "pays-too-much");
    assert_eq!(refused(&before, "cast h1 @7 pay 6,2"), "no-mana-from-site");
    assert_eq!(refused(&before, "cast h1 @7 pay 7"), "cannot-pay");
    assert_eq!(refused(&before, "cast h1 @7 pay 7,7"), "cannot-pay");
    assert_eq!(refused(&before, "cast h1 @7 pay 7,12"), "not-yours");
    assert_eq!(refused(&before, "cast h1 @7 x 2"), "wrong-parts");
    assert_eq!(refused(&before, "cast h1"), "no-site");
    let spent = with_cards("ash holds 2 6 7 17; tapped 7; ash hand quarry-ox; ash mana 1G");
    assert_eq!(refused(&spent, "cast h1 @7"), "no-mana-from-site");
    assert_eq!(land(&play(&with_cards("ash holds 2 7; ash hand quarry-ox; ash mana G"), "cast h1 @7"), 2), "0");
}

#[test]
fn r64_mana_of_a_source_that_is_used_stays_in_the_pool() {
    let before = with_cards("ash holds 2 7; ash has prism-lamp; ash has twin-lamp; ash hand quarry-ox");
    let after = play(&before, "use p1 mode 4; use p2");
    assert_eq!(after.table.seats[0].pool.to_string(), "RGG");
    assert_eq!(refused(&before, "use p1 mode 6"), "wrong-parts");
    assert_eq!(refused(&after, "use p1"), "cannot-pay");
    assert_eq!(refused(&before, "use p1.2"), "no-such-ability");
    assert_eq!(refused(&before, "use p9"), "no-such-object");
    let ended = play(&after, "end");
    assert!(ended.table.seats[0].pool.is_empty());
}
