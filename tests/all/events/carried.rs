//! What events and answers carry for a client that asks for it: the line of the log, and what to do next. A bot then needs one request a move.

use serde_json::{Value, json};
use tests::{Person, Reply, Server};

use super::Follower;
use crate::browser::numbers;

/// The text of the first move in the choices that came with an event; `None` if they do not go far enough.
fn walk(found: &Value) -> Option<String> {
    let mut list = found["choices"].as_array()?;
    loop {
        let choice = list.first()?;
        if choice["complete"] == true {
            return choice["text"].as_str().map(str::to_owned);
        }
        let further = found["further"].as_array()?;
        list = further.iter().find(|step| step["so_far"] == choice["text"])?["choices"].as_array()?;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn events_carry_what_their_reader_asks_for_and_may_know() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let path = "/v1/me/events?include=line,choices";
    let mut of_anna = Follower::open(anna.request("GET", path)).await;
    let mut of_bob = Follower::open(bob.request("GET", path)).await;
    let mut plain = Follower::start(&bob).await;
    let id = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
    bob.joins(&id).await;
    let started = of_anna.expect("match-started", &id).await;
    assert_eq!((&started["awaited"], &started["choices"]["awaited"]), (&json!(true), &json!(true)));
    assert_eq!(started["choices"]["turn"], started["turn"]);
    let listed = anna.get(&format!("/v1/matches/{id}/choices?depth=8")).await.expect(200);
    for same in ["prompt", "choices"] {
        assert_eq!(started["choices"][same], listed[same], "{same}");
    }
    let text = walk(&started["choices"]).unwrap();
    anna.plays(&id, &text).await;
    let told = of_bob.expect("match", &id).await;
    let log = bob.get(&format!("/v1/matches/{id}/log")).await.expect(200);
    assert_eq!(&told["line"], log["lines"].as_array().unwrap().last().unwrap());
    assert_eq!(told["line"]["entry"]["text"], json!(text));
    assert_eq!(told["choices"]["awaited"], json!(true));
    // A reader who includes nothing gets no line and no choices; one who is not awaited gets no choices.
    let alone = plain.expect("match", &id).await;
    assert_eq!((&alone["line"], &alone["choices"]), (&Value::Null, &Value::Null));
    let own = of_anna.expect("match", &id).await;
    assert_eq!((&own["line"], &own["choices"]), (&told["line"], &Value::Null));
    // As a list, too, and for one who watches.
    let listed = bob.get(&format!("/v1/matches/{id}/events?include=choices")).await.expect(200);
    assert_eq!((&listed["events"][0]["choices"], &listed["events"][0]["line"]), (&told["choices"], &told["line"]));
    let watched = server.get(&format!("/v1/matches/{id}/events?include=line,choices")).await.expect(200);
    assert_eq!((&watched["events"][0]["line"], &watched["events"][0]["choices"]), (&told["line"], &Value::Null));
    bob.get("/v1/me/events?include=board").await.refused("bad-field", Some("include"));
}

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::print_stdout, reason = "it prints its figures")]
async fn a_page_has_the_parts_that_are_asked_for() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.begins(json!({"game": "magnapoco", "seating": "joined"}), &bob).await;
    let path = format!("/v1/matches/{id}");
    let has = |seen: &Value| {
        let parts = [&seen["page"]["view"], &seen["page"]["scene"], &seen["page"]["text"], &seen["choices"]];
        parts.map(|part| !part.is_null())
    };
    for (query, expected) in [
        ("", [false; 4]),
        ("?include=", [false; 4]),
        ("?include=view", [true, false, false, false]),
        ("?include=text,choices", [false, false, true, true]),
        ("?include=choices&line=0", [false; 4]),
        ("?line=0&include=scene", [false, true, false, false]),
    ] {
        let seen = anna.get(&format!("{path}{query}")).await.expect(200);
        assert_eq!(has(&seen), expected, "{query}");
        assert_eq!(seen["page"]["your_seat"], 0);
    }
    assert_eq!(has(&bob.get(&format!("{path}?include=choices")).await.expect(200)), [false; 4]);
    assert_eq!(
        has(&server.get(&format!("{path}?include=choices,text")).await.expect(200)),
        [false, false, true, false]
    );
    server.get(&format!("{path}?include=board")).await.refused("bad-field", Some("include"));
    let (small, whole) =
        (anna.get(&path).await.bytes.len(), anna.get(&format!("{path}?include=view,scene,text")).await.bytes.len());
    println!("a page of Magnapoco: {small} bytes, {whole} with view, scene and text");
    assert!(small * 2 < whole);
    let answer = async |person: &Person, prefer: &str| {
        let text = person.finds_a_move(&id).await;
        let turn = person.get(&path).await.expect(200)["page"]["turn"].clone();
        let request = person.request("POST", &format!("{path}/moves")).header("prefer", prefer);
        Reply::send(request.json(&json!({"move": text, "turn": turn}))).await
    };
    let reply = answer(&anna, "return=representation; include=\"text choices\"").await;
    assert_eq!(reply.header("preference-applied"), "return=representation");
    let reply = reply.expect(200);
    assert_eq!(has(&reply["match"]), [false, false, true, false], "another player is next");
    assert_eq!(answer(&bob, "return=minimal").await.status, 204);
    let seen = anna.get(&format!("{path}?include=choices")).await.expect(200);
    assert_eq!(has(&seen), [false, false, false, true]);
}

/// A player that knows nothing but what a stream carries.
struct Bot<'a> {
    person: &'a Person,
    stream: Follower,
    draws: Box<dyn Iterator<Item = usize>>,
    moves: usize,
    requests: usize,
    /// The line of the log after which it moved last.
    acted_after: Option<u64>,
}

impl Bot<'_> {
    async fn new(person: &Person) -> Bot<'_> {
        let stream = Follower::open(person.request("GET", "/v1/me/events?include=choices")).await;
        Bot { person, stream, draws: Box::new(numbers(5)), moves: 0, requests: 0, acted_after: None }
    }

    /// A move that begins with what came with an event. What lies deeper is asked for; `None` if the match has moved on meanwhile.
    async fn finds(&mut self, id: &str, found: &Value) -> Option<String> {
        let (mut text, mut found, mut list) = (String::new(), found.clone(), found["choices"].clone());
        loop {
            if list.is_null() {
                self.requests += 1;
                let request = self.person.request("GET", &format!("/v1/matches/{id}/choices"));
                found = Reply::send(request.query(&[("so_far", text.as_str()), ("depth", "8")])).await.expect(200);
                list = found["choices"].clone();
            }
            let all = list.as_array().filter(|list| !list.is_empty())?;
            let choice = all[self.draws.next()? % all.len()].clone();
            choice["text"].as_str().unwrap().clone_into(&mut text);
            if choice["complete"] == true {
                return Some(text);
            }
            let further = found["further"].as_array().unwrap();
            list =
                further.iter().find(|step| step["so_far"] == text).map_or(Value::Null, |step| step["choices"].clone());
        }
    }

    /// Plays so many moves and resigns, or until the match is over.
    async fn plays(mut self, id: &str, max: usize) -> (usize, usize) {
        loop {
            let told = self.stream.next().await.expect("an event").data;
            if told["phase"] == "over" {
                return (self.moves, self.requests);
            }
            let line = told["line"]["line"].as_u64();
            if told["choices"].is_null() || line <= self.acted_after {
                continue;
            }
            self.acted_after = line;
            if self.moves == max {
                self.person.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
                continue;
            }
            let Some(text) = self.finds(id, &told["choices"]).await else { continue };
            let sent = json!({"move": text, "turn": told["choices"]["turn"]});
            let request =
                self.person.request("POST", &format!("/v1/matches/{id}/moves")).header("prefer", "return=minimal");
            let reply = Reply::send(request.json(&sent)).await;
            // Where several players act at once, the turn does not tell that a choice is out of date: the rules do.
            assert!([204, 409, 422].contains(&reply.status), "{text}: {}", reply.text());
            self.requests += 1;
            self.moves += usize::from(reply.status == 204);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::print_stdout, reason = "it prints its figures")]
async fn a_bot_needs_about_one_request_a_move() {
    let server = Server::start().await;
    for game in engine::newest().map(|rules| rules.info().id) {
        let people =
            [server.person_by_secret(&format!("{game}a")).await, server.person_by_secret(&format!("{game}b")).await];
        let bots = (Bot::new(&people[0]).await, Bot::new(&people[1]).await);
        let id = people[0].begins(json!({"game": game}), &people[1]).await;
        let (one, other) = tokio::join!(bots.0.plays(&id, 15), bots.1.plays(&id, 15));
        let (moves, requests) = (one.0 + other.0, one.1 + other.1);
        println!("{game}: {requests} requests for {moves} moves of two bots");
        assert!(moves > 3 && requests * 2 <= moves * 3, "{game}: {requests} for {moves}");
    }
}
