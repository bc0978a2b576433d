//! Cards on lands and in hands, with their drawings.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::board::Board;
use super::escaped;
use super::grid::px;
use super::palette::{drawing, shades};
use crate::scene::{Emblem, Flag, Paint, Shape, Token};

/// The most cards on a land that are drawn whole; more are plates with their figures.
const MAX_WHOLE: usize = 2;
/// The places of two columns of plates.
const COLUMN: f64 = 13.2;

/// The drawings, and for each seat its card and its plate without what is written on them.
pub(super) fn define(board: &Board<'_>, defs: &mut String) {
    let spots = &board.scene.spots;
    let tokens = || spots.iter().flat_map(|spot| &spot.tokens).filter(|token| token.shape == Shape::Card);
    let grounds = spots.iter().filter_map(|spot| spot.ground.emblem);
    let emblems: BTreeSet<Emblem> = tokens().filter_map(|token| token.emblem).chain(grounds).collect();
    for emblem in emblems {
        let (id, path) = (Board::emblem_id(emblem), drawing(emblem));
        let _ = write!(defs, "<path id='{id}' fill-rule='evenodd' d='{path}'/>");
    }
    let papers: BTreeSet<(Paint, bool)> = tokens().map(|token| (token.paint, token.lying)).collect();
    for (paint, lying) in papers {
        let (top, paper) = (shades(paint).top, if lying { "#e6dfd2" } else { "#fffdf6" });
        let shadow = "<rect x='-16' y='-16' width='35' height='39' rx='4' fill='#000' fill-opacity='.32'/>";
        let shadow = if board.is_full() { shadow } else { "" };
        let _ = write!(
            defs,
            "<g id='{}'>{shadow}<rect x='-17' y='-19' width='34' height='38' rx='4' fill='{paper}' stroke='#1b1b1b' \
             stroke-width='4'/><rect x='-17' y='-19' width='34' height='38' rx='4' fill='{paper}' stroke='{top}' \
             stroke-width='2.8'/><rect x='-14' y='-16' width='28' height='17' rx='2' fill='{top}' fill-opacity='.26'/></g>\
             <g id='{}'><rect x='-12.4' y='-7.2' width='24.8' height='14.4' rx='3' fill='{paper}' stroke='#1b1b1b' \
             stroke-width='2.8'/><rect x='-12.4' y='-7.2' width='24.8' height='14.4' rx='3' fill='{paper}' \
             stroke='{top}' stroke-width='1.8'/></g>",
            paper_id("w", paint, lying),
            paper_id("p", paint, lying)
        );
    }
}

fn paper_id(kind: &str, paint: Paint, lying: bool) -> String {
    Board::id(&format!("{kind}{}{}", paint.word(), u8::from(lying)))
}

/// A card around the origin: a drawing and a name above, its figures below. On a land with many it is a plate without drawing.
pub(super) fn paint(out: &mut String, token: &Token, among: usize) {
    let whole = among <= MAX_WHOLE;
    if token.lying {
        let _ = write!(out, "<g transform='rotate({})'>", if whole { 14 } else { 9 });
    }
    let paper = paper_id(if whole { "w" } else { "p" }, token.paint, token.lying);
    let _ = write!(out, "<use href='#{paper}'/>");
    if let Some(emblem) = token.emblem.filter(|_| whole) {
        let (id, fill) = (Board::emblem_id(emblem), shades(token.paint).side);
        let _ = write!(out, "<use href='#{id}' transform='translate(-5.5 -7.5) scale(.62)' fill='{fill}'/>");
    }
    let (x, y, name) = if whole { (8.0, -4.8, 7.5) } else { (0.0, -1.6, 5.6) };
    let (below, size) = if whole { (14.0, 13.0) } else { (5.8, 8.6) };
    let _ = write!(
        out,
        "<g font-weight='bold' fill='#1b1b1b'><text class='name' x='{x}' y='{y}' font-size='{name}'>{}</text><text \
         y='{below}' font-size='{}'>{}</text></g>",
        escaped(&token.label),
        px(size_of_figures(&token.detail, size)),
        escaped(&token.detail)
    );
    paint_flags(out, &token.flags, if whole { (-17.0, -1.0) } else { (-11.5, -4.0) });
    if token.lying {
        out.push_str("</g>");
    }
}

/// Long figures are smaller.
fn size_of_figures(figures: &str, usual: f64) -> f64 {
    match figures.chars().count() {
        0..=3 => usual,
        4 => usual * 0.88,
        _ => usual * 0.74,
    }
}

/// Signs at the left edge: an arrow for an attack, a cross for damage, a Z for a creature that just came.
fn paint_flags(out: &mut String, flags: &[Flag], (x, y): (f64, f64)) {
    for (at, flag) in flags.iter().enumerate() {
        let (fill, sign) = match flag {
            Flag::Attacks => ("#d93a34", "M-3.5 3.5L3 -3.5M0 -3.5H3.2V0"),
            Flag::Hurt => ("#8c1a19", "M-3 0H3M0-3V3"),
            Flag::Fresh => ("#5d6470", "M-3-3H3L-3 3H3z"),
        };
        let _ = write!(
            out,
            "<g transform='translate({x} {})'><circle r='5' fill='{fill}' stroke='#fff'/><path d='{sign}' \
             fill='none' stroke='#fff' stroke-width='1.4' stroke-linecap='round' stroke-linejoin='round'/></g>",
            y + 10.0 * at as f64
        );
    }
}

/// The places and scales of so many cards on a land.
pub(super) fn places(count: usize) -> Vec<(f64, f64, f64)> {
    match count {
        1 => vec![(0.0, 6.5, 0.92)],
        2 => vec![(-13.5, 6.0, 0.72), (13.5, 6.0, 0.72)],
        3..=6 => {
            let rows = count.div_ceil(2) as f64;
            (0..count)
                .map(|at| {
                    let x = if at + 1 == count && count % 2 == 1 { 0.0 } else { COLUMN * (at % 2 * 2) as f64 - COLUMN };
                    (x, 5.5 + ((at / 2) as f64 - (rows - 1.0) / 2.0) * 15.5, 1.0)
                })
                .collect()
        }
        _ => {
            let rows = count.div_ceil(3) as f64;
            let scale = (3.6 / rows).min(0.74);
            (0..count)
                .map(|at| {
                    let x = ((at % 3) as f64 - 1.0) * 26.0 * scale;
                    (x, 5.5 + ((at / 3) as f64 - (rows - 1.0) / 2.0) * 15.5 * scale, scale)
                })
                .collect()
        }
    }
}

/// A drawing as a picture of its own.
pub(super) fn art(emblem: Emblem, paint: Paint) -> String {
    let shades = shades(paint);
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' class='art {}' viewBox='0 0 64 44' width='128' height='88' \
         aria-hidden='true'><rect width='64' height='44' rx='4' fill='{}'/><rect y='22' width='64' height='22' \
         rx='4' fill='#fff' fill-opacity='.18'/><path transform='translate(32 22) scale(1.5)' d='{}' fill='{}' \
         fill-rule='evenodd'/></svg>",
        paint.word(),
        shades.light,
        drawing(emblem),
        shades.side
    )
}
