//! The single path of every move: from a page, the API or a bot, and every lapse of a clock.
//!
//! The match is read without a lock, the rules judge the act, and one statement writes the result if the match has not changed
//! since it was read. If it has changed, the path is run again from the start. So of two acts at once the later one is judged by
//! the position after the first, and its sender gets a refusal if it is stale.

use std::time::Duration;

use chrono::{DateTime, Utc};
use engine::{Act, Line, Seat, Seats};

use super::deadline::{self, Due, Follows};
use super::news::{self, Before, Readers};
use super::step::{self, Judged};
use super::{Match, Phase, Refusal, Result, chain, consent, offers, same_turn, seen};
use crate::app::App;
use crate::ids::{IncomingId, MatchId, UserId};
use crate::{db, failpoint};

/// The number of runs before an act is refused because others were faster: more than the seats and clocks that can act at once.
const MOST_TRIES: usize = 16;

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
    /// The message that it came by, if it came by mail. Moves of one message are answered together.
    pub via: Option<IncomingId>,
}

/// A move that was played.
pub struct Accepted {
    /// The match as it is now.
    pub m: Match,
    /// The move in its canonical spelling.
    pub text: String,
    /// True if it had been played before: the same move was sent again for the same turn.
    pub repeated: bool,
}

/// Plays a move. If the same move is sent again for the same turn, it is not played again, and the answer is the same.
pub async fn submit(app: &App, new: NewMove<'_>) -> Result<Accepted> {
    let result = walk(app, new).await;
    let label = if result.is_ok() { "accepted" } else { "refused" };
    ::metrics::counter!("turnpost_moves_total", "result" => label).increment(1);
    result
}

async fn walk(app: &App, new: NewMove<'_>) -> Result<Accepted> {
    for _ in 0..MOST_TRIES {
        let mut connection = app.db.get().await?;
        let m = Match::visible(&mut connection, new.id, Some(new.user)).await?;
        let seat = match m.phase() {
            Phase::Open => return Err(Refusal::Conflict("The match has not started yet.".to_owned())),
            Phase::Cancelled => return Err(Refusal::Conflict("The match was called off.".to_owned())),
            Phase::Running | Phase::Over => {
                m.seat_of(new.user).ok_or(Refusal::Forbidden("You have no seat in this match."))?
            }
        };
        let turn = new.turn.unwrap_or(m.turn());
        let goes_on = m.goes_on(seat, turn)?;
        // The key of an old turn must not tell what is possible now.
        let text = if goes_on { m.rules.read_now(&m.frame()?, seat, new.text)? } else { m.rules.read(new.text)? };
        let now = app.clock.now();
        if let Some(due) = deadline::due(&m, now, new.received_at)? {
            if is_unread(&mut connection, &m, &due).await? {
                drop(connection);
                tokio::time::sleep(UNREAD).await;
            } else {
                settle(app, &mut connection, m, due, now).await?;
            }
            continue;
        }
        let written = if goes_on {
            let act = Act::Chosen { by: seat, text: &text };
            let by = Actor { act, seats: Seats::just(seat), turn, counts_from: new.received_at, via: new.via };
            write(app, &mut connection, m, by, now).await
        } else {
            Err(Refusal::Stale { quoted: turn, turn: m.turn() })
        };
        match written {
            Ok(Some(m)) => return Ok(Accepted { m, text, repeated: false }),
            Ok(None) => {}
            Err(refusal @ (Refusal::Stale { .. } | Refusal::Rules(_))) => {
                let repeated = is_repeated(&mut connection, new, seat, &text).await?;
                let m = if repeated { Match::find(&mut connection, new.id, Some(new.user)).await? } else { None };
                return Ok(Accepted { m: m.ok_or(refusal)?, text, repeated: true });
            }
            Err(refusal) => return Err(refusal),
        }
    }
    Err(Refusal::Busy)
}

/// Returns whether this repeats the seat's latest move, sent for the same turn: an answer was lost, or a button was pressed
/// twice. To be called for refused moves only: it is a law for every game that a move cannot be made twice in one turn.
async fn is_repeated(connection: &mut db::Connection, new: NewMove<'_>, seat: Seat, text: &str) -> Result<bool> {
    let last = db::moves::last_move(connection, new.id, seat).await?;
    Ok(last.is_some_and(|last| last.text == text && new.turn.is_none_or(|sent| sent == last.turn)))
}

/// Returns whether a message that came in time, for a seat whose clock has run out, has not been read.
pub(super) async fn is_unread(connection: &mut db::Connection, m: &Match, due: &Due) -> Result<bool> {
    let Some(until) = due.deadline else { return Ok(false) };
    Ok(db::incoming::is_unread(connection, m.id(), due.whose, until).await?)
}

/// Settles a clock that has run out. Returns the match after it, or none if the match had gone on meanwhile.
pub(super) async fn settle(
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
            news::changed(app, connection, &m, Readers::all).await;
            return Ok(Some(m));
        }
    };
    let by = Actor { act, seats: due.whose, turn, counts_from: now, via: None };
    write(app, connection, m, by, now).await
}

/// Ends a match that its players have abandoned. Returns the match after it, or none if the match had gone on meanwhile.
pub(super) async fn abandon(
    app: &App,
    connection: &mut db::Connection,
    m: Match,
    now: DateTime<Utc>,
) -> Result<Option<Match>> {
    let turn = m.turn();
    let by = Actor { act: Act::Abandoned, seats: Seats::NONE, turn, counts_from: now, via: None };
    write(app, connection, m, by, now).await
}

/// An act, with the seats that count as having acted and the turn for which it was sent.
struct Actor<'a> {
    act: Act<'a>,
    seats: Seats,
    turn: u32,
    counts_from: DateTime<Utc>,
    via: Option<IncomingId>,
}

/// Lets the rules judge an act, stores what follows, and publishes it. Returns the match after it, or none if the match had
/// gone on meanwhile.
async fn write(
    app: &App,
    connection: &mut db::Connection,
    m: Match,
    Actor { act, seats: acted, turn, counts_from, via }: Actor<'_>,
    now: DateTime<Utc>,
) -> Result<Option<Match>> {
    let by = Actor { act, seats: acted, turn, counts_from, via };
    let Some(written) = store(app, connection, m, by, now).await? else { return Ok(None) };
    failpoint::point("move-committed");
    if written.is_left_open {
        consent::after_leaving(connection, written.m.id(), now).await;
    }
    Ok(Some(written.publish(app)))
}

/// An act that is stored, and not published yet.
pub(super) struct Written {
    m: Match,
    before: Before,
    lines: Vec<Line>,
    /// True if a player has left while a proposal waits for consent.
    is_left_open: bool,
}

impl Written {
    /// Publishes the act, once it is committed. Returns the match after it.
    pub(super) fn publish(self, app: &App) -> Match {
        news::acted(app, &self.m, &self.before, &self.lines);
        self.m
    }
}

/// Ends a match as abandoned, in a transaction of the caller; none if the match had gone on meanwhile.
pub(super) async fn store_abandoned(
    app: &App,
    connection: &mut db::Connection,
    m: Match,
    now: DateTime<Utc>,
) -> Result<Option<Written>> {
    let turn = m.turn();
    let by = Actor { act: Act::Abandoned, seats: Seats::NONE, turn, counts_from: now, via: None };
    store(app, connection, m, by, now).await
}

/// Lets the rules judge an act, and stores what follows; none if the match had gone on meanwhile.
async fn store(
    app: &App,
    connection: &mut db::Connection,
    m: Match,
    Actor { act, seats: acted, turn, counts_from, via }: Actor<'_>,
    now: DateTime<Utc>,
) -> Result<Option<Written>> {
    let advance = m.rules.advance(&m.frame()?, act, m.moment(now))?;
    same_turn::check(connection, &m, act, &advance).await?;
    failpoint::point("move-judged");
    let stored = step::stored(
        &m,
        &Judged { advance: &advance, acted, turn, counts_from, via, watching: seen::watching(app, &m) },
        now,
    )?;
    if !db::advance::advance(connection, &stored).await? {
        return Ok(None);
    }
    let is_left_open = m.proposal(now).is_some() && stored.progress.left_seats != m.left();
    let heads = chain::after(m.heads(), &stored.lines);
    let (before, m) = (Before::of(&m), m.after(stored.progress, heads));
    Ok(Some(Written { m, before, lines: advance.lines, is_left_open }))
}
