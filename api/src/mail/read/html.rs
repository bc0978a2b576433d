//! HTML to lines. Quotations get a depth, signatures are left out.

use super::entities;
use super::lines::{Line, trim};
use super::quotes::{Role, role};
use super::tags::{Piece, Tag, pieces};

/// Elements inside one another that are told apart; deeper ones belong to the last.
const NESTING: usize = 200;

/// Lines that are read.
const LINES: usize = 20_000;

/// Elements that break the line before and after.
const BLOCKS: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "dd",
    "details",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "html",
    "legend",
    "li",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "tbody",
    "tfoot",
    "thead",
    "tr",
    "ul",
];

/// Blocks with an empty line around them.
const SPACED: &[&str] = &["blockquote", "dl", "h1", "h2", "h3", "h4", "h5", "h6", "ol", "p", "pre", "table", "ul"];

/// Elements that hold nothing and have no end tag.
const VOID: &[&str] = &[
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input", "keygen", "link",
    "meta", "param", "source", "track", "wbr",
];

/// Elements whose text is not shown.
const HIDDEN: &[&str] = &["script", "style", "title", "xml", "template", "noframes", "select", "textarea"];

/// Elements whose text is struck out: its writer has taken it back.
const STRUCK: &[&str] = &["s", "strike", "del"];

/// Returns whether the page may have text that is struck out.
pub(super) fn may_strike(html: &str) -> bool {
    let html = html.to_ascii_lowercase();
    ["line-through", "<s>", "<s ", "<strike", "<del"].iter().any(|sign| html.contains(sign))
}

/// Lines read from HTML.
pub(super) struct Reading {
    pub(super) lines: Vec<Line>,
    /// Text stood in a frame that counted as a quotation.
    pub(super) framed: bool,
    /// Text that is not quoted was left out, as it is struck out.
    pub(super) struck: bool,
}

/// The lines of a page. With `frames`, text in the frames of Gmail counts as quoted.
pub(super) fn lines(html: &str, frames: bool) -> Reading {
    let mut walk = Walk { frames, ..Walk::default() };
    for piece in pieces(html) {
        if walk.lines.len() >= LINES {
            break;
        }
        match piece {
            Piece::Text(text) => walk.text(text),
            Piece::Open(tag) => walk.open(&tag),
            Piece::Close(name) => walk.close(name),
        }
    }
    walk.end_line();
    Reading { lines: walk.lines, framed: walk.framed, struck: walk.struck }
}

/// An open element and the state outside it.
struct Element {
    name: String,
    block: bool,
    before: State,
}

/// What holds for the text at a place.
#[derive(Clone, Copy, Default)]
struct State {
    depth: usize,
    /// In a frame that counts as a quotation.
    framed: bool,
    /// In a signature or an element that is not shown.
    left_out: bool,
    /// In text that is struck out.
    struck: bool,
    /// Blanks and line breaks are kept.
    preformatted: bool,
}

#[derive(Default)]
struct Walk {
    frames: bool,
    framed: bool,
    struck: bool,
    lines: Vec<Line>,
    line: String,
    open: Vec<Element>,
    /// Elements that were opened beyond the limit.
    beyond: usize,
    state: State,
    /// All from here on is quoted.
    rest: bool,
}

impl Walk {
    fn text(&mut self, text: &str) {
        if self.state.struck && self.state.depth == 0 && !self.state.framed && !self.rest {
            self.struck |= !trim(text).is_empty();
        }
        if self.state.left_out || self.state.struck {
            return;
        }
        let text = entities::decoded(text);
        if self.state.preformatted {
            for (index, line) in text.split('\n').enumerate() {
                if index > 0 {
                    self.break_line();
                }
                self.line.push_str(line);
            }
            return;
        }
        for char in text.chars() {
            if !char.is_whitespace() {
                self.line.push(char);
            } else if !self.line.is_empty() && !self.line.ends_with(' ') {
                self.line.push(' ');
            }
        }
    }

    fn open(&mut self, tag: &Tag<'_>) {
        let name = tag.name.to_ascii_lowercase();
        let is = |names: &[&str]| names.contains(&name.as_str());
        let block = is(BLOCKS);
        if name == "br" {
            self.break_line();
            return;
        }
        if block {
            self.close_implied(&name);
            self.end_line();
            if is(SPACED) {
                self.blank_line();
            }
        } else if name == "td" || name == "th" {
            self.close_implied(&name);
            if !self.line.is_empty() {
                self.line.push(' ');
            }
        }
        let role = role(tag);
        if role == Role::Rest {
            self.end_line();
            self.rest = true;
        }
        if is(VOID) || (tag.closed && !block) {
            return;
        }
        let before = self.state;
        self.enter(role, tag, &name);
        // A line has one depth, so it ends where the depth changes.
        if before.depth != self.state.depth || before.framed != self.state.framed {
            let entered = std::mem::replace(&mut self.state, before);
            self.end_line();
            self.state = entered;
        }
        if self.open.len() < NESTING {
            self.open.push(Element { name, block, before });
        } else {
            self.beyond += 1;
        }
    }

    /// Sets the state inside an element.
    fn enter(&mut self, role: Role, tag: &Tag<'_>, name: &str) {
        match role {
            Role::Quote => self.state.depth += 1,
            Role::Frame => self.state.framed = self.frames,
            Role::Signature => self.state.left_out = true,
            Role::None | Role::Rest => {}
        }
        self.state.left_out |= HIDDEN.contains(&name);
        self.state.struck |= STRUCK.contains(&name);
        let style = tag.attributes().find(|(name, _)| name.eq_ignore_ascii_case("style"));
        let pre = style.is_some_and(|(_, style)| {
            let style: String = style.chars().take(2_000).filter(|char| !char.is_whitespace()).collect();
            let style = style.to_ascii_lowercase();
            if style.contains("display:none") {
                self.state.left_out = true;
            }
            self.state.struck |= style.contains("line-through");
            style.contains("white-space:pre")
        });
        self.state.preformatted |= pre || name == "pre" || name == "plaintext";
    }

    fn close(&mut self, name: &str) {
        let name = name.to_ascii_lowercase();
        if name == "br" {
            self.break_line();
            return;
        }
        let block = BLOCKS.contains(&name.as_str());
        if block {
            self.end_line();
            if SPACED.contains(&name.as_str()) {
                self.blank_line();
            }
        }
        if VOID.contains(&name.as_str()) {
            return;
        }
        if self.beyond > 0 {
            self.beyond -= 1;
            return;
        }
        // The end tag of an inline element does not close a block.
        let cell = block || name == "td" || name == "th";
        let found = self
            .open
            .iter()
            .rev()
            .take_while(|element| cell || !element.block)
            .position(|element| element.name == name);
        if let Some(above) = found {
            self.pop(above + 1);
        }
    }

    /// Closes what a new block closes: an open paragraph, a list item before the next one.
    fn close_implied(&mut self, name: &str) {
        let Some(last) = self.open.last() else { return };
        let same = last.name == name && matches!(name, "p" | "li" | "dt" | "dd" | "tr" | "td" | "th");
        if same || last.name == "p" {
            self.end_line();
            self.pop(1);
        }
    }

    /// Leaves the `count` innermost elements.
    fn pop(&mut self, count: usize) {
        let keep = self.open.len().saturating_sub(count);
        if let Some(outermost) = self.open.get(keep) {
            let before = outermost.before;
            if before.depth != self.state.depth || before.framed != self.state.framed {
                self.end_line();
            }
            self.state = before;
        }
        self.open.truncate(keep);
    }

    /// Ends a line that has text.
    fn end_line(&mut self) {
        if !trim(&self.line).is_empty() {
            self.push_line();
        } else {
            self.line.clear();
        }
    }

    /// Ends the line, also an empty one.
    fn break_line(&mut self) {
        if !self.state.left_out {
            self.push_line();
        }
    }

    /// An empty line, unless there is one.
    fn blank_line(&mut self) {
        if self.lines.last().is_some_and(|line| !line.text.is_empty()) {
            self.push_line();
        }
    }

    fn push_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let framed = self.state.framed || self.rest;
        let mut line = Line::plain(line.trim_end());
        self.framed |= self.state.framed && !line.is_blank();
        line.depth += self.state.depth + usize::from(framed);
        self.lines.push(line);
    }
}
