//! `turnpost play`.

use std::io::Write;
use std::process::Stdio;

use engine::records;

use super::{Place, complaint, output, turnpost};

#[test]
fn computer_players_play_a_match_whose_record_is_right() {
    let place = Place::new();
    let folder = place.folder("played");
    let options = r#"{"board": "square4"}"#;
    let arguments = ["play", "magnapoco", "--options", options, "--random", "--computer", "1", "--out", &folder];
    let output = output(&arguments, &[]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && said.contains("The board is full."), "{said}");
    let text = std::fs::read_to_string(format!("{folder}/magnapoco.txt")).unwrap();
    records::verify(&text).unwrap();
    for (file, begins) in [("magnapoco.svg", &b"<svg"[..]), ("magnapoco.png", b"\x89PNG")] {
        assert!(std::fs::read(format!("{folder}/{file}")).unwrap().starts_with(begins), "{file}");
    }
}

#[test]
fn a_person_plays_the_first_seat_and_is_answered() {
    let mut command = turnpost(&["play", "magnapoco", "--options", r#"{"board": "square4"}"#, "--computer", "1"], &[]);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"?\nz9\nd4\nquit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}");
    for part in ["Seed commitment ", "white> ", "  a1 ", "Not possible. ", "White put a stone on d4."] {
        assert!(said.contains(part), "{part}: {said}");
    }
    // The computer has moved before the person is asked again.
    assert!(said.contains("Black put "), "{said}");
}

#[test]
fn what_cannot_be_played_is_named() {
    for (arguments, why) in [
        (&["play", "chess"][..], "magnapoco"),
        (&["play", "magma", "--seats", "9"], "2 to 6 players"),
        (&["play", "magma", "--you", "pink"], "there is no seat \"pink\""),
        (&["play", "magma", "--computer", "6"], "expected a level from 1 to 5"),
        (&["play", "--record", "/nowhere"], "/nowhere"),
    ] {
        let told = complaint(arguments, &[]);
        assert!(told.contains(why) && !told.contains("panicked"), "{arguments:?}: {told}");
    }
}
