//! The time from "250" to the email that answers: an answer is handed over by LMTP, read, played and told of, with durable commits.
//!
//! `cargo bench -p tests --bench replies` prints it for several rates; `SECONDS=60` measures longer. Client, server, Postgres and the
//! mail server that takes the emails share the machine. The reference is an email alone: from the request of a sign-in email to its
//! arrival, at the same rate in the same run.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::collections::HashMap;
use std::time::{Duration, Instant};

use serde_json::json;
use tests::bench::{self, Bench};
use tests::mailbox::{Mailbox, Security};
use tests::script::{self, Sent};
use tests::sender::MailClient;
use tests::{Client, database};
use tokio::time::sleep_until;
use turnpost::app::App;
use turnpost::boot::{self, Running};
use turnpost::clock::Clock;
use turnpost::config::{Config, Environment};
use turnpost::ids::MatchId;
use turnpost::play::telling::links::Turn;
use turnpost::play::telling::reply::Key;
use uuid::Uuid;

/// Answers a second.
const RATES: [u32; 3] = [5, 20, 40];
/// Matches that are played at a time: each player waits for the other.
const MATCHES: usize = 40;

fn main() {
    let seconds = std::env::var("SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(10);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(run(seconds));
}

async fn run(seconds: u32) {
    let bench = Bench::start().await;
    let mailbox = Mailbox::open(Security::Plain).await;
    let mut table = tests::server::settings(&mailbox);
    tests::server::takes_answers(&mut table);
    for (name, value) in [("log_filter", "off"), ("mail_senders", "4"), ("database_url", &bench.url)] {
        table.insert(name.to_owned(), value.into());
    }
    let config = Config::read(&table, &Environment::new()).unwrap();
    let app = boot::app(config, Clock::system(), &database::access(&bench.url)).await.unwrap();
    let running = Running::start(app.clone(), true).unwrap();
    println!(
        "milliseconds from 250 to the email that answers, {seconds} s each, durable commits, 2 readers, 4 senders"
    );
    println!("{:>8} {:>8} {:>8} {:>8} {:>8} {:>14}", "a second", "answers", "p50", "p95", "p99", "sign-in p95");
    for rate in RATES {
        let matches = matches(&app, &running).await;
        let took = answers(&app, &running, &mailbox, &matches, rate, seconds).await;
        let alone = emails(&running, &mailbox, rate, seconds).await;
        println!(
            "{rate:>8} {:>8} {:>8.0} {:>8.0} {:>8.0} {:>14.0}",
            took.len(),
            at(&took, 50),
            at(&took, 95),
            at(&took, 99),
            at(&alone, 95)
        );
    }
    running.stop().await;
    drop(app);
    bench.stop().await;
}

/// This percentile of sorted times, in milliseconds.
fn at(took: &[Duration], part: usize) -> f64 {
    took.get((took.len().max(1) - 1) * part / 100).map_or(f64::NAN, |took| took.as_secs_f64() * 1000.0)
}

/// A match, and the moves by which it is played from its beginning.
struct Played {
    id: MatchId,
    addresses: [String; 2],
    script: Vec<Sent>,
}

async fn matches(app: &App, running: &Running) -> Vec<Played> {
    let (mut matches, options) = (Vec::new(), json!({"board": "pointed91"}));
    for number in 0..MATCHES {
        let handles = [(); 2].map(|()| format!("p{}", Uuid::now_v7().simple()));
        let addresses = handles.clone().map(|handle| format!("{handle}@example.org"));
        let client = async |seat: usize| {
            let token = bench::person(app, &handles[seat], Some(&addresses[seat])).await;
            Client::new(&format!("http://{}", running.address), Some(&token))
        };
        let [one, two] = [client(0).await, client(1).await];
        let new = json!({"game": "magma", "seats": 2, "options": options, "seating": "joined"});
        let id = one.post("/v1/matches", &new).await.expect(201)["id"].as_str().unwrap().to_owned();
        two.post(&format!("/v1/matches/{id}/join"), &json!({})).await.expect(200);
        matches.push(Played { id: id.parse().unwrap(), addresses, script: script::of_magma(&options, number as u64) });
    }
    matches
}

/// Hands over answers at this rate, one match after the other, and returns how long each email of answer took, sorted.
async fn answers(
    app: &App,
    running: &Running,
    mailbox: &Mailbox,
    matches: &[Played],
    rate: u32,
    seconds: u32,
) -> Vec<Duration> {
    let mut lmtp = MailClient::lmtp(running.lmtp.unwrap()).await;
    let known = mailbox.all().len();
    let (begin, mut sent) = (tokio::time::Instant::now(), HashMap::new());
    for number in 0..rate * seconds {
        let played = &matches[number as usize % matches.len()];
        let Some(Sent { by, turn, text }) = played.script.get(number as usize / matches.len()) else { continue };
        sleep_until(begin + Duration::from_secs(1) * number / rate).await;
        let key = Key::Turn(Turn { match_id: played.id, seat: *by, holder: 0, turn: *turn });
        let to = key.address(app.addresses.as_ref().unwrap(), &app.secrets);
        let (from, id) = (&played.addresses[by.index()], format!("<{number}.{rate}@mail.example>"));
        let message = format!("From: <{from}>\r\nTo: <{to}>\r\nMessage-ID: {id}\r\n\r\n{text}\r\n");
        assert_eq!(lmtp.send(from, &to, &message).await, "250 2.0.0 Stored");
        sent.insert(id, Instant::now());
    }
    let mut took: Vec<Duration> = Vec::new();
    let patience = Instant::now() + Duration::from_secs(60);
    while took.len() < sent.len() && Instant::now() < patience {
        let arrived = mailbox.all().into_iter().skip(known);
        took = arrived.filter_map(|email| Some(email.at - *sent.get(&email.header("In-Reply-To")?)?)).collect();
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(took.len(), sent.len(), "emails are missing");
    took.sort_unstable();
    took
}

/// Asks for sign-in emails at this rate, and returns how long each took, sorted.
async fn emails(running: &Running, mailbox: &Mailbox, rate: u32, seconds: u32) -> Vec<Duration> {
    let client = Client::new(&format!("http://{}", running.address), None);
    let (begin, mut asked) = (tokio::time::Instant::now(), HashMap::new());
    for number in 0..rate * seconds {
        sleep_until(begin + Duration::from_secs(1) * number / rate).await;
        let address = format!("{}@example.org", Uuid::now_v7().simple());
        client.post("/v1/sign-in", &json!({"address": address})).await.expect(202);
        asked.insert(address, Instant::now());
    }
    let mut took: Vec<Duration> = Vec::new();
    let patience = Instant::now() + Duration::from_secs(60);
    while took.len() < asked.len() && Instant::now() < patience {
        took = mailbox.all().into_iter().filter_map(|email| Some(email.at - *asked.get(&email.to[0])?)).collect();
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(took.len(), asked.len(), "emails are missing");
    took.sort_unstable();
    took
}
