//! The golden scenarios of section 14.

use super::*;

#[test]
fn g1_layout_by_draft() {
    let options = serde_json::from_value(json!({ "layout": "draft", "decks": "dealt" })).unwrap();
    let mut position = Magic::start(4, &options, &mut dice(0)).unwrap().position;
    assert_eq!(position.awaited(), Seats::just(Seat(0)));
    assert_eq!(try_as(&position, 0, "lay F,F").unwrap_err(), ("same-type", Some(2)));
    position = play_as(&position, 0, "lay F,M");
    let mut placements = [2, 0, 0, 0];
    let mut placer = 1;
    while let Stage::Layout = position.table.stage {
        let seat = position.awaited().only().unwrap();
        assert_eq!(seat, Seat(placer), "clockwise");
        let full = try_as(&position, seat.0, "lay F").err();
        let forests = position.table.lands.iter().filter(|land| land.kind == cards::LandType::Forest).count();
        assert_eq!(full, (forests == 6).then_some(("pool-empty", Some(1))));
        let kind = ["F", "M", "P", "I", "S"]
            .into_iter()
            .find_map(|kind| try_as(&position, seat.0, &format!("lay {kind}")).ok());
        position = kind.unwrap().0;
        placements[seat.index()] += 1;
        placer = (placer + 1) % 4;
    }
    assert_eq!(placements, [9, 7, 7, 7]);
    let mut selection = Vec::new();
    while let Stage::Selection { .. } = position.table.stage {
        let seat = position.awaited().only().unwrap();
        selection.push(seat.0);
        let land = selection.len();
        if land > 1 {
            assert_eq!(try_as(&position, seat.0, "take 1").unwrap_err(), ("land-taken", Some(1)));
        }
        position = play_as(&position, seat.0, &format!("take {land}"));
    }
    assert_eq!(selection, [1, 2, 3, 0, 1, 2, 3, 0]);
    assert_eq!(position.table.active(), Some(Seat(1)));
    let board = position.table.board();
    for (number, cell) in [(17, (-2, 4)), (24, (2, -2)), (25, (3, -1)), (30, (1, 7))] {
        assert_eq!(board.cell(LandNumber(number)), Some(cell));
    }
    assert_eq!(position.table.lands_left() / 2 + 1, 16, "16 lands win");
}

/// The lands that a creature can reach, each with the points it costs.
fn reach(position: &Magic, name: u16) -> Vec<(u16, u8)> {
    let mut best: Vec<(u16, u8)> = Vec::new();
    let mut open = vec![position.clone()];
    while let Some(from) = open.pop() {
        for to in from.table.board().neighbours(LandNumber(stands(&from, name))) {
            let Ok((after, _)) = try_as(&from, 0, &format!("move c{name}: {to}")) else { continue };
            let used = points_used(&after, name);
            match best.iter_mut().find(|(land, _)| *land == to.0) {
                Some((_, least)) if *least <= used => continue,
                Some((_, least)) => *least = used,
                None => best.push((to.0, used)),
            }
            open.push(after);
        }
    }
    best.retain(|(land, _)| *land != stands(position, name));
    best.sort_unstable();
    best
}

#[test]
fn g3_reach_on_an_empty_board() {
    let green = reach(&t20("ash has g2/2 @7"), 1);
    let far = [16, 17, 18, 19].map(|land| (land, 2));
    let farthest = [3, 4, 5, 9, 10].map(|land| (land, 3));
    let mut wanted = [&[(1, 1), (2, 1), (6, 1), (8, 2)][..], &far, &farthest].concat();
    wanted.sort_unstable();
    assert_eq!(green, wanted);
    let white = reach(&t20("ash has w2/2 @1"), 1);
    for land in [20, 4, 16] {
        assert!(white.contains(&(land, 4)), "{land} in {white:?}");
    }
    assert!(white.iter().all(|(land, _)| *land != 15));
    let flyer = reach(&t20("ash has u2/2 flying @3"), 1);
    assert_eq!(flyer.len(), 19, "the whole board");
    assert!((15..=20).all(|land| flyer.contains(&(land, 3))));
    let colourless = reach(&t20("ash has a2/2 @12"), 1);
    assert_eq!(colourless, [(1, 3), (3, 2), (4, 2), (10, 3), (11, 1), (13, 2)]);
    assert!(reach(&t20("ash has g0/4 defender @7"), 1).is_empty());
}

#[test]
fn g4_landwalk() {
    let before = t20("ash has g2/2 swampwalk @2");
    assert_eq!(points_used(&play(&before, "move c1: 4 free,12,4"), 1), 3);
    assert_eq!(points_used(&play(&before, "move c1: 4 free,14"), 1), 2);
    assert_eq!(refused(&before, "move c1: 4 free,14 free"), "walk-used");
    assert_eq!(refused(&before, "move c1: 7 free"), "no-landwalk");
    let guarded = t20("ash has g2/2 swampwalk @2; birch has b2/2 @4; birch orders block always");
    let evades = play(&guarded, "move c1: 4 evade,12");
    assert_eq!((stands(&evades, 1), points_used(&evades, 1)), (12, 3));
    assert_eq!(stands(&play(&guarded, "move c1: 4 free,12"), 1), 4, "blocked");
}

#[test]
fn g5_passage() {
    let before = t20("ash has g2/2 @7; birch has b1/1 @2; birch orders block always");
    let fought = play(&before, "move c1: 2,1; end");
    assert_eq!((stands(&fought, 1), stands(&fought, 2)), (2, 0));
    assert_eq!(land(&fought, 2), "0'");
    let passes = [
        "ash has g2/2 @7; birch has b1/1 @2 tapped; birch orders block always",
        "ash has g2/2 flying @7; birch has b1/1 @2; birch orders block always",
        "ash has g2/2 @7; birch has b1/1 @2; birch orders block never",
        "ash has g2/2 @7; birch has b1/1 @2",
    ];
    for text in passes {
        let after = play(&t20(text), "move c1: 2,1");
        assert_eq!((stands(&after, 1), points_used(&after, 1)), (1, 2), "{text}");
    }
    let stays = play(&before, "move c1: 2");
    assert!(!stays.table.creatures[&CreatureName(1)].deeds.was_blocked, "no question");
    assert_eq!(stands(&play(&before, "move c1: 2; end"), 2), 0, "battle");
    let second = t20("ash has g2/2 @7; birch has b1/1 @2; ash has g1/1 @6; birch orders block always");
    let after = play(&play(&second, "move c1: 2,1"), "move c3: 2,1");
    assert_eq!((stands(&after, 1), stands(&after, 3)), (2, 1), "a creature blocks one group a turn");
}

#[test]
fn g6_retreat() {
    let text = "birch holds 2 14; ash has w2/2 @1; birch has g0/4 defender @2";
    let before = t20(&format!("ash holds 1 7 18; {text}"));
    let after = play(&before, "move c1: 2; retreat c1: 7,1; end");
    assert_eq!((stands(&after, 1), stands(&after, 2)), (7, 2));
    assert!(is_tapped(&after, 1));
    assert_eq!(land(&after, 2), "1");
    let crowded =
        "ash holds 6 18; birch holds 2 14; ash has w2/2 @1 shielded; birch has g0/4 defender @2; ash has g1/1 @6";
    let dies = play(&t20(crowded), "move c1: 2; end");
    assert_eq!((stands(&dies, 1), stands(&dies, 3)), (0, 6), "its shield is not used");
}

#[test]
fn g7_a_tapped_defender_fights_back() {
    let before = t20("birch holds 2 14; ash has g2/2 @7; birch has r3/3 @2 tapped");
    let view = before.view(Eye::Seat(Seat(0)));
    let preview = view.after(&"move c1: 2; end".parse().unwrap()).unwrap();
    assert!(preview.table.creatures[&CreatureName(2)].tapped, "until its controller's Untap");
    let after = play(&before, "move c1: 2; end");
    assert_eq!((stands(&after, 1), stands(&after, 2), land(&after, 2)), (0, 2, "1".to_owned()));
    assert_eq!(after.table.creatures[&CreatureName(2)].damage, 0);
}

#[test]
fn g8_bands() {
    let before = t20("ash has w1/1 banding @7; ash has g3/3 @7; birch has g4/4 @2; birch holds 2 14");
    let after = play(&before, "move c1+c2: 2; divide c3: c1 4; end");
    assert_eq!([1, 2, 3].map(|name| stands(&after, name)), [0, 2, 0]);
    assert_eq!(land(&after, 2), "0'");
    let third = t20("ash has w1/1 banding @7; ash has g3/3 @7; ash has g2/2 @6");
    assert_eq!(refused(&third, "move c1+c2: 2; move c3: 2"), "too-many-nonbanders");
    // With the bander on the other side, the other player divides the damage (R45).
    let theirs = t20("ash has g3/3 @7; birch has w1/1 banding @2; birch has g4/4 @2; birch orders divide c1: c2 3");
    let after = play(&theirs, "move c1: 2; end");
    assert_eq!([1, 2, 3].map(|name| stands(&after, name)), [0, 0, 2]);
    let by_default = t20("ash has g3/3 @7; birch has w1/1 banding @2; birch has g4/4 @2");
    assert_eq!(stands(&play(&by_default, "move c1: 2; divide c1: c3 3; end"), 2), 0, "all on the least creature");
}

#[test]
fn g9_first_strike_and_protection() {
    let first = play(&t20("ash has w2/1 first-strike @7; birch has b2/2 @2"), "move c1: 2; end");
    assert_eq!((stands(&first, 1), stands(&first, 2)), (2, 0));
    let guarded = t20("ash has w2/2 protection-b @7; birch has b2/2 @2; birch orders block always");
    assert_eq!(stands(&play(&guarded, "move c1: 2,1"), 1), 1);
    let after = play(&guarded, "move c1: 2; end");
    assert_eq!((stands(&after, 1), stands(&after, 2)), (2, 0));
    let both = play(&t20("ash has u2/2 flying @7; birch has g2/2 @2"), "move c1: 2; end");
    assert_eq!((stands(&both, 1), stands(&both, 2)), (0, 0));
}

#[test]
fn g10_a_majority_wins_at_control_lands() {
    let text = format!("{T20}ash holds 1 3-11; birch holds 14; ash has u1/1 @3; ash hand tin-ledger");
    let before = table_of(2, &text.replace("; ash hand tin-ledger", ""));
    let (after, events) = try_as(&before, 0, "move c1: 12; end").unwrap();
    assert_eq!(after.outcome().unwrap().ranks, [1, 2]);
    assert_eq!(land(&after, 12), "0'");
    assert_eq!(after.outcome().unwrap().scores, Some(vec![11, 1]));
    assert!(matches!(events.last(), Some(Event::Won { seat: Seat(0), lands: 11 })), "nothing more happens");
}

#[test]
fn g11_a_hole_is_impassable() {
    let before = t20("ash has g2/2 @7; holes 2; birch has b2/2 @20");
    assert_eq!(refused(&before, "move c1: 2"), "hole");
    assert_eq!(points_used(&play(&before, "move c1: 1,3"), 1), 3);
    assert_eq!((before.table.lands_left(), before.table.kind_of(LandNumber(2))), (19, None));
    // With a hole, ten lands of nineteen are a majority (R53).
    let wins = t20("ash holds 1 3-10; holes 2; ash has u1/1 @3");
    assert_eq!(play(&wins, "move c1: 12; end").outcome().unwrap().ranks, [1, 2]);
}
