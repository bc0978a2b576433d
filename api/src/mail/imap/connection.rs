//! A connection to an IMAP server: each command has its time, its bytes, and an answer that is checked.

use std::fmt;
use std::io::ErrorKind;
use std::time::Duration;

use imap_proto::{AttributeValue, Capability, MailboxDatum, MailboxListData, Outcome, Response, ResponseCode, Status};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use super::account::Account;
use super::responses::Responses;

/// The most time for connecting, for TLS, and for each command.
const PATIENCE: Duration = Duration::from_secs(30);
/// At most this many bytes of an answer, a message not counted.
const ANSWER: usize = 256 * 1024;
/// At most this many characters of what a server gives as its reason.
const REASON: usize = 200;
const NO_REASON: &str = "(no reason)";

/// The reason why a mailbox cannot be polled. It shows no password, no address and no text of a message.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{step}: {fault}")]
pub struct NotPolled {
    /// The step that failed.
    pub step: Step,
    /// The fault.
    pub fault: Fault,
}

/// A step of polling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// To connect.
    Connect,
    /// To agree on TLS.
    Tls,
    /// To log in.
    Login,
    /// To open the folder or make another.
    Folder,
    /// To fetch messages.
    Fetch,
    /// To move a message.
    Move,
    /// All of a look.
    Look,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Step::Connect => "connect",
            Step::Tls => "TLS",
            Step::Login => "login",
            Step::Folder => "folder",
            Step::Fetch => "fetch",
            Step::Move => "move",
            Step::Look => "the whole look",
        })
    }
}

/// What is wrong in a step. Words of the server are cut to 200 printable characters.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// The server refuses the command; the connection continues.
    #[error("the server refused: {0}")]
    Refused(String),
    /// The server ends the connection, with its reason if it gives one.
    #[error("the server ended the connection: {0}")]
    Ended(String),
    /// The folder can be read only, so that nothing can be moved out of it.
    #[error("the folder is read-only")]
    ReadOnly,
    /// There is no answer in time.
    #[error("no response in time")]
    Late,
    /// The answer is longer than an answer to this command can be.
    #[error("the response is too long")]
    TooLong,
    /// The answer is no IMAP.
    #[error("the response is malformed")]
    Unreadable,
    /// The network or TLS fails.
    #[error("{0}")]
    Network(String),
}

impl Fault {
    /// The fault of a stream of responses.
    fn from_io(error: &std::io::Error) -> Fault {
        let kind = error.kind();
        if kind == ErrorKind::FileTooLarge {
            Fault::TooLong
        } else if kind == ErrorKind::Other {
            Fault::Unreadable
        } else if kind == ErrorKind::UnexpectedEof {
            Fault::Ended(NO_REASON.to_owned())
        } else {
            Fault::Network(kind.to_string())
        }
    }
}

/// A message in the folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Listed {
    pub(super) uid: u32,
    pub(super) bytes: u32,
}

trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<S: AsyncRead + AsyncWrite + Unpin + Send> Stream for S {}

/// A connection that is logged in.
pub(super) struct Connection {
    responses: Responses<Box<dyn Stream>>,
    commands: u32,
    /// Words that an error must not show.
    hidden: [String; 2],
    /// The server knows MOVE (RFC 6851).
    moves: bool,
    /// The server knows UID EXPUNGE (RFC 4315).
    expunges_one: bool,
}

impl Connection {
    /// Connects and logs in.
    pub(super) async fn open(account: &Account, tls: &TlsConnector) -> Result<Connection, NotPolled> {
        let network = |error: std::io::Error| Fault::Network(clean(&error.to_string()));
        let tcp = async { TcpStream::connect((account.host.as_str(), account.port)).await.map_err(network) };
        let tcp = in_time(Step::Connect, tcp).await?;
        let stream: Box<dyn Stream> = match account.certified.clone() {
            Some(name) => {
                let tls = async { tls.connect(name, tcp).await.map_err(network) };
                Box::new(in_time(Step::Tls, tls).await?)
            }
            None => Box::new(tcp),
        };
        let hidden = [account.password.clone(), account.user.clone()];
        let responses = Responses::new(stream, ANSWER);
        let mut connection = Connection { responses, commands: 0, hidden, moves: false, expunges_one: false };
        in_time(Step::Connect, connection.greeted()).await?;
        let login = format!("LOGIN {} {}", quoted(&account.user), quoted(&account.password));
        connection.command(Step::Login, &login, |_| {}).await?;
        connection.ask_capabilities().await?;
        Ok(connection)
    }

    async fn greeted(&mut self) -> Result<(), Fault> {
        match self.responses.next().await.map_err(|error| Fault::from_io(&error))? {
            Some(Response::Data { status: Status::Ok | Status::PreAuth, .. }) => Ok(()),
            Some(Response::Data { outcome, .. }) => Err(Fault::Ended(said(&outcome, &self.hidden))),
            Some(_) => Err(Fault::Unreadable),
            None => Err(Fault::Ended(NO_REASON.to_owned())),
        }
    }

    async fn ask_capabilities(&mut self) -> Result<(), NotPolled> {
        let (mut moves, mut expunges_one) = (false, false);
        let found = |response: &Response<'_>| {
            let Response::Capabilities(capabilities) = response else { return };
            for capability in capabilities {
                let Capability::Atom(name) = capability else { continue };
                moves |= name.eq_ignore_ascii_case("MOVE");
                expunges_one |= name.eq_ignore_ascii_case("UIDPLUS");
            }
        };
        self.command(Step::Login, "CAPABILITY", found).await?;
        (self.moves, self.expunges_one) = (moves, expunges_one);
        Ok(())
    }

    /// Returns what the server puts between the names of a folder and of a folder in it, if it has such folders.
    pub(super) async fn separator(&mut self) -> Result<Option<String>, NotPolled> {
        let mut separator = None;
        let found = |response: &Response<'_>| {
            if let Response::MailboxData(MailboxDatum::List(MailboxListData { delimiter, .. })) = response {
                separator = delimiter.as_deref().map(str::to_owned);
            }
        };
        self.command(Step::Folder, "LIST \"\" \"\"", found).await?;
        Ok(separator)
    }

    /// Opens a folder. Returns the number of its messages.
    pub(super) async fn select(&mut self, folder: &str) -> Result<u32, NotPolled> {
        let (mut messages, mut read_only) = (0, false);
        let found = |response: &Response<'_>| {
            if let Response::MailboxData(MailboxDatum::Exists(number)) = response {
                messages = *number;
            } else if let Response::Done { outcome, .. } = response {
                read_only = matches!(outcome.code, Some(ResponseCode::ReadOnly));
            }
        };
        self.command(Step::Folder, &format!("SELECT {}", quoted(folder)), found).await?;
        match read_only {
            true => Err(NotPolled { step: Step::Folder, fault: Fault::ReadOnly }),
            false => Ok(messages),
        }
    }

    /// Returns the messages from one place to another in the folder, in its order: oldest first.
    pub(super) async fn list(&mut self, from: u32, to: u32) -> Result<Vec<Listed>, NotPolled> {
        let mut listed = Vec::new();
        let found = |response: &Response<'_>| {
            let Response::Fetch(place, attributes) = response else { return };
            let (mut uid, mut bytes) = (None, None);
            for attribute in attributes {
                if let AttributeValue::Uid(number) = attribute {
                    uid = Some(*number);
                } else if let AttributeValue::Rfc822Size(number) = attribute {
                    bytes = Some(*number);
                }
            }
            if let (Some(uid), Some(bytes), true) = (uid, bytes, (from..=to).contains(place)) {
                listed.push(Listed { uid, bytes });
            }
        };
        self.command(Step::Fetch, &format!("FETCH {from}:{to} (UID RFC822.SIZE)"), found).await?;
        listed.sort_unstable_by_key(|message| message.uid);
        listed.dedup();
        Ok(listed)
    }

    /// Returns a message of at most about `max` bytes without marking it as seen; `None` if it is gone.
    pub(super) async fn fetch(&mut self, uid: u32, max: u32) -> Result<Option<Vec<u8>>, NotPolled> {
        let mut raw = None;
        let found = |response: &Response<'_>| {
            let Response::Fetch(_, attributes) = response else { return };
            if !attributes.contains(&AttributeValue::Uid(uid)) {
                return;
            }
            for attribute in attributes {
                if let AttributeValue::BodySection { section: None, data: Some(data), .. } = attribute {
                    raw = Some(data.to_vec());
                }
            }
        };
        let max = ANSWER.saturating_add(max as usize);
        self.ask(Step::Fetch, &format!("UID FETCH {uid} (BODY.PEEK[])"), max, found).await?;
        Ok(raw)
    }

    /// Moves a message to a folder, which is made if it is missing.
    pub(super) async fn move_to(&mut self, uid: u32, folder: &str) -> Result<(), NotPolled> {
        let Err(why) = self.try_move(uid, folder).await else { return Ok(()) };
        // Not each server gives the code TRYCREATE.
        if why.is_refusal() && self.command(Step::Folder, &format!("CREATE {}", quoted(folder)), |_| {}).await.is_ok() {
            return self.try_move(uid, folder).await;
        }
        Err(why)
    }

    async fn try_move(&mut self, uid: u32, folder: &str) -> Result<(), NotPolled> {
        let folder = quoted(folder);
        if self.moves {
            return self.command(Step::Move, &format!("UID MOVE {uid} {folder}"), |_| {}).await;
        }
        self.command(Step::Move, &format!("UID COPY {uid} {folder}"), |_| {}).await?;
        self.command(Step::Move, &format!("UID STORE {uid} +FLAGS.SILENT (\\Deleted)"), |_| {}).await?;
        let expunge = if self.expunges_one { format!("UID EXPUNGE {uid}") } else { "EXPUNGE".to_owned() };
        self.command(Step::Move, &expunge, |_| {}).await
    }

    /// Says goodbye. The messages are moved by now, so an error does not matter.
    pub(super) async fn close(mut self) {
        drop(self.command(Step::Look, "LOGOUT", |_| {}).await);
    }

    async fn command(&mut self, step: Step, text: &str, found: impl FnMut(&Response<'_>)) -> Result<(), NotPolled> {
        self.ask(step, text, ANSWER, found).await
    }

    /// Sends a command and gives each part of the answer to `found`. After an error that is no refusal, the connection is of no use.
    async fn ask(
        &mut self,
        step: Step,
        text: &str,
        max: usize,
        found: impl FnMut(&Response<'_>),
    ) -> Result<(), NotPolled> {
        in_time(step, self.exchange(text, max, found)).await
    }

    async fn exchange(&mut self, text: &str, max: usize, mut found: impl FnMut(&Response<'_>)) -> Result<(), Fault> {
        self.commands += 1;
        let name = format!("t{}", self.commands);
        let command = format!("{name} {text}\r\n");
        self.responses.send(&command, max).await.map_err(|error| Fault::from_io(&error))?;
        let mut goodbye = NO_REASON.to_owned();
        loop {
            let Some(response) = self.responses.next().await.map_err(|error| Fault::from_io(&error))? else {
                return Err(Fault::Ended(goodbye));
            };
            found(&response);
            if let Response::Data { status: Status::Bye, outcome } = &response {
                goodbye = said(outcome, &self.hidden);
            } else if let Response::Done { tag, status, outcome } = &response
                && tag.0 == name
            {
                let refused = || Fault::Refused(said(outcome, &self.hidden));
                return if *status == Status::Ok { Ok(()) } else { Err(refused()) };
            }
        }
    }
}

impl NotPolled {
    /// Returns whether the connection continues.
    pub(super) fn is_refusal(&self) -> bool {
        matches!(self.fault, Fault::Refused(_))
    }
}

async fn in_time<T>(step: Step, doing: impl Future<Output = Result<T, Fault>>) -> Result<T, NotPolled> {
    let done = timeout(PATIENCE, doing).await.unwrap_or(Err(Fault::Late));
    done.map_err(|fault| NotPolled { step, fault })
}

/// A string as commands have it (RFC 3501, section 4.3).
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The reason that the server gives.
fn said(outcome: &Outcome<'_>, hidden: &[String]) -> String {
    let text = outcome.information.as_deref().unwrap_or(NO_REASON).to_owned();
    clean(&hidden.iter().fold(text, |text, hidden| text.replace(hidden, "@")))
}

/// Words of a server, cut to a few printable ones, with `...` in place of addresses.
fn clean(text: &str) -> String {
    let is_printable = |c: char| c.is_ascii_graphic() || c.is_alphanumeric();
    let text: String = text.chars().map(|c| if is_printable(c) { c } else { ' ' }).collect();
    let words = text.split_whitespace().map(|word| if word.contains('@') { "..." } else { word });
    words.collect::<Vec<_>>().join(" ").chars().take(REASON).collect()
}
