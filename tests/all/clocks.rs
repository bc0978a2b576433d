//! Clocks: deadlines, lapses, forfeits, and the timer of Hot Magma; and the check of stored positions against the log.

mod idle;
mod jumps;
mod offers;
mod outages;
mod proposals;
mod races;
mod terms;
mod vacations;

use chrono::{DateTime, Duration};
use serde_json::{Value, json};
use tests::{Person, Server, eventually};
use turnpost::play::matches::history;

/// A calm match of these, a day for each move.
async fn table(server: &Server, people: &[&Person], game: &str, policy: &str) -> String {
    let new = json!({"game": game, "seats": people.len(), "seating": "joined", "clock": {"kind": "per-move", "time": "P1D"}, "on_lapse": policy});
    let id = people[0].creates(new).await;
    for person in &people[1..] {
        server.later(Duration::seconds(1));
        person.joins(&id).await;
    }
    id
}

/// The log, as texts of its lines: seat, cause, text.
async fn log(server: &Server, id: &str) -> Vec<String> {
    let sql = format!(
        "SELECT coalesce(seat::text, '-') || ' ' || cause || ' ' || text FROM moves WHERE match_id = '{id}' ORDER BY ply"
    );
    server.query(&sql).await.into_iter().map(|row| row[0].clone().unwrap()).collect()
}

/// Waits until the log has this many lines after the start, and returns them.
async fn log_of(server: &Server, id: &str, lines: usize) -> Vec<String> {
    let enough = async || Some(log(server, id).await).filter(|found| found.len() > lines);
    let found = eventually(&format!("{lines} lines of the log of {id}"), enough).await;
    assert_eq!(found.len(), lines + 1, "{found:?}");
    found[1..].to_vec()
}

/// Checks that there are this many stored positions, and that each is what the log gives.
async fn proven(server: &Server, matches: usize) {
    assert_eq!(history::verify_all(&server.app).await.unwrap(), (matches, Vec::<String>::new()));
}

#[tokio::test(flavor = "multi_thread")]
async fn deadlines_are_shown_and_a_turn_that_lapses_forfeits_a_match_of_two() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &[&anna, &bob], "magma", "forfeit").await;
    let due = server.app.clock.now() + Duration::days(1);
    let shown =
        |seen: &Value| seen["page"]["deadlines"][0]["at"].as_str().unwrap().parse::<DateTime<chrono::Utc>>().unwrap();
    let seen = bob.sees(&id).await;
    assert_eq!((shown(&seen), &seen["page"]["deadlines"][0]["seat"]), (due, &json!(0)));
    assert_eq!(shown(&server.get(&format!("/v1/matches/{id}")).await.expect(200)), due);
    // A word out of turn buys no time; a move does.
    server.later(Duration::hours(20));
    anna.plays(&id, "agree").await;
    assert_eq!(shown(&anna.sees(&id).await), due);
    anna.plays(&id, "pass").await;
    assert_eq!(shown(&anna.sees(&id).await), server.app.clock.now() + Duration::days(1));
    server.later(Duration::days(1) - Duration::milliseconds(1));
    turnpost::play::game::clock::settle(&server.app).await.unwrap();
    assert_eq!(anna.sees(&id).await["phase"], "running", "not a moment early");
    server.later(Duration::milliseconds(1));
    let lines = log_of(&server, &id, 3).await;
    assert_eq!(lines[2], "1 forfeit forfeit");
    let over = anna.sees(&id).await;
    assert_eq!((&over["phase"], &over["page"]["outcome"]["ranks"]), (&json!("over"), &json!([1, 2])));
    assert_eq!(over["page"]["deadlines"], json!([]));
    bob.tries(&id, "pass").await.problem("illegal-move");
    let told = anna.get(&format!("/v1/matches/{id}/log")).await.expect(200);
    assert_eq!(told["lines"][3]["entry"]["cause"], "forfeit", "{told}");
    proven(&server, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_may_lapse_and_the_third_in_a_row_forfeits() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let id = table(&server, &[&anna, &bob, &cleo], "magma", "pass").await;
    let begun = server.mailbox.wait_for(&cleo.address, |email| email.text().contains("has begun")).await;
    let settings = "1 day per move, then the turn passes if the rules allow it, and after three in a row you are out";
    assert!(begun.flowing().contains(settings), "{}", begun.text());
    let mut lines = 0;
    for round in 1..=3 {
        // Anna and Bob do not pass, or the match would end when all have passed; Cleo lets every turn lapse.
        for person in [&anna, &bob] {
            let text = person.finds_a_move(&id).await;
            person.plays(&id, &text).await;
            lines += 1;
        }
        // The email states the real consequence.
        server.emails_are_out().await;
        let emails = server.mailbox.emails_to(&cleo.address);
        let then = if round < 3 { "After that your turn passes." } else { "After that you are out of the match." };
        assert!(emails.last().unwrap().flowing().contains(then), "{round}: {}", emails.last().unwrap().text());
        server.later(Duration::days(1));
        lines += 1;
        let found = log_of(&server, &id, lines).await;
        let cause = if round < 3 { "2 lapse lapse" } else { "2 forfeit forfeit" };
        assert_eq!(found[lines - 1], cause, "{found:?}");
    }
    let seen = anna.sees(&id).await;
    assert_eq!((&seen["phase"], &seen["players"][2]["has_left"]), (&json!("running"), &json!(true)));
    assert_eq!(seen["page"]["awaited"], json!([0]));
    proven(&server, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_word_out_of_turn_ends_the_count_of_lapses() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let id = table(&server, &[&anna, &bob, &cleo], "magma", "pass").await;
    for _ in 0..4 {
        for person in [&anna, &bob] {
            let text = person.finds_a_move(&id).await;
            person.plays(&id, &text).await;
        }
        // Cleo lets every turn lapse, but speaks between them.
        cleo.plays(&id, "agree").await;
        let lines = log(&server, &id).await.len();
        server.later(Duration::days(1));
        let found = log_of(&server, &id, lines).await;
        assert_eq!(found.last().unwrap(), "2 lapse lapse", "{found:?}");
    }
    assert_eq!(cleo.sees(&id).await["players"][2]["has_left"], false);
    proven(&server, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lapse_forfeits_under_every_policy_if_passing_is_no_move() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &[&anna, &bob], "magnapoco", "pass").await;
    server.later(Duration::days(1));
    assert_eq!(log_of(&server, &id, 1).await, ["0 forfeit forfeit"]);
    assert_eq!(bob.sees(&id).await["page"]["outcome"]["ranks"], json!([2, 1]));
    proven(&server, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_of_a_joint_set_up_run_out_together_and_the_match_is_drawn() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let two = table(&server, &[&anna, &bob], "magnet", "forfeit").await;
    let three = table(&server, &[&anna, &bob, &cleo], "magma", "pass").await;
    server.later(Duration::days(1));
    assert_eq!(log_of(&server, &two, 2).await, ["0 forfeit forfeit", "1 forfeit forfeit"]);
    let over = bob.sees(&two).await;
    assert_eq!((&over["phase"], &over["page"]["outcome"]["ranks"]), (&json!("over"), &json!([1, 1])));
    // In a game with one running clock at a time, each clock lapses separately.
    assert_eq!(log_of(&server, &three, 1).await, ["0 lapse lapse"]);
    proven(&server, 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_after_the_deadline_is_stale_even_before_the_worker_has_looked() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob] = quiet_people(&server).await;
    let id = table(&server, &[&anna, &bob], "magma", "pass").await;
    let turn = anna.sees(&id).await["page"]["turn"].clone();
    server.later(Duration::days(1));
    let late = anna.post(&format!("/v1/matches/{id}/moves"), &json!({"move": "pass", "turn": turn})).await;
    assert_ne!(late.problem("stale-turn")["turn"], turn);
    assert_eq!(log(&server, &id).await[1..], ["0 lapse lapse"]);
    let seen = bob.sees(&id).await;
    assert_eq!(seen["page"]["awaited"], json!([1]));
    proven(&server, 1).await;
}

/// Two people on a server that sends no emails: their codes come from its secret.
async fn quiet_people(server: &Server) -> [Person; 2] {
    [server.person_by_secret("Anna").await, server.person_by_secret("Bob").await]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_cannot_be_settled_stops_no_other_clock() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob] = quiet_people(&server).await;
    let bad = table(&server, &[&anna, &bob], "magma", "forfeit").await;
    let good = table(&server, &[&anna, &bob], "magma", "forfeit").await;
    // The database refuses every change of the first match.
    let refuse = "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$";
    server.query(refuse).await;
    let trigger = format!("CREATE TRIGGER bad BEFORE UPDATE OF ply ON matches FOR EACH ROW WHEN (OLD.id = '{bad}')");
    server.query(&format!("{trigger} EXECUTE FUNCTION refuse()")).await;
    server.later(Duration::days(1) + Duration::seconds(1));
    turnpost::play::game::clock::settle(&server.app).await.unwrap();
    assert_eq!(log(&server, &good).await[1..], ["0 forfeit forfeit"]);
    assert_eq!(log(&server, &bad).await.len(), 1);
    let due =
        format!("SELECT due_at = '{}' FROM matches WHERE id = '{bad}'", server.app.clock.now() + Duration::minutes(1));
    assert_eq!(server.query(&due).await[0][0].as_deref(), Some("t"), "it is looked at again in a minute");
    assert_eq!(server.operator().get("/healthz").await.expect(200)["clocks_late"], 0);
    server.later(Duration::minutes(2) + Duration::seconds(1));
    let health = server.operator().get("/healthz").await.expect(200);
    assert_eq!((&health["status"], &health["clocks_late"]), (&json!("clocks-late"), &json!(1)), "{health}");
    assert!(server.operator().get("/metrics").await.text().contains("turnpost_clocks_late"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_is_a_fault_like_any_other() {
    let panicking = async { if std::hint::black_box(true) { panic!("on purpose") } else { Ok(()) } };
    let caught = turnpost::play::caught(panicking).await;
    assert!(matches!(caught, Err(turnpost::play::Refusal::Broken(_))));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_clock_nothing_ever_lapses() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
    let seen = bob.joins(&id).await;
    assert_eq!(seen["page"]["deadlines"], json!([]));
    server.later(Duration::days(29));
    turnpost::play::game::clock::settle(&server.app).await.unwrap();
    assert_eq!(log(&server, &id).await.len(), 1);
    let at_rest = "SELECT count(*) FROM matches WHERE due_at = started_at + interval '30 days'";
    assert_eq!(
        server.count(at_rest).await,
        1,
        "the worker looks again when the players are asked whether they still play"
    );
    anna.plays(&id, "pass").await;
    proven(&server, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_worker_settles_the_timer_of_hot_magma() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let options = json!({"tempo": "hot", "sand": "PT30S"});
    let id = anna.creates(json!({"game": "magma", "seating": "joined", "options": options})).await;
    let started = bob.joins(&id).await;
    let wake = |seen: &Value| seen["page"]["timer_at"].as_str().unwrap().parse::<DateTime<chrono::Utc>>().unwrap();
    let begun = server.app.clock.now();
    assert_eq!(wake(&started), begun + Duration::seconds(30));
    server.later(Duration::seconds(30));
    assert_eq!(log_of(&server, &id, 1).await, ["0 timer-out timer-out"]);
    assert_ne!(anna.sees(&id).await["page"]["turn"], started["page"]["turn"]);
    // Some minutes without the worker: the next timer runs from when it looks again, however late that is.
    server.later(Duration::seconds(200));
    assert_eq!(log_of(&server, &id, 2).await, ["0 timer-out timer-out", "1 timer-out timer-out"]);
    assert_eq!(turnpost::play::game::clock::settle(&server.app).await.unwrap(), 0);
    let moments = server.query(&format!("SELECT moment FROM moves WHERE match_id = '{id}' ORDER BY ply")).await;
    assert_eq!(moments.concat(), ["0", "30000", "230000"].map(|moment| Some(moment.to_owned())));
    assert_eq!(wake(&anna.sees(&id).await), begun + Duration::seconds(260));
    proven(&server, 1).await;
}

/// The number of emails of this kind to this person, due or sent.
async fn emails(server: &Server, person: &Person, kind: &str) -> i64 {
    server.count(&format!("SELECT count(*) FROM emails WHERE user_id = '{}' AND kind = '{kind}'", person.id())).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_penalty_that_is_not_taken_in_time_is_followed_by_an_email_for_the_next_turn() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob] = quiet_people(&server).await;
    let options = json!({"tempo": "hot", "sand": "PT30S"});
    let id = anna.creates(json!({"game": "magma", "seating": "joined", "options": options, "clock": {"kind": "per-move", "time": "P1D"}})).await;
    bob.joins(&id).await;
    for owed in 1..=2 {
        // Anna's timer runs out: Bob may take a piece and does not. The piece is spared, and the turn of Bob begins.
        server.later(Duration::seconds(30));
        turnpost::play::game::clock::settle(&server.app).await.unwrap();
        assert_eq!(emails(&server, &bob, "your-turn").await, owed);
    }
    assert_eq!(log(&server, &id).await[1..], ["0 timer-out timer-out", "1 timer-out timer-out"]);
    let seen = bob.sees(&id).await;
    assert_eq!(seen["page"]["awaited"], json!([1]));
    assert_eq!(seen["page"]["deadlines"][0]["at"], json!(server.app.clock.now() + Duration::days(1)));
    assert_eq!(emails(&server, &anna, "your-turn").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_in_parts_has_one_email_and_one_deadline() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob] = quiet_people(&server).await;
    let id = table(&server, &[&anna, &bob], "magnet", "forfeit").await;
    bob.plays(&id, "setup T3 2 4 2 3 3 3 K 4 4 2 T2").await;
    // The player who completes the joint decision begins a turn of their own with it: a new email, a new day.
    server.later(Duration::hours(2));
    anna.plays(&id, "setup 3 4 3 T3 3 4 T2 2 2 4 K 2").await;
    let due = json!(server.app.clock.now() + Duration::days(1));
    assert_eq!(emails(&server, &anna, "your-turn").await, 1);
    server.later(Duration::hours(2));
    let begun = anna.plays(&id, "f5").await;
    assert_eq!(begun["page"]["deadlines"], json!([{"seat": 0, "at": due}]), "a part of a turn buys no time");
    assert_eq!(emails(&server, &anna, "your-turn").await, 1, "nor is it worth an email");
    let ended = anna.plays(&id, "j1").await;
    let due = json!(server.app.clock.now() + Duration::days(1));
    assert_eq!(ended["page"]["deadlines"], json!([{"seat": 1, "at": due}]));
    assert_eq!(emails(&server, &bob, "your-turn").await, 1);
    proven(&server, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stored_position_that_was_tampered_with_is_found() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let ids =
        [table(&server, &[&anna, &bob], "magma", "pass").await, table(&server, &[&anna, &bob], "magma", "pass").await];
    anna.plays(&ids[0], "pass").await;
    proven(&server, 2).await;
    for change in [
        "state = replace(state, 'yellow', 'blue')",
        "turn = turn + 1",
        "lapses = '\\x010000000000'",
        "left_seats = 1",
        "state = 'nonsense'",
        "options = '{\"board\":\"hexhex5\"}'",
        "awaited = 1",
        "wake_at = '2100-01-01'",
    ] {
        let row = "seed, state, turn, lapses, left_seats, options, awaited, wake_at";
        server.query(&format!("CREATE TABLE kept AS SELECT {row} FROM matches WHERE id = '{}'", ids[0])).await;
        server.query(&format!("UPDATE matches SET {change} WHERE id = '{}'", ids[0])).await;
        let (seen, wrong) = history::verify_all(&server.app).await.unwrap();
        assert_eq!((seen, wrong.len()), (2, 1), "{change}: {wrong:?}");
        server.query(&format!("UPDATE matches m SET ({row}) = (SELECT {row} FROM kept) WHERE id = '{}'", ids[0])).await;
        server.query("DROP TABLE kept").await;
    }
    proven(&server, 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_during_the_check_are_not_taken_for_tampering() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob] = quiet_people(&server).await;
    let id = table(&server, &[&anna, &bob], "magma", "pass").await;
    let playing = async {
        for _ in 0..20 {
            anna.moves(&id).await;
            bob.plays(&id, "agree").await;
            bob.plays(&id, "disagree").await;
            bob.moves(&id).await;
        }
    };
    let proving = async {
        for _ in 0..60 {
            proven(&server, 1).await;
        }
    };
    tokio::join!(playing, proving);
}
