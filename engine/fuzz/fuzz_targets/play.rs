//! A match of every game, driven by bytes. First they pick the seats, the options and the seed; then each byte is an act (its
//! low half) after a pause (its high half), and takes more bytes if it needs them. Nothing may panic or give an unreadable
//! position; what is offered as a complete move is accepted; at the end the log replays to the frame, and every reader's page
//! and story can be shown.

#![no_main]

use engine::{
    Act, Advance, Clock, Eye, Fault, Frame, GAMES, LapsePolicy, Line, Moment, Names, Rules, Seat, Seats, Seed, Span,
};
use libfuzzer_sys::fuzz_target;
use serde_json::{Map, Value};

/// Pauses between acts, in milliseconds: mostly none, some around the usual timers, one beyond every timer.
const PAUSES: [u64; 16] =
    [0, 0, 0, 0, 0, 0, 1, 1_000, 14_999, 15_000, 29_999, 30_000, 43_200_000, 86_399_999, 86_400_000, u64::MAX / 4];
/// The most continuations from an empty text to a whole move.
const LONGEST_WALK: u32 = 200;

fuzz_target!(|data: &[u8]| {
    for rules in GAMES {
        if let Some(mut game) = Match::begin(*rules, Bytes(data)) {
            while let Some(byte) = game.bytes.next() {
                game.act(byte);
            }
            game.check();
        }
    }
});

/// The bytes that are left.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// A number below `sides`; 0 when there are no bytes left.
    fn below(&mut self, sides: usize) -> usize {
        usize::from(self.next().unwrap_or(0)) % sides.max(1)
    }

    fn text(&mut self) -> String {
        let (text, rest) = self.0.split_at(self.below(32).min(self.0.len()));
        self.0 = rest;
        String::from_utf8_lossy(text).into_owned()
    }
}

struct Match<'a> {
    rules: &'static dyn Rules,
    bytes: Bytes<'a>,
    options: Value,
    seed: Seed,
    frame: Frame,
    log: Vec<Line>,
    now: Moment,
}

impl<'a> Match<'a> {
    /// A match with the seats, options and seed that the bytes say; `None` if the options contradict each other.
    fn begin(rules: &'static dyn Rules, mut bytes: Bytes<'a>) -> Option<Match<'a>> {
        let seat_counts: Vec<u8> = rules.info().seats.clone().collect();
        let seats = seat_counts[bytes.below(seat_counts.len())];
        let options = pick_options(&rules.option_schema(), &mut bytes);
        let seed = Seed::new([bytes.next().unwrap_or(0); 32]);
        match rules.start(seats, &options, &seed) {
            Ok(Advance { frame, lines, .. }) => {
                Some(Match { rules, bytes, options, seed, frame, log: lines, now: Moment(0) })
            }
            Err(Fault::Option(_)) => None,
            Err(fault) => panic!("{options} with {seats} seats: {fault}"),
        }
    }

    fn act(&mut self, byte: u8) {
        // Clocks that run out at one moment are one act, so no two acts have one moment.
        self.now = self.now.plus(Span(PAUSES[usize::from(byte >> 4)].max(1)));
        let status = self.rules.status(&self.frame).expect("the frame can be loaded");
        let awaited = status.awaited.iter().next().unwrap_or(Seat(0));
        match byte & 15 {
            kind @ 0..=9 => {
                let by = if kind == 9 { self.any_seat() } else { awaited };
                if let Some(text) = self.walk(by) {
                    let too_late = status.wake.is_some_and(|wake| wake.at <= self.now);
                    let accepted = self.advance(Act::Chosen { by, text: &text });
                    assert!(accepted || too_late, "seat {by} was offered {text:?}, which is refused");
                }
            }
            kind @ 10..=11 => {
                let by = if kind == 11 { self.any_seat() } else { awaited };
                let text = self.bytes.text();
                self.rules.choices(&self.frame, by, &text).expect("any text has choices or none");
                self.advance(Act::Chosen { by, text: &text });
            }
            12 => {
                let runs = status.clock(awaited) != Clock::Stopped;
                let act = self.rules.on_lapse(&self.frame, Seats::just(awaited), LapsePolicy::Pass);
                assert_eq!(act.is_ok(), runs, "a running clock can run out, a stopped one cannot");
                if let Ok(act) = act {
                    self.advance(act);
                }
            }
            13 => {
                let seat = self.any_seat();
                self.advance(Act::Lapse(Seats::just(seat)));
            }
            14 => {
                let seat = self.any_seat();
                self.advance(Act::Forfeit(Seats::just(seat)));
            }
            _ => {
                // One pause is the longest, and ends the match where no timer runs.
                self.advance(if byte == u8::MAX { Act::Abandoned } else { Act::TimerOut });
            }
        }
    }

    /// Any seat, or one or two beyond the last.
    fn any_seat(&mut self) -> Seat {
        Seat(self.bytes.below(usize::from(self.frame.seats) + 2) as u8)
    }

    /// The complete move to which the bytes lead the seat through its choices, if it has any.
    fn walk(&mut self, by: Seat) -> Option<String> {
        let mut choices = self.rules.choices(&self.frame, by, "").expect("every seat has choices or none");
        for _ in 0..LONGEST_WALK {
            if choices.is_empty() {
                return None;
            }
            let choice = choices.swap_remove(self.bytes.below(choices.len()));
            choices = self.rules.choices(&self.frame, by, &choice.text).expect("what is offered has choices or none");
            if choice.complete && (choices.is_empty() || self.bytes.below(2) == 0) {
                return Some(choice.text);
            }
        }
        panic!("the choices of seat {by} have no end");
    }

    /// Returns true if the act is accepted; the match then goes on from there.
    fn advance(&mut self, act: Act<'_>) -> bool {
        match self.rules.advance(&self.frame, act, self.now) {
            Ok(Advance { frame, lines, status }) => {
                assert_eq!(self.rules.status(&frame), Ok(status), "after {act:?} the frame tells another status");
                self.frame = frame;
                self.log.extend(lines);
                true
            }
            Err(Fault::Illegal(_) | Fault::Unreadable(_)) => false,
            Err(fault) => panic!("{act:?}: {fault:?}"),
        }
    }

    /// Checks that hold after every act.
    fn check(&self) {
        let replayed = self.rules.replay(self.frame.seats, &self.options, &self.seed, &self.log);
        assert_eq!(replayed.as_ref(), Ok(&self.frame), "the log replays to another frame");
        let setup = self.rules.created_with(&self.frame).expect("the frame can be loaded");
        let names = Names::new(&setup.chairs);
        for eye in Seat::all(self.frame.seats).map(Eye::Seat).chain([Eye::Public, Eye::Open]) {
            let page = self.rules.page(&self.frame, eye).expect("there is a page for every eye");
            assert!(!page.text().is_empty() && !page.svg().is_empty(), "{eye:?} sees nothing");
            for line in self.log.iter().rev().take(8) {
                self.rules.tell(line, eye, &names).expect("every line can be told");
            }
        }
    }
}

/// For each option of the schema its default, or one of its few values or examples.
fn pick_options(schema: &Value, bytes: &mut Bytes<'_>) -> Value {
    let mut options = Map::new();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let mut values = values_of(schema, property);
        values.extend(property["examples"].as_array().cloned().unwrap_or_default());
        let picked = bytes.below(values.len() + 1);
        if picked > 0 {
            options.insert(name.clone(), values.swap_remove(picked - 1));
        }
    }
    Value::Object(options)
}

/// The values that a property of the schema allows, where they are few, through references and alternatives.
fn values_of(schema: &Value, property: &Value) -> Vec<Value> {
    if let Some(path) = property["$ref"].as_str() {
        return schema.pointer(path.trim_start_matches('#')).map_or_else(Vec::new, |target| values_of(schema, target));
    }
    let alternatives = ["oneOf", "anyOf"].iter().filter_map(|word| property[*word].as_array()).flatten();
    let mut values: Vec<Value> = alternatives.flat_map(|alternative| values_of(schema, alternative)).collect();
    values.extend(property.get("const").cloned());
    values.extend(property["enum"].as_array().cloned().unwrap_or_default());
    if property["type"] == "boolean" {
        values.extend([Value::Bool(false), Value::Bool(true)]);
    }
    values
}
