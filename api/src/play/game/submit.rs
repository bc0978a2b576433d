//! The single path of every move: from a page, the API, an email or a bot, and every lapse of a clock.
//!
//! The match is read without a lock, or this process has a copy of it since its last move. The rules judge the act, and one
//! statement writes the result if the match has not changed since. If it has changed, the path is run again from the start. So of
//! two acts at once the later one is judged by the position after the first, and its sender gets a refusal if it is stale.

use std::time::Duration;

use chrono::{DateTime, Utc};
use engine::{Act, Line, Seat, Seats};

use super::step::{self, Judged};
use super::{alive, consent, decks, offers, same_turn};
use crate::app::App;
use crate::db::advance::Step;
use crate::ids::{IncomingId, MatchId, UserId};
use crate::play::matches::chain;
use crate::play::matches::deadline::{Due, Follows};
use crate::play::telling::grace;
use crate::play::telling::news::{self, Before, Readers};
use crate::play::{Match, Phase, Refusal, Result};
use crate::{db, failpoint};

/// The number of runs before an act is refused because others were faster: more than the seats and clocks that can act at once.
const MAX_TRIES: usize = 16;

/// The pause before an act is tried again because a message that came before a deadline has to be read first.
const UNREAD: Duration = Duration::from_millis(100);

/// A move as a player sends it.
#[derive(Clone, Copy, Debug)]
pub struct NewMove<'a> {
    /// The match.
    pub id: MatchId,
    /// The sender.
    pub user: UserId,
    /// The text as sent.
    pub text: &'a str,
    /// The turn that the sender saw; `None` for `resign`, which is accepted in any turn.
    pub turn: Option<u32>,
    /// The time at which the server received it, which is what a match clock counts.
    pub received_at: DateTime<Utc>,
    /// The message that it came by, if it came by email. Moves of one message get one reply.
    pub via: Option<IncomingId>,
}

/// The result of a move.
pub struct Accepted {
    /// The match as it is now.
    pub m: Match,
    /// The move in its canonical spelling.
    pub text: String,
    /// True if it had been played before: the same move was sent again for the same turn.
    pub repeated: bool,
}

/// Plays a move. If the same move is sent again for the same turn, it is not played again, and the response is the same.
pub async fn submit(app: &App, new: NewMove<'_>) -> Result<Accepted> {
    let result = walk(app, new).await;
    let (label, is_written) = match &result {
        Ok(accepted) => ("accepted", (!accepted.repeated).then_some(true)),
        Err(Refusal::Database(db::Trouble::Unavailable(_))) => ("unavailable", Some(false)),
        Err(_) => ("refused", None),
    };
    if let Some(is_written) = is_written {
        app.db.writes().note(is_written);
    }
    ::metrics::counter!("turnpost_moves_total", "result" => label).increment(1);
    result
}

async fn walk(app: &App, new: NewMove<'_>) -> Result<Accepted> {
    alive::ensure(app).await?;
    if let Some((m, read_at)) = copy(app, new) {
        // What a copy leads to counts only if the move is written; a refusal may come of what has changed since.
        if let Ok(Attempt::Accepted(accepted)) = attempt(app, m, new, read_at).await {
            return Ok(*accepted);
        }
    }
    // Most moves do not come here: in a box, the rest does not make the future of every move longer, which is copied several times.
    Box::pin(read_and_try(app, new)).await
}

async fn read_and_try(app: &App, new: NewMove<'_>) -> Result<Accepted> {
    for _ in 0..MAX_TRIES {
        let read_at = app.clock.now();
        let m = Match::visible(&mut *app.db.get().await?, new.id, Some(new.user)).await?;
        let text = decks::spelled_out(app, (&m, new.user), new.text).await?;
        let new = NewMove { text: &text, ..new };
        match attempt(app, m, new, read_at).await? {
            Attempt::Accepted(accepted) => return Ok(*accepted),
            Attempt::Refused { seat, text, refusal } => {
                let mut connection = app.db.get().await?;
                let repeated = is_repeated(&mut connection, new, seat, &text).await?;
                let m = if repeated { Match::find(&mut connection, new.id, Some(new.user)).await? } else { None };
                return Ok(Accepted { m: m.ok_or(refusal)?, text, repeated: true });
            }
            Attempt::ClockDue(m, due) => {
                let mut connection = app.db.get().await?;
                if is_unread(&mut connection, &m, &due).await? {
                    drop(connection);
                    tokio::time::sleep(UNREAD).await;
                } else {
                    settle(app, &mut connection, *m, due, app.clock.now()).await?;
                }
            }
            Attempt::GoneOn => {}
        }
    }
    Err(Refusal::Busy)
}

/// The match as this process has left it lately, if it has, and the sender has a seat there. It may have changed.
fn copy(app: &App, new: NewMove<'_>) -> Option<(Match, DateTime<Utc>)> {
    let copy = app.kept.take(new.id, app.clock.now())?;
    let m = Match::new(copy.row).ok().filter(|m| m.seat_of(new.user).is_some())?;
    Some((m, copy.read_at))
}

/// The result of judging a move by a match as it was read.
enum Attempt {
    Accepted(Box<Accepted>),
    /// A readable move, refused as stale or by the rules. The seat may have sent it before.
    Refused {
        seat: Seat,
        text: String,
        refusal: Refusal,
    },
    /// A clock has expired, which counts first.
    ClockDue(Box<Match>, Due),
    /// The match had changed meanwhile.
    GoneOn,
}

async fn attempt(app: &App, m: Match, new: NewMove<'_>, read_at: DateTime<Utc>) -> Result<Attempt> {
    let seat = match m.phase() {
        Phase::Open => return Err(Refusal::Conflict("The match has not started yet.".to_owned())),
        Phase::Cancelled => return Err(Refusal::Conflict("The match was cancelled.".to_owned())),
        Phase::Running | Phase::Over => {
            m.seat_of(new.user).ok_or(Refusal::Forbidden("You have no seat in this match."))?
        }
    };
    let turn = new.turn.unwrap_or(m.turn());
    let goes_on = m.goes_on(seat, turn)?;
    // The key of an old turn must not tell what is possible now.
    let text = if goes_on { m.rules.read_now(&m.frame()?, seat, new.text)? } else { m.rules.read(new.text)? };
    let now = app.clock.now();
    if let Some(due) = alive::due(app, &m, new.received_at)? {
        return Ok(Attempt::ClockDue(Box::new(m), due));
    }
    let written = if goes_on {
        let act = Act::Chosen { by: seat, text: &text };
        write(app, m, Actor { act, seats: Seats::just(seat), turn, counts_from: new.received_at, via: new.via }, now)
            .await
    } else {
        Err(Refusal::Stale { quoted: turn, turn: m.turn() })
    };
    match written {
        Ok(Some(m)) => {
            // With a copy a move is faster. Where moves may be secret, that would tell of one that has just been made.
            if !m.rules.info().secret {
                app.kept.keep(m.copy(read_at));
            }
            Ok(Attempt::Accepted(Box::new(Accepted { m, text, repeated: false })))
        }
        Ok(None) => Ok(Attempt::GoneOn),
        Err(refusal @ (Refusal::Stale { .. } | Refusal::Rules(_))) => Ok(Attempt::Refused { seat, text, refusal }),
        Err(refusal) => Err(refusal),
    }
}

/// Returns whether this repeats the seat's latest move, sent for the same turn: a response was lost, or a button was pressed
/// twice. To be called for refused moves only: it is a law for every game that a move cannot be made twice in one turn.
async fn is_repeated(connection: &mut db::Connection, new: NewMove<'_>, seat: Seat, text: &str) -> Result<bool> {
    let last = db::moves::last_move(connection, new.id, seat).await?;
    Ok(last.is_some_and(|last| last.text == text && new.turn.is_none_or(|sent| sent == last.turn)))
}

/// Returns whether a message that came in time, for a seat whose clock has expired, has not been read.
pub(in crate::play) async fn is_unread(connection: &mut db::Connection, m: &Match, due: &Due) -> Result<bool> {
    let Some(until) = due.deadline else { return Ok(false) };
    Ok(db::incoming::is_unread(connection, m.id(), due.whose, until).await?)
}

/// Settles a clock that has expired. Returns the match after it, or none if the match had changed meanwhile.
pub(in crate::play) async fn settle(
    app: &App,
    connection: &mut db::Connection,
    m: Match,
    due: Due,
    now: DateTime<Utc>,
) -> Result<Option<Match>> {
    let turn = m.turn();
    let act = match due.follows {
        Follows::Act(act) => act,
        Follows::Offer => {
            if !offers::offer(connection, &m, due.whose, now).await? {
                return Ok(None);
            }
            news::publish_change(app, connection, &m, Readers::all).await;
            return Ok(Some(m));
        }
    };
    write(app, m, Actor { act, seats: due.whose, turn, counts_from: now, via: None }, now).await
}

/// Ends a match that its players have abandoned. Returns the match after it, or none if the match had changed meanwhile.
pub(in crate::play) async fn abandon(app: &App, m: Match, now: DateTime<Utc>) -> Result<Option<Match>> {
    let by = Actor::abandoned(&m, now);
    write(app, m, by, now).await
}

/// An act, with the seats that count as having acted and the turn for which it was sent.
struct Actor<'a> {
    act: Act<'a>,
    seats: Seats,
    turn: u32,
    counts_from: DateTime<Utc>,
    via: Option<IncomingId>,
}

impl Actor<'_> {
    fn abandoned(m: &Match, now: DateTime<Utc>) -> Actor<'static> {
        Actor { act: Act::Abandoned, seats: Seats::NONE, turn: m.turn(), counts_from: now, via: None }
    }
}

/// Lets the rules judge an act, stores what follows, and publishes it. Returns the match after it, or none if the match had
/// changed meanwhile.
async fn write(app: &App, m: Match, by: Actor<'_>, now: DateTime<Utc>) -> Result<Option<Match>> {
    let (lines, step) = judge(app, &m, &by, now)?;
    same_turn::check(app, &m, by.act, &step).await?;
    failpoint::point("move-judged");
    let Some(step) = app.writer.write(step).await? else { return Ok(None) };
    failpoint::point("move-committed");
    let has_left = step.progress.left_seats != m.left();
    let written = Written::new(m, lines, step);
    if has_left {
        // A proposal may wait for the consent of all others.
        Box::pin(consent::after_leaving(app, written.m.id(), now)).await;
    }
    Ok(Some(written.publish(app)))
}

/// An act that is stored, and not published yet.
pub(in crate::play) struct Written {
    m: Match,
    before: Before,
    lines: Vec<Line>,
}

impl Written {
    fn new(m: Match, lines: Vec<Line>, step: Step) -> Written {
        let heads = chain::after(m.heads(), &step.lines);
        Written { before: Before::new(&m), m: m.after(step.progress, heads, step.line_at), lines }
    }

    /// Publishes the act, once it is committed. Returns the match after it.
    pub(in crate::play) fn publish(self, app: &App) -> Match {
        news::acted(app, &self.m, &self.before, &self.lines);
        self.m
    }
}

/// Ends a match as abandoned, in a transaction of the caller; none if the match had changed meanwhile.
pub(in crate::play) async fn store_abandoned(
    app: &App,
    connection: &mut db::Connection,
    m: Match,
    now: DateTime<Utc>,
) -> Result<Option<Written>> {
    let (lines, step) = judge(app, &m, &Actor::abandoned(&m, now), now)?;
    let is_written = db::advance::advance(connection, &step).await?;
    Ok(is_written.then(|| Written::new(m, lines, step)))
}

/// Lets the rules judge an act. Returns the lines that follow, and all that is to be stored.
fn judge(app: &App, m: &Match, by: &Actor<'_>, now: DateTime<Utc>) -> Result<(Vec<Line>, Step)> {
    let advance = m.rules.advance(&m.frame()?, by.act, m.moment(now))?;
    let &Actor { seats: acted, turn, counts_from, via, act: _ } = by;
    let step = step::stored(
        m,
        &Judged { advance: &advance, acted, turn, counts_from, via, watching: grace::watching(app, m) },
        now,
    )?;
    Ok((advance.lines, step))
}
