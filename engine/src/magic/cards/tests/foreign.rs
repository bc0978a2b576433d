//! Cards of another game.

use proptest::prelude::*;

use super::super::{Cards, ForeignCard, ForeignFault, foreign_cards};

/// Forty cards in the usual words of that game, written before anything read them.
const FORTY: &str = include_str!("foreign/forty.txt");

fn read(text: &str) -> Vec<ForeignCard> {
    foreign_cards(text).unwrap()
}

/// How many are read in full, in part, and not at all.
fn counts(cards: &[ForeignCard]) -> (usize, usize, usize) {
    let whole = cards.iter().filter(|card| card.is_whole()).count();
    let none = cards.iter().filter(|card| card.ours.is_none()).count();
    (whole, cards.len() - whole - none, none)
}

#[allow(clippy::print_stdout, reason = "shown by cargo test -- --nocapture")]
fn show(cards: &[ForeignCard]) {
    for card in cards {
        let changes: String = card.changes.iter().map(|change| format!("  ! {change}\n")).collect();
        println!("{}\n--\n{}{changes}", card.given, card.ours.as_deref().unwrap_or("(none)\n"));
    }
    println!("in full, in part, not at all: {:?}", counts(cards));
}

#[test]
fn forty_cards_are_read_as_far_as_they_can_be_said() {
    let cards = read(FORTY);
    show(&cards);
    assert_eq!(counts(&cards), (26, 11, 3));
    let ours: Vec<&str> = cards.iter().filter_map(|card| card.ours.as_deref()).collect();
    Cards::with(&ours.join("\n")).unwrap_or_else(|faults| panic!("{faults}"));
}

/// Twenty more, written when the reader was done.
const TWENTY: &str = include_str!("foreign/twenty.txt");

#[test]
fn twenty_other_cards_are_read_as_far_as_they_can_be_said() {
    let cards = read(TWENTY);
    show(&cards);
    assert_eq!(counts(&cards), (9, 9, 2));
    let ours: Vec<&str> = cards.iter().filter_map(|card| card.ours.as_deref()).collect();
    Cards::with(&ours.join("\n")).unwrap_or_else(|faults| panic!("{faults}"));
}

/// What changed about the one card of a text, in sentences.
fn changes(text: &str) -> Vec<String> {
    let cards = read(text);
    assert_eq!(cards.len(), 1);
    cards[0].changes.iter().map(ToString::to_string).collect()
}

#[test]
fn what_is_lost_or_changed_is_told_in_sentences() {
    let left_out = |words: &str, why: &str| format!("\"{words}\" was left out: {why}");
    assert_eq!(
        changes("Ford Lamp {1}{W}\nInstant\nYou gain 3 life. Draw a card."),
        [left_out("You gain 3 life", "there is no life here")]
    );
    assert_eq!(
        changes("Ford Lamp {R}\nInstant\nFord Lamp deals 2 damage to any target."),
        ["\"any target\" became \"target creature\""]
    );
    assert_eq!(changes("Ford Isle\nBasic Land - Island"), [left_out("Land", "the lands are the board")]);
    assert_eq!(changes("Ford Lamp {W/U}{C}\nInstant\nDraw a card.").len(), 2);
    assert_eq!(
        changes("Ford Elk {G}\nCreature - Elk\nFlying"),
        [left_out("Ford Elk", "a creature needs a size, such as 2/2")]
    );
    assert_eq!(changes("Ford Elk"), [left_out("Ford Elk", "a card needs a second line with its types")]);
    // A name of the set is taken.
    assert_eq!(changes("Kiln Sprite {R}\nCreature - Sprite 1/1"), ["\"Kiln Sprite\" became \"Other Kiln Sprite\""]);
}

#[test]
fn cards_are_read_in_several_layouts() {
    let ours = "Ford Elk   2GG\nCreature - Elk   2/2\nFlying\n";
    for text in [
        "Ford Elk {2}{G}{G}\nCreature \u{2014} Elk\nFlying\n2/2",
        "Ford Elk 2GG\nCreature - Elk 2/2\nFlying",
        "Ford Elk\n{2}{G}{G}\nCreature - Elk\nFlying (It cannot be blocked, etc.)\nP/T: 2/2",
        "  Ford Elk   GG2  \r\n  Creature - Elk   2/2\r\nflying\r\n",
    ] {
        assert_eq!(read(text)[0].ours.as_deref(), Some(ours), "{text}");
        assert!(read(text)[0].is_whole(), "{:?}", read(text)[0].changes);
    }
    // Our own words are read, too.
    assert_eq!(read(ours)[0].ours.as_deref(), Some(ours));
}

#[test]
fn a_text_of_cards_is_bounded() {
    assert_eq!(foreign_cards(&"a".repeat(16 * 1024 + 1)), Err(ForeignFault::TooLong));
    assert_eq!(foreign_cards(&"A\n\n".repeat(65)), Err(ForeignFault::TooManyCards));
    assert_eq!(read(&"A\n\n".repeat(64)).len(), 64);
    assert_eq!(read(""), []);
    let long = format!("Ford Elk {{G}}\nInstant\n{}", "Draw a card.\n".repeat(20));
    assert_eq!(changes(&long).len(), 1);
}

proptest! {
    // A text of forty cards is long.
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn damaged_cards_are_read_as_cards_that_are_right_together(
        damage in prop::collection::vec(
            (any::<prop::sample::Index>(), 0..20_usize, "[A-Za-z0-9 .,:\\n{}/+*()\"'\u{e9}-]{0,6}"), 1..6),
    ) {
        let mut text: Vec<char> = FORTY.chars().collect();
        for (at, cut, put) in damage {
            let start = at.index(text.len());
            let end = (start + cut).min(text.len());
            text.splice(start..end, put.chars());
        }
        let text: String = text.into_iter().collect();
        let Ok(cards) = foreign_cards(&text) else { return Ok(()) };
        let ours: Vec<&str> = cards.iter().filter_map(|card| card.ours.as_deref()).collect();
        let read = Cards::with(&ours.join("\n"));
        prop_assert!(read.is_ok(), "{:?}", read);
        prop_assert!(cards.iter().all(|card| card.ours.is_some() || !card.changes.is_empty()));
    }

    #[test]
    fn any_text_is_read_without_panic(text in "[A-Za-z0-9 .,:\\n{}/+*()\"'\u{e9}\u{2014}\u{2022}-]{0,300}") {
        drop(foreign_cards(&text));
    }
}
