//! The cards of the reader's hand: what can be cast, why not, and what the words mean.

use super::*;
use crate::scene::{Item, Panel};

/// The cards of the hand of a seat.
fn hand(position: &Magic, seat: u8) -> Vec<Item> {
    let scene = position.view(Eye::Seat(Seat(seat))).scene();
    scene.panels.into_iter().find(Panel::is_hand).map(|panel| panel.items).unwrap_or_default()
}

/// Why the only card in Ash's hand cannot be cast in this position; empty if it can.
fn why(text: &str) -> String {
    hand(&t20(text), 0).remove(0).why
}

#[test]
fn l1_the_missing_mana_is_named_with_the_lands_that_would_give_it() {
    let weasel = |table: &str| why(&format!("{table}; ash hand hedge-weasel"));
    assert_eq!(weasel("ash holds 2"), "");
    assert_eq!(weasel("ash holds 1"), "You control no forest, and it can be summoned on nothing else.");
    assert_eq!(weasel("ash holds 1 2; tapped 2"), "You need 1 green mana more: your forest is tapped.");
    assert_eq!(weasel("ash holds 2 7; tapped 2 7"), "You need 1 green mana more: all your forests are tapped.");
    let bull = |table: &str| why(&format!("{table}; ash hand drove-bull"));
    assert_eq!(bull("ash holds 2 4"), "You need 1 mana more.");
    assert_eq!(bull("ash holds 2 4 5 7; tapped 2 7"), "You need 1 green mana more: all your forests are tapped.");
    let giant = why("ash holds 1; ash hand downland-giant");
    assert_eq!(giant, "You need more mana (1 white and 4 of any colour): you have 1 untapped plains.");
}

#[test]
fn l1_the_land_that_is_wanting_is_named() {
    let weasel = |table: &str| why(&format!("{table}; ash hand hedge-weasel"));
    assert_eq!(weasel("ash holds 2; ash has g1/1 @2"), "A creature stands on your only forest: move it away first.");
    assert_eq!(
        weasel("ash holds 2 7; ash has g1/1 @2; ash has g1/1 @7"),
        "A creature stands on each forest that you control: move one away first."
    );
    // The other forest gives the mana, and none of it comes from the land where there is room.
    assert_eq!(
        weasel("ash holds 2 7; tapped 2; ash has g1/1 @7"),
        "1 mana has to come from the land where it is summoned, and 2 is tapped."
    );
}

#[test]
fn l1_a_wrong_time_and_a_missing_target_are_told() {
    assert_eq!(
        why("ash holds 2; turn birch; ash hand late-rent"),
        "It is the turn of Birch, and no response is awaited."
    );
    let moved = play(&t20("ash holds 1 2 7; ash has g1/1 @1; ash hand hedge-weasel"), "move c1: 7");
    let expected = "Hedge Weasel can be cast in Summoning only, before your creatures move.";
    assert_eq!(hand(&moved, 0)[0].why, expected);
    assert_eq!(why("ash holds 2; ash hand late-rent"), "There is no creature to target now.");
    let asked = play(
        &t20("ash holds 1 2 7; birch holds 13; ash has g3/3 @1; birch has b1/1 @2; birch hand hedge-weasel"),
        "move c1: 2; end",
    );
    if asked.table.window.is_some() {
        assert_eq!(hand(&asked, 1)[0].why, "Hedge Weasel can be cast in your own Summoning only.");
    }
}

#[test]
fn l1_only_the_owner_of_a_hand_reads_about_it() {
    let position = t20("ash holds 1; ash hand hedge-weasel");
    assert!(hand(&position, 1).is_empty());
    let panels = [Eye::Public, Eye::Seat(Seat(1))].map(|eye| position.view(eye).scene().panels);
    for item in panels.iter().flatten().flat_map(|panel| &panel.items) {
        assert_eq!(item.why, "", "{item:?}");
    }
    assert!(!hand(&position, 0)[0].why.is_empty());
}

#[test]
fn l1_a_card_is_ready_or_says_why_not_in_every_position_of_a_match() {
    let options = serde_json::from_value(json!({ "layout": "shuffled", "decks": "dealt" })).unwrap();
    let mut dice = dice(4);
    let mut position = Magic::start(2, &options, &mut dice).unwrap().position;
    let (mut ready, mut whys) = (0, std::collections::BTreeSet::new());
    for _ in 0..300 {
        let Some(seat) = position.awaited().iter().next().filter(|_| position.outcome().is_none()) else { break };
        for seat in 0..2 {
            let view = position.view(Eye::Seat(Seat(seat)));
            let starts = |verb: &Choice| verb.text == "cast";
            let casts = if view.choices("").iter().any(starts) { view.choices("cast") } else { Vec::new() };
            for item in hand(&position, seat) {
                assert_eq!(item.ready, casts.iter().any(|choice| choice.is_on_item(&item.name)), "{item:?}");
                assert_eq!(item.ready, item.why.is_empty(), "{item:?}");
                assert_ne!(item.why, "It cannot be cast now.", "{item:?}");
                ready += usize::from(item.ready);
                whys.insert(item.why);
            }
        }
        let text = position.suggest(seat, &mut dice).unwrap();
        position = position.play(seat, &text, Moment(0), &mut dice).unwrap().position;
    }
    assert!(ready > 20 && whys.len() > 8, "{ready} {whys:?}");
}

#[test]
fn l1_the_words_of_a_card_are_explained() {
    let item = hand(&t20("ash holds 1; ash hand estuary-heron"), 0).remove(0);
    let words: Vec<&str> = item.terms.iter().map(|term| term.word.as_str()).collect();
    assert_eq!(words, [item.cost.as_str(), "Creature", "Flying"]);
    for crate::library::Listed { item: card, .. } in &<Magic as Game>::library().unwrap().cards {
        assert!(card.terms.iter().all(|term| term.meaning.ends_with('.')), "{card:?}");
    }
}

#[test]
fn p22_the_starter_decks_are_told_with_their_colours_and_six_cards() {
    let start = |options| Magic::start(2, &serde_json::from_value(options).unwrap(), &mut dice(0)).unwrap().position;
    let position = start(json!({}));
    let decks = hand(&position, 0);
    let starters = cards::Cards::set().starters();
    assert_eq!(decks.len(), starters.len());
    for (item, deck) in decks.iter().zip(starters) {
        assert!(deck.shown.len() == 6 && deck.shown.iter().all(|id| deck.cards().any(|card| card == id)), "{item:?}");
        assert!(item.terms.len() == 6 && item.text.ends_with('.'), "{item:?}");
    }
    assert_eq!(
        (decks[0].title.as_str(), decks[0].cost.as_str(), decks[0].kind.as_str()),
        ("Tollgate", "WG", "White and green")
    );
    let choices = position.view(Eye::Seat(Seat(0))).choices("deck");
    assert!(decks.iter().all(|item| choices.iter().any(|choice| choice.complete && choice.is_on_item(&item.name))));
    assert!(hand(&play_as(&position, 0, "deck culvert"), 0).is_empty());
    assert!(hand(&start(json!({"decks": "dealt"})), 0).is_empty());
}

#[test]
fn p22_a_quick_match_begins_with_lands_for_the_decks_and_with_the_first_turn() {
    let options = serde_json::from_value(Magic::quick_options()).unwrap();
    let (mut ready, mut all) = (0, 0);
    for seats in 2..=6 {
        for seed in 0..40 {
            let position = Magic::start(seats, &options, &mut dice(seed)).unwrap().position;
            position.check(seats).unwrap();
            let active = position.table.active().unwrap();
            assert!(matches!(position.table.stage, Stage::Play(_)) && position.awaited() == Seats::just(active));
            for seat in Seat::all(seats) {
                let own = &position.hidden.seats[seat.index()];
                let colours = position.table.colours_of(&own.deck);
                let lands = position.table.standing_lands().filter(|(_, land)| land.seat == Some(seat));
                let kinds: Vec<_> = lands.map(|(_, land)| land.kind).collect();
                assert!(kinds.len() == 2 && kinds[0] != kinds[1], "{kinds:?}");
                assert!(kinds.iter().all(|kind| colours.contains(&kind.colour())), "{kinds:?} {colours:?}");
            }
            all += 1;
            ready += usize::from(hand(&position, active.0).iter().any(|item| item.ready));
        }
    }
    assert!(ready * 10 > all * 8, "a card can be cast at once in {ready} of {all} matches");
}
