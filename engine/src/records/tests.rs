//! Records of every game, damaged records, and faults that fuzzing found.

use std::path::{Path, PathBuf};

use proptest::prelude::*;

use super::*;
use crate::golden;

fn files() -> Vec<PathBuf> {
    golden::files(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), "records", "txt")
}

#[test]
fn every_record_states_what_the_rules_give() {
    let files = files();
    assert!(!files.is_empty());
    for file in files {
        let record = golden::read(&file);
        let run = run(&record).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        golden::compare(&file, &run.text);
    }
}

#[test]
fn every_game_has_three_records_or_more() {
    for rules in crate::GAMES {
        let id = rules.info().id;
        let full = files()
            .iter()
            .filter(|file| file.to_string_lossy().contains(&format!("/{}/", id.replace('-', "_"))))
            .filter(|file| run(&golden::read(file)).unwrap().frame.over)
            .count();
        assert!(full >= 3, "{id} has {full} records of whole matches");
    }
}

#[test]
fn the_record_of_a_stored_match_replays_to_the_same_match() {
    for file in files() {
        let first = run(&golden::read(&file)).unwrap();
        let rules = crate::game(
            golden::read(&file)
                .lines()
                .find(|line| line.starts_with("game "))
                .and_then(|line| line.split(' ').nth(1))
                .unwrap(),
        )
        .unwrap();
        let again = run(&write(rules, &first.frame, &first.log).unwrap()).unwrap();
        assert_eq!(again.frame, first.frame, "{}", file.display());
        assert_eq!(again.log, first.log);
    }
}

#[test]
fn a_record_that_cannot_be_followed_says_where_and_what_would_be_right() {
    let why = |text: &str| run(text).unwrap_err().to_string();
    let ids: Vec<&str> = crate::GAMES.iter().map(|rules| rules.info().id).collect();
    let start = "# a comment\ngame magma   seats 2   options {}   seed 07\n";
    assert_eq!(why(""), "line 1: expected a line `game ...`");
    assert_eq!(
        why("game chess   seats 2   options {}   seed 07"),
        format!("line 1: there is no game \"chess\"; there is: {}", ids.join(", "))
    );
    assert_eq!(why("game magma seats 9 options {} seed 07"), "line 1: Magma is for 2 to 6 players, not for 9");
    assert_eq!(
        why("game magma seats 2 options {\"bord\":1} seed 07"),
        "line 1: option bord: unknown field `bord`, expected one of `board`, `solo_color`, `entry_continue`, `pool_team_supply`, `reach`, `max_rounds`, `tempo`, `sand`, `floor`, `penalty_piece`, `first`"
    );
    assert!(why("game magma seats 2 options {x} seed 07").starts_with("line 1: the options are no JSON"));
    assert_eq!(
        why("game magma seats 2 options {} seed 7"),
        "line 1: the seed is up to 64 hexadecimal digits, an even number"
    );
    assert_eq!(why(&format!("{start}green: pass")), "line 3: there is no seat \"green\"; there is: red, blue");
    assert!(why(&format!("{start}hello")).starts_with("line 3: expected a move"));
    assert!(why(&format!("{start}= red sees\n| x\n| y\nat now")).starts_with("line 6: expected an ISO 8601 duration"));
    assert_eq!(why(&format!("{start}at PT5S\nat PT1S")), "line 4: time runs forward: it was PT5S already");
    assert_eq!(
        why(&format!("{start}~red: nap")),
        "line 3: a clock writes lapse, forfeit, timer-out or abandoned, not \"nap\""
    );
    assert_eq!(why(&format!("{start}= red thinks")), "line 3: an eye sees, reads, may or ends: `= red sees`");
}

#[test]
fn wrong_expectations_are_replaced() {
    let run = run("game magma   seats 2   options {}   seed 07\nblue: pass\nred: +b2   \n!red: pass   illegal nonsense\nred: nonsense\nblue: resign\noutcome 2 1   because\n").unwrap();
    assert_eq!(
        run.text,
        "game magma   seats 2   options {}   seed 07\n!blue: pass   illegal not-awaited\nred: +b2\n!red: pass   illegal not-awaited\n?red: nonsense   unreadable\nblue: resign\noutcome 1 2   Red wins: all others have left.\n"
    );
}

#[test]
fn an_abandoned_match_has_a_record() {
    let text = "game magma   seats 3   options {}   seed 07\nred: pass\nblue: resign\nat P44D\n~no-seat: abandoned\n= anyone reads\n| abandoned\n| The match was abandoned and ends as a draw.\n!yellow: pass   illegal over\noutcome 1 1 3   The match was abandoned and ends as a draw.\n";
    let first = run(text).unwrap();
    assert_eq!(first.text, text);
    assert!(first.frame.over && first.log.last().is_some_and(|line| line.seat.is_none()));
    assert_eq!(run(&text.replace("~no-seat", "~red")).unwrap().text, text);
}

#[test]
fn faults_that_fuzzing_found_stay_mended() {
    let start = "game magma   seats 2   options {}   seed 07\n";
    for text in [
        format!("{start}red: pass   x\n"),
        format!("{start}red: x   y\n"),
        format!("# a\r\r\n{start}"),
        format!("{start}at P7304482DT23H\nat P7304482DT25H\n"),
        format!("{start}{}", "~red: lapse\n~blue: lapse\n".repeat(300)),
    ] {
        let first = run(&text).unwrap().text;
        assert_eq!(run(&first).unwrap().text, first);
    }
    assert!(run("game magma seats 2 options{}seed \n").is_err());
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "(game magma   seats [2-6]   options \\{\\}   seed 07\n)?([!?~*=#]?(red|blue|yellow|at|outcome)?[: ]?.{0,12}\n){0,6}") {
        if let Ok(first) = run(&text) {
            // The output is a fixed point: it reads back to itself.
            prop_assert_eq!(run(&first.text).unwrap().text, first.text);
        }
    }
}
