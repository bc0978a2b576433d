//! Time in which no server was alive: it does not count against the players.

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};
use tests::mailbox::{Mailbox, Received, Security};
use tests::{Person, Reply, Server, server};
use turnpost::play::game::{alive, clock};

use super::{log, log_of, proven};

/// A match of two with this clock.
async fn table(server: &Server, [anna, bob]: [&Person; 2], clock: Value, on_lapse: &str) -> String {
    let new = json!({"game": "magma", "seating": "joined", "clock": clock, "on_lapse": on_lapse});
    let id = anna.creates(new).await;
    server.later(Duration::seconds(1));
    bob.joins(&id).await;
    id
}

fn per_move(time: &str) -> Value {
    json!({"kind": "per-move", "time": time})
}

/// The next server, after this time.
async fn after(server: Server, away: Duration) -> Server {
    let at = server.app.clock.now() + away;
    let (database, mailbox) = server.killed().await;
    Server::on_at(&database, mailbox, at).await
}

async fn outages(server: &Server) -> i64 {
    server.count("SELECT count(*) FROM outages").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_was_away_beyond_a_deadline_forfeits_no_match() {
    for clock in [
        per_move("PT1M"),
        json!({"kind": "fischer", "initial": "PT1M", "increment": "PT1M", "cap": "PT5M"}),
        json!({"kind": "bank", "time": "PT30S", "reserve": "PT30S"}),
    ] {
        // Of the first, the server was hardly away: the turn ran out 15 seconds before it was back.
        for away in [75, 60 + 75, 3600] {
            let first = Server::start().await;
            let [anna, bob] = first.people(["Anna", "Bob"]).await;
            let id = table(&first, [&anna, &bob], clock.clone(), "forfeit").await;
            let due = anna.deadline(&id).await;
            first.later(Duration::seconds(1));
            let second = after(first, Duration::seconds(away)).await;
            clock::settle(&second.app).await.unwrap();
            let anna = anna.at(&second);
            let seen = anna.sees(&id).await;
            assert_eq!(seen["phase"], "running", "{clock} {away}");
            let (now, given) = (anna.deadline(&id).await, Duration::seconds(away));
            assert!(now >= due + given && now <= due + given + Duration::minutes(1), "{clock} {away}: {due} {now}");
            // It runs out at its new time, by the player's own fault.
            second.later(now - second.app.clock.now() - Duration::milliseconds(1));
            clock::settle(&second.app).await.unwrap();
            assert_eq!(anna.sees(&id).await["phase"], "running", "{clock} {away}");
            second.later(Duration::milliseconds(1));
            assert_eq!(log_of(&second, &id, 1).await, ["0 forfeit forfeit"]);
            proven(&second, 1).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn time_is_given_back_once_and_the_players_are_told() {
    // Emails are owed and not sent.
    let first = Server::quiet(|_| {}).await;
    let [anna, bob] = super::quiet_people(&first).await;
    let id = table(&first, [&anna, &bob], per_move("P3D"), "forfeit").await;
    anna.plays(&id, "pass").await;
    first.later(Duration::hours(1));
    alive::beat(&first.app).await.unwrap();
    let text = bob.finds_a_move(&id).await;
    bob.plays(&id, &text).await;
    let left_at = first.app.clock.now();
    let waits = anna.deadline(&id).await;
    let mut server = after(first, Duration::hours(5)).await;
    let away = json!([{"from": left_at, "until": left_at + Duration::hours(5)}]);
    for _ in 0..3 {
        let anna = anna.at(&server);
        assert_eq!(anna.deadline(&id).await, waits + Duration::hours(5));
        assert_eq!(times(&anna.sees(&id).await["outages"]), times(&away));
        // The next server starts at the same time: this one was killed as soon as it had begun.
        server = after(server, Duration::zero()).await;
    }
    let told = "The server was down for 5 hours. That time does not count.";
    // The email about the turn was owed anyway.
    let is_owed = |email: &Received| email.flowing().contains("Since your last move");
    let email = server.mailbox.wait_for(&anna.address, is_owed).await;
    assert!(email.flowing().contains(told), "{}", email.flowing());
    let anna = anna.at(&server);
    let of_match = page(&server, &anna, &format!("/matches/{id}")).await;
    assert!(of_match.contains(told), "{of_match}");
    let story = page(&server, &anna, &format!("/matches/{id}/log")).await;
    let words = "The server was down for 5 hours, until Thursday 1 January 2026, 06:00 (UTC). No clock ran.";
    assert!(story.contains(words), "{story}");
    proven(&server, 1).await;
}

/// A page as the person sees it in a browser.
async fn page(server: &Server, person: &Person, path: &str) -> String {
    Reply::send(server.request("GET", path).header("cookie", person.cookie())).await.text()
}

/// Intervals as times, whatever their fractions of a second look like.
fn times(intervals: &Value) -> Vec<[DateTime<Utc>; 2]> {
    let time = |one: &Value| one.as_str().unwrap().parse().unwrap();
    intervals.as_array().unwrap().iter().map(|one| [time(&one["from"]), time(&one["until"])]).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_short_restart_changes_no_clock() {
    let first = Server::start().await;
    let [anna, bob] = first.people(["Anna", "Bob"]).await;
    let id = table(&first, [&anna, &bob], per_move("P1D"), "forfeit").await;
    let due = anna.deadline(&id).await;
    let second = after(first, Duration::seconds(100)).await;
    assert_eq!((anna.at(&second).deadline(&id).await, outages(&second).await), (due, 0));
    // A clean stop is written down at once.
    second.later(Duration::hours(2));
    let at = second.app.clock.now() + Duration::seconds(119);
    let (database, mailbox) = second.stop().await;
    let third = Server::on_at(&database, mailbox, at).await;
    assert_eq!((anna.at(&third).deadline(&id).await, outages(&third).await), (due, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn with_several_servers_only_the_time_without_any_counts() {
    let url = tests::database::fresh().await;
    let start = async |at| Server::on_at(&url, Mailbox::open(Security::Plain).await, at).await;
    let (one, other) = (start(server::beginning()).await, start(server::beginning()).await);
    let anna = one.person_by_secret("Anna").await;
    let bob = one.person_by_secret("Bob").await;
    let id = table(&one, [&anna, &bob], per_move("P1D"), "forfeit").await;
    let due = anna.deadline(&id).await;
    drop(one.killed().await);
    // The other one goes on, and a third one joins it.
    other.later(Duration::hours(20));
    alive::beat(&other.app).await.unwrap();
    let third = start(other.app.clock.now() + Duration::seconds(59)).await;
    assert_eq!((anna.at(&third).deadline(&id).await, outages(&third).await), (due, 0));
    let at = other.app.clock.now() + Duration::hours(10);
    drop((third.killed().await, other.killed().await));
    let fourth = start(at).await;
    assert_eq!(outages(&fourth).await, 1);
    let given = anna.at(&fourth).deadline(&id).await - due;
    assert!(given > Duration::hours(9) && given <= Duration::hours(10), "{given}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_timer_of_the_rules_stands_still_too() {
    let first = Server::start().await;
    let [anna, bob] = first.people(["Anna", "Bob"]).await;
    let options = json!({"tempo": "hot", "sand": "PT30S"});
    let id = anna.creates(json!({"game": "magma", "seating": "joined", "options": options})).await;
    bob.joins(&id).await;
    first.later(Duration::seconds(10));
    let text = anna.finds_a_move(&id).await;
    anna.plays(&id, &text).await;
    let runs_out = async |anna: &Person| -> DateTime<Utc> {
        anna.sees(&id).await["page"]["timer_at"].as_str().unwrap().parse().unwrap()
    };
    first.later(Duration::seconds(10));
    alive::beat(&first.app).await.unwrap();
    let (left, was) = (first.app.clock.now(), runs_out(&anna).await);
    let second = after(first, Duration::minutes(50)).await;
    clock::settle(&second.app).await.unwrap();
    let lines = log(&second, &id).await.len();
    assert!(!log(&second, &id).await.concat().contains("timer-out"));
    let (anna, bob) = (anna.at(&second), bob.at(&second));
    assert_eq!(runs_out(&anna).await, was + Duration::minutes(50));
    proven(&second, 1).await;
    // It runs on, and the rules count the time in which it did.
    second.later(was - left - Duration::milliseconds(1));
    clock::settle(&second.app).await.unwrap();
    assert_eq!(log(&second, &id).await.len(), lines);
    second.later(Duration::milliseconds(1));
    let found = log_of(&second, &id, lines).await;
    assert!(found.last().unwrap().ends_with("timer-out timer-out"), "{found:?}");
    let moments = "SELECT extract(epoch FROM last.at - first.at) * 1000 - last.moment FROM moves first, moves last
        WHERE first.ply = 0 ORDER BY last.ply DESC LIMIT 1";
    assert_eq!(second.rows(moments).await[0][0].parse::<f64>().unwrap(), 50. * 60_000.);
    proven(&second, 1).await;
    // A second outage, and a move after it.
    second.later(Duration::seconds(5));
    alive::beat(&second.app).await.unwrap();
    let (was, third) = (runs_out(&anna).await, after(second, Duration::hours(1)).await);
    assert_eq!(runs_out(&anna.at(&third)).await, was + Duration::hours(1));
    let turn = bob.at(&third);
    let mover = if turn.may_find_a_move(&id).await.is_some() { turn } else { anna.at(&third) };
    mover.moves(&id).await;
    proven(&third, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_offered_for_as_much_longer() {
    let first = Server::start().await;
    let [anna, bob] = first.people(["Anna", "Bob"]).await;
    let id = table(&first, [&anna, &bob], per_move("P1D"), "replace").await;
    first.later(Duration::days(1));
    clock::settle(&first.app).await.unwrap();
    let until = async |server: &Server| -> DateTime<Utc> {
        bob.at(server).sees(&id).await["players"][0]["offered_until"].as_str().unwrap().parse().unwrap()
    };
    let was = until(&first).await;
    alive::beat(&first.app).await.unwrap();
    let second = after(first, Duration::days(8)).await;
    clock::settle(&second.app).await.unwrap();
    assert_eq!(
        (until(&second).await, &bob.at(&second).sees(&id).await["phase"]),
        (was + Duration::days(8), &json!("running"))
    );
    second.later(Duration::days(7));
    assert_eq!(log_of(&second, &id, 1).await, ["0 forfeit forfeit"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_was_stopped_for_a_while_was_away() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, [&anna, &bob], per_move("P1D"), "forfeit").await;
    let due = anna.deadline(&id).await;
    // As by SIGSTOP, on a machine that sleeps, or while the database is away: what comes first afterwards is a look at the clocks.
    server.app.clock.advance_asleep(Duration::days(2));
    clock::settle(&server.app).await.unwrap();
    assert_eq!((anna.deadline(&id).await, outages(&server).await), (due + Duration::days(2), 1));
    // Or a move, which uses up no more of the time than its player has had.
    server.app.clock.advance_asleep(Duration::days(2));
    anna.plays(&id, "pass").await;
    assert_eq!(log(&server, &id).await[1..], ["0 chosen pass"]);
    // Another server was alive.
    server.query(&format!("UPDATE alive SET at = '{}'", server.app.clock.now() + Duration::days(2))).await;
    server.app.clock.advance_asleep(Duration::days(2));
    assert_eq!(log_of(&server, &id, 2).await[1], "1 forfeit forfeit");
    proven(&server, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_of_a_match_without_a_clock_have_as_much_longer_to_answer() {
    let first = Server::start().await;
    let [anna, bob] = first.people(["Anna", "Bob"]).await;
    let id = anna.begins(json!({"game": "magma", "seating": "joined"}), &bob).await;
    first.later(Duration::days(30));
    clock::settle(&first.app).await.unwrap();
    first.later(Duration::days(1));
    alive::beat(&first.app).await.unwrap();
    let second = after(first, Duration::days(14)).await;
    clock::settle(&second.app).await.unwrap();
    assert_eq!(anna.at(&second).sees(&id).await["phase"], "running");
    second.later(Duration::days(13));
    clock::settle(&second.app).await.unwrap();
    assert_eq!(anna.at(&second).sees(&id).await["phase"], "over");
}
