//! Sign-in letters and codes while other people, from other networks, ask for letters and try codes.

use chrono::Duration;
use serde_json::{Value, json};
use tests::{Reply, Server};
use turnpost::play::links;

use super::{count, token, wrong};

const ADA: &str = "ada@example.org";

/// A server without a worker, behind a proxy, so that a request can come from any network.
async fn behind_a_proxy(change: impl FnOnce(&mut toml::Table)) -> Server {
    Server::quiet(|table| {
        table.insert("proxies".to_owned(), "1".into());
        change(table);
    })
    .await
}

/// Sends a request from this network.
async fn post_from(server: &Server, from: &str, path: &str, body: &Value) -> Reply {
    Reply::of(server.request("POST", path).header("x-forwarded-for", from).json(body)).await
}

/// Asks for a letter to this address; returns the answer with the id of the sign-in.
async fn ask(server: &Server, from: &str, address: &str) -> (Reply, String) {
    let reply = post_from(server, from, "/v1/sign-in", &json!({ "address": address })).await;
    let id = reply.expect(202)["sign_in"].as_str().unwrap().to_owned();
    (reply, id)
}

fn code_of(server: &Server, id: &str) -> String {
    server.app.secrets.code(id.parse().unwrap())
}

async fn enter(server: &Server, from: &str, id: &str, code: &str) -> Reply {
    post_from(server, from, &format!("/v1/sign-in/{id}/code"), &json!({ "code": code })).await
}

async fn signs_in(server: &Server, from: &str, address: &str) {
    let (_, id) = ask(server, from, address).await;
    enter(server, from, &id, &code_of(server, &id)).await.expect(200);
}

/// Enters five wrong codes for a new sign-in, so that it ends.
async fn guess(server: &Server, from: &str, address: &str) {
    let (_, id) = ask(server, from, address).await;
    for _ in 0..5 {
        enter(server, from, &id, &wrong(&code_of(server, &id))).await.refused("bad-code", None);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_that_is_still_good_is_sent_again() {
    let server = behind_a_proxy(|_| {}).await;
    let (_, first) = ask(&server, "192.0.2.1", ADA).await;
    assert_eq!(ask(&server, "192.0.2.1", ADA).await.1, first);
    assert_eq!(count(&server, "letters").await, 1, "the letter is not sent yet");
    server.query("UPDATE letters SET state = 'sent'").await;
    let (again, id) = ask(&server, "192.0.2.1", ADA).await;
    assert_eq!((id.as_str(), count(&server, "letters WHERE state = 'due'").await), (first.as_str(), 1));
    assert_eq!(count(&server, "sign_ins").await, 1);
    // Not for another network, which could use up the codes, nor for another address.
    assert_ne!(ask(&server, "192.0.2.2", ADA).await.1, first);
    assert_ne!(ask(&server, "192.0.2.1", "bob@example.org").await.1, first);
    // Nor one that ends soon, or has been used or ended.
    server.later(Duration::minutes(11));
    let (later, second) = ask(&server, "192.0.2.1", ADA).await;
    assert_ne!(second, first);
    assert_ne!(later.json()["expires_at"], again.json()["expires_at"]);
    enter(&server, "192.0.2.1", &second, &code_of(&server, &second)).await.expect(200);
    let (_, third) = ask(&server, "192.0.2.1", ADA).await;
    assert_ne!(third, second);
    for _ in 0..5 {
        enter(&server, "192.0.2.1", &third, &wrong(&code_of(&server, &third))).await;
    }
    assert_ne!(ask(&server, "192.0.2.1", ADA).await.1, third);
}

#[tokio::test(flavor = "multi_thread")]
async fn networks_of_the_owner_keep_a_reserve_of_letters() {
    let server = behind_a_proxy(|table| {
        table.insert("sign_ins_per_hour".to_owned(), "2".into());
    })
    .await;
    signs_in(&server, "192.0.2.1", ADA).await;
    let letters = async || {
        count(&server, &format!("letters l JOIN sign_ins s ON s.id = l.about WHERE s.address = '{ADA}'")).await
    };
    let before = letters().await;
    for from in 1..=9 {
        ask(&server, &format!("198.51.{from}.1"), ADA).await;
    }
    // Refused like this, the request tells nothing: its answer is that of all others.
    assert_eq!(letters().await, before + 9);
    let (reply, id) = ask(&server, "198.51.99.1", ADA).await;
    assert_eq!(letters().await, before + 9, "nothing is sent");
    assert!(reply.json()["expires_at"].is_string());
    enter(&server, "198.51.99.1", &id, &wrong(&code_of(&server, &id))).await.refused("bad-code", None);
    // The owner, and their neighbour in the same part of the network, are not locked out.
    ask(&server, "192.0.2.1", ADA).await;
    ask(&server, "192.0.2.77", ADA).await;
    assert_eq!(letters().await, before + 11);
    // The network itself has its limit, of which its owner is told.
    let third = post_from(&server, "192.0.2.1", "/v1/sign-in", &json!({ "address": ADA })).await;
    third.problem("rate-limited");
    // What is known of networks goes with the account.
    assert_eq!(count(&server, "user_networks").await, 1);
    assert_eq!(count(&server, "user_networks WHERE user_networks::text LIKE '%192.0.2%'").await, 0);
    let ada = server.person_by_secret("Zoe").await;
    assert_eq!(count(&server, "user_networks").await, 2);
    ada.delete("/v1/me").await.expect(204);
    assert_eq!(count(&server, "user_networks").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mailbox_has_a_limit_of_sign_in_letters_wherever_they_are_asked_for() {
    let server = behind_a_proxy(|table| {
        table.insert("sign_ins_per_hour".to_owned(), "1".into());
    })
    .await;
    signs_in(&server, "192.0.2.1", ADA).await;
    for from in 1..=20 {
        ask(&server, &format!("198.51.{from}.1"), ADA).await;
    }
    assert_eq!(count(&server, "letters").await, 5, "in an hour");
    for from in 2..=20 {
        ask(&server, &format!("192.0.2.{from}"), ADA).await;
    }
    assert_eq!(count(&server, "letters").await, 10, "the reserve of a day");
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_codes_of_others_end_no_codes_of_the_owner() {
    let server = behind_a_proxy(|_| {}).await;
    signs_in(&server, "192.0.2.1", ADA).await;
    for from in 1..=6 {
        guess(&server, &format!("198.51.{from}.1"), ADA).await;
    }
    signs_in(&server, "192.0.2.1", ADA).await;
    // From elsewhere no code is good any more, but the link is.
    let (_, id) = ask(&server, "203.0.113.1", ADA).await;
    enter(&server, "203.0.113.1", &id, &code_of(&server, &id)).await.refused("bad-code", None);
    let link = token(&links::sign_in_path(&server.app.secrets, id.parse().unwrap()));
    post_from(&server, "203.0.113.1", "/v1/sign-in/link", &json!({ "token": link })).await.expect(200);
    // From there the owner has signed in now.
    signs_in(&server, "203.0.113.9", ADA).await;
    // Wrong codes in the networks of the owner are counted, too.
    for from in 1..=4 {
        guess(&server, &format!("192.0.2.{from}"), ADA).await;
    }
    let (_, id) = ask(&server, "192.0.2.1", ADA).await;
    enter(&server, "192.0.2.1", &id, &code_of(&server, &id)).await.refused("bad-code", None);
}

#[tokio::test(flavor = "multi_thread")]
async fn five_wrong_codes_leave_the_link_of_the_letter_good() {
    let server = behind_a_proxy(|_| {}).await;
    let (_, id) = ask(&server, "192.0.2.1", ADA).await;
    for _ in 0..5 {
        enter(&server, "192.0.2.1", &id, &wrong(&code_of(&server, &id))).await.refused("bad-code", None);
    }
    enter(&server, "192.0.2.1", &id, &code_of(&server, &id)).await.refused("bad-code", None);
    let link = token(&links::sign_in_path(&server.app.secrets, id.parse().unwrap()));
    post_from(&server, "192.0.2.1", "/v1/sign-in/link", &json!({ "token": link })).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn codes_tried_over_many_accounts_raise_an_alarm_and_a_brake() {
    let server = behind_a_proxy(|table| {
        table.insert("wrong_codes_per_hour".to_owned(), "30".into());
    })
    .await;
    signs_in(&server, "192.0.2.1", ADA).await;
    let status = async || {
        // No worker sends the letters, which would be a fault of its own.
        server.query("UPDATE letters SET state = 'moot' WHERE state = 'due'").await;
        server.operator().get("/healthz").await.expect(200)["status"].as_str().unwrap().to_owned()
    };
    for account in 1..=5 {
        guess(&server, &format!("198.50.{account}.1"), &format!("victim{account}@example.org")).await;
    }
    assert_eq!(status().await, "ok");
    signs_in(&server, "203.0.113.1", "bob@example.org").await;
    guess(&server, "198.50.6.1", "victim6@example.org").await;
    assert_eq!(status().await, "codes-guessed");
    assert!(server.operator().get("/metrics").await.text().contains("turnpost_codes_braked 1"));
    // A stranger with the right code is told no more than one with a wrong code; the link of the letter works.
    let (_, id) = ask(&server, "198.51.4.1", "cleo@example.org").await;
    enter(&server, "198.51.4.1", &id, &code_of(&server, &id)).await.refused("bad-code", None);
    let link = token(&links::sign_in_path(&server.app.secrets, id.parse().unwrap()));
    post_from(&server, "198.51.4.1", "/v1/sign-in/link", &json!({ "token": link })).await.expect(200);
    // Where a person has signed in before, codes go on.
    signs_in(&server, "192.0.2.1", ADA).await;
    // It holds on as long as codes are tried.
    server.later(Duration::minutes(50));
    guess(&server, "198.51.5.1", "victim7@example.org").await;
    server.later(Duration::minutes(50));
    assert_eq!(status().await, "codes-guessed");
    server.later(Duration::minutes(11));
    assert_eq!(status().await, "ok");
    signs_in(&server, "198.51.4.1", "dan@example.org").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_network_cannot_pull_the_brake() {
    let server = behind_a_proxy(|table| {
        table.insert("wrong_codes_per_hour".to_owned(), "20".into());
    })
    .await;
    for networks in [["198.51.1.1"; 12], std::array::from_fn(|_| "2001:db8:1:1::1")] {
        let mut statuses = Vec::new();
        for (number, from) in networks.into_iter().enumerate() {
            let address = format!("{}{number}@example.org", if from.contains(':') { "six" } else { "four" });
            let (_, id) = ask(&server, from, &address).await;
            statuses.push(enter(&server, from, &id, &wrong(&code_of(&server, &id))).await.status);
        }
        assert_eq!(statuses[..4], [401; 4]);
        assert_eq!(statuses[4..], [429; 8]);
    }
    // Nor can a whole site: it may try as many codes as two networks.
    for network in 2..20 {
        let (from, address) = (format!("2001:db8:1:{network}00::1"), format!("site{network}@example.org"));
        let (_, id) = ask(&server, &from, &address).await;
        enter(&server, &from, &id, &wrong(&code_of(&server, &id))).await;
    }
    assert_eq!(server.operator().get("/healthz").await.expect(200)["status"], "ok");
    signs_in(&server, "203.0.113.1", "bob@example.org").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn networks_of_one_site_are_counted_together_too() {
    let server = behind_a_proxy(|table| {
        table.insert("requests_per_minute".to_owned(), "5".into());
    })
    .await;
    let ask = async |network: u32| {
        let request =
            server.request("GET", "/v1/games").header("x-forwarded-for", format!("2001:db8:1:{network:x}::1"));
        Reply::of(request).await.status
    };
    // Refusals are held for a moment, so many requests are sent at once.
    let count = async |networks: Vec<u32>| {
        let mut passed = 0;
        for networks in networks.chunks(64) {
            let statuses = futures_util::future::join_all(networks.iter().map(|network| ask(*network))).await;
            passed += statuses.iter().filter(|status| **status == 200).count();
        }
        passed
    };
    let passed = count((0..400).map(|number| number % 256).collect()).await;
    // Of a site of 256 networks as many as of four networks; one request may become free meanwhile.
    assert!((20..=25).contains(&passed), "{passed}");
    let passed = count((1..=255).map(|number| number * 256).collect()).await;
    assert!((40..=75).contains(&passed), "of a whole /48 as many as of sixteen networks: {passed}");
    let other = server.request("GET", "/v1/games").header("x-forwarded-for", "2001:db8:2::1");
    Reply::of(other).await.expect(200);
}
