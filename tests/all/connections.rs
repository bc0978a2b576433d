//! Connections of clients: at most so many in all and of one network.

use std::net::SocketAddr;

use tests::{Server, eventually};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// A connection from this address of the machine.
async fn connect(server: &Server, from: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::new(from.parse().unwrap(), 0)).unwrap();
    socket.connect(server.url.trim_start_matches("http://").parse().unwrap()).await.unwrap()
}

/// The first line of the answer to a request, and the rest.
async fn ask(stream: &mut TcpStream) -> (String, String) {
    // A connection that is refused may have ended already.
    let _ = stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n").await;
    let mut text = String::new();
    while !text.contains("\r\n\r\n") {
        let mut buffer = [0; 1000];
        match stream.read(&mut buffer).await {
            Ok(0) | Err(_) => break,
            Ok(length) => text += &String::from_utf8_lossy(&buffer[..length]),
        }
    }
    let (first, rest) = text.split_once("\r\n").unwrap_or_default();
    (first.to_owned(), rest.to_owned())
}

const FINE: &str = "HTTP/1.1 200 OK";

#[tokio::test(flavor = "multi_thread")]
async fn a_network_has_so_many_connections_and_others_have_theirs() {
    let server = Server::with(|table| {
        table.insert("client_connections_per_network".to_owned(), "3".into());
    })
    .await;
    let mut open = Vec::new();
    for _ in 0..3 {
        let mut stream = connect(&server, "127.0.0.7").await;
        assert_eq!(ask(&mut stream).await.0, FINE);
        open.push(stream);
    }
    let (status, rest) = ask(&mut connect(&server, "127.0.0.7").await).await;
    assert_eq!(status, "HTTP/1.1 429 Too many requests");
    assert!(
        rest.contains("Your network has reached its limit of connections") && rest.contains("retry-after: 5"),
        "{rest}"
    );
    assert_eq!(ask(&mut connect(&server, "127.0.0.8").await).await.0, FINE);
    open.pop();
    eventually("a place", async || (ask(&mut connect(&server, "127.0.0.7").await).await.0 == FINE).then_some(())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_has_so_many_connections() {
    let server = Server::with(|table| {
        table.insert("client_connections".to_owned(), "2".into());
    })
    .await;
    let mut open = Vec::new();
    for network in ["127.0.0.7", "127.0.0.8"] {
        let mut stream = connect(&server, network).await;
        assert_eq!(ask(&mut stream).await.0, FINE);
        open.push(stream);
    }
    let (status, rest) = ask(&mut connect(&server, "127.0.0.9").await).await;
    assert_eq!(status, "HTTP/1.1 503 Service unavailable");
    assert!(rest.contains("The server has reached its limit of connections"), "{rest}");
    open.clear();
    eventually("a place", async || (ask(&mut connect(&server, "127.0.0.9").await).await.0 == FINE).then_some(())).await;
}
