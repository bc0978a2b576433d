//! Proposals of players: a pause of all match clocks, or more time. They need the consent of all seats that have not left.

use chrono::{DateTime, Utc};
use engine::{Seat, Seats, Span};

use super::{alive, consent, submit};
use crate::app::App;
use crate::brief::{ProposalEnd, Proposed};
use crate::db::emails::{self, Subject};
use crate::db::people::{self, Person};
use crate::db::proposals::{self, NewProposal, ProposalRow};
use crate::db::{self, Connection};
use crate::ids::{MatchId, UserId};
use crate::limits::Asker;
use crate::play::matches::open_proposal;
use crate::play::refusal;
use crate::play::telling::links::{self, Vote};
use crate::play::telling::news;
use crate::play::{EmailKind, Match, Phase, ProposalAnswer, ProposalKind, Refusal, Result};

/// The shortest length.
const LEAST: Span = Span::seconds(3600);
/// The longest pause.
const LONGEST_PAUSE: Span = Span::days(60);
/// The longest extension.
const LONGEST_EXTENSION: Span = Span::days(30);
/// Lengths are multiples of this.
const MINUTE: u64 = 60_000;

/// The maximum number of proposals of a person in a match in a day.
const MAX_IN_A_DAY: i64 = 3;

/// The number of clocks that are settled at most before an answer is refused.
const MAX_TRIES: usize = 16;

/// The answer of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Say {
    Agree,
    Decline,
}

/// Proposes a pause, or more time, as a player of a running match. The proposer agrees by it.
///
/// Deadlines that passed after `received_at`, the time at which the server received the proposal, do not end the turn first.
pub async fn propose(
    app: &App,
    id: MatchId,
    user: UserId,
    (kind, length): (ProposalKind, Span),
    received_at: DateTime<Utc>,
) -> Result<ProposalRow> {
    check_length(kind, length)?;
    settle_due(app, id, user, Some(received_at)).await?;
    let work = async |connection: &mut Connection| {
        let now = app.clock.now();
        let m = locked(app, connection, id, user, received_at).await?;
        let seat = seat(&m, user)?;
        check_clocks(&m, kind)?;
        if let Some(row) = m.unanswered() {
            if open_proposal::answer_at(row, now).is_none() {
                return Err(Refusal::Conflict("Another proposal is open in this match.".to_owned()));
            }
            let expired = (ProposalAnswer::Expired, None);
            proposals::answer(connection, id, row.number, expired, open_proposal::expires_at(row)).await?;
        }
        if proposals::in_a_day(connection, id, user, now).await? >= MAX_IN_A_DAY {
            return Err(Refusal::TooOften(3600));
        }
        let row = proposals::add(connection, &NewProposal { match_id: id, user, seat, kind, length, now }).await?;
        if consent::complete(connection, &m, &row, now).await? {
            return proposals::find(connection, id, row.number).await?.ok_or(Refusal::NotFound("proposal"));
        }
        let about = (EmailKind::Proposal, Subject::Proposal(row.number));
        emails::owe_to_players(connection, id, about, others(&m, seat), now).await?;
        Ok(row)
    };
    let row = db::transaction(&mut *app.db.get().await?, work).await?;
    news::proposed(app, id, &row).await;
    Ok(row)
}

fn check_length(kind: ProposalKind, length: Span) -> Result<()> {
    let max = match kind {
        ProposalKind::Pause => LONGEST_PAUSE,
        ProposalKind::Extension => LONGEST_EXTENSION,
    };
    if (LEAST..=max).contains(&length) && length.0.is_multiple_of(MINUTE) {
        return Ok(());
    }
    let expected = format!("Expected {} to {}, in whole minutes.", LEAST.in_words(), max.in_words());
    Err(Refusal::Field("length", expected))
}

/// Refuses a proposal that could have no effect.
fn check_clocks(m: &Match, kind: ProposalKind) -> Result<()> {
    let runs = m.terms.pace.is_some() || Seat::all(m.seats()).any(|seat| m.clock(seat).running.is_some());
    if !runs {
        return Err(Refusal::Conflict("No match clock runs in this match.".to_owned()));
    }
    match kind {
        ProposalKind::Pause if m.tournament().is_some() => {
            Err(Refusal::Conflict("In a tournament, clocks are not paused. You can propose more time.".to_owned()))
        }
        ProposalKind::Pause if m.rules.setup(m.seats(), &m.options()?)?.has_timer => {
            Err(Refusal::Conflict("The timer of these rules cannot be paused. You can propose more time.".to_owned()))
        }
        ProposalKind::Pause | ProposalKind::Extension => Ok(()),
    }
}

/// Settles the clocks that have expired: an agreement that comes later does not save them.
async fn settle_due(app: &App, id: MatchId, user: UserId, received_at: Option<DateTime<Utc>>) -> Result<()> {
    alive::ensure(app).await?;
    for _ in 0..MAX_TRIES {
        let mut connection = app.db.get().await?;
        let m = of_player(&mut connection, id, user).await?;
        let now = app.clock.now();
        let Some(due) = alive::due(app, &m, received_at.unwrap_or(now))? else { return Ok(()) };
        if submit::is_unread(&mut connection, &m, &due).await? {
            break;
        }
        submit::settle(app, &mut connection, m, due, now).await?;
    }
    Err(Refusal::Busy)
}

/// A match, for one of its players.
async fn of_player(connection: &mut Connection, id: MatchId, user: UserId) -> Result<Match> {
    let m = Match::visible(connection, id, Some(user)).await?;
    if m.has_player(user) { Ok(m) } else { Err(Refusal::Forbidden("Proposals are for the players of a match.")) }
}

/// A running match of a player in which no clock has to be settled, locked until the transaction ends.
async fn locked(
    app: &App,
    connection: &mut Connection,
    id: MatchId,
    user: UserId,
    received_at: DateTime<Utc>,
) -> Result<Match> {
    db::matches::lock(connection, id).await?;
    let m = of_player(connection, id, user).await?;
    match m.phase() {
        Phase::Running => {}
        Phase::Open => return Err(Refusal::Conflict("The match has not started yet.".to_owned())),
        Phase::Over => return Err(Refusal::Conflict("The match is over.".to_owned())),
        Phase::Cancelled => return Err(Refusal::Conflict("The match was cancelled.".to_owned())),
    }
    if alive::due(app, &m, received_at)?.is_some() { Err(Refusal::Busy) } else { Ok(m) }
}

/// The seat of a player who has not left.
fn seat(m: &Match, user: UserId) -> Result<Seat> {
    let seat = m.seat_of(user).filter(|seat| !m.left().contains(*seat));
    seat.ok_or(Refusal::Conflict("You have left this match.".to_owned()))
}

/// The players of the other seats that have not left.
fn others(m: &Match, seat: Seat) -> Vec<UserId> {
    m.users_at(m.staying().without(Seats::just(seat)))
}

/// Agrees to a proposal, which takes effect if all have agreed. Agreeing twice changes nothing.
pub async fn agree(app: &App, id: MatchId, user: UserId, number: u32) -> Result<ProposalRow> {
    say(app, id, user, number, Say::Agree).await
}

/// Declines a proposal, or takes one's own back. Doing it twice changes nothing.
pub async fn decline(app: &App, id: MatchId, user: UserId, number: u32) -> Result<ProposalRow> {
    say(app, id, user, number, Say::Decline).await
}

async fn say(app: &App, id: MatchId, user: UserId, number: u32, say: Say) -> Result<ProposalRow> {
    settle_due(app, id, user, None).await?;
    let work = async |connection: &mut Connection| {
        let now = app.clock.now();
        db::matches::lock(connection, id).await?;
        let m = of_player(connection, id, user).await?;
        let found = proposals::find(connection, id, number).await?.ok_or(Refusal::NotFound("proposal"))?;
        if let Some(answer) = open_proposal::answer_at(&found, now) {
            return already(&m, found, answer, user, say);
        }
        let m = locked(app, connection, id, user, now).await?;
        let seat = seat(&m, user)?;
        match say {
            Say::Agree => {
                let mut row = found;
                row.agreed.insert(seat);
                proposals::agree(connection, id, number, Seats::just(seat)).await?;
                consent::complete(connection, &m, &row, now).await?;
            }
            Say::Decline => {
                let answer = if found.seat == seat { ProposalAnswer::Withdrawn } else { ProposalAnswer::Declined };
                proposals::answer(connection, id, number, (answer, Some(seat)), now).await?;
                if answer == ProposalAnswer::Declined {
                    let about = (EmailKind::ProposalAnswered, Subject::Proposal(number));
                    emails::owe_to_players(connection, id, about, others(&m, seat), now).await?;
                }
            }
        }
        proposals::find(connection, id, number).await?.ok_or(Refusal::NotFound("proposal"))
    };
    let row = db::transaction(&mut *app.db.get().await?, work).await?;
    news::proposed(app, id, &row).await;
    Ok(row)
}

/// The result of an answer to a proposal that has ended: none was needed any more, or it is refused.
fn already(m: &Match, row: ProposalRow, answer: ProposalAnswer, user: UserId, say: Say) -> Result<ProposalRow> {
    let own = m.seat_of(user);
    let repeats = match say {
        Say::Agree => answer == ProposalAnswer::Agreed && own.is_some_and(|seat| row.agreed.contains(seat)),
        Say::Decline => own.is_some() && row.answered_by == own,
    };
    if repeats { Ok(row) } else { Err(Refusal::Conflict(reason(answer).to_owned())) }
}

/// The reason why a proposal with this answer can be answered no more.
fn reason(answer: ProposalAnswer) -> &'static str {
    match answer {
        ProposalAnswer::Agreed => "All players have agreed to this proposal.",
        ProposalAnswer::Declined => "A player has declined this proposal.",
        ProposalAnswer::Withdrawn => "This proposal was withdrawn.",
        ProposalAnswer::Expired => "This proposal has expired.",
    }
}

/// The proposals of a match with smaller numbers than this one, the newest first, for one of its players; at most so many.
pub async fn list(app: &App, id: MatchId, user: UserId, before: u32, max: i64) -> Result<Vec<ProposalRow>> {
    let mut connection = app.db.get().await?;
    of_player(&mut connection, id, user).await?;
    Ok(proposals::list(&mut connection, id, before, max).await?)
}

/// A proposal that the link or the address of an email has opened for a seat.
pub struct OpenedProposal {
    /// The match.
    pub m: Match,
    /// The player of the seat.
    pub person: Person,
    /// The seat.
    pub seat: Seat,
    /// The proposal.
    pub row: ProposalRow,
}

/// Opens the link of an email.
pub async fn open(app: &App, token: &str) -> Result<OpenedProposal> {
    let opened = of_vote(app, links::open_proposal(&app.secrets, token)?).await?;
    app.limits.request(Asker::Account(opened.person.id)).map_err(Refusal::TooOften)?;
    Ok(opened)
}

/// The same for the address of a reply.
pub async fn of_vote(app: &App, vote: Vote) -> Result<OpenedProposal> {
    let mut connection = app.db.get().await?;
    let m = Match::get(&mut connection, vote.match_id, None).await?;
    // Another player may have taken the seat since.
    let player = m.player_at(vote.seat).filter(|player| player.holder == vote.holder);
    let user = player.ok_or(Refusal::NotFound("seat"))?.id;
    let person = people::person(&mut connection, user).await?.filter(|person| !person.deleted);
    let person = person.ok_or(Refusal::NotFound("account"))?;
    if person.blocked {
        return Err(refusal::blocked(app));
    }
    let row = find(&mut connection, &m, vote.number).await?.ok_or(Refusal::NotFound("proposal"))?;
    Ok(OpenedProposal { m, person, seat: vote.seat, row })
}

/// The proposal of a match with this number.
pub async fn find(connection: &mut Connection, m: &Match, number: u32) -> Result<Option<ProposalRow>> {
    match m.unanswered().filter(|row| row.number == number) {
        Some(row) => Ok(Some(row.clone())),
        None => Ok(proposals::find(connection, m.id(), number).await?),
    }
}

/// The effect of a proposal.
pub fn proposed(row: &ProposalRow) -> Proposed {
    match row.kind {
        ProposalKind::Pause => Proposed::Pause(row.length),
        ProposalKind::Extension => Proposed::Extension(row.length),
    }
}

/// The end of a proposal at this time, if it has ended.
pub fn end(m: &Match, row: &ProposalRow, now: DateTime<Utc>) -> Option<ProposalEnd> {
    Some(match open_proposal::answer_at(row, now)? {
        ProposalAnswer::Agreed => ProposalEnd::Agreed(row.answered_at.unwrap_or(now)),
        ProposalAnswer::Declined => {
            ProposalEnd::Declined(row.answered_by.map(|seat| name(m, seat)).unwrap_or_default())
        }
        ProposalAnswer::Withdrawn => ProposalEnd::Withdrawn,
        ProposalAnswer::Expired => ProposalEnd::Expired,
    })
}

/// The name of the player on a seat.
pub fn name(m: &Match, seat: Seat) -> String {
    m.player_at(seat).map(|player| player.name.clone()).unwrap_or_default()
}

/// The names of the players who have agreed.
pub fn agreed(m: &Match, row: &ProposalRow) -> Vec<String> {
    row.agreed.iter().map(|seat| name(m, seat)).collect()
}
