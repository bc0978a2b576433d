//! No input of a person within the limits costs more than 50 ms and 16 MB, or it is worked on with a deadline. Every reader of every game gets
//! lists of legal items, as long as may be. Memory is asserted, and as a measure of time what is allocated in all; times are printed.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use allocation_counter::AllocationInfo;
use engine::{Act, Dice, Eye, Frame, MAX_MOVE_BYTES, Moment, Names, Rules, Seat, Seed, game, newest};
use serde_json::{Value, json};

/// The most bytes that an input may take at a time.
const MAX_MEMORY: u64 = 16 << 20;
/// The most bytes that may be allocated for an input in all, and the most allocations: what 50 ms are enough for.
const MAX_BYTES: u64 = 64 << 20;
const MAX_COUNT: u64 = 400_000;

/// Cards that were read are kept for all threads: tests that measure their reading come one after the other.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A text of at most this many bytes: the beginning, as many items as have room, and the end.
pub(crate) fn filled(beginning: &str, item: &str, end: &str, max: usize) -> String {
    let room = max.saturating_sub(beginning.len() + end.len());
    format!("{beginning}{}{end}", item.repeat(room / item.len()))
}

/// What some work costs, which is less than an input may.
pub(crate) fn measured<T>(name: &str, work: impl FnOnce() -> T) -> AllocationInfo {
    let begun = Instant::now();
    let cost = allocation_counter::measure(|| drop(work()));
    let name: String = name.chars().take(160).collect();
    let time = begun.elapsed();
    if time > Duration::from_millis(20) {
        let AllocationInfo { count_total, bytes_total, bytes_max, .. } = cost;
        println!("{time:?}, {count_total} allocations, {bytes_total} bytes, at most {bytes_max} at a time: {name:?}");
    }
    assert!(cost.bytes_max <= MAX_MEMORY, "{} bytes at a time: {name:?}", cost.bytes_max);
    assert!(cost.bytes_total <= MAX_BYTES, "{} bytes in all: {name:?}", cost.bytes_total);
    assert!(cost.count_total <= MAX_COUNT, "{} allocations: {name:?}", cost.count_total);
    cost
}

/// Positions of a game with texts that were legal there.
fn positions(rules: &dyn Rules, seats: u8, options: &Value, every: u64, last: u64) -> Vec<(Frame, Vec<String>)> {
    let (mut frame, mut all) = (rules.start(seats, options, &Seed::numbered(7)).unwrap().frame, Vec::new());
    for step in 0..last {
        let status = rules.status(&frame).unwrap();
        let Some(seat) = Seat::all(seats).find(|seat| status.awaited.contains(*seat)) else { break };
        let Some(text) = rules.suggest(&frame, seat, &mut Dice::at(&Seed::numbered(step), 1)).unwrap() else { break };
        if step % every == 0 {
            let choices = rules.choices(&frame, seat, "").unwrap().into_iter().map(|choice| choice.text);
            all.push((frame.clone(), choices.take(8).chain([text.clone()]).collect()));
        }
        frame = rules.advance(&frame, Act::Chosen { by: seat, text: &text }, Moment(step)).unwrap().frame;
    }
    all
}

/// Long texts that are made of these: a text again and again, and its last word again and again.
fn long_texts(texts: &[String]) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for text in texts {
        let (first, last) = text.rsplit_once(' ').unwrap_or(("", text));
        for sign in [" ", ",", ";", "+", "-", ""] {
            all.insert(filled(text, &format!("{sign}{text}"), "", MAX_MOVE_BYTES));
            all.insert(filled(&format!("{first} {last}"), &format!("{sign}{last}"), "", MAX_MOVE_BYTES));
        }
    }
    all
}

/// Gives a text of a move to all that reads one.
fn read(rules: &dyn Rules, frame: &Frame, text: &str) {
    let names = Names::new(&rules.created_with(frame).unwrap().chairs);
    let status = rules.status(frame).unwrap();
    let seat = Seat::all(frame.seats).find(|seat| status.awaited.contains(*seat)).unwrap_or(Seat(0));
    let name = |reader: &str| format!("{}: {reader}: {text}", rules.info().id);
    measured(&name("read"), || rules.read_now(frame, seat, text));
    measured(&name("choices"), || rules.choices(frame, seat, text));
    measured(&name("preview"), || rules.preview(frame, seat, text, Moment(1000)));
    measured(&name("foretell"), || rules.foretell(frame, seat, text, &names));
    let advanced =
        measured_value(&name("advance"), || rules.advance(frame, Act::Chosen { by: seat, text }, Moment(1000)));
    let Ok(next) = advanced else { return };
    look(rules, &next.frame, &name("page"));
    for line in &next.lines {
        measured(&name("tell"), || rules.tell(line, Eye::Public, &names));
    }
}

fn measured_value<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let mut value = None;
    measured(name, || value = Some(work()));
    value.unwrap()
}

/// Looks at a position as visitors and players do.
fn look(rules: &dyn Rules, frame: &Frame, name: &str) {
    for eye in [Eye::Public, Eye::Seat(Seat(0))] {
        measured(name, || {
            let page = rules.page(frame, eye).unwrap();
            (page.text(), page.svg())
        });
    }
    measured(name, || rules.choices(frame, Seat(0), ""));
    measured(name, || rules.status(frame));
}

#[test]
fn moves_of_every_game_cost_little() {
    let _alone = alone();
    for rules in newest() {
        for (frame, legal) in positions(rules, *rules.info().seats.start(), &json!({}), 9, 28) {
            for text in long_texts(&legal) {
                read(rules, &frame, &text);
            }
        }
    }
}

#[test]
fn pasted_decks_cost_little() {
    let _alone = alone();
    let unknown = ("Zzzyzx", "\nKiln Sprit Which Is No Card");
    for (beginning, item) in
        [("4 Kiln Sprite", "\n4 Late Rent (ABC) 12"), unknown, ("a", "\na"), ("a", "a"), ("(", " (")]
    {
        let text = filled(beginning, item, "", 16 * 1024);
        measured(&format!("a deck of {beginning} and {item:?}"), || game("magic").unwrap().read_deck(&text, ""));
    }
}

#[test]
fn decks_and_orders_cost_little() {
    let _alone = alone();
    let rules = game("magic").unwrap();
    let begun = rules.start(2, &json!({}), &Seed::numbered(7)).unwrap().frame;
    let full = |beginning: &str, item: &str, end: &str| filled(beginning, item, end, MAX_MOVE_BYTES);
    for text in [
        full("deck 1 kiln-sprite", "; 1 kiln-sprite", ""),
        full("deck 60 kiln-sprite", "; 999 late-rent", ""),
        full("deck 1 Kiln Sprite", "\n1 Late Rent (ABC) 12", ""),
        full("deck a", ",a", ""),
        full("deck 1 kiln-sprit", "x", ""),
        full("lay F", ",M", ""),
        full("take 7", ",12", ""),
        full("orders block worth", "; block never c4", ""),
        full("orders when birch casts creature 4+ do cast h2", "; when birch casts creature 4+ do cast h2", ""),
        full("orders drop 1", "; drop 1", ""),
        full("orders retreat 1", ",2", ""),
    ] {
        read(rules, &begun, &text);
    }
    let table = json!({"table": full_table()});
    let crowded = rules.start(2, &table, &Seed::numbered(7)).unwrap().frame;
    for text in [
        full("move c1", "+c2", ": 6"),
        full("move c1: 2", ",1", ""),
        full("move c1: 2", "; move c2: 2", ""),
        full("cast h1 on c1", ",c2", ""),
        full("cast h1 pay 1", ",2", ""),
        full("divide c1: c2 1", ",c3 1", ""),
        full("retreat c1: 7", ",6", ""),
        full("trick losing cast h1 on c1", "; trick losing cast h1 on c1", ""),
        full("orders block worth", "; block never c4", ""),
        full("orders when birch casts creature 4+ do cast h2", "; when birch casts creature 4+ do cast h2", ""),
        full("choose h1", ",h2", ""),
        "end".to_owned(),
    ] {
        read(rules, &crowded, &text);
    }
}

/// A position with as many creatures as can be.
fn full_table() -> String {
    let creatures = "; ash has g1/1 @1; birch has b1/1 @20".repeat(49);
    format!("lands PFISM PFISM PFISM PFISM; ash holds 1 3 4; birch holds 20 18{creatures}")
}

#[test]
fn tables_cost_little() {
    let _alone = alone();
    let rules = game("magic").unwrap();
    let lands = "lands PFISM PFISM PFISM PFISM";
    for (before, item, after) in [
        ("", "; ash has g1/1 @1", ""),
        ("; ash has g1/1 @1", " flying", ""),
        ("; ash has plague-tallyman @4", "; ash has spring-assize", ""),
        ("; ash has g1/1 @1", "; ash has unpaid-wages on c1", ""),
        ("; ash hand late-rent", ", late-rent", ""),
        ("; ash library late-rent", ", kiln-song", ""),
        ("; ash grave late-rent", ", late-rent", ""),
        ("; ash holds 1", " 2", ""),
        ("; tapped 1-20", " 1-20", ""),
        ("; tapped 1-255", " 1-255", ""),
        ("; holes 1-255", " 1-255", ""),
        ("; ash orders block worth", ", block worth", ""),
        ("; ash mana 3", "W", ""),
        ("", " PFISM", ""),
        ("", "; turn ash", ""),
    ] {
        let text = filled(&format!("{lands}{before}"), item, after, 4096);
        let options = json!({ "table": text });
        measured(&text[lands.len()..], || rules.setup(2, &options));
        let begun = measured_value(&text[lands.len()..], || rules.start(2, &options, &Seed::numbered(1)));
        if let Ok(begun) = begun {
            look(rules, &begun.frame, &text[lands.len()..]);
        }
    }
    look(rules, &rules.start(2, &json!({"table": full_table()}), &Seed::numbered(1)).unwrap().frame, "the full table");
}

#[test]
fn options_of_every_game_cost_little() {
    let _alone = alone();
    // The body of a request has at most 64 KiB.
    let units = ["a", "\n", "1", "PT1S", "lands P; ", ", ", "Add W. ", "[[", "\u{a0}"];
    for rules in newest() {
        let schema = rules.option_schema();
        let names: Vec<String> =
            schema["properties"].as_object().map(|all| all.keys().cloned().collect()).unwrap_or_default();
        for (name, unit) in names.iter().flat_map(|name| units.map(|unit| (name, unit))) {
            for size in [4 << 10, 16 << 10, 64 << 10] {
                let options = json!({ name.as_str(): filled("", unit, "", size) });
                let name = format!("{}: {name}: {unit:?}", rules.info().id);
                measured(&name, || rules.setup(*rules.info().seats.start(), &options));
            }
        }
        let many: serde_json::Map<String, Value> =
            (0..4000).map(|number| (format!("option{number}"), json!(1))).collect();
        measured(rules.info().id, || rules.setup(2, &many.into()));
    }
}

#[test]
fn the_header_of_a_record_costs_little() {
    let _alone = alone();
    let cards = filled("Ford Edict   1G\nSorcery\nAdd W.", " Add W.", "", 16 << 10);
    for options in [json!({ "cards": cards }), json!({ "table": full_table() })] {
        let header = format!("game magic   seats 2   options {options}   seed 07\n");
        measured(&header, || engine::records::run(&header).map(drop));
    }
}
