//! Answers that do not come in time.

use chrono::Duration;
use serde_json::json;
use tests::{Person, Server, eventually};
use turnpost::play::game::clock;
use turnpost::play::matches::history;
use turnpost::play::people::undelivered::{self, Weight};

use super::{
    ASKED, ATTACK, ONLY_OWN, asked, begin, everything, four, last, move_path, position, read, stored, time, words,
};

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_does_not_come_in_time_is_a_pass_and_is_not_counted() {
    let server = Server::start().await;
    let people = four(&server).await;
    let [anna, ben, ..] = &people;
    let id = begin(&server, &people, "").await;
    let turn = anna.sees(&id).await["page"]["turn"].clone();
    anna.plays(&id, ATTACK).await;
    // Anna's clock stands still meanwhile, and what she wrote for her turn is stale.
    assert_eq!(
        server
            .count(&format!("SELECT count(*) FROM matches, jsonb_array_elements(clocks::jsonb) AS each(one) WHERE id = '{id}' AND jsonb_typeof(one -> 'running') = 'object'"))
            .await,
        1
    );
    let late = anna.post(&format!("/v1/matches/{id}/moves"), &json!({"move": "move c1: 8; end", "turn": turn})).await;
    assert!(late.problem("stale-turn")["detail"].as_str().unwrap().contains("turn 0"), "{}", late.text());
    let refused = anna.tries(&id, "move c1: 8; end").await.problem("illegal-move");
    assert_eq!(refused["code"], "not-awaited", "{refused}");
    assert!(!refused["detail"].as_str().unwrap().contains("pass"), "a pass would be refused, too: {refused}");
    server.later(Duration::days(1) - Duration::milliseconds(1));
    clock::settle(&server.app).await.unwrap();
    assert_eq!(stored(&server, &id).await.len(), 1, "not a moment early");
    server.later(Duration::milliseconds(1));
    let lapsed = eventually("the lapse", async || Some(stored(&server, &id).await).filter(|log| log.len() > 1)).await;
    assert_eq!(lapsed, ["0 chosen move c1: 2; end", "1 lapse lapse"]);
    assert_eq!(
        server.rows(&format!("SELECT lapses::text FROM matches WHERE id = '{id}'")).await[0][0],
        "\\x000000000000"
    );
    // The battle is fought and Ben's turn begins, with its full time.
    let page = ben.sees(&id).await["page"].clone();
    assert_eq!((&page["awaited"], &page["undisclosed"]), (&json!([1]), &json!(false)));
    assert_eq!(time(&page["deadlines"][0]["at"]), server.app.clock.now() + Duration::days(3));
    assert_eq!(asked(&server, &people).await, [0, 2, 0, 0]);
    assert_eq!(read(&server, None, &id).await[1].split(' ').next(), Some("-"), "not whose time ran out");
    assert_eq!(history::verify_all(&server.app).await.unwrap(), (1, Vec::<String>::new()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lapse_of_two_seats_reads_like_a_lapse_of_one() {
    let server = Server::start().await;
    let people = four(&server).await;
    let [anna, _, _, dan] = &people;
    // In the second match Cleo is asked, too, and both let the time run out.
    let [one, two] = [begin(&server, &people, "").await, begin(&server, &people, ASKED).await];
    for id in [&one, &two] {
        anna.plays(id, ATTACK).await;
    }
    server.later(Duration::days(1));
    for (id, lines) in [(&one, 2), (&two, 3)] {
        eventually("the lapses", async || (stored(&server, id).await.len() == lines).then_some(())).await;
    }
    for reader in [None, Some(anna), Some(dan)] {
        let second = everything(&server, reader, &two).await;
        let second: Vec<String> = second.iter().map(|text| text.replace(ASKED, ONLY_OWN)).collect();
        for (first, second) in everything(&server, reader, &one).await.into_iter().zip(second) {
            assert_eq!(first, second);
        }
    }
    assert_eq!(read(&server, Some(dan), &two).await, ["0 move c1: 2; end", "- pass"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lapse_of_one_seat_changes_nothing_for_another_that_is_asked() {
    let server = Server::quiet(|_| {}).await;
    let mut people = Vec::new();
    for name in ["Anna", "Ben", "Cleo", "Dan"] {
        people.push(server.person_by_secret(name).await);
    }
    let [anna, ben, cleo, _] = <&[Person; 4]>::try_from(people.as_slice()).unwrap();
    let new = json!({"game": "magic", "seats": 4, "seating": "joined", "clock": {"kind": "per-move", "time": "P3D"},
        "options": position(ASKED)});
    let id = anna.creates(new).await;
    for person in &people[1..] {
        person.joins(&id).await;
    }
    anna.plays(&id, ATTACK).await;
    let waits = cleo.sees(&id).await["page"].clone();
    // Ben's time is made shorter.
    server.later(Duration::hours(2));
    server.lets_run_out(&id, 1).await;
    clock::settle(&server.app).await.unwrap();
    assert_eq!(stored(&server, &id).await, ["0 chosen move c1: 2; end", "1 lapse lapse"]);
    assert_eq!(cleo.sees(&id).await["page"], waits);
    assert_eq!(read(&server, None, &id).await, ["0 move c1: 2; end"]);
    assert_eq!(read(&server, Some(ben), &id).await, ["0 move c1: 2; end", "1 lapse"]);
    let owed = format!("SELECT count(*) FROM emails WHERE match_id = '{id}' AND kind = 'your-turn'");
    assert_eq!(server.count(&owed).await, 2);
    // The email of Cleo is good for the turn that it was written for.
    let late = json!({"move": "pass", "turn": waits["turn"]});
    cleo.post(&format!("/v1/matches/{id}/moves"), &late).await.expect(200);
    assert_eq!(ben.sees(&id).await["page"]["undisclosed"], false);
    assert_eq!(history::verify_all(&server.app).await.unwrap(), (1, Vec::<String>::new()));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_email_of_a_set_up_says_that_the_usual_choice_is_made_after_a_lapse() {
    let server = Server::start().await;
    let [anna, ben] = server.people(["Anna", "Ben"]).await;
    let new = json!({"game": "magic", "seating": "joined", "name": "Four lands", "clock": {"kind": "per-move", "time": "P3D"}});
    let id = anna.creates(new).await;
    ben.joins(&id).await;
    server.emails_are_out().await;
    for person in [&anna, &ben] {
        let email = last(&server, person);
        assert!(email.flowing().contains("After that the usual choice is made for you."), "{}", email.text());
        assert!(!email.flowing().contains("turn passes"), "{}", email.text());
        let page = words(&server.get(&move_path(&email)).await);
        assert!(page.contains("After that the usual choice is made for you."), "{page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_email_that_comes_back_in_a_window_tells_the_others_nothing() {
    let server = Server::start().await;
    let people = four(&server).await;
    let [anna, ben, cleo, _] = &people;
    let id = begin(&server, &people, "").await;
    anna.plays(&id, ATTACK).await;
    server.emails_are_out().await;
    let deadlines = async || server.rows(&format!("SELECT clocks FROM matches WHERE id = '{id}'")).await;
    let before = deadlines().await;
    let note = async |person: &Person| {
        let sql = format!(
            "SELECT id FROM emails WHERE user_id = '{}' AND match_id = '{id}' ORDER BY id DESC LIMIT 1",
            person.id()
        );
        let email = server.rows(&sql).await[0][0].parse().unwrap();
        let (mut connection, now) = (server.app.db.get().await.unwrap(), server.app.clock.now());
        undelivered::note(&mut connection, email, Weight::Light, now).await.unwrap()
    };
    // Ben is asked, and only he knows.
    assert!(note(ben).await);
    assert_eq!(deadlines().await, before);
    assert_eq!(server.count("SELECT count(*) FROM emails WHERE kind = 'emails-bounce'").await, 0);
    assert_eq!(server.count("SELECT count(*) FROM bounces").await, 1, "it counts all the same");
    // In the open, the same report moves the deadline: Ben has passed, and his own turn has come.
    ben.plays(&id, "pass").await;
    server.emails_are_out().await;
    assert_eq!(cleo.sees(&id).await["page"]["awaited"], json!([1]));
    let before = deadlines().await;
    assert!(note(ben).await);
    assert_ne!(deadlines().await, before);
}
