//! Passages of text, and those that describe a board.

use std::borrow::Cow;

use engine::Page;
use engine::scene::Scene;

use super::clean::line;

/// A piece of text for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Passage {
    /// A paragraph.
    Words(String),
    /// A heading.
    Heading(Cow<'static, str>),
    /// Sentences, each on its own.
    List(Vec<String>),
    /// A text to write, and its meaning.
    Notation(Vec<(String, String)>),
    /// Words, and texts of which one can be written.
    Examples(&'static str, Vec<String>),
}

impl Passage {
    /// A heading.
    pub fn heading(words: impl Into<Cow<'static, str>>) -> Passage {
        Passage::Heading(words.into())
    }
}

/// A box beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Panel {
    /// True if it belongs to a seat that is to move.
    pub awaited: bool,
    /// True if it belongs to the reader.
    pub yours: bool,
    /// Its title, and its lines unless they are listed.
    pub words: String,
    /// Its lines, if they are listed one below the other.
    pub listed: Vec<String>,
}

/// The boxes beside the board, in order.
pub fn panels(scene: &Scene) -> Vec<Panel> {
    let panel = |panel: &engine::scene::Panel| {
        let you = if panel.yours { " (you)" } else { "" };
        let (lines, listed) =
            if panel.listed { (String::new(), panel.lines.clone()) } else { (panel.lines.join("; "), Vec::new()) };
        let words = format!("{}{you}: {lines}", panel.title).trim_end().to_owned();
        Panel { awaited: panel.awaited, yours: panel.yours, words, listed }
    };
    scene.panels.iter().map(panel).collect()
}

/// The ways in which the match may end soon; empty once it is over.
pub fn ends(page: &Page) -> Vec<Passage> {
    if page.ends.is_empty() || page.outcome.is_some() {
        return Vec::new();
    }
    let ends = page.ends.iter().map(|end| line(&end.words)).collect();
    vec![Passage::heading("How it may end"), Passage::List(ends)]
}

#[cfg(test)]
mod tests {
    use engine::{Eye, Seat, Seed};
    use serde_json::json;

    use super::*;

    #[test]
    fn listed_lines_of_a_panel_stay_apart() {
        let magic = engine::game("magic").unwrap();
        let table = "lands PFISM PFISM PFISM PFISM; ash holds 1 7; birch holds 2 12; ash has g2/2 @7; birch has b1/1 @2; \
             ash hand late-rent, hot-clinker";
        let options = json!({"table": table});
        let frame = magic.start(2, &options, &Seed::new([7; 32])).unwrap().frame;
        let scene = magic.page(&frame, Eye::Seat(Seat(0))).unwrap().scene;
        assert!(scene.panels.iter().any(|panel| panel.listed && panel.lines.len() > 1), "{:?}", scene.panels);
        for (panel, shown) in scene.panels.iter().zip(panels(&scene)) {
            assert_eq!(shown.listed, if panel.listed { panel.lines.clone() } else { Vec::new() });
            let you = if panel.yours { " (you)" } else { "" };
            let lines = if panel.listed { String::new() } else { panel.lines.join("; ") };
            assert_eq!(shown.words, format!("{}{you}: {lines}", panel.title).trim_end());
        }
    }
}
