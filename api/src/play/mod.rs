//! Decisions about matches: no HTTP, no SQL text.

pub mod account;
pub mod address_change;
pub mod authorize;
pub mod brief;
pub mod caller;
pub mod clients;
pub mod clock;
pub mod computers;
pub mod consent;
pub mod costly;
pub mod deadline;
pub mod digest;
pub mod feed;
pub mod grants;
pub mod handles;
pub mod history;
pub mod hooks;
pub mod host;
pub mod idempotency;
pub mod idle;
pub mod invite;
pub mod invited;
pub mod letters_again;
pub mod lines;
pub mod links;
pub mod lobby;
pub mod look;
pub mod names;
mod news;
pub mod notes;
pub mod notices;
pub mod oauth;
pub mod offers;
pub mod people;
pub mod personal_tokens;
pub mod private_notes;
pub mod proof;
pub mod proposals;
pub mod pushes;
pub mod redirects;
pub mod refusal;
pub mod relay;
pub mod rematch;
pub mod reminder;
pub mod reply;
pub mod reports;
mod same_turn;
pub mod seen;
pub mod settings;
pub mod sign_in;
pub mod step;
pub mod submit;
mod table;
pub mod turn_link;
pub mod turn_list;
pub mod undelivered;
pub mod vacations;
pub mod watch;
pub mod watches;

pub use crate::db::matches::Player;
pub use crate::db::words::{
    HostAct, InvitationAnswer, LetterKind, LetterState, NoticeKind, OnLapse, Phase, ProposalAnswer, ProposalKind,
    Seating, Stored, Visibility,
};
pub use refusal::{Refusal, Result, caught};
pub use table::Match;
