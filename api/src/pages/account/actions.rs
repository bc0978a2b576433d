//! The forms of the account page.

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::NaiveDate;
use serde::Deserialize;

use super::{Form, News, answer, refused};
use crate::app::App;
use crate::http::cookie;
use crate::ids::{SessionId, TokenId};
use crate::pages::signed_in::SignedIn;
use crate::pages::{Result, see_other};
use crate::play::{Refusal, account, address_change, personal_tokens, vacations};
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
}

/// Changes names and time zone.
pub async fn change_profile(
    app: web::Data<App>,
    reader: SignedIn,
    form: web::Form<ProfileForm>,
) -> Result<HttpResponse> {
    let ProfileForm { name, handle, time_zone, notes } = form.into_inner();
    let wishes = account::Wishes {
        handle: Some(handle.clone()),
        name: Some(name.clone()),
        time_zone: Some(time_zone.clone()),
        notes: Some(notes.is_some()),
        ..account::Wishes::default()
    };
    let news = match account::change(&app, &reader.0, &wishes).await {
        Ok(_) => Some((Form::Profile, News::Done("Your names and time zone are stored.", None))),
        Err(refusal) => {
            let fields = vec![("name", name), ("handle", handle), ("time_zone", time_zone)];
            refused(Form::Profile, refusal, fields)?
        }
    };
    answer(&app, &reader.0, news).await
}

/// The kinds of letters: a field that is present is wanted.
#[derive(Deserialize)]
pub struct LettersForm {
    turns: Option<String>,
    matches: Option<String>,
    invitations: Option<String>,
    digest: Option<String>,
}

/// Changes the kinds of letters.
pub async fn change_letters(
    app: web::Data<App>,
    reader: SignedIn,
    form: web::Form<LettersForm>,
) -> Result<HttpResponse> {
    let LettersForm { turns, matches, invitations, digest } = form.into_inner();
    let mail = [turns, matches, invitations, digest].map(|one| Some(one.is_some()));
    let wishes = account::Wishes { mail, ..account::Wishes::default() };
    account::change(&app, &reader.0, &wishes).await?;
    answer(&app, &reader.0, Some((Form::Letters, News::Done("Your choice of letters is stored.", None)))).await
}

/// A new address.
#[derive(Deserialize)]
pub struct AddressForm {
    #[serde(default)]
    address: String,
}

/// Asks for letters that confirm a new address.
pub async fn change_address(
    app: web::Data<App>,
    reader: SignedIn,
    form: web::Form<AddressForm>,
) -> Result<HttpResponse> {
    let news = match address_change::ask(&app, &reader.0, form.address.trim()).await {
        Ok(_) => {
            let words = "Letters to both addresses ask for your consent. The address changes when both are confirmed.";
            Some((Form::Address, News::Done(words, None)))
        }
        Err(refusal) => refused(Form::Address, refusal, vec![("address", form.into_inner().address)])?,
    };
    answer(&app, &reader.0, news).await
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
    text.trim().parse().map_err(|_| Refusal::Field(field, "Expected a day, as in 2026-12-24.".to_owned()))
}

/// Books a vacation.
pub async fn book_vacation(
    app: web::Data<App>,
    reader: SignedIn,
    form: web::Form<VacationForm>,
) -> Result<HttpResponse> {
    let VacationForm { first, last } = form.into_inner();
    let booked = async { vacations::book(&app, &reader.0, date("first", &first)?, date("last", &last)?).await };
    let news = match booked.await {
        Ok(_) => Some((Form::Vacations, News::Done("The vacation is booked.", None))),
        Err(refusal) => refused(Form::Vacations, refusal, vec![("first", first), ("last", last)])?,
    };
    answer(&app, &reader.0, news).await
}

/// Ends a vacation, or takes it back.
pub async fn end_vacation(app: web::Data<App>, reader: SignedIn, first: web::Path<NaiveDate>) -> Result<HttpResponse> {
    let news = match vacations::end(&app, &reader.0, *first).await {
        Ok(_) => Some((Form::Vacations, News::Done("The vacation is ended.", None))),
        Err(refusal) => refused(Form::Vacations, refusal, Vec::new())?,
    };
    answer(&app, &reader.0, news).await
}

/// Ends a session.
pub async fn end_session(app: web::Data<App>, reader: SignedIn, id: web::Path<SessionId>) -> Result<HttpResponse> {
    let news = match account::end_session(&app, &reader.0, *id).await {
        Ok(()) => Some((Form::Sessions, News::Done("The session is ended.", None))),
        Err(refusal) => refused(Form::Sessions, refusal, Vec::new())?,
    };
    answer(&app, &reader.0, news).await
}

/// A token for a program: a scope whose field is present is given.
#[derive(Deserialize)]
pub struct TokenForm {
    #[serde(default)]
    name: String,
    #[serde(default)]
    days: String,
    #[serde(rename = "matches:read")]
    matches_read: Option<String>,
    #[serde(rename = "moves:write")]
    moves_write: Option<String>,
    #[serde(rename = "account:read")]
    account_read: Option<String>,
    #[serde(rename = "account:write")]
    account_write: Option<String>,
}

impl TokenForm {
    fn scopes(&self) -> Vec<Scope> {
        let given = [
            (Scope::MatchesRead, &self.matches_read),
            (Scope::MovesWrite, &self.moves_write),
            (Scope::AccountRead, &self.account_read),
            (Scope::AccountWrite, &self.account_write),
        ];
        given.into_iter().filter(|(_, field)| field.is_some()).map(|(scope, _)| scope).collect()
    }
}

/// Makes a token and shows it once.
pub async fn make_token(app: web::Data<App>, reader: SignedIn, form: web::Form<TokenForm>) -> Result<HttpResponse> {
    let days = match form.days.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| Refusal::Field("days", "Expected a number of days.".to_owned())),
    };
    let made = match days {
        Ok(days) => personal_tokens::create(&app, &reader.0, &form.name, &form.scopes(), days).await,
        Err(refusal) => Err(refusal),
    };
    let news = match made {
        Ok(made) => {
            let words = "Copy the token now: it is not shown again. It lets a program act as you.";
            Some((Form::Tokens, News::Done(words, Some(made.token))))
        }
        Err(refusal) => {
            let TokenForm { name, days, .. } = form.into_inner();
            refused(Form::Tokens, refusal, vec![("token_name", name), ("days", days)])?
        }
    };
    answer(&app, &reader.0, news).await
}

/// Revokes a token.
pub async fn revoke_token(app: web::Data<App>, reader: SignedIn, id: web::Path<TokenId>) -> Result<HttpResponse> {
    let news = match personal_tokens::revoke(&app, &reader.0, *id).await {
        Ok(()) => Some((Form::Tokens, News::Done("The token is revoked.", None))),
        Err(refusal) => refused(Form::Tokens, refusal, Vec::new())?,
    };
    answer(&app, &reader.0, news).await
}

/// The consent to a deletion: the own handle.
#[derive(Deserialize)]
pub struct DeleteForm {
    #[serde(default)]
    handle: String,
}

/// Deletes the account, if its handle is repeated.
pub async fn delete(
    app: web::Data<App>,
    reader: SignedIn,
    request: HttpRequest,
    form: web::Form<DeleteForm>,
) -> Result<HttpResponse> {
    let (connection, person) = account::present(&app, &reader.0).await?;
    drop(connection);
    if form.handle.trim().trim_start_matches('@') != person.handle {
        let why = Refusal::Field("handle", format!("Write {} to delete the account.", person.handle));
        return answer(&app, &reader.0, refused(Form::Delete, why, Vec::new())?).await;
    }
    account::delete(&app, &reader.0).await?;
    cookie::sign_out(&request, &app);
    Ok(see_other("/"))
}
