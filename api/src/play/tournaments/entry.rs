//! Before a tournament starts: create, enter, leave, call off; and the withdrawal after it.

use chrono::{DateTime, TimeDelta, Utc};
use engine::{Seed, Span};
use serde_json::Value;

use super::draw::least_entries;
use super::results::results;
use super::start;
use super::tournament::Tournament;
use crate::app::App;
use crate::db::tournaments::{self, NewTournament, Series};
use crate::db::words::TournamentFormat;
use crate::db::{self, Connection, Trouble, entries, pairings, people};
use crate::events::Event;
use crate::ids::{TournamentId, UserId};
use crate::limits::Asker;
use crate::play::lobby::setups;
use crate::play::matches::deadline::{Pace, Terms};
use crate::play::{EmailKind, Refusal, Result, TournamentPhase};
use crate::secrets::random_bytes;

/// The clock of a tournament that names none.
pub const PACE: Pace =
    Pace::Fischer { initial: Span::days(10), increment: Span::seconds(36 * 3600), cap: Span::days(10) };
/// The shortest and the longest time in which people can enter.
const SHORTEST_ENTRY: Span = Span::seconds(60);
const LONGEST_ENTRY: Span = Span::days(90);
/// The most entries of a tournament.
pub const MAX_ENTRIES: u8 = 200;
/// The most matches of a person at a time in one tournament.
pub const MAX_AT_ONCE: u8 = 12;
/// How many there are at a time if the creator names no number.
pub const AT_ONCE: u8 = 4;
/// The most matches of a person at a time in all tournaments.
const MAX_PROMISED: u32 = 20;
/// The most players of a group that change it for the next edition: the smallest group has five.
const MAX_MOVED: u8 = 5;
/// The most tournaments of a creator that are not over.
const MAX_OPEN: i64 = 5;
/// How often a number is chosen that another tournament may take first.
const TRIES: usize = 5;
/// Who lost a match of a tournament on time within this time enters only with more ended matches than such losses.
const MEMORY: TimeDelta = TimeDelta::days(365);

/// The settings of a new tournament.
pub struct Wish {
    /// The game's id.
    pub game: String,
    /// The format.
    pub format: TournamentFormat,
    /// The name, checked.
    pub name: String,
    /// The game's options.
    pub options: Value,
    /// The number of seats of a match; by default the minimum of the game.
    pub seats: Option<u8>,
    /// The clock of its matches.
    pub pace: Pace,
    /// The time in which people can enter.
    pub entry_time: Span,
    /// The number of entries with which it starts at once.
    pub max_entries: u8,
    /// The most matches of one person at a time.
    pub at_once: u8,
    /// True if another edition follows each.
    pub repeats: bool,
    /// How many players of a group are in the group above, and how many in the group below, in the next edition; none for groups by rating.
    pub promotion: Option<(u8, u8)>,
    /// True if the creator enters.
    pub enters: bool,
}

/// Refuses a number that is not in this range.
fn in_range(name: &'static str, number: u8, range: std::ops::RangeInclusive<u8>) -> Result<()> {
    let why = || format!("Expected a number from {} to {}.", range.start(), range.end());
    if range.contains(&number) { Ok(()) } else { Err(Refusal::Field(name, why())) }
}

/// Refuses settings that no tournament can have.
fn check(wish: &Wish, seats: u8) -> Result<()> {
    let is_ladder = wish.format == TournamentFormat::Ladder;
    if seats < 2 {
        return Err(Refusal::Field("seats", "Expected at least two seats.".to_owned()));
    }
    in_range("max_entries", wish.max_entries, least_entries(seats) as u8..=MAX_ENTRIES)?;
    in_range("at_once", wish.at_once, 1..=MAX_AT_ONCE)?;
    if is_ladder && seats != 2 {
        return Err(Refusal::Field("seats", "Expected 2: in a ladder one player challenges another.".to_owned()));
    }
    if is_ladder && wish.repeats {
        return Err(Refusal::Field("repeats", "Omit this field: a ladder does not end.".to_owned()));
    }
    let (promoted, relegated) = wish.promotion.unwrap_or((0, 0));
    if wish.promotion.is_some() && (!wish.repeats || !(1..=MAX_MOVED).contains(&promoted.saturating_add(relegated))) {
        let why = format!("Expected 1 to {MAX_MOVED} players up and down together, in a tournament that repeats.");
        return Err(Refusal::Field("promotion", why));
    }
    if !(SHORTEST_ENTRY..=LONGEST_ENTRY).contains(&wish.entry_time) {
        let why = format!("Expected {} to {}.", SHORTEST_ENTRY.in_words(), LONGEST_ENTRY.in_words());
        return Err(Refusal::Field("entry_time", why));
    }
    Ok(())
}

/// Creates a tournament.
pub async fn create(app: &App, creator: UserId, wish: Wish) -> Result<Tournament> {
    person(&mut *app.db.get().await?, creator).await?;
    let rules = setups::known(&wish.game)?;
    let setup = setups::set_up(app, Asker::Account(creator), rules, wish.seats, wish.options.clone()).await?;
    let seats = setup.chairs.len() as u8;
    check(&wish, seats)?;
    let (promoted, relegated) = wish.promotion.unwrap_or((0, 0));
    let is_ladder = wish.format == TournamentFormat::Ladder;
    let now = app.clock.now();
    let terms = Terms::new(Some(wish.pace), None, None, setup.has_timer);
    let terms = terms.map_err(|(field, why)| Refusal::Field(field, why))?;
    app.limits.create(creator).map_err(Refusal::TooOften)?;
    let new = NewTournament {
        id: TournamentId::new(),
        format: wish.format,
        name: wish.name,
        creator,
        created_at: now,
        game: rules.info().id,
        options: setup.options.to_string(),
        seats,
        clock: terms.to_json()?,
        entry_time: wish.entry_time,
        max_entries: wish.max_entries,
        at_once: wish.at_once,
        seed: Seed::new(random_bytes()),
        series: Series { repeats: wish.repeats, edition: 1, previous: None, promoted, relegated },
    };
    let work = async |connection: &mut Connection| {
        people::lock(connection, creator).await?;
        if tournaments::count_by(connection, creator).await? >= MAX_OPEN {
            let why = format!("You have {MAX_OPEN} tournaments that are not over, the maximum.");
            return Err(Refusal::Conflict(why));
        }
        if !tournaments::insert(connection, &new).await? {
            return Err(Refusal::Forbidden("Your account is deleted."));
        }
        if is_ladder {
            let mut opened = Tournament::get(connection, new.id).await?;
            (opened.row.phase, opened.row.started_at) = (TournamentPhase::Running, Some(now));
            tournaments::set(connection, &opened.row, None).await?;
        }
        if wish.enters {
            add(connection, new.id, creator, now).await?;
        }
        Tournament::get(connection, new.id).await
    };
    let mut connection = app.db.get().await?;
    let mut tries = 0;
    loop {
        match db::transaction(&mut connection, &work).await {
            Err(Refusal::Database(Trouble::Taken(constraint))) if constraint == "tournaments_ladder_key" => {
                return Err(Refusal::Conflict("There is a ladder of this game already.".to_owned()));
            }
            // Another tournament has this number meanwhile.
            Err(Refusal::Database(Trouble::Taken(_))) if tries < TRIES => tries += 1,
            done => return done,
        }
    }
}

/// Refuses bots: tournaments are for people.
async fn person(connection: &mut Connection, user: UserId) -> Result<()> {
    let person = people::person(connection, user).await?.ok_or(Refusal::SignedOut)?;
    if person.is_bot {
        return Err(Refusal::Forbidden("Tournaments are for people. A bot cannot enter or make one."));
    }
    Ok(())
}

/// Enters a person. Who has entered already keeps the entry.
pub async fn enter(app: &App, id: TournamentId, user: UserId) -> Result<Tournament> {
    app.limits.join(user).map_err(Refusal::TooOften)?;
    let now = app.clock.now();
    let work = async |connection: &mut Connection| {
        person(connection, user).await?;
        people::lock(connection, user).await?;
        add(connection, id, user, now).await?;
        Tournament::get(connection, id).await
    };
    db::transaction(&mut *app.db.get().await?, work).await
}

async fn add(connection: &mut Connection, id: TournamentId, user: UserId, now: DateTime<Utc>) -> Result<()> {
    tournaments::lock(connection, id).await?;
    let tournament = Tournament::get(connection, id).await?;
    let row = &tournament.row;
    let is_ladder = row.format == TournamentFormat::Ladder;
    if has_entered(connection, id, user).await? {
        return Ok(());
    }
    takes_entries(&tournament)?;
    let promised = entries::promises(connection, user).await?;
    let at_once: u32 = promised.iter().map(|promise| u32::from(promise.at_once)).sum();
    if at_once + u32::from(row.at_once) > MAX_PROMISED {
        return Err(Refusal::TooManyTournaments(promised.into_iter().map(|promise| promise.name).collect()));
    }
    reliable(connection, user, now).await?;
    if is_ladder {
        return Ok(entries::enter_ladder(connection, id, user, now).await?);
    }
    let least = tournament.least_entries() as i64;
    Ok(entries::enter(connection, id, user, now, least).await?)
}

/// Refuses an entry to a tournament that takes none.
pub fn takes_entries(tournament: &Tournament) -> Result<()> {
    let row = &tournament.row;
    let is_full = row.entry_count >= i64::from(row.max_entries);
    match (row.phase, row.format) {
        (TournamentPhase::Entry, _) | (TournamentPhase::Running, TournamentFormat::Ladder) if is_full => {
            Err(Refusal::EntryClosed("It is full."))
        }
        (TournamentPhase::Entry, _) | (TournamentPhase::Running, TournamentFormat::Ladder) => Ok(()),
        (TournamentPhase::Running, TournamentFormat::Groups) => {
            Err(Refusal::EntryClosed("The tournament has started."))
        }
        (TournamentPhase::Over, _) => Err(Refusal::EntryClosed("The tournament is over.")),
        (TournamentPhase::CalledOff, _) => Err(Refusal::EntryClosed("The tournament was called off.")),
    }
}

/// Returns whether a person has entered a tournament and not withdrawn.
async fn has_entered(connection: &mut Connection, id: TournamentId, user: UserId) -> Result<bool> {
    let entered = entries::list(connection, id).await?;
    Ok(entered.iter().any(|entry| entry.user_id == user && entry.withdrawn_at.is_none()))
}

/// Refuses a person who lost matches of tournaments on time, and has not ended more others since.
async fn reliable(connection: &mut Connection, user: UserId, now: DateTime<Utc>) -> Result<()> {
    let since = now - MEMORY;
    let mut lost = 0;
    for row in pairings::of_person(connection, user, since).await? {
        let results = results(row.results.as_deref())?;
        let seat = row.people.iter().position(|person| *person == user);
        lost += i64::from(seat.and_then(|seat| results.get(seat)).is_some_and(|result| result.forfeited));
    }
    // Those that were lost on time have ended, too.
    if lost > 0 && !entries::has_ended(connection, user, since, 2 * lost + 1).await? {
        let why =
            "You have lost matches of tournaments on time within a year. Finish more other matches than those first.";
        return Err(Refusal::Forbidden(why));
    }
    Ok(())
}

/// Takes an entry back before the start, and withdraws after it: matches that have not begun are called off, the others are resigned.
pub async fn leave(app: &App, id: TournamentId, user: UserId) -> Result<Tournament> {
    let now = app.clock.now();
    let work = async |connection: &mut Connection| {
        tournaments::lock(connection, id).await?;
        let has_left = match Tournament::get(connection, id).await?.row.phase {
            TournamentPhase::Entry => entries::leave(connection, id, user).await?,
            TournamentPhase::Running => entries::withdraw(connection, id, user, now).await?,
            TournamentPhase::Over | TournamentPhase::CalledOff => {
                return Err(Refusal::Conflict("The tournament is over.".to_owned()));
            }
        };
        if !has_left {
            return Err(Refusal::Conflict("You do not play in this tournament.".to_owned()));
        }
        Tournament::get(connection, id).await
    };
    db::transaction(&mut *app.db.get().await?, work).await
}

/// A tournament that takes entries, locked, for its creator.
async fn own(connection: &mut Connection, id: TournamentId, user: UserId) -> Result<Tournament> {
    tournaments::lock(connection, id).await?;
    let tournament = Tournament::get(connection, id).await?;
    if tournament.row.creator != user {
        return Err(Refusal::Forbidden("Only the creator of the tournament can do this."));
    }
    match tournament.row.phase {
        TournamentPhase::Entry => Ok(tournament),
        TournamentPhase::Running | TournamentPhase::Over => {
            Err(Refusal::Conflict("The tournament has started.".to_owned()))
        }
        TournamentPhase::CalledOff => Err(Refusal::Conflict("The tournament was called off.".to_owned())),
    }
}

/// Starts a tournament before entry closes, at the wish of its creator.
pub async fn start(app: &App, id: TournamentId, user: UserId) -> Result<Tournament> {
    let now = app.clock.now();
    let work = async |connection: &mut Connection| {
        let mut tournament = own(connection, id, user).await?;
        if tournament.row.entry_count < tournament.least_entries() as i64 {
            return Err(Refusal::Conflict(tournament.state()));
        }
        start::begin(connection, &mut tournament, now).await?;
        Ok(tournament)
    };
    let started = db::transaction(&mut *app.db.get().await?, work).await?;
    app.hub.publish(Event::EmailOwed);
    Ok(started)
}

/// Calls a tournament off before it starts, at the wish of its creator. All who have entered are told.
pub async fn call_off(app: &App, id: TournamentId, user: UserId) -> Result<Tournament> {
    let now = app.clock.now();
    let work = async |connection: &mut Connection| {
        let mut tournament = own(connection, id, user).await?;
        (tournament.row.phase, tournament.row.ended_at) = (TournamentPhase::CalledOff, Some(now));
        tournaments::set(connection, &tournament.row, None).await?;
        let entered = entries::list(connection, id).await?;
        let others: Vec<UserId> = entered.iter().map(|entry| entry.user_id).filter(|other| *other != user).collect();
        tournaments::owe(connection, id, EmailKind::TournamentOver, &others, now).await?;
        Ok::<_, Refusal>(tournament)
    };
    let called_off = db::transaction(&mut *app.db.get().await?, work).await?;
    app.hub.publish(Event::EmailOwed);
    Ok(called_off)
}
