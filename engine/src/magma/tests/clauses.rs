//! The clauses of RULES.md, one after the other.

use serde_json::json;

use super::super::*;
use super::*;

#[test]
fn a1_a4_a5_a6_a7_a_piece_steps_or_jumps_in_a_chain() {
    let magma = with_pieces(start(2, json!({})), "R:g5,g6 B:m1");
    // A1: straight over g6 to g7; A4: no step after the jump (f8 is two away); A6: the lifted piece cannot be jumped.
    assert_eq!(destinations(&magma, Color::Red, "g5"), "f5 f6 g4 g7 h5 h6");
    // A5, A7: a ring of jumps leads back to the start, but a move may not end there.
    let ring = with_pieces(start(2, json!({})), "R:g5,f6,f8,g7 B:m1");
    assert_eq!(refusal(&ring, 0, "g5-g5"), "unreachable");
}

#[test]
fn a7_pictures_show_the_shortest_chain() {
    // The example of the rules: g4 jumped over g5, f6 and e6.
    let moved = with_pieces(start(2, json!({})), "R:e6,e7,f6,g5 B:g7");
    let way = |from: &str, to: &str| {
        let way = moved.way(cell_of(&moved, from), cell_of(&moved, to));
        way.into_iter().map(|cell| moved.field().board.name(cell).to_string()).collect::<Vec<_>>().join("-")
    };
    assert_eq!(way("g4", "e7"), "g4-g6-e5-e7");
    // A step beside a piece that could be jumped.
    assert_eq!(way("g6", "g5"), "g6-g5");
}

#[test]
fn a2_a3_team_mates_are_one_colour() {
    let magma = with_pieces(start(4, json!({})), "R:a1,b2,g5 B:d10");
    assert!(legal(&magma, 0).contains("g5-g4"), "a piece the mate entered");
    assert!(destinations(&magma, Color::Red, "a1").contains("c3"), "over a piece the mate entered");
}

#[test]
fn a8_entry_continue_lets_an_entered_piece_jump_on() {
    let pieces = "R:b2 B:m1";
    assert_eq!(entries(&with_pieces(start(2, json!({})), pieces)), "a1");
    assert_eq!(entries(&with_pieces(start(2, json!({"entry_continue": true})), pieces)), "a1 c3");
}

#[test]
fn a9_a12_a_mates_piece_can_be_jumped_on_a_home_but_the_mates_home_not_used() {
    let magma = with_pieces(start(4, json!({})), "R:a1 B:d10");
    assert_eq!(entries(&magma), "b2 b3");
    assert_eq!(refusal(&magma, 0, "+m1"), "unreachable");
}

#[test]
fn a10_homes_are_ordinary_spaces_for_pieces_on_the_board() {
    let magma = with_pieces(start(2, json!({})), "B:b2 R:g5");
    assert!(destinations(&magma, Color::Blue, "b2").starts_with("a1 "));
}

#[test]
fn a13_supplies_are_per_player_unless_pooled() {
    let mut magma = start(4, json!({}));
    magma.supply[0] = 0;
    assert_eq!(refusal(&magma, 0, "+b2"), "supply-empty");
    let mut pooled = start(4, json!({"pool_team_supply": true}));
    assert_eq!(pooled.stock(Seat(0)), 48);
    pooled.supply[0] = 0;
    let entered = played(&pooled, "0 +b2");
    assert_eq!((entered.supply[0], entered.supply[2], entered.stock(Seat(2))), (0, 23, 23));
}

#[test]
fn a14_region_counts_regions_that_one_colour_borders() {
    // Nothing but red on the board: under `region` every vacant space is red's, under `turn` only those next to it.
    let pieces = "R:g5";
    let mut turn = with_pieces(start(2, json!({})), pieces);
    let mut region = with_pieces(start(2, json!({"reach": "region"})), pieces);
    turn.supply = [0; 6];
    region.supply = [0; 6];
    assert_eq!((exclusive(&turn, Color::Red), exclusive(&region, Color::Red)), (6, 90));
    // Blue's open home is a border: now the region counts for no colour.
    region.supply[1] = 1;
    assert_eq!((exclusive(&region, Color::Red), exclusive(&region, Color::Blue)), (0, 0));
}

#[test]
fn a14_both_solo_homes_count_and_those_of_leavers_do_not() {
    let magma = with_pieces(start(5, json!({})), "R:a1 B:d10");
    assert_eq!(exclusive(&magma, Color::Yellow), 2);
    let left = played(&magma, "2 resign");
    assert_eq!(exclusive(&left, Color::Yellow), 0);
}

#[test]
fn a17_a_move_breaks_the_run() {
    let magma = played(&start(2, json!({})), "0 pass, 1 +l2, 0 pass");
    assert_eq!(magma.outcome(), None);
    assert_eq!(magma.passed, Seats::just(Seat(0)));
}

#[test]
fn a18_a_run_that_the_solo_player_begins_needs_six_slots() {
    let magma = played(&start(5, json!({})), "0 pass, 1 d10-d9, 2 pass, 3 pass, 4 pass, 2 pass");
    assert_eq!(magma.passed.len(), 3, "Claire passed twice and counts once");
    assert_eq!(played(&magma, "0 pass").outcome(), None);
    let solo_first = played(&start(5, json!({"first": "j10"})), "2 pass, 3 pass, 4 pass, 2 pass, 0 pass");
    assert_eq!(solo_first.outcome(), None);
    assert!(played(&solo_first, "1 pass").outcome().is_some());
}

#[test]
fn a18_the_match_ends_at_a_pass_never_at_a_lapse_or_a_resignation() {
    let magma = start(3, json!({}));
    for event in ["2 lapse", "2 resign"] {
        let two_passed = played(&magma, &format!("0 pass, 1 pass, {event}"));
        assert_eq!(two_passed.outcome(), None, "{event}");
        let view = two_passed.view(Eye::Public);
        assert!(matches!(&Magma::ends(&view)[0].kind, EndKind::Passes { missing, .. } if missing.is_empty()));
        assert!(played(&two_passed, "0 pass").outcome().is_some());
    }
}

#[test]
fn a19_agreement_stands_until_the_board_changes_or_it_is_taken_back() {
    let magma = start(3, json!({}));
    let agreed = played(&magma, "1 agree, 0 agree");
    assert_eq!(refusal(&agreed, 1, "agree"), "already-agreed");
    assert_eq!(refusal(&magma, 1, "disagree"), "not-agreed");
    assert_eq!(played(&agreed, "0 pass").agreed.len(), 2, "a pass changes no board");
    assert_eq!(played(&agreed, "0 +b2").agreed, Seats::NONE);
    assert_eq!(played(&agreed, "1 disagree, 2 agree").outcome(), None);
    assert!(played(&agreed, "2 agree").outcome().is_some());
    // Absent seats do not block the end, nor do seats that left. A lapse can make the last missing seat absent.
    assert!(played(&agreed, "0 pass, 1 pass, 2 lapse").outcome().is_some());
    assert!(played(&agreed, "2 resign").outcome().is_some());
    // With no player present the match does not end this way.
    let all_absent = played(&start(2, json!({})), "0 lapse, 1 lapse");
    assert_eq!(all_absent.outcome(), None);
    // A player who agrees is present again.
    assert_eq!(
        played(&all_absent, "1 agree").outcome().unwrap().reason.split(':').next(),
        Some("All present players agreed to end")
    );
}

#[test]
fn a19_the_solo_player_has_one_vote() {
    assert!(played(&start(5, json!({})), "0 agree, 1 agree, 2 agree, 3 agree, 4 agree").outcome().is_some());
}

#[test]
fn a21_a22_the_tied_side_that_took_the_latest_turn_wins() {
    let magma = start(3, json!({}));
    // All have 7; after one round blue took the latest turn, then yellow, then red.
    assert_eq!(ranks(&played(&magma, "0 pass, 1 pass, 2 pass")), [3, 2, 1]);
    // All agreed before a turn was taken: all sides share the rank.
    let none = played(&magma, "0 agree, 1 agree, 2 agree");
    assert_eq!(ranks(&none), [1, 1, 1]);
    assert_eq!(
        none.outcome().unwrap().reason,
        "All present players agreed to end: Red 7, Yellow 7, Blue 7. Red and Yellow and Blue share the win: none of them took a turn."
    );
    // Lapses are not turns taken: red's pass is the latest.
    assert_eq!(ranks(&played(&magma, "0 pass, 1 lapse, 2 lapse, 0 agree")), [1, 2, 2]);
}

#[test]
fn a23_a_player_without_pieces_plays_on() {
    let magma = with_pieces(start(2, json!({})), "B:m1");
    assert_eq!(legal(&magma, 0), ["+a1", "pass", "agree"].map(String::from).into());
}

#[test]
fn a24_the_last_round_ends_the_match_by_scoring() {
    let magma = played(&start(2, json!({"max_rounds": 2})), "0 +b2, 1 pass, 0 +b3");
    assert_eq!(magma.outcome(), None);
    let over = played(&magma, "1 +l2");
    assert!(over.outcome().unwrap().reason.starts_with("The last round was played: "));
    // Rounds count the slots of those who have left.
    let alone = played(&start(3, json!({"max_rounds": 2})), "1 resign, 0 +b2, 2 pass, 0 +b3");
    assert_eq!(alone.outcome(), None);
    assert!(played(&alone, "2 +j2").outcome().is_some());
}

#[test]
fn a27_a_lapse_is_neutral_and_a_sand_out_breaks_the_run() {
    let magma = played(&start(3, json!({})), "0 pass, 1 lapse, 2 pass");
    assert!(magma.outcome().is_some(), "red and blue have passed, yellow is absent");
    let hot = play_at(&start(3, json!({"tempo": "hot", "sand": "PT30S"})), 0, "pass", Moment(0));
    let out = hot.woken(Moment(30_000), &mut dice()).position;
    assert_eq!(out.passed, Seats::NONE);
    assert!(out.absent.is_empty());
}

#[test]
fn a28_the_right_hand_neighbour_is_a_player_and_not_a_slot() {
    let mut magma = start(5, json!({"tempo": "hot", "sand": "PT30S"}));
    let mut takers = Vec::new();
    for _ in 0..6 {
        magma = magma.woken(magma.wake().unwrap().at, &mut dice()).position;
        let Stage::Penalty { by, of } = magma.stage else { panic!("{:?}", magma.stage) };
        takers.push((of.0, by.0));
        assert_ne!(magma.table().color(of), magma.table().color(by), "always an opponent");
        magma = play_at(&magma, by.0, "spare", magma.wake().unwrap().at);
    }
    assert_eq!(takers, [(0, 4), (1, 0), (2, 1), (3, 2), (4, 3), (2, 1)]);
}

#[test]
fn a29_a_penalised_piece_goes_where_the_option_says() {
    for (option, supply) in [("supply", 25), ("out", 24)] {
        let magma = start(2, json!({"tempo": "hot", "penalty_piece": option}));
        let penalty = magma.woken(magma.wake().unwrap().at, &mut dice()).position;
        let settled = play_at(&penalty, 1, "remove a1", penalty.wake().unwrap().at);
        assert_eq!(settled.supply[0], supply);
    }
}

#[test]
fn a30_an_undecided_penalty_is_spared_after_one_sand() {
    let magma = start(2, json!({"tempo": "hot", "sand": "PT30S"}));
    let penalty = magma.woken(Moment(30_000), &mut dice()).position;
    assert_eq!(refusal(&penalty, 0, "pass"), "not-awaited");
    let next = penalty.woken(Moment(60_000), &mut dice()).position;
    assert_eq!((next.awaited(), next.wake().unwrap().at), (Seats::just(Seat(1)), Moment(90_000)));
    assert_eq!(next.pieces, magma.pieces);
}

#[test]
fn a31_a35_there_is_no_penalty_without_a_piece_or_a_neighbour() {
    let hot = start(3, json!({"tempo": "hot", "sand": "PT30S"}));
    let bare = with_pieces(hot, "Y:j10 B:j1");
    assert_eq!(bare.woken(Moment(30_000), &mut dice()).position.awaited(), Seats::just(Seat(1)));
    let left = played(&hot, "2 resign");
    assert_eq!(left.woken(Moment(30_000), &mut dice()).position.awaited(), Seats::just(Seat(1)));
    // A player who leaves with a penalty to take spares it.
    let penalty = hot.woken(Moment(30_000), &mut dice()).position;
    assert_eq!(penalty.awaited(), Seats::just(Seat(2)));
    assert_eq!(played(&penalty, "2 resign").awaited(), Seats::just(Seat(1)));
}

#[test]
fn a32_a34_a37_magma_fires_when_the_starting_player_next_begins_a_turn() {
    let magma = start(5, json!({"tempo": "whitehot", "sand": "PT30S", "first": "j10"}));
    assert_eq!(refusal(&magma, 1, "magma"), "not-your-call");
    assert_eq!(refusal(&start(2, json!({"tempo": "hot"})), 1, "magma"), "not-white-hot");
    // Claire (seat 2) begins; Dan (3) sits to her left. Called in Dan's turn it waits for her other slot, d1.
    let called = played(&magma, "2 pass, 3 magma");
    assert_eq!(called.wake(), None);
    assert_eq!(refusal(&called, 3, "magma"), "already-called");
    let fired = played(&called, "3 +l2, 4 pass");
    assert_eq!(fired.wake().map(|wake| (wake.at, wake.seat)), Some((Moment(15_000), Some(Seat(2)))));
}

#[test]
fn a33_the_timer_skips_players_who_left() {
    let magma = start(3, json!({"tempo": "whitehot", "sand": "PT30S"}));
    let called = play_at(&magma, 1, "magma", Moment(0));
    let left = called.leave(Seats::just(Seat(1)), Leaving::Resigned, Moment(0), &mut dice()).position;
    let next = play_at(&left, 0, "pass", Moment(5_000));
    assert_eq!(next.wake().map(|wake| (wake.at, wake.seat)), Some((Moment(25_000), Some(Seat(2)))));
    let starter_gone = played(&magma, "0 resign");
    assert_eq!(refusal(&starter_gone, 1, "magma"), "starter-left");
}

#[test]
fn a33_the_next_players_time_is_at_least_the_floor() {
    // Red leaves a millisecond of the half sand, so Blue has one sand less that millisecond, and uses none of it.
    for (floor, wake) in [(json!(null), 15_000), (json!("PT10S"), 24_999)] {
        let magma = start(2, json!({"tempo": "whitehot", "sand": "PT30S", "floor": floor}));
        let called = play_at(&magma, 1, "magma", Moment(0));
        let blue = play_at(&called, 0, "pass", Moment(14_999));
        assert_eq!(blue.wake().unwrap().at, Moment(44_998), "more than the floor is handed on as it is");
        let red = play_at(&blue, 1, "+l2", Moment(14_999));
        assert_eq!(red.wake().unwrap().at, Moment(wake), "{floor}");
    }
    let refused = |floor: &str| {
        let options = json!({"tempo": "whitehot", "sand": "PT30S", "floor": floor});
        RULES.setup(2, &options).unwrap_err().to_string()
    };
    for floor in ["PT31S", "PT0S"] {
        assert_eq!(refused(floor), "option floor: expected a time from 1 second to that of the sand, 30 seconds");
    }
}

#[test]
fn a35_the_last_side_left_wins_and_leavers_share_the_last_rank() {
    let magma = start(3, json!({}));
    assert_eq!(ranks(&played(&magma, "2 resign, 0 resign")), [2, 1, 2]);
    assert_eq!(ranks(&played(&magma, "0 resign, 1 pass, 2 pass")), [3, 2, 1]);
    // A team plays on with one player; the mate who left shares its rank.
    let team = played(&start(4, json!({})), "0 resign, 1 resign");
    assert_eq!(team.outcome(), None);
    assert_eq!(team.awaited(), Seats::just(Seat(2)));
    assert_eq!(ranks(&played(&team, "2 resign")), [2, 1, 2, 1]);
    // If the penalised player leaves, the undecided penalty stands.
    let hot = start(3, json!({"tempo": "hot"}));
    let penalty = hot.woken(hot.wake().unwrap().at, &mut dice()).position;
    assert_eq!(played(&penalty, "0 resign").awaited(), Seats::just(Seat(2)));
}

#[test]
fn a36_two_players_have_one_home_each() {
    let magma = start(2, json!({}));
    assert_eq!(magma.table().slots().len(), 2);
    assert_eq!(magma.home_of(1).as_deref(), Some("m1"));
    assert_eq!(magma.table().color(Seat(1)), Color::Blue, "the printed red of m1 is ignored");
}

#[test]
fn a37_first_names_a_home_in_use() {
    assert_eq!(start(3, json!({"first": "j1"})).awaited(), Seats::just(Seat(2)));
    let refused = RULES.setup(3, &json!({"first": "d1"})).unwrap_err();
    assert_eq!(refused.to_string(), "option first: expected a home in use with 3 seats on this board (a1, j10, j1)");
}

#[test]
fn a38_the_solo_seat_owns_both_slots_of_its_colour() {
    for (solo, owners, supply) in [
        ("red", [0, 1, 2, 0, 3, 4], [48, 24, 24, 24, 24]),
        ("blue", [0, 1, 2, 3, 1, 4], [24, 48, 24, 24, 24]),
        ("yellow", [0, 1, 2, 3, 4, 2], [24, 24, 48, 24, 24]),
    ] {
        let magma = start(5, json!({ "solo_color": solo }));
        assert_eq!(magma.table().slots().iter().map(|slot| slot.seat.0).collect::<Vec<_>>(), owners);
        assert_eq!(magma.supply[..5], supply);
        assert_eq!(magma.pieces.map(|cells| cells.len()), [2, 2, 2]);
    }
}

#[test]
fn a39_a_move_at_the_moment_the_sand_runs_out_is_too_late() {
    let frame = RULES.start(2, &json!({"tempo": "hot", "sand": "PT30S"}), &Seed::new([0; 32])).unwrap().frame;
    let send = |frame: &Frame, at| RULES.advance(frame, Act::Chosen { by: Seat(0), text: "pass" }, Moment(at));
    assert!(send(&frame, 29_999).is_ok());
    assert!(matches!(send(&frame, 30_000), Err(Fault::Illegal(illegal)) if illegal.code == "too-late"));
    assert!(
        matches!(RULES.advance(&frame, Act::TimerOut, Moment(29_999)), Err(Fault::Illegal(illegal)) if illegal.code == "too-early")
    );
    // Logged late, the next turn starts at the stamp of the line.
    let penalty = RULES.advance(&frame, Act::TimerOut, Moment(500_000)).unwrap();
    assert_eq!(penalty.status.wake.unwrap().at, Moment(530_000));
    assert_eq!((penalty.lines[0].text.as_str(), penalty.lines[0].seat), ("timer-out", Some(Seat(0))));
}

#[test]
fn three_lapses_in_sequence_forfeit_and_a_word_restarts_the_count() {
    let act = |frame: &Frame, act: Act<'_>| RULES.advance(frame, act, Moment(0)).unwrap().frame;
    let lapse = |frame: &Frame, seat: u8| {
        let what = RULES.on_lapse(frame, Seats::just(Seat(seat)), LapsePolicy::Pass).unwrap();
        (act(frame, what), matches!(what, Act::Forfeit(_)))
    };
    let start = RULES.start(3, &json!({}), &Seed::new([0; 32])).unwrap().frame;
    let round = |frame: &Frame, word: bool| {
        let frame = if word { act(frame, Act::Chosen { by: Seat(1), text: "agree" }) } else { frame.clone() };
        let moved = RULES
            .suggest(&frame, Seat(0), &mut dice())
            .unwrap()
            .filter(|text| text.contains('-') || text.contains('+'))
            .unwrap_or("pass".to_owned());
        let frame = act(&frame, Act::Chosen { by: Seat(0), text: &moved });
        let (frame, forfeited) = lapse(&frame, 1);
        (lapse(&frame, 2).0, forfeited)
    };
    let (one, first) = round(&start, false);
    let (two, second) = round(&one, true);
    assert_eq!((first, second, two.lapses[1], two.lapses[2]), (false, false, 1, 2));
    let (three, third) = round(&two, false);
    assert!(!third && three.left == Seats::just(Seat(2)), "yellow spoke in between, blue did not");
    assert!(
        matches!(RULES.on_lapse(&start, Seats::just(Seat(0)), LapsePolicy::Forfeit).unwrap(), Act::Forfeit(seats) if seats == Seats::just(Seat(0)))
    );
}
