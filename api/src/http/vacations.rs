//! The caller's vacations.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use chrono::NaiveDate;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::Result;
use super::extract::Body;
use super::idempotency::IdempotencyKey;
use super::responses::{AccessToken, Conflict, JsonBody, NotFound, PathParameter, Problems};
use crate::app::App;
use crate::play::people::caller::Caller;
use crate::play::people::vacations::{self, Booked};

/// A vacation to book.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"first": "2026-12-24", "last": "2027-01-06"}))]
pub struct VacationRequest {
    /// The first day, in your time zone: tomorrow at the earliest, and at most 400 days ahead.
    #[serde(deserialize_with = "day")]
    first: NaiveDate,
    /// The last day.
    #[serde(deserialize_with = "day")]
    last: NaiveDate,
}

fn day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<NaiveDate, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(|_| D::Error::custom("expected a date, such as 2026-12-24"))
}

/// A vacation: days on which your match clocks pause.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"first": "2026-12-24", "last": "2027-01-06", "time_zone": "Europe/Berlin"}))]
pub struct Vacation {
    /// The first day, which is also the id of the vacation.
    first: NaiveDate,
    /// The last day.
    last: NaiveDate,
    /// The IANA name of the time zone of both days.
    time_zone: &'static str,
}

impl From<crate::play::matches::deadline::Vacation> for Vacation {
    fn from(one: crate::play::matches::deadline::Vacation) -> Vacation {
        Vacation { first: one.first, last: one.last, time_zone: one.zone.name() }
    }
}

/// The vacation days of a year that can still be booked.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"year": 2026, "days": 22}))]
pub struct DaysLeft {
    /// The calendar year.
    year: i32,
    /// The remaining days.
    days: i64,
}

/// Your vacations.
#[derive(Serialize, ToSchema)]
pub struct Vacations {
    /// The vacations that have not been over for long, in order of time.
    vacations: Vec<Vacation>,
    /// The remaining days of this year and the next.
    left: Vec<DaysLeft>,
}

impl From<Booked> for Vacations {
    fn from(Booked { vacations, left }: Booked) -> Vacations {
        Vacations {
            vacations: vacations.iter().map(Vacation::from).collect(),
            left: left.into_iter().map(|(year, days)| DaysLeft { year, days }).collect(),
        }
    }
}

/// List your vacations.
///
/// The response also gives the days that you can still book.
#[utoipa::path(get, path = "/v1/me/vacations", tag = "account", security(("bearer" = ["account:read"])),
    responses((status = 200, body = Vacations), Problems<(AccessToken,)>))]
pub async fn list_vacations(app: web::Data<App>, caller: Caller) -> Result<web::Json<Vacations>> {
    Ok(web::Json(vacations::show(&app, &caller).await?.into()))
}

/// Book a vacation.
///
/// Your match clocks pause on these days, except in matches with the rule `none`. A setting of the server limits the days per calendar
/// year, 30 by default. Players of your matches see that you are away.
#[utoipa::path(post, path = "/v1/me/vacations", tag = "account", security(("bearer" = ["account:write"])),
    params(IdempotencyKey),
    request_body = VacationRequest,
    responses((status = 201, body = Vacations), Problems<(AccessToken, JsonBody, Conflict)>))]
pub async fn create_vacation(
    app: web::Data<App>,
    caller: Caller,
    Body(VacationRequest { first, last }): Body<VacationRequest>,
) -> Result<HttpResponse> {
    let booked = vacations::book(&app, &caller, first, last).await?;
    Ok(HttpResponse::build(StatusCode::CREATED).json(Vacations::from(booked)))
}

/// End a vacation.
///
/// If the vacation has not begun, it is cancelled. Otherwise today becomes its last day. Your own clocks then run again; no other player
/// loses time.
#[utoipa::path(delete, path = "/v1/me/vacations/{first}", tag = "account", security(("bearer" = ["account:write"])),
    params(("first" = NaiveDate, Path, description = "The first day", example = "2026-12-24")),
    responses((status = 200, body = Vacations), Problems<(AccessToken, PathParameter, NotFound, Conflict)>))]
pub async fn delete_vacation(
    app: web::Data<App>,
    caller: Caller,
    first: web::Path<NaiveDate>,
) -> Result<web::Json<Vacations>> {
    Ok(web::Json(vacations::end(&app, &caller, *first).await?.into()))
}
