//! Deceptive names, and requests from elsewhere for kept emails.

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
async fn kept_emails_are_shown_on_this_machine_only() {
    let server = Server::with(|table| {
        table.remove("smtp_url");
        table.insert("public_url".to_owned(), "http://localhost".into());
    })
    .await;
    server.post("/v1/sign-in", &json!({"address": "anna@example.org"})).await.expect(202);
    let ask = async |path: &str| server.get(path).await;
    server.emails_are_out().await;
    let mailbox = server.mailbox_path();
    let kept = ask(&format!("{mailbox}/emails.json?to=anna@example.org")).await.json();
    assert!(kept[0]["text"].as_str().unwrap().contains("Turnpost code"), "{kept}");
    for none in ["%00", "anna%00", "bob@example.org", "%27--", "%E2%80%AE"] {
        assert_eq!(ask(&format!("{mailbox}/emails.json?to={none}")).await.json(), json!([]), "{none}");
    }
    for (name, value) in
        [("x-forwarded-for", "127.0.0.1"), ("host", "evil.example:80"), ("via", "1.1 a"), ("forwarded", "for=1")]
    {
        for path in ["", "/emails.json", &format!("/{}", kept[0]["id"].as_str().unwrap())] {
            let path = format!("{mailbox}{path}");
            assert_eq!(
                Reply::send(server.request("GET", &path).header(name, value)).await.status,
                404,
                "{path} {name}"
            );
        }
    }
    let sent = Server::start().await;
    sent.get(&sent.mailbox_path()).await.expect(404);
}
