//! The page of a tournament.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;
use serde::Deserialize;

use super::nav::Nav;
use super::signed_in::{PageVisitor, SignedIn, person};
use super::{Result, own, see_other};
use crate::app::App;
use crate::brief::moment;
use crate::db::entries::EntryRow;
use crate::db::people::Person;
use crate::db::words::{PairingState, TournamentFormat};
use crate::ids::{TournamentId, UserId};
use crate::play::TournamentPhase;
use crate::play::telling::{brief, links};
use crate::play::tournaments::shown::{Group, Line, PlayedRow, RANKS, SIGNS, Shown};
use crate::play::tournaments::tournament::REACH;
use crate::play::tournaments::{entry, ladder, standings};

#[derive(Template)]
#[template(path = "pages/tournament.html")]
struct TournamentPage {
    nav: Option<Nav>,
    path: String,
    name: String,
    game: &'static str,
    game_id: &'static str,
    state: String,
    /// When entry closes, or when the tournament ends at the latest, in a sentence; empty if neither is to come.
    time: String,
    settings: Vec<String>,
    /// The handle and the name of each person who has entered, before the start.
    entered: Vec<(String, String)>,
    tables: Vec<Table>,
    signs: &'static str,
    /// The players of a ladder in their order.
    ladder: Vec<Rung>,
    /// The matches of a ladder: the path of each, and the words for it.
    challenges: Vec<(String, String)>,
    /// The paths of the editions before and after it.
    previous: Option<String>,
    next: Option<String>,
    /// The number by which commands name it.
    number: i32,
    /// False once it is over or was called off.
    is_on: bool,
    can: Actions,
}

/// What the reader can do.
#[derive(Default)]
struct Actions {
    sign_in: bool,
    enter: bool,
    leave: bool,
    withdraw: bool,
    start: bool,
    call_off: bool,
}

/// A place of a ladder.
struct Rung {
    place: i32,
    handle: String,
    name: String,
    is_own: bool,
    /// True if the reader may challenge the player, as far as places go.
    is_in_reach: bool,
}

/// The table of a group.
struct Table {
    number: u8,
    /// True if each player has a cell for each other one.
    is_cross: bool,
    rows: Vec<Row>,
}

/// A line of a table.
struct Row {
    place: String,
    handle: String,
    name: String,
    /// Each cell: its sign, what it means, and the path of the match if there is one.
    cells: Vec<(&'static str, String, Option<String>)>,
    points: String,
    is_own: bool,
}

impl Table {
    fn new(shown: &Shown, group: &Group, reader: Option<&Person>) -> Table {
        let rows = group.order.iter().map(|line| Row {
            place: line.placed.place.map_or_else(String::new, |place| place.to_string()),
            handle: line.person.handle.clone(),
            name: line.person.name.clone(),
            cells: Table::cells(shown, group, line),
            points: standings::in_words(line.placed.points),
            is_own: reader.is_some_and(|reader| reader.id == line.person.user_id),
        });
        Table { number: group.number, is_cross: group.is_cross(), rows: rows.collect() }
    }

    fn cells(shown: &Shown, group: &Group, line: &Line) -> Vec<(&'static str, String, Option<String>)> {
        let user = line.person.user_id;
        let cell = |(played, seat): (&PlayedRow, usize)| {
            let others = played.row.people.iter().filter(|person| **person != user);
            let names: Vec<&str> = others.filter_map(|other| Some(shown.entry(*other)?.name.as_str())).collect();
            let words = format!("against {}: {}", names.join(" and "), played.in_words(seat));
            (played.cell(seat), words, played.row.match_id.map(links::match_path))
        };
        if !group.is_cross() {
            return group.of(user).map(cell).collect();
        }
        let of_other = |other: &Line| match group.between(user, other.person.user_id) {
            Some(found) => cell(found),
            None => ("", String::new(), None),
        };
        group.order.iter().map(of_other).collect()
    }
}

/// Shows the page.
pub async fn show(app: web::Data<App>, visitor: PageVisitor, id: web::Path<TournamentId>) -> Result<HttpResponse> {
    let reader = person(&app, visitor.0.as_ref()).await?;
    let mut connection = app.db.get().await?;
    let shown = Shown::read(&mut connection, *id, app.clock.now()).await?;
    let nav = match &reader {
        Some(reader) => Some(Nav::of(&mut connection, reader).await?),
        None => None,
    };
    let tournament = &shown.tournament;
    let row = &tournament.row;
    let zone = brief::zone(reader.as_ref().map_or("UTC", |reader| &reader.time_zone));
    let at = |at| moment(at, zone, app.clock.now());
    let time = match (row.phase, tournament.ends_by()) {
        (TournamentPhase::Entry, _) => {
            format!("Entry closes on {}, or with {} entries.", at(row.closes_at), row.max_entries)
        }
        (TournamentPhase::Running, Some(end)) => format!("It ends at the latest on {}.", at(end)),
        (TournamentPhase::Running | TournamentPhase::Over | TournamentPhase::CalledOff, _) => String::new(),
    };
    let is_open = row.phase == TournamentPhase::Entry || row.phase == TournamentPhase::CalledOff;
    let names = shown.entries.iter().filter(|_| is_open);
    let page = TournamentPage {
        nav,
        path: format!("/tournaments/{}", row.id),
        name: row.name.clone(),
        game: tournament.rules.info().name,
        game_id: tournament.rules.info().id,
        state: progress(&shown).unwrap_or_else(|| tournament.state()),
        time,
        settings: tournament.settings()?,
        entered: names.map(|entry| (entry.handle.clone(), entry.name.clone())).collect(),
        tables: shown.groups.iter().map(|group| Table::new(&shown, group, reader.as_ref())).collect(),
        signs: if shown.groups.iter().any(Group::is_cross) { SIGNS } else { RANKS },
        ladder: rungs(&shown, reader.as_ref()),
        challenges: shown.challenges.iter().filter_map(|played| challenge_in_words(&shown, played)).collect(),
        previous: row.series.previous.map(|id| format!("/tournaments/{id}")),
        next: shown.next.as_ref().map(|next| format!("/tournaments/{}", next.id)),
        number: row.number,
        is_on: matches!(row.phase, TournamentPhase::Entry | TournamentPhase::Running),
        can: actions(&shown, reader.as_ref()),
    };
    Ok(own(&page, StatusCode::OK))
}

/// How many matches of a tournament that is being played have ended, in a sentence.
fn progress(shown: &Shown) -> Option<String> {
    let played = || shown.groups.iter().flat_map(|group| &group.played);
    let ended = played().filter(|one| !matches!(one.row.state, PairingState::Waiting | PairingState::Playing)).count();
    let is_running = shown.tournament.row.phase == TournamentPhase::Running && !shown.groups.is_empty();
    is_running.then(|| format!("It is being played. Matches over: {ended} of {}.", played().count()))
}

fn rungs(shown: &Shown, reader: Option<&Person>) -> Vec<Rung> {
    let own = reader.and_then(|reader| shown.entry(reader.id)?.place);
    let plays_with = |other: &EntryRow| {
        let people = |played: &PlayedRow| reader.is_some_and(|reader| played.row.people.contains(&reader.id));
        let mut playing = shown.challenges.iter().filter(|played| played.row.state == PairingState::Playing);
        playing.any(|played| people(played) && played.row.people.contains(&other.user_id))
    };
    let rung = |entry: &EntryRow| {
        let place = entry.place?;
        Some(Rung {
            place,
            handle: entry.handle.clone(),
            name: entry.name.clone(),
            is_own: own == Some(place),
            is_in_reach: own.is_some_and(|own| (1..=REACH).contains(&(own - place))) && !plays_with(entry),
        })
    };
    shown.ladder().into_iter().filter_map(rung).collect()
}

/// The path of a match of a ladder, and what became of it.
fn challenge_in_words(shown: &Shown, played: &PlayedRow) -> Option<(String, String)> {
    let [challenged, challenger] = &played.row.people[..] else { return None };
    let name = |user: &UserId| shown.entry(*user).map_or("?", |entry| entry.name.as_str());
    let words = format!("{} challenged {}: {}", name(challenger), name(challenged), played.in_words(1));
    Some((links::match_path(played.row.match_id?), words))
}

fn actions(shown: &Shown, reader: Option<&Person>) -> Actions {
    let row = &shown.tournament.row;
    let is_entry = row.phase == TournamentPhase::Entry;
    let takes_entries = is_entry || (row.format == TournamentFormat::Ladder && row.phase == TournamentPhase::Running);
    let Some(reader) = reader else { return Actions { sign_in: takes_entries, ..Actions::default() } };
    let entry = shown.entry(reader.id);
    let is_creator = row.creator == reader.id;
    let plays = entry.is_some_and(|entry| entry.withdrawn_at.is_none());
    Actions {
        sign_in: false,
        enter: takes_entries && !plays && row.entry_count < i64::from(row.max_entries),
        leave: is_entry && plays,
        withdraw: row.phase == TournamentPhase::Running && plays,
        start: is_entry && is_creator && row.entry_count >= shown.tournament.least_entries() as i64,
        call_off: is_entry && is_creator,
    }
}

fn to_page(id: TournamentId) -> HttpResponse {
    see_other(&format!("/tournaments/{id}"))
}

/// Enters the reader.
pub async fn enter(app: web::Data<App>, reader: SignedIn, id: web::Path<TournamentId>) -> Result<HttpResponse> {
    entry::enter(&app, *id, reader.0.user).await?;
    Ok(to_page(*id))
}

/// Takes the entry of the reader back, or withdraws the reader.
pub async fn leave(app: web::Data<App>, reader: SignedIn, id: web::Path<TournamentId>) -> Result<HttpResponse> {
    entry::leave(&app, *id, reader.0.user).await?;
    Ok(to_page(*id))
}

/// Starts the tournament before entry closes.
pub async fn start(app: web::Data<App>, reader: SignedIn, id: web::Path<TournamentId>) -> Result<HttpResponse> {
    entry::start(&app, *id, reader.0.user).await?;
    Ok(to_page(*id))
}

/// Calls the tournament off.
pub async fn call_off(app: web::Data<App>, reader: SignedIn, id: web::Path<TournamentId>) -> Result<HttpResponse> {
    entry::call_off(&app, *id, reader.0.user).await?;
    Ok(to_page(*id))
}

/// Whom the reader challenges.
#[derive(Deserialize)]
pub struct Challenged {
    #[serde(default)]
    handle: String,
}

/// Challenges a player of a ladder, and shows the match.
pub async fn challenge(
    app: web::Data<App>,
    reader: SignedIn,
    id: web::Path<TournamentId>,
    form: web::Form<Challenged>,
) -> Result<HttpResponse> {
    let m = ladder::challenge(&app, *id, reader.0.user, &form.handle).await?;
    Ok(see_other(&links::match_path(m.id())))
}
