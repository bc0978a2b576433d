//! Battles after regeneration (R46, R69), the players who are asked about a battle (P7), and battles that are over (P11).

use super::*;

const CARDS: &str = "Test Bolt   R
Instant
Destroy target attacking creature.

Test Growth   G
Instant
Target creature gets +3/+3 until end of turn.

Test Ruin   R
Instant
Destroy target creature.
";

/// Land 8, where Birch has a creature, and land 9, from which Ash attacks.
fn attack(holds: &str, creatures: &str) -> Magic {
    t20(&format!("ash holds {holds}; birch holds 8 14; {creatures}"))
}

#[test]
fn r46_r49_a_regenerated_attacker_retreats_from_a_defender_that_lives() {
    let before = attack("4 9", "ash has barrow-lessee @9; birch has g6/6 @8");
    let after = play(&before, "use c1; move c1: 8; end");
    assert_eq!((stands(&after, 1), is_tapped(&after, 1), stands(&after, 2)), (9, true, 8));
    assert_eq!((land(&after, 8), land(&after, 9)), ("1".to_owned(), "0".to_owned()));
    // Nothing has to attack in Birch's own land.
    let next = play(&after, "end");
    assert_eq!((stands(&next, 1), stands(&next, 2), land(&next, 8)), (9, 8, "1".to_owned()));
    // It goes where the script says.
    let elsewhere = attack("1 4 9", "ash has barrow-lessee @9; birch has g6/6 @8");
    assert_eq!(stands(&play(&elsewhere, "use c1; move c1: 8; retreat c1: 1; end"), 1), 1);
}

#[test]
fn r49_a_regenerated_attacker_without_refuge_dies_and_no_other_shield_helps() {
    let before = attack("18", "ash has barrow-lessee @9; birch has g6/6 @8; ash mana BB");
    let script = "use c1; use c1; move c1: 8; end";
    let after = play(&before, script);
    assert_eq!((stands(&after, 1), stands(&after, 2)), (0, 8));
    assert_eq!(after.table.seats[0].grave.len(), 1);
    let story = told(&before, 0, script);
    assert!(story.contains("c1 Barrow Lessee was regenerated."), "{story}");
    assert!(story.contains("c1 Barrow Lessee had no land to retreat to and went to the graveyard."), "{story}");
}

#[test]
fn r49_the_story_says_why_an_attacker_dies_that_was_not_hurt() {
    let before = attack("18", "ash has g2/4 @9; birch has g1/5 @8");
    let story = told(&before, 0, "move c1: 8; end");
    assert!(story.contains("c1 2/4 Token had no land to retreat to and went to the graveyard."), "{story}");
}

#[test]
fn r46_a_regenerated_defender_stays_and_the_attacker_retreats() {
    let after = play(&attack("9", "ash has g6/6 @9; birch has b2/2 @8 shielded"), "move c1: 8; end");
    assert_eq!((stands(&after, 1), stands(&after, 2), is_tapped(&after, 2)), (9, 8, false), "Birch has untapped it");
    assert_eq!(land(&after, 8), "1");
}

#[test]
fn r46_a_regenerated_attacker_conquers_where_no_enemy_is_left() {
    let before = attack("9", "ash has b1/1 banding @9 shielded; ash has g3/3 @9; birch has g3/3 @8");
    let after = play(&before, "move c1+c2: 8; end");
    assert_eq!([1, 2, 3].map(|name| stands(&after, name)), [8, 8, 0]);
    assert_eq!(land(&after, 8), "0'");
}

#[test]
fn r46_a_creature_that_first_strike_destroyed_deals_no_damage_once_it_is_regenerated() {
    let before = attack("9", "ash has b2/2 @9 shielded; birch has w2/2 first-strike @8");
    let after = play(&before, "move c1: 8; end");
    assert_eq!((stands(&after, 1), stands(&after, 2)), (9, 8));
}

/// Ash's creature, with a shield or without, attacks Birch's on 2; Birch and Cedar can pay for an instant each.
fn three(state: &str, more: &str) -> Magic {
    let table = format!(
        "lands PFISM PFISM PFISM PFISM PFISM; ash holds 7 10; birch holds 2 5 15; cedar holds 20 12; ash has g3/3 @7 {state}; \
         birch has b1/1 @2; birch hand test-ruin, test-ruin; {more}"
    );
    with_cards(3, CARDS, &table)
}

/// The kind of the window, if one is open.
fn window(position: &Magic) -> Option<&'static str> {
    position.table.window.map(|window| window.kind.word())
}

#[test]
fn p11_a_window_closes_when_the_last_attacker_is_gone() {
    let open = play(&three("", ""), "move c1: 2; end");
    assert_eq!((waits_for(&open), window(&open)), (vec![1], Some("battle")));
    let after = play_as(&open, 1, "cast h1 on c1");
    assert_eq!((stands(&after, 1), window(&after), after.table.active()), (0, None, Some(Seat(1))));
    assert_eq!((stands(&after, 2), land(&after, 2)), (2, "1".to_owned()));
}

#[test]
fn p11_a_window_closes_when_the_last_attacker_is_regenerated_and_it_retreats() {
    let open = play(&three("shielded", ""), "move c1: 2; end");
    let after = play_as(&open, 1, "cast h1 on c1");
    assert_eq!((stands(&after, 1), window(&after), after.table.active()), (7, None, Some(Seat(1))));
    assert_eq!((stands(&after, 2), land(&after, 2)), (2, "1".to_owned()));
}

#[test]
fn p11_a_window_closes_when_the_last_defender_is_gone() {
    let open = play(&three("", "cedar hand test-growth; birch orders battle none"), "move c1: 2; end");
    assert_eq!(waits_for(&open), [2]);
    // Birch destroys the own defender, which nobody waits for.
    let sealed = play_as(&open, 1, "cast h1 on c2 commit");
    let second = play_as(&sealed, 2, "pass");
    assert_eq!((waits_for(&second), window(&second)), (vec![2], Some("battle")), "Cedar can save it");
    let after = play_as(&second, 2, "pass");
    assert_eq!((stands(&after, 1), stands(&after, 2), window(&after)), (2, 0, None));
    assert_eq!((after.table.active(), land(&after, 2)), (Some(Seat(1)), "0'".to_owned()));
}

#[test]
fn p11_a_window_stays_open_while_another_battle_is_left() {
    let more = "ash has g3/3 @1; birch has b1/1 @3";
    let open = play(&three("", more), "move c1: 2; move c3: 3; end");
    assert_eq!(open.table.battles.len(), 2);
    let after = play_as(&open, 1, "cast h1 on c1");
    assert_eq!((waits_for(&after), window(&after)), (vec![1], Some("battle")));
    let asked = request(&after, 1).unwrap();
    assert_eq!(asked.about, "the battle on 3");
    // The creature of the battle that is over is no reason to be asked.
    assert_eq!(refused_to(&after, 1, "cast h2 on c1"), "no-such-creature");
    let over = play_as(&after, 1, "cast h2 on c3");
    assert_eq!((window(&over), over.table.active()), (None, Some(Seat(1))));
}

/// Ash attacks Birch, and all four players hold an instant for which they can pay.
fn four(orders: &str) -> Magic {
    let table = "lands PFISM PFISM PFISM PFISM PFISM PFISM; ash holds 7 10 12; birch holds 2 5; cedar holds 17 13; dogwood holds 22 20; \
                 ash has g3/3 @7; birch has g4/4 @2; ash hand test-growth; birch hand test-bolt; cedar hand test-growth; \
                 dogwood hand test-growth; ";
    with_cards(4, CARDS, &format!("{table}{orders}"))
}

#[test]
fn p7_all_who_are_able_are_asked_about_a_battle_by_default() {
    let open = play(&four(""), "move c1: 2; end");
    assert_eq!(waits_for(&open), [1, 2, 3], "not the player who opened it");
    let first = [(1, "pass"), (2, "cast h1 on c2"), (3, "pass")];
    let second = first.iter().fold(open, |position, (seat, text)| play_as(&position, *seat, text));
    assert_eq!(
        waits_for(&second),
        [0, 1, 3],
        "the active player from the second round on, not the one whose spell it is"
    );
    let saved = [(0, "cast h1 on c1"), (1, "pass"), (3, "pass")];
    let third = saved.iter().fold(second, |position, (seat, text)| play_as(&position, *seat, text));
    assert_eq!(third.table.stack.len(), 2);
}

#[test]
fn p7_orders_limit_the_battles_about_which_a_player_is_asked() {
    for (orders, asked) in [
        ("cedar orders battle involved; dogwood orders battle none", vec![1]),
        ("cedar orders battle watch 2; dogwood orders battle watch 3", vec![1, 2]),
        ("cedar orders battle none, battle watch 2; dogwood orders battle none, battle any", vec![1, 2, 3]),
        (
            "birch orders battle none; cedar orders battle involved; dogwood orders battle involved, battle watch 2",
            vec![3],
        ),
    ] {
        assert_eq!(waits_for(&play(&four(orders), "move c1: 2; end")), asked, "{orders}");
    }
    let before = four("");
    assert_eq!(refused_to(&before, 2, "orders battle any"), "same-orders");
    let watching = play_as(&before, 2, "orders battle watch 3");
    let view = serde_json::to_value(watching.view(Eye::Seat(Seat(2)))).unwrap();
    assert_eq!(view["orders"], json!(["battle involved", "battle watch 3"]));
}
