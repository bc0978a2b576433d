//! The speed of the rules: `cargo bench`. Playouts and moves per second for every game, and the cost of one step as the
//! service takes it: load the stored position, read the move, play it, store the new position. `cargo bench -p engine --bench
//! speed -- playouts` measures the playouts alone; `open_spiel.sh` reads that table.
//!
//! Times are processor time of this thread, so that other work of the machine counts little. They depend on the machine, so each
//! is also given as a ratio to a reference measured in the same run: the SHA-256 of 4 KiB. Compare ratios, not times.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a measurement shows its figures, and is asked for a part of them"
)]

use std::hint::black_box;
use std::time::Duration;

use engine::{Act, Advance, Dice, Eye, Frame, Moment, Rules, Seat, Seed, Span};
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// A text of almost 16 kB with abilities of all kinds, for the option `cards`.
const OWN_CARDS: &str = include_str!("own-cards.txt");

const TIME_EACH: Duration = Duration::from_millis(800);

fn main() {
    let reference = seconds_per(|_| {
        black_box(Sha256::digest(black_box([7u8; 4096])));
        1
    });
    println!("reference: SHA-256 of 4 KiB, {:.2} us\n", reference * 1e6);
    println!(
        "{:24} {:>6} {:>12} {:>12} {:>10} {:>12}",
        "random playouts", "cells", "matches/s", "moves/s", "us/move", "x reference"
    );
    for rules in engine::newest() {
        for (seats, options) in settings(rules) {
            playouts(rules, seats, &options, reference);
        }
    }
    if std::env::args().any(|word| word == "playouts") {
        return;
    }
    println!(
        "\n{:24} {:>12} {:>12} {:>10} {:>12}",
        "one step of the service", "steps/s", "bytes", "us/step", "x reference"
    );
    for rules in engine::newest() {
        for (seats, options) in settings(rules) {
            steps(rules, seats, &options, reference);
        }
    }
    println!("\n{:24} {:>12} {:>12}", "own cards", "bytes", "ms");
    for rules in engine::newest() {
        if rules.option_schema()["properties"].get("cards").is_some() {
            own_cards(rules);
        }
    }
}

/// Reads a long text of cards, as a new match does. Texts that were read are kept, so each repetition reads another one.
fn own_cards(rules: &dyn Rules) {
    let read = |number: u64| {
        let text = OWN_CARDS.replacen("Bench", &format!("Bench{}", name(number)), 1);
        let setup = rules.setup(2, &json!({ "cards": text }));
        black_box(setup.unwrap_or_else(|why| panic!("the cards of the bench: {why}")));
        1
    };
    let seconds = seconds_per(read);
    println!("{:24} {:>12} {:>12.2}", rules.info().id, OWN_CARDS.len(), seconds * 1e3);
}

/// Letters for a number.
fn name(mut number: u64) -> String {
    let mut name = String::new();
    while number > 0 {
        name.push(char::from(b'a' + (number % 26) as u8));
        number /= 26;
    }
    name
}

/// The seat counts to measure, bounded where the game can be.
fn settings(rules: &dyn Rules) -> Vec<(u8, Value)> {
    let bounded = rules.option_schema()["properties"].get("max_rounds").is_some();
    let options = if bounded { json!({"max_rounds": 100}) } else { json!({}) };
    let seats = rules.info().seats.clone().filter(|seats| [2, 3, 4, 6].contains(seats));
    seats.map(|seats| (seats, options.clone())).collect()
}

/// Repeats the work for [`TIME_EACH`]; it gets the number of the repetition and gives the number of units done.
fn seconds_per(mut work: impl FnMut(u64) -> u64) -> f64 {
    let _warm: u64 = (0..20).map(&mut work).sum();
    let (start, mut units, mut number) = (processor_time(), 0, 0);
    while processor_time() - start < TIME_EACH {
        // To ask for the processor time is a call of the system, which would count beside the shortest playouts.
        for _ in 0..16 {
            units += work(number);
            number += 1;
        }
    }
    (processor_time() - start).as_secs_f64() / units as f64
}

/// The processor time of this thread up to now.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn playouts(rules: &dyn Rules, seats: u8, options: &Value, reference: f64) {
    let (mut matches, mut moves) = (0u64, 0u64);
    let per_move = seconds_per(|number| {
        let playout = rules.playout(seats, options, &Seed::numbered(number), 10_000).expect("options of this game");
        matches += 1;
        moves += u64::from(playout.moves);
        u64::from(playout.moves)
    });
    let length = moves as f64 / matches as f64;
    let start = rules.start(seats, options, &Seed::numbered(0)).expect("options of this game").frame;
    let cells = rules.page(&start, Eye::Seat(Seat(0))).expect("a position of this game").scene.spots.len();
    println!(
        "{:24} {cells:>6} {:>12.0} {:>12.0} {:>10.3} {:>12.3}",
        format!("{} {seats}", rules.info().id),
        1.0 / (per_move * length),
        1.0 / per_move,
        per_move * 1e6,
        per_move / reference
    );
}

fn steps(rules: &dyn Rules, seats: u8, options: &Value, reference: f64) {
    let frame = middle(rules, seats, options);
    let at = Moment(0).plus(Span::days(1));
    let mover = rules.status(&frame).expect("a stored position").awaited.iter().next().expect("a running match");
    let mut dice = Dice::at(&Seed::numbered(1), u32::MAX);
    let moves: Vec<String> =
        (0..64).filter_map(|_| rules.suggest(&frame, mover, &mut dice).expect("a stored position")).collect();
    let per_step = seconds_per(|number| {
        let text = &moves[number as usize % moves.len()];
        black_box(rules.advance(black_box(&frame), Act::Chosen { by: mover, text }, at).expect("a legal move"));
        1
    });
    println!(
        "{:24} {:>12.0} {:>12} {:>10.3} {:>12.3}",
        format!("{} {seats}", rules.info().id),
        1.0 / per_step,
        frame.state.len(),
        per_step * 1e6,
        per_step / reference
    );
}

/// A match in its middle, at most forty lines old.
fn middle(rules: &dyn Rules, seats: u8, options: &Value) -> Frame {
    let length =
        |number| rules.playout(seats, options, &Seed::numbered(number), 10_000).expect("options of this game").moves;
    let number = (0..50).max_by_key(|&number| length(number)).unwrap_or(0);
    let half = (length(number) / 2).min(40);
    let Advance { mut frame, .. } = rules.start(seats, options, &Seed::numbered(number)).expect("options of this game");
    let mut dice = Dice::at(&Seed::numbered(number), u32::MAX);
    // The playout's own dice, so that it is the same match as long as no timer runs out.
    while frame.ply < half {
        let awaited = rules.status(&frame).expect("a stored position").awaited;
        let mover = awaited.iter().next().expect("a running match");
        let text = rules.suggest(&frame, mover, &mut dice).expect("a stored position").expect("a move");
        let next =
            rules.advance(&frame, Act::Chosen { by: mover, text: &text }, Moment(0)).expect("a legal move").frame;
        if next.over {
            break;
        }
        frame = next;
    }
    frame
}
