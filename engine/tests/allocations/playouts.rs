//! A random playout allocates nothing per move.

use engine::{Seed, game};
use serde_json::json;

/// Long enough for every kind of move.
const MOVES: u32 = 150;

#[test]
fn a_playout_allocates_nothing_per_move() {
    for (id, seats, options) in [
        ("magma", 2, json!({"max_rounds": 100})),
        ("magma", 5, json!({"max_rounds": 100, "entry_continue": true})),
        ("magma", 6, json!({"max_rounds": 100, "pool_team_supply": true, "board": "hexhex7"})),
        ("magma", 3, json!({"max_rounds": 100, "tempo": "hot", "sand": "PT1S"})),
        ("magma", 4, json!({"max_rounds": 100, "tempo": "whitehot", "sand": "PT3S", "reach": "region"})),
        ("magnapoco", 2, json!({"board": "square19"})),
        ("ice", 2, json!({"max_rounds": 100})),
        ("ice", 6, json!({"max_rounds": 100, "setup": "random", "adjacency": "all8", "allpass": "continue"})),
    ] {
        let playout = |seed: u8, max| game(id).unwrap().playout(seats, &options, &Seed::new([seed; 32]), max).unwrap();
        // The board is built when first used, the options are read for each match, and the result is written at its end:
        // compare the beginning of a match with a longer part of it, neither with the end.
        let runs_on = |seed: &u8| playout(*seed, MOVES).outcome.is_none();
        let seed = (0..=255).find(runs_on).expect("a long match");
        let short = allocation_counter::measure(|| drop(playout(seed, 1)));
        let long = allocation_counter::measure(|| drop(playout(seed, MOVES)));
        assert!(short.count_total > 0, "the counter counts");
        assert_eq!(long.count_total, short.count_total, "{id}, {seats} seats, {options}");
    }
}
