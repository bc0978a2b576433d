//! Table texts are read whole, or refused with the place (T1-T5).

use super::*;
use crate::magic::notation::CreatureName;

const T20: &str = "lands PFISM PFISM PFISM PFISM";

fn read(text: &str) -> TableText {
    TableText::read(text, 2, &Cards::set()).unwrap_or_else(|refusal| panic!("{text}: {refusal}"))
}

/// What is refused of T20 with this text behind it: the word there, and what would be right.
fn refusal(text: &str) -> (String, String) {
    let text = format!("{T20}; {text}");
    let refusal = TableText::read(&text, 2, &Cards::set()).expect_err(&text);
    let found: String = text.chars().skip(refusal.at - 1).collect();
    assert!(found.starts_with(&refusal.found), "{text}: {refusal}");
    (refusal.found, refusal.expected)
}

#[test]
fn t2_what_is_not_said_is_empty_or_neutral() {
    let table = read("LANDS pfism PFISM  PFISMPFISM ;");
    assert_eq!(table.lands.len(), 20);
    assert_eq!(table.lands[1], LandType::Forest);
    assert_eq!((table.turn, table.phase, table.round), (Seat(0), FirstPhase::Summoning, 1));
    assert_eq!(table.seats, [SeatText::default(), SeatText::default()]);
    assert!(table.holes.is_empty() && table.creatures.is_empty() && table.permanents.is_empty());
}

#[test]
fn t1_items_stand_in_any_order() {
    let table = read(&format!(
        "birch has a0/4 defender @12 damaged 1; ash has g2/2 flying value 3 @7 tapped fresh; turn birch; phase movement; \
         round 3; holes 15; tapped 7; ash holds 7 3-5; {T20}; ash mana 3RG; ash orders block never c1, battle watch 4,12, \
         when any attacks c1 do use c2 on c1,c2, stack none"
    ));
    assert_eq!((table.turn, table.phase, table.round), (Seat(1), FirstPhase::Movement, 3));
    assert_eq!(table.seats[0].holds, [3, 4, 5, 7].map(LandNumber));
    assert_eq!((table.holes.as_slice(), table.tapped.as_slice()), (&[LandNumber(15)][..], &[LandNumber(7)][..]));
    assert_eq!(table.seats[0].mana, ManaText { colourless: 3, colours: [0, 0, 0, 1, 1] });
    let orders: Vec<String> = table.seats[0].orders.iter().map(Order::to_string).collect();
    let wanted = ["block never c1", "battle watch 4,12", "when any attacks c1 do use c2 on c1,c2", "stack none"];
    assert_eq!(orders, wanted);
    let [wall, flyer] = table.creatures.as_slice() else { panic!("{table:?}") };
    assert_eq!((wall.seat, wall.land, wall.damage, wall.tapped), (Seat(1), LandNumber(12), 1, false));
    assert_eq!((flyer.seat, flyer.land, flyer.fresh, flyer.tapped), (Seat(0), LandNumber(7), true, true));
    assert_eq!(flyer.body, Body::Token("g2/2 flying value-3".parse().unwrap()));
}

#[test]
fn t3_bodies_have_colours_sizes_and_words() {
    let table = read(&format!(
        "{T20}; ash has wg12/0 first-strike protection-b cant-be-blocked cant-block shielded animated @1"
    ));
    let creature = &table.creatures[0];
    let token = Token::body("wg12/0").unwrap();
    let Body::Token(found) = &creature.body else { panic!("{creature:?}") };
    assert_eq!((found.colours, found.power, found.toughness), (token.colours, 12, 0));
    assert_eq!(found.to_string(), "wg12/0 first-strike protection-b cant-block cant-be-blocked");
    assert!(creature.shielded && creature.animated);
}

#[test]
fn t4_what_is_not_there_is_refused() {
    for (text, found, expected) in [
        ("ash holds 21", "21", "a land from 1 to 20"),
        ("tapped 0", "0", "a land from 1 to 20"),
        ("holes 4; ash has g1/1 @4", "@4", "a land that is no hole, as 4 is one"),
        ("ash holds 4-6; holes 5", "4-6;", "a land that is no hole, as 5 is one"),
        ("cedar holds 4", "cedar", "lands, tapped, holes, turn, phase, round or a seat of the match: ash, birch"),
        ("turn elm", "elm", "a seat of the match: ash, birch"),
        ("ash hand no-such-card", "no-such-card", "the id of a card of the set or of the option cards"),
        ("ash has no-such-card", "ash", "the id of a card of the set or of the option cards after has"),
        ("ash has g1/1", "ash", "the land of the creature, as in @7"),
        ("ash has g1/1 on 4", "on", "@ after a creature, on after an aura, and neither after other permanents"),
        ("ash has 4/4 @1", "4/4", "a body such as g2/2, or the id of a card"),
        (
            "ash has z1/1 @1",
            "ash",
            "a body after has: letters of colours or a, then power/toughness, such as wg2/2 or a0/4",
        ),
        ("ash holds 1-11", "ash", "at most half of the 20 lands for a player: more than half wins"),
        ("ash holds 5-3", "5-3", "a range that rises, such as 3-5"),
        ("round 0", "0", "a round from 1"),
        ("ash mana GW", "GW", "mana: a number up to 999, then letters in the order W U B R G, as in 3R"),
        ("ash mana 1000", "1000", "mana: a number up to 999, then letters in the order W U B R G, as in 3R"),
        ("ash keeps 4", "keeps", "holds, has, hand, library, grave, exile, mana or orders after ash"),
        (
            "ash orders sleep",
            "sleep",
            "an order: stack, battle, block, retreat, discard, sacrifice, pay, may, surprise, \
          divide, stop, when or drop",
        ),
        ("phase upkeep", "upkeep", "summoning or movement"),
        ("ash has g1/1 @1 flyingly", "flyingly", "a state; keywords stand after a body such as g2/2 only"),
    ] {
        assert_eq!(refusal(text), (found.to_owned(), expected.to_owned()), "{text}");
    }
}

#[test]
fn t4_nothing_is_said_twice() {
    for text in [
        "ash holds 4; birch holds 4",
        "ash holds 4 4",
        "ash holds 4; ash holds 5",
        "tapped 4 3-5",
        "turn ash; turn birch",
        "lands PFISM PFISM PFISM PFISM",
        "ash has g1/1 @1 @2",
        "ash has g1/1 @1 tapped tapped",
        "ash has g1/1 @1 flying flying",
        "ash has g1/1 @1 value 1 value 1",
        "ash mana 3; ash mana 3",
        "ash hand; ash hand",
    ] {
        refusal(text);
    }
}

#[test]
fn t4_the_number_of_lands_fits_the_players() {
    for seats in 3..=6 {
        let refusal = TableText::read(T20, seats, &Cards::set()).unwrap_err();
        assert_eq!(refusal.expected, format!("{} lands for {seats} players, not 20", 10 + 5 * u16::from(seats)));
    }
    let refusal = TableText::read("ash holds 4", 2, &Cards::set()).unwrap_err();
    assert_eq!(refusal.expected, "an item with the lands, such as lands PFISM PFISM PFISM PFISM");
}

#[test]
fn t4_a_host_is_there() {
    let host = |name: u16| Host::Thing(Thing::Creature(CreatureName(name)));
    assert_ne!(host(1), host(2));
    let full: String = (0..100).map(|_| "; ash has a0/1 @1").collect();
    assert!(full.len() < crate::magic::state::options::MAX_TABLE_BYTES);
    assert_eq!(refusal(full.trim_start_matches("; ")).1, "at most 99 creatures");
    let hand = vec!["late-rent"; 100].join(", ");
    assert_eq!(refusal(&format!("ash hand {hand}")).1, "at most 99 cards in a hand");
    let mana = "R".repeat(1000);
    assert!(refusal(&format!("ash mana {mana}")).1.starts_with("mana: a number up to 999"));
}

#[test]
fn o2_an_option_is_refused_with_line_and_character() {
    let text = "lands PFISM PFISM PFISM PFISM;\nash holds 4;\n  ash owns 5";
    let why = TableText::read(text, 2, &Cards::set()).unwrap_err();
    let refused = refused("table", text, &why);
    assert_eq!(refused.name, "table");
    let wanted =
        "line 3, character 7, \"owns\": expected holds, has, hand, library, grave, exile, mana or orders after ash";
    assert_eq!(refused.why, wanted);
}
