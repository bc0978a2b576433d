//! A session of LMTP (RFC 2033) or SMTP (RFC 5321): a mail server hands over messages. Mail is taken for this server's own addresses
//! and for no other.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use rustls::ServerConfig;
use smtp_proto::{Error, Request};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;

use super::patience::Patience;
use super::receive::{self, NotTaken, Recipient};
use super::wire::{Command, Data, Wire};
use crate::app::App;

/// At most this many recipients of one message.
const MAX_RECIPIENTS: usize = 10;

/// At most this many commands that cannot be used, between two messages.
const MAX_FAULTS: usize = 10;

/// The most time that a connection lasts.
const LONGEST: Duration = Duration::from_secs(300);

/// The protocol of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Protocol {
    /// LMTP: each recipient of a message is answered for.
    Lmtp,
    /// SMTP: a message is answered once.
    Smtp {
        /// STARTTLS (RFC 3207) is offered.
        tls: bool,
    },
}

/// The reason why a session has ended without an error of the connection.
#[derive(Clone, Debug)]
pub(super) enum End {
    /// The client has left or was sent away.
    Over,
    /// The client has been told to begin with TLS. The files are read for each client: a renewed certificate needs no restart.
    StartTls(Arc<ServerConfig>),
}

/// The state of a session.
pub(super) struct Session {
    protocol: Protocol,
    patience: Patience,
    until: Instant,
    greeted: bool,
    /// The sender of the envelope, `""` for none, once it is named.
    sender: Option<String>,
    recipients: Vec<Recipient>,
    faults: usize,
}

/// What follows a command.
enum Next {
    /// This reply, and the next command.
    Say(String),
    /// The same; the command could not be used.
    Fault(&'static str),
    /// The message.
    Data,
    /// This reply, and the end.
    End(&'static str, End),
}

impl Session {
    /// A session that begins now.
    pub(super) fn new(protocol: Protocol, patience: Patience) -> Session {
        let until = Instant::now() + LONGEST;
        Session { protocol, patience, until, greeted: false, sender: None, recipients: Vec::new(), faults: 0 }
    }

    /// The same session after a handshake of TLS: all that was said before is forgotten (RFC 3207, section 4.2).
    pub(super) fn within_tls(&self) -> Session {
        Session { until: self.until, ..Session::new(Protocol::Smtp { tls: false }, self.patience.clone()) }
    }

    /// Sends the greeting and serves the client; see [`Session::serve`].
    pub(super) async fn greet_and_serve<S: AsyncRead + AsyncWrite + Unpin>(
        &mut self,
        app: &App,
        wire: &mut Wire<S>,
        stop: &CancellationToken,
    ) -> std::io::Result<End> {
        let name = match self.protocol {
            Protocol::Lmtp => "LMTP",
            Protocol::Smtp { .. } => "ESMTP",
        };
        wire.say(&format!("220 {} {name} Turnpost", host(app))).await?;
        self.serve(app, wire, stop).await
    }

    /// Serves a client until it leaves, its time is over or the server stops. A client that is sent away without an answer to its
    /// message sends it again, and a message that comes again is known.
    pub(super) async fn serve<S: AsyncRead + AsyncWrite + Unpin>(
        &mut self,
        app: &App,
        wire: &mut Wire<S>,
        stop: &CancellationToken,
    ) -> std::io::Result<End> {
        let (until, patience) = (self.until, self.patience.clone());
        let farewell = tokio::select! {
            ended = timeout_at(until, self.talk(app, wire)) => match ended {
                Ok(end) => return end,
                Err(_) => "421 4.4.2 Connection open for too long",
            },
            () = patience.ends() => "421 4.4.2 Too many connections, and no recipient in time; try again later",
            () = stop.cancelled() => "421 4.3.2 Server is shutting down; try again later",
        };
        wire.say(farewell).await.map(|()| End::Over)
    }

    async fn talk<S: AsyncRead + AsyncWrite + Unpin>(&mut self, app: &App, wire: &mut Wire<S>) -> std::io::Result<End> {
        while let Some(command) = wire.command().await? {
            let next = match command {
                Command::Line(line) => self.next(app, &line),
                Command::TooLong => Next::Fault("500 5.5.2 Command line too long"),
            };
            match next {
                Next::Say(reply) => wire.say(&reply).await?,
                Next::Fault(reply) => {
                    self.faults += 1;
                    if self.faults > MAX_FAULTS {
                        wire.say("421 4.7.0 Too many invalid commands").await?;
                        return Ok(End::Over);
                    }
                    wire.say(reply).await?;
                }
                Next::Data => {
                    wire.say("354 Send the message; end it with a single dot on a line").await?;
                    let Some(data) = wire.data(app.config.message_bytes as usize).await? else { return Ok(End::Over) };
                    self.take(app, wire, data).await?;
                }
                Next::End(reply, end) => return wire.say(reply).await.map(|()| end),
            }
        }
        Ok(End::Over)
    }

    fn next(&mut self, app: &App, line: &[u8]) -> Next {
        match Request::parse(&mut line.iter()) {
            // The one recipient that needs no domain (RFC 5321, section 4.5.1); smtp-proto gives it no address.
            Ok(Request::Rcpt { to }) if to.address.is_empty() && is_bare_postmaster(line) => {
                self.add(app, "postmaster")
            }
            Ok(request) => self.follow(app, request),
            Err(Error::UnknownCommand) => Next::Fault("500 5.5.1 Unknown command"),
            Err(Error::InvalidSenderAddress) => Next::Fault("501 5.1.7 Invalid sender address"),
            Err(Error::InvalidRecipientAddress) => Next::Fault("501 5.1.3 Invalid recipient address"),
            Err(Error::UnsupportedParameter { .. }) => Next::Fault("555 5.5.4 Parameter not supported"),
            Err(
                Error::NeedsMoreData { .. }
                | Error::SyntaxError { .. }
                | Error::InvalidParameter { .. }
                | Error::ResponseTooLong
                | Error::InvalidResponse { .. },
            ) => Next::Fault("501 5.5.4 Syntax error in the command"),
        }
    }

    fn follow(&mut self, app: &App, request: Request<Cow<'_, str>>) -> Next {
        match (request, self.protocol) {
            (Request::Lhlo { .. }, Protocol::Lmtp) | (Request::Ehlo { .. }, Protocol::Smtp { .. }) => self.greeted(app),
            (Request::Helo { .. }, Protocol::Smtp { .. }) => {
                self.greeted(app);
                Next::Say(format!("250 {}", host(app)))
            }
            (Request::Ehlo { .. } | Request::Helo { .. }, Protocol::Lmtp) => {
                Next::Fault("500 5.5.1 This is LMTP; send LHLO")
            }
            (Request::Lhlo { .. }, Protocol::Smtp { .. }) => Next::Fault("500 5.5.1 This is SMTP; send EHLO"),
            (Request::StartTls, Protocol::Smtp { tls: true }) => match app.config.mail_tls() {
                Ok(Some(server)) => Next::End("220 2.0.0 Ready to start TLS", End::StartTls(server)),
                Ok(None) => Next::Fault("454 4.7.0 TLS not available"),
                Err(why) => {
                    tracing::error!(%why, "cannot use STARTTLS for inbound email");
                    Next::Fault("454 4.7.0 TLS not available")
                }
            },
            (Request::Mail { .. }, _) if !self.greeted => Next::Fault("503 5.5.1 Send a greeting first"),
            (Request::Mail { .. }, _) if self.sender.is_some() => Next::Fault("503 5.5.1 Sender already given"),
            (Request::Mail { from }, _) if from.size > app.config.message_bytes as usize => {
                Next::Say(NotTaken::TooLarge.to_string())
            }
            (Request::Mail { from }, _) => {
                self.sender = Some(from.address.into_owned());
                Next::Say("250 2.1.0 Sender OK".to_owned())
            }
            (Request::Rcpt { to }, _) => self.add(app, &to.address),
            (Request::Data, _) if self.recipients.is_empty() => Next::Fault("503 5.5.1 Send a recipient first"),
            (Request::Data, _) => Next::Data,
            (Request::Rset, _) => {
                self.forget();
                Next::Say("250 2.0.0 Reset".to_owned())
            }
            (Request::Noop { .. }, _) => Next::Say("250 2.0.0 OK".to_owned()),
            (Request::Vrfy { .. }, _) => Next::Fault("252 2.5.0 Cannot verify addresses; send the message"),
            (Request::Quit, _) => Next::End("221 2.0.0 Goodbye", End::Over),
            (
                Request::Bdat { .. }
                | Request::Auth { .. }
                | Request::Expn { .. }
                | Request::Help { .. }
                | Request::Etrn { .. }
                | Request::Atrn { .. }
                | Request::Burl { .. }
                | Request::StartTls,
                _,
            ) => Next::Fault("502 5.5.1 Command not supported"),
        }
    }

    fn greeted(&mut self, app: &App) -> Next {
        self.forget();
        self.greeted = true;
        let tls = if self.protocol == (Protocol::Smtp { tls: true }) { "\n250-STARTTLS" } else { "" };
        let (host, size) = (host(app), app.config.message_bytes);
        Next::Say(format!("250-{host}\n250-PIPELINING\n250-SIZE {size}\n250-8BITMIME{tls}\n250 ENHANCEDSTATUSCODES"))
    }

    fn add(&mut self, app: &App, address: &str) -> Next {
        if self.sender.is_none() {
            return Next::Fault("503 5.5.1 Send the sender first");
        }
        if self.recipients.len() >= MAX_RECIPIENTS {
            return Next::Fault("452 4.5.3 Too many recipients");
        }
        match receive::recipient(app, address) {
            // It is passed on at once, so a message that comes again for another recipient would be passed on twice.
            Ok(recipient)
                if !self.recipients.is_empty() && (recipient == Recipient::Postmaster || self.has_postmaster()) =>
            {
                Next::Fault("452 4.5.3 The postmaster must be the only recipient")
            }
            Ok(recipient) => {
                // All can name the postmaster and the standing address; an email is named by one who has it.
                match recipient {
                    Recipient::Email { .. } => self.patience.named(),
                    Recipient::Standing | Recipient::Postmaster => {}
                }
                self.recipients.push(recipient);
                Next::Say("250 2.1.5 Recipient OK".to_owned())
            }
            Err(why) => Next::Say(why.to_string()),
        }
    }

    fn has_postmaster(&self) -> bool {
        self.recipients.contains(&Recipient::Postmaster)
    }

    fn forget(&mut self) {
        self.sender = None;
        self.recipients.clear();
    }

    /// Stores the message for each recipient. By LMTP each of them is answered for (RFC 2033, section 4.2); by SMTP all are taken, or
    /// the client sends the message again: those who have it are known then.
    async fn take<S: AsyncRead + AsyncWrite + Unpin>(
        &mut self,
        app: &App,
        wire: &mut Wire<S>,
        data: Data,
    ) -> std::io::Result<()> {
        let sender = self.sender.clone().unwrap_or_default();
        let mut all = Ok(());
        for recipient in std::mem::take(&mut self.recipients) {
            let taken = match &data {
                Data::Whole(message) => receive::store(app, &recipient, Some(&sender), message).await,
                Data::TooLarge => Err(NotTaken::TooLarge),
                Data::BareNewline => Err(NotTaken::BareNewline),
            };
            if self.protocol == Protocol::Lmtp {
                wire.say(&reply(&taken)).await?;
            }
            all = taken.and(all);
        }
        if self.protocol != Protocol::Lmtp {
            wire.say(&reply(&all)).await?;
        }
        self.forget();
        // Only faults in a row end a session.
        self.faults = 0;
        Ok(())
    }
}

/// The reply to a message that was taken, or not.
fn reply(taken: &Result<(), NotTaken>) -> String {
    taken.as_ref().map_or_else(ToString::to_string, |()| "250 2.0.0 Stored".to_owned())
}

/// The name of this host in the conversation: the domain of the addresses at which it takes mail.
fn host(app: &App) -> &str {
    app.addresses.as_ref().map_or("localhost", |addresses| addresses.reply.domain())
}

fn is_bare_postmaster(line: &[u8]) -> bool {
    line.trim_ascii().to_ascii_lowercase().starts_with(b"rcpt to:<postmaster>")
}
