//! A move and a change of clocks at once: each is judged by what the other has left, whichever is written first.
//!
//! A test holds the row of the match. Who wants to write waits for it in the order of coming, and has read the match before.

mod many;

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};
use tests::database::Held;
use tests::{Person, Reply, Server};
use turnpost::play::game::clock;
use turnpost::play::people::undelivered::{self, Weight};

use super::proposals::{proposes, says, two};
use super::vacations::books;
use super::{log, proven};

/// Red's set-up in Magnet, and Blue's: for these both clocks run.
const SETUPS: [&str; 2] = ["setup 3 4 3 T3 3 4 T2 2 2 4 K 2", "setup T3 2 4 2 3 3 3 K 4 4 2 T2"];

/// A running match of these, three days for each move.
async fn table(people: &[&Person], game: &str, terms: Value) -> String {
    let clock = json!({"kind": "per-move", "time": "P3D"});
    let mut new =
        json!({"game": game, "seats": people.len(), "seating": "joined", "clock": clock, "name": "Spring cup"});
    new.as_object_mut().unwrap().extend(terms.as_object().unwrap().clone());
    let id = people[0].creates(new).await;
    for person in &people[1..] {
        person.joins(&id).await;
    }
    id
}

/// Does two things at once. Both have read the match before either is written; the first one is written first.
async fn in_order<A, B>(
    server: &Server,
    id: &str,
    first: impl Future<Output = A>,
    second: impl Future<Output = B>,
) -> (A, B) {
    let waiting = async |number: usize| {
        let sql = format!(
            "SELECT count(*) = {number} FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        );
        server.until(&sql).await;
    };
    let held = Held::by(&server.database, &format!("SELECT FROM matches WHERE id = '{id}' FOR NO KEY UPDATE")).await;
    let second = async {
        waiting(1).await;
        second.await
    };
    let end = async {
        waiting(2).await;
        held.let_go().await;
    };
    let (first, second, ()) = tokio::join!(first, second, end);
    (first, second)
}

/// The same with a move and another act, of which the move comes first or not.
async fn with_move<A, B>(
    server: &Server,
    id: &str,
    move_first: bool,
    (played, other): (impl Future<Output = A>, impl Future<Output = B>),
) -> (A, B) {
    if move_first {
        return in_order(server, id, played, other).await;
    }
    let (other, played) = in_order(server, id, other, played).await;
    (played, other)
}

/// The deadline of a seat.
async fn deadline_of(person: &Person, id: &str, seat: usize) -> DateTime<Utc> {
    let page = person.sees(id).await["page"].clone();
    let found = page["deadlines"].as_array().unwrap().iter().find(|one| one["seat"] == seat).cloned();
    found.unwrap_or_else(|| panic!("{page}"))["at"].as_str().unwrap().parse().unwrap()
}

/// Checks that the worker settles the clock of the awaited seat when it runs out, and not before.
async fn lapses_at(server: &Server, id: &str, at: DateTime<Utc>) {
    let lines = log(server, id).await.len();
    for (until, more) in [(at - Duration::milliseconds(1), 0), (at, 1)] {
        server.later(until - server.app.clock.now());
        // The first look may find a reminder.
        for _ in 0..2 {
            clock::settle(&server.app).await.unwrap();
        }
        assert_eq!(log(server, id).await.len(), lines + more, "{until}");
    }
    proven(server, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proposal_agreed_while_a_move_is_judged_has_its_effect_and_the_move_too() {
    for (kind, days) in [("pause", 7), ("extension", 2)] {
        for move_first in [true, false] {
            let server = Server::quiet(|_| {}).await;
            let [anna, bob] = two(&server).await;
            let id = table(&[&anna, &bob], "magnet", json!({})).await;
            let before = deadline_of(&bob, &id, 1).await;
            proposes(&anna, &id, kind, &format!("P{days}D")).await.expect(201);
            server.later(Duration::hours(5));
            let acts = (anna.tries(&id, SETUPS[0]), says(&bob, &id, 1, "agree"));
            let (played, agreed) = with_move(&server, &id, move_first, acts).await;
            played.expect(200);
            assert_eq!(agreed.expect(200)["answer"], "agreed", "{kind} {move_first}");
            assert_eq!(log(&server, &id).await[1..], [format!("0 chosen {}", SETUPS[0])], "{kind} {move_first}");
            assert_eq!(deadline_of(&bob, &id, 1).await, before + Duration::days(days), "{kind} {move_first}");
            let pauses = bob.sees(&id).await["pauses"].as_array().map_or(0, Vec::len);
            assert_eq!(pauses, usize::from(kind == "pause"), "{move_first}");
            lapses_at(&server, &id, before + Duration::days(days)).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_email_that_comes_back_while_a_move_is_judged_gives_more_time() {
    for move_first in [true, false] {
        let server = Server::quiet(|_| {}).await;
        let [anna, bob] = two(&server).await;
        let id = table(&[&anna, &bob], "magnet", json!({})).await;
        let before = deadline_of(&anna, &id, 0).await;
        let sql = format!("SELECT id FROM emails WHERE kind = 'match-started' AND user_id = '{}'", anna.id());
        let email = server.rows(&sql).await[0][0].parse().unwrap();
        let now = server.app.clock.now();
        let note = async || {
            let mut connection = server.app.db.get().await.unwrap();
            turnpost::db::transaction(&mut connection, async |connection| {
                undelivered::note(connection, email, Weight::Light, now).await
            })
            .await
        };
        let acts = (bob.tries(&id, SETUPS[1]), note());
        let (played, noted) = with_move(&server, &id, move_first, acts).await;
        played.expect(200);
        // If the move was first, the report is looked at again.
        assert_eq!(noted.is_err(), move_first);
        if move_first {
            assert!(note().await.unwrap());
        }
        assert_eq!(deadline_of(&anna, &id, 0).await, before + Duration::days(3), "{move_first}");
        assert_eq!(server.count("SELECT count(*) FROM extensions").await, 1, "{move_first}");
        assert_eq!(log(&server, &id).await[1..], [format!("1 chosen {}", SETUPS[1])], "{move_first}");
        lapses_at(&server, &id, before + Duration::days(3)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vacation_booked_or_ended_while_a_move_is_judged_counts_for_the_next_turn() {
    for (books_it, move_first) in [(true, true), (true, false), (false, true), (false, false)] {
        let server = Server::quiet(|_| {}).await;
        let [anna, bob] = two(&server).await;
        let id = table(&[&anna, &bob], "magma", json!({"on_lapse": "pass"})).await;
        if !books_it {
            books(&bob, "2026-01-02", "2026-01-11").await.expect(201);
            clock::settle(&server.app).await.unwrap();
        }
        let text = anna.finds_a_move(&id).await;
        let change = async {
            if books_it {
                books(&bob, "2026-01-02", "2026-01-11").await.expect(201)
            } else {
                bob.delete("/v1/me/vacations/2026-01-02").await.expect(200)
            }
        };
        let (played, _) = with_move(&server, &id, move_first, (anna.tries(&id, &text), change)).await;
        played.expect(200);
        let until = server.app.clock.now() + Duration::days(if books_it { 13 } else { 3 });
        assert_eq!(bob.deadline(&id).await, until, "{books_it} {move_first}");
        assert_eq!(log(&server, &id).await[1..], [format!("0 chosen {text}")], "{books_it} {move_first}");
        lapses_at(&server, &id, until).await;
    }
}

async fn joins(person: &Person, id: &str) -> Reply {
    person.act(&format!("/v1/matches/{id}/join")).await
}

/// A match of these in which the time of the first seat is over.
async fn with_time_over(server: &Server, people: &[&Person]) -> String {
    let id = table(people, "magma", json!({"on_lapse": "replace"})).await;
    server.later(Duration::days(3));
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_offered_once_while_another_player_moves() {
    for move_first in [true, false] {
        let server = Server::quiet(|_| {}).await;
        let [anna, bob] = two(&server).await;
        let id = with_time_over(&server, &[&anna, &bob]).await;
        // A move out of turn finds the clock that has run out, as the worker does.
        let acts = (bob.tries(&id, "agree"), clock::settle(&server.app));
        let (played, settled) = with_move(&server, &id, move_first, acts).await;
        played.expect(200);
        settled.unwrap();
        assert_eq!(log(&server, &id).await[1..], ["1 chosen agree"], "{move_first}");
        let until = (server.app.clock.now() + Duration::days(7)).to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
        assert_eq!(bob.sees(&id).await["players"][0]["offered_until"], json!(until), "{move_first}");
        assert_eq!(server.count("SELECT count(*) FROM emails WHERE kind = 'seat-offered'").await, 2, "{move_first}");
        proven(&server, 1).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_is_taken_while_its_player_moves_has_one_player() {
    for move_first in [true, false] {
        let server = Server::quiet(|_| {}).await;
        let [anna, bob] = two(&server).await;
        let dan = server.person_by_secret("Dan").await;
        let id = with_time_over(&server, &[&anna, &bob]).await;
        clock::settle(&server.app).await.unwrap();
        let text = anna.finds_a_move(&id).await;
        let acts = (anna.tries(&id, &text), joins(&dan, &id));
        let (played, joined) = with_move(&server, &id, move_first, acts).await;
        let holder = bob.sees(&id).await["players"][0]["name"].clone();
        let until = server.app.clock.now() + Duration::days(3);
        if move_first {
            played.expect(200);
            joined.problem("conflict");
            assert_eq!((log(&server, &id).await.len(), holder), (2, json!("Anna")));
        } else {
            played.problem("forbidden");
            joined.expect(200);
            assert_eq!((log(&server, &id).await.len(), holder), (1, json!("Dan")));
        }
        assert_eq!(deadline_of(&bob, &id, usize::from(move_first)).await, until, "{move_first}");
        assert_eq!(bob.sees(&id).await["players"][0]["offered_until"], Value::Null, "{move_first}");
        proven(&server, 1).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vacation_that_is_ended_while_the_worker_looks_brings_the_deadline_back() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob] = two(&server).await;
    let id = table(&[&anna, &bob], "magma", json!({"on_lapse": "pass"})).await;
    books(&anna, "2026-01-02", "2026-01-11").await.expect(201);
    let acts = (anna.delete("/v1/me/vacations/2026-01-02"), clock::settle(&server.app));
    let (ended, settled) = in_order(&server, &id, acts.0, acts.1).await;
    ended.expect(200);
    settled.unwrap();
    let until = server.app.clock.now() + Duration::days(3);
    assert_eq!(anna.deadline(&id).await, until);
    lapses_at(&server, &id, until).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_is_taken_while_the_worker_looks_has_its_deadline() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob] = two(&server).await;
    let dan = server.person_by_secret("Dan").await;
    let id = with_time_over(&server, &[&anna, &bob]).await;
    clock::settle(&server.app).await.unwrap();
    // The worker looks again after the offer.
    let (joined, settled) = in_order(&server, &id, joins(&dan, &id), clock::settle(&server.app)).await;
    joined.expect(200);
    settled.unwrap();
    let until = server.app.clock.now() + Duration::days(3);
    assert_eq!(dan.deadline(&id).await, until);
    server.later(Duration::days(3));
    clock::settle(&server.app).await.unwrap();
    assert_ne!(dan.sees(&id).await["players"][0]["offered_until"], Value::Null, "the seat is offered again");
}
