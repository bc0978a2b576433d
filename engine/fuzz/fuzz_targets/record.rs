//! Any text as a record. It may be no record, but what running it writes is a fixed point: it can be run, and running it
//! writes the same again.

#![no_main]

use engine::records;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(first) = records::run(text) {
        match records::run(&first.text) {
            Ok(second) => assert_eq!(second.text, first.text, "the written record is no fixed point"),
            Err(why) => panic!("the written record cannot be run: {why}\n{}", first.text),
        }
    }
});
