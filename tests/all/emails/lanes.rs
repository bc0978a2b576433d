//! Sign-in and address emails wait for no other emails.

use serde_json::json;
use tests::mailbox::Trouble;
use tests::work_pool::Busy;
use tests::{Server, eventually};

use super::{all_sent, of_matches, table};

#[tokio::test(flavor = "multi_thread")]
async fn emails_of_matches_delay_no_sign_in_and_no_change_of_an_address() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &[&anna, &bob]).await;
    all_sent(&server).await;
    // The only sender of such emails waits for the reply about this one.
    server.mailbox.trouble(1, &Trouble::Stall);
    anna.plays(&id, "pass").await;
    server.mailbox.wait_for(&bob.address, |email| email.text().starts_with("It is your turn")).await;
    server.post("/v1/sign-in", &json!({"address": "zoe@example.org"})).await.expect(202);
    let email = server.mailbox.wait_for("zoe@example.org", |_| true).await;
    assert!(email.code().is_some(), "{}", email.text());
    anna.post("/v1/me/address", &json!({"address": "anna@example.com"})).await.expect(202);
    for address in ["anna@example.org", "anna@example.com"] {
        server.mailbox.wait_for(address, |email| email.text().contains("/confirm-address/")).await;
    }
    // The others may be with their reader before they are recorded.
    let owed = "SELECT count(*) FROM emails WHERE state = 'due'";
    eventually("only the email about the turn is under way", async || (server.count(owed).await == 1).then_some(()))
        .await;
    server.mailbox.go_on();
    all_sent(&server).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn long_work_delays_no_email_and_no_small_picture() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let busy = Busy::start(&server).await;
    let id = table(&server, &[&anna, &bob]).await;
    server.post("/v1/sign-in", &json!({"address": "zoe@example.org"})).await.expect(202);
    server.mailbox.wait_for("zoe@example.org", |email| email.code().is_some()).await;
    all_sent(&server).await;
    assert_eq!(of_matches(&server, &anna).len() + of_matches(&server, &bob).len(), 2);
    assert_eq!(anna.get(&format!("/v1/matches/{id}/board.png")).await.status, 200);
    busy.end().await;
}
