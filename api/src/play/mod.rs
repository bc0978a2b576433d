//! Decisions about matches: no HTTP, no SQL text.
//!
//! Six rooms: `tournaments` may use all others, `lobby` all but that, `people` all but these; `game` uses `telling` and `matches`, `telling`
//! only `matches`.

pub mod costly;
pub mod game;
pub mod here;
pub mod lobby;
pub mod matches;
pub mod people;
pub mod refusal;
pub mod telling;
pub mod tournaments;

pub use crate::db::matches::Player;
pub use crate::db::words::{
    ComputerPace, EmailKind, EmailLength, EmailState, HookForm, HostAct, InvitationAnswer, NoticeKind, OnLapse, Phase,
    ProposalAnswer, ProposalKind, Seating, Stored, TournamentPhase, Unrated, Visibility,
};
pub use matches::table::Match;
pub use refusal::{Refusal, Result, caught};
