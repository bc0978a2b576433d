//! Everything that is stored about somebody, in one document.

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Result;
use super::letters::{self, Letter};
use super::me::Me;
use super::personal_tokens::PersonalToken;
use super::problem::ProblemDocument;
use super::sessions::Session;
use crate::app::App;
use crate::db;
use crate::ids::LetterId;
use crate::play::caller::Caller;
use crate::play::{InvitationAnswer, account};
use crate::token::Scope;

/// Everything that is stored about somebody. Of tokens and codes only hashes are stored, or nothing.
#[derive(Serialize, ToSchema)]
pub struct Export {
    /// When it was put together.
    exported_at: DateTime<Utc>,
    /// The account.
    profile: Me,
    /// Sign-ins that were asked for with their address, until they are forgotten.
    sign_ins: Vec<ExportedSignIn>,
    /// Sessions, those that have ended as well until they are forgotten.
    sessions: Vec<Session>,
    /// Personal access tokens, those that were revoked as well.
    tokens: Vec<PersonalToken>,
    /// Changes of address that were asked for.
    address_changes: Vec<ExportedAddressChange>,
    /// Matches they have created or sit in.
    matches: Vec<ExportedMatch>,
    /// Invitations to them and by them.
    invitations: Vec<ExportedInvitation>,
    /// Their moves, in all matches.
    moves: Vec<ExportedMove>,
    /// Letters to them, the newest first.
    letters: Vec<Letter>,
}

/// A sign-in that was asked for.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"created_at": "2026-11-21T10:00:00Z", "expires_at": "2026-11-21T10:15:00Z",
    "wrong_codes": 1, "used_at": "2026-11-21T10:02:00Z"}))]
pub struct ExportedSignIn {
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    /// How many wrong codes came.
    wrong_codes: i16,
    used_at: Option<DateTime<Utc>>,
}

/// A change of address.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"old_address": "ada@example.org", "new_address": "ada@example.com",
    "created_at": "2026-11-21T10:00:00Z", "old_confirmed_at": null, "new_confirmed_at": "2026-11-21T10:05:00Z"}))]
pub struct ExportedAddressChange {
    old_address: String,
    new_address: String,
    created_at: DateTime<Utc>,
    old_confirmed_at: Option<DateTime<Utc>>,
    new_confirmed_at: Option<DateTime<Utc>>,
}

/// A match they have created or sit in.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "0198c0de-7a11-7000-8000-00c0ffee0006", "game": "magma", "name": "Sunday",
    "phase": "running", "created": true, "joined_at": "2026-11-21T10:00:00Z", "seat": 0}))]
pub struct ExportedMatch {
    id: Uuid,
    game: String,
    name: String,
    /// `open`, `running`, `over` or `cancelled`.
    phase: &'static str,
    /// Did they create it?
    created: bool,
    joined_at: Option<DateTime<Utc>>,
    /// Their place, counted from 0, once the match has started.
    seat: Option<u8>,
}

/// An invitation to them or by them.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"match_id": "0198c0de-7a11-7000-8000-00c0ffee0006", "sent": false,
    "address": "ada@example.org", "created_at": "2026-11-21T10:00:00Z", "answer": "accepted",
    "answered_at": "2026-11-21T11:00:00Z"}))]
pub struct ExportedInvitation {
    match_id: Uuid,
    /// Did they send it?
    sent: bool,
    /// The address that was invited, if it was by address.
    address: Option<String>,
    created_at: DateTime<Utc>,
    /// `accepted`, `declined` or `withdrawn`.
    answer: Option<&'static str>,
    answered_at: Option<DateTime<Utc>>,
}

/// A move of theirs.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"match_id": "0198c0de-7a11-7000-8000-00c0ffee0006", "turn": 3, "cause": "chosen",
    "move": "e5-e7", "at": "2026-11-21T10:00:00Z"}))]
pub struct ExportedMove {
    match_id: Uuid,
    /// The turn for which it was sent.
    turn: u32,
    /// `chosen`, or what else brought it about.
    #[schema(value_type = String)]
    cause: engine::Cause,
    /// The move as text.
    r#move: String,
    at: DateTime<Utc>,
}

impl From<db::people::SignIn> for ExportedSignIn {
    fn from(sign_in: db::people::SignIn) -> Self {
        let db::people::SignIn { created_at, expires_at, attempts, used_at, .. } = sign_in;
        Self { created_at, expires_at, wrong_codes: attempts, used_at }
    }
}

impl From<db::people::AddressChange> for ExportedAddressChange {
    fn from(change: db::people::AddressChange) -> Self {
        let db::people::AddressChange {
            old_address, new_address, created_at, old_confirmed_at, new_confirmed_at, ..
        } = change;
        Self { old_address, new_address, created_at, old_confirmed_at, new_confirmed_at }
    }
}

impl From<db::own::OwnMatch> for ExportedMatch {
    fn from(row: db::own::OwnMatch) -> Self {
        let db::own::OwnMatch { id, game, name, phase, created, joined_at, seat } = row;
        Self { id: id.0, game, name, phase: phase.name(), created, joined_at, seat: seat.map(|seat| seat.0) }
    }
}

impl From<db::own::OwnInvitation> for ExportedInvitation {
    fn from(row: db::own::OwnInvitation) -> Self {
        let db::own::OwnInvitation { match_id, sent, address, created_at, answer, answered_at } = row;
        let answer = answer.map(InvitationAnswer::name);
        Self { match_id: match_id.0, sent, address, created_at, answer, answered_at }
    }
}

impl From<db::own::OwnMove> for ExportedMove {
    fn from(row: db::own::OwnMove) -> Self {
        let db::own::OwnMove { match_id, turn, cause, text, at } = row;
        Self { match_id: match_id.0, turn, cause, r#move: text, at }
    }
}

fn all<T, U: From<T>>(rows: Vec<T>) -> Vec<U> {
    rows.into_iter().map(U::from).collect()
}

/// Download everything that is stored about oneself.
#[utoipa::path(get, path = "/v1/me/export", tag = "account", security(("bearer" = [])),
    responses((status = 200, body = Export), (status = 401, body = ProblemDocument),
        (status = 403, body = ProblemDocument)))]
pub async fn export_me(app: web::Data<App>, caller: Caller) -> Result<HttpResponse> {
    caller.may(Scope::AccountRead)?;
    let (mut connection, person) = account::present(&app, &caller).await?;
    let (connection, user) = (&mut *connection, person.id);
    let sessions = db::sessions::list_all(connection, user).await?;
    let letters = db::own::letters(connection, user, LetterId(Uuid::max()), i64::MAX).await?;
    let export = Export {
        exported_at: app.clock.now(),
        sign_ins: all(db::sign_ins::list(connection, person.address.as_deref().unwrap_or_default()).await?),
        sessions: sessions.into_iter().map(|session| Session::seen(session, caller.session)).collect(),
        tokens: all(db::personal_tokens::list(connection, user, true).await?),
        address_changes: all(db::address_changes::list(connection, user).await?),
        matches: all(db::own::matches(connection, user).await?),
        invitations: all(db::own::invitations(connection, user).await?),
        moves: all(db::own::moves(connection, user).await?),
        letters: letters::with_deliveries(connection, letters).await?,
        profile: person.into(),
    };
    let file = format!("attachment; filename=\"turnpost-{}.json\"", export.profile.handle);
    Ok(HttpResponse::Ok().insert_header((header::CONTENT_DISPOSITION, file)).json(export))
}
