//! Emails about turns a second that the server draws and hands to a mail server, with durable commits, next to Postfix's `smtp-source`.
//!
//! `cargo bench -p tests --bench emails` prints a table; `EMAILS=400 cargo bench -p tests --bench emails` sends more of each game. It
//! needs `smtp-source` and `smtp-sink`. Both senders hand emails of the same size to the same `smtp-sink`, over as many connections,
//! which they keep. `smtp-source` is far faster, so `smtp-sink` holds up no one; it sends one text again and again, so the ratio tells what
//! it costs to draw and record emails, and for what the senders wait. The senders are those of the worker, which starts when all emails are due.
//!
//! Each email is about a match of its own, so each picture is drawn in the first line of a game and taken from the cache in the second.
//! The cache holds about 350 pictures, those of all games together. Matches that end before their turn are left out.
//!
//! Server, Postgres and mail server share the machine, so only the ratios can be compared between machines. The last three columns are
//! microseconds of processor time for each email: of the server, of Postgres, and, as a part of the server's, of the picture alone. They
//! are known on Linux only.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "emails/postfix.rs"]
mod postfix;
#[path = "moves/processor.rs"]
mod processor;

use std::time::Duration;

use engine::svg::{Style, paint};
use engine::{Dice, Seat, Seed};
use serde_json::{Value, json};
use tests::bench::{self, Bench};
use tests::mailbox::{Mailbox, Security};
use tests::{Client, database};
use turnpost::app::App;
use turnpost::boot::Running;
use turnpost::db::emails;
use turnpost::ids::{EmailId, MatchId, UserId};
use turnpost::mail::Post;
use turnpost::picture;
use turnpost::play::Match;
use turnpost::play::game::submit::{NewMove, submit};
use turnpost::play::telling::look;
use uuid::Uuid;

use self::postfix::{Programs, Sink};

/// Games with pictures of different kinds, and their options.
const GAMES: [(&str, &str); 3] = [("magma", r#"{"board": "pointed91"}"#), ("magic", "{}"), ("ice", "{}")];
/// Matches that are set up at a time.
const AT_A_TIME: u64 = 8;
/// The pause between two looks at the emails that are due.
const GLANCE: Duration = Duration::from_millis(100);

fn main() {
    let emails = std::env::var("EMAILS").ok().and_then(|text| text.parse().ok()).unwrap_or(100);
    let Some(programs) = Programs::find() else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(run(&programs, emails));
}

async fn run(programs: &Programs, emails: u64) {
    let (bench, sink) = (Bench::start().await, Sink::start(programs));
    let settings = format!(
        "smtp_url = '{}'\npublic_url = 'https://turnpost.example'\nmail_from = 'Turnpost <turnpost@turnpost.example>'\n\
         reply_address = 'play+%@turnpost.example'",
        sink.url()
    );
    let world = World { app: bench.app_with(&settings).await, postmaster: processor::postmaster(&bench.folder) };
    let senders = world.app.config.mail_senders;
    println!("emails about turns a second, {senders} senders, durable commits");
    println!(
        "{:>8} {:>8} {:>8} {:>9} {:>8} {:>12} {:>6} {:>8} {:>9} {:>8}",
        "game", "emails", "pictures", "emails/s", "bytes", "smtp-source", "ratio", "server", "Postgres", "picture"
    );
    for (game, options) in GAMES {
        let turns = world.turns(game, options, emails).await;
        let sent = [world.send(&world.app, &turns).await, world.send(&world.app, &turns).await];
        let (bytes, picture) = (world.bytes(&turns).await, drawn(&turns));
        let reference = sink.rate(programs, senders, bytes).await;
        for (pictures, Sent { rate, server, postgres }, picture) in
            [("drawn", &sent[0], picture), ("kept", &sent[1], 0.0)]
        {
            println!(
                "{game:>8} {:>8} {pictures:>8} {rate:>9.0} {bytes:>8} {reference:>12.0} {:>6.3} {server:>8.0} {postgres:>9.0} {picture:>8.0}",
                turns.len(),
                rate / reference
            );
        }
    }
    drop(world);
    bench.stop().await;
}

/// The parts of a server that sends its emails to `smtp-sink`, and the process of its Postgres.
struct World {
    app: App,
    postmaster: u32,
}

/// A turn that has begun.
struct Turn {
    match_id: MatchId,
    seat: Seat,
    user: UserId,
    /// The board of the email.
    svg: String,
}

/// What emails took.
struct Sent {
    /// Emails a second.
    rate: f64,
    /// The processor time of the server for an email, in microseconds.
    server: f64,
    /// The same of Postgres.
    postgres: f64,
}

impl World {
    /// Turns in matches of a game, each after another number of moves. No email is owed.
    async fn turns(&self, game: &'static str, options: &'static str, number: u64) -> Vec<Turn> {
        let running = Running::start(self.app.clone(), false).unwrap();
        let url = format!("http://{}", running.address);
        let tasks = (0..AT_A_TIME).map(|first| {
            let (app, url) = (self.app.clone(), url.clone());
            tokio::spawn(async move {
                let mut turns = Vec::new();
                for number in (first..number).step_by(AT_A_TIME as usize) {
                    turns.extend(turn(&app, &url, (game, options), number).await);
                }
                turns
            })
        });
        let mut turns = Vec::new();
        for task in tasks.collect::<Vec<_>>() {
            turns.extend(task.await.unwrap());
        }
        running.stop().await;
        // Those of the moves so far.
        self.execute("UPDATE emails SET state = 'moot', done_at = now() WHERE state = 'due'").await;
        self.execute("VACUUM ANALYZE").await;
        turns
    }

    /// Owes an email about each of these turns, and lets a server send them.
    async fn send(&self, app: &App, turns: &[Turn]) -> Sent {
        let owed_at = app.clock.now().to_rfc3339();
        let row = |Turn { match_id, seat, user, svg: _ }: &Turn| {
            let (id, seat) = (EmailId::new(), seat.index());
            format!("('{match_id}', '{id}', 'your-turn', '{user}', '{match_id}', {seat}, '{owed_at}', '{owed_at}')")
        };
        let rows: Vec<String> = turns.iter().map(row).collect();
        let columns = "home, id, kind, user_id, match_id, seat, created_at, due_at";
        self.execute(&format!("INSERT INTO emails ({columns}) VALUES {}", rows.join(", "))).await;
        let before = [processor::own(), processor::of_children(self.postmaster)];
        let began = app.clock.now().to_rfc3339();
        let running = Running::start(app.clone(), true).unwrap();
        let mut connection = app.db.get().await.unwrap();
        while emails::figures(&mut connection, app.clock.now()).await.unwrap().due > 0 {
            tokio::time::sleep(GLANCE).await;
        }
        let spent = [processor::own() - before[0], processor::of_children(self.postmaster) - before[1]];
        drop(connection);
        running.stop().await;
        // An email that was dropped or refused would make the others look fast.
        let taken = format!(
            "SELECT count(*), extract(epoch FROM max(done_at) - '{began}') FROM emails JOIN deliveries d ON d.email_id = emails.id
             WHERE emails.created_at = '{owed_at}' AND state = 'sent' AND answer LIKE '250 %'"
        );
        let taken = &database::query(self.url(), &taken).await[0];
        let [number, seconds] = [0, 1].map(|at| taken[at].as_deref().unwrap_or_default().parse::<f64>().unwrap());
        assert_eq!(number, turns.len() as f64, "some emails were not taken");
        Sent { rate: number / seconds, server: spent[0] / number, postgres: spent[1] / number }
    }

    /// The mean size of the emails about these turns as they are sent.
    async fn bytes(&self, turns: &[Turn]) -> usize {
        let mailbox = Mailbox::open(Security::Plain).await;
        let post = Some(Post::from_url(&mailbox.url(), None).unwrap());
        self.send(&App { post, ..self.app.clone() }, turns).await;
        let emails = mailbox.all();
        emails.iter().map(|email| email.raw.len()).sum::<usize>() / emails.len()
    }

    fn url(&self) -> &str {
        self.app.config.database_url.as_ref().unwrap().reveal()
    }

    async fn execute(&self, sql: &str) {
        database::execute(self.url(), sql).await;
    }
}

/// A turn in a match of two that has been played by suggestions; none if that has ended the match.
async fn turn(app: &App, url: &str, (game, options): (&str, &str), number: u64) -> Option<Turn> {
    let client = async || {
        let handle = format!("p{}", Uuid::now_v7().simple());
        let token = bench::person(app, &handle, Some(&format!("{handle}@example.org"))).await;
        Client::new(url, Some(&token))
    };
    let (one, two) = (client().await, client().await);
    let (options, clock): (Value, _) = (options.parse().unwrap(), json!({"kind": "per-move", "time": "P3D"}));
    let new = json!({"game": game, "seats": 2, "seating": "joined", "options": options, "clock": clock});
    let id = one.post("/v1/matches", &new).await.expect(201)["id"].as_str().unwrap().to_owned();
    two.post(&format!("/v1/matches/{id}/join"), &json!({})).await.expect(200);
    let id: MatchId = id.parse().unwrap();
    let mut m = Match::get(&mut app.db.get().await.unwrap(), id, None).await.unwrap();
    let mut dice = Dice::at(&Seed::numbered(number), 7);
    for _ in 0..4 + number % 24 {
        let by = m.awaited().first()?;
        let text = m.rules.suggest(&m.frame().unwrap(), by, &mut dice).unwrap()?;
        let (user, turn, received_at) = (m.player_at(by)?.id, Some(m.turn()), app.clock.now());
        m = submit(app, NewMove { id, user, text: &text, turn, received_at, via: None }).await.unwrap().m;
    }
    let seat = m.awaited().first()?;
    let user = m.player_at(seat)?.id;
    let page = look::page(&m, Some(user)).unwrap()?;
    Some(Turn { match_id: id, seat, user, svg: paint(&page.scene.alone(), Style::Flat) })
}

/// The processor time in which one of the pictures is drawn, in microseconds.
fn drawn(turns: &[Turn]) -> f64 {
    let before = processor::own();
    for turn in turns {
        picture::png(&turn.svg, None).unwrap();
    }
    (processor::own() - before) / turns.len() as f64
}
