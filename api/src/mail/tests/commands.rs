//! Emails about commands, to test with.

use chrono::TimeDelta;

use super::sample::{Taste, link, now, table, to_move};
use crate::brief::{Deadline, Lapse, Passage, how_to_play};
use crate::mail::{Attached, CommandsAnswered, Email, HowToPlay, Listed, Part, Welcome};

fn answered(taste: Taste) -> CommandsAnswered {
    let (table, (board, _)) = (table(taste), to_move(3, None));
    let at = now() + TimeDelta::hours(20);
    let deadline = Deadline::new(at, chrono_tz::Europe::Berlin, Lapse::TurnPasses);
    let reply = (format!("Re: {}", table.subject("Your turn")), "play+0197b2a0@turnpost.example".to_owned());
    let (called, wanted) = (table.called(), table.wanted(&board.page, None));
    let listed = vec![
        Listed { number: 3, words: wanted, deadline: Some(deadline), reply: Some(reply) },
        Listed { number: 12, words: called.clone(), deadline: None, reply: None },
    ];
    CommandsAnswered {
        parts: vec![
            Part::Done(taste.words.to_owned()),
            Part::Refused { line: taste.words.to_owned(), reason: taste.words.to_owned() },
            Part::Games(vec![("rules magma".to_owned(), "Magma, 2 to 6 players.".to_owned())]),
            Part::List(listed),
            Part::Open(Vec::new()),
            Part::Board(Box::new((table, board, Some("The match is waiting for you alone.".to_owned())))),
            Part::History(called.clone(), vec![format!("4: {}", taste.names[1])]),
            Part::Record {
                called: called.clone(),
                file: Attached { name: "magma-0197b2a0.txt".to_owned(), text: "magma\n1. a1\n".to_owned() },
            },
            Part::Note(called, Some(taste.words.to_owned())),
        ],
    }
}

/// The beginning of the rules of Magma.
pub(super) fn how_to_play_magma() -> Vec<Passage> {
    how_to_play(engine::game("magma").unwrap().info().rules)
}

fn rules() -> CommandsAnswered {
    let info = engine::game("magnapoco").unwrap().info();
    let notation = info.notation.iter().map(|(text, words)| ((*text).to_owned(), words.replace('`', "")));
    CommandsAnswered {
        parts: vec![Part::Rules(Box::new(HowToPlay {
            name: info.name,
            passages: how_to_play(info.rules),
            board: to_move(3, None).0,
            notation: notation.collect(),
            link: link("/games/magnapoco"),
            file: Attached { name: "rules-magnapoco.txt".to_owned(), text: info.rules.to_owned() },
            begin: "new magnapoco against computer easy".to_owned(),
        }))],
    }
}

/// These emails, with the names of their golden files.
pub(super) fn emails(taste: Taste) -> Vec<(&'static str, Box<dyn Email>)> {
    let asked = vec![Part::Asks(taste.words.to_owned()), Part::Asks("emails off".to_owned())];
    let games = engine::newest().map(|rules| rules.info().name).collect();
    vec![
        ("commands-answered", Box::new(answered(taste))),
        ("commands-asked", Box::new(CommandsAnswered { parts: asked })),
        ("commands-help", Box::new(CommandsAnswered { parts: vec![Part::Help("play@turnpost.example".to_owned())] })),
        ("commands-rules", Box::new(rules())),
        ("welcome", Box::new(Welcome { commands: vec!["rules", "open"], is_unclear: false, games })),
    ]
}
