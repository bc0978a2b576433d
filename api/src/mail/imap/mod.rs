//! Polling of a mailbox by IMAP, by which replies to emails come in.
//!
//! A message stays in the folder until it is stored. It is moved to another folder then, so it is met once; where a look is cut off
//! between the two, it is met again, and the caller has to know it (a digest does).

mod account;
mod connection;
mod envelope;
mod responses;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsConnector;
use tokio_util::sync::CancellationToken;

pub use self::account::{Account, BadAccount};
use self::connection::{Connection, Listed};
pub use self::connection::{Fault, NotPolled, Step};
use self::envelope::Envelope;

/// At most this many messages of a look.
const MAX_MESSAGES: u32 = 50;
/// The most time of a look.
const LONGEST_LOOK: Duration = Duration::from_secs(300);
/// The longest pause between two looks, after errors in a row.
const LONGEST_PAUSE: Duration = Duration::from_secs(600);

/// A message that was fetched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fetched {
    /// The addresses that it may have come for, at most 20.
    pub recipients: Vec<String>,
    /// The sender of its envelope, `""` for none; `None` if the mailbox does not tell.
    pub sender: Option<String>,
    /// Its bytes.
    pub raw: Vec<u8>,
}

/// What became of a message that was handed over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// The message is stored, or was stored before.
    Stored,
    /// The message cannot be taken: there is no such address, it is too large or it is malformed.
    Refused,
    /// Another try may succeed.
    TryAgain,
}

/// The messages of a look, counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Batch {
    /// Moved to the folder `done`.
    pub stored: u32,
    /// Moved to the folder `refused`, those among them that are too large to be fetched.
    pub refused: u32,
    /// Left where they are.
    pub left: u32,
    /// True if something was moved and there are messages that the look did not come to.
    pub more: bool,
}

/// A mailbox that is polled.
pub struct Mailbox {
    account: Account,
    tls: TlsConnector,
    max_bytes: u32,
    /// The number of messages at the beginning of the folder that earlier looks left there. The next look begins behind them, and at
    /// the first message when the end is reached, so messages that stay do not keep others from being looked at.
    passed: u32,
}

impl Mailbox {
    /// Messages of more than `max_bytes` are refused without being fetched. `roots` is the text of a PEM file with certificates to
    /// trust besides those of the public web.
    pub fn new(account: Account, roots: Option<&[u8]>, max_bytes: u32) -> Result<Mailbox, BadAccount> {
        let mut trusted = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        if let Some(roots) = roots {
            let before = trusted.len();
            for certificate in CertificateDer::pem_slice_iter(roots) {
                let certificate = certificate.map_err(|_| BadAccount::Certificate)?;
                trusted.add(certificate).map_err(|_| BadAccount::Certificate)?;
            }
            if trusted.len() == before {
                return Err(BadAccount::Certificate);
            }
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let builder = builder.map_err(|_| BadAccount::Certificate)?;
        let config = builder.with_root_certificates(trusted).with_no_client_auth();
        Ok(Mailbox { account, tls: Arc::new(config).into(), max_bytes, passed: 0 })
    }

    /// Looks at the mailbox once, for at most five minutes and 50 messages, oldest first. Each is handed to `store`. A refusal of the server for one message (a full folder) does not end the look; the first one is the error at its
    /// end.
    pub async fn look(&mut self, store: &impl AsyncFn(Fetched) -> Taken) -> Result<Batch, NotPolled> {
        let late = NotPolled { step: Step::Look, fault: Fault::Late };
        timeout(LONGEST_LOOK, self.look_on(store)).await.unwrap_or(Err(late))
    }

    /// Checks that the server lets us in and has the folder. Takes no message.
    pub async fn greet(&self) -> Result<(), NotPolled> {
        let mut connection = Connection::open(&self.account, &self.tls).await?;
        let folders = Folders::choose(&self.account, &mut connection).await?;
        connection.select(&folders.polled).await?;
        connection.close().await;
        Ok(())
    }

    async fn look_on(&mut self, store: &impl AsyncFn(Fetched) -> Taken) -> Result<Batch, NotPolled> {
        let mut connection = Connection::open(&self.account, &self.tls).await?;
        let folders = Folders::choose(&self.account, &mut connection).await?;
        let messages = connection.select(&folders.polled).await?;
        if self.passed >= messages {
            self.passed = 0;
        }
        let last = self.passed.saturating_add(MAX_MESSAGES).min(messages);
        let listed = if messages == 0 { Vec::new() } else { connection.list(self.passed + 1, last).await? };
        let (mut batch, mut refusal) = (Batch::default(), None);
        for message in listed {
            // It counts as left until it is moved: if the connection does not survive it, the next look begins behind it.
            self.passed += 1;
            match self.one(&mut connection, &folders, message, store).await {
                Ok(Taken::Stored) => batch.stored += 1,
                Ok(Taken::Refused) => batch.refused += 1,
                Ok(Taken::TryAgain) => {
                    batch.left += 1;
                    continue;
                }
                Err(why) if why.is_refusal() => {
                    refusal.get_or_insert(why);
                    continue;
                }
                Err(why) => return Err(why),
            }
            self.passed -= 1;
        }
        let moved = batch.stored + batch.refused;
        let is_end = last == messages;
        batch.more = moved > 0 && !is_end;
        self.passed = if is_end { 0 } else { last - moved };
        connection.close().await;
        refusal.map_or(Ok(batch), Err)
    }

    /// Hands a message over and moves it, unless it has to be met again.
    async fn one(
        &self,
        connection: &mut Connection,
        folders: &Folders,
        message: Listed,
        store: &impl AsyncFn(Fetched) -> Taken,
    ) -> Result<Taken, NotPolled> {
        let is_small = message.bytes <= self.max_bytes;
        let raw = if is_small { connection.fetch(message.uid, self.max_bytes).await? } else { None };
        let taken = match raw {
            // Servers may be wrong about the size.
            Some(raw) if raw.len() > self.max_bytes as usize => Taken::Refused,
            Some(raw) => {
                let Envelope { recipients, sender } = Envelope::parse(&raw);
                store(Fetched { recipients, sender, raw }).await
            }
            // Another program has taken it away.
            None if is_small => Taken::TryAgain,
            None => Taken::Refused,
        };
        match taken {
            Taken::Stored => connection.move_to(message.uid, &folders.done).await?,
            Taken::Refused => connection.move_to(message.uid, &folders.refused).await?,
            Taken::TryAgain => {}
        }
        Ok(taken)
    }
}

/// The folders of the account, as the server writes them.
struct Folders {
    polled: String,
    done: String,
    refused: String,
}

impl Folders {
    async fn choose(account: &Account, connection: &mut Connection) -> Result<Folders, NotPolled> {
        let Account { folder, done, refused, .. } = account;
        let separator = match [folder, done, refused].iter().any(|name| name.contains('/')) {
            true => connection.separator().await?,
            false => None,
        };
        let named = |name: &String| match &separator {
            Some(separator) => name.replace('/', separator),
            None => name.clone(),
        };
        Ok(Folders { polled: named(folder), done: named(done), refused: named(refused) })
    }
}

/// Looks at the mailbox until `stop`, which also ends a look that is under way. There is a pause after each look, which grows with
/// errors in a row, to ten minutes at most; there is none if there are more messages.
pub async fn run(
    mut mailbox: Mailbox,
    pause: Duration,
    stop: CancellationToken,
    store: impl AsyncFn(Fetched) -> Taken,
) {
    let mut failures: u32 = 0;
    while !stop.is_cancelled() {
        let looked = tokio::select! {
            looked = mailbox.look(&store) => looked,
            () = stop.cancelled() => break,
        };
        match looked {
            Ok(batch) => {
                failures = 0;
                tracing::debug!(?batch, "polled the mailbox");
                if batch.more {
                    continue;
                }
            }
            Err(why) => {
                failures += 1;
                tracing::warn!(%why, failures, "cannot poll the mailbox");
            }
        }
        tokio::select! {
            () = sleep(pause_after(failures, pause)) => {}
            () = stop.cancelled() => {}
        }
    }
}

/// The pause after so many errors in a row: twice as long after each, but not longer than ten minutes, or `pause` if that is longer.
fn pause_after(failures: u32, pause: Duration) -> Duration {
    pause.saturating_mul(1 << failures.min(16)).min(LONGEST_PAUSE.max(pause))
}
