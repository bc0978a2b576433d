//! The forms of the account page.

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::NaiveDate;
use serde::Deserialize;

use super::{Form, News, answer, refuse, report};
use crate::app::App;
use crate::http::caller::ClientOrigin;
use crate::ids::{GrantId, SessionId, TokenId};
use crate::pages::sign_in::signed_out;
use crate::pages::signed_in::SignedIn;
use crate::pages::{Result, proof};
use crate::play::people::{account, address_change, grants, leaving, personal_tokens, vacations};
use crate::play::{EmailLength, Refusal};
use crate::token::Scope;

/// Names and time zone.
#[derive(Deserialize)]
pub struct ProfileForm {
    #[serde(default)]
    name: String,
    #[serde(default)]
    handle: String,
    #[serde(default)]
    time_zone: String,
    /// Present if notes of others are shown.
    notes: Option<String>,
    /// Present if others may know when the reader was last here.
    shows_seen: Option<String>,
    /// Present if lists and the profile show the reader's ratings.
    shows_rating: Option<String>,
    bot: Option<String>,
}

/// Changes names and time zone.
pub async fn change_profile(
    app: web::Data<App>,
    reader: SignedIn,
    form: web::Form<ProfileForm>,
) -> Result<HttpResponse> {
    let ProfileForm { name, handle, time_zone, notes, shows_seen, shows_rating, bot } = form.into_inner();
    let wishes = account::Wishes {
        handle: Some(handle.clone()),
        name: Some(name.clone()),
        time_zone: Some(time_zone.clone()),
        notes: Some(notes.is_some()),
        shows_seen: Some(shows_seen.is_some()),
        shows_rating: Some(shows_rating.is_some()),
        is_bot: Some(bot.is_some()),
        ..account::Wishes::default()
    };
    let changed = account::change(&app, &reader.0, &wishes).await;
    let boxes = [("notes", notes), ("shows_seen", shows_seen), ("shows_rating", shows_rating), ("bot", bot)]
        .into_iter()
        .filter_map(|(field, sent)| Some((field, sent?)));
    let fields = boxes.chain([("name", name), ("handle", handle), ("time_zone", time_zone)]).collect();
    let news = report(Form::Profile, changed, "Your profile is saved.", fields)?;
    answer(&app, &reader.0, Some(news)).await
}

/// The kinds of emails: a field that is present selects its category.
#[derive(Deserialize)]
pub struct EmailsForm {
    turns: Option<String>,
    matches: Option<String>,
    invitations: Option<String>,
    digest: Option<String>,
    length: Option<EmailLength>,
}

/// Changes the kinds of emails.
pub async fn change_emails(app: web::Data<App>, reader: SignedIn, form: web::Form<EmailsForm>) -> Result<HttpResponse> {
    let EmailsForm { turns, matches, invitations, digest, length } = form.into_inner();
    let mail = [turns, matches, invitations, digest].map(|one| Some(one.is_some()));
    let wishes = account::Wishes { mail, email_length: length, ..account::Wishes::default() };
    account::change(&app, &reader.0, &wishes).await?;
    answer(&app, &reader.0, Some((Form::Emails, News::Done("Your email preferences are saved.", None)))).await
}

/// A new address.
#[derive(Deserialize)]
pub struct AddressForm {
    #[serde(default)]
    address: String,
}

/// Asks for emails that confirm a new address.
pub async fn change_address(
    app: web::Data<App>,
    reader: SignedIn,
    form: web::Form<AddressForm>,
) -> Result<HttpResponse> {
    let asked = address_change::ask(&app, &reader.0, form.address.trim()).await;
    let words = "The server has sent an email to each address. The address changes once you confirm both.";
    let news = report(Form::Address, asked, words, vec![("address", form.into_inner().address)])?;
    answer(&app, &reader.0, Some(news)).await
}

/// A vacation.
#[derive(Deserialize)]
pub struct VacationForm {
    #[serde(default)]
    first: String,
    #[serde(default)]
    last: String,
}

fn date(field: &'static str, text: &str) -> crate::play::Result<NaiveDate> {
    text.trim().parse().map_err(|_| Refusal::Field(field, "Expected a date such as 2026-12-24.".to_owned()))
}

/// Books a vacation.
pub async fn book_vacation(
    app: web::Data<App>,
    reader: SignedIn,
    form: web::Form<VacationForm>,
) -> Result<HttpResponse> {
    let VacationForm { first, last } = form.into_inner();
    let booked = async { vacations::book(&app, &reader.0, date("first", &first)?, date("last", &last)?).await };
    let booked = booked.await;
    let news = report(Form::Vacations, booked, "The vacation is booked.", vec![("first", first), ("last", last)])?;
    answer(&app, &reader.0, Some(news)).await
}

/// Ends a vacation, or takes it back.
pub async fn end_vacation(app: web::Data<App>, reader: SignedIn, first: web::Path<NaiveDate>) -> Result<HttpResponse> {
    let done = vacations::end(&app, &reader.0, *first).await;
    let news = report(Form::Vacations, done, "The vacation has ended.", Vec::new())?;
    answer(&app, &reader.0, Some(news)).await
}

/// Ends a session.
pub async fn end_session(app: web::Data<App>, reader: SignedIn, id: web::Path<SessionId>) -> Result<HttpResponse> {
    let done = account::end_session(&app, &reader.0, *id).await;
    let news = report(Form::Sessions, done, "The session has ended.", Vec::new())?;
    answer(&app, &reader.0, Some(news)).await
}

/// Takes back the access of an app.
pub async fn end_grant(app: web::Data<App>, reader: SignedIn, id: web::Path<GrantId>) -> Result<HttpResponse> {
    let done = grants::end(&app, &reader.0, *id).await;
    let news = report(Form::Apps, done, "The app no longer has access.", Vec::new())?;
    answer(&app, &reader.0, Some(news)).await
}

/// Ends all sessions, this one too, and the access of all apps.
pub async fn end_all_sessions(app: web::Data<App>, reader: SignedIn, request: HttpRequest) -> Result<HttpResponse> {
    account::end_all_sessions(&app, &reader.0).await?;
    Ok(signed_out(&request, &app))
}

/// Makes a token and shows it once. The form has a field for each scope, which is present if the scope is given.
pub async fn make_token(
    app: web::Data<App>,
    reader: SignedIn,
    ClientOrigin(origin): ClientOrigin,
    request: HttpRequest,
    form: web::Form<Vec<(String, String)>>,
) -> Result<HttpResponse> {
    if let Some(page) = proof::ask(&app, &reader.0, origin.from, &request, &form).await? {
        return Ok(page);
    }
    let text = |name: &str| form.iter().find(|(field, _)| field == name).map_or("", |(_, text)| text);
    let (name, days) = (text("name"), text("days"));
    let scopes: Vec<Scope> =
        Scope::ALL.into_iter().filter(|scope| form.iter().any(|(field, _)| field == scope.name())).collect();
    let made = async {
        let days = match days.trim() {
            "" => None,
            text => Some(text.parse().map_err(|_| Refusal::Field("days", "Expected a number of days.".to_owned()))?),
        };
        personal_tokens::create(&app, &reader.0, &origin, name, &scopes, days).await
    };
    let news = match made.await {
        Ok(made) => {
            let words = "Copy the token now: you cannot see it again. It lets a program act as you.";
            (Form::Tokens, News::Done(words, Some(made.token)))
        }
        Err(refusal) => {
            let boxes = scopes.iter().map(|scope| (scope.name(), "on".to_owned()));
            let fields = boxes.chain([("token_name", name.to_owned()), ("days", days.to_owned())]).collect();
            refuse(Form::Tokens, refusal, fields)?
        }
    };
    answer(&app, &reader.0, Some(news)).await
}

/// Revokes a token.
pub async fn revoke_token(app: web::Data<App>, reader: SignedIn, id: web::Path<TokenId>) -> Result<HttpResponse> {
    let done = personal_tokens::revoke(&app, &reader.0, *id).await;
    let news = report(Form::Tokens, done, "The token is revoked.", Vec::new())?;
    answer(&app, &reader.0, Some(news)).await
}

/// Deletes the account, if its handle is repeated in the field `handle`.
pub async fn delete(
    app: web::Data<App>,
    reader: SignedIn,
    ClientOrigin(origin): ClientOrigin,
    request: HttpRequest,
    form: web::Form<Vec<(String, String)>>,
) -> Result<HttpResponse> {
    let handle = form.iter().find(|(field, _)| field == "handle").map_or("", |(_, text)| text);
    let (connection, person) = account::present(&app, &reader.0).await?;
    drop(connection);
    if handle.trim().trim_start_matches('@') != person.handle {
        let why = Refusal::Field("handle", format!("Enter {} to delete the account.", person.handle));
        return answer(&app, &reader.0, Some(refuse(Form::Delete, why, Vec::new())?)).await;
    }
    if let Some(page) = proof::ask(&app, &reader.0, origin.from, &request, &form).await? {
        return Ok(page);
    }
    leaving::delete(&app, &reader.0, &origin).await?;
    Ok(signed_out(&request, &app))
}
