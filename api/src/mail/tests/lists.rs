//! Lists of the matches that wait, to test with.

use chrono::TimeDelta;

use super::sample::{Taste, link, now, table, to_move};
use crate::brief::{Deadline, Lapse};
use crate::mail::{Email, WaitingMatch, WhyListed, YourMatches};

fn your_matches(taste: Taste, why: WhyListed) -> YourMatches {
    let table = table(taste);
    let at = now() + TimeDelta::hours(20);
    let deadline = Deadline::new(at, chrono_tz::Europe::Berlin, Lapse::TurnPasses);
    let (board, _) = to_move(3, None);
    // Those that were asked for show a server that reads no replies.
    let reply = (why != WhyListed::Asked)
        .then(|| (format!("Re: {}", table.subject("Your turn")), "play+0197b2a0@turnpost.example".to_owned()));
    let waiting = |deadline| {
        let (wanted, link) = (table.wanted(&board.page, None), link("/move/0197b2a0"));
        WaitingMatch { wanted, deadline, link, reply: reply.clone() }
    };
    YourMatches {
        why,
        reader: taste.names[0].to_owned(),
        waiting: vec![waiting(Some(deadline)), waiting(None)],
        more: 1,
        others: 2,
        again: link("/emails/again"),
    }
}

/// These emails, with the names of their golden files.
pub(super) fn emails(taste: Taste) -> Vec<(&'static str, Box<dyn Email>)> {
    let listed = |why| Box::new(your_matches(taste, why));
    vec![
        ("your-matches", listed(WhyListed::Asked)),
        ("your-matches-answered", listed(WhyListed::Answered)),
        ("your-matches-held", listed(WhyListed::Held)),
        ("turn-list", listed(WhyListed::ManyTurns)),
        ("digest", listed(WhyListed::Daily)),
    ]
}
