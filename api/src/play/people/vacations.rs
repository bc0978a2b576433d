//! The vacations of a person: days on which match clocks pause.

use chrono::{DateTime, Datelike, NaiveDate, Utc};

use super::account;
use super::caller::Caller;
use crate::app::App;
use crate::db::people::Person;
use crate::db::{self, Connection, vacations};
use crate::ids::UserId;
use crate::play::matches::deadline::{self, BadVacation, Vacation, Vacations};
use crate::play::telling::brief;
use crate::play::telling::news::{self, Before};
use crate::play::{Match, Refusal, Result};
use crate::token::Scope;

/// The vacations of a person, and the days that are left to book.
pub struct Booked {
    /// The vacations that are not long over.
    pub vacations: Vacations,
    /// The days of this calendar year and of the next one that are left, with the years.
    pub left: [(i32, i64); 2],
}

fn booked(app: &App, vacations: Vacations, today: NaiveDate) -> Booked {
    let left = [today.year(), today.year() + 1].map(|year| (year, vacations.left_in(year, per_year(app))));
    Booked { vacations, left }
}

fn per_year(app: &App) -> u16 {
    u16::try_from(app.config.vacation_days).unwrap_or(u16::MAX)
}

/// Returns the vacations of the caller.
pub async fn show(app: &App, caller: &Caller) -> Result<Booked> {
    caller.may(Scope::AccountRead)?;
    let (mut connection, person) = account::present(app, caller).await?;
    of_person(app, &mut connection, &person).await
}

/// Returns the vacations of this person, with the days that are left to book.
pub async fn of_person(app: &App, connection: &mut Connection, person: &Person) -> Result<Booked> {
    let today = app.clock.now().with_timezone(&brief::zone(&person.time_zone)).date_naive();
    Ok(booked(app, list(connection, person.id).await?, today))
}

/// Returns the vacations of a person with an account.
pub async fn list(connection: &mut Connection, user: UserId) -> Result<Vacations> {
    read(&vacations::find(connection, user).await?.ok_or(Refusal::SignedOut)?.vacations)
}

fn read(stored: &str) -> Result<Vacations> {
    serde_json::from_str(stored).map_err(|why| Refusal::Broken(format!("vacations: {why}")))
}

/// Books a vacation from the first to the last of these days, in the time zone of the caller.
pub async fn book(app: &App, caller: &Caller, first: NaiveDate, last: NaiveDate) -> Result<Booked> {
    caller.may(Scope::AccountWrite)?;
    let (_, person) = account::present(app, caller).await?;
    book_for(app, person.id, first, last).await
}

/// The same for a person who has proved to be the owner of an account.
pub async fn book_for(app: &App, user: UserId, first: NaiveDate, last: NaiveDate) -> Result<Booked> {
    let per_year = per_year(app);
    change(app, user, |vacations, zone, now| {
        let today = now.with_timezone(&zone).date_naive();
        // A turn may have begun more than a year ago, and its deadline depends on them.
        vacations.forget(NaiveDate::from_ymd_opt(today.year() - 2, 1, 1).unwrap_or(today));
        vacations.book(Vacation { first, last, zone }, today, per_year)
    })
    .await
}

/// Ends the caller's vacation that begins on this day: it is cancelled if it has not begun, and else today is its last day.
pub async fn end(app: &App, caller: &Caller, first: NaiveDate) -> Result<Booked> {
    caller.may(Scope::AccountWrite)?;
    let (_, person) = account::present(app, caller).await?;
    end_for(app, person.id, first).await
}

/// The same for a person who has proved to be the owner of an account.
pub async fn end_for(app: &App, user: UserId, first: NaiveDate) -> Result<Booked> {
    change(app, user, |vacations, _, now| vacations.end(first, now)).await
}

async fn change(
    app: &App,
    user: UserId,
    change: impl Fn(&mut Vacations, chrono_tz::Tz, DateTime<Utc>) -> std::result::Result<(), BadVacation>,
) -> Result<Booked> {
    let (mut connection, now) = (app.db.get().await?, app.clock.now());
    let (booked, changed) = db::transaction(&mut connection, async |connection| {
        let running = lock_running(connection, user).await?;
        let row = vacations::find(connection, user).await?.ok_or(Refusal::SignedOut)?;
        let zone = brief::zone(&row.time_zone);
        let mut vacations = read(&row.vacations)?;
        change(&mut vacations, zone, now)?;
        let changed: Vec<_> = running.iter().map(|m| (m.id(), Before::new(m))).collect();
        store(connection, user, &vacations, running, now).await?;
        Ok::<_, Refusal>((booked(app, vacations, now.with_timezone(&zone).date_naive()), changed))
    })
    .await?;
    for (id, before) in changed {
        if let Some(m) = Match::find(&mut connection, id, None).await? {
            news::moved_clocks(app, &m, &before, user);
        }
    }
    Ok(booked)
}

impl From<BadVacation> for Refusal {
    fn from(why: BadVacation) -> Refusal {
        match why {
            BadVacation::TooEarly { .. }
            | BadVacation::TooLate { .. }
            | BadVacation::NoTime
            | BadVacation::Overlaps { .. }
            | BadVacation::TooMany => Refusal::Field("first", format!("{why}.")),
            BadVacation::Backwards { .. } | BadVacation::TooManyDays { .. } => {
                Refusal::Field("last", format!("{why}."))
            }
            BadVacation::Unknown { .. } => Refusal::NotFound("vacation"),
            BadVacation::Over { last } => Refusal::Conflict(format!("The vacation ended on {last}.")),
        }
    }
}

/// Locks the running matches of a person, and returns them.
async fn lock_running(connection: &mut Connection, user: UserId) -> Result<Vec<Match>> {
    let mut matches = Vec::new();
    for id in vacations::lock_running(connection, user).await? {
        matches.extend(Match::find(connection, id, None).await?);
    }
    Ok(matches)
}

/// Stores the vacations of a person in whose running matches, which are locked, no other player loses time by it.
async fn store(
    connection: &mut Connection,
    user: UserId,
    vacations: &Vacations,
    running: Vec<Match>,
    now: DateTime<Utc>,
) -> Result<()> {
    let json = serde_json::to_string(vacations).map_err(|why| Refusal::Broken(format!("vacations: {why}")))?;
    let ids: Vec<_> = running.iter().map(Match::id).collect();
    for m in running {
        let deadlines = deadline::of_seats(&m);
        let m = m.with_vacations(user, vacations);
        if let Some(clocks) = deadline::not_earlier(&m, &deadlines, m.seat_of(user))
            && !m.set_clocks(connection, &m.terms, &clocks, &[], now).await?
        {
            return Err(Refusal::Busy);
        }
    }
    Ok(vacations::set(connection, user, &json, &ids, now).await?)
}

/// Forgets the vacations of a person whose account is deleted, in a transaction, after its resignations.
pub(in crate::play) async fn forget(connection: &mut Connection, user: UserId, now: DateTime<Utc>) -> Result<()> {
    let running = lock_running(connection, user).await?;
    store(connection, user, &Vacations::default(), running, now).await
}
