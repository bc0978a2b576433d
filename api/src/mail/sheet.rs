//! An email as a list of blocks, and its two paintings: text and HTML.

use askama::Template;
use textwrap::{Options, WordSplitter};

use super::{Board, Shown};
use crate::brief::clean::line;
use crate::brief::{Panel, Passage, panels};

/// The content of an email, in order.
#[derive(Template)]
#[template(path = "mail/email.html")]
pub(super) struct Sheet<'a> {
    pub(super) subject: String,
    pub(super) blocks: Vec<Block<'a>>,
    /// The small print: the reason of this email and the link to unsubscribe.
    pub(super) footer: Vec<Block<'a>>,
    /// The part of the Content-IDs of the pictures that is the same in all, without angle brackets.
    pub(super) cid: String,
}

/// A piece of an email.
pub enum Block<'a> {
    /// The line above which a reply is written.
    Mark(&'static str),
    /// A text that cannot be read, and the place of the mistake in it, in characters, counted from 1.
    Mistake(String, Option<usize>),
    /// The first sentence: what the reader should do.
    Lead(String),
    /// A code to type, and its meaning.
    Code(&'static str, String),
    /// A link, with its instruction.
    Button(&'static str, &'a str),
    /// A link of less weight.
    Link(&'static str, &'a str),
    /// A link that begins a message with this text to this address (RFC 6068). The text part has none: there the reader replies.
    Message { text: &'a str, to: String },
    /// A link that begins an empty message with this subject to this address (RFC 6068).
    Reply { subject: String, to: String },
    /// The board.
    Board(&'a Board),
    /// The board as text, without a picture.
    TextBoard(&'a Board),
    /// Lines as they are, with columns.
    Lines(String),
    /// A picture that shows how to play; the number is its own among the pictures of the email.
    Picture(Box<Shown>, usize),
    /// Text that a page may show as well.
    Passage(Passage),
}

impl Sheet<'_> {
    /// The text part (RFC 2046, 4.1): no line is longer than [`engine::text::WIDTH`] unless a link in it is, and the lines of
    /// the board are as the engine painted them.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for block in &self.blocks {
            block.write(&mut text);
        }
        // Mail programs leave the text after this line out of a reply.
        text.push_str("-- \n");
        for block in &self.footer {
            block.write(&mut text);
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        text
    }

    /// The HTML part. Everything is escaped.
    pub(super) fn html(&self) -> Result<String, askama::Error> {
        self.render()
    }
}

impl Block<'_> {
    /// A paragraph.
    pub(super) fn words(words: impl Into<String>) -> Self {
        Block::Passage(Passage::Words(words.into()))
    }

    /// A heading.
    pub(super) fn heading(words: &'static str) -> Self {
        Block::Passage(Passage::heading(words))
    }

    /// Sentences, each made one line.
    pub(super) fn list(sentences: &[String]) -> Self {
        Block::Passage(Passage::List(sentences.iter().map(|words| line(words)).collect()))
    }

    fn write(&self, text: &mut String) {
        match self {
            Block::Lead(words) | Block::Passage(Passage::Words(words)) => wrap(text, words, "", ""),
            Block::Code(words, code) => wrap(text, &format!("{words} {code}"), "", ""),
            Block::Button(words, link) | Block::Link(words, link) => {
                wrap(text, &format!("{words}:"), "", "");
                wrap(text, link, "", "");
            }
            Block::Passage(Passage::Heading(words)) => {
                wrap(text, words, "", "");
                let width = words.chars().count().min(engine::text::WIDTH);
                wrap(text, &"-".repeat(width), "", "");
                return;
            }
            Block::Passage(Passage::List(items)) => items.iter().for_each(|item| wrap(text, item, "* ", "  ")),
            Block::Passage(Passage::Notation(rows)) => {
                let width = rows.iter().map(|(code, _)| code.chars().count()).max().unwrap_or(0).min(16);
                let indent = " ".repeat(width + 4);
                for (code, words) in rows {
                    wrap(text, words, &format!("  {code:width$}  "), &indent);
                }
            }
            Block::Passage(Passage::Examples(words, texts)) => {
                let line = format!("{words}  {}", texts.join("   or   "));
                if line.chars().count() <= engine::text::WIDTH {
                    wrap(text, &line, "", "");
                } else {
                    wrap(text, words, "", "");
                    texts.iter().for_each(|example| wrap(text, example, "  ", "    "));
                }
            }
            Block::Mark(words) => wrap(text, words, "", ""),
            Block::Message { .. } => return,
            Block::Reply { to, .. } => {
                wrap(text, "Reply by email:", "", "");
                wrap(text, to, "", "");
            }
            Block::Mistake(line, at) => text.push_str(&Block::marked(line, *at)),
            Block::Lines(lines) => text.push_str(lines),
            Block::Board(board) | Block::TextBoard(board) => text.push_str(&board.text),
            Block::Picture(shown, _) => {
                text.push_str(&shown.text());
                text.push('\n');
                wrap(text, &shown.picture.caption, "", "");
            }
        }
        text.push('\n');
    }

    /// The text, and under it a caret at the place; both indented. A long text is cut before the place.
    fn marked(line: &str, at: Option<usize>) -> String {
        let max = engine::text::WIDTH - 4;
        let from = at.map_or(0, |at| (at + 8).saturating_sub(max));
        let shown: String = line.chars().skip(from).take(max).collect();
        let caret = at.map(|at| format!("  {}^\n", " ".repeat(at.saturating_sub(from + 1)))).unwrap_or_default();
        format!("  {shown}\n{caret}")
    }

    /// The text of a link that begins a message: `Pass by email`.
    fn by_email(text: &str) -> String {
        let mut letters = text.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).chain(" by email".chars()).collect()
    }

    /// The Content-ID of the picture with this number, from what is the same in all.
    pub(super) fn cid(common: &str, number: &usize) -> String {
        if *number == 1 { format!("board.{common}") } else { format!("board{number}.{common}") }
    }

    /// The boxes beside a board, for the HTML part; in the text part the engine has painted them.
    fn panels(board: &Board) -> Vec<Panel> {
        panels(&board.page.scene)
    }
}

fn wrap(text: &mut String, words: &str, first: &str, others: &str) {
    // A link must stay whole, and so must a move with a hyphen in it.
    let options = Options::new(engine::text::WIDTH)
        .initial_indent(first)
        .subsequent_indent(others)
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation);
    for line in textwrap::wrap(words, options) {
        text.push_str(line.trim_end());
        text.push('\n');
    }
}
