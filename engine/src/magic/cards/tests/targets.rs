//! Targets, and the cards that only target players (R9, C8).

use super::super::lint::{self, Origin};
use super::super::targets::Target;
use super::super::{Card, Cards};

fn card(types: &str, lines: &str) -> Card {
    let set: Vec<Card> = Cards::set().all().cloned().collect();
    let text = format!("Ford Edict   X1G\n{types}\n{lines}\n");
    lint::cards(&text, Origin::Option(&set)).unwrap_or_else(|fault| panic!("{fault}")).remove(0)
}

/// The targets of the one text of a sorcery, in short.
fn targets(line: &str, mode: Option<usize>) -> Vec<String> {
    let card = card("Sorcery", line);
    let text = card.spells().next().unwrap();
    let short = |target: Target<'_>| match target {
        Target::One(noun) => noun.to_string(),
        Target::UpTo(amount, noun) => format!("up to {amount:?} {noun}"),
        Target::Divided(amount, noun) => format!("{amount:?} among {noun}"),
        Target::CreatureOrPlayer => "creature or player".to_owned(),
        Target::Player => "player".to_owned(),
    };
    text.targets(mode).into_iter().map(short).collect()
}

#[test]
fn targets_stand_in_the_order_of_the_text() {
    assert_eq!(targets("Target creature deals X damage to target land.", None), ["creature", "land"]);
    assert_eq!(targets("Tap up to 2 target Reeves. Destroy it.", None), ["up to Number(2) Reeve"]);
    assert_eq!(
        targets("This deals X damage to target creature or player, then draw 1 card.", None),
        ["creature or player"]
    );
    assert_eq!(targets("Target player draws 1 card. Untap target land.", None), ["player", "land"]);
    let counted = "Draw X cards, where X is the number of cards in target player's hand.";
    assert_eq!(targets(counted, None), ["player"]);
    let damage = "Target creature deals damage to target Reeve equal to the number of cards in target player's hand.";
    assert_eq!(targets(damage, None), ["creature", "Reeve", "player"]);
    assert_eq!(targets("Destroy each creature. Draw X cards.", None), [""; 0]);
    let modes = "Choose one: destroy target land; or tap target creature.";
    assert_eq!(targets(modes, Some(1)), ["land"]);
    assert_eq!(targets(modes, Some(2)), ["creature"]);
    for none in [None, Some(0), Some(3)] {
        assert_eq!(targets(modes, none), [""; 0], "{none:?}");
    }
}

#[test]
fn a_card_that_only_targets_players_is_found() {
    let only = |types, lines| card(types, lines).only_targets_players();
    assert!(only("Sorcery", "Target player discards 2 cards."), "G19");
    assert!(only("Instant", "Put the top 2 cards of target player's library into the graveyard. Draw 1 card."));
    assert!(only("Artifact", "This enters tapped.\nTap: Target player loses 1 life."));
    assert!(!only("Sorcery", "Target player sacrifices a creature."), "touches an object");
    assert!(!only("Sorcery", "Target player discards 1 card. Tap target land."), "targets a land");
    assert!(!only("Sorcery", "This deals X damage to target creature or player."), "allowed (R9)");
    assert!(!only("Sorcery", "Each player discards 1 card."), "no target");
    assert!(!only("Artifact", "Each Reeve gets +1/+1.\nTap: Target player discards 1 card."), "touches objects");
    assert!(!only("Creature - Reeve   1/1", "Tap: Target player discards 1 card."), "a creature");
    assert!(!only("Aura", "Enchant land\nTap: Target player discards 1 card."), "an aura");
}
