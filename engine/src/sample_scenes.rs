//! Scenes of kinds that no game draws yet, painted both ways: squares with stacked pyramids, points with a pillar, columns of
//! hexes. The pictures are committed, so that a change of a renderer shows.

use std::path::Path;

use crate::board::{Board, Place};
use crate::hex::{self, Outline};
use crate::scene::{Emblem, Ground, GroundKind, Layout, Mark, Material, Paint, Panel, Scene, Shape, Spot, Token};
use crate::square::{self, Adjacency};
use crate::{golden, svg, text};

fn token(shape: Shape, paint: Paint, label: &str) -> Token {
    Token::new(shape, paint, label)
}

fn chip(paint: Paint, label: &str, value: u8) -> Ground {
    Ground { value, ..Ground::new(GroundKind::Chip, paint, label) }
}

fn spots<const WORDS: usize>(board: &Board<WORDS>, decorate: impl Fn(&mut Spot)) -> Vec<Spot> {
    board
        .cells()
        .map(|cell| {
            let mut spot = Spot::bare(board.name(cell).to_string(), board.place(cell));
            decorate(&mut spot);
            spot
        })
        .collect()
}

fn scene(layout: Layout, spots: Vec<Spot>) -> Scene {
    Scene {
        title: "A sample <&> \"nothing to play\"".to_owned(),
        layout,
        material: match layout {
            Layout::Hexes => Material::Basalt,
            Layout::Rhombus => Material::Wood,
            Layout::Columns => Material::Table,
            Layout::Squares => Material::Mars,
            Layout::Points => Material::Steel,
        },
        phases: None,
        drawn: None,
        arrows: Vec::new(),
        ways: Vec::new(),
        spots,
        panels: vec![Panel {
            title: "Red".to_owned(),
            paint: Paint::Red,
            yours: true,
            awaited: true,
            score: String::new(),
            lines: vec!["5 small, 4 medium".to_owned(), "3 large".to_owned()],
            listed: false,
            items: Vec::new(),
        }],
        notes: Vec::new(),
        text_key: "A key for text.".to_owned(),
        picture_key: "A key for pictures.".to_owned(),
    }
}

fn compare(name: &str, scene: &Scene) {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/sample_scenes"));
    let picture = svg::paint(scene, svg::Style::Full);
    roxmltree::Document::parse(&picture).unwrap();
    golden::compare(&folder.join(format!("{name}.svg")), &picture);
    golden::compare(&folder.join(format!("{name}.txt")), &text::paint(scene));
}

#[test]
fn squares_with_stacked_pyramids_are_painted_as_committed() {
    let board = square::board::<1>(7, Adjacency::Edges);
    let small = |paint, label: &str| token(Shape::Pyramid(1), paint, label);
    let decorate = |spot: &mut Spot| {
        spot.ground = chip(Paint::Blue, "B1", 1);
        spot.glyph = "B1".to_owned();
        match spot.name.as_str() {
            "b2" => {
                spot.ground = Ground { yours: true, ..chip(Paint::Red, "R3", 3) };
                spot.tokens = vec![token(Shape::Pyramid(3), Paint::Red, "R")];
                spot.glyph = "R3\nRl".to_owned();
                spot.mark = Some(Mark::To);
            }
            "c3" => {
                spot.ground = chip(Paint::Plain, "N", 0);
                spot.tokens = vec![
                    token(Shape::Pyramid(3), Paint::Red, "R"),
                    token(Shape::Pyramid(2), Paint::Blue, "B"),
                    small(Paint::Green, "G"),
                    small(Paint::Purple, "P"),
                ];
                spot.glyph = "N\nRlBm\nGsPs".to_owned();
            }
            "d4" => {
                spot.tokens = vec![token(Shape::Pyramid(2), Paint::Yellow, "Y"), small(Paint::Orange, "O")];
                spot.glyph = "B1\nYmOs".to_owned();
                spot.mark = Some(Mark::From);
            }
            _ => {}
        }
    };
    compare("squares", &scene(Layout::Squares, spots(&board, decorate)));
}

#[test]
fn points_with_a_pillar_are_painted_as_committed() {
    let (board, _) = hex::board::<2>(Outline::Hexagon { side: 6 });
    let decorate = |spot: &mut Spot| {
        let stands = match spot.name.as_str() {
            "f6" => Some(token(Shape::Horseshoe, Paint::Plain, "M")),
            "k1" => Some(token(Shape::Disc, Paint::Red, "4@2")),
            "k2" => Some(token(Shape::Disc, Paint::Red, "K@1")),
            "a1" => Some(token(Shape::Disc, Paint::Blue, "?@3")),
            _ => None,
        };
        spot.glyph = stands.as_ref().map_or(".", |token| &token.label).to_owned();
        spot.tokens.extend(stands);
        spot.mark = (spot.name == "b3").then_some(Mark::Gone);
    };
    compare("points", &scene(Layout::Points, spots(&board, decorate)));
}

#[test]
fn the_widest_rhombus_is_painted_as_committed() {
    let (board, _) = hex::board::<4>(Outline::Rhombus { side: 15 });
    let decorate = |spot: &mut Spot| {
        let (paint, label) = if spot.at.x % 3 == 0 { (Paint::White, "o") } else { (Paint::Black, "x") };
        spot.tokens.push(token(Shape::Disc, paint, label));
        spot.glyph = label.to_owned();
        spot.mark = (spot.name == "c3").then_some(Mark::To);
    };
    compare("rhombus", &scene(Layout::Rhombus, spots(&board, decorate)));
}

#[test]
fn a_full_board_of_361_squares_is_light_enough_for_a_mail() {
    let board = square::board::<6>(19, Adjacency::Edges);
    let decorate = |spot: &mut Spot| {
        let (paint, label) = if spot.at.x % 3 == 0 { (Paint::White, "o") } else { (Paint::Black, "x") };
        spot.tokens.push(token(Shape::Disc, paint, label));
        spot.glyph = label.to_owned();
    };
    let picture = svg::paint(&scene(Layout::Squares, spots(&board, decorate)), svg::Style::Full);
    assert!(picture.len() <= 64 * 1024, "{} bytes", picture.len());
}

#[test]
fn columns_of_hexes_are_painted_as_committed() {
    let lands = [(0, 0), (0, 2), (1, 1), (1, 3), (0, 4), (-1, 3), (-1, 1), (-1, -1), (0, -2), (1, -1)];
    let spot = |(number, (x, y)): (usize, &(i16, i16))| {
        let paint = [Paint::White, Paint::Blue, Paint::Black, Paint::Red, Paint::Green][number % 5];
        let letter = ["P", "I", "S", "M", "F"][number % 5];
        let mut spot = Spot {
            ground: Ground { yours: number == 1, ..Ground::new(GroundKind::Land, paint, letter) },
            glyph: format!("{letter} "),
            ..Spot::bare((number + 1).to_string(), Place { x: 2 * x, y: *y })
        };
        if number == 1 {
            spot.tokens.push(token(Shape::Disc, Paint::Green, "c9"));
            spot.glyph = "I c9 ".to_owned();
        }
        spot
    };
    compare("columns", &scene(Layout::Columns, lands.iter().enumerate().map(spot).collect()));
}

/// Seven columns, the widest board there is, with the longest names and sizes, flags upright and lying, and a listed hand.
#[test]
fn columns_with_flags_and_sizes() {
    let seats = [
        (Paint::Yellow, "A"),
        (Paint::Orange, "B"),
        (Paint::Purple, "C"),
        (Paint::Pink, "D"),
        (Paint::Teal, "E"),
        (Paint::Brown, "F"),
    ];
    let lands = [(Paint::White, "P"), (Paint::Blue, "I"), (Paint::Black, "S"), (Paint::Red, "M"), (Paint::Green, "F")];
    let cells = (-3..=3i16).flat_map(|x| (0..4i16).map(move |row| (x, 2 * row + x.rem_euclid(2))));
    let spot = |(number, (x, y)): (usize, (i16, i16))| {
        let ((land, letter), (paint, seat)) = (lands[number % 5], seats[number % 6]);
        let (lying, held) = (number % 4 == 1, number % 3 > 0);
        let mut tokens = Vec::new();
        let mut glyph = format!("{letter}{} ", if held { seat } else { "-" });
        if held {
            glyph = format!("{letter}{seat}{} ", if lying { "'" } else { "" });
        }
        for creature in 0..[0, 1, 0, 2, 1, 0, 5][number % 7] {
            let (label, detail) = (format!("{seat}{}", 90 + creature), format!("{}/10", 10 + creature));
            glyph += &format!("\n{label} {detail}{}", if lying { "'" } else { "" });
            tokens.push(Token { detail, lying, emblem: Some(Emblem::Wings), ..token(Shape::Card, paint, &label) });
        }
        Spot {
            ground: Ground {
                yours: number == 3,
                owner: held.then_some(paint),
                used: lying,
                ..Ground::new(GroundKind::Land, land, letter)
            },
            tokens,
            glyph,
            mark: [None, None, Some(Mark::To), Some(Mark::From), None][number % 5],
            ..Spot::bare((number + 1).to_string(), Place { x: 2 * x, y })
        }
    };
    let spots = cells.enumerate().map(spot).collect();
    let mut scene = scene(Layout::Columns, spots);
    scene.panels.push(Panel {
        title: "Your hand".to_owned(),
        paint: Paint::Teal,
        yours: false,
        awaited: false,
        score: String::new(),
        lines: vec!["h1 a card of one mana".to_owned(), "h2 another card, ".repeat(9)],
        listed: true,
        items: Vec::new(),
    });
    assert!(text::paint(&scene).lines().all(|line| line.chars().count() <= text::WIDTH));
    compare("flags", &scene);
}
