//! Signing in by code and by link.

use std::collections::BTreeSet;

use chrono::Duration;
use serde_json::json;
use tests::Asked;
use turnpost::ids::{AddressChangeId, SignInId};
use turnpost::play::telling::links::{self, Side};

use super::{ask, count, enter, quiet, sign_in, token, wrong};

#[tokio::test(flavor = "multi_thread")]
async fn the_first_sign_in_makes_an_account_and_the_next_finds_it() {
    let server = quiet().await;
    let id = ask(&server, "Ada@Example.org").await;
    let emails = server.rows("SELECT kind, about, coalesce(user_id::text, '') FROM emails").await;
    assert_eq!(emails, [["sign-in".to_owned(), id.to_string(), String::new()]]);
    let code = id.code(&server);
    let spaced = format!(" {} - {} ", code[..3].to_lowercase(), &code[3..]);
    let first = enter(&server, &id, &spaced).await.json();
    assert_eq!(first["new_account"], true);
    let handle = first["user"]["handle"].as_str().unwrap();
    assert!(handle.starts_with("player-") && handle.len() == 13, "{handle}");
    enter(&server, &id, &code).await.refused("bad-code", None);

    let again = ask(&server, "ada@example.ORG").await;
    let second = enter(&server, &again, &again.code(&server)).await.json();
    assert_eq!((&second["new_account"], &second["user"]), (&json!(false), &first["user"]));
    let me = server.client(second["access_token"].as_str()).get("/v1/me").await.json();
    assert_eq!((&me["address"], &me["time_zone"]), (&json!("ada@example.org"), &json!("UTC")));
    assert_eq!(me["mail"], json!({"turns": true, "matches": true, "invitations": true, "digest": false}));
}

#[tokio::test(flavor = "multi_thread")]
async fn no_answer_reveals_whether_an_address_has_an_account() {
    let server = quiet().await;
    sign_in(&server, "ada@example.org").await;
    let mut shapes = Vec::new();
    for address in ["ada@example.org", "nobody@example.org"] {
        let answer = server.post("/v1/sign-in", &json!({"address": address})).await;
        let headers: BTreeSet<String> = answer.headers.keys().map(ToString::to_string).collect();
        let (status, body) = (answer.status, answer.json());
        let names: Vec<String> = body.as_object().unwrap().keys().cloned().collect();
        shapes.push((status, headers, names, body["expires_at"].clone()));
    }
    assert_eq!(shapes[0], shapes[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn five_wrong_codes_end_a_code_even_if_sent_at_once() {
    let server = quiet().await;
    let id = ask(&server, "ada@example.org").await;
    let code = id.code(&server);
    let wrong = wrong(&code);
    for answer in futures_util::future::join_all((0..20).map(|_| enter(&server, &id, &wrong))).await {
        answer.refused("bad-code", None);
    }
    assert_eq!(server.rows("SELECT attempts FROM sign_ins").await, [["5"]]);
    enter(&server, &id, &code).await.refused("bad-code", None);
    assert_eq!((count(&server, "users").await, count(&server, "sessions").await), (0, 0));

    let id = ask(&server, "ada@example.org").await;
    let code = id.code(&server);
    for _ in 0..4 {
        enter(&server, &id, &self::wrong(&code)).await;
    }
    assert_eq!(enter(&server, &id, &code).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_twenty_wrong_codes_a_day_only_the_links_of_an_address_work() {
    let server = quiet().await;
    for _ in 0..4 {
        let id = ask(&server, "ada@example.org").await;
        for _ in 0..5 {
            enter(&server, &id, &wrong(&id.code(&server))).await;
        }
    }
    let id = ask(&server, "ada@example.org").await;
    let told = enter(&server, &id, &id.code(&server)).await.refused("bad-code", None);
    assert!(told["detail"].as_str().unwrap().contains("its link works"), "{told}");
    let link = token(&links::sign_in_path(&server.app.secrets, *id));
    let answer = server.post("/v1/sign-in/link", &json!({"token": link})).await;
    assert_eq!(answer.status, 200);
    sign_in(&server, "bob@example.org").await;
    server.later(Duration::hours(25));
    sign_in(&server, "ada@example.org").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_is_used_once_even_by_many_at_once() {
    let server = quiet().await;
    let id = ask(&server, "ada@example.org").await;
    let code = id.code(&server);
    let answers = futures_util::future::join_all((0..8).map(|_| enter(&server, &id, &code))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert!(answers.iter().all(|answer| [200, 401].contains(&answer.status)));
    assert_eq!((count(&server, "users").await, count(&server, "sessions").await), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn first_sign_ins_of_one_address_at_once_share_one_account() {
    let server = quiet().await;
    let mut ids = Vec::new();
    for _ in 0..6 {
        ids.push(ask(&server, "ada@example.org").await);
    }
    let codes: Vec<String> = ids.iter().map(|id| id.code(&server)).collect();
    let entries = ids.iter().zip(&codes).map(|(id, code)| enter(&server, id, code));
    let mut people = BTreeSet::new();
    let mut made = 0;
    for answer in futures_util::future::join_all(entries).await {
        let tokens = answer.json();
        made += usize::from(tokens["new_account"] == true);
        people.insert(tokens["user"]["id"].to_string());
    }
    assert_eq!((people.len(), made, count(&server, "sessions").await), (1, 1, 6));
}

#[tokio::test(flavor = "multi_thread")]
async fn codes_and_links_expire_and_are_good_for_one_sign_in() {
    let server = quiet().await;
    let (id, other) = (ask(&server, "ada@example.org").await, ask(&server, "bob@example.org").await);
    let secrets = &server.app.secrets;
    enter(&server, &other, &id.code(&server)).await.refused("bad-code", None);
    let unknown = Asked::parse(&json!({"sign_in": SignInId::new().to_string(), "secret": id.secret}));
    enter(&server, &unknown, &unknown.code(&server)).await.refused("bad-code", None);
    server.later(Duration::minutes(15));
    enter(&server, &id, &id.code(&server)).await.refused("bad-code", None);
    let link = token(&links::sign_in_path(secrets, *id));
    let foreign = token(&links::confirm_address_path(secrets, AddressChangeId(id.0), Side::Old));
    for token in [link.as_str(), foreign.as_str(), "", "nonsense", "00", &"a".repeat(5000), "\u{0}"] {
        let answer = server.post("/v1/sign-in/link", &json!({"token": token})).await;
        answer.refused("bad-code", None);
    }
    for code in ["", "BBBB-BBB", "BBBB-BBBBB", "BBBB-BBB1", "AAAA-AAAA", "ＢＢＢＢＢＢＢＢ", &"B".repeat(5000)]
    {
        enter(&server, &id, code).await.refused("bad-field", Some("code"));
    }
    assert_eq!(count(&server, "users").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn opening_a_link_does_nothing_and_its_button_signs_in() {
    let server = quiet().await;
    let id = ask(&server, "ada@example.org").await;
    let path = links::sign_in_path(&server.app.secrets, *id);
    for _ in 0..3 {
        let text = server.get(&path).await.page(200);
        assert!(text.contains("<form method=\"post\">") && text.contains("Sign in</button>"));
    }
    assert_eq!(count(&server, "sign_ins WHERE used_at IS NOT NULL").await, 0);
    let own = [("sec-fetch-site", "same-origin")];
    let begun = server.fill_with(&path, &own, &[]).await;
    assert!(begun.status == 303 && begun.header("set-cookie").starts_with("__Host-turnpost="), "{}", begun.text());
    assert!(server.fill_with(&path, &own, &[]).await.page(401).contains("not valid"));
    for forged in ["/sign-in/nonsense", "/sign-in/%00", "/sign-in/%ff", "/confirm-address/00"] {
        assert!(server.get(forged).await.page(401).contains("not valid"));
        server.submit(forged, "").await.page(401);
    }
}
