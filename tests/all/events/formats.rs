//! The three formats, and where a feed starts.

use chrono::Duration;
use serde_json::json;
use tests::{Reply, Server};

use super::Follower;

#[tokio::test(flavor = "multi_thread")]
async fn an_event_stream_tells_what_happens_in_own_matches() {
    let server = Server::start().await;
    let [anna, bob, eve] = server.people(["Anna", "Bob", "Eve"]).await;
    let mut follower = Follower::start(&anna).await;
    let header = |name: &str| follower.response.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
    assert_eq!(header("content-type").as_deref(), Some("text/event-stream"));
    assert_eq!(header("x-accel-buffering").as_deref(), Some("no"));
    assert_eq!(header("content-encoding").as_deref(), Some("identity"));
    assert_eq!(header("cache-control").as_deref(), Some("no-store"));
    let greeting = follower.until("\n\n").await.unwrap();
    let retry = greeting.lines().find_map(|line| line.strip_prefix("retry: ")).unwrap().parse::<u32>().unwrap();
    assert!((5000..7500).contains(&retry) && greeting.contains("\nid: 1767225600000\n"), "{greeting}");

    let new = json!({"game": "magma", "seating": "joined", "clock": {"kind": "per-move", "time": "P3D"}});
    let id = anna.creates(new).await;
    bob.joins(&id).await;
    let started = follower.expect("match-started", &id).await;
    let deadline = anna.deadline(&id).await;
    let expected = json!({"kind": "match-started", "match_id": id, "turn": 0, "phase": "running", "awaited": true,
        "deadline": deadline.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)});
    assert_eq!(started, expected);
    server.later(Duration::seconds(1));
    anna.plays(&id, "pass").await;
    let told = follower.next().await.unwrap();
    let expected = json!({"kind": "match", "match_id": id, "turn": 1, "phase": "running", "awaited": false});
    assert_eq!((told.id.as_str(), &told.data), ("1767225601000", &expected));
    bob.post(&format!("/v1/matches/{id}/notes"), &json!({"text": "Good luck!"})).await.expect(201);
    assert_eq!(follower.next().await.unwrap().data, json!({"kind": "note", "match_id": id}));
    bob.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    let over = json!({"kind": "match-over", "match_id": id, "turn": 2, "phase": "over", "awaited": false});
    assert_eq!(follower.next().await.unwrap().data, over);
    let other = eve.creates(json!({"game": "magma"})).await;
    eve.post(&format!("/v1/matches/{other}/invitations"), &json!({"handle": "anna"})).await.expect(202);
    assert_eq!(follower.next().await.unwrap().data, json!({"kind": "invitation", "match_id": other}));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_connects_again_is_told_what_it_has_missed() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let new = json!({"game": "magma", "seating": "joined"});
    let (old, id) = (anna.creates(new.clone()).await, anna.creates(new).await);
    bob.joins(&old).await;
    bob.joins(&id).await;
    server.later(Duration::minutes(1));
    let mut follower = Follower::start(&anna).await;
    let greeting = follower.until("\n\n").await.unwrap();
    let cursor = greeting.lines().find_map(|line| line.strip_prefix("id: ")).unwrap().to_owned();
    drop(follower);
    server.later(Duration::hours(1));
    anna.plays(&id, "pass").await;
    let again = anna.request("GET", "/v1/me/events").header("last-event-id", &cursor);
    let mut follower = Follower::open(again).await;
    let told = follower.next().await.unwrap().data;
    assert_eq!(told, json!({"kind": "match", "match_id": id, "turn": 1, "phase": "running", "awaited": false}));
    bob.plays(&id, "pass").await;
    assert_eq!(follower.next().await.unwrap().data["turn"], 2, "and nothing else before it");
    // An act of ten seconds before the cursor is told again: it may have been committed after the cursor was given.
    server.later(Duration::seconds(9));
    let list = anna.get("/v1/me/events").await.expect(200);
    assert_eq!(list["events"].as_array().unwrap().len(), 1, "{list}");
    server.later(Duration::seconds(2));
    assert_eq!(anna.get("/v1/me/events").await.expect(200)["events"], json!([]));
    // After a long time the client loads everything again.
    let late = anna.get("/v1/me/events?after=0").await.expect(200);
    assert_eq!(late["events"], json!([{"kind": "resync"}]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_waits_for_an_event_and_tells_each_one_time() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
    bob.joins(&id).await;
    let ask =
        async |next: &str, wait: u32| anna.get(&format!("/v1/me/events?after={next}&wait={wait}")).await.expect(200);
    let first = anna.get("/v1/me/events").await.expect(200);
    assert_eq!(first["events"][0]["kind"], "match-started");
    // The moments before the cursor are looked at again, but not told again.
    let again = ask(first["next"].as_str().unwrap(), 0).await;
    assert_eq!(again["events"], json!([]));
    let (told, _) = tokio::join!(ask(again["next"].as_str().unwrap(), 25), async {
        tests::eventually("a reader that waits", async || (server.app.hub.feeds.sizes().0 == 1).then_some(())).await;
        anna.plays(&id, "pass").await
    });
    assert_eq!(
        told["events"],
        json!([{"kind": "match", "match_id": id, "turn": 1, "phase": "running", "awaited": false}])
    );
    let next = told["next"].as_str().unwrap();
    assert_eq!(ask(next, 0).await["events"], json!([]), "{next}");
    assert_eq!(ask(next, 1).await["events"], json!([]), "nothing happens for a second");
    bob.moves(&id).await;
    let after = ask(next, 25).await;
    assert_eq!((&after["events"][0]["turn"], &after["events"][0]["awaited"]), (&json!(2), &json!(true)));
    assert_eq!(server.app.hub.feeds.sizes(), (0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_of_json_can_be_followed_from_where_they_ended() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
    let open = async |after: &str| {
        let request = anna.request("GET", &format!("/v1/me/events?{after}")).header("accept", "application/x-ndjson");
        let response = request.send().await.unwrap();
        assert_eq!(response.headers()["content-type"], "application/x-ndjson");
        Follower { response, text: String::new() }
    };
    let mut follower = open("").await;
    assert_eq!(follower.until("\n").await.unwrap(), "\n");
    let of_seat = follower.until("\n").await.unwrap();
    assert!(of_seat.contains("\"phase\":\"open\""), "{of_seat}");
    server.later(Duration::minutes(1));
    bob.joins(&id).await;
    let line: serde_json::Value = serde_json::from_str(&follower.until("\n").await.unwrap()).unwrap();
    assert_eq!((&line["kind"], &line["next"]), (&json!("match-started"), &json!("1767225660000")));
    drop(follower);
    server.later(Duration::minutes(1));
    anna.plays(&id, "pass").await;
    let mut follower = open("after=1767225660000").await;
    assert_eq!(follower.until("\n").await.unwrap(), "\n");
    let line = follower.until("\n").await.unwrap();
    assert!(line.contains("\"turn\":1"), "{line}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_no_client_can_mean_is_refused_by_name() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let id = anna.creates(json!({"game": "magma"})).await;
    let huge = "9".repeat(9000);
    for path in ["/v1/me/events".to_owned(), format!("/v1/matches/{id}/events")] {
        for cursor in ["x", "-1", "1.5", "9999999999999", &huge, "0198c0de-7a11-7000-8000-00c0ffee0001", "1-2", "%00"] {
            anna.get(&format!("{path}?after={cursor}")).await.refused("bad-field", Some("after"));
            if cursor != "%00" {
                let request = anna.request("GET", &path).header("accept", "text/event-stream");
                let reply = Reply::send(request.header("last-event-id", cursor)).await;
                reply.refused("bad-field", Some("Last-Event-ID"));
            }
        }
        for wait in ["26", "-1", "x", "1e9", &huge] {
            anna.get(&format!("{path}?wait={wait}")).await.refused("bad-field", Some("wait"));
        }
        anna.get(&format!("{path}?surprise=1")).await.refused("bad-field", Some("surprise"));
        for accept in ["text/html", "image/png", "text/event-stream;q=0"] {
            Reply::send(anna.request("GET", &path).header("accept", accept)).await.problem("not-acceptable");
        }
        let bytes = reqwest::header::HeaderValue::from_bytes(b"\xff\xfe").unwrap();
        let request = anna.request("GET", &path).header("accept", "text/event-stream");
        Reply::send(request.header("last-event-id", bytes)).await.refused("bad-field", Some("Last-Event-ID"));
    }
    server.get("/v1/me/events").await.problem("unauthenticated");
    server.client("nonsense").get(&format!("/v1/matches/{id}/events")).await.problem("unauthenticated");
    assert_eq!(server.app.hub.feeds.sizes(), (0, 0));
}
