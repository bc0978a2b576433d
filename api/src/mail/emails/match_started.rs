//! A match of the reader has started.

use engine::Wanted;

use super::{COMMAND, Email, FirstMatch, RULES, STARTED, ToMove, for_friends};
use crate::brief::clean::name;
use crate::brief::{Responses, Table};
use crate::mail::sheet::Block;
use crate::mail::{Board, Envelope, Link, MARK};

/// A match of the reader has started.
pub struct MatchStarted {
    /// The match.
    pub table: Table,
    /// The page of the match.
    pub link: Link,
    /// The page of the match for friends of the reader.
    pub watch: Link,
    /// The page that shows how to play.
    pub rules: Link,
    /// The game in short, for a reader who has not played it before; then `to_move` has no link to the rules.
    pub first: Option<FirstMatch>,
    /// The board as the reader sees it.
    pub board: Board,
    /// The settings of the match: options, clock; a line each.
    pub settings: Vec<String>,
    /// The turn, if the reader is awaited at once; then no email of that turn is needed.
    pub to_move: Option<ToMove>,
    /// The time until which responses are awaited, if the match begins with that and the reader is not asked.
    pub responses: Option<Responses>,
}

impl Email for MatchStarted {
    fn subject(&self) -> String {
        self.table.subject(STARTED)
    }

    fn mark(&self) -> Option<&'static str> {
        Some(if self.to_move.is_some() { MARK } else { COMMAND })
    }

    fn blocks(&self, envelope: &Envelope) -> Vec<Block<'_>> {
        let (table, page) = (&self.table, &self.board.page);
        let turn = match &self.to_move {
            None => "",
            Some(to_move) => match to_move.turn.wanted(page) {
                Some(Wanted::Answer) => ", and your answer is needed",
                Some(Wanted::Choice) => ", and your choice is needed",
                None => ", and it is your turn",
            },
        };
        let mut blocks = vec![Block::Lead(format!("{} has begun{turn}, {}.", table.called(), name(&table.reader)))];
        match &self.to_move {
            Some(to_move) => {
                blocks.extend(to_move.way(table, page, envelope));
            }
            None => {
                blocks.extend(table.waiting(page).map(Block::words));
                blocks.extend(self.responses.map(|responses| Block::words(responses.words(envelope.date))));
                blocks.push(Block::Button("See the match", self.link.as_str()));
            }
        }
        blocks.extend(self.first.iter().flat_map(FirstMatch::blocks));
        blocks.extend([Block::heading("Players"), Block::list(&table.players(page))]);
        if !self.settings.is_empty() {
            blocks.extend([Block::heading("Settings"), Block::list(&self.settings)]);
        }
        blocks.extend(self.board.blocks(None));
        match &self.to_move {
            Some(to_move) => blocks.extend(to_move.how(page, envelope)),
            None if self.first.is_some() => {}
            None => blocks.push(Block::Link(RULES, self.rules.as_str())),
        }
        blocks.extend(for_friends(&self.watch));
        blocks.push(Block::words(table.promise()));
        blocks
    }
}
