//! The curve that shows how a match stood, and what the computer would have played.

use engine::{Names, Seat, Seats};

use super::tries;
use crate::app::App;
use crate::brief::Table;
use crate::http::Result;
use crate::ids::UserId;
use crate::play::Match;
use crate::play::game::analysis::{self, Analysis, Point};

/// The maximum number of columns, which are links to lines.
const MAX: u32 = 200;

/// What the computer found in a match that is over.
#[derive(Default)]
pub(super) struct Analysed {
    /// True while it looks at the match.
    pub(super) waits: bool,
    pub(super) curve: Option<Curve>,
    /// How the match stood after the shown line, in words.
    pub(super) stood: String,
    /// The move that the computer would play after the shown line, with the path on which it is tried; an empty path if it was played.
    pub(super) choice: Option<(String, String)>,
    /// Where the reader could have done better, in the order of play.
    pub(super) turnings: Vec<Turning>,
}

/// A move of the reader after which the reader's side stood worse, where a computer player would have played another one.
pub(super) struct Turning {
    /// The number of the line after which it was played.
    pub(super) line: u32,
    /// The other move.
    pub(super) better: String,
    /// The share that the side could expect before and after the move, in percent.
    pub(super) fell: (u32, u32),
}

/// The most moves that are told so.
const MAX_TURNINGS: usize = 3;

/// The least fall of a share that is told.
const LEAST_FALL: f32 = 0.08;

/// The shares of the sides at all lines, one above the other.
pub(super) struct Curve {
    /// The number of lines that the columns cover, which is the width.
    pub(super) width: u32,
    /// The colour of each side, as a class of the style sheet, and the outline of its share with those above it. The lowest comes first.
    pub(super) areas: Vec<(&'static str, String)>,
    pub(super) columns: Vec<Column>,
    /// Who stood best, in words.
    pub(super) words: String,
}

/// A link to a line.
pub(super) struct Column {
    pub(super) line: u32,
    pub(super) label: String,
    pub(super) is_shown: bool,
}

/// The sides of a match.
struct Sides {
    /// The seats of each.
    seats: Vec<Seats>,
    /// The names of the seats.
    names: Names,
}

impl Sides {
    fn new(table: &Table) -> Sides {
        let side = |seat: Seat| table.players.get(seat.index()).map(|player| player.chair.side);
        let all = Seats::all(u8::try_from(table.players.len()).unwrap_or_default());
        let mates = |seat: Seat| all.iter().filter(|mate| side(*mate) == side(seat)).collect::<Seats>();
        let heads = all.iter().filter(|seat| mates(*seat).first() == Some(*seat));
        Sides { seats: heads.map(mates).collect(), names: table.names() }
    }

    /// The share of each.
    fn shares(&self, point: &Point) -> Vec<f32> {
        let share = |seats: &Seats| point.shares.get(seats.first()?.index()).copied();
        self.seats.iter().map(|seats| share(seats).unwrap_or_default()).collect()
    }

    /// The side with the greatest share, if there is one.
    fn best(&self, point: &Point) -> Option<usize> {
        let shares = self.shares(point);
        let greatest = shares.iter().copied().fold(0.0, f32::max);
        let mut best = (0..shares.len()).filter(|side| shares[*side] >= greatest);
        best.next().filter(|_| best.next().is_none())
    }

    fn name(&self, side: usize) -> String {
        self.names.list(self.seats.get(side).copied().unwrap_or(Seats::NONE))
    }

    /// The shares in words: `Anna (Red) 62%, Bob (Blue) 38%`.
    fn stood(&self, point: &Point) -> String {
        let of = |(side, share): (usize, f32)| format!("{} {:.0}%", self.name(side), share * 100.0);
        self.shares(point).into_iter().enumerate().map(of).collect::<Vec<_>>().join(", ")
    }

    /// Who stood best at the end, and since when.
    fn words(&self, points: &[Point]) -> String {
        let Some((side, last)) = points.last().and_then(|last| Some((self.best(last)?, last))) else {
            return "No side stood best at the end.".to_owned();
        };
        let lead = points.iter().rev().take_while(|point| self.best(point) == Some(side));
        let name = self.name(side);
        match lead.last() {
            Some(first) if first.line < last.line && Some(first) == points.first() => {
                format!("{name} stood best all the time.")
            }
            Some(first) if first.line < last.line => format!("{name} stood best from line {} on.", first.line),
            Some(_) | None => format!("{name} stood best only at the end."),
        }
    }
}

impl Analysed {
    /// What is known of a match for a reader who looks at the position after a line.
    pub(super) async fn read(
        app: &App,
        (m, table): (&Match, &Table),
        user: Option<UserId>,
        (shown, last): (u32, u32),
    ) -> Result<Analysed> {
        let points = match analysis::read(app, m, user).await? {
            Analysis::None => return Ok(Analysed::default()),
            Analysis::Waiting => return Ok(Analysed { waits: true, ..Analysed::default() }),
            Analysis::Made(mut points) => {
                // The end of a match that a player has left says nothing of how it stood.
                if !m.left().is_empty() && points.last().is_some_and(|last| last.choice.is_none()) {
                    points.pop();
                }
                points
            }
        };
        let sides = Sides::new(table);
        let here = points.iter().find(|point| point.line == shown && point.choice.is_some());
        let choice = here.and_then(|point| point.choice.as_ref()).map(|choice| {
            let tried = || tries::path_with(m.id(), shown, &choice.text, None);
            (choice.text.clone(), if choice.was_played { String::new() } else { tried() })
        });
        let stood = here.map(|point| sides.stood(point)).unwrap_or_default();
        let curve = (points.len() > 1).then(|| Curve::new(table, &sides, &points, (shown, last)));
        let turnings = user.and_then(|user| m.seat_of(user)).map(|seat| turnings(&points, seat)).unwrap_or_default();
        Ok(Analysed { waits: false, curve, stood, choice, turnings })
    }
}

/// The moves of a seat after which it stood worst in comparison with before.
fn turnings(points: &[Point], seat: Seat) -> Vec<Turning> {
    let fell = |pair: &[Point]| {
        let [before, after] = pair else { return None };
        let choice = before.choice.as_ref().filter(|choice| choice.seat == seat && !choice.was_played)?;
        let (was, is) = (before.shares.get(seat.index())?, after.shares.get(seat.index())?);
        let percent = |share: &f32| (share * 100.0).round() as u32;
        let turning = Turning { line: before.line, better: choice.text.clone(), fell: (percent(was), percent(is)) };
        (was - is >= LEAST_FALL).then_some((was - is, turning))
    };
    let mut found: Vec<(f32, Turning)> = points.windows(2).filter_map(fell).collect();
    found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    found.truncate(MAX_TURNINGS);
    let mut told: Vec<Turning> = found.into_iter().map(|(_, turning)| turning).collect();
    told.sort_by_key(|turning| turning.line);
    told
}

impl Curve {
    fn new(table: &Table, sides: &Sides, points: &[Point], (shown, last): (u32, u32)) -> Curve {
        let step = (last + 1).div_ceil(MAX);
        let lines = (0..=last).step_by(step as usize);
        let column = |line: u32| {
            let point = points.iter().rev().find(|point| point.line <= line);
            let stood = point.map(|point| format!(": {}", sides.stood(point))).unwrap_or_default();
            Column { line, label: format!("Line {line}{stood}"), is_shown: (line..line + step).contains(&shown) }
        };
        let columns: Vec<Column> = lines.map(column).collect();
        let width = columns.len() as u32 * step;
        let paint = |seats: &Seats| Some(table.players.get(seats.first()?.index())?.chair.paint.word());
        let areas = (0..sides.seats.len()).rev();
        let areas =
            areas.map(|side| (paint(&sides.seats[side]).unwrap_or_default(), outline(sides, points, side, width)));
        Curve { width, areas: areas.collect(), columns, words: sides.words(points) }
    }
}

/// The outline from the top down to the lower edge of a side, in percent.
fn outline(sides: &Sides, points: &[Point], side: usize, width: u32) -> String {
    let edge = |point: &Point| 100.0 * sides.shares(point)[..=side].iter().sum::<f32>();
    let mut path = "M0 0".to_owned();
    let mut to = |x: f32, y: f32| path.push_str(&format!("L{x} {y:.1}"));
    if let (Some(first), Some(last)) = (points.first(), points.last()) {
        to(0.0, edge(first));
        points.iter().for_each(|point| to(point.line as f32 + 0.5, edge(point)));
        to(width as f32, edge(last));
    }
    to(width as f32, 0.0);
    path + "z"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::game::analysis::Choice;

    #[test]
    fn the_three_worst_moves_of_a_seat_are_told_in_the_order_of_play() {
        let point = |line: u32, share: f32, seat: u8, was_played: bool| {
            let choice = Some(Choice { seat: Seat(seat), text: format!("m{line}"), was_played });
            Point { line, shares: vec![share, 1.0 - share], choice }
        };
        // Red falls at 0 by 20, at 2 by 30 as the computer would, at 4 by 5, at 6 by 40, at 8 by 10, and at 10 by 9.
        let shares = [0.9, 0.7, 0.9, 0.6, 0.9, 0.85, 0.9, 0.5, 0.9, 0.8, 0.9, 0.81];
        let points: Vec<Point> =
            (0..).zip(shares).map(|(line, share)| point(line, share, (line % 2) as u8, line == 2)).collect();
        let told = turnings(&points, Seat(0));
        let told: Vec<_> = told.iter().map(|one| (one.line, &*one.better, one.fell)).collect();
        assert_eq!(told, [(0, "m0", (90, 70)), (6, "m6", (90, 50)), (8, "m8", (90, 80))]);
    }
}
