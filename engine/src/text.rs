//! Paints a scene as monospaced text, for mails and terminals.

use crate::scene::{Layout, Mark, Scene, Spot};

/// The most columns of a text board: mail programs do not fold such lines (RFC 5322 asks for at most 78).
pub const WIDTH: usize = 76;

/// The title, the board, the boxes beside it, the notes and the key, in lines of at most [`WIDTH`] columns.
///
/// Rows carry their letter (or number, on squares) at the left. In most boards of hexes a cell shows the pieces on it and its
/// number in the row, so that `e` at the left and `R7` in the row say: red on e7. The last move is marked `<` where a
/// piece left, `>` where it came to, `x` where one was taken off; a `*` before a box says that this seat is awaited.
pub fn paint(scene: &Scene) -> String {
    let mut lines = wrapped(&scene.title, "");
    lines.push(String::new());
    lines.extend(board(scene));
    lines.push(String::new());
    for panel in &scene.panels {
        let sign = if panel.awaited { "* " } else { "  " };
        let you = if panel.yours { " (you)" } else { "" };
        let head = format!("{sign}{}{you}:", panel.title);
        if panel.listed {
            lines.extend(wrapped(&head, "    "));
            lines.extend(panel.lines.iter().flat_map(|line| wrapped(&format!("    {line}"), "      ")));
        } else {
            lines.extend(wrapped(&format!("{head} {}", panel.lines.join("; ")), "    "));
        }
    }
    lines.extend(scene.notes.iter().chain([&scene.text_key]).flat_map(|sentence| wrapped(sentence, "")));
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn wrapped(text: &str, indent: &str) -> Vec<String> {
    let options = textwrap::Options::new(WIDTH).subsequent_indent(indent);
    textwrap::wrap(text, options).into_iter().map(std::borrow::Cow::into_owned).collect()
}

/// The board alone.
fn board(scene: &Scene) -> Vec<String> {
    let cells: Vec<Vec<String>> = scene.spots.iter().map(|spot| cell(scene.layout, spot)).collect();
    let width = cells.iter().flatten().map(|line| line.chars().count()).max().unwrap_or(0);
    let Some(left) = scene.spots.iter().map(|spot| spot.at.x).min() else { return Vec::new() };
    let mut rows: Vec<i16> = scene.spots.iter().map(|spot| spot.at.y).collect();
    rows.sort_unstable();
    rows.dedup();
    let labels: Vec<&str> = rows
        .iter()
        .map(|&y| scene.spots.iter().find(|spot| spot.at.y == y).map_or("", |spot| row_label(scene.layout, &spot.name)))
        .collect();
    let margin = labels.iter().map(|label| label.len()).max().unwrap_or(0) + 1;
    let across = scene.spots.iter().map(|spot| (spot.at.x - left) as usize).max().unwrap_or(0);
    let half = half_step(scene.layout, width, across, WIDTH.saturating_sub(margin));
    let column = |spot: &Spot| margin + (spot.at.x - left) as usize * half;

    let mut canvas = Vec::new();
    for (&y, label) in rows.iter().zip(&labels) {
        let row: Vec<(&Spot, &Vec<String>)> =
            scene.spots.iter().zip(&cells).filter(|(spot, _)| spot.at.y == y).collect();
        let height = row.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0).max(1);
        let mut band = vec![Vec::new(); height];
        // The rows of a rhombus begin ever further to the right, and their letters with them.
        let start = row.iter().map(|(spot, _)| column(spot)).min().unwrap_or(margin);
        let label_at = if scene.layout == Layout::Rhombus { start } else { margin } - 1 - label.len();
        write_at(&mut band[0], label_at, label);
        for (spot, lines) in row {
            lines.iter().zip(&mut band).for_each(|(line, row)| write_at(row, column(spot), line));
        }
        canvas.extend(band);
    }
    let in_row = |y: Option<&i16>| {
        let y = y.copied();
        scene.spots.iter().filter(move |spot| Some(spot.at.y) == y)
    };
    match scene.layout {
        Layout::Squares => {
            let mut letters = Vec::new();
            in_row(rows.last()).for_each(|spot| write_at(&mut letters, column(spot) + 1, &spot.name[..1]));
            canvas.push(letters);
        }
        Layout::Rhombus => {
            // The numbers stand above the first row and below the last, tens over ones: there is no room in the cells.
            let ruler = |y: Option<&i16>| {
                let mut digits = [Vec::new(), Vec::new()];
                for spot in in_row(y) {
                    let number = format!("{:>2}", &spot.name[1..]);
                    write_at(&mut digits[0], column(spot) + 1, &number[..1]);
                    write_at(&mut digits[1], column(spot) + 1, &number[1..]);
                }
                digits.into_iter().filter(|line| line.iter().any(|c| *c != ' ')).collect::<Vec<_>>()
            };
            canvas.splice(0..0, ruler(rows.first()));
            canvas.extend(ruler(rows.last()));
        }
        Layout::Hexes | Layout::Columns | Layout::Points => {}
    }
    canvas.into_iter().map(|row| row.into_iter().collect::<String>().trim_end().to_owned()).collect()
}

/// The columns of half a step between cells of this width, on a board so many half steps wide. It is a whole number. Cells of
/// one row of a board of columns are four half steps apart, so those can come nearer to each other to fit into `room`.
fn half_step(layout: Layout, width: usize, across: usize, room: usize) -> usize {
    let usual = width.div_ceil(2);
    match layout {
        Layout::Columns if across > 0 => {
            let fits = room.saturating_sub(width) / across;
            usual.min(fits.max((width + 1).div_ceil(4)))
        }
        Layout::Columns | Layout::Hexes | Layout::Rhombus | Layout::Squares | Layout::Points => usual,
    }
}

fn row_label(layout: Layout, name: &str) -> &str {
    match layout {
        Layout::Hexes | Layout::Rhombus | Layout::Points => &name[..1],
        Layout::Squares => &name[1..],
        Layout::Columns => "",
    }
}

/// The mark, the pieces on the cell and, where the edge of the board does not show it, its number or name.
fn cell(layout: Layout, spot: &Spot) -> Vec<String> {
    let mark = match spot.mark {
        None => " ",
        Some(Mark::From) => "<",
        Some(Mark::To) => ">",
        Some(Mark::Gone) => "x",
    };
    let number = match layout {
        Layout::Hexes | Layout::Points => &spot.name[1..],
        Layout::Columns => &spot.name,
        Layout::Squares | Layout::Rhombus => "",
    };
    let mut lines = spot.glyph.lines();
    let first = lines.next().map(|glyph| {
        // A glyph that ends in a digit must not run into the number.
        let gap = if !number.is_empty() && glyph.ends_with(|c: char| c.is_ascii_digit()) { ":" } else { "" };
        [mark, glyph, gap, number].concat()
    });
    first.into_iter().chain(lines.map(|line| [" ", line].concat())).collect()
}

fn write_at(row: &mut Vec<char>, column: usize, text: &str) {
    let end = column + text.chars().count();
    if row.len() < end {
        row.resize(end, ' ');
    }
    row[column..end].iter_mut().zip(text.chars()).for_each(|(place, c)| *place = c);
}
