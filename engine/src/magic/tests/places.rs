//! Cards of the set whose worth depends on the land on which they stand, or on the lands beside it.

use super::*;

/// Power, toughness and points of movement of a creature.
fn figures(position: &Magic, number: u16) -> String {
    let (name, table) = (CreatureName(number), &position.table);
    let (creature, traits) = (&table.creatures[&name], table.traits(name).unwrap());
    format!("{}/{} {}", traits.power, traits.toughness, table.allowance(creature, &traits))
}

#[test]
fn cards_are_stronger_or_faster_where_their_text_says_so() {
    for (own, figures_there) in [
        ("kerb-sentry @6", "1/2 4"),
        ("kerb-sentry @7", "1/1 4"),
        ("mooring-tern @8", "1/2 3"),
        ("mooring-tern @7", "1/1 3"),
        ("culvert-rat @9", "2/1 3"),
        ("culvert-rat @7", "1/1 3"),
        ("furrow-hare @7", "1/1 4"),
        ("drove-bull @7", "3/3 3"),
        ("drove-bull @7; ash has drove-bull @18", "3/3 4"),
        ("slag-runner @7; ash has cinder-brigand @8", "3/1 3"),
        ("slag-runner @7; ash has cinder-brigand @20", "2/1 3"),
        ("w1/1 banding @7; ash has hedge-column @7", "1/2 4"),
        ("w1/1 banding @7; ash has hedge-column @8", "1/1 4"),
        ("g1/1 @7; birch has thicket-spinner @8", "1/1 2"),
        ("g1/1 @7; birch has thicket-spinner @20", "1/1 3"),
        ("g1/1 @7; birch has flooded-lane on 7", "1/1 2"),
        ("g1/1 flying @7; birch has flooded-lane on 7", "1/1 3"),
        ("g1/1 @7; birch has sealed-summons on c1", "1/1 0"),
    ] {
        assert_eq!(figures(&t20(&format!("ash has {own}")), 1), figures_there, "{own}");
    }
}

#[test]
fn candle_debtors_pass_creatures_on_swamps_and_chalk_finches_those_on_plains() {
    for (own, over, beyond, passes) in [
        ("candle-debtor", 19, 18, true),
        ("candle-debtor", 8, 9, false),
        ("chalk-finch", 6, 5, true),
        ("chalk-finch", 8, 9, false),
    ] {
        let text = format!("ash has {own} @7; birch has b1/1 flying @{over}; birch orders block always");
        let after = play(&t20(&text), &format!("move c1: {over},{beyond}"));
        assert_eq!(stands(&after, 1), if passes { beyond } else { over }, "{own} over {over}");
    }
}

#[test]
fn spells_ask_on_which_land_a_creature_stands() {
    let dies = |text: &str, act: &str| !play(&t20(text), act).table.creatures.contains_key(&CreatureName(1));
    for (hand, there, elsewhere) in [("sink-in-peat", 9, 8), ("furnace-draught", 10, 8)] {
        let act = if hand == "furnace-draught" { "cast h1 x 2 on c1" } else { "cast h1 on c1" };
        let at = |land: u16| format!("ash holds 4 5 15; birch has g3/3 @{land}; ash hand {hand}");
        assert!(dies(&at(there), act) && !dies(&at(elsewhere), act), "{hand}");
    }
    let taken = |land: u16| {
        let text = format!("ash holds 5 10 15; birch holds 14; birch has g2/2 @{land} tapped; ash hand press-warrant");
        play(&t20(&text), "cast h1 on c1").table.creatures[&CreatureName(1)].tapped
    };
    assert!(!taken(8) && taken(7));
    let islands = |held: &str| {
        let cast = play(&t20(&format!("ash holds {held}; ash hand ebb-survey")), "cast h1");
        cast.table.seats[0].held
    };
    assert_eq!((islands("3 6 7"), islands("3 8 13")), (1, 3));
}
