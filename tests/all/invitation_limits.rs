//! The limits of invitations: none of them tells whom an address belongs to, and no player can use up those of another.

use serde_json::{Value, json};
use tests::{Person, Reply, Server};

async fn invite(person: &Person, id: &str, whom: Value) -> Reply {
    person.post(&format!("/v1/matches/{id}/invitations"), &whom).await
}

/// Invites a person to a new match.
async fn invites(person: &Person, whom: Value) {
    let id = person.creates(json!({"game": "magma", "seats": 3})).await;
    let reply = invite(person, &id, whom).await;
    assert_eq!((reply.status, reply.bytes.len()), (202, 0));
}

async fn emails(server: &Server) -> i64 {
    server.count("SELECT count(*) FROM emails WHERE kind = 'invitation'").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_of_emails_sends_nothing_and_tells_nothing() {
    let server = Server::quiet(|table| {
        table.insert("sign_ins_per_hour".to_owned(), "4".into());
    })
    .await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let (cleo, dan) = (server.person_by_secret("Cleo").await, server.person_by_secret("Dan").await);
    // The emails of Anna to this mailbox are used up before those of all others.
    for tag in ["", "+1"] {
        invites(&anna, json!({"address": format!("bob{tag}@example.org")})).await;
    }
    assert_eq!(emails(&server).await, 2);
    for whom in
        [json!({"handle": "bob"}), json!({"address": "bob@example.org"}), json!({"address": "bob+2@example.org"})]
    {
        invites(&anna, whom).await;
    }
    assert_eq!(emails(&server).await, 2);
    anna.post("/v1/me/address", &json!({"address": "bob@example.org"})).await.expect(202);
    assert_eq!(server.count("SELECT count(*) FROM emails WHERE kind = 'confirm-address'").await, 2);
    // The invitation stands: a person with an account sees it.
    assert_eq!(server.count("SELECT count(*) FROM invitations").await, 5);
    let open = bob.get("/v1/me/invitations").await.expect(200);
    assert_eq!(open["invitations"].as_array().unwrap().len(), 3);
    for _ in 0..2 {
        invites(&cleo, json!({"handle": "bob"})).await;
    }
    assert_eq!(emails(&server).await, 4, "another player can still invite Bob");
    invites(&dan, json!({"handle": "bob"})).await;
    assert_eq!(emails(&server).await, 4, "the limit of the mailbox");
    invites(&dan, json!({"address": "eve@example.org"})).await;
    assert_eq!(emails(&server).await, 5);
    // An email that was not owed can be owed later.
    let late = dan.creates(json!({"game": "magma", "seats": 3})).await;
    invite(&dan, &late, json!({"handle": "bob"})).await.expect(202);
    invite(&dan, &late, json!({"handle": "bob"})).await.expect(202);
    assert_eq!(emails(&server).await, 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn invitations_come_in_pages_and_those_that_were_withdrawn_are_forgotten() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let id = anna.creates(json!({"game": "magma", "seats": 3})).await;
    let path = format!("/v1/matches/{id}/invitations");
    for guest in 0..5 {
        invite(&anna, &id, json!({"address": format!("guest{guest}@example.org")})).await.expect(202);
        if guest > 0 {
            let newest = anna.get(&format!("{path}?limit=1")).await.expect(200)["invitations"][0].clone();
            assert_eq!(newest["address"], format!("guest{guest}@example.org"));
            anna.delete(&format!("/v1/invitations/{}", newest["id"].as_str().unwrap())).await.expect(204);
        }
    }
    let (mut seen, mut next) = (Vec::new(), Some(format!("{path}?limit=2")));
    while let Some(page) = next {
        let page = anna.get(&page).await.expect(200);
        seen.extend(page["invitations"].as_array().unwrap().iter().map(|one| one["address"].clone()));
        next = page["next"].as_str().map(|after| format!("{path}?limit=2&after={after}"));
    }
    assert_eq!(seen, [4, 3, 2, 1, 0].map(|guest| json!(format!("guest{guest}@example.org"))));
    server.later(chrono::Duration::days(31));
    let mut connection = server.app.db.get().await.unwrap();
    turnpost::db::invitations::forget_old(&mut connection, server.app.clock.now()).await.unwrap();
    let left = anna.get(&path).await.expect(200);
    assert_eq!(left["invitations"].as_array().unwrap().len(), 1);
    assert_eq!(left["invitations"][0]["address"], "guest0@example.org");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_player_has_so_many_invitations_to_a_match_and_an_hour() {
    let server = Server::quiet(|table| {
        table.insert("sign_ins_per_hour".to_owned(), "1".into());
    })
    .await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let id = anna.creates(json!({"game": "magma", "seats": 4})).await;
    bob.joins(&id).await;
    server
        .query(&format!(
            "INSERT INTO invitations (id, match_id, inviter, address, created_at, answer)
             SELECT gen_random_uuid(), '{id}', '{}', 'x' || n || '@example.org', now(), 'withdrawn' FROM generate_series(1, 100) n",
            anna.id()
        ))
        .await;
    let refused = invite(&anna, &id, json!({"address": "more@example.org"})).await.problem("conflict");
    assert!(refused["detail"].as_str().unwrap().contains("100 invitations"), "{refused}");
    invite(&bob, &id, json!({"address": "more@example.org"})).await.expect(202);
    // Requests are counted for the player alone.
    for _ in 0..19 {
        invite(&bob, &id, json!({"address": "more@example.org"})).await.expect(202);
    }
    invite(&bob, &id, json!({"address": "more@example.org"})).await.problem("rate-limited");
}
