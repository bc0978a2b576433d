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
        let mut blocks = vec![
            Block::heading("Your first match of this game"),
            Block::words(self.words.clone()),
            Block::Link("How to play, in pictures", self.link.as_str()),
        ];
        let learn = |command| Block::words(format!("To learn it by short exercises, reply: {command}"));
        blocks.extend(self.learn.as_ref().map(learn));
        blocks
    }
}
