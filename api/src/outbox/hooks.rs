//! Deliveries of webhooks (Standard Webhooks): drawn from the present state, in the form of the webhook, signed.

use chrono::Duration;
use data_encoding::BASE64;
use serde_json::{Value, json};

use super::calls::{self, Occasion};
use super::post::{Post, post};
use super::rooms;
use crate::app::App;
use crate::db::calls::Call;
use crate::db::hooks::{self as rows, Hook};
use crate::events::Event;
use crate::ids::{EmailId, HookId};
use crate::play::people::hooks::{self, CallData, CallKind};
use crate::play::telling::links;
use crate::play::{self, HookForm};
use crate::secrets;

/// The pauses between two attempts, in seconds.
const PAUSES: [i64; 9] = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
/// A webhook whose deliveries have all failed for this time is disabled.
const GIVEN_UP: Duration = Duration::days(5);

/// The body of a call.
struct Body {
    content_type: &'static str,
    text: String,
}

impl Body {
    fn json(value: &Value) -> Body {
        Body { content_type: "application/json", text: value.to_string() }
    }
}

/// Calls a webhook.
pub(super) async fn call(app: &App, call: &Call, id: HookId) -> play::Result<()> {
    // If its owner has deleted it, the call is deleted, too.
    let Some(hook) = rows::find(&mut *app.db.get().await?, id).await? else { return Ok(()) };
    let body = match body(app, call, hook.form).await {
        Ok(Some(body)) => body,
        Ok(None) => return calls::done(app, call).await,
        // The match cannot be read: later calls of this hook must not wait for it.
        Err(refusal) => return record(app, call, &hook, Err(refusal.to_string())).await,
    };
    let result = send(app, call, &hook, body).await;
    ::metrics::counter!("turnpost_hook_calls_total", "result" => calls::label(&result)).increment(1);
    record(app, call, &hook, result).await
}

/// What a call says in this form; nothing if it is moot.
async fn body(app: &App, call: &Call, form: HookForm) -> play::Result<Option<Body>> {
    let said = rooms::said(app, call);
    Ok(match form {
        HookForm::Turnpost => event(app, call).await?.map(|event| Body::json(&event)),
        HookForm::Discord => said.await?.map(|said| Body::json(&said.in_discord())),
        HookForm::Slack => said.await?.map(|said| Body::json(&said.in_slack())),
        HookForm::Matrix => said.await?.map(|said| Body::json(&said.in_matrix())),
        HookForm::Text => {
            said.await?.map(|said| Body { content_type: "text/plain; charset=utf-8", text: said.in_text() })
        }
    })
}

/// What a call says to a program of its owner; nothing if it is moot.
async fn event(app: &App, call: &Call) -> play::Result<Option<Value>> {
    let timestamp = call.created_at;
    let Some((kind, match_id)) = call.about else {
        let test = hooks::TestCall { r#type: CallKind::Test, timestamp, data: hooks::NoData {} };
        return Ok(Some(json!(test)));
    };
    let Some((occasion, m)) = Occasion::read(app, kind, match_id, call.user_id).await? else { return Ok(None) };
    let url = app.url(&links::match_path(m.id()));
    let (name, game) = (m.name().to_owned(), m.game().to_owned());
    let data = CallData { match_id: m.id(), name, game, turn: m.turn(), url };
    Ok(Some(json!(hooks::Call { r#type: occasion.call(), timestamp, data })))
}

async fn send(app: &App, call: &Call, hook: &Hook, body: Body) -> Result<u16, String> {
    let secret = app.secrets.hook(&call.key_id, hook.id.0).ok_or("the server no longer has this secret")?;
    let (id, now) = (format!("msg_{}", call.email_id.0.simple()), app.clock.now().timestamp());
    let Body { content_type, text } = body;
    let proof = secrets::signature(&secret, format!("{id}.{now}.{text}").as_bytes());
    let headers = vec![
        ("content-type", content_type.to_owned()),
        ("user-agent", "Turnpost-Webhooks/1".to_owned()),
        ("webhook-id", id),
        ("webhook-timestamp", now.to_string()),
        ("webhook-signature", format!("v1,{}", BASE64.encode(&proof))),
    ];
    post(app, Post { url: &hook.url, headers, body: text.into_bytes() }).await
}

async fn record(app: &App, call: &Call, hook: &Hook, result: Result<u16, String>) -> play::Result<()> {
    let now = app.clock.now();
    let why = match result {
        Ok(200..=299) => {
            if hook.failing_since.is_some() {
                rows::set_failing(&mut *app.db.get().await?, hook.id, None).await?;
            }
            return calls::done(app, call).await;
        }
        Ok(410) => {
            tracing::info!(hook = %hook.id, "a webhook was disabled: its URL responded with 410");
            return Ok(rows::turn_off(&mut *app.db.get().await?, hook.id, None, now).await?);
        }
        Ok(status) => format!("status {status}"),
        Err(why) => why,
    };
    tracing::info!(hook = %hook.id, attempt = call.attempts + 1, %why, "a webhook delivery failed");
    let failing = hook.failing_since.unwrap_or(now);
    if now - failing >= GIVEN_UP {
        rows::turn_off(&mut *app.db.get().await?, hook.id, Some(EmailId::new()), now).await?;
        app.hub.publish(Event::EmailOwed);
        return Ok(());
    }
    rows::set_failing(&mut *app.db.get().await?, hook.id, Some(failing)).await?;
    calls::failed(app, call, &PAUSES).await
}
