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
        let kinds = kinds(scene);
        let _ = write!(
            svg,
            "<g text-anchor=\"middle\" font-size=\"10\" fill=\"#555\"><defs><polygon id=\"c\" points=\"{0}\"/>\
             <polygon id=\"p\" points=\"{0}\" fill=\"{1}\" stroke=\"#998\"/>",
            self.outline(),
            pale(Paint::Plain)
        );
        for (number, token) in kinds.iter().enumerate() {
            define_token(svg, number, token, self.layout == Layout::Squares);
        }
        svg.push_str("</defs>");
        if self.layout == Layout::Points {
            self.paint_lines(svg, scene);
        }
        for spot in &scene.spots {
            let (x, y) = self.point(spot);
            let _ = write!(
                svg,
                "<g class=\"spot\" data-cell=\"{}\" transform=\"translate({} {})\">",
                escaped(&spot.name),
                px(x),
                px(y)
            );
            self.paint_ground(svg, spot);
            self.paint_name(svg, spot);
            self.paint_mark(svg, spot);
            self.paint_tokens(svg, spot, &kinds);
            self.paint_star(svg, spot);
            svg.push_str("</g>");
        }
        self.paint_last_move(svg, scene);
        svg.push_str("</g>");
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

    fn paint_ground(&self, svg: &mut String, spot: &Spot) {
        let paint = spot.ground.paint;
        if self.layout == Layout::Points {
            let _ = write!(svg, "<circle r=\"9\" fill=\"{}\"/>", pale(paint));
        } else if paint == Paint::Plain {
            svg.push_str("<use href=\"#p\"/>");
        } else {
            let _ = write!(svg, "<use href=\"#c\" stroke=\"#998\" fill=\"{}\"/>", pale(paint));
        }
        // Coloured ground has an edge, because a piece would hide anything nearer to the middle; a little inside, because a
        // neighbour would hide half of it otherwise.
        if paint != Paint::Plain {
            let _ = write!(
                svg,
                "<use href=\"#c\" transform=\"scale(.91)\" fill=\"none\" stroke-width=\"3.5\" stroke=\"{}\"/>",
                edge(paint)
            );
        }
    }

    /// Lines between points that are neighbours.
    fn paint_lines(&self, svg: &mut String, scene: &Scene) {
        svg.push_str("<path class=\"lines\" stroke=\"#998\" d=\"");
        for from in &scene.spots {
            for (x, y) in [(2, 0), (1, 2), (-1, 2)] {
                let to = scene.spots.iter().find(|to| to.at.x == from.at.x + x && to.at.y == from.at.y + y);
                if let Some(to) = to {
                    let ((x1, y1), (x2, y2)) = (self.point(from), self.point(to));
                    let _ = write!(svg, "M{} {}L{} {}", px(x1), px(y1), px(x2), px(y2));
                }
            }
        }
        svg.push_str("\"/>");
    }

    /// The name of the cell and the label of its ground, where pieces leave room for them.
    fn paint_name(&self, svg: &mut String, spot: &Spot) {
        let pieces = pieces(spot);
        let (plain, empty) = (spot.ground.label.is_empty(), pieces.is_empty());
        // Squares have a strip at the top; elsewhere the middle of an empty cell is free, and a little below a piece.
        let (name, label) = if self.layout == Layout::Squares {
            let y = 14.0 - HALF_SQUARE;
            (Some((HALF_SQUARE - 13.0, y)), (14.0 - HALF_SQUARE, y, 12))
        } else {
            let name = empty.then_some((0.0, if plain { 3.5 } else { 10.0 }));
            let below = if self.roomy { (0.0, 27.0, 10) } else { (0.0, 22.0, 8) };
            (name, if empty { (0.0, 0.0, 12) } else { below })
        };
        if let Some((x, y)) = name {
            let (x, y, name) = (px(x), px(y), escaped(&spot.name));
            let _ = write!(svg, "<text class=\"name\" x=\"{x}\" y=\"{y}\">{name}</text>");
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
            let _ = write!(
                svg,
                "<text x=\"{}\" y=\"{}\" font-size=\"{size}\" font-weight=\"bold\" stroke=\"#fff\" stroke-width=\"2.5\" \
                 paint-order=\"stroke\">{text}</text>",
                px(x),
                px(y)
            );
        }
    }

    /// A dashed ring where a piece left, a dark ring where one came to, a cross where one was taken off.
    fn paint_mark(&self, svg: &mut String, spot: &Spot) {
        let Some(mark) = spot.mark else { return };
        let _ = write!(svg, "<g class=\"mark\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"3\">");
        let _ = match mark {
            Mark::From => write!(svg, "<circle r=\"13\" stroke-width=\"2\" stroke-dasharray=\"3 3\"/>"),
            // White inside, or the ring could not be told from a black piece.
            Mark::To => {
                let y = px(self.token_drop());
                write!(
                    svg,
                    "<circle cy=\"{y}\" r=\"17\" stroke=\"#fff\"/><circle cy=\"{y}\" r=\"18.7\" stroke-width=\"2.6\"/>"
                )
            }
            Mark::Gone => write!(svg, "<path d=\"M-10-10l20 20m0-20l-20 20\"/>"),
        };
        svg.push_str("</g>");
    }

    /// A line from the spot that a piece left to the spot that it came to.
    fn paint_last_move(&self, svg: &mut String, scene: &Scene) {
        let marked = |mark| scene.spots.iter().filter(|spot| spot.mark == Some(mark)).collect::<Vec<&Spot>>();
        // With several pieces moved, only the game could say which went where.
        let (from, to) = (marked(Mark::From), marked(Mark::To));
        let ([from], [to]) = (from.as_slice(), to.as_slice()) else { return };
        let ((x1, y1), (x2, y2)) = (self.point(from), self.point(to));
        // From ring to ring, so that names and pieces stay readable.
        let length = (x2 - x1).hypot(y2 - y1).max(1.0);
        let (x, y) = ((x2 - x1) / length, (y2 - y1) / length);
        let (x1, y1, x2, y2) = (x1 + x * 13.0, y1 + y * 13.0, x2 - x * 18.7, y2 - y * 18.7);
        let _ = write!(
            svg,
            "<path class=\"mark\" d=\"M{} {}L{} {}\" stroke=\"{INK}\" stroke-width=\"3\" stroke-opacity=\".45\"/>",
            px(x1),
            px(y1),
            px(x2),
            px(y2)
        );
    }

    /// The distance of tokens below the middle, in pixels: it leaves the strip of a square free.
    fn token_drop(&self) -> f64 {
        if self.layout == Layout::Squares { 7.0 } else { 0.0 }
    }

    /// The tokens of a spot: side by side where there are several.
    fn paint_tokens(&self, svg: &mut String, spot: &Spot, kinds: &[&Token]) {
        let drop = self.token_drop();
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
            let x = (column - (columns - 1.0) / 2.0) * 34.0 * scale;
            let y = drop + (row - (rows - 1.0) / 2.0) * pitch * scale;
            place(svg, token, kinds, (x, y - drop * scale, scale));
        }
        // A lone disc has room for the name of its cell, which a player needs to write a move.
        if let ([token @ Token { shape: Shape::Disc, .. }], true) =
            (pieces.as_slice(), self.layout != Layout::Squares && !self.roomy)
        {
            let (fill, name) = (ink(token.paint), escaped(&spot.name));
            let y = px(drop + 11.5);
            let _ = write!(svg, "<text class=\"name\" y=\"{y}\" font-size=\"8.5\" fill=\"{fill}\">{name}</text>");
        }
        // Flags stand at the upper left edge, above everything else.
        for token in spot.tokens.iter().filter(|token| token.shape == Shape::Marker) {
            place(svg, token, kinds, (self.half() * -0.55, self.half() * -0.6, 1.0));
        }
    }

    /// A star on a spot that belongs to the reader, above all other shapes: on the upper edge, or in the strip of a square, whose
    /// upper edge is its neighbour's as well.
    fn paint_star(&self, svg: &mut String, spot: &Spot) {
        if spot.ground.yours {
            let y = px(if self.layout == Layout::Squares { 10.0 } else { 1.0 } - self.half());
            let _ = write!(
                svg,
                "<path transform=\"translate(0 {y})\" d=\"{STAR}\" stroke=\"#fff\" paint-order=\"stroke\"/>"
            );
        }
    }
}

/// Each kind of token once, in order.
fn kinds(scene: &Scene) -> Vec<&Token> {
    let mut kinds: Vec<&Token> = scene.spots.iter().flat_map(|spot| &spot.tokens).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

/// Puts a token at a place in its spot, at a scale.
fn place(svg: &mut String, token: &Token, kinds: &[&Token], (x, y, scale): (f64, f64, f64)) {
    let _ = write!(svg, "<g class=\"token {}\"", token.paint.word());
    let scaled = (scale - 1.0).abs() > 0.004;
    if scaled || px(x) != "0" || px(y) != "0" {
        let _ = write!(svg, " transform=\"translate({} {})", px(x), px(y));
        if scaled {
            let _ = write!(svg, " scale({scale:.2})");
        }
        svg.push('"');
    }
    let number = kinds.binary_search(&token).unwrap_or(0);
    let _ = write!(svg, "><use href=\"#t{number}\"/></g>");
}

/// The tokens that stand in the middle of a spot.
fn pieces(spot: &Spot) -> Vec<&Token> {
    spot.tokens.iter().filter(|token| token.shape != Shape::Marker).collect()
}

/// A length in pixels: at most one decimal, and none that is zero.
fn px(length: f64) -> String {
    let text = format!("{length:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0" } else { text }.to_owned()
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
    let (turned, broken) = if token.lying { (" rotate(24)", " stroke-dasharray=\"4 2\"") } else { ("", "") };
    let drop = if has_strip { 7 } else { 0 };
    let _ = write!(
        svg,
        "<g id=\"t{number}\" transform=\"translate(0 {drop}){turned}\"><g fill=\"{}\" stroke=\"{INK}\"{broken}>{shape}</g>\
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
