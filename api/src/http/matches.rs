//! Matches: create, show, join, leave.

use std::sync::Arc;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::caller::{Sender, Visitor};
use super::etag::Known;
use super::extract::{Body, Query, comma_list};
use super::idempotency::IdempotencyKey;
use super::match_view::MatchPage;
use super::moves::Choices;
use super::new_match::MatchSettings;
use super::paging::Paging;
use super::parts::Part;
use super::problem::Problem;
use super::ratings::MatchRating;
use super::responses::{
    AccessToken, Board, Conflict, Forbidden, JsonBody, NotFound, NotRatable, PathParameter, Problems, QueryParameter,
};
use super::{Form, Result};
use crate::app::App;
use crate::ids::{MatchId, UserId};
use crate::play;
use crate::play::costly::{self, Cost};
use crate::play::game::ratings::Verdict;
use crate::play::lobby::brought::Given;
use crate::play::lobby::{brought, departures, open_matches, rematch};
use crate::play::matches::history;
use crate::play::matches::lines::{Reader, ToldLine};
use crate::play::people::caller::Caller;
use crate::play::telling::look;
use crate::token::Scope;

/// Create a match.
///
/// The creator takes the first seat unless `join` is false. The server limits how many matches an account creates per hour, and how
/// many open or running matches it has.
#[utoipa::path(post, path = "/v1/matches", tag = "matches", security(("bearer" = ["moves:write"])),
    params(IdempotencyKey),
    request_body = MatchSettings,
    responses((status = 201, body = MatchPage, headers(("Location" = String, description = "The path of the match"))),
        Problems<(AccessToken, JsonBody, Forbidden, Conflict, NotRatable)>))]
pub async fn create_match(
    app: web::Data<App>,
    caller: Caller,
    Sender(sender): Sender,
    Body(new): Body<MatchSettings>,
) -> Result<HttpResponse> {
    caller.may(Scope::MovesWrite)?;
    let wish = new.wish(&app, sender, caller.user).await?;
    let m = open_matches::create(&app, caller.user, wish).await?;
    let page = MatchPage::new(&m, Some(caller.user), app.clock.now())?;
    let location = (header::LOCATION, format!("/v1/matches/{}", m.id()));
    Ok(HttpResponse::build(StatusCode::CREATED).insert_header(location).json(page))
}

/// Play again with the same players.
///
/// For the players of a match that is over. Creates a match with the same game, options, clock and visibility, and invites the other
/// players. If one of them has already created it, you join that match.
#[utoipa::path(post, path = "/v1/matches/{match_id}/rematch", tag = "matches", security(("bearer" = ["moves:write"])),
    params(("match_id" = Uuid, Path, description = "The match that is over")),
    responses((status = 200, body = MatchPage, description = "The new match"),
        Problems<(AccessToken, PathParameter, Forbidden, NotFound, Conflict)>))]
pub async fn create_rematch(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
) -> Result<web::Json<MatchPage>> {
    caller.may(Scope::MovesWrite)?;
    let m = rematch::play_again(&app, *match_id, caller.user).await?;
    Ok(web::Json(MatchPage::new(&m, Some(caller.user), app.clock.now())?))
}

/// The query of the page of a match.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct At {
    /// Show the position after the log line with this number. Default: the present position.
    line: Option<u32>,
    /// The parts to show, separated by commas. Default: none. `choices` counts as five requests, and has no effect with `line`.
    #[param(style = Form, explode = false, inline, value_type = Vec<Part>, example = json!(["view", "choices"]))]
    #[serde(default, deserialize_with = "comma_list")]
    include: Vec<Part>,
}

/// Show a match.
///
/// The players, the awaited seats, and the result. `include` shows more: the position as far as you may see it, as `view`, `scene` or
/// `text`, and your `choices`. Supports `If-None-Match`.
#[utoipa::path(get, path = "/v1/matches/{match_id}", tag = "matches", security((), ("bearer" = ["matches:read"])),
    params(("match_id" = Uuid, Path, description = "The match"), At),
    responses((status = 200, body = MatchPage, headers(("ETag" = String, description = "Changes with the response"))),
        (status = 304, description = "Not modified"),
        Problems<(AccessToken, PathParameter, QueryParameter, NotFound)>))]
pub async fn show_match(
    app: web::Data<App>,
    visitor: Visitor,
    match_id: web::Path<MatchId>,
    Query(at): Query<At>,
    Sender(sender): Sender,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let user = visitor.reader()?;
    let m = Arc::new(look::find(&app, *match_id, user).await?);
    let earlier = match at.line {
        None => None,
        Some(line) => Some(look::page_after(&app, sender, &m, user, line).await?),
    };
    let brought = brought::shown(&app, &m).await?;
    let next = match at.line {
        None => Choices::included(&app, sender, &m, user, &at.include).await?,
        Some(_) => None,
    };
    let page = MatchPage::showing(&m, user, earlier, app.clock.now(), &at.include)?;
    let verdict = Verdict::read(&mut *app.db.get().await?, &m, user).await?;
    let page = page.with_rating(verdict.map(|verdict| MatchRating::new(&m, verdict)));
    let page = page.with_brought(brought).with_choices(next);
    Ok(super::etag::answer(&request, StatusCode::OK, &page))
}

/// Show the board of a match.
///
/// The `Accept` header selects PNG, SVG or plain text. A match that has not started has no board.
#[utoipa::path(get, path = "/v1/matches/{match_id}/board", tag = "matches", security((), ("bearer" = ["matches:read"])),
    params(("match_id" = Uuid, Path, description = "The match"), At),
    responses(Board, Problems<(AccessToken, PathParameter, QueryParameter, NotFound, Conflict)>))]
pub async fn show_board(
    app: web::Data<App>,
    visitor: Visitor,
    match_id: web::Path<MatchId>,
    Query(at): Query<At>,
    sender: Sender,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let form = Form::wanted(&request, None)?;
    board(&app, (visitor.reader()?, sender), *match_id, at.line, (form, Known::from_request(&request))).await
}

/// Show the board of a match in a given format.
///
/// Works like `GET /v1/matches/{match_id}/board`; the last part of the path selects the format.
#[utoipa::path(get, path = "/v1/matches/{match_id}/board.{ending}", tag = "matches", security((), ("bearer" = ["matches:read"])),
    params(("match_id" = Uuid, Path, description = "The match"), ("ending" = inline(Form), Path, description = "The format", example = "svg"), At),
    responses(Board, Problems<(AccessToken, PathParameter, QueryParameter, NotFound, Conflict)>))]
pub async fn show_board_as(
    app: web::Data<App>,
    visitor: Visitor,
    path: web::Path<(MatchId, String)>,
    Query(at): Query<At>,
    sender: Sender,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let form = Form::wanted(&request, Some(&path.1))?;
    board(&app, (visitor.reader()?, sender), path.0, at.line, (form, Known::from_request(&request))).await
}

async fn board(
    app: &App,
    (user, Sender(sender)): (Option<UserId>, Sender),
    id: MatchId,
    line: Option<u32>,
    (form, known): (Form, Known),
) -> Result<HttpResponse> {
    costly::count(app, sender, Cost::Picture)?;
    let m = Arc::new(look::find(app, id, user).await?);
    let none = || play::Refusal::Conflict("The match has not started, so there is no board yet.".to_owned());
    let earlier = match line {
        None => None,
        Some(line) => Some(look::page_after(app, sender, &m, user, line).await?),
    };
    let painted = costly::sketch(app, sender, move || {
        let page = earlier.map_or_else(|| look::page(&m, user), |page| Ok(Some(page)))?.ok_or_else(none)?;
        form.paint_unless(&known, &page.scene)
    });
    Ok(painted.await??.answer())
}

/// What a player gives when joining.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Joining {
    /// 32 hexadecimal digits, drawn at random for this match.
    #[param(min_length = 32, max_length = 32)]
    seed_value: Option<String>,
    /// The texts of the cards that you bring, in place of those that you brought before; empty for none. Servers refuse addresses of more
    /// than some kilobytes: the page of the match takes longer texts.
    #[param(max_length = 4096)]
    cards: Option<String>,
}

/// Join a match.
///
/// You take a seat. The match starts when its last seat is taken. Joining twice changes nothing but what you give. In a running match you
/// take over a seat that is on offer, if there is one (`offered_until` of a player), with its present position.
///
/// Chance comes from a seed that the server draws when the match is created; its hash is `seed_commitment`. At the start, the server mixes
/// your `seed_value` into the seed, so that the server alone cannot choose the outcome: read the commitment before you join. If you already
/// have a seat, for example as the creator, join again with the value before the match starts. The value counts in an open match, and the
/// first one of each player is final.
///
/// If the options of the match let players bring cards (`"bring": "players"`), give yours, now or later. Everyone sees them in `brought`,
/// and at the start those of all players become a part of the option `cards`.
#[utoipa::path(post, path = "/v1/matches/{match_id}/join", tag = "matches", security(("bearer" = ["moves:write"])),
    params(("match_id" = Uuid, Path, description = "The match"), Joining),
    responses((status = 200, body = MatchPage),
        Problems<(AccessToken, PathParameter, QueryParameter, Forbidden, NotFound, Conflict, NotRatable)>))]
pub async fn join_match(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
    Query(joining): Query<Joining>,
) -> Result<web::Json<MatchPage>> {
    caller.may(Scope::MovesWrite)?;
    let value = joining.seed_value.as_deref().map(open_matches::seed_value).transpose()?;
    let given = Given { value, cards: joining.cards.as_deref() };
    let m = open_matches::join_with(&app, *match_id, caller.user, given).await?;
    let brought = brought::shown(&app, &m).await?;
    Ok(web::Json(MatchPage::new(&m, Some(caller.user), app.clock.now())?.with_brought(brought)))
}

/// Leave a match.
///
/// You can leave only before the match starts. If the creator leaves as the last player, the match is cancelled.
#[utoipa::path(post, path = "/v1/matches/{match_id}/leave", tag = "matches", security(("bearer" = ["moves:write"])),
    params(("match_id" = Uuid, Path, description = "The match")),
    responses((status = 200, body = MatchPage), Problems<(AccessToken, PathParameter, NotFound, Conflict)>))]
pub async fn leave_match(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
) -> Result<web::Json<MatchPage>> {
    caller.may(Scope::MovesWrite)?;
    let m = departures::leave(&app, *match_id, caller.user).await?;
    Ok(web::Json(MatchPage::new(&m, Some(caller.user), app.clock.now())?))
}

/// Cancel a match.
///
/// Only its creator can cancel it, and only before it starts.
#[utoipa::path(delete, path = "/v1/matches/{match_id}", tag = "matches", security(("bearer" = ["moves:write"])),
    params(("match_id" = Uuid, Path, description = "The match")),
    responses((status = 204), Problems<(AccessToken, PathParameter, Forbidden, NotFound, Conflict)>))]
pub async fn delete_match(app: web::Data<App>, caller: Caller, match_id: web::Path<MatchId>) -> Result<HttpResponse> {
    caller.may(Scope::MovesWrite)?;
    departures::cancel(&app, *match_id, caller.user).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// A page of the log of a match.
#[derive(Serialize, ToSchema)]
pub struct Log {
    /// The lines, oldest first.
    lines: Vec<LogLine>,
    /// The value of `after` for the next page, if any.
    next: Option<u32>,
}

/// A line of the log.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"line": 3, "entry": {"by": 0, "cause": "chosen", "text": "e5-e7"},
    "story": ["Anna (Red) moves e5 to e7."], "at": "2026-11-21T10:00:00Z"}))]
pub struct LogLine {
    /// The number of the line. Lines that you may not know of are not counted.
    line: u32,
    /// The entry, unless it is secret.
    entry: Option<engine::Entry>,
    /// The story of the line, in sentences.
    story: Vec<String>,
    /// The time of the line.
    at: DateTime<Utc>,
}

impl From<ToldLine> for LogLine {
    fn from(told: ToldLine) -> LogLine {
        LogLine { line: told.line, entry: told.entry, story: told.story, at: told.at }
    }
}

/// The query of a log.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LogPart {
    /// The value of `next` from the previous page. Only lines with higher numbers are listed.
    after: Option<u32>,
    /// The maximum number of lines, 1 to 500.
    #[param(minimum = 1, maximum = 500, default = 100)]
    limit: Option<usize>,
}

/// List the log of a match.
///
/// The lines that you may know of, oldest first. The text of a secret line is left out.
#[utoipa::path(get, path = "/v1/matches/{match_id}/log", tag = "matches", security((), ("bearer" = ["matches:read"])),
    params(("match_id" = Uuid, Path, description = "The match"), LogPart),
    responses((status = 200, body = Log, headers(("Link" = String, description = "The next page, if any (RFC 8288)"))),
        Problems<(AccessToken, PathParameter, QueryParameter, NotFound)>))]
pub async fn list_log(
    app: web::Data<App>,
    visitor: Visitor,
    match_id: web::Path<MatchId>,
    Query(part): Query<LogPart>,
    Sender(sender): Sender,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let user = visitor.reader()?;
    let limit = part.limit.unwrap_or(100);
    if !(1..=500).contains(&limit) {
        return Err(Problem::field("limit", "Expected a number from 1 to 500."));
    }
    costly::count(&app, sender, Cost::Lines)?;
    let m = Arc::new(look::find(&app, *match_id, user).await?);
    let first = part.after.map_or(0, |after| after.saturating_add(1));
    let told = Reader::new(&app, sender, &m, user).from(first, limit + 1, &m.story_names()?).await?;
    let more = told.len() > limit;
    let lines: Vec<LogLine> = told.into_iter().take(limit).map(LogLine::from).collect();
    let next = lines.last().filter(|_| more).map(|line| line.line);
    Ok(Paging::answer(&request, next.map(|line| line.to_string()).as_deref(), Log { lines, next }))
}

/// Download the record of a match.
///
/// Plain text, available once the match is over. The record holds the edition of the rules, the commitment and the seed, each line with its
/// time, the result, and the head of the hash chain. `turnpost verify FILE` checks it.
#[utoipa::path(get, path = "/v1/matches/{match_id}/record", tag = "matches", security((), ("bearer" = ["matches:read"])),
    params(("match_id" = Uuid, Path, description = "The match")),
    responses((status = 200, content_type = "text/plain", body = String), Problems<(AccessToken, PathParameter, NotFound, Conflict)>))]
pub async fn show_record(
    app: web::Data<App>,
    visitor: Visitor,
    Sender(sender): Sender,
    match_id: web::Path<MatchId>,
) -> Result<HttpResponse> {
    let user = visitor.reader()?;
    costly::count(&app, sender, Cost::Record)?;
    let (m, rows) = look::find_with_log(&app, *match_id, user).await?;
    let name = format!("attachment; filename=\"{}-{}.txt\"", m.game(), m.id());
    let record = costly::paint(&app, sender, move || history::record(&m, &rows)).await??;
    Ok(HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .insert_header((header::CONTENT_DISPOSITION, name))
        .body(record))
}
