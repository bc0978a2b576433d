//! Bad input: refusals say what would be right.

use proptest::prelude::*;
use serde_json::json;

use super::super::*;
use super::*;

#[test]
fn refusals_say_what_would_be_right() {
    let magma = with_pieces(start(2, json!({})), "R:a1,b2 B:m1");
    let why = |text: &str| magma.play(Seat(0), &text.parse().unwrap(), Moment(0), &mut dice()).unwrap_err().to_string();
    assert_eq!(
        why("b2-g5"),
        "unreachable: No step and no chain of jumps over Red pieces leads from b2 to g5. The piece on b2 can go to: b1, b3, c3, c4."
    );
    assert_eq!(why("b2-a1"), "unreachable: a1 is occupied. The piece on b2 can go to: b1, b3, c3, c4.");
    assert_eq!(why("m1-l1"), "not-your-piece: There is another colour's piece on m1; you play Red.");
    assert_eq!(why("g5-g6"), "not-your-piece: There is no piece on g5; you play Red.");
    assert_eq!(why("+g5"), "unreachable: A piece that enters through a1 can end on: b1, b3.");
    assert_eq!(
        why("a2-b2"),
        "no-such-cell: The board has no space a2; its rows are a1, b1-b4, c1-c7, d1-d10, e1-e9, f1-f10, g1-g9, h1-h10, i1-i9, j1-j10, k1-k7, l1-l4, m1."
    );
    assert_eq!(why("spare"), "no-penalty: No penalty can be taken now: no player's sand has run out.");
}

#[test]
fn a_text_that_is_no_move_is_refused_with_moves_that_are_possible_now() {
    let expected = |frame: &Frame, by: u8, text: &str| {
        let act = Act::Chosen { by: Seat(by), text };
        RULES.advance(frame, act, Moment(0)).unwrap_err().to_string()
    };
    let hot = RULES.start(2, &json!({"tempo": "hot", "sand": "PT30S"}), &Seed::new([0; 32])).unwrap().frame;
    let calm = "at character 1, \"jump\": expected a move such as a1-b2, +b2, pass, agree or resign";
    assert_eq!(expected(&hot, 0, "jump e5"), calm, "no penalty and no call of magma is possible now");
    assert_eq!(RULES.read_now(&hot, Seat(0), "jump e5").unwrap_err().to_string(), calm);
    assert!(expected(&hot, 1, "jump e5").ends_with("expected a move such as agree or resign"));
    let wake = RULES.status(&hot).unwrap().wake.unwrap().at;
    let penalty = RULES.advance(&hot, Act::TimerOut, wake).unwrap().frame;
    let late = RULES.advance(&penalty, Act::Chosen { by: Seat(1), text: "mercy" }, wake).unwrap_err();
    assert!(late.to_string().ends_with("expected a move such as remove a1, spare, agree or resign"), "{late}");
    assert_eq!(RULES.read("pass.").as_deref(), Ok("pass"), "a full stop does no harm");
}

#[test]
fn spelling_is_forgiving_and_refusals_name_the_place() {
    let read = |text: &str| text.parse::<Move>().map(|mv| mv.to_string()).map_err(|why| why.to_string());
    for (text, spelt) in [
        (" E5 - e7 ", "e5-e7"),
        ("e5–e7", "e5-e7"),
        ("+ B2", "+b2"),
        ("PASS", "pass"),
        ("Remove C4", "remove c4"),
        ("Magma", "magma"),
    ] {
        assert_eq!(read(text).as_deref(), Ok(spelt));
    }
    for (text, why) in [
        ("e5", "at the end of the text: expected a hyphen and the space the piece goes to, as in e5-e7"),
        ("e5 e7", "at character 4, \"e7\": expected a hyphen and the space the piece goes to, as in e5-e7"),
        ("e5-", "at the end of the text: expected the name of a cell: a letter and a number, such as e5"),
        ("e5-e7-e9", "at character 6, \"-e9\": expected nothing more: the move is complete before this"),
        ("passing", "at character 1, \"passing\": expected a move such as e5-e7, +b2 or pass"),
        ("+2b", "at character 2, \"2b\": expected the name of a cell: a letter and a number, such as e5"),
    ] {
        assert_eq!(read(text), Err(why.to_owned()));
    }
}

#[test]
fn options_out_of_range_are_refused_with_their_names() {
    for (options, why) in [
        (json!({"max_rounds": 0}), "option max_rounds: expected a number from 1 to 10000"),
        (json!({"sand": "PT0S"}), "option sand: expected a time from 1 second to 365 days"),
        (
            json!({"sand": "P1M"}),
            "option sand: expected an ISO 8601 duration in days, hours, minutes and seconds, such as P1D or PT30S",
        ),
        (json!({"tempo": "warm"}), "option tempo: unknown variant `warm`, expected one of `calm`, `hot`, `whitehot`"),
    ] {
        assert_eq!(RULES.setup(2, &options).unwrap_err().to_string(), why);
    }
}

proptest! {
    #[test]
    fn reading_never_panics_and_printing_reads_back(text in "\\PC{0,20}|[a-n+ -]{0,3}[0-9]{0,3}[ –-]?[a-n]?[0-9]{0,3}") {
        if let Ok(mv) = text.parse::<Move>() {
            prop_assert_eq!(mv.to_string().parse::<Move>().unwrap(), mv);
        }
    }
}
