//! The facts of a match that a player is told, as data and as passages of text. Emails and pages show them and add no others.
//!
//! All facts come from the [`engine::Page`] and the story that the reader may read.

pub mod clean;
pub mod commands;
mod deadline;
mod device;
mod how_to_play;
mod passage;
mod proposal;
mod record;
pub mod requests;
mod story;
mod table;
mod turn;

pub use self::deadline::{Deadline, Lapse, Responses, away, clock, day, moment, span};
pub use self::device::device;
pub use self::how_to_play::{HowTo, how_to_begin, how_to_play, in_three_sentences};
pub use self::passage::{Panel, Passage, ends, panels};
pub use self::proposal::{ProposalEnd, Proposed};
pub use self::record::RecordSoFar;
pub use self::story::Story;
pub use self::table::{Player, Table, asks, called};
pub use self::turn::{MAX_EXAMPLES, Turn, notation, ways};
