//! Two processes of the server on one database behind HAProxy, as docker/compose.several.yaml runs them: one is killed while people play.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use chrono::Utc;
use serde_json::{Value, json};
use tests::mailbox::Mailbox;
use tests::script::{self, Sent};
use tests::{Client, Server, database, eventually, needs, server};
use tokio::task::JoinHandle;

use super::{Place, turnpost};

/// The matches that are played at a time.
const MATCHES: usize = 6;

/// A process that ends with the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn free_port() -> u16 {
    TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port()
}

/// Starts a server of two; returns it and its address.
fn serve(place: &Place, database: &str, mailbox: &Mailbox, name: &str) -> (Process, String) {
    let address = format!("127.0.0.1:{}", free_port());
    let access = database::access(database);
    let mut table = server::settings(mailbox);
    for (setting, value) in [
        ("listen", address.as_str()),
        ("data_folder", &place.folder(name)),
        ("database_url", &access.server),
        ("database_admin_url", &access.admin),
        ("servers", "2"),
        ("proxies", "1"),
        ("requests_per_minute", "4000"),
    ] {
        table.insert(setting.to_owned(), value.into());
    }
    let file = place.folder(&format!("{name}.toml"));
    std::fs::write(&file, table.to_string()).unwrap();
    let mut command = turnpost(&["serve"], &[("TURNPOST_CONFIG", &file)]);
    (Process(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()), address)
}

fn balance(haproxy: &Path, servers: [&str; 2]) -> (Process, String) {
    let address = format!("127.0.0.1:{}", free_port());
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../docker/haproxy.cfg");
    let mut command = Command::new(haproxy);
    command.args(["-db", "-q", "-f", file]).stdout(Stdio::null()).stderr(Stdio::null());
    command.env("BALANCER_BIND", &address).env("BALANCER_ONE", servers[0]).env("BALANCER_TWO", servers[1]);
    (Process(command.spawn().unwrap()), format!("http://{address}"))
}

async fn is_ready(url: &str) {
    let client = Client::new(url, None);
    eventually("the server to be ready", async || {
        let answer = client.request("GET", "/readyz").send().await.ok()?;
        (answer.status() == 200).then_some(())
    })
    .await;
}

fn options() -> Value {
    json!({"board": "pointed43", "max_rounds": 20})
}

/// Sends a move until it is answered with success. A lost answer, or one that says that no server could be asked, is no reason to stop.
async fn sends(clients: &[Client; 2], path: &str, sent: &Sent) {
    for _ in 0..500 {
        let answer = clients[sent.by.index()].request("POST", path).json(&sent.body()).send().await;
        match answer.map(|answer| answer.status().as_u16()) {
            Ok(200) => return,
            Ok(429 | 500..) | Err(_) => {}
            Ok(status) => panic!("{status} for {sent:?}"),
        }
    }
    panic!("{sent:?} was never accepted");
}

/// Matches that have begun, with the access tokens of their players, on a server of this process.
async fn matches(server: &Server) -> Vec<(String, [String; 2])> {
    let mut matches = Vec::new();
    for number in 0..MATCHES {
        let anna = server.person_by_secret(&format!("Anna{number}")).await;
        let bob = server.person_by_secret(&format!("Bob{number}")).await;
        let id = anna.creates(json!({"game": "magma", "seating": "joined", "options": options()})).await;
        bob.joins(&id).await;
        matches.push((id, [anna.access(), bob.access()]));
    }
    matches
}

/// Follows a match until its first move.
async fn listens(client: &Client, id: &str) -> JoinHandle<()> {
    let request = client.request("GET", &format!("/v1/matches/{id}/events")).header("accept", "text/event-stream");
    let mut stream = request.send().await.unwrap();
    tokio::spawn(async move {
        let mut told = String::new();
        while !told.contains("\"turn\":1") {
            let next = stream.chunk().await.unwrap().unwrap_or_else(|| panic!("{told}"));
            told.push_str(&String::from_utf8_lossy(&next));
        }
    })
}

/// The moves of a match that players chose, as they are stored.
async fn stored(database: &str, id: &str) -> Vec<String> {
    let sql = format!("SELECT text FROM moves WHERE match_id = '{id}' AND cause = 'chosen' ORDER BY ply");
    database::query(database, &sql).await.into_iter().map(|row| row[0].clone().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_servers_is_killed_and_no_move_is_lost_or_played_twice() {
    let Some(haproxy) = needs::program("haproxy", "apt-get install haproxy") else { return };
    let place = Place::new();
    let first = Server::start().await;
    // The processes have the time of day.
    first.later(Utc::now() - server::beginning());
    let matches = matches(&first).await;
    let visitor = first.person_by_secret("Cleo").await.access();
    let (database, mailbox) = first.stop().await;

    let (one, address_of_one) = serve(&place, &database, &mailbox, "one");
    is_ready(&format!("http://{address_of_one}")).await;
    let (_two, address_of_two) = serve(&place, &database, &mailbox, "two");
    is_ready(&format!("http://{address_of_two}")).await;
    let (_balancer, url) = balance(&haproxy, [&address_of_one, &address_of_two]);
    is_ready(&url).await;
    let both =
        [&address_of_one, &address_of_two].map(|address| Client::new(&format!("http://{address}"), Some(&visitor)));

    // The limit of 4,000 a minute is that of both together.
    let limit = both[0].get("/v1/me").await;
    assert!(limit.header("ratelimit-policy").contains("q=2000"), "{}", limit.header("ratelimit-policy"));
    // An event of a move that one server has written reaches the streams of the other.
    let listening = [listens(&both[0], &matches[0].0).await, listens(&both[1], &matches[0].0).await];

    let accepted = Arc::new(AtomicUsize::new(0));
    let scripts: Vec<_> = (0..MATCHES as u64).map(|number| script::of_magma(&options(), number)).collect();
    let total: usize = scripts.iter().map(Vec::len).sum();
    let mut playing = Vec::new();
    for (script, (id, tokens)) in scripts.iter().cloned().zip(matches.clone()) {
        let (accepted, clients) = (accepted.clone(), tokens.map(|token| Client::new(&url, Some(&token))));
        playing.push(tokio::spawn(async move {
            for step in script {
                sends(&clients, &format!("/v1/matches/{id}/moves"), &step).await;
                accepted.fetch_add(1, Ordering::Relaxed);
            }
        }));
    }
    eventually("a third of the moves", async || (accepted.load(Ordering::Relaxed) > total / 3).then_some(())).await;
    for stream in listening {
        stream.await.unwrap();
    }
    assert!(accepted.load(Ordering::Relaxed) < total, "the match was over before the kill");
    drop(one);
    for task in playing {
        task.await.unwrap();
    }
    for ((id, _), script) in matches.iter().zip(&scripts) {
        let sent: Vec<&str> = script.iter().map(|sent| sent.text.as_str()).collect();
        assert_eq!(stored(&database, id).await, sent, "{id}");
    }

    // A session that ends on one server is refused by the other.
    let (back, address) = serve(&place, &database, &mailbox, "one again");
    let back_url = format!("http://{address}");
    is_ready(&back_url).await;
    let there = Client::new(&back_url, Some(&visitor));
    there.get("/v1/me").await.expect(200);
    both[1].delete("/v1/me/sessions").await.expect(204);
    eventually("the end of the session to be heard of", async || {
        (there.get("/v1/me").await.status == 401).then_some(())
    })
    .await;
    drop(back);
}
