//! What a player is told of a match, as data and as passages of text. Letters and pages show it; neither adds to it.
//!
//! Nothing here says more of a match than the [`engine::Page`] it was made from and the story as its reader may read it.

pub mod clean;
mod deadline;
mod passage;
mod story;
mod table;
mod turn;

pub use self::deadline::{Deadline, Lapse, span};
pub use self::passage::{Panel, Passage, ends, panels};
pub use self::story::Story;
pub use self::table::{Player, Table, called};
pub use self::turn::{Turn, beginnings};
