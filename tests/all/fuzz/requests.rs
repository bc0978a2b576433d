//! Requests over HTTP: every route, with any query, headers, cookies and bodies.

use std::time::Duration;

use proptest::prelude::*;
use serde_json::json;
use tests::{Server, operations};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::{fuzz, texts};

const WORDS: &[&str] = &[
    "&",
    "=",
    "%",
    "%00",
    "%ff",
    "+",
    "?",
    "/",
    "..",
    ",",
    ";",
    "*",
    "*/*",
    "q=0.5",
    "\"",
    "W/\"a\"",
    "bytes=0-",
    "bytes=-1,2-",
    "-1",
    "0",
    "9",
    "99999999999999999999",
    "text/html",
    "image/svg+xml",
    "application/json",
    "Bearer ",
    "Basic YTpi",
    "tpp_",
    "eyJ",
    "turnpost=",
    "{",
    "}",
    "[",
    "null",
    "true",
    "\\u0000",
    "\\ud800",
    "gzip",
    "after",
    "limit",
    "line",
    "so_far",
    "move",
    "filter",
    "mine",
    "a",
    "e5",
    "0198c0de-7a11-7000-8000-00c0ffee0001",
    "2026-12-24",
    "P1D",
    "2026-01-01T00:00:00Z",
];

/// The headers that any part of the server reads.
const HEADERS: [&str; 16] = [
    "Accept",
    "Accept-Encoding",
    "Accept-Language",
    "Authorization",
    "Content-Type",
    "Cookie",
    "Forwarded",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    "Origin",
    "Prefer",
    "Range",
    "Sec-Fetch-Site",
    "User-Agent",
    "X-Forwarded-For",
];

/// A request, without its length.
#[derive(Clone, Debug)]
struct Try {
    method: String,
    path: String,
    headers: Vec<(&'static str, String)>,
    body: String,
}

/// Text without what ends a line of the head: that would be another request.
fn in_line(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// Sends it on a connection of its own; gives the status, or nothing if the server hangs up.
async fn status(server: &Server, one: &Try) -> Option<u16> {
    let mut stream = TcpStream::connect(server.url.trim_start_matches("http://")).await.unwrap();
    let mut head = format!("{} {} HTTP/1.1\r\nHost: turnpost.example\r\nConnection: close\r\n", one.method, one.path);
    for (name, value) in &one.headers {
        head += &format!("{name}: {}\r\n", in_line(value));
    }
    head += &format!("Content-Length: {}\r\n\r\n{}", one.body.len(), one.body);
    // The server may answer and hang up before it has read everything.
    drop(stream.write_all(head.as_bytes()).await);
    let mut answer = [0; 12];
    let read = tokio::time::timeout(Duration::from_secs(8), stream.read_exact(&mut answer)).await.expect("an answer");
    read.ok()?;
    String::from_utf8_lossy(&answer[9..]).parse().ok()
}

#[test]
fn requests_to_every_route() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    // The connections to the mail server end within the runtime, so the server is dropped there.
    let _within = runtime.enter();
    let (server, id, tokens, cookie) = runtime.block_on(async {
        let server = Server::quiet(|_| {}).await;
        let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
        let id = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
        bob.joins(&id).await;
        (server, id, vec![format!("Bearer {}", anna.access()), "Bearer tpp_x".to_owned()], anna.cookie())
    });
    let routes: Vec<(String, String)> = operations::routes();
    let text = texts(
        vec![
            "after=5&limit=3".to_owned(),
            "line=0".to_owned(),
            "{\"move\":\"pass\",\"turn\":0}".to_owned(),
            cookie.clone(),
        ],
        WORDS,
    );
    let header = (proptest::sample::select(&HEADERS[..]), text.clone());
    let own = prop_oneof![
        2 => proptest::sample::select(tokens).prop_map(|token| vec![("Authorization", token)]),
        2 => Just(vec![("Cookie", cookie), ("Sec-Fetch-Site", "same-origin".to_owned())]),
        1 => Just(Vec::new()),
    ];
    let kind = proptest::sample::select(&["application/json", "application/x-www-form-urlencoded", ""][..]);
    let parts = (
        proptest::sample::select(routes),
        text.clone(),
        text.clone(),
        own,
        kind,
        proptest::collection::vec(header, 0..3),
        text,
    );
    let inputs = parts.prop_map(move |((method, path), name, query, own, kind, more, body)| {
        let encoded = |text: &str| text.bytes().map(|byte| format!("%{byte:02x}")).collect::<String>();
        let path = operations::filled(&path, |part| match part {
            "match_id" => id.clone(),
            "game_id" => "magma".to_owned(),
            "ending" => "svg".to_owned(),
            _ => encoded(&name),
        });
        // Streams of events do not end; lists of them do.
        let lists = path.ends_with("/events").then(|| ("Accept", "application/json".to_owned()));
        let more: Vec<_> = more.into_iter().filter(|(name, _)| lists.is_none() || *name != "Accept").collect();
        let query: String = query.chars().filter(|c| c.is_ascii_graphic() && *c != '#').collect();
        let mut headers = own;
        headers.extend(lists);
        headers.extend((!kind.is_empty()).then(|| ("Content-Type", kind.to_owned())));
        headers.extend(more);
        Try { method, path: format!("{path}?{query}"), headers, body }
    });
    fuzz("requests", &inputs, |one| {
        let status = runtime.block_on(status(&server, &one));
        assert!(status.is_some_and(|status| status < 500), "{status:?}");
    });
}
