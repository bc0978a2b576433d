//! Clocks: deadlines, lapses, forfeits, and the sand of Hot Magma; and the proof that stored positions are what the log gives.

use std::time::{Duration as Wait, Instant};

use chrono::{DateTime, Duration};
use serde_json::{Value, json};
use tests::{Person, Server};
use turnpost::play::history;

/// A calm match of these, a day for each move.
async fn table(server: &Server, people: &[&Person], game: &str, policy: &str) -> String {
    let new = json!({"game": game, "seats": people.len(), "seating": "joined", "move_time": "P1D", "on_lapse": policy});
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

/// Waits until the log has so many lines beside the start, and gives them.
async fn log_of(server: &Server, id: &str, lines: usize) -> Vec<String> {
    for _ in 0..400 {
        let found = log(server, id).await;
        if found.len() > lines {
            assert_eq!(found.len(), lines + 1, "{found:?}");
            return found[1..].to_vec();
        }
        tokio::time::sleep(Wait::from_millis(25)).await;
    }
    panic!("the log of {id} does not come to {lines} lines: {:?}", log(server, id).await);
}

/// Nothing is wrong with any stored position, and there are so many.
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
    turnpost::play::clock::settle(&server.app).await.unwrap();
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
    let begun = server.mailbox.wait_for(&cleo.address, |letter| letter.text().contains("has begun")).await;
    let settings =
        "1 day for each move, then the turn goes by where the rules allow it, and after three in a row you are out";
    assert!(begun.flowing().contains(settings), "{}", begun.text());
    let mut lines = 0;
    for round in 1..=3 {
        // Anna and Bob do something that is no pass, or the match would end when all have passed; Cleo sleeps.
        for person in [&anna, &bob] {
            let text = something(person, &id).await;
            person.plays(&id, &text).await;
            lines += 1;
        }
        // The letter says what will really happen.
        server.letters_are_out().await;
        let letters = server.mailbox.letters_to(&cleo.address);
        let then = if round < 3 { "After that your turn passes." } else { "After that you are out of the match." };
        assert!(letters.last().unwrap().flowing().contains(then), "{round}: {}", letters.last().unwrap().text());
        server.later(Duration::days(1));
        lines += 1;
        let found = log_of(&server, &id, lines).await;
        let cause = if round < 3 { "2 lapse lapse" } else { "2 forfeit forfeit" };
        assert_eq!(found[lines - 1], cause, "{found:?}");
    }
    let seen = anna.sees(&id).await;
    assert_eq!((&seen["phase"], &seen["players"][2]["left"]), (&json!("running"), &json!(true)));
    assert_eq!(seen["page"]["awaited"], json!([0]));
    proven(&server, 1).await;
}

/// Some complete move that is no pass and no word, found by walking the choices.
async fn something(person: &Person, id: &str) -> String {
    let mut open = vec![String::new()];
    while let Some(so_far) = open.pop() {
        let request = person.request("GET", &format!("/v1/matches/{id}/choices")).query(&[("so_far", &so_far)]);
        for choice in tests::Reply::of(request).await.expect(200)["choices"].as_array().unwrap() {
            let text = choice["text"].as_str().unwrap().to_owned();
            if ["resign", "agree", "disagree", "pass"].contains(&text.as_str()) {
                continue;
            }
            if choice["complete"] == true {
                return text;
            }
            open.push(text);
        }
    }
    panic!("there is nothing to do but pass");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_word_ends_the_count_of_lapses() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let id = table(&server, &[&anna, &bob, &cleo], "magma", "pass").await;
    for _ in 0..4 {
        for person in [&anna, &bob] {
            let text = something(person, &id).await;
            person.plays(&id, &text).await;
        }
        // Cleo lets every turn lapse, but speaks between them.
        cleo.plays(&id, "agree").await;
        let lines = log(&server, &id).await.len();
        server.later(Duration::days(1));
        let found = log_of(&server, &id, lines).await;
        assert_eq!(found.last().unwrap(), "2 lapse lapse", "{found:?}");
    }
    assert_eq!(cleo.sees(&id).await["players"][2]["left"], false);
    proven(&server, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_passing_is_no_move_a_lapse_forfeits_whatever_the_policy() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &[&anna, &bob], "magnapoco", "pass").await;
    server.later(Duration::days(1));
    assert_eq!(log_of(&server, &id, 1).await, ["0 forfeit forfeit"]);
    assert_eq!(bob.sees(&id).await["page"]["outcome"]["ranks"], json!([2, 1]));
    proven(&server, 1).await;
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

/// Two people on a server that sends no letters: their codes come from its secret.
async fn quiet_people(server: &Server) -> [Person; 2] {
    [server.person_by_secret("Anna").await, server.person_by_secret("Bob").await]
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_clock_nothing_ever_lapses() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
    let seen = bob.joins(&id).await;
    assert_eq!(seen["page"]["deadlines"], json!([]));
    server.later(Duration::days(3000));
    turnpost::play::clock::settle(&server.app).await.unwrap();
    assert_eq!(log(&server, &id).await.len(), 1);
    assert_eq!(server.count("SELECT count(*) FROM matches WHERE due_at IS NOT NULL").await, 0);
    anna.plays(&id, "pass").await;
    proven(&server, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sand_of_hot_magma_is_turned_within_a_second() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let options = json!({"tempo": "hot", "sand": "PT30S"});
    let id = anna.creates(json!({"game": "magma", "seating": "joined", "options": options})).await;
    let started = bob.joins(&id).await;
    let wake: DateTime<chrono::Utc> = started["page"]["wake_at"].as_str().unwrap().parse().unwrap();
    assert_eq!(wake, server.app.clock.now() + Duration::seconds(30));
    server.later(Duration::seconds(30));
    let began = Instant::now();
    let lines = log_of(&server, &id, 1).await;
    assert!(began.elapsed() < Wait::from_secs(1), "{:?}", began.elapsed());
    assert!(lines[0].contains("sand-out sand-out"), "{lines:?}");
    assert_ne!(anna.sees(&id).await["page"]["turn"], started["page"]["turn"]);
    // A day without the worker: everything that is due is made up for, each at its own moment.
    server.later(Duration::seconds(200));
    for _ in 0..400 {
        if server.count("SELECT count(*) FROM matches WHERE due_at <= to_timestamp(1767225600 + 230)").await == 0 {
            break;
        }
        tokio::time::sleep(Wait::from_millis(25)).await;
    }
    let moments = server.query(&format!("SELECT moment FROM moves WHERE match_id = '{id}' ORDER BY ply")).await;
    assert!(moments.len() > 2, "{moments:?}");
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
    ] {
        let row = "seed, state, turn, lapses, left_seats, options";
        server.query(&format!("CREATE TABLE kept AS SELECT {row} FROM matches WHERE id = '{}'", ids[0])).await;
        server.query(&format!("UPDATE matches SET {change} WHERE id = '{}'", ids[0])).await;
        let (seen, wrong) = history::verify_all(&server.app).await.unwrap();
        assert_eq!((seen, wrong.len()), (2, 1), "{change}: {wrong:?}");
        server.query(&format!("UPDATE matches m SET ({row}) = (SELECT {row} FROM kept) WHERE id = '{}'", ids[0])).await;
        server.query("DROP TABLE kept").await;
    }
    proven(&server, 2).await;
}
