//! Calls of webhooks (Standard Webhooks): owed beside letters, drawn from the present state, signed, tried again where they fail.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Duration, SecondsFormat, Utc};
use serde_json::{Value, json};

use super::post::{Post, post};
use crate::app::App;
use crate::db::hooks::{self, CallRow};
use crate::db::{self, words::LetterKind};
use crate::events::Event;
use crate::ids::LetterId;
use crate::play::{self, Match, Phase, links};
use crate::secrets;

/// The pauses between two tries of a call, in seconds.
const PAUSES: [i64; 9] = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
/// A hook whose calls have all failed for this time is turned off.
const GIVEN_UP: Duration = Duration::days(5);
/// A call that a process has in hand is due again after this time, in case the process is killed.
const LEASE: Duration = Duration::seconds(60);
/// Letters of this time before the last look are looked at again: one is stored a little after the time that it is given.
const OVERLAP: Duration = Duration::minutes(1);
/// The first look of a process goes back this far: calls that were owed while no server ran.
pub const FIRST_LOOK: Duration = Duration::days(1);
/// Calls that are done with are kept for this time, which is longer than looks go back.
const KEPT: Duration = Duration::days(2);

/// Owes calls for the letters that were owed since a time. Returns the time for the next look.
pub async fn owe(app: &App, since: DateTime<Utc>) -> play::Result<DateTime<Utc>> {
    let now = app.clock.now();
    let mut connection = app.db.get().await?;
    if hooks::owe(&mut connection, since, now).await? > 0 {
        app.hub.publish(Event::HookOwed);
    }
    Ok(now - OVERLAP)
}

/// Removes calls that are done with.
pub async fn forget_old(app: &App) -> play::Result<()> {
    Ok(hooks::forget_old(&mut *app.db.get().await?, app.clock.now() - KEPT).await?)
}

/// Deals with the call that has been due longest. Returns false if none is due.
pub async fn call_one(app: &App) -> play::Result<bool> {
    // No connection is held during the call: a receiver that is slow must not use up the pool.
    let claimed = hooks::claim(&mut *app.db.get().await?, app.clock.now(), LEASE).await?;
    let Some(call) = claimed else { return Ok(false) };
    let Some(body) = body(app, &call).await? else {
        hooks::record(&mut *app.db.get().await?, &call, None, call.failing_since).await?;
        return Ok(true);
    };
    let result = send(app, &call, &body).await;
    let label = if matches!(result, Ok(200..=299)) { "accepted" } else { "failed" };
    ::metrics::counter!("turnpost_hook_calls_total", "result" => label).increment(1);
    record(app, &call, result).await?;
    Ok(true)
}

/// What a call says; nothing if it is moot.
async fn body(app: &App, call: &CallRow) -> play::Result<Option<Value>> {
    let at = call.created_at.to_rfc3339_opts(SecondsFormat::Millis, true);
    let (Some(kind), Some(match_id)) = (call.kind.and_then(word), call.match_id) else {
        return Ok(Some(json!({"type": "test", "timestamp": at, "data": {}})));
    };
    let found = db::matches::find(&mut *app.db.get().await?, match_id, Some(call.user_id)).await?;
    let Some(m) = found.map(Match::new).transpose()? else { return Ok(None) };
    let is_awaited = m.seat_of(call.user_id).is_some_and(|seat| m.awaited().contains(seat));
    let is_moot = call.kind == Some(LetterKind::YourTurn) && !(m.phase() == Phase::Running && is_awaited);
    if is_moot || !m.is_visible_to(Some(call.user_id)) {
        return Ok(None);
    }
    let url = app.url(&links::match_path(m.id()));
    let data = json!({"match": m.id(), "name": m.name(), "game": m.game(), "turn": m.turn(), "url": url});
    Ok(Some(json!({"type": kind, "timestamp": at, "data": data})))
}

/// The type of a call beside a letter of this kind; none if letters of this kind have no calls.
fn word(kind: LetterKind) -> Option<&'static str> {
    match kind {
        LetterKind::YourTurn => Some("turn.started"),
        LetterKind::MatchStarted => Some("match.started"),
        LetterKind::MatchOver => Some("match.over"),
        LetterKind::Invitation => Some("invitation.created"),
        LetterKind::SignIn
        | LetterKind::ConfirmAddress
        | LetterKind::InvitationAnswered
        | LetterKind::MovePlayed
        | LetterKind::MoveRefused
        | LetterKind::ReplyHeld
        | LetterKind::Reminder
        | LetterKind::YourMatches
        | LetterKind::LettersOff
        | LetterKind::LettersBounce
        | LetterKind::Lapsed
        | LetterKind::SeatOffered
        | LetterKind::SeatTaken
        | LetterKind::StillPlaying
        | LetterKind::Proposal
        | LetterKind::ProposalAnswered
        | LetterKind::TurnList
        | LetterKind::Digest
        | LetterKind::SeatIdle
        | LetterKind::HookOff => None,
    }
}

async fn send(app: &App, call: &CallRow, body: &Value) -> Result<u16, String> {
    let secret = app.secrets.hook(&call.key_id, call.hook_id.0).ok_or("the server's secret is not known any more")?;
    let (id, now, body) = (format!("msg_{}", call.letter_id.0.simple()), app.clock.now().timestamp(), body.to_string());
    let proof = secrets::signature(&secret, format!("{id}.{now}.{body}").as_bytes());
    let headers = [
        ("webhook-id", id),
        ("webhook-timestamp", now.to_string()),
        ("webhook-signature", format!("v1,{}", STANDARD.encode(proof))),
    ];
    post(Post { url: &call.url, headers, body }, app.config.private_hooks).await
}

async fn record(app: &App, call: &CallRow, result: Result<u16, String>) -> play::Result<()> {
    let mut connection = app.db.get().await?;
    let now = app.clock.now();
    let why = match result {
        Ok(200..=299) => return Ok(hooks::record(&mut connection, call, None, None).await?),
        Ok(410) => {
            tracing::info!(hook = %call.hook_id, "a webhook is gone");
            return Ok(hooks::turn_off(&mut connection, call.hook_id, None, now).await?);
        }
        Ok(status) => format!("status {status}"),
        Err(why) => why,
    };
    tracing::info!(hook = %call.hook_id, attempt = call.attempts + 1, %why, "a webhook was not taken");
    let failing = call.failing_since.unwrap_or(now);
    if now - failing >= GIVEN_UP {
        hooks::turn_off(&mut connection, call.hook_id, Some(LetterId::new()), now).await?;
        app.hub.publish(Event::LetterOwed);
        return Ok(());
    }
    let pause = usize::try_from(call.attempts).ok().and_then(|tries| PAUSES.get(tries));
    let again = pause.and_then(|pause| now.checked_add_signed(Duration::seconds(*pause)));
    Ok(hooks::record(&mut connection, call, again, Some(failing)).await?)
}
