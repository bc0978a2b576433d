//! Records of every game, damaged records, and faults that fuzzing found.

use std::path::{Path, PathBuf};

use proptest::prelude::*;

use super::*;
use crate::dice::Seed;
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
        let rules = crate::edition(first.game, first.edition).unwrap();
        let again = run(&write(rules, &first.frame, &first.log).unwrap()).unwrap();
        assert_eq!(again.frame, first.frame, "{}", file.display());
        assert_eq!(again.log, first.log);
    }
}

#[test]
fn a_record_that_cannot_be_followed_says_where_and_what_would_be_right() {
    let why = |text: &str| run(text).unwrap_err().to_string();
    let ids: Vec<&str> = crate::newest().map(|rules| rules.info().id).collect();
    let start = "# a comment\ngame magma   seats 2   options {}   seed 07\n";
    assert_eq!(why(""), "line 1: expected a line `game ...`");
    assert_eq!(
        why("game chess   seats 2   options {}   seed 07"),
        format!("line 1: there is no game \"chess\"; there is: {}", ids.join(", "))
    );
    assert_eq!(why("game magma seats 9 options {} seed 07"), "line 1: Magma is for 2 to 6 players, not for 9");
    assert_eq!(
        why("game magma seats 2 options {\"bord\":1} seed 07"),
        "line 1: option bord: unknown field `bord`, expected one of `board`, `solo_color`, `solo_seat`, `unused_color`, `entry_continue`, `pool_team_supply`, `reach`, `vacant_worth`, `max_rounds`, `tempo`, `sand`, `floor`, `penalty_piece`, `first`"
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

/// The written records of the matches that are over.
fn written() -> impl Iterator<Item = String> {
    files().into_iter().filter_map(|file| {
        let run = run(&golden::read(&file)).unwrap();
        let rules = crate::edition(run.game, run.edition).unwrap();
        run.frame.over.then(|| write(rules, &run.frame, &run.log).unwrap())
    })
}

/// The record with the line of this number, from 0, replaced by these lines.
fn with(record: &str, at: usize, lines: &[&str]) -> String {
    let mut all: Vec<&str> = record.lines().collect();
    all.splice(at..=at, lines.iter().copied());
    all.join("\n") + "\n"
}

#[test]
fn what_was_written_is_verified() {
    for record in written() {
        let verified = verify(&record).unwrap_or_else(|why| panic!("{record}: {why}"));
        assert_eq!((verified.commitment.len(), verified.head.len()), (64, 64));
        let followed = run(&record).unwrap();
        assert_eq!(verified.run.links.len(), followed.log.len() - 1);
        assert_eq!(verified.run.links.last().map(|link| link.head.to_string()), Some(verified.head));
    }
}

/// The heads that a server stores line by line are those of the record.
#[test]
fn heads_of_parts_of_a_log_are_those_of_the_whole() {
    for record in written() {
        let Run { frame, log, links, game, edition, .. } = run(&record).unwrap();
        let rules = crate::edition(game, edition).unwrap();
        let setup = rules.created_with(&frame).unwrap();
        let of = |before, lines| heads(&setup.chairs, &frame.seed, before, lines);
        let whole = of(first_head(rules, frame.seats, &setup.options, &frame.seed), &log[..]);
        assert_eq!(whole[1..], links.iter().map(|link| link.head).collect::<Vec<_>>());
        for at in [1, log.len() / 2, log.len() - 1] {
            assert_eq!(of(whole[at - 1], &log[at..]), whole[at..]);
        }
    }
}

/// The most lines of a record that are changed in turn.
const CHANGED: usize = 24;

/// A line, changed in any way, is found out.
#[test]
fn a_record_with_another_line_proves_nothing() {
    for record in written() {
        let lines: Vec<&str> = record.lines().collect();
        let moves = 2..lines.len() - 2;
        for at in moves.clone().step_by(moves.len().div_ceil(CHANGED)) {
            let line = lines[at];
            let other = match line.strip_prefix("at ") {
                // A moment that the rules take as well.
                Some(_) => vec![],
                None => {
                    vec![lines[moves.clone().find(|at| lines[*at] != line && !lines[*at].starts_with("at ")).unwrap()]]
                }
            };
            for changed in [with(&record, at, &other), with(&record, at, &[]), with(&record, at, &[line, line])] {
                // A time may be said twice.
                let is_same = run(&changed).is_ok_and(|run| run.text == record);
                assert!(is_same || verify(&changed).is_err(), "line {at}: {changed}");
            }
            if at + 1 < moves.end {
                let swapped = with(&with(&record, at, &[lines[at + 1]]), at + 1, &[line]);
                let is_same = run(&swapped).is_ok_and(|run| run.text == record);
                assert!(is_same || verify(&swapped).is_err(), "line {at} moved: {swapped}");
            }
        }
    }
}

#[test]
fn a_refusal_to_verify_says_what_differs() {
    let record = "game magnapoco   edition 1   seats 2   options {\"board\":\"square4\"}   seed 07\n";
    let played = run(&format!("{record}commitment ?\nat PT5S\nwhite: resign\nhead ?\n")).unwrap().text;
    assert_eq!(verify(&played).unwrap().run.links.len(), 1, "{played}");
    let why = |text: &str| verify(text).unwrap_err().to_string();
    assert!(why(&played.replace("seed 07", "seed 08")).starts_with("line 2: the seed is not the promised one"));
    assert!(why(&played.replace("PT5S", "PT6S")).contains("the lines before this one are not those that were played"));
    assert_eq!(
        why(&played.replace("resign", "a9")),
        "line 4: the record says `white: a9`, the rules give `!white: a9   illegal no-such-cell`"
    );
    let unpromised = why(&played.replace("commitment", "# commitment"));
    assert_eq!(unpromised, "the record has no line `commitment ...`: it was cut, or written by hand");
    let cut = &played[..played.find("head").unwrap()];
    assert_eq!(why(cut), "the record has no line `head ...`: it was cut, or written by hand");
    assert_eq!(
        why(&played.replace("edition 1", "edition 7")),
        "line 1: there is no edition 7 of magnapoco; there is: 1"
    );
    assert!(why(&format!("{played}white: a1\n")).starts_with("line 5: the record says `outcome"));
    let long = played.clone() + &"# long\n".repeat(MAX_RECORD_BYTES / 7);
    assert_eq!(why(&long), format!("line 1: a record has at most {MAX_RECORD_BYTES} bytes"));
}

/// The record of a match that was played on from half of another one by suggestions.
fn played_on(record: &str) -> String {
    let Run { game, edition, frame, log, .. } = run(record).unwrap();
    let rules = crate::edition(game, edition).unwrap();
    let options = rules.created_with(&frame).unwrap().options;
    let (mut lines, mut seed) = (log, frame.seed);
    let half = lines.len() / 2;
    let mut frame = loop {
        lines.truncate(half.max(1).min(lines.len() - 1));
        let until = lines.last().unwrap().ply;
        if let Ok(frame) = rules.replay(frame.seats, &options, &Seed::numbered(9).after(&seed, until).unwrap(), &lines)
        {
            break frame;
        }
    };
    seed = frame.seed.clone();
    let mut dice = crate::Dice::at(&seed, u32::MAX);
    for _ in 0..6 {
        let Some(by) = rules.status(&frame).unwrap().awaited.first() else { break };
        let text = rules.suggest(&frame, by, &mut dice).unwrap().unwrap();
        let at = lines.last().unwrap().at;
        let Ok(advance) = rules.advance(&frame, crate::Act::Chosen { by, text: &text }, at) else { break };
        lines.extend(advance.lines);
        frame = advance.frame;
    }
    write(rules, &frame, &lines).unwrap()
}

#[test]
fn the_record_of_a_match_that_was_played_on_proves_both_parts() {
    for record in written() {
        let record = played_on(&record);
        let header = record.lines().next().unwrap();
        let (before, earlier) = header.split_once("earlier ").unwrap();
        let verified = verify(&record).unwrap_or_else(|why| panic!("{record}: {why}"));
        let (line, hex) = earlier.split_once(':').unwrap();
        assert_eq!(verified.run.frame.seed.played_on_after(), line.parse().ok());
        let next = line.parse::<u32>().unwrap() + 1;
        let other = if hex.starts_with('0') { "1" } else { "0" };
        for changed in [
            before.to_owned(),
            format!("{before}earlier {next}:{hex}"),
            format!("{before}earlier {line}:{other}{}", &hex[1..]),
            format!("{before}earlier {line}:{hex},4000:07"),
        ] {
            let changed = record.replacen(header, changed.trim_end(), 1);
            assert!(verify(&changed).is_err(), "{changed}");
        }
    }
    let refused = run("game magma   seats 2   options {}   seed 07   earlier 3:07,2:07").unwrap_err();
    assert!(refused.why.starts_with("the earlier seeds are at most 16"), "{refused}");
}

#[test]
fn the_record_of_a_match_with_values_of_players_proves_them() {
    let played = "game magnapoco   seats 2   options {\"board\":\"square4\"}   seed 07   values VALUES\ncommitment ?\nwhite: a1\nblack: resign\nhead ?\n";
    let (one, other) = ("0".repeat(31) + "1", "f".repeat(32));
    let record = run(&played.replace("VALUES", &format!("{one},{other}"))).unwrap().text;
    let proved = verify(&record).unwrap_or_else(|why| panic!("{record}: {why}"));
    let seed = &proved.run.frame.seed;
    assert_eq!(
        (seed.values(), &proved.commitment),
        (Some(format!("{one},{other}")), &Seed::from_hex("07").unwrap().commitment())
    );
    assert_eq!(
        write(crate::game("magnapoco").unwrap(), &proved.run.frame, &proved.run.log).unwrap().lines().nth(3),
        Some("black: resign")
    );
    // None of them can be changed, left out or added afterwards.
    for values in [one.clone(), other.clone(), format!("{one},{}e", &other[1..]), format!("{one},{one},{other}")] {
        let changed = record.replace(&format!("{one},{other}"), &values);
        assert!(verify(&changed).is_err(), "{changed}");
    }
    assert!(verify(&record.replace(&format!("   values {one},{other}"), "")).is_err());
    for values in [format!("{other},{one}"), "00".to_owned()] {
        let refused = run(&played.replace("VALUES", &values)).unwrap_err();
        assert!(refused.why.starts_with("the values of players are at most 16"), "{refused}");
    }
}

/// The heads as a program in another language computes them from the documentation.
#[test]
fn heads_are_what_the_documentation_says() {
    let mut chain = chain::Chain::new(&Seed::from_hex("07").unwrap(), "game magma edition 1 seats 2 options {}");
    assert_eq!(chain.head().to_string(), "c31df4965020a78eb52af21e0ebcf16eb1455e7521f35ea2a4ce1f9f15698bd7");
    chain.add("PT5S", "red: a1-b1");
    assert_eq!(chain.head().to_string(), "51df0acbd3548515a68837aa019a48bf093ff39fca70c4a4146e4ded297b5f03");
}
