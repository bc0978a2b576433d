//! The board of a scene as SVG. Shapes that occur often are defined once and used by name.

use std::fmt::Write;

use super::grid::{Grid, hexagon, points, px};
use super::palette::{mark, shades};
use super::{Style, card, escaped, ground, lot, piece};
use crate::scene::{Emblem, Layout, Mark, Material, Paint, Scene, Shape, Spot, Token};

/// Stands before each name of a definition until the definitions are known: several pictures may be parts of one page, so equal
/// names have to mean equal things.
const PREFIX: char = '\u{e000}';

/// A board to be painted.
pub(super) struct Board<'a> {
    pub(super) scene: &'a Scene,
    pub(super) style: Style,
    pub(super) grid: Grid,
    /// Each kind of token once, in order.
    pub(super) kinds: Vec<&'a Token>,
}

impl<'a> Board<'a> {
    pub(super) fn new(scene: &'a Scene, style: Style) -> Board<'a> {
        let mut kinds: Vec<&Token> = scene.spots.iter().flat_map(|spot| &spot.tokens).collect();
        kinds.sort();
        kinds.dedup();
        Board { scene, style, grid: Grid::new(scene), kinds }
    }

    pub(super) fn width(&self) -> f64 {
        self.grid.width
    }

    pub(super) fn height(&self) -> f64 {
        self.grid.height
    }

    /// The class of the picture.
    pub(super) fn material(&self) -> &'static str {
        match self.scene.material {
            Material::Basalt => "basalt",
            Material::Steel => "steel",
            Material::Wood => "wood",
            Material::Mars => "mars",
            Material::Table => "table",
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.style == Style::Full
    }

    /// True for cells that are hexes with names of their own inside.
    pub(super) fn is_hexes(&self) -> bool {
        matches!(self.grid.layout, Layout::Hexes | Layout::Rhombus)
    }

    pub(super) fn paint(&self, svg: &mut String) {
        let mut defs = String::new();
        self.define(&mut defs);
        let mut out = String::new();
        let _ = write!(
            out,
            "<defs>{defs}</defs><g text-anchor='middle' font-size='9.5' fill='{}'>",
            ground::name_ink(self.scene.material)
        );
        ground::paint_frame(self, &mut out);
        for spot in &self.scene.spots {
            let (x, y) = self.grid.point(spot);
            let name = escaped(&spot.name);
            let _ = write!(out, "<g class='spot' data-cell='{name}' transform='translate({} {})'", px(x), px(y));
            if self.is_full() && !spot.words.is_empty() {
                let _ = write!(out, " data-words='{}'", escaped(&spot.words));
            }
            if let Some(group) = spot.group.filter(|_| self.is_full()) {
                let _ = write!(out, " data-group='{group}'");
            }
            out.push('>');
            ground::paint(self, &mut out, spot);
            self.paint_tokens(&mut out, spot);
            self.paint_mark(&mut out, spot);
            self.paint_decided(&mut out, spot);
            lot::paint_above(self, &mut out, spot);
            out.push_str("</g>");
        }
        self.paint_last_move(&mut out);
        self.paint_arrows(&mut out);
        out.push_str("</g>");
        // Written with apostrophes, which need no escapes in the code.
        svg.push_str(&out.replace(PREFIX, &prefix(&defs)).replace('\'', "\""));
    }

    /// A name of a definition.
    pub(super) fn id(name: &str) -> String {
        format!("{PREFIX}{name}")
    }

    /// Writes a use of a definition.
    pub(super) fn use_of(name: &str) -> String {
        format!("<use href='#{PREFIX}{name}'/>")
    }

    /// The name of the definition of a drawing.
    pub(super) fn emblem_id(emblem: Emblem) -> String {
        Board::id(&format!("e{}", emblem as u8))
    }

    fn define(&self, defs: &mut String) {
        ground::define(self, defs);
        if self.grid.layout == Layout::Columns {
            lot::define_lands(self, defs);
            card::define(self, defs);
        }
        let mut paints: Vec<Paint> = self.kinds.iter().map(|token| token.paint).collect();
        paints.sort();
        paints.dedup();
        if self.is_full() {
            paints.iter().for_each(|paint| piece::define_light(self, defs, *paint));
        }
        for (number, token) in self.kinds.iter().enumerate() {
            if token.shape == Shape::Card {
                continue;
            }
            let _ = write!(defs, "<g id='{}'>", Board::id(&format!("t{number}")));
            piece::paint(self, defs, token);
            defs.push_str("</g>");
        }
    }

    /// The tokens of a spot: side by side where there are several.
    fn paint_tokens(&self, out: &mut String, spot: &Spot) {
        let places = self.places(spot);
        for (token, (x, y, scale)) in spot.tokens.iter().zip(places) {
            let _ = write!(out, "<g class='token {}'", token.paint.word());
            let scaled = (scale - 1.0).abs() > 0.004;
            if scaled || px(x) != "0" || px(y) != "0" {
                let _ = write!(out, " transform='translate({} {})", px(x), px(y));
                if scaled {
                    let _ = write!(out, " scale({scale:.2})");
                }
                out.push('\'');
            }
            out.push('>');
            if token.shape == Shape::Card {
                card::paint(out, token, spot.tokens.len());
            } else {
                let number = self.kinds.binary_search(&token).unwrap_or(0);
                out.push_str(&Board::use_of(&format!("t{number}")));
            }
            out.push_str("</g>");
        }
    }

    /// The place and scale of each token of a spot.
    fn places(&self, spot: &Spot) -> Vec<(f64, f64, f64)> {
        let count = spot.tokens.len();
        match spot.tokens.as_slice() {
            [] => Vec::new(),
            [Token { shape: Shape::Disc, .. }] => vec![(0.0, self.piece_lift(), self.piece_scale())],
            [Token { shape: Shape::Horseshoe, .. }] => vec![(0.0, -1.0, 1.2)],
            [Token { shape: Shape::Disc, .. }, Token { shape: Shape::Horseshoe, .. }] => {
                vec![(0.0, self.piece_lift(), self.piece_scale()), (0.0, self.piece_lift() - 15.5, 0.78)]
            }
            [Token { shape: Shape::Card, .. }, ..] => card::places(count),
            [Token { shape: Shape::Disc | Shape::Horseshoe | Shape::Pyramid(_), .. }, ..] => piece::crowd_places(count),
        }
    }

    /// In emails a piece leaves room for the name of its cell below it.
    fn piece_lift(&self) -> f64 {
        if !self.is_full() && self.grid.layout != Layout::Squares { -3.5 } else { 0.0 }
    }

    fn piece_scale(&self) -> f64 {
        if !self.is_full() && self.is_hexes() { 0.9 } else { 1.0 }
    }

    /// A dashed ring where a piece left, a ring where one came to, a cross where one was taken off: white with a black edge.
    fn paint_mark(&self, out: &mut String, spot: &Spot) {
        let Some(kind) = spot.mark else { return };
        let material = self.scene.material;
        let y = if material == Material::Mars || spot.tokens.is_empty() { 0.0 } else { self.piece_lift() };
        let y = if y == 0.0 { String::new() } else { format!(" cy='{}'", px(y)) };
        let radius = match (material, kind) {
            (Material::Mars, _) => 29.5,
            (Material::Table, _) => self.grid.half - 6.0,
            (_, Mark::To) => 18.6 * self.piece_scale(),
            (_, Mark::From | Mark::Gone) => 12.0,
        };
        let ring = |stroke: &str, width: f64, dash: &str| {
            if self.grid.layout == Layout::Columns {
                let outline = self.grid.outline(8.5);
                format!("<polygon points='{outline}' stroke='{stroke}' stroke-width='{width}'{dash}/>")
            } else {
                format!("<circle{y} r='{}' stroke='{stroke}' stroke-width='{width}'{dash}/>", px(radius))
            }
        };
        out.push_str("<g class='mark' fill='none'>");
        let _ = match (kind, material) {
            // A stone carries its ring, in the colour of the other side.
            (Mark::To, Material::Wood) => {
                let dark = spot.tokens.first().is_some_and(|token| token.paint == Paint::Black);
                write!(out, "<circle r='6.5' stroke='{}' stroke-width='2.6'/>", if dark { "#fff" } else { "#111" })
            }
            (Mark::To, _) => write!(out, "{}{}", ring("#111", 4.2, ""), ring("#fff", 2.0, "")),
            (Mark::From, _) => {
                let dash = " stroke-dasharray='4 3.5'";
                write!(out, "{}{}", ring("#111", 4.2, ""), ring("#fff", 2.2, dash))
            }
            (Mark::Gone, _) => {
                let cross = "M-9-9L9 9M9-9L-9 9";
                write!(
                    out,
                    "<path d='{cross}' stroke='#111' stroke-width='5.4' stroke-linecap='round'/><path \
                     d='{cross}' stroke='#fff' stroke-width='2.6' stroke-linecap='round'/>"
                )
            }
        };
        out.push_str("</g>");
    }

    /// A green edge around what decided the match.
    fn paint_decided(&self, out: &mut String, spot: &Spot) {
        if !spot.decided {
            return;
        }
        let edge = |stroke: &str, width: f64| match (self.grid.layout, self.scene.material) {
            (Layout::Columns, _) => {
                format!("<polygon points='{}' stroke='{stroke}' stroke-width='{width}'/>", self.grid.outline(4.0))
            }
            (_, material) => {
                let radius = if material == Material::Mars { 29.0 } else { 19.5 };
                let y = if material == Material::Mars { 0.0 } else { self.piece_lift() };
                format!("<circle cy='{}' r='{}' stroke='{stroke}' stroke-width='{width}'/>", px(y), px(radius))
            }
        };
        let _ = write!(out, "<g class='decided' fill='none'>{}{}</g>", edge("#06371d", 5.4), edge("#6dff9a", 3.0));
    }

    /// A dotted line from the spot that a piece left to the spot that it came to.
    fn paint_last_move(&self, out: &mut String) {
        let marked = |mark| self.scene.spots.iter().filter(|spot| spot.mark == Some(mark)).collect::<Vec<&Spot>>();
        // With several pieces moved, only the game could say which went where.
        let (from, to) = (marked(Mark::From), marked(Mark::To));
        let ([from], [to]) = (from.as_slice(), to.as_slice()) else { return };
        let rim = if self.grid.layout == Layout::Squares { 30.0 } else { 19.0 };
        let from_rim = if self.grid.layout == Layout::Squares { 30.0 } else { 12.0 };
        let Some([x1, y1, x2, y2]) = self.between(from, to, from_rim, rim).filter(|_| !self.scene.has_cards()) else {
            return;
        };
        let line = format!("M{} {}L{} {}", px(x1), px(y1), px(x2), px(y2));
        let _ = write!(
            out,
            "<g class='mark' fill='none' stroke-linecap='round' stroke-dasharray='0 6'><path d='{line}' \
             stroke='#111' stroke-width='4.6' stroke-opacity='.7'/><path d='{line}' stroke='#fff' \
             stroke-width='2.6'/></g>"
        );
    }

    /// The line between two spots without these lengths at its ends; none if nothing would be left.
    fn between(&self, from: &Spot, to: &Spot, first: f64, last: f64) -> Option<[f64; 4]> {
        let ((x1, y1), (x2, y2)) = (self.grid.point(from), self.grid.point(to));
        let length = (x2 - x1).hypot(y2 - y1);
        let (x, y) = ((x2 - x1) / length, (y2 - y1) / length);
        (length > first + last + 1.0).then_some([x1 + x * first, y1 + y * first, x2 - x * last, y2 - y * last])
    }

    /// Red arrows with white edges, such as attacks.
    fn paint_arrows(&self, out: &mut String) {
        let find = |name: &str| self.scene.spots.iter().find(|spot| spot.name == name);
        for arrow in &self.scene.arrows {
            let (Some(from), Some(to)) = (find(&arrow.from), find(&arrow.to)) else { continue };
            let Some([x1, y1, x2, y2]) = self.between(from, to, self.grid.half - 12.0, self.grid.half - 9.0) else {
                continue;
            };
            let angle = (y2 - y1).atan2(x2 - x1).to_degrees();
            let length = (x2 - x1).hypot(y2 - y1);
            let (red, body) = (shades(Paint::Red).top, length - 9.0);
            let path = format!("M0-2.6H{0}V-7L{1} 0L{0} 7V2.6H0z", px(body), px(length));
            let _ = write!(
                out,
                "<path transform='translate({} {}) rotate({})' d='{path}' fill='{red}' stroke='#fff' \
                 stroke-width='2' stroke-linejoin='round'/>",
                px(x1),
                px(y1),
                px(angle)
            );
        }
    }

    /// True for a cell of hexes that has fewer than six neighbours.
    pub(super) fn is_at_edge(&self, spot: &Spot) -> bool {
        let beside = |other: &&Spot| {
            let (x, y) = ((other.at.x - spot.at.x).abs(), (other.at.y - spot.at.y).abs());
            (x, y) == (2, 0) || (x, y) == (1, 2)
        };
        self.scene.spots.iter().filter(beside).count() < 6
    }

    /// The mark of a colour, in this fill.
    pub(super) fn mark_of(paint: Paint, transform: &str, fill: &str) -> String {
        let path = mark(paint);
        if path.is_empty() {
            return String::new();
        }
        format!("<path transform='{transform}' d='{path}' fill='{fill}'/>")
    }

    /// A frame in the shape of a hexagon around the points of the board, this much wider.
    pub(super) fn hexagon_around(&self, more: f64) -> String {
        let (x, y) = (self.grid.width / 2.0, self.grid.height / 2.0);
        let far = |spot: &Spot| {
            let (px, py) = self.grid.point(spot);
            (px - x).hypot(py - y)
        };
        let radius = self.scene.spots.iter().map(far).fold(0.0, f64::max) + more;
        let corners: Vec<(f64, f64)> = hexagon(radius, 0.0).into_iter().map(|(cx, cy)| (cx + x, cy + y)).collect();
        points(&corners)
    }
}

/// A short name that is the same for equal definitions and differs for others (FNV-1a).
fn prefix(defs: &str) -> String {
    let hash = defs
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let digit = |at: u32| char::from_digit(((hash >> (6 * at + 7)) % 36) as u32, 36).unwrap_or('0');
    std::iter::once('k').chain((0..3).map(digit)).collect()
}
