//! Pictures, committed and compared: the diff of a picture is the review of a change of the renderer.

use std::path::Path;

use super::*;
use crate::golden;

fn compare(name: &str, frame: &Frame, eye: Eye) {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/magnet/pictures"));
    let page = RULES.page(frame, eye).unwrap();
    golden::compare(&folder.join(format!("{name}.svg")), &page.svg());
    golden::compare(&folder.join(format!("{name}.txt")), &page.text());
}

/// A match played at random up to a line after which `good` holds.
fn random(seed: u8, options: &Value, good: impl Fn(&Frame) -> bool) -> Frame {
    let seed = Seed::new([seed; 32]);
    let mut player = Dice::at(&seed, u32::MAX);
    let mut frame = RULES.start(2, options, &seed).unwrap().frame;
    while !good(&frame) {
        let mover = RULES.status(&frame).unwrap().awaited.first().unwrap();
        let text = RULES.suggest(&frame, mover, &mut player).unwrap().unwrap();
        frame = RULES.advance(&frame, Act::Chosen { by: mover, text: &text }, Moment(0)).unwrap().frame;
    }
    frame
}

fn phase(frame: &Frame) -> Phase {
    let position: Magnet = serde_json::from_str(&frame.state).unwrap();
    position.view(Eye::Public).phase
}

#[test]
fn pictures_of_every_phase_and_eye_are_as_committed() {
    let arranged = json!({});
    compare("set-up", &random(1, &arranged, |frame| frame.ply == 1), Eye::Seat(Seat(0)));
    let middle = random(4, &arranged, |frame| frame.ply > 30 && phase(frame) == Phase::Magnet);
    compare("middle-red", &middle, Eye::Seat(Seat(0)));
    compare("middle-blue", &middle, Eye::Seat(Seat(1)));
    let rows = json!({"start": "rows", "setup": "random"});
    let partly = random(6, &rows, |frame| frame.ply > 16 && phase(frame) == Phase::Pieces);
    compare("turn-in-parts", &partly, Eye::Seat(RULES.status(&partly).unwrap().awaited.first().unwrap()));
    compare("over", &random(8, &arranged, |frame| frame.over), Eye::Open);
}
