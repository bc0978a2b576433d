//! The page of an invitation, to which its letter links, for people with an account or without one.

use actix_web::http::header;
use actix_web::{HttpResponse, web};

use super::{Page, Result};
use crate::app::App;
use crate::http::responses::{NotFound, PageProblems};
use crate::play::invited::{self, OpenedInvitation, State};
use crate::play::settings;

fn page(token: &str, opened: &OpenedInvitation) -> Result<Page> {
    let OpenedInvitation { invitation, m, state } = opened;
    let from = &invitation.inviter_name;
    let again =
        format!("If you want to play after all, ask {from} to invite you again; then this page works once more.");
    let title = format!("{}: {}", m.rules.info().name, m.name());
    let reason = state.reason().unwrap_or_default();
    Ok(match state {
        State::Open => {
            let names: Vec<&str> = m.players().iter().map(|player| player.name.as_str()).collect();
            let players = if names.is_empty() { "no one yet".to_owned() } else { names.join(", ") };
            let mut page = Page::new(&title, format!("{from} invites you to this match. {}", m.rules.info().summary))
                .and(format!("At the table: {players}."))
                .and("You move when you like; a letter tells you when it is your turn.")
                .button_to(format!("/invitations/{token}/accept"), "Accept")
                .button_to(format!("/invitations/{token}/decline"), "No, thank you")
                .button_to(format!("/invitations/{token}/stop"), "No more invitations to my address");
            page.list = settings::of(m)?;
            page
        }
        State::Seated => {
            Page::new(&title, format!("You have a seat in this match. {}", opened.begins()))
                .and("Letters come to this address, and your account goes by it: to move, or to choose a name, sign in with it.")
                .link(format!("/matches/{}", m.id()), "To the match")
        }
        State::Late => {
            Page::new(&title, reason).and(format!("{from} may well invite you to another one."))
        }
        State::Refused | State::Withdrawn => Page::new(&title, reason).and(again),
        State::CalledOff => Page::new(&title, reason),
    })
}

/// Show the page of an invitation.
///
/// Opening the page answers nothing.
#[utoipa::path(get, path = "/invitations/{token}", tag = "pages",
    params(("token" = String, Path, description = "The token of the link")),
    responses((status = 200, content_type = "text/html", body = String), PageProblems<(NotFound,)>))]
pub async fn show_invitation_page(app: web::Data<App>, token: web::Path<String>) -> Result<Page> {
    page(&token, &invited::read(&app, &token).await?)
}

/// Redirects to the page, which shows the present state and can be reloaded without sending the form again.
fn back(token: &str) -> HttpResponse {
    HttpResponse::SeeOther().insert_header((header::LOCATION, format!("/invitations/{token}"))).finish()
}

/// Accept an invitation from the page.
///
/// An account is created if the address has none.
#[utoipa::path(post, path = "/invitations/{token}/accept", tag = "pages",
    params(("token" = String, Path, description = "The token of the link")),
    responses((status = 303, description = "See other: the page of the invitation"),
        (status = "default", description = "A page that gives the reason", content_type = "text/html", body = String),
        PageProblems<(NotFound,)>))]
pub async fn accept_on_page(app: web::Data<App>, token: web::Path<String>) -> Result<HttpResponse> {
    invited::accept(&app, &invited::read(&app, &token).await?, None).await?;
    Ok(back(&token))
}

/// Decline an invitation from the page.
///
/// The player can be invited to the match again.
#[utoipa::path(post, path = "/invitations/{token}/decline", tag = "pages",
    params(("token" = String, Path, description = "The token of the link")),
    responses((status = 303, description = "See other: the page of the invitation"),
        (status = "default", description = "A page that gives the reason", content_type = "text/html", body = String),
        PageProblems<(NotFound,)>))]
pub async fn decline_on_page(app: web::Data<App>, token: web::Path<String>) -> Result<HttpResponse> {
    invited::decline(&app, &invited::read(&app, &token).await?).await?;
    Ok(back(&token))
}

/// Show the page that refuses all invitations.
///
/// Opening the page refuses nothing.
#[utoipa::path(get, path = "/invitations/{token}/stop", tag = "pages",
    params(("token" = String, Path, description = "The token of the link")),
    responses((status = 200, content_type = "text/html", body = String), PageProblems<(NotFound,)>))]
pub async fn show_refuse_page(app: web::Data<App>, token: web::Path<String>) -> Result<Page> {
    invited::read(&app, &token).await?;
    Ok(Page::new("No more invitations", "No more letters about invitations to this address, from any player.")
        .and("The invitation of the letter is declined.")
        .button("Stop them"))
}

/// Refuse this invitation and all later ones.
///
/// From the page, or by the button of a mail program (RFC 8058).
#[utoipa::path(post, path = "/invitations/{token}/stop", tag = "pages",
    params(("token" = String, Path, description = "The token of the link")),
    responses((status = 200, content_type = "text/html", body = String), PageProblems<(NotFound,)>))]
pub async fn use_refuse_page(app: web::Data<App>, token: web::Path<String>) -> Result<Page> {
    invited::stop(&app, &token).await?;
    Ok(Page::new("Stopped", "This address gets no more letters about invitations.")
        .and("With an account you can turn them on again: PATCH /v1/me."))
}
