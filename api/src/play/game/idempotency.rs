//! Requests that a program repeats with a key (draft-ietf-httpapi-idempotency-key-header): what they make is made once, and the response
//! to each is that of the first.

use chrono::Duration;

use crate::app::App;
use crate::db::idempotency as keys;
use crate::ids::UserId;
use crate::play::{Refusal, Result};

/// The hours for which a key is known.
const HOURS: i64 = 24;
/// The maximum number of keys of an account in this time.
const MAX: i64 = 100;
/// The name of the header, in which refusals name it.
pub const HEADER: &str = "Idempotency-Key";

/// A response that is given again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The HTTP status, which is one of success.
    pub status: u16,
    /// The path of what was made, if the response tells it.
    pub location: Option<String>,
    /// The body.
    pub body: String,
}

/// Begins a request with a key. Returns the response of the first time, if there was one. Refuses the key of another request, and one whose
/// first request is under way: that may be over without a response, if the server was killed.
pub async fn begin(app: &App, user: UserId, key: &str, digest: &[u8; 32]) -> Result<Option<Answer>> {
    let (mut connection, now) = (app.db.get().await?, app.clock.now());
    let times = (now, now - Duration::hours(HOURS));
    if keys::begin(&mut connection, user, (key, digest), times, MAX).await? {
        return Ok(None);
    }
    let Some(found) = keys::find(&mut connection, user, key, times.1).await? else {
        let why = format!("An account can send at most {MAX} keys in {HOURS} hours. Send the request without a key.");
        return Err(Refusal::Conflict(why));
    };
    if found.digest != *digest {
        let why = "The key was already used for another path or another body. Use a new key.";
        return Err(Refusal::Field(HEADER, why.to_owned()));
    }
    match (found.status, found.body) {
        (Some(status), Some(body)) => Ok(Some(Answer { status, location: found.location, body })),
        _ => Err(Refusal::Conflict(
            "The request with this key is in progress. If you get this response for more than a minute, check whether \
             the request took effect before you send it with a new key."
                .to_owned(),
        )),
    }
}

/// Ends a request with a key: stores its response, or forgets the key if it was refused.
pub async fn end(app: &App, user: UserId, key: &str, answer: Option<&Answer>) -> Result<()> {
    let mut connection = app.db.get().await?;
    match answer {
        Some(Answer { status, location, body }) => {
            keys::answer(&mut connection, user, key, (*status, location.as_deref(), body)).await?;
        }
        None => keys::forget(&mut connection, user, key).await?,
    }
    Ok(())
}

/// Forgets old keys.
pub async fn forget_old(app: &App) -> Result<()> {
    Ok(keys::forget_old(&mut *app.db.get().await?, app.clock.now() - Duration::hours(HOURS)).await?)
}
