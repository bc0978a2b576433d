//! The setting `registration`: who may make an account, and that no answer tells who has one.

use serde_json::{Value, json};
use tests::mailbox::{Mailbox, Received, Security};
use tests::{Asked, Reply, Server, database, eventually};

async fn closed(setting: &'static str) -> Server {
    Server::with(move |table| {
        table.insert("registration".to_owned(), setting.into());
        table.insert("host_address".to_owned(), "ada@club.example".into());
    })
    .await
}

async fn ask(server: &Server, address: &str) -> (Reply, Received) {
    let before = server.mailbox.emails_to(address).len();
    let asked = server.post("/v1/sign-in", &json!({ "address": address })).await;
    asked.expect(202);
    let is_answer =
        |email: &Received| email.code().is_some() || email.subject() == "You have no account on this Turnpost server";
    let answer = async || server.mailbox.emails_to(address).into_iter().skip(before).find(is_answer);
    (asked, eventually("the answer by email", answer).await)
}

/// Enters the right code, as if the email had told it.
async fn enter(server: &Server, asked: &Reply) -> Reply {
    let asked = Asked::parse(&asked.json());
    server.post(&asked.path(), &asked.entry(&asked.code(server))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn where_people_have_to_be_invited_others_get_an_email_without_a_code() {
    let url = database::fresh().await;
    let open = Server::on(&url, Mailbox::open(Security::Plain).await, |_| {}).await;
    let anna = open.person("Anna").await;
    let (database, mailbox) = open.stop().await;
    let server =
        Server::on(&database, mailbox, |table| drop(table.insert("registration".to_owned(), "invited".into()))).await;
    let anna = anna.at(&server);
    // All are answered alike.
    let (known, email) = ask(&server, &anna.address).await;
    assert!(email.code().is_some());
    let (stranger, refused) = ask(&server, "eve@example.org").await;
    assert!(refused.code().is_none() && !refused.text().contains("/sign-in"), "{}", refused.text());
    assert!(refused.flowing().contains("Ask a player to invite this address to a match"), "{}", refused.text());
    let shape = |reply: &Reply| {
        let body: Value = reply.json();
        (
            reply.status,
            body.as_object().unwrap().keys().cloned().collect::<Vec<_>>(),
            body["expires_at"].clone(),
            reply.text().len(),
        )
    };
    assert_eq!(shape(&known), shape(&stranger));
    enter(&server, &known).await.expect(200);
    let problem = enter(&server, &stranger).await.problem("registration-closed");
    assert!(problem["detail"].as_str().unwrap().contains("invite"), "{problem}");
    assert_eq!(server.count("SELECT count(*) FROM users").await, 1);
    let page = server.get("/sign-in").await.text();
    assert!(page.contains("New players need an invitation"), "{page}");
    // An invitation opens the door, as long as it is open.
    let id = anna.creates(json!({"game": "magma"})).await;
    anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"address": "eve@example.org"})).await.expect(202);
    let list = anna.get(&format!("/v1/matches/{id}/invitations")).await.expect(200);
    let invitation = list["invitations"][0]["id"].as_str().unwrap().to_owned();
    let (asked, email) = ask(&server, "eve@example.org").await;
    assert!(email.code().is_some(), "{}", email.text());
    anna.delete(&format!("/v1/invitations/{invitation}")).await.expect(204);
    enter(&server, &asked).await.problem("registration-closed");
    anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"address": "eve@example.org"})).await.expect(202);
    let (asked, _) = ask(&server, "eve@example.org").await;
    assert_eq!(enter(&server, &asked).await.expect(200)["new_account"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_to_a_match_that_is_called_off_opens_nothing() {
    let server = closed("anna@example.org").await;
    let anna = server.person("Anna").await;
    let id = anna.creates(json!({"game": "magma"})).await;
    anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"address": "eve@example.org"})).await.expect(202);
    anna.delete(&format!("/v1/matches/{id}")).await.expect(204);
    let (_, email) = ask(&server, "eve@example.org").await;
    assert!(
        email.code().is_none() && email.flowing().contains("write to the host: ada@club.example."),
        "{}",
        email.text()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pattern_lets_the_addresses_of_a_domain_in() {
    let server = closed("*@club.example").await;
    let (asked, email) = ask(&server, "bob@club.example").await;
    assert!(email.code().is_some());
    enter(&server, &asked).await.expect(200);
    for stranger in ["bob@other.example", "bob@sub.club.example", "bob@theclub.example"] {
        let (asked, email) = ask(&server, stranger).await;
        assert!(email.code().is_none(), "{stranger}");
        enter(&server, &asked).await.problem("registration-closed");
    }
    assert_eq!(server.count("SELECT count(*) FROM users").await, 1);
}
