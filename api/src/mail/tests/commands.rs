//! Emails about commands, to test with.

use chrono::TimeDelta;

use super::sample::{Taste, link, now, table, to_move};
use crate::brief::{Deadline, Lapse, how_to_play};
use crate::mail::{Attached, CommandsAnswered, Email, HowToPlay, LessonPart, Listed, Part, Task, Welcome};

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

fn rules() -> CommandsAnswered {
    let info = engine::game("magnapoco").unwrap().info();
    let notation = info.notation.iter().map(|(text, words)| ((*text).to_owned(), words.replace('`', "")));
    CommandsAnswered {
        parts: vec![Part::Rules(Box::new(HowToPlay {
            name: info.name,
            parts: how_to_play(info),
            notation: notation.collect(),
            link: link("/games/magnapoco"),
            file: Attached { name: "rules-magnapoco.txt".to_owned(), text: info.rules.to_owned() },
            begin: "new magnapoco against computer easy".to_owned(),
        }))],
    }
}

/// A step of a lesson after a move that does not solve it.
fn lesson(taste: Taste) -> LessonPart {
    let task = Task {
        title: "Lesson 2: Jumps and chains (step 1 of 4)".to_owned(),
        told: vec![taste.words.to_owned()],
        text: vec!["Let the piece on a1 jump over b2.".to_owned()],
        hint: Some("Tap a1 first.".to_owned()),
        board: to_move(3, None).0,
        examples: vec!["+b2".to_owned(), "a1-c3".to_owned()],
    };
    LessonPart { game: "Magma", id: "magma", answer: Some((false, vec![taste.words.to_owned()])), task: Some(task) }
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
        ("commands-lesson", Box::new(CommandsAnswered { parts: vec![Part::Lesson(Box::new(lesson(taste)))] })),
        ("welcome", Box::new(Welcome { commands: vec!["rules", "open"], is_unclear: false, games })),
    ]
}
