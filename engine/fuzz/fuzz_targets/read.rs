//! Any text as a move of every game. It may be no move, but what is read has one spelling, which reads back as itself; and a
//! refusal points into the text and repeats no control characters.

#![no_main]

use engine::{GAMES, MAX_MOVE_BYTES};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for rules in GAMES {
        let game = rules.info().id;
        match rules.read(text) {
            Ok(spelling) => {
                let again = rules.read(&spelling);
                assert_eq!(again.as_ref(), Ok(&spelling), "{game}: the spelling of {text:?} is not its own spelling");
            }
            Err(refusal) => {
                let places = 1..=text.chars().count() + 1;
                assert!(
                    text.len() > MAX_MOVE_BYTES || places.contains(&refusal.at),
                    "{game}: {refusal:?} points outside {text:?}"
                );
                assert!(!refusal.found.contains(char::is_control), "{game}: {refusal:?} repeats a control character");
            }
        }
    }
});
