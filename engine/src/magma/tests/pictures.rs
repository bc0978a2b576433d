//! Pictures of whole matches, committed and compared: the diff of a picture is the review of a change of the renderer.

use std::path::Path;

use super::*;
use crate::golden;

/// A match played at random for this many lines, as this eye sees it.
fn picture(name: &str, seats: u8, options: &Value, lines: u32, eye: Eye) {
    let seed = Seed::new([seats; 32]);
    let mut player = Dice::at(&seed, u32::MAX);
    let mut frame = RULES.start(seats, options, &seed).unwrap().frame;
    while frame.ply < lines {
        let mover = RULES.status(&frame).unwrap().awaited.iter().next().unwrap();
        let mut suggested = || RULES.suggest(&frame, mover, &mut player).unwrap().unwrap();
        // Passes and words change no picture.
        let text = std::iter::repeat_with(&mut suggested).find(|text| text.contains(['-', '+'])).unwrap();
        frame = RULES.advance(&frame, Act::Chosen { by: mover, text: &text }, Moment(0)).unwrap().frame;
    }
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/magma/pictures"));
    let page = RULES.page(&frame, eye).unwrap();
    golden::compare(&folder.join(format!("{name}.svg")), &page.svg());
    golden::compare(&folder.join(format!("{name}.txt")), &page.text());
}

#[test]
fn pictures_of_all_boards_and_seat_counts_are_as_committed() {
    let you = |seat| Eye::Seat(Seat(seat));
    picture("two-players-pointed43", 2, &json!({"board": "pointed43"}), 24, you(1));
    picture("three-players-hexhex5", 3, &json!({"board": "hexhex5"}), 45, you(0));
    picture("four-players-hexhex6", 4, &json!({"board": "hexhex6"}), 30, Eye::Public);
    picture("five-players-pointed91", 5, &json!({"board": "pointed91"}), 60, you(2));
    picture("six-players-pointed91", 6, &json!({"board": "pointed91"}), 130, you(3));
    picture("six-players-hexhex7", 6, &json!({"board": "hexhex7"}), 12, you(5));
    picture("six-players-pointed157", 6, &json!({"board": "pointed157"}), 80, you(4));
}
