//! The sender of emails that are owed: claim, draw, send, record.
//!
//! The row stays locked by the transaction that claimed it while the email is under way, so a process that is killed
//! gives it back at once, and no other sender can send it meanwhile. An email that was recorded as sent is never sent again; an email that
//! the mail server took right before a kill is sent again with the same Message-ID, by which mail programs show it once.

use chrono::{DateTime, TimeDelta, Utc};

use super::budget;
use super::draw::draw;
use super::drawn::Drawn;
use crate::app::App;
use crate::db::due_emails::{self, EmailRow};
use crate::db::emails::{self, Try};
use crate::db::words::{EmailKind, Facts, Lane};
use crate::db::{self, Connection, budgets, kept_emails};
use crate::events::Event;
use crate::failpoint;
use crate::mail::{Email, Envelope, Link, Message, Thread, compose, mailbox, sender};
use crate::metrics::MOVE_TO_EMAIL;
use crate::play::people::undelivered::{self, Weight};
use crate::play::telling::reply::Key;
use crate::play::{self, Refusal, caught};

/// The number of tries before an email is given up: over four and a half days, as RFC 5321, 4.5.4.1, asks for four or five.
/// An email that is not needed any more by then is dropped before.
const MAX_TRIES: i16 = 36;

/// The result of one look at the emails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sent {
    /// An email was sent, dropped or put off; there may be more.
    One,
    /// No email is due.
    NothingDue,
}

/// What became of a try. Each has the mail server's answer, or the reason why there was none.
enum Delivery {
    Accepted(String),
    /// A later try may succeed.
    Deferred(String),
    /// Every further try would fail.
    Refused(String),
}

/// Deals with the email of a lane that has been due longest.
pub async fn send_one(app: &App, lane: Lane) -> play::Result<Sent> {
    let mut connection = app.db.get().await?;
    let connection = &mut *connection;
    db::begin(connection).await?;
    let Some(row) = due_emails::claim(connection, app.db.layout(), lane, app.clock.now()).await? else {
        db::commit(connection).await?;
        return Ok(Sent::NothingDue);
    };
    failpoint::point("email-claimed");
    if let Some(at) = budget::waits_until(app, connection, &row, lane).await? {
        ::metrics::counter!("turnpost_emails_total", "result" => "waits").increment(1);
        budgets::put_off(connection, row.key(), at).await?;
        db::commit(connection).await?;
        return Ok(Sent::One);
    }
    let mut given_up = None;
    match caught(ready(app, connection, &row, lane)).await {
        Ok(Some(ready)) => given_up = deliver(app, connection, &row, ready).await?,
        Ok(None) => {
            ::metrics::counter!("turnpost_emails_total", "result" => "moot").increment(1);
            emails::drop_moot(connection, row.key(), app.clock.now()).await?;
        }
        Err(Refusal::Database(trouble)) => return Err(trouble.into()),
        Err(refusal) => {
            // Recorded, or this email would be the first one due for ever, and no other would be sent.
            tracing::error!(email = %row.id, %refusal, "cannot render an email");
            // It tells nothing of the address.
            record(app, connection, &row, Delivery::Deferred("the email could not be rendered".to_owned())).await?;
        }
    }
    db::commit(connection).await?;
    failpoint::point("email-recorded");
    if let Some(weight) = given_up {
        note_undelivered(app, connection, &row, weight).await;
    }
    Ok(Sent::One)
}

/// Notes that an email was given up. In a transaction of its own: the record of the email must not depend on it.
async fn note_undelivered(app: &App, connection: &mut Connection, row: &EmailRow, weight: Weight) {
    let now = app.clock.now();
    let work = async |connection: &mut Connection| undelivered::note(connection, row.id, weight, now).await;
    match caught(db::transaction(connection, work)).await {
        Ok(_) => app.hub.publish(Event::EmailOwed),
        Err(refusal) => {
            tracing::error!(email = %row.id, %refusal, "cannot record that an email was given up");
            return;
        }
    }
    if let Err(refusal) = undelivered::tell(app, connection, row.id).await {
        tracing::error!(email = %row.id, %refusal, "cannot notify players of an extended deadline");
    }
}

/// Draws and composes an email, and returns it with its address; nothing if it is moot.
async fn ready(
    app: &App,
    connection: &mut Connection,
    row: &EmailRow,
    lane: Lane,
) -> play::Result<Option<(Message, String)>> {
    let Some(drawn) = draw(app, connection, row).await? else { return Ok(None) };
    let (envelope, email, address) = envelope(app, row, drawn)?;
    let message = match lane {
        // They have no picture, and must not wait for those of others.
        Lane::Access => compose(&envelope, &*email),
        Lane::Other => {
            let composed = app.work_pool.compose(move || compose(&envelope, &*email)).await;
            composed.map_err(|why| Refusal::Broken(format!("email {}: {why}", row.id)))?
        }
    };
    Ok(Some((message, address)))
}

/// Returns what the failure tells of the address, if the email is given up.
async fn deliver(
    app: &App,
    connection: &mut Connection,
    row: &EmailRow,
    (message, address): (Message, String),
) -> play::Result<Option<Weight>> {
    failpoint::point("email-drawn");
    let delivery = match &app.post {
        Some(post) => match post.send(&message).await {
            Ok(answer) => Delivery::Accepted(answer),
            Err(failure) => {
                tracing::warn!(email = %row.id, kind = row.kind.name(), %failure, "an email was not accepted");
                // The record must not keep the address after the account is deleted.
                let answer = failure.answer.replace(&address, "(the address)");
                if failure.permanent { Delivery::Refused(answer) } else { Delivery::Deferred(answer) }
            }
        },
        None => keep(connection, row, &address, &message, app.clock.now()).await,
    };
    failpoint::point("email-accepted");
    record(app, connection, row, delivery).await
}

fn envelope(app: &App, row: &EmailRow, drawn: Drawn) -> play::Result<(Envelope, Box<dyn Email>, String)> {
    let broken = |why: &dyn std::fmt::Display| Refusal::Broken(format!("email {}: {why}", row.id));
    let Drawn { name, address, email, stop, stop_key, key, in_reply_to } = drawn;
    // Without a key a reply goes to the standing address.
    let standing = app.addresses.as_ref().map(|addresses| mailbox("", &addresses.standing));
    let standing = standing.transpose().map_err(|why| broken(&why))?;
    let at = |key: Key| {
        let addresses = app.addresses.as_ref();
        let address = addresses.map(|addresses| mailbox("", &key.address(addresses, &app.secrets))).transpose();
        address.map_err(|why| broken(&why))
    };
    let Facts { in_match, category, .. } = row.kind.facts();
    let absolute = |path: &str| Link::new(app.url(path)).map_err(|why| broken(&why));
    let envelope = Envelope {
        id: row.id.0,
        from: sender(&app.config.mail_from).map_err(|why| broken(&why))?,
        to: mailbox(&name, &address).map_err(|why| broken(&why))?,
        date: app.clock.now(),
        reply_to: key.map(at).transpose()?.flatten().or(standing),
        return_to: at(Key::Bounce(row.id))?,
        thread: row
            .match_id
            .filter(|_| in_match)
            .map(|id| Thread { match_id: id.0, earlier: row.earlier.map(|id| id.0) }),
        in_reply_to,
        again: if in_match { Some(absolute("/emails/again")?) } else { None },
        unsubscribe: stop.as_deref().map(absolute).transpose()?,
        unsubscribe_at: stop_key.map(at).transpose()?.flatten(),
        category,
    };
    Ok((envelope, email, address))
}

async fn keep(
    connection: &mut Connection,
    row: &EmailRow,
    address: &str,
    message: &Message,
    now: DateTime<Utc>,
) -> Delivery {
    match kept_emails::keep(connection, row.id, (address, message.subject()), &message.raw(), now).await {
        Ok(()) => Delivery::Accepted("kept: no mail server is set".to_owned()),
        Err(trouble) => {
            tracing::error!(%trouble, "cannot keep an email");
            Delivery::Deferred("the email could not be kept".to_owned())
        }
    }
}

/// Records a try. Returns what it tells of the address, if the email is given up.
async fn record(
    app: &App,
    connection: &mut Connection,
    row: &EmailRow,
    delivery: Delivery,
) -> play::Result<Option<Weight>> {
    let now = app.clock.now();
    let is_last = row.attempts + 1 >= MAX_TRIES;
    let (accepted, answer, again_at, given_up) = match delivery {
        Delivery::Accepted(answer) => (true, answer, None, None),
        Delivery::Deferred(answer) if !is_last => (false, answer, Some(now + back_off(row.attempts)), None),
        Delivery::Deferred(answer) => (false, answer, None, Some(false)),
        Delivery::Refused(answer) => (false, answer, None, Some(true)),
    };
    let label = if accepted { "sent" } else { "refused" };
    ::metrics::counter!("turnpost_emails_total", "result" => label).increment(1);
    if accepted && row.kind == EmailKind::YourTurn {
        let since = (now - row.created_at).to_std().unwrap_or_default();
        ::metrics::histogram!(MOVE_TO_EMAIL).record(since.as_secs_f64());
    }
    emails::record(connection, &Try { key: row.key(), accepted, answer: &answer, again_at, now }).await?;
    Ok(given_up.map(|permanent| Weight::of_answer(&answer, permanent)))
}

/// The pause after a try that failed: half a minute, then twice as long each time, at most four hours.
fn back_off(attempts: i16) -> TimeDelta {
    let doubled = 30_i64 << attempts.clamp(0, 9);
    TimeDelta::seconds(doubled.min(4 * 3600))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_email_is_tried_for_as_long_as_mail_servers_try() {
        let waits = (0..MAX_TRIES - 1).map(back_off);
        let all = waits.fold(TimeDelta::zero(), |all, wait| all + wait);
        assert!(all > TimeDelta::days(4) && all < TimeDelta::days(5), "{all}");
    }
}
