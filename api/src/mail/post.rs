//! Hands emails to an SMTP server.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use lettre::transport::smtp::AsyncSmtpTransportBuilder;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::transport::smtp::response::Response;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use url::Url;

use super::{Message, Signer};

type Smtp = AsyncSmtpTransport<Tokio1Executor>;

/// The time that a server may take to accept a connection, and again to take an email.
const PATIENCE: Duration = Duration::from_secs(30);

/// The most characters of a server's answer that are kept.
const ANSWER: usize = 500;

/// The reason why a setting is refused. It never repeats the setting, which may hold a password.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadSetting {
    /// It is no URL for a mail server.
    #[error(
        "the mail server is named by smtps://user:password@host, by smtp://user:password@host?tls=required, or, only in a network \
         you trust, by smtp://host; special characters in user and password are percent-encoded"
    )]
    Url,
    /// User and password would cross the network in the clear.
    #[error("a mail server with a password needs smtps:// or ?tls=required, unless it is on this machine")]
    Clear,
    /// The certificates cannot be read.
    #[error("the file of root certificates must contain certificates as PEM")]
    Certificate,
    /// The selector is no name of the DNS.
    #[error("expected letters, digits, hyphens and dots, as in turnpost-2026")]
    Selector,
    /// The key that signs emails cannot be read.
    #[error("the file must contain an RSA key of at least 1024 bits as PEM, as `openssl genrsa 2048` writes it")]
    SigningKey,
}

/// A way to an SMTP server (RFC 5321), with connections that are kept for the next email. Clones share them.
#[derive(Clone)]
pub struct Post(Arc<Office>);

struct Office {
    place: String,
    patience: Duration,
    builder: AsyncSmtpTransportBuilder,
    signer: Option<Signer>,
    smtp: RwLock<Smtp>,
}

/// Shows the server, without user and password.
impl fmt::Debug for Post {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Post").field(&self.0.place).finish()
    }
}

/// The reason why an email was not accepted. `Debug` and `Display` show the code alone: servers repeat addresses in their answers.
#[derive(Clone, PartialEq, Eq)]
pub struct Failure {
    /// True if every further try would fail as well. Otherwise try again later.
    pub permanent: bool,
    /// The server's answer, or the error of the connection, on one line; for the reader of the email, not for logs.
    pub answer: String,
    code: Option<u16>,
}

impl Failure {
    /// The reply code (RFC 5321, 4.2), if there was a reply.
    pub fn code(&self) -> Option<u16> {
        self.code
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Failure").field("permanent", &self.permanent).field("code", &self.code).finish_non_exhaustive()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.permanent { "for good" } else { "for now" };
        match self.code {
            Some(code) => write!(f, "the mail server refused {kind} ({code})"),
            None => write!(f, "the mail server could not be reached or broke off"),
        }
    }
}

impl std::error::Error for Failure {}

impl Post {
    /// Returns the server that a setting names. Sends nothing yet; must be called on a tokio runtime.
    ///
    /// | URL | port | |
    /// |---|---|---|
    /// | `smtps://user:password@host` | 465 | TLS from the first byte (RFC 8314) |
    /// | `smtp://user:password@host?tls=required` | 587 | STARTTLS (RFC 3207); without it nothing is sent |
    /// | `smtp://host` | 25 | in the clear; with a password only to this machine itself |
    ///
    /// A path names us in EHLO, as in `smtps://host/turnpost.example`; otherwise that is the machine's name. `roots` is the text
    /// of a PEM file with certificates to trust besides those of the public web, for a private relay.
    pub fn from_url(url: &str, roots: Option<&[u8]>) -> Result<Post, BadSetting> {
        Post::read(url, roots).map(|(place, builder)| Post::new(place, builder, None, PATIENCE))
    }

    /// Checks a setting as [`Post::from_url`] does, without a runtime.
    pub fn check(url: &str, roots: Option<&[u8]>) -> Result<(), BadSetting> {
        Post::read(url, roots).map(drop)
    }

    fn read(url: &str, roots: Option<&[u8]>) -> Result<(String, AsyncSmtpTransportBuilder), BadSetting> {
        let parsed = Url::parse(url).map_err(|_| BadSetting::Url)?;
        let host = parsed.host_str().filter(|host| !host.is_empty()).ok_or(BadSetting::Url)?;
        let tls = match parsed.query() {
            None => None,
            Some("tls=required") => Some(()),
            Some(_) => return Err(BadSetting::Url),
        };
        let parameters = || {
            let mut parameters = TlsParameters::builder(host.to_owned());
            for pem in roots.map(certificates).transpose()?.into_iter().flatten() {
                parameters = parameters.add_root_certificate(pem);
            }
            parameters.build().map_err(|_| BadSetting::Certificate)
        };
        let tls = match (parsed.scheme(), tls) {
            ("smtps", _) => Tls::Wrapper(parameters()?),
            ("smtp", Some(())) => Tls::Required(parameters()?),
            ("smtp", None) => Tls::None,
            _ => return Err(BadSetting::Url),
        };
        let here = matches!(host, "localhost" | "127.0.0.1" | "[::1]");
        if matches!(tls, Tls::None) && !here && !(parsed.username().is_empty() && parsed.password().is_none()) {
            return Err(BadSetting::Clear);
        }
        let builder = Smtp::from_url(url).map_err(|_| BadSetting::Url)?.tls(tls).timeout(Some(PATIENCE));
        let place = format!("{}://{host}{}", parsed.scheme(), parsed.port().map_or(String::new(), |p| format!(":{p}")));
        Ok((place, builder))
    }

    /// The same server with another patience than half a minute, for connecting and for taking an email; no connection is shared.
    #[must_use]
    pub fn patience(&self, patience: Duration) -> Post {
        let builder = self.0.builder.clone().timeout(Some(patience));
        Post::new(self.0.place.clone(), builder, self.0.signer.clone(), patience)
    }

    /// The same server; emails are signed before they leave (DKIM). No connection is shared.
    #[must_use]
    pub fn signed_by(&self, signer: Signer) -> Post {
        Post::new(self.0.place.clone(), self.0.builder.clone(), Some(signer), self.0.patience)
    }

    /// The signer of emails, if there is one.
    pub fn signer(&self) -> Option<&Signer> {
        self.0.signer.as_ref()
    }

    fn new(place: String, builder: AsyncSmtpTransportBuilder, signer: Option<Signer>, patience: Duration) -> Post {
        let smtp = RwLock::new(builder.clone().build());
        Post(Arc::new(Office { place, patience, builder, signer, smtp }))
    }

    /// Hands an email over; `Ok` is the server's answer, code first, on one line: from then on the email is the server's.
    ///
    /// A reply 5xx about this email is permanent (RFC 5321, 4.2.1). Everything else is worth another try: a reply 4xx, no
    /// connection, no TLS, a broken or silent line, and a refused password, sender or relay, which is our fault and not the
    /// email's. A line that breaks after the email and before the answer leaves open whether it was taken, so an email may arrive twice, with
    /// the same Message-ID (RFC 5321, 4.5.3.2.6; RFC 1047).
    ///
    /// Dropping the future does not stop a transfer that has begun; it ends by itself within twice the patience.
    pub async fn send(&self, message: &Message) -> Result<String, Failure> {
        // lettre puts a connection back into its pool when its future is dropped, wherever the conversation stands; the next
        // email would then be told the answer to this one. So a caller cannot drop it, and after a time-out the pool goes.
        let (post, mut message) = (self.clone(), message.inner.clone());
        let sending = tokio::spawn(async move {
            if let Some(signer) = &post.0.signer {
                signer.sign(&mut message);
            }
            post.0.send(message).await
        });
        sending.await.unwrap_or_else(|_| Err(broken("the transfer was stopped")))
    }
}

impl Post {
    /// Checks that the server answers and accepts us. Sends no email.
    pub async fn greet(&self) -> Result<(), Failure> {
        let smtp = self.0.smtp.read().unwrap_or_else(PoisonError::into_inner).clone();
        match tokio::time::timeout(self.0.patience * 2, smtp.test_connection()).await {
            Ok(Ok(true)) => Ok(()),
            Ok(Ok(false)) => Err(broken("the server broke off")),
            Ok(Err(error)) => Err(failure(&error)),
            Err(_) => Err(broken("the server did not answer in time")),
        }
    }
}

impl Office {
    async fn send(&self, message: lettre::Message) -> Result<String, Failure> {
        let smtp = self.smtp.read().unwrap_or_else(PoisonError::into_inner).clone();
        match tokio::time::timeout(self.patience * 2, smtp.send(message)).await {
            Ok(Ok(response)) => Ok(words(&response)),
            Ok(Err(error)) => Err(failure(&error)),
            Err(_) => {
                *self.smtp.write().unwrap_or_else(PoisonError::into_inner) = self.builder.clone().build();
                Err(broken("the server did not answer in time"))
            }
        }
    }
}

fn certificates(pem: &[u8]) -> Result<Vec<Certificate>, BadSetting> {
    const END: &str = "-----END CERTIFICATE-----";
    let text = std::str::from_utf8(pem).map_err(|_| BadSetting::Certificate)?;
    let found: Result<Vec<Certificate>, BadSetting> = text
        .split_inclusive(END)
        .filter(|part| part.contains(END))
        .map(|part| Certificate::from_pem(part.as_bytes()).map_err(|_| BadSetting::Certificate))
        .collect();
    found.and_then(|found| if found.is_empty() { Err(BadSetting::Certificate) } else { Ok(found) })
}

fn words(response: &Response) -> String {
    one_line(&format!("{} {}", response.code(), response.message().collect::<Vec<_>>().join(" ")))
}

fn failure(error: &lettre::transport::smtp::Error) -> Failure {
    let Some(code) = error.status() else { return broken(&error.to_string()) };
    let said = std::error::Error::source(error).map_or_else(String::new, ToString::to_string);
    let number: u16 = code.into();
    Failure {
        permanent: error.is_permanent() && !is_ours(number, &said),
        answer: one_line(&format!("{number} {said}")),
        code: Some(number),
    }
}

/// Returns whether the refusal is about this server and not about the email. The host can mend that, and no email may be lost
/// meanwhile.
///
/// Name and password (RFC 4954, 6), the sender's address (X.1.7, X.1.8 of RFC 3463) and acts that its policy forbids us (X.7), such as
/// relaying.
fn is_ours(number: u16, said: &str) -> bool {
    let ours = ["5.7.", "5.1.7 ", "5.1.8 "].iter().any(|status| said.starts_with(status));
    ours || matches!(number, 530 | 534 | 535 | 538)
}

fn broken(what: &str) -> Failure {
    Failure { permanent: false, answer: one_line(what), code: None }
}

/// A server's answer may hold anything, and it is stored and shown.
fn one_line(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(ANSWER).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}
