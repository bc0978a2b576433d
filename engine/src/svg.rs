//! Paints a scene as SVG (1.1), small enough for a mail and without anything a mail program would have to fetch.

use std::fmt::Write;

use crate::scene::{Layout, Mark, Paint, Panel, Scene, Shape, Spot, Token};

/// Half the distance of two neighbours in a row.
const HALF: f64 = 21.0;
/// The same on squares, which have to hold several pieces.
const HALF_SQUARE: f64 = 30.0;
/// The height of a line of text beside the board.
const LINE: f64 = 19.0;
/// Room around the board, and for the row labels.
const MARGIN: f64 = 26.0;
/// No narrower, or the lines beside the board would have no room.
const LEAST_WIDTH: f64 = 430.0;
const INK: &str = "#222";
/// A five-pointed star around the origin, for what is the reader's own.
const STAR: &str = "M0-6.5L1.5-2.1L6.2-2L2.5.8L3.8 5.3L0 2.6L-3.8 5.3L-2.5.8L-6.2-2L-1.5-2.1z";

/// The picture with its title, board, boxes, notes and key. Every colour is doubled by a letter.
pub fn paint(scene: &Scene) -> String {
    let grid = Grid::of(scene);
    let columns = ((grid.width - 2.0 * 10.0) / 7.3) as usize;
    let notes: Vec<String> = scene
        .notes
        .iter()
        .chain([&scene.picture_key])
        .flat_map(|text| textwrap::wrap(text, columns))
        .map(String::from)
        .collect();
    let panels: Vec<(&Panel, Vec<String>)> = scene
        .panels
        .iter()
        .map(|panel| (panel, textwrap::wrap(&panel_text(panel), columns - 4).into_iter().map(String::from).collect()))
        .collect();
    let title: Vec<String> = textwrap::wrap(&scene.title, columns * 4 / 5).into_iter().map(String::from).collect();
    let head = 10.0 + LINE * title.len() as f64;
    let beside = notes.len() + panels.iter().map(|(_, lines)| lines.len()).sum::<usize>();
    let height = head + grid.height + 14.0 + LINE * beside as f64;

    let mut svg = String::with_capacity(16_000);
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w:.0} {height:.0}\" width=\"{w:.0}\" height=\"{height:.0}\" \
         font-family=\"DejaVu Sans,Verdana,Arial,sans-serif\" font-size=\"13\" fill=\"{INK}\"><title>{}</title>\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>",
        escaped(&scene.title),
        w = grid.width
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
    grid.paint_ground(&mut svg, scene);
    grid.paint_last_move(&mut svg, scene);
    for spot in &scene.spots {
        grid.paint_tokens(&mut svg, spot);
        grid.paint_star(&mut svg, spot);
    }
    svg.push_str("</g>");

    let mut y = head + grid.height + 14.0;
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

fn panel_text(panel: &Panel) -> String {
    let you = if panel.yours { " (you)" } else { "" };
    let turn = if panel.awaited { "\u{25b6} " } else { "" };
    format!("{turn}{}{you}: {}", panel.title, panel.lines.join("; "))
}

/// From places to pixels.
struct Grid {
    layout: Layout,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl Grid {
    fn of(scene: &Scene) -> Grid {
        let mut grid = Grid { layout: scene.layout, left: 0.0, top: 0.0, width: 0.0, height: 0.0 };
        let points: Vec<(f64, f64)> = scene.spots.iter().map(|spot| grid.point(spot)).collect();
        let least = |values: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(values).fold(f64::INFINITY, f64::min);
        let most = |values: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(values).fold(f64::NEG_INFINITY, f64::max);
        let (left, right, top, bottom) = (least(&|p| p.0), most(&|p| p.0), least(&|p| p.1), most(&|p| p.1));
        let needed = right - left + 2.0 * (grid.half() + MARGIN);
        grid.width = needed.max(LEAST_WIDTH);
        grid.height = bottom - top + 2.0 * (grid.half() + 12.0);
        grid.left = (grid.width - (right - left)) / 2.0 - left;
        grid.top = grid.half() + 8.0 - top;
        grid
    }

    /// Half the distance of two neighbours in a row.
    fn half(&self) -> f64 {
        if self.layout == Layout::Squares { HALF_SQUARE } else { HALF }
    }

    /// The middle of a spot.
    fn point(&self, spot: &Spot) -> (f64, f64) {
        let half = self.half();
        let flat = half * 3f64.sqrt() / 2.0;
        let (x, y) = match self.layout {
            Layout::Hexes | Layout::Points => (half, flat),
            Layout::Columns => (flat, half),
            Layout::Squares => (half, half),
        };
        (self.left + f64::from(spot.at.x) * x, self.top + f64::from(spot.at.y) * y)
    }

    /// The outline of a cell around the origin.
    fn outline(&self) -> String {
        let half = self.half();
        let radius = half * 2.0 / 3f64.sqrt();
        let corners: Vec<(f64, f64)> = match self.layout {
            Layout::Squares => vec![(-half, -half), (half, -half), (half, half), (-half, half)],
            Layout::Hexes | Layout::Points => {
                (0..6).map(|corner| turned(radius, 60.0 * f64::from(corner) + 30.0)).collect()
            }
            Layout::Columns => (0..6).map(|corner| turned(radius, 60.0 * f64::from(corner))).collect(),
        };
        corners.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
    }

    fn paint_ground(&self, svg: &mut String, scene: &Scene) {
        let _ = write!(
            svg,
            "<defs><polygon id=\"c\" points=\"{}\"/></defs><g stroke=\"#998\" text-anchor=\"middle\">",
            self.outline()
        );
        if self.layout == Layout::Points {
            self.paint_lines(svg, scene);
        } else {
            for spot in &scene.spots {
                let (x, y) = self.point(spot);
                let _ =
                    write!(svg, "<use href=\"#c\" x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{}\"/>", pale(spot.ground.paint));
            }
        }
        svg.push_str("</g><g text-anchor=\"middle\">");
        for spot in &scene.spots {
            let (x, y) = self.point(spot);
            if spot.ground.paint != Paint::Plain {
                // An edge, because a piece would hide anything nearer to the middle; inside, or a neighbour would hide it.
                let _ = write!(
                    svg,
                    "<use href=\"#c\" transform=\"translate({x:.1} {y:.1}) scale(.91)\" fill=\"none\" stroke=\"{}\" stroke-width=\"3.5\"/>",
                    edge(spot.ground.paint)
                );
            }
            self.paint_names(svg, spot);
        }
        svg.push_str("</g>");
    }

    /// The name of the cell and the label of its ground, where pieces leave room for them.
    fn paint_names(&self, svg: &mut String, spot: &Spot) {
        let (x, y) = self.point(spot);
        let (plain, empty) = (spot.ground.label.is_empty(), spot.tokens.is_empty());
        let mut write_at = |x: f64, y: f64, style: &str, text: &str| {
            let _ = write!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" {style}>{}</text>", escaped(text));
        };
        const GREY: &str = "font-size=\"10\" fill=\"#555\"";
        if self.layout == Layout::Squares {
            // Squares have a strip at the top.
            write_at(x + HALF_SQUARE - 13.0, y - HALF_SQUARE + 14.0, GREY, &spot.name);
            write_at(
                x - HALF_SQUARE + 14.0,
                y - HALF_SQUARE + 14.0,
                "font-size=\"12\" font-weight=\"bold\"",
                &spot.ground.label,
            );
            return;
        }
        if empty {
            write_at(x, y + if plain { 3.5 } else { 10.0 }, GREY, &spot.name);
        }
        match (plain, empty) {
            (true, _) => {}
            (false, true) => write_at(x, y, "font-size=\"12\" font-weight=\"bold\"", &spot.ground.label),
            (false, false) => write_at(x, y + 22.0, "font-size=\"8\" font-weight=\"bold\"", &spot.ground.label),
        }
    }

    /// Lines between points that are neighbours, and a dot on each.
    fn paint_lines(&self, svg: &mut String, scene: &Scene) {
        for from in &scene.spots {
            for (x, y) in [(2, 0), (1, 2), (-1, 2)] {
                let to = scene.spots.iter().find(|to| to.at.x == from.at.x + x && to.at.y == from.at.y + y);
                if let Some(to) = to {
                    let ((x1, y1), (x2, y2)) = (self.point(from), self.point(to));
                    let _ = write!(svg, "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>");
                }
            }
        }
        for spot in &scene.spots {
            let (x, y) = self.point(spot);
            let _ = write!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"9\" fill=\"{}\" stroke=\"none\"/>",
                pale(spot.ground.paint)
            );
        }
    }

    /// A ring where a piece left, a dark ring where one came to, a cross where one was taken off, a line between the first two.
    fn paint_last_move(&self, svg: &mut String, scene: &Scene) {
        let marked = |mark| scene.spots.iter().filter(move |spot| spot.mark == Some(mark));
        let _ = write!(svg, "<g fill=\"none\" stroke=\"{INK}\">");
        if let (Some(from), Some(to)) = (marked(Mark::From).next(), marked(Mark::To).next()) {
            let ((x1, y1), (x2, y2)) = (self.point(from), self.point(to));
            // From the ring on, so that the name inside stays readable.
            let length = (x2 - x1).hypot(y2 - y1).max(1.0);
            let (x1, y1) = (x1 + (x2 - x1) / length * 13.0, y1 + (y2 - y1) / length * 13.0);
            let _ = write!(
                svg,
                "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke-width=\"3\" stroke-opacity=\".45\"/>"
            );
        }
        for spot in &scene.spots {
            let (x, y) = self.point(spot);
            let _ = match spot.mark {
                None => Ok(()),
                Some(Mark::From) => write!(
                    svg,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"13\" stroke-width=\"2\" stroke-dasharray=\"3 3\"/>"
                ),
                Some(Mark::To) => write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"17.2\" stroke-width=\"3\"/>"),
                Some(Mark::Gone) => {
                    write!(svg, "<path d=\"M{:.1} {:.1}l20 20m0-20l-20 20\" stroke-width=\"3\"/>", x - 10.0, y - 10.0)
                }
            };
        }
        svg.push_str("</g>");
    }

    /// A star on what is the reader's own, above everything else.
    fn paint_star(&self, svg: &mut String, spot: &Spot) {
        let (x, y) = self.point(spot);
        if spot.ground.yours {
            let y = y - self.half() + 1.0;
            let _ = write!(
                svg,
                "<path transform=\"translate({x:.1} {y:.1})\" d=\"{STAR}\" stroke=\"#fff\" paint-order=\"stroke\"/>"
            );
        }
    }

    /// The tokens of a spot, side by side where there are several.
    fn paint_tokens(&self, svg: &mut String, spot: &Spot) {
        let (x, y) = self.point(spot);
        let squares = self.layout == Layout::Squares;
        // A lone disc has room for the name of its cell, which a player needs to write a move.
        if let ([token @ Token { shape: Shape::Disc, .. }], false) = (spot.tokens.as_slice(), squares) {
            return paint_disc(svg, token, &spot.name, x, y);
        }
        let count = spot.tokens.len() as f64;
        let columns = count.sqrt().ceil().max(1.0);
        let rows = (count / columns).ceil();
        let scale = (2.0 * self.half() * 0.92 / columns / 34.0).min(1.0);
        // Below the strip with the name.
        let y = if squares { y + 7.0 } else { y };
        for (at, token) in spot.tokens.iter().enumerate() {
            let (column, row) = (at as f64 % columns, (at as f64 / columns).floor());
            let dx = (column - (columns - 1.0) / 2.0) * 34.0 * scale;
            let dy = (row - (rows - 1.0) / 2.0) * 27.0 * scale;
            paint_token(svg, token, x + dx, y + dy, scale);
        }
    }
}

/// Three characters need smaller letters than one.
fn letter_size(label: &str) -> u8 {
    if label.chars().count() > 2 { 11 } else { 14 }
}

fn paint_disc(svg: &mut String, token: &Token, name: &str, x: f64, y: f64) {
    let _ = write!(
        svg,
        "<g transform=\"translate({x:.1} {y:.1})\" text-anchor=\"middle\" fill=\"{}\"><circle r=\"15.5\" fill=\"{}\" stroke=\"{INK}\"/>\
         <text y=\"2.5\" font-size=\"{}\" font-weight=\"bold\">{}</text><text y=\"11.5\" font-size=\"8.5\">{}</text></g>",
        ink(token.paint),
        color(token.paint),
        letter_size(&token.label),
        escaped(&token.label),
        escaped(name)
    );
}

fn paint_token(svg: &mut String, token: &Token, x: f64, y: f64, scale: f64) {
    let (shape, letters_y, letters) = match token.shape {
        Shape::Disc => ("<circle r=\"15\"/>".to_owned(), 5, letter_size(&token.label)),
        Shape::Pyramid(size) => {
            let size = size.clamp(1, 3);
            let (half, top) = (8 + 3 * i16::from(size), 13 - 10 * i16::from(size));
            (format!("<path d=\"M0 {top}L{half} 13H-{half}z\"/>"), 12, [8, 11, 13][usize::from(size) - 1])
        }
        Shape::Pillar => {
            ("<rect x=\"-8\" y=\"-15\" width=\"16\" height=\"30\" rx=\"3\"/>".to_owned(), 5, letter_size(&token.label))
        }
    };
    let _ = write!(
        svg,
        "<g transform=\"translate({x:.1} {y:.1}){}\"><g fill=\"{}\" stroke=\"{INK}\">{shape}</g>\
         <text y=\"{letters_y}\" font-size=\"{letters}\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{}\">{}</text></g>",
        if scale < 1.0 { format!(" scale({scale:.2})") } else { String::new() },
        color(token.paint),
        ink(token.paint),
        escaped(&token.label)
    );
}

fn turned(radius: f64, degrees: f64) -> (f64, f64) {
    let (sin, cos) = degrees.to_radians().sin_cos();
    (radius * cos, radius * sin)
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
    }
}

/// The colour of edges of ground.
fn edge(paint: Paint) -> &'static str {
    match paint {
        Paint::White => "#aaa",
        other => color(other),
    }
}

/// The colour of letters on pieces.
fn ink(paint: Paint) -> &'static str {
    match paint {
        Paint::Red | Paint::Blue | Paint::Green | Paint::Purple | Paint::Black => "#fff",
        Paint::Plain | Paint::Yellow | Paint::Orange | Paint::White => "#111",
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
