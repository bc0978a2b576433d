//! Commands about tournaments.

use crate::app::App;
use crate::brief::clean::name;
use crate::db::tournaments;
use crate::ids::{TournamentId, UserId};
use crate::play::telling::brief;
use crate::play::tournaments::tournament::Tournament;
use crate::play::tournaments::{entry, ladder};
use crate::play::{Refusal, Result, TournamentPhase};

/// The most tournaments of each kind in a list.
const MAX: i64 = 20;

/// The tournament with this number.
pub(super) async fn find(app: &App, number: i32) -> Result<TournamentId> {
    let unknown =
        || Refusal::Conflict(format!("There is no tournament {number}. To get their numbers, write: tournaments"));
    let found = tournaments::numbered(&mut *app.db.get().await?, number).await?;
    Ok(found.ok_or_else(unknown)?.id)
}

/// Refuses an entry to the tournament with this number, if it takes none.
pub(super) async fn may_enter(app: &App, number: i32) -> Result<()> {
    let id = find(app, number).await?;
    entry::takes_entries(&Tournament::get(&mut *app.db.get().await?, id).await?)
}

/// The tournaments of a person, then those that people can enter, then others that run.
pub(super) async fn list(app: &App, user: UserId) -> Result<Vec<TournamentId>> {
    let mut connection = app.db.get().await?;
    let own = tournaments::of_person(&mut connection, user, false, TournamentId::LAST, MAX).await?;
    let open = tournaments::list(&mut connection, TournamentPhase::Entry, None, TournamentId::LAST, MAX).await?;
    let running = tournaments::list(&mut connection, TournamentPhase::Running, None, TournamentId::LAST, MAX).await?;
    let mut ids: Vec<TournamentId> = Vec::new();
    for row in own.into_iter().chain(open).chain(running) {
        if !ids.contains(&row.id) {
            ids.push(row.id);
        }
    }
    Ok(ids)
}

/// Enters a person, and says so.
pub(super) async fn enter(app: &App, user: UserId, number: i32) -> Result<String> {
    let tournament = entry::enter(app, find(app, number).await?, user).await?;
    Ok(format!("You have entered {}. {}", name(&tournament.row.name), tournament.state()))
}

/// Takes the entry of a person back, or withdraws the person, and says so.
pub(super) async fn leave(app: &App, user: UserId, number: i32) -> Result<String> {
    let tournament = entry::leave(app, find(app, number).await?, user).await?;
    let called = name(&tournament.row.name);
    Ok(match tournament.row.phase {
        TournamentPhase::Running => {
            format!("You have withdrawn from {called}. Your running matches in it are resigned.")
        }
        TournamentPhase::Entry | TournamentPhase::Over | TournamentPhase::CalledOff => {
            format!("You have left {called}.")
        }
    })
}

/// Challenges a player of a ladder, and says so.
pub(super) async fn challenge(app: &App, user: UserId, number: i32, handle: &str) -> Result<String> {
    let m = ladder::challenge(app, find(app, number).await?, user, handle).await?;
    Ok(format!(
        "Your match in the ladder has begun: {}. You get an email when it is your turn.",
        brief::table(&m, "")?.called()
    ))
}
