//! The cards of the set with what they can be found by, and the starter decks spelled out.

use std::sync::LazyLock;

use super::decks::starter;
use super::drawing::item;
use crate::library::{Clause, Copies, Library, Listed, ReadCard, StarterDeck, Trait, clauses, with_words};
use crate::magic::cards::card::Card;
use crate::magic::cards::keyword::Keyword;
use crate::magic::cards::{CardKind, Cards, ForeignCard, foreign_cards};
use crate::magic::words::capital;

/// The page of rules.
const RULES: &str = include_str!("../RULES.md");

/// The library of the set.
pub(crate) fn library() -> &'static Library {
    static LIBRARY: LazyLock<Library> = LazyLock::new(made);
    &LIBRARY
}

/// Cards of another game as they can be said here, or why none is read.
pub(crate) fn read_cards(text: &str) -> Result<Vec<ReadCard>, String> {
    let read = |card: ForeignCard| {
        let lost = card.changes.iter().map(|change| sentence(&change.to_string())).collect();
        ReadCard { given: card.given, read: card.ours.map(|text| text.trim_end().to_owned()), lost }
    };
    let cards = foreign_cards(text).map_err(|fault| sentence(&fault.to_string()))?;
    Ok(cards.into_iter().map(read).collect())
}

fn sentence(words: &str) -> String {
    format!("{}.", capital(words.trim_end_matches('.')))
}

fn made() -> Library {
    let set = Cards::set();
    let deck = |deck: &crate::magic::cards::Deck| StarterDeck {
        deck: starter(&set, deck),
        cards: deck.entries.iter().map(|(count, id)| Copies { count: *count, name: id.to_string() }).collect(),
    };
    let clauses = clauses(RULES);
    Library {
        cards: set.all().map(|card| listed(card, &clauses)).collect(),
        decks: set.starters().iter().map(deck).collect(),
    }
}

fn listed(card: &Card, clauses: &[Clause]) -> Listed {
    let group = |group: &'static str, values: Vec<String>| Trait { group, values };
    let colours: Vec<String> = card.colours().iter().map(|colour| capital(colour.word())).collect();
    let colours = if colours.is_empty() { vec!["No colour".to_owned()] } else { colours };
    let mut keywords: Vec<String> = card.keywords().iter().map(|keyword| capital(base(keyword))).collect();
    keywords.dedup();
    Listed {
        item: item(card.id.to_string(), card),
        traits: vec![
            group("Colour", colours),
            group("Kind", kinds(card.kind)),
            group("Cost", vec![card.mana_value().to_string()]),
            group("Keyword", keywords),
        ],
        flavour: card.flavour.clone().unwrap_or_default(),
        rulings: with_words(clauses, &words_of(card)),
    }
}

fn kinds(kind: CardKind) -> Vec<String> {
    let words: &[&str] = match kind {
        CardKind::Creature { artifact: true } => &["Creature", "Artifact"],
        CardKind::Creature { artifact: false } => &["Creature"],
        CardKind::Artifact => &["Artifact"],
        CardKind::Enchantment => &["Enchantment"],
        CardKind::Aura => &["Aura", "Enchantment"],
        CardKind::Instant => &["Instant"],
        CardKind::Sorcery => &["Sorcery"],
    };
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// A keyword without what it is about: `landwalk`, `protection`.
fn base(keyword: Keyword) -> &'static str {
    match keyword {
        Keyword::Walk(_) => "landwalk",
        Keyword::Protection(_) => "protection",
        Keyword::Flying
        | Keyword::Reach
        | Keyword::FirstStrike
        | Keyword::Vigilance
        | Keyword::Haste
        | Keyword::Flash
        | Keyword::Defender
        | Keyword::Banding
        | Keyword::Fear
        | Keyword::Menace
        | Keyword::Shroud => keyword.words(),
    }
}

/// The words by which clauses that concern a card are found, in small letters.
fn words_of(card: &Card) -> Vec<String> {
    let text: String = card.abilities.iter().map(|ability| format!("{ability}\n")).collect::<String>().to_lowercase();
    let mut words = vec![card.name.to_lowercase()];
    words.extend(card.keywords().iter().map(|keyword| base(keyword).to_owned()));
    // What rules call by a word of their own.
    for (says, clause) in [
        ("regenerate", "regenerat"),
        ("prevent", "prevent"),
        ("gain control", "changes its controller"),
        ("destroy target land", "land that is destroyed"),
    ] {
        if text.contains(says) {
            words.push(clause.to_owned());
        }
    }
    words.extend(card.keywords().has(Keyword::Flying).then(|| "flyer".to_owned()));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_of_the_set_can_be_found_and_every_deck_is_whole() {
        let library = library();
        let groups = ["Colour", "Kind", "Cost", "Keyword"];
        for card in &library.cards {
            assert!(card.traits.iter().map(|one| one.group).eq(groups), "{:?}", card.traits);
            assert!(card.traits[..3].iter().all(|one| !one.values.is_empty()), "{:?}", card.traits);
        }
        let of = |name: &str| library.cards.iter().find(|card| card.item.name == name).unwrap();
        let rat = of("culvert-rat");
        let flyer = of("estuary-heron");
        assert!(flyer.rulings.iter().any(|(clause, _)| *clause == "R37"), "{:?}", flyer.rulings);
        assert!(rat.rulings.iter().all(|(clause, _)| *clause != "R69"), "{:?}", rat.rulings);
        for deck in &library.decks {
            assert_eq!(deck.cards.iter().map(|copies| copies.count).sum::<u16>(), 40, "{:?}", deck.deck);
            assert!(deck.cards.iter().all(|copies| library.cards.iter().any(|card| card.item.name == copies.name)));
        }
    }
}
