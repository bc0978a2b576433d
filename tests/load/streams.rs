//! Idle streams of events: their memory, and the time of one event to all of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::server::Server;

/// The time for an event to reach all streams.
const PATIENCE: Duration = Duration::from_secs(30);

/// What the streams have read: their heads, and the event.
#[derive(Default)]
struct Heard {
    open: AtomicU64,
    told: AtomicU64,
}

/// Opens so many streams of one open match, then lets a player join, which starts it.
pub(super) async fn run(number: u64) {
    let max = (number + 100).to_string();
    let settings = [
        ("STREAMS_PER_NETWORK", max.as_str()),
        ("CLIENT_CONNECTIONS_PER_NETWORK", &max),
        ("REQUESTS_PER_MINUTE", "1000000"),
    ];
    let server = Server::start(&settings).await;
    let (anna, bob) = (server.person("anna").await, server.person("bob").await);
    let new = json!({"game": "magnapoco", "options": {"board": "square4"}});
    let id = anna.post("/v1/matches", &new).await.expect(201)["id"].as_str().unwrap().to_owned();
    let heard = Arc::new(Heard::default());
    let mut streams = JoinSet::new();
    let before = server.memory();
    for begun in 1..=number {
        streams.spawn(follow(server.url.trim_start_matches("http://").to_owned(), id.clone(), heard.clone()));
        // As many at a time as the kernel queues.
        until(&heard.open, begun.saturating_sub(100)).await;
    }
    until(&heard.open, number).await;
    // Memory of the start of each request is given back.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let grown = server.memory().saturating_sub(before);
    println!("{number} idle streams: {} MB, {:.1} kB each", grown / 1_000_000, grown as f64 / number as f64 / 1000.0);
    let began = Instant::now();
    bob.post(&format!("/v1/matches/{id}/join"), &json!({})).await.expect(200);
    until(&heard.told, number).await;
    println!("one event to all of them: {:.2} s", began.elapsed().as_secs_f64());
}

/// Waits until a count is so high.
async fn until(count: &AtomicU64, number: u64) {
    let began = Instant::now();
    while count.load(Ordering::Relaxed) < number {
        assert!(began.elapsed() < PATIENCE, "{} of {number}", count.load(Ordering::Relaxed));
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// Reads a stream: counts it when it is open, and when it tells that the match runs.
async fn follow(address: String, id: String, heard: Arc<Heard>) {
    let mut stream = TcpStream::connect(&address).await.unwrap();
    let head = format!("GET /v1/matches/{id}/events HTTP/1.1\r\nhost: {address}\r\naccept: text/event-stream\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let (mut text, mut buffer) = (String::new(), [0; 512]);
    let mut is_open = false;
    loop {
        let length = stream.read(&mut buffer).await.unwrap();
        assert!(length > 0, "a stream ended: {text}");
        text += &String::from_utf8_lossy(&buffer[..length]);
        if !is_open && text.contains("\r\n\r\n") {
            assert!(text.starts_with("HTTP/1.1 200"), "{text}");
            is_open = true;
            heard.open.fetch_add(1, Ordering::Relaxed);
        }
        if text.contains("\"phase\":\"running\"") {
            heard.told.fetch_add(1, Ordering::Relaxed);
            return std::future::pending().await;
        }
    }
}
