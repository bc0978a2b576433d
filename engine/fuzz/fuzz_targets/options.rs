//! Any JSON as the options, and any number of seats, of every game. They may be refused, but accepted options, once filled
//! in, are accepted again and give the same. The first byte is the number of seats, the rest is the JSON.

#![no_main]

use engine::{Fault, GAMES};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|input: (u8, &str)| {
    let (seats, text) = input;
    let Ok(options) = serde_json::from_str::<Value>(text) else { return };
    for rules in GAMES {
        let game = rules.info().id;
        match rules.setup(seats, &options) {
            Ok(setup) => {
                assert_eq!(setup.chairs.len(), usize::from(seats), "{game}: a chair for each seat");
                let again = rules.setup(seats, &setup.options);
                assert_eq!(again.as_ref(), Ok(&setup), "{game}: filled-in options are changed or refused");
            }
            Err(Fault::Option(_) | Fault::Seats { .. }) => {}
            Err(fault) => panic!("{game}: {seats} seats and {options} give {fault:?}"),
        }
    }
});
