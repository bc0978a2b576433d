//! The set and the starter decks.

use std::path::Path;

use super::super::ability::Activated;
use super::super::card::CardKind;
use super::super::keyword::Keyword;
use super::super::lint::{self, Origin};
use super::super::{Card, Cards, Colour, set};
use crate::golden;

/// The files of the set, in the order in which they are read.
const FILES: [(&str, &str); 6] = [
    ("white.txt", include_str!("../set/white.txt")),
    ("blue.txt", include_str!("../set/blue.txt")),
    ("black.txt", include_str!("../set/black.txt")),
    ("red.txt", include_str!("../set/red.txt")),
    ("green.txt", include_str!("../set/green.txt")),
    ("artifacts.txt", include_str!("../set/artifacts.txt")),
];

/// The file and the line in it of a line of the whole set, counted from 1.
fn place(line: usize) -> String {
    let mut left = line;
    for (name, text) in FILES {
        let lines = text.lines().count();
        if left <= lines {
            return format!("engine/src/magic/cards/set/{name}:{left}");
        }
        // An empty line lies between two files.
        left -= lines + 1;
    }
    format!("line {line}")
}

#[test]
fn a_fault_of_the_set_is_named_by_file_and_line() {
    let at = set::TEXT.lines().position(|line| line == "Mooring Tern   U").unwrap();
    let changed: Vec<&str> =
        set::TEXT.lines().enumerate().map(|(it, line)| if it == at + 2 { "Fly" } else { line }).collect();
    let fault = lint::cards(&changed.join("\n"), Origin::Set).unwrap_err().first;
    let line = FILES[1].1.lines().position(|line| line == "Mooring Tern   U").unwrap() + 3;
    assert_eq!(place(fault.line), format!("engine/src/magic/cards/set/blue.txt:{line}"), "{fault}");
}

/// True for a card of a kind.
type IsKind = fn(&Card) -> bool;

/// The table of the set: how often there are colours, types, mana values and keywords.
#[test]
fn the_table_of_the_set() {
    let cards: Vec<&Card> = set::newest().cards.iter().collect();
    let mut table = format!("{} cards\n\n{:12}", cards.len(), "");
    let kinds: [(&str, IsKind); 7] = [
        ("creatures", |card| card.kind.is_creature()),
        ("auras", |card| card.kind == CardKind::Aura),
        ("enchantments", |card| card.kind == CardKind::Enchantment),
        ("artifacts", |card| card.kind == CardKind::Artifact),
        ("instants", |card| card.kind == CardKind::Instant),
        ("sorceries", |card| card.kind == CardKind::Sorcery),
        ("all", |_| true),
    ];
    kinds.iter().for_each(|(name, _)| table.push_str(&format!("{name:>13}")));
    table.push('\n');
    for (number, (name, _)) in FILES.iter().enumerate() {
        table.push_str(&format!("{:12}", name.trim_end_matches(".txt")));
        kinds.iter().for_each(|(_, is)| table.push_str(&format!("{:13}", count(&file(number), is))));
        table.push('\n');
    }
    table.push_str(&format!("\n{:12}", "mana value"));
    (0..=7).for_each(|value| table.push_str(&format!("{value:5}")));
    for (name, creatures) in [("creatures", true), ("others", false)] {
        table.push_str(&format!("\n{name:12}"));
        for value in 0..=7 {
            let of = |card: &Card| card.kind.is_creature() == creatures && card.mana_value() == value;
            table.push_str(&format!("{:5}", count(&cards, of)));
        }
    }
    table.push_str("\n\n");
    for keyword in Keyword::ALL {
        let words = keyword.words();
        let speaks = |card: &Card| card.to_string().to_lowercase().contains(words);
        table.push_str(&format!(
            "{words:28}{:4} have it, {:4} speak of it\n",
            count(&cards, |card| card.has(keyword)),
            count(&cards, speaks)
        ));
    }
    table.push('\n');
    for (name, words) in KINDS_OF_EFFECT {
        let speaks = |card: &Card| words.iter().any(|words| card.to_string().to_lowercase().contains(words));
        table.push_str(&format!("{name:28}{:4}\n", count(&cards, speaks)));
    }
    golden::compare(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/magic/cards/set/table.txt"), &table);
}

/// The kinds of effect that stand on three cards at least, with words by which they are known (C23).
const KINDS_OF_EFFECT: [(&str, &[&str]); 18] = [
    ("regeneration", &["regenerate "]),
    ("animated walls", &["no defender"]),
    ("auras on lands", &["enchant land"]),
    ("destruction of lands", &["destroy target land"]),
    ("changes of control", &["gain control", "you control enchanted"]),
    ("counter spells", &["counter target"]),
    ("tokens", &["create "]),
    ("counters", &["counter on", "oil counter"]),
    ("dies", &[" dies"]),
    ("enters", &["this enters,"]),
    ("conquers", &["conquers"]),
    ("upkeep", &["upkeep"]),
    ("cost changes", &[" costs 1", " cost 1"]),
    ("prevention", &["prevent "]),
    ("search or look", &["your library"]),
    ("modes", &["choose one"]),
    ("X", &["   x", "x:", " x "]),
    ("discarding, drawing", &["draw ", "discard "]),
];

/// One letter of each word of each sentence is changed: the line is refused at that word or the next (C4, C19).
#[test]
fn a_changed_word_of_the_set_is_refused_with_its_place() {
    let lines: Vec<&str> = set::TEXT.lines().collect();
    let mut changed = 0;
    for card in &set::newest().cards {
        let text = card.to_string();
        let own: Vec<&str> = text.lines().skip(2).filter(|line| !line.starts_with('~')).collect();
        for (number, line) in own.iter().enumerate().chain(own.iter().enumerate()) {
            // Two words of each line, not always the same ones.
            let words: Vec<&str> = line.split(' ').collect();
            let at = (changed + number) % words.len();
            let names_a_counter = words.get(at + 1).is_some_and(|next| next.starts_with("counter"));
            if names_a_counter || (at > 0 && words[at].starts_with(|c: char| c.is_ascii_uppercase())) {
                // A counter may have any name, and a token any subtype.
                continue;
            }
            let Some(letter) = words[at].find(|c: char| c.is_ascii_lowercase()) else { continue };
            let mut word = words[at].to_owned();
            word.replace_range(letter..=letter, if word[letter..].starts_with('q') { "z" } else { "q" });
            let mut wrong = words.clone();
            wrong[at] = &word;
            let wrong = text.replacen(line, &wrong.join(" "), 1);
            let fault = lint::cards(&wrong, Origin::Option(&set::newest().cards));
            // The card's own name is taken by the set; the fault of the text comes first only where the name is another.
            let fault = match fault {
                Err(faults) if faults.first.code == "name-taken" => {
                    let renamed = wrong.replacen(&card.name, "Changed Card", 1);
                    lint::cards(&renamed, Origin::Option(&set::newest().cards))
                }
                other => other,
            };
            let fault = fault.expect_err(&wrong).first;
            assert!(["card-text", "unknown-subtype"].contains(&fault.code), "{fault}\n{wrong}");
            assert_eq!(fault.line, number + 3, "{fault}\n{wrong}");
            changed += 1;
        }
    }
    assert!(changed >= 200, "{changed} of {} lines", lines.len());
}

#[test]
fn every_card_of_the_set_is_read_checked_and_prints_as_it_was_written() {
    let cards =
        lint::cards(set::TEXT, Origin::Set).unwrap_or_else(|fault| panic!("{}: {fault}", place(fault.first.line)));
    let blocks = set::TEXT.split("\n\n").map(|block| {
        let lines = block.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        lines.map(|line| format!("{line}\n")).collect::<String>()
    });
    let written: Vec<String> = blocks.filter(|block| !block.is_empty()).collect();
    let printed: Vec<String> = cards.iter().map(Card::to_string).collect();
    assert_eq!(printed, written);
    assert_eq!(set::newest().cards, cards);
    assert_eq!(Cards::warnings(set::TEXT), [], "C18, C20");
}

#[test]
fn each_starter_deck_has_forty_cards_twelve_cheap_creatures_and_ten_other_cards() {
    let cards = Cards::set();
    assert_eq!(cards.starters().len(), 6);
    for (seat, deck) in (0..).zip(cards.starters()) {
        let all: Vec<&Card> =
            deck.cards().map(|id| cards.card(id.as_str()).unwrap_or_else(|| panic!("{id}"))).collect();
        assert_eq!(all.len(), 40, "{}", deck.name);
        assert!(deck.entries.iter().all(|(count, _)| (1..=4).contains(count)), "{}", deck.name);
        assert!(deck.entries.is_sorted_by(|a, b| a.1 < b.1), "{}: in alphabetical order, each once", deck.name);
        let cheap = all.iter().filter(|card| card.kind.is_creature() && card.mana_value() <= 2).count();
        assert!(cheap >= 12, "{}: {cheap} creatures of mana value 2 or less", deck.name);
        let is_other = |card: &Card| !card.kind.is_creature() && !card.activated().any(Activated::is_mana_ability);
        let others = count(&all, is_other);
        assert!(others >= 10, "{}: {others} cards that are no creatures and give no mana", deck.name);
        let answers = count(&all, |card| card.kind == CardKind::Instant);
        assert!(answers >= 5, "{}: {answers} instants", deck.name);
        let colours = Colour::ALL.iter().filter(|colour| all.iter().any(|card| card.colours().has(**colour))).count();
        assert_eq!(colours, if seat == 5 { 5 } else { 2 }, "{}", deck.name);
        assert_eq!(cards.starter(seat), (deck.name, deck.cards().cloned().collect()));
        assert_eq!(cards.starter_named(deck.name), Some(deck));
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
    set::newest().cards.iter().filter(is_here).collect()
}

fn count(cards: &[&Card], holds: impl Fn(&Card) -> bool) -> usize {
    cards.iter().filter(|card| holds(card)).count()
}

#[test]
fn the_set_has_the_spread_of_the_rules() {
    assert_eq!(set::newest().cards.len(), 180, "C20");
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
    let is_mana = |card: &Card| card.kind == CardKind::Artifact && card.activated().any(Activated::is_mana_ability);
    assert_eq!(artifacts.len(), 30);
    assert_eq!(count(&artifacts, is_mana), 8);
    assert_eq!(count(&artifacts, |card| card.kind.is_creature()), 8);
    assert_eq!(count(&artifacts, |card| card.kind.is_creature() && card.has(Keyword::Defender)), 2);
}

#[test]
fn every_keyword_and_kind_of_effect_stands_on_three_cards() {
    let all: Vec<&Card> = set::newest().cards.iter().collect();
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
            // It came later than the set.
            Keyword::Flash => continue,
        };
        assert!(has(group) >= 3 && has(keyword.words()) >= 1, "C23: {}", keyword.words());
    }
    for (name, words) in KINDS_OF_EFFECT {
        let speaks = |card: &Card| words.iter().any(|words| card.to_string().to_lowercase().contains(words));
        let number = count(&all, speaks);
        assert!(number >= 3, "C23: {name} on {number} cards");
    }
}
