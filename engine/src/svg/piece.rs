//! Pieces: discs, stones, pyramids and the horseshoe.

use std::fmt::Write;

use super::board::Board;
use super::grid::px;
use super::palette::{mark, shades};
use crate::scene::{Badge, Material, Paint, Shape, Token};

/// The gradient of pieces of this colour: light from above left.
pub(super) fn define_light(board: &Board<'_>, defs: &mut String, paint: Paint) {
    let (id, shades) = (Board::id(paint.word()), shades(paint));
    let (top, light) = (shades.top, shades.light);
    let _ = if board.scene.material == Material::Wood {
        let side = if paint == Paint::White { "#cfc8ba" } else { shades.side };
        write!(
            defs,
            "<radialGradient id='{id}' cx='.36' cy='.3' r='.85'><stop stop-color='{light}'/><stop offset='.55' \
             stop-color='{top}'/><stop offset='1' stop-color='{side}'/></radialGradient>"
        )
    } else {
        write!(
            defs,
            "<linearGradient id='{id}' x1='0' y1='0' x2='.25' y2='1'><stop stop-color='{light}'/><stop \
             offset='.4' stop-color='{top}'/></linearGradient>"
        )
    };
}

/// The fill of the upper face of pieces of this colour.
fn fill(board: &Board<'_>, paint: Paint) -> String {
    if board.is_full() { format!("url(#{})", Board::id(paint.word())) } else { shades(paint).top.to_owned() }
}

/// A piece around the origin.
pub(super) fn paint(board: &Board<'_>, out: &mut String, token: &Token) {
    match token.shape {
        Shape::Pyramid(size) => paint_pyramid(board, out, token, size.clamp(1, 3)),
        Shape::Horseshoe => paint_horseshoe(board, out),
        Shape::Disc | Shape::Card if board.scene.material == Material::Wood => paint_stone(board, out, token.paint),
        Shape::Disc | Shape::Card => paint_disc(board, out, token),
    }
}

fn paint_stone(board: &Board<'_>, out: &mut String, paint: Paint) {
    let (fill, side) = (fill(board, paint), shades(paint).side);
    let radius = if board.is_hexes() { 17.5 } else { 20.5 };
    if board.is_full() {
        let _ =
            write!(out, "<ellipse cx='1.2' cy='3.4' rx='{0}' ry='{0}' fill='#000' fill-opacity='.26'/>", radius + 0.3);
    }
    let _ = write!(out, "<circle r='{radius}' fill='{fill}' stroke='{side}'/>");
    // Grain on shell, a gleam on slate.
    let _ = if paint == Paint::White {
        write!(out, "<path d='M-10 10q10 6 20-1M-7 13.5q7 3 14 0' fill='none' stroke='#d9d2c2' stroke-width='.8'/>")
    } else {
        write!(
            out,
            "<ellipse cx='-6' cy='-9' rx='6.5' ry='3.8' transform='rotate(-35 -6 -9)' fill='#fff' \
             fill-opacity='.2'/>"
        )
    };
}

fn paint_disc(board: &Board<'_>, out: &mut String, token: &Token) {
    let (face, shades) = (fill(board, token.paint), shades(token.paint));
    if board.is_full() {
        out.push_str("<ellipse cx='1' cy='5' rx='16.5' ry='15' fill='#000' fill-opacity='.3'/>");
    }
    let _ = write!(
        out,
        "<circle cy='3' r='16.4' fill='#120d0c'/><circle cy='3' r='15.5' fill='{}'/><circle r='15.9' \
         fill='{face}' stroke='#fff' stroke-opacity='.78'/>",
        shades.side
    );
    let ink = shades.ink;
    if token.pips == 0 && token.badge.is_none() {
        if board.is_full() {
            let light = shades.light;
            let _ = write!(out, "<circle r='12' fill='none' stroke='{light}' stroke-opacity='.55'/>");
        }
        let sign = Board::mark_of(token.paint, "scale(1.08)", ink);
        out.push_str(&sign.replace("/>", " fill-opacity='.88'/>"));
        return;
    }
    let down = match token.badge {
        Some(badge) => {
            paint_badge(out, badge, ink);
            6.0
        }
        None => 0.0,
    };
    for (x, y) in pips(token.pips, token.badge.is_some()) {
        let _ = write!(out, "<circle cx='{}' cy='{}' r='2.6' fill='{ink}'/>", px(x), px(y + down));
    }
    // The mark of the side stands at the edge: the face is full.
    let _ = write!(
        out,
        "<g transform='translate(-11.5 -11.5)'><circle r='5.2' fill='{}' stroke='#fff'/>{}</g>",
        shades.side,
        Board::mark_of(token.paint, "scale(.48)", ink)
    );
}

/// The places of the dots of a rank: in a row below a sign, else as on a die.
fn pips(rank: u8, in_a_row: bool) -> Vec<(f64, f64)> {
    let step = if rank > 3 { 6.0 } else { 7.0 };
    match rank {
        3 if !in_a_row => vec![(-5.4, 3.2), (5.4, 3.2), (0.0, -5.2)],
        4 if !in_a_row => vec![(-4.8, -4.8), (4.8, -4.8), (-4.8, 4.8), (4.8, 4.8)],
        _ => (0..rank).map(|at| ((f64::from(at) - (f64::from(rank) - 1.0) / 2.0) * step, 0.0)).collect(),
    }
}

/// The sign of a piece that the reader knows: a crown, a cross with its value, or the value.
fn paint_badge(out: &mut String, badge: Badge, ink: &str) {
    let _ = match badge {
        Badge::King => write!(out, "<path d='M-7 1V-8.5l3.7 3.6L0-10.5l3.3 5.6L7-8.5V1z' fill='{ink}'/>"),
        Badge::Trap(value) => {
            let width = if value > 2 { 3.0 } else { 1.7 };
            write!(
                out,
                "<path d='M-8-9.5l7 9.5m0-9.5l-7 9.5' stroke='{ink}' stroke-width='{width}' \
                 stroke-linecap='round'/><text x='6' y='0' font-size='11.5' font-weight='bold' \
                 fill='{ink}'>{value}</text>"
            )
        }
        Badge::Value(value) => {
            write!(out, "<text y='1' font-size='14' font-weight='bold' fill='{ink}'>{value}</text>")
        }
    };
}

/// A pyramid in two faces, with its size as dots on the light face and the mark of its colour on the dark one.
fn paint_pyramid(board: &Board<'_>, out: &mut String, token: &Token, size: u8) {
    let shades = shades(token.paint);
    // The heights of the real ones: 1, 1 3/8 and 1 3/4 inches.
    let by = [1.0, 1.375, 1.75][usize::from(size) - 1];
    let (width, height, foot) = (11.6 * by, 24.0 * by, 5.0 * by);
    if board.is_full() {
        let _ = write!(
            out,
            "<ellipse cx='{}' cy='{}' rx='{}' ry='{}' fill='#2a0f05' fill-opacity='.34'/>",
            px(width * 0.25),
            px(foot * 0.55),
            px(width * 1.1),
            px(foot * 1.05)
        );
    }
    let [top, left, front, right] = [
        format!("0 {}", px(-height)),
        format!("{} {}", px(-width), px(-foot * 0.2)),
        format!("{} {}", px(width * 0.2), px(foot)),
        format!("{} {}", px(width), px(-foot * 0.35)),
    ];
    let _ = write!(
        out,
        "<path d='M{top}L{left}L{front}z' fill='{}'/><path d='M{top}L{front}L{right}z' fill='{}'/><path \
         d='M{top}L{left}L{front}L{right}z' fill='none' stroke='#fff' stroke-opacity='.8' stroke-width='2.6' \
         stroke-linejoin='round'/><path d='M{top}L{left}L{front}L{right}z' fill='none' stroke='#1a0c06' \
         stroke-width='1.1' stroke-linejoin='round'/>",
        shades.top, shades.side
    );
    let light = if shades.ink == "#fff" { "#fff" } else { "#3a2600" };
    for at in 0..size {
        let x = -width * 0.34 + (f64::from(at) - (f64::from(size) - 1.0) / 2.0) * 5.0;
        let _ = write!(
            out,
            "<circle cx='{}' cy='{}' r='1.9' fill='{light}'/>",
            px(x),
            px(-foot * 0.1 - 3.2 - by + (f64::from(at) - (f64::from(size) - 1.0) / 2.0) * 1.6)
        );
    }
    let place = format!("translate({} {}) scale({:.2})", px(width * 0.46), px(-height * 0.17), 0.42 * by);
    out.push_str(&Board::mark_of(token.paint, &place, "#fff"));
    if token.count > 1 {
        let _ = write!(
            out,
            "<g transform='translate({} {})'><rect x='-11' y='-8' width='22' height='16' rx='8' fill='#fff' \
             stroke='#1a0c06'/><text y='4.5' font-size='12.5' font-weight='bold' fill='#1a0c06'>×{}</text></g>",
            px(width * 0.6),
            px(foot * 0.4),
            token.count
        );
    }
}

fn paint_horseshoe(board: &Board<'_>, out: &mut String) {
    if board.is_full() {
        out.push_str("<ellipse cx='1' cy='13' rx='15' ry='4.5' fill='#000' fill-opacity='.28'/>");
    }
    let arch = "M-8.5 12V-3a8.5 8.5 0 0 1 17 0V12";
    let _ = write!(
        out,
        "<path d='{arch}' fill='none' stroke='#fff' stroke-width='11'/><path d='{arch}' fill='none' \
         stroke='#3b0d0b' stroke-width='9.5'/><path d='M-8.5 11.5V-3a8.5 8.5 0 0 1 17 0V11.5' fill='none' \
         stroke='#8c2bb0' stroke-width='7'/><path d='M-8.5 11.5V5M8.5 11.5V5' stroke='#eef2f6' stroke-width='7'/>"
    );
}

/// The places and scales of several pyramids on a chip: up to three in a row, more in a square.
pub(super) fn crowd_places(count: usize) -> Vec<(f64, f64, f64)> {
    match count {
        1 => vec![(-1.0, 14.0, 1.05)],
        2 => vec![(-13.0, 13.0, 0.82), (11.0, 13.0, 0.82)],
        3 => vec![(-17.0, 15.0, 0.66), (-1.0, 10.0, 0.66), (15.0, 15.0, 0.66)],
        _ => {
            let columns = (count as f64).sqrt().ceil();
            let rows = (count as f64 / columns).ceil();
            let (across, down) = (52.0 / columns, 50.0 / rows);
            let place = |at: usize| {
                let (column, row) = (at as f64 % columns, (at as f64 / columns).floor());
                let x = (column - (columns - 1.0) / 2.0) * across;
                let y = (row - (rows - 1.0) / 2.0) * down + down * 0.36;
                (x, y, 1.16 / columns.max(2.0))
            };
            (0..count).map(place).collect()
        }
    }
}

/// The colour of a seat beside its texts, at this height: a disc with its mark, with a thick edge if the seat is awaited.
pub(super) fn paint_swatch(svg: &mut String, paint: Paint, awaited: bool, y: f64) {
    let (shades, width) = (shades(paint), if awaited { "3" } else { "1" });
    let sign = if mark(paint).is_empty() { String::new() } else { Board::mark_of(paint, "scale(.62)", shades.ink) };
    let _ = write!(
        svg,
        "<g transform='translate(20 {y})'><circle r='7.5' fill='{}' stroke='#222' stroke-width='{width}'/>{sign}\
         </g>",
        shades.top
    );
}
