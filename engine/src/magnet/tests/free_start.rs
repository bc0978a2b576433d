//! Start vertices that the players choose (B38).

use std::collections::BTreeSet;

use super::*;
use crate::game::{Cause, Entry};

const RED: &str = "setup K k1 T3 k2 T2 k3 4 g1 4 g10 4 k6 3 j1 3 j2 3 j3 2 i1 2 i2 2 i3";
const BLUE: &str = "setup K a1 T3 a2 T2 a3 4 a4 4 a5 4 a6 3 b1 3 b2 3 b3 2 e1 2 e2 2 e10";

fn free() -> Magnet {
    start(json!({"start": "free"}))
}

fn refused(position: &Magnet, seat: u8, text: &str) -> String {
    position.play(Seat(seat), &text.parse().unwrap(), Moment(0), &mut dice(0)).unwrap_err().to_string()
}

#[test]
fn b38_each_player_places_the_pieces_in_the_own_half() {
    let ready = play_as(&free(), 0, RED).unwrap();
    let begun = play_as(&ready, 1, BLUE).unwrap();
    assert_eq!(["k1", "g10", "i2"].map(|at| on(&begun, at)), ["RK@1", "R4@1", "R2@1"]);
    assert_eq!(["a1", "e10"].map(|at| on(&begun, at)), ["BK@1", "B2@1"]);
    let step = ready.play(Seat(1), &BLUE.parse().unwrap(), Moment(0), &mut dice(0)).unwrap();
    let names = Names::new(&Magnet::chairs(2, &Options::default()));
    let told = Magnet::tell(&step.events, Eye::Public, &names).join(" ");
    assert!(told.contains("Red starts on g1, g10, i1, i2, i3, j1, j2, j3, k1, k2, k3, k6."), "{told}");
    let moved = play(&begun, "f1: g1").unwrap();
    let figure =
        moved.view(Eye::Public).pieces.into_iter().find(|figure| figure.fate == Fate::On(vertex("f1"))).unwrap();
    assert_eq!(figure.id, vertex("g1"), "a piece is known by the vertex on which it started (B34)");
    let halves = |seat| Vertex::all().filter(|at| at.is_in_half_of(Seat(seat))).collect::<Vec<_>>();
    assert_eq!(halves(0).iter().map(|at| at.to_string()[..1].to_owned()).collect::<BTreeSet<_>>().len(), 5);
    assert_eq!((halves(0).len(), halves(1).len()), (40, 40), "without the row of the centre");
    assert!(halves(0).contains(&vertex("g1")) && halves(1).contains(&vertex("e10")));
}

#[test]
fn b38_wrong_placings_are_refused_with_the_piece() {
    let first = free();
    assert_eq!(
        refused(&first, 0, &RED.replace("g10", "f3")),
        "not-your-half: f3 is not in your half; Red starts in the rows g to k."
    );
    assert_eq!(
        refused(&first, 1, &BLUE.replace("a1", "k1")),
        "not-your-half: k1 is not in your half; Blue starts in the rows a to e."
    );
    assert_eq!(
        refused(&first, 0, &RED.replace("g10", "k6")),
        "named-twice: k6 is named twice; each piece needs a vertex of its own."
    );
    assert!(refused(&first, 0, &RED.replace("k6", "z9")).starts_with("no-such-cell"));
    assert!(refused(&first, 0, &RED.replace("T3 k2", "4 k2")).starts_with("wrong-pieces: A side has twelve pieces"));
    assert_eq!(
        refused(&first, 0, TYPICAL),
        "no-vertices: In this match you choose the vertices, too: write each piece with its vertex, as in setup K k1 T3 k2 T2 k3 4 k4 ..."
    );
    assert!(refused(&start(json!({})), 0, RED).starts_with("fixed-vertices"));
    assert!(refused(&first, 0, "f6").contains("First arrange your pieces, for example: setup K k1"));
    assert_eq!(
        RULES.setup(2, &json!({"start": "free", "setup": "random"})).unwrap_err().to_string(),
        "option setup: the players choose the start vertices (start is free), so they set up: expected arranged"
    );
}

#[test]
fn b38_a_placing_has_one_spelling() {
    let read = |text: &str| text.parse::<Move>().map(|mv| mv.to_string()).map_err(|why| why.to_string());
    assert_eq!(read(RED).as_deref(), Ok(RED));
    assert_eq!(read("Setup 2 I3, 4 k6, K K1").as_deref(), Ok("setup K k1 4 k6 2 i3"));
    assert_eq!(
        read("setup K k1 T3"),
        Err("at the end of the text: expected the vertex of that piece, such as k1".to_owned())
    );
    assert!(read("setup K k1 x2").unwrap_err().contains("expected a piece and its vertex, such as K k1"));
}

#[test]
fn b38_choices_place_one_piece_after_the_other() {
    let mut so_far = "setup".to_owned();
    for number in 0..12 {
        let view = free().view(Eye::Seat(Seat(0)));
        let choices = view.choices(&so_far);
        assert_eq!(choices.len(), 40 - number);
        assert!(view.prompt(&so_far, &choices).ends_with(&format!("piece {} of 12.", number + 1)));
        so_far.clone_from(&choices[7].text);
        assert_eq!(choices[7].complete, number == 11);
    }
    assert!(choices(&free(), 0, "setup K k1 T3 k1").is_empty() && choices(&free(), 0, "setup K a1").is_empty());
    assert!(play_as(&free(), 0, &so_far).is_ok());
}

/// The eyes of the others see the same after any set-up of Red: neither vertices nor kinds.
#[test]
fn b35_b38_chosen_vertices_are_hidden_until_both_are_set_up() {
    let other = "setup K k3 T3 j1 T2 k1 4 h1 4 h2 4 h3 3 j6 3 j5 3 j3 2 g1 2 g2 2 g3";
    let [one, another] = [RED, other].map(|text| play_as(&free(), 0, text).unwrap());
    for eye in [Eye::Seat(Seat(1)), Eye::Public] {
        assert_eq!(one.view(eye), another.view(eye));
        assert!(one.view(eye).pieces.is_empty());
        assert!(Magnet::scene(&one.view(eye)).spots.iter().all(|spot| spot.tokens.is_empty()));
        let mv: Move = RED.parse().unwrap();
        let step = free().play(Seat(0), &mv, Moment(0), &mut dice(0)).unwrap();
        let entry = Entry { by: Some(Seat(0)), cause: Cause::Chosen, text: mv.to_string() };
        assert_eq!(Magnet::written(entry, Some(&mv), &step.events, eye).unwrap().text, "setup");
    }
    assert_eq!(one.view(Eye::Seat(Seat(0))).pieces.len(), 12, "the player's own pieces are shown");
    assert_eq!(Magnet::preview(&one.view(Eye::Seat(Seat(1))), &BLUE.parse().unwrap(), Moment(0)), None);
    let [one, another] = [RED, &RED.replace("K k1 T3 k2", "K k2 T3 k1")]
        .map(|text| play_as(&play_as(&free(), 0, text).unwrap(), 1, BLUE).unwrap());
    assert_eq!(one.view(Eye::Public), another.view(Eye::Public), "the number of a piece does not tell its kind");
}

#[test]
fn b38_imagining_moves_hidden_pieces_within_their_half() {
    let ready = play_as(&free(), 0, RED).unwrap();
    let mut seen = BTreeSet::new();
    for number in 0..40 {
        let imagined = ready.imagine(Eye::Seat(Seat(1)), &mut dice(number));
        imagined.check(2).unwrap();
        seen.extend(imagined.table.pieces[0].iter().filter_map(|piece| piece.chosen));
        assert_eq!(ready.imagine(Eye::Seat(Seat(0)), &mut dice(number)), ready, "Red knows them");
    }
    assert!(seen.len() > 35, "{seen:?}");
}
