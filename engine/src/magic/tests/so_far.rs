//! The score so far, for computer opponents.

use super::*;

fn score_of_ash(position: &Magic) -> i32 {
    position.scores_so_far().unwrap()[0]
}

#[test]
fn a_card_of_the_hand_scores_more_if_own_lands_give_its_colours() {
    // Land 1 is plains, land 5 a mountain; the brigand is red, the ledger has no colour.
    let [plains, mountain] =
        [1, 5].map(|land| t20(&format!("ash holds {land}; ash hand cinder-brigand, cinder-brigand, tin-ledger")));
    assert_eq!(score_of_ash(&mountain) - score_of_ash(&plains), 8);
}
