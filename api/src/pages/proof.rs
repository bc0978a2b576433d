//! The question for a code before a form that needs one is carried out. The page keeps what the form has sent, and continues with it.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use askama::Template;
use uuid::Uuid;

use super::{Result, mailbox, unstored};
use crate::app::App;
use crate::http::problem::Problem;
use crate::ids::SignInId;
use crate::limits::Asker;
use crate::play::Refusal;
use crate::play::people::caller::Caller;
use crate::play::people::proof;

/// The field with the id of the email.
const EMAIL: &str = "proof_email";
/// The field with the code of the email.
const CODE: &str = "proof_code";

/// The fields of a form as they are sent.
pub(super) type Sent = [(String, String)];

#[derive(Template)]
#[template(path = "pages/prove.html")]
struct ProvePage<'a> {
    /// The path of the form.
    path: &'a str,
    /// What the form has sent.
    fields: Vec<(&'a str, &'a str)>,
    email: SignInId,
    refused: Option<String>,
    kept: bool,
}

/// Returns the page that asks for a code, if the reader has given none lately; nothing if the form can be carried out.
pub(super) async fn ask(
    app: &App,
    caller: &Caller,
    from: Asker,
    request: &HttpRequest,
    sent: &Sent,
) -> Result<Option<HttpResponse>> {
    let field = |name: &str| sent.iter().find(|(field, _)| field == name).map(|(_, text)| text.as_str());
    if proof::is_fresh(app, caller).await? {
        return Ok(None);
    }
    let email = field(EMAIL).and_then(|id| Uuid::try_parse(id).ok()).map(SignInId);
    let (email, problem) = match email {
        None => (proof::ask(app, caller, from).await?.id, None),
        Some(email) => match proof::give(app, caller, email, field(CODE).unwrap_or_default(), from).await {
            Ok(()) => return Ok(None),
            Err(refusal @ (Refusal::Field(..) | Refusal::TooOften(_) | Refusal::BadCode)) => {
                (email, Some(Problem::from(refusal)))
            }
            Err(refusal) => return Err(refusal.into()),
        },
    };
    let page = ProvePage {
        path: request.path(),
        fields: sent
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()))
            .filter(|(name, _)| *name != EMAIL && *name != CODE)
            .collect(),
        email,
        refused: problem.as_ref().map(|problem| problem.detail().to_owned()),
        kept: mailbox::is_here(app, request),
    };
    let status = problem.map_or(StatusCode::OK, |problem| problem.status_code());
    Ok(Some(unstored(&page, status)))
}
