//! /watch/{token}: friends of a player watch a match, also a private one, and see what spectators see.

use serde_json::json;
use tests::mailbox::Received;
use tests::{Reply, Server};

/// The path of the link for friends.
fn watch_path(email: &Received) -> String {
    let text = email.text();
    assert!(text.contains("Share this link with friends who want to watch."), "{text}");
    let link = text.lines().find(|line| line.contains("/watch/")).unwrap_or_else(|| panic!("{text}"));
    assert!(email.html().contains(&format!("href=\"{link}\"")), "{}", email.html());
    link.strip_prefix("https://turnpost.example").unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn friends_watch_a_private_match_from_its_start_to_its_end() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let new = json!({"game": "magma", "seating": "joined", "visibility": "private", "name": "Among friends",
        "options": {"board": "pointed43"}});
    let id = anna.creates(new).await;
    anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": "bob"})).await.expect(202);
    bob.joins(&id).await;
    let started = |email: &Received| email.subject().starts_with("Match started");
    let annas = watch_path(&server.mailbox.wait_for(&anna.address, started).await);
    let bobs = watch_path(&server.mailbox.wait_for(&bob.address, started).await);
    assert_ne!(annas, bobs);
    let look = async || {
        let page = server.get(&annas).await.page(200);
        assert_eq!(server.get(&bobs).await.page(200), page);
        assert!(!page.contains("<form") && !page.contains(&id) && !page.contains("/move/"), "{page}");
        page
    };
    let first = look().await;
    for words in [
        "Among friends",
        ">Anna (Red)</a>",
        ">Bob (Blue)</a>",
        "The match is waiting for Anna (Red).",
        "<svg",
        "/games/magma",
    ] {
        assert!(first.contains(words), "{words}: {first}");
    }
    server.get(&format!("/v1/matches/{id}")).await.problem("not-found");
    assert!(server.get(&format!("/matches/{id}")).await.text().contains("only its players"));
    // Notes are for the players.
    anna.post(&format!("/v1/matches/{id}/notes"), &json!({"text": "Between us"})).await.expect(201);
    let text = anna.finds_a_move(&id).await;
    anna.plays(&id, &text).await;
    let second = look().await;
    assert!(
        second.contains("The match is waiting for Bob (Blue).") && second.contains("What has happened"),
        "{second}"
    );
    assert!(second.contains("Anna (Red)") && !second.contains("Between us"), "{second}");
    // The link only shows: nothing can be sent to it, and no other link or part of one opens it.
    let token = &annas["/watch/".len()..];
    let posted = Reply::send(server.request("POST", &annas)).await;
    assert_eq!((posted.status, posted.header("allow")), (405, "GET, HEAD"));
    let other = if token.ends_with('0') { "1" } else { "0" };
    let forged = format!("{}{other}", &token[..token.len() - 1]);
    for path in
        [format!("/watch/{forged}"), "/watch/00".to_owned(), "/watch/x".to_owned(), format!("/watch/{}", &token[2..])]
    {
        assert!(server.get(&path).await.page(404).contains("There is no such page"), "{path}");
    }
    for kind in ["move", "invitations", "unsubscribe"] {
        server.get(&format!("/{kind}/{token}")).await.page(404);
    }
    bob.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    let over = |email: &Received| email.subject().starts_with("Match over");
    assert_eq!(watch_path(&server.mailbox.wait_for(&anna.address, over).await), annas);
    assert_eq!(watch_path(&server.mailbox.wait_for(&bob.address, over).await), bobs);
    let last = look().await;
    for words in ["the match is over", "The result", "Place 1: Anna (Red)", "Place 2: Bob (Blue)"] {
        assert!(last.contains(words), "{words}: {last}");
    }
    // The link of a deleted account opens nothing; that of the other player goes on.
    bob.delete("/v1/me").await.expect(204);
    server.get(&bobs).await.page(404);
    server.get(&annas).await.page(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn friends_who_watch_use_up_their_own_limit_and_not_that_of_the_player() {
    let server = Server::quiet(|table| drop(table.insert("requests_per_minute".to_owned(), "40".into()))).await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let id = anna.creates(json!({"game": "magnapoco", "seating": "joined", "visibility": "private"})).await;
    anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": "bob"})).await.expect(202);
    bob.joins(&id).await;
    let path = turnpost::play::telling::links::watch_path(&server.app.secrets, id.parse().unwrap(), engine::Seat(0));
    let mut statuses = Vec::new();
    for _ in 0..45 {
        statuses.push(server.get(&path).await.status);
    }
    assert_eq!((statuses[0], statuses[44]), (200, 429), "{statuses:?}");
    anna.sees(&id).await;
}
