//! The course of a tournament: its start, its matches, its end. Each step is one transaction, so a server that is killed in the middle of one
//! has done nothing of it.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use engine::{ChoiceKind, Seed};

use super::tournament::Tournament;
use super::{endings, ladder, start};
use crate::app::App;
use crate::db::entries::{self, EntryRow};
use crate::db::pairings::{self, PairingRow};
use crate::db::tournaments::{NewTournament, Series};
use crate::db::words::{PairingState, TournamentFormat};
use crate::db::{self, Connection, Trouble, tournaments};
use crate::events::Event;
use crate::failpoint;
use crate::ids::{TournamentId, UserId};
use crate::play::game::submit::{NewMove, submit};
use crate::play::telling::news;
use crate::play::{EmailKind, Match, Phase, Refusal, Result, TournamentPhase};
use crate::secrets::random_bytes;

/// The tournaments that are looked at in one go, and the matches of one that start in one step.
const MAX: i64 = 20;
const MAX_STARTED: usize = 20;

/// Moves on the tournaments that are due; returns their number. One that cannot be moved on holds up no other.
pub async fn run_due(app: &App) -> Result<usize> {
    let due = tournaments::due(&mut *app.db.get().await?, app.clock.now(), MAX).await?;
    let mut moved = 0;
    for id in due {
        match step(app, id).await {
            Ok(()) => moved += 1,
            Err(refusal @ Refusal::Database(Trouble::Unavailable(_))) => return Err(refusal),
            Err(refusal) => tracing::error!(tournament_id = %id, %refusal, "cannot move a tournament on"),
        }
    }
    Ok(moved)
}

/// Moves a tournament on.
async fn step(app: &App, id: TournamentId) -> Result<()> {
    resign_for_withdrawn(app, id).await?;
    let now = app.clock.now();
    let work = async |connection: &mut Connection| {
        tournaments::lock(connection, id).await?;
        let mut tournament = Tournament::get(connection, id).await?;
        match tournament.row.phase {
            TournamentPhase::Entry if tournament.row.entry_count >= tournament.least_entries() as i64 => {
                start::begin(connection, &mut tournament, now).await?;
                Ok(Vec::new())
            }
            // The next entry may be enough.
            TournamentPhase::Entry | TournamentPhase::Over | TournamentPhase::CalledOff => {
                tournaments::set(connection, &tournament.row, None).await?;
                Ok(Vec::new())
            }
            TournamentPhase::Running => match tournament.row.format {
                TournamentFormat::Groups => go_on(connection, tournament, now).await,
                TournamentFormat::Ladder => {
                    ladder::go_on(connection, &tournament, now).await?;
                    Ok(Vec::new())
                }
            },
        }
    };
    let started = db::transaction(&mut *app.db.get().await?, work).await?;
    failpoint::point("tournament-committed");
    for m in started {
        news::publish_seats(app, &m, Phase::Open, None);
    }
    app.hub.publish(Event::EmailOwed);
    Ok(())
}

/// Resigns in the running matches of those who have withdrawn.
async fn resign_for_withdrawn(app: &App, id: TournamentId) -> Result<()> {
    let (gone, playing) = {
        let mut connection = app.db.get().await?;
        let gone = withdrawn(&entries::list(&mut connection, id).await?);
        let rows = if gone.is_empty() { Vec::new() } else { pairings::list(&mut connection, id).await? };
        (gone, rows)
    };
    for row in playing.iter().filter(|row| row.state == PairingState::Playing) {
        let Some(id) = row.match_id else { continue };
        for user in row.people.iter().copied().filter(|user| gone.contains(user)) {
            let (text, received_at) = (ChoiceKind::Resign.word(), app.clock.now());
            match submit(app, NewMove { id, user, text, turn: None, received_at, via: None }).await {
                // The player is out already, or the match is over.
                Ok(_) | Err(Refusal::Rules(_) | Refusal::Conflict(_)) => {}
                Err(refusal) => return Err(refusal),
            }
        }
    }
    Ok(())
}

fn withdrawn(entered: &[EntryRow]) -> Vec<UserId> {
    entered.iter().filter(|entry| entry.withdrawn_at.is_some()).map(|entry| entry.user_id).collect()
}

/// Records what has ended, starts the matches for which their players have time, and ends the tournament after the last one. Returns the
/// matches that have started.
async fn go_on(connection: &mut Connection, mut tournament: Tournament, now: DateTime<Utc>) -> Result<Vec<Match>> {
    let id = tournament.row.id;
    let gone = withdrawn(&entries::list(connection, id).await?);
    let mut rows = pairings::list(connection, id).await?;
    let ended = pairings::ended(connection, id).await?;
    let season_over = tournament.ends_by().is_some_and(|end| end <= now);
    for row in &mut rows {
        let changed = match row.state {
            PairingState::Playing if ended.contains(&row.number) => endings::of_ended(connection, row).await?,
            PairingState::Waiting if row.people.iter().any(|person| gone.contains(person)) => {
                Some((PairingState::CalledOff, None))
            }
            PairingState::Waiting | PairingState::Playing if season_over => {
                Some((PairingState::Unfinished, Some(endings::still_playing(connection, row, &gone).await?)))
            }
            PairingState::Waiting
            | PairingState::Playing
            | PairingState::Over
            | PairingState::Void
            | PairingState::CalledOff
            | PairingState::Unfinished => None,
        };
        if let Some((state, results)) = changed {
            endings::store(connection, id, row, (state, results), now).await?;
        }
    }
    let started = start_waiting(connection, &tournament, &mut rows, now).await?;
    let goes_on = rows.iter().any(|row| matches!(row.state, PairingState::Waiting | PairingState::Playing));
    if goes_on {
        let due_at = if started.len() == MAX_STARTED { Some(now) } else { tournament.ends_by() };
        tournaments::set(connection, &tournament.row, due_at).await?;
        return Ok(started);
    }
    (tournament.row.phase, tournament.row.ended_at) = (TournamentPhase::Over, Some(now));
    tournaments::set(connection, &tournament.row, None).await?;
    let people: Vec<UserId> = entries::list(connection, id).await?.iter().map(|entry| entry.user_id).collect();
    if tournament.row.series.repeats {
        follow(connection, &tournament, now).await?;
    }
    tournaments::owe(connection, id, EmailKind::TournamentOver, &people, now).await?;
    Ok(started)
}

/// Makes the next edition of a tournament, with the people of this one. It ends with the account of its creator.
async fn follow(connection: &mut Connection, tournament: &Tournament, now: DateTime<Utc>) -> Result<()> {
    let (row, series) = (&tournament.row, tournament.row.series);
    let edition = series.edition + 1;
    let new = NewTournament {
        id: TournamentId::new(),
        format: row.format,
        name: format!("{} {edition}", row.name.strip_suffix(&format!(" {}", series.edition)).unwrap_or(&row.name)),
        creator: row.creator,
        created_at: now,
        game: tournament.rules.info().id,
        options: row.options.clone(),
        seats: row.seats,
        clock: row.clock.clone(),
        entry_time: row.entry_time,
        max_entries: row.max_entries,
        at_once: row.at_once,
        seed: Seed::new(random_bytes()),
        series: Series { edition, previous: Some(row.id), ..series },
    };
    if tournaments::insert(connection, &new).await? {
        entries::renew(connection, new.id, row.id, now).await?;
    }
    Ok(())
}

/// Starts the matches whose players all have time for another one.
async fn start_waiting(
    connection: &mut Connection,
    tournament: &Tournament,
    rows: &mut [PairingRow],
    now: DateTime<Utc>,
) -> Result<Vec<Match>> {
    let mut busy: BTreeMap<UserId, u8> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.state == PairingState::Playing) {
        row.people.iter().for_each(|person| *busy.entry(*person).or_default() += 1);
    }
    let setup = tournament.setup()?;
    let mut started = Vec::new();
    while started.len() < MAX_STARTED {
        // First those whose players have the fewest, so that nobody is without a match while others have many.
        let load = |row: &PairingRow| {
            let of = |person: &UserId| busy.get(person).copied().unwrap_or(0);
            (row.people.iter().map(of).max().unwrap_or(0), row.people.iter().map(of).sum::<u8>())
        };
        let waiting = rows.iter_mut().filter(|row| row.state == PairingState::Waiting);
        let next = waiting.map(|row| (load(row), row)).filter(|((most, _), _)| *most < tournament.row.at_once);
        let Some((_, row)) = next.min_by_key(|(load, row)| (*load, row.number)) else { break };
        row.people.iter().for_each(|person| *busy.entry(*person).or_default() += 1);
        let m = start::start_match(connection, tournament, &setup, &row.people, now).await?;
        (row.state, row.match_id) = (PairingState::Playing, Some(m.id()));
        pairings::set(connection, tournament.row.id, row).await?;
        failpoint::point("tournament-matched");
        started.push(m);
    }
    Ok(started)
}
