//! One's own account, address and letters.

use chrono::Duration;
use reqwest::{Client, Response, StatusCode};
use serde_json::json;
use turnpost::category::Category;
use turnpost::ids::{AddressChangeId, UserId};
use turnpost::play::links::{self, Side};

use super::sign_in::post_form;
use super::{Person, Server, count, page, read, refused, sign_in, token};

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_changed_field_by_field() {
    let server = Server::start().await;
    let (ada, bob) = (sign_in(&server, "ada@example.org").await, sign_in(&server, "bob@example.org").await);
    let wish =
        json!({"handle": "Ada-1", "name": "  A\u{301}da  L ", "time_zone": "Europe/London", "mail": {"turns": false}});
    let me = read(server.patch("/v1/me", &wish, Some(&ada.access)).await).await;
    assert_eq!(
        (&me["handle"], &me["name"], &me["time_zone"]),
        (&json!("ada-1"), &json!("\u{c1}da L"), &json!("Europe/London"))
    );
    assert_eq!(me["mail"], json!({"turns": false, "matches": true, "invitations": true}));
    assert_eq!(read(server.patch("/v1/me", &json!({}), Some(&ada.access)).await).await, me);
    assert_eq!(read(server.patch("/v1/me", &json!({"handle": "ada-1"}), Some(&ada.access)).await).await, me);
    let before = read(server.get("/v1/me", Some(&bob.access)).await).await;
    let taken = json!({"handle": "ADA-1", "name": "Bob"});
    refused(server.patch("/v1/me", &taken, Some(&bob.access)).await, "conflict", Some("handle")).await;
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
        (json!({"address": "x@example.org"}), "address"),
        (json!({"id": "x"}), "id"),
    ] {
        refused(server.patch("/v1/me", &wish, Some(&bob.access)).await, "bad-field", Some(field)).await;
    }
    assert_eq!(read(server.get("/v1/me", Some(&bob.access)).await).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_handle_wished_for_all_at_once_goes_to_one() {
    let server = Server::start().await;
    let mut people = Vec::new();
    for n in 0..6 {
        people.push(sign_in(&server, &format!("p{n}@example.org")).await);
    }
    let wish = json!({"handle": "winner"});
    let wishes = people.iter().map(|one| server.patch("/v1/me", &wish, Some(&one.access)));
    let answers = futures_util::future::join_all(wishes).await;
    assert_eq!(answers.iter().filter(|answer| answer.status() == StatusCode::OK).count(), 1);
    assert!(answers.iter().all(|answer| [200, 409].contains(&answer.status().as_u16())));
}

/// Asks for a change, and gives the tokens of the letters to the old and the new address.
pub(super) async fn ask_change(server: &Server, person: &Person, address: &str) -> [String; 2] {
    let answer = server.post("/v1/me/address", &json!({"address": address}), Some(&person.access)).await;
    assert_eq!(answer.status(), StatusCode::ACCEPTED);
    let owed = format!(
        "SELECT about FROM letters WHERE kind = 'confirm-address' AND user_id = '{}' ORDER BY id DESC LIMIT 1",
        person.id
    );
    let id: AddressChangeId = server.sql(&owed).await[0][0].parse().unwrap();
    [Side::Old, Side::New].map(|side| token(&links::confirm_address_path(&server.app.secrets, id, side)))
}

pub(super) async fn confirm(server: &Server, token: &str) -> Response {
    server.post("/v1/address-changes/confirm", &json!({"token": token}), None).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_changed_when_both_have_confirmed() {
    let server = Server::start().await;
    let ada = sign_in(&server, "ada@example.org").await;
    let [old, new] = ask_change(&server, &ada, "Ada@Example.com").await;
    let letters = server.sql("SELECT seat, user_id FROM letters WHERE kind = 'confirm-address' ORDER BY seat").await;
    assert_eq!(letters, [["0", &ada.id], ["1", &ada.id]]);
    assert_eq!(read(confirm(&server, &new).await).await, json!({"confirmed": "new", "done": false}));
    assert_eq!(read(confirm(&server, &new).await).await, json!({"confirmed": "new", "done": false}));
    assert_eq!(read(server.get("/v1/me", Some(&ada.access)).await).await["address"], "ada@example.org");
    assert_eq!(read(confirm(&server, &old).await).await, json!({"confirmed": "old", "done": true}));
    assert_eq!(read(confirm(&server, &old).await).await, json!({"confirmed": "old", "done": true}));
    assert_eq!(read(server.get("/v1/me", Some(&ada.access)).await).await["address"], "ada@example.com");
    assert_eq!(sign_in(&server, "ada@example.com").await.id, ada.id);
    assert_ne!(sign_in(&server, "ada@example.org").await.id, ada.id);
    let same = json!({"address": "ADA@example.com"});
    refused(server.post("/v1/me/address", &same, Some(&ada.access)).await, "bad-field", Some("address")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn both_sides_at_once_change_the_address() {
    let server = Server::start().await;
    for n in 0..8 {
        let ada = sign_in(&server, &format!("old{n}@example.org")).await;
        let [old, new] = ask_change(&server, &ada, &format!("new{n}@example.org")).await;
        let answers = futures_util::future::join(confirm(&server, &old), confirm(&server, &new)).await;
        let (old, new) = (read(answers.0).await, read(answers.1).await);
        assert!(old["done"] == true || new["done"] == true);
        let me = read(server.get("/v1/me", Some(&ada.access)).await).await;
        assert_eq!(me["address"], format!("new{n}@example.org"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_of_address_ends_by_time_by_a_newer_one_and_by_being_taken() {
    let server = Server::start().await;
    let (ada, bob) = (sign_in(&server, "ada@example.org").await, sign_in(&server, "bob@example.org").await);
    // Nothing tells at first that the address is taken.
    let [old, new] = ask_change(&server, &ada, "bob@example.org").await;
    assert_eq!(read(confirm(&server, &old).await).await["done"], false);
    refused(confirm(&server, &new).await, "conflict", Some("address")).await;
    let me = read(server.get("/v1/me", Some(&ada.access)).await).await;
    assert_eq!(me["address"], "ada@example.org");
    assert_eq!(count(&server, "address_changes WHERE new_confirmed_at IS NOT NULL").await, 0);

    let first = ask_change(&server, &ada, "ada@one.example").await;
    let second = ask_change(&server, &ada, "ada@two.example").await;
    for token in [&first[0], &first[1], &old] {
        refused(confirm(&server, token).await, "bad-code", None).await;
    }
    confirm(&server, &second[0]).await;
    server.clock.advance(Duration::hours(24));
    refused(confirm(&server, &second[1]).await, "bad-code", None).await;
    for forged in ["", "nonsense", &first[0][2..], &"ab".repeat(3000)] {
        refused(confirm(&server, forged).await, "bad-code", None).await;
    }
    refused(
        server.post("/v1/me/address", &json!({"address": "a@b\r\nc"}), Some(&bob.access)).await,
        "unauthenticated",
        None,
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_a_change_of_address_confirms_by_its_button_only() {
    let server = Server::start().await;
    let ada = sign_in(&server, "ada@example.org").await;
    let [old, new] =
        ask_change(&server, &ada, "ada@example.com").await.map(|token| format!("/confirm-address/{token}"));
    for path in [&old, &new] {
        assert!(page(server.get(path, None).await, 200).await.contains("Yes, change it"));
    }
    assert_eq!(
        count(&server, "address_changes WHERE old_confirmed_at IS NOT NULL OR new_confirmed_at IS NOT NULL").await,
        0
    );
    assert!(page(post_form(&server, &old, "").await, 200).await.contains("new address"));
    assert!(page(post_form(&server, &new, "").await, 200).await.contains("is changed"));
    sign_in(&server, "bob@example.org").await;
    let [old, new] =
        ask_change(&server, &ada, "bob@example.org").await.map(|token| format!("/confirm-address/{token}"));
    page(post_form(&server, &old, "").await, 200).await;
    let refused = page(post_form(&server, &new, "").await, 409).await;
    assert!(refused.contains("has an account of its own"), "the page says why: {refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_click_stops_one_kind_of_letters() {
    let server = Server::start().await;
    let ada = sign_in(&server, "ada@example.org").await;
    let user: UserId = ada.id.parse().unwrap();
    let path = |kind| links::unsubscribe_path(&server.app.secrets, user, kind);
    let mail = async || read(server.get("/v1/me", Some(&ada.access)).await).await["mail"].clone();
    assert!(page(server.get(&path(Category::Turns), None).await, 200).await.contains("Stop them"));
    assert_eq!(mail().await, json!({"turns": true, "matches": true, "invitations": true}));
    page(post_form(&server, &path(Category::Turns), "List-Unsubscribe=One-Click").await, 200).await;
    assert_eq!(mail().await, json!({"turns": false, "matches": true, "invitations": true}));
    let empty = Client::new().post(server.url(&path(Category::Invitations))).send().await.unwrap();
    page(empty, 200).await;
    page(post_form(&server, &path(Category::Invitations), "nonsense").await, 200).await;
    page(server.post(&path(Category::Matches), &json!([1]), None).await, 200).await;
    assert_eq!(mail().await, json!({"turns": false, "matches": false, "invitations": false}));
    for forged in ["/unsubscribe/nonsense", "/unsubscribe/00", "/unsubscribe/%20"] {
        page(server.get(forged, None).await, 404).await;
        page(post_form(&server, forged, "List-Unsubscribe=One-Click").await, 404).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_come_in_pages_with_what_became_of_them() {
    let server = Server::start().await;
    let (ada, bob) = (sign_in(&server, "ada@example.org").await, sign_in(&server, "bob@example.org").await);
    for (person, many) in [(&ada, 25), (&bob, 2)] {
        server
            .sql(&format!(
                "INSERT INTO letters (id, kind, user_id, created_at, due_at, state)
            SELECT ('0198c0de-7a11-7000-8000-' || lpad(to_hex(n + {many} * 1000), 12, '0'))::uuid, 'your-turn', '{}',
            now(), now(), 'sent' FROM generate_series(1, {many}) n",
                person.id
            ))
            .await;
    }
    server
        .sql("INSERT INTO deliveries SELECT id, 1, now(), false, '451 later' FROM letters WHERE kind = 'your-turn'")
        .await;
    server
        .sql("INSERT INTO deliveries SELECT id, 2, now(), true, '250 ok' FROM letters WHERE kind = 'your-turn'")
        .await;
    let mut path = "/v1/me/letters?limit=10".to_owned();
    let (mut sizes, mut ids) = (Vec::new(), Vec::new());
    loop {
        let answer = server.get(&path, Some(&ada.access)).await;
        let link = answer.headers().get("link").map(|link| link.to_str().unwrap().to_owned());
        let body = read(answer).await;
        let letters = body["letters"].as_array().unwrap();
        sizes.push(letters.len());
        ids.extend(letters.iter().map(|letter| letter["id"].as_str().unwrap().to_owned()));
        assert_eq!(letters[0]["deliveries"][1]["answer"], "250 ok");
        assert_eq!(letters[0]["deliveries"][0]["accepted"], false);
        assert_eq!(link.is_some(), body["next"].is_string());
        let Some(link) = link else { break };
        assert!(link.contains(body["next"].as_str().unwrap()) && link.ends_with(">; rel=\"next\""));
        path = link[1..link.find('>').unwrap()].to_owned();
    }
    assert_eq!(sizes, [10, 10, 5]);
    assert!(ids.is_sorted_by(|a, b| a > b));
    assert_eq!(
        read(server.get("/v1/me/letters", Some(&bob.access)).await).await["letters"].as_array().unwrap().len(),
        2
    );
    for (query, field) in [
        ("cursor=nonsense", "cursor"),
        ("cursor=", "cursor"),
        ("cursor=%00", "cursor"),
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("limit=ten", "limit"),
        ("limit=-1", "limit"),
    ] {
        let answer = server.get(&format!("/v1/me/letters?{query}"), Some(&ada.access)).await;
        refused(answer, "bad-field", Some(field)).await;
    }
}
