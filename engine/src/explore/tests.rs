//! Explored moves of the games. That secrets do not change the answer is a law of every game (`laws/players.rs`).

use serde_json::json;

use super::*;
use crate::rules::{Act, Page, Rules};

const NOW: Moment = Moment(1000);

fn rules(game: &str) -> &'static dyn Rules {
    crate::game(game).unwrap()
}

fn dice(number: u64) -> Dice {
    Dice::at(&Seed::numbered(number), 1)
}

/// A new match, with these moves of the awaited seats played.
fn after(game: &str, options: &serde_json::Value, texts: &[&str]) -> Frame {
    let mut frame = rules(game).start(2, options, &Seed::numbered(7)).unwrap().frame;
    for text in texts {
        let by = rules(game).status(&frame).unwrap().awaited.first().unwrap();
        frame = rules(game).advance(&frame, Act::Chosen { by, text }, NOW).unwrap().frame;
    }
    frame
}

fn moves(texts: &[&str]) -> Vec<Planned> {
    texts.iter().map(|text| Planned { by: None, text: (*text).to_owned() }).collect()
}

fn explore(game: &str, frame: &Frame, seat: u8, moves: &[Planned], number: u64) -> Result<Explored, Unexplored> {
    let plan = Plan { eye: Eye::Seat(Seat(seat)), moves, so_far: "", at: NOW, time_is_over: &|| false };
    rules(game).explore(frame, &plan, &mut dice(number))
}

/// Explores suggestions for the seats that are to move, from the choices alone.
fn followed(game: &str, frame: &Frame, seat: u8, max: usize) -> (Vec<Planned>, Explored) {
    let mut planned = Vec::new();
    let mut explored = explore(game, frame, seat, &planned, 1).unwrap();
    while planned.len() < max {
        let plan = Plan { eye: Eye::Seat(Seat(seat)), moves: &planned, so_far: "", at: NOW, time_is_over: &|| false };
        let mut so_far = String::new();
        let text = loop {
            let found = rules(game).explore(frame, &Plan { so_far: &so_far, ..plan }, &mut dice(1)).unwrap();
            match found.choices.first() {
                Some(choice) if choice.complete => break choice.text.clone(),
                Some(choice) => so_far.clone_from(&choice.text),
                None => panic!("{game}: no choices after {so_far:?}"),
            }
        };
        planned.push(Planned { by: explored.next, text });
        explored = explore(game, frame, seat, &planned, 1).unwrap();
    }
    (planned, explored)
}

#[test]
fn explored_moves_lead_to_what_the_same_moves_lead_to() {
    for game in ["magma", "magnapoco"] {
        let before = after(game, &json!({}), &[]);
        let (planned, explored) = followed(game, &before, 1, 5);
        let mut frame = before.clone();
        for (planned, tried) in planned.iter().zip(&explored.moves) {
            assert_eq!((planned.by, &planned.text), (Some(tried.by), &tried.text), "{game}");
            let act = Act::Chosen { by: tried.by, text: &tried.text };
            frame = rules(game).advance(&frame, act, NOW).unwrap().frame;
        }
        let page = rules(game).page(&frame, Eye::Seat(Seat(1))).unwrap();
        assert_eq!(explored.page, Page { turn: before.turn, ..page }, "{game}");
        let next = rules(game).status(&frame).unwrap().awaited.only();
        assert_eq!((explored.next, explored.may_have_others), (next, false), "{game}");
        assert_eq!(explored.choices, rules(game).choices(&frame, next.unwrap(), "").unwrap(), "{game}");
    }
}

#[test]
fn a_refused_move_is_named_by_its_number() {
    let before = after("magnapoco", &json!({}), &[]);
    let (planned, _) = followed("magnapoco", &before, 0, 2);
    let with = |texts: &[&str]| explore("magnapoco", &before, 0, &[&planned[..], &moves(texts)].concat(), 1);
    assert!(matches!(with(&["a move"]).unwrap_err(), Unexplored::Refused { number: 3, fault: Fault::Unreadable(_) }));
    let again = planned[0].text.clone();
    let Unexplored::Refused { number: 3, fault: Fault::Illegal(illegal) } = with(&[&again]).unwrap_err() else {
        panic!("{again} is played twice");
    };
    assert!(!illegal.why.is_empty());
    let stranger = Planned { by: Some(Seat(6)), text: again };
    let refusal = explore("magnapoco", &before, 0, &[stranger], 1).unwrap_err();
    assert!(matches!(refusal, Unexplored::Refused { number: 1, fault: Fault::Illegal(_) }));
    let plan = Plan { eye: Eye::Seat(Seat(0)), moves: &planned, so_far: "", at: NOW, time_is_over: &|| true };
    let late = rules("magnapoco").explore(&before, &plan, &mut dice(1)).unwrap_err();
    assert_eq!(late, Unexplored::TooLong { number: 0 });
}

#[test]
fn a_match_that_ends_in_an_exploration_has_a_result_and_no_next_seat() {
    let before = after("magma", &json!({}), &[]);
    let explored = explore("magma", &before, 0, &moves(&["resign"]), 1).unwrap();
    assert!(explored.page.outcome.is_some_and(|outcome| outcome.ranks == [2, 1]));
    assert_eq!((explored.next, explored.choices.len()), (None, 0));
    for by in [None, Some(Seat(1))] {
        let after = Planned { by, text: "pass".to_owned() };
        let refusal = explore("magma", &before, 0, &[&moves(&["resign"])[..], &[after]].concat(), 1).unwrap_err();
        assert_eq!(refusal, Unexplored::Refused { number: 2, fault: over() });
    }
}

/// A match of Magnet in which both sides are set up; Red is to move.
fn magnet(red: &str) -> Frame {
    after("magnet", &json!({}), &[red, "setup K T3 T2 4 4 4 3 3 3 2 2 2"])
}

#[test]
fn what_depends_on_hidden_pieces_is_not_explored() {
    // A piece of rank 1 rises unless it is the king: Blue does not know whether it is.
    for red in ["setup K T3 T2 4 4 4 3 3 3 2 2 2", "setup 2 2 2 3 3 3 4 4 4 T2 T3 K"] {
        let before = magnet(red);
        let plain = explore("magnet", &before, 1, &moves(&["f6: k1"]), 1).unwrap();
        assert_eq!((plain.next, plain.may_have_others), (Some(Seat(1)), false), "{red}");
        let seen = (0..20).filter(|number| {
            let rises = explore("magnet", &before, 1, &moves(&["f6: k1+"]), *number);
            // Eight draws may agree by chance, in which case they are all of one kind.
            rises == Err(Unexplored::Depends { number: 1 })
        });
        assert!(seen.count() > 0, "{red}");
        // Red knows.
        let own = explore("magnet", &before, 0, &moves(&["f6: k1+"]), 1);
        let legal = rules("magnet").preview(&before, Seat(0), "f6: k1+", NOW).is_ok();
        assert_eq!(own.is_ok(), legal, "{red}");
    }
}

#[test]
fn hidden_pieces_and_the_seed_change_no_answer() {
    let one = magnet("setup K T3 T2 4 4 4 3 3 3 2 2 2");
    let other = Frame { seed: Seed::numbered(8), ..magnet("setup 2 2 2 3 3 3 4 4 4 T2 T3 K") };
    for number in 0..100 {
        for text in ["f6: k1", "f6: k1+", "f6: k6+", "f6: k1 k6", "declare", "resign"] {
            let [here, there] = [&one, &other].map(|frame| explore("magnet", frame, 1, &moves(&[text]), number));
            assert_eq!(here, there, "{text}");
        }
    }
}

#[test]
fn a_choice_that_a_seat_may_have_is_listed_only_if_it_has_it_in_every_case() {
    let before = magnet("setup K T3 T2 4 4 4 3 3 3 2 2 2");
    let plan = Plan { eye: Eye::Seat(Seat(1)), moves: &[], so_far: "f6:", at: NOW, time_is_over: &|| false };
    let found: Vec<Explored> =
        (0..20).map(|number| rules("magnet").explore(&before, &plan, &mut dice(number)).unwrap()).collect();
    let uncertain = found.iter().filter(|found| found.may_have_others);
    for explored in uncertain.clone() {
        assert_eq!(explored.next, Some(Seat(0)));
        assert!(explored.choices.iter().any(|choice| choice.text == "f6: k1"), "{:?}", explored.choices);
    }
    assert!(uncertain.count() > 0);
}

#[test]
fn simultaneous_decisions_name_their_seat() {
    let before = after("magnet", &json!({}), &[]);
    let setup = "setup K T3 T2 4 4 4 3 3 3 2 2 2";
    let explored = explore("magnet", &before, 1, &moves(&[setup]), 1).unwrap();
    assert_eq!((explored.moves[0].by, explored.next), (Seat(1), Some(Seat(0))), "one's own comes first");
    let both = explore("magnet", &before, 1, &moves(&[setup, setup, "f6: k1"]), 1).unwrap();
    assert_eq!(both.moves.iter().map(|tried| tried.by.0).collect::<Vec<_>>(), [1, 0, 0]);
    let red_first = Planned { by: Some(Seat(0)), text: setup.to_owned() };
    assert_eq!(explore("magnet", &before, 1, &[red_first], 1).unwrap().next, Some(Seat(1)));
}

/// A match of Magic at the beginning of a turn, with the seat that is to move.
fn magic() -> (Frame, Seat) {
    let mut suggestions = dice(3);
    let mut frame = after("magic", &json!({"decks": "dealt", "layout": "shuffled"}), &[]);
    loop {
        let by = rules("magic").status(&frame).unwrap().awaited.first().unwrap();
        if rules("magic").preview(&frame, by, "end", NOW).is_ok() {
            return (frame, by);
        }
        let text = rules("magic").suggest(&frame, by, &mut suggestions).unwrap().unwrap();
        frame = rules("magic").advance(&frame, Act::Chosen { by, text: &text }, NOW).unwrap().frame;
    }
}

#[test]
fn the_card_that_one_draws_next_is_not_explored() {
    let (before, by) = magic();
    let other = by.left(2);
    let end = [Planned { by: Some(by), text: "end".to_owned() }];
    // The next turn begins with a card from the own library.
    for number in 0..20 {
        assert_eq!(
            explore("magic", &before, other.0, &end, number).unwrap_err(),
            Unexplored::Depends { number: 1 },
            "{number}"
        );
    }
    // What the other one draws is not seen.
    let explored = explore("magic", &before, by.0, &end, 1).unwrap();
    assert_eq!(explored.next, Some(other));
    assert!(explored.choices.iter().any(|choice| choice.text == "end"), "{:?}", explored.choices);
}

#[test]
fn of_several_others_who_decide_at_once_the_next_one_is_named() {
    let frame = rules("ice").start(3, &json!({"setup": "random"}), &Seed::numbered(7)).unwrap().frame;
    let mut planned: Vec<Planned> = Vec::new();
    for seat in Seat::all(3) {
        let text = rules("ice").suggest(&frame, seat, &mut dice(u64::from(seat.0))).unwrap().unwrap();
        planned.push(Planned { by: Some(seat), text });
    }
    let own = explore("ice", &frame, 0, &planned[..1], 1).unwrap();
    assert_eq!((own.next, own.choices.len()), (None, 0));
    let unnamed = Planned { by: None, ..planned[1].clone() };
    let refusal = explore("ice", &frame, 0, &[planned[0].clone(), unnamed], 1).unwrap_err();
    assert_eq!(refusal, Unexplored::NoSeat { number: 2 });
    assert_eq!(explore("ice", &frame, 0, &planned[..2], 1).unwrap().next, Some(Seat(2)));
    // With the last decision all are open.
    assert!(explore("ice", &frame, 0, &planned, 1).unwrap().next.is_some());
}
