//! The analysis of a match that is over: how it stood, and what the computer would have played.

use chrono::Duration;
use serde_json::{Value, json};
use tests::{Person, Reply, Server, eventually};

/// A server that takes a second for each analysis.
async fn server() -> Server {
    Server::with(|table| {
        table.insert("analysis_seconds".to_owned(), "1".into());
    })
    .await
}

/// A match of two people on a small board that has begun.
async fn begun(server: &Server, new: Value) -> (Person, Person, String) {
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let id = anna.creates(new).await;
    server.later(Duration::seconds(1));
    anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": bob.handle})).await.expect(202);
    bob.joins(&id).await;
    (anna, bob, id)
}

/// The same, played to its end.
async fn over(server: &Server) -> (Person, Person, String) {
    let new =
        json!({"game": "magnapoco", "seating": "joined", "visibility": "private", "options": {"board": "square4"}});
    let (anna, bob, id) = begun(server, new).await;
    loop {
        let m = anna.sees(&id).await;
        if m["phase"] == "over" {
            return (anna, bob, id);
        }
        let person = if m["page"]["awaited"][0] == 0 { &anna } else { &bob };
        let found = person.may_find_a_move(&id).await.unwrap();
        person.plays(&id, &found).await;
    }
}

async fn page(server: &Server, person: &Person, path: &str) -> String {
    Reply::send(server.request("GET", path).header("cookie", person.cookie())).await.text()
}

fn path(id: &str) -> String {
    format!("/v1/matches/{id}/analysis")
}

/// Waits until the analysis is made, and returns its points.
async fn made(person: &Person, id: &str) -> Vec<Value> {
    eventually("an analysis", async || {
        let found = person.get(&path(id)).await.expect(200);
        (found["state"] == "made").then(|| found["points"].as_array().unwrap().clone())
    })
    .await
}

const ATTEMPTS: &str = "SELECT coalesce(sum(attempts), 0) FROM analyses";

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_analysed_once_when_a_player_looks_at_it_after_its_end() {
    let server = server().await;
    let (anna, bob, id) = over(&server).await;
    let own = format!("/matches/{id}");
    assert_eq!(server.count("SELECT count(*) FROM analyses").await, 0);
    let waiting = page(&server, &anna, &own).await;
    assert!(waiting.contains("The computer is looking at this match."), "{waiting}");
    let points = made(&bob, &id).await;
    let shown = page(&server, &anna, &own).await;
    let last = points.last().unwrap()["line"].as_u64().unwrap();
    assert_eq!(shown.matches(" data-row=").count() as u64, 2 * (last + 1), "the list and the curve: {shown}");
    assert!(shown.contains("<figure class=\"curve\">") && shown.contains("How the match stood"), "{shown}");
    assert!(!shown.contains("The computer"), "nothing follows on the last line: {shown}");

    // The end is the result, and every line before it was judged by the seat that moved next.
    let m = anna.sees(&id).await;
    let ranks = m["page"]["outcome"]["ranks"].as_array().unwrap();
    let firsts = ranks.iter().filter(|rank| **rank == 1).count() as f64;
    let shares: Vec<f64> = ranks.iter().map(|rank| if *rank == 1 { 1.0 / firsts } else { 0.0 }).collect();
    assert_eq!(points.last().unwrap()["shares"], json!(shares));
    for point in &points {
        let sum: f64 = point["shares"].as_array().unwrap().iter().map(|share| share.as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 0.01, "{point}");
    }
    let mut links = 0;
    for point in points.iter().filter(|point| !point["move"].is_null()) {
        let line = point["line"].as_u64().unwrap();
        let log = anna.get(&format!("/v1/matches/{id}/log?after={line}&limit=1")).await.expect(200);
        let next = &log["lines"][0]["entry"];
        let same = (&next["by"], &next["text"]) == (&point["seat"], &point["move"]);
        assert_eq!(point["was_played"], same, "{point}: {next}");
        let shown = page(&server, &bob, &format!("{own}?line={line}")).await;
        if same {
            assert!(shown.contains("The computer would play the same."), "{shown}");
            continue;
        }
        let (_, rest) = shown.split_once("The computer would play <a href=\"").unwrap();
        let (tried, rest) = rest.split_once("\"><code>").unwrap();
        assert!(rest.starts_with(&format!("{}</code></a> here.", point["move"].as_str().unwrap())), "{rest}");
        let tried = page(&server, &bob, &tried.replace("&#38;", "&")).await;
        assert!(tried.contains("Trying moves: nothing is sent") && !tried.contains("class=\"alert\""), "{tried}");
        links += 1;
    }
    assert!(links > 0, "the players did all that the computer would have done: {points:?}");
    assert_eq!(server.count(ATTEMPTS).await, 1);
    assert_eq!(made(&anna, &id).await, points, "it is kept");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_learns_anything_before_the_end_or_of_a_match_of_others() {
    let server = server().await;
    let (anna, bob, id) = begun(&server, json!({"game": "magnet", "seating": "joined", "visibility": "private"})).await;
    let cleo = server.person("Cleo").await;
    assert_eq!(anna.get(&path(&id)).await.status, 409);
    for text in [
        page(&server, &anna, &format!("/matches/{id}")).await,
        page(&server, &bob, &format!("/matches/{id}?line=0")).await,
    ] {
        assert!(!text.contains("class=\"curve\"") && !text.contains("The computer"), "{text}");
    }
    assert_eq!(server.count("SELECT count(*) FROM analyses").await, 0);
    bob.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    assert_eq!((cleo.get(&path(&id)).await.status, server.get(&path(&id)).await.status), (404, 404));
    // A spectator of a match does not begin an analysis, and sees one that its players have.
    let (anna, _, id) = begun(&server, json!({"game": "magnet", "seating": "joined", "visibility": "public"})).await;
    anna.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    let seen = server.get(&path(&id)).await.expect(200);
    assert_eq!(seen, json!({"state": "none", "points": []}));
    assert!(!page(&server, &cleo, &format!("/matches/{id}")).await.contains("The computer"));
    assert_eq!(server.count("SELECT count(*) FROM analyses").await, 0);
    let points = made(&anna, &id).await;
    assert_eq!(points.last().unwrap()["shares"], json!([0.0, 1.0]));
    assert_eq!(server.get(&path(&id)).await.expect(200)["points"], json!(points));
    assert!(page(&server, &cleo, &format!("/matches/{id}?line=0")).await.contains("The computer would play"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_that_was_begun_in_vain_is_made_later_but_not_without_end() {
    let server = server().await;
    let (anna, _, id) = over(&server).await;
    let begun = |attempts: u8, due: Duration| {
        let due = (server.app.clock.now() + due).to_rfc3339();
        format!("INSERT INTO analyses VALUES ('{id}', '{due}', {attempts}) RETURNING match_id")
    };
    // Another server has begun it for the second time, and is gone.
    server.query(&begun(2, Duration::minutes(5))).await;
    assert_eq!(anna.get(&path(&id)).await.expect(200)["state"], "waiting");
    server.later(Duration::minutes(6));
    made(&anna, &id).await;
    assert_eq!(server.count(ATTEMPTS).await, 3);
    // After the third time it is given up.
    server.query("DELETE FROM analyses RETURNING match_id").await;
    server.query(&begun(3, Duration::minutes(5))).await;
    assert_eq!(anna.get(&path(&id)).await.expect(200)["state"], "waiting");
    server.later(Duration::minutes(6));
    assert_eq!(anna.get(&path(&id)).await.expect(200)["state"], "none");
    assert!(!page(&server, &anna, &format!("/matches/{id}")).await.contains("The computer"));
    let due = turnpost::db::analyses::due(&mut server.app.db.get().await.unwrap(), server.app.clock.now(), 9).await;
    assert_eq!(due.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_has_a_bounded_number_of_matches_that_wait_and_hosts_can_disable_them() {
    let quiet = async |seconds: &'static str| {
        Server::quiet(|table| {
            table.insert("analysis_seconds".to_owned(), seconds.into());
        })
        .await
    };
    let server = quiet("60").await;
    let (anna, _, id) = over(&server).await;
    let copies = "WITH copies AS (
            INSERT INTO matches SELECT (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid()))).*
            FROM matches m, generate_series(1, 50) RETURNING id
        ) INSERT INTO analyses SELECT id, now() FROM copies RETURNING match_id";
    assert_eq!(server.query(copies).await.len(), 50);
    assert_eq!(anna.get(&path(&id)).await.expect(200)["state"], "none");
    server.query("UPDATE analyses SET points = '[]' WHERE match_id = (SELECT min(match_id::text)::uuid FROM analyses) RETURNING 1").await;
    assert_eq!(anna.get(&path(&id)).await.expect(200)["state"], "waiting");
    let server = quiet("0").await;
    let (anna, _, id) = over(&server).await;
    assert_eq!(anna.get(&path(&id)).await.expect(200)["state"], "none");
    assert_eq!(server.count("SELECT count(*) FROM analyses").await, 0);
}
