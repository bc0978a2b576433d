//! What a client sees of a match.

use chrono::{DateTime, Utc};
use engine::scene::Paint;
use engine::{EndCondition, LapsePolicy, Outcome, Page};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Result;
use crate::ids::UserId;
use crate::play::{self, Match, Phase, deadline, look};

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
    visibility: &'static str,
    /// How many seats it has.
    seats: u8,
    /// `random` or `joined`.
    #[schema(example = "random")]
    seating: &'static str,
    /// The game's options, defaults filled in.
    #[schema(value_type = Object)]
    options: serde_json::Value,
    /// The time for each move as an ISO 8601 duration; nothing if there is no clock.
    #[schema(example = "P3D")]
    move_time: Option<String>,
    /// `forfeit` or `pass`.
    #[schema(example = "forfeit")]
    #[schema(value_type = String)]
    on_lapse: LapsePolicy,
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
    pub fn of(m: &Match, user: Option<UserId>, earlier: Option<Page>) -> Result<MatchPage> {
        let past = earlier.is_some();
        let page = match earlier {
            Some(page) => Some(page),
            None => look::page(m, user)?,
        };
        let over = m.phase() == Phase::Over;
        let seed = m.seed();
        Ok(MatchPage {
            id: m.id().0,
            name: m.name().to_owned(),
            game: m.game().to_owned(),
            phase: m.phase().name(),
            visibility: m.visibility().name(),
            seats: m.seats(),
            seating: m.seating().name(),
            options: m.options()?,
            move_time: m.move_time().map(|span| span.to_string()),
            on_lapse: m.on_lapse(),
            creator: m.creator_handle().to_owned(),
            created_at: m.created_at(),
            started_at: m.started_at(),
            ended_at: m.ended_at(),
            seed_commitment: seed.commitment(),
            seed: over.then(|| seed.to_hex()),
            players: players(m)?,
            page: page.map(|page| Position::of(m, user, page, past)),
        })
    }
}

fn players(m: &Match) -> Result<Vec<Player>> {
    let chairs = m.rules.chairs(m.seats(), &m.options()?)?;
    let player = |player: &play::Player| {
        let chair = player.seat.and_then(|seat| chairs.get(seat.index()));
        Player {
            handle: player.handle.clone(),
            name: player.name.clone(),
            seat: player.seat.map(|seat| seat.0),
            chair: chair.map(|chair| chair.id.clone()),
            chair_name: chair.map(|chair| chair.name.clone()),
            side: chair.map(|chair| chair.side),
            paint: chair.map(|chair| chair.paint),
            left: player.seat.is_some_and(|seat| m.left().contains(seat)),
        }
    };
    let mut players: Vec<Player> = m.players().iter().map(player).collect();
    players.sort_by_key(|player| player.seat);
    Ok(players)
}

impl Position {
    fn of(m: &Match, user: Option<UserId>, page: Page, past: bool) -> Position {
        let own = user.and_then(|user| m.seat_of(user));
        let deadlines = if past { Vec::new() } else { deadline::on_page(m, &page) };
        let waiting = page.waiting;
        Position {
            you: own.map(|seat| seat.0),
            turn: page.turn,
            awaited: waiting.seats.iter().map(|seat| seat.0).collect(),
            undisclosed: waiting.undisclosed,
            deadlines: deadlines.into_iter().map(|(seat, at)| Deadline { seat: seat.0, at }).collect(),
            wake_at: waiting.wake.map(|wake| m.time_of(wake.at)),
            text: page.text(),
            ends: page.ends,
            outcome: page.outcome,
            view: page.view,
            scene: page.scene,
        }
    }
}
