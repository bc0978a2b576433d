//! Pictures of matches and of a made-up crowd, committed and compared: the diff of a picture is the review of a change of
//! the renderer.

use std::path::Path;

use serde_json::json;

use super::super::*;
use super::*;
use crate::golden;
use crate::scene::Scene;
use crate::{svg, text};

fn compare(name: &str, scene: &Scene) {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/ice/pictures"));
    golden::compare(&folder.join(format!("{name}.svg")), &svg::paint(scene, svg::Style::Full));
    golden::compare(&folder.join(format!("{name}.txt")), &text::paint(scene));
}

/// A match played at random until `stop` says so, as this eye sees it.
fn picture(name: &str, (seats, seed): (u8, u8), options: Value, eye: Eye, stop: impl FnMut(&Ice) -> bool) {
    let mut dice = Dice::at(&Seed::new([seed; 32]), 1);
    let begun = Ice::start(seats, &serde_json::from_value(options).unwrap(), &mut dice).unwrap().position;
    let ice = random_play(begun, &mut dice, stop);
    compare(name, &Ice::scene(&ice.view(eye)));
}

#[test]
fn pictures_of_all_stages_are_as_committed() {
    let you = |seat| Eye::Seat(Seat(seat));
    let drafting = |left: u32| move |ice: &Ice| ice.public.bag().len() == left;
    picture("draft-5x5-three-players", (3, 4), json!({}), you(1), drafting(9));
    picture("draft-7x7-six-players", (6, 5), json!({}), Eye::Public, drafting(20));
    picture("start-5x5-two-players", (2, 6), json!({}), you(0), |ice| ice.sealed[0].is_some());
    let on = |turns: u32| move |ice: &Ice| ice.public.turns >= turns && ice.public.passed.is_empty();
    picture("play-5x5-two-players", (2, 7), json!({"setup": "random", "allpass": "continue"}), you(0), on(120));
    picture("play-5x5-four-players", (4, 8), json!({"setup": "random", "allpass": "continue"}), you(2), on(150));
    picture("play-7x7-six-players", (6, 9), json!({"setup": "random", "allpass": "continue"}), you(5), on(300));
    picture(
        "won-7x7-three-players",
        (3, 1),
        json!({"setup": "random", "board": "7x7", "allpass": "continue"}),
        Eye::Open,
        |_| false,
    );
}

#[test]
fn a_picture_of_crowds_is_as_committed() {
    let spaces =
        "a1=R1[Rs,Rs,Rs,Rl,Bm] b2=R2[Rm,Bl] c3=N[Rs,Rm,Bs,Bs,Bm,Gs,Gm,Gl,Ys,Yl] d4=Y3[Ym] e5=G1[Gs,Gs] e1=B1[Bl,Ym,Gm]";
    let ice = with(4, json!({}), 0, spaces);
    compare("crowds-5x5", &Ice::scene(&played(&ice, "0 jump c3-b3 m").view(Eye::Seat(Seat(0)))));
}
