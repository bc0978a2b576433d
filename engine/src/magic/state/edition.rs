//! The editions of the rules. A match keeps the edition with which it began, so that its log replays.

use serde::{Deserialize, Serialize};

use crate::magic::cards::Printing;

/// An edition of the rules. A later one is greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) enum Edition {
    /// The first. A regenerated attacker stays where it is (R69), players are asked about the battles of their own creatures by
    /// default, and the window of a battle stays open after the battle (P7, P11).
    #[serde(rename = "1")]
    First,
    /// The second. Some cards have other texts.
    #[serde(rename = "2")]
    Second,
    /// Of this page of rules.
    #[serde(rename = "3")]
    Third,
}

impl Edition {
    /// The number of the newest edition.
    pub(crate) const NEWEST: u16 = 3;

    /// The edition of this number; of any other number the newest.
    pub(crate) const fn numbered(number: u16) -> Edition {
        match number {
            1 => Edition::First,
            2 => Edition::Second,
            _ => Edition::Third,
        }
    }

    /// The printing of the set with which it is played.
    pub(crate) const fn printing(self) -> Printing {
        match self {
            Edition::First => Printing::First,
            Edition::Second => Printing::Second,
            Edition::Third => Printing::Third,
        }
    }
}
