//! turnpost people: blocked accounts.

use chrono::Duration;
use serde_json::json;
use tests::{Asked, Person, Reply, Server, eventually};
use turnpost::play::Refusal;
use turnpost::play::people::host;

use super::{command, reason};

async fn with_address() -> Server {
    Server::with(|table| drop(table.insert("host_address".to_owned(), "ada@club.example".into()))).await
}

/// Waits until the server has heard that a session has ended.
async fn is_signed_out(person: &Person) {
    eventually("the end of the session", async || {
        let reply = person.get("/v1/matches?filter=mine").await;
        (reply.status == 401).then(|| reply.problem("unauthenticated"))
    })
    .await;
}

/// Enters the right code of a new sign-in.
async fn enter_code(server: &Server, person: &Person) -> Reply {
    let asked = server.post("/v1/sign-in", &json!({"address": person.address})).await.expect(202);
    let asked = Asked::parse(&asked);
    server.post(&asked.path(), &asked.entry(&asked.code(server))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_block_ends_sessions_and_tokens_and_refuses_sign_ins_until_it_is_taken_back() {
    let server = with_address().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let made = anna.post("/v1/me/tokens", &json!({"name": "bot", "scopes": ["matches:read"]})).await.expect(201);
    let bot = server.client(made["token"].as_str().unwrap());
    bot.get("/v1/matches?filter=mine").await.expect(200);
    // An email tells of the token.
    server.emails_are_out().await;
    command(&server, async |app| host::block(app, "@Anna", &reason()).await).await.unwrap();
    is_signed_out(&anna).await;
    bot.get("/v1/matches?filter=mine").await.problem("unauthenticated");
    server.post("/v1/tokens/refresh", &json!({"refresh_token": anna.refresh})).await.problem("bad-refresh-token");
    let page = Reply::send(server.request("GET", "/account").header("cookie", anna.cookie())).await;
    assert_eq!(page.status, 303, "{}", page.text());
    // The answer to a request for an email is the same; the email has no code.
    let emails = server.mailbox.emails_to(&anna.address).len();
    server.post("/v1/sign-in", &json!({"address": anna.address})).await.expect(202);
    let told = server.mailbox.wait_for(&anna.address, |email| email.subject().contains("blocked")).await;
    assert!(
        told.code().is_none() && told.flowing().contains("Write to ada@club.example to ask why."),
        "{}",
        told.text()
    );
    assert_eq!(server.mailbox.emails_to(&anna.address).len(), emails + 1);
    let problem = enter_code(&server, &anna).await.problem("account-blocked");
    assert!(problem["detail"].as_str().unwrap().contains("ada@club.example"), "{problem}");
    assert_eq!(server.count("SELECT count(*) FROM sessions WHERE ended_at IS NULL").await, 1, "that of Bob");
    bob.get("/v1/me").await.expect(200);
    // Acts that change nothing are refused, and not put on record.
    let again = command(&server, async |app| host::block(app, "anna", &reason()).await).await;
    assert!(matches!(again, Err(Refusal::Conflict(_))));
    let unknown = command(&server, async |app| host::block(app, "nobody", &reason()).await).await;
    assert!(matches!(unknown, Err(Refusal::NotFound("player"))));
    command(&server, async |app| host::unblock(app, "anna", &reason()).await).await.unwrap();
    enter_code(&server, &anna).await.expect(200);
    bot.get("/v1/matches?filter=mine").await.problem("unauthenticated");
    let acts = server
        .rows("SELECT act, u.handle, reason FROM host_acts JOIN users u ON u.id = user_id ORDER BY at, act")
        .await;
    let reason = "One person played both seats".to_owned();
    let act = |word: &str| vec![word.to_owned(), "anna".to_owned(), reason.clone()];
    assert_eq!(acts, [act("block"), act("unblock")]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_block_is_one_of_the_bots_of_a_person_too() {
    let server = with_address().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let make = async |handle: &str| {
        let wish = json!({"handle": handle, "name": handle, "scopes": ["account:read"]});
        let made = anna.post("/v1/bots", &wish).await.expect(201);
        (
            server.client(made["token"]["token"].as_str()),
            format!("/v1/bots/{}/token", made["bot"]["id"].as_str().unwrap()),
        )
    };
    let ((one, of_one), (other, of_other)) = (make("lava-bot").await, make("sand-bot").await);
    let rights = json!({"scopes": ["account:read"]});
    // A bot alone.
    command(&server, async |app| host::block(app, "sand-bot", &reason()).await).await.unwrap();
    other.get("/v1/me").await.problem("unauthenticated");
    one.get("/v1/me").await.expect(200);
    anna.post(&of_other, &rights).await.refused("conflict", None);
    // All with their owner, and back.
    server.later(Duration::seconds(1));
    command(&server, async |app| host::block(app, "anna", &reason()).await).await.unwrap();
    eventually("the end of the token", async || (one.get("/v1/me").await.status == 401).then_some(())).await;
    command(&server, async |app| host::unblock(app, "anna", &reason()).await).await.unwrap();
    enter_code(&server, &anna).await.expect(200);
    let anna = server.person_by_secret("Anna").await;
    let renewed = anna.post(&of_one, &rights).await.expect(201);
    server.client(renewed["token"].as_str()).get("/v1/me").await.expect(200);
    anna.post(&of_other, &rights).await.refused("conflict", None);
    bob.get("/v1/me").await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_of_a_blocked_person_go_on_without_emails_and_without_moves_by_links() {
    let server = with_address().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let clock = json!({"kind": "per-move", "time": "P3D"});
    let id = anna.creates(json!({"game": "magma", "seating": "joined", "clock": clock, "on_lapse": "pass"})).await;
    bob.joins(&id).await;
    let started = server.mailbox.wait_for(&anna.address, |email| email.subject().starts_with("Match started")).await;
    let link = started.path_to("/move/");
    server.get(&link).await.page(200);
    server.emails_are_out().await;
    command(&server, async |app| host::block(app, "anna", &reason()).await).await.unwrap();
    let emails = server.mailbox.emails_to(&anna.address).len();
    let page = server.get(&link).await;
    assert!(page.status == 403 && page.text().contains("ada@club.example"), "{}", page.text());
    let sent = server.fill(&link, &[("move", "pass"), ("turn", "0")]).await;
    assert_eq!((sent.status, bob.sees(&id).await["page"]["turn"].clone()), (403, json!(0)));
    // The clock goes on: the turn passes, and Bob hears of his.
    server.later(Duration::days(3));
    server.mailbox.wait_for(&bob.address, |email| email.subject().starts_with("Your turn")).await;
    server.emails_are_out().await;
    bob.moves(&id).await;
    bob.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": "anna"})).await;
    server.emails_are_out().await;
    assert_eq!(server.mailbox.emails_to(&anna.address).len(), emails, "no email goes out");
    assert!(server.count("SELECT count(*) FROM emails WHERE state = 'moot'").await > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_blocked_person_accepts_no_invitation_by_its_email() {
    let server = with_address().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = bob.creates(json!({"game": "magma"})).await;
    bob.post(&format!("/v1/matches/{id}/invitations"), &json!({"address": anna.address})).await.expect(202);
    let invited = server.mailbox.wait_for(&anna.address, |email| email.text().contains("/invitations/")).await;
    let path = invited.path_to("/invitations/");
    command(&server, async |app| host::block(app, "anna", &reason()).await).await.unwrap();
    let accepted = server.fill(&format!("{path}/accept"), &[]).await;
    assert_eq!(accepted.status, 403, "{}", accepted.text());
    assert_eq!(bob.sees(&id).await["players"].as_array().unwrap().len(), 1);
}
