//! Whole matches as the requests that play them: to find a move costs a client nothing.

use engine::{Act, Dice, Moment, Seed};
use serde_json::{Value, json};

/// A whole match of Magma by two who play at random, without agreements: the seat of each move, and the body of its request. The same number
/// gives the same match.
///
/// # Panics
///
/// If these are no options of Magma.
pub fn of_magma(options: &Value, number: u64) -> Vec<(usize, Value)> {
    let rules = engine::game("magma").unwrap();
    let seed = Seed::numbered(number);
    let mut dice = Dice::at(&seed, 7);
    let mut frame = rules.start(2, options, &seed).unwrap().frame;
    let mut script = Vec::new();
    while let Some(seat) = rules.status(&frame).unwrap().awaited.first() {
        let mut text = rules.suggest(&frame, seat, &mut dice).unwrap().unwrap();
        if text == "agree" || text == "disagree" {
            "pass".clone_into(&mut text);
        }
        script.push((usize::from(seat.0), json!({"move": text, "turn": frame.turn})));
        frame = rules.advance(&frame, Act::Chosen { by: seat, text: &text }, Moment(0)).unwrap().frame;
    }
    script
}
