//! What the language of cards got after the set: flash, creatures that are moved, damage that is divided (C26-C28).

use super::*;

const CARDS: &str = "Ford Lurker   1G
Creature - Lurker   2/2
Flash

Ford Ferry   1U
Instant
Move target creature to target land.

Ford Sparks   1R
Instant
This deals 3 damage divided as you choose among any number of target creatures.

Ford Drover   2R
Creature - Drover   2/2
When this enters, it deals 2 damage divided as you choose among any number of target creatures an opponent controls.
";

/// Ash's 3/3 on land 7 is beside Birch's 2/2 on land 2; Birch can pay for everything.
fn beside(more: &str) -> Magic {
    let table = "lands PFISM PFISM PFISM PFISM; ash holds 1 7 10; birch holds 2 3 4 5 12 13 14; ash has g3/3 @7; birch has g2/2 @2; ";
    with_cards(2, CARDS, &format!("{table}{more}"))
}

#[test]
fn c26_a_creature_with_flash_is_cast_when_an_instant_could_be() {
    let open = play(&beside("birch hand ford-lurker"), "move c1: 2; end");
    assert_eq!(waits_for(&open), [1], "a creature with flash is an answer to a battle");
    let after = play_as(&open, 1, "cast h1 @12");
    assert_eq!((stands(&after, 3), after.table.window.is_some()), (12, false));
    // The place is a free land of its colour that its controller has, and not the battle.
    for (text, code) in
        [("cast h1 @2", "occupied"), ("cast h1 @13", "not-native"), ("cast h1 @7", "no-site"), ("cast h1", "no-site")]
    {
        assert_eq!(refused_to(&open, 1, text), code, "{text}");
    }
    // Choices lead there.
    let choices = open.view(Eye::Seat(Seat(1)));
    let texts: Vec<String> = Magic::choices(&choices, "cast h1").into_iter().map(|choice| choice.text).collect();
    assert!(texts.contains(&"cast h1 @12".to_owned()), "{texts:?}");
    // It acts from its controller's next turn on.
    assert_eq!(after.table.active(), Some(Seat(1)));
    assert_eq!(stands(&play(&after, "move c3: 13"), 3), 13);
}

#[test]
fn c27_a_creature_is_moved_without_points_and_leaves_its_battle() {
    let before = beside("ash hand ford-ferry; ash mana 1U");
    let moved = play(&before, "cast h1 on c1,20");
    assert_eq!((stands(&moved, 1), points_used(&moved, 1)), (20, 0));
    assert!(told(&before, 0, "cast h1 on c1,20").contains("was moved to 20."));
    // It stays where an enemy or a loner is, and a hole is no target.
    assert_eq!(stands(&play(&before, "cast h1 on c1,2"), 1), 7);
    assert_eq!(stands(&play(&beside("ash hand ford-ferry; ash mana 1U; ash has g1/1 @1"), "cast h1 on c1,1"), 1), 7);
    let hole = beside("ash hand ford-ferry; ash mana 1U; holes 20");
    assert_eq!(refused(&hole, "cast h1 on c1,20"), "no-such-land");
    assert_eq!(refused(&hole, "cast h1 on c1"), "wrong-number-of-targets");
    // An attacker is carried out of the battle, so the defender lives.
    let open = play(&beside("birch hand ford-ferry"), "move c1: 2; end");
    let after = play_as(&open, 1, "cast h1 on c1,20");
    assert_eq!((stands(&after, 1), stands(&after, 2)), (20, 2));
    assert_eq!((land(&after, 20).as_str(), land(&after, 2).as_str()), ("0'", "1"), "it conquers where it stands");
}

#[test]
fn c28_damage_is_divided_by_naming_a_creature_several_times() {
    let more = "ash hand ford-sparks; ash mana 1R; birch has g1/1 @14; birch has g4/4 @13";
    let before = beside(more);
    let after = play(&before, "cast h1 on c2,c2,c3");
    assert_eq!((stands(&after, 2), stands(&after, 3), stands(&after, 4)), (0, 0, 13));
    let all = play(&before, "cast h1 on c4,c4,c4");
    assert_eq!(all.table.thing(Thing::Creature(CreatureName(4))).unwrap().damage, 3);
    for text in ["cast h1 on c2,c3", "cast h1 on c2,c2,c2,c3", "cast h1"] {
        assert_eq!(refused(&before, text), "wrong-number-of-targets", "{text}");
    }
    let choices = before.view(Eye::Seat(Seat(0)));
    let texts: Vec<String> = Magic::choices(&choices, "cast h1 on c2").into_iter().map(|choice| choice.text).collect();
    assert!(
        ["cast h1 on c2,c2", "cast h1 on c2,c3"].iter().all(|text| texts.contains(&(*text).to_owned())),
        "{texts:?}"
    );
    // A trigger asks for its targets in the same way.
    let drover = play(&beside("ash hand ford-drover; ash mana 1R; birch has g1/1 @14"), "cast h1 @10");
    assert_eq!(waits_for(&drover), [0]);
    assert_eq!(refused(&drover, "choose c2"), "wrong-number-of-targets");
    let after = play(&drover, "choose c2,c3");
    assert_eq!((stands(&after, 2), stands(&after, 3)), (2, 0));
    assert_eq!(stands(&play(&drover, "choose c2,c2"), 2), 0);
}
