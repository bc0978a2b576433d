//! Random parts of card texts: each prints as a text that has one reading, itself (C5, C25).

mod abilities;
mod effects;
mod nouns;

use proptest::prelude::*;

use super::super::ability::Ability;
use super::super::grammar::{self, Scan};
use super::super::lint::{self, Origin};
use super::super::{Card, CardKind, read};

/// Every reading of a line on a card that this ability may stand on.
fn readings(line: &str, on: &Ability) -> Vec<Ability> {
    let kind = if matches!(on, Ability::Spell(_)) { CardKind::Instant } else { CardKind::Artifact };
    let mut readings = grammar::readings(&Scan::new(line));
    readings.retain(|ability| read::fits(ability, kind));
    readings
}

#[test]
fn several_kinds_are_printed_in_the_singular_so_that_no_list_before_them_goes_on() {
    for (line, printed) in [
        ("Artifacts or creatures you control get +1/+1.", "Each artifact or creature you control gets +1/+1."),
        (
            "When this enters, if you control no Guards, each artifact or creature gets +1/+1 until end of turn.",
            "When this enters, if you control no Guards, each artifact or creature gets +1/+1 until end of turn.",
        ),
    ] {
        let readings = grammar::readings(&Scan::new(line));
        assert!(!readings.is_empty(), "{line}");
        assert!(readings.iter().all(|read| read.to_string() == printed), "{line}: {readings:?}");
    }
}

proptest! {
    #[test]
    fn a_random_ability_prints_as_a_text_whose_one_reading_it_is(ability in abilities::ability()) {
        let text = ability.to_string();
        prop_assert_eq!(readings(&text, &ability), vec![ability.clone()], "{}", text);
    }

    #[test]
    fn capitals_do_not_matter_where_no_subtype_stands(ability in abilities::ability()) {
        let text = ability.to_string();
        // A subtype and the word on a counter are what case tells apart.
        if has_own_words(&text) {
            return Ok(());
        }
        prop_assert_eq!(readings(&text.to_uppercase(), &ability), vec![ability.clone()], "{}", text);
        prop_assert_eq!(readings(&text.to_lowercase(), &ability), vec![ability.clone()], "{}", text);
    }

    #[test]
    fn what_is_read_of_a_text_without_one_of_its_letters_is_printed_and_read_again(ability in abilities::ability(), at in any::<prop::sample::Index>()) {
        let mut text = ability.to_string();
        let (byte, _) = text.char_indices().nth(at.index(text.chars().count())).unwrap();
        text.remove(byte);
        for read in grammar::readings(&Scan::new(&text)) {
            let printed = read.to_string();
            prop_assert_eq!(readings(&printed, &read), vec![read.clone()], "{} of {}", printed, text);
        }
    }

    #[test]
    fn any_line_is_read_without_panic(line in "[A-Za-z0-9 ,.:;\"'+/*éß-]{0,60}") {
        for read in grammar::readings(&Scan::new(&line)) {
            prop_assert_eq!(readings(&read.to_string(), &read), vec![read.clone()], "{}", line);
        }
    }

    #[test]
    fn a_damaged_text_of_cards_is_read_and_printed_and_read_or_refused_with_a_place(
        damage in prop::collection::vec((any::<prop::sample::Index>(), 0..12_usize, "[A-Za-z0-9 .,\\n~#*\"é-]{0,3}"), 1..4),
    ) {
        let mut text: Vec<char> = include_str!("ten_cards.txt").chars().collect();
        for (at, cut, put) in damage {
            let start = at.index(text.len());
            let end = (start + cut).min(text.len());
            text.splice(start..end, put.chars());
        }
        let text: String = text.into_iter().collect();
        match lint::cards(&text, Origin::Set) {
            Ok(cards) => {
                let printed = cards.iter().map(Card::to_string).collect::<Vec<_>>().join("\n");
                prop_assert_eq!(lint::cards(&printed, Origin::Set).unwrap(), cards);
            }
            Err(faults) => {
                let fault = faults.first;
                let line = text.lines().nth(fault.line - 1).unwrap();
                prop_assert!((1..=line.chars().count() + 1).contains(&fault.at), "{}", fault);
            }
        }
    }

    #[test]
    fn words_of_texts_are_no_subtypes(ability in abilities::ability()) {
        let text = ability.to_string();
        for word in text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty()) {
            let is_own = nouns::SUBTYPES.contains(&word.trim_end_matches('s')) || nouns::MARKS.contains(&word);
            let is_mana = word.bytes().all(|byte| b"XWUBRG".contains(&byte));
            let is_known = grammar::words::is_reserved(word) || LATER.contains(&word.to_lowercase().as_str());
            prop_assert!(is_own || is_mana || is_known, "{} in {}", word, text);
        }
    }
}

/// Words that came later. Stored cards may have them as subtypes, so they are no subtypes of the grammar only where it reads them.
const LATER: &[&str] = &[
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "get",
    "their",
    "they",
    "owners",
    "hands",
    "libraries",
    "are",
    "colour",
    "become",
    "flash",
    "divided",
    "among",
];

/// True if a subtype or a word on a counter stands in the text.
fn has_own_words(text: &str) -> bool {
    nouns::SUBTYPES.iter().chain(nouns::MARKS).any(|word| text.contains(word))
}
