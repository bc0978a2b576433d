//! Signing in and out in a browser: the address, the code of the email or its link, and the cookie.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, ResponseError, web};
use askama::Template;
use serde::Deserialize;

use super::signed_in::PageVisitor;
use super::{Page, Result, mailbox, own, see_other};
use crate::app::App;
use crate::http::caller::{Anyone, ClientNetwork, ClientOrigin};
use crate::http::cookie;
use crate::http::problem::Problem;
use crate::ids::{SignInId, UserId};
use crate::play::Refusal;
use crate::play::people::sign_in::Granted;
use crate::play::people::{account, guests, sign_in};
use crate::play::telling::links;
use crate::play::telling::notices::Origin;
use crate::secrets::hash;
use crate::token::Bearer;

#[derive(Template)]
#[template(path = "pages/sign_in.html")]
struct SignInPage {
    address: String,
    next: String,
    refused: Option<String>,
    /// True if everyone may make an account.
    is_open: bool,
}

#[derive(Template)]
#[template(path = "pages/enter_code.html")]
struct CodePage {
    id: SignInId,
    code: String,
    next: String,
    refused: Option<String>,
    /// True if emails are kept here and shown to this reader.
    kept: bool,
}

/// The path to go to after the sign-in.
#[derive(Deserialize, Default)]
pub struct Next {
    #[serde(default)]
    pub(super) next: String,
}

/// The form for the address.
#[derive(Deserialize)]
pub struct AddressForm {
    #[serde(default)]
    address: String,
    #[serde(default)]
    next: String,
}

/// The form for the code.
#[derive(Deserialize)]
pub struct CodeForm {
    #[serde(default)]
    code: String,
    #[serde(default)]
    next: String,
}

/// The maximum number of characters of a path to go to after the sign-in. The query contains what apps ask for.
const LONGEST_PATH: usize = 2000;

/// The path if it is one of this server, else the first page: a link must not lead to another site by way of the sign-in.
pub(super) fn on_this_server(next: &str) -> String {
    let is_path = next.starts_with('/') && !next.starts_with("//");
    let is_plain = next.len() <= LONGEST_PATH && next.chars().all(|c| c.is_ascii_graphic() && c != '\\');
    if is_path && is_plain { next.to_owned() } else { "/".to_owned() }
}

/// A path with the place to go to afterwards.
pub(super) fn with_next(path: &str, next: &str) -> String {
    match next {
        "/" => path.to_owned(),
        next => {
            format!(
                "{path}?{}",
                url::form_urlencoded::Serializer::new(String::new()).append_pair("next", next).finish()
            )
        }
    }
}

/// Begins a session in this browser and continues; the guest that it was is deleted. The owner of a new account is asked for a name first.
async fn begin(
    app: &App,
    request: &HttpRequest,
    granted: &Granted,
    next: &str,
    (guest, origin): (Option<UserId>, &Origin),
) -> Result<HttpResponse> {
    if let Some(guest) = guest {
        guests::end(app, guest, origin).await;
    }
    let bearer = Bearer { user: granted.by.user_id, session: granted.by.session, is_guest: false };
    cookie::sign_in(request, app, bearer)?;
    let next = on_this_server(next);
    let next = if granted.by.new_account { with_next("/welcome", &next) } else { next };
    Ok(see_other(&next))
}

/// Shows the form for the address.
pub async fn show(app: web::Data<App>, visitor: PageVisitor, query: web::Query<Next>) -> HttpResponse {
    let next = on_this_server(&query.next);
    match visitor.0 {
        Some(_) => see_other(&next),
        None => own(
            &SignInPage { address: String::new(), next, refused: None, is_open: app.config.registration.is_open() },
            StatusCode::OK,
        ),
    }
}

/// Sends the email.
pub async fn ask(
    app: web::Data<App>,
    network: ClientNetwork,
    request: HttpRequest,
    form: web::Form<AddressForm>,
) -> Result<HttpResponse> {
    cookie::from_own_page(&request, &app)?;
    let AddressForm { address, next } = form.into_inner();
    let next = on_this_server(&next);
    match send_code(&app, &request, network, &address, &next).await {
        Err(refusal @ (Refusal::Field(..) | Refusal::TooOften(_))) => {
            let problem = Problem::from(refusal);
            let page = SignInPage {
                address,
                next,
                refused: Some(problem.detail().to_owned()),
                is_open: app.config.registration.is_open(),
            };
            Ok(own(&page, problem.status_code()))
        }
        sent => Ok(sent?),
    }
}

/// Sends a code to an address. The response leads to the form for it, and from there to a path of this server.
pub(super) async fn send_code(
    app: &App,
    request: &HttpRequest,
    network: ClientNetwork,
    address: &str,
    next: &str,
) -> crate::play::Result<HttpResponse> {
    let asked_by = hash(&cookie::ask(request, app));
    let asked = sign_in::ask(app, address.trim(), &asked_by, network.0).await?;
    Ok(see_other(&with_next(&format!("/sign-in/code/{}", asked.id), next)))
}

/// Shows the form for the code.
pub async fn show_code(
    app: web::Data<App>,
    id: web::Path<SignInId>,
    query: web::Query<Next>,
    request: HttpRequest,
) -> HttpResponse {
    let kept = mailbox::is_here(&app, &request);
    let page = CodePage { id: *id, code: String::new(), next: on_this_server(&query.next), refused: None, kept };
    own(&page, StatusCode::OK)
}

/// Signs in with the code of the email.
pub async fn enter_code(
    app: web::Data<App>,
    ClientOrigin(origin): ClientOrigin,
    sender: Option<Anyone>,
    id: web::Path<SignInId>,
    request: HttpRequest,
    form: web::Form<CodeForm>,
) -> Result<HttpResponse> {
    cookie::from_own_page(&request, &app)?;
    let CodeForm { code, next } = form.into_inner();
    // Another browser than the one that asked has no such secret, and its code is refused like a wrong one.
    let secret = cookie::asker(&request, &app).unwrap_or_default();
    let guest = sender.and_then(|sender| sender.guest());
    match sign_in::by_code(&app, (*id, &secret), &code, &origin, guest).await {
        Ok(granted) => begin(&app, &request, &granted, &next, (guest, &origin)).await,
        Err(refusal @ (Refusal::Field(..) | Refusal::TooOften(_) | Refusal::BadCode)) => {
            let problem = Problem::from(refusal);
            let kept = mailbox::is_here(&app, &request);
            let refused = Some(problem.detail().to_owned());
            let code = code.chars().take(20).collect();
            let page = CodePage { id: *id, code, next: on_this_server(&next), refused, kept };
            Ok(own(&page, problem.status_code()))
        }
        Err(refusal) => Err(refusal.into()),
    }
}

/// Show the page of a sign-in link.
///
/// Opening the page does not sign you in.
pub async fn show_sign_in_page(app: web::Data<App>, token: web::Path<String>) -> Result<Page> {
    links::open_sign_in(&app.secrets, &token)?;
    Ok(Page::new("Sign in to Turnpost", "You requested this link. It works once and signs in this browser.")
        .and("If another browser or a program asks for a code instead, enter the one from the email.")
        .button("Sign in"))
}

/// Sign in from the page.
///
/// The page signs the browser in with a cookie. Programs send the code or the token from the link to `/v1/sign-in`.
pub async fn use_sign_in_page(
    app: web::Data<App>,
    ClientOrigin(origin): ClientOrigin,
    sender: Option<Anyone>,
    token: web::Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse> {
    links::open_sign_in(&app.secrets, &token)?;
    cookie::from_own_page(&request, &app)?;
    let guest = sender.and_then(|sender| sender.guest());
    let granted = sign_in::by_link(&app, &token, &origin, guest).await?;
    begin(&app, &request, &granted, "/", (guest, &origin)).await
}

/// Ends the session of this browser. Without one, only the cookie is removed.
pub async fn out(app: web::Data<App>, visitor: PageVisitor, request: HttpRequest) -> Result<HttpResponse> {
    if let Some(caller) = &visitor.0 {
        match account::sign_out(&app, caller).await {
            Ok(()) | Err(Refusal::SignedOut) => {}
            Err(refusal) => return Err(refusal.into()),
        }
    }
    Ok(signed_out(&request, &app))
}

/// Removes the cookie, and leads to the first page.
pub(super) fn signed_out(request: &HttpRequest, app: &App) -> HttpResponse {
    cookie::sign_out(request, app);
    let mut answer = see_other("/");
    // Pages of this person must not come back with the button Back (Clear Site Data, section 3.2).
    answer
        .headers_mut()
        .insert(header::HeaderName::from_static("clear-site-data"), header::HeaderValue::from_static("\"cache\""));
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_in_leads_to_paths_of_this_server_only() {
        for path in ["/", "/lobby", "/matches/1?line=2", "/a//b"] {
            assert_eq!(on_this_server(path), path);
        }
        for foreign in
            ["", "lobby", "//evil.example", "/\\evil.example", "https://evil.example", "/a\nb", "/ä", "/\t/x"]
        {
            assert_eq!(on_this_server(foreign), "/", "{foreign:?}");
        }
        assert_eq!(on_this_server(&format!("/{}", "a".repeat(LONGEST_PATH))), "/");
    }
}
