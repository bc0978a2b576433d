//! The clauses of RULES.md that the golden positions leave open, one after the other.

use serde_json::json;

use super::super::*;
use super::*;
use crate::game::{Cause, EndKind};
use crate::rules::{Act, LapsePolicy};

#[test]
fn d1_the_first_drawer_is_drawn_by_lot() {
    let first = |seed| {
        let mut dice = Dice::at(&Seed::new([seed; 32]), 0);
        Ice::start(3, &Options::default(), &mut dice).unwrap().position.awaited().only().unwrap()
    };
    let all: Seats = (0..50).map(first).collect();
    assert_eq!(all, Seats::all(3));
}

#[test]
fn d2_the_drawn_chip_is_public_and_the_next_one_is_not_decided() {
    let ice = start(3, json!({}));
    let Stage::Draft { by, hand } = ice.public.stage else { panic!("{:?}", ice.public.stage) };
    let view = serde_json::to_value(ice.view(Eye::Public)).unwrap();
    assert_eq!(view["hand"]["value"], hand.value());
    assert_eq!(ice.public.bag().len(), 24);
    let next = |seed| {
        let mut dice = Dice::at(&Seed::new([seed; 32]), 1);
        ice.play(by, &"place a1".parse().unwrap(), Moment(0), &mut dice).unwrap().position.public.stage
    };
    assert!((0..20).any(|seed| next(seed) != next(20)), "only the dice of the line decide");
}

#[test]
fn d3_a_random_set_up_goes_straight_to_the_start() {
    let ice = start(4, json!({"setup": "random"}));
    assert_eq!(ice.public.stage, Stage::Start { ready: Seats::NONE });
    assert_eq!(ice.awaited(), Seats::all(4));
    assert!(ice.public.spaces.without_chip().is_empty() && ice.public.bag().len() == 0);
    let first = |seed| {
        let mut dice = Dice::at(&Seed::new([seed; 32]), 0);
        let options = serde_json::from_value(json!({"setup": "random"})).unwrap();
        Ice::start(4, &options, &mut dice).unwrap().position.public.first.unwrap()
    };
    assert_eq!((0..50).map(first).collect::<Seats>(), Seats::all(4));
}

/// A match at the start with a board of its own.
fn at_the_start(seats: u8, options: Value, spaces: &str) -> Ice {
    let mut ice = with(seats, options, 0, spaces);
    ice.public.stage = Stage::Start { ready: Seats::NONE };
    ice.check(seats).unwrap();
    ice
}

const ONES: &str = "a1=R1 b2=R1 c5=R1 d4=B1 e1=B1 e2=B1";

#[test]
fn d5_a_start_needs_two_different_ones_unless_the_option_allows_one() {
    let ice = at_the_start(2, json!({}), ONES);
    assert_eq!(legal(&ice, 0), ["start a1 b2", "start a1 c5", "start b2 c5"].map(String::from).into());
    assert_eq!(refusal(&ice, 0, "start a1 a1"), "same-cell");
    assert_eq!(refusal(&ice, 0, "start a1 d4"), "not-your-one");
    let same = at_the_start(2, json!({"start_same_chip": true}), ONES);
    assert_eq!(legal(&same, 1).len(), 6);
    let begun = played(&same, "0 start a1 a1, 1 start d4 e2");
    assert_eq!((at(&begun, "a1"), at(&begun, "d4")), ("R1[Rs,Rs]".to_owned(), "B1[Bs]".to_owned()));
    assert_eq!(stash(&begun, 0), [3, 5, 5]);
}

#[test]
fn d6_corners_are_adjacent_only_with_the_option() {
    let spaces = "c3=G1[Rs] e5=B1[Bs]";
    let steps = |ice: &Ice| legal(ice, 0).iter().filter(|text| text.starts_with("move c3-")).count();
    assert_eq!(steps(&red(spaces)), 4);
    assert_eq!(steps(&with(2, json!({"adjacency": "all8"}), 0, spaces)), 8);
    assert_eq!(refusal(&red(spaces), 0, "move c3-d4 s"), "not-adjacent");
    assert_eq!(refusal(&red(spaces), 0, "move c3-c3 s"), "not-adjacent");
}

/// Red is walled in by lone pieces on chips that are not his; Blue can move.
const STUCK: &str = "a1=G1[Rs] a2=G1[Bs] b1=Y1[Bs]";

#[test]
fn d7_a_player_without_a_move_passes_by_force_and_stays_absent() {
    let mut ice = with(2, json!({}), 1, STUCK);
    assert_eq!(ice.forced(), None);
    assert!(legal(&red("a1=G1[Rs]"), 0).contains("pass"), "passing is always possible");
    ice.public.absent.insert(Seat(0));
    let moved = played(&ice, "1 move a2-a3 s");
    assert_eq!(moved.forced(), None, "the way to a2 is open");
    let blue_waits = played(&ice, "1 move b1-c1 s, 0 pass, 1 move c1-b1 s");
    assert_eq!(blue_waits.forced(), Some((Seat(0), Move::Pass)));
    let absent = played(&ice, "1 lapse");
    assert_eq!(absent.forced(), Some((Seat(0), Move::Pass)));
    let forced = played(&absent, "0 pass");
    assert_eq!(forced.public.absent, Seats::all(2), "a forced pass ends no absence");
    assert_eq!(forced.outcome(), None, "with no player present the passes do not draw the match");
    let frame = RULES.start(2, &json!({"setup": "random"}), &Seed::new([0; 32])).unwrap().frame;
    let frame = crate::rules::Frame { state: serde_json::to_string(&with(2, json!({}), 1, STUCK)).unwrap(), ..frame };
    let advance = RULES.advance(&frame, Act::Chosen { by: Seat(1), text: "move a2-a3 s" }, Moment(0)).unwrap();
    assert_eq!(advance.lines.len(), 1);
    let stuck = with(2, json!({}), 1, "a1=G1[Rs] a2=G1[Bs] b1=Y1[Bs] e5=B1[Bs]");
    let frame = crate::rules::Frame { state: serde_json::to_string(&stuck).unwrap(), ..frame };
    let advance = RULES.advance(&frame, Act::Chosen { by: Seat(1), text: "move e5-e4 s" }, Moment(0)).unwrap();
    let lines: Vec<_> = advance.lines.iter().map(|line| (line.cause, line.text.as_str())).collect();
    assert_eq!(lines, [(Cause::Chosen, "move e5-e4 s"), (Cause::Forced, "pass")]);
    assert_eq!(advance.status.awaited, Seats::just(Seat(1)));
}

#[test]
fn d8_a_run_of_passes_draws_the_match() {
    let three = with(3, json!({}), 0, "a1=R1[Rs] b2=B1[Bs] c3=G1[Gs]");
    let over = played(&three, "0 pass, 1 pass, 2 pass");
    assert_eq!(ranks(&over), [1, 1, 1]);
    assert_eq!(over.outcome().unwrap().reason, "All players passed in sequence: the match is drawn.");
    assert_eq!(played(&three, "0 pass, 1 move b2-b3 s, 2 pass, 0 pass").outcome(), None, "a change breaks the run");
    // Lapses neither count nor break the run. No pass is needed of absent players or of players who left.
    assert!(played(&three, "0 pass, 1 lapse, 2 pass").outcome().is_some());
    assert!(played(&three, "0 pass, 1 resign, 2 pass").outcome().is_some());
    let complete_by_lapse = played(&three, "0 pass, 1 pass, 2 lapse");
    assert_eq!(complete_by_lapse.outcome(), None, "it takes a pass");
    assert!(played(&complete_by_lapse, "0 pass").outcome().is_some());
    let goes_on = with(3, json!({"allpass": "continue"}), 0, "a1=R1[Rs] b2=B1[Bs] c3=G1[Gs]");
    assert_eq!(played(&goes_on, "0 pass, 1 pass, 2 pass").outcome(), None);
}

#[test]
fn d8_forced_passes_count_if_one_was_chosen() {
    let ice = with(2, json!({}), 1, STUCK);
    let over = played(&ice, "1 pass, 0 pass");
    assert_eq!(over.outcome().unwrap().reason, "All players passed in sequence: the match is drawn.");
    let mut after_forced = ice;
    after_forced.public.stage = Stage::Play { turn: Seat(0) };
    let forced = played(&after_forced, "0 pass");
    assert!(!forced.public.by_choice && forced.outcome().is_none());
    let kinds: Vec<EndKind> = Ice::ends(&forced.view(Eye::Public)).into_iter().map(|end| end.kind).collect();
    assert!(kinds.contains(&EndKind::Passes { passed: Seats::just(Seat(0)), missing: Seats::just(Seat(1)) }));
    assert!(played(&forced, "1 pass").outcome().is_some());
}

#[test]
fn d8_a_run_without_a_chosen_pass_does_not_draw_the_match() {
    let ice = with(2, json!({}), 1, STUCK);
    assert_eq!(played(&ice, "1 lapse, 0 pass").outcome(), None, "red is forced, blue is absent");
    // Blue sits between the two others and can do nothing.
    let three = with(3, json!({}), 0, "a1=Y1[Bs] a2=Y1[Rs] b1=Y2[Gs] e5=G1[Gs]");
    let changed = played(&three, "0 pass, 1 pass, 2 move e5-e4 s, 0 lapse, 1 pass, 2 lapse, 0 lapse");
    assert_eq!(changed.forced(), Some((Seat(1), Move::Pass)));
    assert_eq!(played(&changed, "1 pass").outcome(), None, "the chosen pass was in an earlier run");
    // With no player present a forced pass does not end the match, although one pass of the run was chosen.
    let mut absent = three;
    absent.public.absent.insert(Seat(1));
    let absent = played(&absent, "0 pass, 1 pass, 2 lapse, 0 lapse");
    assert!(absent.public.present().is_empty() && absent.public.by_choice);
    assert_eq!(played(&absent, "1 pass").outcome(), None);
}

#[test]
fn d8_the_match_is_drawn_when_no_player_can_act() {
    // Red sits in one corner behind closed spaces, Blue in the other; the pieces that close them are Green's, who leaves.
    let wall = "a1=Y1[Rs] a2=Y1[Gs,Gm] b1=Y1[Gs,Gm] e5=Y2[Bs] e4=R1[Gs,Gm] d5=R1[Gs,Gm]";
    let ice = with(3, json!({}), 2, wall);
    assert_eq!(ice.outcome(), None);
    let stuck = played(&ice, "2 resign");
    assert_eq!(ranks(&stuck), [1, 1, 3]);
    assert_eq!(stuck.outcome().unwrap().reason, "No player can act: the match is drawn.");
    // The same where a run of passes does not end the match, and out of turn.
    let other = with(3, json!({"allpass": "continue"}), 0, wall);
    assert_eq!(ranks(&played(&other, "2 resign")), [1, 1, 3]);
}

#[test]
fn d10_own_pieces_on_an_own_chip_make_two() {
    let ice = red("a1=G1[Rs] b1=R1[Rm]");
    let both = played(&ice, "0 move a1-b1 s");
    assert_eq!(at(&both, "b1"), "R1[Rs,Rm]");
}

#[test]
fn d13_d15_other_pieces_on_the_chip_do_not_matter() {
    let ice = red("b2=R2[Rs,Rs,Rm,Bs,Bs]");
    assert_eq!(at(&played(&ice, "0 grow b2"), "b2"), "R2[Rs,Rm,Rm,Bs,Bs]");
}

#[test]
fn d17_teleporting_is_for_any_later_turn_or_for_the_next_one_only() {
    let spaces = "c3=N b3=G1[Rs] e5=B1[Bs]";
    let any = played(&red(spaces), "0 move b3-c3 s, 1 move e5-e4 s, 0 pass, 1 move e4-e5 s");
    assert!(legal(&any, 0).contains("jump c3-a1 s"));
    let narrow = with(2, json!({"teleport_next_only": true}), 0, spaces);
    let arrived = played(&narrow, "0 move b3-c3 s, 1 move e5-e4 s");
    assert!(legal(&arrived, 0).contains("jump c3-a1 s"));
    for wasted in ["0 pass", "0 lapse"] {
        let late = played(&arrived, &format!("{wasted}, 1 move e4-e5 s"));
        assert!(!legal(&late, 0).iter().any(|text| text.starts_with("jump")), "{wasted}");
        assert_eq!(refusal(&late, 0, "jump c3-a1 s"), "too-late-to-jump", "{wasted}");
    }
}

#[test]
fn d18_a_piece_cannot_be_teleported_to_its_own_space() {
    let ice = red("c3=N[Rs] a1=R1[Rs]");
    assert_eq!(refusal(&ice, 0, "jump c3-c3 s"), "same-cell");
    assert_eq!(refusal(&ice, 0, "jump a1-c3 s"), "not-on-neutral");
}

#[test]
fn d19_d31_a_neighbour_is_reached_both_ways() {
    let ice = red("c3=N[Rs] c4=B1 e5=B1[Bs]");
    let (moved, jumped) = (played(&ice, "0 move c3-c4 s"), played(&ice, "0 jump c3-c4 s"));
    assert_eq!(moved.public.spaces, jumped.public.spaces);
    assert_ne!(moved.view(Eye::Public), jumped.view(Eye::Public), "the page tells which it was");
}

#[test]
fn d20_a_turn_has_one_action() {
    let moved = played(&red("c3=N b3=G1[Rs] e5=B1[Bs]"), "0 move b3-c3 s");
    assert_eq!(refusal(&moved, 0, "jump c3-a1 s"), "not-awaited");
}

#[test]
fn d21_the_others_share_2_and_leavers_rank_last() {
    let spaces = "d4=R3[Rm] a1=R1[Rl,Rl] b1=N[Rl,Rl] e5=B1[Bs] e4=G1[Gs] e3=Y1[Ys]";
    let four = with(4, json!({}), 3, spaces);
    assert_eq!(ranks(&played(&four, "3 resign, 0 grow d4")), [1, 2, 2, 4]);
    // Five larges are noticed after a growth, and only the fifth counts.
    assert_eq!(played(&with(4, json!({}), 0, "d4=R3[Rm] a1=R1[Rl,Rl] b1=N[Rl]"), "0 grow d4").outcome(), None);
}

#[test]
fn d22_d23_pieces_are_named_by_space_and_size() {
    let ice = red("c3=N[Rs,Rs,Rl] c4=B1");
    let moves: Vec<String> = legal(&ice, 0).into_iter().filter(|text| text.starts_with("move c3-c4")).collect();
    assert_eq!(moves, ["move c3-c4 l", "move c3-c4 s"]);
    assert_eq!(at(&played(&ice, "0 move c3-c4 s"), "c3"), "N[Rs,Rl]");
    assert_eq!(refusal(&ice, 0, "move c3-c4 m"), "not-your-piece");
}

#[test]
fn d24_d26_seats_decide_colours_and_their_number_the_board() {
    let names: Vec<String> = Ice::chairs(6, &Options::default()).into_iter().map(|chair| chair.name).collect();
    assert_eq!(names, ["Red", "Blue", "Green", "Yellow", "Orange", "Purple"]);
    for (seats, board) in [(2, "5x5"), (4, "5x5"), (5, "7x7"), (6, "7x7")] {
        let view = serde_json::to_value(start(seats, json!({})).view(Eye::Public)).unwrap();
        assert_eq!(view["board"], board, "{seats}");
    }
    assert_eq!(start(2, json!({"board": "7x7"})).public.bag().len(), 48);
    let refused = RULES.setup(5, &json!({"board": "5x5"})).unwrap_err().to_string();
    assert_eq!(refused, "option board: 5x5 is for two to 4 players; with 5, expected 7x7 or none");
}

#[test]
fn d25_the_chips_of_a_leaver_have_no_owner_and_the_last_player_wins() {
    let spaces = "a1=G1[Rs] b1=R1[Gs] e5=B1[Bs]";
    let three = with(3, json!({}), 1, spaces);
    assert!(legal(&played(&three, "1 pass, 2 pass"), 0).contains("move a1-b1 s"));
    let blue = with(3, json!({}), 1, "a1=G1[Bs] b1=B1[Rs] c1=R1[Rm]");
    assert!(legal(&blue, 1).contains("move a1-b1 s"));
    let left = played(&with(3, json!({}), 0, "a1=G1[Gs] b1=B1[Rs] e5=B1[Bs]"), "2 resign");
    assert_eq!(at(&left, "a1"), "G1[Gs]", "his pieces stay");
    assert_eq!(left.public.owner(Chip::new(Color::Green, 1).unwrap()), None);
    let last = played(&left, "0 pass, 1 resign");
    assert_eq!(ranks(&last), [1, 2, 2]);
    assert_eq!(last.outcome().unwrap().reason, "Red wins: all others have left.");
    assert_eq!(played(&left, "0 pass, 1 pass").outcome().unwrap().ranks, [1, 1, 3]);
}

#[test]
fn d27_a_start_is_final_and_secret_until_all_have_chosen() {
    let ice = at_the_start(3, json!({}), ONES);
    for text in ["start b2 a1", "START  B2, A1"] {
        assert_eq!(RULES.read(text).unwrap(), "start a1 b2");
    }
    let step = act(&ice, 0, "start b2 a1").unwrap();
    assert!(!step.moved_on);
    let ready = step.position;
    assert_eq!(ready.awaited(), [Seat(1), Seat(2)].into_iter().collect());
    assert_eq!(refusal(&ready, 0, "start a1 c5"), "already-started");
    let other = act(&ice, 0, "start a1 c5").unwrap();
    for eye in [Eye::Seat(Seat(1)), Eye::Seat(Seat(2)), Eye::Public] {
        assert_eq!(ready.view(eye), other.position.view(eye));
        let entry = Entry { by: Some(Seat(0)), cause: Cause::Chosen, text: "start a1 b2".to_owned() };
        let mv = "start a1 b2".parse().unwrap();
        let written = |eye, events: &[Event]| Ice::written(entry.clone(), Some(&mv), events, eye).unwrap().text;
        assert_eq!(written(eye, &step.events), "start ? ?");
        assert_eq!(written(Eye::Seat(Seat(0)), &step.events), "start a1 b2");
        assert_eq!(written(eye, &[Event::Started { at: [None; 6] }]), "start a1 b2");
    }
    assert_ne!(ready.view(Eye::Seat(Seat(0))), other.position.view(Eye::Seat(Seat(0))));
    assert_eq!(at(&ready, "a1"), "R1", "nothing stands there yet");
    let greens: Vec<String> = legal(&ready, 2).into_iter().collect();
    let begun = played(&ready, &format!("2 {}, 1 start d4 e2", greens[0]));
    assert_eq!((at(&begun, "a1"), at(&begun, "d4")), ("R1[Rs]".to_owned(), "B1[Bs]".to_owned()));
    assert_eq!(begun.sealed, [None; 6]);
}

#[test]
fn d28_the_last_round_ranks_by_size() {
    let spaces = "a1=R1[Rl,Rs] b2=B1[Bl,Bm] c3=G1[Gm,Gm,Gm] d4=Y1[Ys]";
    let four = with(4, json!({"max_rounds": 1}), 0, spaces);
    let over = played(&four, "0 pass, 1 pass, 2 pass, 3 move d4-d5 s");
    assert_eq!(ranks(&over), [2, 1, 3, 4]);
    assert_eq!(
        over.outcome().unwrap().reason,
        "The last round was played: Blue 1 large, 1 medium, 0 small; Red 1 large, 0 medium, 1 small; \
         Green 0 large, 3 medium, 0 small; Yellow 0 large, 0 medium, 1 small. Blue wins."
    );
    let gone = played(&four, "0 pass, 1 resign, 2 pass, 3 move d4-d5 s");
    assert_eq!(ranks(&gone), [1, 4, 2, 3]);
    let even = with(2, json!({"max_rounds": 1}), 0, "a1=R1[Rs] b2=B1[Bs]");
    let over = played(&even, "0 pass, 1 move b2-b3 s");
    assert_eq!(ranks(&over), [1, 1]);
    assert!(over.outcome().unwrap().reason.ends_with("Red and Blue share the win."));
}

#[test]
fn d29_a_clock_before_the_first_move_forfeits_under_every_policy() {
    for setup in ["draft", "random"] {
        let frame = RULES.start(3, &json!({ "setup": setup }), &Seed::new([0; 32])).unwrap().frame;
        let seat = RULES.status(&frame).unwrap().awaited.first().unwrap();
        assert_eq!(
            RULES.on_lapse(&frame, Seats::just(seat), LapsePolicy::Pass).unwrap(),
            Act::Forfeit(Seats::just(seat))
        );
        assert!(RULES.advance(&frame, Act::Lapse(Seats::just(seat)), Moment(0)).is_err());
    }
    assert_eq!(red("a1=R1[Rs]").clock(Seat(0)), Clock::CanLapse);
}

#[test]
fn d30_the_chip_in_hand_and_the_first_move_go_to_the_next_seat() {
    let mut ice = start(4, json!({}));
    let by = ice.awaited().only().unwrap();
    ice.public.stage = Stage::Draft { by, hand: Chip::NEUTRAL };
    ice.public.first = Some(by);
    ice.check(4).unwrap();
    let step = ice.leave(Seats::just(by), Leaving::Resigned, Moment(0), &mut dice());
    assert!(step.moved_on);
    let next = by.left(4);
    assert_eq!(step.position.public.stage, Stage::Draft { by: next, hand: Chip::NEUTRAL });
    let mut dice = dice();
    let begun = random_play(step.position, &mut dice, |ice| matches!(ice.public.stage, Stage::Play { .. }));
    assert_eq!(begun.awaited(), Seats::just(next), "the drawer is gone");
    // The departure of another player changes nothing for the drawer.
    let other = start(4, json!({}));
    let by = other.awaited().only().unwrap();
    let step = other.leave(Seats::just(by.left(4)), Leaving::Resigned, Moment(0), &mut dice);
    assert_eq!((step.moved_on, step.position.public.stage), (false, other.public.stage));
}

#[test]
fn d30_a_start_that_was_sent_stands_although_its_player_left() {
    let ice = at_the_start(3, json!({}), ONES);
    let greens: Vec<String> = legal(&ice, 2).into_iter().collect();
    let begun = played(&ice, &format!("0 start a1 b2, 0 resign, 1 start d4 e1, 2 {}", greens[0]));
    assert_eq!(at(&begun, "a1"), "R1[Rs]");
    assert_eq!(begun.awaited(), Seats::just(Seat(1)), "red drew the neutral chip and is gone");
    // A player who leaves without a choice has no pyramids. The departure of the last player to choose completes the choices.
    let begun = played(&ice, &format!("1 start d4 e1, 2 {}, 0 resign", greens[0]));
    assert_eq!((stash(&begun, 0), stash(&begun, 1)), ([5; 3], [3, 5, 5]));
    assert_eq!(begun.awaited(), Seats::just(Seat(1)));
    // A match that ends here shows the choices that were made.
    let over = played(&ice, "1 start d4 e1, 0 resign, 2 resign");
    assert_eq!(ranks(&over), [2, 1, 2]);
    assert_eq!(serde_json::to_value(over.view(Eye::Open)).unwrap()["starts"][0]["at"], json!(["d4", "e1"]));
}

#[test]
fn d30_a_chip_in_a_leavers_hand_does_not_go_back_into_the_bag() {
    let draft = start(2, json!({}));
    let Stage::Draft { by, hand } = draft.public.stage else { panic!("{:?}", draft.public.stage) };
    let over = draft.leave(Seats::just(by), Leaving::Resigned, Moment(0), &mut dice()).position;
    over.check(2).unwrap();
    let view = over.view(Eye::Open);
    assert_eq!(view.bag.iter().map(|heap| heap.count).sum::<u8>(), 24);
    assert_eq!(view.hand.map(|chip| (chip.color, chip.value)), Some((hand.color(), hand.value())));
    // Where the match goes on, the next player has the chip in hand.
    let three = start(3, json!({}));
    let by = three.awaited().only().unwrap();
    let left = three.leave(Seats::just(by), Leaving::Resigned, Moment(0), &mut dice()).position;
    let chip = |ice: &Ice| ice.view(Eye::Public).hand.map(|chip| (chip.color, chip.value));
    assert_eq!((left.public.bag().len(), chip(&left)), (24, chip(&three)));
}

#[test]
fn d29_clocks_that_run_out_at_one_instant_share_the_last_rank() {
    for (out, ranks, why) in [(&[0, 1, 2][..], [1, 1, 1], "All players ran out"), (&[0, 2], [2, 1, 2], "Blue wins")] {
        let start = RULES.start(3, &json!({"setup": "random"}), &Seed::new([1; 32])).unwrap().frame;
        let seats: Seats = out.iter().map(|seat| Seat(*seat)).collect();
        assert_eq!(RULES.on_lapse(&start, seats, LapsePolicy::Pass).unwrap(), Act::Forfeit(seats));
        let outcome = RULES.advance(&start, Act::Forfeit(seats), Moment(0)).unwrap().status.outcome.unwrap();
        assert!(outcome.ranks == ranks && outcome.reason.starts_with(why), "{outcome:?}");
    }
    // Where two have started or may still start, the match goes on without the others.
    let four = RULES.start(4, &json!({"setup": "random"}), &Seed::new([1; 32])).unwrap().frame;
    let left: Seats = [Seat(1), Seat(3)].into_iter().collect();
    let next = RULES.advance(&four, Act::Forfeit(left), Moment(0)).unwrap();
    assert_eq!((next.status.awaited, next.frame.left), (Seats::all(4).without(left), left));
}
