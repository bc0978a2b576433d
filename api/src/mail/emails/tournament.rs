//! A tournament of the reader has started, or is over.

use super::{BEGINS, CALLED_OFF, CHALLENGED, Email, TOURNAMENT_OVER};
use crate::brief::clean::{line, name};
use crate::mail::sheet::Block;
use crate::mail::{Envelope, Link};

/// A tournament, as both emails show it.
pub struct OwnTournament {
    /// The name of the reader.
    pub reader: String,
    /// The name of the tournament.
    pub name: String,
    /// The name of its game.
    pub game: &'static str,
    /// Its number, by which commands name it.
    pub number: i32,
    /// The page of the tournament.
    pub link: Link,
    /// The group of the reader, and the number of groups.
    pub group: (u8, usize),
}

impl OwnTournament {
    fn called(&self) -> String {
        name(&self.name)
    }

    fn subject(&self, what: &str) -> String {
        name(&format!("{what}: {}, {}", self.game, self.name))
    }

    fn group(&self) -> String {
        match self.group {
            (_, 1) => "The table".to_owned(),
            (group, _) => format!("The table of group {group}"),
        }
    }
}

/// A tournament of the reader has started.
pub struct TournamentBegins {
    /// The tournament.
    pub of: OwnTournament,
    /// The number of players.
    pub players: usize,
    /// The other players of the group of the reader.
    pub others: Vec<String>,
    /// The number of matches of the reader, and the most at a time.
    pub matches: usize,
    /// What players should know, in sentences.
    pub settings: Vec<String>,
    /// True if the server reads replies.
    pub can_reply: bool,
}

impl Email for TournamentBegins {
    fn subject(&self) -> String {
        self.of.subject(BEGINS)
    }

    fn blocks(&self, _: &Envelope) -> Vec<Block<'_>> {
        let Self { of, players, others, matches, settings, can_reply } = self;
        let group = match of.group {
            (_, 1) => "You play against".to_owned(),
            (group, count) => format!("You are in group {group} of {count} and play against"),
        };
        let others: Vec<String> = others.iter().map(|other| name(other)).collect();
        let matches = if *matches == 1 { "one match".to_owned() } else { format!("{matches} matches") };
        let mut blocks = vec![
            Block::Lead(format!("{} begins, {}: {}, {players} players.", of.called(), name(&of.reader), of.game)),
            Block::words(format!("{group} {}: {matches}. An email asks for each of your moves.", others.join(", "))),
            Block::list(&settings.iter().map(|words| line(words)).collect::<Vec<_>>()),
            Block::Button("See the tournament", of.link.as_str()),
        ];
        if *can_reply {
            let number = of.number;
            blocks.push(Block::words(format!(
                "To get its table, write: table {number}. To withdraw, write: leave {number}"
            )));
        }
        blocks
    }

    fn reason(&self) -> &'static str {
        "You entered this tournament on Turnpost."
    }
}

/// The reader is challenged in a ladder.
pub struct Challenged {
    /// The ladder.
    pub of: OwnTournament,
    /// The name of the challenger.
    pub challenger: String,
    /// What players should know, in sentences.
    pub settings: Vec<String>,
}

impl Email for Challenged {
    fn subject(&self) -> String {
        self.of.subject(CHALLENGED)
    }

    fn blocks(&self, _: &Envelope) -> Vec<Block<'_>> {
        let (of, challenger) = (&self.of, name(&self.challenger));
        vec![
            Block::Lead(format!("{challenger} challenges you, {}, in {}.", name(&of.reader), of.called())),
            Block::words("Your match has begun, and you have the first seat: an email of its own asks for your move."),
            Block::list(&self.settings.iter().map(|words| line(words)).collect::<Vec<_>>()),
            Block::Button("See the ladder", of.link.as_str()),
        ]
    }

    fn reason(&self) -> &'static str {
        "You entered this ladder on Turnpost."
    }
}

/// A tournament of the reader is over, or was called off.
pub struct TournamentOver {
    /// The tournament.
    pub of: OwnTournament,
    /// How the reader has played, in words to follow a colon. None if it was called off.
    pub result: Option<String>,
    /// The table of the group of the reader, and a sentence about its signs.
    pub table: (String, &'static str),
    /// The next edition: when its entry closes, in words, and its number.
    pub next: Option<(String, i32)>,
}

impl Email for TournamentOver {
    fn subject(&self) -> String {
        self.of.subject(if self.result.is_some() { TOURNAMENT_OVER } else { CALLED_OFF })
    }

    fn blocks(&self, _: &Envelope) -> Vec<Block<'_>> {
        let (of, reader) = (&self.of, name(&self.of.reader));
        let Some(result) = &self.result else {
            return vec![
                Block::Lead(format!("{} was called off, {reader}, before it started.", of.called())),
                Block::Button("See other tournaments", of.link.as_str()),
            ];
        };
        let mut blocks = vec![
            Block::Lead(format!("{} is over, {reader}: {result}.", of.called())),
            Block::words(format!("{}:", of.group())),
            Block::Lines(self.table.0.clone()),
            Block::words(self.table.1),
            Block::Button("See the tournament", of.link.as_str()),
        ];
        if let Some((at, number)) = &self.next {
            let next = format!(
                "You have entered the next edition, for which entry closes on {at}. To stay out of it, write: leave {number}"
            );
            blocks.push(Block::words(next));
        }
        blocks
    }

    fn reason(&self) -> &'static str {
        "You entered this tournament on Turnpost."
    }
}
