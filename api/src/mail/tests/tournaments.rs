//! Emails about tournaments, to test with.

use super::sample::{Taste, link};
use crate::mail::{Challenged, CommandsAnswered, Email, OwnTournament, Part, TournamentBegins, TournamentOver};

const TABLE: &str = "                         1  2  3 Points Place
 1 Anna                  \\  1  ½     1½     1
 2 Bob                   0  \\  1      1     2
 3 Cleo                  ½  0  \\      ½     3
";
const SIGNS: &str = "1, \u{bd} and 0: won, drawn, lost.";

fn of(taste: Taste, group: (u8, usize)) -> OwnTournament {
    OwnTournament {
        reader: taste.names[0].to_owned(),
        name: taste.title.to_owned(),
        game: "Magnapoco",
        number: 12,
        link: link("/tournaments/0197b2a0-0000-7000-8000-0000000000cc"),
        group,
    }
}

/// These emails, with the names of their golden files.
pub(super) fn emails(taste: Taste) -> Vec<(&'static str, Box<dyn Email>)> {
    let begins = TournamentBegins {
        of: of(taste, (2, 3)),
        players: 23,
        others: taste.names[1..].iter().map(|name| (*name).to_owned()).collect(),
        matches: 7,
        settings: vec!["At most 4 of your matches at a time: others begin as they end".to_owned()],
        can_reply: true,
    };
    let over = |result: Option<&str>| TournamentOver {
        of: of(taste, (1, 1)),
        result: result.map(str::to_owned),
        table: (TABLE.to_owned(), SIGNS),
        next: Some(("Thursday, 24 December 2026, 18:00 (UTC)".to_owned(), 13)),
    };
    let challenged = Challenged {
        of: of(taste, (0, 0)),
        challenger: taste.names[1].to_owned(),
        settings: vec!["Who loses on time drops to the end".to_owned()],
    };
    let table = Part::Table {
        called: taste.title.to_owned(),
        state: "It is being played.".to_owned(),
        groups: vec![("Group 1:".to_owned(), TABLE.to_owned())],
        signs: SIGNS,
    };
    let listed = Part::Tournaments(
        vec![(12, "Autumn Cup: Magnapoco. 3 entered. It starts with at least 4.".to_owned())],
        Some(12),
    );
    vec![
        ("tournament-begins", Box::new(begins)),
        ("tournament-over", Box::new(over(Some("you are first of 3, with 1½ points")))),
        ("tournament-challenged", Box::new(challenged)),
        ("tournament-called-off", Box::new(over(None))),
        ("commands-tournaments", Box::new(CommandsAnswered { parts: vec![listed, table] })),
    ]
}
