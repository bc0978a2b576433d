//! Paints a scene as SVG (1.1), small enough for a mail and without references that a mail program would have to fetch.

mod board;

use std::fmt::Write;

use self::board::Grid;
use crate::scene::{Paint, Panel, Scene};

/// The height of a line of text beside the board.
const LINE: f64 = 19.0;
const INK: &str = "#222";

/// The picture with its title, board, boxes, notes and key. Every colour is doubled by a letter.
pub fn paint(scene: &Scene) -> String {
    let grid = Grid::of(scene);
    let columns = ((grid.width() - 2.0 * 10.0) / 7.3) as usize;
    let notes: Vec<String> = scene
        .notes
        .iter()
        .chain([&scene.picture_key])
        .filter(|text| !text.is_empty())
        .flat_map(|text| textwrap::wrap(text, columns))
        .map(String::from)
        .collect();
    let panels: Vec<(&Panel, Vec<String>)> =
        scene.panels.iter().map(|panel| (panel, panel_lines(panel, columns - 4))).collect();
    let title: Vec<String> = textwrap::wrap(&scene.title, columns * 4 / 5).into_iter().map(String::from).collect();
    let title = if scene.title.is_empty() { Vec::new() } else { title };
    let head = if title.is_empty() { 0.0 } else { 10.0 + LINE * title.len() as f64 };
    let beside = notes.len() + panels.iter().map(|(_, lines)| lines.len()).sum::<usize>();
    let foot = if beside == 0 { 0.0 } else { 14.0 + LINE * beside as f64 };
    let height = head + grid.height() + foot;

    let mut svg = String::with_capacity(16_000);
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w:.0} {height:.0}\" width=\"{:.0}\" height=\"{:.0}\" \
         font-family=\"DejaVu Sans,Verdana,Arial,sans-serif\" font-size=\"13\" fill=\"{INK}\"><title>{}</title>\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>",
        2.0 * grid.width(),
        2.0 * height,
        escaped(&scene.title),
        w = grid.width()
    );
    for (at, line) in title.iter().enumerate() {
        let _ = write!(
            svg,
            "<text x=\"10\" y=\"{:.0}\" font-size=\"16\" font-weight=\"bold\">{}</text>",
            21.0 + LINE * at as f64,
            escaped(line)
        );
    }
    let _ = write!(svg, "<g transform=\"translate(0 {head:.0})\">");
    grid.paint(&mut svg, scene);
    svg.push_str("</g>");

    let mut y = head + grid.height() + 14.0;
    for (panel, lines) in &panels {
        let (fill, stroke) = (color(panel.paint), if panel.awaited { "3" } else { "1" });
        let _ = write!(
            svg,
            "<circle cx=\"20\" cy=\"{:.0}\" r=\"7\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"{stroke}\"/>",
            y - 5.0
        );
        let weight = if panel.yours { " font-weight=\"bold\"" } else { "" };
        for line in lines {
            let _ = write!(svg, "<text x=\"36\" y=\"{y:.0}\"{weight}>{}</text>", escaped(line));
            y += LINE;
        }
    }
    for line in &notes {
        let _ = write!(svg, "<text x=\"12\" y=\"{y:.0}\" font-size=\"12\" fill=\"#555\">{}</text>", escaped(line));
        y += LINE;
    }
    svg.push_str("</svg>\n");
    svg
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

/// The colour of pieces.
fn color(paint: Paint) -> &'static str {
    match paint {
        Paint::Plain => "#bbb",
        Paint::Red => "#c4262e",
        Paint::Blue => "#0a5fb4",
        Paint::Yellow => "#f7d930",
        Paint::Green => "#00875a",
        Paint::Orange => "#ef8a17",
        Paint::Purple => "#8e4ba8",
        Paint::White => "#fff",
        Paint::Black => "#111",
        Paint::Pink => "#e884b8",
        Paint::Teal => "#0e8c8c",
        Paint::Brown => "#7a4a2a",
    }
}

/// The colour of edges of ground.
fn edge(paint: Paint) -> &'static str {
    if paint == Paint::White { "#aaa" } else { color(paint) }
}

/// The colour of letters on pieces.
fn ink(paint: Paint) -> &'static str {
    match paint {
        Paint::Red | Paint::Blue | Paint::Green | Paint::Purple | Paint::Black | Paint::Teal | Paint::Brown => "#fff",
        Paint::Plain | Paint::Yellow | Paint::Orange | Paint::White | Paint::Pink => "#111",
    }
}

/// The colour of ground.
fn pale(paint: Paint) -> &'static str {
    match paint {
        Paint::Plain => "#f4f1e8",
        Paint::Red => "#f6d5d3",
        Paint::Blue => "#d3e3f5",
        Paint::Yellow => "#fdf6cf",
        Paint::Green => "#d2ecdf",
        Paint::Orange => "#fce3c6",
        Paint::Purple => "#e7d7ee",
        Paint::White => "#fff",
        Paint::Black => "#c9c9c9",
        Paint::Pink => "#f8dcea",
        Paint::Teal => "#cde8e8",
        Paint::Brown => "#e6d8cc",
    }
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '"' => safe.push_str("&quot;"),
            // XML 1.0 has no place for most control characters, not even escaped.
            c if c.is_control() => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}
