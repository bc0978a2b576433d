//! Deceptive names, and access to the data of other people.

use serde_json::json;
use tests::{Reply, Server};

use super::Desk;

#[tokio::test(flavor = "multi_thread")]
async fn names_that_deceive_are_refused_by_field() {
    let desk = Desk::set().await;
    let before = desk.stored().await;
    let bad = [
        "a\r\nBcc: x@example.org",
        "a\u{202e}b",
        "a\u{2066}b",
        "a\u{200b}b",
        "a\u{7f}",
        "a\u{85}b",
        "\u{2028}",
        "   ",
        "\u{3164}",
    ];
    let open = format!("/v1/matches/{}/invitations", desk.open);
    for text in bad {
        let field = async |reply: Reply, name: &str| assert_eq!(reply.problem("bad-field")["field"], name, "{text:?}");
        field(desk.anna.patch("/v1/me", &json!({"name": text})).await, "name").await;
        field(desk.anna.patch("/v1/me", &json!({"handle": text})).await, "handle").await;
        field(desk.anna.patch("/v1/me", &json!({"time_zone": text})).await, "time_zone").await;
        field(desk.anna.post("/v1/me/tokens", &json!({"name": text, "scopes": ["matches:read"]})).await, "name").await;
        field(desk.anna.post("/v1/matches", &json!({"game": "magma", "name": text})).await, "name").await;
        field(desk.anna.post("/v1/matches", &json!({"game": text})).await, "game").await;
        field(
            desk.anna.post("/v1/matches", &json!({"game": "magma", "clock": {"kind": "per-move", "time": text}})).await,
            "clock",
        )
        .await;
        field(desk.anna.post(&open, &json!({"handle": text})).await, "handle").await;
        for address in [format!("{text}@example.org"), format!("a@example.org{text}"), format!("a@{text}.example")] {
            let bodies = [(&open[..], json!({"address": address})), ("/v1/me/address", json!({"address": address}))];
            for (path, body) in bodies.iter().chain([&("/v1/sign-in", json!({"address": address}))]) {
                field(desk.anna.post(path, body).await, "address").await;
            }
        }
    }
    assert_eq!(desk.stored().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn things_of_other_people_are_not_found() {
    let server = Server::start().await;
    let [anna, bob, eve] = server.people(["Anna", "Bob", "Eve"]).await;
    let id = anna.creates(json!({"game": "magma", "visibility": "private"})).await;
    anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": "bob"})).await.expect(202);
    let invitation =
        bob.get("/v1/me/invitations").await.expect(200)["invitations"][0]["id"].as_str().unwrap().to_owned();
    let session = anna.get("/v1/me/sessions").await.expect(200)["sessions"][0]["id"].as_str().unwrap().to_owned();
    let token = anna.post("/v1/me/tokens", &json!({"name": "bot", "scopes": ["account:read"]})).await.expect(201);
    let token = token["id"].as_str().unwrap();
    let moves = json!({"move": "pass", "turn": 0});
    for (method, path, body) in [
        ("DELETE", format!("/v1/me/sessions/{session}"), None),
        ("DELETE", format!("/v1/me/tokens/{token}"), None),
        ("POST", format!("/v1/invitations/{invitation}/accept"), None),
        ("POST", format!("/v1/invitations/{invitation}/decline"), None),
        ("DELETE", format!("/v1/invitations/{invitation}"), None),
        ("GET", format!("/v1/matches/{id}"), None),
        ("GET", format!("/v1/matches/{id}/log"), None),
        ("GET", format!("/v1/matches/{id}/board.svg"), None),
        ("GET", format!("/v1/matches/{id}/record"), None),
        ("GET", format!("/v1/matches/{id}/choices"), None),
        ("GET", format!("/v1/matches/{id}/invitations"), None),
        ("POST", format!("/v1/matches/{id}/join"), None),
        ("POST", format!("/v1/matches/{id}/leave"), None),
        ("POST", format!("/v1/matches/{id}/resign"), None),
        ("DELETE", format!("/v1/matches/{id}"), None),
        ("POST", format!("/v1/matches/{id}/moves"), Some(moves.clone())),
        ("POST", format!("/v1/matches/{id}/preview"), Some(json!({"move": "pass"}))),
        ("POST", format!("/v1/matches/{id}/agree"), Some(json!({"agree": true, "turn": 0}))),
        ("POST", format!("/v1/matches/{id}/invitations"), Some(json!({"handle": "eve"}))),
    ] {
        let request = eve.request(method, &path);
        let reply = Reply::of(if let Some(body) = body { request.json(&body) } else { request }).await;
        reply.problem("not-found");
    }
    // Bob, who is invited, sees the match but may not change it.
    bob.sees(&id).await;
    Reply::of(bob.request("DELETE", &format!("/v1/matches/{id}"))).await.problem("forbidden");
    bob.get(&format!("/v1/matches/{id}/invitations")).await.problem("forbidden");
    bob.delete(&format!("/v1/invitations/{invitation}")).await.problem("not-found");
    anna.get("/v1/me").await.expect(200);
    bob.act(&format!("/v1/invitations/{invitation}/accept")).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn kept_letters_are_shown_on_this_machine_only() {
    let server = Server::with(|table| {
        table.remove("smtp_url");
        table.insert("public_url".to_owned(), "http://localhost".into());
    })
    .await;
    server.post("/v1/sign-in", &json!({"address": "anna@example.org"})).await.expect(202);
    let ask = async |path: &str| server.get(path).await;
    server.letters_are_out().await;
    let mailbox = server.mailbox_path();
    let kept = ask(&format!("{mailbox}/letters.json?to=anna@example.org")).await.json();
    assert!(kept[0]["text"].as_str().unwrap().contains("Turnpost code"), "{kept}");
    for none in ["%00", "anna%00", "bob@example.org", "%27--", "%E2%80%AE"] {
        assert_eq!(ask(&format!("{mailbox}/letters.json?to={none}")).await.json(), json!([]), "{none}");
    }
    for (name, value) in
        [("x-forwarded-for", "127.0.0.1"), ("host", "evil.example:80"), ("via", "1.1 a"), ("forwarded", "for=1")]
    {
        for path in ["", "/letters.json", &format!("/{}", kept[0]["id"].as_str().unwrap())] {
            let path = format!("{mailbox}{path}");
            assert_eq!(Reply::of(server.request("GET", &path).header(name, value)).await.status, 404, "{path} {name}");
        }
    }
    let sent = Server::start().await;
    sent.get(&sent.mailbox_path()).await.expect(404);
}
