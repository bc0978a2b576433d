//! The board in an email.

use std::sync::{Arc, OnceLock};

use engine::Page;
use engine::how_to_play::Picture;
use engine::scene::{Item, Panel, Scene};
use engine::svg::Style;

use super::sheet::Block;
use crate::brief::{self, Passage, Story, Table};
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

    /// The same board without the key to its signs, without the note about the last move, which the story of the email tells, and without
    /// the texts of cards that the reader held before the last own move.
    pub fn in_short(self, story: &Story) -> Board {
        let mut scene = Scene { text_key: String::new(), picture_key: String::new(), ..self.page.scene };
        if story.since_own {
            scene.panels.iter_mut().filter(|panel| panel.is_hand()).for_each(|hand| shorten(hand, story));
        }
        scene.notes.retain(|note| !note.starts_with("Last "));
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

/// Takes the texts of the cards that the story does not name out of the lines of a hand.
fn shorten(hand: &mut Panel, story: &Story) {
    let is_told = |item: &Item| story.sentences.iter().any(|sentence| sentence.contains(&item.title));
    for (line, item) in hand.lines.iter_mut().zip(&hand.items).filter(|(_, item)| !item.text.is_empty()) {
        if let Some((_, now)) = line.rsplit_once(&item.text).filter(|_| !is_told(item)) {
            *line = format!("{} {} {}.{now}", item.name, item.title, item.cost);
        }
    }
    hand.title.push_str(" (reply board for all texts)");
}

/// A picture that shows how to play.
pub struct Shown {
    /// The board and the caption.
    pub(super) picture: Picture,
    png: Option<Arc<[u8]>>,
}

impl Shown {
    /// Draws the picture, which takes some milliseconds.
    pub(super) fn new(picture: &Picture) -> Shown {
        let png = picture::for_email(&engine::svg::paint(&picture.scene, Style::Flat)).ok();
        Shown { picture: picture.clone(), png }
    }

    /// The picture, if it can be drawn.
    pub(super) fn png(&self) -> Option<&[u8]> {
        self.png.as_deref()
    }

    /// The lines of the board, without the key to their signs.
    pub(super) fn text(&self) -> String {
        let scene = Scene { text_key: String::new(), ..self.picture.scene.clone() };
        engine::text::paint(&scene).trim_matches('\n').to_owned() + "\n"
    }
}

impl From<Passage> for Block<'_> {
    fn from(passage: Passage) -> Self {
        Block::Passage(passage)
    }
}
