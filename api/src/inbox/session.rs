//! A session of LMTP (RFC 2033): the mail server of this machine hands over messages, and each recipient is answered for.

use std::borrow::Cow;

use smtp_proto::{Error, Request};
use tokio::io::{AsyncRead, AsyncWrite};

use super::receive::{self, Recipient};
use super::wire::{Command, Data, Wire};
use crate::app::App;

/// At most this many recipients of one message.
const MOST_RECIPIENTS: usize = 10;

/// At most this many commands that cannot be used, between two messages.
const MOST_FAULTS: usize = 10;

/// The state of a session.
#[derive(Default)]
struct Session {
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
    End(&'static str),
}

/// Serves a client until it leaves.
pub(super) async fn serve<S: AsyncRead + AsyncWrite + Unpin>(app: &App, stream: S) -> std::io::Result<()> {
    let (mut wire, mut session) = (Wire::new(stream), Session::default());
    wire.say("220 localhost LMTP Turnpost").await?;
    while let Some(command) = wire.command().await? {
        let next = match command {
            Command::Line(line) => session.next(app, &line),
            Command::TooLong => Next::Fault("500 5.5.6 The line is too long for a command"),
        };
        match next {
            Next::Say(reply) => wire.say(&reply).await?,
            Next::Fault(reply) => {
                session.faults += 1;
                if session.faults > MOST_FAULTS {
                    return wire.say("421 4.7.0 Too many commands that cannot be used").await;
                }
                wire.say(reply).await?;
            }
            Next::Data => {
                wire.say("354 The message, then a line with a dot alone").await?;
                let Some(data) = wire.data(app.config.message_bytes as usize).await? else { return Ok(()) };
                session.take(app, &mut wire, data).await?;
            }
            Next::End(reply) => return wire.say(reply).await,
        }
    }
    Ok(())
}

impl Session {
    fn next(&mut self, app: &App, line: &[u8]) -> Next {
        match Request::parse(&mut line.iter()) {
            Ok(request) => self.follow(app, request),
            Err(Error::UnknownCommand) => Next::Fault("500 5.5.1 There is no such command"),
            Err(Error::InvalidSenderAddress) => Next::Fault("501 5.1.7 The sender is no address"),
            Err(Error::InvalidRecipientAddress) => Next::Fault("501 5.1.3 The recipient is no address"),
            Err(Error::UnsupportedParameter { .. }) => Next::Fault("555 5.5.4 The parameter is not supported"),
            Err(
                Error::NeedsMoreData { .. }
                | Error::SyntaxError { .. }
                | Error::InvalidParameter { .. }
                | Error::ResponseTooLong
                | Error::InvalidResponse { .. },
            ) => Next::Fault("501 5.5.4 The command cannot be read"),
        }
    }

    fn follow(&mut self, app: &App, request: Request<Cow<'_, str>>) -> Next {
        match request {
            Request::Lhlo { .. } => {
                *self = Session { greeted: true, faults: self.faults, ..Session::default() };
                let size = app.config.message_bytes;
                Next::Say(format!(
                    "250-localhost\n250-PIPELINING\n250-SIZE {size}\n250-8BITMIME\n250 ENHANCEDSTATUSCODES"
                ))
            }
            Request::Ehlo { .. } | Request::Helo { .. } => Next::Fault("500 5.5.1 This is LMTP; say LHLO"),
            Request::Mail { .. } if !self.greeted => Next::Fault("503 5.5.1 Say LHLO first"),
            Request::Mail { .. } if self.sender.is_some() => Next::Fault("503 5.5.1 There is a sender already"),
            Request::Mail { from } if from.size > app.config.message_bytes as usize => {
                Next::Say(receive::NotTaken::TooLarge.to_string())
            }
            Request::Mail { from } => {
                self.sender = Some(from.address.into_owned());
                Next::Say("250 2.1.0 Go on".to_owned())
            }
            Request::Rcpt { .. } if self.sender.is_none() => Next::Fault("503 5.5.1 The sender comes first"),
            Request::Rcpt { .. } if self.recipients.len() >= MOST_RECIPIENTS => {
                Next::Fault("452 4.5.3 Too many recipients of one message")
            }
            Request::Rcpt { to } => match receive::recipient(app, &to.address) {
                Ok(recipient) => {
                    self.recipients.push(recipient);
                    Next::Say("250 2.1.5 Go on".to_owned())
                }
                Err(why) => Next::Say(why.to_string()),
            },
            Request::Data if self.recipients.is_empty() => Next::Fault("503 5.5.1 There is no recipient"),
            Request::Data => Next::Data,
            Request::Rset => {
                self.forget();
                Next::Say("250 2.0.0 Forgotten".to_owned())
            }
            Request::Noop { .. } => Next::Say("250 2.0.0 Done".to_owned()),
            Request::Vrfy { .. } => Next::Fault("252 2.5.0 Addresses are not verified; send the message"),
            Request::Quit => Next::End("221 2.0.0 Goodbye"),
            Request::Bdat { .. }
            | Request::Auth { .. }
            | Request::Expn { .. }
            | Request::Help { .. }
            | Request::Etrn { .. }
            | Request::Atrn { .. }
            | Request::Burl { .. }
            | Request::StartTls => Next::Fault("502 5.5.1 The command is not supported"),
        }
    }

    fn forget(&mut self) {
        self.sender = None;
        self.recipients.clear();
    }

    /// Stores the message for each recipient, and answers for each (RFC 2033, section 4.2).
    async fn take<S: AsyncRead + AsyncWrite + Unpin>(
        &mut self,
        app: &App,
        wire: &mut Wire<S>,
        data: Data,
    ) -> std::io::Result<()> {
        let sender = self.sender.clone().unwrap_or_default();
        for recipient in std::mem::take(&mut self.recipients) {
            let taken = match &data {
                Data::Whole(message) => receive::store(app, &recipient, &sender, message).await,
                Data::TooLarge => Err(receive::NotTaken::TooLarge),
                Data::BareNewline => Err(receive::NotTaken::BareNewline),
            };
            match taken {
                Ok(()) => wire.say("250 2.0.0 Stored").await?,
                Err(why) => wire.say(&why.to_string()).await?,
            }
        }
        self.forget();
        // Only faults in a row end a session.
        self.faults = 0;
        Ok(())
    }
}
