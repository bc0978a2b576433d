//! The parts of the statement that writes a move, by pgbench: what each of them costs Postgres, and what a move costs that is written together
//! with others.
//!
//! `cargo bench -p tests --bench statement` prints a table; `SECONDS=10 cargo bench -p tests --bench statement` measures longer. Each line is
//! measured by 2 clients with durable commits, in turn with its own reference: the statement as it is. Processor time is in
//! microseconds and is known on Linux only.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "moves/pgbench.rs"]
#[allow(dead_code, reason = "the bench `moves` uses the rest")]
mod pgbench;
#[path = "moves/processor.rs"]
#[allow(dead_code, reason = "the bench `moves` uses the rest")]
mod processor;

use std::fmt::Write as _;
use std::time::Duration;

use tests::bench::Bench;
use tests::database;
use turnpost::db;
use turnpost::db::advance::{CALL, FUNCTION, MANY, ONE};

/// The clients of each run.
const CLIENTS: usize = 2;

/// The matches of a client.
const MATCHES: usize = 16;

/// A change to the statement or to the schema whose effect is measured, and the way back.
struct Change {
    name: &'static str,
    sql: fn(&str) -> String,
    apply: &'static str,
    undo: &'static str,
}

/// The statement as it is.
fn same(sql: &str) -> String {
    sql.to_owned()
}

/// Cuts one of the parts of the statement, from its name to the next one.
fn without(sql: &str, name: &str, next: &str) -> String {
    let (from, to) = (sql.find(name).unwrap(), sql.find(next).unwrap());
    format!("{}{}", &sql[..from], &sql[to..])
}

const CHANGES: [Change; 7] = [
    Change { name: "as a function", sql: |_| CALL.clone(), apply: "", undo: "" },
    Change { name: "without the seats of a match that is over", sql: |sql| without(sql, "), ended AS (", ")\nSELECT id"), apply: "", undo: "" },
    Change { name: "without the email", sql: |sql| without(sql, "), owed AS (", "), ended AS ("), apply: "", undo: "" },
    Change {
        name: "without the two foreign keys",
        sql: same,
        apply: "ALTER TABLE moves DROP CONSTRAINT moves_match_id_fkey; ALTER TABLE emails DROP CONSTRAINT emails_user_id_fkey",
        undo: "ALTER TABLE moves ADD CONSTRAINT moves_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches (id);
               ALTER TABLE emails ADD CONSTRAINT emails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id)",
    },
    Change {
        name: "emails with their key and the index of due ones only",
        sql: same,
        apply: "DROP INDEX emails_by_home, emails_by_id, emails_by_user",
        undo: "CREATE INDEX emails_by_home ON emails (home, user_id, id); CREATE INDEX emails_by_user ON emails (user_id, id);
               CREATE INDEX emails_by_id ON emails USING brin (id) WITH (pages_per_range = 16, autosummarize = on)",
    },
    Change {
        name: "columns of matches without domains",
        sql: same,
        apply: "ALTER TABLE matches ALTER phase TYPE text, ALTER ply TYPE integer, ALTER turn TYPE integer, ALTER midway_since TYPE integer,
                ALTER moment TYPE bigint, ALTER left_seats TYPE smallint, ALTER awaited TYPE smallint, ALTER lapses TYPE bytea",
        undo: "ALTER TABLE matches ALTER phase TYPE phase, ALTER ply TYPE ply, ALTER turn TYPE turn, ALTER midway_since TYPE turn,
               ALTER moment TYPE moment_ms, ALTER left_seats TYPE seat_bits, ALTER awaited TYPE seat_bits, ALTER lapses TYPE match_lapses",
    },
    Change { name: "no durable commit", sql: same, apply: "ALTER SYSTEM SET synchronous_commit = off", undo: "ALTER SYSTEM RESET synchronous_commit" },
];

fn main() {
    let seconds = std::env::var("SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(5);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    runtime.block_on(run(Duration::from_secs(seconds)));
}

async fn run(time: Duration) {
    let bench = Bench::start().await;
    let (url, postmaster) = (bench.url.clone(), processor::postmaster(&bench.folder));
    db::migrate(&database::access(&url)).await.unwrap();
    database::execute(&url, &FUNCTION).await;
    fill(&url).await;
    // Two rounds in turn with the reference, as other work of the machine comes and goes.
    let compare = async |change: &Change, moves: usize| {
        let (mut sums, half) = ([(0.0, 0.0); 2], time / 2);
        for _ in 0..2 {
            for (number, (sql, moves)) in [(ONE.clone(), 1), ((change.sql)(&ONE), moves)].into_iter().enumerate() {
                if number == 1 {
                    alter(&url, change.apply).await;
                }
                let before = processor::of_children(postmaster);
                let rate = pgbench::moves(&url, &sql, (CLIENTS, moves), half).await.rate;
                let spent = (processor::of_children(postmaster) - before) / (rate * half.as_secs_f64());
                sums[number] = (sums[number].0 + rate / 2.0, sums[number].1 + spent / 2.0);
            }
            alter(&url, change.undo).await;
        }
        sums
    };
    println!("{} s each, {CLIENTS} clients, durable commits", time.as_secs());
    println!("{:<56} {:>8} {:>8} {:>10} {:>8} {:>6}", "", "moves/s", "as it is", "processor", "as it is", "ratio");
    let line = |name: &str, [reference, changed]: [(f64, f64); 2]| {
        println!(
            "{name:<56} {:>8.0} {:>8.0} {:>10.0} {:>8.0} {:>6.2}",
            changed.0,
            reference.0,
            changed.1,
            reference.1,
            changed.1 / reference.1
        );
    };
    for change in CHANGES {
        line(change.name, compare(&change, 1).await);
    }
    for moves in [1, 2, 4, 8, 16] {
        let together = Change { name: "", sql: |_| MANY.clone(), apply: "", undo: "" };
        line(&format!("{moves} together"), compare(&together, moves).await);
    }
    bench.stop().await;
}

/// Changes the schema or a setting.
async fn alter(url: &str, sql: &str) {
    for statement in sql.split(';').filter(|statement| !statement.trim().is_empty()) {
        database::execute(url, statement).await;
    }
    database::execute(url, "SELECT pg_reload_conf()").await;
}

/// Stores two people and the matches of all clients, which have just begun.
async fn fill(url: &str) {
    let mut sql = String::new();
    for (number, name) in ["anna", "bob"].iter().enumerate() {
        let _ = write!(
            sql,
            "INSERT INTO users (id, handle, name, time_zone, created_at)
             VALUES ('00000000-0000-7000-8000-00000000000{number}', '{name}', '{name}', 'UTC', now());"
        );
    }
    let _ = write!(
        sql,
        "INSERT INTO matches (id, game, edition, name, options, seats, seating, visibility, clock, clocks, on_lapse, notes, creator, created_at,
            seed, phase, players, started_at, ply, turn, state, due_at)
         SELECT gen_random_uuid(), 'magma', 1, 'Bench', '{{}}', 2, 'joined', 'public', '{{}}', repeat('x', 200), 'pass', false,
            '00000000-0000-7000-8000-000000000000', now(), decode(repeat('00', 32), 'hex'), 'running', 2, now(), 0, 0, repeat('x', 600),
            '2030-01-01' FROM generate_series(1, {});
         INSERT INTO moves (match_id, ply, turn, cause, text, events, moment, at) SELECT id, 0, 0, 'start', '', '[]', 0, now() FROM matches;
         INSERT INTO seats (match_id, user_id, joined_at, seat) SELECT m.id, u.id, now(), row_number() OVER (PARTITION BY m.id) - 1
            FROM matches m, users u WHERE u.handle IN ('anna', 'bob')",
        CLIENTS * MATCHES
    );
    database::execute(url, &sql).await;
    database::execute(url, "VACUUM ANALYZE").await;
}
