//! The set and the starter decks.

use super::super::lint::{self, Origin};
use super::super::{Card, Cards, set};

#[test]
fn every_card_of_the_set_is_read_checked_and_prints_as_it_was_written() {
    let cards = lint::cards(set::TEXT, Origin::Set).unwrap_or_else(|fault| panic!("{fault}"));
    let blocks = set::TEXT.split("\n\n").map(|block| {
        let lines = block.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        lines.map(|line| format!("{line}\n")).collect::<String>()
    });
    let written: Vec<String> = blocks.filter(|block| !block.is_empty()).collect();
    let printed: Vec<String> = cards.iter().map(Card::to_string).collect();
    assert_eq!(printed, written);
    assert!(Cards::set().all().eq(&cards));
    assert_eq!(Cards::warnings(set::TEXT), [], "C18, C20");
}

#[test]
fn each_starter_deck_has_forty_cards_at_most_four_of_a_name_and_twelve_cheap_creatures() {
    let cards = Cards::set();
    assert_eq!(Cards::starters().len(), 6);
    for (seat, deck) in (0..).zip(Cards::starters()) {
        let all: Vec<&Card> =
            deck.cards().map(|id| cards.card(id.as_str()).unwrap_or_else(|| panic!("{id}"))).collect();
        assert_eq!(all.len(), 40, "{}", deck.name);
        assert!(deck.entries.iter().all(|(count, _)| (1..=4).contains(count)), "{}", deck.name);
        assert!(deck.entries.is_sorted_by(|a, b| a.1 < b.1), "{}: in alphabetical order, each once", deck.name);
        let cheap = all.iter().filter(|card| card.kind.is_creature() && card.mana_value() <= 2).count();
        assert!(cheap >= 12, "{}: {cheap} creatures of mana value 2 or less", deck.name);
        assert_eq!(Cards::starter(seat), (deck.name, deck.cards().cloned().collect()));
        assert_eq!(Cards::starter_named(deck.name), Some(deck));
        assert!(!deck.name.is_empty() && deck.name.bytes().all(|byte| byte.is_ascii_lowercase()), "{}", deck.name);
    }
}
