//! Seats that are offered after a lapse: kept by a move, taken by another person, or out after seven days.

use chrono::{DateTime, Duration, Utc};
use engine::Seat;
use serde_json::{Value, json};
use tests::sender::{message, reply_to};
use tests::{Person, Server, eventually};
use turnpost::play::game::clock;
use turnpost::play::telling::links::Turn;
use turnpost::play::telling::reply::Key;

/// A match of Magma for these, a day for each move, whose seats are offered after a lapse.
async fn table(server: &Server, people: &[&Person], visibility: &str) -> String {
    let clock = json!({"kind": "bank", "time": "P1D", "reserve": "P1D"});
    let new = json!({"game": "magma", "name": "Spring cup", "seats": people.len(), "seating": "joined", "clock": clock,
        "on_lapse": "replace", "visibility": visibility});
    let id = people[0].creates(new).await;
    for person in &people[1..] {
        if visibility == "private" {
            people[0]
                .post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": person.handle}))
                .await
                .expect(202);
        }
        server.later(Duration::seconds(1));
        person.joins(&id).await;
    }
    id
}

async fn player(person: &Person, id: &str, seat: usize) -> Value {
    person.sees(id).await["players"][seat].clone()
}

/// Lets two days pass, in which the time of the awaited seat runs out.
async fn lapses(server: &Server) -> DateTime<Utc> {
    server.later(Duration::days(2));
    clock::settle(&server.app).await.unwrap();
    server.app.clock.now()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_whose_time_is_over_is_offered_and_kept_by_a_move() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &[&anna, &bob], "public").await;
    let begun = server.mailbox.wait_for(&anna.address, |email| email.text().contains("has begun")).await;
    assert!(begun.flowing().contains("After that your seat is offered to others."), "{}", begun.flowing());
    let words = anna.sees(&id).await["clock_words"][0].as_str().unwrap().to_owned();
    let then =
        "When your time expires, your seat is offered to others for 7 days; you keep it if you move before it is taken";
    assert!(words.ends_with(then), "{words}");
    let now = lapses(&server).await;
    let seen = bob.sees(&id).await;
    assert_eq!(
        (&seen["phase"], &seen["page"]["awaited"], &seen["page"]["deadlines"]),
        (&json!("running"), &json!([0]), &json!([]))
    );
    let until = (now + Duration::days(7)).to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
    assert_eq!(seen["players"][0]["offered_until"], json!(until));
    let email = server.mailbox.wait_for(&anna.address, |email| email.text().contains("Your time ran out")).await;
    assert!(email.flowing().contains("Move now to keep your seat"), "{}", email.flowing());
    let email = server.mailbox.wait_for(&bob.address, |email| email.text().contains("Anna's time ran out")).await;
    assert!(
        email.flowing().contains("so their seat is offered to others until Saturday 10 January 2026"),
        "{}",
        email.flowing()
    );
    let listed = server.get("/v1/matches?filter=offered").await.expect(200);
    assert_eq!(listed["matches"][0]["id"], json!(id));
    // Its clock stands still; the email of the turn is still good.
    server.later(Duration::days(6));
    clock::settle(&server.app).await.unwrap();
    anna.moves(&id).await;
    let seen = anna.sees(&id).await;
    assert_eq!((&seen["players"][0]["offered_until"], &seen["page"]["awaited"]), (&Value::Null, &json!([1])));
    assert_eq!(seen["players"][0]["reserve"], "PT0S", "the reserve is used up");
    assert_eq!(server.get("/v1/matches?filter=offered").await.expect(200)["matches"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_no_one_takes_is_out_after_seven_days() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let id = table(&server, &[&anna, &bob, &cleo], "public").await;
    lapses(&server).await;
    server.later(Duration::days(7) - Duration::milliseconds(1));
    clock::settle(&server.app).await.unwrap();
    assert_eq!(player(&bob, &id, 0).await["has_left"], false);
    server.later(Duration::milliseconds(1));
    clock::settle(&server.app).await.unwrap();
    let seen = bob.sees(&id).await;
    assert_eq!((&seen["players"][0]["has_left"], &seen["page"]["awaited"]), (&json!(true), &json!([1])));
    server.mailbox.wait_for(&anna.address, |email| email.text().contains("so you are out of the match")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_person_takes_the_seat_and_the_emails_of_the_player_before_open_nothing() {
    let server = Server::answerable(|_| {}).await;
    let [anna, bob, cleo, dan] = server.people(["Anna", "Bob", "Cleo", "Dan"]).await;
    let id = table(&server, &[&anna, &bob, &cleo], "public").await;
    dan.act(&format!("/v1/matches/{id}/join")).await.problem("conflict");
    anna.moves(&id).await;
    let turn = server.mailbox.wait_for(&bob.address, |email| email.text().contains("It is your turn")).await;
    let path = turn.path_to("/move/");
    lapses(&server).await;
    let seen = dan.joins(&id).await;
    assert_eq!((&seen["page"]["your_seat"], &seen["players"][1]["name"]), (&json!(1), &json!("Dan")));
    assert_eq!((&seen["players"][1]["reserve"], &seen["players"][1]["offered_until"]), (&json!("P1D"), &Value::Null));
    let deadline = server.app.clock.now() + Duration::days(2);
    assert_eq!(seen["page"]["deadlines"][0]["at"].as_str().unwrap().parse::<DateTime<Utc>>().unwrap(), deadline);
    // Bob is no player any more; his link and the address of his email open nothing.
    bob.tries(&id, "pass").await.problem("forbidden");
    let page = server.get(&path).await;
    assert_eq!(page.status, 409, "{}", page.text());
    let old = Turn { match_id: id.parse().unwrap(), seat: Seat(1), holder: 0, turn: 1 };
    let to = Key::Turn(old).address(server.app.addresses.as_ref().unwrap(), &server.app.secrets);
    let said = server
        .lmtp()
        .await
        .send(&bob.address, &to, &message(&bob.address, &turn, "pass").replace(&reply_to(&turn), &to))
        .await;
    eventually("the message to be read", async || {
        (server.count("SELECT count(*) FROM incoming WHERE done_at IS NULL").await == 0).then_some(())
    })
    .await;
    assert_eq!(server.rows("SELECT result FROM incoming").await, [["no-reader"]], "{said:?}");
    assert_eq!(
        server.count(&format!("SELECT count(*) FROM moves WHERE match_id = '{id}' AND cause = 'chosen'")).await,
        1
    );
    // All hear of it, and Dan's own email is good.
    server.mailbox.wait_for(&anna.address, |email| email.text().contains("Dan replaces Bob")).await;
    server.mailbox.wait_for(&bob.address, |email| email.text().contains("Dan took your seat")).await;
    let email = server.mailbox.wait_for(&dan.address, |email| email.text().contains("It is your turn")).await;
    server.get(&email.path_to("/move/")).await.expect(200);
    dan.moves(&id).await;
    // The moves of each of them are their own, and the match of both.
    for (person, moves) in [(&bob, 0), (&dan, 1)] {
        let export = person.get("/v1/me/export").await.expect(200);
        assert_eq!(export["moves"].as_array().unwrap().len(), moves, "{export}");
        assert_eq!(export["matches"][0]["id"], json!(id));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seat_of_a_private_match_is_taken_by_invitation() {
    let server = Server::start().await;
    let [anna, bob, cleo, dan] = server.people(["Anna", "Bob", "Cleo", "Dan"]).await;
    let id = table(&server, &[&anna, &bob], "private").await;
    let invite = async |person: &Person| {
        anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": person.handle})).await
    };
    invite(&cleo).await.problem("conflict");
    lapses(&server).await;
    cleo.act(&format!("/v1/matches/{id}/join")).await.problem("not-found");
    invite(&cleo).await.expect(202);
    invite(&dan).await.expect(202);
    let email = server.mailbox.wait_for(&cleo.address, |email| email.text().contains("invites you")).await;
    let page = server.get(&email.path_to("/invitations/")).await;
    assert!(page.text().contains("Accept"), "{}", page.text());
    server.submit(&format!("{}/accept", email.path_to("/invitations/")), "").await;
    assert_eq!(player(&cleo, &id, 0).await["name"], "Cleo");
    // Dan comes too late.
    let email = server.mailbox.wait_for(&dan.address, |email| email.text().contains("invites you")).await;
    assert!(server.get(&email.path_to("/invitations/")).await.text().contains("every seat was taken"));
    // Anna, who created it, hears of her match but is no player.
    server.mailbox.wait_for(&anna.address, |email| email.text().contains("Cleo took your seat")).await;
    anna.tries(&id, "pass").await.problem("forbidden");
}
