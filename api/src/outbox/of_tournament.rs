//! Draws the emails about tournaments.

use super::drawn::{Drawn, link, to_person};
use crate::app::App;
use crate::brief::clean::{line, name, tame};
use crate::brief::moment;
use crate::category::Category;
use crate::db::Connection;
use crate::db::about::About;
use crate::db::due_emails::EmailRow;
use crate::db::entries::{self, EntryRow};
use crate::db::people::{self, Person};
use crate::db::words::{PairingState, TournamentFormat};
use crate::ids::TournamentId;
use crate::mail::{Challenged, OwnTournament, Part, TournamentBegins, TournamentOver};
use crate::play::people::account;
use crate::play::telling::brief;
use crate::play::tournaments::shown::{Group, PlayedRow, RANKS, SIGNS, Shown};
use crate::play::tournaments::{entry, standings};
use crate::play::{self, TournamentPhase};

/// The tournament that an email is about, and its reader with the address.
async fn read(app: &App, connection: &mut Connection, row: &EmailRow) -> play::Result<Option<(Shown, Person, String)>> {
    let (Some(user), About::Tournament(id)) = (row.user_id, row.about) else { return Ok(None) };
    let wanted = |person: &Person| person.unreachable_since.is_none() && account::wants(person, Category::Matches);
    let Some(person) = people::person(connection, user).await?.filter(wanted) else { return Ok(None) };
    let Some(address) = person.address.clone() else { return Ok(None) };
    Ok(Some((Shown::read(connection, id, app.clock.now()).await?, person, address)))
}

fn own(app: &App, shown: &Shown, person: &Person) -> play::Result<OwnTournament> {
    let row = &shown.tournament.row;
    let path = match row.phase {
        TournamentPhase::CalledOff => "/tournaments".to_owned(),
        TournamentPhase::Entry | TournamentPhase::Running | TournamentPhase::Over => format!("/tournaments/{}", row.id),
    };
    Ok(OwnTournament {
        reader: person.name.clone(),
        name: row.name.clone(),
        game: shown.tournament.rules.info().name,
        number: row.number,
        link: link(app, &path)?,
        group: (shown.group_of(person.id).map_or(0, |group| group.number), shown.groups.len()),
    })
}

/// A tournament has started. Moot once its reader has withdrawn.
pub(super) async fn begins(app: &App, connection: &mut Connection, row: &EmailRow) -> play::Result<Option<Drawn>> {
    let Some((shown, person, address)) = read(app, connection, row).await? else { return Ok(None) };
    if shown.tournament.row.format == TournamentFormat::Ladder {
        return challenged(app, &shown, person, address, row);
    }
    let Some(group) = shown.group_of(person.id) else { return Ok(None) };
    if shown.entry(person.id).is_none_or(|entry| entry.withdrawn_at.is_some()) {
        return Ok(None);
    }
    let others = group.order.iter().filter(|line| line.person.user_id != person.id);
    let email = TournamentBegins {
        of: own(app, &shown, &person)?,
        players: shown.entries.len(),
        others: others.map(|line| line.person.name.clone()).collect(),
        matches: group.of(person.id).count(),
        settings: shown.tournament.settings()?,
        can_reply: app.addresses.is_some(),
    };
    Ok(Some(to_person(app, person, address, row.kind.facts().category, email, None)))
}

/// A player of a ladder is challenged. Moot once the match is over.
fn challenged(
    app: &App,
    shown: &Shown,
    person: Person,
    address: String,
    row: &EmailRow,
) -> play::Result<Option<Drawn>> {
    let is_own = |played: &&PlayedRow| {
        played.row.state == PairingState::Playing && played.row.people.first() == Some(&person.id)
    };
    let challenger = shown.challenges.iter().find(is_own).and_then(|played| shown.entry(*played.row.people.get(1)?));
    let Some(challenger) = challenger else { return Ok(None) };
    let email = Challenged {
        challenger: challenger.name.clone(),
        of: own(app, shown, &person)?,
        settings: shown.tournament.settings()?,
    };
    Ok(Some(to_person(app, person, address, row.kind.facts().category, email, None)))
}

/// A tournament is over, or was called off.
pub(super) async fn over(app: &App, connection: &mut Connection, row: &EmailRow) -> play::Result<Option<Drawn>> {
    let Some((shown, person, address)) = read(app, connection, row).await? else { return Ok(None) };
    let group = shown.group_of(person.id);
    let is_cross = group.is_some_and(Group::is_cross);
    let next = match &shown.next {
        Some(next) if entries::list(connection, next.id).await?.iter().any(|entry| entry.user_id == person.id) => {
            let at = moment(next.closes_at, brief::zone(&person.time_zone), app.clock.now());
            Some((at, next.number))
        }
        Some(_) | None => None,
    };
    let email = TournamentOver {
        next,
        of: own(app, &shown, &person)?,
        result: group.map(|group| result(group, &person)),
        table: (group.map(Group::to_text).unwrap_or_default(), if is_cross { SIGNS } else { RANKS }),
    };
    Ok(Some(to_person(app, person, address, row.kind.facts().category, email, None)))
}

/// Tournaments in words, each with its number.
pub(super) async fn listed(
    app: &App,
    connection: &mut Connection,
    person: &Person,
    ids: &[TournamentId],
) -> play::Result<Part> {
    let (mut listed, mut example) = (Vec::new(), None);
    for id in ids {
        let shown = Shown::read(connection, *id, app.clock.now()).await?;
        let tournament = &shown.tournament;
        let own = match shown.entry(person.id) {
            Some(entry) if entry.withdrawn_at.is_some() => " You have withdrawn.",
            Some(_) => " You have entered.",
            None => "",
        };
        let closes = match tournament.row.phase {
            TournamentPhase::Entry => {
                let at = moment(tournament.row.closes_at, brief::zone(&person.time_zone), app.clock.now());
                format!(" Entry closes on {at}, or with {} entries.", tournament.row.max_entries)
            }
            TournamentPhase::Running | TournamentPhase::Over | TournamentPhase::CalledOff => String::new(),
        };
        let takes_entries = entry::takes_entries(tournament).is_ok();
        let settings: Vec<String> = match takes_entries && own.is_empty() {
            true => tournament.settings()?.iter().map(|words| tame(&line(words))).collect(),
            false => Vec::new(),
        };
        let settings = if settings.is_empty() { String::new() } else { format!(" {}.", settings.join("; ")) };
        let (called, game, state) = (name(&tournament.row.name), tournament.rules.info().name, tournament.state());
        let number = tournament.row.number;
        example = example.or((takes_entries && own.is_empty()).then_some(number));
        listed.push((number, format!("{called}: {game}. {state}{own}{closes}{settings}")));
    }
    Ok(Part::Tournaments(listed, example))
}

/// The tables of a tournament.
pub(super) async fn table(app: &App, connection: &mut Connection, id: TournamentId) -> play::Result<Part> {
    let shown = Shown::read(connection, id, app.clock.now()).await?;
    let mut groups = Vec::new();
    if shown.tournament.row.format == TournamentFormat::Ladder {
        let line =
            |entry: &EntryRow| format!("{:>3}. {} (@{})\n", entry.place.unwrap_or(0), name(&entry.name), entry.handle);
        groups.push(("The order:".to_owned(), shown.ladder().into_iter().map(line).collect()));
    }
    let heading = |group: &Group| {
        if shown.groups.len() == 1 { "The table:".to_owned() } else { format!("Group {}:", group.number) }
    };
    let is_cross = shown.groups.first().is_some_and(Group::is_cross);
    Ok(Part::Table {
        called: shown.tournament.row.name.clone(),
        state: shown.tournament.state(),
        signs: match shown.groups.len() {
            0 => "",
            _ if is_cross => SIGNS,
            _ => RANKS,
        },
        groups: groups.into_iter().chain(shown.groups.iter().map(|group| (heading(group), group.to_text()))).collect(),
    })
}

/// How a person has played, to follow a colon.
fn result(group: &Group, person: &Person) -> String {
    let Some(line) = group.line_of(person.id) else { return String::new() };
    let points = standings::in_words(line.placed.points);
    let players = group.order.len();
    match line.placed.place {
        Some(1) => format!("you are first of {players}, with {points} points"),
        Some(place) => format!("you have place {place} of {players}, with {points} points"),
        None => "you withdrew, so your results do not count".to_owned(),
    }
}
