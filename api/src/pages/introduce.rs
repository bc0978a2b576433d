//! The page after the first sign-in: a name and a time zone.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError, web};
use askama::Template;
use serde::Deserialize;

use super::sign_in::{Next, on_this_server};
use super::signed_in::SignedIn;
use super::{Result, own, see_other};
use crate::app::App;
use crate::http::problem::Problem;
use crate::play::Refusal;
use crate::play::people::{account, names};

#[derive(Template)]
#[template(path = "pages/introduce.html")]
struct IntroducePage {
    name: String,
    time_zone: String,
    next: String,
    zones: &'static [&'static str],
    refused: Option<String>,
}

/// The form.
#[derive(Deserialize)]
pub struct IntroduceForm {
    #[serde(default)]
    name: String,
    #[serde(default)]
    time_zone: String,
    #[serde(default)]
    next: String,
}

/// Shows the form.
pub async fn show(_: SignedIn, query: web::Query<Next>) -> HttpResponse {
    let next = on_this_server(&query.next);
    let (name, time_zone) = (String::new(), String::new());
    own(&IntroducePage { name, time_zone, next, zones: names::time_zones(), refused: None }, StatusCode::OK)
}

/// Saves name and time zone, and continues.
pub async fn store(app: web::Data<App>, reader: SignedIn, form: web::Form<IntroduceForm>) -> Result<HttpResponse> {
    let IntroduceForm { name, time_zone, next } = form.into_inner();
    let next = on_this_server(&next);
    let wishes = account::Wishes {
        name: Some(name.clone()),
        time_zone: Some(time_zone.clone()).filter(|zone| !zone.is_empty()),
        ..account::Wishes::default()
    };
    match account::change(&app, &reader.0, &wishes).await {
        Ok(_) => Ok(see_other(&next)),
        Err(refusal @ Refusal::Field(..)) => {
            let problem = Problem::from(refusal);
            let refused = Some(problem.detail().to_owned());
            let page = IntroducePage { name, time_zone, next, zones: names::time_zones(), refused };
            Ok(own(&page, problem.status_code()))
        }
        Err(refusal) => Err(refusal.into()),
    }
}
