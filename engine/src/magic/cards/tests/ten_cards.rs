//! The ten cards of the rules (C19, G19).

use super::super::Card;
use super::super::ability::Activated;
use super::super::lint::{self, Origin};

const TEXT: &str = include_str!("ten_cards.txt");

fn ten() -> Vec<Card> {
    lint::cards(TEXT, Origin::Set).unwrap_or_else(|fault| panic!("{fault}"))
}

#[test]
fn the_ten_cards_print_as_they_were_read() {
    let printed: Vec<String> = ten().iter().map(Card::to_string).collect();
    assert_eq!(printed.join("\n"), TEXT);
}

/// Every word of the ten cards, changed by one letter, is refused on its line, at most one word behind the change.
#[test]
fn a_changed_word_is_refused_with_line_and_character() {
    for (number, line) in TEXT.lines().enumerate() {
        // Names may be anything, and the lines of types and costs have tests of their own.
        if line.is_empty() || !is_ability(number) {
            continue;
        }
        for (at, letter) in line.char_indices().filter(|(_, letter)| letter.is_ascii_lowercase()) {
            let mut changed: Vec<String> = TEXT.lines().map(str::to_owned).collect();
            let other = if letter == 'q' { "z" } else { "q" };
            changed[number].replace_range(at..=at, other);
            let fault = lint::cards(&changed.join("\n"), Origin::Set).unwrap_err().first;
            if fault.code == "unknown-subtype" {
                // The subtype that the token has lost is missing in another line.
                assert!(line.contains("Guard"), "{fault}");
                continue;
            }
            assert_eq!(fault.code, "card-text", "{fault}");
            assert_eq!(fault.line, number + 1, "{}: {fault}", changed[number]);
            // A changed word may be read as another one, such as one on a counter; then the next word is wrong.
            let words = |end: usize| line.get(..end).map_or(0, |before| before.matches(' ').count());
            assert!(words(fault.at - 1) <= words(at) + 1, "{}: {fault}", changed[number]);
        }
    }
}

/// True for a line below a card's name and types.
fn is_ability(number: usize) -> bool {
    let before: Vec<&str> = TEXT.lines().take(number).collect();
    let first = before.iter().rposition(|line| line.is_empty()).map_or(0, |empty| empty + 1);
    number >= first + 2
}

#[test]
fn the_ten_cards_say_what_the_rules_need() {
    let cards = ten();
    let card = |id: &str| cards.iter().find(|card| card.id.as_str() == id).unwrap();
    assert_eq!(card("moss-colossus").mana_value(), 6);
    assert_eq!(card("annulled-lease").mana_value(), 1, "X counts 0");
    assert_eq!(card("split-the-causeway").colours().to_string(), "R");
    assert_eq!(card("chalk-rampart").activated().count(), 1);
    assert_eq!(card("tin-ledger").activated().map(Activated::is_mana_ability).collect::<Vec<_>>(), [true]);
    assert!(card("tin-ledger").enters_tapped() && card("tin-ledger").colours().is_empty());
    assert_eq!(card("paper-regent").enchants().unwrap().to_string(), "creature with power 3 or less");
    assert_eq!(card("split-the-causeway").spells().count(), 1);
    assert_eq!(card("bog-assessor").types(), "Creature - Officer");
}
