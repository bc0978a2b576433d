//! The page of an invitation: what its letter links to, for people with an account or without.

use actix_web::http::header;
use actix_web::{HttpResponse, web};

use super::{Page, refusal, shown};
use crate::app::App;
use crate::http::problem::Answer;
use crate::play::invited::{self, Standing, State};
use crate::play::settings;

fn page(token: &str, standing: &Standing) -> Answer<Page> {
    let Standing { invitation, m, state } = standing;
    let from = &invitation.inviter_name;
    let again =
        format!("If you want to play after all, ask {from} to invite you again; then this page works once more.");
    let title = format!("{}: {}", m.rules.info().name, m.name());
    Ok(match state {
        State::Open => {
            let names: Vec<&str> = m.players().iter().map(|player| player.name.as_str()).collect();
            let players = if names.is_empty() { "nobody yet".to_owned() } else { names.join(", ") };
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
            let free = usize::from(m.seats()).saturating_sub(m.players().len());
            let waits = match free {
                0 => "It has begun.".to_owned(),
                1 => "It begins when one more player has accepted; a letter tells you.".to_owned(),
                more => format!("It begins when {more} more players have accepted; a letter tells you."),
            };
            Page::new(&title, format!("You have a seat in this match. {waits}"))
                .and("Letters come to this address, and your account goes by it: to move, or to choose a name, sign in with it.")
                .link(format!("/matches/{}", m.id()), "To the match")
        }
        State::Late => Page::new(&title, "The match has started: every seat was taken.")
            .and(format!("{from} may well invite you to another one.")),
        State::Refused => Page::new(&title, "You have said no, or given your seat back.").and(again),
        State::Withdrawn => Page::new(&title, "The invitation has been taken back.").and(again),
        State::CalledOff => Page::new(&title, "The match was called off before it began."),
    })
}

/// Show the page that an invitation's letter links to. It answers nothing yet.
#[utoipa::path(get, path = "/invitations/{token}", tag = "pages", params(("token" = String, Path)),
    responses((status = 200, content_type = "text/html", body = String),
        (status = 404, content_type = "text/html", body = String)))]
pub async fn show_invitation_page(app: web::Data<App>, token: web::Path<String>) -> HttpResponse {
    shown(invited::read(&app, &token).await.and_then(|standing| page(&token, &standing)))
}

/// Back to the page, which says how things stand now; so it can be looked at again, and nothing is sent twice.
fn back(token: &str, done: Answer<()>) -> HttpResponse {
    match done {
        Ok(()) => HttpResponse::SeeOther().insert_header((header::LOCATION, format!("/invitations/{token}"))).finish(),
        Err(problem) => refusal(&problem),
    }
}

/// Take the seat from the page. Whoever has no account gets one.
#[utoipa::path(post, path = "/invitations/{token}/accept", tag = "pages", params(("token" = String, Path)),
    responses((status = 303, description = "The page says how things stand"),
        (status = 404, content_type = "text/html", body = String)))]
pub async fn accept_on_page(app: web::Data<App>, token: web::Path<String>) -> HttpResponse {
    back(&token, invited::accept(&app, &token).await)
}

/// Decline from the page.
#[utoipa::path(post, path = "/invitations/{token}/decline", tag = "pages", params(("token" = String, Path)),
    responses((status = 303, description = "The page says how things stand"),
        (status = 404, content_type = "text/html", body = String)))]
pub async fn decline_on_page(app: web::Data<App>, token: web::Path<String>) -> HttpResponse {
    back(&token, invited::decline(&app, &token).await)
}

/// Show the page that refuses all invitations. It refuses none yet.
#[utoipa::path(get, path = "/invitations/{token}/stop", tag = "pages", params(("token" = String, Path)),
    responses((status = 200, content_type = "text/html", body = String),
        (status = 404, content_type = "text/html", body = String)))]
pub async fn show_refuse_page(app: web::Data<App>, token: web::Path<String>) -> HttpResponse {
    shown(invited::read(&app, &token).await.map(|_| {
        Page::new("No more invitations", "No more letters about invitations to this address, whoever sends them.")
            .and("The invitation of the letter is declined.")
            .button("Stop them")
    }))
}

/// Refuse this invitation and all further ones with one click (RFC 8058), or from the page.
#[utoipa::path(post, path = "/invitations/{token}/stop", tag = "pages", params(("token" = String, Path)),
    responses((status = 200, content_type = "text/html", body = String),
        (status = 404, content_type = "text/html", body = String)))]
pub async fn use_refuse_page(app: web::Data<App>, token: web::Path<String>) -> HttpResponse {
    shown(invited::stop(&app, &token).await.map(|()| {
        Page::new("It is done", "This address gets no more letters about invitations.")
            .and("With an account you can turn them on again: PATCH /v1/me.")
    }))
}
