//! Variants that options choose.

use serde_json::json;

use super::*;

/// The homes in the order of turns, each with its seat: `a1 0, d10 1`.
fn order(magma: &Magma) -> String {
    let slots = magma.table().slots().iter().zip(0..);
    slots.map(|(slot, at)| format!("{} {}", magma.home_of(at).unwrap(), slot.seat.0)).collect::<Vec<_>>().join(", ")
}

#[test]
fn a41_the_corners_of_the_unused_colour_stay_empty() {
    for (unused, homes, colors) in [
        ("yellow", "a1 0, d10 1, m1 2, j1 3", [Color::Red, Color::Blue, Color::Red, Color::Blue]),
        ("blue", "a1 0, j10 1, m1 2, d1 3", [Color::Red, Color::Yellow, Color::Red, Color::Yellow]),
        ("red", "d10 0, j10 1, j1 2, d1 3", [Color::Blue, Color::Yellow, Color::Blue, Color::Yellow]),
    ] {
        let magma = start(4, json!({ "unused_color": unused }));
        assert_eq!(order(&magma), homes);
        assert_eq!(magma.table().seats().map(|seat| magma.table().color(seat)).collect::<Vec<_>>(), colors);
        assert_eq!(magma.awaited(), Seats::just(Seat(0)));
    }
    assert_eq!(order(&start(5, json!({"unused_color": "red"}))), order(&start(5, json!({}))), "matters with four only");
    assert_eq!(
        RULES.setup(4, &json!({"unused_color": "red", "first": "a1"})).unwrap_err().to_string(),
        "option first: expected a home in use with 4 seats on this board (d10, j10, j1, d1)"
    );
}

#[test]
fn a42_any_seat_can_be_the_solo_player() {
    for (seat, homes) in [
        (0, "j10 0, m1 1, j1 2, d1 0, a1 3, d10 4"),
        (1, "d10 0, j10 1, m1 2, j1 3, d1 1, a1 4"),
        (2, "a1 0, d10 1, j10 2, m1 3, j1 4, d1 2"),
        (3, "j1 0, d1 3, a1 1, d10 2, j10 3, m1 4"),
        (4, "m1 0, j1 1, d1 4, a1 2, d10 3, j10 4"),
    ] {
        let magma = start(5, json!({ "solo_seat": seat }));
        assert_eq!(order(&magma), homes);
        assert_eq!(magma.table().color(Seat(seat)), Color::Yellow);
        assert_eq!(magma.supply[usize::from(seat)], 48, "the solo player has twice as many pieces");
        assert_eq!(magma.awaited(), Seats::just(Seat(0)), "seat 0 begins");
    }
    assert_eq!(
        order(&start(5, json!({"solo_seat": 1, "solo_color": "blue"}))),
        order(&start(5, json!({"solo_color": "blue"})))
    );
    let refused = RULES.setup(5, &json!({"solo_seat": 5})).unwrap_err().to_string();
    assert_eq!(refused, "option solo_seat: expected a seat from 0 to 4, or null");
    assert_eq!(RULES.chairs(5, &json!({"solo_seat": 9})).unwrap().len(), 5, "chairs of bad options do no harm");
}

#[test]
fn a42_penalties_go_to_the_neighbour_by_number_whatever_the_solo_seat() {
    let magma = start(5, json!({"solo_seat": 3, "tempo": "hot", "sand": "PT30S"}));
    let out = |magma: &Magma| magma.woken(magma.wake().unwrap().at, &mut dice()).position;
    let first = out(&magma);
    assert_eq!(first.stage, Stage::Penalty { by: Seat(4), of: Seat(0) });
    let solo = out(&play_at(&first, 4, "spare", Moment(30_000)));
    assert_eq!(solo.stage, Stage::Penalty { by: Seat(2), of: Seat(3) });
}

#[test]
fn a43_a_vacant_space_can_be_worth_two() {
    // Each player has one piece on a home, which reaches two spaces alone.
    for (worth, score) in [(3, 7), (2, 5)] {
        assert_eq!(start(2, json!({ "vacant_worth": worth })).scores(), [score, score, 0]);
    }
    assert_eq!(start(2, json!({})).scores(), [7, 7, 0]);
    let refused = RULES.setup(2, &json!({"vacant_worth": 1})).unwrap_err().to_string();
    assert_eq!(refused, "option vacant_worth: expected 2 or 3");
}

#[test]
fn positions_stored_before_these_options_are_read() {
    let mut stored = serde_json::to_value(start(5, json!({}))).unwrap();
    let options = stored["options"].as_object_mut().unwrap();
    for name in ["solo_seat", "unused_color", "vacant_worth"] {
        assert!(options.remove(name).is_some());
    }
    assert_eq!(serde_json::from_value::<Magma>(stored).unwrap(), start(5, json!({})));
}
