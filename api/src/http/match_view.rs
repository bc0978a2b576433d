//! What a client sees of a match.

use chrono::{DateTime, Utc};
use engine::scene::Paint;
use engine::{EndCondition, Outcome, Page, Seat};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::problem::Answer;
use crate::play::{Match, Phase, look};

/// A match, as far as the reader may see it.
#[derive(Serialize, ToSchema)]
pub struct MatchPage {
    /// Its id.
    id: Uuid,
    /// Its name.
    name: String,
    /// Its game.
    #[schema(example = "magma")]
    game: String,
    /// `open`, `running`, `over` or `cancelled`.
    #[schema(example = "running")]
    phase: &'static str,
    /// `public`, `unlisted` or `private`.
    #[schema(example = "public")]
    visibility: String,
    /// How many seats it has.
    seats: u8,
    /// `random` or `joined`.
    #[schema(example = "random")]
    seating: String,
    /// The game's options, defaults filled in.
    #[schema(value_type = Object)]
    options: serde_json::Value,
    /// The time for each move as an ISO 8601 duration; nothing if there is no clock.
    #[schema(example = "P3D")]
    move_time: Option<String>,
    /// `forfeit` or `pass`.
    #[schema(example = "forfeit")]
    on_lapse: String,
    /// The handle of whoever created it, who need not play.
    #[schema(example = "anna")]
    creator: String,
    /// When it was created.
    created_at: DateTime<Utc>,
    /// When the last seat was taken.
    started_at: Option<DateTime<Utc>>,
    /// When it ended.
    ended_at: Option<DateTime<Utc>>,
    /// The SHA-256 of the secret seed, in hexadecimal digits: known from the start, so that every draw can be checked afterwards.
    seed_commitment: String,
    /// The seed itself, once the match is over.
    seed: Option<String>,
    /// Who plays: in the order of joining before the start, by seat afterwards.
    players: Vec<Player>,
    /// The position, once the match has started.
    page: Option<Position>,
}

/// Somebody at the table.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"handle": "anna", "name": "Anna", "seat": 0, "chair": "red", "chair_name": "Red", "side": 0,
    "paint": "red", "left": false}))]
pub struct Player {
    /// The handle.
    handle: String,
    /// The name for people.
    name: String,
    /// The seat, once the match has started.
    seat: Option<u8>,
    /// The word for the seat in records.
    chair: Option<String>,
    /// The same for people.
    chair_name: Option<String>,
    /// The side that the seat plays for; sides win and lose together.
    side: Option<u8>,
    /// The colour of the seat.
    paint: Option<Paint>,
    /// Has the player resigned or been forfeited?
    left: bool,
}

/// The position, for one reader.
#[derive(Serialize, ToSchema)]
pub struct Position {
    /// Your seat, if you have one.
    you: Option<u8>,
    /// How often the table has moved on; quote it with your move.
    turn: u32,
    /// The seats that you may know to be awaited.
    awaited: Vec<u8>,
    /// May there be others, of whom you may not know?
    undisclosed: bool,
    /// When the match clocks of these seats run out.
    deadlines: Vec<Deadline>,
    /// When the rules' own timer runs out, if there is one and you may know.
    wake_at: Option<DateTime<Utc>>,
    /// The ways in which the match may end soon, and the score if it ended now.
    ends: Vec<EndCondition>,
    /// The result, once the match is over: a rank for each seat (1 is best), scores where there are scores, the reason.
    outcome: Option<Outcome>,
    /// The game's own view of the position.
    #[schema(value_type = Object)]
    view: serde_json::Value,
    /// The picture as data.
    scene: engine::scene::Scene,
    /// The picture as monospaced text of at most 76 columns.
    text: String,
}

/// When a seat's time for its move runs out.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"seat": 0, "at": "2026-11-24T10:00:00Z"}))]
pub struct Deadline {
    /// The seat.
    seat: u8,
    /// The time.
    at: DateTime<Utc>,
}

impl MatchPage {
    /// The match for this reader: now, or with an earlier position.
    pub fn of(m: &Match, user: Option<Uuid>, earlier: Option<Page>) -> Answer<MatchPage> {
        let past = earlier.is_some();
        let page = match earlier {
            Some(page) => Some(page),
            None => look::page(m, user)?,
        };
        let over = m.phase() == Phase::Over;
        let seed = m.seed()?;
        Ok(MatchPage {
            id: m.row.id,
            name: m.row.name.clone(),
            game: m.row.game.clone(),
            phase: m.phase().name(),
            visibility: m.row.visibility.clone(),
            seats: m.seats(),
            seating: m.row.seating.clone(),
            options: m.options()?,
            move_time: super::move_time(m.row.move_time_ms),
            on_lapse: m.row.on_lapse.clone(),
            creator: m.row.creator_handle.clone(),
            created_at: m.row.created_at,
            started_at: m.row.started_at,
            ended_at: m.row.ended_at,
            seed_commitment: seed.commitment(),
            seed: over.then(|| seed.to_hex()),
            players: players(m)?,
            page: page.map(|page| Position::of(m, user, page, past)),
        })
    }
}

fn players(m: &Match) -> Answer<Vec<Player>> {
    let chairs = m.rules.chairs(m.seats(), &m.options()?)?;
    let left = crate::play::seats_of(m.row.left_seats);
    let mut players: Vec<Player> = (0..m.row.user_ids.len())
        .map(|at| {
            let seat = u8::try_from(m.row.places[at]).ok();
            let chair = seat.and_then(|seat| chairs.get(usize::from(seat)));
            Player {
                handle: m.row.handles[at].clone(),
                name: m.row.names[at].clone(),
                seat,
                chair: chair.map(|chair| chair.id.clone()),
                chair_name: chair.map(|chair| chair.name.clone()),
                side: chair.map(|chair| chair.side),
                paint: chair.map(|chair| chair.paint),
                left: seat.is_some_and(|seat| left.contains(Seat(seat))),
            }
        })
        .collect();
    players.sort_by_key(|player| player.seat);
    Ok(players)
}

impl Position {
    fn of(m: &Match, user: Option<Uuid>, page: Page, past: bool) -> Position {
        let waiting = page.waiting;
        let own = user.and_then(|user| m.seat_of(user));
        let clock_of = |seat: Seat| {
            let at = m.row.deadlines.get(seat.index()).copied().filter(|at| *at > 0 && !past)?;
            Some(Deadline { seat: seat.0, at: DateTime::from_timestamp_millis(at)? })
        };
        Position {
            you: own.map(|seat| seat.0),
            turn: page.turn,
            awaited: waiting.seats.iter().map(|seat| seat.0).collect(),
            undisclosed: waiting.undisclosed,
            // Of a seat that the reader may not know to be awaited, the clock would tell it.
            deadlines: waiting.seats.iter().filter_map(clock_of).collect(),
            wake_at: waiting.wake.map(|wake| m.time_of(wake.at)),
            text: page.text(),
            ends: page.ends,
            outcome: page.outcome,
            view: page.view,
            scene: page.scene,
        }
    }
}
