//! Conditional moves: lines of play that a player leaves, and that are played where they fit.

use serde_json::{Value, json};
use tests::{Person, Reply, Server, eventually};

/// The browser says that a page of the server sends the form.
const OWN: (&str, &str) = ("sec-fetch-site", "same-origin");

fn path(id: &str) -> String {
    format!("/v1/matches/{id}/conditional-moves")
}

/// Leaves lines of play at this turn.
async fn leaves(person: &Person, id: &str, turn: u32, lines: Value) -> Reply {
    let body = json!({"turn": turn, "lines": lines});
    Reply::send(person.request("PUT", &path(id)).json(&body)).await
}

/// What a person has left, as texts.
async fn left(person: &Person, id: &str) -> Vec<Vec<String>> {
    let found = person.get(&path(id)).await.expect(200);
    let text = |one: &Value| one["move"].as_str().unwrap().to_owned();
    let line = |line: &Value| line.as_array().unwrap().iter().map(text).collect();
    found["lines"].as_array().unwrap().iter().map(line).collect()
}

/// Waits until the log has so many lines after the start, and returns their texts.
async fn played(server: &Server, id: &str, max: usize) -> Vec<String> {
    let sql = format!("SELECT text FROM moves WHERE match_id = '{id}' AND ply > 0 ORDER BY ply");
    eventually("moves of the match", async || {
        let rows = server.query(&sql).await;
        (rows.len() >= max).then(|| rows.into_iter().map(|mut row| row.remove(0).unwrap()).collect())
    })
    .await
}

/// A match of two people, in which the first is next.
async fn begun(server: &Server, game: &str) -> (Person, Person, String) {
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": game, "seating": "joined"})).await;
    bob.joins(&id).await;
    (anna, bob, id)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_fits_is_played_to_its_end_and_sends_one_email_a_turn() {
    let server = Server::start().await;
    let (anna, bob, id) = begun(&server, "magnapoco").await;
    anna.plays(&id, "d4").await;
    let lines = json!([["a1", "g7", "b1", "g6"], ["a1", "g7", "a2", "g5"], ["g1", "a7"]]);
    let answer = leaves(&anna, &id, 1, lines.clone()).await.expect(200);
    assert_eq!(answer["lines"][0][1], json!({"move": "g7", "by": 0}));
    assert_eq!(json!(left(&anna, &id).await), lines);
    server.emails_are_out().await;
    let before = server.mailbox.emails_to(&anna.address).len();

    bob.plays(&id, "a1").await;
    assert_eq!(played(&server, &id, 3).await, ["d4", "a1", "g7"]);
    assert_eq!(json!(left(&anna, &id).await), json!([["b1", "g6"], ["a2", "g5"]]));
    bob.tries(&id, "a2").await.expect(200);
    assert_eq!(played(&server, &id, 5).await, ["d4", "a1", "g7", "a2", "g5"]);
    assert_eq!(left(&anna, &id).await, Vec::<Vec<String>>::new());
    // The lines have come to their end: Anna is told of her turn.
    bob.tries(&id, "a3").await.expect(200);
    server.until("SELECT count(*) = 0 FROM conditional_moves").await;
    server.emails_are_out().await;
    let emails = server.mailbox.emails_to(&anna.address);
    let new: Vec<String> = emails[before..].iter().map(tests::mailbox::Received::text).collect();
    assert!(new.len() == 1 && new[0].contains("a3"), "{new:?}");
    assert_eq!(turnpost::play::matches::history::verify_all(&server.app).await.unwrap(), (1, Vec::<String>::new()));
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_that_do_not_fit_are_dropped_and_the_email_goes_out() {
    let server = Server::start().await;
    let (anna, bob, id) = begun(&server, "magnapoco").await;
    anna.plays(&id, "d4").await;
    leaves(&anna, &id, 1, json!([["a1", "g7"]])).await.expect(200);
    bob.plays(&id, "a2").await;
    server.until("SELECT count(*) = 0 FROM conditional_moves").await;
    server.mailbox.wait_for(&anna.address, |email| email.text().contains("a2")).await;
    assert_eq!(played(&server, &id, 2).await, ["d4", "a2"]);
    // Those that are taken back are not played.
    anna.plays(&id, "g7").await;
    leaves(&anna, &id, 3, json!([["a3", "f7"]])).await.expect(200);
    leaves(&anna, &id, 3, json!([])).await.expect(200);
    bob.plays(&id, "a3").await;
    server.mailbox.wait_for(&anna.address, |email| email.text().contains("a3")).await;
    assert_eq!(played(&server, &id, 4).await.len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_that_cannot_be_played_are_refused_with_their_place() {
    let server = Server::quiet(|_| {}).await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let id = anna.creates(json!({"game": "magnapoco", "seating": "joined"})).await;
    leaves(&anna, &id, 0, json!([["a1", "g7"]])).await.refused("conflict", None);
    bob.joins(&id).await;
    leaves(&anna, &id, 0, json!([["a1", "g7"]])).await.refused("conflict", None);
    anna.plays(&id, "d4").await;
    leaves(&anna, &id, 0, json!([["a1", "g7"]])).await.refused("stale-turn", None);
    let many: Vec<_> = (0..21).map(|_| json!(["a1", "g7"])).collect();
    let long: Vec<_> = (0..41).map(|_| "a1").collect();
    let cells: Vec<String> = ('a'..='g').flat_map(|file| (1..=3).map(move |rank| format!("{file}{rank}"))).collect();
    let own: Vec<_> = cells.iter().take(7).map(|cell| json!([cell, "a7", "a6", "c7", "c6", "g7"])).collect();
    for (lines, why) in [
        (json!(many), "Expected at most 20 lines."),
        (json!([["a1", "g7"], ["a1"]]), "Line 2: Expected 2 to 40 moves"),
        (json!([long]), "Line 1: Expected 2 to 40 moves"),
        (json!([["a1", "g7", "b1"]]), "Line 1: A line must end with one of your moves."),
        (
            json!([["a1", "g7"], ["a1", "g6"]]),
            "Line 2: After the same moves, another line continues with g7, and this one with g6.",
        ),
        (json!([["a1", "d4"]]), "Line 1: Move 2: "),
        (json!([["a1", "nowhere"]]), "Line 1: Move 2: "),
        (json!(own), "Expected at most 20 of your moves, not 21."),
    ] {
        let told = leaves(&anna, &id, 1, lines).await.refused("bad-field", Some("lines"));
        assert!(told["detail"].as_str().unwrap().starts_with(why), "{why}: {told}");
    }
    assert_eq!(server.count("SELECT count(*) FROM conditional_moves").await, 0);
    // Games with responses have orders for this.
    let id = anna.creates(json!({"game": "magic", "seating": "joined", "options": {"decks": "dealt"}})).await;
    bob.joins(&id).await;
    for person in [&anna, &bob] {
        leaves(person, &id, 0, json!([["a1", "g7"]])).await.refused("conflict", None);
    }
    // What chance decides cannot be left ahead: the draw of the next player is not known.
    let id = anna.creates(json!({"game": "ice", "seating": "joined"})).await;
    bob.joins(&id).await;
    let m = anna.sees(&id).await;
    let waits = if m["page"]["awaited"] == json!([0]) { &bob } else { &anna };
    leaves(waits, &id, 0, json!([["pass", "pass"]])).await.refused("bad-field", Some("lines"));
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_are_read_by_their_writer_alone_and_end_with_the_seat() {
    let server = Server::start().await;
    let (anna, bob, id) = begun(&server, "magma").await;
    let other = json!({"turn": 0, "lines": []});
    assert_eq!(anna.get(&path(&id)).await.expect(200), json!({"lines": []}));
    let cleo = server.person("Cleo").await;
    Reply::send(cleo.request("PUT", &path(&id)).json(&other)).await.refused("forbidden", None);
    anna.plays(&id, "pass").await;
    leaves(&anna, &id, 1, json!([["+l2", "+b2"]])).await.expect(200);
    let export = anna.get("/v1/me/export").await.expect(200);
    assert_eq!(export["conditional_moves"][0]["lines"][0][1], json!({"move": "+b2", "by": 0}));
    // No other person is shown them.
    for person in [&bob, &cleo] {
        let read = Reply::send(person.request("GET", &path(&id))).await.text();
        assert!(!read.contains("+b2"), "{read}");
    }
    anna.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    assert_eq!(anna.get(&path(&id)).await.expect(200), json!({"lines": []}));
    turnpost::db::conditional::forget_old(&mut server.app.db.get().await.unwrap(), 10).await.unwrap();
    assert_eq!(server.count("SELECT count(*) FROM conditional_moves").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_that_is_sent_by_hand_keeps_the_line_and_one_look_more_changes_nothing() {
    let server = Server::quiet(|_| {}).await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let id = anna.creates(json!({"game": "magnapoco", "seating": "joined"})).await;
    bob.joins(&id).await;
    anna.plays(&id, "d4").await;
    leaves(&anna, &id, 1, json!([["a1", "g7", "b1", "g6"]])).await.expect(200);
    let look = async || turnpost::play::game::conditional::play(&server.app).await.unwrap();
    assert_eq!(look().await, 0, "another is next");
    for (person, text) in [(&bob, "a1"), (&anna, "g7"), (&bob, "b1")] {
        person.plays(&id, text).await;
    }
    assert_eq!(left(&anna, &id).await, [["g6"]]);
    assert_eq!((look().await, look().await), (1, 0));
    assert_eq!(played(&server, &id, 5).await[4], "g6");
    bob.plays(&id, "c1").await;
    assert_eq!((look().await, look().await), (1, 0), "the lines have come to their end");
    assert_eq!(played(&server, &id, 6).await.len(), 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_a_match_takes_and_shows_them_while_others_are_next() {
    let server = Server::quiet(|_| {}).await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let id = anna.creates(json!({"game": "magnapoco", "seating": "joined"})).await;
    bob.joins(&id).await;
    let page = format!("/matches/{id}");
    let seen = async |person: &Person| {
        Reply::send(server.request("GET", &page).header("cookie", person.cookie()).header("accept", "text/html"))
            .await
            .text()
    };
    let send = async |lines: &str| {
        let fields = [("turn", "1"), ("lines", lines)];
        server.fill_with(&format!("{page}/conditional-moves"), &[OWN, ("cookie", &anna.cookie())], &fields).await
    };
    assert!(!seen(&anna).await.contains("Conditional moves"), "it is her turn");
    anna.plays(&id, "d4").await;
    assert!(seen(&anna).await.contains("Conditional moves"));
    let refused = send("a1 > g7\na2 > d4").await;
    let text = refused.text();
    assert_eq!(refused.status, 422, "{text}");
    assert!(text.contains("Line 2: Move 2: ") && text.contains("a1 &#62; g7\na2 &#62; d4</textarea>"), "{text}");
    assert_eq!(send(" a1>g7 > b1 > g6\r\n\r\na2 > g7").await.status, 303);
    assert!(
        seen(&anna).await.contains(">a1 &#62; g7 &#62; b1 &#62; g6\na2 &#62; g7</textarea>"),
        "{}",
        seen(&anna).await
    );
    assert!(!seen(&bob).await.contains("b1 &#62; g6"));
    bob.plays(&id, "a1").await;
    assert_eq!(turnpost::play::game::conditional::play(&server.app).await.unwrap(), 1);
    assert!(seen(&anna).await.contains(">b1 &#62; g6</textarea>"));
    let late = send("b1 > g5").await;
    assert!(
        late.status == 409 && late.text().contains("b1 &#62; g5</textarea>"),
        "the turn has gone on: {}",
        late.text()
    );
    assert_eq!(send("").await.status, 303, "they can be taken back in any turn");
    assert_eq!(left(&anna, &id).await, Vec::<Vec<String>>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_that_cannot_be_read_any_more_hold_up_no_others() {
    let server = Server::quiet(|_| {}).await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let mut ids = Vec::new();
    for _ in 0..2 {
        let id = anna.creates(json!({"game": "magnapoco", "seating": "joined"})).await;
        bob.joins(&id).await;
        anna.plays(&id, "d4").await;
        leaves(&anna, &id, 1, json!([["a1", "g7"]])).await.expect(200);
        bob.plays(&id, "a1").await;
        ids.push(id);
    }
    server
        .query(&format!("UPDATE conditional_moves SET lines = '[{{' WHERE match_id = '{}' RETURNING 1", ids[0]))
        .await;
    assert_eq!(turnpost::play::game::conditional::play(&server.app).await.unwrap(), 1);
    assert_eq!(played(&server, &ids[1], 3).await[2], "g7");
    let kept = "SELECT match_id::text FROM conditional_moves";
    assert_eq!(server.query(kept).await, [[Some(ids[1].clone())]]);
}
