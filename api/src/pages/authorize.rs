//! The page on which a person answers what an app asks for (OAuth 2.1). It cannot be framed, it says who asks for what and where the answer
//! goes, and only a form that it has shown in the same session is an answer.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

use super::refusal::respond_with;
use super::signed_in::SignedIn;
use super::{POLICY, Page, Result, proof, see_other, unstored};
use crate::app::App;
use crate::http::caller::ClientOrigin;
use crate::http::problem::{Kind, Problem};
use crate::play::people::authorize::{self, Asked, Wish};
use crate::play::people::caller::Caller;
use crate::play::people::oauth::{OauthError, Parameters};
use crate::play::people::{account, redirects};
use crate::token::Scope;

/// The field with the proof that the form was shown.
const PROOF: &str = "form_proof";
/// The field with the answer.
const ANSWER: &str = "answer";

#[derive(Template)]
#[template(path = "pages/authorize.html")]
struct AuthorizePage<'a> {
    /// The name and the handle of the reader.
    reader: (String, String),
    /// The name of the app, and the handle of its author.
    app: (&'a str, &'a str),
    /// Where the browser returns.
    place: String,
    scopes: Vec<&'static str>,
    /// What the form sends beside the answer.
    fields: Vec<(&'static str, String)>,
    is_again: bool,
}

/// What a scope allows an app, in words.
pub(super) fn words(scope: Scope) -> &'static str {
    match scope {
        Scope::MatchesRead => "Read your matches, including everything that only you can see",
        Scope::MovesWrite => "Create, join and leave matches, and move for you",
        Scope::AccountRead => {
            "Read your account, including your email address, your emails and all other data stored about you"
        }
        Scope::AccountWrite => "Change your account: names, email preferences, vacations",
    }
}

/// Shows what an app asks for.
pub async fn show(app: web::Data<App>, reader: SignedIn, request: HttpRequest) -> Result<HttpResponse> {
    let asked = authorize::read(&app, &Parameters::read(request.query_string().as_bytes())).await?;
    match &asked.wish {
        Ok(wish) => page(&app, &reader.0, &asked, wish, false).await,
        Err(error) => Ok(not_understood(&app, &asked, error)),
    }
}

/// The page, or the page once more because the form was not the one that was shown.
async fn page(app: &App, caller: &Caller, asked: &Asked, wish: &Wish, is_again: bool) -> Result<HttpResponse> {
    let session = caller.needs_session()?;
    let (connection, person) = account::present(app, caller).await?;
    drop(connection);
    let mut fields = asked.parameters(wish);
    fields.push((PROOF, authorize::form_proof(app, session, asked, wish)));
    let page = AuthorizePage {
        reader: (person.name, person.handle),
        app: (&asked.client.name, &asked.client.author),
        place: redirects::place(&asked.redirect),
        scopes: wish.scopes.iter().copied().map(words).collect(),
        fields,
        is_again,
    };
    Ok(if is_again {
        let problem = Problem::new(Kind::FORBIDDEN, "The form is from another session, or has expired.");
        returning(respond_with(&problem, &page), &asked.redirect)
    } else {
        returning(unstored(&page, StatusCode::OK), &asked.redirect)
    })
}

/// A page whose form is answered by a way to an address: browsers go there only if the policy of the page names it.
fn returning(mut page: HttpResponse, redirect: &str) -> HttpResponse {
    let sources = format!("form-action 'self' {}", redirects::source(redirect));
    if let Ok(policy) = header::HeaderValue::from_str(&POLICY.replace("form-action 'self'", &sources)) {
        page.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    page
}

/// A request of an app that is known, but wrong. The reader decides whether to go back: else any person who registers an app could make
/// links to this server that lead elsewhere (RFC 9700, section 4.11.2).
fn not_understood(app: &App, asked: &Asked, error: &OauthError) -> HttpResponse {
    let problem = Problem::new(Kind::BAD_REQUEST, &error.1);
    let line = format!("{} sent an invalid request: {}", asked.client.name, error.1);
    let page = Page::new("The app's request is invalid", line)
        .and("Nothing was changed. Only the app's developer can fix this.")
        .link(asked.with_error(app, error), "Back to the app");
    respond_with(&problem, &page)
}

/// Takes the answer of the reader, and returns to the app.
pub async fn answer(
    app: web::Data<App>,
    reader: SignedIn,
    ClientOrigin(origin): ClientOrigin,
    request: HttpRequest,
    form: web::Form<Vec<(String, String)>>,
) -> Result<HttpResponse> {
    let session = reader.0.needs_session()?;
    let field = |name: &str| form.iter().find(|(field, _)| field == name).map_or("", |(_, text)| text.as_str());
    let asked = authorize::read(&app, &Parameters::from_pairs(form.to_vec())).await?;
    let wish = match &asked.wish {
        Ok(wish) => wish,
        Err(error) => return Ok(not_understood(&app, &asked, error)),
    };
    let is_shown = authorize::is_form_proof(&app, session, &asked, wish, field(PROOF));
    match field(ANSWER) {
        "allow" if is_shown => {}
        "refuse" if is_shown => return Ok(see_other(&asked.refused(&app))),
        _ => return page(&app, &reader.0, &asked, wish, true).await,
    }
    if let Some(page) = proof::ask(&app, &reader.0, origin.from, &request, &form).await? {
        return Ok(returning(page, &asked.redirect));
    }
    let back = authorize::allow(&app, &reader.0, &origin, &asked, wish).await?;
    Ok(see_other(&back))
}
