//! Paints a scene as SVG (1.1), small enough for a mail and without references that a mail program would have to fetch.
//!
//! Every cell is a group `<g class="spot" data-cell="e5">` around its middle, with its ground and its tokens (`class="token red"`).
//! Names have the class `name`, traces of the last move the class `mark`. For pages the picture has the ways of the pieces that the last
//! move moved (`data-ways="e5-e7-g7 a1-b1"`). All looks are presentation attributes, which a style sheet can override.

mod board;
mod card;
mod grid;
mod ground;
mod lot;
mod palette;
mod piece;

use std::fmt::Write;

use self::board::Board;
use crate::scene::{Item, Panel, Scene};

/// The height of a line of text beside the board.
const LINE: f64 = 19.0;
const INK: &str = "#222";
/// The least width of a picture with text beside the board.
const LEAST_WIDTH: f64 = 430.0;

/// The way in which a picture is painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// For emails: no gradients and no shadows, which cost many bytes as PNG; every cell with its name.
    Flat,
    /// For pages: with light and shadow. A page may hide the names.
    Full,
}

/// The picture: title, board, boxes, notes and key, as far as the scene has them. A mark doubles every colour.
///
/// It is transparent around a board that stands alone.
pub fn paint(scene: &Scene, style: Style) -> String {
    let board = Board::new(scene, style);
    let beside = Beside::new(scene, board.width());
    let (width, head) = (beside.width, beside.head());
    let height = head + board.height() + beside.foot();
    let mut svg = String::with_capacity(32_000);
    // Scripts move the pieces along it.
    let ways = scene.ways.iter().map(|way| way.join("-")).collect::<Vec<_>>().join(" ");
    let ways = match style {
        Style::Full if !ways.is_empty() => format!(" data-ways=\"{}\"", escaped(&ways)),
        Style::Full | Style::Flat => String::new(),
    };
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board {}\" viewBox=\"0 0 {width} {height}\" width=\"{}\" \
         height=\"{}\" font-family=\"DejaVu Sans,Verdana,Arial,sans-serif\" role=\"img\"{ways}><title>{}</title>",
        board.material(),
        2.0 * width,
        2.0 * height,
        escaped(&scene.title),
    );
    let moved = ((width - board.width()) / 2.0, head);
    if moved == (0.0, 0.0) {
        board.paint(&mut svg);
    } else {
        beside.paint_head(&mut svg);
        let _ = write!(svg, r#"<g transform="translate({} {})">"#, moved.0, moved.1);
        board.paint(&mut svg);
        svg.push_str("</g>");
        beside.paint_foot(&mut svg, head + board.height() + 14.0);
    }
    svg.push_str("</svg>\n");
    svg
}

/// The drawing on an item of a panel, as a picture of its own, 64 units wide and 44 high.
pub fn item_art(item: &Item) -> String {
    card::art(item.art, item.paint)
}

/// The texts above and below the board.
struct Beside<'a> {
    width: f64,
    title: Vec<String>,
    panels: Vec<(&'a Panel, Vec<String>)>,
    notes: Vec<String>,
}

impl Beside<'_> {
    fn new(scene: &Scene, board: f64) -> Beside<'_> {
        let texts = scene.notes.iter().chain([&scene.picture_key]).filter(|text| !text.is_empty());
        let alone = scene.title.is_empty() && scene.panels.is_empty() && texts.clone().count() == 0;
        let width = if alone { board } else { board.max(LEAST_WIDTH) };
        let columns = ((width - 20.0) / 7.3) as usize;
        let notes = texts.flat_map(|text| wrapped(text, columns, "")).collect();
        let panels = scene.panels.iter().map(|panel| (panel, panel_lines(panel, columns - 4))).collect();
        let title = if scene.title.is_empty() { Vec::new() } else { wrapped(&scene.title, columns * 4 / 5, "") };
        Beside { width, title, panels, notes }
    }

    /// The height of the title.
    fn head(&self) -> f64 {
        if self.title.is_empty() { 0.0 } else { 14.0 + LINE * self.title.len() as f64 }
    }

    /// The height of the texts below the board.
    fn foot(&self) -> f64 {
        let lines = self.notes.len() + self.panels.iter().map(|(_, lines)| lines.len()).sum::<usize>();
        if lines == 0 { 0.0 } else { 18.0 + LINE * lines as f64 }
    }

    /// The ground of the texts and the title.
    fn paint_head(&self, svg: &mut String) {
        svg.push_str(r##"<rect width="100%" height="100%" fill="#fff"/>"##);
        for (at, line) in self.title.iter().enumerate() {
            let (y, line) = (21.0 + LINE * at as f64, escaped(line));
            let _ = write!(svg, r#"<text x="10" y="{y}" font-size="16" font-weight="bold" fill="{INK}">{line}</text>"#);
        }
    }

    fn paint_foot(&self, svg: &mut String, top: f64) {
        let _ = write!(svg, r#"<g font-size="13" fill="{INK}">"#);
        let mut y = top;
        for (panel, lines) in &self.panels {
            piece::paint_swatch(svg, panel.paint, panel.awaited, y - 5.0);
            let weight = if panel.yours { r#" font-weight="bold""# } else { "" };
            for line in lines {
                let _ = write!(svg, r#"<text x="36" y="{y}"{weight}>{}</text>"#, escaped(line));
                y += LINE;
            }
        }
        for line in &self.notes {
            let _ = write!(svg, r##"<text x="12" y="{y}" font-size="12" fill="#555">{}</text>"##, escaped(line));
            y += LINE;
        }
        svg.push_str("</g>");
    }
}

/// The text of a box, in lines of at most so many characters.
fn panel_lines(panel: &Panel, columns: usize) -> Vec<String> {
    let you = if panel.yours { " (you)" } else { "" };
    let turn = if panel.awaited { "\u{25b6} " } else { "" };
    let head = format!("{turn}{}{you}:", panel.title);
    if !panel.listed {
        return wrapped(&format!("{head} {}", panel.lines.join("; ")), columns, "");
    }
    let listed = panel.lines.iter().flat_map(|line| wrapped(&format!("\u{2022} {line}"), columns, "\u{2003}"));
    wrapped(&head, columns, "").into_iter().chain(listed).collect()
}

/// Lines of at most so many characters; all but the first begin with the indent.
fn wrapped(text: &str, columns: usize, indent: &str) -> Vec<String> {
    textwrap::wrap(text, textwrap::Options::new(columns).subsequent_indent(indent))
        .into_iter()
        .map(String::from)
        .collect()
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // XML 1.0 has no place for most control characters, not even escaped.
            c if c.is_control() => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}
