//! The tournaments: those that people can enter, others, and the form of a new one.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError, web};
use askama::Template;
use engine::Span;
use serde::Deserialize;

use super::nav::Nav;
use super::signed_in::{PageVisitor, SignedIn, person};
use super::{Result, own, see_other};
use crate::app::App;
use crate::brief::moment;
use crate::db::people::Person;
use crate::db::tournaments::{self, TournamentRow};
use crate::db::words::TournamentFormat;
use crate::http::problem::Problem;
use crate::ids::TournamentId;
use crate::play::matches::deadline::Pace;
use crate::play::people::{account, names};
use crate::play::telling::brief;
use crate::play::tournaments::entry::{self, AT_ONCE, MAX_AT_ONCE, MAX_ENTRIES, PACE};
use crate::play::tournaments::tournament::Tournament;
use crate::play::{Refusal, TournamentPhase};

/// The greatest number of tournaments of a list.
const MAX: i64 = 30;

/// The days after which entry closes that the form offers.
const DAYS: [i64; 6] = [1, 3, 7, 14, 30, 60];

/// How many players of a group of a league move up, and how many down.
const PROMOTION: (u8, u8) = (2, 3);

/// The headings of the lists.
const HEADINGS: [&str; 5] = ["Featured by the host", "Open for entry", "Ladders", "Running", "Finished"];

/// The kinds of tournaments that the form offers.
const KINDS: [(&str, &str); 4] = [
    ("once", "One tournament"),
    ("series", "A series: when it is over, all are entered again unless they leave"),
    ("league", "A league: a series in which 2 of each group move up and 3 down"),
    ("ladder", "A ladder for two: it does not end; a challenger who wins takes the other's place"),
];

/// The clocks that the form offers.
const SPEEDS: [(&str, &str); 4] = [
    ("", "10 days at first and at most, 36 hours more each turn"),
    ("P1D", "1 day per move"),
    ("P3D", "3 days per move"),
    ("P7D", "7 days per move"),
];

#[derive(Template)]
#[template(path = "pages/tournaments.html")]
struct TournamentsPage {
    nav: Option<Nav>,
    is_signed_in: bool,
    /// The sections: a heading and its tournaments.
    sections: Vec<(&'static str, Vec<Row>)>,
    games: Vec<(&'static str, &'static str)>,
    filled: NewTournament,
    /// The field that is refused, and why.
    refused: Option<(String, String)>,
}

impl TournamentsPage {
    fn is_refused(&self, name: &str) -> bool {
        self.refused.as_ref().is_some_and(|(field, _)| field == name)
    }
}

/// The labels of the fields.
const LABELS: [(&str, &str); 6] = [
    ("name", "Name"),
    ("game", "Game"),
    ("seats", "Players of each match"),
    ("entry_time", "Entry closes in"),
    ("max_entries", "Number of entries"),
    ("at_once", "Matches at a time"),
];

/// A tournament of a list.
struct Row {
    id: TournamentId,
    name: String,
    facts: String,
    /// True if the reader can enter.
    enters: bool,
    /// True if the reader has entered.
    entered: bool,
}

/// The form of a new tournament.
#[derive(Deserialize, Clone)]
pub struct NewTournament {
    #[serde(default)]
    name: String,
    #[serde(default)]
    game: String,
    #[serde(default)]
    seats: String,
    #[serde(default)]
    days: String,
    #[serde(default)]
    max_entries: String,
    #[serde(default)]
    at_once: String,
    #[serde(default)]
    time: String,
    /// One of [`KINDS`].
    #[serde(default)]
    kind: String,
    /// Present if the creator enters.
    enter: Option<String>,
}

impl Default for NewTournament {
    fn default() -> NewTournament {
        let text = |number: u8| number.to_string();
        NewTournament {
            name: String::new(),
            game: "magnapoco".to_owned(),
            seats: text(2),
            days: "7".to_owned(),
            max_entries: text(10),
            at_once: text(AT_ONCE),
            time: String::new(),
            kind: "once".to_owned(),
            enter: Some("on".to_owned()),
        }
    }
}

/// Returns whether people can enter.
fn takes_entries(row: &TournamentRow) -> bool {
    row.phase == TournamentPhase::Entry
        || (row.format == TournamentFormat::Ladder && row.phase == TournamentPhase::Running)
}

async fn page(
    app: &App,
    person: Option<&Person>,
    filled: NewTournament,
    refused: Option<(String, Problem)>,
) -> Result<HttpResponse> {
    let mut connection = app.db.get().await?;
    let mut lists = vec![tournaments::featured(&mut connection, MAX).await?];
    for phase in [TournamentPhase::Entry, TournamentPhase::Running, TournamentPhase::Over] {
        lists.push(tournaments::list(&mut connection, phase, None, TournamentId::LAST, MAX).await?);
    }
    let is_ladder = |row: &TournamentRow| row.format == TournamentFormat::Ladder;
    let ladders = lists[2].extract_if(.., |row| is_ladder(row)).collect();
    lists.insert(2, ladders);
    let own_rows = match person {
        Some(person) => {
            let mut rows = tournaments::of_person(&mut connection, person.id, false, TournamentId::LAST, MAX).await?;
            rows.extend(tournaments::of_person(&mut connection, person.id, true, TournamentId::LAST, MAX).await?);
            rows
        }
        None => Vec::new(),
    };
    let zone = brief::zone(person.map_or("UTC", |person| &person.time_zone));
    let now = app.clock.now();
    let row = |row: TournamentRow| {
        let tournament = Tournament::new(row)?;
        let closes = match tournament.row.phase {
            TournamentPhase::Entry => {
                format!(
                    " Entry closes {}, or with {}.",
                    moment(tournament.row.closes_at, zone, now),
                    tournament.row.max_entries
                )
            }
            TournamentPhase::Running | TournamentPhase::Over | TournamentPhase::CalledOff => String::new(),
        };
        let entered = own_rows.iter().any(|own| own.id == tournament.row.id);
        Ok::<_, Refusal>(Row {
            id: tournament.row.id,
            facts: format!("{} \u{b7} {}{closes}", tournament.rules.info().name, tournament.state()),
            enters: person.is_some() && !entered && takes_entries(&tournament.row),
            entered,
            name: tournament.row.name,
        })
    };
    let mut sections = Vec::new();
    for (heading, rows) in HEADINGS.into_iter().zip(lists) {
        sections.push((heading, rows.into_iter().map(row).collect::<Result<Vec<_>, Refusal>>()?));
    }
    let nav = match person {
        Some(person) => Some(Nav::of(&mut connection, person).await?),
        None => None,
    };
    let status = refused.as_ref().map_or(StatusCode::OK, |(_, problem)| problem.status_code());
    let refused = refused.map(|(field, problem)| {
        let label = LABELS.iter().find(|(name, _)| *name == field).map_or("", |(_, label)| *label);
        let why = problem.detail().to_owned();
        (field, if label.is_empty() { why } else { format!("{label}: {why}") })
    });
    let games = engine::newest().map(|rules| (rules.info().id, rules.info().name)).collect();
    Ok(own(&TournamentsPage { nav, is_signed_in: person.is_some(), sections, games, filled, refused }, status))
}

/// Shows the page.
pub async fn show(app: web::Data<App>, visitor: PageVisitor) -> Result<HttpResponse> {
    let reader = person(&app, visitor.0.as_ref()).await?;
    page(&app, reader.as_ref(), NewTournament::default(), None).await
}

fn wish(form: &NewTournament) -> Result<entry::Wish, Refusal> {
    fn number<T: std::str::FromStr>(name: &'static str, text: &str) -> Result<T, Refusal> {
        text.trim().parse().map_err(|_| Refusal::Field(name, "Expected a number.".to_owned()))
    }
    let pace = match form.time.as_str() {
        "" => PACE,
        time => {
            let unknown = |_| Refusal::Field("time", "Choose a time from the list.".to_owned());
            Pace::PerMove { time: time.parse().map_err(unknown)? }
        }
    };
    Ok(entry::Wish {
        game: form.game.clone(),
        format: if form.kind == "ladder" { TournamentFormat::Ladder } else { TournamentFormat::Groups },
        name: names::title("name", &form.name, 80)?,
        options: serde_json::json!({}),
        seats: Some(number("seats", &form.seats)?),
        pace,
        entry_time: Span::days(number::<u16>("days", &form.days)?.into()),
        max_entries: number("max_entries", &form.max_entries)?,
        at_once: number("at_once", &form.at_once)?,
        repeats: ["series", "league"].contains(&form.kind.as_str()),
        promotion: (form.kind == "league").then_some(PROMOTION),
        enters: form.enter.is_some(),
    })
}

/// Creates a tournament.
pub async fn create(app: web::Data<App>, reader: SignedIn, form: web::Form<NewTournament>) -> Result<HttpResponse> {
    let (_, person) = account::present(&app, &reader.0).await?;
    let made = match wish(&form) {
        Ok(wish) => entry::create(&app, person.id, wish).await,
        Err(refusal) => Err(refusal),
    };
    match made {
        Ok(made) => Ok(see_other(&format!("/tournaments/{}", made.row.id))),
        Err(
            refusal @ (Refusal::Field(..)
            | Refusal::Rules(_)
            | Refusal::Conflict(_)
            | Refusal::TooOften(_)
            | Refusal::TooManyTournaments(_)),
        ) => {
            let mut field = "";
            if let Refusal::Field(name, _) = &refusal {
                field = name;
            } else if let Refusal::Rules(_) = &refusal {
                field = "seats";
            }
            page(&app, Some(&person), form.into_inner(), Some((field.to_owned(), refusal.into()))).await
        }
        Err(refusal) => Err(refusal.into()),
    }
}
