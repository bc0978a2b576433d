//! Costs that rules change, replacement effects (C13), conditions and X in rules (C4, C9, R68), mana that is counted (R64).

use super::*;

const CARDS: &str = "Test Tithe   0
Enchantment
Each creature spell costs 2 more.

Test Guild   0
Enchantment
Each creature spell you cast costs 1 less.

Test Ox   1G
Creature - Ox   1/1

Test Hydra   XG
Creature - Hydra   0/0
This enters with X +1/+1 counters.
When this enters, draw X cards.

Test Relic   0
Creature - Rat   2/1
If this would die, exile it instead.

Test Martyr   0
Creature - Rat   1/1
When this dies, draw 1 card.

Test Limbo   0
Enchantment
If each Rat would die, exile it instead.

Test Aegis   0
Enchantment
Prevent all damage to each Ox.

Test Pact   0
Enchantment
Prevent all battle damage by each Rat.

Test Scales   0
Creature - Rat   1/1
This gets +2/+2 as long as you control 2 or more forests.
This gets +X/+0, where X is the number of cards in your hand.

Test Lesson   0
Enchantment
Each Ox has \"This gets +1/+1 and cannot block.\".

Test Spring   0
Artifact
Tap: Add X, where X is the number of forests you control.

Test Fair   0
Artifact
Tap: Each player adds G.

Test Choice   0
Artifact
Tap: Choose one: add W; or add UU.

Test Bolt   0
Sorcery
This deals 3 damage to target creature.
";

fn with(text: &str) -> Magic {
    near(CARDS, text)
}

fn tapped(position: &Magic) -> usize {
    position.table.lands.iter().filter(|land| land.tapped).count()
}

#[test]
fn r63_rules_change_what_a_spell_costs() {
    let dear = with("birch has test-tithe; ash hand test-ox");
    assert_eq!(refused(&dear, "cast h1 @7"), "cannot-pay");
    let both = with("birch has test-tithe; ash has test-guild; ash hand test-ox");
    assert_eq!(tapped(&play(&both, "cast h1 @7")), 3);
    let cheap = with("ash has test-guild; ash has test-guild; ash hand test-ox");
    assert_eq!(tapped(&play(&cheap, "cast h1 @7")), 1, "the coloured part stays");
    let words = Magic::choices(&cheap.view(Eye::Seat(Seat(0))), "cast").remove(0).words;
    assert_eq!(words, "Cast Test Ox for 1 green.");
}

#[test]
fn c13_a_permanent_enters_with_counters_for_the_x_that_was_paid() {
    let before = with("ash hand test-hydra");
    let after = play(&before, "cast h1 @7 x 2");
    assert_eq!((size(&after, 1), after.hidden.seats[0].hand.len()), ((2, 2), 2));
    assert_eq!(stands(&play(&before, "cast h1 @7 x 0"), 1), 0);
}

#[test]
fn c13_what_is_exiled_instead_does_not_die() {
    let relic = with("ash has test-relic @1; ash hand test-bolt");
    let after = play(&relic, "cast h1 on c1");
    assert_eq!((after.table.seats[0].grave.len(), after.table.seats[0].exile.len()), (1, 1));
    let martyr = with("birch has test-limbo; ash has test-martyr @1; ash hand test-bolt");
    let after = play(&martyr, "cast h1 on c1");
    assert_eq!((after.hidden.seats[0].hand.len(), after.table.seats[0].exile.len()), (0, 1), "no trigger");
}

#[test]
fn c13_damage_is_prevented_by_rules() {
    let aegis = with("birch has test-aegis; birch has test-ox @13; ash hand test-bolt; ash has g3/3 @12");
    assert_eq!(stands(&play(&aegis, "cast h1 on c1"), 1), 13);
    assert_eq!(stands(&play(&aegis, "move c2: 13; end"), 1), 13);
    let pact = with("birch has test-pact; ash has test-martyr @7; birch has g1/1 @8");
    let after = play(&pact, "move c1: 8; end");
    assert_eq!((stands(&after, 1), stands(&after, 2)), (0, 8));
}

#[test]
fn r68_rules_with_conditions_and_counts() {
    let before = with("ash has test-scales @1; ash hand test-bolt, test-bolt");
    assert_eq!(size(&before, 1), (5, 3), "two forests, and two cards in hand");
    let after = play(&before, "cast h1 on c1");
    assert_eq!(stands(&after, 1), 0);
    let one =
        with_cards(2, CARDS, "lands PFISM PFISM PFISM PFISM; ash holds 1 2; birch holds 13 14; ash has test-scales @1");
    assert_eq!(size(&one, 1), (1, 1));
}

#[test]
fn r68_a_static_ability_is_granted() {
    let before = with("ash has test-lesson; birch has test-ox @13");
    assert_eq!(size(&before, 1), (2, 2));
    assert!(before.table.traits(CreatureName(1)).unwrap().cannot(&cards::effect::Verb::Block));
}

#[test]
fn r64_mana_abilities_count_and_give_to_all() {
    let pool = |position: &Magic, seat: usize| position.table.seats[seat].pool.to_string();
    let before = with("ash has test-spring; ash has test-fair; ash has test-choice; ash hand test-ox");
    assert_eq!(pool(&play(&before, "use p1"), 0), "2");
    let fair = play(&before, "use p2");
    assert_eq!((pool(&fair, 0), pool(&fair, 1)), ("G".to_owned(), "G".to_owned()));
    assert_eq!(pool(&play(&before, "use p3 mode 2"), 0), "UU");
    assert_eq!(refused(&before, "use p3 mode 3"), "wrong-parts");
    // The payer counts what X is now.
    let paid = play(&before, "cast h1 @7 pay 7,p1");
    assert_eq!(pool(&paid, 0), "1");
}
