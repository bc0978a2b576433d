//! Matches as lists show them.

use chrono::{DateTime, Utc};
use engine::players::Level;
use engine::scene::Paint;
use engine::{Chair, Outcome, RatingClass};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Result;
use crate::db::Connection;
use crate::db::lists::SummaryRow;
use crate::db::tables::{self, TableRow};
use crate::play::matches::chairs;
use crate::play::matches::deadline::{self, Pace};
use crate::play::{Phase, Player, Visibility};

/// A match in a list.
#[derive(Serialize, ToSchema)]
pub struct MatchSummary {
    /// The id.
    id: Uuid,
    /// The name.
    name: String,
    /// The id of the game.
    #[schema(example = "magma")]
    game: String,
    /// The phase.
    phase: Phase,
    /// The visibility.
    visibility: Visibility,
    /// The number of seats.
    seats: u8,
    /// The number of players.
    player_count: u8,
    /// The players, in the order of joining before the start and by seat afterwards.
    #[schema(max_items = 6)]
    players: Vec<ListedPlayer>,
    /// The options of the game.
    #[schema(value_type = std::collections::BTreeMap<String, serde_json::Value>)]
    options: serde_json::Value,
    /// The match clock, if any.
    clock: Option<Pace>,
    /// The time at which it was created.
    created_at: DateTime<Utc>,
    /// The time at which it ended, if it has.
    ended_at: Option<DateTime<Utc>>,
    /// The class of ratings that the result counts for, if any.
    rated: Option<RatingClass>,
    /// True if it was imported from a record, which does not name people.
    imported: bool,
    /// Your seat, if any.
    your_seat: Option<u8>,
    /// The colour of your seat, if any.
    your_paint: Option<Paint>,
    /// True if it is your turn.
    awaited: bool,
    /// Your deadline, if any.
    deadline: Option<DateTime<Utc>>,
    /// The turn, once the match has started.
    turn: Option<u32>,
    /// The time of the last line of the log that spectators may know of, once the match has started.
    moved_at: Option<DateTime<Utc>>,
    /// The result, once the match is over.
    outcome: Option<Outcome>,
}

/// A player of a match in a list.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"handle": "anna", "name": "Anna", "computer": null, "bot": false, "seat": 0, "chair": "red", "chair_name": "Red",
    "paint": "red"}))]
pub struct ListedPlayer {
    /// The handle.
    handle: String,
    /// The display name.
    name: String,
    /// The level, 1 to 5, if this is a computer player.
    computer: Option<u8>,
    /// True if a program plays for the account.
    bot: bool,
    /// The seat, once the match has started.
    seat: Option<u8>,
    /// The id of the seat in records.
    chair: Option<String>,
    /// The display name of the seat.
    chair_name: Option<String>,
    /// The colour of the seat.
    paint: Option<Paint>,
}

impl ListedPlayer {
    fn new(player: Player, chairs: &[Chair]) -> ListedPlayer {
        let chair = player.seat.and_then(|seat| chairs.get(seat.index()));
        ListedPlayer {
            handle: player.handle,
            name: player.name,
            computer: player.computer.map(Level::number),
            bot: player.is_bot,
            seat: player.seat.map(|seat| seat.0),
            chair: chair.map(|chair| chair.id.clone()),
            chair_name: chair.map(|chair| chair.name.clone()),
            paint: chair.map(|chair| chair.paint),
        }
    }
}

impl MatchSummary {
    fn new(row: SummaryRow, table: TableRow) -> MatchSummary {
        let (clock, deadline) = deadline::in_list(&row.clock, &row.clocks, row.seat, &row.vacations, &row.outages);
        let rules = engine::edition(&row.game, table.edition);
        // A match of a game that this server does not have any more has no chairs.
        let chairs = rules.and_then(|rules| chairs::of(rules, row.seats, &row.options).ok());
        let chairs = chairs.as_deref().unwrap_or_default();
        let has_started = row.phase.has_started();
        let mut players: Vec<ListedPlayer> =
            table.players.0.into_iter().map(|player| ListedPlayer::new(player, chairs)).collect();
        players.sort_by_key(|player| player.seat);
        MatchSummary {
            id: row.id.0,
            name: row.name,
            game: row.game,
            phase: row.phase,
            visibility: row.visibility,
            seats: row.seats,
            player_count: u8::try_from(row.players).unwrap_or(u8::MAX),
            players,
            options: serde_json::from_str(&row.options).unwrap_or_default(),
            clock,
            created_at: row.created_at,
            ended_at: row.ended_at,
            rated: row.rated,
            imported: row.imported,
            your_seat: row.seat.map(|seat| seat.0),
            your_paint: row.seat.and_then(|seat| chairs.get(seat.index())).map(|chair| chair.paint),
            awaited: row.awaited,
            deadline,
            turn: has_started.then_some(table.turn),
            moved_at: table.moved_at.filter(|_| has_started),
            outcome: table.outcome.and_then(|outcome| serde_json::from_str(&outcome).ok()),
        }
    }

    /// The matches of these rows, in their order.
    pub(super) async fn of_rows(connection: &mut Connection, rows: Vec<SummaryRow>) -> Result<Vec<MatchSummary>> {
        let mut tables = tables::of(connection, &rows).await?;
        // Matches are never deleted: each row has its table.
        let summary = |row: SummaryRow| {
            let table = tables.remove(&row.id)?;
            Some(MatchSummary::new(row, table))
        };
        Ok(rows.into_iter().filter_map(summary).collect())
    }
}
