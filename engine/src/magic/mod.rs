//! Magic: the Board Game, for two to six players. RULES.md beside this file is the specification; clauses such as (R21) are its.

pub mod cards;
