//! Every card of the set is cast and every ability of it is used (C25).

use super::cards::effect::{Clause, Manas};
use super::cards::{Card, Cards, Colour};
use super::mana::Mana;
use super::*;

/// The land of the board T20 on which a card of this colour is native; a colourless one is summoned anywhere (R22).
fn site(card: &Card) -> u16 {
    card.colours().iter().next().map_or(1, |colour| match colour {
        Colour::White => 1,
        Colour::Green => 2,
        Colour::Blue => 3,
        Colour::Black => 4,
        Colour::Red => 5,
    })
}

#[test]
fn every_card_is_cast_for_its_cost() {
    // An aura is cast on a target, and targets are not executed yet.
    for card in Cards::set().all().filter(|card| card.kind != cards::CardKind::Aura) {
        let before = t20(&format!("ash holds 1-10; ash hand {}", card.id));
        let text = if card.kind.is_creature() { format!("cast h1 @{}", site(card)) } else { "cast h1".to_owned() };
        let after = play(&before, &text);
        let entered: Vec<_> = after.table.things().collect();
        let [(name, thing)] = entered.as_slice() else { panic!("{}: {entered:?}", card.name) };
        assert_eq!(thing.card, card.id);
        assert_eq!(creature(*name).is_some(), card.kind.is_creature(), "{}", card.name);
        assert_eq!(thing.tapped, card.enters_tapped(), "{}", card.name);
        let tapped = after.table.lands.iter().filter(|land| land.tapped).count();
        assert_eq!(tapped, usize::from(card.mana_value()), "{}", card.name);
        if card.kind.is_creature() {
            assert_eq!(land(&after, site(card)), "0'", "{}: one mana comes from the site (R21)", card.name);
        }
    }
}

#[test]
fn every_ability_is_used_and_adds_what_it_says() {
    let mut used = 0;
    for card in Cards::set().all().filter(|card| card.kind != cards::CardKind::Aura) {
        let (name, place) = if card.kind.is_creature() { ("c1", " @18") } else { ("p1", "") };
        let before = t20(&format!("ash has {}{place}", card.id));
        for (number, ability) in (1..).zip(card.activated()) {
            let clauses = ability.text.clauses();
            let [Clause::Add { mana, .. }] = clauses.as_slice() else { panic!("{}: {clauses:?}", card.name) };
            for (mode, wanted) in (1..).zip(&mana.0) {
                let number = if number == 1 { String::new() } else { format!(".{number}") };
                // A choice of mana takes a mode (C11).
                let mode = if mana.0.len() == 1 { String::new() } else { format!(" mode {mode}") };
                let after = play(&before, &format!("use {name}{number}{mode}"));
                let pool = after.table.side(Seat(0)).map(|side| side.pool).unwrap_or_default();
                assert_eq!(pool, added(wanted), "{}{mode}", card.name);
                used += 1;
            }
        }
    }
    assert!(used >= 8, "{used}");
}

/// The mana that a text adds.
fn added(manas: &Manas) -> Mana {
    match manas {
        Manas::Colourless(number) => Mana { colourless: *number, ..Mana::default() },
        Manas::X => panic!("no X is paid for mana in this set"),
        Manas::Coloured(colours) => colours.iter().fold(Mana::default(), |sum, colour| sum.plus(Mana::one(*colour))),
    }
}
