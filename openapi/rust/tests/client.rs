//! The parts that are written by hand, against a server in this process.

use std::collections::{HashMap, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use turnpost_client::api::{EndCondition, PersonalToken, ShowMatchQuery, ShownChoiceKind, ShownPace, TokenRequest};
use turnpost_client::{Client, Error, Event, EventKind, MatchSettings, Request, Tokens};

const MATCH: &str = "0198c0de-7a11-7000-8000-00c0ffee0001";

/// A request that arrived: its method and path, and its head and body.
type Seen = (String, String, Value);

/// Responses for each method and path, in order; the last one stays. An empty one is a lost connection.
#[derive(Clone, Default)]
struct Server {
    answers: Arc<Mutex<HashMap<String, VecDeque<String>>>>,
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl Server {
    fn start() -> (Server, String) {
        let (server, listener) = (Server::default(), TcpListener::bind("127.0.0.1:0").unwrap());
        let (url, shared) = (format!("http://{}", listener.local_addr().unwrap()), server.clone());
        thread::spawn(move || {
            for stream in listener.incoming() {
                shared.answer(stream.unwrap());
            }
        });
        (server, url)
    }

    /// Answers one request, and closes the connection.
    fn answer(&self, mut stream: std::net::TcpStream) {
        let (mut reader, mut head) = (BufReader::new(stream.try_clone().unwrap()), String::new());
        while !head.ends_with("\r\n\r\n") && reader.read_line(&mut head).unwrap() > 0 {}
        let head = head.to_lowercase();
        let length =
            head.lines().find_map(|line| line.strip_prefix("content-length: ")).map_or(0, |n| n.parse().unwrap());
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        let asked = head.split(" http/").next().unwrap().to_owned();
        self.seen.lock().unwrap().push((asked.clone(), head, serde_json::from_slice(&body).unwrap_or_default()));
        let mut answers = self.answers.lock().unwrap();
        let list = answers.get_mut(&asked).unwrap_or_else(|| panic!("{asked}"));
        let answer = if list.len() > 1 { list.pop_front().unwrap() } else { list[0].clone() };
        stream.write_all(answer.as_bytes()).unwrap();
    }

    fn on(&self, asked: &str, answers: impl IntoIterator<Item = String>) {
        self.answers.lock().unwrap().entry(asked.to_lowercase()).or_default().extend(answers);
    }

    fn asked(&self, asked: &str) -> Vec<Seen> {
        self.seen.lock().unwrap().iter().filter(|one| one.0 == asked.to_lowercase()).cloned().collect()
    }

    /// The values of a header in the requests for an address.
    fn header(&self, asked: &str, name: &str) -> Vec<String> {
        let value = |seen: &Seen| {
            seen.1.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": ").map(str::to_owned))
        };
        self.asked(asked).iter().map(|seen| value(seen).unwrap_or_default()).collect()
    }
}

fn response(status: u16, kind: &str, body: &str) -> String {
    format!("HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nRetry-After: 0\r\nConnection: close\r\n\r\n{body}")
}

fn ok(body: &Value) -> String {
    response(200, "application/json", &body.to_string())
}

fn problem(status: u16, kind: &str) -> String {
    let document = json!({"type": format!("/problems/{kind}"), "title": "No", "status": status, "detail": "Because.", "field": "turn"});
    response(status, "application/problem+json", &document.to_string())
}

fn sse(text: &str) -> String {
    response(200, "text/event-stream", text)
}

fn event(id: u32, event: &Value) -> String {
    format!("id: {id}\nevent: match\ndata: {event}\n\n")
}

fn quick(url: &str, token: &str) -> Client {
    Client::new(url, token).pause(Duration::ZERO)
}

/// Choices; a text that ends with `!` is complete.
fn step(texts: &[&str]) -> Vec<Value> {
    let choice = |text: &&str| json!({"text": text.trim_end_matches('!'), "kind": "move", "words": "", "short": "", "complete": text.ends_with('!')});
    texts.iter().map(choice).collect()
}

fn choices(turn: i64, truncated: bool, texts: &[&str], further: &[(&str, &[&str])]) -> Value {
    let further: Vec<Value> =
        further.iter().map(|(text, next)| json!({"so_far": text, "choices": step(next)})).collect();
    json!({"turn": turn, "awaited": true, "prompt": "", "choices": step(texts), "further": further, "truncated": truncated})
}

fn awaited(found: &Value) -> Event {
    let event =
        json!({"kind": "match", "match_id": MATCH, "phase": "running", "turn": 3, "awaited": true, "choices": found});
    serde_json::from_value(event).unwrap()
}

/// A match as the document shows it, with some members changed.
fn shown(changed: &Value) -> Value {
    let document = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi.json")).unwrap();
    let document: Value = serde_json::from_str(&document).unwrap();
    let mut found = document["components"]["schemas"]["Match"]["example"].clone();
    found["id"] = MATCH.into();
    found["page"]["ends"] = json!([]);
    found.as_object_mut().unwrap().extend(changed.as_object().unwrap().clone());
    found
}

#[test]
fn waits_as_long_as_the_server_says_and_says_what_it_refused() {
    let (server, url) = Server::start();
    let me = json!({"value": 1});
    server.on("GET /v1/x", [problem(429, "rate-limited"), problem(503, "unavailable"), ok(&me)]);
    let client = quick(&url, "tpp_1");
    assert_eq!(client.call::<Value>(&Request::new("GET", "/v1/x")).unwrap(), me);
    for (status, name) in
        [(401, "Unauthenticated"), (403, "Forbidden"), (404, "NotFound"), (409, "Outdated"), (422, "Refused")]
    {
        server.on(&format!("GET /v1/{status}"), [problem(status, "illegal-move")]);
        let error = client.call::<Value>(&Request::new("GET", format!("/v1/{status}"))).unwrap_err();
        assert!(format!("{error:?}").starts_with(name), "{error:?}");
        let found = error.problem().unwrap();
        assert_eq!((found.status, found.kind(), found.field()), (status, "illegal-move", Some("turn")));
        assert_eq!(error.to_string(), "Because.");
    }
    let client = client.patience(Duration::ZERO);
    server.on("GET /v1/502", [response(502, "text/html", "<h1>Bad</h1>")]);
    let error = client.call::<Value>(&Request::new("GET", "/v1/502")).unwrap_err();
    assert!(matches!(&error, Error::TryLater(_)) && error.to_string() == "<h1>Bad</h1>", "{error:?}");
    server
        .on("GET /v1/302", ["HTTP/1.1 302 X\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n".to_owned()]);
    assert!(
        matches!(client.call::<Value>(&Request::new("GET", "/v1/302")), Err(Error::Other(found)) if found.status == 302)
    );
}

#[test]
fn a_lost_connection_repeats_what_takes_effect_once() {
    let (server, url) = Server::start();
    let client = quick(&url, "tpp_1");
    server.on("POST /v1/matches", [String::new(), ok(&shown(&json!({})))]);
    let settings = MatchSettings { game: "magma".to_owned(), ..MatchSettings::default() };
    assert_eq!(client.create_match(&settings, None).unwrap().id, MATCH);
    client.create_match(&settings, Some("mine")).unwrap();
    let keys = server.header("POST /v1/matches", "idempotency-key");
    assert!(keys.len() == 3 && keys[0] == keys[1] && keys[0].len() == 34 && keys[2] == "\"mine\"", "{keys:?}");
    assert_eq!(server.asked("POST /v1/matches")[0].2, json!({"game": "magma"}));
    server.on("POST /v1/me/tokens", [String::new()]);
    let new = TokenRequest { name: "bot".to_owned(), ..TokenRequest::default() };
    assert!(matches!(client.create_token(&new), Err(Error::Io(_))));
    assert_eq!(server.asked("POST /v1/me/tokens").len(), 1);
}

#[test]
fn signs_in_and_renews_tokens_once() {
    let (server, url) = Server::start();
    let user = json!({"id": MATCH, "handle": "anna", "name": "Anna", "bot": false});
    let tokens = |number: u32| {
        json!({"access_token": format!("access{number}"), "refresh_token": format!("refresh{number}"), "session": MATCH,
               "access_expires_at": "2026-12-01T10:00:00Z", "user": user, "new_account": false})
    };
    server.on(
        "POST /v1/sign-in",
        [ok(&json!({"sign_in": "1", "secret": "tps_1", "expires_at": "2026-12-01T10:00:00Z"}))],
    );
    server.on("POST /v1/sign-in/1/code", [ok(&tokens(1))]);
    server.on("POST /v1/tokens/refresh", [ok(&tokens(2))]);
    server.on("GET /v1/x", [problem(401, "unauthenticated"), ok(&json!(7)), problem(401, "unauthenticated")]);
    let saved = Arc::new(Mutex::new(Vec::new()));
    let save = {
        let saved = saved.clone();
        move |tokens: &Tokens| saved.lock().unwrap().push(tokens.refresh_token.clone())
    };
    let client = Client::sign_in(&url, "anna@example.org", || "WDJB-MJHT".to_owned(), save).unwrap();
    assert_eq!(server.asked("POST /v1/sign-in/1/code")[0].2, json!({"code": "WDJB-MJHT", "secret": "tps_1"}));
    assert_eq!(client.call::<u8>(&Request::new("GET", "/v1/x")).unwrap(), 7);
    assert_eq!(server.header("GET /v1/x", "authorization"), ["bearer access1", "bearer access2"]);
    assert_eq!(*saved.lock().unwrap(), ["refresh1", "refresh2"]);
    assert_eq!(server.header("POST /v1/tokens/refresh", "authorization"), [""]);
    // The new token is refused, too: it is not renewed again and again.
    assert!(matches!(client.call::<u8>(&Request::new("GET", "/v1/x")), Err(Error::Unauthenticated(_))));
    assert_eq!(server.asked("POST /v1/tokens/refresh").len(), 2);
    let bot = quick(&url, "tpp_1");
    assert!(matches!(bot.call::<u8>(&Request::new("GET", "/v1/x")), Err(Error::Unauthenticated(_))));
    assert_eq!(server.asked("POST /v1/tokens/refresh").len(), 2);
}

#[test]
fn begins_with_the_matches_that_wait_and_resumes_the_stream() {
    let (server, url) = Server::start();
    server.on("GET /v1/me/events", [ok(&json!({"events": [], "next": "10"}))]);
    let waiting = json!({"matches": [], "next": "p2"});
    server.on("GET /v1/matches?filter=waiting&limit=100", [ok(&waiting)]);
    server.on("GET /v1/matches?after=p2&filter=waiting&limit=100", [ok(&json!({"matches": []}))]);
    // It ends within an event.
    let cut = event(11, &json!({"kind": "match", "match_id": "a"})) + "id: 12\ndata: {\"kind\": \"ma";
    let last = sse(&event(12, &json!({"kind": "match", "match_id": "b"})));
    let first = sse(&format!(": hello\nretry: 0\nid: 10\n\n{cut}"));
    server.on("GET /v1/me/events?include=choices", [first, problem(503, "unavailable"), String::new(), last]);
    let client = quick(&url, "tpp_1");
    let found: Vec<Event> = client.events("choices").take(3).map(Result::unwrap).collect();
    assert_eq!(found[0].kind, EventKind::Resync);
    let ids: Vec<_> = found.iter().map(|one| one.match_id.as_deref()).collect();
    assert_eq!(ids, [None, Some("a"), Some("b")]);
    assert_eq!(server.header("GET /v1/me/events?include=choices", "last-event-id"), ["10", "11", "11", "11"]);
}

#[test]
fn reads_again_after_missed_events_and_after_a_late_move() {
    let (server, url) = Server::start();
    let (path, first) = (format!("/v1/matches/{MATCH}"), choices(4, false, &["a!"], &[]));
    let page = json!({"turn": 4, "your_seat": 0, "awaited": [0], "undisclosed": false, "deadlines": [], "ends": []});
    let now = shown(&json!({"phase": "running", "page": page, "choices": first}));
    server.on(&format!("GET {path}/events"), [ok(&json!({"events": [], "next": "10"}))]);
    server.on(&format!("GET {path}?include=choices"), [ok(&now)]);
    // The event about what was read already is late.
    let same =
        json!({"kind": "match", "match_id": MATCH, "phase": "running", "turn": 4, "awaited": true, "choices": first});
    let stream = event(10, &same) + &event(11, &json!({"kind": "resync"}));
    server.on(&format!("GET {path}/events?include=choices"), [sse(&stream)]);
    server.on(
        &format!("POST {path}/moves"),
        [problem(409, "stale-turn"), problem(422, "illegal-move"), response(204, "x/x", "")],
    );
    let client = quick(&url, "tpp_1");
    let mut events = client.match_events(MATCH, "choices").map(Result::unwrap);
    assert_eq!(events.next().unwrap().kind, EventKind::Resync);
    for _ in 0..2 {
        let now = events.next().unwrap();
        assert_eq!((now.turn, now.is_awaited()), (Some(4), true));
        let late = client.make_move(&now, &client.random_move(&now).unwrap());
        assert!(matches!(late, Err(Error::Outdated(_))), "{late:?}");
    }
    let now = events.next().unwrap();
    client.make_move(&now, &client.moves(&now).next().unwrap().unwrap()).unwrap();
    let moves = server.asked(&format!("POST {path}/moves"));
    assert_eq!((moves.len(), &moves[2].2), (3, &json!({"move": "a", "turn": 4})));
    assert!(moves[2].1.contains("prefer: return=minimal"));
    assert_eq!([events.next().unwrap().kind, events.next().unwrap().kind], [EventKind::Resync, EventKind::Match]);
}

/// An event is told when the server sends it: that of the turn before carries the choices of this one, if the match has gone on since.
#[test]
fn an_event_that_carries_what_an_earlier_one_did_tells_of_its_own_turn() {
    let (server, url) = Server::start();
    let path = format!("/v1/matches/{MATCH}");
    let found = choices(6, false, &["a!"], &[]);
    let of = |turn: i64, awaited: bool| json!({"kind": "match", "match_id": MATCH, "phase": "running", "turn": turn, "awaited": awaited, "choices": found});
    let now = shown(&json!({"phase": "running", "page": null, "choices": null}));
    server.on(&format!("GET {path}/events"), [ok(&json!({"events": [], "next": "10"}))]);
    server.on(&format!("GET {path}?include=choices"), [ok(&now)]);
    let stream =
        event(10, &of(5, false)) + &event(11, &of(6, true)) + &event(12, &of(6, true)) + &event(13, &of(7, false));
    server.on(&format!("GET {path}/events?include=choices"), [sse(&stream)]);
    let client = quick(&url, "tpp_1");
    let events = client.match_events(MATCH, "choices").map(Result::unwrap).skip(2).take(3);
    let told: Vec<_> = events.map(|event| (event.turn, event.is_awaited())).collect();
    assert_eq!(told, [(Some(5), false), (Some(6), true), (Some(7), false)], "the same one is told once");
}

#[test]
fn moves_ask_for_what_is_missing_only_then() {
    let (server, url) = Server::start();
    let client = quick(&url, "tpp_1");
    let texts = |event: &Event| client.moves(event).map(|found| found.unwrap().text).collect::<Vec<_>>();
    let whole = awaited(&choices(3, false, &["a-", "b!"], &[("a-", &["a-1!", "a-2!"]), ("b", &["b c!"])]));
    assert_eq!(texts(&whole), ["b", "a-1", "a-2", "b c"]);
    let drawn: std::collections::BTreeSet<String> =
        (0..200).map(|_| client.random_move(&whole).unwrap().text).collect();
    assert_eq!(Vec::from_iter(drawn), ["a-1", "a-2", "b", "b c"]);
    assert!(server.seen.lock().unwrap().is_empty());
    // `a` comes before what is listed, so it has no continuations; what comes after `b-` may have.
    let part = awaited(&choices(3, true, &["a!", "b-", "c-", "d!"], &[("b-", &["b-1!"])]));
    let base = format!("GET /v1/matches/{MATCH}/choices");
    server.on(&format!("{base}?depth=8&so_far=c-"), [ok(&choices(3, false, &["c-1!", "c-2!"], &[]))]);
    server.on(&format!("{base}?depth=8&so_far=d"), [ok(&choices(3, false, &[], &[]))]);
    server.on(&format!("{base}?depth=8&so_far=b-1"), [ok(&choices(3, false, &[], &[]))]);
    let first: Vec<_> = client.moves(&part).take(3).map(|found| found.unwrap().text).collect();
    assert_eq!((first, server.seen.lock().unwrap().len()), (vec!["a".to_owned(), "d".to_owned(), "b-1".to_owned()], 0));
    assert_eq!(texts(&part), ["a", "d", "b-1", "c-1", "c-2"]);
    assert_eq!(server.seen.lock().unwrap().len(), 3);
    server.on(&format!("{base}?depth=1&so_far=b-"), [ok(&choices(4, false, &["b-1!"], &[]))]);
    let late = awaited(&choices(3, true, &["b-"], &[]));
    assert!(matches!(client.random_move(&late), Err(Error::Outdated(_))));
}

#[test]
fn what_a_later_server_adds_does_no_harm() {
    let (server, url) = Server::start();
    let client = quick(&url, "tpp_1");
    let ends = json!([{"kind": "eclipse", "words": "The sun returns.", "hour": 3}]);
    let page =
        json!({"turn": 4, "awaited": [], "undisclosed": false, "deadlines": [], "ends": ends, "weather": "fine"});
    let later =
        json!({"phase": "frozen", "page": page, "clock": {"kind": "hourglass", "sand": "P1D"}, "colour": "red"});
    server.on(&format!("GET /v1/matches/{MATCH}"), [ok(&shown(&later))]);
    let found = client.show_match(MATCH, &ShowMatchQuery::default()).unwrap();
    assert_eq!(found.phase.as_str(), "frozen");
    assert!(
        matches!(&found.clock, Some(ShownPace::Other(other)) if other.kind == "hourglass" && other.rest["sand"] == "P1D")
    );
    assert!(matches!(&found.page.unwrap().ends[0], EndCondition::Other(other) if other.rest["hour"] == 3));
    let kind: ShownChoiceKind = serde_json::from_value(json!("bow")).unwrap();
    assert_eq!((kind.as_str(), serde_json::to_value(&kind).unwrap()), ("bow", json!("bow")));
    let known: ShownPace = serde_json::from_value(json!({"kind": "bank", "time": "P1D", "reserve": "P3D"})).unwrap();
    assert!(matches!(&known, ShownPace::Bank(bank) if bank.reserve == "P3D"), "{known:?}");
    let token = json!({"id": "x", "name": "y", "scopes": ["matches:paint"], "created_at": "", "expires_at": ""});
    serde_json::from_value::<PersonalToken>(token).unwrap();
}
