//! A mail server for tests: takes every email, keeps it, and fails when told to. As many servers do, it refuses probes, by which others
//! find out whether an address exists.

mod session;

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use mail_parser::decoders::base64::base64_decode;
use mail_parser::{Message, MessageParser, MimeHeaders};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use turnpost::secrets::Code;

use self::session::{End, session};

/// The time that a test waits for an email before it fails.
const PATIENCE: Duration = Duration::from_secs(20);

/// The protection of the connection to the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Security {
    /// Not at all.
    Plain,
    /// By STARTTLS; emails in the clear are refused.
    StartTls,
    /// From the first byte.
    Tls,
}

/// A fault to be made with an email.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The recipient is refused with this reply, such as `550 5.1.1 unknown user`.
    Refuse(String),
    /// The email is refused after it was sent, with this reply.
    RefuseData(String),
    /// The connection breaks after the email, before the reply. The email is not kept.
    HangUp,
    /// The email is kept, but the reply comes only when [`Mailbox::go_on`] is called.
    Stall,
}

/// An email as it was received.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Received {
    /// The sender of the envelope.
    pub from: String,
    /// The recipients of the envelope.
    pub to: Vec<String>,
    /// The email, with CR LF at the ends of lines.
    pub raw: Vec<u8>,
    /// The number of the connection it came by, from 1.
    pub connection: usize,
    /// True if the connection was encrypted.
    pub encrypted: bool,
    /// The time at which it was whole.
    pub at: Instant,
}

/// The name of the sender of probes (Postfix, `double_bounce_sender`).
const PROBER: &str = "double-bounce@";

/// The server; it stops when it is dropped.
pub struct Mailbox {
    port: u16,
    security: Security,
    certificate: String,
    desk: Arc<Desk>,
    listening: JoinHandle<()>,
}

/// State shared by all connections.
struct Desk {
    password: Option<(String, String)>,
    emails: watch::Sender<Vec<Received>>,
    troubles: Mutex<VecDeque<Trouble>>,
    go_on: Notify,
    connections: AtomicUsize,
    probes: AtomicUsize,
    /// The habits of [`Mailbox::busy`], if it has them.
    busy: Option<Busy>,
}

/// A mail server that refuses one email of so many for now, and keeps heads only.
struct Busy {
    one_in: usize,
    emails: AtomicUsize,
    refused: AtomicUsize,
}

impl Desk {
    fn keep(&self, mut email: Received) {
        if self.busy.is_some() {
            let head = email.raw.windows(4).position(|four| four == b"\r\n\r\n").map_or(email.raw.len(), |at| at + 4);
            email.raw.truncate(head);
            email.raw.shrink_to_fit();
        }
        self.emails.send_modify(|emails| emails.push(email));
    }

    /// Takes the fault to be made with an email of this sender.
    fn trouble_with(&self, from: &str) -> Option<Trouble> {
        if !from.starts_with(PROBER) {
            return self.next_trouble();
        }
        self.probes.fetch_add(1, Ordering::SeqCst);
        Some(Trouble::Refuse("550 5.7.1 Address verification probes are not accepted".to_owned()))
    }

    /// Takes the fault to be made with the next email.
    fn next_trouble(&self) -> Option<Trouble> {
        self.troubles.lock().unwrap().pop_front().or_else(|| self.busy.as_ref()?.next_trouble())
    }

    /// Checks the response to AUTH PLAIN (RFC 4616).
    fn admits(&self, token: &str) -> bool {
        let Some((user, password)) = &self.password else { return true };
        base64_decode(token.as_bytes()).is_some_and(|said| said == format!("\0{user}\0{password}").into_bytes())
    }
}

impl Busy {
    /// Every so many emails one is refused, the recipient and the whole email by turns.
    fn next_trouble(&self) -> Option<Trouble> {
        if !(self.emails.fetch_add(1, Ordering::SeqCst) + 1).is_multiple_of(self.one_in) {
            return None;
        }
        let later = "451 4.3.0 try again later".to_owned();
        let before = self.refused.fetch_add(1, Ordering::SeqCst);
        Some(if before.is_multiple_of(2) { Trouble::Refuse(later) } else { Trouble::RefuseData(later) })
    }
}

impl Mailbox {
    /// Opens a server on a free port of this machine that asks for no password.
    pub async fn open(security: Security) -> Mailbox {
        Mailbox::listen(security, None, None).await
    }

    /// Opens a server for a great many emails: it refuses one of so many for now, and keeps only the head of each that it takes.
    pub async fn busy(security: Security, one_in: usize) -> Mailbox {
        let busy = Busy { one_in, emails: AtomicUsize::new(0), refused: AtomicUsize::new(0) };
        Mailbox::listen(security, None, Some(busy)).await
    }

    /// Opens a server that asks for a user name and a password.
    pub async fn guarded(security: Security, user: &str, password: &str) -> Mailbox {
        Mailbox::listen(security, Some((user.to_owned(), password.to_owned())), None).await
    }

    async fn listen(security: Security, password: Option<(String, String)>, busy: Option<Busy>) -> Mailbox {
        let names = vec!["localhost".to_owned(), "127.0.0.1".to_owned()];
        let signed = rcgen::generate_simple_self_signed(names).unwrap();
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(signed.signing_key.serialize_der()));
        let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
        let tls = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
        let tls = tls.with_no_client_auth().with_single_cert(vec![signed.cert.der().clone()], key).unwrap();
        let tls = TlsAcceptor::from(Arc::new(tls));

        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let desk = Arc::new(Desk {
            password,
            emails: watch::Sender::new(Vec::new()),
            troubles: Mutex::default(),
            go_on: Notify::new(),
            connections: AtomicUsize::new(0),
            probes: AtomicUsize::new(0),
            busy,
        });
        let shared = desk.clone();
        let listening = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let number = shared.connections.fetch_add(1, Ordering::SeqCst) + 1;
                let (desk, tls) = (shared.clone(), tls.clone());
                // The test, not the server, deals with a client that breaks off.
                tokio::spawn(async move { drop(serve(stream, security, &desk, &tls, number).await) });
            }
        });
        Mailbox { port, security, certificate: signed.cert.pem(), desk, listening }
    }

    /// The setting that leads here, with this user and password if there are any.
    pub fn url(&self) -> String {
        let login = self.desk.password.as_ref().map_or(String::new(), |(user, password)| format!("{user}:{password}@"));
        let host = format!("{login}127.0.0.1:{}", self.port);
        match self.security {
            Security::Plain => format!("smtp://{host}"),
            Security::StartTls => format!("smtp://{host}?tls=required"),
            Security::Tls => format!("smtps://{host}"),
        }
    }

    /// The certificate of this server, as PEM.
    pub fn roots(&self) -> &str {
        &self.certificate
    }

    /// Something goes wrong with each of the next emails.
    pub fn trouble(&self, emails: usize, trouble: &Trouble) {
        self.desk.troubles.lock().unwrap().extend(std::iter::repeat_n(trouble.clone(), emails));
    }

    /// The reply held back by [`Trouble::Stall`] is given.
    pub fn go_on(&self) {
        self.desk.go_on.notify_one();
    }

    /// The number of connections opened so far.
    pub fn connections(&self) -> usize {
        self.desk.connections.load(Ordering::SeqCst)
    }

    /// The number of probes so far.
    pub fn probes(&self) -> usize {
        self.desk.probes.load(Ordering::SeqCst)
    }

    /// The number of emails that [`Mailbox::busy`] refused for now.
    pub fn refused(&self) -> usize {
        self.desk.busy.as_ref().map_or(0, |busy| busy.refused.load(Ordering::SeqCst))
    }

    /// All emails so far, in the order they came.
    pub fn all(&self) -> Vec<Received> {
        self.desk.emails.borrow().clone()
    }

    /// The emails to this address so far.
    pub fn emails_to(&self, to: &str) -> Vec<Received> {
        self.all().into_iter().filter(|email| email.is_to(to)).collect()
    }

    /// The first email to this address of which `wanted` is true, as soon as it has come; those that came before count too.
    ///
    /// Fails the test after twenty seconds and says what came instead.
    pub async fn wait_for(&self, to: &str, wanted: impl Fn(&Received) -> bool) -> Received {
        let mut emails = self.desk.emails.subscribe();
        let find = |emails: &[Received]| emails.iter().find(|email| email.is_to(to) && wanted(email)).cloned();
        let found = emails.wait_for(|emails| find(emails).is_some());
        match tokio::time::timeout(PATIENCE, found).await {
            Ok(emails) => find(&emails.unwrap()).unwrap(),
            Err(_) => {
                let words = |email: &Received| email.text().lines().next().unwrap_or_default().to_owned();
                let line = |email: &Received| format!("{}: {}: {}", email.to.join(", "), email.subject(), words(email));
                let came: Vec<String> = self.all().iter().map(line).collect();
                panic!("no such email to {to}; there are {came:#?}")
            }
        }
    }
}

impl Drop for Mailbox {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

async fn serve(
    stream: TcpStream,
    security: Security,
    desk: &Desk,
    tls: &TlsAcceptor,
    number: usize,
) -> std::io::Result<()> {
    if security == Security::Tls {
        session(tls.accept(stream).await?, desk, number, Some(true), true).await?;
        return Ok(());
    }
    let offered = (security == Security::StartTls).then_some(false);
    if let End::StartTls(stream) = session(stream, desk, number, offered, true).await? {
        session(tls.accept(stream).await?, desk, number, Some(true), false).await?;
    }
    Ok(())
}

/// An email as a mail program reads it.
impl Received {
    /// True if it is to this address.
    pub fn is_to(&self, to: &str) -> bool {
        self.to.iter().any(|address| address == to)
    }

    /// The email, read by a mail parser.
    pub fn parsed(&self) -> Message<'_> {
        MessageParser::default().parse(&self.raw).expect("an email that can be read")
    }

    /// A header as it stands in the email, unfolded, without the blanks around it; the first of the name.
    pub fn header(&self, name: &str) -> Option<String> {
        let parsed = self.parsed();
        let raw = parsed.header_raw(name.to_owned())?;
        Some(raw.split("\r\n").map(str::trim).collect::<Vec<_>>().join(" ").trim().to_owned())
    }

    /// The subject, decoded.
    pub fn subject(&self) -> String {
        self.parsed().subject().unwrap_or_default().to_owned()
    }

    /// The text part, with LF at the ends of lines.
    pub fn text(&self) -> String {
        self.parsed().body_text(0).unwrap_or_default().replace("\r\n", "\n")
    }

    /// The text part on one line, with single blanks: sentences that can be looked for.
    pub fn flowing(&self) -> String {
        self.text().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The HTML part.
    pub fn html(&self) -> String {
        self.parsed().body_html(0).unwrap_or_default().into_owned()
    }

    /// The inline pictures: Content-ID and bytes.
    pub fn pictures(&self) -> Vec<(String, Vec<u8>)> {
        let parsed = self.parsed();
        let pictures = parsed.attachments().filter(|part| part.is_content_type("image", "png"));
        pictures.map(|part| (part.content_id().unwrap_or_default().to_owned(), part.contents().to_vec())).collect()
    }

    /// The sign-in code in the text.
    pub fn code(&self) -> Option<String> {
        let text = self.text();
        let is_code = |word: &&str| word.len() == 9 && Code::read(word).is_some_and(|code| code.to_string() == **word);
        text.split_whitespace().find(is_code).map(str::to_owned)
    }

    /// The first line of the text that is a link.
    pub fn link(&self) -> Option<String> {
        self.text().lines().find(|line| line.starts_with("http")).map(str::to_owned)
    }

    /// The path of its first link that holds this text, from there on. It has to have one.
    pub fn path_to(&self, start: &str) -> String {
        let text = self.text();
        let line = text.lines().find(|line| line.starts_with("http") && line.contains(start));
        let line = line.unwrap_or_else(|| panic!("no link to {start}: {text}"));
        line[line.find(start).unwrap_or_default()..].to_owned()
    }
}
