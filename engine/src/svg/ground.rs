//! The ground: the frame of the board, its cells, and what lies flat on them.

use std::fmt::Write;

use super::board::Board;
use super::grid::px;
use super::palette::shades;
use super::{escaped, lot};
use crate::scene::{GroundKind, Layout, Material, Paint, Spot};

/// A five-pointed star around the origin, for what belongs to the reader.
const STAR: &str = "M0-6.5L1.5-2.1L6.2-2L2.5.8L3.8 5.3L0 2.6L-3.8 5.3L-2.5.8L-6.2-2L-1.5-2.1z";

/// The colour of the names of cells.
pub(super) fn name_ink(material: Material) -> &'static str {
    match material {
        Material::Basalt => "#b3aaa3",
        Material::Steel => "#41505f",
        Material::Wood => "#5b3c14",
        Material::Mars => "#f3d9c8",
        Material::Table => "#333",
    }
}

/// The shapes that every cell uses: the cell, its inner part, and claims of each colour.
pub(super) fn define(board: &Board<'_>, defs: &mut String) {
    let (cell, inner) = (Board::id("c"), Board::id("i"));
    let outline = board.grid.outline(0.0);
    let _ = match board.scene.material {
        Material::Basalt => define_basalt(board, defs),
        Material::Wood if board.is_hexes() => {
            let fill = wood(board, defs);
            write!(
                defs,
                "<polygon id='{inner}' points='{}'/><polygon id='{cell}' points='{outline}' fill='{fill}' \
                 stroke='#8a5c24' stroke-width='2.6'/>",
                board.grid.outline(1.5)
            )
        }
        Material::Wood => Ok(()),
        Material::Mars => lot::define_chips(board, defs),
        Material::Table => {
            let inset = board.grid.outline(1.2);
            write!(
                defs,
                "<polygon id='{inner}' points='{}'/><polygon id='{cell}' points='{inset}' fill='#efebe1' \
                 stroke='#8d8572' stroke-width='1.4'/>",
                board.grid.outline(4.6)
            )
        }
        Material::Steel => {
            write!(defs, "<circle id='{cell}' r='4.4' fill='#fff' stroke='#6d8094' stroke-width='1.5'/>")
        }
    };
    define_claims(board, defs);
}

/// Ground that scores: its colour, a line inside, and the mark of the colour.
fn define_claims(board: &Board<'_>, defs: &mut String) {
    let inner = Board::id("i");
    let mut claims: Vec<Paint> = board.scene.spots.iter().filter_map(|spot| spot.claim).collect();
    claims.sort();
    claims.dedup();
    for paint in claims {
        let (id, shades) = (Board::id(&format!("k{}", paint.word())), shades(paint));
        let _ = write!(
            defs,
            "<g id='{id}'><use href='#{inner}' fill='{0}' fill-opacity='.36'/><use href='#{inner}' \
             transform='scale(.8)' fill='none' stroke='{1}' stroke-opacity='.6' stroke-width='1.8'/>{2}</g>",
            shades.top,
            shades.light,
            Board::mark_of(paint, "translate(0 10) scale(.62)", shades.light)
        );
    }
}

/// A hex of dark stone with a light upper edge; its joint glows.
fn define_basalt(board: &Board<'_>, defs: &mut String) -> std::fmt::Result {
    let (cell, inner, outline) = (Board::id("c"), Board::id("i"), board.grid.outline(0.0));
    let (half, top) = (board.grid.half, board.grid.radius());
    let edge = format!(
        "M{} {}L0 {}L{} {}",
        px(3.0 - half),
        px(1.0 - top / 2.0),
        px(3.5 - top),
        px(half - 3.0),
        px(1.0 - top / 2.0)
    );
    let (stone, ember, edge) = if board.is_full() {
        let (stone, ember) = (Board::id("basalt"), Board::id("ember"));
        let _ = write!(
            defs,
            "<linearGradient id='{stone}' x1='0' y1='0' x2='0' y2='1'><stop stop-color='#3f3836'/><stop \
             offset='1' stop-color='#2a2523'/></linearGradient><radialGradient id='{ember}'><stop \
             offset='.84' stop-color='#ff9a4a'/><stop offset='.92' stop-color='#e2581f'/><stop \
             offset='1' stop-color='#8a2a10'/></radialGradient>"
        );
        let edge = format!("<path d='{edge}' fill='none' stroke='#fff' stroke-opacity='.13' stroke-width='1.5'/>");
        (format!("url(#{stone})"), format!("url(#{ember})"), edge)
    } else {
        ("#332d2b".to_owned(), "#c4491a".to_owned(), String::new())
    };
    write!(
        defs,
        "<polygon id='{inner}' points='{}'/><g id='{cell}'><polygon points='{outline}' fill='{stone}' \
         stroke='{ember}' stroke-width='1.7'/>{edge}</g>",
        board.grid.outline(1.5)
    )
}

fn wood(board: &Board<'_>, defs: &mut String) -> String {
    if !board.is_full() {
        return "#e4b76e".to_owned();
    }
    let id = Board::id("wood");
    let stops = [("0", "#e9c07a"), (".3", "#e0b168"), (".55", "#e8be78"), (".8", "#dba95f"), ("1", "#e6b970")];
    let stops: String = stops.iter().map(|(at, color)| format!("<stop offset='{at}' stop-color='{color}'/>")).collect();
    let _ = write!(defs, "<linearGradient id='{id}' x1='0' y1='0' x2='1' y2='.12'>{stops}</linearGradient>");
    format!("url(#{id})")
}

/// The frame of the board and what lies under all cells.
pub(super) fn paint_frame(board: &Board<'_>, out: &mut String) {
    let (width, height) = (board.grid.width, board.grid.height);
    match (board.scene.material, board.grid.layout) {
        (Material::Basalt | Material::Wood, Layout::Hexes | Layout::Rhombus) => {
            // The rim: the cells at the edge once more, larger.
            let rim = if board.scene.material == Material::Basalt { "#3a2a24" } else { "#8d5c22" };
            let inner = Board::id("i");
            let _ = write!(out, "<g fill='{rim}' stroke='{rim}' stroke-width='15' stroke-linejoin='round'>");
            for spot in board.scene.spots.iter().filter(|spot| board.is_at_edge(spot)) {
                let (x, y) = board.grid.point(spot);
                let _ = write!(out, "<use href='#{inner}' x='{}' y='{}'/>", px(x), px(y));
            }
            out.push_str("</g>");
        }
        (Material::Steel, _) => {
            let _ = write!(
                out,
                "<polygon points='{}' fill='#dfe5ec' stroke='#b4c0cd' stroke-width='3' stroke-linejoin='round'/>",
                board.hexagon_around(25.0)
            );
            paint_lines(board, out, "#8193a7", &[(2, 0), (1, 2), (-1, 2)]);
        }
        (Material::Wood, _) => {
            let mut defs = String::new();
            let fill = wood(board, &mut defs);
            let _ = write!(
                out,
                "<defs>{defs}</defs><rect x='1.5' y='1.5' width='{}' height='{}' rx='7' fill='{fill}' \
                 stroke='#8d5c22' stroke-width='3'/>",
                width - 3.0,
                height - 3.0
            );
            paint_lines(board, out, "#8a5c24", &[(2, 0), (0, 2)]);
            paint_rim_names(board, out);
        }
        (Material::Mars, _) => {
            let _ = write!(
                out,
                "<rect width='{width}' height='{height}' rx='9' fill='#6e2f1a'/><rect x='17' y='17' width='{}' \
                 height='{}' rx='5' fill='#b9663f'/>",
                width - 34.0,
                height - 34.0
            );
            paint_rim_names(board, out);
        }
        (Material::Table | Material::Basalt, _) => {}
    }
}

/// Lines between neighbours, given by the distance of their places.
fn paint_lines(board: &Board<'_>, out: &mut String, color: &str, ways: &[(i16, i16)]) {
    let mut path = String::new();
    let spots = &board.scene.spots;
    for (from, (x, y)) in spots.iter().flat_map(|from| ways.iter().map(move |way| (from, way))) {
        let to = spots.iter().find(|to| to.at.x == from.at.x + x && to.at.y == from.at.y + y);
        if let Some(to) = to {
            let ((x1, y1), (x2, y2)) = (board.grid.point(from), board.grid.point(to));
            let _ = write!(path, "M{} {}L{} {}", px(x1), px(y1), px(x2), px(y2));
        }
    }
    let _ = write!(out, "<path class='lines' d='{path}' stroke='{color}' stroke-width='1.4' stroke-linecap='round'/>");
}

/// The names of columns below a board of squares, those of rows at its left.
fn paint_rim_names(board: &Board<'_>, out: &mut String) {
    let (spots, height) = (&board.scene.spots, board.grid.height);
    let (left, bottom) = (spots.iter().map(|spot| spot.at.x).min(), spots.iter().map(|spot| spot.at.y).max());
    out.push_str("<g font-size='11' font-weight='bold'>");
    for spot in spots {
        let ((x, y), (column, row)) = (board.grid.point(spot), spot.name.split_at(spot.name.len().min(1)));
        if Some(spot.at.y) == bottom {
            let _ = write!(out, "<text class='name' x='{}' y='{}'>{column}</text>", px(x), px(height - 5.0));
        }
        if Some(spot.at.x) == left {
            let _ = write!(out, "<text class='name' x='9.5' y='{}'>{row}</text>", px(y + 4.0));
        }
    }
    out.push_str("</g>");
}

/// The ground of a spot, and its name where it has room.
pub(super) fn paint(board: &Board<'_>, out: &mut String, spot: &Spot) {
    let ground = &spot.ground;
    match board.scene.material {
        Material::Mars => return lot::paint_chip(out, spot),
        Material::Table if board.grid.layout == Layout::Columns => return lot::paint_land(board, out, spot),
        Material::Wood if !board.is_hexes() => return,
        Material::Basalt | Material::Steel | Material::Wood | Material::Table => {}
    }
    let bare = spot.tokens.is_empty();
    if board.scene.material != Material::Steel || bare {
        out.push_str(&Board::use_of("c"));
    }
    match ground.kind {
        GroundKind::Center => {
            let points = super::grid::points(&super::grid::hexagon(19.5, 0.0));
            let _ = write!(
                out,
                "<polygon points='{points}' fill='#f4c534' fill-opacity='.22' stroke='#b98a10' \
                 stroke-width='2.5'/>"
            );
        }
        GroundKind::Home => {
            let shades = shades(ground.paint);
            let inner = Board::id("i");
            let _ = write!(
                out,
                "<use href='#{inner}' fill='{}' fill-opacity='.42'/><use href='#{inner}' transform='scale(.88)' \
                 fill='none' stroke='{}' stroke-width='2.6'/>",
                shades.top, shades.light
            );
            if bare && spot.claim.is_none() {
                out.push_str(&Board::mark_of(ground.paint, "translate(0 -8)", shades.light));
            }
        }
        GroundKind::Plain | GroundKind::Chip | GroundKind::Land | GroundKind::Hole | GroundKind::Vacant => {}
    }
    if let Some(paint) = spot.claim {
        out.push_str(&Board::use_of(&format!("k{}", paint.word())));
    }
    paint_name(board, out, spot);
    if ground.yours {
        paint_star(out, 0.0, -board.grid.radius() + 1.0);
    }
}

/// The name of a cell in its middle; in emails also below a piece.
fn paint_name(board: &Board<'_>, out: &mut String, spot: &Spot) {
    let (points, bare) = (board.grid.layout == Layout::Points, spot.tokens.is_empty());
    let y = match (bare, points) {
        (false, _) if board.is_full() => return,
        (false, true) => 24.5,
        (false, false) => 22.0,
        (true, true) if board.is_full() => 14.0,
        (true, true) => 15.0,
        (true, false) if spot.ground.kind == GroundKind::Home && spot.claim.is_none() => 12.0,
        (true, false) if spot.claim.is_some() => 0.5,
        (true, false) => 3.5,
    };
    let name = escaped(&spot.name);
    let small = if bare { "" } else { " font-size='8.5'" };
    // Names on coloured ground are lighter.
    let light = spot.claim.is_some() || spot.ground.kind == GroundKind::Home;
    let fill = if light { " fill='#efe8e2'" } else { "" };
    let around = match board.scene.material {
        Material::Basalt => "#2a2523",
        Material::Wood => "#e4b76e",
        Material::Steel | Material::Mars | Material::Table => "#dfe5ec",
    };
    let edge = if points || !bare {
        format!(" stroke='{around}' stroke-width='2.4' paint-order='stroke'")
    } else {
        String::new()
    };
    let _ = write!(out, "<text class='name' y='{y}'{small}{fill}{edge}>{name}</text>");
}

/// A white star with a dark edge.
pub(super) fn paint_star(out: &mut String, x: f64, y: f64) {
    let _ = write!(out, "<path transform='translate({} {})' d='{STAR}' fill='#fff' stroke='#2a1a10'/>", px(x), px(y));
}
