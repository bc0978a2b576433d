//! Bad input: every refusal says where it is wrong, and what would be right.

use proptest::prelude::*;

use super::*;

fn refused(position: &Magnet, seat: u8, text: &str) -> Illegal {
    position.play(Seat(seat), &text.parse().unwrap(), Moment(0), &mut dice(0)).unwrap_err()
}

#[test]
fn moves_forgive_capitals_blanks_and_commas_and_have_one_spelling() {
    for (text, spelt) in [
        (" F6 :J1 + , k3", "f6: j1+ k3"),
        ("F6", "f6"),
        ("j1+,k3+", "j1+ k3+"),
        ("SETUP k t3 T2 4,4,4 3 3 3 2 2 2", TYPICAL),
        (" Declare ", "declare"),
    ] {
        assert_eq!(RULES.read(text).as_deref(), Ok(spelt), "{text}");
    }
    for (text, why) in [
        ("pass", "at character 1, \"pass\": expected a move such as f6: j1+ k3, f6, declare or setup K T3 T2 ..."),
        ("setup", "at the end of the text: expected your twelve pieces, each K, T3, T2, 4, 3 or 2"),
        ("setup K T", "at character 9, \"T\": expected your twelve pieces, each K, T3, T2, 4, 3 or 2"),
        ("setup 444", "at character 7, \"444\": expected your twelve pieces, each K, T3, T2, 4, 3 or 2"),
        ("f6: j1++", "at character 8, \"+\": expected the name of a cell: a letter and a number, such as e5"),
        ("f6 - j1", "at character 4, \"-\": expected the name of a cell: a letter and a number, such as e5"),
        ("f6: : j1", "at character 5, \":\": expected the name of a cell: a letter and a number, such as e5"),
        (
            "f6:",
            "at the end of the text: expected a piece after the colon, as in f6: j1+; the magnet alone is written f6",
        ),
        ("j 1", "at character 1, \"j\": expected a move such as f6: j1+ k3, f6, declare or setup K T3 T2 ..."),
        ("f06", "at character 1, \"f06\": expected a move such as f6: j1+ k3, f6, declare or setup K T3 T2 ..."),
        ("declare now", "at character 9, \"now\": expected nothing more: the move is complete before this"),
    ] {
        assert_eq!(RULES.read(text).unwrap_err().to_string(), why);
    }
}

#[test]
fn b11_the_magnet_cannot_be_named_again_in_mid_turn() {
    let play = |frame: &Frame, text: &str| {
        let by = RULES.status(frame).unwrap().awaited.only().unwrap();
        RULES.advance(frame, Act::Chosen { by, text }, Moment(0))
    };
    let begun = RULES.start(2, &json!({"setup": "random"}), &Seed::new([1; 32])).unwrap().frame;
    let red_done = play(&begun, "f6: k1").unwrap().frame;
    let placed = play(&red_done, "f6").unwrap().frame;
    assert!(play(&placed, "a1").is_ok(), "the piece on a1 may move next");
    // With a colon, a1 is the magnet.
    assert!(play(&placed, "a1:").is_err());
    let refused = play(&placed, "a1: a6").unwrap_err();
    assert!(matches!(&refused, Fault::Illegal(illegal) if illegal.code == "magnet-placed"), "{refused}");
    // While the turn has not begun, the colon only announces pieces.
    let next: Vec<String> = RULES.choices(&red_done, Seat(1), "f6:").unwrap().into_iter().map(|c| c.text).collect();
    assert!(next.contains(&"f6: a1".to_owned()), "{next:?}");
    assert_eq!(RULES.choices(&placed, Seat(1), "a1:"), Ok(Vec::new()));
}

#[test]
fn wrong_pieces_are_refused_with_what_is_wrong() {
    let first = start(json!({}));
    for (text, wrong) in [
        ("setup K T3 T2 4 4 4 3 3 3 2 2", "You named 11: two Twos instead of three."),
        ("setup K K T2 4 4 4 3 3 3 2 2 2", "You named 12: two kings instead of one, no trap of 3 instead of one."),
        ("setup K T3 T2 4 4 4 3 3 3 2 2 2 2", "You named 13: four Twos instead of three."),
        (
            "setup 4",
            "You named 1: no king instead of one, no trap of 3 instead of one, no trap of 2 instead of one, one Four instead of three, ",
        ),
    ] {
        let illegal = refused(&first, 0, text);
        assert_eq!(illegal.code, "wrong-pieces");
        assert!(illegal.why.contains(wrong) && illegal.why.contains(TYPICAL), "{}", illegal.why);
    }
    assert_eq!(refused(&first, 0, "f6: k1").code, "not-begun");
    assert_eq!(refused(&first, 1, "declare").code, "not-begun");
}

#[test]
fn every_refusal_of_a_turn_names_its_part_and_what_would_be_right() {
    let before = position("2@2 f8, 4@1 i6, 2@1 b2", "3@1 d4");
    for (text, code, part, words) in [
        ("l1: f8", "no-such-cell", Some(1), "rows go from a1-a6"),
        ("f12", "no-such-cell", Some(1), "rows go from a1-a6"),
        ("f6: k9", "no-such-cell", Some(2), "rows go from a1-a6"),
        ("f6: f8 f8", "named-twice", Some(3), "f8 is named twice"),
        ("f6: d4", "not-your-piece", Some(2), "is not yours. Pieces that have yet to move:"),
        ("f6: f7", "no-piece", Some(2), "No piece stands on f7. Pieces that have yet to move:"),
        ("f6: i6 b2 f8 k3", "not-affected", Some(5), "yet to move: none."),
        ("f6: i6 f8+", "at-its-value", Some(3), "is a Two and has rank 2 already; name it without +."),
        ("f6 f8", "no-magnet", Some(1), "write f6 to place it there, or f6: with the pieces after it"),
        ("f8+", "no-magnet", Some(1), "A turn begins with the magnet"),
        ("declare", "king-not-on-center", None, "place the magnet"),
        (TYPICAL, "no-set-up", None, "play has begun"),
    ] {
        let illegal = refused(&before, 0, text);
        assert_eq!((illegal.code, illegal.part), (code, part), "{text}");
        assert!(illegal.why.contains(words), "{text}: {}", illegal.why);
    }
    for text in ["f6: f8", "f6", "declare"] {
        assert_eq!(
            (refused(&before, 1, text).code, refused(&before, 1, text).why.as_str()),
            ("not-awaited", "It is the turn of Red.")
        );
    }
    let stuck = position("K@1 k1, 2@1 k2", "");
    let illegal = refused(&stuck, 0, "k1");
    assert_eq!(illegal.code, "nothing-moves");
    assert!(illegal.why.contains("choose another vertex, such as "), "{}", illegal.why);
}

#[test]
fn after_the_end_nothing_is_accepted_and_options_out_of_range_are_refused() {
    let mut frame = RULES.start(2, &json!({}), &Seed::new([1; 32])).unwrap().frame;
    frame = RULES.advance(&frame, Act::Chosen { by: Seat(0), text: "resign" }, Moment(0)).unwrap().frame;
    let refused = RULES.advance(&frame, Act::Chosen { by: Seat(1), text: TYPICAL }, Moment(0)).unwrap_err();
    assert_eq!(refused.to_string(), "over: The match is over.");
    for (options, why) in [
        (json!({"max_rounds": 0}), "option max_rounds: expected a number from 1 to 10000"),
        (json!({"max_rounds": 10_001}), "option max_rounds: expected a number from 1 to 10000"),
        (json!({"start": "ring"}), "option start: unknown variant `ring`, expected one of `arc`, `rows`, `free`"),
        (json!({"setup": true}), "option setup: invalid type: boolean `true`, expected string or map"),
    ] {
        assert_eq!(RULES.setup(2, &options).unwrap_err().to_string(), why);
    }
}

#[test]
fn a_position_that_cannot_occur_is_refused() {
    let good = position("4@2 f9, T2@1 i6", "3@1 d4");
    let damaged = |damage: &dyn Fn(&mut Magnet)| {
        let mut position = good.clone();
        damage(&mut position);
        position.check(2).unwrap_err()
    };
    let of =
        |position: &Magnet, at: &str| Id::all().find(|id| position.table.piece(*id).at() == Some(vertex(at))).unwrap();
    assert_eq!(damaged(&|p| p.table.piece_mut(of(p, "f9")).rank = 5), "a rank above the value");
    assert_eq!(damaged(&|p| p.table.piece_mut(of(p, "f9")).rank = 0), "a rank above the value");
    assert_eq!(damaged(&|p| p.table.piece_mut(of(p, "f9")).fate = Fate::On(vertex("i6"))), "two pieces on one vertex");
    assert_eq!(damaged(&|p| p.kinds.set(of(p, "f9"), None)), "wrong pieces");
    assert_eq!(
        damaged(&|p| p.table.piece_mut(of(p, "k3")).fate = Fate::Destroyed(None)),
        "a running match without a king"
    );
    let turn = |by: u8| Some(LastTurn { by: Seat(by), magnet: vertex("f6"), pulls: Vec::new() });
    assert_eq!(damaged(&|p| p.table.last = turn(5)), "a turn of a seat that is not there");
    assert_eq!(damaged(&|p| p.table.history.clear()), "a turn that is not counted");
    assert_eq!(damaged(&|p| p.table.stage = Stage::Pieces { pending: vec![vertex("f9")] }), "a turn without a magnet");
    assert_eq!(
        damaged(&|p| p.table.piece_mut(of(p, "f9")).fate = Fate::Captured(Kind::Two)),
        "a captured piece of another kind"
    );
}

proptest! {
    #[test]
    fn reading_never_panics_and_printing_reads_back(text in "\\PC{0,20}|(setup )?([KkTt2-4, ]{0,30})|[a-l][0-9]{0,2}[:+ ,]{0,2}([a-l][0-9]{1,2}[+]? ?){0,4}") {
        if let Ok(mv) = text.parse::<Move>() {
            prop_assert_eq!(mv.to_string().parse::<Move>().unwrap(), mv);
        }
    }

    /// Every move that can be read is played or refused, from any seat, at any stage.
    #[test]
    fn playing_never_panics(text in "(setup( (K|T2|T3|2|3|4)){1,13})|[a-k](1[01]|[1-9])(:( [a-k](1[01]|[1-9])[+]?){1,6})?", seat in 0u8..2) {
        let stages = [start(json!({})), begun(json!({})), position("4@2 f9, T2@1 i6", "3@1 d4")];
        for stage in stages {
            let _ = stage.play(Seat(seat), &text.parse().unwrap(), Moment(0), &mut dice(0));
            let _ = choices(&stage, seat, &text);
        }
    }
}
