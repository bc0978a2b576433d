//! Moves that are judged by the copy that the process kept, and moves that are written together: they must be those that a server without
//! copies accepts, one after the other.

use engine::{Cause, Dice, Line, Seed};
use futures_util::future::join_all;
use serde_json::{Value, json};
use tests::mailbox::{Mailbox, Security};
use tests::{Person, Server, database};
use turnpost::db::advance::{NewLine, Step};
use turnpost::db::matches;
use turnpost::db::moves::Chained;
use turnpost::db::new_emails::NewEmail;
use turnpost::db::words::{EmailKind, Phase};
use turnpost::ids::{EmailId, MatchId, UserId};
use turnpost::play::matches::history;

/// Two servers on one database that do not hear of each other: only the database keeps them from contradicting each other.
async fn two() -> [Server; 2] {
    let url = database::fresh().await;
    let start = async || Server::on(&url, Mailbox::open(Security::Plain).await, |_| {}).await;
    [start().await, start().await]
}

/// People who are signed in without emails: either server sends those.
async fn people<const N: usize>(server: &Server, names: [&str; N]) -> [Person; N] {
    let mut people = Vec::new();
    for name in names {
        people.push(server.person_by_secret(name).await);
    }
    people.try_into().unwrap_or_else(|_| unreachable!())
}

async fn sends(person: &Person, id: &str, text: &str, turn: &Value) -> tests::Reply {
    person.post(&format!("/v1/matches/{id}/moves"), &json!({"move": text, "turn": turn})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_on_two_servers_in_random_order_is_the_match_of_one() {
    let [here, there] = two().await;
    let people = people(&here, ["Anna", "Bob"]).await;
    let new = json!({"game": "magma", "seating": "joined", "options": {"board": "pointed43", "max_rounds": 6}});
    let id = people[0].creates(new).await;
    people[1].joins(&id).await;
    let at = |seat: usize, number: u32| people[seat].at([&here, &there][number as usize % 2]);
    let mut dice = Dice::at(&Seed::numbered(7), 0);
    let mut seen = people[0].sees(&id).await;
    for _ in 0..100 {
        if seen["phase"] == "over" {
            break;
        }
        let seat = seen["page"]["awaited"][0].as_u64().unwrap() as usize;
        let turn = seen["page"]["turn"].clone();
        let text = at(seat, dice.below(2)).may_find_a_move(&id).await.unwrap_or("pass".to_owned());
        let one = at(seat, dice.below(2));
        if dice.below(3) == 0 {
            // Two different moves at once at both servers: one of them is played.
            let (here, there) = (at(seat, 0), at(seat, 1));
            let (one, other) = tokio::join!(sends(&here, &id, &text, &turn), sends(&there, &id, "pass", &turn));
            let mut statuses = [one.status, other.status];
            statuses.sort_unstable();
            assert!(statuses == [200, 409] || text == "pass", "{statuses:?}");
        } else {
            sends(&one, &id, &text, &turn).await.expect(200);
        }
        // An old turn is stale at both, whichever copy they have.
        for number in 0..2 {
            sends(&at(seat, number), &id, "resign", &json!(turn.as_u64().unwrap() + 90)).await.problem("stale-turn");
        }
        seen = at(seat, dice.below(2)).sees(&id).await;
    }
    assert_eq!(seen["phase"], "over");
    assert_eq!(history::verify_all(&here.app).await.unwrap(), (1, Vec::new()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_does_not_move_for_a_player_whose_seat_another_server_gave_away() {
    let [here, there] = two().await;
    let [anna, bob, dan] = people(&here, ["Anna", "Bob", "Dan"]).await;
    let new = json!({"game": "magma", "seating": "joined", "on_lapse": "replace",
        "clock": {"kind": "per-move", "time": "P1D"}});
    let id = anna.creates(new).await;
    bob.joins(&id).await;
    anna.plays(&id, "pass").await;
    let turn = bob.sees(&id).await["page"]["turn"].clone();
    there.lets_run_out(&id, 1).await;
    turnpost::play::game::clock::settle(&there.app).await.unwrap();
    dan.at(&there).joins(&id).await;
    sends(&bob, &id, "pass", &turn).await.problem("forbidden");
    sends(&dan, &id, "pass", &turn).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_shows_what_has_changed_since_the_last_move() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let new = json!({"game": "magma", "seating": "joined", "clock": {"kind": "per-move", "time": "P1D"}});
    let id = anna.creates(new).await;
    bob.joins(&id).await;
    anna.plays(&id, "pass").await;
    anna.patch("/v1/me", &json!({"name": "Anna the Great"})).await.expect(200);
    let text = bob.finds_a_move(&id).await;
    let after = bob.plays(&id, &text).await;
    assert_eq!(after["players"][0]["name"], "Anna the Great");
    let proposal = json!({"kind": "pause", "length": "P2D"});
    bob.post(&format!("/v1/matches/{id}/proposals"), &proposal).await.expect(201);
    let after = anna.plays(&id, "pass").await;
    assert_eq!(after["proposal"]["kind"], "pause", "{after}");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_game_with_secrets_no_copy_is_kept() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    for rules in engine::newest() {
        let info = rules.info();
        let id = anna.begins(json!({"game": info.id, "seats": 2, "seating": "joined"}), &bob).await;
        let awaited = &anna.sees(&id).await["page"]["awaited"];
        let mover = if awaited[0] == 0 { &anna } else { &bob };
        mover.moves(&id).await;
        let copy = server.app.kept.take(id.parse().unwrap(), server.app.clock.now());
        assert_eq!(copy.is_some(), !info.secret, "{}", info.id);
    }
}

/// A step that a seat has taken in a match that has just begun: as good as another for the database.
pub(super) async fn step(server: &Server, id: MatchId) -> Step {
    let row = matches::find(&mut server.app.db.get().await.unwrap(), id, None).await.unwrap().unwrap();
    let (before, known_moment, mut progress) = (row.progress.ply, row.progress.moment, row.progress);
    let ply = before.unwrap() + 1;
    progress.ply = Some(ply);
    let line = Line {
        ply,
        cause: Cause::Chosen,
        seat: None,
        text: "pass".to_owned(),
        events: "[]".to_owned(),
        at: progress.moment,
    };
    let now = server.app.clock.now();
    let email = NewEmail {
        id: EmailId::new(),
        kind: EmailKind::YourTurn,
        user_id: row.players.0[0].id,
        seat: engine::Seat(0),
        replies_to: None,
        due_at: now + chrono::Duration::days(1),
    };
    Step {
        id,
        before,
        known_moment,
        revision: row.revision,
        progress,
        due_at: None,
        outcome: None,
        now,
        line_at: now,
        via: None,
        lines: vec![NewLine { turn: 0, line, chained: Chained::default() }],
        emails: vec![email],
    }
}

/// Such a step in each of so many matches.
pub(super) async fn steps(server: &Server, count: usize) -> Vec<Step> {
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let mut steps = Vec::new();
    for _ in 0..count {
        let id = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
        bob.joins(&id).await;
        steps.push(step(server, id.parse().unwrap()).await);
    }
    steps
}

#[tokio::test(flavor = "multi_thread")]
async fn no_move_is_written_where_other_moves_have_led_to_the_same_ply() {
    let server = Server::start().await;
    let steps = steps(&server, 12).await;
    // A database has failed, its standby had lost the last move, and another one was played.
    server.query("UPDATE matches SET moment = moment + 1").await;
    let written = join_all(steps.into_iter().map(|step| server.app.writer.write(step))).await;
    assert!(written.into_iter().all(|step| step.unwrap().is_none()));
    assert_eq!(server.count("SELECT count(*) FROM moves WHERE ply > 0").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_that_come_while_one_is_written_are_written_together() {
    let server = Server::start().await;
    let mut steps = steps(&server, 12).await;
    // The last act of a match, and a second move of the same one.
    steps[3].progress.phase = Phase::Over;
    steps[3].outcome = Some("{}".to_owned());
    steps.push(step(&server, steps[5].id).await);
    let written = join_all(steps.iter().map(|step| server.app.writer.write(step.clone()))).await;
    let written: Vec<bool> = written.into_iter().map(|step| step.unwrap().is_some()).collect();
    assert_eq!(written.iter().filter(|is_written| **is_written).count(), 12, "{written:?}");
    assert_ne!(written[5], written[12], "both moves of one match");
    let lines = "FROM moves WHERE ply = 1";
    assert_eq!(server.rows(&format!("SELECT count(*), count(DISTINCT match_id) {lines}")).await, [["12", "12"]]);
    let transactions = server.count(&format!("SELECT count(DISTINCT xmin::text) {lines}")).await;
    assert!(transactions <= 3, "{transactions} statements");
    assert_eq!(server.count("SELECT count(*) FROM emails WHERE kind = 'your-turn'").await, 12);
    let over = format!("SELECT count(*) FROM seats WHERE match_id = '{}' AND over_at IS NOT NULL", steps[3].id);
    assert_eq!(server.count(&over).await, 2);
    assert_eq!(server.count("SELECT count(*) FROM seats WHERE over_at IS NOT NULL").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_breaks_a_batch_breaks_no_other() {
    let server = Server::start().await;
    let mut steps = steps(&server, 6).await;
    steps[2].emails[0].user_id = UserId::new();
    steps[4].revision += 1;
    let written = join_all(steps.iter().map(|step| server.app.writer.write(step.clone()))).await;
    for (number, written) in written.into_iter().enumerate() {
        match number {
            2 => assert!(written.unwrap_err().to_string().contains("emails_user_id_fkey")),
            4 => assert!(written.unwrap().is_none(), "its match has gone on"),
            _ => assert!(written.unwrap().is_some(), "{number}"),
        }
    }
    assert_eq!(server.count("SELECT count(*) FROM moves WHERE ply = 1").await, 4);
}
