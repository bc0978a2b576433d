//! What people who follow their matches are told.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::db::words::Phase;
use crate::ids::{MatchId, UserId};

/// The kind of an event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = EventKind, example = "match")]
pub enum Kind {
    /// A match has changed.
    Match,
    /// A match has started.
    MatchStarted,
    /// A match is over or was cancelled.
    MatchOver,
    /// The reader is invited to a match.
    Invitation,
    /// A player has written a note to the table.
    Note,
    /// Events were missed: load what you show again.
    Resync,
}

/// Where a match stands, as far as one reader may know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// The turn.
    pub turn: u32,
    /// The phase.
    pub phase: Phase,
    /// True if the reader is awaited; none for spectators.
    pub awaited: Option<bool>,
    /// The reader's deadline, if awaited and a clock runs.
    pub deadline: Option<DateTime<Utc>>,
}

/// The order of notices about one match: later ones have greater versions. It counts what is hidden from readers, so it never leaves the
/// server.
pub type Version = (u64, u32);

/// An event for one reader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// The kind.
    pub kind: Kind,
    /// The match; none for `Resync`.
    pub match_id: Option<MatchId>,
    /// Where the match stands; none for invitations and notes.
    pub level: Option<Level>,
    /// The order among notices about the same match.
    pub version: Version,
}

impl Notice {
    /// The notice that notices were missed.
    pub const RESYNC: Notice = Notice { kind: Kind::Resync, match_id: None, level: None, version: (0, 0) };

    /// Returns whether this takes the place of an earlier notice: it says the same of the same match at another time.
    pub(super) fn replaces(&self, other: &Notice) -> bool {
        (self.kind, self.match_id) == (other.kind, other.match_id)
    }
}

/// A change of a match, with what each person may be told of it. People who may not know of the change are not named.
#[derive(Clone, Debug)]
pub struct Change {
    /// The match.
    pub match_id: MatchId,
    /// The players, told or not: what spectators are told is not for them.
    pub players: Vec<UserId>,
    /// The people who are told.
    pub told: Vec<(UserId, Notice)>,
    /// What spectators are told, if anything.
    pub spectators: Option<Notice>,
}
