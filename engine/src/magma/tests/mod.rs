//! The golden positions of the rules page (here), a test for each clause that they leave open (`clauses.rs`), the
//! variants that options choose (`variants.rs`), bad input (`input.rs`), and the pictures (`pictures.rs`).

mod clauses;
mod input;
mod pictures;
mod variants;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::*;
use crate::board::Cell;
use crate::dice::Seed;
use crate::erased::Erased;
use crate::game::EndKind;
use crate::rules::{Act, Fault, Frame, LapsePolicy, Rules};

const RULES: &dyn Rules = &Erased::<Magma>::NEW;

fn dice() -> Dice {
    Dice::at(&Seed::new([0; 32]), 0)
}

/// The start of a match with these options.
fn start(seats: u8, options: Value) -> Magma {
    Magma::start(seats, &serde_json::from_value(options).unwrap(), &mut dice()).unwrap().position
}

/// The match with these pieces on the board instead of its own: `R:a1,b2 B:m1`.
fn with_pieces(mut magma: Magma, pieces: &str) -> Magma {
    magma.pieces = [Cells::EMPTY; 3];
    for group in pieces.split_whitespace() {
        let (letter, cells) = group.split_once(':').unwrap();
        let color = Color::ALL.into_iter().find(|color| letter == color.letter().to_string()).unwrap();
        for cell in cells.split(',').filter(|cell| !cell.is_empty()) {
            magma.pieces[color.index()].insert(cell_of(&magma, cell));
        }
    }
    magma
}

fn cell_of(magma: &Magma, name: &str) -> Cell {
    magma.find(name.parse().unwrap()).unwrap()
}

impl Magma {
    fn home_of(&self, slot: u8) -> Option<String> {
        let table = self.table();
        let corner = table.slots().get(usize::from(slot))?.corner;
        Some(self.field().board.name(self.field().corners[usize::from(corner)]).to_string())
    }
}

fn names(magma: &Magma, cells: Cells) -> String {
    cells.iter().map(|cell| magma.field().board.name(cell).to_string()).collect::<Vec<_>>().join(" ")
}

/// The destinations of the piece on this cell.
fn destinations(magma: &Magma, color: Color, from: &str) -> String {
    names(magma, magma.destinations(color, cell_of(magma, from)))
}

/// The destinations of a new piece of the slot to move.
fn entries(magma: &Magma) -> String {
    names(magma, magma.entries(magma.current_slot()))
}

/// Every whole move that the choices of the seat lead to.
fn legal(magma: &Magma, seat: u8) -> BTreeSet<String> {
    fn walk(view: &View, so_far: &str, found: &mut BTreeSet<String>) {
        for choice in Magma::choices(view, so_far) {
            if choice.complete {
                found.insert(choice.text)
            } else {
                walk(view, &choice.text, found);
                true
            };
        }
    }
    let mut found = BTreeSet::new();
    walk(&magma.view(Eye::Seat(Seat(seat))), "", &mut found);
    found
}

fn play_at(magma: &Magma, seat: u8, text: &str, at: Moment) -> Magma {
    match magma.play(Seat(seat), &text.parse().unwrap(), at, &mut dice()) {
        Ok(step) => step.position,
        Err(illegal) => panic!("{text} of seat {seat}: {illegal}"),
    }
}

/// Plays moves one after the other: `0 pass, 1 m1-l1`.
fn played(magma: &Magma, moves: &str) -> Magma {
    moves.split(", ").fold(*magma, |magma, mv| {
        let (seat, text) = mv.split_once(' ').unwrap();
        let seat = seat.parse().unwrap();
        match text {
            "lapse" => magma.leave(Seats::just(Seat(seat)), Leaving::Lapsed, Moment(0), &mut dice()).position,
            "resign" => magma.leave(Seats::just(Seat(seat)), Leaving::Resigned, Moment(0), &mut dice()).position,
            text => play_at(&magma, seat, text, Moment(0)),
        }
    })
}

fn refusal(magma: &Magma, seat: u8, text: &str) -> &'static str {
    magma.play(Seat(seat), &text.parse().unwrap(), Moment(0), &mut dice()).unwrap_err().code
}

fn exclusive(magma: &Magma, color: Color) -> u32 {
    magma.exclusive()[color.index()].len()
}

fn ranks(magma: &Magma) -> Vec<u8> {
    magma.outcome().unwrap().ranks
}

#[test]
fn golden_1_two_players_start_with_six_moves() {
    let magma = start(2, json!({}));
    let right = ["a1-b2", "a1-b3", "+b2", "+b3", "pass", "agree"].map(String::from).into();
    assert_eq!(legal(&magma, 0), right);
    assert_eq!(legal(&magma, 1), ["agree".to_owned()].into());
}

#[test]
fn golden_2_entries_jump_over_the_home_and_on() {
    let magma = with_pieces(start(2, json!({})), "R:a1,b2 B:m1");
    assert_eq!(entries(&magma), "b1 b3");
    assert_eq!(destinations(&magma, Color::Red, "a1"), "b3 c3");
    assert_eq!(destinations(&magma, Color::Red, "b2"), "b1 b3 c3 c4");
}

#[test]
fn golden_3_jumps_go_over_own_pieces_only() {
    let magma = with_pieces(start(2, json!({})), "B:g4,g5,f6,e6 Y:g7");
    assert_eq!(destinations(&magma, Color::Blue, "g4"), "e5 e7 f4 f5 g3 g6 h4 h5");
    assert_eq!(destinations(&magma, Color::Blue, "g5"), "f5 g3 g6 h5 h6");
}

#[test]
fn golden_4_and_5_no_piece_enters_through_a_blocked_or_crowded_home() {
    // An enemy on the home (A10); own piece on it, and nowhere to land (A11).
    for (pieces, code) in [("B:a1 R:b2", "home-blocked"), ("R:a1,b2,b3", "home-full"), ("R:a1,b2 Y:b3", "home-full")] {
        let magma = with_pieces(start(2, json!({})), pieces);
        assert_eq!(entries(&magma), "", "{pieces}");
        assert_eq!(refusal(&magma, 0, "+a1"), code, "{pieces}");
    }
}

#[test]
fn golden_6_both_pass_and_the_later_one_wins_the_tie() {
    let magma = played(&start(2, json!({})), "0 pass, 1 pass");
    let outcome = magma.outcome().unwrap();
    assert_eq!((outcome.ranks, outcome.scores), (vec![2, 1], Some(vec![7, 7])));
    assert_eq!(
        outcome.reason,
        "All players passed in sequence: Blue 7, Red 7. Blue wins the tie, having played most recently."
    );
    let notes = |magma: &Magma| Magma::scene(&magma.view(Eye::Public)).notes;
    let counted = "The tinted spaces scored for the colour that alone could reach them: Red 2, Blue 2.";
    assert_eq!((notes(&magma), notes(&start(2, json!({})))), (vec![counted.to_owned()], Vec::new()));
}

#[test]
fn golden_7_contested_spaces_count_for_no_colour_and_open_homes_count() {
    let contested = with_pieces(start(2, json!({})), "R:e5 B:e7");
    let cell = cell_of(&contested, "e6");
    for color in [Color::Red, Color::Blue] {
        assert!(!contested.exclusive()[color.index()].contains(cell));
    }
    // Five neighbours of its own each, and the vacant home through which a piece could enter.
    assert_eq!([Color::Red, Color::Blue].map(|color| exclusive(&contested, color)), [6, 6]);
    let mut no_homes = contested;
    no_homes.supply = [0; 6];
    assert_eq!([Color::Red, Color::Blue].map(|color| exclusive(&no_homes, color)), [5, 5]);

    let mut red_home = with_pieces(start(2, json!({})), "R:g5 B:m1");
    assert_eq!(exclusive(&red_home, Color::Red), 7);
    red_home.supply[0] = 0;
    assert_eq!(exclusive(&red_home, Color::Red), 6);
}

#[test]
fn golden_8_three_players_end_with_three_passes_in_sequence() {
    let magma = start(3, json!({}));
    let running = played(&magma, "0 pass, 1 pass, 2 +j2, 0 pass, 1 pass");
    assert_eq!(running.outcome(), None);
    assert!(played(&running, "2 pass").outcome().is_some());

    let yellow_absent = played(&magma, "0 pass, 1 lapse, 2 j1-i1, 0 pass, 1 lapse");
    assert_eq!(yellow_absent.outcome(), None);
    assert!(played(&yellow_absent, "2 pass").outcome().is_some());
}

#[test]
fn golden_9_of_five_the_solo_player_has_two_homes() {
    let magma = start(5, json!({"first": "A1"}));
    let owners: Vec<u8> = magma.table().slots().iter().map(|slot| slot.seat.0).collect();
    assert_eq!(owners, [0, 1, 2, 3, 4, 2]);

    let after_bob = played(&magma, "0 pass, 1 pass");
    assert_eq!(entries(&after_bob), "i9 j9", "Claire enters at j10 only");
    assert!(legal(&after_bob, 2).iter().any(|text| text.starts_with("d1-")), "her pieces at d1 may move all the same");
    let after_eunice = played(&after_bob, "2 +j9, 3 pass, 4 pass");
    assert_eq!(entries(&after_eunice), "d2 e1", "Claire enters at d1 only");
    assert!(legal(&after_eunice, 2).iter().any(|text| text.starts_with("d1-")));

    let four_passes = played(&magma, "0 pass, 1 pass, 2 pass, 3 pass");
    assert_eq!(four_passes.outcome(), None);
    assert!(played(&four_passes, "4 pass").outcome().is_some());

    let bob_moved_last = played(&magma, "0 pass, 1 d10-d9, 2 pass, 3 pass, 4 pass, 2 pass, 0 pass");
    assert_eq!(bob_moved_last.outcome(), None);
    assert!(played(&bob_moved_last, "1 pass").outcome().is_some());
}

#[test]
fn golden_10_the_worked_example_of_the_designer_has_these_scores() {
    for reach in ["turn", "region"] {
        let mut magma = with_pieces(
            start(3, json!({ "reach": reach, "first": "j10" })),
            "R:a1,b2,c1,c2,c4,c5,c6,c7,d3,d4,d5,d6,d7,e3,e4,e5,e6,e7,f5,f6 \
             Y:d8,d9,e8,f7,f8,f9,g6,h7,h8,h10,i5,i6,i8,i9,j6,j7,j9,j10,k4,l3 \
             B:d2,e2,f3,f4,g1,g2,g4,g5,h2,h5,h6,i1,i4,j1,j2,j5,k3,l1,l2,m1",
        );
        magma.supply = [5; 6];
        assert_eq!([Color::Blue, Color::Yellow, Color::Red].map(|color| exclusive(&magma, color)), [14, 13, 4]);
        assert_eq!(magma.exclusive().map(|cells| cells.len()).iter().sum::<u32>(), magma.vacant().len());
        let over = played(&magma, "1 pass, 2 pass, 0 pass");
        let outcome = over.outcome().unwrap();
        assert_eq!((outcome.scores, outcome.ranks), (Some(vec![32, 59, 62]), vec![3, 2, 1]));
        assert_eq!(outcome.reason, "All players passed in sequence: Blue 62, Yellow 59, Red 32. Blue wins.");
    }
}

#[test]
fn golden_11_hot_sand_that_runs_out_leads_to_a_penalty() {
    let magma = start(3, json!({"tempo": "hot", "sand": "PT30S"}));
    assert_eq!(magma.wake().unwrap().at, Moment(30_000));
    let yellow = play_at(&magma, 0, "+b2", Moment(10_000));
    let wake = yellow.wake().unwrap();
    assert_eq!((wake.at, wake.seat), (Moment(40_000), Some(Seat(1))));
    let penalty = yellow.woken(Moment(40_000), &mut dice()).position;
    assert_eq!(penalty.awaited(), Seats::just(Seat(0)), "red sits to the right of yellow");
    assert_eq!(legal(&penalty, 0), ["agree", "remove j10", "spare"].map(String::from).into());
    assert_eq!(refusal(&penalty, 0, "remove a1"), "not-their-piece");
    assert_eq!(refusal(&penalty, 2, "spare"), "not-awaited");
    let settled = play_at(&penalty, 0, "remove j10", Moment(50_000));
    assert_eq!((settled.supply[1], settled.pieces[Color::Yellow.index()].len()), (25, 0));
    assert_eq!((settled.awaited(), settled.wake().unwrap().at), (Seats::just(Seat(2)), Moment(80_000)));
}

#[test]
fn golden_11_white_hot_flips_the_timer() {
    let magma = start(2, json!({"tempo": "whitehot", "sand": "PT30S"}));
    assert_eq!(magma.wake(), None, "untimed until called (A32)");
    let called = play_at(&magma, 1, "magma", Moment(1_000));
    assert_eq!(called.wake().unwrap().at, Moment(16_000), "half the sand, at once");
    let next = play_at(&called, 0, "+b2", Moment(6_000));
    assert_eq!(next.wake().unwrap().at, Moment(26_000), "Red used 5 of 15, so Blue has 20 (A33)");
    let penalty = next.woken(Moment(26_000), &mut dice()).position;
    assert_eq!(penalty.wake().unwrap().at, Moment(56_000), "one sand to decide (A30)");
    let spared = play_at(&penalty, 0, "spare", Moment(30_000));
    assert_eq!(spared.wake().unwrap().at, Moment(60_000), "after a sand-out the next has a full sand (A33)");
}
