//! The one road of every move: web, mail, bot, lapse of a clock.
//!
//! Read without a lock, let the rules judge, then one statement that writes only if the match is still where it was.
//! Whoever lost that race reads again, so two who act at once never make each other's move invalid without being told.

use engine::{Act, Advance, Seat};
use uuid::Uuid;

use super::{Match, Outcome, Phase, Refusal, clock, step};
use crate::app::App;
use crate::{db, fault};

/// How often a lost race is run again. More than the seats that can act at once, and their clocks.
const MOST_TRIES: usize = 16;

/// A move as somebody sends it.
#[derive(Clone, Copy, Debug)]
pub struct NewMove<'a> {
    /// The match.
    pub id: Uuid,
    /// Who sends it.
    pub user: Uuid,
    /// The text as sent.
    pub text: &'a str,
    /// The turn that the sender saw; nothing for `resign`, which is good at any turn.
    pub turn: Option<u32>,
}

/// A move that stands in the log.
pub struct Accepted {
    /// The match as it is now.
    pub m: Match,
    /// The move in its canonical spelling.
    pub text: String,
}

/// Plays a move. Sent again, the very same move for the same turn is not played again but answered as before.
pub async fn submit(app: &App, new: NewMove<'_>) -> Outcome<Accepted> {
    let result = walk(app, new).await;
    let label = if result.is_ok() { "accepted" } else { "refused" };
    metrics::counter!("turnpost_moves_total", "result" => label).increment(1);
    result
}

async fn walk(app: &App, new: NewMove<'_>) -> Outcome<Accepted> {
    let mut connection = app.db.get().await?;
    for _ in 0..MOST_TRIES {
        let row = db::matches::find(&mut connection, new.id, Some(new.user)).await?;
        let m = Match::new(row.ok_or(Refusal::NotFound("match"))?)?;
        if !m.is_visible_to(Some(new.user)) {
            return Err(Refusal::NotFound("match"));
        }
        let seat = match m.phase() {
            Phase::Open => return Err(Refusal::Conflict("The match has not started yet.".to_owned())),
            Phase::Cancelled => return Err(Refusal::Conflict("The match was called off.".to_owned())),
            Phase::Running | Phase::Over => {
                m.seat_of(new.user).ok_or(Refusal::Forbidden("You have no seat in this match."))?
            }
        };
        let text = m.rules.read(new.text)?;
        let now = app.clock.now();
        if let Some((act, whose)) = clock::due(&m, now)? {
            write(&mut connection, m, act, whose, now).await?;
            continue;
        }
        let stale = new.turn.filter(|quoted| i64::from(*quoted) != i64::from(m.row.turn));
        let written = match stale {
            Some(quoted) => Err(Refusal::Stale { quoted, turn: m.row.turn as u32 }),
            None => write(&mut connection, m, Act::Chosen { by: seat, text: &text }, Some(seat), now).await,
        };
        match written {
            Ok(Some(m)) => {
                app.letters.notify_waiters();
                return Ok(Accepted { m, text });
            }
            Ok(None) => {}
            Err(refusal @ (Refusal::Stale { .. } | Refusal::Rules(_))) => {
                let repeated = is_repeated(&mut connection, new, seat, &text).await?;
                let row =
                    if repeated { db::matches::find(&mut connection, new.id, Some(new.user)).await? } else { None };
                return Ok(Accepted { m: Match::new(row.ok_or(refusal)?)?, text });
            }
            Err(refusal) => return Err(refusal),
        }
    }
    Err(Refusal::Conflict("Too many act in this match at once; send the move again.".to_owned()))
}

/// Is this the seat's latest move over again, for the turn for which it was sent? (A lost answer, an impatient thumb.)
/// To be asked about what is refused only: that a move cannot be made twice in one turn is a law that every game obeys.
async fn is_repeated(connection: &mut db::Connection, new: NewMove<'_>, seat: Seat, text: &str) -> Outcome<bool> {
    let last = db::matches::last_move(connection, new.id, i16::from(seat.0)).await?;
    let same_turn = |turn: i32| new.turn.is_none_or(|sent| i64::from(sent) == i64::from(turn));
    Ok(last.is_some_and(|last| last.text == text && same_turn(last.turn)))
}

/// Lets the rules judge an act and stores what follows. Gives the match as it is then, or nothing if it had gone on meanwhile.
pub(super) async fn write(
    connection: &mut db::Connection,
    m: Match,
    act: Act<'_>,
    acted: Option<Seat>,
    now: chrono::DateTime<chrono::Utc>,
) -> Outcome<Option<Match>> {
    let advance = m.rules.advance(&m.frame()?, act, m.moment(now))?;
    fault::point("move-judged");
    let stored = step::stored(&m, &advance, acted, now)?;
    if !db::advance::advance(connection, &stored).await? {
        return Ok(None);
    }
    fault::point("move-committed");
    Ok(Some(after(m, &advance, stored)))
}

/// The match after a step, without reading it again.
fn after(mut m: Match, advance: &Advance, stored: db::advance::Advance) -> Match {
    m.row.started_at = m.row.started_at.or(Some(stored.now));
    m.row.ended_at = advance.status.outcome.as_ref().map(|_| stored.now);
    m.row.phase = stored.phase.to_owned();
    m.row.ply = stored.ply;
    m.row.turn = stored.turn;
    m.row.moment = stored.moment;
    m.row.left_seats = stored.left_seats;
    m.row.awaited = stored.awaited;
    m.row.lapses = stored.lapses;
    m.row.deadlines = stored.deadlines;
    m.row.wake_at = stored.wake_at;
    m.row.state = Some(stored.state);
    m
}
