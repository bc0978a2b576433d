//! The effect of a proposal to which all seats have agreed.

use chrono::{DateTime, Duration, Utc};
use engine::{Seat, Seats, Span};

use crate::app::App;
use crate::db::emails::{self, Subject};
use crate::db::proposals::{self, ProposalRow};
use crate::db::{self, Connection};
use crate::ids::MatchId;
use crate::play::matches::deadline::{self, Standing, Terms};
use crate::play::{EmailKind, Match, ProposalAnswer, ProposalKind, Refusal, Result};

/// Lets a proposal without an answer take effect if all seats that have not left have agreed, and owes the emails about it. Returns
/// whether they have. To be called in a transaction that has locked the match before it was read.
pub(in crate::play) async fn complete(
    connection: &mut Connection,
    m: &Match,
    proposal: &ProposalRow,
    now: DateTime<Utc>,
) -> Result<bool> {
    // Computer players agree to everything.
    if !proposal.agreed.contains_all(m.staying_people()) {
        return Ok(false);
    }
    let (terms, clocks) = match proposal.kind {
        ProposalKind::Pause => (paused(m, proposal.length, now), m.progress().clocks.clone()),
        // All clocks alike: a difference would tell who is awaited.
        ProposalKind::Extension => (m.terms.clone(), deadline::extended(m, Seats::all(m.seats()), |_| proposal.length)),
    };
    if !m.set_clocks(connection, &terms, &clocks, &[], now).await? {
        return Err(Refusal::Busy);
    }
    proposals::answer(connection, m.id(), proposal.number, (ProposalAnswer::Agreed, None), now).await?;
    let about = (EmailKind::ProposalAnswered, Subject::Proposal(proposal.number));
    emails::owe_to_players(connection, m.id(), about, m.users_at(m.staying()), now).await?;
    Ok(true)
}

/// Returns the terms with one more pause from this time, without the pauses that touch no clock that runs.
fn paused(m: &Match, length: Span, now: DateTime<Utc>) -> Terms {
    let mut terms = m.terms.clone();
    let since = Seat::all(m.seats()).filter_map(|seat| Some(m.clock(seat).running?.since)).min().unwrap_or(now);
    terms.pauses.retain(|pause| pause.until > since);
    let length = i64::try_from(length.0).ok().and_then(Duration::try_milliseconds);
    let until = length.and_then(|length| now.checked_add_signed(length)).unwrap_or(DateTime::<Utc>::MAX_UTC);
    terms.pauses.push(Standing { from: now, until });
    terms
}

/// Lets the open proposal of a match take effect if only seats that have left since had not agreed. The move by which a seat left
/// remains in any case: a fault is written to the log only, and the next answer to the proposal makes up for it.
pub(in crate::play) async fn after_leaving(app: &App, id: MatchId, now: DateTime<Utc>) {
    let work = async |connection: &mut Connection| {
        db::matches::lock(connection, id).await?;
        let Some(m) = Match::find(connection, id, None).await? else { return Ok(()) };
        if let Some(proposal) = m.proposal(now) {
            complete(connection, &m, proposal, now).await?;
        }
        Ok::<_, Refusal>(())
    };
    let done = async { db::transaction(&mut *app.db.get().await?, work).await };
    if let Err(refusal) = done.await {
        tracing::error!(match_id = %id, %refusal, "cannot apply a proposal after a seat left");
    }
}
