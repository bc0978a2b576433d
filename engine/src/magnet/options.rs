//! The options of a match of Magnet.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::BadOption;

/// The options of a match. RULES.md names the clause of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The vertices on which the pieces begin: the near edge and three vertices up each side, two rows, or any that each player chooses
    /// in secret.
    #[schemars(title = "Start")]
    pub start: Start,
    /// The places of the pieces: chosen by each player in secret, or drawn by lot.
    #[schemars(title = "Set-up")]
    pub setup: SetUp,
    /// Both players see such a piece; without this, it stays hidden. A captured piece is always shown.
    #[schemars(title = "A piece that a trap destroys is shown")]
    pub reveal_destroyed: bool,
    /// The number of rounds (a turn of each player) after which the match is a draw. Without a number there is no such end.
    #[schemars(title = "Most rounds", range(min = 1, max = 10_000), example = 15, example = 60)]
    pub max_rounds: Option<u32>,
}

const LONGEST_MATCH: u32 = 10_000;

impl Options {
    /// Refuses values out of range.
    pub(super) fn check(&self) -> Result<(), BadOption> {
        if self.max_rounds.is_some_and(|rounds| !(1..=LONGEST_MATCH).contains(&rounds)) {
            let why = format!("expected a number from 1 to {LONGEST_MATCH}");
            return Err(BadOption { name: "max_rounds".to_owned(), why });
        }
        if self.start == Start::Free && self.setup == SetUp::Random {
            let why =
                "the players choose the start vertices (start is free), so they set up: expected arranged".to_owned();
            return Err(BadOption { name: "setup".to_owned(), why });
        }
        Ok(())
    }
}

/// The start vertices.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Start {
    /// The near edge and the next three vertices on each side of it.
    #[default]
    Arc,
    /// The near edge and the row behind it without its middle vertex.
    Rows,
    /// Twelve vertices of the player's own half, chosen in secret.
    Free,
}

/// The way in which the pieces get to their start vertices (B1, B2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SetUp {
    /// Each player chooses in secret.
    #[default]
    Arranged,
    /// By lot.
    Random,
}
