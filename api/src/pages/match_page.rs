//! The page of a match for signed-in readers and visitors: before the start, while it runs, and after its end.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError, web};
use askama::Template;
use engine::Span;
use serde::Deserialize;

use super::board::{self, Drafts, News, Reader, Way};
use super::move_page::{Used, WrittenMove, consider, use_form};
use super::open_match;
use super::signed_in::{PageReader, Player, SignedIn, person};
use super::{Result, html, see_other, unstored};
use crate::app::App;
use crate::db::lists::{self, Own, Part, SummaryRow};
use crate::db::people::Person;
use crate::http::caller::Sender;
use crate::http::problem::Problem;
use crate::ids::{MatchId, UserId};
use crate::play::game::proposals;
use crate::play::game::turn_link::TurnLink;
use crate::play::lobby::watch;
use crate::play::matches::deadline;
use crate::play::people::account;
use crate::play::people::caller::Caller;
use crate::play::telling::{links, look};
use crate::play::{Match, Phase, ProposalKind, Refusal, Stored};

/// The maximum number of matches among which the next one is chosen.
const MAX: i64 = 200;

#[derive(Template)]
#[template(path = "pages/closed.html")]
struct ClosedPage {
    path: String,
}

/// The query of the page.
#[derive(Deserialize, Default)]
pub struct Draft {
    #[serde(default)]
    r#move: String,
    /// The number of a line of the log: the position after it is shown.
    line: Option<u32>,
    /// The name of a card: its sheet is shown.
    #[serde(default)]
    card: String,
}

/// The page of a match that this reader may not see, or that does not exist: the response is the same.
pub(super) fn closed(id: MatchId) -> Result<HttpResponse> {
    html(&ClosedPage { path: links::match_path(id) })
}

/// Shows the match.
pub async fn show(
    app: web::Data<App>,
    PageReader(caller): PageReader,
    Sender(sender): Sender,
    id: web::Path<MatchId>,
    draft: Result<web::Query<Draft>, actix_web::Error>,
) -> Result<HttpResponse> {
    let Draft { r#move: draft, line, card } = draft.map(web::Query::into_inner).unwrap_or_default();
    let Some((m, person, is_guest)) = open(&app, caller.as_ref(), *id).await? else { return closed(*id) };
    if matches!(m.phase(), Phase::Open | Phase::Cancelled) {
        return open_match::show(&app, &m, person.as_ref(), open_match::Filled::default()).await;
    }
    if let Some(line) = line {
        let way = way_of_line(person.as_ref(), is_guest);
        return Ok(board::show_line(&app, sender, m, (person.as_ref(), way), (line, &card)).await?);
    }
    let (reader, way) = find_seat(&app, m, (person, is_guest)).await?;
    let news = match &reader {
        Reader::Player(link) => consider(&app, link, &draft).await?,
        Reader::Spectator(..) => News::None,
    };
    let drafts = Drafts { text: &draft, card: &card, ..Drafts::default() };
    Ok(board::show(&app, (&reader, way, &links::match_path(*id)), drafts, &news, None).await?)
}

/// A match with its reader, unless that is a visitor, and whether the reader is a guest; `None` if the reader may not see it.
pub(super) async fn open(
    app: &App,
    caller: Option<&Caller>,
    id: MatchId,
) -> Result<Option<(Match, Option<Person>, bool)>> {
    let person = person(app, caller).await?;
    let m = match look::find(app, id, person.as_ref().map(|person| person.id)).await {
        Ok(m) => m,
        Err(Refusal::NotFound(_)) => return Ok(None),
        Err(refusal) => return Err(refusal.into()),
    };
    let is_guest = caller.is_some_and(|caller| caller.is_guest);
    // In a match of others a guest is a visitor.
    let person = person.filter(|person| !is_guest || m.has_player(person.id));
    Ok(Some((m, person, is_guest)))
}

/// How a reader reached a page that takes no move.
pub(super) fn way_of_line(person: Option<&Person>, is_guest: bool) -> Way {
    match person {
        Some(_) if is_guest => Way::Guest,
        Some(person) => Way::SignedIn { name: person.name.clone(), next: None },
        None => Way::Visitor,
    }
}

/// The reader of a match that has started.
async fn find_seat(app: &App, m: Match, (person, is_guest): (Option<Person>, bool)) -> Result<(Reader, Way)> {
    let Some(person) = person else { return Ok((Reader::Spectator(m, None), Way::Visitor)) };
    let Some(seat) = m.seat_of(person.id) else {
        let way = Way::SignedIn { name: person.name.clone(), next: None };
        return Ok((Reader::Spectator(m, Some(person)), way));
    };
    let way = if is_guest {
        Way::Guest
    } else {
        Way::SignedIn { name: person.name.clone(), next: next(app, person.id, m.id()).await? }
    };
    let turn = m.turn_of(seat);
    Ok((Reader::Player(TurnLink { m, person, turn }), way))
}

/// The path of the match, other than this one, whose deadline for the reader comes first, and the number of those that wait.
async fn next(app: &App, user: UserId, this: MatchId) -> Result<Option<(String, usize)>> {
    let part = Part { game: None, rated: None, before: MatchId::LAST, max: MAX };
    let rows = lists::of_user(&mut *app.db.get().await?, user, Own::Waiting, None, &part).await?;
    let waiting = || rows.iter().filter(|row| row.id != this);
    let deadline = |row: &&SummaryRow| {
        let (_, at) = deadline::in_list(&row.clock, &row.clocks, row.seat, &row.vacations, &row.outages);
        (at.is_none(), at)
    };
    Ok(waiting().min_by_key(deadline).map(|row| (links::match_path(row.id), waiting().count())))
}

/// Plays or previews a move from the page, and passes on a note.
pub async fn use_page(
    app: web::Data<App>,
    reader: Player,
    id: web::Path<MatchId>,
    form: web::Form<WrittenMove>,
) -> Result<HttpResponse> {
    let (_, person) = account::present(&app, &reader.0).await?;
    let m = look::find(&app, *id, Some(person.id)).await?;
    let seat = m.seat_of(person.id).filter(|_| matches!(m.phase(), Phase::Running | Phase::Over));
    let seat = seat.ok_or(Refusal::Forbidden("You have no seat in this match."))?;
    let mut turn = m.turn_of(seat);
    turn.turn = form.turn.unwrap_or(turn.turn);
    let mut link = TurnLink { m, person, turn };
    let Used { news, note, noted } = use_form(&app, &mut link, &form).await;
    // The match has changed, or a refused move has come too late.
    let TurnLink { m, person, .. } = link;
    let m = if matches!(news, News::Refused(_)) { look::find(&app, *id, Some(person.id)).await? } else { m };
    let (reader, way) = find_seat(&app, m, (Some(person), reader.0.is_guest)).await?;
    let drafts = Drafts { text: &form.r#move, note: &note, ..Drafts::default() };
    Ok(board::show(&app, (&reader, way, &links::match_path(*id)), drafts, &news, noted).await?)
}

/// The page of a match with the reason why a form of it was refused, and what was filled in.
pub(super) async fn refuse(
    app: &App,
    caller: &Caller,
    id: MatchId,
    drafts: Drafts<'_>,
    refusal: Refusal,
) -> Result<HttpResponse> {
    let (_, person) = account::present(app, caller).await?;
    let m = look::find(app, id, Some(person.id)).await?;
    if matches!(m.phase(), Phase::Open | Phase::Cancelled) {
        return Err(refusal.into());
    }
    let (reader, way) = find_seat(app, m, (Some(person), caller.is_guest)).await?;
    let problem = Problem::from(refusal);
    let noted = Some(problem.detail().to_owned());
    let mut answer = board::show(app, (&reader, way, &links::match_path(id)), drafts, &News::None, noted).await?;
    *answer.status_mut() = problem.status_code();
    Ok(answer)
}

/// The form of a proposal.
#[derive(Deserialize)]
pub struct ProposalForm {
    #[serde(default)]
    kind: String,
    #[serde(default)]
    days: String,
}

/// Proposes a pause, or more time, to the players of the match.
pub async fn propose(
    app: web::Data<App>,
    reader: SignedIn,
    id: web::Path<MatchId>,
    form: web::Form<ProposalForm>,
) -> Result<HttpResponse> {
    let proposed = async {
        let kind = ProposalKind::named(&form.kind)
            .ok_or_else(|| Refusal::Field("kind", "Choose a pause or more time.".to_owned()))?;
        let days = form.days.trim().parse().ok().filter(|days| (1..=60).contains(days));
        let days =
            days.ok_or_else(|| Refusal::Field("days", "Expected a whole number of days, from 1 to 60.".to_owned()))?;
        proposals::propose(&app, *id, reader.0.user, (kind, Span::days(days)), app.clock.now()).await
    };
    match proposed.await {
        Ok(_) => Ok(see_other(&links::match_path(*id))),
        Err(refusal @ (Refusal::Field(..) | Refusal::Conflict(_) | Refusal::TooOften(_))) => {
            refuse(&app, &reader.0, *id, Drafts { days: Some(&form.days), ..Drafts::default() }, refusal).await
        }
        Err(refusal) => Err(refusal.into()),
    }
}

/// Watch a match with a player's link.
///
/// The page shows what a spectator sees, even of a private match. It is the same for the links of all players.
pub async fn show_watch_page(
    app: web::Data<App>,
    token: web::Path<String>,
    query: Result<web::Query<Draft>, actix_web::Error>,
) -> Result<HttpResponse> {
    let card = query.map(|query| query.into_inner().card).unwrap_or_default();
    let m = watch::open(&app, &token).await?;
    if matches!(m.phase(), Phase::Open | Phase::Cancelled) {
        return Ok(unstored(&open_match::watched(&m)?, StatusCode::OK));
    }
    let drafts = Drafts { card: &card, ..Drafts::default() };
    Ok(board::show(&app, (&Reader::Spectator(m, None), Way::Watch, ""), drafts, &News::None, None).await?)
}
