//! Letters about what the host decides, to test with.

use super::sample::{Taste, over};
use crate::mail::{AccountBlocked, Letter, MatchOver};

fn ended(taste: Taste) -> MatchOver {
    let host = "The host of this server has ended the match. The reason: One person played both seats.";
    MatchOver { host: Some(host.to_owned()), ..over(taste) }
}

/// These letters, with the names of their golden files.
pub(super) fn letters(taste: Taste) -> Vec<(&'static str, Box<dyn Letter>)> {
    vec![
        ("account-blocked", Box::new(AccountBlocked { host: Some("ada@club.example".to_owned()) })),
        ("account-blocked-no-address", Box::new(AccountBlocked { host: None })),
        ("match-over-by-host", Box::new(ended(taste))),
    ]
}
