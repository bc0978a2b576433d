//! Pictures of matches and of made-up positions, committed and compared (L2).

use std::path::Path;

use serde_json::Value;

use super::*;
use crate::scene::Scene;
use crate::{golden, svg, text};

/// The six seats' board of the crowds.
const T60: &str = "lands PFISM PFISM PFISM PFISM PFISM PFISM PFISM PFISM; ";

fn compare(name: &str, scene: &Scene) {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/magic/pictures"));
    golden::compare(&folder.join(format!("{name}.svg")), &svg::paint(scene, svg::Style::Full));
    golden::compare(&folder.join(format!("{name}.txt")), &text::paint(scene));
}

/// A match played by suggestions until `stop` says so, as this eye sees it.
fn picture(name: &str, (seats, seed): (u8, u8), options: Value, eye: Eye, stop: impl Fn(&Magic) -> bool) {
    let mut dice = dice(seed);
    let options = serde_json::from_value(options).unwrap();
    let mut position = Magic::start(seats, &options, &mut dice).unwrap().position;
    for ply in 0..400u32 {
        if stop(&position) || position.outcome().is_some() {
            break;
        }
        let seat = position.awaited().first().unwrap();
        let text = position.suggest(seat, &mut dice).unwrap();
        position = position.play(seat, &text, Moment(u64::from(ply)), &mut dice).unwrap().position;
    }
    compare(name, &Magic::scene(&position.view(eye)));
}

#[test]
fn pictures_of_all_stages() {
    let you = |seat| Eye::Seat(Seat(seat));
    let usual = json!({ "max_rounds": 40 });
    picture("decks-three-players", (3, 1), usual.clone(), you(0), |it| it.awaited().len() == 1);
    let draft = json!({ "layout": "draft", "decks": "dealt" });
    picture("layout-four-players", (4, 2), draft.clone(), Eye::Public, |it| it.table.lands.len() >= 17);
    picture("selection-four-players", (4, 2), draft, you(1), |it| {
        matches!(it.table.stage, Stage::Selection { picks: 3, .. })
    });
    let round = |number: u16| move |it: &Magic| it.table.turn().is_some_and(|turn| turn.round >= number);
    picture("play-two-players", (2, 3), json!({ "layout": "shuffled", "decks": "dealt" }), you(0), round(6));
    picture("play-four-players", (4, 4), json!({ "layout": "shuffled", "decks": "dealt" }), you(2), round(6));
    picture("over-three-players", (3, 5), json!({ "layout": "shuffled", "max_rounds": 5 }), Eye::Open, |_| false);
}

#[test]
fn a_turn_in_parts_shows_hand_orders_and_marks() {
    let before = t20(
        "ash holds 1 7 2 11; birch holds 12 3 20; tapped 12; holes 15; ash hand kiln-sprite, tin-ledger, drove-bull; \
         ash has slag-runner @7; ash has g3/3 banding @2 tapped; birch has a0/4 defender @12 damaged 1; ash has tin-ledger; \
         ash mana 1G; ash orders block never c1, retreat 7",
    );
    let after = play(&before, "move c1: 1,10");
    compare("turn-in-parts", &Magic::scene(&after.view(Eye::Seat(Seat(0)))));
}

/// Birch has answered an attack, and Ash is asked; Cedar, who is not, has sent something as well.
#[test]
fn a_window_shows_the_stack_and_the_sealed_answer() {
    let before = table_of(
        4,
        "lands PFISM PFISM PFISM PFISM PFISM PFISM; ash holds 7 10 25; birch holds 2 5; cedar holds 12 13; dogwood holds 20; \
         ash has g3/3 @7; birch has g2/2 @2; ash hand late-rent; birch hand hot-clinker; cedar hand late-rent; \
         cedar orders surprise continue",
    );
    let open = play(&before, "move c1: 2; end");
    let second = play_as(&open, 1, "cast h1 on c1");
    let ordered = play_as(&second, 2, "orders when any casts creature 4+ do cast h1");
    let sealed = play_as(&ordered, 2, "cast h1 on c2 commit");
    compare("window-four-players", &Magic::scene(&sealed.view(Eye::Seat(Seat(2)))));
    let title = |seat: u8| Magic::scene(&sealed.view(Eye::Seat(Seat(seat)))).title;
    assert_eq!(title(0), "Your answer is awaited: battle, Ash's turn, round 1");
    assert_eq!(title(2), "Responses are awaited: battle, Ash's turn, round 1");
}

/// Six seats, every land held, 99 creatures of 10/10.
fn crowd() -> String {
    let seats = ["ash", "birch", "cedar", "dogwood", "elm", "fir"];
    let mut text = T60.to_owned();
    for (at, seat) in seats.iter().enumerate() {
        let lands: Vec<String> = (1..=40).filter(|land| land % 6 == at).map(|land| land.to_string()).collect();
        text += &format!("{seat} holds {}; ", lands.join(" "));
    }
    text += "tapped 1-13; ";
    for number in 0..99 {
        let (seat, land) = (seats[number % 6], number % 40 + 1);
        text += &format!("{seat} has g10/10 @{land}{}; ", if number % 4 == 0 { " tapped" } else { "" });
    }
    text
}

#[test]
fn a_full_board_of_six_seats_fits_a_mail() {
    let position = table_of(6, &crowd());
    let scene = Magic::scene(&position.view(Eye::Seat(Seat(4))));
    for line in text::paint(&scene).lines() {
        assert!(line.chars().count() <= text::WIDTH, "{line}");
    }
    let picture = svg::paint(&scene, svg::Style::Full);
    assert!(picture.len() <= 64 * 1024, "{} bytes", picture.len());
    compare("crowd-six-players", &scene);
}
