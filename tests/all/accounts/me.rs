//! The account of the caller: names, address and emails.

use chrono::Duration;
use serde_json::json;
use tests::{Reply, Server, Session};
use turnpost::category::Category;
use turnpost::ids::{AddressChangeId, UserId};
use turnpost::play::telling::links::{self, Side};

use super::{count, quiet, sign_in, token};

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_changed_field_by_field() {
    let server = quiet().await;
    let (ada, bob) = (sign_in(&server, "ada@example.org").await, sign_in(&server, "bob@example.org").await);
    let wish =
        json!({"handle": "Ada-1", "name": "  A\u{301}da  L ", "time_zone": "Europe/London", "mail": {"turns": false}});
    let me = ada.patch("/v1/me", &wish).await.json();
    assert_eq!(
        (&me["handle"], &me["name"], &me["time_zone"]),
        (&json!("ada-1"), &json!("\u{c1}da L"), &json!("Europe/London"))
    );
    assert_eq!(me["mail"], json!({"turns": false, "matches": true, "invitations": true, "digest": false}));
    assert_eq!(me["email_length"], "auto");
    assert_eq!(ada.patch("/v1/me", &json!({})).await.json(), me);
    assert_eq!(ada.patch("/v1/me", &json!({"handle": "ada-1"})).await.json(), me);
    let before = bob.get("/v1/me").await.json();
    let taken = json!({"handle": "ADA-1", "name": "Bob"});
    bob.patch("/v1/me", &taken).await.refused("conflict", Some("handle"));
    for (wish, field) in [
        (json!({"handle": ""}), "handle"),
        (json!({"handle": "1abc"}), "handle"),
        (json!({"handle": "deleted-1"}), "handle"),
        (json!({"handle": "a".repeat(31)}), "handle"),
        (json!({"handle": 5}), "handle"),
        (json!({"name": " "}), "name"),
        (json!({"name": "a\u{0}"}), "name"),
        (json!({"name": "a\nb"}), "name"),
        (json!({"name": "\u{202e}abc"}), "name"),
        (json!({"name": "a\u{2066}b"}), "name"),
        (json!({"name": "a\u{200b}b"}), "name"),
        (json!({"name": "a".repeat(41)}), "name"),
        (json!({"name": "a".repeat(60_000)}), "name"),
        (json!({"time_zone": "Mars/Olympus"}), "time_zone"),
        (json!({"time_zone": "x".repeat(60_000)}), "time_zone"),
        (json!({"mail": {"turns": "no"}}), "mail.turns"),
        (json!({"mail": {"all": false}}), "mail.all"),
        (json!({"mail": []}), "mail"),
        (json!({"email_length": "long"}), "email_length"),
        (json!({"email_length": 3}), "email_length"),
        (json!({"address": "x@example.org"}), "address"),
        (json!({"id": "x"}), "id"),
    ] {
        bob.patch("/v1/me", &wish).await.refused("bad-field", Some(field));
    }
    assert_eq!(bob.get("/v1/me").await.json(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_handle_that_many_ask_for_at_once_goes_to_one_of_them() {
    let server = quiet().await;
    let mut people = Vec::new();
    for n in 0..6 {
        people.push(sign_in(&server, &format!("p{n}@example.org")).await);
    }
    let wish = json!({"handle": "winner"});
    let wishes = people.iter().map(|one| one.patch("/v1/me", &wish));
    let answers = futures_util::future::join_all(wishes).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert!(answers.iter().all(|answer| [200, 409].contains(&answer.status)));
}

/// Asks for a change, and gives the tokens of the emails to the old and the new address.
pub(super) async fn ask_change(server: &Server, person: &Session, address: &str) -> [String; 2] {
    let answer = person.post("/v1/me/address", &json!({"address": address})).await;
    assert_eq!(answer.status, 202);
    let owed = format!(
        "SELECT about FROM emails WHERE kind = 'confirm-address' AND user_id = '{}' ORDER BY id DESC LIMIT 1",
        person.id
    );
    let id: AddressChangeId = server.rows(&owed).await[0][0].parse().unwrap();
    [Side::Old, Side::New].map(|side| token(&links::confirm_address_path(&server.app.secrets, id, side)))
}

pub(super) async fn confirm(server: &Server, token: &str) -> Reply {
    server.post("/v1/address-changes/confirm", &json!({"token": token})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_changed_when_both_have_confirmed() {
    let server = quiet().await;
    let ada = sign_in(&server, "ada@example.org").await;
    let [old, new] = ask_change(&server, &ada, "Ada@Example.com").await;
    let emails = server.rows("SELECT seat, user_id FROM emails WHERE kind = 'confirm-address' ORDER BY seat").await;
    assert_eq!(emails, [["0", &ada.id], ["1", &ada.id]]);
    assert_eq!(confirm(&server, &new).await.json(), json!({"confirmed": "new", "done": false}));
    assert_eq!(confirm(&server, &new).await.json(), json!({"confirmed": "new", "done": false}));
    assert_eq!(ada.get("/v1/me").await.json()["address"], "ada@example.org");
    assert_eq!(confirm(&server, &old).await.json(), json!({"confirmed": "old", "done": true}));
    assert_eq!(confirm(&server, &old).await.json(), json!({"confirmed": "old", "done": true}));
    assert_eq!(ada.get("/v1/me").await.json()["address"], "ada@example.com");
    assert_eq!(sign_in(&server, "ada@example.com").await.id, ada.id);
    assert_ne!(sign_in(&server, "ada@example.org").await.id, ada.id);
    let same = json!({"address": "ADA@example.com"});
    ada.post("/v1/me/address", &same).await.refused("bad-field", Some("address"));
}

#[tokio::test(flavor = "multi_thread")]
async fn confirmations_of_both_addresses_at_once_change_the_address() {
    let server = quiet().await;
    for n in 0..8 {
        let ada = sign_in(&server, &format!("old{n}@example.org")).await;
        let [old, new] = ask_change(&server, &ada, &format!("new{n}@example.org")).await;
        let answers = futures_util::future::join(confirm(&server, &old), confirm(&server, &new)).await;
        let (old, new) = (answers.0.json(), answers.1.json());
        assert!(old["done"] == true || new["done"] == true);
        let me = ada.get("/v1/me").await.json();
        assert_eq!(me["address"], format!("new{n}@example.org"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_of_address_ends_by_time_or_by_a_newer_one_or_if_the_address_is_taken() {
    let server = quiet().await;
    let (ada, bob) = (sign_in(&server, "ada@example.org").await, sign_in(&server, "bob@example.org").await);
    // At first the answer does not reveal that the address is taken.
    let [old, new] = ask_change(&server, &ada, "bob@example.org").await;
    assert_eq!(confirm(&server, &old).await.json()["done"], false);
    confirm(&server, &new).await.refused("conflict", Some("address"));
    let me = ada.get("/v1/me").await.json();
    assert_eq!(me["address"], "ada@example.org");
    assert_eq!(count(&server, "address_changes WHERE new_confirmed_at IS NOT NULL").await, 0);

    let first = ask_change(&server, &ada, "ada@one.example").await;
    let second = ask_change(&server, &ada, "ada@two.example").await;
    for token in [&first[0], &first[1], &old] {
        confirm(&server, token).await.refused("bad-code", None);
    }
    confirm(&server, &second[0]).await;
    server.later(Duration::hours(24));
    confirm(&server, &second[1]).await.refused("bad-code", None);
    for forged in ["", "nonsense", &first[0][2..], &"ab".repeat(3000)] {
        confirm(&server, forged).await.refused("bad-code", None);
    }
    bob.post("/v1/me/address", &json!({"address": "a@b\r\nc"})).await.refused("unauthenticated", None);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_button_of_its_page_confirms_a_change_of_address() {
    let server = quiet().await;
    let ada = sign_in(&server, "ada@example.org").await;
    let [old, new] =
        ask_change(&server, &ada, "ada@example.com").await.map(|token| format!("/confirm-address/{token}"));
    for path in [&old, &new] {
        assert!(server.get(path).await.page(200).contains("Confirm the change"));
    }
    assert_eq!(
        count(&server, "address_changes WHERE old_confirmed_at IS NOT NULL OR new_confirmed_at IS NOT NULL").await,
        0
    );
    assert!(server.submit(&old, "").await.page(200).contains("new address"));
    assert!(server.submit(&new, "").await.page(200).contains("has changed"));
    sign_in(&server, "bob@example.org").await;
    let [old, new] =
        ask_change(&server, &ada, "bob@example.org").await.map(|token| format!("/confirm-address/{token}"));
    server.submit(&old, "").await.page(200);
    let refused = server.submit(&new, "").await.page(409);
    assert!(refused.contains("already has an account"), "the page says why: {refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_click_stops_one_kind_of_emails() {
    let server = quiet().await;
    let ada = sign_in(&server, "ada@example.org").await;
    let user: UserId = ada.id.parse().unwrap();
    let path = |kind| links::unsubscribe_path(&server.app.secrets, user, kind);
    let mail = async || ada.get("/v1/me").await.json()["mail"].clone();
    assert!(server.get(&path(Category::Turns)).await.page(200).contains("Unsubscribe"));
    assert_eq!(mail().await, json!({"turns": true, "matches": true, "invitations": true, "digest": false}));
    server.submit(&path(Category::Turns), "List-Unsubscribe=One-Click").await.page(200);
    assert_eq!(mail().await, json!({"turns": false, "matches": true, "invitations": true, "digest": false}));
    let empty = Reply::send(server.request("POST", &path(Category::Invitations))).await;
    empty.page(200);
    server.submit(&path(Category::Invitations), "nonsense").await.page(200);
    server.post(&path(Category::Matches), &json!([1])).await.page(200);
    assert_eq!(mail().await, json!({"turns": false, "matches": false, "invitations": false, "digest": false}));
    for forged in ["/unsubscribe/nonsense", "/unsubscribe/00", "/unsubscribe/%20"] {
        server.get(forged).await.page(404);
        server.submit(forged, "List-Unsubscribe=One-Click").await.page(404);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn emails_are_listed_in_pages_with_their_deliveries() {
    let server = quiet().await;
    let (ada, bob) = (sign_in(&server, "ada@example.org").await, sign_in(&server, "bob@example.org").await);
    for (person, many) in [(&ada, 25), (&bob, 2)] {
        server
            .rows(&format!(
                "INSERT INTO emails (home, id, kind, user_id, created_at, due_at, state)
            SELECT '{0}', ('0198c0de-7a11-7000-8000-' || lpad(to_hex(n + {many} * 1000), 12, '0'))::uuid, 'your-turn', '{0}',
            now(), now(), 'sent' FROM generate_series(1, {many}) n",
                person.id
            ))
            .await;
    }
    server
        .rows(
            "INSERT INTO deliveries SELECT home, id, 1, now(), false, '451 later' FROM emails WHERE kind = 'your-turn'",
        )
        .await;
    server
        .rows("INSERT INTO deliveries SELECT home, id, 2, now(), true, '250 ok' FROM emails WHERE kind = 'your-turn'")
        .await;
    let mut path = "/v1/me/emails?limit=10".to_owned();
    let (mut sizes, mut ids) = (Vec::new(), Vec::new());
    loop {
        let answer = ada.get(&path).await;
        let link = Some(answer.header("link").to_owned()).filter(|link| !link.is_empty());
        let body = answer.json();
        let emails = body["emails"].as_array().unwrap();
        sizes.push(emails.len());
        ids.extend(emails.iter().map(|email| email["id"].as_str().unwrap().to_owned()));
        assert_eq!(emails[0]["deliveries"][1]["answer"], "250 ok");
        assert_eq!(emails[0]["deliveries"][0]["accepted"], false);
        assert_eq!(link.is_some(), body["next"].is_string());
        let Some(link) = link else { break };
        assert!(link.contains(body["next"].as_str().unwrap()) && link.ends_with(">; rel=\"next\""));
        path = link[1..link.find('>').unwrap()].to_owned();
    }
    assert_eq!(sizes, [10, 10, 5]);
    assert!(ids.is_sorted_by(|a, b| a > b));
    assert_eq!(bob.get("/v1/me/emails").await.json()["emails"].as_array().unwrap().len(), 2);
    for (query, field) in [
        ("after=nonsense", "after"),
        ("after=", "after"),
        ("after=%00", "after"),
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("limit=ten", "limit"),
        ("limit=-1", "limit"),
    ] {
        let answer = ada.get(&format!("/v1/me/emails?{query}")).await;
        answer.refused("bad-field", Some(field));
    }
}
