//! Whole matches as the moves that are sent: to find a move costs a client nothing.

use engine::{Act, Dice, Moment, Seat, Seed};
use serde_json::{Value, json};

/// A move of a match.
#[derive(Clone, Debug)]
pub struct Sent {
    /// The seat that sends it.
    pub by: Seat,
    /// The turn for which it is sent.
    pub turn: u32,
    /// The move.
    pub text: String,
}

impl Sent {
    /// The body of its request.
    pub fn body(&self) -> Value {
        json!({"move": self.text, "turn": self.turn})
    }
}

/// A whole match of Magma by two who play at random, without agreements. The same number gives the same match.
///
/// # Panics
///
/// If these are no options of Magma.
pub fn of_magma(options: &Value, number: u64) -> Vec<Sent> {
    let rules = engine::game("magma").unwrap();
    let seed = Seed::numbered(number);
    let mut dice = Dice::at(&seed, 7);
    let mut frame = rules.start(2, options, &seed).unwrap().frame;
    let mut script = Vec::new();
    while let Some(by) = rules.status(&frame).unwrap().awaited.first() {
        let mut text = rules.suggest(&frame, by, &mut dice).unwrap().unwrap();
        if text == "agree" || text == "disagree" {
            "pass".clone_into(&mut text);
        }
        let turn = frame.turn;
        frame = rules.advance(&frame, Act::Chosen { by, text: &text }, Moment(0)).unwrap().frame;
        script.push(Sent { by, turn, text });
    }
    script
}

/// The longest of some such matches: with fewer matches there is less to set up.
pub fn long_of_magma(options: &Value) -> Vec<Sent> {
    (0..32).map(|number| of_magma(options, number)).max_by_key(Vec::len).unwrap_or_default()
}
