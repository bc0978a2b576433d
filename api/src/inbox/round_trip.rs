//! An email of the server to itself: out by its mail server, in by the way that is set up.

use std::time::{Duration, Instant};

use crate::app::App;
use crate::db::{self, incoming};
use crate::ids::{EmailId, Home};
use crate::mail::{Envelope, MailTest, Message, Post, compose, mailbox, sender};
use crate::play::telling::reply::Key;

/// The longest wait for the email. A mailbox that is polled is looked at once a minute.
const PATIENCE: Duration = Duration::from_secs(150);

/// A mail server that takes so much longer for the first email to an address than for the second one has probed the address: Postfix
/// waits three seconds for the result, and remembers it.
const PROBE: Duration = Duration::from_millis(1500);

/// The pause between two looks.
const PAUSE: Duration = Duration::from_millis(200);

/// An email that has come back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CameBack {
    /// The time that this took.
    pub after: Duration,
    /// The mail server probes addresses before it takes emails to them.
    pub is_probed: bool,
}

/// The reason why the email has not come, for the host.
#[derive(Debug, thiserror::Error)]
pub enum NotArrived {
    /// There is nothing to test.
    #[error("{0} is not set, so the server cannot send and receive email")]
    NotSet(&'static str),
    /// The mail server has not taken it.
    #[error("it was not sent: {0}")]
    NotSent(String),
    /// It was sent, and is not here.
    #[error("it was sent ({0}) but did not come back within {wait} seconds; see the log of the mail server", wait = PATIENCE.as_secs())]
    Lost(String),
    /// The database cannot be used.
    #[error("{0}")]
    Database(#[from] db::Trouble),
}

/// Sends an email to an address of this server's own and waits until it is stored. If the mail server was slow to take it, another one
/// goes to the same address.
pub async fn round_trip(app: &App) -> Result<CameBack, NotArrived> {
    let post = app.post.as_ref().ok_or(NotArrived::NotSet("smtp_url"))?;
    let addresses = app.addresses.as_ref().ok_or(NotArrived::NotSet("reply_address"))?;
    let id = EmailId::new();
    let not_sent = |why: &dyn std::fmt::Display| NotArrived::NotSent(why.to_string());
    let to = mailbox("", &Key::Bounce(id).address(addresses, &app.secrets)).map_err(|why| not_sent(&why))?;
    let envelope = Envelope {
        id: id.0,
        from: sender(&app.config.mail_from).map_err(|why| not_sent(&why))?,
        to,
        date: app.clock.now(),
        reply_to: None,
        return_to: None,
        thread: None,
        in_reply_to: None,
        again: None,
        unsubscribe: None,
        unsubscribe_at: None,
        category: None,
    };
    let email = compose(&envelope, &MailTest);
    let first = send(app, post, &email, id).await?;
    let mut is_probed = false;
    if first.taken_after > PROBE {
        let second = send(app, post, &email, id).await?;
        is_probed = first.taken_after.saturating_sub(second.taken_after) > PROBE;
    }
    Ok(CameBack { after: first.back_after, is_probed })
}

/// The times that an email took.
struct Times {
    taken_after: Duration,
    back_after: Duration,
}

async fn send(app: &App, post: &Post, email: &Message, id: EmailId) -> Result<Times, NotArrived> {
    let began = Instant::now();
    let sent = post.send(email).await;
    let answer = sent.map_err(|failure| NotArrived::NotSent(format!("{failure}: {}", failure.answer)))?;
    let taken_after = began.elapsed();
    let mut connection = app.db.get().await?;
    while began.elapsed() < PATIENCE {
        if incoming::forget_home(&mut connection, Home(id.0)).await? {
            return Ok(Times { taken_after, back_after: began.elapsed() });
        }
        tokio::time::sleep(PAUSE).await;
    }
    Err(NotArrived::Lost(answer))
}
