//! Passages of text, and those that describe a board.

use engine::Page;
use engine::scene::Scene;

use super::clean::line;

/// A piece of text for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Passage {
    /// A paragraph.
    Words(String),
    /// A heading.
    Heading(&'static str),
    /// Sentences, each on its own.
    List(Vec<String>),
    /// A text to write, and its meaning.
    Notation(Vec<(String, String)>),
}

/// A box beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Panel {
    /// True if it belongs to a seat that is to move.
    pub awaited: bool,
    /// True if it belongs to the reader.
    pub yours: bool,
    /// Its title and its lines.
    pub words: String,
}

/// The boxes beside the board, in order.
pub fn panels(scene: &Scene) -> Vec<Panel> {
    let panel = |panel: &engine::scene::Panel| {
        let you = if panel.yours { " (you)" } else { "" };
        let words = format!("{}{you}: {}", panel.title, panel.lines.join("; "));
        Panel { awaited: panel.awaited, yours: panel.yours, words }
    };
    scene.panels.iter().map(panel).collect()
}

/// The ways in which the match may end soon; empty once it is over.
pub fn ends(page: &Page) -> Vec<Passage> {
    if page.ends.is_empty() || page.outcome.is_some() {
        return Vec::new();
    }
    let ends = page.ends.iter().map(|end| line(&end.words)).collect();
    vec![Passage::Heading("How it may end"), Passage::List(ends)]
}
