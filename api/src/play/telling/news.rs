//! Who may be told of a change of a match, and what. An event must not reveal what is hidden: a secret set-up, a sealed answer, a draft
//! of orders. So a person is told only if a line was written that the person may read, or if the person's own part has changed.

use chrono::{DateTime, Utc};
use engine::{Eye, Line, Names, Seat, Seats};

use crate::app::App;
use crate::db::Connection;
use crate::db::proposals::ProposalRow;
use crate::events::{Change, Ended, Event, Kind, Level, Notice, Version};
use crate::ids::{MatchId, UserId};
use crate::play::{Match, Phase, ProposalAnswer, Result, Visibility};

/// The part of a match before an act that decides who is told.
pub(in crate::play) struct Before {
    phase: Phase,
    turn: u32,
    own: Vec<Own>,
}

/// What the player of a seat knows of the seat.
type Own = (bool, Option<DateTime<Utc>>);

fn own(m: &Match, seat: Seat) -> Own {
    let awaited = m.phase() == Phase::Running && m.awaited().contains(seat);
    (awaited, m.deadline(seat).filter(|_| awaited))
}

impl Before {
    pub(in crate::play) fn new(m: &Match) -> Before {
        Before { phase: m.phase(), turn: m.turn(), own: Seat::all(m.seats()).map(|seat| own(m, seat)).collect() }
    }
}

/// The readers of a match who are told of a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::play) struct Readers {
    /// The seats whose players are told.
    pub(in crate::play) seats: Seats,
    /// True if spectators are told, and a creator who does not play.
    pub(in crate::play) public: bool,
}

impl Readers {
    /// Every reader.
    pub(in crate::play) fn all(m: &Match) -> Readers {
        Readers { seats: Seats::all(m.seats()), public: true }
    }

    /// The players.
    pub(in crate::play) fn players(m: &Match) -> Readers {
        Readers { seats: Seats::all(m.seats()), public: false }
    }
}

/// Returns the readers who may know that these lines were written.
pub(in crate::play) fn readers(m: &Match, before: &Before, lines: &[Line]) -> Result<Readers> {
    if before.phase != m.phase() || before.turn != m.turn() {
        // Every page shows both.
        return Ok(Readers::all(m));
    }
    let reads = |eye| reads_any(m, lines, eye);
    let mut seats = Seats::NONE;
    for seat in Seat::all(m.seats()) {
        let was = before.own.get(seat.index());
        if was != Some(&own(m, seat)) || reads(Eye::Seat(seat))? {
            seats.insert(seat);
        }
    }
    Ok(Readers { seats, public: reads(Eye::Public)? })
}

/// Returns whether an eye may read one of these lines, or a story about it.
pub(in crate::play) fn reads_any(m: &Match, lines: &[Line], eye: Eye) -> Result<bool> {
    let eye = if m.phase() == Phase::Over { Eye::Open } else { eye };
    let names = Names(vec![String::new(); usize::from(m.seats())]);
    for line in lines {
        let told = m.rules.tell(line, eye, &names)?;
        if told.entry.is_some() || !told.story.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Publishes an act that the rules have judged.
pub(in crate::play) fn acted(app: &App, m: &Match, before: &Before, lines: &[Line]) {
    publish(app, m, |m| Ok((kind(m, before.phase), readers(m, before, lines)?)));
}

/// Publishes the start of a match, or a seat that was taken or given back, also to the person who had it before.
pub(in crate::play) fn publish_seats(app: &App, m: &Match, was: Phase, leaver: Option<UserId>) {
    let kind = kind(m, was);
    publish(app, m, |m| Ok((kind, Readers::all(m))));
    if let Some(user) = leaver {
        let told = vec![(user, notice(m, kind, Some(user)))];
        app.hub.tell(&Change { match_id: m.id(), players: Vec::new(), told, spectators: None }, 0);
        seen_by_fewer(app, m);
    }
}

/// Publishes that a person whose account is deleted has left or cancelled these matches, which had not started.
pub(in crate::play) async fn left(app: &App, ids: &[MatchId]) {
    for id in ids {
        match found(app, *id).await {
            Ok(Some(m)) => publish_seats(app, &m, Phase::Open, None),
            Ok(None) => {}
            Err(refusal) => tracing::error!(match_id = %id, %refusal, "cannot notify players of a deleted account"),
        }
    }
}

async fn found(app: &App, id: MatchId) -> Result<Option<Match>> {
    Match::find(&mut *app.db.get().await?, id, None).await
}

/// Ends the streams of a match that a reader may have lost sight of. Those who may still see it connect again.
pub(in crate::play) fn seen_by_fewer(app: &App, m: &Match) {
    match m.visibility() {
        Visibility::Public | Visibility::Unlisted => {}
        Visibility::Private => app.hub.end(Ended::Table(m.id()), app.clock.now()),
    }
}

/// Publishes a change without lines of a match that was read before it. The match is read again if a stream is open that may be told.
pub(in crate::play) async fn publish_change(
    app: &App,
    connection: &mut Connection,
    m: &Match,
    choose: impl FnOnce(&Match) -> Readers,
) {
    if !is_followed(app, m) {
        signal(app, m.id());
        return;
    }
    match Match::find(connection, m.id(), None).await {
        Ok(Some(m)) => publish(app, &m, |m| Ok((Kind::Match, choose(m)))),
        Ok(None) => {}
        Err(refusal) => {
            signal(app, m.id());
            tracing::error!(match_id = %m.id(), %refusal, "cannot notify clients of a change");
        }
    }
}

/// Publishes a proposal, or an answer to one: to the players; to all if it has taken effect.
pub(in crate::play) async fn proposed(app: &App, id: MatchId, row: &ProposalRow) {
    let work = async { Match::get(&mut *app.db.get().await?, id, None).await };
    let is_agreed = row.answer == Some(ProposalAnswer::Agreed);
    let choose = |m: &Match| if is_agreed { Readers::all(m) } else { Readers::players(m) };
    match work.await {
        Ok(m) => publish(app, &m, |m| Ok((Kind::Match, choose(m)))),
        Err(refusal) => {
            signal(app, id);
            tracing::error!(match_id = %id, %refusal, "cannot notify clients of a proposal");
        }
    }
}

/// Publishes that a player has moved deadlines: to those whose deadlines are other ones now, and to that player.
pub(in crate::play) fn moved_clocks(app: &App, m: &Match, before: &Before, by: UserId) {
    let is_other = |seat: &Seat| before.own.get(seat.index()) != Some(&own(m, *seat)) || m.seat_of(by) == Some(*seat);
    let readers = Readers { seats: Seat::all(m.seats()).filter(is_other).collect(), public: false };
    publish(app, m, |_| Ok((Kind::Match, readers)));
}

/// Publishes a note, written at this time: to the players.
pub(in crate::play) fn noted(app: &App, m: &Match, at: DateTime<Utc>) {
    let notice = note(m.id(), at);
    let players: Vec<UserId> = m.players().iter().map(|player| player.id).collect();
    let told = players.iter().map(|user| (*user, notice.clone())).collect();
    app.hub.tell(&Change { match_id: m.id(), players, told, spectators: None }, millis(at));
}

/// The notice of a note that was written at this time.
pub(in crate::play) fn note(match_id: MatchId, at: DateTime<Utc>) -> Notice {
    note_at(match_id, millis(at))
}

/// The same for a time in milliseconds.
pub(in crate::play) fn note_at(match_id: MatchId, at: u64) -> Notice {
    Notice { kind: Kind::Note, match_id: Some(match_id), level: None, version: (at, 0) }
}

fn millis(at: DateTime<Utc>) -> u64 {
    u64::try_from(at.timestamp_millis()).unwrap_or(0)
}

/// Publishes an invitation, to the invited person.
pub(in crate::play) fn publish_invitation(app: &App, match_id: MatchId, user: UserId) {
    let told = vec![(user, invitation(match_id))];
    app.hub.tell(&Change { match_id, players: vec![user], told, spectators: None }, 0);
}

/// Publishes that an invitation was declined or taken back, to the person who sent it. A private match may be lost to a reader.
pub(in crate::play) async fn uninvited(app: &App, connection: &mut Connection, id: MatchId, inviter: UserId) {
    if app.hub.relay.is_none() && !app.hub.feeds.follow(id, [inviter]) {
        return;
    }
    match Match::find(connection, id, None).await {
        Ok(Some(m)) => {
            let told = vec![(inviter, notice(&m, Kind::Match, Some(inviter)))];
            app.hub.tell(&Change { match_id: id, players: vec![inviter], told, spectators: None }, 0);
            seen_by_fewer(app, &m);
        }
        Ok(None) => {}
        Err(refusal) => {
            tracing::error!(match_id = %id, %refusal, "cannot notify the sender of an invitation of the answer");
        }
    }
}

/// The notice of an invitation.
pub(in crate::play) fn invitation(match_id: MatchId) -> Notice {
    Notice { kind: Kind::Invitation, match_id: Some(match_id), level: None, version: (0, 0) }
}

/// Wakes the tasks of this process, and forgets its copy of the match.
fn signal(app: &App, id: MatchId) {
    app.kept.forget(id);
    app.hub.publish(Event::MatchChanged(id));
}

fn kind(m: &Match, was: Phase) -> Kind {
    match m.phase() {
        now if now == was => Kind::Match,
        Phase::Open => Kind::Match,
        Phase::Running => Kind::MatchStarted,
        Phase::Over | Phase::Cancelled => Kind::MatchOver,
    }
}

/// Wakes the senders of emails, and tells the streams. What is told is decided only if a stream is open that may be told.
fn publish(app: &App, m: &Match, decide: impl FnOnce(&Match) -> Result<(Kind, Readers)>) {
    signal(app, m.id());
    if m.awaits_computer() {
        app.hub.publish(Event::ComputerAwaited(m.id()));
    }
    if !is_followed(app, m) {
        return;
    }
    match decide(m) {
        Ok((kind, readers)) => app.hub.tell(&change(m, kind, &people_of(m, readers), readers.public), 0),
        // The change stands; streams of this match learn of it at the next one.
        Err(refusal) => tracing::error!(match_id = %m.id(), %refusal, "cannot notify clients of a change"),
    }
}

/// Returns whether a stream may be open that may be told of a change of this match; of those of other servers it is not known.
fn is_followed(app: &App, m: &Match) -> bool {
    let people = m.players().iter().map(|player| player.id).chain([m.creator()]);
    app.hub.relay.is_some() || app.hub.feeds.follow(m.id(), people)
}

/// The players of seats who are told, and the creator.
fn people_of(m: &Match, readers: Readers) -> Vec<UserId> {
    let is_told = |user: UserId| m.seat_of(user).map_or(readers.public, |seat| readers.seats.contains(seat));
    let stranger = Some(m.creator()).filter(|creator| !m.has_player(*creator));
    // Before the start no one has a seat number, and all that happens is open to all.
    let is_open = m.started_at().is_none();
    let people = m.players().iter().map(|player| player.id).chain(stranger);
    people.filter(|user| is_open || is_told(*user)).collect()
}

/// A change of a match, as these people are told of it, and spectators if `public`.
pub(in crate::play) fn change(m: &Match, kind: Kind, people: &[UserId], public: bool) -> Change {
    let players: Vec<UserId> = m.players().iter().map(|player| player.id).collect();
    let told = people.iter().map(|user| (*user, notice(m, kind, Some(*user)))).collect();
    let spectators = public.then(|| notice(m, kind, None));
    Change { match_id: m.id(), players, told, spectators }
}

/// Where a match stands, for a person or, without one, for spectators.
pub(in crate::play) fn notice(m: &Match, kind: Kind, user: Option<UserId>) -> Notice {
    let of_seat = user.and_then(|user| m.seat_of(user)).map(|seat| own(m, seat));
    let (awaited, deadline) = of_seat.unwrap_or_default();
    let level = Level { turn: m.turn(), phase: m.phase(), awaited: user.map(|_| awaited), deadline };
    Notice { kind, match_id: Some(m.id()), level: Some(level), version: version(m) }
}

fn version(m: &Match) -> Version {
    let (ply, revision) = m.version();
    (ply.map_or(0, |ply| u64::from(ply) + 1), revision)
}
