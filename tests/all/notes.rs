//! Notes of players to their table: by the API, on the page of a turn, and in messages.

use chrono::Duration;
use serde_json::{Value, json};
use tests::mailbox::Received;
use tests::{Person, Server};

use crate::replies::{all_read, email, magma};

async fn write(person: &Person, id: &str, text: &str) -> tests::Reply {
    person.post(&format!("/v1/matches/{id}/notes"), &json!({"text": text})).await
}

/// The texts of the notes to a table, the newest first.
async fn texts(person: &Person, id: &str) -> Vec<String> {
    let notes = person.get(&format!("/v1/matches/{id}/notes")).await.expect(200);
    let text = |note: &Value| note["text"].as_str().unwrap().to_owned();
    notes["notes"].as_array().unwrap().iter().map(text).collect()
}

fn last(server: &Server, person: &Person) -> Received {
    server.mailbox.emails_to(&person.address).pop().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_note_is_read_by_the_table_in_the_next_email_and_by_no_other() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, bob], _) = magma(&server).await;
    assert_eq!(write(&anna, &id, "  Good luck!\n See https://evil.example ").await.status, 201);
    let listed = bob.get(&format!("/v1/matches/{id}/notes")).await.expect(200)["notes"][0].clone();
    assert_eq!((&listed["handle"], &listed["seat"]), (&json!(anna.handle), &json!(0)));
    assert_eq!(texts(&bob, &id).await, ["Good luck! See https://evil.example"]);
    let text = anna.finds_a_move(&id).await;
    anna.plays(&id, &text).await;
    let turn = server.mailbox.wait_for(&bob.address, |email| email.subject().starts_with("Your turn")).await;
    // No mail program finds a link in it.
    assert!(turn.flowing().contains("Notes from the players"), "{}", turn.text());
    assert!(turn.flowing().contains("Anna: Good luck! See https:evil. example"), "{}", turn.text());
    // The answer of Bob: his note, and a move; the note of before is not shown again.
    let text = bob.finds_a_move(&id).await;
    server.lmtp().await.answer(&bob.address, &turn, &format!("{text}\nsay: Thanks,\nyou too\n\nBob")).await;
    all_read(&server, 1).await;
    assert_eq!(texts(&anna, &id).await, ["Thanks, you too", "Good luck! See https://evil.example"]);
    let back = email(&server, &anna, "Bob: Thanks, you too").await;
    assert!(!back.text().contains("Good luck"), "her own note");
    // A note that comes after the email and before its answer is in the next email.
    assert_eq!(write(&bob, &id, "One thing more").await.status, 201);
    server.later(Duration::minutes(1));
    for person in [&anna, &bob] {
        let text = person.finds_a_move(&id).await;
        person.plays(&id, &text).await;
    }
    email(&server, &anna, "Bob: One thing more").await;
    // Others learn nothing, and the log has no word of it.
    let stranger = server.person("Cleo").await;
    stranger.get(&format!("/v1/matches/{id}/notes")).await.problem("forbidden");
    server.get(&format!("/v1/matches/{id}/notes")).await.problem("unauthenticated");
    write(&stranger, &id, "hello").await.problem("forbidden");
    for path in ["log", "record"] {
        let told = server.get(&format!("/v1/matches/{id}/{path}")).await.text();
        assert!(!told.contains("Thanks"), "{path}: {told}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn notes_by_mail_need_no_move_and_come_once() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, bob], first) = magma(&server).await;
    let mut lmtp = server.lmtp().await;
    server.emails_are_out().await;
    let emails = server.mailbox.all().len();
    lmtp.answer(&anna.address, &first, "say: I am away until Friday.").await;
    lmtp.answer("thief@evil.example", &first, "say: I am Anna.").await;
    all_read(&server, 2).await;
    assert_eq!(texts(&bob, &id).await, ["I am away until Friday."]);
    assert_eq!(server.rows("SELECT result FROM incoming ORDER BY received_at, id").await, [["noted"], ["held"]]);
    assert_eq!(server.mailbox.all().len(), emails + 2, "each message is told of");
    // A message that is read again, because its process was killed, brings its note once.
    server
        .query("UPDATE incoming SET done_at = NULL, result = NULL, due_at = received_at WHERE result = 'noted'")
        .await;
    server
        .query("UPDATE incoming SET raw = (SELECT raw FROM incoming WHERE result = 'held') WHERE result IS NULL")
        .await;
    all_read(&server, 2).await;
    assert_eq!(texts(&bob, &id).await.len(), 1);
    // A note that is too long is cut, and it stands beside a line that is refused.
    lmtp.answer(&anna.address, &first, &format!("no move\n\nsay: {}", "long ".repeat(200))).await;
    all_read(&server, 3).await;
    assert_eq!(texts(&bob, &id).await[0].chars().count(), 499, "500 without the blank at the end");
}

#[tokio::test(flavor = "multi_thread")]
async fn notes_are_bounded_and_can_be_turned_off() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, bob], first) = magma(&server).await;
    for (text, problem) in [("", "bad-field"), (" \u{200b} ", "bad-field"), (&*"x".repeat(501), "bad-field")] {
        assert_eq!(write(&anna, &id, text).await.problem(problem)["field"], "text");
    }
    for number in 0..20 {
        assert_eq!(write(&anna, &id, &format!("note {number}")).await.status, 201);
    }
    // A form that is sent twice: the second one is the same note.
    assert_eq!(write(&anna, &id, "note 19").await.status, 201);
    assert_eq!(texts(&anna, &id).await.iter().filter(|text| *text == "note 19").count(), 1);
    write(&anna, &id, "one more").await.problem("rate-limited");
    assert_eq!(write(&bob, &id, "mine").await.status, 201);
    // By mail the refusal is told, too.
    server.lmtp().await.answer(&anna.address, &first, "say: one more").await;
    let told = email(&server, &anna, "This line could not be played").await;
    assert!(told.flowing().contains("say: one more"), "{}", told.text());
    server.later(Duration::days(1) + Duration::seconds(1));
    assert_eq!(write(&anna, &id, "the next day").await.status, 201);
    let pages = anna.get(&format!("/v1/matches/{id}/notes?limit=15")).await.expect(200);
    let next = pages["next"].as_str().unwrap();
    let rest = anna.get(&format!("/v1/matches/{id}/notes?limit=15&after={next}")).await.expect(200);
    assert_eq!(rest["notes"].as_array().unwrap().len(), 22 - 15);
    // Bob does not want to see them.
    assert_eq!(bob.patch("/v1/me", &json!({"notes": false})).await.expect(200)["notes"], false);
    let text = anna.finds_a_move(&id).await;
    anna.plays(&id, &text).await;
    server.emails_are_out().await;
    assert!(!last(&server, &bob).text().contains("the next day"));
    // A match that takes none, and one that has not begun.
    let new = json!({"game": "magma", "seats": 2, "seating": "joined", "notes": false});
    let silent = anna.creates(new).await;
    assert_eq!(anna.sees(&silent).await["notes"], false);
    write(&anna, &silent, "hello").await.problem("conflict");
    let open = anna.creates(json!({"game": "magma", "seats": 2})).await;
    write(&anna, &open, "hello").await.problem("conflict");
    // They go with the account.
    assert_eq!(anna.get("/v1/me/export").await.expect(200)["notes"].as_array().unwrap().len(), 21);
    assert_eq!(anna.proves(&server).await.delete("/v1/me").await.status, 204);
    assert_eq!(texts(&bob, &id).await, ["mine"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_a_turn_has_a_field_for_a_note() {
    let server = Server::answerable(|_| {}).await;
    let (id, [anna, bob], first) = magma(&server).await;
    let path = first.text().lines().find(|line| line.contains("/move/")).unwrap().to_owned();
    let path = path.strip_prefix("https://turnpost.example").unwrap();
    assert!(server.get(path).await.text().contains("<textarea id=\"note\""));
    let text = anna.finds_a_move(&id).await;
    // A preview sends nothing and keeps the note.
    let fields = [("move", text.as_str()), ("note", "Hello Bob")];
    let page = server.fill(path, &[&fields[..], &[("preview", "1")]].concat()).await.text();
    assert!(page.contains(">Hello Bob</textarea>"), "{page}");
    assert!(texts(&bob, &id).await.is_empty());
    let page = server.fill(path, &fields).await.text();
    assert!(page.contains("Your note has been sent") && page.contains("Sent: "), "{page}");
    assert!(page.contains("></textarea>"), "the field is empty again: {page}");
    assert_eq!(texts(&bob, &id).await, ["Hello Bob"]);
    // The turn is over: some minutes later there is no field.
    let text = bob.finds_a_move(&id).await;
    bob.plays(&id, &text).await;
    server.later(chrono::TimeDelta::minutes(15));
    assert!(!server.get(path).await.text().contains("<textarea"));
}
