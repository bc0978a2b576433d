//! Every static ability of the set acts (C25): something else on the board is different with it.

use super::cards::ability::Static;
use super::cards::effect::Change;
use super::cards::noun::Subjects;
use super::cards::{Card, CardKind, Cards};
use super::*;
use crate::magic::state::{Lasting, Lasts, Until};

/// Cards whose costs rules may change: a creature and an instant.
const COSTS: [&str; 2] = ["osier-reeve", "truce-hour"];

/// A battle on 2 in which Birch is asked, with creatures of Ash's of some kinds on lands of some types, and this card of Ash's.
fn in_battle(card: &Card) -> Magic {
    let place = match card.kind {
        CardKind::Aura if card.takes_control() => " on c6",
        CardKind::Aura if card.abilities[0].to_string().starts_with("Enchant land") => " on 1",
        CardKind::Aura => " on c4",
        CardKind::Creature { .. } if card.to_string().contains("on the same land") => " @8",
        CardKind::Creature { .. } => " @7",
        CardKind::Artifact | CardKind::Enchantment => "",
        CardKind::Instant | CardKind::Sorcery => panic!("{} stays in no play", card.name),
    };
    let before = t20(&format!(
        "ash holds 1 3 4 7 8; birch holds 2 12 13; ash has g3/3 @7; ash has turnstile-guard @1; ash has kiln-sprite @3; \
         ash has g1/3 @4; birch has u2/2 @2; birch has u1/1 @12; birch hand late-rent; birch orders battle any; ash has slag-runner @8; \
         ash has {}{place}",
        card.id
    ));
    let position = play(&before, "move c1: 2; end");
    assert_eq!(waits_for(&position), [1], "{}", card.name);
    position
}

/// What rules can change, of all but this permanent.
fn values(position: &Magic, without: Thing) -> Vec<String> {
    let table = &position.table;
    let others = table.things().filter_map(|(name, _)| creature(name).filter(|_| name != without));
    let creatures = others
        .map(|name| format!("{name} {:?} {}", table.traits(name), table.activated_of(Thing::Creature(name)).len()));
    let lands = table.board().lands().map(|land| {
        format!("{land} {:?} {} {}", table.kind_of(land), table.entering_more(land), table.land_untaps(land))
    });
    let seats = [Seat(0), Seat(1)].map(|seat| {
        let due = COSTS.map(|id| format!("{:?}", table.demand_of(&table.cards.get(id).unwrap(), seat).due(0)));
        format!("{seat} {:?} {}", table.hand_limit(seat), due.join(" "))
    });
    creatures.chain(lands).chain(seats).collect()
}

#[test]
fn every_static_ability_acts() {
    let mut acting = 0;
    for card in Cards::set().all() {
        for rule in card.statics() {
            acting += 1;
            if let Static::EntersTapped | Static::EntersWith(_) = rule {
                let cast = play(&t20(&format!("ash holds 1-10; birch holds 12; ash hand {}", card.id)), "cast h1");
                let thing = cast.table.things().find(|(_, thing)| thing.card == card.id);
                let (_, thing) = thing.unwrap_or_else(|| panic!("{}", card.name));
                assert!(thing.tapped || !thing.counters.is_empty(), "{}", card.name);
                continue;
            }
            if let Static::ExileInstead(_) = rule {
                let doom = "Test Doom   0\nInstant\nDestroy target creature.\n";
                let before = near(doom, &format!("ash has {} @7; ash hand test-doom", card.id));
                let after = play(&before, "cast h1 on c1");
                assert!(after.table.seats[0].exile.contains(&card.id), "{}", card.name);
                continue;
            }
            if let Static::Is { subjects: Subjects::This, .. } = rule {
                // `places.rs` shows what a card says of itself.
                continue;
            }
            let with = in_battle(card);
            let named = with.table.things().find(|(_, thing)| thing.card == card.id).unwrap().0;
            if let Static::YouControlEnchanted(_) = rule {
                assert_eq!(with.table.creatures[&CreatureName(6)].seat, Seat(0), "{}", card.name);
                continue;
            }
            // Without its abilities it says nothing.
            let mut without = with.clone();
            let age = without.table.next_age();
            let lost = Lasting { age, until: Until::Ever, what: Lasts::Change(Change::LosesAll) };
            without.table.thing_mut(named).unwrap().changes.push(lost);
            assert_ne!(values(&with, named), values(&without, named), "{}: {rule:?}", card.name);
        }
    }
    assert!(acting >= 35, "{acting}");
}
