//! What static abilities do: lands, movement, passages, battles, auras.

use super::values::{board, changed, deeds, far, settled, size};
use super::*;
use crate::magic::cards::LandType;
use crate::magic::notation::PermanentName;

fn gives(position: &Magic, land: u16) -> String {
    position.table.mana_by(&position.table.rules().collect::<Vec<_>>(), LandNumber(land)).to_string()
}

#[test]
fn g12_a_tapped_for_mana_aura_goes_with_its_land() {
    let before = board(
        "ash holds 7 18; birch holds 2 14; ash has g2/2 @7; birch has clover-tithe on 2; ash hand root-drum; \
         ash library root-drum, root-drum, root-drum; birch library root-drum, root-drum, root-drum",
    );
    let aura = |position: &Magic| position.table.permanents[&PermanentName(1)].seat;
    assert_eq!((aura(&before), gives(&before, 2), gives(&before, 7)), (Seat(1), "GG".to_owned(), "G".to_owned()));
    let conquered = play(&before, "move c1: 2; end");
    assert_eq!((land(&conquered, 2), aura(&conquered)), ("0'".to_owned(), Seat(0)));
    assert_eq!(conquered.table.permanents[&PermanentName(1)].owner, Seat(1));
    let next = play(&conquered, "end");
    assert_eq!(refused(&next, "cast h1 pay 7"), "cannot-pay");
    for text in ["cast h1 pay 2", "cast h1"] {
        let after = play(&next, text);
        assert_eq!((land(&after, 2), land(&after, 7)), ("0'".to_owned(), "0".to_owned()), "{text}");
    }
    let moved = play(&play(&next, "move c1: 1; end"), "end");
    assert_eq!(aura(&moved), Seat(0), "a land without creatures keeps its state");
}

#[test]
fn g12_r21_a_site_that_gives_two_mana_pays_with_both() {
    let before = board("ash holds 7 18; birch holds 14; ash has clover-tithe on 7; ash hand reed-warden, copse-giant");
    let after = play(&before, "cast h1 @7 pay 7");
    assert_eq!((stands(&after, 1), land(&after, 18)), (7, "0".to_owned()));
    assert_eq!(play(&before, "cast h1 @7").table.lands, after.table.lands, "the automatic payer knows it");
    assert_eq!(refused(&before, "cast h2 @7"), "cannot-pay");
    assert_eq!(refused(&before, "cast h1 @7 pay 7,18"), "pays-too-much");
}

#[test]
fn g12_r56_an_enchanted_land_is_a_swamp_for_mana_costs_and_walks() {
    let before =
        board("ash holds 7 18; birch holds 14; ash has g2/2 @2 swampwalk; ash has b2/2 @6; birch has fen-deed on 7");
    assert_eq!((before.table.kind_of(LandNumber(7)), gives(&before, 7)), (Some(LandType::Swamp), "B".to_owned()));
    assert_eq!(before.table.permanents[&PermanentName(1)].seat, Seat(0), "ash controls the land");
    assert_eq!(points_used(&play(&before, "move c1: 7"), 1), 2);
    assert_eq!(points_used(&play(&before, "move c1: 7 free"), 1), 0);
    assert_eq!(points_used(&play(&before, "move c2: 7"), 2), 1, "black is native");
    let page = serde_json::to_value(before.view(Eye::Open)).unwrap();
    assert_eq!(page["lands"][6]["type"], "S");
    let younger =
        far("ash has fen-deed on 7; ash has tide-deed on 7; birch has tide-deed on 8; birch has fen-deed on 8");
    let kind = |land: u16| younger.table.kind_of(LandNumber(land)).unwrap();
    assert_eq!((kind(7), kind(8)), (LandType::Island, LandType::Swamp), "the younger aura counts");
    assert_eq!(younger.table.permanents[&PermanentName(3)].seat, Seat(1), "on a neutral land: its owner (R52)");
}

#[test]
fn r30_entering_costs_more_for_all() {
    let before = far("ash has g2/2 @2 swampwalk; birch has mire-toll");
    assert_eq!(points_used(&play(&before, "move c1: 4"), 1), 3);
    assert_eq!(points_used(&play(&before, "move c1: 4 free"), 1), 0);
    assert_eq!(points_used(&play(&before, "move c1: 1"), 1), 1);
    let fen = far("ash has g2/2 @2; birch has mire-toll; birch has mire-toll; birch has fen-deed on 1");
    assert_eq!(refused(&fen, "move c1: 1"), "too-far", "2, and 1 more twice");
}

#[test]
fn r59_what_does_not_untap_stays_tapped() {
    let before = board(
        "ash holds 7 18; birch holds 14; tapped 7 18; ash has g2/2 @7 tapped; ash has g2/2 @1 tapped; \
         birch has cold-knot on c1; birch has stiff-deed on 7",
    );
    let after = play(&play(&before, "end"), "end");
    assert_eq!((is_tapped(&after, 1), is_tapped(&after, 2)), (true, false));
    assert_eq!((land(&after, 7), land(&after, 18)), ("0'".to_owned(), "0".to_owned()));
}

#[test]
fn r36_r42_an_aura_keeps_from_attacks_and_blocks() {
    let text = "birch orders block always; ash has g2/2 @7; birch has b1/1 @2";
    assert_eq!(stands(&play(&far(text), "move c1: 2,1"), 1), 2);
    let pacified = far(&format!("{text}; ash has chalk-hoop on c2"));
    assert_eq!(stands(&play(&pacified, "move c1: 2,1"), 1), 1);
    let mover = far(&format!("{text}; birch has chalk-hoop on c1"));
    assert_eq!(refused(&mover, "move c1: 2"), "cannot-attack");
    let page = serde_json::to_value(mover.view(Eye::Open)).unwrap();
    assert_eq!(page["creatures"][0]["words"], json!(["cant-attack", "cant-block"]));
}

#[test]
fn r37_some_block_only_a_kind_and_some_are_blocked_only_by_a_kind() {
    let passes = |mover: &str, blocker: &str| {
        let before = far(&format!("birch orders block always; ash has {mover} @7; birch has {blocker}"));
        stands(&play(&before, "move c1: 2,1"), 1) == 1
    };
    assert!(passes("g2/2", "gate-newt @2") && !passes("g2/2", "reed-warden @2"));
    assert!(passes("sly-newt", "reed-warden @2") && !passes("sly-newt", "b1/1 @2 flying"));
    let before = far("birch orders block always; ash has g2/2 @7; birch has b1/1 @2");
    let banned = changed(&before, 1, &["cannot be blocked by creatures with power 1"]);
    assert_eq!(stands(&play(&banned, "move c1: 2,1"), 1), 1);
}

#[test]
fn r38_each_creature_able_to_block_does_so() {
    let text = "birch orders block never; ash has g2/2 @7; birch has b1/1 @2";
    assert_eq!(stands(&play(&far(text), "move c1: 2,1"), 1), 1);
    let loud = far(&format!("{text}; ash has loud-drum on c1"));
    assert_eq!(stands(&play(&loud, "move c1: 2,1"), 1), 2);
    let tapped = far(&format!("{text} tapped; ash has loud-drum on c1"));
    assert_eq!(stands(&play(&tapped, "move c1: 2,1"), 1), 1, "it is not able to");
}

#[test]
fn r65_r66_auras_without_a_legal_host_go_to_the_graveyard() {
    let before = far("ash has r3/3 @7; birch has paper-leash on c1");
    let graves = |position: &Magic| {
        let grave = position.table.seats[1].grave.len();
        (position.table.permanents.len(), grave)
    };
    assert_eq!((graves(&settled(&before)), size(&before, 1)), ((1, 0), (3, 4)));
    for changes in [["gets +1/+0"], ["gains protection from blue"], ["becomes 9/9"]] {
        assert_eq!(graves(&settled(&changed(&before, 1, &changes))), (0, 1), "{changes:?}");
    }
    assert_eq!(graves(&settled(&changed(&before, 1, &["gains shroud, protection from red"]))), (1, 0));
    assert_eq!(graves(&settled(&changed(&before, 1, &["gets -0/-4"]))), (0, 1), "the host died");
    let out = before.leave(Seats::just(Seat(0)), Leaving::Resigned, Moment(0), &mut dice(2)).position;
    out.check(2).unwrap();
}

#[test]
fn r65_what_an_effect_kept_in_play_dies_when_the_turn_ends() {
    let mut before = changed(&far("ash has g1/1 @7; ash has g1/1 @1"), 1, &["gets +0/+1"]);
    let creature = before.table.creatures.get_mut(&CreatureName(1)).unwrap();
    creature.counters.insert(cards::cost::Mark::Minus, 1);
    assert_eq!(settled(&before).table.creatures.len(), 2);
    assert_eq!(play(&before, "end").table.creatures.len(), 1);
}

#[test]
fn r69_prevented_damage_is_not_dealt_and_shields_do_not_help_all() {
    let before = far("ash has g2/2 @7; birch has b1/2 @2");
    let lives = |position: &Magic| play(position, "move c1: 2; end").table.creatures.contains_key(&CreatureName(2));
    assert!(!lives(&before));
    let with = |change: fn(&mut state::Deeds), name: u16| {
        let mut position = before.clone();
        change(deeds(&mut position, name));
        lives(&position)
    };
    assert!(with(|deeds| deeds.prevented = 1, 2));
    assert!(with(|deeds| deeds.no_battle_damage_to = true, 2));
    assert!(with(|deeds| deeds.no_battle_damage_by = true, 1));
    assert!(!with(|deeds| deeds.no_battle_damage_by = true, 2));
    let shielded = far("ash has g2/2 @7; birch has b1/2 @2 shielded");
    assert!(lives(&shielded) && !lives(&changed(&shielded, 2, &["cannot be regenerated"])));
}

#[test]
fn r58_permanents_say_how_many_cards_are_kept() {
    let limit = |text: &str| far(text).table.hand_limit(Seat(0));
    assert_eq!((limit("birch has deep-desk"), limit("ash has deep-desk")), (Some(5), Some(7)));
    assert_eq!(limit("ash has deeper-desk; ash has deep-desk"), Some(7));
    assert_eq!(limit("ash has deep-desk; ash has open-drawer"), None);
    let hand = "ash hand root-drum, root-drum, root-drum, root-drum, root-drum, root-drum, root-drum, root-drum";
    for (desk, kept) in [("root-drum", 5), ("deep-desk", 7), ("open-drawer", 8)] {
        let after = play(&far(&format!("ash has {desk}; {hand}")), "end");
        assert_eq!(after.hidden.own(Seat(0)).unwrap().hand.len(), kept, "{desk}");
    }
}
