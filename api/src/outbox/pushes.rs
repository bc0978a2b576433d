//! Messages to browsers (Web Push, RFC 8030): owed beside emails, drawn from the present state, encrypted, retried if they fail.

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};
use url::Url;
use web_push_native::p256::PublicKey;
use web_push_native::{Auth, encrypt};

use super::occasion::{LEASE, Occasion};
use super::post::{Post, post};
use crate::app::App;
use crate::brief::Deadline;
use crate::db::people::{self, Person};
use crate::db::pushes::{self, MessageRow};
use crate::mail;
use crate::play::telling::{brief, links, look};
use crate::play::{self, Match};
use crate::vapid;

/// The pauses between two attempts, in seconds.
const PAUSES: [i64; 6] = [30, 120, 600, 3600, 14_400, 43_200];
/// A push service keeps a message for an offline browser for at most this time.
const LONGEST: Duration = Duration::days(7);
/// A message whose deadline is nearer than this is urgent.
const URGENT: Duration = Duration::hours(1);
/// The length to which a message is filled up, in bytes: its length tells a push service nothing.
const LENGTH: usize = 1024;

/// What a message says, and until when that is of use.
struct Drawn {
    text: Value,
    deadline: Option<DateTime<Utc>>,
}

/// Returns the message to send next, if one is due.
pub async fn next(app: &App) -> play::Result<Option<MessageRow>> {
    Ok(pushes::claim(&mut *app.db.get().await?, app.clock.now(), LEASE).await?)
}

/// Sends a message, or drops it if it is moot.
pub async fn send(app: &App, message: &MessageRow) -> play::Result<()> {
    let drawn = match draw(app, message).await {
        Ok(Some(drawn)) => drawn,
        Ok(None) => return Ok(pushes::record(&mut *app.db.get().await?, message, None).await?),
        // The match cannot be read: later messages of this device must not wait for it.
        Err(refusal) => return record(app, message, Err(refusal.to_string())).await,
    };
    let request = match request(app, message, &drawn) {
        Ok(request) => request,
        Err(why) => {
            // The browser sends a new subscription at its next visit.
            tracing::error!(push = %message.push_id, %why, "discarded a push message");
            return Ok(pushes::record(&mut *app.db.get().await?, message, None).await?);
        }
    };
    let result = post(app, request).await;
    let label = if matches!(result, Ok(200..=299)) { "accepted" } else { "failed" };
    ::metrics::counter!("turnpost_push_messages_total", "result" => label).increment(1);
    record(app, message, result).await
}

async fn draw(app: &App, message: &MessageRow) -> play::Result<Option<Drawn>> {
    let read = Occasion::read(app, message.kind, message.match_id, message.user_id).await?;
    let Some((occasion, m)) = read else { return Ok(None) };
    let person = people::person(&mut *app.db.get().await?, message.user_id).await?;
    let Some(person) = person.filter(|person| !person.deleted) else { return Ok(None) };
    let turn = turn(&m, &person)?;
    let table = brief::table(&m, &person.name)?;
    let title = match (occasion, &turn) {
        (Occasion::YourTurn | Occasion::Started, Some((news, _))) => table.subject(news),
        (Occasion::Started, None) => table.subject(mail::STARTED),
        (Occasion::YourTurn, None) => return Ok(None),
        (Occasion::Over, _) => table.subject(mail::OVER),
        (Occasion::Invitation, _) => table.subject("Invitation"),
    };
    let deadline = turn.and_then(|(_, deadline)| deadline);
    let body = deadline.map(|deadline| deadline.words(app.clock.now())).unwrap_or_default();
    let text = json!({"title": title, "body": body, "url": app.url(&links::match_path(m.id())), "tag": m.id()});
    Ok(Some(Drawn { text, deadline: deadline.map(|deadline| deadline.at) }))
}

/// The news of a turn that waits for a person, and its deadline.
fn turn(m: &Match, person: &Person) -> play::Result<Option<(&'static str, Option<Deadline>)>> {
    let Some(seat) = m.seat_of(person.id).filter(|seat| m.awaited().contains(*seat)) else { return Ok(None) };
    let Some(page) = look::page(m, Some(person.id))?.filter(|page| page.outcome.is_none()) else { return Ok(None) };
    let turn = brief::turn(m, seat, &page, &person.time_zone)?;
    Ok(Some((turn.news(&page), turn.deadline)))
}

fn request<'a>(app: &App, message: &'a MessageRow, drawn: &Drawn) -> Result<Post<'a>, String> {
    let now = app.clock.now();
    let endpoint = Url::parse(&message.endpoint).map_err(|why| why.to_string())?;
    let sender = mail::sender(&app.config.mail_from)?;
    let contact = vapid::contact(&app.config.public_url, sender.email.as_ref());
    let proof = vapid::authorization(&app.secrets, &message.key_id, &endpoint, &contact, now);
    let proof = proof.ok_or("the server no longer has this secret")?;
    let key = PublicKey::from_sec1_bytes(&message.p256dh).map_err(|why| why.to_string())?;
    let mut text = drawn.text.to_string().into_bytes();
    text.resize(text.len().max(LENGTH), b' ');
    let auth: [u8; 16] = message.auth.as_slice().try_into().map_err(|_| "the browser's secret is not 16 bytes long")?;
    let body = encrypt(text, &key, &Auth::from(auth)).map_err(|why| why.to_string())?;
    let left = drawn.deadline.map_or(LONGEST, |deadline| (deadline - now).clamp(Duration::minutes(1), LONGEST));
    let urgency = if left < URGENT { "high" } else { "normal" };
    let headers = vec![
        ("authorization", proof),
        ("content-encoding", "aes128gcm".to_owned()),
        ("content-type", "application/octet-stream".to_owned()),
        ("user-agent", "Turnpost-Push/1".to_owned()),
        // RFC 8030, sections 5.2 to 5.4: a newer message about a match takes the place of an older one.
        ("ttl", left.num_seconds().to_string()),
        ("urgency", urgency.to_owned()),
        ("topic", message.match_id.0.simple().to_string()),
    ];
    Ok(Post { url: &message.endpoint, headers, body })
}

/// Records a try. The responses are those of RFC 8030, sections 5 and 7.3.
async fn record(app: &App, message: &MessageRow, result: Result<u16, String>) -> play::Result<()> {
    let mut connection = app.db.get().await?;
    let why = match result {
        Ok(200..=299) => return Ok(pushes::record(&mut connection, message, None).await?),
        Ok(404 | 410) => {
            tracing::info!(push = %message.push_id, "removed an expired push subscription");
            return Ok(pushes::drop_dead(&mut connection, message).await?);
        }
        Ok(status @ (429 | 500..)) => format!("status {status}"),
        Ok(status) => {
            tracing::error!(push = %message.push_id, status, "a push service refused a message");
            return Ok(pushes::record(&mut connection, message, None).await?);
        }
        Err(why) => why,
    };
    tracing::info!(push = %message.push_id, attempt = message.attempts + 1, %why, "a push message was not delivered");
    let pause = usize::try_from(message.attempts).ok().and_then(|tries| PAUSES.get(tries));
    let again = pause.and_then(|pause| app.clock.now().checked_add_signed(Duration::seconds(*pause)));
    Ok(pushes::record(&mut connection, message, again).await?)
}
