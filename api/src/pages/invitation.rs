//! The page of an invitation, to which its email links, for people with an account or without one.

use actix_web::http::StatusCode;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, Responder, ResponseError, web};
use askama::Template;
use serde::Deserialize;

use super::{Page, Result, see_other, unstored};
use crate::app::App;
use crate::http::problem::Problem;
use crate::play::lobby::invited::{self, Introduction, OpenedInvitation, State};
use crate::play::matches::settings;
use crate::play::people::names;
use crate::play::telling::links;
use crate::play::{Match, Refusal};

/// The fields of the form that accepts an invitation. Both may be empty.
#[derive(Deserialize, Default)]
pub struct AcceptForm {
    /// The name of a new account.
    #[serde(default)]
    name: String,
    /// The IANA name of the time zone, for an account that does not have one yet.
    #[serde(default)]
    time_zone: String,
    /// A value that is mixed into the seed of the match: 32 hexadecimal digits, drawn by the page's script.
    #[serde(default)]
    seed_value: String,
}

/// A field that was refused.
struct Refused {
    field: &'static str,
    problem: Problem,
}

impl Refused {
    fn words(&self) -> String {
        let label = if self.field == "name" { "Your name" } else { "Your time zone" };
        format!("{label}: {} Nothing has changed.", self.problem.detail())
    }
}

/// The page of an invitation that waits for an answer.
#[derive(Template)]
#[template(path = "pages/invitation.html")]
struct InvitationPage<'a> {
    title: String,
    token: &'a str,
    lines: Vec<String>,
    settings: Vec<String>,
    game_id: &'a str,
    asks_name: bool,
    asks_time_zone: bool,
    zones: &'static [&'static str],
    /// The fields as their writer left them.
    filled: AcceptForm,
    refused: Option<Refused>,
}

impl InvitationPage<'_> {
    fn is_refused(&self, field: &str) -> bool {
        self.refused.as_ref().is_some_and(|refused| refused.field == field)
    }
}

/// The heading of the page of an invitation to this match.
pub(super) fn title(m: &Match) -> String {
    let game = m.rules.info().name;
    if m.name() == game { game.to_owned() } else { format!("{game}: {}", m.name()) }
}

/// What an invitation of this person to a match says.
pub(super) fn lines(m: &Match, inviter: &str) -> Vec<String> {
    let names: Vec<&str> = m.players().iter().map(|player| player.name.as_str()).collect();
    let players = if names.is_empty() { "none yet".to_owned() } else { names.join(", ") };
    vec![
        format!("{inviter} invites you to this match. {}", m.rules.info().summary),
        format!("Players: {players}."),
        "Move when you like; an email tells you when it is your turn.".to_owned(),
    ]
}

/// The page of an invitation that waits for an answer, with the fields as they were filled in, and the refused one, if any.
fn form(token: &str, opened: &OpenedInvitation, filled: AcceptForm, refused: Option<Refused>) -> Result<HttpResponse> {
    let OpenedInvitation { invitation, m, .. } = opened;
    let status = refused.as_ref().map_or(StatusCode::OK, |refused| refused.problem.status_code());
    let page = InvitationPage {
        title: title(m),
        token,
        lines: lines(m, &invitation.inviter_name),
        settings: settings::sentences(m)?,
        game_id: m.game(),
        asks_name: opened.asks_name(),
        asks_time_zone: opened.asks_time_zone(),
        zones: names::time_zones(),
        filled,
        refused,
    };
    Ok(unstored(&page, status))
}

/// The page of an invitation that cannot be answered any more; nothing if it can.
fn settled(opened: &OpenedInvitation) -> Option<Page> {
    let from = &opened.invitation.inviter_name;
    let again =
        format!("If you want to play after all, ask {from} to invite you again. Then you can accept on this page.");
    let title = title(&opened.m);
    let reason = opened.state.reason().unwrap_or_default();
    Some(match opened.state {
        State::Open => return None,
        State::Seated => Page::new(&title, format!("You have a seat in this match. {}", opened.begins()))
            .and("Emails go to this address. To move, or to change your name, sign in with it.")
            .link(links::match_path(opened.m.id()), "Go to the match"),
        State::Late => Page::new(&title, reason).and(format!("You can ask {from} to invite you to another one.")),
        State::Refused | State::Withdrawn => Page::new(&title, reason).and(again),
        State::CalledOff => Page::new(&title, reason),
    })
}

/// Show the page of an invitation.
///
/// Opening the page does not answer the invitation.
pub async fn show_invitation_page(
    app: web::Data<App>,
    token: web::Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let opened = invited::read(&app, &token).await?;
    match settled(&opened) {
        Some(page) => Ok(page.respond_to(&request)),
        None => form(&token, &opened, AcceptForm::default(), None),
    }
}

fn back(token: &str) -> HttpResponse {
    see_other(&format!("/invitations/{token}"))
}

/// Accept an invitation from the page.
///
/// The server creates an account if the address has none. All fields are optional.
pub async fn accept_on_page(
    app: web::Data<App>,
    token: web::Path<String>,
    request: HttpRequest,
    fields: Result<web::Form<AcceptForm>, actix_web::Error>,
) -> Result<HttpResponse> {
    let opened = invited::read(&app, &token).await?;
    let fields = match fields {
        Ok(fields) => fields.into_inner(),
        // A program may send no form at all: every field is optional.
        Err(_) if request.content_type().is_empty() => AcceptForm::default(),
        Err(error) => return Ok(HttpResponse::from_error(error)),
    };
    let written = |text: &str| !text.trim().is_empty();
    let introduction = Introduction {
        name: Some(fields.name.as_str()).filter(|text| written(text)),
        time_zone: Some(fields.time_zone.as_str()).filter(|text| written(text)),
        seed_value: engine::seed_value(&fields.seed_value),
    };
    let refusal = match invited::accept(&app, &opened, introduction).await {
        Ok(()) => return Ok(back(&token)),
        Err(refusal) => refusal,
    };
    let Refusal::Field(field @ ("name" | "time_zone"), _) = refusal else { return Err(refusal.into()) };
    form(&token, &opened, fields, Some(Refused { field, problem: refusal.into() }))
}

/// Decline an invitation from the page.
///
/// The player can be invited to the match again.
pub async fn decline_on_page(app: web::Data<App>, token: web::Path<String>) -> Result<HttpResponse> {
    invited::decline(&app, &invited::read(&app, &token).await?).await?;
    Ok(back(&token))
}

/// Show the page that refuses all invitations.
///
/// Opening the page does not refuse anything.
pub async fn show_refuse_page(app: web::Data<App>, token: web::Path<String>) -> Result<Page> {
    invited::read(&app, &token).await?;
    Ok(Page::new(
        "Unsubscribe from invitations",
        "This address will get no more emails about invitations, from any player.",
    )
    .and("This also declines the invitation in the email.")
    .button("Unsubscribe"))
}

/// Refuse this invitation and all later ones.
///
/// This works from the page and from the unsubscribe button of a mail program (RFC 8058).
pub async fn use_refuse_page(app: web::Data<App>, token: web::Path<String>) -> Result<Page> {
    invited::stop(&app, &token).await?;
    Ok(Page::new("Unsubscribed", "This address gets no more emails about invitations.")
        .and("If you have an account, you can subscribe again on your account page."))
}
