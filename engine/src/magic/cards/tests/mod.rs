//! Tests of the grammar, the reader, the checks and the set.

mod earlier;
mod fit;
mod foreign;
mod page;
mod random;
mod refusals;
mod set;
mod targets;
mod ten_cards;
mod token;
