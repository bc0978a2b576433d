//! The set and the starter decks.

use super::super::card::CardKind;
use super::super::keyword::Keyword;
use super::super::lint::{self, Origin};
use super::super::{Card, Cards, Colour, set};

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
    assert_eq!(set::cards(), cards);
    assert_eq!(Cards::warnings(set::TEXT), [], "C18, C20");
}

#[test]
fn each_starter_deck_has_forty_cards_twelve_cheap_creatures_and_ten_other_cards() {
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
        let is_other = |card: &Card| !card.kind.is_creature() && card.mana_abilities().next().is_none();
        let others = count(&all, is_other);
        assert!(others >= 10, "{}: {others} cards that are no creatures and give no mana", deck.name);
        let answers = count(&all, |card| card.kind == CardKind::Instant);
        assert!(answers >= 5, "{}: {answers} instants", deck.name);
        let colours = Colour::ALL.iter().filter(|colour| all.iter().any(|card| card.colours().has(**colour))).count();
        assert_eq!(colours, if seat == 5 { 5 } else { 2 }, "{}", deck.name);
        assert_eq!(Cards::starter(seat), (deck.name, deck.cards().cloned().collect()));
        assert_eq!(Cards::starter_named(deck.name), Some(deck));
        assert!(!deck.name.is_empty() && deck.name.bytes().all(|byte| byte.is_ascii_lowercase()), "{}", deck.name);
    }
}

/// A file of the set.
fn file(number: usize) -> Vec<&'static Card> {
    let colour = Colour::ALL.get(number);
    let is_here = |card: &&Card| match colour {
        Some(colour) => card.colours().has(*colour),
        None => card.colours().is_empty(),
    };
    set::cards().iter().filter(is_here).collect()
}

fn count(cards: &[&Card], holds: impl Fn(&Card) -> bool) -> usize {
    cards.iter().filter(|card| holds(card)).count()
}

#[test]
fn the_set_has_the_spread_of_the_rules() {
    assert_eq!(set::cards().len(), 180, "C20");
    for number in 0..5 {
        let cards = file(number);
        let kinds = [CardKind::Creature { artifact: false }, CardKind::Aura, CardKind::Enchantment, CardKind::Instant];
        let counts = kinds.map(|kind| count(&cards, |card| card.kind == kind));
        assert_eq!((counts, cards.len()), ([16, 4, 3, 4], 30), "C21, and 3 sorceries");
        assert!(count(&cards, |card| card.to_string().contains("Enchant land\n")) >= 1);
        let curve = |creature: bool| {
            let of = |value: u16| {
                let holds = |card: &Card| card.kind.is_creature() == creature && card.mana_value().min(6) == value;
                count(&cards, holds)
            };
            [of(1), of(2), of(3), of(4), of(5), of(6)]
        };
        assert_eq!((curve(true), curve(false)), ([3, 4, 4, 3, 1, 1], [4, 5, 3, 1, 1, 0]), "C22");
    }
    let artifacts = file(5);
    let is_mana = |card: &Card| card.kind == CardKind::Artifact && card.mana_abilities().next().is_some();
    assert_eq!(artifacts.len(), 30);
    assert_eq!(count(&artifacts, is_mana), 8);
    assert_eq!(count(&artifacts, |card| card.kind.is_creature()), 8);
    assert_eq!(count(&artifacts, |card| card.kind.is_creature() && card.has(Keyword::Defender)), 2);
}

#[test]
fn every_keyword_and_kind_of_effect_stands_on_three_cards() {
    let all: Vec<&Card> = set::cards().iter().collect();
    let has = |words: &str| count(&all, |card| card.to_string().to_lowercase().contains(words));
    for keyword in Keyword::ALL {
        let group = match keyword {
            Keyword::Walk(_) => "walk",
            Keyword::Protection(_) => "protection from",
            Keyword::Flying
            | Keyword::Reach
            | Keyword::FirstStrike
            | Keyword::Vigilance
            | Keyword::Haste
            | Keyword::Defender
            | Keyword::Banding
            | Keyword::Fear
            | Keyword::Menace
            | Keyword::Shroud => keyword.words(),
        };
        assert!(has(group) >= 3 && has(keyword.words()) >= 1, "C23: {}", keyword.words());
    }
    for words in [
        "regenerate ",
        "no defender",
        "enchant land",
        "destroy target land",
        "control",
        "counter target",
        "create ",
        "counter on",
        " dies",
        "this enters,",
        "conquers",
        "upkeep",
        " costs 1",
        "prevent ",
        "your library",
        "choose one",
    ] {
        assert!(has(words) >= 3, "C23: {words} stands on {}", has(words));
    }
    let takes_control = has("gain control") + has("you control enchanted");
    assert!(takes_control >= 3, "C23: {takes_control}");
    assert!(count(&all, |card| card.to_string().contains('X')) >= 3, "C23: X");
}
