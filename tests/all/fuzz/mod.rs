//! Fuzzing of every parser of input from outside: a parser does not panic, ends within a bounded time, and parses its own output to the
//! same value.
//!
//! A run is short and always the same, unless `TURNPOST_FUZZ_SECONDS` says for how many seconds all of these tests run in all, one
//! after the other; they then draw new inputs each time.

mod games;
mod mail;
mod requests;
mod settings;
mod tokens;

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};
use rustix::time::{ClockId, clock_gettime};

/// The number of calls of [`fuzz`] in all tests, among which the time is shared out.
const READERS: u32 = 12;

/// The inputs of a short run for each reader.
const FEW: u32 = 200;

/// The longest processor time for one input, in an unoptimised program.
const PATIENCE: Duration = Duration::from_secs(10);

/// The processor time of this thread: other tests that run beside it do not count.
fn processor_time() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime).try_into().expect("a time since the start of the thread")
}

/// Gives a reader many inputs. Fails with the smallest input that is found at which the check panics or takes too long.
fn fuzz<S: Strategy>(reader: &str, inputs: &S, check: impl Fn(S::Value)) {
    let seconds = std::env::var("TURNPOST_FUZZ_SECONDS").ok().map(|text| text.parse::<u32>().expect("a number"));
    let config = Config { cases: FEW, failure_persistence: None, max_shrink_iters: 2000, ..Config::default() };
    let (start, mut runs) = (Instant::now(), 0_u64);
    let time = Duration::from_secs(seconds.unwrap_or(0).into()) / READERS;
    loop {
        // A runner stops for good after its cases.
        let mut runner = match seconds {
            Some(_) => TestRunner::new(config.clone()),
            None => TestRunner::new_with_rng(config.clone(), TestRng::deterministic_rng(RngAlgorithm::ChaCha)),
        };
        let found = runner.run(inputs, |input| {
            let begun = processor_time();
            catch_unwind(AssertUnwindSafe(|| check(input))).map_err(|_| TestCaseError::fail("it panicked"))?;
            let took = processor_time() - begun;
            prop_assert!(took < PATIENCE, "it took {took:?}");
            Ok(())
        });
        match found {
            Ok(()) => runs += u64::from(FEW),
            Err(TestError::Fail(why, input)) => panic!("{reader}: {why}: {input:?}"),
            Err(TestError::Abort(why)) => panic!("{reader}: {why}"),
        }
        if start.elapsed() >= time {
            break;
        }
    }
    eprintln!("{reader}: {runs} inputs in {:?}", start.elapsed());
}

/// Prints the processor time of a reader for two sizes of input, of which the second is four times the first, made by repeating a text. A time
/// that grows with the square of the size would grow to 16 times.
fn time_costly<T>(reader: &str, units: &[&str], sizes: [usize; 2], read: impl Fn(&str) -> T) {
    for unit in units {
        let times = sizes.map(|size| {
            let text = unit.repeat(size / unit.len());
            let begun = processor_time();
            read(&text);
            processor_time() - begun
        });
        let unit: String = unit.chars().take(20).collect();
        eprintln!("{reader}: {unit:?} {times:?} for {sizes:?} bytes");
        assert!(times[1] < 8 * times[0] + Duration::from_millis(100), "{reader}: {unit:?} {times:?}");
    }
}

/// One change of a text: at a place, so many characters are replaced by others, or by a part of the text itself.
#[derive(Clone, Debug)]
enum Change {
    Write(Index, usize, String),
    Copy(Index, Index, usize),
}

/// Texts near these samples: up to four changes, among them words that mean something to the reader.
fn near(samples: Vec<String>, words: &'static [&'static str]) -> BoxedStrategy<String> {
    let text = prop_oneof![
        3 => proptest::sample::select(words).prop_map(str::to_owned),
        1 => "\\PC{0,6}",
        1 => any::<char>().prop_map(String::from),
        1 => Just(String::new()),
        1 => "[0-9]{1,20}",
    ];
    let change = prop_oneof![
        3 => (any::<Index>(), 0_usize..6, text).prop_map(|(at, length, text)| Change::Write(at, length, text)),
        1 => (any::<Index>(), any::<Index>(), 1_usize..40).prop_map(|(from, to, length)| Change::Copy(from, to, length)),
    ];
    let changed = |(sample, changes): (String, Vec<Change>)| {
        let mut text: Vec<char> = sample.chars().collect();
        for change in changes {
            let end = |at: usize, length: usize| (at + length).min(text.len());
            let (at, length, part) = match change {
                Change::Write(at, length, part) => (at.index(text.len() + 1), length, part.chars().collect()),
                Change::Copy(from, to, length) => {
                    let from = from.index(text.len() + 1);
                    (to.index(text.len() + 1), 0, text[from..end(from, length)].to_vec())
                }
            };
            let end = end(at, length);
            text.splice(at..end, part);
        }
        text.into_iter().collect()
    };
    (proptest::sample::select(samples), proptest::collection::vec(change, 0..5)).prop_map(changed).boxed()
}

/// A sample, something near it, or any text.
fn texts(samples: Vec<String>, words: &'static [&'static str]) -> BoxedStrategy<String> {
    let of_words = proptest::collection::vec(proptest::sample::select(words), 0..12).prop_map(|words| words.concat());
    prop_oneof![6 => near(samples, words), 2 => of_words, 1 => "\\PC{0,80}", 1 => any::<String>()].boxed()
}
