//! Decisions of the host: who may use the server, and which matches are shown and continue. Each is put on record with its reason in the
//! transaction that carries it out.

use super::profiles::with_handle;
use crate::app::App;
use crate::brief::clean;
use crate::db::host::{self, ActAbout};
use crate::db::people::Person;
use crate::db::{self, Connection, clients, grants, matches, reports, sessions};
use crate::events::Ended;
use crate::ids::{MatchId, ReportId};
use crate::play::game::alive;
use crate::play::game::submit::{self, Written};
use crate::play::telling::news;
use crate::play::{HostAct, Match, Phase, Refusal, Result};

/// The maximum number of characters of a reason.
const LONGEST: usize = 500;

/// The number of tries to end a match while its players and clocks act.
const MAX_TRIES: usize = 16;

/// The reason for an act of the host, on one line.
#[derive(Clone, Debug)]
pub struct Reason(String);

impl Reason {
    /// Reads a reason. Refuses one that is empty or too long.
    pub fn read(text: &str) -> Result<Reason> {
        let text = clean::visible(text);
        if text.is_empty() || text.chars().count() > LONGEST {
            return Err(Refusal::Field("reason", format!("Expected a reason of 1 to {LONGEST} characters.")));
        }
        Ok(Reason(text))
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.0
    }
}

async fn person_named(connection: &mut Connection, handle: &str) -> Result<Person> {
    with_handle(connection, handle).await?.ok_or(Refusal::NotFound("player"))
}

/// Blocks the account with this handle. Its sessions and tokens end at once, on all servers, and so does the access of its apps to
/// the accounts of others; its bots are blocked, too; it gets no emails, and the links of its emails are refused. Its seats and their
/// clocks do not change.
pub async fn block(app: &App, handle: &str, reason: &Reason) -> Result<Person> {
    let now = app.clock.now();
    let work = async |connection: &mut Connection| {
        let person = person_named(connection, handle).await?;
        let blocked = host::block(connection, person.id, now).await?;
        if !blocked.contains(&person.id) {
            return Err(Refusal::Conflict(format!("The account of @{} is already blocked.", person.handle)));
        }
        // A sign-in that is under way waits for the lock of the person, and finds the block.
        let ended = sessions::end_all(connection, person.id, now).await?;
        grants::end_all(connection, person.id, now).await?;
        let holders = clients::end_grants(connection, person.id, now).await?;
        host::record(connection, HostAct::Block, ActAbout::Person(person.id), &reason.0, now).await?;
        Ok((person, blocked, ended, holders))
    };
    let (person, blocked, ended, holders) = db::transaction(&mut *app.db.get().await?, work).await?;
    // Not the account as a whole: sessions that begin after the block is taken back are good.
    for session in ended {
        app.hub.end(Ended::Session(person.id, session), now);
    }
    for account in blocked {
        app.hub.end(Ended::Tokens(account), now);
    }
    super::clients::tell(app, holders);
    Ok(person)
}

/// Takes the block from the account with this handle. Its person can sign in again; sessions and tokens of before stay ended.
pub async fn unblock(app: &App, handle: &str, reason: &Reason) -> Result<Person> {
    let work = async |connection: &mut Connection| {
        let person = person_named(connection, handle).await?;
        if !host::unblock(connection, person.id).await? {
            return Err(Refusal::Conflict(format!("The account of @{} is not blocked.", person.handle)));
        }
        host::record(connection, HostAct::Unblock, ActAbout::Person(person.id), &reason.0, app.clock.now()).await?;
        Ok(person)
    };
    db::transaction(&mut *app.db.get().await?, work).await
}

/// Hides a match: it is private as long as it is hidden, and also the links for spectators show it no more.
pub async fn hide(app: &App, id: MatchId, reason: &Reason) -> Result<Match> {
    let work = async |connection: &mut Connection| {
        Match::get(connection, id, None).await?;
        if !host::hide(connection, id).await? {
            return Err(Refusal::Conflict("The match is already hidden.".to_owned()));
        }
        host::record(connection, HostAct::Hide, ActAbout::Match(id), &reason.0, app.clock.now()).await?;
        Match::get(connection, id, None).await
    };
    let m = db::transaction(&mut *app.db.get().await?, work).await?;
    news::seen_by_fewer(app, &m);
    Ok(m)
}

/// Gives a hidden match the visibility that it had.
pub async fn show(app: &App, id: MatchId, reason: &Reason) -> Result<Match> {
    let work = async |connection: &mut Connection| {
        Match::get(connection, id, None).await?;
        if !host::show(connection, id).await? {
            return Err(Refusal::Conflict("The match is not hidden.".to_owned()));
        }
        host::record(connection, HostAct::Show, ActAbout::Match(id), &reason.0, app.clock.now()).await?;
        Match::get(connection, id, None).await
    };
    db::transaction(&mut *app.db.get().await?, work).await
}

/// Marks a report as done. Its reporter is not told.
pub async fn finish_report(app: &App, id: ReportId, reason: &Reason) -> Result<()> {
    let work = async |connection: &mut Connection| {
        reports::find(connection, id).await?.ok_or(Refusal::NotFound("report"))?;
        let now = app.clock.now();
        let Some(subject) = reports::finish(connection, id, now).await? else {
            return Err(Refusal::Conflict("The report is already done.".to_owned()));
        };
        Ok(host::record(connection, HostAct::ReportDone, ActAbout::Report(subject), &reason.0, now).await?)
    };
    db::transaction(&mut *app.db.get().await?, work).await
}

/// The end of a match that the host has brought.
enum End {
    /// The match ran; it is a draw now.
    Drawn(Box<Written>),
    /// The match had not started; it is cancelled.
    CalledOff,
}

/// Ends a match. One that runs is abandoned by a line of its log and ends as a draw; one that has not started is cancelled. Its players
/// are told the reason.
pub async fn end(app: &App, id: MatchId, reason: &Reason) -> Result<Match> {
    alive::ensure(app).await?;
    for _ in 0..MAX_TRIES {
        let mut connection = app.db.get().await?;
        let now = app.clock.now();
        // What a clock owes comes first.
        let m = Match::get(&mut connection, id, None).await?;
        if m.phase() == Phase::Running
            && let Some(due) = alive::due(app, &m, now)?
        {
            submit::settle(app, &mut connection, m, due, now).await?;
            continue;
        }
        let work = async |connection: &mut Connection| end_now(app, connection, id, reason).await;
        match db::transaction(&mut connection, work).await? {
            Some(End::Drawn(written)) => return Ok(written.publish(app)),
            Some(End::CalledOff) => {
                let m = Match::get(&mut connection, id, None).await?;
                news::publish_seats(app, &m, Phase::Open, None);
                return Ok(m);
            }
            None => {}
        }
    }
    Err(Refusal::Busy)
}

/// Ends the match in a transaction; none if it has changed meanwhile.
async fn end_now(app: &App, connection: &mut Connection, id: MatchId, reason: &Reason) -> Result<Option<End>> {
    let now = app.clock.now();
    matches::lock(connection, id).await?;
    let m = Match::get(connection, id, None).await?;
    let end = match m.phase() {
        Phase::Running => {
            let Some(written) = submit::store_abandoned(app, connection, m, now).await? else { return Ok(None) };
            End::Drawn(Box::new(written))
        }
        Phase::Open => {
            if !matches::cancel(connection, id, m.creator(), now).await? {
                return Ok(None);
            }
            End::CalledOff
        }
        Phase::Over => return Err(Refusal::Conflict("The match is already over.".to_owned())),
        Phase::Cancelled => return Err(Refusal::Conflict("The match was already cancelled.".to_owned())),
    };
    host::record(connection, HostAct::End, ActAbout::Match(id), &reason.0, now).await?;
    Ok(Some(end))
}

/// What the players of a match are told of its end by the host, in a sentence; none if the host has not ended it.
pub fn end_in_words(m: &Match) -> Option<String> {
    let reason = clean::sentence(m.ended_by_host()?);
    Some(match m.phase() {
        Phase::Cancelled => format!("The host of this server cancelled the match. Reason: {reason}"),
        Phase::Open | Phase::Running | Phase::Over => {
            format!("The host of this server ended the match. Reason: {reason}")
        }
    })
}

/// What the readers of a match are told of the host's acts, in sentences.
pub fn in_words(m: &Match) -> impl Iterator<Item = String> {
    let hidden = "The host of this server has hidden the match. Only its players, its creator and invited people can \
                  see it.";
    m.is_hidden().then(|| hidden.to_owned()).into_iter().chain(end_in_words(m))
}
