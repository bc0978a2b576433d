//! A match in a list of a page.

use chrono::{DateTime, Utc};

use crate::brief::span;
use crate::db::lists::SummaryRow;
use crate::ids::MatchId;
use crate::play::Phase;
use crate::play::matches::deadline;

/// A match in a list.
pub(super) struct Summary {
    pub(super) id: MatchId,
    pub(super) game_id: String,
    pub(super) name: String,
    pub(super) phase: Phase,
    /// True if it is the reader's turn.
    pub(super) awaited: bool,
    /// True if the reader has a seat.
    pub(super) seated: bool,
    /// The reader's deadline, if any.
    pub(super) deadline: Option<DateTime<Utc>>,
    /// The game, the players, the time, in short words.
    pub(super) facts: String,
}

/// The name of a game, or its id if this server does not have it any more.
pub(super) fn game_name(id: &str) -> &str {
    engine::game(id).map_or(id, |rules| rules.info().name)
}

/// Orders matches by deadline; those without one come last.
pub(super) fn sort_by_deadline(matches: &mut [Summary]) {
    matches.sort_by_key(|one| (one.deadline.is_none(), one.deadline));
}

impl Summary {
    pub(super) fn from_row(row: SummaryRow, now: DateTime<Utc>) -> Summary {
        let (pace, deadline) = deadline::in_list(&row.clock, &row.clocks, row.seat, &row.vacations, &row.outages);
        let game = game_name(&row.game);
        let players = match row.phase {
            Phase::Open => format!("{} of {} players", row.players, row.seats),
            Phase::Running | Phase::Over | Phase::Cancelled => format!("{} players", row.seats),
        };
        let time = match (row.phase, deadline, pace) {
            (Phase::Over, ..) => row.ended_at.map(|at| format!("ended {}", at.format("%-d %B %Y"))),
            (Phase::Open | Phase::Running | Phase::Cancelled, Some(at), _) if at > now => {
                Some(format!("{} left", span(at - now)))
            }
            (Phase::Open | Phase::Running | Phase::Cancelled, Some(_), _) => Some("your time has expired".to_owned()),
            (Phase::Open | Phase::Running | Phase::Cancelled, None, Some(pace)) => Some(pace.in_words()),
            (Phase::Open | Phase::Running | Phase::Cancelled, None, None) => Some("no clock".to_owned()),
        };
        let facts = [Some(game.to_owned()), Some(players), time].into_iter().flatten().collect::<Vec<_>>();
        Summary {
            id: row.id,
            facts: facts.join(" \u{b7} "),
            game_id: row.game,
            name: row.name,
            phase: row.phase,
            awaited: row.awaited,
            seated: row.seat.is_some(),
            deadline,
        }
    }
}
