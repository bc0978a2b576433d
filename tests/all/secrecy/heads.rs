//! The head of the record that readers are shown: a secret line does not change it, and it is that of a line of the record.

use serde_json::{Value, json};
use tests::{Person, Server};

use super::magic::{ANSWERS, ORDERS, World, world};

/// The record so far, which the API, the page and its story show alike to a person, or to a visitor who is not signed in.
async fn shown(server: &Server, person: Option<&Person>, id: &str) -> Value {
    let get = async |path: &str| match person {
        Some(person) => person.get(path).await,
        None => server.get(path).await,
    };
    let so_far = get(&format!("/v1/matches/{id}")).await.expect(200)["record_so_far"].clone();
    for page in [format!("/matches/{id}"), format!("/matches/{id}/log")] {
        let reply = get(&page).await;
        assert_eq!(reply.status, 200);
        let page = reply.text();
        match so_far["head"].as_str() {
            Some(head) => assert!(page.contains(&format!("check value {}.", &head[..32])), "{so_far} {page}"),
            None => assert!(!page.contains("check value"), "{page}"),
        }
    }
    so_far
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_line_changes_no_head_that_readers_are_shown() {
    let server = Server::start().await;
    let [ash, birch, cedar, stranger] = server.people(["Anna", "Ben", "Cleo", "Dan"]).await;
    let World { id, .. } = world(&server, [&ash, &birch, &cedar], 1).await;
    let same_for_all = async || {
        let first = shown(&server, None, &id).await;
        for person in [&ash, &birch, &cedar, &stranger] {
            assert_eq!(shown(&server, Some(person), &id).await, first, "{}", person.handle);
        }
        first
    };
    let lines = async || server.count(&format!("SELECT count(*) FROM moves WHERE match_id = '{id}'")).await;
    assert_eq!(same_for_all().await, Value::Null);
    birch.plays(&id, ORDERS[0]).await;
    assert_eq!((same_for_all().await, lines().await), (Value::Null, 2));
    ash.plays(&id, "move c1: 2; end").await;
    let open = same_for_all().await;
    assert_eq!((&open["line"], lines().await), (&json!(1), 3));
    birch.plays(&id, ANSWERS[0]).await;
    cedar.plays(&id, ORDERS[0]).await;
    assert_eq!((same_for_all().await, lines().await), (open.clone(), 5));
    // The window ends: all know that both have answered.
    cedar.plays(&id, "pass").await;
    let later = same_for_all().await;
    assert_ne!(later, open);
    for person in [&ash, &birch] {
        person.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    }
    server.emails_are_out().await;
    let record = stranger.get(&format!("/v1/matches/{id}/record")).await.text();
    let links = engine::records::verify(&record).unwrap().run.links;
    let heads: Vec<String> = links.iter().map(|link| link.head.to_string()).collect();
    assert_eq!(json!(heads[1]), open["head"], "after the orders and the move");
    assert!(heads.iter().any(|head| json!(head) == later["head"]));
    assert_eq!(same_for_all().await, json!({"line": heads.len(), "head": heads.last()}));
    let emails = server.mailbox.emails_to(&ash.address);
    let texts: Vec<String> = emails.iter().map(tests::mailbox::Received::text).collect();
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let over = texts.iter().map(|text| words(text)).find(|text| text.contains(" is over, ")).unwrap();
    assert!(over.contains(&format!("check value {}.", &heads[heads.len() - 1][..32])), "{over}");
    assert_eq!(turnpost::play::matches::history::verify_all(&server.app).await.unwrap(), (1, Vec::<String>::new()));
}

/// The check of the stored matches finds a head that the log does not give, and a match of an earlier version has none.
#[tokio::test(flavor = "multi_thread")]
async fn stored_heads_are_compared_with_the_log() {
    let server = Server::start().await;
    let [ash, birch, cedar] = server.people(["Anna", "Ben", "Cleo"]).await;
    let World { id, .. } = world(&server, [&ash, &birch, &cedar], 1).await;
    ash.plays(&id, "move c1: 2; end").await;
    let set = async |what: &str| {
        tests::database::execute(
            &server.database,
            &format!("SET session_replication_role = replica; UPDATE moves SET {what}"),
        )
        .await;
        // Nothing tells the server of this change.
        server.app.kept.forget_all();
    };
    set("public_line = 7 WHERE ply = 1").await;
    let (_, wrong) = turnpost::play::matches::history::verify_all(&server.app).await.unwrap();
    assert!(wrong.len() == 1 && wrong[0].contains("the stored heads are not what the log gives"), "{wrong:?}");
    set("head = NULL, public_line = NULL").await;
    assert_eq!(shown(&server, None, &id).await, Value::Null);
    birch.plays(&id, "pass").await;
    cedar.plays(&id, "pass").await;
    assert_eq!(shown(&server, None, &id).await, Value::Null);
    assert_eq!(turnpost::play::matches::history::verify_all(&server.app).await.unwrap(), (1, Vec::<String>::new()));
}
