//! Accepted moves a second over HTTP, with durable commits, next to pgbench running the same SQL on the same Postgres.
//!
//! `cargo bench -p tests --bench moves` prints a table; `SECONDS=20 cargo bench -p tests --bench moves` measures longer (in four parts each),
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

/// The parts in which each figure is measured.
const PARTS: u64 = 4;

/// Matches for more moves a second than this are set up while the clock runs.
const MAX_A_SECOND: usize = 16_000;

/// The header line of a client that wants the match in the answer: none.
const WHOLE: &str = "";
/// That of one that does not.
const MINIMAL: &str = "Prefer: return=minimal\r\n";

fn main() {
    let seconds = std::env::var("SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(5);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(run(seconds));
}

async fn run(seconds: u64) {
    let part = Duration::from_secs((seconds / PARTS).max(1));
    let bench = Bench::start().await;
    let postmaster = processor::postmaster(&bench.folder);
    let (url, app) = (bench.url.clone(), bench.app().await);
    // Emails are owed with every move; this process does not send them.
    let running = Running::start(app.clone(), false).unwrap();
    let time = part * PARTS as u32;
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
            let moves = MAX_A_SECOND * time.as_secs() as usize;
            let mut pairs_of_whole = pairs(&app, &running, (clients, WHOLE), moves).await;
            let mut pairs = pairs(&app, &running, (clients, MINIMAL), moves).await;
            let (mut whole, mut moves) = (Measured::default(), Measured::default());
            let (mut same, mut same_rate, mut least) = (Measured::default(), 0.0, 0.0);
            // The machine may get slower meanwhile, or faster: all are measured in turn, so that it changes the ratios less.
            for _ in 0..PARTS {
                pairs_of_whole = whole.play(pairs_of_whole, &running, part, postmaster).await;
                pairs = moves.play(pairs, &running, part, postmaster).await;
                let before = processor::of_children(postmaster);
                let figures = pgbench::moves(&url, &turnpost::db::advance::ONE, (clients, 1), part).await;
                same.spent[1] += processor::of_children(postmaster) - before;
                same.took.extend(figures.took);
                // Without the time in which it connects.
                same_rate += figures.rate / PARTS as f64;
                least += pgbench::least(&url, clients, part).await / PARTS as f64;
            }
            let [whole_rate, rate] = [&whole, &moves].map(|one| one.took.len() as f64 / time.as_secs_f64());
            println!(
                "{stored:>8} {clients:>8} {whole_rate:>8.0} {rate:>8.0} {:>8.2} {:>8.2} {same_rate:>8.0} {:>8.2} {:>6.2} {least:>8.0} {:>6.2} {:>8.0} {:>9.0} {:>8.0}",
                moves.percentile(50),
                moves.percentile(99),
                same.percentile(99),
                rate / same_rate,
                rate / least,
                moves.spent(0),
                moves.spent(1),
                same.spent(1),
            );
        }
    }
    running.stop().await;
    drop(app);
    bench.stop().await;
}

/// What was measured of moves.
#[derive(Default)]
struct Measured {
    /// The time that each move took.
    took: Vec<Duration>,
    /// Processor time of this process and of Postgres, in microseconds.
    spent: [f64; 2],
}

impl Measured {
    /// Lets pairs play for this time. The server closes connections that are idle meanwhile, so each gets a new one.
    async fn play(&mut self, mut pairs: Vec<Pair>, running: &Running, time: Duration, postmaster: u32) -> Vec<Pair> {
        for pair in &mut pairs {
            pair.stream = connect(running).await;
        }
        let before = [processor::own(), processor::of_children(postmaster)];
        let (took, pairs) = play(pairs, time).await;
        self.took.extend(took);
        self.spent[0] += processor::own() - before[0];
        self.spent[1] += processor::of_children(postmaster) - before[1];
        pairs
    }

    /// The milliseconds in which so many of 100 moves were done; not a number if there was none.
    fn percentile(&mut self, part: usize) -> f64 {
        self.took.sort_unstable();
        let at = self.took.len().saturating_sub(1) * part / 100;
        self.took.get(at).map_or(f64::NAN, |time| time.as_secs_f64() * 1000.0)
    }

    /// The processor time that a move took.
    fn spent(&self, by: usize) -> f64 {
        self.spent[by] / self.took.len() as f64
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
    pairs
}

async fn connect(running: &Running) -> TcpStream {
    let stream = TcpStream::connect(running.address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    stream
}

/// Lets them play for this time; returns the time that each accepted move took, and the pairs.
async fn play(pairs: Vec<Pair>, time: Duration) -> (Vec<Duration>, Vec<Pair>) {
    let end = Instant::now() + time;
    let play_one = |mut pair: Pair| async move {
        let mut took = Vec::new();
        while Instant::now() < end {
            took.push(pair.one().await);
        }
        (took, pair)
    };
    let tasks: Vec<_> = pairs.into_iter().map(|pair| tokio::spawn(play_one(pair))).collect();
    let mut all = (Vec::new(), Vec::new());
    for task in tasks {
        let (took, pair) = task.await.unwrap();
        all.0.extend(took);
        all.1.push(pair);
    }
    all
}

/// Stores matches until there are this many: copies of one that has been played a little, with their logs and emails.
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
         INSERT INTO emails (home, id, kind, user_id, match_id, seat, created_at, due_at, attempts, state, done_at)
            SELECT c.id, gen_random_uuid(), 'your-turn', l.user_id, c.id, l.seat, l.created_at, l.due_at, 1, 'sent', l.due_at
            FROM copies c, emails l WHERE l.match_id = '{0}' LIMIT 200000;",
        pair.matches[0]
    );
    database::execute(url, &sql).await;
    database::execute(url, "VACUUM ANALYZE").await;
}
