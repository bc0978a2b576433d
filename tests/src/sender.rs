//! People who answer emails from their mail programs, by the mail server of the machine (LMTP, RFC 2033) or
//! by another one (SMTP, RFC 5321).

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::mailbox::Received;

static NUMBER: AtomicUsize = AtomicUsize::new(1);

/// A message that answers an email, as its reader sends it: the text above the quoted email.
pub fn message(from: &str, email: &Received, text: &str) -> String {
    let id = NUMBER.fetch_add(1, Ordering::SeqCst);
    let to = email.parsed().reply_to().unwrap().first().unwrap().address().unwrap().to_owned();
    let quoted: String = email.text().lines().map(|line| format!("> {line}\n")).collect();
    let parent = email.header("Message-ID").unwrap();
    let text = format!(
        "From: <{from}>\nTo: <{to}>\nSubject: Re: {}\nMessage-ID: <{id}@mail.example>\nIn-Reply-To: {parent}\n\
         MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n{text}\n\nOn Thu, 1 Jan 2026 at 10:00, Turnpost wrote:\n\n{quoted}",
        email.subject()
    );
    text.replace('\n', "\r\n")
}

/// A message that a person writes to an address of the server, not as an answer.
pub fn new_message(from: &str, to: &str, subject: &str, text: &str) -> String {
    let id = NUMBER.fetch_add(1, Ordering::SeqCst);
    let text = format!(
        "From: <{from}>\nTo: <{to}>\nSubject: {subject}\nMessage-ID: <{id}@new.example>\nMIME-Version: 1.0\n\
         Content-Type: text/plain; charset=utf-8\n\n{text}\n"
    );
    text.replace('\n', "\r\n")
}

/// The address for answers to an email.
pub fn reply_to(email: &Received) -> String {
    email.parsed().reply_to().unwrap().first().unwrap().address().unwrap().to_owned()
}

/// A connection, plain or by TLS.
trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// A connection to a server that speaks LMTP or SMTP.
pub struct MailClient(BufReader<Box<dyn Stream>>);

impl MailClient {
    /// Connects by LMTP.
    pub async fn lmtp(address: SocketAddr) -> MailClient {
        MailClient::greeted(TcpStream::connect(address).await.unwrap(), "LHLO mail.example").await
    }

    /// Connects by SMTP.
    pub async fn smtp(address: SocketAddr) -> MailClient {
        MailClient::greeted(TcpStream::connect(address).await.unwrap(), "EHLO mail.example").await
    }

    /// Uses a connection and sends this greeting.
    pub async fn greeted(stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static, greeting: &str) -> MailClient {
        let mut client = MailClient::plain(stream);
        assert!(client.reply().await.starts_with("220"));
        assert!(client.say(greeting).await.starts_with("250"));
        client
    }

    /// Uses a connection as it is.
    pub fn plain(stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static) -> MailClient {
        MailClient(BufReader::new(Box::new(stream)))
    }

    /// Goes on by TLS with a server whose certificate is for `localhost` and is signed by this root.
    pub async fn with_tls(mut self, root: CertificateDer<'static>) -> MailClient {
        assert!(self.say("STARTTLS").await.starts_with("220"));
        let mut roots = RootCertStore::empty();
        roots.add(root).unwrap();
        let config =
            ClientConfig::builder_with_provider(Arc::new(tokio_rustls::rustls::crypto::ring::default_provider()));
        let config = config.with_safe_default_protocol_versions().unwrap();
        let config = config.with_root_certificates(roots).with_no_client_auth();
        let connector = TlsConnector::from(Arc::new(config));
        let stream = connector.connect("localhost".try_into().unwrap(), self.0.into_inner()).await.unwrap();
        MailClient(BufReader::new(Box::new(stream)))
    }

    /// The last line of a reply; an empty text if the connection is lost.
    pub async fn reply(&mut self) -> String {
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).await.is_err() {
                return String::new();
            }
            if line.as_bytes().get(3) != Some(&b'-') {
                return line.trim_end().to_owned();
            }
        }
    }

    /// Sends a line; returns the last line of the reply.
    pub async fn say(&mut self, line: &str) -> String {
        self.0.write_all(format!("{line}\r\n").as_bytes()).await.unwrap();
        self.reply().await
    }

    /// Sends bytes as they are; returns the last line of the reply.
    pub async fn raw(&mut self, bytes: &[u8]) -> String {
        self.0.write_all(bytes).await.unwrap();
        self.reply().await
    }

    /// Sends a message with this envelope; returns the reply that refuses it or tells that it was taken.
    pub async fn send(&mut self, from: &str, to: &str, message: &str) -> String {
        for line in [format!("MAIL FROM:<{from}>"), format!("RCPT TO:<{to}>")] {
            let reply = self.say(&line).await;
            if !reply.starts_with("250") {
                self.say("RSET").await;
                return reply;
            }
        }
        assert!(self.say("DATA").await.starts_with("354"));
        let stuffed = message.replace("\r\n.", "\r\n..");
        self.raw(format!("{stuffed}\r\n.\r\n").as_bytes()).await
    }

    /// Writes this text to an address of the server, from this address.
    pub async fn write(&mut self, from: &str, to: &str, text: &str) -> String {
        self.send(from, to, &new_message(from, to, "Hello", text)).await
    }

    /// Answers an email with this text from this address.
    pub async fn answer(&mut self, from: &str, email: &Received, text: &str) -> String {
        self.send(from, &reply_to(email), &message(from, email, text)).await
    }
}
