//! `turnpost verify`, and output whose reader has gone.

use std::process::{Command, Stdio};

use engine::records;
use tests::{Server, database};

use super::{Place, complaint, output, turnpost};

/// A file with the record of a match that was resigned after one move, and the record.
fn record(place: &Place) -> (String, String) {
    let played = "game magnapoco   edition 1   seats 2   options {\"board\":\"square4\"}   seed 07\ncommitment ?\n\
                  at PT5S\nwhite: resign\nhead ?\n";
    let text = records::run(played).unwrap().text;
    (file(place, "record.txt", &text), text)
}

fn file(place: &Place, name: &str, text: &str) -> String {
    let path = place.folder(name);
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_record_is_verified_with_its_commitment_and_a_head() {
    let place = Place::new();
    let (path, text) = record(&place);
    let proved = records::verify(&text).unwrap();
    let said = |arguments: &[&str]| {
        let output = output(&[&["verify", &path], arguments].concat(), &[]);
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let (promise, head) = (&*proved.commitment, &*proved.head);
    let plain = said(&[]);
    assert_eq!(
        plain,
        format!(
            "1 line verified against the rules and the seed of the record.\nThe commitment of the seed is {promise}; \
             compare it with the one that the match page showed from the start.\nThe head of the lines is {head}.\n"
        )
    );
    assert!(said(&["--commitment", &promise.to_uppercase()]).contains(&format!("seed is {promise}.\n")));
    for shown in [&head[..16], &head[..32], head] {
        let found =
            format!("The head {shown} is the one after line 1 of 1, `white: resign`: no line up to it was changed");
        assert!(said(&["--head", shown]).contains(&found), "{}", said(&["--head", shown]));
    }
}

#[test]
fn a_record_of_a_match_that_was_played_on_is_verified_with_the_earlier_seed() {
    let place = Place::new();
    let played = "game magnapoco   edition 1   seats 2   options {\"board\":\"square4\"}   seed 08   earlier 1:07\n\
                  commitment ?\nwhite: a1\nblack: resign\nhead ?\n";
    let path = file(&place, "played_on.txt", &records::run(played).unwrap().text);
    let output = output(&["verify", &path], &[]);
    let told = "2 lines verified against the rules and the seed of the record.\nThe match continues from line 1 of an \
                earlier one, whose seed the record contains: 1:0700";
    assert!(output.status.success() && output.stdout.starts_with(told.as_bytes()), "{output:?}");
}

#[test]
fn the_values_of_players_are_told_to_those_who_verify() {
    let place = Place::new();
    let value = "0a".repeat(16);
    let played = format!(
        "game magnapoco   edition 1   seats 2   options {{\"board\":\"square4\"}}   seed 08   values {value}\ncommitment ?\n\
         white: resign\nhead ?\n"
    );
    let text = records::run(&played).unwrap().text;
    let verified = output(&["verify", &file(&place, "mixed.txt", &text)], &[]);
    let told = format!(
        "1 line verified against the rules and the seed of the record.\nThese values from players are mixed into the \
         seed; yours is among them if your client sent one: {value}.\nThe commitment"
    );
    assert!(verified.status.success() && verified.stdout.starts_with(told.as_bytes()), "{verified:?}");
    let without = text.replace(&format!("   values {value}"), "");
    let said = complaint(&["verify", &file(&place, "without.txt", &without)], &[]);
    assert!(said.contains("the lines before this one are not those that were played"), "{said}");
}

#[test]
fn a_record_that_proves_nothing_is_refused_with_the_line() {
    let place = Place::new();
    let (path, text) = record(&place);
    let other = "0".repeat(64);
    let head = records::verify(&text).unwrap().head;
    for (arguments, why) in [
        (["--commitment", &other], "the commitment of the seed is "),
        (["--head", &other], "no line has the head 000000"),
        (["--head", &head[..15]], "a head has 16 to 64 hexadecimal digits"),
        (["--head", "not hexadecimal digits"], "a head has 16 to 64 hexadecimal digits"),
    ] {
        let said = complaint(&["verify", &path, arguments[0], arguments[1]], &[]);
        assert!(said.starts_with(&format!("turnpost: {path}: {why}")), "{said}");
    }
    for (changed, why) in [
        (text.replace("PT5S", "PT6S"), "line 6: the lines before this one are not those that were played"),
        (text.replace("seed 07", "seed 08"), "line 2: the seed is not the promised one"),
        (text.replace("resign", "a9"), "line 4: the record says `white: a9`, the rules give `!white: a9"),
        (text.replace("edition 1", "edition 7"), "line 1: there is no edition 7 of magnapoco; there is: 1"),
        (
            text[..text.find("head").unwrap()].to_owned(),
            "the record has no line `head ...`: it was cut, or written by hand",
        ),
        ("# long\n".repeat(1 << 20), "line 1: a record has at most 1048576 bytes"),
    ] {
        let path = file(&place, "changed.txt", &changed);
        let said = complaint(&["verify", &path], &[]);
        assert!(said.starts_with(&format!("turnpost: {path}: {why}")), "{said}");
    }
    let missing = place.folder("missing");
    assert!(complaint(&["verify", &missing], &[]).starts_with(&format!("turnpost: {missing}: No such file")));
    assert_eq!(output(&["verify", &missing], &[]).status.code(), Some(1));
}

#[test]
fn records_of_strangers_do_not_control_the_terminal() {
    let place = Place::new();
    let (_, text) = record(&place);
    let hostile = "\u{1b}[31m\u{9b}2J\u{202e}\u{7}";
    let shown = |said: &str| !said.chars().any(|c| c.is_control() && c != '\n' || c == '\u{202e}');
    for (changed, why) in [
        (
            text.replace("magnapoco", &format!("X{hostile}")),
            "there is no game \"X\u{fffd}[31m\u{fffd}2J\u{fffd}\u{fffd}\"",
        ),
        (text.replace("white", &format!("white{hostile}")), "there is no seat \"white\u{fffd}[31m"),
    ] {
        let path = file(&place, "hostile.txt", &changed);
        for command in [&["verify", &path][..], &["play", "--record", &path]] {
            let said = complaint(command, &[]);
            assert!(said.contains(why) && shown(&said), "{said:?}");
        }
    }
    let commented = text.replace("white", &format!("# a  {hostile}\nwhite"));
    let output = output(&["play", "--record", &file(&place, "commented.txt", &commented)], &[]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && said.contains("\n# a  \u{fffd}[31m") && shown(&said), "{said:?}");
}

/// Runs a command whose reader has gone, as `| head -1` goes after a line.
fn unread(mut command: Command) {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = command.stdout(Stdio::from(writer)).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && said.is_empty(), "{} {said}", output.status);
}

#[tokio::test(flavor = "multi_thread")]
async fn output_whose_reader_has_gone_is_no_fault() {
    let place = Place::new();
    let (path, _) = record(&place);
    unread(turnpost(&["verify", &path], &[]));
    unread(turnpost(&["settings"], &[]));
    unread(turnpost(&["openapi"], &[]));
    let server = Server::quiet(|_| {}).await;
    let url = database::access(&server.database).server;
    let secrets = format!("new:{}", "n".repeat(40));
    let settings = [("TURNPOST_DATABASE_URL", &*url), ("TURNPOST_SECRETS", &*secrets), ("TURNPOST_LOG_FILTER", "off")];
    for arguments in [&["doctor"][..], &["people", "list"], &["matches", "list"], &["replay", "--all"]] {
        let command = turnpost(arguments, &settings);
        tokio::task::spawn_blocking(|| unread(command)).await.unwrap();
    }
}
