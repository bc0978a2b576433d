//! The export of all data that is stored about a person.

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Result;
use super::bots::Bot;
use super::clients::OauthClient;
use super::conditional::{ConditionalMove, moves};
use super::decks::Deck;
use super::emails::{self, Email};
use super::grants::Grant;
use super::hooks::Hook;
use super::me::Me;
use super::personal_tokens::PersonalToken;
use super::pushes::Push;
use super::ratings::PersonRating;
use super::responses::{AccessToken, Problems};
use super::sessions::Session;
use super::tournament_page::ExportedTournament;
use super::vacations::Vacation;
use crate::app::App;
use crate::db;
use crate::ids::EmailId;
use crate::play::costly::{self, Cost};
use crate::play::people::caller::Caller;
use crate::play::people::{account, standings, vacations};
use crate::play::{InvitationAnswer, NoticeKind, Phase};
use crate::token::Scope;

/// Everything that the server stores about you.
#[derive(Serialize, ToSchema)]
pub struct Export {
    /// The time of the export.
    exported_at: DateTime<Utc>,
    /// Your account.
    profile: Me,
    /// Sign-ins with your email address. Old ones are deleted.
    sign_ins: Vec<ExportedSignIn>,
    /// Your sessions, including ended ones. Old ones are deleted.
    sessions: Vec<Session>,
    /// Your personal access tokens, including revoked ones.
    tokens: Vec<PersonalToken>,
    /// The apps to which you gave access (OAuth), including access that has ended. Old ones are deleted.
    grants: Vec<Grant>,
    /// The apps that you registered (OAuth).
    clients: Vec<OauthClient>,
    /// Your bots.
    bots: Vec<Bot>,
    /// Your changes of email address.
    address_changes: Vec<ExportedAddressChange>,
    /// Matches that you created or joined.
    matches: Vec<ExportedMatch>,
    /// Invitations that you sent or received.
    invitations: Vec<ExportedInvitation>,
    /// Your moves, in all matches.
    moves: Vec<ExportedMove>,
    /// Your notes to other players, newest first.
    notes: Vec<ExportedNote>,
    /// Your reports to the host, newest first. Other people's reports about you are not included.
    reports: Vec<ExportedReport>,
    /// Recent account activity that the server notified you of by email, newest first.
    notices: Vec<ExportedNotice>,
    /// Your private notes about matches.
    private_notes: Vec<ExportedNote>,
    /// Your decks.
    decks: Vec<Deck>,
    /// Your ratings.
    ratings: Vec<PersonRating>,
    /// The tournaments that you made or entered, newest first.
    tournaments: Vec<ExportedTournament>,
    /// Your conditional moves.
    conditional_moves: Vec<ExportedConditionalMoves>,
    /// Your watch list.
    watches: Vec<ExportedWatch>,
    /// The time of your last visit, to the hour, if known.
    last_seen_at: Option<DateTime<Utc>>,
    /// Your vacations.
    vacations: Vec<Vacation>,
    /// Emails to you, newest first.
    emails: Vec<Email>,
    /// Your webhooks, newest first. The server does not store their secrets.
    hooks: Vec<Hook>,
    /// The browsers that receive your notifications, newest first.
    pushes: Vec<Push>,
}

/// A sign-in.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"created_at": "2026-11-21T10:00:00Z", "expires_at": "2026-11-21T10:15:00Z",
    "wrong_codes": 1, "used_at": "2026-11-21T10:02:00Z"}))]
pub struct ExportedSignIn {
    /// The time of the request.
    created_at: DateTime<Utc>,
    /// The time at which the code and the link expire.
    expires_at: DateTime<Utc>,
    /// The number of wrong codes.
    wrong_codes: i16,
    /// The time of the sign-in, if any.
    used_at: Option<DateTime<Utc>>,
}

/// A change of email address.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"old_address": "ada@example.org", "new_address": "ada@example.com",
    "created_at": "2026-11-21T10:00:00Z", "old_confirmed_at": null, "new_confirmed_at": "2026-11-21T10:05:00Z"}))]
pub struct ExportedAddressChange {
    /// The address before the change.
    old_address: String,
    /// The address after the change.
    new_address: String,
    /// The time of the request.
    created_at: DateTime<Utc>,
    /// The time at which the old address confirmed the change, if any.
    old_confirmed_at: Option<DateTime<Utc>>,
    /// The time at which the new address confirmed the change, if any.
    new_confirmed_at: Option<DateTime<Utc>>,
}

/// A match that you created or joined.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "0198c0de-7a11-7000-8000-00c0ffee0006", "game": "magma", "name": "Sunday",
    "phase": "running", "created": true, "imported": false, "joined_at": "2026-11-21T10:00:00Z", "seat": 0}))]
pub struct ExportedMatch {
    /// The id.
    id: Uuid,
    /// The id of the game.
    game: String,
    /// The name.
    name: String,
    /// The phase.
    phase: Phase,
    /// True if you created the match.
    created: bool,
    /// True if you imported it from a record.
    imported: bool,
    /// The time at which you joined, if you did.
    joined_at: Option<DateTime<Utc>>,
    /// Your seat, once the match has started.
    seat: Option<u8>,
}

/// An invitation that you sent or received.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"match_id": "0198c0de-7a11-7000-8000-00c0ffee0006", "sent": false,
    "address": "ada@example.org", "created_at": "2026-11-21T10:00:00Z", "answer": "accepted",
    "answered_at": "2026-11-21T11:00:00Z"}))]
pub struct ExportedInvitation {
    /// The match.
    match_id: Uuid,
    /// True if you sent it.
    sent: bool,
    /// The invited email address, if the invitation was by email address.
    address: Option<String>,
    /// The time of the invitation.
    created_at: DateTime<Utc>,
    /// The answer, if any.
    answer: Option<InvitationAnswer>,
    /// The time of the answer, if any.
    answered_at: Option<DateTime<Utc>>,
    /// The reason for which it was declined, if any.
    reason: Option<String>,
}

/// One of your moves.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"match_id": "0198c0de-7a11-7000-8000-00c0ffee0006", "turn": 3, "cause": "chosen",
    "move": "e5-e7", "at": "2026-11-21T10:00:00Z"}))]
pub struct ExportedMove {
    /// The match.
    match_id: Uuid,
    /// The turn of the move.
    turn: u32,
    /// The cause of the move.
    cause: engine::Cause,
    /// The move, in its canonical spelling.
    r#move: String,
    /// The time of the move.
    at: DateTime<Utc>,
}

/// One of your notes.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"match_id": "0198c0de-7a11-7000-8000-00c0ffee0006", "text": "Good luck!", "at": "2026-11-21T10:00:00Z"}))]
pub struct ExportedNote {
    /// The match.
    match_id: Uuid,
    /// The text.
    text: String,
    /// The time of the note.
    at: DateTime<Utc>,
}

impl From<db::notes::NoteRow> for ExportedNote {
    fn from(row: db::notes::NoteRow) -> Self {
        Self { match_id: row.match_id.0, text: row.text, at: row.at }
    }
}

/// Conditional moves that you saved in a match.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"match_id": "0198c0de-7a11-7000-8000-00c0ffee0006",
    "lines": [[{"move": "e5-e7", "by": 1}, {"move": "d4-d5", "by": 0}]]}))]
pub struct ExportedConditionalMoves {
    /// The match.
    match_id: Uuid,
    /// The lines of play, as you saved them.
    lines: Vec<Vec<ConditionalMove>>,
}

impl From<db::conditional::OwnConditionalRow> for ExportedConditionalMoves {
    fn from(row: db::conditional::OwnConditionalRow) -> Self {
        let lines = serde_json::from_str(&row.lines).unwrap_or_default();
        Self { match_id: row.match_id.0, lines: moves(lines) }
    }
}

impl From<db::private_notes::PrivateNoteRow> for ExportedNote {
    fn from(row: db::private_notes::PrivateNoteRow) -> Self {
        Self { match_id: row.match_id.0, text: row.text, at: row.written_at }
    }
}

/// A match on your watch list.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"match_id": "0198c0de-7a11-7000-8000-00c0ffee0006", "since": "2026-11-21T10:00:00Z"}))]
pub struct ExportedWatch {
    /// The match.
    match_id: Uuid,
    /// The time at which you added it to the list.
    since: DateTime<Utc>,
}

/// A report to the host.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"at": "2026-11-21T10:00:00Z", "match_id": null, "person": "bob", "text": "Writes insults."}))]
pub struct ExportedReport {
    /// The time.
    at: DateTime<Utc>,
    /// The match.
    match_id: Option<Uuid>,
    /// The person's present handle.
    person: Option<String>,
    /// The text.
    text: String,
}

impl From<db::reports::ReportRow> for ExportedReport {
    fn from(row: db::reports::ReportRow) -> Self {
        Self { at: row.at, match_id: row.match_id.map(|id| id.0), person: row.handle, text: row.text }
    }
}

/// Activity on your account.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"at": "2026-11-21T10:00:00Z", "kind": "new-token", "network": "192.0.2", "client": "curl/8.5.0", "token": "my bot", "app": null}))]
pub struct ExportedNotice {
    /// The time.
    at: DateTime<Utc>,
    /// The kind of activity.
    kind: NoticeKind,
    /// The beginning of the network address.
    network: String,
    /// The name that the client gave.
    client: String,
    /// The name of the token, if the notice is about one.
    token: Option<String>,
    /// The name of the app, if the notice is about one.
    app: Option<String>,
}

impl From<db::notices::Notice> for ExportedNotice {
    fn from(notice: db::notices::Notice) -> Self {
        let db::notices::Notice { kind, at, network, client, name, .. } = notice;
        let (token, app) = match kind {
            NoticeKind::NewToken => (Some(name), None),
            NoticeKind::NewApp | NoticeKind::AppReuse => (None, Some(name)),
            NoticeKind::NewNetwork | NoticeKind::TokenReuse | NoticeKind::Deleted => (None, None),
        };
        Self { at, kind, network, client, token, app }
    }
}

impl From<db::watches::WatchRow> for ExportedWatch {
    fn from(row: db::watches::WatchRow) -> Self {
        Self { match_id: row.match_id.0, since: row.since }
    }
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
        let db::own::OwnMatch { id, game, name, phase, created, imported, joined_at, seat } = row;
        Self { id: id.0, game, name, phase, created, imported, joined_at, seat: seat.map(|seat| seat.0) }
    }
}

impl From<db::own::OwnInvitation> for ExportedInvitation {
    fn from(row: db::own::OwnInvitation) -> Self {
        let db::own::OwnInvitation { match_id, sent, address, created_at, answer, answered_at, reason } = row;
        Self { match_id: match_id.0, sent, address, created_at, answer, answered_at, reason }
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

/// Export your data.
///
/// Everything that the server stores about you, as a file. Tokens and codes are not included: the server stores them as hashes or not at
/// all.
#[utoipa::path(get, path = "/v1/me/export", tag = "account", security(("bearer" = ["account:read"])),
    responses((status = 200, body = Export), Problems<(AccessToken,)>))]
pub async fn export_me(app: web::Data<App>, caller: Caller) -> Result<HttpResponse> {
    caller.may(Scope::AccountRead)?;
    costly::count(&app, caller.asker, Cost::Export)?;
    let (mut connection, person) = account::present(&app, &caller).await?;
    let (connection, user) = (&mut *connection, person.id);
    let sessions = db::sessions::list_all(connection, user).await?;
    let emails = db::own::emails(connection, user, EmailId::LAST, i64::MAX).await?;
    let export = Export {
        exported_at: app.clock.now(),
        sign_ins: all(db::sign_ins::list(connection, person.address.as_deref().unwrap_or_default()).await?),
        sessions: sessions.into_iter().map(|session| Session::seen(session, caller.session)).collect(),
        tokens: all(db::personal_tokens::list(connection, user, true).await?),
        grants: all(db::grants::list(connection, user, true, app.clock.now()).await?),
        clients: all(db::clients::list(connection, user).await?),
        bots: all(db::bots::list(connection, user).await?),
        address_changes: all(db::address_changes::list(connection, user).await?),
        matches: all(db::own::matches(connection, user).await?),
        invitations: all(db::own::invitations(connection, user).await?),
        moves: all(db::own::moves(connection, user).await?),
        notes: all(db::notes::of_user(connection, user).await?),
        reports: all(db::reports::of_user(connection, user).await?),
        notices: all(db::notices::of_user(connection, user).await?),
        private_notes: all(db::private_notes::of_user(connection, user).await?),
        decks: all(db::decks::of_user(connection, user).await?),
        ratings: all(standings::of_person(connection, &person, Some(user)).await?.unwrap_or_default()),
        tournaments: all(db::entries::own(connection, user).await?),
        conditional_moves: all(db::conditional::of_user(connection, user).await?),
        watches: all(db::watches::of_user(connection, user).await?),
        last_seen_at: person.seen_at,
        vacations: vacations::list(connection, user).await?.iter().map(Vacation::from).collect(),
        emails: emails::with_deliveries(connection, emails).await?,
        hooks: all(db::hooks::list(connection, user).await?),
        pushes: all(db::pushes::list(connection, user).await?),
        profile: person.into(),
    };
    let file = format!("attachment; filename=\"turnpost-{}.json\"", export.profile.handle);
    Ok(HttpResponse::Ok().insert_header((header::CONTENT_DISPOSITION, file)).json(export))
}
