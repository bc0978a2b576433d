//! Messages to browsers (Web Push, RFC 8030): drawn from the present state, encrypted.

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};
use url::Url;
use web_push_native::p256::PublicKey;
use web_push_native::{Auth, encrypt};

use super::calls::{self, Occasion};
use super::post::{Post, post};
use crate::app::App;
use crate::brief::Deadline;
use crate::db::calls::Call;
use crate::db::people::{self, Person};
use crate::db::pushes::{self, Target};
use crate::ids::{MatchId, PushId};
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

/// What a message says about a match, and until when that is of use.
struct Drawn {
    match_id: MatchId,
    text: Value,
    deadline: Option<DateTime<Utc>>,
}

/// Sends a message, or drops it if it is moot.
pub(super) async fn send(app: &App, call: &Call, id: PushId) -> play::Result<()> {
    let target = pushes::target(&mut *app.db.get().await?, id, app.clock.now()).await?;
    let Some(target) = target else { return calls::done(app, call).await };
    let drawn = match draw(app, call).await {
        Ok(Some(drawn)) => drawn,
        Ok(None) => return calls::done(app, call).await,
        // The match cannot be read: later messages of this device must not wait for it.
        Err(refusal) => return record(app, call, &target, Err(refusal.to_string())).await,
    };
    let request = match request(app, call, &target, &drawn) {
        Ok(request) => request,
        Err(why) => {
            // The browser sends a new subscription at its next visit.
            tracing::error!(push = %target.id, %why, "discarded a push message");
            return calls::done(app, call).await;
        }
    };
    let result = post(app, request).await;
    ::metrics::counter!("turnpost_push_messages_total", "result" => calls::label(&result)).increment(1);
    record(app, call, &target, result).await
}

async fn draw(app: &App, call: &Call) -> play::Result<Option<Drawn>> {
    let Some((kind, match_id)) = call.about else { return Ok(None) };
    let Some((occasion, m)) = Occasion::read(app, kind, match_id, call.user_id).await? else { return Ok(None) };
    let person = people::person(&mut *app.db.get().await?, call.user_id).await?;
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
    Ok(Some(Drawn { match_id, text, deadline: deadline.map(|deadline| deadline.at) }))
}

/// The news of a turn that waits for a person, and its deadline.
fn turn(m: &Match, person: &Person) -> play::Result<Option<(&'static str, Option<Deadline>)>> {
    let Some(seat) = m.seat_of(person.id).filter(|seat| m.awaited().contains(*seat)) else { return Ok(None) };
    let Some(page) = look::page(m, Some(person.id))?.filter(|page| page.outcome.is_none()) else { return Ok(None) };
    let turn = brief::turn(m, seat, &page, &person.time_zone)?;
    Ok(Some((turn.news(&page), turn.deadline)))
}

fn request<'a>(app: &App, call: &Call, target: &'a Target, drawn: &Drawn) -> Result<Post<'a>, String> {
    let now = app.clock.now();
    let endpoint = Url::parse(&target.endpoint).map_err(|why| why.to_string())?;
    let sender = mail::sender(&app.config.mail_from)?;
    let contact = vapid::contact(&app.config.public_url, sender.email.as_ref());
    let proof = vapid::authorization(&app.secrets, &call.key_id, &endpoint, &contact, now);
    let proof = proof.ok_or("the server no longer has this secret")?;
    let key = PublicKey::from_sec1_bytes(&target.p256dh).map_err(|why| why.to_string())?;
    let mut text = drawn.text.to_string().into_bytes();
    text.resize(text.len().max(LENGTH), b' ');
    let auth: [u8; 16] = target.auth.as_slice().try_into().map_err(|_| "the browser's secret is not 16 bytes long")?;
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
        ("topic", drawn.match_id.0.simple().to_string()),
    ];
    Ok(Post { url: &target.endpoint, headers, body })
}

/// Records a try. The responses are those of RFC 8030, sections 5 and 7.3.
async fn record(app: &App, call: &Call, target: &Target, result: Result<u16, String>) -> play::Result<()> {
    let why = match result {
        Ok(200..=299) => return calls::done(app, call).await,
        Ok(404 | 410) => {
            tracing::info!(push = %target.id, "removed an expired push subscription");
            return Ok(pushes::drop_dead(&mut *app.db.get().await?, target).await?);
        }
        Ok(status @ (429 | 500..)) => format!("status {status}"),
        Ok(status) => {
            tracing::error!(push = %target.id, status, "a push service refused a message");
            return calls::done(app, call).await;
        }
        Err(why) => why,
    };
    tracing::info!(push = %target.id, attempt = call.attempts + 1, %why, "a push message was not delivered");
    calls::failed(app, call, &PAUSES).await
}
