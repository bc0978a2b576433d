//! Magic: the Board Game, for two to six players. RULES.md beside this file is the specification; clauses such as (R21) are its.
//!
//! The public part of a match is a `Table`; what lies beside it is `Hidden`. A position is a table and all that is hidden, a
//! [`View`] is a table and what one eye knows of the rest. One `World` plays on both: a text is tried on the sender's view, and
//! carried out on the position (P23).

mod awaited;
mod battle;
pub mod board;
pub mod cards;
pub mod chairs;
mod checks;
mod choosing;
mod damage;
mod event;
mod hidden;
mod land;
mod mana;
mod movement;
pub mod notation;
mod only_players;
pub mod options;
mod orders;
mod passage;
mod permanent;
mod retreat;
mod setup;
mod table;
pub mod table_text;
mod traits;
mod turn;
mod turns;
mod view;
mod world;

pub use self::event::Event;
pub use self::view::View;

use self::awaited::awaited;
