//! Emails about what the host decides, to test with.

use super::sample::{Taste, over};
use crate::mail::{AccountBlocked, Email, MatchOver, RegistrationClosed, Report};

fn ended(taste: Taste) -> MatchOver {
    let host = "The host of this server has ended the match. The reason: One person played both seats.";
    MatchOver { host: Some(host.to_owned()), ..over(taste) }
}

fn report(taste: Taste, person: Option<&str>, of_match: bool, note: bool) -> Report {
    let id = "0197b2a0-0000-7000-8000-0000000000aa".to_owned();
    Report {
        id: "0197b2a0-0000-7000-8000-0000000000bb".to_owned(),
        reporter: "anna".to_owned(),
        person: person.map(str::to_owned),
        of_match: of_match.then(|| (taste.title.to_owned(), id)),
        note: note.then(|| taste.words.to_owned()),
        text: taste.words.to_owned(),
    }
}

/// These emails, with the names of their golden files.
pub(super) fn emails(taste: Taste) -> Vec<(&'static str, Box<dyn Email>)> {
    vec![
        ("account-blocked", Box::new(AccountBlocked { host: Some("ada@club.example".to_owned()) })),
        ("account-blocked-no-address", Box::new(AccountBlocked { host: None })),
        ("registration-closed", Box::new(RegistrationClosed { host: Some("ada@club.example".to_owned()) })),
        ("registration-closed-no-address", Box::new(RegistrationClosed { host: None })),
        ("report-person", Box::new(report(taste, Some("bob"), false, false))),
        ("report-match", Box::new(report(taste, None, true, false))),
        ("report-note", Box::new(report(taste, Some("bob"), true, true))),
        ("match-over-by-host", Box::new(ended(taste))),
    ]
}
