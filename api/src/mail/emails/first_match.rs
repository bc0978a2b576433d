//! A few words to a player who has not played the game before.

use crate::mail::Link;
use crate::mail::sheet::Block;

/// What a person reads who has not played the game before.
pub struct FirstMatch {
    /// The game in three sentences.
    pub words: String,
    /// The page that shows how to play.
    pub link: Link,
    /// The command that begins the lessons, if the server reads replies.
    pub learn: Option<String>,
}

impl FirstMatch {
    pub(super) fn blocks(&self) -> Vec<Block<'_>> {
        let begin = [Block::heading("Your first match of this game"), Block::words(self.words.clone())];
        begin.into_iter().chain(self.ways_to_learn()).collect()
    }

    /// Where to learn the game.
    pub(super) fn ways_to_learn(&self) -> Vec<Block<'_>> {
        let learn = |command| Block::words(format!("To learn it by short exercises, reply: {command}"));
        let link = Block::Link("How to play, in pictures", self.link.as_str());
        [link].into_iter().chain(self.learn.as_ref().map(learn)).collect()
    }
}
