//! Attacks from another network of this machine, within the usual limits, beside people who play and sign in.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tests::client::Session;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

use super::server::Server;
use super::victim::People;

/// The address of the attacker.
const FROM: &str = "127.0.0.66:0";
/// The accounts of the attacker.
const ACCOUNTS: usize = 6;

/// An attack.
#[derive(Clone, Copy, Debug)]
enum Attack {
    /// None: what people see on a quiet server.
    Nothing,
    /// Connections that send nothing, as many as the kernel gives.
    Connections,
    /// Bodies that come byte by byte.
    SlowBodies,
    /// Answers that are not read.
    UnreadAnswers,
    /// Accounts that start matches, each of which owes emails.
    Matches,
    /// Accounts that read what is dear: logs, boards, pictures.
    DearReads,
}

impl Attack {
    const ALL: [Attack; 6] = [
        Attack::Nothing,
        Attack::Connections,
        Attack::SlowBodies,
        Attack::UnreadAnswers,
        Attack::Matches,
        Attack::DearReads,
    ];

    fn words(self) -> &'static str {
        match self {
            Attack::Nothing => "without an attack",
            Attack::Connections => "idle connections",
            Attack::SlowBodies => "slow bodies",
            Attack::UnreadAnswers => "unread answers",
            Attack::Matches => "matches and emails",
            Attack::DearReads => "logs and pictures",
        }
    }
}

/// Tries each attack for this time, and prints what people see. Returns false if a request of theirs failed.
pub(super) async fn run(time: Duration) -> bool {
    // The people, the attacker's accounts and the newcomers sign in from few networks.
    let server = Server::start(&[("SIGN_INS_PER_HOUR", "200")]).await;
    let mut people = People::arrive(&server, Attack::ALL.len()).await;
    let mut accounts = Vec::new();
    for number in 0..ACCOUNTS {
        accounts.push(server.person(&format!("mallory{number}")).await);
    }
    let accounts = Arc::new(accounts);
    let new = json!({"game": "magma", "seats": 2});
    let id = accounts[0].post("/v1/matches", &new).await.expect(201)["id"].as_str().unwrap().to_owned();
    accounts[1].post(&format!("/v1/matches/{id}/join"), &json!({})).await.expect(200);
    println!(
        "{:<20} {:>9} {:>8} {:>8} {:>10} {:>9} {:>10}",
        "", "requests", "p50 ms", "p99 ms", "email ms", "failures", "memory MB"
    );
    let mut is_well = true;
    for attack in Attack::ALL {
        let mut attackers = attackers(attack, server.address(), &accounts, &id);
        let seen = people.live(&server, time).await;
        attackers.abort_all();
        println!("{:<20} {} {:>10}", attack.words(), seen.row(), server.memory() / 1_000_000);
        for failure in seen.failures.iter().take(3) {
            println!("  {failure}");
        }
        is_well &= seen.failures.is_empty();
    }
    is_well
}

fn attackers(attack: Attack, server: SocketAddr, accounts: &Arc<Vec<Session>>, id: &str) -> JoinSet<()> {
    let mut all = JoinSet::new();
    match attack {
        Attack::Nothing => {}
        Attack::Connections => (0..2000).for_each(|_| drop(all.spawn(again(server, hold)))),
        Attack::SlowBodies => (0..390).for_each(|_| drop(all.spawn(again(server, drip)))),
        Attack::UnreadAnswers => (0..390).for_each(|_| drop(all.spawn(again(server, ask_and_wait)))),
        Attack::Matches => (0..ACCOUNTS).for_each(|at| drop(all.spawn(start_matches(accounts.clone(), at)))),
        Attack::DearReads => (0..ACCOUNTS * 4).for_each(|at| {
            all.spawn(read(accounts.clone(), at % ACCOUNTS, id.to_owned()));
        }),
    }
    all
}

/// Does the same on a new connection when one ends.
async fn again<F: Future<Output = std::io::Result<()>>>(server: SocketAddr, attack: fn(TcpStream) -> F) {
    loop {
        let connected = async {
            let socket = TcpSocket::new_v4()?;
            socket.bind(FROM.parse().unwrap())?;
            socket.connect(server).await
        };
        if let Ok(stream) = connected.await {
            let _ = attack(stream).await;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

async fn hold(stream: TcpStream) -> std::io::Result<()> {
    stream.readable().await
}

async fn drip(mut stream: TcpStream) -> std::io::Result<()> {
    let head =
        "POST /v1/sign-in HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n{";
    stream.write_all(head.as_bytes()).await?;
    loop {
        tokio::time::sleep(Duration::from_millis(500)).await;
        stream.write_all(b" ").await?;
    }
}

async fn ask_and_wait(mut stream: TcpStream) -> std::io::Result<()> {
    for _ in 0..50 {
        stream.write_all(b"GET /openapi.json HTTP/1.1\r\nhost: a\r\n\r\n").await?;
    }
    tokio::time::sleep(Duration::from_secs(60)).await;
    Ok(())
}

async fn start_matches(accounts: Arc<Vec<Session>>, at: usize) {
    let (one, other) = (&accounts[at], &accounts[(at + 1) % ACCOUNTS]);
    loop {
        let made = one.request("POST", "/v1/matches").json(&json!({"game": "magma", "seats": 2})).send().await;
        let Ok(made) = made else { continue };
        let page: serde_json::Value = made.json().await.unwrap_or_default();
        match page["id"].as_str() {
            Some(id) => drop(other.request("POST", &format!("/v1/matches/{id}/join")).json(&json!({})).send().await),
            None => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}

async fn read(accounts: Arc<Vec<Session>>, at: usize, id: String) {
    loop {
        for path in ["log", "board.png", "board", "log?line=1", "choices"] {
            let request = accounts[at].request("GET", &format!("/v1/matches/{id}/{path}")).send();
            if let Ok(answer) = request.await {
                let _ = answer.bytes().await;
            }
        }
    }
}
