//! The golden positions of the rules page (here), a test for each clause that they leave open (`clauses.rs`), bad input
//! (`input.rs`), properties (`properties.rs`), the score so far (`race.rs`) and the pictures (`pictures.rs`).

mod clauses;
mod input;
mod pictures;
mod properties;
mod race;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::*;
use crate::dice::Seed;
use crate::erased::Erased;
use crate::rules::Rules;

const RULES: &dyn Rules = &Erased::<Ice>::NEW;

fn dice() -> Dice {
    Dice::at(&Seed::new([0; 32]), 0)
}

/// The start of a match with these options.
fn start(seats: u8, options: Value) -> Ice {
    Ice::start(seats, &serde_json::from_value(options).unwrap(), &mut dice()).unwrap().position
}

/// A match with these options in which it is the seat's turn, with these chips and pieces: `b2=R1[Rs] c3=N`. On the other
/// spaces lie the other chips.
fn with(seats: u8, options: Value, turn: u8, spaces: &str) -> Ice {
    let mut ice = start(seats, options);
    let board = ice.public.spaces.kind();
    ice.public.spaces = format!("{} {spaces}", board.name()).parse().unwrap();
    let mut bag = ice.public.spaces.bag().expect("no more chips than there are");
    for cell in ice.public.spaces.without_chip().iter() {
        ice.public.spaces.lay(cell, bag.draw(&mut dice()).unwrap());
    }
    ice.public.first = Some(Seat(turn));
    ice.public.stage = Stage::Play { turn: Seat(turn) };
    ice.check(seats).unwrap();
    ice
}

/// Two players, Red to move.
fn red(spaces: &str) -> Ice {
    with(2, json!({}), 0, spaces)
}

/// The chip and the pieces on a space: `R1[Rs,Bm]`.
fn at(ice: &Ice, name: &str) -> String {
    let text = ice.public.spaces.to_string();
    let found = text.split(' ').find_map(|word| word.strip_prefix(&format!("{name}=")));
    found.unwrap_or_default().to_owned()
}

fn stash(ice: &Ice, seat: u8) -> [u8; 3] {
    Size::ALL.map(|size| ice.public.spaces.stash(Seat(seat), size))
}

/// Every whole move that the choices of the seat lead to.
fn legal(ice: &Ice, seat: u8) -> BTreeSet<String> {
    fn walk(view: &View, so_far: &str, found: &mut BTreeSet<String>) {
        for choice in Ice::choices(view, so_far) {
            if choice.complete {
                found.insert(choice.text);
            } else {
                walk(view, &choice.text, found);
            }
        }
    }
    let mut found = BTreeSet::new();
    walk(&ice.view(Eye::Seat(Seat(seat))), "", &mut found);
    found
}

fn act(ice: &Ice, seat: u8, text: &str) -> Result<Step<Ice>, Illegal> {
    ice.play(Seat(seat), &text.parse().unwrap(), Moment(0), &mut dice())
}

/// Plays moves one after the other: `0 pass, 1 move a1-a2 s`.
fn played(ice: &Ice, moves: &str) -> Ice {
    moves.split(", ").fold(*ice, |ice, mv| {
        let (seat, text) = mv.split_once(' ').unwrap();
        let seat = seat.parse().unwrap();
        let leave = |why| ice.leave(Seats::just(Seat(seat)), why, Moment(0), &mut dice()).position;
        match text {
            "lapse" => leave(Leaving::Lapsed),
            "resign" => leave(Leaving::Resigned),
            text => act(&ice, seat, text).unwrap_or_else(|illegal| panic!("{mv}: {illegal}")).position,
        }
    })
}

fn refusal(ice: &Ice, seat: u8, text: &str) -> &'static str {
    act(ice, seat, text).expect_err(text).code
}

fn ranks(ice: &Ice) -> Vec<u8> {
    ice.outcome().unwrap().ranks
}

/// Plays suggested moves until the match is over or `stop` returns true.
fn random_play(mut ice: Ice, dice: &mut Dice, mut stop: impl FnMut(&Ice) -> bool) -> Ice {
    while ice.outcome().is_none() && !stop(&ice) {
        let (seat, mv) = ice.forced().unwrap_or_else(|| {
            let seat = ice.awaited().first().unwrap();
            (seat, ice.suggest(seat, dice).unwrap())
        });
        ice = ice.play(seat, &mv, Moment(0), dice).unwrap().position;
    }
    ice
}

#[test]
fn golden_1_the_bags_hold_the_chips_of_the_board() {
    for (board, chips, ones) in [(BoardKind::Five, 25, 3), (BoardKind::Seven, 49, 5)] {
        let bag = Bag::full(board);
        assert_eq!(bag.len(), chips);
        assert_eq!(bag.count(Chip::NEUTRAL), 1);
        for color in &Color::ALL[..usize::from(board.colors())] {
            assert_eq!([1, 2, 3].map(|value| bag.count(Chip::new(*color, value).unwrap())), [ones, 2, 1]);
        }
    }
    assert_eq!(Bag::full(BoardKind::Five).count(Chip::new(Color::Orange, 1).unwrap()), 0);
}

#[test]
fn golden_2_d10_the_owner_of_the_chip_may_come_to_one_piece() {
    let owner = red("a1=G1[Rs] b1=R1[Bs]");
    assert_eq!(at(&played(&owner, "0 move a1-b1 s"), "b1"), "R1[Rs,Bs]");
    let stranger = with(2, json!({}), 1, "a1=G1[Bs] b1=R1[Rs]");
    assert_eq!(refusal(&stranger, 1, "move a1-b1 s"), "not-your-chip");
}

#[test]
fn golden_3_d9_d11_two_pieces_close_a_chip_and_unused_colours_have_no_owner() {
    assert_eq!(refusal(&red("a1=G1[Rs] b1=R1[Rs,Bs]"), 0, "move a1-b1 s"), "space-full");
    assert_eq!(refusal(&red("a1=G1[Rs] b1=Y2[Bs]"), 0, "move a1-b1 s"), "not-your-chip");
    assert_eq!(at(&played(&red("a1=G1[Rs] b1=Y2[] e5=B1[Bs]"), "0 move a1-b1 s"), "b1"), "Y2[Rs]");
}

#[test]
fn golden_4_d13_small_grows_to_medium_on_an_own_2() {
    let ice = red("b2=R2[Rs] e5=B1[Bs]");
    assert_eq!(stash(&ice, 0), [4, 5, 5]);
    let grown = played(&ice, "0 grow b2");
    assert_eq!((at(&grown, "b2"), stash(&grown, 0)), ("R2[Rm]".to_owned(), [5, 4, 5]));
    let none_left = red("b2=R2[Rs] a5=G1[Rm] b5=G1[Rm] c5=G1[Rm] d5=G2[Rm] e5=G2[Rm] a4=B1[Bs]");
    assert_eq!(refusal(&none_left, 0, "grow b2"), "no-medium-left");
}

#[test]
fn golden_5_d14_growth_needs_the_right_chip() {
    for spaces in ["b2=B2[Rs]", "b2=R1[Rs]", "b2=R3[Rs]", "b2=N[Rs]", "b2=Y2[Rs]"] {
        assert_eq!(refusal(&red(spaces), 0, "grow b2"), "cannot-grow", "{spaces}");
    }
    let grown = played(&red("b2=R3[Rm] e5=B1[Bs]"), "0 grow b2");
    assert_eq!((at(&grown, "b2"), stash(&grown, 0)), ("R3[Rl]".to_owned(), [5, 5, 4]));
}

#[test]
fn golden_6_d15_large_spawns_on_an_own_1_with_any_pieces_there() {
    let spawned = played(&red("b2=R1[Rl,Bs,Rs]"), "0 spawn b2");
    assert_eq!(at(&spawned, "b2"), "R1[Rs,Rs,Rl,Bs]");
    let none_left = red("b2=R1[Rl,Bs,Rs] a5=N[Rs,Rs,Rs,Rs]");
    assert_eq!(refusal(&none_left, 0, "spawn b2"), "no-small-left");
}

#[test]
fn golden_7_d12_d18_the_neutral_chip_takes_all_and_teleports_within_the_limits() {
    let crowded = red("c3=N[Rs,Bm,Bs] b3=G1[Rm] a1=B1[Bs]");
    assert_eq!(at(&played(&crowded, "0 move b3-c3 m"), "c3"), "N[Rs,Rm,Bs,Bm]");
    assert_eq!(refusal(&crowded, 0, "jump c3-a1 s"), "not-your-chip");
    for target in ["a1=B1", "a1=R1[Bs]", "a1=R1[Rs]"] {
        let ice = red(&format!("c3=N[Rs,Bm,Bs] {target}"));
        assert!(at(&played(&ice, "0 jump c3-a1 s"), "a1").contains("Rs"), "{target}");
    }
}

#[test]
fn golden_8_d21_five_larges_win_at_once() {
    let ice = red("d4=R3[Rm] a1=R1[Rl,Rl] b1=N[Rl,Rl] e5=B1[Bs]");
    let won = played(&ice, "0 grow d4");
    assert_eq!(ranks(&won), [1, 2]);
    assert_eq!(won.outcome().unwrap().reason, "Red wins: five large pyramids are on the board.");
    assert!(won.awaited().is_empty() && legal(&won, 1).is_empty());
    let scene = Ice::scene(&won.view(Eye::Public));
    let marked: BTreeSet<&str> =
        scene.spots.iter().filter(|spot| spot.decided).map(|spot| spot.name.as_str()).collect();
    assert_eq!(marked, BTreeSet::from(["a1", "b1", "d4"]));
    assert_eq!(scene.notes.last().unwrap(), "Green rings mark the five large pyramids of Red.");
    assert!(Ice::scene(&ice.view(Eye::Public)).spots.iter().all(|spot| !spot.decided));
}

#[test]
fn golden_9_d1_d4_the_draft_goes_round_and_the_neutral_chip_names_the_first_mover() {
    for seed in 0..20 {
        let mut dice = Dice::at(&Seed::new([seed; 32]), 1);
        let mut ice = Ice::start(2, &Options::default(), &mut dice).unwrap().position;
        let drawer = ice.awaited().only().unwrap();
        let (mut placed, mut neutral) = ([0, 0], None);
        while let Stage::Draft { by, hand } = ice.public.stage {
            placed[by.index()] += 1;
            neutral = neutral.or((hand == Chip::NEUTRAL).then_some(by));
            let mv = ice.suggest(by, &mut dice).unwrap();
            ice = ice.play(by, &mv, Moment(0), &mut dice).unwrap().position;
        }
        assert_eq!((placed[drawer.index()], placed[drawer.left(2).index()]), (13, 12));
        let ice = random_play(ice, &mut dice, |ice| matches!(ice.public.stage, Stage::Play { .. }));
        assert_eq!(ice.awaited(), Seats::just(neutral.unwrap()));
    }
}

#[test]
fn golden_10_d16_nothing_spawns_or_grows_on_the_neutral_chip() {
    let ice = red("c3=N[Rl,Rs,Rm]");
    assert_eq!(refusal(&ice, 0, "spawn c3"), "cannot-spawn");
    assert_eq!(refusal(&ice, 0, "grow c3"), "cannot-grow");
}
