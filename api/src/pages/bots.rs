//! The page of a person's bots: accounts of their own for programs.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, ResponseError, web};
use askama::Template;

use super::signed_in::SignedIn;
use super::{Result, own, proof, unstored};
use crate::app::App;
use crate::db::bots::Bot;
use crate::http::caller::ClientOrigin;
use crate::http::problem::Problem;
use crate::ids::UserId;
use crate::play::Refusal;
use crate::play::people::bots::{self, TokenWish};
use crate::play::people::caller::Caller;
use crate::token::Scope;

#[derive(Template)]
#[template(path = "pages/bots.html")]
struct BotsPage {
    bots: Vec<Bot>,
    news: News,
    handle: String,
    name: String,
}

/// What became of a form.
#[derive(Default)]
enum News {
    #[default]
    Nothing,
    /// A sentence about what was done.
    Done(&'static str),
    /// The handle of a bot, and its new token.
    Token(String, String),
    Refused(Problem),
}

/// The fields of a form, by name. The proof of the person adds its own.
type Fields = Vec<(String, String)>;

fn text<'a>(form: &'a Fields, name: &str) -> &'a str {
    form.iter().find(|(field, _)| field == name).map_or("", |(_, text)| text)
}

/// What the token of a bot may do: everything with the account of the bot.
const WISH: TokenWish<'_> = TokenWish { scopes: &Scope::ALL, days: Some(366) };

async fn page(app: &App, caller: &Caller, news: News, form: &Fields) -> Result<HttpResponse> {
    let (status, shows_secret) = match &news {
        News::Refused(problem) => (problem.status_code(), false),
        News::Token(..) => (StatusCode::OK, true),
        News::Nothing | News::Done(_) => (StatusCode::OK, false),
    };
    let kept = |field| if status == StatusCode::OK { String::new() } else { text(form, field).to_owned() };
    let (handle, name) = (kept("handle"), kept("name"));
    let page = BotsPage { bots: bots::list(app, caller).await?, news, handle, name };
    Ok(if shows_secret { unstored(&page, status) } else { own(&page, status) })
}

/// The page that tells of a refusal; other refusals are pages of their own.
async fn refuse(app: &App, caller: &Caller, refusal: Refusal, form: &Fields) -> Result<HttpResponse> {
    if matches!(refusal, Refusal::Field(..) | Refusal::Conflict(_) | Refusal::Taken(..)) {
        page(app, caller, News::Refused(refusal.into()), form).await
    } else {
        Err(refusal.into())
    }
}

/// Shows the bots.
pub async fn show(app: web::Data<App>, reader: SignedIn) -> Result<HttpResponse> {
    page(&app, &reader.0, News::Nothing, &Fields::new()).await
}

/// Makes a bot.
pub async fn make(
    app: web::Data<App>,
    reader: SignedIn,
    ClientOrigin(origin): ClientOrigin,
    request: HttpRequest,
    form: web::Form<Fields>,
) -> Result<HttpResponse> {
    if let Some(page) = proof::ask(&app, &reader.0, origin.from, &request, &form).await? {
        return Ok(page);
    }
    let named = (text(&form, "handle"), text(&form, "name"));
    match bots::create(&app, &reader.0, &origin, named, WISH).await {
        Ok((bot, made)) => page(&app, &reader.0, News::Token(bot.handle, made.token), &form).await,
        Err(refusal) => refuse(&app, &reader.0, refusal, &form).await,
    }
}

/// Makes a new token for a bot.
pub async fn renew_token(
    app: web::Data<App>,
    reader: SignedIn,
    ClientOrigin(origin): ClientOrigin,
    request: HttpRequest,
    id: web::Path<UserId>,
    form: web::Form<Fields>,
) -> Result<HttpResponse> {
    if let Some(page) = proof::ask(&app, &reader.0, origin.from, &request, &form).await? {
        return Ok(page);
    }
    match bots::renew(&app, &reader.0, &origin, *id, WISH).await {
        Ok(made) => page(&app, &reader.0, News::Token(made.name, made.token), &form).await,
        Err(refusal) => refuse(&app, &reader.0, refusal, &form).await,
    }
}

/// Deletes a bot.
pub async fn delete(
    app: web::Data<App>,
    reader: SignedIn,
    ClientOrigin(origin): ClientOrigin,
    id: web::Path<UserId>,
) -> Result<HttpResponse> {
    bots::delete(&app, &reader.0, &origin, *id).await?;
    page(&app, &reader.0, News::Done("The bot is deleted."), &Fields::new()).await
}
