//! Triggered abilities: what sets them off (C6), their place on the stack (R67), their targets and modes (P24).

use super::*;

const CARDS: &str = "Test Muse   0
Enchantment
Each creature you control has \"Whenever a land is conquered, draw 1 card.\".

Test Numb   0
Sorcery
Target creature loses all abilities until end of turn.

Test Herald   0
Creature - Rat   1/1
When this enters, draw 1 card.

Test Wrecker   0
Creature - Rat   1/1
When this enters, destroy target land.

Test Scholar   0
Creature - Rat   1/1
When this enters, choose one: draw 1 card; or tap target creature.

Test Phoenix   0
Creature - Bird   1/1
When this dies, return this to its owner's hand.

Test Mourner   0
Creature - Rat   1/1
Whenever another creature you control dies, put 1 +1/+1 counter on this.

Test Bomb   0
Creature - Rat   1/1
When this dies, this deals 1 damage to each creature on the same land.

Test Heir   0
Creature - Rat   2/1
When this dies, draw X cards, where X is its power.

Test Lord   0
Creature - Rat   1/2
Whenever this attacks, it gets +2/+0 until end of turn.

Test Assessor   0
Creature - Rat   2/2
Whenever this conquers a land, put 1 +1/+1 counter on this.

Test Stinger   0
Creature - Rat   1/4
Whenever this deals damage to a creature, put 1 +1/+1 counter on this.

Test Sentry   0
Creature - Rat   1/3
Whenever this blocks, if it is your turn, draw 1 card.
Whenever this blocks, if an opponent controls a Rat, put 1 +1/+1 counter on this.

Test Ledger   0
Enchantment
Whenever an opponent casts a creature spell, draw 1 card.
Whenever an opponent draws a card, that player discards 1 card.

Test Dawn   0
Enchantment
At the beginning of your upkeep, you may pay 1. If you do, put 1 dawn counter on this.

Test Toll   0
Aura
Enchant land
At the beginning of its controller's upkeep, that player discards 1 card.

Test Echo   0
Creature - Rat   0/999
Whenever this is dealt damage, this deals 1 damage to this.

Test Spring   0
Artifact
Whenever a creature is tapped for mana, its controller adds G.

Test Charter   0
Enchantment
Each Ox has \"When this dies, draw 1 card.\".

Test Ox   0
Creature - Ox   1/1
Tap: Add G.

Test Bolt   0
Sorcery
This deals 2 damage to target creature.

Test Plague   0
Sorcery
This deals 1 damage to each creature.

Test Reading   0
Instant
Draw 1 card.

Test Ward   0
Instant
Counter target spell.
";

fn with(text: &str) -> Magic {
    near(CARDS, text)
}

/// The number of cards in a hand.
fn held(position: &Magic, seat: usize) -> usize {
    position.hidden.seats[seat].hand.len()
}

/// The number of +1/+1 counters on a creature; 0 if it is not in play.
fn grown(position: &Magic, name: u16) -> i32 {
    let traits = position.table.traits(CreatureName(name));
    traits.map_or(0, |traits| traits.power)
}

#[test]
fn c6_a_creature_that_enters_sets_off_its_own_ability() {
    let before = with("ash hand test-herald");
    assert_eq!(held(&play(&before, "cast h1 @1"), 0), 1, "the card that was drawn");
    assert!(told(&before, 0, "cast h1 @1").contains("c1 Test Herald triggered. Anna drew a card."));
    // On a view the card that is drawn is not known.
    assert_eq!(try_as(&before, 0, "cast h1 @1; cast h1 @2").unwrap_err(), ("not-in-hand", Some(2)));
}

#[test]
fn p24_the_targets_of_a_trigger_are_chosen_when_it_is_put_on_the_stack() {
    let before = with("ash hand test-wrecker, test-bolt; birch has g2/2 @13");
    let scripted = play(&before, "cast h1 @1; choose 13; cast h2 on c2; end");
    assert_eq!(land(&scripted, 13), "-", "it was Birch's, and is a hole");
    let open = play(&before, "cast h1 @1; cast h2 on c2; end");
    assert_eq!((waits_for(&open), open.clock(Seat(0))), (vec![0], Clock::CanLapse));
    assert!(open.table.waiting.len() == 1 && open.table.stack.is_empty() && open.table.aside.is_some());
    let choices = Magic::choices(&open.view(Eye::Seat(Seat(0))), "choose");
    assert_eq!(choices.len(), 20, "each land of the board");
    assert!(choices.iter().all(|choice| choice.complete));
    assert_eq!(refused(&open, "choose c1"), "illegal-target");
    assert_eq!(refused(&open, "choose yes"), "bad-choice");
    assert_eq!(refused(&open, "choose none"), "wrong-number-of-targets");
    assert_eq!(refused_to(&open, 1, "choose 13"), "not-awaited");
    let chosen = play(&open, "choose 14; continue");
    assert_eq!((land(&chosen, 14), waits_for(&chosen)), ("-".to_owned(), vec![1]), "the rest was carried out");
    // A lapse takes the first land by number, and the turn ends.
    let lapsed = lapse(&open, &[0]);
    assert!(lapsed.table.land(LandNumber(1)).unwrap().hole);
    assert_eq!(waits_for(&lapsed), [1]);
}

#[test]
fn p24_the_mode_of_a_trigger_is_named_by_its_number() {
    let before = with("ash hand test-scholar; birch has g2/2 @13; birch has g1/1 @14");
    let drawn = play(&before, "cast h1 @1; choose 1");
    assert_eq!((held(&drawn, 0), is_tapped(&drawn, 1)), (1, false));
    let tapped = play(&before, "cast h1 @1; choose 2; choose c2");
    assert_eq!((held(&tapped, 0), is_tapped(&tapped, 2), is_tapped(&tapped, 1)), (0, true, false));
    let open = play(&before, "cast h1 @1");
    assert_eq!(refused(&open, "choose 3"), "bad-choice");
    let open = play(&open, "choose 2");
    assert_eq!(Magic::choices(&open.view(Eye::Seat(Seat(0))), "choose").len(), 3);
    assert!(is_tapped(&play(&open, "choose c1"), 1));
}

#[test]
fn c6_what_died_is_found_in_the_graveyard_and_its_figures_are_known() {
    let phoenix = with("ash has test-phoenix @1; ash hand test-bolt");
    let after = play(&phoenix, "cast h1 on c1");
    assert_eq!((held(&after, 0), after.table.seats[0].grave.len()), (1, 1), "the bird came back, the bolt did not");
    let heir = with("ash has test-heir @1; ash hand test-bolt");
    assert_eq!(held(&play(&heir, "cast h1 on c1"), 0), 2, "its power was 2 (R62)");
    let bomb = with("ash has test-bomb @1; birch has g2/1 @1; birch has g2/1 @2; ash hand test-bolt");
    let after = play(&bomb, "cast h1 on c1");
    assert_eq!([2, 3].map(|name| stands(&after, name)), [0, 2], "the same land is the one where it stood");
}

#[test]
fn c6_what_dies_at_the_same_moment_is_seen() {
    let both = with("ash has test-mourner @1; ash has test-mourner @2; ash has g1/1 @7; ash hand test-plague");
    assert!(told(&both, 0, "cast h1").matches("Test Mourner triggered").count() == 4, "two each");
    let one = with("ash has test-mourner @1; ash has g1/1 @7; birch has g1/1 @13; ash hand test-bolt, test-bolt");
    assert_eq!(grown(&play(&one, "cast h1 on c2"), 1), 2);
    assert_eq!(grown(&play(&one, "cast h1 on c3"), 1), 1, "it is Birch's");
}

#[test]
fn r67_triggers_of_a_battle_come_in_its_window_or_after_the_retreats() {
    let attack = with("ash has test-lord @7; birch has g1/3 @8");
    let after = play(&attack, "move c1: 8; end");
    assert_eq!((stands(&after, 2), land(&after, 8)), (0, "0'".to_owned()), "it dealt 3 damage");
    assert_eq!(grown(&after, 1), 1, "until the end of the turn");
    let sting = with("ash has test-stinger @7; birch has g1/3 @8");
    let story = told(&sting, 0, "move c1: 8; end");
    let places = ["retreated", "triggered", "got 1 +1/+1"].map(|words| story.find(words).unwrap());
    assert!(places.is_sorted(), "{story}");
    let conquest = play(&with("ash has test-assessor @7"), "move c1: 8; end");
    assert_eq!((land(&conquest, 8), grown(&conquest, 1)), ("0'".to_owned(), 3));
}

#[test]
fn c4_the_if_of_a_trigger_is_checked_at_the_event() {
    let before = with("ash has g1/1 @7; birch has test-sentry @8; birch has g1/1 @13");
    let after = play(&before, "move c1: 8; end");
    assert_eq!((held(&after, 1), grown(&after, 2)), (1, 1), "it drew for its turn alone, and no opponent had a Rat");
    let rats = with("ash has test-herald @7; birch has test-sentry @8");
    assert_eq!(grown(&play(&rats, "move c1: 8; end"), 2), 2);
}

#[test]
fn c7_that_player_is_the_player_of_the_event() {
    let ledger = with("birch has test-ledger; ash hand test-herald, test-ox, test-ox");
    let after = play(&ledger, "cast h1 @1");
    assert_eq!(held(&after, 1), 1, "a creature was cast");
    assert_eq!((held(&after, 0), after.table.seats[0].grave.len()), (2, 1), "Ash drew, and discarded");
    let toll = with("birch has test-toll on 13; ash hand test-ox; birch hand test-ox");
    let after = play(&toll, "end");
    assert_eq!((held(&after, 0), held(&after, 1)), (1, 1), "Birch discarded one and drew one");
    assert_eq!(after.table.seats[1].grave.len(), 1);
}

#[test]
fn p27_an_upkeep_trigger_follows_orders_or_holds_the_turn() {
    let counters =
        |position: &Magic| position.table.things().map(|(_, it)| it.counters.values().sum::<u16>()).sum::<u16>();
    let by_order = play(&with("birch has test-dawn"), "end");
    assert_eq!((counters(&by_order), by_order.table.phase()), (1, Some(state::Phase::Summoning)));
    let never = play(&with("birch has test-dawn; birch orders may no"), "end");
    assert_eq!(counters(&never), 0);
    let asked = play(&with("birch has test-dawn; birch hand test-ox; birch orders may ask"), "end");
    assert_eq!((waits_for(&asked), asked.table.phase()), (vec![1], Some(state::Phase::Upkeep)));
    assert_eq!(held(&asked, 1), 1, "before the draw");
    let after = play(&asked, "choose yes; cast h1 @13; end");
    assert_eq!((counters(&after), waits_for(&after)), (1, vec![0]));
    assert_eq!(stands(&after, 1), 13, "the steps behind the choice come in Summoning");
    assert_eq!(counters(&play(&asked, "choose no")), 0);
}

#[test]
fn r67_what_a_price_sets_off_asks_before_the_window_opens() {
    let cards = "Test Altar   0\nCreature - Rat   1/1\nSacrifice another creature: Draw 1 card.\n\n\
                 Test Curse   0\nCreature - Rat   1/1\nWhen this dies, tap target creature.\n";
    let text = "ash holds 1 2 7; birch holds 13 14; ash has test-altar @1; ash has test-curse @2; birch has g1/1 @13";
    let before = with_cards(2, cards, &format!("{T20}{text}"));
    let open = play(&before, "use c1 with c2; end");
    assert_eq!((waits_for(&open), open.table.stack.len(), open.table.window), (vec![0], 1, None));
    let after = play(&open, "choose c3");
    assert_eq!((is_tapped(&after, 3), held(&after, 0), waits_for(&after)), (true, 1, vec![0]));
    assert_eq!(waits_for(&play(&after, "continue")), [1]);
}

#[test]
fn r64_a_trigger_that_adds_mana_acts_at_once() {
    let before = with("ash has test-spring; ash has test-ox @1");
    let after = play(&before, "use c1");
    assert_eq!(after.table.seats[0].pool.to_string(), "GG");
    assert!(after.table.stack.is_empty() && after.table.waiting.is_empty());
}

#[test]
fn r68_an_ability_that_is_granted_is_set_off() {
    let before = with("ash has test-charter; ash has test-ox @1; ash hand test-bolt");
    assert_eq!(held(&play(&before, "cast h1 on c1"), 0), 1);
}

#[test]
fn r70_what_sets_itself_off_for_ever_ends() {
    let before = with("ash has test-echo @1; ash hand test-bolt");
    let after = play(&before, "cast h1 on c1; end");
    assert_eq!(waits_for(&after), [1]);
    assert_eq!(stands(&after, 1), 1);
}

#[test]
fn r17_no_ability_of_a_player_who_is_out_goes_on_the_stack() {
    let before = with("ash hand test-wrecker; ash library test-ox");
    let open = play(&before, "cast h1 @1");
    let left = open.leave(Seats::just(Seat(0)), Leaving::Resigned, Moment(0), &mut dice(1)).position;
    left.check(2).unwrap();
    assert!(left.table.waiting.is_empty() && left.outcome().is_some());
}

#[test]
fn r62_an_ability_is_no_spell() {
    let before = with("ash hand test-herald; birch hand test-ward; birch orders stack any");
    let asked = play(&before, "cast h1 @1");
    assert_eq!(waits_for(&asked), [1], "the creature can be countered");
    let passed = play_as(&asked, 1, "pass");
    assert_eq!(waits_for(&passed), [0], "its ability cannot");
    assert_eq!(held(&passed, 0), 1);
}

#[test]
fn r69_what_was_regenerated_before_the_damage_leaves_the_battle() {
    let cards = format!("{CARDS}\nTest Doom   0\nInstant\nDestroy target creature.\n");
    let text = "lands PFISM PFISM PFISM PFISM; ash holds 1 2 7; birch holds 13 14; ash has g2/2 @7; birch has b3/3 @8 shielded; \
                ash hand test-doom";
    let after = play(&with_cards(2, &cards, text), "move c1: 8; trick always cast h1 on c2; end");
    assert_eq!([1, 2].map(|name| stands(&after, name)), [7, 8], "no damage is dealt, and the attacker retreats");
}

#[test]
fn c10_a_creature_that_loses_all_abilities_loses_granted_triggers() {
    let before = with("ash has test-muse; ash has g2/2 haste @7; ash hand test-numb");
    assert_eq!(held(&play(&before, "move c1: 8; end"), 0), 2);
    assert_eq!(held(&play(&before, "cast h1 on c1; move c1: 8; end"), 0), 0);
}
