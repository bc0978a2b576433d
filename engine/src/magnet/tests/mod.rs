//! The golden positions of the rules page (here), a test for each clause that they leave open (`clauses.rs`), start vertices that
//! the players choose (`free_start.rs`), what is hidden
//! (`secrecy.rs`), bad input (`input.rs`), properties (`properties.rs`) and the pictures (`pictures.rs`).

mod clauses;
mod free_start;
mod input;
mod oracle;
mod pictures;
mod properties;
mod secrecy;

use serde_json::{Value, json};

use super::field::start_vertices;
use super::pieces::{Fate, Kind, Piece, SIDE};
use super::table::Stage;
use super::*;
use crate::dice::Seed;
use crate::erased::Erased;
use crate::rules::{Act, Fault, Frame, Rules};

const RULES: &dyn Rules = &Erased::<Magnet>::NEW;
/// A set-up: the king first, then in falling value.
const TYPICAL: &str = "setup K T3 T2 4 4 4 3 3 3 2 2 2";

fn dice(number: u8) -> Dice {
    Dice::at(&Seed::new([number; 32]), 9)
}

fn start(options: Value) -> Magnet {
    Magnet::start(2, &serde_json::from_value(options).unwrap(), &mut dice(0)).unwrap().position
}

/// Both sides set up in the same way, Red's first turn.
fn begun(options: Value) -> Magnet {
    let first = play_as(&start(options), 0, TYPICAL).unwrap();
    play_as(&first, 1, TYPICAL).unwrap()
}

fn vertex(name: &str) -> Vertex {
    Vertex::find(name.parse().unwrap()).unwrap()
}

/// The axial coordinates (q, r) in which the rules page gives its positions; the centre is (0, 0).
fn axial(at: Vertex) -> (i16, i16) {
    let (place, center) = (field::field().board.place(at.cell()), Vertex::CENTER);
    let middle = field::field().board.place(center.cell());
    let (x, y) = (place.x - middle.x, place.y - middle.y);
    ((x - y / 2) / 2, y / 2)
}

/// A position with these pieces, such as `4@2 f8, T3@1 i6`, Red to move, not the first turn. A king that is not named stands
/// where it does not matter: on k3 or a4.
fn position(red: &str, blue: &str) -> Magnet {
    position_with(json!({}), red, blue)
}

fn position_with(options: Value, red: &str, blue: &str) -> Magnet {
    let mut position = begun(options);
    for (seat, (pieces, king)) in Seat::all(2).zip([(red, "K@1 k3"), (blue, "K@1 a4")]) {
        for id in Id::all_of(seat) {
            let shown = position.kinds.get(id).filter(|_| position.table.options.reveal_destroyed);
            *position.table.piece_mut(id) = Piece { fate: Fate::Destroyed(shown), ..Piece::UNPLACED };
        }
        let king = if pieces.contains('K') { "" } else { king };
        for piece in pieces.split(", ").chain([king]).filter(|piece| !piece.is_empty()) {
            let (kind, rest) = piece.split_once('@').unwrap();
            let (rank, at) = rest.split_once(' ').unwrap();
            let free = |id: &Id| {
                position.kinds.get(*id).is_some_and(|own| own.word() == kind)
                    && position.table.piece(*id).at().is_none()
            };
            let id = Id::all_of(seat).find(free).unwrap();
            *position.table.piece_mut(id) =
                Piece { rank: rank.parse().unwrap(), fate: Fate::On(vertex(at)), chosen: None };
        }
    }
    position.table.turns = 2;
    position.table.history.clear();
    position.table.remember();
    position.check(2).unwrap();
    position
}

/// The same with Blue to move.
fn blue_to_move(mut position: Magnet) -> Magnet {
    position.table.turns += 1;
    position
}

fn play_as(position: &Magnet, seat: u8, text: &str) -> Result<Magnet, &'static str> {
    let step = position.play(Seat(seat), &text.parse().unwrap(), Moment(0), &mut dice(0));
    let played = step.map(|step| step.position).map_err(|illegal| illegal.code);
    played.inspect(|position| position.check(2).unwrap())
}

/// Plays a move for the seat that is to move.
fn play(position: &Magnet, text: &str) -> Result<Magnet, &'static str> {
    play_as(position, position.table.mover().0, text)
}

fn played(position: &Magnet, moves: &str) -> Magnet {
    moves
        .split("; ")
        .fold(position.clone(), |position, text| play(&position, text).unwrap_or_else(|code| panic!("{text}: {code}")))
}

/// The piece on a vertex, such as `R4@2`; empty if there is none.
fn on(position: &Magnet, at: &str) -> String {
    let id = Id::all().find(|id| position.table.piece(*id).at() == Some(vertex(at)));
    id.map_or_else(String::new, |id| {
        let kind = position.kinds.get(id).map_or("?", Kind::word);
        format!("{}{kind}@{}", &SIDES[id.seat.index()][..1], position.table.piece(id).rank)
    })
}

fn affected(position: &Magnet, magnet: &str) -> String {
    let mut found = position.table.affected(position.table.mover(), vertex(magnet));
    found.sort_unstable();
    Table::listed(&found)
}

fn ranks(position: &Magnet) -> Option<Vec<u8>> {
    position.outcome().map(|outcome| outcome.ranks)
}

fn reason(position: &Magnet) -> String {
    position.outcome().map_or_else(String::new, |outcome| outcome.reason)
}

fn choices(position: &Magnet, seat: u8, so_far: &str) -> Vec<String> {
    position.view(Eye::Seat(Seat(seat))).choices(so_far).into_iter().map(|choice| choice.text).collect()
}

#[test]
fn the_vertices_of_the_rules_page_have_these_names() {
    for (q, r, name) in [(0, 0, "f6"), (0, -5, "a1"), (-5, 0, "f1"), (-5, 5, "k1"), (3, 0, "f9"), (0, 5, "k6")] {
        assert_eq!(axial(vertex(name)), (q, r));
    }
    assert_eq!(Vertex::CENTER.to_string(), "f6");
    let listed = |start, seat| Table::listed(start_vertices(start, Seat(seat)));
    assert_eq!(listed(Start::Arc, 0), "h1, h9, i1, i8, j1, j7, k1, k2, k3, k4, k5, k6");
    assert_eq!(listed(Start::Arc, 1), "a1, a2, a3, a4, a5, a6, b1, b7, c1, c8, d1, d9");
    assert_eq!(listed(Start::Rows, 0), "j1, j2, j3, j5, j6, j7, k1, k2, k3, k4, k5, k6");
    assert_eq!(listed(Start::Rows, 1), "a1, a2, a3, a4, a5, a6, b1, b2, b3, b5, b6, b7");
    // All of the arc lies five steps from the centre.
    let distance = |at: &Vertex| Vertex::CENTER.way_from(*at).map(Iterator::count);
    assert!(start_vertices(Start::Arc, Seat(0)).iter().all(|at| distance(at).is_none_or(|steps| steps == 5)));
    let on_edge = |at: &Vertex| at.rays().iter().any(Vec::is_empty);
    assert!(start_vertices(Start::Arc, Seat(1)).iter().all(on_edge));
}

#[test]
fn golden_1_b7_a_piece_moves_as_many_steps_as_its_rank() {
    let after = play(&position("4@2 f9", ""), "f6: f9").unwrap();
    assert_eq!((on(&after, "f9"), on(&after, "f7")), (String::new(), "R4@2".to_owned()));
}

#[test]
fn golden_2_b8_the_order_decides_who_reaches_the_magnet() {
    let before = position("4@2 f8, 4@3 i6", "");
    let a_first = play(&before, "f6: f8 i6").unwrap();
    assert_eq!((on(&a_first, "f6"), on(&a_first, "g6")), ("R4@2".to_owned(), "R4@3".to_owned()));
    let b_first = play(&before, "f6: i6 f8").unwrap();
    assert_eq!((on(&b_first, "f6"), on(&b_first, "f7")), ("R4@3".to_owned(), "R4@2".to_owned()));
}

#[test]
fn golden_3_b12_b13_a_trap_destroys_its_captor_after_the_whole_move() {
    let after = play(&position("3@3 f10", "T3@1 f9, 2@1 f8"), "f6: f10").unwrap();
    assert!(["f10", "f9", "f8", "f7"].iter().all(|at| on(&after, at).is_empty()));
    assert_eq!((after.table.living(Seat(0)), after.table.living(Seat(1))), (1, 1), "only the kings are left");
    let no_trap = play(&position("3@3 f10", "3@1 f9, 2@1 f8"), "f6: f10").unwrap();
    assert_eq!((on(&no_trap, "f7"), no_trap.table.living(Seat(1))), ("R3@3".to_owned(), 1));
}

#[test]
fn golden_4_b5_b6_the_nearest_own_piece_on_each_line() {
    let before = position("2@1 f7, 2@1 f8, 2@1 j6, 3@1 i5", "2@1 h6");
    assert_eq!(affected(&before, "f6"), "f7, j6");
    assert_eq!(play(&before, "f6: f8").unwrap_err(), "not-affected");
    // Blue's piece on h6 is looked through, and captured when it is within the steps moved.
    let after = play(&position("2@1 f7, 2@2 j6", "2@1 h6"), "f6: j6 f7").unwrap();
    assert_eq!((on(&after, "h6"), after.table.living(Seat(1))), ("R2@2".to_owned(), 1));
}

#[test]
fn golden_5_b3_b4_b9_a_friend_on_the_magnet_blocks_the_last_step() {
    let before = position("2@1 f6, 2@1 f7, 2@2 i6", "");
    assert_eq!(affected(&before, "f6"), "f7, i6");
    let after = play(&before, "f6: f7+ i6").unwrap();
    assert_eq!((on(&after, "f7"), on(&after, "g6")), ("R2@1".to_owned(), "R2@2".to_owned()), "no step, no promotion");
    assert_eq!(play(&position("2@1 f6, 2@1 f7", ""), "f6").unwrap_err(), "nothing-moves");
}

#[test]
fn golden_6_b14_a_king_behind_a_trap_is_captured_all_the_same() {
    let after = play(&position("3@3 f10", "T3@1 f9, K@1 f7"), "f6: f10").unwrap();
    assert_eq!(
        (ranks(&after), reason(&after).as_str()),
        (Some(vec![1, 2]), "Red wins: Blue's king was captured on f7.")
    );
    assert_eq!(on(&after, "f7"), "R3@3", "it has won and stands on the king's vertex");
}

#[test]
fn golden_7_b15_a_king_that_captures_a_trap_is_lost() {
    let after = play(&position("K@1 f7", "T2@2 f6"), "f6: f7").unwrap();
    assert_eq!(ranks(&after), Some(vec![2, 1]));
    assert_eq!(reason(&after), "Blue wins: Red's king captured a trap on f6 and was destroyed.");
}

#[test]
fn golden_8_b20_in_the_first_turn_one_piece_moves() {
    let first = begun(json!({}));
    assert_eq!(affected(&first, "f6"), "k1, k6");
    assert_eq!(play(&first, "f6: k1 k6").unwrap_err(), "one-piece-only");
    let second = play(&first, "f6: k6").unwrap();
    assert_eq!((on(&second, "j6"), second.table.mover()), ("R2@1".to_owned(), Seat(1)), "the other one stays");
    assert_eq!(affected(&second, "f6"), "a1, a6");
    let third = play(&second, "f6: a1 a6").unwrap();
    assert_eq!((on(&third, "b2"), on(&third, "b6")), ("BK@1".to_owned(), "B4@1".to_owned()));
    assert_eq!(third.table.mover(), Seat(0));
}

#[test]
fn golden_9_b21_b22_the_king_is_declared_at_the_beginning_of_a_turn() {
    let before = position("K@1 f7, 2@1 k6", "2@1 a1");
    assert_eq!(play(&before, "declare").unwrap_err(), "king-not-on-center");
    let there = play(&before, "f6: f7 k6").unwrap();
    assert_eq!((there.outcome(), play_as(&there, 0, "declare").unwrap_err()), (None, "not-awaited"));
    let next = play(&there, "b1: a1").unwrap();
    assert_eq!(next.outcome(), None);
    assert_eq!(ranks(&play(&next, "declare").unwrap()), Some(vec![1, 2]));
    assert_eq!(play(&play(&next, "e6").unwrap(), "declare").unwrap_err(), "too-late");
}

#[test]
fn golden_10_b23_of_two_kings_the_first_on_the_centre_wins() {
    let after = play(&position("K@1 f7", "K@1 a4"), "f6: f7").unwrap();
    assert_eq!(ranks(&after), Some(vec![1, 2]));
    assert_eq!(reason(&after), "Red wins: of the two kings alone on the board, Red's reached the centre first.");
}

#[test]
fn golden_11_b18_b19_promotion_is_by_one_up_to_the_value() {
    let before = position("2@2 f9, 4@1 k6", "");
    assert_eq!(play(&before, "f6: f9+ k6").unwrap_err(), "at-its-value");
    let after = play(&before, "f6: f9 k6+").unwrap();
    assert_eq!((on(&after, "f7"), on(&after, "j6")), ("R2@2".to_owned(), "R4@2".to_owned()));
    assert!(choices(&before, 0, "f6").contains(&"f6: k6+".to_owned()));
    assert!(!choices(&before, 0, "f6").contains(&"f6: f9+".to_owned()));
    // The king's rank never rises.
    assert_eq!(play(&position("K@1 f9", ""), "f6: f9+").unwrap_err(), "at-its-value");
}
