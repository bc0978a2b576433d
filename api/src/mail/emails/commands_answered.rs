//! The outcome of the commands of a message, or the question whether to carry them out.

use super::{COMMAND, Email, LessonPart, YES_OR_NO};
use crate::brief::clean::{line, name, sentence, tame, tame_but_addresses, visible};
use crate::brief::commands::COMMANDS;
use crate::brief::{Deadline, HowTo, Passage, Table};
use crate::mail::sheet::Block;
use crate::mail::{Attached, Board, Envelope, Link, MARK, Shown};

/// The email about the commands of a message.
pub struct CommandsAnswered {
    /// What each of them came to.
    pub parts: Vec<Part>,
}

/// What a command came to.
pub enum Part {
    /// It is done; in a sentence.
    Done(String),
    /// It was refused.
    Refused {
        /// The line.
        line: String,
        /// The reason.
        reason: String,
    },
    /// It is done once the reader says yes.
    Asks(String),
    /// The commands, and the address at which anyone can write them.
    Help(String),
    /// The games: how to ask for the rules of each, and what it is.
    Games(Vec<(String, String)>),
    /// How to play a game.
    Rules(Box<HowToPlay>),
    /// The matches that can be joined.
    Open(Vec<Listed>),
    /// The matches of the reader.
    List(Vec<Listed>),
    /// The board of a match, with a sentence about who is awaited.
    Board(Box<(Table, Board, Option<String>)>),
    /// The last lines of a match, each in sentences.
    History(String, Vec<String>),
    /// The record of a match, for a file of this name.
    Record {
        /// The match.
        called: String,
        /// The file.
        file: Attached,
    },
    /// The reader's private note about a match.
    Note(String, Option<String>),
    /// Tournaments: the number of each, and what it is; and the number of one that the reader can enter.
    Tournaments(Vec<(i32, String)>, Option<i32>),
    /// The tables of a tournament: its name and state, and each group with its heading.
    Table {
        /// The name.
        called: String,
        /// What it waits for, or how it ended.
        state: String,
        /// A heading and a table each.
        groups: Vec<(String, String)>,
        /// What the signs of the tables mean.
        signs: &'static str,
    },
    /// A step of a lesson.
    Lesson(Box<LessonPart>),
}

/// How to play a game.
pub struct HowToPlay {
    /// The name of the game.
    pub name: &'static str,
    /// The text with pictures.
    pub parts: Vec<HowTo>,
    /// The kinds of moves.
    pub notation: Vec<(String, String)>,
    /// The page with all pictures.
    pub link: Link,
    /// The whole rules.
    pub file: Attached,
    /// The line that begins a match.
    pub begin: String,
}

/// A match of a list.
pub struct Listed {
    /// The number by which the reader calls it.
    pub number: i32,
    /// What it is and what it waits for, in sentences.
    pub words: String,
    /// The deadline, if the reader is awaited and the clock runs.
    pub deadline: Option<Deadline>,
    /// The subject and the address of a reply with a move, if the reader is awaited.
    pub reply: Option<(String, String)>,
}

impl CommandsAnswered {
    fn asks(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Asks(_)))
    }
}

impl Email for CommandsAnswered {
    fn subject(&self) -> String {
        match &self.parts[..] {
            _ if self.asks() => "Please confirm your commands".to_owned(),
            [Part::Rules(how)] => format!("How to play {}", how.name),
            [Part::List(_)] => "Your matches".to_owned(),
            [Part::Open(_)] => "Open matches".to_owned(),
            [Part::Games(_)] => "The games".to_owned(),
            [Part::Help(_)] => "Commands by email".to_owned(),
            [Part::Board(shown)] => shown.0.subject("Board"),
            [Part::History(called, _)] => name(&format!("History: {called}")),
            [Part::Record { called, .. }] => name(&format!("Record: {called}")),
            [Part::Note(called, _)] => name(&format!("Your note: {called}")),
            [Part::Tournaments(..)] => "Tournaments".to_owned(),
            [Part::Table { .. }] => "The table of the tournament".to_owned(),
            [Part::Lesson(lesson)] => lesson.subject(),
            [Part::Refused { .. }, ..] => "Not understood".to_owned(),
            _ => "Your commands".to_owned(),
        }
    }

    fn mark(&self) -> Option<&'static str> {
        let has_step = self.parts.iter().any(|part| matches!(part, Part::Lesson(lesson) if lesson.task.is_some()));
        Some(match (self.asks(), has_step) {
            (true, _) => YES_OR_NO,
            (false, true) => MARK,
            (false, false) => COMMAND,
        })
    }

    fn blocks(&self, envelope: &Envelope) -> Vec<Block<'_>> {
        let mut blocks = Vec::new();
        if self.asks() {
            blocks.push(Block::Lead("Reply with yes to do this:".to_owned()));
            let asked = |part: &Part| if let Part::Asks(text) = part { Some(tame(&line(text))) } else { None };
            blocks.push(Block::list(&self.parts.iter().filter_map(asked).collect::<Vec<_>>()));
            blocks.push(Block::words(
                "The server asks because anyone can write a message in your name. If it was not you, ignore this email.",
            ));
        }
        // The number 1 is that of a board.
        let mut pictures = 1;
        for part in &self.parts {
            part.write(&mut blocks, envelope, &mut pictures);
        }
        blocks
    }

    fn attachments(&self) -> Vec<&Attached> {
        self.parts.iter().filter_map(Part::file).collect()
    }

    fn reason(&self) -> &'static str {
        "You wrote a command to Turnpost."
    }
}

impl Part {
    /// The file that comes with it.
    fn file(&self) -> Option<&Attached> {
        match self {
            Part::Rules(how) => Some(&how.file),
            Part::Record { file, .. } => Some(file),
            Part::Done(_)
            | Part::Refused { .. }
            | Part::Asks(_)
            | Part::Help(_)
            | Part::Games(_)
            | Part::Open(_)
            | Part::List(_)
            | Part::Board(_)
            | Part::History(..)
            | Part::Note(..)
            | Part::Tournaments(..)
            | Part::Table { .. }
            | Part::Lesson(_) => None,
        }
    }

    /// Adds its blocks. Only one board of an email has a picture, and only one of its games has those that show how to play.
    fn write<'a>(&'a self, blocks: &mut Vec<Block<'a>>, envelope: &Envelope, pictures: &mut usize) {
        match self {
            Part::Done(words) => blocks.push(Block::Lead(tame(&visible(words)))),
            Part::Refused { line: text, reason } => blocks.extend([
                Block::Lead("This line could not be carried out:".to_owned()),
                Block::Mistake(tame_but_addresses(&line(text)), None),
                Block::words(sentence(&tame(&visible(reason)))),
            ]),
            Part::Asks(_) => {}
            Part::Help(at) => blocks.extend(help(at)),
            Part::Games(games) => blocks.extend([
                Block::heading("The games"),
                Passage::Notation(games.clone()).into(),
                Block::words("Write one of these lines to learn how to play."),
            ]),
            Part::Rules(how) => {
                blocks.push(Block::Lead(format!("How to play {}", how.name)));
                how.write(blocks, pictures);
                blocks.push(Block::words(format!(
                    "The rules for arbiters are attached. To begin a match, write: {}",
                    how.begin
                )));
            }
            Part::Open(listed) => {
                blocks.push(Block::heading("Open matches"));
                listed.iter().for_each(|one| one.write(blocks, envelope));
                blocks.push(Block::words(match &listed[..] {
                    [] => {
                        "No match waits for players now. To begin one that anyone can join, write: new magma".to_owned()
                    }
                    [one, ..] => format!("To take a seat, write for example: join {}", one.number),
                }));
            }
            Part::List(listed) => {
                blocks.push(Block::heading("Your matches"));
                listed.iter().for_each(|one| one.write(blocks, envelope));
                blocks.push(Block::words(match &listed[..] {
                    [] => "You play in no match now. To see what you can join, write: open".to_owned(),
                    [one, ..] => format!("To see one of them, write for example: board {}", one.number),
                }));
            }
            Part::Board(shown) => {
                let (table, one, waiting) = &**shown;
                blocks.push(Block::Lead(table.called()));
                blocks.extend(waiting.as_deref().map(Block::words));
                let board = painted(blocks, one);
                blocks.extend([Block::heading("The board"), board, Block::words(table.who_is_who(&one.page))]);
            }
            Part::History(called, lines) => {
                blocks.extend([Block::Lead(format!("The last moves of {called}")), Block::list(lines)]);
            }
            Part::Record { called, .. } => blocks.push(Block::words(format!("The record of {called} is attached."))),
            Part::Tournaments(listed, example) => blocks.extend(tournaments(listed, *example)),
            Part::Table { called, state, groups, signs } => {
                blocks.extend([Block::Lead(name(called)), Block::words(state.clone())]);
                for (heading, table) in groups {
                    blocks.extend([Block::words(heading.clone()), Block::Lines(table.clone())]);
                }
                blocks.extend((!signs.is_empty() && !groups.is_empty()).then(|| Block::words(*signs)));
            }
            Part::Lesson(lesson) => lesson.write(blocks, painted),
            Part::Note(called, text) => {
                let text = text.as_deref().map(|text| Block::words(tame(&visible(text))));
                let none = || Block::words("There is none. To write one, add your text behind the number.");
                blocks.extend([Block::Lead(format!("Your note about {called}")), text.unwrap_or_else(none)]);
            }
        }
    }
}

/// A board after these blocks. Only one of an email has a picture.
fn painted<'a>(blocks: &[Block<'a>], board: &'a Board) -> Block<'a> {
    let has_picture = blocks.iter().any(|block| matches!(block, Block::Board(_)));
    if has_picture { Block::TextBoard(board) } else { Block::Board(board) }
}

impl HowToPlay {
    /// Adds its blocks, with pictures if they are the first of their kind in the email: `pictures` is the number of those before.
    pub(super) fn write<'a>(&'a self, blocks: &mut Vec<Block<'a>>, pictures: &mut usize) {
        let is_first = *pictures == 1;
        for part in &self.parts {
            match part {
                HowTo::Passage(passage) => blocks.push(Block::Passage(passage.clone())),
                HowTo::Picture(picture) if is_first => {
                    *pictures += 1;
                    blocks.push(Block::Picture(Box::new(Shown::new(picture)), *pictures));
                }
                HowTo::Picture(picture) => blocks.push(Block::words(picture.caption.clone())),
            }
        }
        blocks.extend([
            Block::heading("How to write a move"),
            Passage::Notation(self.notation.clone()).into(),
            Block::Link("How to play, with all pictures", self.link.as_str()),
        ]);
    }
}

impl Listed {
    fn write<'a>(&self, blocks: &mut Vec<Block<'a>>, envelope: &Envelope) {
        let deadline = self.deadline.map(|deadline| format!(" {}", deadline.words(envelope.date))).unwrap_or_default();
        blocks.push(Block::words(format!("{}. {}{deadline}", self.number, self.words)));
        blocks.extend(self.reply.clone().map(|(subject, to)| Block::Reply { subject, to }));
    }
}

fn tournaments(listed: &[(i32, String)], example: Option<i32>) -> Vec<Block<'static>> {
    let mut blocks = vec![Block::heading("Tournaments")];
    blocks.extend(listed.iter().map(|(number, words)| Block::words(format!("{number}. {words}"))));
    blocks.push(Block::words(match example {
        None => "There is none that you can enter now. Anyone can make one on the pages of the server.".to_owned(),
        Some(number) => format!("To enter one, write for example: enter {number}"),
    }));
    blocks
}

/// All commands.
fn help(at: &str) -> Vec<Block<'static>> {
    let rows = COMMANDS.iter().map(|(text, words)| ((*text).to_owned(), (*words).to_owned())).collect();
    let how = format!(
        "Write one command a line, in a reply to any email of the server, or to {at}. To move, reply to the email about your turn."
    );
    vec![Block::heading("Commands"), Block::words(how), Passage::Notation(rows).into()]
}
