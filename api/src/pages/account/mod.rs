//! The account page: names, emails, address, vacations, sessions, apps with access, tokens for programs, export, deletion.

mod actions;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError, web};
use askama::Template;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

pub use self::actions::{
    book_vacation, change_address, change_emails, change_profile, delete, end_all_sessions, end_grant, end_session,
    end_vacation, make_token, revoke_token,
};
use super::authorize::words;
use super::nav::Nav;
use super::signed_in::SignedIn;
use super::{Result, own, unstored};
use crate::app::App;
use crate::brief::{day, device, moment};
use crate::db::people::Person;
use crate::db::{grants, personal_tokens, sessions};
use crate::http::problem::Problem;
use crate::play::people::calendars;
use crate::play::people::caller::Caller;
use crate::play::people::pushes;
use crate::play::people::vacations::{self, Booked};
use crate::play::people::{account, names};
use crate::play::telling::brief;
use crate::play::{EmailLength, Refusal};
use crate::token::Scope;

/// A form of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Profile,
    Emails,
    Address,
    Vacations,
    Sessions,
    Apps,
    Tokens,
    Delete,
}

impl Form {
    /// The fragment of the form.
    fn id(self) -> &'static str {
        match self {
            Form::Profile => "profile",
            Form::Emails => "emails",
            Form::Address => "address",
            Form::Vacations => "vacations",
            Form::Sessions => "sessions",
            Form::Apps => "apps",
            Form::Tokens => "tokens",
            Form::Delete => "delete",
        }
    }
}

/// What became of a form.
enum News {
    /// It was carried out: a sentence, and a text to copy, if any.
    Done(&'static str, Option<String>),
    /// It was refused. The texts stay in its fields.
    Refused(Problem, Fields),
}

/// The names of fields, and what was filled in.
type Fields = Vec<(&'static str, String)>;

#[derive(Template)]
#[template(path = "pages/account.html")]
struct AccountPage {
    nav: Option<Nav>,
    person: Person,
    zones: &'static [&'static str],
    booked: Booked,
    sessions: Vec<Session>,
    apps: Vec<AppWithAccess>,
    tokens: Vec<Token>,
    push_key: String,
    /// The address of the calendar of deadlines.
    calendar: String,
    news: Option<(Form, News)>,
}

/// A session of the list.
struct Session {
    id: String,
    client: String,
    used: String,
    is_this: bool,
}

/// An app of the list.
struct AppWithAccess {
    id: String,
    name: String,
    author: String,
    facts: String,
    may: String,
}

/// A token of the list.
struct Token {
    id: String,
    name: String,
    facts: String,
}

impl AccountPage {
    /// The scopes of a token, and what each allows.
    fn scopes(&self) -> [(&'static str, &'static str); 4] {
        Scope::ALL.map(|scope| {
            let words = match scope {
                Scope::MatchesRead => "Read my matches",
                Scope::MovesWrite => "Create, join and leave matches, and move",
                Scope::AccountRead => "Read my account",
                Scope::AccountWrite => "Change my account",
            };
            (scope.name(), words)
        })
    }

    /// The lengths of emails, with words for each and whether it is chosen.
    fn lengths(&self) -> [(&'static str, &'static str, bool); 3] {
        [EmailLength::Auto, EmailLength::Full, EmailLength::Short].map(|length| {
            let words = match length {
                EmailLength::Auto => "Full for my first three moves of a match, then short",
                EmailLength::Full => "Always full",
                EmailLength::Short => "Always short",
            };
            (length.name(), words, length == self.person.email_length)
        })
    }

    /// The time zone in the form, if it is none of the list: it must not be changed by storing the form.
    fn other_zone(&self) -> Option<&str> {
        let zone = self.value("time_zone", &self.person.time_zone);
        (!self.zones.contains(&zone)).then_some(zone)
    }

    /// The sentence about a form that was carried out.
    fn done(&self, id: &str) -> Option<&'static str> {
        match &self.news {
            Some((form, News::Done(words, _))) if form.id() == id => Some(words),
            Some((_, News::Done(..) | News::Refused(..))) | None => None,
        }
    }

    /// The text to copy, if there is one.
    fn copy(&self) -> Option<&str> {
        match &self.news {
            Some((_, News::Done(_, copy))) => copy.as_deref(),
            Some((_, News::Refused(..))) | None => None,
        }
    }

    /// The sentence about a form that was refused.
    fn refusal(&self, id: &str) -> Option<&str> {
        match &self.news {
            Some((form, News::Refused(problem, _))) if form.id() == id => Some(problem.detail()),
            Some((_, News::Done(..) | News::Refused(..))) | None => None,
        }
    }

    /// Whether a box of a form is checked: as it was sent with the form if that was refused, or as this says.
    fn is_checked(&self, id: &str, name: &str, stored: bool) -> bool {
        match &self.news {
            Some((form, News::Refused(_, fields))) if form.id() == id => fields.iter().any(|(field, _)| *field == name),
            Some((_, News::Refused(..) | News::Done(..))) | None => stored,
        }
    }

    /// The text of a field: as it was sent with a refused form, or this one.
    fn value<'a>(&'a self, name: &str, stored: &'a str) -> &'a str {
        match &self.news {
            Some((_, News::Refused(_, fields))) => {
                fields.iter().find(|(field, _)| *field == name).map_or(stored, |(_, text)| text)
            }
            Some((_, News::Done(..))) | None => stored,
        }
    }
}

/// Shows the account.
pub async fn show(app: web::Data<App>, reader: SignedIn) -> Result<HttpResponse> {
    answer(&app, &reader.0, None).await
}

/// The page, with what became of a form.
async fn answer(app: &App, caller: &Caller, news: Option<(Form, News)>) -> Result<HttpResponse> {
    let status = match &news {
        Some((_, News::Refused(problem, _))) => problem.status_code(),
        Some((_, News::Done(..))) | None => StatusCode::OK,
    };
    let (mut connection, person) = account::present(app, caller).await?;
    let now = app.clock.now();
    let booked = vacations::of_person(app, &mut connection, &person).await?;
    let zone = brief::zone(&person.time_zone);
    let sessions = sessions::list(&mut connection, person.id, now).await?;
    let apps = grants::list(&mut connection, person.id, false, now).await?;
    let tokens = personal_tokens::list(&mut connection, person.id, false).await?;
    let page = AccountPage {
        nav: Some(Nav::of(&mut connection, &person).await?),
        zones: names::time_zones(),
        booked,
        sessions: sessions.iter().map(|session| Session::new(session, caller, zone, now)).collect(),
        apps: apps.into_iter().map(|grant| AppWithAccess::new(grant, zone)).collect(),
        tokens: tokens.into_iter().map(|token| Token::new(token, zone, now)).collect(),
        push_key: pushes::public_key(app)?,
        calendar: app.url(&calendars::path(app, &person)),
        person,
        news,
    };
    // A new token is shown once.
    Ok(if page.copy().is_some() { unstored(&page, status) } else { own(&page, status) })
}

impl Session {
    fn new(session: &sessions::Session, caller: &Caller, zone: Tz, now: DateTime<Utc>) -> Session {
        Session {
            id: session.id.to_string(),
            client: device(&session.client),
            used: moment(session.last_used_at, zone, now),
            is_this: caller.session == Some(session.id),
        }
    }
}

/// When a program was last used, in words.
fn used(last: Option<DateTime<Utc>>, zone: Tz) -> String {
    match last {
        Some(at) => format!("last used {}", day(at.with_timezone(&zone).date_naive())),
        None => "never used".to_owned(),
    }
}

impl AppWithAccess {
    fn new(grant: grants::Grant, zone: Tz) -> AppWithAccess {
        let since = day(grant.created_at.with_timezone(&zone).date_naive());
        AppWithAccess {
            id: grant.id.to_string(),
            name: grant.client_name,
            author: grant.author,
            facts: format!("since {since}; {}", used(grant.last_used_at, zone)),
            may: Scope::from_names(&grant.scopes).into_iter().map(words).collect::<Vec<_>>().join("; "),
        }
    }
}

impl Token {
    fn new(token: personal_tokens::PersonalToken, zone: Tz, now: DateTime<Utc>) -> Token {
        let used = used(token.last_used_at, zone);
        let until = moment(token.expires_at, zone, now);
        Token {
            id: token.id.to_string(),
            name: token.name,
            facts: format!("{}; {used}; valid until {until}", token.scopes.join(", ")),
        }
    }
}

/// What became of a form: it was carried out, which these words say, or refused. An error replaces the page.
fn report<T>(
    form: Form,
    done: Result<T, Refusal>,
    words: &'static str,
    fields: Fields,
) -> Result<(Form, News), Refusal> {
    match done {
        Ok(_) => Ok((form, News::Done(words, None))),
        Err(refusal) => refuse(form, refusal, fields),
    }
}

/// A refusal that a form shows, or one that replaces the page.
fn refuse(form: Form, refusal: Refusal, fields: Fields) -> Result<(Form, News), Refusal> {
    match refusal {
        Refusal::Field(..)
        | Refusal::Taken(..)
        | Refusal::Conflict(_)
        | Refusal::Changed
        | Refusal::TooOften(_)
        | Refusal::NotFound(_)
        | Refusal::Forbidden(_)
        | Refusal::CodeNeeded => Ok((form, News::Refused(refusal.into(), fields))),
        other @ (Refusal::Stale { .. }
        | Refusal::Busy
        | Refusal::TooManyMatches(_)
        | Refusal::NotRatable(_)
        | Refusal::EntryClosed(_)
        | Refusal::TooManyTournaments(_)
        | Refusal::TooManyStreams(_)
        | Refusal::Stopping
        | Refusal::SignedOut
        | Refusal::BadCode
        | Refusal::BadRefreshToken
        | Refusal::Blocked(_)
        | Refusal::RegistrationClosed
        | Refusal::ScopeMissing(_)
        | Refusal::SessionNeeded
        | Refusal::Rules(_)
        | Refusal::TooManyMoves
        | Refusal::Unexplored(_)
        | Refusal::Database(_)
        | Refusal::Broken(_)) => Err(other),
    }
}
