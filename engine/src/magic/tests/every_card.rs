//! Every card of the set is cast and every ability of it is used (C25).

use super::cards::ability::{Ability, Event as TriggerEvent, Happening, PhaseOf, PhaseWord, Trigger, Triggered};
use super::cards::effect::{Clause, Manas};
use super::cards::noun::Subject;
use super::cards::{Card, CardKind, Cards, Colour};
use super::choices::Foreseen;
use super::notation::Step;
use super::*;
use crate::magic::state::Mana;

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

/// Creatures, artifacts, enchantments and a graveyard for every target: c1 of Ash, c2 and c3 of Birch.
const TARGETS: &str = "ash has u2/2 @8; birch has g2/2 @12; birch has b1/4 defender @13; birch has tin-ledger; \
                       birch has spoiled-cistern on 12; ash grave hedge-weasel; ash library kiln-sprite, late-rent, tin-ledger; ";

/// What a seat foresees of its position.
fn foreseen(position: &Magic, seat: u8) -> Foreseen {
    Foreseen::new(&position.view(Eye::Seat(Seat(seat))), Seat(seat))
}

/// The first of the ways to cast the card h1.
fn first_cast(position: &Magic, seat: u8) -> Option<String> {
    position.view(Eye::Seat(Seat(seat))).castable_now(notation::HandName(1)).into_iter().next()
}

/// The position after Ash has made the choices that are open, each in the first way.
fn chosen(mut position: Magic) -> Magic {
    while position.table.question.is_some() {
        let first = Magic::choices(&position.view(Eye::Seat(Seat(0))), "choose").remove(0);
        position = play(&position, &first.text);
    }
    position
}

/// Before Ash's `end`, with a creature of Ash's that has moved to one of Birch's; Birch is asked in the battle.
fn in_battle(hand: &str) -> Magic {
    let before =
        t20(&format!("ash holds 1-4 7; birch holds 12 13 8-11 14; ash has g3/3 @7; birch has g2/2 @2; {hand}"));
    play(&before, "move c1: 2; end")
}

#[test]
fn every_card_is_cast_for_its_cost() {
    let mut later = Vec::new();
    for card in Cards::set().all() {
        let before = t20(&format!("ash holds 1-10; birch holds 12 13 14; {TARGETS} ash hand {}", card.id));
        let Some(text) = first_cast(&before, 0) else {
            later.push(card.clone());
            continue;
        };
        let (after, events) = try_as(&before, 0, &text).unwrap();
        let paid = |event: &Event| if let Event::Cast { paid, .. } = event { Some(paid.len()) } else { None };
        let paid = events.iter().find_map(paid).unwrap();
        let after = chosen(after);
        let x: usize = text.split(" x ").nth(1).map_or(0, |x| x.split(' ').next().unwrap().parse().unwrap());
        assert_eq!(paid, usize::from(card.mana_value()) + x, "{}", card.name);
        let entered = after.table.things().find(|(_, thing)| thing.card == card.id && thing.owner == Seat(0));
        assert_eq!(entered.is_some(), card.kind.is_permanent(), "{}", card.name);
        if let Some((name, thing)) = entered {
            assert_eq!(creature(name).is_some(), card.kind.is_creature(), "{}", card.name);
            assert_eq!(thing.tapped, card.enters_tapped(), "{}", card.name);
            if card.kind.is_creature() {
                let site: u16 = text.split('@').nth(1).unwrap().parse().unwrap();
                assert_eq!(land(&after, site), "0'", "{}: one mana comes from the site (R21)", card.name);
            }
        } else {
            assert!(after.table.seats[0].grave.contains(&card.id), "{} is spent", card.name);
        }
    }
    for card in &later {
        cast_in_a_window(card);
    }
}

/// Cards that answer something: a spell on the stack, or an attack.
fn cast_in_a_window(card: &Card) {
    assert_eq!(card.kind, CardKind::Instant, "{} cannot be cast", card.name);
    let spell = t20(&format!("ash holds 1-7; birch holds 8-14; ash hand hedge-weasel; birch hand {}", card.id));
    let spell = play(&play_as(&spell, 1, "orders stack any"), &first_cast(&spell, 0).unwrap());
    let battle = in_battle(&format!("birch hand {}", card.id));
    for position in [spell, battle] {
        if position.awaited() == Seats::just(Seat(1)) {
            let text = first_cast(&position, 1).unwrap_or_else(|| panic!("{} cannot be cast", card.name));
            let after = play_as(&position, 1, &text);
            assert!(after.table.seats[1].grave.contains(&card.id), "{} is spent", card.name);
            return;
        }
    }
    panic!("{} is never cast", card.name);
}

#[test]
fn every_ability_is_used() {
    let mut used = 0;
    for card in Cards::set().all().filter(|card| card.activated().next().is_some()) {
        let is_creature = card.kind.is_creature();
        let (name, place) = if is_creature { ("c4", format!(" @{}", site(card))) } else { ("p3", String::new()) };
        let mut before = t20(&format!("ash holds 1-10; birch holds 12 13 14; {TARGETS} ash has {}{place}", card.id));
        // A table text puts a permanent into play without the counters with which it enters.
        let named = before.table.things().find(|(_, thing)| thing.card == card.id && thing.owner == Seat(0)).unwrap().0;
        before.table.thing_mut(named).unwrap().enters_with(card);
        for (number, ability) in (1u16..).zip(card.activated()) {
            let act: Step = format!("use {name}.{number}").parse().unwrap();
            let Step::Act(act) = act else { panic!("an act") };
            let ways = foreseen(&before, 0).ways(&act, 40);
            assert!(!ways.is_empty(), "{}: {name}.{number} is never used", card.name);
            let (_, events) = try_as(&before, 0, &ways[0].to_string()).unwrap();
            let was_used = |event: &Event| matches!(event, Event::Used { ability, .. } if *ability == number);
            assert!(events.iter().any(was_used), "{}: {events:?}", card.name);
            used += 1;
            if !ability.is_mana_ability() {
                continue;
            }
            let Clause::Add { mana, .. } = ability.text.clauses()[0] else { panic!("mana") };
            for (mode, wanted) in (1..).zip(&mana.0) {
                // A choice of mana takes a mode (C11).
                let mode = if mana.0.len() == 1 { String::new() } else { format!(" mode {mode}") };
                let number = if number == 1 { String::new() } else { format!(".{number}") };
                let after = play(&before, &format!("use {name}{number}{mode}"));
                let pool = after.table.side(Seat(0)).map(|side| side.pool).unwrap_or_default();
                assert_eq!(pool, added(wanted), "{}{mode}", card.name);
            }
        }
    }
    assert!(used >= 20, "{used}");
}

/// The card that destroys a creature in these scenarios.
const DOOM: &str = "Test Doom   0\nInstant\nDestroy target creature.\n";

/// A position and a text of Ash's in which the trigger of the card is set off.
fn scenario(card: &Card, triggered: &Triggered) -> (String, String) {
    let lands =
        if triggered.trigger == Trigger::Event(TriggerEvent::Of(Subject::This, Happening::Enters)) { 10 } else { 7 };
    let held = format!("ash holds 1-{lands}; birch holds 12 13; birch has g1/1 @12; ");
    let site = site(card);
    let played = |table: &str, text: &str| (format!("{held}{table}"), text.to_owned());
    let on_play = match card.kind {
        CardKind::Creature { .. } => format!("ash has {} @{site}; ", card.id),
        CardKind::Aura => format!("ash has {} on 7; ", card.id),
        CardKind::Artifact | CardKind::Enchantment => format!("ash has {}; ", card.id),
        CardKind::Instant | CardKind::Sorcery => panic!("{} stays in no play", card.name),
    };
    match &triggered.trigger {
        Trigger::Event(TriggerEvent::Of(Subject::This, Happening::Enters)) => {
            played(&format!("ash hand {}", card.id), &format!("cast h1 @{site}"))
        }
        Trigger::Event(TriggerEvent::Of(Subject::This, Happening::Dies)) => {
            played(&format!("{on_play}ash hand test-doom"), "cast h1 on c2")
        }
        Trigger::Event(TriggerEvent::Of(Subject::Any(..), Happening::Dies)) => {
            played(&format!("{on_play}ash has g1/1 @2; ash hand test-doom"), "cast h1 on c2")
        }
        Trigger::Event(TriggerEvent::Of(Subject::This, Happening::Conquers)) => {
            played(&format!("ash has {} @7", card.id), "move c2: 8; end")
        }
        Trigger::Event(TriggerEvent::Of(Subject::This, Happening::Attacks)) => {
            played(&format!("ash has {} @7; birch has g0/9 @8", card.id), "move c2: 8; end")
        }
        Trigger::Phase(PhaseOf::Your | PhaseOf::ItsControllers, PhaseWord::Upkeep) => {
            played(&format!("{on_play}turn birch; ash has g1/1 @2"), "end")
        }
        other @ (Trigger::Event(_) | Trigger::Phase(..)) => panic!("{}: no scenario sets off {other:?}", card.name),
    }
}

#[test]
fn every_trigger_is_set_off() {
    let mut set_off = 0;
    for card in Cards::set().all() {
        for ability in &card.abilities {
            let Ability::Triggered(triggered) = ability else { continue };
            if triggered.adds_for_tapping().is_some() {
                // It is a part of the mana of its land.
                let before = t20(&format!("ash holds 7; ash has {} on 7", card.id));
                let rules: Vec<_> = before.table.rules().collect();
                assert_eq!(before.table.mana_by(&rules, LandNumber(7)).total(), 2, "{}", card.name);
                set_off += 1;
                continue;
            }
            let (table, text) = scenario(card, triggered);
            let before = with_cards(2, DOOM, &format!("{T20}{table}"));
            let by = before.table.active().unwrap().0;
            let mut events =
                try_as(&before, by, &text).unwrap_or_else(|why| panic!("{}: {text}: {why:?}", card.name)).1;
            let after = play_as(&before, by, &text);
            if after.table.question.is_some() {
                // Its targets are chosen.
                let first = Magic::choices(&after.view(Eye::Seat(Seat(0))), "choose").remove(0);
                events.extend(try_as(&after, 0, &first.text).unwrap().1);
            }
            let is_it = |event: &Event| matches!(event, Event::Triggered { seat: Seat(0), source, .. } if source.called == card.name);
            assert!(events.iter().any(is_it), "{}: {text}: {events:?}", card.name);
            set_off += 1;
        }
    }
    assert!(set_off >= 17, "{set_off}");
}

/// The mana that a text adds.
fn added(manas: &Manas) -> Mana {
    match manas {
        Manas::Colourless(number) => Mana { colourless: *number, ..Mana::default() },
        Manas::X => panic!("no X is paid for mana in this set"),
        Manas::Coloured(colours) => colours.iter().fold(Mana::default(), |sum, colour| sum.plus(Mana::one(*colour))),
    }
}
