//! Decisions about matches: no HTTP, no SQL text.
//!
//! Five rooms: `lobby` may use all others, `people` all but `lobby`; `game` uses `telling` and `matches`, `telling` only `matches`.

pub mod costly;
pub mod game;
pub mod here;
pub mod lobby;
pub mod matches;
pub mod people;
pub mod refusal;
pub mod telling;

pub use crate::db::matches::Player;
pub use crate::db::words::{
    ComputerPace, EmailKind, EmailLength, EmailState, HookForm, HostAct, InvitationAnswer, NoticeKind, OnLapse, Phase,
    ProposalAnswer, ProposalKind, Seating, Stored, Unrated, Visibility,
};
pub use matches::table::Match;
pub use refusal::{Refusal, Result, caught};
