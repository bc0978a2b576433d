//! A tournament as the API shows it.

use chrono::{DateTime, Utc};
use engine::RatingClass;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Result;
use crate::db::entries::{EntryRow, OwnTournamentRow};
use crate::db::words::{PairingState, TournamentFormat};
use crate::ids::UserId;
use crate::play::TournamentPhase;
use crate::play::matches::deadline::Pace;
use crate::play::tournaments::shown::{Group, Line, PlayedRow, Shown};
use crate::play::tournaments::standings;
use crate::play::tournaments::tournament::Tournament;

/// The number of players of each group that change it for the next edition, 1 to 5 together.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"up": 2, "down": 3}))]
pub struct Promotion {
    /// Those who play in the group above.
    #[schema(maximum = 5)]
    pub(super) up: u8,
    /// Those who play in the group below.
    #[schema(maximum = 5)]
    pub(super) down: u8,
}

/// A tournament in a list.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "0192d3a4-5b6c-7d8e-9fa0-b1c2d3e4f5a6", "number": 12, "format": "groups", "name": "Autumn Cup", "game": "magnapoco", "seats": 2,
    "phase": "entry", "creator": "anna", "created_at": "2026-11-21T10:00:00Z", "closes_at": "2026-12-24T18:00:00Z", "max_entries": 10,
    "edition": 1, "repeats": false, "featured": false, "entry_count": 3, "least_entries": 4, "at_once": 4, "started_at": null, "ends_by": null, "ended_at": null}))]
pub struct TournamentSummary {
    /// The id.
    id: Uuid,
    /// The number by which commands in emails name it.
    number: i32,
    /// The format.
    format: TournamentFormat,
    /// The name.
    name: String,
    /// The id of the game.
    #[schema(example = "magnapoco")]
    game: String,
    /// The number of seats of each match.
    seats: u8,
    /// The phase. A ladder is `running`, and people can enter it.
    phase: TournamentPhase,
    /// The handle of the creator.
    creator: String,
    /// The time at which it was created.
    created_at: DateTime<Utc>,
    /// When entry closes. Of no meaning in a ladder.
    closes_at: DateTime<Utc>,
    /// The number of entries with which it starts at once.
    max_entries: u8,
    /// The number of the edition, from 1.
    edition: i32,
    /// True if another edition follows.
    repeats: bool,
    /// True if the host shows it before others.
    featured: bool,
    /// The number of people who have entered.
    entry_count: i64,
    /// The number of entries that it needs to start.
    least_entries: u8,
    /// The maximum number of matches of a player at a time; in a ladder that is three.
    at_once: u8,
    /// The time at which it started.
    started_at: Option<DateTime<Utc>>,
    /// The time at which it ends at the latest, once it has started. A match without a result then counts as half a point for those who
    /// still play in it.
    ends_by: Option<DateTime<Utc>>,
    /// The time at which it ended or was called off.
    ended_at: Option<DateTime<Utc>>,
}

impl From<&Tournament> for TournamentSummary {
    fn from(tournament: &Tournament) -> TournamentSummary {
        let row = tournament.row.clone();
        TournamentSummary {
            id: row.id.0,
            number: row.number,
            format: row.format,
            name: row.name,
            game: row.game,
            seats: row.seats,
            phase: row.phase,
            creator: row.creator_handle,
            created_at: row.created_at,
            closes_at: row.closes_at,
            max_entries: row.max_entries,
            edition: row.series.edition,
            repeats: row.series.repeats,
            featured: row.featured,
            entry_count: row.entry_count,
            least_entries: tournament.least_entries() as u8,
            at_once: row.at_once,
            started_at: row.started_at,
            ends_by: tournament.ends_by(),
            ended_at: row.ended_at,
        }
    }
}

/// A tournament.
#[derive(Serialize, ToSchema)]
pub struct TournamentPage {
    /// The tournament.
    #[serde(flatten)]
    summary: TournamentSummary,
    /// The options of the game, including defaults.
    #[schema(value_type = std::collections::BTreeMap<String, serde_json::Value>)]
    options: serde_json::Value,
    /// The clock of its matches.
    clock: Option<Pace>,
    /// The promotion of a league. Null: the groups are formed by rating.
    promotion: Option<Promotion>,
    /// The id of the edition before, if any.
    previous: Option<Uuid>,
    /// The id of the edition after it, if there is one yet.
    next: Option<Uuid>,
    /// The class of ratings that the results count for, if any.
    rated: Option<RatingClass>,
    /// True if you have entered, and not withdrawn.
    entered: bool,
    /// The people who have entered, in that order.
    #[schema(max_items = 200)]
    entries: Vec<Entry>,
    /// The groups, once it has started.
    #[schema(max_items = 40)]
    groups: Vec<TournamentGroup>,
    /// The handles of the players of a ladder, in their order.
    #[schema(max_items = 200)]
    ladder: Vec<String>,
    /// The matches of a ladder that are played, or ended within 30 days, the newest first. The challenger has the second seat.
    #[schema(max_items = 10000)]
    challenges: Vec<Pairing>,
}

/// A person who has entered a tournament.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"handle": "anna", "name": "Anna", "entered_at": "2026-11-21T10:00:00Z", "withdrawn_at": null}))]
pub struct Entry {
    /// The handle.
    handle: String,
    /// The display name.
    name: String,
    /// The time of the entry.
    entered_at: DateTime<Utc>,
    /// When the person withdrew after the start.
    withdrawn_at: Option<DateTime<Utc>>,
}

/// A group: everybody in it meets everybody.
#[derive(Serialize, ToSchema)]
pub struct TournamentGroup {
    /// The number, from 1.
    number: u8,
    /// The players in their order. Points decide; between equal points those against each other if all of these players have met, then
    /// Sonneborn-Berger, then fewer losses on time.
    #[schema(max_items = 11)]
    standings: Vec<GroupPlayer>,
    /// The matches, in the order in which they start.
    #[schema(max_items = 200)]
    pairings: Vec<Pairing>,
}

/// A player in the order of a group.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"place": 1, "handle": "anna", "points": 2.5, "played": 3, "match_count": 3, "lost_on_time": 0}))]
pub struct GroupPlayer {
    /// The place, shared by equal players. Null if the player withdrew before half of the matches were played: the results do not count.
    place: Option<u8>,
    /// The handle.
    handle: String,
    /// The points: in each match the share of sides beaten, with half for equal ones.
    points: f64,
    /// The number of matches with a result.
    played: u8,
    /// The number of all matches.
    match_count: u8,
    /// The number of matches that were lost on time.
    lost_on_time: u8,
}

/// A match of a group.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"number": 1, "players": ["anna", "bo"], "state": "over", "match_id": "0192d3a4-5b6c-7d8e-9fa0-b1c2d3e4f5a6", "ranks": [1, 2]}))]
pub struct Pairing {
    /// The number in the tournament, from 1.
    number: i32,
    /// The handles of the players, by seat.
    #[schema(max_items = 6)]
    players: Vec<String>,
    /// The state. `void`: it has ended without a result, as the host ended it or it was abandoned. `called-off`: a player has withdrawn before
    /// it began. `unfinished`: it had no result when the tournament ended.
    state: PairingState,
    /// The id of the match, once it has started.
    match_id: Option<Uuid>,
    /// The rank of each seat, once there is a result.
    #[schema(max_items = 6)]
    ranks: Option<Vec<u8>>,
}

impl TournamentPage {
    pub(super) fn new(shown: &Shown, reader: Option<UserId>) -> Result<TournamentPage> {
        let tournament = &shown.tournament;
        let entry = reader.and_then(|reader| shown.entry(reader));
        let setup = tournament.setup()?;
        let series = tournament.row.series;
        let promotion = Promotion { up: series.promoted, down: series.relegated };
        Ok(TournamentPage {
            summary: tournament.into(),
            options: setup.options,
            clock: tournament.pace(),
            promotion: (promotion.up + promotion.down > 0).then_some(promotion),
            previous: series.previous.map(|id| id.0),
            next: shown.next.as_ref().map(|next| next.id.0),
            rated: setup.rating.ok(),
            entered: entry.is_some_and(|entry| entry.withdrawn_at.is_none()),
            entries: shown.entries.iter().cloned().map(Entry::from).collect(),
            groups: shown.groups.iter().map(|group| TournamentGroup::new(group, shown)).collect(),
            ladder: shown.ladder().into_iter().map(|entry| entry.handle.clone()).collect(),
            challenges: shown.challenges.iter().map(|one| Pairing::new(shown, one)).collect(),
        })
    }
}

impl From<EntryRow> for Entry {
    fn from(row: EntryRow) -> Entry {
        Entry { handle: row.handle, name: row.name, entered_at: row.entered_at, withdrawn_at: row.withdrawn_at }
    }
}

impl TournamentGroup {
    fn new(group: &Group, shown: &Shown) -> TournamentGroup {
        let player = |line: &Line| GroupPlayer {
            place: line.placed.place.map(|place| place as u8),
            handle: line.person.handle.clone(),
            points: (1000 * line.placed.points / standings::POINT) as f64 / 1000.0,
            played: line.placed.played as u8,
            match_count: line.placed.matches as u8,
            lost_on_time: line.placed.forfeits as u8,
        };
        TournamentGroup {
            number: group.number,
            standings: group.order.iter().map(player).collect(),
            pairings: group.played.iter().map(|one| Pairing::new(shown, one)).collect(),
        }
    }
}

impl Pairing {
    fn new(shown: &Shown, one: &PlayedRow) -> Pairing {
        let handle = |user: &UserId| shown.entry(*user).map(|entry| entry.handle.clone()).unwrap_or_default();
        let ranks = || one.results.iter().map(|result| result.rank).collect();
        Pairing {
            number: one.row.number,
            players: one.row.people.iter().map(handle).collect(),
            state: one.row.state,
            match_id: one.row.match_id.map(|id| id.0),
            ranks: (one.row.state == PairingState::Over).then(ranks),
        }
    }
}

/// A tournament that you made or entered.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "0192d3a4-5b6c-7d8e-9fa0-b1c2d3e4f5a6", "name": "Autumn Cup", "made": false,
    "entered_at": "2026-11-21T10:00:00Z", "withdrawn_at": null}))]
pub struct ExportedTournament {
    /// The id.
    id: Uuid,
    /// The name.
    name: String,
    /// True if you made it.
    made: bool,
    /// The time of your entry, if you entered.
    entered_at: Option<DateTime<Utc>>,
    /// When you withdrew.
    withdrawn_at: Option<DateTime<Utc>>,
}

impl From<OwnTournamentRow> for ExportedTournament {
    fn from(row: OwnTournamentRow) -> ExportedTournament {
        let OwnTournamentRow { id, name, made, entered_at, withdrawn_at } = row;
        ExportedTournament { id: id.0, name, made, entered_at, withdrawn_at }
    }
}
