//! The extractors of the reader of a page. A page that only signed-in readers see sends all others to the sign-in page and back; what a form
//! of such a reader has sent is kept on a page that can send it again.

use std::fmt;
use std::future::{Future, Ready, ready};
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::{Method, StatusCode};
use actix_web::{FromRequest, HttpRequest, HttpResponse, ResponseError, web};
use askama::Template;

use super::refusal::{self, RefusalPage};
use super::see_other;
use super::sign_in::with_next;
use crate::app::App;
use crate::db::people::Person;
use crate::http::caller::{Anyone, Visitor};
use crate::http::cookie;
use crate::http::problem::Problem;
use crate::play::Refusal;
use crate::play::people::account;
use crate::play::people::caller::Caller;

/// The reader of a page, signed in or not. Personal access tokens are refused: pages do not ask for their scopes.
pub struct PageVisitor(pub Option<Caller>);

impl FromRequest for PageVisitor {
    type Error = RefusalPage;
    type Future = Ready<Result<PageVisitor, RefusalPage>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let found = Visitor::from_request(request, payload).into_inner().map_err(RefusalPage::from);
        ready(found.and_then(|Visitor(caller)| of_page(caller)).map(PageVisitor))
    }
}

/// The same, or a guest.
pub struct PageReader(pub Option<Caller>);

impl FromRequest for PageReader {
    type Error = RefusalPage;
    type Future = Ready<Result<PageReader, RefusalPage>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let found = Anyone::from_request(request, payload).into_inner().map_err(RefusalPage::from);
        ready(found.and_then(|Anyone(caller)| of_page(caller)).map(PageReader))
    }
}

fn of_page(caller: Option<Caller>) -> Result<Option<Caller>, RefusalPage> {
    caller.as_ref().map(Caller::needs_session).transpose()?;
    Ok(caller)
}

/// The person of a caller; `None` for a visitor, or if the session has ended since.
pub(super) async fn person(app: &App, caller: Option<&Caller>) -> Result<Option<Person>, RefusalPage> {
    let Some(caller) = caller else { return Ok(None) };
    match account::present(app, caller).await {
        Ok((_, person)) => Ok(Some(person)),
        Err(Refusal::SignedOut) => Ok(None),
        Err(refusal) => Err(refusal.into()),
    }
}

/// A reader who is signed in.
pub struct SignedIn(pub Caller);

/// A reader who is signed in, or a guest.
pub struct Player(pub Caller);

/// The response to a reader who is not, or to a request that another site may have sent.
#[derive(Debug)]
pub enum NotSignedIn {
    /// To the sign-in page, and from there to this path.
    SignIn(String),
    /// The form was not carried out, and can be sent again.
    SendAgain(SendAgainPage),
    /// The request is refused.
    Refused(RefusalPage),
}

/// A form that was sent by a reader who is signed out.
#[derive(Template, Debug)]
#[template(path = "pages/send_again.html")]
pub struct SendAgainPage {
    path: String,
    fields: Vec<(String, String)>,
}

impl fmt::Display for NotSignedIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotSignedIn::SignIn(next) => write!(f, "not signed in: {next}"),
            NotSignedIn::SendAgain(page) => write!(f, "not signed in: {}", page.path),
            NotSignedIn::Refused(page) => write!(f, "{page}"),
        }
    }
}

impl ResponseError for NotSignedIn {
    fn status_code(&self) -> StatusCode {
        match self {
            NotSignedIn::SignIn(_) => StatusCode::SEE_OTHER,
            NotSignedIn::SendAgain(_) => Problem::from(Refusal::SignedOut).status_code(),
            NotSignedIn::Refused(page) => page.status_code(),
        }
    }

    fn error_response(&self) -> HttpResponse {
        match self {
            NotSignedIn::SignIn(next) => see_other(&with_next("/sign-in", next)),
            NotSignedIn::SendAgain(page) => refusal::respond_with(&Refusal::SignedOut.into(), page),
            NotSignedIn::Refused(page) => page.error_response(),
        }
    }
}

/// The page with the form that is sent to this path; `None` for paths to which no page sends forms.
pub fn page_of_form(path: &str) -> Option<String> {
    let mut parts = path.trim_start_matches('/').split('/');
    match (parts.next()?, parts.next()) {
        ("account", Some(_)) => Some("/account".to_owned()),
        (first @ ("import" | "tournaments"), None) => Some(format!("/{first}")),
        ("me", Some(_)) => Some("/".to_owned()),
        (first @ ("join" | "matches" | "new" | "tournaments"), Some(second)) => Some(format!("/{first}/{second}")),
        _ => None,
    }
}

impl FromRequest for SignedIn {
    type Error = NotSignedIn;
    type Future = Pin<Box<dyn Future<Output = Result<SignedIn, NotSignedIn>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let found = PageVisitor::from_request(request, payload).into_inner().map(|PageVisitor(caller)| caller);
        let caller = or_signed_out(found, request, payload);
        Box::pin(async move { caller.await.map(SignedIn) })
    }
}

impl FromRequest for Player {
    type Error = NotSignedIn;
    type Future = Pin<Box<dyn Future<Output = Result<Player, NotSignedIn>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let found = PageReader::from_request(request, payload).into_inner().map(|PageReader(caller)| caller);
        let caller = or_signed_out(found, request, payload);
        Box::pin(async move { caller.await.map(Player) })
    }
}

/// The caller who was found, or the response that there is none.
fn or_signed_out(
    found: Result<Option<Caller>, RefusalPage>,
    request: &HttpRequest,
    payload: &mut Payload,
) -> impl Future<Output = Result<Caller, NotSignedIn>> + use<> {
    // The form of a caller is for the handler.
    let (request, payload) = (request.clone(), matches!(found, Ok(None)).then(|| payload.take()));
    async move {
        match found {
            Ok(Some(caller)) => Ok(caller),
            Ok(None) => Err(signed_out(&request, &mut payload.unwrap_or(Payload::None)).await),
            Err(page) => Err(NotSignedIn::Refused(page)),
        }
    }
}

/// The response to a reader who is not signed in.
async fn signed_out(request: &HttpRequest, payload: &mut Payload) -> NotSignedIn {
    if request.method() == Method::GET {
        let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
        return NotSignedIn::SignIn(path.to_owned());
    }
    // A form that another site has filled in must not be shown as if its reader had.
    let is_own = request.app_data::<web::Data<App>>().is_some_and(|app| cookie::from_own_page(request, app).is_ok());
    if is_own && let Ok(fields) = web::Form::<Vec<(String, String)>>::from_request(request, payload).await {
        return NotSignedIn::SendAgain(SendAgainPage { path: request.path().to_owned(), fields: fields.into_inner() });
    }
    NotSignedIn::SignIn(page_of_form(request.path()).unwrap_or("/".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_the_sign_in_the_reader_sees_the_page_of_the_form() {
        for (path, page) in [
            ("/account/tokens", Some("/account")),
            ("/matches/17", Some("/matches/17")),
            ("/matches/17/propose", Some("/matches/17")),
            ("/new/magma", Some("/new/magma")),
            ("/import", Some("/import")),
            ("/join/17", Some("/join/17")),
            ("/me/invitations/3/accept", Some("/")),
            ("/watch/17", None),
        ] {
            assert_eq!(page_of_form(path).as_deref(), page);
        }
    }
}
