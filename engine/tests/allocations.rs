//! A random playout allocates nothing per move. In a test binary of its own, because it counts every allocation.

use engine::{Seed, game};
use serde_json::json;

#[test]
fn a_playout_of_magma_allocates_nothing_per_move() {
    let magma = game("magma").unwrap();
    for (seats, options) in [
        (2, json!({"max_rounds": 100})),
        (5, json!({"max_rounds": 100, "entry_continue": true})),
        (6, json!({"max_rounds": 100, "pool_team_supply": true, "board": "hexhex7"})),
        (3, json!({"max_rounds": 100, "tempo": "hot", "sand": "PT1S"})),
    ] {
        let play = |seed: u8, most: u32| magma.playout(seats, &options, &Seed::new([seed; 32]), most).unwrap().moves;
        // The board is built when first used; the options are read for each match; the result is written at its end.
        let seed = (0..=255).max_by_key(|&seed| play(seed, 200)).unwrap();
        assert_eq!(play(seed, 200), 200, "a long match");
        let short = allocation_counter::measure(|| drop(play(seed, 1)));
        let long = allocation_counter::measure(|| drop(play(seed, 200)));
        assert!(short.count_total > 0, "the counter counts");
        assert_eq!(long.count_total, short.count_total, "{seats} seats, {options}");
    }
}
