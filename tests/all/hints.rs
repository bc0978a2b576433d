//! Hints: by API, page and email, in matches against computer players alone; and the mark that they leave.

use serde_json::json;
use tests::{Person, Reply, Server};

/// A small match of Anna against the computer, whose turn is hers.
async fn against_computer(server: &Server, anna: &Person) -> String {
    let new = json!({"game": "magnapoco", "seating": "joined", "options": {"board": "square4"}, "computers": [1]});
    let id = anna.creates(new).await;
    server.emails_are_out().await;
    id
}

async fn page(server: &Server, path: &str, person: &Person) -> String {
    let reply = Reply::send(server.request("GET", path).header("cookie", person.cookie())).await;
    assert_eq!(reply.status, 200, "{path}");
    reply.text()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_is_a_legal_move_that_is_the_same_once_more_and_marked_in_the_match() {
    let server = Server::answerable(|_| {}).await;
    let anna = server.person("Anna").await;
    let id = against_computer(&server, &anna).await;
    let path = format!("/matches/{id}");
    let before = page(&server, &path, &anna).await;
    assert!(before.contains(&format!("action=\"{path}/hint\"")) && !before.contains("had one hint"), "{before}");

    let hint = anna.act(&format!("/v1/matches/{id}/hint")).await.expect(200);
    let text = hint["move"].as_str().unwrap();
    let checked = anna.post(&format!("/v1/matches/{id}/preview"), &json!({ "move": text })).await.expect(200);
    assert!(checked["legal"] == true && checked["foretold"] == hint["foretold"], "{hint} {checked}");
    assert_eq!(anna.act(&format!("/v1/matches/{id}/hint")).await.expect(200), hint);

    // The page has it, and says that there was one.
    let shown = page(&server, &path, &anna).await;
    assert!(shown.contains(&format!("<code>{text}</code></a>.")) && !shown.contains("/hint\""), "{shown}");
    assert!(shown.contains("Anna had one hint from the computer."), "{shown}");
    let form = server.request("POST", &format!("{path}/hint")).header("cookie", anna.cookie());
    let asked = Reply::send(form.header("sec-fetch-site", "same-origin").body("")).await;
    let to = asked.header("location").to_owned();
    assert!(asked.status == 303 && to.starts_with(&format!("{path}?move=")), "{} {to}", asked.status);
    let chosen = page(&server, &to, &anna).await;
    assert!(chosen.contains(&format!("name=\"move\" value=\"{text}\"")), "it is ready to be sent: {chosen}");

    // By email.
    let email = server.mailbox.wait_for(&anna.address, |email| email.subject().starts_with("Match started")).await;
    server.lmtp().await.answer(&anna.address, &email, "hint").await;
    let told = format!("The computer would play {text}.");
    server.mailbox.wait_for(&anna.address, |email| email.flowing().contains(&told)).await;
    assert_eq!(server.count("SELECT count(*) FROM hints").await, 1);
    server.lmtp().await.answer(&anna.address, &email, text).await;
    let played = format!("SELECT count(*) FROM moves WHERE seat = 0 AND cause = 'chosen' AND text = '{text}'");
    tests::eventually("the move", async || (server.count(&played).await == 1).then_some(())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn there_is_no_hint_against_people_and_out_of_turn() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let with_people = anna.creates(json!({"game": "magma", "seats": 3, "seating": "joined", "computers": [1]})).await;
    bob.joins(&with_people).await;
    anna.act(&format!("/v1/matches/{with_people}/hint")).await.problem("conflict");
    assert!(!page(&server, &format!("/matches/{with_people}"), &anna).await.contains("/hint\""));
    let id = against_computer(&server, &anna).await;
    cleo.act(&format!("/v1/matches/{id}/hint")).await.problem("forbidden");
    anna.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    anna.act(&format!("/v1/matches/{id}/hint")).await.problem("conflict");
    assert_eq!(server.count("SELECT count(*) FROM hints").await, 0);
}
