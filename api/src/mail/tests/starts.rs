//! Emails about invitations and starts, to test with.

use chrono::TimeDelta;
use engine::{Eye, Seat};

use super::sample::{INVITATION, Taste, link, now, page, settings, table};
use crate::brief::{Responses, how_to_begin, in_three_sentences};
use crate::mail::{Answered, Board, FirstMatch, Invitation, InvitationAnswered, MatchStarted, ToMove};

pub(super) fn invitation(taste: Taste, reader: Option<&str>) -> Invitation {
    Invitation {
        from_name: taste.names[1].to_owned(),
        reader: reader.map(str::to_owned),
        game: "Magma".to_owned(),
        summary: engine::game("magma").unwrap().info().summary.to_owned(),
        title: taste.title.to_owned(),
        settings: settings(taste),
        link: link(INVITATION),
        rules: link("/games/magma"),
        account: reader.is_some(),
        how: reader.map_or_else(|| how_to_begin(engine::game("magma").unwrap().info()), |_| Vec::new()),
    }
}

pub(super) fn started(taste: Taste, board: Board, to_move: Option<ToMove>) -> MatchStarted {
    let (table, settings) = (table(taste), settings(taste));
    MatchStarted {
        table,
        link: link("/m/0197b2a0"),
        watch: link("/watch/0197b2a0"),
        rules: link("/games/magma"),
        first: to_move.is_none().then(|| FirstMatch {
            words: in_three_sentences(engine::game("magma").unwrap().info()),
            link: link("/games/magma"),
            learn: Some("learn magma".to_owned()),
        }),
        board,
        settings,
        to_move,
        responses: None,
    }
}

/// The match begins with a wait for responses, and the reader is not asked.
pub(super) fn started_with_responses(taste: Taste) -> MatchStarted {
    let (_, _, mut onlooker) = page(1, 0, Eye::Seat(Seat(0)));
    onlooker.waiting.undisclosed = true;
    onlooker.waiting.seats = engine::Seats::NONE;
    let responses = Responses { until: Some(now() + TimeDelta::hours(20)), zone: chrono_tz::Europe::Berlin };
    MatchStarted { responses: Some(responses), ..started(taste, Board::new(onlooker), None) }
}

pub(super) fn answered(taste: Taste, about: Answered) -> InvitationAnswered {
    let (game, title, from_name) = ("Magma".to_owned(), taste.title.to_owned(), taste.names[1].to_owned());
    InvitationAnswered { game, title, from_name, about, link: link(INVITATION) }
}
