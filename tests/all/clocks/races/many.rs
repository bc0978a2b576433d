//! Players of one match who move, propose, agree and go on vacation all at once, by chance: each change of the match is one move or one
//! change of its clocks, made to the match as the change before left it.

use std::collections::HashSet;
use std::sync::Mutex;
use std::time::{SystemTime, UNIX_EPOCH};

use chrono::{DateTime, Duration, Utc};
use engine::{Dice, Seed, Span};
use serde_json::{Value, json};
use tests::{Person, Reply, Server};

use super::super::proposals::{proposes, says};
use super::super::vacations::books;
use super::super::{log, proven};
use super::table;

/// The number of days: a player may propose three times on each.
const DAYS: u32 = 3;
/// The number of times in a day that each player moves, or says something out of turn.
const MOVES: usize = 8;
/// The number of changes of clocks in a day that each player tries.
const CHANGES: usize = 12;

/// Keeps every change of a match, in the order in which they are made.
const KEEP_CHANGES: &str =
    "CREATE TABLE changes (number bigserial PRIMARY KEY, ply int, revision int, clock jsonb, clocks jsonb);
     CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        INSERT INTO changes (ply, revision, clock, clocks) VALUES (NEW.ply, NEW.revision, NEW.clock::jsonb, NEW.clocks::jsonb);
        RETURN NULL;
     END $$;
     CREATE TRIGGER keep AFTER UPDATE ON matches FOR EACH ROW EXECUTE FUNCTION keep();
     UPDATE matches SET ply = ply";

/// What the players did: the moves that were accepted, as the log shows them, and every status.
#[derive(Default)]
struct Done {
    moves: Mutex<Vec<String>>,
    /// The seat, the move and the turn of what was sent.
    sent: Mutex<HashSet<(u32, String, String)>>,
    statuses: Mutex<Vec<u16>>,
}

impl Done {
    fn note(&self, reply: &Reply) -> u16 {
        self.statuses.lock().unwrap().push(reply.status);
        reply.status
    }
}

/// Moves when awaited, and else agrees to end the match or takes that back; the first player never does, so it does not end.
async fn moves(person: &Person, id: &str, seat: u32, done: &Done) {
    for number in 0..MOVES {
        let page = person.sees(id).await["page"].clone();
        let text = if page["awaited"] == json!([seat]) {
            person.finds_a_move(id).await
        } else if seat > 0 {
            ["agree", "disagree"][number % 2].to_owned()
        } else {
            continue;
        };
        // The same move again for the same turn is answered again, and is no second line of the log.
        if !done.sent.lock().unwrap().insert((seat, text.clone(), page["turn"].to_string())) {
            continue;
        }
        let new = json!({"move": text, "turn": page["turn"]});
        let reply = person.post(&format!("/v1/matches/{id}/moves"), &new).await;
        if done.note(&reply) == 200 {
            let text = reply.json()["move"].as_str().unwrap().to_owned();
            done.moves.lock().unwrap().push(format!("{seat} chosen {text}"));
        }
    }
}

/// Proposes, answers the open proposal, or books and ends vacations.
async fn changes(server: &Server, person: &Person, id: &str, dice: &mut Dice, done: &Done) {
    for _ in 0..CHANGES {
        let open = person.sees(id).await["proposal"]["number"].as_u64().map(|number| number as u32);
        let day = (server.app.clock.now() + Duration::days(i64::from(1 + dice.below(60)))).date_naive().to_string();
        let reply = match (dice.below(8), open) {
            (0, _) => books(person, &day, &day).await,
            (1, _) => {
                let booked = person.get("/v1/me/vacations").await.expect(200)["vacations"].clone();
                let Some(first) = booked[0]["first"].as_str() else { continue };
                person.delete(&format!("/v1/me/vacations/{first}")).await
            }
            (2, Some(number)) => says(person, id, number, "decline").await,
            (3.., Some(number)) => says(person, id, number, "agree").await,
            (2.., None) => {
                let kind = if dice.one_in(2) { "pause" } else { "extension" };
                proposes(person, id, kind, &format!("P{}D", 20 + dice.below(10))).await
            }
        };
        done.note(&reply);
    }
}

/// A clock that runs: its start, and the time that it allows in milliseconds.
type Running = (String, u64);

/// A match after a change.
struct Change {
    ply: String,
    revision: u32,
    terms: Value,
    clocks: Vec<Value>,
}

impl Change {
    fn pauses(&self) -> Vec<(DateTime<Utc>, DateTime<Utc>)> {
        let time = |value: &Value| value.as_str().unwrap().parse().unwrap();
        let pauses = self.terms["pauses"].as_array().map_or(&[][..], Vec::as_slice);
        pauses.iter().map(|pause| (time(&pause["from"]), time(&pause["until"]))).collect()
    }

    /// The clock of each seat, if it runs.
    fn running(&self) -> Vec<Option<Running>> {
        let running = |clock: &Value| {
            let allowed: Span = clock["running"]["allowed"].as_str()?.parse().unwrap();
            Some((clock["running"]["since"].to_string(), allowed.0))
        };
        self.clocks.iter().map(running).collect()
    }
}

/// The changes in their order.
async fn kept(server: &Server) -> Vec<Change> {
    let rows = server.rows("SELECT ply, revision, clock, clocks FROM changes ORDER BY number").await;
    let change = |row: Vec<String>| Change {
        ply: row[0].clone(),
        revision: row[1].parse().unwrap(),
        terms: serde_json::from_str(&row[2]).unwrap(),
        clocks: serde_json::from_str(&row[3]).unwrap(),
    };
    rows.into_iter().map(change).collect()
}

/// The effect that a change had on the clocks, if any: the kind of the proposal and its length in milliseconds. Fails if the change did
/// anything else to clocks that go on.
fn effect(before: &Change, after: &Change, why: &str) -> Option<String> {
    let (pauses, was) = (after.pauses(), before.pauses());
    let (running, ran) = (after.running(), before.running());
    if after.ply != before.ply {
        assert_eq!((after.revision, &pauses), (before.revision, &was), "{why}: ply {}", after.ply);
        for (ran, running) in ran.iter().zip(&running) {
            let (Some(ran), Some(running)) = (ran, running) else { continue };
            assert_eq!(ran, running, "{why}: ply {}", after.ply);
        }
        return None;
    }
    assert!(after.revision - before.revision <= 1, "{why}");
    assert_eq!(pauses[..was.len()], was, "{why}");
    let more = |(now, before): (&Option<Running>, &Option<Running>)| match (now, before) {
        (Some((since, now)), Some((began, before))) if since == began => now - before,
        (None, None) => 0,
        (Some(_) | None, _) => panic!("{why}: a clock was set anew without a move"),
    };
    let longer = running.iter().zip(&ran).map(more).max().unwrap_or(0);
    let effect = match (&pauses[was.len()..], longer) {
        ([], 0) => return None,
        ([], longer) => format!("extension {longer}"),
        ([(from, until)], 0) => format!("pause {}", (*until - *from).num_milliseconds()),
        (_, _) => panic!("{why}: two effects at once"),
    };
    assert_eq!(after.revision, before.revision + 1, "{why}: {effect}");
    Some(effect)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_change_of_many_at_once_counts_once() {
    let number = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().subsec_nanos();
    let (seed, why) = (Seed::numbered(number.into()), format!("seed {number}"));
    let server = Server::quiet(|_| {}).await;
    let mut people = Vec::new();
    for name in ["Anna", "Bob", "Cleo", "Dan"] {
        people.push(server.person_by_secret(name).await);
    }
    let terms = json!({"clock": {"kind": "per-move", "time": "P30D"}});
    let id = table(&people.iter().collect::<Vec<_>>(), "magma", terms).await;
    server.query(KEEP_CHANGES).await;
    let done = Done::default();
    for day in 0..DAYS {
        let players = (0..).zip(&people).map(async |(seat, person)| {
            let mut dice = Dice::at(&seed, 4 * day + seat);
            tokio::join!(moves(person, &id, seat, &done), changes(&server, person, &id, &mut dice, &done));
        });
        futures_util::future::join_all(players).await;
        server.later(Duration::days(1));
    }

    let statuses = done.statuses.into_inner().unwrap();
    assert!(statuses.iter().all(|status| *status < 500), "{why}: {statuses:?}");
    proven(&server, 1).await;
    let (mut accepted, mut stored) = (done.moves.into_inner().unwrap(), log(&server, &id).await.split_off(1));
    accepted.sort();
    stored.sort();
    assert_eq!(accepted, stored, "{why}");
    let all = kept(&server).await;
    let mut effects: Vec<String> = all.windows(2).filter_map(|two| effect(&two[0], &two[1], &why)).collect();
    let sql = "SELECT kind || ' ' || length_ms FROM proposals WHERE answer = 'agreed'";
    let mut agreed = server.rows(sql).await.concat();
    effects.sort();
    agreed.sort();
    assert_eq!(effects, agreed, "{why}");
    // By chance it may be one kind only.
    assert!(!effects.is_empty() && stored.len() > 12, "{why}: {effects:?} {}", stored.len());
}
