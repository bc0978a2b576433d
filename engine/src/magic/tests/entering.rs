//! Tokens and cards put into play (R26), cards looked at and searched for (C12).

use super::*;

const CARDS: &str = "Test Muster   1
Sorcery
Create 2 1/1 green Rat creature tokens.

Test Recall   1
Sorcery
Put target creature card in a graveyard into play.

Test Ponder   1
Sorcery
Look at the top 3 cards of your library, take 1.

Test Quest   1
Sorcery
Search your library for a creature card and put it into your hand.

Test Call   1
Sorcery
Search your library for a creature card and put it into play.

Test Beast   1
Creature - Giant   2/2

Test Ox   G
Creature - Ox   1/1
";

/// Ash holds a plains and two forests: lands 1, 2 and 7.
fn with(text: &str) -> Magic {
    with_cards(2, CARDS, &format!("lands PFISM PFISM PFISM PFISM; ash holds 1 2 7; birch holds 13 14; {text}"))
}

fn hand(position: &Magic) -> Vec<String> {
    position.hidden.seats[0].hand.iter().map(|held| held.card.as_ref().unwrap().to_string()).collect()
}

fn library(position: &Magic) -> Vec<String> {
    position.hidden.seats[0].library.iter().map(|card| card.as_ref().unwrap().to_string()).collect()
}

fn looked(position: &Magic, seat: u8) -> serde_json::Value {
    serde_json::to_value(position.view(Eye::Seat(Seat(seat)))).unwrap()["looked"].clone()
}

#[test]
fn r26_a_token_comes_on_the_lowest_land_where_it_could_be_summoned() {
    let before = with("ash hand test-muster");
    let after = play(&before, "cast h1");
    assert_eq!([1, 2].map(|name| stands(&after, name)), [2, 7], "land 1 is no forest");
    assert!(
        after.table.creatures.values().all(|it| it.is_token() && it.seat == Seat(0) && it.owner == Seat(0) && it.fresh)
    );
    let chosen = play(&before, "cast h1; choose 7; end");
    assert_eq!([1, 2].map(|name| stands(&chosen, name)), [7, 2]);
    assert_eq!(try_as(&before, 0, "cast h1; choose 1").unwrap_err(), ("bad-choice", Some(2)));
    assert_eq!(try_as(&before, 0, "cast h1; choose 7; choose 7").unwrap_err(), ("bad-choice", Some(3)));
    // Where a creature stands there is no room for another one.
    let full = with("ash has g2/2 @7; ash hand test-muster");
    assert_eq!([1, 2, 3].map(|name| stands(&play(&full, "cast h1"), name)), [7, 2, 0]);
    assert!(told(&full, 0, "cast h1").contains("There was no land for Rat."), "{}", told(&full, 0, "cast h1"));
}

#[test]
fn r26_a_card_is_put_into_play_without_mana() {
    let before = with("ash hand test-recall; ash grave test-beast; birch grave test-ox");
    let own = play(&before, "cast h1 on ash/test-beast");
    assert_eq!((stands(&own, 1), own.table.seats[0].grave.len()), (1, 1), "the spell alone lies there");
    let other = play(&before, "cast h1 on birch/test-ox");
    let ox = &other.table.creatures[&CreatureName(1)];
    assert_eq!((stands(&other, 1), ox.seat, ox.owner), (2, Seat(0), Seat(1)));
    assert_eq!(stands(&play(&before, "cast h1 on ash/test-beast; choose 7"), 1), 7);
    // Without a site the card stays where it was.
    let full = with("ash has g2/2 @2; ash has g2/2 @7; ash hand test-recall; ash grave test-ox");
    let after = play(&full, "cast h1 on ash/test-ox");
    assert_eq!((stands(&after, 3), after.table.seats[0].grave.len()), (0, 2));
}

#[test]
fn c12_of_the_cards_looked_at_those_not_taken_go_to_the_bottom() {
    let before = with("ash hand test-ponder; ash library test-ox, test-beast, test-call, test-quest");
    assert_eq!(try_as(&before, 0, "cast h1; choose l1").unwrap_err(), ("not-known", Some(2)));
    let open = play(&before, "cast h1; end");
    assert_eq!((waits_for(&open), open.clock(Seat(0))), (vec![0], Clock::CanLapse));
    assert_eq!((looked(&open, 0), looked(&open, 1)), (json!(["test-ox", "test-beast", "test-call"]), json!([])));
    let facts = request(&open, 0).unwrap().facts.join(" ");
    for said in ["l1 Test Ox ", "l2 Test Beast ", "l3 Test Call "] {
        assert!(facts.contains(said), "{said}: {facts}");
    }
    assert_eq!(request(&open, 1), None);
    for text in ["choose l4", "choose l1,l2", "choose none", "choose h1"] {
        assert_eq!(refused(&open, text), "bad-choice", "{text}");
    }
    let after = play(&open, "choose l2");
    assert_eq!(hand(&after), ["test-beast"]);
    assert_eq!(library(&after), ["test-quest", "test-ox", "test-call"]);
    assert!(told(&open, 0, "choose l2").contains("Anna looked at 3 cards and took 1 of them."));
    assert_eq!(others_read(&open, "choose l2", 0, 1).as_deref(), Some("choose 1 card"));
    assert_eq!(hand(&lapse(&open, &[0])), ["test-ox"], "a lapse takes the first");
    // Another player's view does not depend on the cards.
    let mut other = before.clone();
    other.hidden.seats[0].library.rotate_left(2);
    let other = play(&other, "cast h1; end");
    assert_eq!(looked(&other, 0), json!(["test-call", "test-quest", "test-ox"]));
    assert_eq!(other.view(Eye::Seat(Seat(1))), open.view(Eye::Seat(Seat(1))));
    assert_eq!(play(&other, "choose l1").view(Eye::Seat(Seat(1))), play(&open, "choose l2").view(Eye::Seat(Seat(1))));
    // With no more cards than are taken there is nothing to choose.
    let few = with("ash hand test-ponder; ash library test-ox");
    assert_eq!(hand(&play(&few, "cast h1")), ["test-ox"]);
}

#[test]
fn c12_a_search_finds_up_to_one_card_and_shows_it() {
    let before = with("ash hand test-quest; ash library test-ponder, test-ox, test-beast, test-ox");
    let open = play(&before, "cast h1; end");
    assert_eq!((looked(&open, 0), looked(&open, 1)), (json!(["test-beast", "test-ox"]), json!([])));
    assert_eq!(refused(&open, "choose l3"), "bad-choice");
    let may = Magic::choices(&open.view(Eye::Seat(Seat(0))), "choose").into_iter().map(|choice| choice.text);
    assert_eq!(may.collect::<Vec<_>>(), ["choose l1", "choose l2", "choose none"]);
    let after = play(&open, "choose l2");
    assert_eq!((hand(&after), library(&after).len()), (vec!["test-ox".to_owned()], 3));
    assert!(told(&open, 0, "choose l2").contains("Anna searched the library and took Test Ox."));
    let nothing = play(&open, "choose none");
    assert_eq!((hand(&nothing).len(), library(&nothing).len()), (0, 4));
    // Whether there is such a card, others do not learn.
    let mut none = before.clone();
    none.hidden.seats[0].library.fill(Some(cards::CardId::new("test-call")));
    let none = play(&none, "cast h1; end");
    assert_eq!((waits_for(&none), refused(&none, "choose l1")), (vec![0], "bad-choice"));
    assert_eq!(none.view(Eye::Seat(Seat(1))), open.view(Eye::Seat(Seat(1))));
    assert_eq!(lapse(&none, &[0]).table.active(), Some(Seat(1)));
}

#[test]
fn c12_a_card_that_is_found_comes_into_play_on_a_site() {
    let before = with("ash hand test-call; ash library test-ox, test-beast");
    let open = play(&before, "cast h1; end");
    let ox = play(&open, "choose l2; choose 7; continue");
    assert_eq!((stands(&ox, 1), library(&ox), ox.table.active()), (7, vec!["test-beast".to_owned()], Some(Seat(1))));
    assert_eq!(stands(&play(&open, "choose l1"), 1), 1);
    let full = with("ash has g2/2 @2; ash has g2/2 @7; ash hand test-call; ash library test-ox");
    let after = play(&play(&full, "cast h1"), "choose l1");
    assert_eq!((stands(&after, 3), library(&after).len()), (0, 1), "without a site it stays");
}
