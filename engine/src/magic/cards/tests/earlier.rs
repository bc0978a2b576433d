//! Spellings of earlier versions, in which the cards of stored matches are written: they are read, mean the same, and print as they do now.

use super::super::ability::Ability;
use super::super::grammar::{self, Scan};

/// The lines of the set that were spelled in another way, and how they are printed.
const OF_THE_SET: &[(&str, &str)] = &[
    ("Tap: Add W, U, B, R or G.", "Tap: Add one mana of any colour."),
    ("When this dies, draw 1 card.", "When this dies, draw a card."),
    ("2, sacrifice this: Draw 1 card.", "2, sacrifice this: Draw a card."),
    ("This enters with 3 oil counters.", "This enters with three oil counters."),
    (
        "Remove 1 oil counter from this: Target creature gets +1/+0 until end of turn.",
        "Remove an oil counter from this: Target creature gets +1/+0 until end of turn.",
    ),
    (
        "1, tap: Prevent the next 1 damage to target creature this turn.",
        "1, tap: Prevent the next 1 damage that would be dealt to target creature this turn.",
    ),
    ("Each creature spell costs 1 more.", "Creature spells cost 1 more."),
    ("Each creature you control gets +1 movement.", "Creatures you control get +1 movement."),
    ("3, tap: Create 1 1/1 Engine creature token.", "3, tap: Create a 1/1 Engine creature token."),
    (
        "Whenever this conquers a land, put 1 +1/+1 counter on this.",
        "Whenever this conquers a land, put a +1/+1 counter on this.",
    ),
    (
        "Sacrifice another creature: Put 1 +1/+1 counter on this.",
        "Sacrifice another creature: Put a +1/+1 counter on this.",
    ),
    ("Each creature you control on a swamp has fear.", "Creatures you control on a swamp have fear."),
    (
        "Whenever a creature you control dies, you may pay 1. If you do, create 1 1/1 black Rat creature token.",
        "Whenever a creature you control dies, you may pay 1. If you do, create a 1/1 black Rat creature token.",
    ),
    ("Each creature an opponent controls gets -1/-1.", "Creatures an opponent controls get -1/-1."),
    (
        "When this enters, look at the top 2 cards of your library, take 1.",
        "When this enters, look at the top two cards of your library, take one.",
    ),
    ("Enchanted creature has flying, shroud.", "Enchanted creature has flying and shroud."),
    ("Each instant spell you cast costs 1 less.", "Instant spells you cast cost 1 less."),
    ("Each creature you control on an island gets +1/+1.", "Creatures you control on an island get +1/+1."),
    ("Look at the top 3 cards of your library, take 1.", "Look at the top three cards of your library, take one."),
    ("Draw 2 cards.", "Draw two cards."),
    ("Whenever this conquers a land, draw 1 card.", "Whenever this conquers a land, draw a card."),
    (
        "At the beginning of your upkeep, you may pay G. If you do, put 1 +1/+1 counter on target creature you control.",
        "At the beginning of your upkeep, you may pay G. If you do, put a +1/+1 counter on target creature you control.",
    ),
    ("Each creature spell you cast costs 1 less.", "Creature spells you cast cost 1 less."),
    (
        "At the beginning of your upkeep, create 1 2/2 green Bull creature token.",
        "At the beginning of your upkeep, create a 2/2 green Bull creature token.",
    ),
    ("Put 1 +1/+1 counter on each creature you control.", "Put a +1/+1 counter on each creature you control."),
    ("Each Sprite you control gets +1/+0 and has haste.", "Sprites you control get +1/+0 and have haste."),
    ("Each attacking creature you control gets +2/+0.", "Attacking creatures you control get +2/+0."),
    (
        "Tap: Prevent the next 1 damage to target creature this turn.",
        "Tap: Prevent the next 1 damage that would be dealt to target creature this turn.",
    ),
    (
        "When this enters, create 1 1/1 white Guard creature token.",
        "When this enters, create a 1/1 white Guard creature token.",
    ),
    ("Enchanted creature cannot attack and cannot block.", "Enchanted creature cannot attack or block."),
    ("Each creature you control on enchanted land gets +0/+2.", "Creatures you control on enchanted land get +0/+2."),
    ("Each Guard you control gets +0/+1 and has banding.", "Guards you control get +0/+1 and have banding."),
    (
        "At the beginning of your upkeep, you may pay W. If you do, create 1 1/1 white Guard creature token with first strike.",
        "At the beginning of your upkeep, you may pay W. If you do, create a 1/1 white Guard creature token with first strike.",
    ),
    ("Each creature you control gets +0/+1.", "Creatures you control get +0/+1."),
    (
        "Prevent the next 3 damage to target creature this turn.",
        "Prevent the next 3 damage that would be dealt to target creature this turn.",
    ),
    ("Each creature you control gets +1/+1 until end of turn.", "Creatures you control get +1/+1 until end of turn."),
    ("Prevent all battle damage this turn.", "Prevent all battle damage that would be dealt this turn."),
    ("Create 2 1/1 white Guard creature tokens.", "Create two 1/1 white Guard creature tokens."),
];

/// Other lines.
const OTHERS: &[(&str, &str)] = &[
    ("Draw 1 card.", "Draw a card."),
    ("Look at the top 1 cards of your library, take 1.", "Look at the top card of your library, take one."),
    (
        "Put the top 1 card of target player's library into the graveyard.",
        "Put the top card of target player's library into the graveyard.",
    ),
    ("Tap up to 1 target creatures.", "Tap up to one target creature."),
    (
        "Up to 2 target creatures gets +1/+1 and gains flying until end of turn.",
        "Up to two target creatures get +1/+1 and gain flying until end of turn.",
    ),
    (
        "Up to 2 target creatures can move and attack this turn as though it had no defender.",
        "Up to two target creatures can move and attack this turn as though they had no defender.",
    ),
    (
        "Return up to 2 target creatures to its owner's hand.",
        "Return up to two target creatures to their owners' hands.",
    ),
    (
        "Put up to 3 target artifacts on the bottom of its owner's library.",
        "Put up to three target artifacts on the bottom of their owners' libraries.",
    ),
    ("If you have 1 or fewer cards in hand, draw 11 cards.", "If you have one or fewer cards in hand, draw 11 cards."),
    ("Target player discards 1 card, then draw 2 cards.", "Target player discards a card, then you draw two cards."),
    (
        "Target creature cannot attack and cannot block and cannot move this turn.",
        "Target creature cannot attack or block or move this turn.",
    ),
    ("Tap 2 untapped Guards, discard 1 card: Draw 1 card.", "Tap two untapped Guards, discard a card: Draw a card."),
    ("If you control 3 or more forests, draw 1 card.", "If you control three or more forests, draw a card."),
    (
        "This gets +X/+X, where X is the number of other creatures you control.",
        "This gets +1/+1 for each other creature you control.",
    ),
    ("Draw X cards, where X is the number of Guards you control.", "Draw a card for each Guard you control."),
    ("Each Ox you control gets +1/+1.", "Each Ox you control gets +1/+1."),
    ("Each forest you control is a swamp.", "Forests you control are swamps."),
    ("Each Guard has \"Tap: Draw 1 card.\".", "Guards have \"Tap: Draw a card.\"."),
    (
        "If each creature you control would die, exile it instead.",
        "If a creature you control would die, exile it instead.",
    ),
    (
        "Prevent all damage to each creature you control.",
        "Prevent all damage that would be dealt to creatures you control.",
    ),
    (
        "Create 1 8/8 white Guard creature token with flying, banding, fear.",
        "Create an 8/8 white Guard creature token with flying, banding and fear.",
    ),
];

fn readings(line: &str) -> Vec<Ability> {
    grammar::readings(&Scan::new(line))
}

#[test]
fn earlier_spellings_are_read_and_mean_the_same() {
    for (earlier, now) in OF_THE_SET.iter().chain(OTHERS) {
        let read = readings(earlier);
        assert!(!read.is_empty() && read == readings(now), "{earlier}: {read:?}");
        assert!(read.iter().all(|ability| ability.to_string() == *now), "{earlier}: {}", read[0]);
    }
}

#[test]
fn several_spellings_are_read_beside_the_printed_one() {
    for (written, printed) in [
        ("Draw one card.", "Draw a card."),
        ("You draw three cards.", "Draw three cards."),
        ("Destroy all artifacts and enchantments.", "Destroy each artifact or enchantment."),
        ("All creatures get -1/-1 until end of turn.", "Creatures get -1/-1 until end of turn."),
        ("Destroy target artifact, creature or land.", "Destroy target artifact, creature or land."),
        ("Counter target instant or sorcery spell.", "Counter target instant or sorcery spell."),
        ("Target creature gains flying, fear and menace.", "Target creature gains flying, fear and menace."),
        (
            "This deals three damage to target attacking or defending creature.",
            "This deals 3 damage to target attacking or defending creature.",
        ),
        ("Add one mana of any color.", "Add one mana of any colour."),
        ("Prevent all battle damage this turn.", "Prevent all battle damage that would be dealt this turn."),
    ] {
        let read = readings(written);
        assert_eq!(read.iter().map(Ability::to_string).collect::<Vec<_>>(), [printed], "{written}");
    }
    for wrong in [
        "Draw an card.",
        "Draw a cards.",
        "Creatures gets +1/+1.",
        "Each creature get +1/+1.",
        "Draw a card for each creatures.",
    ] {
        assert_eq!(readings(wrong), [], "{wrong}");
    }
}
