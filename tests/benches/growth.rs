//! Whether requests grow with what is over: the same requests with few and with many stored matches, and late in a long match.
//!
//! `cargo bench -p tests --bench growth` stores 20,000 matches; `MATCHES=1000000 cargo bench -p tests --bench growth` takes about 5 GB in the
//! folder for temporary files. Each line is the median time of a request over one connection, in milliseconds. All matches are over, with ten
//! lines, two emails and an accepted invitation each; Anna, who asks, has played in a tenth of them.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::time::Instant;

use serde_json::{Value, json};
use tests::bench::{self, Bench};
use tests::script::{self, Sent};
use tests::{Client, Reply, database};
use turnpost::app::App;
use turnpost::boot::Running;
use turnpost::play::tournaments::conduct;

/// The fewer stored matches.
const FEW: usize = 1_000;
/// The requests of which the median is told.
const REQUESTS: usize = 101;
/// The lines of the match that is opened, and of the one in which the late moves are made.
const LONG: [usize; 2] = [5_000, 400];

/// When they were played: nothing of them is news.
const LONG_AGO: &str = "now() - interval '30 days'";

fn main() {
    let many = std::env::var("MATCHES").ok().and_then(|text| text.parse().ok()).unwrap_or(20_000);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(run(many));
}

/// A server, and two people who play on it.
struct World {
    app: App,
    running: Running,
    url: String,
    anna: Client,
    bob: Client,
    script: Vec<Sent>,
    /// The path of a tournament that runs.
    tournament: String,
}

async fn run(many: usize) {
    let bench = Bench::start().await;
    let world = World::start(&bench).await;
    let mut columns = Vec::new();
    for stored in [FEW, many] {
        let began = Instant::now();
        world.store(stored).await;
        println!("{stored} matches are stored ({} s)", began.elapsed().as_secs());
        columns.push(world.measure().await);
    }
    println!("{:<52} {FEW:>9} {many:>9} {:>6}", "", "ratio");
    for ((what, few), (_, many)) in columns[0].iter().zip(&columns[1]) {
        println!("{what:<52} {few:>9.2} {many:>9.2} {:>6.2}", many / few);
    }
    world.running.stop().await;
    drop(world.app);
    bench.stop().await;
}

impl World {
    async fn start(bench: &Bench) -> World {
        let (url, app) = (bench.url.clone(), bench.app().await);
        let running = Running::start(app.clone(), false).unwrap();
        let mut clients = Vec::new();
        for name in ["anna", "bob", "cleo", "dan", "eve", "fay", "gus", "hal", "ivy", "jon"] {
            let token = bench::person(&app, name, None).await;
            clients.push(Client::new(&format!("http://{}", running.address), Some(&token)));
        }
        let tournament = tournament(&app, &clients).await;
        let mut clients = clients.into_iter();
        let (Some(anna), Some(bob)) = (clients.next(), clients.next()) else { unreachable!() };
        let script = script::long_of_magma(&options());
        World { app, running, url, anna, bob, script, tournament }
    }

    /// A match that has begun, after so many moves.
    async fn begins(&self, moves: usize) -> String {
        let new = json!({"game": "magma", "seating": "joined", "options": options(), "clock": {"kind": "per-move", "time": "P3D"}});
        let id = self.anna.post("/v1/matches", &new).await.expect(201)["id"].as_str().unwrap().to_owned();
        self.bob.post(&format!("/v1/matches/{id}/join"), &Value::Null).await.expect(200);
        for number in 0..moves {
            self.plays(&id, number).await;
        }
        id
    }

    /// Plays the move with this number; returns the milliseconds that it took.
    async fn plays(&self, id: &str, number: usize) -> f64 {
        let sent = &self.script[number];
        let by = [&self.anna, &self.bob][sent.by.index()];
        let request = by.request("POST", &format!("/v1/matches/{id}/moves")).json(&sent.body());
        let began = Instant::now();
        let status = request.send().await.unwrap().status();
        let took = began.elapsed().as_secs_f64() * 1000.0;
        assert_eq!(status, 200);
        took
    }

    /// A match that has begun, with so many lines before its first move: Bob agrees and disagrees again and again.
    async fn with_lines(&self, lines: usize) -> String {
        let id = self.begins(0).await;
        for text in ["agree", "disagree"] {
            self.bob.post(&format!("/v1/matches/{id}/moves"), &json!({"move": text, "turn": 0})).await.expect(200);
        }
        let sql = format!(
            "INSERT INTO moves (match_id, ply, turn, seat, cause, text, events, moment, at, head, public_line)
             SELECT match_id, ply + 2 * n, turn, seat, cause, text, events, moment, at, head, public_line + 2 * n
             FROM moves, generate_series(1, {}) n WHERE match_id = '{id}' AND ply > 0;
             UPDATE matches SET ply = {lines} WHERE id = '{id}'",
            lines / 2 - 1
        );
        database::execute(&self.url, &sql).await;
        // Nothing tells the server of these lines.
        self.app.kept.forget_all();
        id
    }

    /// Stores matches that are over until there are this many: copies of one that has been played a little. Their ids and those of emails
    /// follow each other, as those that the server makes: a list reads rows that lie together, and a feed starts among them by time.
    async fn store(&self, stored: usize) {
        let id = self.begins(9).await;
        let sql = format!(
            "CREATE TEMP TABLE copies AS SELECT lpad(to_hex(n), 32, '0')::uuid AS id, n FROM generate_series((SELECT count(*) FROM matches) + 1, {stored}) n;
             INSERT INTO matches SELECT (jsonb_populate_record(m, jsonb_build_object('id', c.id, 'phase', 'over', 'outcome', '{{}}',
                'created_at', {LONG_AGO}, 'started_at', {LONG_AGO}, 'ended_at', {LONG_AGO}, 'due_at', NULL))).*
                FROM copies c, matches m WHERE m.id = '{id}';
             INSERT INTO seats (match_id, user_id, joined_at, seat, over_at, listed)
                SELECT c.id, CASE WHEN s.seat = 0 AND c.n % 10 > 0 THEN cleo.id ELSE s.user_id END, {LONG_AGO}, s.seat, {LONG_AGO}, true
                FROM copies c, seats s, users cleo WHERE s.match_id = '{id}' AND cleo.handle = 'cleo';
             INSERT INTO invitations (id, match_id, inviter, user_id, created_at, answer, answered_at)
                SELECT c.id, c.id, o.user_id, s.user_id, {LONG_AGO}, 'accepted', {LONG_AGO}
                FROM copies c JOIN seats s ON s.match_id = c.id AND s.seat = 0 JOIN seats o ON o.match_id = c.id AND o.seat = 1;
             INSERT INTO moves (match_id, ply, turn, seat, cause, text, events, moment, at, head, public_line)
                SELECT c.id, v.ply, v.turn, v.seat, v.cause, v.text, v.events, v.moment, {LONG_AGO}, v.head, v.public_line
                FROM copies c, moves v WHERE v.match_id = '{id}';
             INSERT INTO rating_changes (match_id, user_id, game, class, mu_before, sigma_before, mu, sigma, forfeited, at)
                SELECT c.id, s.user_id, 'magma', 'duel', 25, 2, 25, 2, false, {LONG_AGO} FROM copies c JOIN seats s ON s.match_id = c.id;
             INSERT INTO ratings (user_id, game, class, mu, sigma, settled, matches, last_at)
                SELECT id, 'magma', 'duel', 25, 2, true, 1000, {LONG_AGO} FROM users ON CONFLICT DO NOTHING;
             INSERT INTO emails (home, id, kind, user_id, match_id, seat, created_at, due_at, attempts, state, done_at)
                SELECT c.id, lpad(to_hex(8 * c.n + s.seat), 32, '0')::uuid, 'match-over', s.user_id, c.id, s.seat, {LONG_AGO},
                {LONG_AGO}, 1, 'sent', {LONG_AGO}
                FROM copies c JOIN seats s ON s.match_id = c.id"
        );
        database::execute(&self.url, &sql).await;
        database::execute(&self.url, "VACUUM ANALYZE").await;
    }

    /// The median times of all kinds of requests.
    async fn measure(&self) -> Vec<(&'static str, f64)> {
        let long = self.with_lines(LONG[0]).await;
        let short = self.begins(4).await;
        let mut figures = Vec::new();
        for (what, path) in [
            ("my matches", "/v1/matches?filter=mine".to_owned()),
            ("the matches that wait for me", "/v1/matches?filter=waiting".to_owned()),
            ("the lobby", "/v1/matches".to_owned()),
            ("my invitations", "/v1/me/invitations".to_owned()),
            ("my emails", "/v1/me/emails".to_owned()),
            ("the events since the last ones", "/v1/me/events".to_owned()),
            ("a match", format!("/v1/matches/{short}")),
            ("a match of 5,000 lines", format!("/v1/matches/{long}")),
            ("its page", format!("/matches/{long}")),
            ("my profile", "/people/anna".to_owned()),
            ("my ratings", "/v1/people/anna/ratings".to_owned()),
            ("the best players of a game", "/v1/games/magma/ratings".to_owned()),
            ("the tournaments that run", "/v1/tournaments?phase=running".to_owned()),
            ("a tournament of 45 matches", self.tournament.clone()),
            ("the last lines of its log", format!("/v1/matches/{long}/log?after=4990")),
        ] {
            let mut times = Vec::new();
            for _ in 0..REQUESTS {
                times.push(bench::timed(&self.anna, &path).await);
            }
            figures.push((what, bench::median(times)));
        }
        let (mut moves, mut played) = ([Vec::new(), Vec::new()], Vec::new());
        for _ in 0..4 {
            let (early, late) = (self.with_lines(4).await, self.with_lines(LONG[1]).await);
            for number in 0..self.script.len().min(40) {
                moves[0].push(self.plays(&early, number).await);
                moves[1].push(self.plays(&late, number).await);
            }
            played.extend([early, late]);
        }
        // The next measurement begins with as few matches that are not over as this one.
        for id in played.iter().chain([&long, &short]) {
            self.anna.post(&format!("/v1/matches/{id}/resign"), &Value::Null).await;
        }
        let [early, late] = moves.map(bench::median);
        figures.extend([("a move after 4 lines", early), ("a move after 400 lines", late)]);
        figures
    }
}

/// A tournament of these people, who play one match each; its path.
async fn tournament(app: &App, clients: &[Client]) -> String {
    let new = json!({"game": "magnet", "name": "Cup", "max_entries": 10, "at_once": 1, "enter": false});
    let made = clients[0].post("/v1/tournaments", &new).await.expect(201);
    let path = format!("/v1/tournaments/{}", made["id"].as_str().unwrap());
    for client in clients {
        Reply::send(client.request("PUT", &format!("{path}/entry"))).await.expect(204);
    }
    while conduct::run_due(app).await.unwrap() > 0 {}
    path
}

fn options() -> Value {
    json!({"board": "pointed91"})
}
