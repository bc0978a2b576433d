//! Accepted moves a second over HTTP, with durable commits, next to pgbench running the same SQL on the same Postgres.
//!
//! `cargo bench -p tests --bench moves` prints a table; `SECONDS=20 cargo bench -p tests --bench moves` measures longer,
//! `STORED=200 CLIENTS=32` a single line. Client, server and Postgres share the machine, so only the ratios can be compared between machines.
//! The clients ask for answers without the match (`Prefer: return=minimal`), in the column "whole" for the match; all play the same moves, so
//! most of the positions are painted already. pgbench runs the statement of one move; the server writes several moves
//! with one where they come at once. The least move is the least that a server could do for a durable move: one statement by
//! pgbench that updates a version and a position of 600 bytes, and adds a log line and an outbox row. The last three columns tell where a
//! move's processor time goes, in microseconds: the server (with the clients, who are in the same process), Postgres for it, and Postgres
//! for pgbench. They are known on Linux only.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "moves/pgbench.rs"]
mod pgbench;
#[path = "moves/processor.rs"]
mod processor;

use std::time::{Duration, Instant};

use tests::bench::{self, Bench};
use tests::database;
use tests::script::{self, Sent};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use turnpost::app::App;
use turnpost::boot::Running;
use uuid::Uuid;

/// The number of clients that send at a time.
const CLIENTS: &[usize] = &[1, 8, 32];
/// The number of stored matches beside those that are played.
const STORED: &[usize] = &[200, 100_000];

/// Matches for more moves a second than this are set up while the clock runs.
const MOST_A_SECOND: usize = 16_000;

/// The header line of a client that wants the match in the answer: none.
const WHOLE: &str = "";
/// That of one that does not.
const MINIMAL: &str = "Prefer: return=minimal\r\n";

fn main() {
    let seconds = std::env::var("SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(5);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(run(Duration::from_secs(seconds)));
}

async fn run(time: Duration) {
    let bench = Bench::start().await;
    let postmaster = processor::postmaster(&bench.folder);
    let (url, app) = (bench.url.clone(), bench.app().await);
    // Letters are owed with every move; this process does not send them.
    let running = Running::start(app.clone(), false).unwrap();
    println!("accepted moves a second, {} s each, durable commits, {} cores", time.as_secs(), cores());
    println!(
        "{:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>6} {:>8} {:>6} {:>8} {:>9} {:>8}",
        "stored",
        "clients",
        "whole",
        "HTTP",
        "p50 ms",
        "p99 ms",
        "pgbench",
        "p99 ms",
        "ratio",
        "least",
        "ratio",
        "server",
        "Postgres",
        "pgbench"
    );
    for stored in chosen("STORED", STORED) {
        fill(&app, &running, &url, stored).await;
        for clients in chosen("CLIENTS", CLIENTS) {
            let ready = pairs(&app, &running, (clients, WHOLE), MOST_A_SECOND * time.as_secs() as usize).await;
            let whole = play(ready, time).await.len() as f64 / time.as_secs_f64();
            // Half of the moves before pgbench and half after it: a machine that gets slower meanwhile changes the ratios less.
            let mut played = Played::default();
            let moves = MOST_A_SECOND * time.as_secs() as usize / 2;
            played.go_on(pairs(&app, &running, (clients, MINIMAL), moves).await, time / 2, postmaster).await;
            let before = processor::of_children(postmaster);
            let reference = pgbench::moves(&url, turnpost::db::advance::SQL, (clients, 1), time).await;
            let reference_spent = processor::of_children(postmaster) - before;
            let mut least = pgbench::least(&url, clients, time / 2).await;
            played.go_on(pairs(&app, &running, (clients, MINIMAL), moves).await, time / 2, postmaster).await;
            least = f64::midpoint(least, pgbench::least(&url, clients, time / 2).await);
            let Played { mut took, spent } = played;
            took.sort_unstable();
            let rate = took.len() as f64 / time.as_secs_f64();
            let at = |part: usize| took[(took.len() - 1) * part / 100].as_secs_f64() * 1000.0;
            println!(
                "{stored:>8} {clients:>8} {whole:>8.0} {rate:>8.0} {:>8.2} {:>8.2} {:>8.0} {:>8.2} {:>6.2} {least:>8.0} {:>6.2} {:>8.0} {:>9.0} {:>8.0}",
                at(50),
                at(99),
                reference.rate,
                reference.p99,
                rate / reference.rate,
                rate / least,
                spent[0] / took.len() as f64,
                spent[1] / took.len() as f64,
                reference_spent / (reference.rate * time.as_secs_f64()),
            );
        }
    }
    running.stop().await;
    drop(app);
    bench.stop().await;
}

/// What the clients have measured.
#[derive(Default)]
struct Played {
    /// The time that each move took.
    took: Vec<Duration>,
    /// Processor time of this process and of Postgres, in microseconds.
    spent: [f64; 2],
}

impl Played {
    async fn go_on(&mut self, pairs: Vec<Pair>, time: Duration, postmaster: u32) {
        let before = [processor::own(), processor::of_children(postmaster)];
        self.took.extend(play(pairs, time).await);
        self.spent[0] += processor::own() - before[0];
        self.spent[1] += processor::of_children(postmaster) - before[1];
    }
}

/// The numbers to measure with: one from the environment, or these.
fn chosen(variable: &str, usual: &[usize]) -> Vec<usize> {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).map_or_else(|| usual.to_vec(), |one| vec![one])
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Two people who play one match after the other, every time with the same moves: finding a move costs them nothing.
struct Pair {
    stream: TcpStream,
    tokens: [String; 2],
    /// The matches that are set up and not played yet; the last one is being played.
    matches: Vec<Uuid>,
    script: Vec<Sent>,
    next: usize,
    /// The answer that is read.
    got: Vec<u8>,
    /// The header line with which it sends moves.
    prefer: &'static str,
}

impl Pair {
    async fn new(app: &App, running: &Running, prefer: &'static str) -> Pair {
        let mut pair = Pair {
            stream: connect(running).await,
            tokens: [String::new(), String::new()],
            matches: Vec::new(),
            script: script::long_of_magma(&options()),
            next: 0,
            got: Vec::with_capacity(64 * 1024),
            prefer,
        };
        for token in &mut pair.tokens {
            let handle = format!("p{}", &Uuid::now_v7().simple().to_string());
            *token = bench::person(app, &handle, None).await;
        }
        pair.set_up().await;
        pair
    }

    /// Another match for the same two.
    async fn set_up(&mut self) {
        let new = format!(
            "{{\"game\":\"magma\",\"seating\":\"joined\",\"clock\":{{\"kind\":\"per-move\",\"time\":\"P3D\"}},\"options\":{}}}",
            options()
        );
        let answer = self.send(0, "/v1/matches", &new).await;
        let created: serde_json::Value = serde_json::from_slice(answer).unwrap();
        let id = created["id"].as_str().unwrap();
        self.send(1, &format!("/v1/matches/{id}/join"), "").await;
        self.matches.insert(0, id.parse().unwrap());
    }

    /// Sends a request and gives the body of the answer.
    async fn send(&mut self, by: usize, path: &str, body: &str) -> &[u8] {
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n{}Content-Length: {}\r\n\r\n{body}",
            self.tokens[by],
            if path.ends_with("/moves") { self.prefer } else { WHOLE },
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await.unwrap();
        let got = &mut self.got;
        got.clear();
        let (head, length) = loop {
            assert_ne!(self.stream.read_buf(got).await.unwrap(), 0, "the server closed the connection");
            if let Some(end) = got.windows(4).position(|window| window == b"\r\n\r\n") {
                let length = std::str::from_utf8(&got[..end]).unwrap().lines().find_map(|line| {
                    let (name, value) = line.split_once(": ")?;
                    name.eq_ignore_ascii_case("content-length").then(|| value.parse::<usize>().unwrap())
                });
                break (end + 4, length.unwrap_or(0));
            }
        };
        while got.len() < head + length {
            assert_ne!(self.stream.read_buf(got).await.unwrap(), 0, "the server closed the connection");
        }
        assert!(got.starts_with(b"HTTP/1.1 2"), "{}", String::from_utf8_lossy(got));
        &got[head..]
    }

    /// Sends a move; returns the time that the server took.
    async fn one(&mut self) -> Duration {
        if self.next == self.script.len() {
            self.matches.pop();
            self.next = 0;
        }
        if self.matches.is_empty() {
            self.set_up().await;
        }
        let (by, body) = (self.script[self.next].by.index(), self.script[self.next].body().to_string());
        self.next += 1;
        let path = format!("/v1/matches/{}/moves", self.matches[self.matches.len() - 1]);
        let began = Instant::now();
        self.send(by, &path, &body).await;
        began.elapsed()
    }
}

fn options() -> serde_json::Value {
    serde_json::json!({"board": "pointed91"})
}

/// Pairs of players, each with one played move and with matches for this many moves.
async fn pairs(app: &App, running: &Running, (clients, prefer): (usize, &'static str), moves: usize) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for _ in 0..clients {
        let mut pair = Pair::new(app, running, prefer).await;
        pair.one().await;
        while pair.matches.len() * pair.script.len() * clients < moves {
            pair.set_up().await;
        }
        pairs.push(pair);
    }
    // The server closes those that are idle while the others are set up.
    for pair in &mut pairs {
        pair.stream = connect(running).await;
    }
    pairs
}

async fn connect(running: &Running) -> TcpStream {
    let stream = TcpStream::connect(running.address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    stream
}

/// Lets them play for this time; returns the time that each accepted move took.
async fn play(pairs: Vec<Pair>, time: Duration) -> Vec<Duration> {
    let end = Instant::now() + time;
    let tasks: Vec<_> = pairs
        .into_iter()
        .map(|mut pair| {
            tokio::spawn(async move {
                let mut took = Vec::new();
                while Instant::now() < end {
                    took.push(pair.one().await);
                }
                took
            })
        })
        .collect();
    let mut all = Vec::new();
    for task in tasks {
        all.extend(task.await.unwrap());
    }
    all
}

/// Stores matches until there are this many: copies of one that has been played a little, with their logs and letters.
async fn fill(app: &App, running: &Running, url: &str, stored: usize) {
    let mut pair = Pair::new(app, running, WHOLE).await;
    for _ in 0..10 {
        pair.one().await;
    }
    let sql = format!(
        "CREATE TEMP TABLE copies AS SELECT gen_random_uuid() AS id FROM generate_series(1, {stored} - (SELECT count(*) FROM matches));
         INSERT INTO matches SELECT (jsonb_populate_record(m, jsonb_build_object('id', c.id))).*
            FROM copies c, matches m WHERE m.id = '{0}';
         INSERT INTO seats (match_id, user_id, joined_at, seat) SELECT c.id, s.user_id, s.joined_at, s.seat FROM copies c, seats s WHERE s.match_id = '{0}';
         INSERT INTO moves (match_id, ply, turn, seat, cause, text, events, moment, at, head, public_line)
            SELECT c.id, v.ply, v.turn, v.seat, v.cause, v.text, v.events, v.moment, v.at, v.head, v.public_line
            FROM copies c, moves v WHERE v.match_id = '{0}';
         INSERT INTO letters (home, id, kind, user_id, match_id, seat, created_at, due_at, attempts, state, done_at)
            SELECT c.id, gen_random_uuid(), 'your-turn', l.user_id, c.id, l.seat, l.created_at, l.due_at, 1, 'sent', l.due_at
            FROM copies c, letters l WHERE l.match_id = '{0}' LIMIT 200000;",
        pair.matches[0]
    );
    database::execute(url, &sql).await;
    database::execute(url, "VACUUM ANALYZE").await;
}
