//! Deliveries of webhooks (Standard Webhooks): drawn from the present state, signed.

use chrono::{Duration, SecondsFormat};
use data_encoding::BASE64;
use serde_json::{Value, json};

use super::calls::{self, Occasion};
use super::post::{Post, post};
use crate::app::App;
use crate::db::calls::Call;
use crate::db::hooks::{self, Hook};
use crate::events::Event;
use crate::ids::{EmailId, HookId};
use crate::play;
use crate::play::telling::links;
use crate::secrets;

/// The pauses between two attempts, in seconds.
const PAUSES: [i64; 9] = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
/// A webhook whose deliveries have all failed for this time is disabled.
const GIVEN_UP: Duration = Duration::days(5);

/// Calls a webhook.
pub(super) async fn call(app: &App, call: &Call, id: HookId) -> play::Result<()> {
    // If its owner has deleted it, the call is deleted, too.
    let Some(hook) = hooks::find(&mut *app.db.get().await?, id).await? else { return Ok(()) };
    let body = match body(app, call).await {
        Ok(Some(body)) => body,
        Ok(None) => return calls::done(app, call).await,
        // The match cannot be read: later calls of this hook must not wait for it.
        Err(refusal) => return record(app, call, &hook, Err(refusal.to_string())).await,
    };
    let result = send(app, call, &hook, &body).await;
    ::metrics::counter!("turnpost_hook_calls_total", "result" => calls::label(&result)).increment(1);
    record(app, call, &hook, result).await
}

/// What a call says; nothing if it is moot.
async fn body(app: &App, call: &Call) -> play::Result<Option<Value>> {
    let at = call.created_at.to_rfc3339_opts(SecondsFormat::Millis, true);
    let Some((kind, match_id)) = call.about else {
        return Ok(Some(json!({"type": "test", "timestamp": at, "data": {}})));
    };
    let Some((occasion, m)) = Occasion::read(app, kind, match_id, call.user_id).await? else { return Ok(None) };
    let url = app.url(&links::match_path(m.id()));
    let data = json!({"match": m.id(), "name": m.name(), "game": m.game(), "turn": m.turn(), "url": url});
    Ok(Some(json!({"type": occasion.word(), "timestamp": at, "data": data})))
}

async fn send(app: &App, call: &Call, hook: &Hook, body: &Value) -> Result<u16, String> {
    let secret = app.secrets.hook(&call.key_id, hook.id.0).ok_or("the server no longer has this secret")?;
    let (id, now, body) = (format!("msg_{}", call.email_id.0.simple()), app.clock.now().timestamp(), body.to_string());
    let proof = secrets::signature(&secret, format!("{id}.{now}.{body}").as_bytes());
    let headers = vec![
        ("content-type", "application/json".to_owned()),
        ("user-agent", "Turnpost-Webhooks/1".to_owned()),
        ("webhook-id", id),
        ("webhook-timestamp", now.to_string()),
        ("webhook-signature", format!("v1,{}", BASE64.encode(&proof))),
    ];
    post(app, Post { url: &hook.url, headers, body: body.into_bytes() }).await
}

async fn record(app: &App, call: &Call, hook: &Hook, result: Result<u16, String>) -> play::Result<()> {
    let now = app.clock.now();
    let why = match result {
        Ok(200..=299) => {
            if hook.failing_since.is_some() {
                hooks::set_failing(&mut *app.db.get().await?, hook.id, None).await?;
            }
            return calls::done(app, call).await;
        }
        Ok(410) => {
            tracing::info!(hook = %hook.id, "a webhook was disabled: its URL responded with 410");
            return Ok(hooks::turn_off(&mut *app.db.get().await?, hook.id, None, now).await?);
        }
        Ok(status) => format!("status {status}"),
        Err(why) => why,
    };
    tracing::info!(hook = %hook.id, attempt = call.attempts + 1, %why, "a webhook delivery failed");
    let failing = hook.failing_since.unwrap_or(now);
    if now - failing >= GIVEN_UP {
        hooks::turn_off(&mut *app.db.get().await?, hook.id, Some(EmailId::new()), now).await?;
        app.hub.publish(Event::EmailOwed);
        return Ok(());
    }
    hooks::set_failing(&mut *app.db.get().await?, hook.id, Some(failing)).await?;
    calls::failed(app, call, &PAUSES).await
}
