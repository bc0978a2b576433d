//! The editions of the rules. A match keeps the edition with which it began, so that its log replays.

use serde::{Deserialize, Serialize};

/// An edition of the rules. A later one is greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) enum Edition {
    /// The first. A regenerated attacker stays where it is (R69), players are asked about the battles of their own creatures by
    /// default, and the window of a battle stays open after the battle (P7, P11).
    #[serde(rename = "1")]
    First,
    /// Of this page of rules.
    #[serde(rename = "2")]
    Second,
}

impl Edition {
    /// The number of the newest edition.
    pub(crate) const NEWEST: u16 = 2;

    /// The edition of this number; of any other number the newest.
    pub(crate) const fn numbered(number: u16) -> Edition {
        match number {
            1 => Edition::First,
            _ => Edition::Second,
        }
    }
}
