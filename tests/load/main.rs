//! Loads a real server: the program `turnpost`, built beside this one, with its own Postgres, on this machine alone. Build it first:
//! `cargo build --release -p turnpost`.
//!
//! * `cargo run --release -p tests --example load -- streams [NUMBER]`: memory of idle streams of events (10,000 by default), and the
//!   time of one event to all.
//! * `cargo run --release -p tests --example load -- attacks [SECONDS]`: each attack for so many seconds (20 by default) beside two people who play and sign in; what
//!   these see without it and with it. It ends with an error if one of their requests failed.
//! * `cargo run -p tests --example load -- soak [SECONDS] [MATCHES] [PLAYERS]` (600, 2,000, 200 by default): people play while the server is
//!   killed every 20 s and Postgres every 60 s, and the mail server refuses one email in seven. It ends with an error if an accepted move
//!   is lost or doubled, an email is recorded as sent that was not taken, or a stored position differs from its log.
#![allow(clippy::print_stdout, reason = "it prints its figures")]

mod attacks;
mod server;
mod soak;
mod streams;
mod victim;

use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let nth = |at: usize, usual: u64| match arguments.get(at) {
        None => Some(usual),
        Some(text) => text.parse().ok().filter(|number| (1..=100_000).contains(number)),
    };
    let number = |usual: u64| nth(1, usual);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    server::raise_descriptors();
    match arguments.first().map(String::as_str) {
        Some("streams") if let Some(number) = number(10_000) => runtime.block_on(streams::run(number)),
        Some("attacks") if let Some(seconds) = number(20) => {
            if !runtime.block_on(attacks::run(Duration::from_secs(seconds))) {
                return ExitCode::FAILURE;
            }
        }
        Some("soak")
            if let (Some(seconds), Some(matches), Some(people)) = (nth(1, 600), nth(2, 2000), nth(3, 200))
                && people >= 2 =>
        {
            let [matches, people] = [matches, people].map(|number| usize::try_from(number).unwrap());
            if !runtime.block_on(soak::run(Duration::from_secs(seconds), matches, people)) {
                return ExitCode::FAILURE;
            }
        }
        _ => {
            println!("load streams [NUMBER]\nload attacks [SECONDS]\nload soak [SECONDS] [MATCHES] [PLAYERS]");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
