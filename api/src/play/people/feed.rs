//! Where a feed of events starts: the matches that have changed since the reader's cursor, as far as the reader may know.

use std::collections::BTreeSet;

use chrono::{DateTime, Duration, Utc};
use engine::Eye;

use super::account;
use super::caller::Caller;
use crate::app::App;
use crate::db::invitations::Part;
use crate::db::{self, Connection, feeds};
use crate::events::{Kind, Limit, Notice, Refused, Stream, Subscriber, Topic};
use crate::ids::{MatchId, UserId};
use crate::limits::Asker;
use crate::play::matches::lines::of_rules;
use crate::play::telling::{look, news};
use crate::play::{Match, Phase, Refusal, Result};

/// Acts are committed a little after the time that they are given: events of this time before the cursor are told again.
const OVERLAP: Duration = Duration::seconds(10);
/// A reader who was away for longer is told to load everything again.
const LONGEST: Duration = Duration::days(7);
/// A reader who has missed more than this is told to load everything again.
const MAX: i64 = 100;

/// A reader of events.
#[derive(Clone, Debug)]
pub enum Reader {
    /// A person, about all own matches.
    Person(Caller),
    /// A person or a visitor, about one match.
    Table(MatchId, Option<Caller>),
}

impl Reader {
    /// The reader, if signed in.
    pub fn user(&self) -> Option<UserId> {
        self.caller().map(|caller| caller.user)
    }

    fn caller(&self) -> Option<&Caller> {
        match self {
            Reader::Person(caller) => Some(caller),
            Reader::Table(_, caller) => caller.as_ref(),
        }
    }
}

/// Opens a stream of the events from now on. To be called before [`start`], so that no event is missed in between.
pub fn open(app: &App, reader: &Reader, network: Asker) -> Result<Stream> {
    let topic = match reader {
        Reader::Person(caller) => Topic::Person(caller.user),
        Reader::Table(id, caller) => Topic::Table(*id, caller.as_ref().map(|caller| caller.user)),
    };
    let caller = reader.caller();
    let subscriber = Subscriber {
        asker: caller.filter(|caller| !caller.is_guest).map_or(network, |caller| Asker::Account(caller.user)),
        session: caller.and_then(|caller| caller.session),
    };
    let limit = Limit { account: app.config.streams_per_account, network: app.config.streams_per_network };
    app.hub.feeds.open(topic, subscriber, limit).map_err(|refused| match refused {
        Refused::TooMany(max) => Refusal::TooManyStreams(max),
        Refused::Unavailable => Refusal::Stopping,
    })
}

/// Returns what the reader has missed since the cursor. Refuses a reader whose session has ended, and one who may not see the match.
pub async fn start(app: &App, reader: &Reader, cursor: DateTime<Utc>) -> Result<Vec<Notice>> {
    if let Some(caller) = reader.caller() {
        // A stream outlives the access token that opened it: the session is looked at once, and its end ends the stream.
        drop(account::present(app, caller).await?);
    }
    let now = app.clock.now();
    let since = cursor - OVERLAP;
    match reader {
        Reader::Person(_) if now - cursor > LONGEST => Ok(vec![Notice::RESYNC]),
        Reader::Person(caller) => Ok(missed(app, caller.user, since).await?.unwrap_or_else(|| vec![Notice::RESYNC])),
        Reader::Table(id, caller) => {
            // What a page shows at any time tells nothing of what has happened meanwhile.
            let m = look::find(app, *id, caller.as_ref().map(|caller| caller.user)).await?;
            let user = caller.as_ref().map(|caller| caller.user).filter(|user| m.has_player(*user));
            Ok(vec![news::notice(&m, kind(&m, since), user)])
        }
    }
}

/// What a person has missed; none if it is too much to tell.
async fn missed(app: &App, user: UserId, since: DateTime<Utc>) -> Result<Option<Vec<Notice>>> {
    let mut connection = app.db.get().await?;
    let emails = feeds::told(&mut connection, user, since, MAX).await?;
    let changed = feeds::changed(&mut connection, user, since, MAX).await?;
    let noted = feeds::noted(&mut connection, user, since, MAX).await?;
    if [emails.len(), changed.len(), noted.len()].into_iter().any(|found| found as i64 >= MAX) {
        return Ok(None);
    }
    // What an email tells, an event may tell.
    let by_email = emails.iter().filter(|email| email.kind.facts().is_news).filter_map(|email| email.match_id);
    let by_email: BTreeSet<MatchId> = by_email.collect();
    let mut notices = Vec::new();
    for id in changed.into_iter().chain(by_email.iter().copied()).collect::<BTreeSet<_>>() {
        let Some(m) = Match::find(&mut connection, id, Some(user)).await? else { continue };
        let is_own = m.has_player(user) || m.creator() == user;
        if is_own && (by_email.contains(&id) || has_told(&mut connection, &m, user, since).await?) {
            notices.push(news::notice(&m, kind(&m, since), Some(user)));
        }
    }
    let invitations = db::invitations::of_user(&mut connection, user, Part::NEWEST).await?;
    let fresh = invitations.iter().filter(|invitation| invitation.created_at >= since);
    notices.extend(fresh.map(|invitation| news::invitation(invitation.match_id)));
    notices.extend(noted.iter().map(|row| news::note(row.id, row.at)));
    Ok(Some(notices))
}

/// Returns whether a person may know that a match in which something has happened since a time has changed.
async fn has_told(connection: &mut Connection, m: &Match, user: UserId, since: DateTime<Utc>) -> Result<bool> {
    let is_since = |at: Option<DateTime<Utc>>| at.is_some_and(|at| at >= since);
    if m.phase() == Phase::Open || is_since(m.started_at()) || is_since(m.ended_at()) {
        return Ok(true);
    }
    let lines = of_rules(&feeds::lines(connection, m.id(), since).await?);
    news::reads_any(m, &lines, m.seat_of(user).map_or(Eye::Public, Eye::Seat))
}

/// The kind of the notice about a match that has changed since a time.
fn kind(m: &Match, since: DateTime<Utc>) -> Kind {
    match m.phase() {
        Phase::Over | Phase::Cancelled if m.ended_at().is_some_and(|at| at >= since) => Kind::MatchOver,
        Phase::Running if m.started_at().is_some_and(|at| at >= since) => Kind::MatchStarted,
        Phase::Open | Phase::Running | Phase::Over | Phase::Cancelled => Kind::Match,
    }
}
