//! Computer opponents play every game, the short way.

use serde_json::{Value, json};

use super::{Budget, Level, NoLevel, shares_of};
use crate::dice::{Dice, Seed};
use crate::game::Outcome;
use crate::moment::{Moment, Span};
use crate::rules::{Act, Advance, Frame, LapsePolicy, Rules};
use crate::seat::{Seat, Seats};

/// The number of matches of each game.
const MATCHES: u64 = 20;

/// The games with the fewest seats on their smallest boards, and the most playouts of a move where level 2 would take too long.
fn short_matches(id: &str) -> (Value, u32) {
    match id {
        "magma" => (json!({"board": "pointed43", "max_rounds": 10}), u32::MAX),
        "magnapoco" => (json!({"board": "square5"}), u32::MAX),
        "magnet" => (json!({"setup": "random", "max_rounds": 20}), u32::MAX),
        "ice" => (json!({"setup": "random", "max_rounds": 15}), u32::MAX),
        "magic" => (json!({"decks": "dealt", "layout": "shuffled", "max_rounds": 3}), 100),
        other => panic!("add {other} to the matches of computer opponents"),
    }
}

/// The number of matches that a computer wins and loses against random play, in all seats by turns.
fn against_random(rules: &dyn Rules, seats: u8, options: &Value, playouts: u32, matches: u64) -> (u32, u32) {
    let (mut won, mut lost) = (0, 0);
    for number in 0..matches {
        let own = Seat((number % u64::from(seats)) as u8);
        let Advance { mut frame, mut status, .. } = rules.start(seats, options, &Seed::numbered(number)).unwrap();
        let mut dice = Dice::at(&Seed::numbered(number), u32::MAX);
        let mut now = Moment(0);
        while !frame.over {
            now = now.plus(Span::seconds(1));
            let awaited: Vec<Seat> = status.awaited.iter().collect();
            let seat = *dice.pick(&awaited).unwrap();
            let text = if seat == own {
                let pick = rules.pick(&frame, seat, now, &Budget::playouts(playouts), &mut dice).unwrap();
                Some(pick.expect("an awaited seat has a move").text)
            } else {
                rules.suggest(&frame, seat, &mut dice).unwrap()
            };
            let lapse = rules.on_lapse(&frame, Seats::just(seat), LapsePolicy::Pass);
            let act = text.as_deref().map_or_else(|| lapse.unwrap(), |text| Act::Chosen { by: seat, text });
            let next = rules.advance(&frame, act, now).unwrap_or_else(|fault| panic!("{act:?}: {fault}"));
            let agrees = seat == own && text.as_deref() == Some("agree");
            assert!(!agrees || next.frame.over, "a computer agrees to end before it ends the match");
            (frame, status) = (next.frame, next.status);
            assert!(frame.ply < 3000, "{}: a match without end", rules.info().id);
        }
        let ranks = status.outcome.unwrap().ranks;
        let firsts = ranks.iter().filter(|rank| **rank == 1).count();
        match (ranks[own.index()], firsts) {
            (1, 1) => won += 1,
            (1, _) => {}
            (_, _) => lost += 1,
        }
    }
    (won, lost)
}

fn level_2_against_random(id: &str) {
    let rules = crate::game(id).unwrap();
    let (options, max) = short_matches(id);
    let playouts = max.min(Level::Two.limits(rules.info()).playouts);
    let (won, lost) = against_random(rules, *rules.info().seats.start(), &options, playouts, MATCHES);
    assert!(won >= lost && won > 0, "{id}: won {won}, lost {lost}");
}

macro_rules! play_random {
    ($($test:ident: $id:literal;)*) => {
        $(
            #[test]
            fn $test() {
                level_2_against_random($id);
            }
        )*

        #[test]
        fn all_games_are_played_by_computers() {
            let ids: Vec<&str> = crate::newest().map(|rules| rules.info().id).collect();
            assert_eq!(ids, [$($id),*]);
        }
    };
}

play_random! {
    magma_is_played_better_than_at_random: "magma";
    magnapoco_is_played_better_than_at_random: "magnapoco";
    magnet_is_played_better_than_at_random: "magnet";
    ice_is_played_better_than_at_random: "ice";
    magic_is_played_better_than_at_random: "magic";
}

#[test]
fn computers_play_at_tables_of_any_size() {
    for rules in crate::newest().filter(|rules| rules.info().seats.end() > rules.info().seats.start()) {
        let (options, _) = short_matches(rules.info().id);
        for seats in rules.info().seats.clone().skip(1) {
            // Boards for two are too small for some.
            let mut options = options.clone();
            options.as_object_mut().unwrap().remove("board");
            against_random(rules, seats, &options, 4, 1);
        }
    }
}

/// A running match of every game with the fewest seats, a few moves old.
fn running() -> Vec<(&'static dyn Rules, Frame, Seat)> {
    let begun = |rules: &'static dyn Rules| {
        let (options, _) = short_matches(rules.info().id);
        let seed = Seed::numbered(3);
        let mut frame = rules.start(*rules.info().seats.start(), &options, &seed).unwrap().frame;
        let mut dice = Dice::at(&seed, u32::MAX);
        for _ in 0..5 {
            let by = rules.status(&frame).unwrap().awaited.first().unwrap();
            let text = rules.suggest(&frame, by, &mut dice).unwrap().unwrap();
            frame = rules.advance(&frame, Act::Chosen { by, text: &text }, Moment(1)).unwrap().frame;
        }
        let awaited = rules.status(&frame).unwrap().awaited.first().unwrap();
        (rules, frame, awaited)
    };
    crate::newest().map(begun).collect()
}

#[test]
fn the_same_dice_give_the_same_move_and_the_seed_of_the_match_gives_no_hint() {
    for (rules, frame, seat) in running() {
        let pick = |frame: &Frame| {
            let mut dice = Dice::at(&Seed::numbered(9), 0);
            rules.pick(frame, seat, Moment(1), &Budget::playouts(20), &mut dice).unwrap().unwrap()
        };
        let other_seed = Frame { seed: Seed::numbered(77), ..frame.clone() };
        assert_eq!((pick(&frame), pick(&frame)), (pick(&other_seed), pick(&frame)), "{}", rules.info().id);
    }
}

#[test]
fn a_search_stops_when_its_time_is_over_and_makes_one_playout_at_least() {
    for (rules, frame, seat) in running() {
        for (playouts, over, expected) in [(1000, true, 1), (0, true, 1), (3, false, 3)] {
            let budget = Budget { playouts, time_is_over: &|| over };
            let mut dice = Dice::at(&Seed::numbered(9), 0);
            let pick = rules.pick(&frame, seat, Moment(1), &budget, &mut dice).unwrap().unwrap();
            assert_eq!(pick.playouts, expected, "{}", rules.info().id);
            let act = Act::Chosen { by: seat, text: &pick.text };
            assert!(rules.advance(&frame, act, Moment(1)).is_ok(), "{} plays {}", rules.info().id, pick.text);
        }
    }
}

/// Refuses shares that are not those of one win.
fn check_shares(shares: &[f32], sides: &[u8]) {
    assert_eq!(shares.len(), sides.len());
    assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)), "{shares:?}");
    let head = |side: &u8| sides.iter().position(|other| other == side).unwrap();
    assert!(sides.iter().zip(shares).all(|(side, share)| shares[head(side)] == *share), "{sides:?}: {shares:?}");
    let heads = (0..sides.len()).filter(|at| head(&sides[*at]) == *at);
    let sum: f32 = heads.map(|at| shares[at]).sum();
    assert!((sum - 1.0).abs() < 0.005, "{sides:?}: {shares:?}");
}

#[test]
fn the_shares_that_a_search_finds_are_those_of_one_win_at_tables_of_any_size() {
    for rules in crate::newest() {
        for seats in rules.info().seats.clone() {
            let (mut options, _) = short_matches(rules.info().id);
            if seats > *rules.info().seats.start() {
                options.as_object_mut().unwrap().remove("board");
            }
            let Advance { frame, status, .. } = rules.start(seats, &options, &Seed::numbered(5)).unwrap();
            let chairs = rules.setup(seats, &options).unwrap().chairs;
            let sides: Vec<u8> = chairs.iter().map(|chair| chair.side).collect();
            let mut dice = Dice::at(&Seed::numbered(9), 0);
            let seat = status.awaited.first().unwrap();
            let pick = rules.pick(&frame, seat, Moment(1), &Budget::playouts(12), &mut dice).unwrap().unwrap();
            if pick.playouts > 0 {
                check_shares(&pick.shares, &sides);
            }
        }
    }
}

#[test]
fn the_share_of_a_seat_that_can_win_at_once_is_near_1() {
    let rules = crate::game("magnapoco").unwrap();
    let mut found = 0;
    for number in 0..40 {
        let seed = Seed::numbered(number);
        let mut dice = Dice::at(&seed, u32::MAX);
        let mut frame = rules.start(2, &json!({"board": "square3"}), &seed).unwrap().frame;
        loop {
            let by = rules.status(&frame).unwrap().awaited.first().unwrap();
            let text = rules.suggest(&frame, by, &mut dice).unwrap().unwrap();
            let next = rules.advance(&frame, Act::Chosen { by, text: &text }, Moment(0)).unwrap();
            if let Some(outcome) = next.status.outcome {
                let pick = rules.pick(&frame, by, Moment(0), &Budget::playouts(500), &mut dice).unwrap().unwrap();
                let wins = outcome.ranks[by.index()] == 1 && outcome.ranks[1 - by.index()] == 2;
                if wins && pick.playouts > 0 {
                    assert!(pick.shares[by.index()] > 0.8, "{pick:?}");
                    found += 1;
                }
                break;
            }
            frame = next.frame;
        }
    }
    assert!(found > 3, "{found} matches came to a win");
}

#[test]
fn a_win_is_shared_by_the_first_sides() {
    for (ranks, sides, shares) in [
        ([1, 2, 1, 2], [0, 1, 0, 1], [1.0, 0.0, 1.0, 0.0]),
        ([1, 1, 3, 4], [0, 1, 2, 3], [0.5, 0.5, 0.0, 0.0]),
        ([1, 1, 1, 1], [0, 0, 1, 1], [0.5, 0.5, 0.5, 0.5]),
    ] {
        let outcome = Outcome { ranks: ranks.to_vec(), scores: None, reason: String::new() };
        assert_eq!(shares_of(&outcome, &sides), shares);
        check_shares(&shares, &sides);
    }
}

#[test]
fn a_seat_that_is_not_awaited_has_no_move() {
    for (rules, frame, _) in running() {
        let awaited = rules.status(&frame).unwrap().awaited;
        let over = rules.advance(&frame, Act::Abandoned, Moment(1)).unwrap().frame;
        for seat in Seat::all(8) {
            let pick = |frame: &Frame| {
                let mut dice = Dice::at(&Seed::numbered(9), 0);
                rules.pick(frame, seat, Moment(1), &Budget::playouts(2), &mut dice).unwrap()
            };
            assert_eq!(pick(&frame).is_some(), awaited.contains(seat), "{} seat {seat}", rules.info().id);
            assert_eq!(pick(&over), None);
        }
    }
}

#[test]
fn the_only_move_is_made_at_once() {
    let rules = crate::game("magnapoco").unwrap();
    let options = json!({"board": "square3"});
    let mut found = 0;
    for number in 0..40 {
        let seed = Seed::numbered(number);
        let mut dice = Dice::at(&seed, u32::MAX);
        let mut frame = rules.start(2, &options, &seed).unwrap().frame;
        while !frame.over {
            let by = rules.status(&frame).unwrap().awaited.first().unwrap();
            // Beside the last space there is `resign`, which a computer never sends.
            let is_last = rules.choices(&frame, by, "").unwrap().len() == 2;
            let pick = rules.pick(&frame, by, Moment(0), &Budget::playouts(50), &mut dice).unwrap().unwrap();
            assert_eq!(pick.playouts == 0, is_last, "{pick:?}");
            found += u32::from(is_last);
            let text = rules.suggest(&frame, by, &mut dice).unwrap().unwrap();
            frame = rules.advance(&frame, Act::Chosen { by, text: &text }, Moment(0)).unwrap().frame;
        }
    }
    assert!(found > 3, "{found} matches came to their last space");
}

#[test]
fn levels_have_numbers_and_rising_bounds() {
    for game in crate::newest().map(Rules::info) {
        for pair in Level::ALL.windows(2) {
            let (low, high) = (pair[0].limits(game), pair[1].limits(game));
            assert!(low.playouts < high.playouts && low.time < high.time, "{}", game.id);
        }
        // Guests play against these.
        assert!(Level::Three.limits(game).time <= Span(if game.id == "magic" { 300 } else { 100 }), "{}", game.id);
    }
    for level in Level::ALL {
        assert_eq!(level.to_string().parse(), Ok(level));
        assert_eq!(serde_json::from_value::<Level>(json!(level.number())).unwrap(), level);
    }
    for nonsense in ["", "0", "6", "-1", "two", "257"] {
        assert_eq!(nonsense.parse::<Level>(), Err(NoLevel), "{nonsense}");
    }
    assert!(serde_json::from_value::<Level>(json!(6)).is_err());
}

#[test]
fn levels_have_names_and_words() {
    let names: std::collections::BTreeSet<&str> = Level::ALL.map(Level::name).into();
    let words: std::collections::BTreeSet<&str> = Level::ALL.map(Level::words).into();
    assert_eq!((names.len(), words.len()), (5, 5));
    assert!(words.iter().all(|words| words.ends_with('.') && words.len() <= 80), "{words:?}");
}

/// In Ice nothing is clearly better than a pass for few playouts, so level 1 stalled the match.
#[test]
fn level_1_does_not_pass_while_it_can_act() {
    for id in ["magma", "ice"] {
        let rules = crate::game(id).unwrap();
        let (options, _) = short_matches(id);
        let playouts = Level::One.limits(rules.info()).playouts;
        let (mut moves, mut passes) = (0, 0);
        for number in 0..4 {
            let mut frame = rules.start(2, &options, &Seed::numbered(number)).unwrap().frame;
            let mut dice = Dice::at(&Seed::numbered(number), u32::MAX);
            while !frame.over {
                let by = rules.status(&frame).unwrap().awaited.first().unwrap();
                let pick = rules.pick(&frame, by, Moment(1), &Budget::playouts(playouts), &mut dice).unwrap().unwrap();
                moves += 1;
                passes += u32::from(pick.text == "pass" && pick.playouts > 0);
                frame = rules.advance(&frame, Act::Chosen { by, text: &pick.text }, Moment(1)).unwrap().frame;
            }
        }
        assert!(passes * 50 <= moves, "{id}: {passes} passes among {moves} moves");
    }
}
