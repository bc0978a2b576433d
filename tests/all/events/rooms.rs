//! Webhooks in the forms of chat rooms: what they say there, and what they keep to themselves.

use chrono::Duration;
use serde_json::{Value, json};
use tests::receiver::Receiver;
use tests::{Person, Server};

use crate::windows::{ATTACK, begin};

async fn server() -> Server {
    Server::with(|table| {
        table.insert("private_hooks".to_owned(), "true".into());
    })
    .await
}

/// A webhook of this form, and the program that takes its calls.
async fn room(person: &Person, form: &str) -> (String, Receiver) {
    let receiver = Receiver::open(&["204 Done"]).await;
    let made = person.post("/v1/me/hooks", &json!({"url": receiver.url, "form": form})).await.expect(201);
    assert_eq!(made["form"], form);
    (made["id"].as_str().unwrap().to_owned(), receiver)
}

/// Waits until all calls that are owed have been made.
async fn quiet(server: &Server) {
    server.emails_are_out().await;
    server
        .until(
            "SELECT count(*) = 0 FROM emails l JOIN receivers r ON r.user_id = l.user_id AND l.created_at >= r.created_at
             WHERE l.kind IN ('your-turn', 'match-started', 'match-over', 'invitation') AND NOT EXISTS (
                SELECT FROM calls c WHERE c.email_id = l.id AND c.receiver_id = r.id)",
        )
        .await;
    server.until("SELECT count(*) = 0 FROM calls WHERE due_at IS NOT NULL").await;
    server.until("SELECT count(*) = 0 FROM receivers WHERE busy_until IS NOT NULL").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_reads_what_happens_in_its_own_form() {
    let server = server().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let (_, discord) = room(&bob, "discord").await;
    let (_, slack) = room(&bob, "slack").await;
    let (_, matrix) = room(&bob, "matrix").await;
    let (text_id, text) = room(&bob, "text").await;
    server.later(Duration::seconds(1));
    let clock = json!({"kind": "per-move", "time": "P3D"});
    let id =
        anna.creates(json!({"game": "magma", "seating": "joined", "name": "<!here> @everyone", "clock": clock})).await;
    bob.joins(&id).await;
    quiet(&server).await;
    anna.moves(&id).await;
    quiet(&server).await;
    bob.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    quiet(&server).await;
    let url = format!("https://turnpost.example/matches/{id}");
    let said: Vec<String> = text.calls().iter().map(|call| call.text().to_owned()).collect();
    assert_eq!(said.len(), 3, "{said:?}");
    assert_eq!(said[0], format!("Magma: <!here> @ everyone has begun. The match is waiting for Anna (Red).\n{url}\n"));
    assert!(
        said[1].starts_with(
            "It is Bob's turn in Magma: <!here> @ everyone (turn 1). The deadline is Sunday 4 January 2026, 00:00 (UTC)"
        ),
        "{}",
        said[1]
    );
    assert!(said[2].starts_with("Magma: <!here> @ everyone is over. "), "{}", said[2]);
    assert_eq!(text.calls()[0].header("content-type"), "text/plain; charset=utf-8");
    let picture = format!("https://turnpost.example/v1/matches/{id}/board.png?line=1");
    let call = discord.calls()[1].json();
    assert_eq!(call["content"].as_str().unwrap().lines().last(), Some(&*format!("<{url}>")));
    assert_eq!(
        (&call["embeds"][0]["image"]["url"], &call["allowed_mentions"]),
        (&json!(picture), &json!({"parse": []}))
    );
    server.get(picture.strip_prefix("https://turnpost.example").unwrap()).await.expect(200);
    let call = slack.calls()[1].json();
    assert!(call["text"].as_str().unwrap().contains("Magma: &lt;!here&gt; @ everyone"), "{call}");
    assert_eq!(call["blocks"][1]["image_url"], picture);
    let call = matrix.calls()[1].json();
    assert!(call["html"].as_str().unwrap().contains("&lt;!here&gt;") && call["text"].is_string(), "{call}");
    // Deliveries are signed in every form, and a test says that it is one.
    bob.act(&format!("/v1/me/hooks/{text_id}/test")).await.expect(202);
    quiet(&server).await;
    let test = text.calls().pop().unwrap();
    assert_eq!(test.text(), "This is a test of a Turnpost webhook.\nhttps://turnpost.example/\n");
    assert!(test.header("webhook-signature").starts_with("v1,"));
    let forms: Vec<Value> = bob.get("/v1/me/hooks").await.expect(200)["hooks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|hook| hook["form"].clone())
        .collect();
    assert_eq!(forms, ["text", "matrix", "slack", "discord"]);
    bob.post("/v1/me/hooks", &json!({"url": text.url, "form": "irc"})).await.refused("bad-field", Some("form"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_sees_no_picture_of_a_match_that_is_not_public() {
    let server = server().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let (_, discord) = room(&anna, "discord").await;
    let (_, slack) = room(&anna, "slack").await;
    server.later(Duration::seconds(1));
    for visibility in ["private", "unlisted"] {
        let id = anna.creates(json!({"game": "magma", "seating": "joined", "visibility": visibility})).await;
        anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": "bob"})).await.expect(202);
        let invitations = bob.get("/v1/me/invitations").await.expect(200)["invitations"].clone();
        let invitation = invitations[0]["id"].as_str().unwrap().to_owned();
        bob.act(&format!("/v1/invitations/{invitation}/accept")).await.expect(200);
        quiet(&server).await;
    }
    assert_eq!((discord.calls().len(), slack.calls().len()), (2, 2));
    for call in [discord.calls(), slack.calls()].concat() {
        assert!(!call.text().contains("board.png"), "{}", call.text());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_does_not_learn_who_is_asked_for_an_answer_in_secret() {
    let server = server().await;
    let people = server.people(["Anna", "Ben", "Cleo", "Dan"]).await;
    let id = begin(&server, &people, "").await;
    server.later(Duration::seconds(1));
    let (_, own) = room(&people[1], "turnpost").await;
    let (_, room) = room(&people[1], "text").await;
    server.later(Duration::seconds(1));
    people[0].plays(&id, ATTACK).await;
    quiet(&server).await;
    assert_eq!(own.calls().len(), 1, "Ben is asked");
    assert_eq!(own.calls()[0].json()["type"], "your-turn");
    assert!(room.calls().is_empty(), "{:?}", room.calls());
}
