//! The board in an email.

use std::sync::{Arc, OnceLock};

use engine::Page;
use engine::scene::Scene;
use engine::svg::Style;

use super::sheet::Block;
use crate::brief::{self, Passage, Table};
use crate::picture;

/// A board, drawn in every way an email needs. All of it comes from one page and so shows what that page's eye may see.
pub struct Board {
    /// The page it was made from.
    pub(super) page: Page,
    /// The whole picture as monospaced text.
    pub(super) text: String,
    /// The board alone as PNG, once it was needed; none if it cannot be drawn. What stands beside it goes into the email as text.
    pub(super) picture: OnceLock<Option<Arc<[u8]>>>,
}

impl Board {
    /// The board of a page. Its picture is drawn when the email is composed.
    pub fn new(page: Page) -> Board {
        Board { text: page.text(), picture: OnceLock::new(), page }
    }

    /// The same board without the key to its signs.
    pub fn without_key(self) -> Board {
        let scene = Scene { text_key: String::new(), picture_key: String::new(), ..self.page.scene };
        let board = Board::new(Page { scene, ..self.page });
        Board { text: format!("{}\n", board.text.trim_end()), ..board }
    }

    /// Draws the picture, unless it is drawn already, which takes some milliseconds. Should that fail, the email shows the text board instead.
    pub(super) fn png(&self) -> Option<&[u8]> {
        let draw = || picture::for_email(&engine::svg::paint(&self.page.scene.alone(), Style::Flat)).ok();
        self.picture.get_or_init(draw).as_deref()
    }

    /// The page it was made from.
    pub fn page(&self) -> &Page {
        &self.page
    }

    /// The board with its heading, the players' colours, unless they are named elsewhere, and the ways to end.
    pub(super) fn blocks(&self, table: Option<&Table>) -> Vec<Block<'_>> {
        self.with(Block::Board(self), table)
    }

    /// The board with its heading.
    pub(super) fn alone(&self) -> Vec<Block<'_>> {
        vec![Block::heading("The board"), Block::Board(self)]
    }

    /// The same as [`Board::blocks`] without the picture.
    pub(super) fn as_text(&self, table: Option<&Table>) -> Vec<Block<'_>> {
        self.with(Block::TextBoard(self), table)
    }

    /// The lines of the board and the key to their signs, for readers who do not see the picture; all else stands beside it as text.
    pub(super) fn lines(&self) -> String {
        let painted = engine::text::paint(&self.page.scene.alone());
        let is_blank = |line: &&str| line.trim().is_empty();
        let lines: Vec<&str> = painted.lines().skip_while(is_blank).collect();
        lines.join("\n").trim_end().to_owned()
    }

    fn with<'a>(&'a self, board: Block<'a>, table: Option<&Table>) -> Vec<Block<'a>> {
        let mut blocks = vec![Block::heading("The board"), board];
        blocks.extend(table.map(|table| Block::words(table.who_is_who(&self.page))));
        blocks.extend(brief::ends(&self.page).into_iter().map(Block::Passage));
        blocks
    }
}

impl From<Passage> for Block<'_> {
    fn from(passage: Passage) -> Self {
        Block::Passage(passage)
    }
}
