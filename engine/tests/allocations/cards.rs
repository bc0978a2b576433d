//! The reader of own cards is linear: lists of legal items of each kind, as long as the option may be, cost what their length says.

use std::time::Instant;

use engine::game;
use serde_json::json;

use super::inputs::{alone, filled, measured};

/// The most bytes of the option `cards`.
const MAX: usize = 16 * 1024;

const SORCERY: &str = "Ford Edict   1G\nSorcery\n";
const CREATURE: &str = "Ford Reeve   1G\nCreature - Reeve   2/2\n";
const AURA: &str = "Ford Writ   1G\nAura\n";

/// The parts of a text with a list: what stands before it, its first item, each further one, and what stands behind it.
type Parts = (&'static str, &'static str, &'static str, &'static str, &'static str);

/// A list of each kind in the language of cards.
const LISTS: [Parts; 43] = [
    (SORCERY, "Add W.", "", " Add W.", ""),
    (SORCERY, "Draw 1 card.", "", " You may draw 1 card.", ""),
    (SORCERY, "You may pay 1. If you do, draw 1 card.", "", " You may pay 1. If you do, draw 1 card.", ""),
    (SORCERY, "If it is your turn, draw 1 card.", "", " If you control a red creature, draw 1 card.", ""),
    (SORCERY, "Add ", "W", ", W", " or W."),
    (SORCERY, "Add ", "W", "W", "."),
    (SORCERY, "Draw 1 card", "", ", then draw 1 card", "."),
    (SORCERY, "Draw 1 card", "", ", then target creature gets +1/+1 until end of turn", "."),
    (SORCERY, "Choose one: ", "draw 1 card", "; or draw 1 card", "."),
    (SORCERY, "Target creature ", "gets +1/+1", " and gets +1/+1", " until end of turn."),
    (SORCERY, "Target creature gains ", "flying", ", flying", " until end of turn."),
    (SORCERY, "Target creature cannot ", "attack", " and cannot attack", " this turn."),
    (SORCERY, "Destroy target ", "red ", "red ", "creature."),
    (SORCERY, "Destroy target ", "artifact ", "artifact ", "creature."),
    (SORCERY, "Destroy target ", "artifact", " artifact", "."),
    (SORCERY, "Destroy target ", "non-red ", "non-red ", "creature."),
    (SORCERY, "Destroy target creature", " you control", " you control", "."),
    (SORCERY, "Destroy target creature", " with power 2", " with power 2 or less", "."),
    (SORCERY, "Destroy target creature", " with flying", " without flying", "."),
    (SORCERY, "Target creature cannot be blocked by creatures", "", " dealt damage this turn", " this turn."),
    (SORCERY, "Put 1 ", "toll", "toll", " counter on target creature."),
    (SORCERY, "Create 1 1/1 ", "white", " and white", " Reeve creature token."),
    (SORCERY, "Create 1 1/1 Reeve creature token with ", "flying", ", flying", "."),
    (SORCERY, "As an additional cost, ", "discard 1 card", ", discard 1 card", ".\nDraw 1 card."),
    (SORCERY, "Draw X cards", "", ", then draw X cards", ", where X is the number of creatures you control."),
    (CREATURE, "", "Flying", ", flying", ""),
    (CREATURE, "", "Flying", "\nFlying", ""),
    (CREATURE, "", "Tap", ", tap", ": Draw 1 card."),
    (CREATURE, "", "Discard 1 card", ", sacrifice a red creature", ": Draw 1 card."),
    (CREATURE, "Tap: Draw 1 card.", "", " Draw 1 card.", " Only in a battle."),
    (CREATURE, "Tap: Draw 1 card.", "", " Only in a battle.", ""),
    (CREATURE, "When this dies, ", "draw 1 card.", " Draw 1 card.", ""),
    (CREATURE, "Whenever a ", "red ", "red ", "creature dies, draw 1 card."),
    (CREATURE, "This ", "gets +1/+1", " and gets +1/+1", " as long as it is your turn."),
    (CREATURE, "This has ", "flying", ", flying", "."),
    (CREATURE, "Each ", "red ", "red ", "creature has \"Tap: Draw 1 card.\"."),
    (CREATURE, "Each creature has \"Tap: ", "Add W.", " Add W.", "\"."),
    (CREATURE, "Each creature", " you control", " you control", " gets +1/+1."),
    (AURA, "Enchant ", "red ", "red ", "creature"),
    (AURA, "Enchant creature", " you control", " you control", ""),
    ("", "Ford Reeve   1G\nCreature - Reeve", "", " Reeve", "   2/2\n"),
    ("", "# a", "\n# a", "\n\n# a", "\n"),
    ("", "A   1\nArtifact\n", "", "\n\n", "B   1\nArtifact\n"),
];

/// The text of a list that fills this many bytes.
fn text((head, before, first, item, after): Parts, max: usize) -> String {
    filled(&format!("{head}{before}{first}"), item, after, max)
}

fn options(cards: &str) -> serde_json::Value {
    json!({ "cards": cards })
}

#[test]
fn own_cards_cost_what_their_length_says() {
    let (_alone, magic) = (alone(), game("magic").unwrap());
    // The set is read once.
    magic.setup(2, &options("# none")).unwrap();
    for parts in LISTS {
        // Numbers of the text, so that no list is known from the one before.
        let costs = [MAX / 4, MAX / 2, MAX].map(|max| {
            let options = options(&text(parts, max));
            let name = text(parts, 100);
            measured(&name, || magic.setup(2, &options).unwrap_or_else(|why| panic!("{name}: {why}"))).bytes_total
        });
        let [quarter, half, whole] = costs;
        let (first, second) = (half.saturating_sub(quarter), whole.saturating_sub(half));
        // The second half is twice as long as the second quarter.
        assert!(second <= 3 * first + 100_000, "not linear: {first} and {second} bytes more: {}", text(parts, 100));
    }
}

#[test]
fn the_cost_of_cards_is_printed() {
    let (_alone, magic) = (alone(), game("magic").unwrap());
    magic.setup(2, &options("# none")).unwrap();
    for kilobytes in [2, 4, 8, 16] {
        let options = options(&filled("Ford Table   1G\nSorcery\nAdd W.", " Add W.", "", kilobytes * 1024));
        let begun = Instant::now();
        let max = measured("sentences", || magic.setup(2, &options).unwrap()).bytes_max;
        println!("{kilobytes} kB of cards: {:?}, {} kB of memory", begun.elapsed(), max / 1024);
    }
}

#[test]
fn cards_that_are_refused_cost_no_more() {
    let (_alone, magic) = (alone(), game("magic").unwrap());
    magic.setup(2, &options("# none")).unwrap();
    for parts in LISTS.into_iter().filter(|parts| !parts.0.is_empty()) {
        let (head, before, first, item, _) = parts;
        // The fault is at the end: all before it is read, and read again for the place of the fault.
        let options = options(&text((head, before, first, item, " lamp"), MAX));
        measured(&text(parts, 60), || magic.setup(2, &options).unwrap_err());
    }
    let unbound = filled(&format!("{SORCERY}Draw X cards."), " Draw X cards.", "", MAX);
    let (many, names) = (filled("", "A\n\n", "", MAX), filled("", "Ford Edict   1\nAura\n\n", "", MAX));
    for text in [unbound, many, names, "A".repeat(MAX)] {
        measured(&text[..20], || magic.setup(2, &options(&text)).unwrap_err());
    }
}

#[test]
fn cards_of_another_game_cost_no_more() {
    let _alone = alone();
    let read = |text: &str| game("magic").unwrap().read_cards(text).unwrap().unwrap();
    read("Ford Elk {G}\nCreature - Elk 1/1");
    let line = "When Ford Elk enters the battlefield, you gain 3 life and draw a card and tap target creature. Scry 2. It fights.\n";
    for (head, item, after) in [
        ("Ford Elk {G}\nCreature - Elk\n", line, "1/1"),
        ("Ford Elk {G}\nCreature - Elk\n", "Trample, ", "flying\n1/1"),
        ("Ford Lamp ", "{W/U}", "\nArtifact\n"),
        ("Ford Lamp {2}\nArtifact\n", "{2}{W}, {T}: Add {G}{G}. ", "\n"),
        ("Ford Lamp {2}\nInstant\n", "Any target and any target. ", "\n"),
        ("Ford Lamp {2}\nInstant\nChoose one -\n", "\u{2022} Draw a card.\n", "\n"),
        ("Ford Lamp {2}\nInstant\n", "(", "\n"),
        ("A", "b, ", " {G}\nInstant\nAb draws a card.\n"),
    ] {
        let text = filled(head, item, after, MAX);
        measured(&text[..40], || read(&text));
    }
    let cards: Vec<String> = (0..36_u8)
        .map(|number| {
            let name = format!("Ford {}{}", char::from(b'A' + number / 26), char::from(b'a' + number % 26));
            format!("{name} {{1}}{{G}}\nCreature - Elk\n{}2/2", line.repeat(3))
        })
        .collect();
    let text = cards.join("\n\n");
    assert!(text.len() > MAX * 3 / 4);
    measured("many foreign cards", || read(&text));
}

#[test]
fn cards_of_many_matches_are_kept() {
    let (_alone, magic) = (alone(), game("magic").unwrap());
    let frames: Vec<_> = (0..40_u8)
        .map(|number| {
            let letter = char::from(b'a' + number % 26);
            let head = format!("Ford {}{letter}   1G\nSorcery\nAdd W.", if number < 26 { 'A' } else { 'B' });
            let options = options(&filled(&head, " Add W.", "", MAX / 4));
            magic.start(2, &options, &engine::Seed::numbered(1)).unwrap().frame
        })
        .collect();
    let begun = Instant::now();
    let costs = frames.iter().map(|frame| {
        let look = || magic.page(frame, engine::Eye::Public).unwrap();
        (
            allocation_counter::measure(|| drop(look())).bytes_total,
            allocation_counter::measure(|| drop(look())).bytes_total,
        )
    });
    for (first, again) in costs {
        assert!(first <= again + 4096, "the cards were read again: {first} bytes, then {again}");
    }
    println!("80 looks at 40 matches with own cards: {:?}", begun.elapsed());
}
