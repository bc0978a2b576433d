//! Emails when the mail server refuses, breaks off, or is away.

use chrono::Duration;
use serde_json::{Value, json};
use tests::mailbox::{Mailbox, Received, Security, Trouble};
use tests::{Server, eventually};
use turnpost::mail::Post;

use super::{all_sent, of_matches, table};

/// Waits until this many failed tries are on record.
async fn tries(server: &Server, many: i64) {
    server.until(&format!("SELECT count(*) >= {many} FROM deliveries WHERE NOT accepted")).await;
}

fn turns(emails: &[Received]) -> usize {
    emails.iter().filter(|email| email.text().starts_with("It is your turn")).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_email_refused_for_now_is_tried_again_after_growing_pauses() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &[&anna, &bob]).await;
    all_sent(&server).await;
    server.mailbox.trouble(3, &Trouble::RefuseData("451 4.3.0 come back later".to_owned()));
    anna.plays(&id, "pass").await;
    for (tried, wait) in [(1, 30), (2, 60), (3, 120)] {
        tries(&server, tried).await;
        let due = server.query("SELECT extract(epoch FROM due_at)::bigint FROM emails WHERE state = 'due'").await;
        let due: i64 = due[0][0].as_deref().unwrap().parse().unwrap();
        assert_eq!(due - server.app.clock.now().timestamp(), wait);
        assert_eq!(turns(&of_matches(&server, &bob)), 0);
        server.later(Duration::seconds(wait));
    }
    server.mailbox.wait_for(&bob.address, |email| email.text().starts_with("It is your turn")).await;
    all_sent(&server).await;
    let email = bob.get("/v1/me/emails?limit=1").await.expect(200)["emails"][0].clone();
    assert_eq!(email["state"], "sent");
    let answers: Vec<&str> =
        email["deliveries"].as_array().unwrap().iter().map(|one| one["answer"].as_str().unwrap()).collect();
    assert_eq!(answers[0], "451 4.3.0 come back later");
    assert_eq!((answers.len(), answers[3]), (4, "250 2.0.0 taken"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_email_that_is_moot_is_dropped() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &[&anna, &bob]).await;
    all_sent(&server).await;
    server.mailbox.trouble(1, &Trouble::RefuseData("451 4.3.0 later".to_owned()));
    anna.plays(&id, "pass").await;
    tries(&server, 1).await;
    // Bob looks by himself and moves; the email that waits is moot.
    bob.plays(&id, "agree").await;
    bob.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    all_but_one_sent(&server).await;
    server.later(Duration::minutes(5));
    all_sent(&server).await;
    let emails = of_matches(&server, &bob);
    assert_eq!((emails.len(), turns(&emails)), (2, 0), "started and over");
    let state = server.query("SELECT state FROM emails WHERE kind = 'your-turn'").await;
    assert_eq!(state, [[Some("moot".to_owned())]]);
    let listed = bob.get("/v1/me/emails").await.expect(200);
    assert!(listed["emails"].as_array().unwrap().iter().any(|email| email["state"] == "moot"), "{listed}");
}

async fn all_but_one_sent(server: &Server) {
    server.until("SELECT count(*) <= 1 FROM emails WHERE state = 'due'").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_email_refused_for_good_fails_at_once_and_its_reader_can_see_why() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &[&anna, &bob]).await;
    all_sent(&server).await;
    server.mailbox.trouble(1, &Trouble::Refuse("550 5.1.1 <bob@example.org>: unknown user".to_owned()));
    anna.plays(&id, "pass").await;
    tries(&server, 1).await;
    all_sent(&server).await;
    let email = bob.get("/v1/me/emails?limit=1").await.expect(200)["emails"][0].clone();
    assert_eq!((&email["state"], &email["kind"]), (&json!("failed"), &json!("your-turn")));
    assert_eq!(email["deliveries"][0]["answer"], "550 5.1.1 <(the address)>: unknown user");
    assert_eq!(email["deliveries"][0]["accepted"], false);
    let health = server.operator().get("/healthz").await.expect(200);
    assert_eq!((&health["status"], &health["emails_failed"]), (&json!("emails-failed"), &json!(1)));
    let metrics = server.operator().get("/metrics").await;
    assert!(metrics.text().contains("turnpost_emails_failed 1") || metrics.text().contains("turnpost_emails_failed"));
    server.later(Duration::days(2));
    // The worker has to look at the clocks first: a reminder was due meanwhile.
    eventually("a failure is news for a day", async || {
        (server.operator().get("/healthz").await.expect(200)["status"] == "ok").then_some(())
    })
    .await;
    assert_eq!(turns(&of_matches(&server, &bob)), 0, "it is not tried again");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_of_the_server_and_not_of_the_email_is_tried_again() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &[&anna, &bob]).await;
    all_sent(&server).await;
    let refusals = ["554 5.7.1 relay access denied", "550 5.1.8 sender's domain not found", "535 no such password"];
    for refusal in refusals {
        server.mailbox.trouble(1, &Trouble::Refuse(refusal.to_owned()));
    }
    anna.plays(&id, "pass").await;
    for (tried, wait) in [(1, 30), (2, 60), (3, 120)] {
        tries(&server, tried).await;
        server.later(Duration::seconds(wait));
    }
    server.mailbox.wait_for(&bob.address, |email| email.text().starts_with("It is your turn")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn emails_that_were_given_up_can_be_made_due_again() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &[&anna, &bob]).await;
    all_sent(&server).await;
    server.mailbox.trouble(1, &Trouble::Refuse("550 5.1.1 unknown user".to_owned()));
    anna.plays(&id, "pass").await;
    tries(&server, 1).await;
    all_sent(&server).await;
    let retry = async || {
        let mut connection = server.app.db.get().await.unwrap();
        turnpost::db::emails::retry(&mut connection, server.app.clock.now()).await.unwrap()
    };
    assert_eq!(retry().await, 1);
    server.mailbox.wait_for(&bob.address, |email| email.text().starts_with("It is your turn")).await;
    all_sent(&server).await;
    assert_eq!(server.count("SELECT attempts FROM emails WHERE kind = 'your-turn'").await, 2);
    assert_eq!(retry().await, 0, "what was sent is not sent again");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_mail_server_can_be_checked_without_an_email() {
    let mailbox = Mailbox::guarded(Security::Plain, "anna", "right").await;
    Post::from_url(&mailbox.url(), None).unwrap().greet().await.unwrap();
    let refused = Post::from_url(&mailbox.url().replace("right", "wrong"), None).unwrap().greet().await.unwrap_err();
    assert_eq!((refused.code(), refused.permanent), (Some(535), false), "{}", refused.answer);
    assert_eq!(mailbox.all(), []);
    let url = mailbox.url();
    drop(mailbox);
    assert!(Post::from_url(&url, None).unwrap().greet().await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn kept_emails_are_deleted_with_the_account_or_after_thirty_days() {
    let server = Server::with(|table| {
        table.remove("smtp_url");
        table.insert("public_url".to_owned(), "http://localhost".into());
    })
    .await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    table(&server, &[&anna, &bob]).await;
    all_sent(&server).await;
    let kept = async |person: &tests::Person| {
        let list =
            server.get(&format!("{}/emails.json?to={}", server.mailbox_path(), person.address)).await.expect(200);
        let of_match = |email: &&Value| email["subject"] == "Match started: Magma, Spring cup";
        list.as_array().unwrap().iter().filter(of_match).count()
    };
    assert_eq!((kept(&anna).await, kept(&bob).await), (1, 1));
    anna.delete("/v1/me").await.expect(204);
    assert_eq!((kept(&anna).await, kept(&bob).await), (0, 1));
    let forget = async || {
        let mut connection = server.app.db.get().await.unwrap();
        turnpost::db::kept_emails::forget_old(&mut connection, server.app.clock.now()).await.unwrap();
    };
    server.later(Duration::days(30));
    forget().await;
    assert_eq!(kept(&bob).await, 1);
    server.later(Duration::seconds(1));
    forget().await;
    assert_eq!(kept(&bob).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_emails_to_strangers_do_not_count_as_faults() {
    let server = Server::start().await;
    server.mailbox.trouble(1, &Trouble::Refuse("550 5.1.2 no such domain".to_owned()));
    server.mailbox.trouble(100, &Trouble::Refuse("450 4.1.2 no answer from the domain".to_owned()));
    for domain in ["nowhere.example", "silent.example"] {
        server.post("/v1/sign-in", &json!({"address": format!("x@{domain}")})).await.expect(202);
    }
    tries(&server, 2).await;
    assert_eq!(server.count("SELECT count(*) FROM emails WHERE state = 'failed'").await, 1);
    server.later(Duration::minutes(11));
    assert_eq!(server.operator().get("/healthz").await.expect(200)["status"], "ok");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_email_shows_the_times_at_its_sending() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &[&anna, &bob]).await;
    all_sent(&server).await;
    server.mailbox.trouble(1, &Trouble::RefuseData("451 4.3.0 later".to_owned()));
    anna.plays(&id, "pass").await;
    tries(&server, 1).await;
    server.later(Duration::hours(10));
    let late = server.mailbox.wait_for(&bob.address, |email| email.text().starts_with("It is your turn")).await;
    assert!(late.flowing().contains("(UTC), in 2 days and 14 hours."), "{}", late.text());
    let date = late.parsed().date().unwrap().to_timestamp();
    assert_eq!(date, server.app.clock.now().timestamp());
    // The same for the remaining lifetime of a code.
    server.mailbox.trouble(1, &Trouble::RefuseData("451 4.3.0 later".to_owned()));
    server.post("/v1/sign-in", &json!({"address": "cleo@example.org"})).await.expect(202);
    tries(&server, 2).await;
    let valid = server.count("SELECT extract(epoch FROM expires_at - created_at)::bigint / 60 FROM sign_ins ORDER BY created_at DESC LIMIT 1").await;
    server.later(Duration::minutes(5));
    let code = server.mailbox.wait_for("cleo@example.org", |_| true).await;
    assert!(code.flowing().contains(&format!("It works once, for {} minutes.", valid - 5)), "{}", code.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_broken_connection_the_email_is_sent_again_with_the_same_message_id() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &[&anna, &bob]).await;
    all_sent(&server).await;
    // Taken, but the answer is lost: kept by the server, and its connection is gone before it can say so.
    server.mailbox.trouble(1, &Trouble::HangUp);
    anna.plays(&id, "pass").await;
    tries(&server, 1).await;
    let owed = server.query("SELECT id::text FROM emails WHERE state = 'due'").await;
    server.later(Duration::seconds(30));
    let came = server.mailbox.wait_for(&bob.address, |email| email.text().starts_with("It is your turn")).await;
    assert_eq!(came.header("Message-ID").unwrap(), format!("<{}@localhost>", owed[0][0].as_deref().unwrap()));
    all_sent(&server).await;
    assert_eq!(turns(&of_matches(&server, &bob)), 1);
    assert_eq!(server.count("SELECT attempts FROM emails WHERE kind = 'your-turn'").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_mail_server_is_away_no_email_is_lost_and_health_reports_it() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let (database, gone) = server.stop().await;
    let (url, place) = (gone.url(), gone.url().replace("smtp://", ""));
    drop(gone);
    eventually("the mail server is gone", async || tokio::net::TcpStream::connect(&place).await.err()).await;
    let spare = Mailbox::open(Security::Plain).await;
    let server = Server::on(&database, spare, |table| drop(table.insert("smtp_url".to_owned(), url.into()))).await;
    let (anna, bob) = (anna.at(&server), bob.at(&server));
    table(&server, &[&anna, &bob]).await;
    tries(&server, 2).await;
    assert_eq!(server.operator().get("/healthz").await.expect(200)["status"], "ok");
    server.later(Duration::minutes(11));
    let health = server.operator().get("/healthz").await.expect(200);
    assert_eq!((&health["status"], &health["emails_late"]), (&json!("emails-late"), &json!(2)), "{health}");
    server.operator().get("/metrics").await.expect(200);
    // Another start, with a mail server again: both emails come, once.
    let (database, spare) = server.stop().await;
    let again = Server::on(&database, spare, |_| {}).await;
    again.later(Duration::hours(1));
    for person in [&anna, &bob] {
        again.mailbox.wait_for(&person.address, |email| email.subject().contains("Spring cup")).await;
    }
    all_sent(&again).await;
    assert_eq!(of_matches(&again, &anna).len() + of_matches(&again, &bob).len(), 2);
    let health: Value = again.operator().get("/healthz").await.expect(200);
    assert_eq!((&health["status"], &health["emails_due"]), (&json!("ok"), &json!(0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_email_that_cannot_be_composed_delays_no_other() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    // No email can be sent there. Such an address is refused today, but a database may hold one from before.
    server.post("/v1/sign-in", &json!({"address": "a@b"})).await.problem("bad-field");
    let now = "to_timestamp(1767225600)";
    let user = anna.id();
    server.query(&format!("UPDATE users SET address = 'a@b' WHERE id = '{user}'")).await;
    let bob = server.person("Bob").await;
    let id = table(&server, &[&anna, &bob]).await;
    server.query(&format!("UPDATE emails SET due_at = {now} - interval '1 hour' WHERE state = 'due'")).await;
    server.mailbox.wait_for(&bob.address, |email| email.subject().contains("Spring cup")).await;
    tries(&server, 1).await;
    anna.plays(&id, "pass").await;
    server.mailbox.wait_for(&bob.address, |email| email.text().starts_with("It is your turn")).await;
}
