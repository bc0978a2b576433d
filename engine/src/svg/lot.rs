//! Ground that players lay: chips with values, lands with drawings.

use std::fmt::Write;

use super::board::Board;
use super::escaped;
use super::grid::px;
use super::ground::paint_star;
use super::palette::{shades, text_on_light};
use crate::scene::{Ground, GroundKind, Layout, Material, Paint, Spot};

/// Every kind of chip once.
pub(super) fn define_chips(board: &Board<'_>, defs: &mut String) -> std::fmt::Result {
    let half = board.grid.half - 1.5;
    let (corner, side) = (px(-half), px(2.0 * half));
    for (name, fill) in [("c", "#e0a27a"), ("d", "#e9b592")] {
        let id = Board::id(name);
        write!(
            defs,
            "<rect id='{id}' x='{corner}' y='{corner}' width='{side}' height='{side}' rx='5' fill='{fill}'/>"
        )?;
    }
    let mut paints: Vec<Paint> = board.scene.spots.iter().map(|spot| spot.ground.paint).collect();
    paints.sort();
    paints.dedup();
    for paint in paints {
        let (id, shades) = (Board::id(&format!("chip-{}", paint.word())), shades(paint));
        let _ = write!(defs, "<g id='{id}'>");
        if board.is_full() {
            defs.push_str("<ellipse cx='1' cy='3' rx='28' ry='27.5' fill='#5a2a17' fill-opacity='.38'/>");
        }
        write!(
            defs,
            "<circle r='27.5' fill='{0}'/><circle r='24.3' fill='none' stroke='#fff' stroke-opacity='.9' \
             stroke-width='6' stroke-dasharray='8 17.4' transform='rotate(-8)'/><circle r='27.5' fill='none' \
             stroke='{1}'/><circle r='21' fill='#fbf3e6' stroke='{1}'/></g>",
            shades.top, shades.side
        )?;
    }
    Ok(())
}

/// A chip with its value, which moves to the corner where pieces stand on it.
pub(super) fn paint_chip(out: &mut String, spot: &Spot) {
    let ground = &spot.ground;
    let even = (spot.at.x + spot.at.y) / 2 % 2 == 0;
    out.push_str(&Board::use_of(if even { "d" } else { "c" }));
    let bare = spot.tokens.is_empty();
    if ground.kind == GroundKind::Chip {
        out.push_str(&Board::use_of(&format!("chip-{}", ground.paint.word())));
        let (ink, value) = (text_on_light(ground.paint), ground.value);
        let _ = match (value, bare) {
            (0, _) => {
                let faint = if bare { "" } else { " fill-opacity='.4'" };
                write!(out, "<path d='M0-13L3.6-3.6 13 0 3.6 3.6 0 13-3.6 3.6-13 0-3.6-3.6z' fill='#4c5058'{faint}/>")
            }
            (_, true) => {
                out.push_str(&Board::mark_of(ground.paint, "translate(-9.5 1) scale(.95)", ink));
                write!(out, "<text x='7' y='8.7' font-size='24' font-weight='bold' fill='{ink}'>{value}</text>")
            }
            (_, false) => Ok(()),
        };
    }
}

/// What lies above the pieces and the marks: the value of a chip that pieces hide, and the star of the reader's own chip.
pub(super) fn paint_above(board: &Board<'_>, out: &mut String, spot: &Spot) {
    let ground = &spot.ground;
    if board.grid.layout == Layout::Columns {
        paint_owner(out, ground);
    }
    if board.scene.material != Material::Mars {
        return;
    }
    if ground.value > 0 && !spot.tokens.is_empty() {
        let (side, value) = (shades(ground.paint).side, ground.value);
        let sign = Board::mark_of(ground.paint, "translate(-5 0) scale(.55)", "#fff");
        let _ = write!(
            out,
            "<g transform='translate(-20 -23.5)'><rect x='-11' y='-8' width='22' height='16' rx='8' \
             fill='{side}' stroke='#fff' stroke-width='1.2'/>{sign}<text x='4.5' y='4.2' font-size='11.5' \
             font-weight='bold' fill='#fff'>{value}</text></g>"
        );
    }
    if ground.yours {
        paint_star(out, 24.0, -24.0);
    }
}

/// A land with its number and drawing, a ring in the colour of its owner, and the mark of that colour.
pub(super) fn paint_land(board: &Board<'_>, out: &mut String, spot: &Spot) {
    let ground = &spot.ground;
    let (id, inner) = (Board::id("c"), Board::id("i"));
    let outline = |inset: f64| board.grid.outline(inset);
    match ground.kind {
        GroundKind::Hole => {
            let _ = write!(
                out,
                "<use href='#{id}' opacity='.25'/><path d='M-12-12L12 12M12-12L-12 12' stroke='#8d8572' \
                 stroke-width='4'/>"
            );
        }
        GroundKind::Vacant | GroundKind::Plain => {
            let outline = outline(2.0);
            let _ = write!(
                out,
                "<polygon points='{outline}' fill='#e9e3d6' stroke='#8d8572' \
                 stroke-dasharray='4 4'/>"
            );
        }
        GroundKind::Land | GroundKind::Home | GroundKind::Center | GroundKind::Chip => {
            let (fill, edge) = land(ground.paint);
            let _ = write!(out, "<use href='#{0}' fill='{fill}' stroke='{edge}'/>", Board::id("l"));
            if let Some(owner) = ground.owner {
                out.push_str(&Board::use_of(&format!("o-{}", owner.word())));
            }
            if ground.used {
                let _ = write!(out, "<use href='#{inner}' transform='scale(.9)' fill='#000' fill-opacity='.3'/>");
            }
        }
    }
    paint_emblem(out, spot);
    let dark = matches!(ground.paint, Paint::White | Paint::Plain);
    let ink = if dark { "#2b2100" } else { "#fff" };
    let edge =
        if ground.paint == Paint::Blue { " stroke='#12405f' stroke-width='2.4' paint-order='stroke'" } else { "" };
    let _ = write!(
        out,
        "<text y='-13.5' font-size='12.5' font-weight='bold' fill='{ink}'{edge}>{}</text>",
        escaped(&spot.name)
    );
}

/// The outline of a land, and for each seat its ring and its mark.
pub(super) fn define_lands(board: &Board<'_>, defs: &mut String) {
    let outline = |inset: f64| board.grid.outline(inset);
    let _ = write!(defs, "<polygon id='{}' points='{}' stroke-width='1.6'/>", Board::id("l"), outline(1.4));
    let mut owners: Vec<Paint> = board.scene.spots.iter().filter_map(|spot| spot.ground.owner).collect();
    owners.sort();
    owners.dedup();
    for owner in owners {
        let (shades, word) = (shades(owner), owner.word());
        let (ring, sign) = (Board::id(&format!("o-{word}")), Board::id(&format!("s-{word}")));
        let _ = write!(
            defs,
            "<g id='{ring}' fill='none'><polygon points='{}' stroke='{top}' stroke-width='4.8'/><polygon points='{}' \
             stroke='#fff' stroke-width='1.3'/></g><g id='{sign}' transform='translate(-20 -20)'><circle r='7' \
             fill='{top}' stroke='#fff' stroke-width='1.3'/>{}</g>",
            outline(4.6),
            outline(7.5),
            Board::mark_of(owner, "scale(.68)", shades.ink),
            top = shades.top
        );
    }
}

/// The mark of the seat that controls a land, and the star of the reader's own.
fn paint_owner(out: &mut String, ground: &Ground) {
    if let Some(owner) = ground.owner {
        out.push_str(&Board::use_of(&format!("s-{}", owner.word())));
    }
    if ground.yours {
        paint_star(out, 20.0, -20.0);
    }
}

/// The drawing of a land, below its number; on its side if the land is tapped.
fn paint_emblem(out: &mut String, spot: &Spot) {
    let Some(emblem) = spot.ground.emblem else { return };
    // Cards leave room at their right side, two or more only beside the number.
    let (x, y, opacity, by) = match spot.tokens.len() {
        0 => (0.0, 8.0, ".62", 1.2),
        1 => (22.5, 7.0, ".85", 0.5),
        _ => (13.5, -20.0, ".9", 0.4),
    };
    let turned = if spot.ground.used { " rotate(90)" } else { "" };
    let fill = if spot.ground.paint == Paint::White { "#fffdf2" } else { "#fff" };
    let _ = write!(
        out,
        "<use href='#{}' transform='translate({x} {y}) scale({by}){turned}' fill='{fill}' fill-opacity='{opacity}'/>",
        Board::emblem_id(emblem)
    );
}

/// The colour of a land and of its edge.
fn land(paint: Paint) -> (&'static str, &'static str) {
    match paint {
        Paint::White => ("#d9c47a", "#a08d4c"),
        Paint::Blue => ("#3f86b8", "#2c6389"),
        Paint::Black => ("#5a5066", "#40384a"),
        Paint::Red => ("#b4553d", "#873c2a"),
        Paint::Green => ("#2f7d4a", "#205a34"),
        Paint::Plain | Paint::Yellow | Paint::Orange | Paint::Purple | Paint::Pink | Paint::Teal | Paint::Brown => {
            ("#efebe1", "#8d8572")
        }
    }
}
