//! House rules as tests, each with its reason.

use std::path::{Path, PathBuf};

use crate::golden;

fn source() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))
}

/// The folder of the game with this id.
pub(crate) fn folder_of(id: &str) -> PathBuf {
    source().join(id.replace('-', "_"))
}

/// The Rust files below a folder.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = golden::files_below(folder);
    files.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
    files
}

/// A game is one folder and one line of the registry. The author of the next game would forget a third place.
#[test]
fn nothing_outside_its_folder_knows_a_game() {
    let folders: Vec<PathBuf> = crate::GAMES.iter().map(|game| folder_of(game.info().id)).collect();
    let in_a_game = |file: &PathBuf| folders.iter().any(|folder| file.starts_with(folder));
    let is_shared = |file: &PathBuf| !in_a_game(file) && !file.ends_with("lib.rs") && !file.ends_with("tests.rs");
    for file in rust_files(source()).into_iter().filter(is_shared) {
        let text = golden::read(&file);
        let rules = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        for game in crate::GAMES {
            let id = game.info().id;
            let named = rules.lines().find(|line| stands(line, id) && !line.trim_start().starts_with("//"));
            assert_eq!(named, None, "{} names {id}", file.display());
        }
    }
}

/// A clause that nothing cites is neither built nor tested.
#[test]
fn every_clause_of_the_rules_is_cited_by_code_or_test() {
    for game in crate::GAMES {
        let folder = folder_of(game.info().id);
        let code: String = rust_files(&folder).iter().map(|file| golden::read(file)).collect();
        let clauses: Vec<String> = golden::read(&folder.join("RULES.md"))
            .lines()
            .filter_map(|line| line.strip_prefix("* **")?.split_once("**").map(|(clause, _)| clause.to_owned()))
            .filter(|clause| clause.len() > 1 && clause[1..].bytes().all(|byte| byte.is_ascii_digit()))
            .collect();
        assert!(!clauses.is_empty(), "{} has no numbered clauses", folder.display());
        for clause in clauses {
            assert!(cites(&code, &clause), "{}: nothing cites {clause}", folder.display());
        }
    }
}

/// True if the clause is named, as in `(A14)` or in the name of a test, `fn a14_...`.
fn cites(code: &str, clause: &str) -> bool {
    stands(code, clause) || stands(code, &clause.to_lowercase())
}

/// True if the text has the word, not only as a part of a longer one.
fn stands(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + word.len()..].chars().next());
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

#[test]
fn a_clause_is_not_cited_by_a_longer_one() {
    assert!(cites("see (A14).", "A14") && cites("fn a3_a14_x()", "A14") && cites("A14-A16", "A14"));
    assert!(!cites("see (A14).", "A1") && !cites("fn aa14()", "A14"));
}

/// All games have the same files, so that one is an example for the next.
#[test]
fn every_game_has_its_rules_records_and_pictures() {
    for game in crate::GAMES {
        let folder = folder_of(game.info().id);
        for (room, ending) in [("records", "txt"), ("pictures", "svg")] {
            assert!(golden::files(&folder, room, ending).len() >= 3, "{}/{room}", folder.display());
        }
        assert_eq!(golden::read(&folder.join("RULES.md")), game.info().rules);
    }
}

/// A stored match finds the rules that it began with; a new one gets the newest.
#[test]
fn every_edition_is_found_and_the_newest_comes_first() {
    let editions: Vec<(&str, u16)> = crate::GAMES.iter().map(|game| (game.info().id, game.info().edition)).collect();
    for &(id, number) in &editions {
        let found = crate::edition(id, number).unwrap().info();
        assert_eq!((found.id, found.edition), (id, number));
        assert!(crate::game(id).unwrap().info().edition >= number, "{id}");
        assert_eq!(editions.iter().filter(|other| **other == (id, number)).count(), 1, "{id} {number}");
        assert_eq!(crate::newest().filter(|game| game.info().id == id).count(), 1, "{id}");
    }
    assert!(crate::edition(editions[0].0, u16::MAX).is_none());
}
