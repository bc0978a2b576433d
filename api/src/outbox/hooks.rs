//! Deliveries of webhooks (Standard Webhooks): owed beside emails, drawn from the present state, signed, retried if they fail.

use chrono::{Duration, SecondsFormat};
use data_encoding::BASE64;
use serde_json::{Value, json};

use super::occasion::{LEASE, Occasion};
use super::post::{Post, post};
use crate::app::App;
use crate::db::hooks::{self, CallRow};
use crate::events::Event;
use crate::ids::EmailId;
use crate::play;
use crate::play::telling::links;
use crate::secrets;

/// The pauses between two attempts, in seconds.
const PAUSES: [i64; 9] = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
/// A webhook whose deliveries have all failed for this time is disabled.
const GIVEN_UP: Duration = Duration::days(5);

/// Returns the call to make next, if one is due.
pub async fn next(app: &App) -> play::Result<Option<CallRow>> {
    Ok(hooks::claim(&mut *app.db.get().await?, app.clock.now(), LEASE).await?)
}

/// Makes a call. No connection is held meanwhile: a receiver that is slow must not use up the pool.
pub async fn call(app: &App, call: &CallRow) -> play::Result<()> {
    let body = match body(app, call).await {
        Ok(Some(body)) => body,
        Ok(None) => return Ok(hooks::record(&mut *app.db.get().await?, call, None, call.failing_since).await?),
        // The match cannot be read: later calls of this hook must not wait for it.
        Err(refusal) => return record(app, call, Err(refusal.to_string())).await,
    };
    let result = send(app, call, &body).await;
    let label = if matches!(result, Ok(200..=299)) { "accepted" } else { "failed" };
    ::metrics::counter!("turnpost_hook_calls_total", "result" => label).increment(1);
    record(app, call, result).await
}

/// What a call says; nothing if it is moot.
async fn body(app: &App, call: &CallRow) -> play::Result<Option<Value>> {
    let at = call.created_at.to_rfc3339_opts(SecondsFormat::Millis, true);
    let (Some(kind), Some(match_id)) = (call.kind, call.match_id) else {
        return Ok(Some(json!({"type": "test", "timestamp": at, "data": {}})));
    };
    let Some((occasion, m)) = Occasion::read(app, kind, match_id, call.user_id).await? else { return Ok(None) };
    let url = app.url(&links::match_path(m.id()));
    let data = json!({"match": m.id(), "name": m.name(), "game": m.game(), "turn": m.turn(), "url": url});
    Ok(Some(json!({"type": occasion.word(), "timestamp": at, "data": data})))
}

async fn send(app: &App, call: &CallRow, body: &Value) -> Result<u16, String> {
    let secret = app.secrets.hook(&call.key_id, call.hook_id.0).ok_or("the server no longer has this secret")?;
    let (id, now, body) = (format!("msg_{}", call.email_id.0.simple()), app.clock.now().timestamp(), body.to_string());
    let proof = secrets::signature(&secret, format!("{id}.{now}.{body}").as_bytes());
    let headers = vec![
        ("content-type", "application/json".to_owned()),
        ("user-agent", "Turnpost-Webhooks/1".to_owned()),
        ("webhook-id", id),
        ("webhook-timestamp", now.to_string()),
        ("webhook-signature", format!("v1,{}", BASE64.encode(&proof))),
    ];
    post(app, Post { url: &call.url, headers, body: body.into_bytes() }).await
}

async fn record(app: &App, call: &CallRow, result: Result<u16, String>) -> play::Result<()> {
    let mut connection = app.db.get().await?;
    let now = app.clock.now();
    let why = match result {
        Ok(200..=299) => return Ok(hooks::record(&mut connection, call, None, None).await?),
        Ok(410) => {
            tracing::info!(hook = %call.hook_id, "a webhook was disabled: its URL responded with 410");
            return Ok(hooks::turn_off(&mut connection, call.hook_id, None, now).await?);
        }
        Ok(status) => format!("status {status}"),
        Err(why) => why,
    };
    tracing::info!(hook = %call.hook_id, attempt = call.attempts + 1, %why, "a webhook delivery failed");
    let failing = call.failing_since.unwrap_or(now);
    if now - failing >= GIVEN_UP {
        hooks::turn_off(&mut connection, call.hook_id, Some(EmailId::new()), now).await?;
        app.hub.publish(Event::EmailOwed);
        return Ok(());
    }
    let pause = usize::try_from(call.attempts).ok().and_then(|tries| PAUSES.get(tries));
    let again = pause.and_then(|pause| now.checked_add_signed(Duration::seconds(*pause)));
    Ok(hooks::record(&mut connection, call, again, Some(failing)).await?)
}
