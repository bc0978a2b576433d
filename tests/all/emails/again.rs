//! Links that are sent again to people who have lost their emails.

use serde_json::json;
use tests::Server;

#[tokio::test(flavor = "multi_thread")]
async fn one_email_brings_the_link_of_every_match_that_waits() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    for (game, name) in [("magma", "Spring cup"), ("magnapoco", "Autumn cup")] {
        let new = json!({"game": game, "name": name, "seats": 2, "seating": "joined", "clock": {"kind": "per-move", "time": "P3D"}});
        bob.joins(&anna.creates(new).await).await;
    }
    server.emails_are_out().await;
    let before = server.mailbox.all().len();
    for address in [anna.address.to_uppercase(), "stranger@example.org".to_owned(), bob.address.clone()] {
        let reply = server.post("/v1/emails/again", &json!({ "address": address })).await;
        assert_eq!((reply.status, reply.bytes.len()), (202, 0), "{address}");
    }
    server.emails_are_out().await;
    assert_eq!(server.mailbox.all().len(), before + 2, "a stranger gets none");
    let list = server.mailbox.wait_for(&anna.address, |email| email.subject() == "Your matches").await;
    let text = list.flowing();
    assert!(text.starts_with("2 matches are waiting for you, Anna."), "{text}");
    assert!(text.contains("It is your turn, Anna, in Magma: Spring cup (turn 0). Move by "), "{text}");
    for path in list.text().lines().filter_map(|line| line.strip_prefix("https://turnpost.example")) {
        assert!(server.get(path).await.text().contains("name=\"move\""), "{path}");
    }
    let list = server.mailbox.wait_for(&bob.address, |email| email.subject() == "Your matches").await;
    assert!(
        list.flowing().starts_with("No match is waiting for you, Bob. The others are waiting"),
        "{}",
        list.flowing()
    );
    // By the page, which the emails name.
    assert!(server.get("/emails/again").await.text().contains("Your email address"));
    let asked = server.request("POST", "/emails/again").header("content-type", "application/x-www-form-urlencoded");
    let answer = asked.body("address=anna%40example.org").send().await.unwrap();
    assert!(answer.status() == 200 && answer.text().await.unwrap().contains("An email is on its way"));
    let asked = server.request("POST", "/emails/again").header("content-type", "application/x-www-form-urlencoded");
    assert_eq!(asked.body("address=anna").send().await.unwrap().status(), 422);
    let started = server.mailbox.wait_for(&anna.address, |email| email.subject().starts_with("Match started")).await;
    assert!(started.text().contains("https://turnpost.example/emails/again"), "{}", started.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_is_limited_like_sign_in_emails() {
    let server = Server::with(|table| {
        table.insert("sign_ins_per_hour".to_owned(), "3".into());
    })
    .await;
    let mut statuses = Vec::new();
    for _ in 0..5 {
        statuses.push(server.post("/v1/emails/again", &json!({"address": "anna@example.org"})).await.status);
    }
    assert_eq!(statuses, [202, 202, 202, 429, 429]);
}
