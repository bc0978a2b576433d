//! A match with its rules: its properties, and the facts that a user may know.

use chrono::{DateTime, Utc};
use engine::{Eye, Frame, LAPSES_TO_FORFEIT, Moment, Rules, Seat, Seats, Seed};

use super::deadline::{self, Calendar, Standing, Terms, Vacations};
use super::{open_proposal, origin, turn::Turn};
use crate::db::advance::Progress;
use crate::db::matches::{self, Heads, MatchRow};
use crate::db::new_emails::NewEmail;
use crate::db::proposals::ProposalRow;
use crate::db::seat_clocks::{self, SeatClock, SeatClocks};
use crate::db::snapshots::SnapshotRow;
use crate::db::{Connection, kept::KeptMatch};
use crate::ids::{MatchId, UserId};
use crate::play::{ComputerPace, OnLapse, Phase, Player, Refusal, Result, Seating, Visibility};

/// A match with its rules.
pub struct Match {
    pub(super) row: MatchRow,
    pub(in crate::play) seed: Seed,
    /// The rules of its game.
    pub rules: &'static dyn Rules,
    /// The terms of the match clock.
    pub terms: Terms,
    /// The vacations of the players, in their order.
    vacations: Vec<Vacations>,
    /// The times since the start in which no server was alive.
    outages: Vec<Standing>,
}

impl Match {
    /// Returns the match with this id as far as it concerns this user. Anyone may ask: the caller decides who may see it.
    pub async fn find(connection: &mut Connection, id: MatchId, user: Option<UserId>) -> Result<Option<Match>> {
        matches::find(connection, id, user).await?.map(Match::new).transpose()
    }

    /// The same, where the match has to exist.
    pub async fn get(connection: &mut Connection, id: MatchId, user: Option<UserId>) -> Result<Match> {
        Match::find(connection, id, user).await?.ok_or(Refusal::NotFound("match"))
    }

    /// The same, if this user may see it; `None` is a visitor who is not signed in.
    pub async fn visible(connection: &mut Connection, id: MatchId, user: Option<UserId>) -> Result<Match> {
        let m = Match::get(connection, id, user).await?;
        if m.is_visible_to(user) { Ok(m) } else { Err(Refusal::NotFound("match")) }
    }

    /// Returns a stored match with its rules. Refuses if this server does not know its game in its edition.
    pub fn new(row: MatchRow) -> Result<Match> {
        let unknown = || Refusal::Broken(format!("match {}: unknown game or edition", row.id));
        let rules = engine::edition(&row.game, row.edition).ok_or_else(unknown)?;
        let broken = |why: serde_json::Error| Refusal::Broken(format!("match {}: clock: {why}", row.id));
        let terms = serde_json::from_str(&row.clock).map_err(broken)?;
        let vacations = row.players.0.iter().map(|player| serde_json::from_str(&player.vacations));
        let vacations = vacations.collect::<Result<_, _>>().map_err(broken)?;
        let seed = origin::seed_of(&row)?;
        let mut outages = deadline::standing(&row.outages);
        outages.retain(|one| row.progress.ended_at.is_none_or(|end| one.from < end));
        Ok(Match { row, seed, rules, terms, vacations, outages })
    }

    /// The id.
    pub fn id(&self) -> MatchId {
        self.row.id
    }

    /// The name for people, which may be hostile.
    pub fn name(&self) -> &str {
        &self.row.name
    }

    /// The id of the game.
    pub fn game(&self) -> &str {
        &self.row.game
    }

    /// The phase of the match.
    pub fn phase(&self) -> Phase {
        self.row.progress.phase
    }

    /// The visibility of the match.
    pub fn visibility(&self) -> Visibility {
        self.row.visibility
    }

    /// Returns whether the host has hidden the match from all who do not play in it. It is private then.
    pub fn is_hidden(&self) -> bool {
        self.row.hidden
    }

    /// The reason for which the host ended the match or called it off, if that is so.
    pub fn ended_by_host(&self) -> Option<&str> {
        self.row.ended_by_host.as_deref()
    }

    /// Returns whether the match was imported from a record.
    pub fn is_imported(&self) -> bool {
        self.row.imported
    }

    /// The seating order.
    pub fn seating(&self) -> Seating {
        self.row.seating
    }

    /// Returns whether players may write notes to the table.
    pub fn takes_notes(&self) -> bool {
        self.row.notes
    }

    /// The consequence of a lapse: the time for a move has expired.
    pub fn on_lapse(&self) -> OnLapse {
        self.row.on_lapse
    }

    /// The speed of computer players.
    pub fn computer_pace(&self) -> ComputerPace {
        self.row.computer_pace
    }

    /// The user who created the match.
    pub fn creator(&self) -> UserId {
        self.row.creator
    }

    /// The handle of the creator.
    pub fn creator_handle(&self) -> &str {
        &self.row.creator_handle
    }

    /// The time at which the match was created.
    pub fn created_at(&self) -> DateTime<Utc> {
        self.row.created_at
    }

    /// The time at which the last seat was taken.
    pub fn started_at(&self) -> Option<DateTime<Utc>> {
        self.row.progress.started_at
    }

    /// The time at which the match ended or was called off.
    pub fn ended_at(&self) -> Option<DateTime<Utc>> {
        self.row.progress.ended_at
    }

    /// The number of seats.
    pub fn seats(&self) -> u8 {
        self.row.seats
    }

    /// The number of the turn: how often the table has moved on.
    pub fn turn(&self) -> u32 {
        self.row.progress.turn
    }

    /// The seats that are to move. Secret where [`engine::Waiting::undisclosed`] may be true.
    pub fn awaited(&self) -> Seats {
        self.row.progress.awaited
    }

    /// The seats that have resigned or been forfeited.
    pub fn left(&self) -> Seats {
        self.row.progress.left_seats
    }

    /// The match clock of a seat.
    pub fn clock(&self, seat: Seat) -> SeatClock {
        self.row.progress.clocks.clock(seat)
    }

    /// Returns when the match clock of a seat runs, for its turns or for its answers.
    pub fn calendar(&self, seat: Seat, is_answer: bool) -> Calendar {
        let at = self.players().iter().position(|player| player.seat == Some(seat));
        let own = at.and_then(|at| self.vacations.get(at));
        self.terms.calendar(own, self.vacations.iter(), is_answer, &self.outages)
    }

    /// The number of further lapses in a row after which a seat is out of the match, if its last turn has lapsed; 0 if it is out.
    pub fn lapses_left(&self, seat: Seat) -> Option<u8> {
        if self.left().contains(seat) {
            return Some(0);
        }
        let lapses = self.row.progress.lapses.get(seat.index()).copied().filter(|lapses| *lapses > 0)?;
        Some(LAPSES_TO_FORFEIT.saturating_sub(lapses))
    }

    /// The times since the start, and up to the end, in which no server was alive.
    pub fn outages(&self) -> &[Standing] {
        &self.outages
    }

    /// The time of the last line of the log, if there is one.
    pub(in crate::play) fn last_at(&self) -> Option<DateTime<Utc>> {
        self.row.last_at
    }

    /// The end of the vacation that a player is on at this time, if any.
    pub fn away_until(&self, user: UserId, at: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let place = self.players().iter().position(|player| player.id == user)?;
        let now = self.vacations.get(place)?.standing().find(|vacation| vacation.from <= at && at < vacation.until);
        now.map(|vacation| vacation.until)
    }

    /// The proposal that waits for consent at this time, if any.
    pub fn proposal(&self, now: DateTime<Utc>) -> Option<&ProposalRow> {
        self.unanswered().filter(|row| self.phase() == Phase::Running && open_proposal::answer_at(row, now).is_none())
    }

    /// The proposal without an answer, if any. It may have expired.
    pub(in crate::play) fn unanswered(&self) -> Option<&ProposalRow> {
        self.row.proposal.0.as_ref()
    }

    /// The seats that are offered to others.
    pub fn offered(&self) -> Seats {
        self.row.progress.offered
    }

    /// The number of the last log line, and that of changes to the match that were no moves.
    pub(in crate::play) fn version(&self) -> (Option<u32>, u32) {
        (self.row.progress.ply, self.row.revision)
    }

    /// The turn that the match is in, for the player who holds a seat now.
    pub fn turn_of(&self, seat: Seat) -> Turn {
        let holder = self.player_at(seat).map_or(0, |player| player.holder);
        Turn { match_id: self.id(), seat, holder, turn: self.turn() }
    }

    /// Writes other terms and clocks, and owes emails about it. Returns false and writes nothing if the match has changed since.
    pub(in crate::play) async fn set_clocks(
        &self,
        connection: &mut Connection,
        terms: &Terms,
        clocks: &SeatClocks,
        emails: &[NewEmail],
        now: DateTime<Utc>,
    ) -> Result<bool> {
        let terms = terms.to_json()?;
        Ok(seat_clocks::set(connection, self.id(), self.version(), (&terms, clocks), emails, now).await?)
    }

    /// Returns the match as it is once a player has these vacations.
    pub(in crate::play) fn with_vacations(mut self, user: UserId, vacations: &Vacations) -> Match {
        for (player, own) in self.row.players.0.iter().zip(&mut self.vacations) {
            if player.id == user {
                own.clone_from(vacations);
            }
        }
        self
    }

    /// The part of the match that a move changes.
    pub(in crate::play) fn progress(&self) -> &Progress {
        &self.row.progress
    }

    /// The heads of the chain of the log.
    pub(in crate::play) fn heads(&self) -> Heads {
        self.row.heads
    }

    /// Returns a copy for the next move, as the database has it; the match was read at this time.
    pub(in crate::play) fn copy(&self, read_at: DateTime<Utc>) -> KeptMatch {
        KeptMatch { row: self.row.clone(), read_at }
    }

    /// Returns the match after a move that was written, without reading it again.
    pub(in crate::play) fn after(mut self, progress: Progress, heads: Heads, last_at: DateTime<Utc>) -> Match {
        (self.row.progress, self.row.heads, self.row.last_at) = (progress, heads, Some(last_at));
        self
    }

    /// Seats the players in the order of the list.
    pub(in crate::play) fn seat(&mut self, seats: &[Seat]) {
        for (player, seat) in self.row.players.0.iter_mut().zip(seats) {
            player.seat = Some(*seat);
        }
    }

    /// The moment at which the match starts.
    pub(in crate::play) fn start_moment(&self) -> Moment {
        self.row.played_on.start_moment.unwrap_or(Moment(0))
    }

    /// The earlier match that this one is played on from, if any. The reader may not be able to see it.
    pub fn played_on_from(&self) -> Option<MatchId> {
        self.row.played_on.source
    }

    /// The options with which the match was created, every default filled in.
    pub fn options(&self) -> Result<serde_json::Value> {
        serde_json::from_str(&self.row.options).map_err(|why| Refusal::Broken(format!("match {}: {why}", self.row.id)))
    }

    /// The same as they are stored, in JSON.
    pub(in crate::play) fn options_text(&self) -> &str {
        &self.row.options
    }

    /// Returns the frame of the match for the rules. Refuses before the start.
    pub fn frame(&self) -> Result<Frame> {
        let progress = &self.row.progress;
        let (Some(ply), Some(state)) = (progress.ply, progress.state.clone()) else {
            return Err(Refusal::Broken(format!("match {}: no position", self.row.id)));
        };
        Ok(Frame {
            seats: self.seats(),
            seed: self.seed(),
            ply,
            turn: progress.turn,
            left: progress.left_seats,
            lapses: progress.lapses,
            over: progress.phase == Phase::Over,
            state,
        })
    }

    /// The frame of a stored snapshot of the match. The match was not over then.
    pub(in crate::play) fn frame_of(&self, row: &SnapshotRow) -> Frame {
        Frame {
            seats: self.seats(),
            seed: self.seed(),
            ply: row.ply,
            turn: row.turn,
            left: row.left_seats,
            lapses: row.lapses,
            over: false,
            state: row.state.clone(),
        }
    }

    /// The people at the table in the order in which they joined.
    pub fn players(&self) -> &[Player] {
        &self.row.players.0
    }

    /// Returns the player on a seat, once the match has started.
    pub fn player_at(&self, seat: Seat) -> Option<&Player> {
        self.players().iter().find(|player| player.seat == Some(seat))
    }

    /// Returns the seat of a user, once the match has started.
    pub fn seat_of(&self, user: UserId) -> Option<Seat> {
        self.players().iter().find(|player| player.id == user)?.seat
    }

    /// Returns the seats whose players have not left.
    pub(in crate::play) fn staying(&self) -> Seats {
        Seats::all(self.seats()).without(self.left())
    }

    /// Returns the people on these seats, without computer players.
    pub(in crate::play) fn users_at(&self, seats: Seats) -> Vec<UserId> {
        let players = seats.iter().filter_map(|seat| self.player_at(seat));
        players.filter(|player| player.computer.is_none()).map(|player| player.id).collect()
    }

    /// Returns whether the user is at the table, started or not.
    pub fn has_player(&self, user: UserId) -> bool {
        self.players().iter().any(|player| player.id == user)
    }

    /// Returns whether this user may know of the match; a reader who is not signed in is none.
    pub fn is_visible_to(&self, user: Option<UserId>) -> bool {
        match self.row.visibility {
            Visibility::Public | Visibility::Unlisted => true,
            Visibility::Private => {
                self.row.invited || user.is_some_and(|user| self.row.creator == user || self.has_player(user))
            }
        }
    }

    /// Returns the eye with which the user looks at the match.
    pub fn eye(&self, user: Option<UserId>) -> Eye {
        if self.phase() == Phase::Over {
            return Eye::Open;
        }
        user.and_then(|user| self.seat_of(user)).map_or(Eye::Public, Eye::Seat)
    }

    /// Returns whether the turn that a player saw still continues for the player's seat. It does if the table has not moved
    /// on, or if the seat is in the middle of a turn that it sends in parts and nothing but parts of it has come since.
    pub fn goes_on(&self, seat: Seat, turn: u32) -> Result<bool> {
        if turn == self.turn() {
            return Ok(true);
        }
        let since = self.row.progress.midway_since;
        if self.phase() != Phase::Running || turn > self.turn() || since.is_none_or(|since| turn < since) {
            return Ok(false);
        }
        Ok(self.rules.status(&self.frame()?)?.midway == Some(seat))
    }
}
