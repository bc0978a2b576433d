//! The board of a scene as SVG: ground, last move, tokens. Shapes that occur often are defined once and used by name.

use std::fmt::Write;

use super::{INK, color, edge, escaped, ink, pale};
use crate::scene::{Layout, Mark, Paint, Scene, Shape, Spot, Token};

/// Half the distance of two neighbours in a row.
const HALF: f64 = 21.0;
/// The same on squares, which have to hold several pieces.
const HALF_SQUARE: f64 = 30.0;
/// The same on columns of hexes with flags or tokens of two lines, which have to be read.
const HALF_ROOMY: f64 = 30.0;
/// Room around the board.
const MARGIN: f64 = 26.0;
/// The least width: the lines beside the board need it.
const LEAST_WIDTH: f64 = 430.0;
/// A five-pointed star around the origin, for spots that belong to the reader.
const STAR: &str = "M0-6.5L1.5-2.1L6.2-2L2.5.8L3.8 5.3L0 2.6L-3.8 5.3L-2.5.8L-6.2-2L-1.5-2.1z";

/// From places to pixels.
pub(super) struct Grid {
    layout: Layout,
    /// Do the cells have room below a piece for their names?
    roomy: bool,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl Grid {
    pub(super) fn of(scene: &Scene) -> Grid {
        let has_more = |token: &Token| token.shape == Shape::Marker || !token.detail.is_empty();
        let roomy = scene.layout == Layout::Columns && scene.spots.iter().flat_map(|spot| &spot.tokens).any(has_more);
        let mut grid = Grid { layout: scene.layout, roomy, left: 0.0, top: 0.0, width: 0.0, height: 0.0 };
        let points: Vec<(f64, f64)> = scene.spots.iter().map(|spot| grid.point(spot)).collect();
        let least = |values: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(values).fold(f64::INFINITY, f64::min);
        let most = |values: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(values).fold(f64::NEG_INFINITY, f64::max);
        let (left, right, top, bottom) = (least(&|p| p.0), most(&|p| p.0), least(&|p| p.1), most(&|p| p.1));
        grid.width = (right - left + 2.0 * (grid.half() + MARGIN)).max(LEAST_WIDTH);
        grid.height = bottom - top + 2.0 * (grid.half() + 12.0);
        grid.left = (grid.width - (right - left)) / 2.0 - left;
        grid.top = grid.half() + 8.0 - top;
        grid
    }

    /// The width of the picture, in pixels.
    pub(super) fn width(&self) -> f64 {
        self.width
    }

    /// The height of the board, in pixels.
    pub(super) fn height(&self) -> f64 {
        self.height
    }

    pub(super) fn paint(&self, svg: &mut String, scene: &Scene) {
        self.paint_ground(svg, scene);
        self.paint_names(svg, scene);
        self.paint_last_move(svg, scene);
        self.paint_tokens(svg, scene);
        self.paint_stars(svg, scene);
    }

    /// Half the distance of two neighbours in a row.
    fn half(&self) -> f64 {
        match self.layout {
            Layout::Squares => HALF_SQUARE,
            Layout::Columns if self.roomy => HALF_ROOMY,
            Layout::Columns | Layout::Hexes | Layout::Rhombus | Layout::Points => HALF,
        }
    }

    /// The middle of a spot.
    fn point(&self, spot: &Spot) -> (f64, f64) {
        let half = self.half();
        let flat = half * 3f64.sqrt() / 2.0;
        let (x, y) = match self.layout {
            Layout::Hexes | Layout::Rhombus | Layout::Points => (half, flat),
            Layout::Columns => (flat, half),
            Layout::Squares => (half, half),
        };
        (self.left + f64::from(spot.at.x) * x, self.top + f64::from(spot.at.y) * y)
    }

    /// The outline of a cell around the origin.
    fn outline(&self) -> String {
        let half = self.half();
        let radius = half * 2.0 / 3f64.sqrt();
        let turned = |degrees: f64| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            (radius * cos, radius * sin)
        };
        let corners: Vec<(f64, f64)> = match self.layout {
            Layout::Squares => vec![(-half, -half), (half, -half), (half, half), (-half, half)],
            Layout::Hexes | Layout::Rhombus | Layout::Points => {
                (0..6).map(|corner| turned(60.0 * f64::from(corner) + 30.0)).collect()
            }
            Layout::Columns => (0..6).map(|corner| turned(60.0 * f64::from(corner))).collect(),
        };
        corners.iter().map(|(x, y)| format!("{},{}", px(*x), px(*y))).collect::<Vec<_>>().join(" ")
    }

    fn paint_ground(&self, svg: &mut String, scene: &Scene) {
        let (outline, plain) = (self.outline(), pale(Paint::Plain));
        let _ =
            write!(svg, "<defs><polygon id=\"c\" points=\"{outline}\"/></defs><g stroke=\"#998\" fill=\"{plain}\">");
        if self.layout == Layout::Points {
            self.paint_lines(svg, scene);
        } else {
            for spot in &scene.spots {
                let (x, y) = self.point(spot);
                let paint = spot.ground.paint;
                let _ = if paint == Paint::Plain {
                    write!(svg, "<use href=\"#c\" x=\"{}\" y=\"{}\"/>", px(x), px(y))
                } else {
                    write!(svg, "<use href=\"#c\" x=\"{}\" y=\"{}\" fill=\"{}\"/>", px(x), px(y), pale(paint))
                };
            }
        }
        svg.push_str("</g><g fill=\"none\" stroke-width=\"3.5\">");
        // Coloured ground has an edge, because a piece would hide anything nearer to the middle; a little inside, because a
        // neighbour would hide half of it otherwise.
        for spot in scene.spots.iter().filter(|spot| spot.ground.paint != Paint::Plain) {
            let ((x, y), stroke) = (self.point(spot), edge(spot.ground.paint));
            let (x, y) = (px(x), px(y));
            let _ = write!(svg, "<use href=\"#c\" transform=\"translate({x} {y}) scale(.91)\" stroke=\"{stroke}\"/>");
        }
        svg.push_str("</g>");
    }

    /// Lines between points that are neighbours, and a dot on each.
    fn paint_lines(&self, svg: &mut String, scene: &Scene) {
        for from in &scene.spots {
            for (x, y) in [(2, 0), (1, 2), (-1, 2)] {
                let to = scene.spots.iter().find(|to| to.at.x == from.at.x + x && to.at.y == from.at.y + y);
                if let Some(to) = to {
                    let ((x1, y1), (x2, y2)) = (self.point(from), self.point(to));
                    let _ = write!(svg, "<path d=\"M{} {}L{} {}\"/>", px(x1), px(y1), px(x2), px(y2));
                }
            }
        }
        for spot in &scene.spots {
            let ((x, y), fill) = (self.point(spot), pale(spot.ground.paint));
            let _ = write!(svg, "<circle cx=\"{}\" cy=\"{}\" r=\"9\" fill=\"{fill}\" stroke=\"none\"/>", px(x), px(y));
        }
    }

    /// The names of the cells and the labels of their ground, where pieces leave room for them.
    fn paint_names(&self, svg: &mut String, scene: &Scene) {
        let mut labels = String::new();
        svg.push_str("<g text-anchor=\"middle\" font-size=\"10\" fill=\"#555\">");
        for spot in &scene.spots {
            let (x, y) = self.point(spot);
            let pieces = pieces(spot);
            let (plain, empty) = (spot.ground.label.is_empty(), pieces.is_empty());
            // Squares have a strip at the top; elsewhere the middle of an empty cell is free, and a little below a piece.
            let (name, label) = if self.layout == Layout::Squares {
                let y = y - HALF_SQUARE + 14.0;
                (Some((x + HALF_SQUARE - 13.0, y)), (x - HALF_SQUARE + 14.0, y, 12))
            } else {
                let name = empty.then_some((x, y + if plain { 3.5 } else { 10.0 }));
                let below = if self.roomy { (x, y + 27.0, 10) } else { (x, y + 22.0, 8) };
                (name, if empty { (x, y, 12) } else { below })
            };
            if let Some((x, y)) = name {
                let _ = write!(svg, "<text x=\"{}\" y=\"{}\">{}</text>", px(x), px(y), escaped(&spot.name));
            }
            // A lone disc carries the name itself; below anything else there is room for it.
            let lone_disc = !self.roomy && matches!(pieces.as_slice(), [Token { shape: Shape::Disc, .. }]);
            let text = if empty || lone_disc || name.is_some() {
                spot.ground.label.clone()
            } else {
                format!("{} {}", spot.ground.label, spot.name)
            };
            if !text.is_empty() {
                let ((x, y, size), text) = (label, escaped(text.trim()));
                let _ = write!(labels, "<text x=\"{}\" y=\"{}\" font-size=\"{size}\">{text}</text>", px(x), px(y));
            }
        }
        let _ = write!(
            svg,
            "</g><g text-anchor=\"middle\" font-weight=\"bold\" stroke=\"#fff\" stroke-width=\"2.5\" paint-order=\"stroke\">{labels}</g>"
        );
    }

    /// A dashed ring where a piece left, a dark ring where one came to, a cross where one was taken off, a line between the
    /// first two.
    fn paint_last_move(&self, svg: &mut String, scene: &Scene) {
        let marked = |mark| {
            let spots: Vec<&Spot> = scene.spots.iter().filter(|spot| spot.mark == Some(mark)).collect();
            spots
        };
        let _ = write!(svg, "<g fill=\"none\" stroke=\"{INK}\" stroke-width=\"3\">");
        // With several pieces moved, only the game could say which went where.
        if let ([from], [to]) = (marked(Mark::From).as_slice(), marked(Mark::To).as_slice()) {
            let ((x1, y1), (x2, y2)) = (self.point(from), self.point(to));
            // From the ring on, so that the name inside stays readable.
            let length = (x2 - x1).hypot(y2 - y1).max(1.0);
            let (x1, y1) = (x1 + (x2 - x1) / length * 13.0, y1 + (y2 - y1) / length * 13.0);
            let _ = write!(svg, "<path d=\"M{} {}L{} {}\" stroke-opacity=\".45\"/>", px(x1), px(y1), px(x2), px(y2));
        }
        for spot in &scene.spots {
            let (x, y) = self.point(spot);
            let (cx, cy) = (px(x), px(y));
            let _ = match spot.mark {
                None => Ok(()),
                Some(Mark::From) => {
                    write!(
                        svg,
                        "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"13\" stroke-width=\"2\" stroke-dasharray=\"3 3\"/>"
                    )
                }
                // White inside, or the ring could not be told from a black piece.
                Some(Mark::To) => {
                    let cy = px(y + self.token_drop());
                    write!(
                        svg,
                        "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"17\" stroke=\"#fff\"/>\
                         <circle cx=\"{cx}\" cy=\"{cy}\" r=\"18.7\" stroke-width=\"2.6\"/>"
                    )
                }
                Some(Mark::Gone) => write!(svg, "<path d=\"M{} {}l20 20m0-20l-20 20\"/>", px(x - 10.0), px(y - 10.0)),
            };
        }
        svg.push_str("</g>");
    }

    /// The distance of tokens below the middle, in pixels: it leaves the strip of a square free.
    fn token_drop(&self) -> f64 {
        if self.layout == Layout::Squares { 7.0 } else { 0.0 }
    }

    /// Each kind of token once, then where they stand: side by side where there are several.
    fn paint_tokens(&self, svg: &mut String, scene: &Scene) {
        let mut kinds: Vec<&Token> = scene.spots.iter().flat_map(|spot| &spot.tokens).collect();
        kinds.sort();
        kinds.dedup();
        svg.push_str("<g text-anchor=\"middle\"><defs>");
        for (number, token) in kinds.iter().enumerate() {
            define_token(svg, number, token, self.layout == Layout::Squares);
        }
        svg.push_str("</defs>");
        for spot in &scene.spots {
            self.paint_tokens_of(svg, spot, &kinds);
        }
        svg.push_str("</g>");
    }

    fn paint_tokens_of(&self, svg: &mut String, spot: &Spot, kinds: &[&Token]) {
        let (x, y) = self.point(spot);
        let y = y + self.token_drop();
        let pieces = pieces(spot);
        let count = pieces.len() as f64;
        let columns = count.sqrt().ceil().max(1.0);
        let rows = (count / columns).ceil();
        // The strip of a square leaves less height than width.
        let (pitch, height) = if self.layout == Layout::Squares { (31.0, 41.0) } else { (27.0, f64::INFINITY) };
        let most = if self.roomy { 1.15 } else { 1.0 };
        let scale = (2.0 * self.half() * 0.92 / columns / 34.0).min(height / rows / pitch).min(most);
        for (at, token) in pieces.iter().enumerate() {
            let (column, row) = (at as f64 % columns, (at as f64 / columns).floor());
            let x = px(x + (column - (columns - 1.0) / 2.0) * 34.0 * scale);
            let y = px(y + (row - (rows - 1.0) / 2.0) * pitch * scale);
            let number = kinds.binary_search(token).unwrap_or(0);
            let _ = if scale < 1.0 || self.roomy {
                write!(svg, "<use href=\"#t{number}\" transform=\"translate({x} {y}) scale({scale:.2})\"/>")
            } else {
                write!(svg, "<use href=\"#t{number}\" x=\"{x}\" y=\"{y}\"/>")
            };
        }
        // A lone disc has room for the name of its cell, which a player needs to write a move.
        if let ([token @ Token { shape: Shape::Disc, .. }], true) =
            (pieces.as_slice(), self.layout != Layout::Squares && !self.roomy)
        {
            let (fill, name) = (ink(token.paint), escaped(&spot.name));
            let _ = write!(
                svg,
                "<text x=\"{}\" y=\"{}\" font-size=\"8.5\" fill=\"{fill}\">{name}</text>",
                px(x),
                px(y + 11.5)
            );
        }
        // Flags stand at the upper left edge, above everything else.
        for token in spot.tokens.iter().filter(|token| token.shape == Shape::Marker) {
            let number = kinds.binary_search(&token).unwrap_or(0);
            let (x, y) = (px(x - self.half() * 0.55), px(y - self.half() * 0.6));
            let _ = write!(svg, "<use href=\"#t{number}\" x=\"{x}\" y=\"{y}\"/>");
        }
    }

    /// A star on each spot that belongs to the reader, above all other shapes: on the upper edge, or in the strip of a square, whose upper
    /// edge is its neighbour's as well.
    fn paint_stars(&self, svg: &mut String, scene: &Scene) {
        for spot in scene.spots.iter().filter(|spot| spot.ground.yours) {
            let (x, y) = self.point(spot);
            let below_edge = if self.layout == Layout::Squares { 10.0 } else { 1.0 };
            let (x, y) = (px(x), px(y - self.half() + below_edge));
            let _ = write!(
                svg,
                "<path transform=\"translate({x} {y})\" d=\"{STAR}\" stroke=\"#fff\" paint-order=\"stroke\"/>"
            );
        }
    }
}

/// The tokens that stand in the middle of a spot.
fn pieces(spot: &Spot) -> Vec<&Token> {
    spot.tokens.iter().filter(|token| token.shape != Shape::Marker).collect()
}

/// A length in pixels: at most one decimal, and none that is zero.
fn px(length: f64) -> String {
    let text = format!("{length:.1}");
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

/// A token around the origin. A disc leaves its lower part for the name of the cell, where the cell has no strip for it.
fn define_token(svg: &mut String, number: usize, token: &Token, has_strip: bool) {
    if token.shape == Shape::Marker {
        return define_marker(svg, number, token);
    }
    let (above, label) = lines_of(token);
    // Three characters need smaller letters than one.
    let characters = label.chars().count();
    let usual = match characters {
        0..=2 => 14.0,
        3 | 4 => 11.0,
        _ => 9.0,
    };
    let (shape, y, size) = match token.shape {
        Shape::Disc | Shape::Marker => {
            ("<circle r=\"15.5\"/>".to_owned(), if has_strip || !token.detail.is_empty() { 5.0 } else { 2.5 }, usual)
        }
        Shape::Pyramid(size) => {
            let size = size.clamp(1, 3);
            let (half, top) = (8 + 3 * i16::from(size), 3 - 7 * i16::from(size));
            // The sides lean inwards, so that every character more costs height.
            let letters = 8.5 + 2.0 * f64::from(size) - characters.clamp(1, 3) as f64;
            (format!("<path d=\"M0 {top}L{half} 13H-{half}z\"/>"), 12.0, letters)
        }
        Shape::Pillar => ("<rect x=\"-8\" y=\"-15\" width=\"16\" height=\"30\" rx=\"3\"/>".to_owned(), 5.0, usual),
    };
    let ink = ink(token.paint);
    // What lies on its side has slanted letters and a broken outline.
    let (turned, broken) =
        if token.lying { (" transform=\"rotate(24)\"", " stroke-dasharray=\"4 2\"") } else { ("", "") };
    let _ = write!(
        svg,
        "<g id=\"t{number}\"{turned}><g fill=\"{}\" stroke=\"{INK}\"{broken}>{shape}</g>\
         <text y=\"{}\" font-size=\"{}\" font-weight=\"bold\" fill=\"{ink}\">{}</text>",
        color(token.paint),
        px(y),
        px(size),
        escaped(label)
    );
    if !above.is_empty() {
        let up = if token.detail.is_empty() { "-6" } else { "-5" };
        let _ = write!(svg, "<text y=\"{up}\" font-size=\"8.5\" fill=\"{ink}\">{}</text>", escaped(above));
    }
    svg.push_str("</g>");
}

/// The small line and the large line of a token. A token with a detail shows its label small and the detail large.
fn lines_of(token: &Token) -> (&str, &str) {
    if token.detail.is_empty() {
        token.label.split_once('\n').unwrap_or(("", &token.label))
    } else {
        (&token.label, &token.detail)
    }
}

/// A flag around the origin: a shield with a letter, turned by a quarter where it lies on its side.
fn define_marker(svg: &mut String, number: usize, token: &Token) {
    let turned = if token.lying { " transform=\"rotate(90)\"" } else { "" };
    let _ = write!(
        svg,
        "<g id=\"t{number}\"><g{turned}><path d=\"M-5.5-7H5.5V3L0 8L-5.5 3z\" fill=\"{}\" stroke=\"{INK}\"/>\
         <text y=\"2.5\" font-size=\"8.5\" font-weight=\"bold\" fill=\"{}\">{}</text></g></g>",
        color(token.paint),
        ink(token.paint),
        escaped(&token.label)
    );
}
