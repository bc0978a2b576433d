//! A test for each clause that the golden positions leave open.

use super::*;
use crate::game::EndKind;
use crate::rules::LapsePolicy;

#[test]
fn b1_b35_b36_set_ups_are_secret_simultaneous_and_final() {
    let first = start(json!({}));
    assert_eq!(first.awaited(), Seats::all(2));
    // Blue first: either order will do.
    let blue_ready = first.play(Seat(1), &TYPICAL.parse().unwrap(), Moment(0), &mut dice(0)).unwrap();
    assert!(!blue_ready.moved_on, "a joint decision is one turn");
    assert_eq!(blue_ready.position.awaited(), Seats::just(Seat(0)));
    assert_eq!(play_as(&blue_ready.position, 1, TYPICAL).unwrap_err(), "already-set-up");
    assert_eq!(play_as(&blue_ready.position, 1, "f6").unwrap_err(), "not-begun");
    assert_eq!(play_as(&blue_ready.position, 0, "f6").unwrap_err(), "not-begun");
    let both = blue_ready.position.play(Seat(0), &TYPICAL.parse().unwrap(), Moment(0), &mut dice(0)).unwrap();
    assert!(both.moved_on);
    assert_eq!((both.position.awaited(), on(&both.position, "h1")), (Seats::just(Seat(0)), "RK@1".to_owned()));
    assert_eq!(play_as(&both.position, 0, TYPICAL).unwrap_err(), "no-set-up");
}

#[test]
fn b2_by_lot_every_piece_comes_to_every_vertex() {
    let mut kings = [[0; SIDE]; 2];
    for number in 0..240 {
        let options = Options { setup: SetUp::Random, ..Options::default() };
        let position = Magnet::start(2, &options, &mut dice(number)).unwrap().position;
        position.check(2).unwrap();
        assert_eq!(position.awaited(), Seats::just(Seat(0)));
        assert_eq!(play_as(&position, 0, TYPICAL).unwrap_err(), "no-set-up");
        for seat in Seat::all(2) {
            kings[seat.index()][usize::from(position.kinds.king(seat).unwrap().number)] += 1;
        }
    }
    assert!(kings.iter().flatten().all(|&count| (6..=40).contains(&count)), "{kings:?}");
}

#[test]
fn b4_the_magnet_may_stand_on_an_enemy() {
    let before = position("4@3 f8, 2@1 i6", "4@1 f6");
    let after = play(&before, "f6: f8 i6").unwrap();
    assert_eq!((on(&after, "f6"), on(&after, "h6")), ("R4@3".to_owned(), "R2@1".to_owned()));
    // A trap there clears the vertex for the next one.
    let before = position("4@3 f8, 2@1 g6", "T2@1 f6");
    let after = play(&before, "f6: f8 g6").unwrap();
    assert_eq!((on(&after, "f6"), after.table.living(Seat(0))), ("R2@1".to_owned(), 2));
}

#[test]
fn b5_nothing_becomes_affected_later_in_the_turn() {
    // f7 leaves the line; f9 behind it is not affected for that.
    let before = position("2@1 f7, 2@1 f9, 2@1 i6", "");
    let partly = play(&before, "f6: f7").unwrap();
    assert_eq!(partly.table.pending(), [vertex("i6")]);
    assert_eq!(play(&partly, "f9").unwrap_err(), "not-affected");
}

#[test]
fn b10_b11_b31_a_turn_in_parts_leads_to_the_same_position() {
    let before = position("2@1 f7, 4@2 i6, 2@1 f1", "3@1 h6");
    let whole = play(&before, "f6: f7+ i6 f1").unwrap();
    for parts in ["f6; f7+; i6; f1", "f6: f7+; i6 f1", "f6: f7+ i6; f1", "f6; f7+ i6 f1"] {
        assert_eq!(played(&before, parts), whole, "{parts}");
    }
    let partly = played(&before, "f6: f7+");
    assert_eq!((partly.table.mover(), partly.awaited()), (Seat(0), Seats::just(Seat(0))));
    assert_eq!(play(&partly, "f6: i6").unwrap_err(), "magnet-placed");
    assert_eq!(play(&partly, "f7").unwrap_err(), "no-piece");
    assert_eq!(play(&partly, "i6 i6").unwrap_err(), "named-twice");
    assert_eq!(play_as(&partly, 1, "f6").unwrap_err(), "not-awaited");
    // A piece that cannot step still has to be named, in its place in the order.
    let blocked = position("2@1 f6, 2@1 f7, 2@2 i6", "");
    assert_eq!(played(&blocked, "f6: i6").table.pending(), [vertex("f7")]);
    assert!(choices(&blocked, 0, "f6: i6").contains(&"f6: i6 f7".to_owned()));
}

#[test]
fn b16_traps_move_capture_and_destroy_each_other() {
    let after = play(&position("T2@2 f8", "2@1 f7"), "f6: f8").unwrap();
    assert_eq!(on(&after, "f6"), "RT2@2");
    let after = play(&position("T2@2 f8, 2@1 k1", "T3@1 f7, 2@1 a1"), "f6: f8 k1").unwrap();
    assert_eq!((after.table.living(Seat(0)), after.table.living(Seat(1))), (2, 2));
    assert_eq!(on(&after, "f6"), "");
}

#[test]
fn b17_the_captured_is_shown_and_the_destroyed_is_not() {
    for (reveal, shown) in [(false, None), (true, Some(Kind::Three))] {
        let before = position_with(json!({ "reveal_destroyed": reveal }), "3@3 f10, 2@1 k1", "T3@1 f9, 2@1 f8");
        let after = play(&before, "f6: f10 k1").unwrap();
        for eye in [Eye::Seat(Seat(1)), Eye::Public] {
            let view = after.view(eye);
            let destroyed = |figure: &&Figure| {
                matches!(figure.fate, Fate::Destroyed(_)) && figure.rank == 3 && figure.seat == Seat(0)
            };
            assert_eq!(view.pieces.iter().find(destroyed).unwrap().kind, shown);
            let captured: Vec<Kind> = view.last.unwrap().pulls[0].taken.iter().map(|taken| taken.kind).collect();
            assert_eq!(captured, [Kind::Trap3, Kind::Two]);
        }
    }
}

#[test]
fn b20_the_first_turn_may_be_sent_in_parts_too() {
    let first = begun(json!({}));
    let placed = play(&first, "f6").unwrap();
    assert_eq!(play(&placed, "k1 k6").unwrap_err(), "one-piece-only");
    assert_eq!(play(&placed, "k1").unwrap().table.mover(), Seat(1));
    // On j1 stands an own piece: k1 next to it cannot step, so j7 has to move.
    assert_eq!(play(&first, "j1: k1").unwrap_err(), "cannot-step");
    assert_eq!(choices(&first, 0, "j1"), ["j1: j7", "j1: j7+"]);
    assert!(choices(&first, 0, "j1: j7").is_empty());
}

#[test]
fn b23_a_king_on_the_centre_has_reached_it_first() {
    // Blue captures Red's last other piece; Red's king stands on the centre already.
    let before = blue_to_move(position("K@1 f6, 2@1 c3", "K@1 c2"));
    let after = play(&before, "c3: c2").unwrap();
    assert_eq!(ranks(&after), Some(vec![1, 2]));
    // The last two other pieces destroy each other.
    let after = play(&position("K@1 f6, 2@1 c2", "T2@1 c3"), "c3: c2").unwrap();
    assert_eq!(ranks(&after), Some(vec![1, 2]));
    // Not with another piece left.
    assert_eq!(play(&position("K@1 f6, 2@1 c2", "T2@1 c3, 2@1 a1"), "c3: c2").unwrap().outcome(), None);
}

#[test]
fn b24_the_third_occurrence_is_a_draw() {
    let before = position("K@1 k3", "K@1 a4");
    let again = played(&before, "k4: k3; a3: a4; k3: k4; a4: a3");
    assert_eq!(again.table.occurred(&again.kinds, repetition::Strangers::Apart), 2);
    let almost = played(&again, "k4: k3; a3: a4; k3: k4");
    assert_eq!(almost.outcome(), None, "the other player's position is another one");
    let drawn = play(&almost, "a4: a3").unwrap();
    assert_eq!(
        (ranks(&drawn), reason(&drawn).as_str()),
        (Some(vec![1, 1]), "A draw: the same position has occurred three times.")
    );
    // The start of a match counts as the first time.
    assert_eq!(begun(json!({})).view(Eye::Public).occurred, Some(1));
}

#[test]
fn b24_b33_pieces_of_one_kind_count_as_the_same_where_the_kind_is_known() {
    // The two Threes change places and back; so do the kings' neighbours, for Blue's moves.
    let mut twins = position("3@1 c1, 3@1 e1, 2@1 k6", "2@1 a1");
    let swap = |position: &mut Magnet| {
        let ids: Vec<Id> = ["c1", "e1"]
            .map(|at| Id::all().find(|id| position.table.piece(*id).at() == Some(vertex(at))).unwrap())
            .into();
        let (one, other) = (position.table.piece(ids[0]), position.table.piece(ids[1]));
        (*position.table.piece_mut(ids[0]), *position.table.piece_mut(ids[1])) = (other, one);
        for _ in 0..2 {
            position.table.remember();
            position.table.turns += 1;
        }
    };
    twins.table.history.clear();
    swap(&mut twins);
    twins.table.remember();
    assert_eq!(twins.view(Eye::Seat(Seat(0))).occurred, Some(2), "Red knows that they are alike");
    assert_eq!(twins.view(Eye::Seat(Seat(1))).occurred, Some(2));
    swap(&mut twins);
    let red = twins.table.occurred(&twins.known_to(Eye::Seat(Seat(0))), repetition::Strangers::Apart);
    let blue = twins.table.occurred(&twins.known_to(Eye::Seat(Seat(1))), repetition::Strangers::Apart);
    let truth = twins.table.occurred(&twins.kinds, repetition::Strangers::Apart);
    assert!(blue < red && red == truth, "{blue} {red} {truth}");
    let at_most = twins.table.occurred(&twins.known_to(Eye::Seat(Seat(1))), repetition::Strangers::Alike);
    assert!(at_most >= truth);
}

#[test]
fn a_capture_or_promotion_begins_the_count_anew() {
    let again = played(&position("K@1 k3, 2@1 e1", "K@1 a4, 2@1 e2"), "k4: k3; a3: a4; k3: k4; a4: a3");
    assert_eq!((again.view(Eye::Public).occurred, again.table.history.len()), (Some(2), 5));
    for (text, length) in [("f1: e1", 6), ("f1: e1+", 1), ("e2: e1 k3", 1)] {
        let after = play(&again, text).unwrap();
        assert_eq!((after.view(Eye::Public).occurred, after.table.history.len()), (Some(1), length), "{text}");
    }
}

#[test]
fn b25_there_is_always_a_legal_magnet() {
    // The king in a corner, walled in by its own side as far as that can be.
    let crowded = position("K@1 k1, 2@1 k2, 2@1 j1, 2@1 j2, 3@1 k3, 3@1 j3", "");
    assert!(crowded.table.legal_magnets(Seat(0)).next().is_some());
    let alone = position("K@1 k1", "K@1 k2");
    assert!(alone.table.legal_magnets(Seat(0)).next().is_some());
}

#[test]
fn b27_another_piece_on_the_centre_is_a_bluff() {
    let bluff = position("2@1 f6", "");
    assert_eq!(play(&bluff, "declare").unwrap_err(), "king-not-on-center");
    // No other eye sees whether the piece is the king.
    let real = position("K@1 f6, 2@1 k3", "");
    assert!(real.view(Eye::Seat(Seat(0))).may_declare && !bluff.view(Eye::Seat(Seat(0))).may_declare);
    assert!(!real.view(Eye::Seat(Seat(1))).may_declare && !real.view(Eye::Public).may_declare);
}

#[test]
fn b28_b32_the_first_decision_counts_and_nothing_follows() {
    // The king is captured first; the move that would have lost Red's own king is not carried out.
    let before = position("3@3 f10, K@1 f5", "T2@1 f6, K@1 f9");
    let after = play(&before, "f6: f10 f5").unwrap();
    assert_eq!(
        (ranks(&after), on(&after, "f5"), on(&after, "f9")),
        (Some(vec![1, 2]), "RK@1".to_owned(), "R3@3".to_owned())
    );
    assert_eq!(on(&after, "f6"), "BT2@1", "nothing beyond the king is captured");
    let scene = Magnet::scene(&after.view(Eye::Public));
    let marked: Vec<&str> = scene.spots.iter().filter(|spot| spot.decided).map(|spot| spot.name.as_str()).collect();
    assert_eq!(
        (marked, scene.notes.last().unwrap().as_str()),
        (vec!["f9"], "The green ring marks where Red captured the king.")
    );
    let other_order = play(&before, "f6: f5 f10").unwrap();
    assert_eq!((ranks(&other_order), on(&other_order, "f9")), (Some(vec![2, 1]), "BK@1".to_owned()));
}

#[test]
fn b29_b37_a_player_who_leaves_has_lost() {
    for (position, seat) in [(start(json!({})), 1), (begun(json!({})), 0), (begun(json!({})), 1)] {
        let left = position.leave(Seats::just(Seat(seat)), Leaving::Resigned, Moment(0), &mut dice(0)).position;
        left.check(2).unwrap();
        assert_eq!(ranks(&left), Some(if seat == 0 { vec![2, 1] } else { vec![1, 2] }));
    }
    let frame = RULES.start(2, &json!({}), &Seed::new([1; 32])).unwrap().frame;
    for policy in [LapsePolicy::Pass, LapsePolicy::Forfeit] {
        assert_eq!(
            RULES.on_lapse(&frame, Seats::just(Seat(1)), policy).unwrap(),
            Act::Forfeit(Seats::just(Seat(1))),
            "there is no pass"
        );
    }
}

#[test]
fn b37_both_clocks_of_the_set_up_at_one_instant_are_a_draw() {
    let start = RULES.start(2, &json!({}), &Seed::new([1; 32])).unwrap();
    let both = RULES.on_lapse(&start.frame, Seats::all(2), LapsePolicy::Forfeit).unwrap();
    assert_eq!(both, Act::Forfeit(Seats::all(2)));
    let over = RULES.advance(&start.frame, both, Moment(5)).unwrap();
    let outcome = over.status.outcome.clone().unwrap();
    assert_eq!((outcome.ranks, outcome.reason.as_str()), (vec![1, 1], "A draw: both players ran out of time."));
    assert_eq!(over.frame.left, Seats::all(2));
    let lines: Vec<_> = over.lines.iter().map(|line| (line.ply, line.seat, line.text.as_str())).collect();
    assert_eq!(lines, [(1, Some(Seat(0)), "forfeit"), (2, Some(Seat(1)), "forfeit")]);
    let log: Vec<_> = start.lines.iter().chain(&over.lines).cloned().collect();
    assert_eq!(RULES.replay(2, &json!({}), &Seed::new([1; 32]), &log), Ok(over.frame));
}

#[test]
fn b34_a_piece_is_known_by_the_vertex_it_started_on() {
    let after = play(&begun(json!({})), "f6: k6").unwrap();
    let moved = |view: View| view.pieces.into_iter().find(|figure| figure.fate == Fate::On(vertex("j6"))).unwrap();
    for eye in [Eye::Seat(Seat(0)), Eye::Seat(Seat(1)), Eye::Public] {
        assert_eq!(moved(after.view(eye)).id, vertex("k6"));
    }
}

#[test]
fn max_rounds_is_a_draw_by_length_and_repetition_comes_first() {
    let mut position = position_with(json!({"max_rounds": 2}), "K@1 k3", "K@1 a4");
    let ends = position.view(Eye::Public).ends();
    assert!(ends.iter().any(|end| end.kind == EndKind::Rounds { played: 1, limit: 2 }));
    position = played(&position, "k4: k3; a3: a4");
    assert_eq!(
        (ranks(&position), reason(&position).as_str()),
        (Some(vec![1, 1]), "A draw: the last round was played.")
    );
}
