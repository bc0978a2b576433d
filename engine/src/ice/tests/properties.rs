//! Properties that hold in every match.

use proptest::prelude::*;
use serde_json::json;

use super::super::*;
use super::*;

/// Checks that bag, hand and board together hold all chips of each kind, and that every seat has all its pieces of each size.
fn insist_nothing_is_lost(ice: &Ice) {
    let public = &ice.public;
    let bag = public.bag();
    for chip in Chip::all() {
        let hand = matches!(public.stage, Stage::Draft { hand, .. } if hand == chip);
        let laid = public.spaces.with_chip(chip).len() as u8;
        assert_eq!(laid + bag.count(chip) + u8::from(hand), chip.count(public.spaces.kind()), "{chip}");
    }
    let mut standing = [[0; 3]; 6];
    for cell in public.field().board.cells() {
        let pieces: Vec<(Seat, Size, u8)> = public.spaces.pieces(cell).collect();
        let heads: u8 = pieces.iter().map(|(.., count)| count).sum();
        assert_eq!(heads, public.spaces.heads(cell));
        pieces.iter().for_each(|(seat, size, count)| standing[seat.index()][*size as usize] += count);
    }
    for seat in Seat::all(public.seats) {
        assert_eq!(standing[seat.index()].map(|count| 5 - count), stash(ice, seat.0));
    }
}

fn some_options() -> impl Strategy<Value = (u8, Options)> {
    let options = (2..=6u8, any::<[bool; 6]>()).prop_map(|(seats, [large, random, all8, same, next, go_on])| {
        let options = json!({
            "board": if large || seats > 4 { "7x7" } else { "5x5" },
            "setup": if random { "random" } else { "draft" },
            "adjacency": if all8 { "all8" } else { "ortho" },
            "start_same_chip": same,
            "teleport_next_only": next,
            "allpass": if go_on { "continue" } else { "draw" },
            "max_rounds": 150,
        });
        (seats, serde_json::from_value(options).unwrap())
    });
    options.boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn chips_and_pieces_are_never_lost_and_five_larges_are_the_win((seats, options) in some_options(), seed in any::<u8>()) {
        let mut dice = Dice::at(&Seed::new([seed; 32]), 7);
        let begun = Ice::start(seats, &options, &mut dice).unwrap().position;
        let over = random_play(begun, &mut dice, |ice| {
            insist_nothing_is_lost(ice);
            assert!(Seat::all(seats).all(|seat| ice.public.spaces.on_board(seat, Size::Large) < 5), "a win goes on");
            false
        });
        insist_nothing_is_lost(&over);
        let five: Vec<Seat> = Seat::all(seats).filter(|seat| stash(&over, seat.0)[2] == 0).collect();
        match over.public.stage {
            Stage::Over(Ending::FiveLarges(winner)) => prop_assert_eq!(five, [winner]),
            Stage::Draft { .. } | Stage::Start { .. } | Stage::Play { .. } | Stage::Over(_) => {
                prop_assert!(five.is_empty());
            }
        }
    }

    // D9 to D12: by moving, no more than two come together; only spawning makes it more, and only with an owner's larges.
    #[test]
    fn crowds_are_spawned_or_neutral((seats, options) in some_options(), seed in any::<u8>()) {
        let mut dice = Dice::at(&Seed::new([seed; 32]), 8);
        let begun = Ice::start(seats, &options, &mut dice).unwrap().position;
        random_play(begun, &mut dice, |ice| {
            for cell in ice.public.field().board.cells().filter(|cell| ice.public.spaces.heads(*cell) > 2) {
                let chip = ice.public.spaces.chip(cell).unwrap();
                assert!(chip == Chip::NEUTRAL || chip.value() == 1, "{chip}");
            }
            false
        });
    }

    #[test]
    fn a_board_is_stored_and_read_back((seats, options) in some_options(), seed in any::<u8>(), length in 0..200u32) {
        let mut dice = Dice::at(&Seed::new([seed; 32]), 9);
        let begun = Ice::start(seats, &options, &mut dice).unwrap().position;
        let mut left = length;
        let ice = random_play(begun, &mut dice, |_| { left = left.saturating_sub(1); left == 0 });
        let stored = serde_json::to_string(&ice).unwrap();
        prop_assert_eq!(serde_json::from_str::<Ice>(&stored).unwrap(), ice);
        prop_assert_eq!(ice.check(seats), Ok(()));
    }

    #[test]
    fn damaged_text_of_a_board_never_panics(seed in any::<u8>(), at in 0..400usize, letter in "\\PC") {
        let mut dice = Dice::at(&Seed::new([seed; 32]), 10);
        let options = serde_json::from_value(json!({"setup": "random"})).unwrap();
        let begun = Ice::start(3, &options, &mut dice).unwrap().position;
        let mut left = 30;
        let mut ice = random_play(begun, &mut dice, |_| { left -= 1; left == 0 });
        let mut text: Vec<char> = ice.public.spaces.to_string().chars().collect();
        let at = at % text.len();
        text[at] = letter.chars().next().unwrap();
        if let Ok(spaces) = text.into_iter().collect::<String>().parse() {
            ice.public.spaces = spaces;
            if ice.check(3).is_ok() {
                let seat = ice.awaited().first();
                if let Some(mv) = seat.and_then(|seat| ice.suggest(seat, &mut dice)) {
                    let _ = ice.play(seat.unwrap(), &mv, Moment(0), &mut dice);
                }
                let _ = Ice::scene(&ice.view(Eye::Public));
            }
        }
    }

    #[test]
    fn reading_never_panics_and_printing_reads_back(text in "\\PC{0,20}|(place|start|move|grow|spawn|jump|pass) ?[a-h]?[0-9]{0,2}[ ,-]{0,2}[a-h]?[0-9]{0,2} ?(s|m|l|small)?") {
        if let Ok(mv) = text.parse::<Move>() {
            prop_assert_eq!(mv.to_string().parse::<Move>().unwrap(), mv);
        }
    }
}

#[test]
fn draws_are_fair() {
    // Of 25 chips 3 are red ones: 12 draws in 100.
    let mut counts = std::collections::BTreeMap::<String, u32>::new();
    let mut dice = dice();
    for _ in 0..25_000 {
        let chip = Bag::full(BoardKind::Five).draw(&mut dice).unwrap();
        *counts.entry(chip.to_string()).or_default() += 1;
    }
    for (chip, expected) in [("N", 1000), ("R1", 3000), ("Y2", 2000), ("G3", 1000)] {
        assert!(counts[chip].abs_diff(expected) < 200, "{chip}: {}", counts[chip]);
    }
    assert_eq!(counts.len(), 13);
    let mut bag = Bag::full(BoardKind::Seven);
    let all: Vec<Chip> = std::iter::from_fn(|| bag.draw(&mut dice)).collect();
    assert_eq!((all.len(), bag.len()), (49, 0));
    assert_eq!(bag.draw(&mut dice), None);
}
