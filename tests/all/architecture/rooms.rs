//! The rooms of the large modules, and the tests that each uses only those below it.

use std::path::{Path, PathBuf};

use super::{paths, sources};

/// The rooms of a module from the lowest up, each with those that it may use. What is in none of them is for all.
type Rooms = &'static [(&'static str, &'static [&'static [&'static str]])];

const PLAY: Rooms = &[
    ("matches", &[]),
    ("telling", &[&["matches"]]),
    ("game", &[&["matches", "telling"]]),
    ("people", &[&["matches", "telling", "game"]]),
    ("lobby", &[&["matches", "telling", "game", "people"]]),
    ("tournaments", &[&["matches", "telling", "game", "people", "lobby"]]),
];

/// The rooms of Magic that every other one is built on.
const GROUND: &[&str] = &["cards", "notation", "state"];

const MAGIC: Rooms = &[
    ("cards", &[]),
    ("notation", &[&["cards"]]),
    ("state", &[&["cards", "notation"]]),
    ("told", &[GROUND]),
    ("table_text", &[GROUND]),
    ("values", &[GROUND]),
    ("zones", &[GROUND, &["values"]]),
    ("movement", &[GROUND, &["values"]]),
    ("battle", &[GROUND, &["values"]]),
    ("casting", &[GROUND, &["values"]]),
    ("effects", &[GROUND, &["values", "casting"]]),
    ("stack", &[GROUND, &["values", "effects"]]),
    ("choices", &[GROUND, &["values", "casting"]]),
    ("turns", &[GROUND, &["effects"]]),
    ("windows", &[GROUND, &["choices", "turns"]]),
    ("setup", &[GROUND, &["table_text"]]),
    ("computer", &[GROUND, &["choices", "turns"]]),
    ("shown", &[GROUND, &["told", "values", "casting", "choices", "turns"]]),
    ("stored", &[GROUND, &["setup", "turns"]]),
];

/// The uses of other rooms in a file of a room, each with whether it is allowed.
fn uses_of_rooms(parent: &str, rooms: Rooms, path: &Path, text: &str) -> Vec<(String, bool)> {
    let room = |module: &[String]| {
        let (top, name) = (module.first()?, module.get(1)?);
        rooms.iter().find(|(room, _)| top == parent && room == name)
    };
    let module = paths::module(path);
    let Some((from, may)) = room(&module).filter(|_| module.iter().all(|name| name != "tests")) else {
        return Vec::new();
    };
    let may = may.concat();
    let uses = paths::uses(path, text).into_iter().filter_map(|used| {
        let (to, _) = room(&used).filter(|(to, _)| to != from)?;
        Some((format!("{}: {}", path.display(), used.join("::")), may.contains(to)))
    });
    uses.collect()
}

fn check_rooms(parent: &str, rooms: Rooms, sources: &[(PathBuf, String)]) {
    for (at, (room, may)) in rooms.iter().enumerate() {
        let is_below = |other: &&str| rooms[..at].iter().any(|(below, _)| below == other);
        assert!(may.concat().iter().all(is_below), "{room} uses a room that is not below it");
    }
    let found: Vec<_> = sources.iter().flat_map(|(path, text)| uses_of_rooms(parent, rooms, path, text)).collect();
    assert!(found.len() > 100, "only {} paths were read", found.len());
    let outside: Vec<String> = found.into_iter().filter(|(_, allowed)| !allowed).map(|(used, _)| used).collect();
    assert!(outside.is_empty(), "not in the table of the rooms of {parent}:\n{}", outside.join("\n"));
}

#[test]
fn rooms_use_only_those_below_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    check_rooms("play", PLAY, &sources());
    check_rooms("magic", MAGIC, &paths::sources(&root.join("engine/src/magic")));
}

#[test]
fn a_planted_use_of_a_room_is_not_allowed() {
    let planted = "use crate::play::Match;\nuse crate::play::people::caller::Caller;";
    let found = uses_of_rooms("play", PLAY, Path::new("api/src/play/game/planted.rs"), planted);
    assert!(matches!(found.as_slice(), [(_, false)]), "{found:?}");
    let planted = "use crate::magic::chairs::names;\nuse super::super::{cards::Card, stack::resolving};";
    let found = uses_of_rooms("magic", MAGIC, Path::new("engine/src/magic/state/planted.rs"), planted);
    assert!(matches!(found.as_slice(), [(_, true), (_, false)]), "{found:?}");
}
