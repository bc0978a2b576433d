//! The page on the language of cards.

use std::collections::BTreeSet;

use super::super::card::CardKind;
use super::super::grammar::examples::{CARDS, SECTIONS};
use super::super::grammar::page::{KINDS_OF_CARDS, page};
use super::super::grammar::{self, Scan};
use super::super::lint::{self, Origin};
use super::super::{Card, Cards, ability, cost, effect, keyword, measure, noun, read};

/// The card on which an example stands.
fn card_with(on: CardKind, line: &str) -> String {
    let size = if on.is_creature() { " - Ox   */*" } else { "" };
    let star =
        if on.is_creature() && !line.starts_with('*') { "* is the number of forests you control.\n" } else { "" };
    let host = if on == CardKind::Aura && !line.starts_with("Enchant ") { "Enchant permanent\n" } else { "" };
    let effect = if on.is_permanent() { "" } else { "Draw a card.\n" };
    format!("Ford Example   XG\n{}{size}\n{host}{star}{effect}{line}\n", on.words())
}

#[test]
fn every_example_of_the_page_is_read_and_printed_so() {
    let set: Vec<Card> = Cards::set().all().cloned().collect();
    for (on, line) in SECTIONS.iter().flat_map(|section| section.examples.iter().map(|(line, _)| (section.on, *line))) {
        let text = card_with(on, line);
        let cards = lint::cards(&text, Origin::Option(&set));
        let cards = cards.unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        assert_eq!(cards.iter().map(Card::to_string).collect::<String>(), text);
    }
    assert_eq!(Cards::with(CARDS).unwrap().all().count(), Cards::set().all().count() + 3);
}

/// The rules that no example has: those that do nothing, because players have no life, and one that is printed as a plural.
const OTHERS: [&str; 7] = [
    "Subjects::Each",
    "Payment::Life",
    "Clause::GainLife",
    "Clause::LoseLife",
    "Hit::TargetPlayer",
    "Hit::EachPlayer",
    "Hit::EachOpponent",
];

#[test]
fn every_rule_of_the_grammar_has_an_example() {
    let rules = [
        ability::Ability::RULES,
        ability::Limit::RULES,
        ability::Moment::RULES,
        ability::PhaseOf::RULES,
        ability::PhaseWord::RULES,
        ability::Event::RULES,
        ability::Happening::RULES,
        ability::Static::RULES,
        ability::Being::RULES,
        cost::Part::RULES,
        cost::Payment::RULES,
        cost::Bill::RULES,
        effect::Text::RULES,
        effect::Sentence::RULES,
        effect::Clause::RULES,
        effect::LibraryEnd::RULES,
        effect::Found::RULES,
        effect::Toward::RULES,
        effect::Change::RULES,
        effect::Verb::RULES,
        measure::Measure::RULES,
        measure::Test::RULES,
        measure::Tested::RULES,
        noun::Adjective::RULES,
        noun::Property::RULES,
        noun::Qualifier::RULES,
        noun::Feature::RULES,
        noun::Figure::RULES,
        noun::Bound::RULES,
        noun::Host::RULES,
        noun::Subject::RULES,
        noun::Subjects::RULES,
        noun::Source::RULES,
        noun::Thing::RULES,
        noun::Hit::RULES,
        noun::Whose::RULES,
    ];
    let mut used: BTreeSet<&str> = BTreeSet::new();
    for (on, line) in SECTIONS.iter().flat_map(|section| section.examples.iter().map(|(line, _)| (section.on, *line))) {
        let readings = grammar::readings(&Scan::new(line));
        let ability = readings.iter().find(|ability| read::fits(ability, on)).unwrap_or_else(|| panic!("{line}"));
        used.extend(grammar::printed(ability).rules());
    }
    used.insert("Ability::Keywords");
    let missing: Vec<&&str> =
        rules.into_iter().flatten().filter(|rule| !used.contains(*rule) && !OTHERS.contains(rule)).collect();
    assert!(missing.is_empty(), "no example of {missing:?}");
}

#[test]
fn the_page_has_every_keyword_and_kind_and_is_short() {
    let page = page();
    for keyword in keyword::Keyword::ALL {
        assert!(page.contains(&format!("| {} | ", keyword.words())), "{}", keyword.words());
    }
    assert!(KINDS_OF_CARDS.iter().all(|kind| page.contains(&format!("`{}`", kind.words()))));
    assert!(page.len() < 20_000, "{} bytes", page.len());
}
