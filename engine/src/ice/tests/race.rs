//! The score so far: how near five large pyramids are.

use serde_json::json;

use super::*;

/// The score of Red.
fn score(ice: &Ice) -> i32 {
    ice.scores_so_far().unwrap()[0]
}

/// Red has its 3 on a5, its 2s on a1 and c1, its 1s in the bottom right corner, and the neutral chip is on c3.
fn with_red(pieces: [(&str, &str); 2]) -> Ice {
    let chips = ["a5=R3", "a1=R2", "c1=R2", "e1=R1", "e2=R1", "d1=R1", "c3=N", "a3=G1", "e5=G1"];
    let on = |chip: &str| pieces.iter().find(|(at, _)| chip.starts_with(at)).map_or("", |(_, on)| on).to_owned();
    red(&chips.map(|chip| format!("{chip}{}", on(chip))).join(" "))
}

#[test]
fn each_useful_move_is_a_turn_less() {
    for (pieces, mv) in [
        ([("d1", "[Rs]"), ("e1", "[Rs]")], "move d1-c1 s"),
        ([("a1", "[Rs]"), ("e1", "[Rs]")], "grow a1"),
        ([("a3", "[Rm]"), ("e1", "[Rs]")], "move a3-a4 m"),
        ([("c3", "[Rm]"), ("e1", "[Rs]")], "jump c3-a5 m"),
        ([("a5", "[Rm,Rs]"), ("e1", "[Rl]")], "grow a5"),
        ([("d1", "[Rl]"), ("e2", "[Rs]")], "spawn d1"),
    ] {
        let before = with_red(pieces);
        let turn = score(&act(&before, 0, mv).unwrap().position) - score(&before);
        assert_eq!(turn, 8, "{mv}: {}", before.public.spaces);
    }
}

#[test]
fn moves_to_no_end_are_worth_nothing() {
    for (pieces, mv) in [
        ([("d1", "[Rs]"), ("e1", "[Rs]")], "pass"),
        ([("c1", "[Rs]"), ("e1", "[Rs]")], "move c1-c2 s"),
        ([("c3", "[Rm]"), ("e1", "[Rs]")], "jump c3-e5 m"),
        // A sixth pyramid is not needed.
        ([("e1", "[Rs,Rs,Rl]"), ("c1", "[Rs,Rs]")], "spawn e1"),
    ] {
        let before = with_red(pieces);
        assert!(score(&act(&before, 0, mv).unwrap().position) <= score(&before), "{mv}: {}", before.public.spaces);
    }
}

#[test]
fn a_draft_scores_by_the_ways_between_own_chips() {
    let draft = start(2, json!({}));
    let laid = |spaces: &str| {
        let mut ice = draft;
        ice.public.spaces = format!("5x5 {spaces}").parse().unwrap();
        ice.scores_so_far().unwrap()
    };
    let (near, apart) = (laid("a1=R3 a2=R2 b2=R1"), laid("a1=R3 e2=R2 a5=R1"));
    assert!(near[0] > apart[0] && near[1] == apart[1], "{near:?} {apart:?}");
}
