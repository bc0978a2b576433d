//! Magic: the Board Game, for two to six players. RULES.md beside this file is the specification; clauses such as (R21) are its.

pub mod board;
pub mod cards;
pub mod chairs;
pub mod notation;
pub mod options;
pub mod table_text;
