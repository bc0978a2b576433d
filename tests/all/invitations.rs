//! /v1/invitations, /v1/matches/{match_id}/invitations

use serde_json::{Value, json};
use tests::{Person, Reply, Server};

async fn invite(person: &Person, id: &str, whom: Value) -> Reply {
    person.post(&format!("/v1/matches/{id}/invitations"), &whom).await
}

async fn open_invitations(person: &Person) -> Vec<Value> {
    person.get("/v1/me/invitations").await.expect(200)["invitations"].as_array().unwrap().clone()
}

fn id_of(value: &Value) -> &str {
    value["id"].as_str().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_with_an_account_is_invited_by_handle() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let new = json!({"game": "magma", "visibility": "private", "name": "Spring cup"});
    let id = anna.creates(new).await;
    bob.act(&format!("/v1/matches/{id}/join")).await.problem("not-found");
    // Twice, in capitals, and once more by address: one invitation by handle, one email for it.
    for whom in [json!({"handle": "bob"}), json!({"handle": " BOB "})] {
        invite(&anna, &id, whom).await.expect(202);
    }
    let email = server.mailbox.wait_for("bob@example.org", |email| email.subject().contains("invites")).await;
    assert_eq!(email.subject(), "Anna invites you to play Magma");
    assert!(email.text().contains("Bob, Anna invites you to a match of Magma: Spring cup."), "{}", email.text());
    assert!(email.text().contains("https://turnpost.example/invitations/"), "{}", email.text());
    assert_eq!(server.count("SELECT count(*) FROM emails WHERE kind = 'invitation'").await, 1);
    let open = open_invitations(&bob).await;
    assert_eq!(open.len(), 1);
    assert_eq!((&open[0]["match_name"], &open[0]["from_handle"]), (&json!("Spring cup"), &json!("anna")));
    assert_eq!(bob.sees(&id).await["phase"], "open");
    let started = bob.act(&format!("/v1/invitations/{}/accept", id_of(&open[0]))).await.expect(200);
    assert_eq!(started["phase"], "running");
    bob.act(&format!("/v1/invitations/{}/accept", id_of(&open[0]))).await.problem("conflict");
    assert_eq!(open_invitations(&bob).await, Vec::<Value>::new());
    let all = anna.get(&format!("/v1/matches/{id}/invitations")).await.expect(200);
    assert_eq!(
        (&all["invitations"][0]["handle"], &all["invitations"][0]["answer"]),
        (&json!("bob"), &json!("accepted"))
    );
    invite(&anna, &id, json!({"handle": "bob"})).await.problem("conflict");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_is_invited_by_address_and_gets_an_account_by_signing_in() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let id = anna.creates(json!({"game": "magnapoco", "visibility": "private"})).await;
    invite(&anna, &id, json!({"address": "Zoe@Example.org"})).await.expect(202);
    invite(&anna, &id, json!({"address": "zoe@example.org"})).await.expect(202);
    let email = server.mailbox.wait_for("zoe@example.org", |email| email.subject().contains("invites")).await;
    assert!(email.flowing().contains("if you accept, the server creates one for this address"), "{}", email.text());
    assert_eq!(server.count("SELECT count(*) FROM emails WHERE kind = 'invitation'").await, 1);
    let zoe = server.person("Zoe").await;
    assert_eq!(zoe.get("/v1/me").await.expect(200)["address"], "zoe@example.org");
    let open = open_invitations(&zoe).await;
    assert_eq!(open.len(), 1);
    zoe.sees(&id).await;
    let started = zoe.act(&format!("/v1/invitations/{}/accept", id_of(&open[0]))).await.expect(200);
    assert_eq!(started["phase"], "running");
    // Joining answers an invitation as well.
    let other = anna.creates(json!({"game": "magnapoco", "visibility": "private"})).await;
    invite(&anna, &other, json!({"address": "zoe@example.org"})).await.expect(202);
    zoe.joins(&other).await;
    assert_eq!(open_invitations(&zoe).await, Vec::<Value>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn invitations_are_declined_and_withdrawn() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let id = anna.creates(json!({"game": "magma", "seats": 3, "visibility": "private"})).await;
    for handle in ["bob", "cleo"] {
        invite(&anna, &id, json!({"handle": handle})).await.expect(202);
    }
    let (to_bob, to_cleo) = (open_invitations(&bob).await[0].clone(), open_invitations(&cleo).await[0].clone());
    cleo.act(&format!("/v1/invitations/{}/accept", id_of(&to_bob))).await.problem("not-found");
    bob.act(&format!("/v1/invitations/{}/decline", id_of(&to_bob))).await.expect(204);
    for again in ["decline", "accept"] {
        bob.act(&format!("/v1/invitations/{}/{again}", id_of(&to_bob))).await.problem("conflict");
    }
    bob.act(&format!("/v1/matches/{id}/join")).await.problem("not-found");
    bob.get(&format!("/v1/matches/{id}")).await.problem("not-found");
    cleo.delete(&format!("/v1/invitations/{}", id_of(&to_cleo))).await.problem("not-found");
    anna.delete(&format!("/v1/invitations/{}", id_of(&to_cleo))).await.expect(204);
    anna.delete(&format!("/v1/invitations/{}", id_of(&to_cleo))).await.problem("conflict");
    cleo.act(&format!("/v1/invitations/{}/accept", id_of(&to_cleo))).await.problem("conflict");
    cleo.get(&format!("/v1/matches/{id}")).await.problem("not-found");
    // A player who has declined can be invited again.
    invite(&anna, &id, json!({"handle": "bob"})).await.expect(202);
    assert_eq!(open_invitations(&bob).await.len(), 1);
    bob.joins(&id).await;
    // Players see the invitations; only the sender sees the address in full.
    invite(&anna, &id, json!({"address": "dan@example.org"})).await.expect(202);
    let address = |list: &Value| {
        let list = list["invitations"].as_array().unwrap();
        list.iter().find_map(|one| one["address"].as_str().map(str::to_owned)).unwrap()
    };
    let path = format!("/v1/matches/{id}/invitations");
    assert_eq!(address(&anna.get(&path).await.expect(200)), "dan@example.org");
    assert_eq!(address(&bob.get(&path).await.expect(200)), "(an address)");
}

#[tokio::test(flavor = "multi_thread")]
async fn invitations_by_or_to_the_wrong_people_are_refused() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let id = anna.creates(json!({"game": "magma", "seats": 3})).await;
    invite(&cleo, &id, json!({"handle": "bob"})).await.problem("forbidden");
    let unknown = invite(&anna, &id, json!({"handle": "nobody"})).await.problem("bad-field");
    assert_eq!(unknown["field"], "handle", "the match is there");
    invite(&anna, &id, json!({"handle": "anna"})).await.problem("conflict");
    for whom in [json!({}), json!({"handle": "bob", "address": "bob@example.org"}), json!({"handle": null})] {
        assert_eq!(invite(&anna, &id, whom).await.problem("bad-field")["field"], "handle");
    }
    bob.joins(&id).await;
    invite(&bob, &id, json!({"handle": "cleo"})).await.expect(202);
    anna.delete(&format!("/v1/matches/{id}")).await.expect(204);
    invite(&anna, &id, json!({"handle": "cleo"})).await.problem("conflict");
    assert_eq!(open_invitations(&cleo).await, Vec::<Value>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_wants_no_invitations_gets_no_email_by_handle_or_address() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    bob.patch("/v1/me", &json!({"mail": {"invitations": false}})).await.expect(200);
    let id = anna.creates(json!({"game": "magma", "seats": 4})).await;
    invite(&anna, &id, json!({"handle": "bob"})).await.expect(202);
    invite(&anna, &id, json!({"address": "bob@example.org"})).await.expect(202);
    invite(&anna, &id, json!({"address": "last@example.org"})).await.expect(202);
    server.mailbox.wait_for("last@example.org", |_| true).await;
    let emails = server.mailbox.emails_to("bob@example.org");
    assert!(emails.iter().all(|email| !email.subject().contains("invites")), "{:?}", emails.last().unwrap().subject());
    assert!(!open_invitations(&bob).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_invitation_many_times_at_once_is_one_email() {
    let server = Server::quiet(|_| {}).await;
    let (anna, _bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let id = anna.creates(json!({"game": "magma", "seats": 4})).await;
    for whom in [json!({"handle": "bob"}), json!({"address": "dan@example.org"})] {
        let path = format!("/v1/matches/{id}/invitations");
        let racing: Vec<_> =
            (0..8).map(|_| tokio::spawn(Reply::send(anna.request("POST", &path).json(&whom)))).collect();
        for reply in racing {
            reply.await.unwrap().expect(202);
        }
    }
    assert_eq!(server.count("SELECT count(*) FROM invitations").await, 2);
    assert_eq!(server.count("SELECT count(*) FROM emails WHERE kind = 'invitation'").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_declined_gets_no_other_email_about_the_match() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magma", "seats": 4})).await;
    let emails = async || {
        server.emails_are_out().await;
        let sent = "SELECT count(*) FROM emails WHERE kind = 'invitation' AND state = 'sent'";
        server.count(sent).await
    };
    for _ in 0..3 {
        invite(&anna, &id, json!({"handle": "bob"})).await.expect(202);
        assert_eq!(emails().await, 1);
        let open = open_invitations(&bob).await;
        bob.act(&format!("/v1/invitations/{}/decline", id_of(&open[0]))).await.expect(204);
    }
    for _ in 0..3 {
        invite(&anna, &id, json!({"address": "dan@example.org"})).await.expect(202);
        assert_eq!(emails().await, 2);
        let list = anna.get(&format!("/v1/matches/{id}/invitations")).await.expect(200);
        let open = list["invitations"].as_array().unwrap().iter().find(|one| one["answer"].is_null()).unwrap().clone();
        anna.delete(&format!("/v1/invitations/{}", id_of(&open))).await.expect(204);
    }
    let other = anna.creates(json!({"game": "magma", "seats": 4})).await;
    invite(&anna, &other, json!({"handle": "bob"})).await.expect(202);
    assert_eq!(emails().await, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn invited_addresses_are_for_tokens_that_may_read_the_account() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magma", "seats": 4})).await;
    invite(&anna, &id, json!({"address": bob.address})).await.expect(202);
    assert_eq!(open_invitations(&bob).await[0]["address"], "bob@example.org");
    for (scopes, address) in
        [(json!(["matches:read"]), Value::Null), (json!(["matches:read", "account:read"]), json!("bob@example.org"))]
    {
        let made = bob.post("/v1/me/tokens", &json!({"name": "bot", "scopes": scopes})).await.expect(201);
        let request = server.request("GET", "/v1/me/invitations").bearer_auth(made["token"].as_str().unwrap());
        assert_eq!(Reply::send(request).await.expect(200)["invitations"][0]["address"], address);
    }
}
