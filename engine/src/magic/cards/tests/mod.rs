//! Tests of the grammar, the reader, the checks and the set.

mod set;
mod ten_cards;
