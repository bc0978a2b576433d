//! The JSON view of a match.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use engine::players::Level;
use engine::scene::Paint;
use engine::{EndCondition, Outcome, Page, RatingClass};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Result;
use super::moves::Choices;
use super::painted::{Json, Painted};
use super::parts::Part;
use super::proposals::Proposal;
use super::ratings::MatchRating;
use crate::db::brought::BroughtRow;
use crate::ids::UserId;
use crate::play::matches::deadline;
use crate::play::matches::deadline::{Hours, Pace, Standing, VacationRule};
use crate::play::{self, ComputerPace, Match, OnLapse, Phase, Seating, Visibility};

/// A match, as far as you may see it.
#[derive(Serialize, ToSchema)]
#[schema(as = Match)]
pub struct MatchPage {
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
    /// The seating order.
    seating: Seating,
    /// The options of the game, including defaults.
    #[schema(value_type = std::collections::BTreeMap<String, serde_json::Value>)]
    options: serde_json::Value,
    /// The match clock, if any.
    clock: Option<Pace>,
    /// The hours in which clocks run. Null: all hours.
    hours: Option<Hours>,
    /// The effect of vacations.
    vacation: VacationRule,
    /// The pauses to which all players agreed.
    pauses: Vec<Standing>,
    /// The periods since the start during which no server was running. Clocks did not run then.
    outages: Vec<Standing>,
    /// The open proposal of a pause or of more time, if any. Only players of the match see it.
    proposal: Option<Proposal>,
    /// The match clock in words: the time per player, what happens when it expires, the hours, and the effect of vacations.
    clock_words: Vec<String>,
    /// What happens when a player's time expires.
    on_lapse: OnLapse,
    /// True if players may write notes to each other.
    notes: bool,
    /// The speed of computer players.
    computer_pace: ComputerPace,
    /// The class of ratings that the result counts for, if any.
    rated: Option<RatingClass>,
    /// The id of the tournament that it belongs to, if any.
    tournament: Option<Uuid>,
    /// The handle of the creator, who may not be a player.
    #[schema(example = "anna")]
    creator: String,
    /// The time at which it was created.
    created_at: DateTime<Utc>,
    /// The time at which the last seat was taken.
    started_at: Option<DateTime<Utc>>,
    /// The time at which it ended.
    ended_at: Option<DateTime<Utc>>,
    /// The reason that the host gave for ending or cancelling the match, if the host did.
    ended_by_host: Option<String>,
    /// True if the host has hidden the match. The match is then private, and its spectator links do not work.
    hidden: bool,
    /// True if the creator imported it from a record. A record does not name people, so the match has no players, and its times count back
    /// from the import.
    imported: bool,
    /// The line of an earlier match from which this one continues. The log of this match begins with the lines up to that one, and their
    /// times count back from the start of this match.
    played_on_from: Option<PlayedOnFrom>,
    /// The SHA-256 hash of the secret seed, in hexadecimal. It is public from the start, so that every draw can be checked after the match.
    seed_commitment: String,
    /// The seed, once the match is over.
    seed: Option<String>,
    /// The players' values that are mixed into the seed, in ascending order, available from the start of the match.
    seed_values: Vec<String>,
    /// The record so far. Null before the first move, and in matches that began before servers kept it.
    record_so_far: Option<RecordSoFar>,
    /// The players, in the order of joining before the start and by seat afterwards.
    players: Vec<Player>,
    /// The cards that players bring, until the match starts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 6)]
    brought: Vec<Brought>,
    /// The position, once the match has started.
    page: Option<PositionPage>,
    /// What the result has done to the ratings of the players of a rated match, a moment after its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<MatchRating>,
    /// What you can do next, if you asked for it with `include=choices` and are awaited: up to 8 steps, with at most 300 choices.
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<Choices>,
}

/// The cards that a player brings into a match that has not started.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"handle": "anna", "cards": "Quarry Ox   1R\nCreature - Ox   2/2"}))]
pub struct Brought {
    /// The handle of the player.
    handle: String,
    /// The texts of the cards.
    cards: String,
}

/// The record up to the last line that everyone may read; after the end, up to the last line.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"line": 12, "head": "51df0acbd3548515a68837aa019a48bf093ff39fca70c4a4146e4ded297b5f03"}))]
pub struct RecordSoFar {
    /// The number of that line in the log as spectators read it: the number of lines after the start.
    line: u32,
    /// The head of the record's hash chain at that line, in hexadecimal. Changing any earlier line changes the head. After the match,
    /// `turnpost verify --head` finds it in the full record.
    head: String,
}

impl RecordSoFar {
    fn new(m: &Match) -> Option<RecordSoFar> {
        play::matches::chain::record_so_far(m).map(|so_far| RecordSoFar { line: so_far.lines, head: so_far.head })
    }
}

/// A player of a match.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"handle": "anna", "name": "Anna", "computer": null, "bot": false, "seat": 0, "chair": "red", "chair_name": "Red", "side": 0,
    "paint": "red", "has_left": false, "reserve": "P10D", "offered_until": null, "away_until": null}))]
pub struct Player {
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
    /// The side of the seat. Seats on the same side win and lose together.
    side: Option<u8>,
    /// The colour of the seat.
    paint: Option<Paint>,
    /// True if the player has resigned or was forfeited.
    has_left: bool,
    /// The player's reserve as an ISO 8601 duration, if the clock has one. During a turn it is the reserve at the beginning of the turn.
    #[schema(example = "P10D")]
    reserve: Option<String>,
    /// The time until which the seat is on offer to others, if it is. `POST /v1/matches/{match_id}/join` takes it.
    offered_until: Option<DateTime<Utc>>,
    /// The end of the player's present vacation, if any. Only players of the match see it.
    away_until: Option<DateTime<Utc>>,
}

/// The position, as far as you may see it.
#[derive(Serialize, ToSchema)]
#[schema(as = Page)]
pub struct PositionPage {
    /// Your seat, if any.
    your_seat: Option<u8>,
    /// The turn. Quote it with your move.
    turn: u32,
    /// The awaited seats, as far as you may know them.
    awaited: Vec<u8>,
    /// True if other seats may be awaited without your knowing.
    undisclosed: bool,
    /// The deadlines of the awaited seats.
    deadlines: Vec<Deadline>,
    /// The time until which responses are awaited, if `undisclosed` is true and a clock runs. All readers see the same time.
    responses_until: Option<DateTime<Utc>>,
    /// The time at which a timer of the rules expires, if one runs and you may know it.
    timer_at: Option<DateTime<Utc>>,
    /// The conditions that end the match, and the score if it ended now.
    ends: Vec<EndCondition>,
    /// The result, once the match is over.
    outcome: Option<Outcome>,
    /// The position in the terms of the game, if you asked for it (`include=view`): the `view` of `GET /v1/games/{game_id}` is its JSON
    /// Schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<std::collections::BTreeMap<String, serde_json::Value>>)]
    view: Option<Json>,
    /// The board as data, if you asked for it (`include=scene`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<engine::scene::Scene>)]
    scene: Option<Json>,
    /// The board as monospaced text, at most 76 columns wide, if you asked for it (`include=text`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    text: Option<Json>,
}

/// The deadline of a seat.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"seat": 0, "at": "2026-11-24T10:00:00Z"}))]
pub struct Deadline {
    /// The seat.
    seat: u8,
    /// The time.
    at: DateTime<Utc>,
}

impl MatchPage {
    /// The match for this reader now, without the parts that a client has to ask for.
    pub fn new(m: &Match, user: Option<UserId>, now: DateTime<Utc>) -> Result<MatchPage> {
        MatchPage::showing(m, user, None, now, &[])
    }

    /// The match for this reader with these parts of its position: now, or with an earlier position.
    pub fn showing(
        m: &Match,
        user: Option<UserId>,
        earlier: Option<Page>,
        now: DateTime<Utc>,
        parts: &[Part],
    ) -> Result<MatchPage> {
        let past = earlier.is_some();
        let position = match earlier {
            Some(page) => Some(Arc::new(Painted::new(page)?)),
            None => Painted::now(m, user)?,
        };
        let over = m.phase() == Phase::Over;
        let seed = m.seed();
        let is_player = user.is_some_and(|user| m.has_player(user));
        Ok(MatchPage {
            id: m.id().0,
            name: m.name().to_owned(),
            game: m.game().to_owned(),
            phase: m.phase(),
            visibility: m.visibility(),
            seats: m.seats(),
            seating: m.seating(),
            options: m.options()?,
            clock: m.terms.pace,
            hours: m.terms.hours.clone(),
            vacation: m.terms.vacation,
            pauses: m.terms.pauses.clone(),
            outages: m.outages().to_vec(),
            proposal: m.proposal(now).filter(|_| is_player).map(|row| Proposal::from_row(row, now)),
            clock_words: m.terms.in_words(m.on_lapse()),
            on_lapse: m.on_lapse(),
            notes: m.takes_notes(),
            computer_pace: m.computer_pace(),
            rated: m.rated(),
            tournament: m.tournament().map(|id| id.0),
            creator: m.creator_handle().to_owned(),
            created_at: m.created_at(),
            started_at: m.started_at(),
            ended_at: m.ended_at(),
            ended_by_host: m.ended_by_host().map(str::to_owned),
            hidden: m.is_hidden(),
            imported: m.is_imported(),
            played_on_from: played_on_from(m),
            seed_commitment: seed.commitment(),
            seed: over.then(|| seed.to_hex()),
            seed_values: seed.values().iter().flat_map(|values| values.split(',')).map(str::to_owned).collect(),
            record_so_far: RecordSoFar::new(m),
            players: players(m, user, now)?,
            brought: Vec::new(),
            page: position.map(|position| PositionPage::new(m, user, &position, past, parts)),
            rating: None,
            choices: None,
        })
    }

    /// The same with what the players of an open match bring.
    #[must_use]
    pub fn with_brought(self, rows: Option<Vec<BroughtRow>>) -> MatchPage {
        let brought = rows.unwrap_or_default().into_iter().map(|row| Brought { handle: row.handle, cards: row.cards });
        MatchPage { brought: brought.collect(), ..self }
    }

    /// The same with what the result has done to ratings.
    #[must_use]
    pub fn with_rating(self, rating: Option<MatchRating>) -> MatchPage {
        MatchPage { rating, ..self }
    }

    /// The same with what its reader can do next.
    #[must_use]
    pub fn with_choices(self, choices: Option<Choices>) -> MatchPage {
        MatchPage { choices, ..self }
    }
}

/// The line of an earlier match from which a match continues.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"match_id": "0192d3a4-5b6c-7d8e-9fa0-b1c2d3e4f5a6", "line": 12}))]
pub struct PlayedOnFrom {
    /// The id of that match. A reader may not be allowed to see it. Null in an imported match.
    match_id: Option<Uuid>,
    /// The number of the last line that was kept.
    line: u32,
}

fn played_on_from(m: &Match) -> Option<PlayedOnFrom> {
    Some(PlayedOnFrom { match_id: m.played_on_from().map(|id| id.0), line: m.seed().played_on_after()? })
}

fn players(m: &Match, user: Option<UserId>, now: DateTime<Utc>) -> Result<Vec<Player>> {
    let chairs = m.chairs()?;
    let is_player = user.is_some_and(|user| m.has_player(user));
    let away_until = |player: &play::Player| m.away_until(player.id, now).filter(|_| is_player);
    let player = |player: &play::Player| {
        let chair = player.seat.and_then(|seat| chairs.get(seat.index()));
        Player {
            handle: player.handle.clone(),
            name: player.name.clone(),
            computer: player.computer.map(Level::number),
            bot: player.is_bot,
            seat: player.seat.map(|seat| seat.0),
            chair: chair.map(|chair| chair.id.clone()),
            chair_name: chair.map(|chair| chair.name.clone()),
            side: chair.map(|chair| chair.side),
            paint: chair.map(|chair| chair.paint),
            has_left: player.seat.is_some_and(|seat| m.left().contains(seat)),
            reserve: player.seat.and_then(|seat| deadline::reserve(m, seat)).map(|span| span.to_string()),
            offered_until: player.seat.and_then(|seat| m.offered_until(seat)).filter(|_| m.phase() == Phase::Running),
            away_until: away_until(player),
        }
    };
    let mut players: Vec<Player> = m.players().iter().map(player).collect();
    players.sort_by_key(|player| player.seat);
    Ok(players)
}

impl PositionPage {
    /// The position for this reader, with these parts; `past` is one without the clocks of now.
    pub(super) fn new(m: &Match, user: Option<UserId>, position: &Painted, past: bool, parts: &[Part]) -> PositionPage {
        let shown = |part, json: &Json| parts.contains(&part).then(|| json.clone());
        let own = user.and_then(|user| m.seat_of(user));
        let waiting = &position.waiting;
        let deadlines = if past { Vec::new() } else { deadline::on_page(m, waiting) };
        let responses_until = deadline::of_responses(m, waiting).filter(|_| !past);
        PositionPage {
            your_seat: own.map(|seat| seat.0),
            turn: position.turn,
            awaited: waiting.seats.iter().map(|seat| seat.0).collect(),
            undisclosed: waiting.undisclosed,
            deadlines: deadlines.into_iter().map(|(seat, at)| Deadline { seat: seat.0, at }).collect(),
            responses_until,
            timer_at: waiting.wake.as_ref().map(|wake| if past { m.time_of(wake.at) } else { m.wakes_at(wake.at) }),
            ends: position.ends.clone(),
            outcome: position.outcome.clone(),
            view: shown(Part::View, &position.view),
            scene: shown(Part::Scene, &position.scene),
            text: shown(Part::Text, &position.text),
        }
    }
}
