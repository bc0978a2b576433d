//! The page of a match that has not started: who is there, and the ways to join, invite, leave and cancel it.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;
use engine::players::Level;
use serde::Deserialize;

use super::nav::Nav;
use super::signed_in::SignedIn;
use super::{LEVEL, Page, Result, own, see_other};
use crate::app::App;
use crate::db::invitations::{InvitationRow, Part};
use crate::db::people::Person;
use crate::http::problem::Problem;
use crate::ids::{InvitationId, MatchId};
use crate::play::lobby::brought::Given;
use crate::play::lobby::invite::{self, Whom};
use crate::play::lobby::{brought, departures, join_links, open_matches};
use crate::play::matches::settings;
use crate::play::people::{account, host};
use crate::play::telling::{links, look};
use crate::play::{InvitationAnswer, Match, Phase, Refusal};

#[derive(Template)]
#[template(path = "pages/open_match.html")]
struct OpenMatchPage<'a> {
    nav: Option<Nav>,
    path: String,
    /// The path of the events that tell of its changes.
    feed: String,
    /// The time of the page, in milliseconds, as its feed counts it.
    since: i64,
    name: &'a str,
    game: &'static str,
    game_id: &'a str,
    is_cancelled: bool,
    /// What the host has done to it, in sentences.
    of_host: Vec<String>,
    /// Each with whether a program plays the account.
    players: Vec<(&'a str, bool)>,
    seats: u8,
    settings: Vec<String>,
    is_signed_in: bool,
    is_player: bool,
    is_creator: bool,
    /// The invitations without an answer, and those that were declined.
    invitations: Vec<Invited>,
    /// What the players bring: the name of each and the cards; `None` for a match into which players bring nothing.
    brought: Option<Vec<(String, String)>>,
    filled: Filled,
}

/// An invitation without an answer, or one that was declined.
struct Invited {
    /// The path to withdraw it, if the reader sent it.
    withdraw: Option<String>,
    whom: String,
    /// The answer in words.
    answer: String,
    /// The address of a link that the reader made.
    link: Option<String>,
}

/// The forms, as they were filled in.
#[derive(Default)]
pub(super) struct Filled {
    /// The reader's own cards, as they were sent or are stored.
    pub(super) cards: String,
    /// Why they cannot be brought.
    pub(super) bad_cards: Option<Problem>,
    pub(super) whom: String,
    pub(super) refused: Option<Problem>,
    pub(super) news: Option<&'static str>,
}

/// Shows the page.
pub(super) async fn show(app: &App, m: &Match, person: Option<&Person>, mut filled: Filled) -> Result<HttpResponse> {
    let is_player = person.is_some_and(|person| m.has_player(person.id));
    let is_creator = person.is_some_and(|person| m.creator() == person.id);
    let invitations = match person {
        Some(person) if is_player || is_creator => invite::of_match(app, m.id(), person.id, Part::NEWEST).await?,
        _ => Vec::new(),
    };
    let path = links::match_path(m.id());
    let invited = |row: InvitationRow| {
        let own = person.is_some_and(|person| person.id == row.inviter);
        let answer = match (row.answer, &row.reason) {
            (None, _) => "invited, no answer yet".to_owned(),
            (Some(InvitationAnswer::Declined), None) => "declined".to_owned(),
            (Some(InvitationAnswer::Declined), Some(reason)) => format!("declined: {reason}"),
            (Some(InvitationAnswer::Accepted | InvitationAnswer::Withdrawn), _) => return None,
        };
        Some(Invited {
            answer,
            withdraw: (own && row.answer.is_none()).then(|| format!("{path}/invitations/{}/withdraw", row.id)),
            link: (own && row.link && row.user_id.is_none())
                .then(|| format!("{}{}", app.config.public_url, links::join_path(&app.secrets, row.id))),
            whom: row.handle.or(row.address).unwrap_or_else(|| "By a link".to_owned()),
        })
    };
    let refused = filled.refused.as_ref().or(filled.bad_cards.as_ref());
    let status = refused.map_or(StatusCode::OK, actix_web::ResponseError::status_code);
    let rows = brought::shown(app, m).await?;
    let own_row = rows.iter().flatten().find(|row| person.is_some_and(|person| person.id == row.user_id));
    if let Some(row) = own_row.filter(|_| filled.bad_cards.is_none()) {
        filled.cards.clone_from(&row.cards);
    }
    let nav = match person {
        Some(person) => Some(Nav::of(&mut *app.db.get().await?, person).await?),
        None => None,
    };
    let page = OpenMatchPage {
        nav,
        invitations: invitations.into_iter().rev().filter_map(invited).collect(),
        brought: rows.map(|rows| rows.into_iter().map(|row| (row.name, row.cards)).collect()),
        path: path.clone(),
        feed: if is_player || is_creator { links::OWN_EVENTS.to_owned() } else { links::match_events(m.id()) },
        since: app.clock.now().timestamp_millis(),
        name: m.name(),
        game: m.rules.info().name,
        game_id: m.game(),
        is_cancelled: m.phase() == Phase::Cancelled,
        of_host: host::in_words(m).collect(),
        players: m.players().iter().map(|player| (player.name.as_str(), player.is_bot)).collect(),
        seats: m.seats(),
        settings: settings::sentences(m)?,
        is_signed_in: person.is_some(),
        is_player,
        is_creator,
        filled,
    };
    Ok(own(&page, status))
}

/// The page for friends who watch.
pub(super) fn watched(m: &Match) -> Result<Page> {
    let state = if m.phase() == Phase::Open { "The match is waiting for players." } else { "The match was cancelled." };
    let mut page = Page::new(m.name(), format!("{}. {state}", m.rules.info().name));
    page.list = settings::sentences(m)?;
    Ok(page.link(format!("/games/{}", m.game()), "How to play, and the rules"))
}

/// What the browser gives when its person joins.
#[derive(Deserialize, Default)]
pub struct Joining {
    #[serde(default)]
    seed_value: String,
    /// The cards that they bring.
    cards: Option<String>,
}

/// Takes a seat, also one that is offered in a running match. Without scripts the form has no fields.
pub async fn join(
    app: web::Data<App>,
    reader: SignedIn,
    id: web::Path<MatchId>,
    form: Option<web::Form<Joining>>,
) -> Result<HttpResponse> {
    let form = form.map(web::Form::into_inner).unwrap_or_default();
    let given = Given { value: engine::seed_value(&form.seed_value), cards: form.cards.as_deref() };
    match open_matches::join_with(&app, *id, reader.0.user, given).await {
        Err(refusal @ Refusal::Field("cards", _)) => {
            let (_, person) = account::present(&app, &reader.0).await?;
            let m = look::find(&app, *id, Some(person.id)).await?;
            let cards = form.cards.unwrap_or_default();
            show(&app, &m, Some(&person), Filled { cards, bad_cards: Some(refusal.into()), ..Filled::default() }).await
        }
        joined => {
            joined?;
            Ok(see_other(&links::match_path(*id)))
        }
    }
}

/// A computer player to add.
#[derive(Deserialize)]
pub struct AddComputer {
    #[serde(default)]
    level: String,
}

/// Seats a computer player: before the start at the wish of the creator, then where a seat is offered.
pub async fn add_computer(
    app: web::Data<App>,
    reader: SignedIn,
    id: web::Path<MatchId>,
    new: web::Form<AddComputer>,
) -> Result<HttpResponse> {
    let level: Level =
        new.level.parse().map_err(|_| Refusal::Field("level", "Choose a level from 1 to 5.".to_owned()))?;
    let m = open_matches::seat_computer(&app, *id, reader.0.user, level).await?;
    Ok(see_other(&links::match_path(m.id())))
}

/// Gives the seat back.
pub async fn leave(app: web::Data<App>, reader: SignedIn, id: web::Path<MatchId>) -> Result<HttpResponse> {
    departures::leave(&app, *id, reader.0.user).await?;
    Ok(see_other(&links::match_path(*id)))
}

/// Cancels the match.
pub async fn call_off(app: web::Data<App>, reader: SignedIn, id: web::Path<MatchId>) -> Result<HttpResponse> {
    departures::cancel(&app, *id, reader.0.user).await?;
    Ok(see_other("/"))
}

/// The form to invite.
#[derive(Deserialize)]
pub struct InviteForm {
    /// A handle or an email address.
    #[serde(default)]
    whom: String,
}

/// Invites a player by handle or email address.
pub async fn invite(
    app: web::Data<App>,
    reader: SignedIn,
    id: web::Path<MatchId>,
    form: web::Form<InviteForm>,
) -> Result<HttpResponse> {
    let (_, person) = account::present(&app, &reader.0).await?;
    let asked = match Whom::read(&form.whom) {
        Ok(whom) => invite::invite(&app, *id, person.id, &whom).await,
        Err(refusal) => Err(refusal),
    };
    let filled = match asked {
        Ok(()) => Filled { news: Some("The invitation is on its way."), ..Filled::default() },
        Err(
            refusal @ (Refusal::Field(..) | Refusal::TooOften(_) | Refusal::Conflict(_) | Refusal::NotFound("player")),
        ) => Filled { whom: form.whom.chars().take(254).collect(), refused: Some(refusal.into()), ..Filled::default() },
        Err(refusal) => return Err(refusal.into()),
    };
    let m = look::find(&app, *id, Some(person.id)).await?;
    // The last seat may have been taken meanwhile.
    if matches!(m.phase(), Phase::Running | Phase::Over) {
        return Ok(see_other(&links::match_path(*id)));
    }
    show(&app, &m, Some(&person), filled).await
}

/// Makes a link by which one person can join.
pub async fn make_link(app: web::Data<App>, reader: SignedIn, id: web::Path<MatchId>) -> Result<HttpResponse> {
    join_links::make(&app, *id, reader.0.user).await?;
    Ok(see_other(&links::match_path(*id)))
}

/// Withdraws an invitation.
pub async fn withdraw(
    app: web::Data<App>,
    reader: SignedIn,
    path: web::Path<(MatchId, InvitationId)>,
) -> Result<HttpResponse> {
    let (id, invitation) = path.into_inner();
    invite::withdraw(&app, invitation, reader.0.user).await?;
    Ok(see_other(&links::match_path(id)))
}
