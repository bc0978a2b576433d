//! Random parts of card texts: each prints as a text that has one reading, itself (C5, C25).

mod abilities;
mod effects;
mod nouns;

use proptest::prelude::*;

use super::super::CardKind;
use super::super::ability::Ability;
use super::super::grammar::{self, Scan};
use super::super::read;

/// Every reading of a line on a card that this ability may stand on.
fn readings(line: &str, on: &Ability) -> Vec<Ability> {
    let kind = if matches!(on, Ability::Spell(_)) { CardKind::Instant } else { CardKind::Artifact };
    let mut readings = grammar::readings(&Scan::new(line));
    readings.retain(|ability| read::fits(ability, kind));
    readings
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
        prop_assume!(!has_own_words(&text));
        prop_assert_eq!(readings(&text.to_uppercase(), &ability), vec![ability.clone()], "{}", text);
        prop_assert_eq!(readings(&text.to_lowercase(), &ability), vec![ability.clone()], "{}", text);
    }

    #[test]
    fn a_text_without_one_of_its_letters_is_read_as_it_stands_or_refused(ability in abilities::ability(), at in any::<prop::sample::Index>()) {
        let mut text = ability.to_string();
        let (byte, _) = text.char_indices().nth(at.index(text.chars().count())).unwrap();
        text.remove(byte);
        for read in grammar::readings(&Scan::new(&text)) {
            prop_assert!(read.to_string().eq_ignore_ascii_case(&text), "{} was read as {}", text, read);
        }
    }

    #[test]
    fn any_line_is_read_without_panic(line in "[A-Za-z0-9 ,.:;\"'+/*éß-]{0,60}") {
        for read in grammar::readings(&Scan::new(&line)) {
            prop_assert!(read.to_string().eq_ignore_ascii_case(&line));
        }
    }

    #[test]
    fn words_of_texts_are_no_subtypes(ability in abilities::ability()) {
        let text = ability.to_string();
        for word in text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty()) {
            let is_own = nouns::SUBTYPES.contains(&word.trim_end_matches('s')) || nouns::MARKS.contains(&word);
            let is_mana = word.bytes().all(|byte| b"XWUBRG".contains(&byte));
            prop_assert!(is_own || is_mana || grammar::words::is_reserved(word), "{} in {}", word, text);
        }
    }
}

/// True if a subtype or a word on a counter stands in the text.
fn has_own_words(text: &str) -> bool {
    nouns::SUBTYPES.iter().chain(nouns::MARKS).any(|word| text.contains(word))
}
