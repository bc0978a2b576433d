//! Bad input: each refusal says what would be right.

use serde_json::json;

use super::super::*;
use super::*;
use crate::rules::{Act, Fault};

fn why(ice: &Ice, seat: u8, text: &str) -> String {
    act(ice, seat, text).expect_err(text).to_string()
}

#[test]
fn moves_in_the_wrong_stage_are_refused() {
    let draft = start(2, json!({}));
    let by = draft.awaited().only().unwrap();
    let other = by.left(2);
    let Stage::Draft { hand, .. } = draft.public.stage else { panic!("{:?}", draft.public.stage) };
    let placing = format!("{} has to place {}, as in `place c3`.", Color::for_seat(by).name(), hand.words());
    assert_eq!(why(&draft, other.0, "place a1"), format!("not-awaited: {placing}"));
    for text in ["pass", "move a1-a2 s", "grow a1", "spawn a1", "jump a1-a3 l"] {
        assert_eq!(why(&draft, by.0, text), format!("not-now: This move is not possible now. {placing}"));
    }
    assert!(why(&draft, by.0, "start a1 a2").starts_with("not-now: The start is chosen once, when"));
    let starting = start(2, json!({"setup": "random"}));
    assert_eq!(
        why(&starting, 0, "place a1"),
        "not-now: All chips are on the board. Each player now chooses two chips of value 1 of the own colour to start on, as in \
         `start b2 d4`."
    );
    let playing = red("a1=R1[Rs] b2=B1[Bs]");
    assert!(why(&playing, 0, "start a1 a2").ends_with("It is the turn of Red."));
    assert_eq!(why(&playing, 1, "move b2-b3 s"), "not-awaited: It is the turn of Red.");
}

#[test]
fn chips_on_chips_and_cells_off_the_board_are_refused() {
    let draft = start(2, json!({}));
    let by = draft.awaited().only().unwrap().0;
    let placed = played(&draft, &format!("{by} place b2"));
    let next = placed.awaited().only().unwrap().0;
    let refused = why(&placed, next, "place b2");
    assert!(
        refused.contains("lies on b2 already; these spaces have no chip: a1, a2, a3, a4, a5, b1, b3,"),
        "{refused}"
    );
    assert_eq!(why(&placed, next, "place f1"), "no-such-cell: The board has no space f1; its spaces go from a1 to e5.");
    let ice = red("a1=R1[Rs]");
    for text in ["move a1-a0 s", "place a", "start a1", "move a1-a2", "grow", "jump c3 e5 s", "move a1-a2 x", "c3"] {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
    for text in ["move a6-a5 s", "move a1-z9 s", "grow z9", "spawn a6", "jump a9-a1 s"] {
        assert_eq!(refusal(&ice, 0, text), "no-such-cell", "{text}");
    }
}

#[test]
fn pieces_that_are_absent_or_of_another_player_are_refused() {
    let ice = red("a1=R1[Rs,Rl] b2=B1[Bs]");
    assert_eq!(
        why(&ice, 0, "move b2-b3 s"),
        "not-your-piece: No small red pyramid stands on b2, which holds 1 small blue. Yours are: small on a1; \
         large on a1."
    );
    assert_eq!(
        why(&ice, 0, "move a1-a2 m"),
        "not-your-piece: No medium red pyramid stands on a1, which holds 1 small red, 1 large red. Yours are: small on a1; large on a1."
    );
    assert_eq!(
        why(&ice, 0, "grow b2"),
        "cannot-grow: Small pyramids grow on a 2 and medium ones on a 3 of their own colour; b2 holds B1 with nothing of \
         yours. You can grow on: none."
    );
    assert_eq!(
        why(&ice, 0, "spawn b2"),
        "cannot-spawn: Large pyramids spawn on a 1 of their own colour; b2 holds B1 with nothing of yours. You can spawn on: a1."
    );
}

#[test]
fn refusals_of_closed_spaces_say_why_and_where_to_go() {
    let with_green = with(3, json!({}), 0, "a1=R1[Rs] a2=B1[Bs] b1=Y1[Gs] b2=R1");
    assert_eq!(
        why(&with_green, 0, "move a1-a2 s"),
        "not-your-chip: A piece stands on a2, and the chip there, B1, belongs to Blue. Your piece can move to: none."
    );
    assert_eq!(
        why(&with_green, 0, "move a1-b1 s"),
        "not-your-chip: A piece stands on b1, and the chip there, Y1, has no owner in this match. Your piece can move \
         to: none."
    );
    assert_eq!(
        why(&with_green, 0, "move a1-b2 s"),
        "not-adjacent: b2 is not adjacent to a1. The pyramid on a1 can move to: none."
    );
    let full = red("a1=R1[Rs] a2=R1[Rs,Bs] b1=G1");
    assert_eq!(
        why(&full, 0, "move a1-a2 s"),
        "space-full: Two or more pieces stand on a2, which is not the neutral chip. Your piece can move to: b1."
    );
}

#[test]
fn starts_that_are_not_on_chips_of_value_1_or_sent_twice_are_refused() {
    let mut ice = with(2, json!({}), 0, "a1=R1 b2=R1 c5=R1 d4=B1 e1=N");
    ice.public.stage = Stage::Start { ready: Seats::NONE };
    assert_eq!(why(&ice, 0, "start a1 d4"), "not-your-one: d4 holds B1; Red can start on: a1, b2, c5.");
    assert_eq!(why(&ice, 0, "start a1 e1"), "not-your-one: e1 holds N; Red can start on: a1, b2, c5.");
    assert_eq!(
        why(&ice, 0, "start b2 b2"),
        "same-cell: The two pyramids need two different chips; you can start on: a1, b2, c5."
    );
    let ready = played(&ice, "0 start a1 b2");
    assert_eq!(why(&ready, 0, "start a1 b2"), "already-started: You have chosen your start, and that is final.");
}

#[test]
fn moves_after_the_end_are_refused() {
    let frame = RULES.start(2, &json!({}), &Seed::new([1; 32])).unwrap().frame;
    let over = RULES.advance(&frame, Act::Chosen { by: Seat(0), text: "resign" }, Moment(0)).unwrap().frame;
    let refused = RULES.advance(&over, Act::Chosen { by: Seat(1), text: "place a1" }, Moment(0)).unwrap_err();
    assert!(matches!(refused, Fault::Illegal(illegal) if illegal.code == "over"));
}

#[test]
fn options_out_of_range_are_refused() {
    let refused = |seats, options| RULES.setup(seats, &options).unwrap_err().to_string();
    for rounds in [0, 10_001] {
        assert_eq!(refused(2, json!({ "max_rounds": rounds })), "option max_rounds: expected a number from 1 to 10000");
    }
    assert!(refused(2, json!({"board": "6x6"})).starts_with("option board: unknown variant `6x6`"));
    assert!(refused(2, json!({"setup": "mixed"})).starts_with("option setup: unknown variant `mixed`"));
    assert!(refused(2, json!({"adjacency": 8})).starts_with("option adjacency: "));
    assert!(refused(2, json!({"bored": 8})).starts_with("option bored: unknown field"));
    assert_eq!(refused(7, json!({})), "The Great Martian Ice Machine is for 2 to 6 players, not for 7");
}

#[test]
fn damaged_boards_are_refused_in_words() {
    let ice = red("a1=R1[Rs] b2=B1[Bs]");
    let state = serde_json::to_string(&ice).unwrap();
    let damaged = |from: &str, to: &str| {
        assert!(state.contains(from), "{from} in {state}");
        let read: Result<Ice, _> = serde_json::from_str(&state.replacen(from, to, 1));
        read.map_err(|why| why.to_string()).and_then(|ice| ice.check(2))
    };
    assert_eq!(damaged("a1=R1", "a1=R1"), Ok(()));
    let wrong = [
        ("5x5 ", "7x7 "),
        ("5x5 ", ""),
        ("a1=R1[Rs]", "a1=R4[Rs]"),
        ("a1=R1[Rs]", "a1=R1[Rs"),
        ("a1=R1[Rs]", "a1=R1[Rx]"),
        ("a1=R1[Rs]", "a1=R1[Rss]"),
        ("a1=R1[Rs]", "a1=R1[Gs]"),
        ("a1=R1[Rs]", "a1=R1[Rs,Rs,Rs,Rs,Rs,Rs]"),
        ("a1=R1[Rs]", "a1=R1[Rl,Rl,Rl,Rl,Rl]"),
        ("a1=R1[Rs]", "a1=N"),
        ("a1=R1[Rs]", ""),
        ("a1=", "a6="),
        ("a1=", "a2="),
        ("a1=", "é1="),
    ];
    for (from, to) in wrong {
        assert!(damaged(from, to).is_err(), "{from} replaced by {to}");
    }
}
