//! A program that takes calls over HTTP or HTTPS: a receiver of webhooks, or a push service.

use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::{ServerConfig, crypto::ring, pki_types::PrivatePkcs8KeyDer};

use crate::{Server, eventually};

/// The answer of a receiver that takes a call and never answers it.
pub const SILENCE: &str = "silence";

/// A program that takes calls, and answers each with the next of its statuses, the last one again and again.
pub struct Receiver {
    /// Its address, with a path and a query.
    pub url: String,
    /// Its certificate in PEM, if it is called over TLS.
    pub certificate: Option<String>,
    calls: Arc<Mutex<Vec<Call>>>,
    listening: JoinHandle<()>,
}

/// A call as it came.
#[derive(Clone, Debug)]
pub struct Call {
    /// The request line and the headers.
    pub head: String,
    /// The body.
    pub body: Vec<u8>,
}

impl Call {
    /// The value of a header.
    pub fn header(&self, name: &str) -> &str {
        let line = self
            .head
            .lines()
            .find_map(|line| line.split_once(": ").filter(|(found, _)| found.eq_ignore_ascii_case(name)));
        line.map(|(_, value)| value).unwrap_or_else(|| panic!("no {name}: {}", self.head))
    }

    /// The body as text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Reads a call; none if the client goes away.
    async fn read(stream: &mut (impl AsyncRead + Unpin)) -> Option<Call> {
        let (mut bytes, mut buffer) = (Vec::new(), [0; 4096]);
        loop {
            let length = stream.read(&mut buffer).await.ok().filter(|length| *length > 0)?;
            bytes.extend(&buffer[..length]);
            let Some(end) = bytes.windows(4).position(|part| part == b"\r\n\r\n") else { continue };
            let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
            let call = Call { head, body: bytes[end + 4..].to_vec() };
            if call.header("content-length") == call.body.len().to_string() {
                return Some(call);
            }
        }
    }
}

impl Receiver {
    /// A receiver over HTTP.
    pub async fn open(answers: &[&'static str]) -> Receiver {
        Receiver::start(answers, None).await
    }

    /// A receiver over HTTPS, at the name localhost.
    pub async fn secure(answers: &[&'static str]) -> Receiver {
        let signed = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
        let key = PrivatePkcs8KeyDer::from(signed.signing_key.serialize_der()).into();
        let tls = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let tls = tls.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
        let tls = tls.with_single_cert(vec![signed.cert.der().clone()], key).unwrap();
        Receiver::start(answers, Some((TlsAcceptor::from(Arc::new(tls)), signed.cert.pem()))).await
    }

    async fn start(answers: &[&'static str], tls: Option<(TlsAcceptor, String)>) -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (tls, certificate) = tls.unzip();
        let place =
            if tls.is_some() { format!("https://localhost:{port}") } else { format!("http://127.0.0.1:{port}") };
        let calls = Arc::new(Mutex::new(Vec::new()));
        let (kept, answers): (_, Arc<[&'static str]>) = (Arc::clone(&calls), answers.into());
        let listening = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (tls, kept, answers) = (tls.clone(), Arc::clone(&kept), Arc::clone(&answers));
                tokio::spawn(async move {
                    match tls {
                        None => answer(stream, &kept, &answers).await,
                        // A client that refuses the certificate closes the connection.
                        Some(tls) => match tls.accept(stream).await {
                            Ok(stream) => answer(stream, &kept, &answers).await,
                            Err(_) => None,
                        },
                    }
                });
            }
        });
        Receiver { url: format!("{place}/hook?key=1"), certificate, calls, listening }
    }

    /// The calls so far.
    pub fn calls(&self) -> Vec<Call> {
        self.calls.lock().unwrap().clone()
    }

    /// Waits until this many calls have come and all of the server's that are due are recorded; returns them.
    pub async fn after(&self, server: &Server, number: usize) -> Vec<Call> {
        let calls = eventually("calls", async || Some(self.calls()).filter(|calls| calls.len() >= number)).await;
        let now = server.app.clock.now().to_rfc3339();
        server.until(&format!("SELECT count(*) = 0 FROM calls WHERE due_at <= '{now}'")).await;
        server.until("SELECT count(*) = 0 FROM receivers WHERE busy_until IS NOT NULL").await;
        assert_eq!(self.calls().len(), number);
        calls
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

async fn answer(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    kept: &Mutex<Vec<Call>>,
    answers: &[&str],
) -> Option<()> {
    let call = Call::read(&mut stream).await?;
    let number = {
        let mut kept = kept.lock().unwrap();
        kept.push(call);
        kept.len()
    };
    let answer = answers[(number - 1).min(answers.len() - 1)];
    if answer == SILENCE {
        // Until the client gives up.
        return stream.read(&mut [0]).await.map(drop).ok();
    }
    let text = format!("HTTP/1.1 {answer}\r\ncontent-length: 0\r\n\r\n");
    stream.write_all(text.as_bytes()).await.ok()?;
    stream.shutdown().await.ok()
}
