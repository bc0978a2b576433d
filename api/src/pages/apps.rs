//! The page of the apps that a person offers to others: clients of OAuth.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError, web};
use askama::Template;
use serde::Deserialize;

use super::signed_in::SignedIn;
use super::{Result, own};
use crate::app::App;
use crate::db::clients::Client;
use crate::http::problem::Problem;
use crate::ids::ClientId;
use crate::play::Refusal;
use crate::play::people::caller::Caller;
use crate::play::people::clients;

#[derive(Template)]
#[template(path = "pages/apps.html")]
struct AppsPage {
    clients: Vec<Client>,
    /// A sentence about a form that was carried out.
    done: Option<&'static str>,
    refused: Option<Problem>,
    form: ClientForm,
}

/// A client to register.
#[derive(Deserialize, Default)]
pub struct ClientForm {
    #[serde(default)]
    name: String,
    /// The addresses, each on a line.
    #[serde(default)]
    redirects: String,
}

async fn page(
    app: &App,
    caller: &Caller,
    done: Option<&'static str>,
    refused: Option<(Problem, ClientForm)>,
) -> Result<HttpResponse> {
    let status = refused.as_ref().map_or(StatusCode::OK, |(problem, _)| problem.status_code());
    let (refused, form) = refused.map_or((None, ClientForm::default()), |(problem, form)| (Some(problem), form));
    let page = AppsPage { clients: clients::list(app, caller).await?, done, refused, form };
    Ok(own(&page, status))
}

/// Shows the apps.
pub async fn show(app: web::Data<App>, reader: SignedIn) -> Result<HttpResponse> {
    page(&app, &reader.0, None, None).await
}

/// Registers an app.
pub async fn register(app: web::Data<App>, reader: SignedIn, form: web::Form<ClientForm>) -> Result<HttpResponse> {
    let form = form.into_inner();
    let redirects: Vec<String> =
        form.redirects.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
    match clients::create(&app, &reader.0, &form.name, &redirects).await {
        Ok(_) => page(&app, &reader.0, Some("The app is registered."), None).await,
        Err(refusal @ (Refusal::Field(..) | Refusal::Conflict(_))) => {
            page(&app, &reader.0, None, Some((refusal.into(), form))).await
        }
        Err(refusal) => Err(refusal.into()),
    }
}

/// Removes an app.
pub async fn remove(app: web::Data<App>, reader: SignedIn, id: web::Path<ClientId>) -> Result<HttpResponse> {
    clients::delete(&app, &reader.0, *id).await?;
    page(&app, &reader.0, Some("The app is removed, and its access is revoked."), None).await
}
