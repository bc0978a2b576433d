//! Matches that began with an earlier edition of the rules go on by it.

use super::cards::Printing;
use super::*;

/// A position by this edition.
type By<const EDITION: u16> = super::super::Magic<EDITION>;
/// A position by the first edition.
type First = By<1>;

const CARDS: &str = "Test Ruin   R\nInstant\nDestroy target creature.";

fn begun<const EDITION: u16>(seats: u8, table: &str) -> By<EDITION> {
    let options = serde_json::from_value(json!({ "cards": CARDS, "table": table })).unwrap();
    By::start(seats, &options, &mut dice(0)).unwrap().position
}

fn first(seats: u8, table: &str) -> First {
    begun(seats, table)
}

fn play_first(position: &First, seat: u8, text: &str) -> (First, Vec<Event>) {
    let step = position.play(Seat(seat), &text.parse().unwrap(), Moment(0), &mut dice(1)).unwrap();
    let stored = serde_json::to_string(&step.position).unwrap();
    assert_eq!(serde_json::from_str::<First>(&stored).unwrap(), step.position, "{stored}");
    (step.position, step.events.into_vec())
}

#[test]
fn by_the_first_edition_a_regenerated_attacker_stays() {
    let text = format!("{T20}ash holds 9; birch holds 8 14; ash has b2/2 @9 shielded; birch has g6/6 @8");
    let (after, _) = play_first(&first(2, &text), 0, "move c1: 8; end");
    assert_eq!(after.table.creatures[&CreatureName(1)].land(), Some(LandNumber(8)));
    let crowded = format!("{T20}ash holds 18; birch holds 8 14; ash has g2/4 @9; birch has g1/5 @8");
    let (_, events) = play_first(&first(2, &crowded), 0, "move c1: 8; end");
    assert!(events.iter().all(|event| !matches!(event, Event::NoRefuge { .. })), "{events:?}");
}

#[test]
fn by_the_first_edition_a_battle_concerns_those_who_fight_and_its_window_outlives_it() {
    let text = "lands PFISM PFISM PFISM PFISM PFISM; ash holds 7; birch holds 2 5 10 15; cedar holds 12 20; ash has g3/3 @7; \
                birch has b1/1 @2; birch hand test-ruin, test-ruin; cedar hand late-rent";
    let before = first(3, text);
    let (open, _) = play_first(&before, 0, "move c1: 2; end");
    assert_eq!(open.awaited(), Seats::just(Seat(1)));
    let (after, _) = play_first(&open, 1, "cast h1 on c1");
    assert!(after.table.window.is_some() && !after.table.creatures.contains_key(&CreatureName(1)));
    // Orders are stored as what differs from the defaults of the edition.
    let (ordered, _) = play_first(&before, 2, "orders battle any");
    assert!(serde_json::to_string(&ordered).unwrap().contains(r#""plain":["battle any"]"#));
    let watching = play_first(&ordered, 2, "orders battle watch 3").0.hidden.seats[2].orders.clone();
    assert_eq!(watching.battle, notation::BattleAsk::Any);
    assert_eq!(play_first(&open, 2, "orders battle any").0.awaited(), Seats::just(Seat(1)), "from the next round on");
}

fn printed(printing: Printing) -> cards::Cards {
    cards::Cards::set().printed(printing)
}

fn ids(set: &cards::Cards) -> Vec<String> {
    set.all().map(|card| card.id.to_string()).collect()
}

#[test]
fn the_first_two_printings_differ_in_a_name_that_stands_at_the_same_place() {
    let (second, first) = (printed(Printing::Second), printed(Printing::First));
    let changed: Vec<(String, String)> =
        ids(&second).into_iter().zip(ids(&first)).filter(|(now, then)| now != then).collect();
    let [(now, then)] = changed.as_slice() else { panic!("{changed:?}") };
    // Decks are sorted before they are shuffled: the name changes no order of cards.
    let place = |set: &cards::Cards, id: &String| {
        let mut ids = ids(set);
        ids.sort();
        ids.iter().position(|other| other == id)
    };
    assert_eq!(place(&second, now), place(&first, then));
    assert!(second.card(then).is_none() && first.card(now).is_none());
    for (new, old) in second.starters().iter().zip(first.starters()) {
        let renamed = |id: &cards::CardId| if id.as_str() == now { then.clone() } else { id.to_string() };
        let old: Vec<String> = old.cards().map(ToString::to_string).collect();
        assert_eq!(new.cards().map(renamed).collect::<Vec<_>>(), old, "{}", new.name);
    }
}

#[test]
fn the_second_printing_differs_in_the_texts_that_are_kept_for_it() {
    const KEPT: &str = include_str!("../cards/set/edition-2.txt");
    let (newest, second) = (printed(Printing::Third), printed(Printing::Second));
    assert_eq!((ids(&newest), newest.starters()), (ids(&second), second.starters()));
    let changed = newest.all().zip(second.all()).filter(|(now, then)| now != then);
    let changed: String = changed.map(|(_, then)| format!("\n{then}")).collect();
    let kept = KEPT.split_once('\n').unwrap().1;
    assert_eq!(changed, kept, "each card of the file, as it stands there, and no other");
    let count = format!("In edition 2, {} cards have other", kept.split("\n\n").count());
    assert!(include_str!("../RULES.md").contains(&count), "RULES.md: {count}");
}

#[test]
fn by_the_second_edition_undertow_writ_returns_a_creature_and_by_the_newest_it_moves_one() {
    // Cards of its own, as in the option, leave the printing of the set alone.
    let text = format!("{T20}ash holds 3; birch holds 12 14; birch has osier-reeve @12; ash hand undertow-writ");
    let earlier: By<2> = begun(2, &text);
    let step = earlier.play(Seat(0), &"cast h1 on c1".parse().unwrap(), Moment(0), &mut dice(1)).unwrap();
    assert!(step.position.table.creatures.is_empty(), "by edition 2");
    let after = play(&begun(2, &text), "cast h1 on c1,18");
    assert_eq!(after.table.creatures[&CreatureName(1)].land(), Some(LandNumber(18)), "by edition 3");
}
