//! What the host decides about tournaments. Each act is put on record with its reason.

use super::tournament::Tournament;
use crate::app::App;
use crate::db::host::{self, ActAbout};
use crate::db::words::PairingState;
use crate::db::{self, Connection, entries, pairings, tournaments};
use crate::events::Event;
use crate::ids::UserId;
use crate::play::people::host::Reason;
use crate::play::{EmailKind, HostAct, Refusal, Result, TournamentPhase};

async fn numbered(connection: &mut Connection, number: i32) -> Result<Tournament> {
    let row = tournaments::numbered(connection, number).await?;
    Tournament::new(row.ok_or(Refusal::NotFound("tournament"))?)
}

/// Shows the tournament with this number before others, or not any more.
pub async fn feature(app: &App, number: i32, featured: bool, reason: &Reason) -> Result<Tournament> {
    let now = app.clock.now();
    let work = async |connection: &mut Connection| {
        let tournament = numbered(connection, number).await?;
        let id = tournament.row.id;
        if !tournaments::feature(connection, id, featured).await? {
            return Err(Refusal::Conflict("It is so already.".to_owned()));
        }
        let act = if featured { HostAct::Feature } else { HostAct::Unfeature };
        host::record(connection, act, ActAbout::Tournament(id), reason.text(), now).await?;
        Ok(tournament)
    };
    db::transaction(&mut *app.db.get().await?, work).await
}

/// Ends the tournament with this number: it is called off before its start, and over after it. Matches that run go on and do not count for it,
/// and no edition follows. All who have entered are told, without the reason.
pub async fn end(app: &App, number: i32, reason: &Reason) -> Result<Tournament> {
    let now = app.clock.now();
    let work = async |connection: &mut Connection| {
        let id = numbered(connection, number).await?.row.id;
        tournaments::lock(connection, id).await?;
        let mut tournament = Tournament::get(connection, id).await?;
        tournament.row.phase = match tournament.row.phase {
            TournamentPhase::Entry => TournamentPhase::CalledOff,
            TournamentPhase::Running => TournamentPhase::Over,
            TournamentPhase::Over | TournamentPhase::CalledOff => {
                return Err(Refusal::Conflict("It is over already.".to_owned()));
            }
        };
        tournament.row.ended_at = Some(now);
        for mut row in pairings::list(connection, id).await? {
            if matches!(row.state, PairingState::Waiting | PairingState::Playing) {
                (row.state, row.done_at) = (PairingState::Void, Some(now));
                pairings::set(connection, id, &row).await?;
            }
        }
        tournaments::set(connection, &tournament.row, None).await?;
        let people: Vec<UserId> = entries::list(connection, id).await?.iter().map(|entry| entry.user_id).collect();
        tournaments::owe(connection, id, EmailKind::TournamentOver, &people, now).await?;
        host::record(connection, HostAct::EndTournament, ActAbout::Tournament(id), reason.text(), now).await?;
        Ok(tournament)
    };
    let ended = db::transaction(&mut *app.db.get().await?, work).await?;
    app.hub.publish(Event::EmailOwed);
    Ok(ended)
}
