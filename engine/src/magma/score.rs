//! Scores and results.

use super::field::Cells;
use super::options::{Color, Reach};
use super::{Ending, Magma};
use crate::game::Outcome;
use crate::seat::Seat;

impl Magma {
    /// The vacant spaces that each colour alone reaches (A14, A15).
    pub(super) fn exclusive(&self) -> [Cells; 3] {
        let reached = match self.options.reach {
            Reach::Turn => Color::ALL.map(|color| self.within_one_turn(color)),
            Reach::Region => self.bordered_regions(),
        };
        Color::ALL.map(|color| {
            let others = Color::ALL.into_iter().filter(|other| *other != color);
            others.fold(reached[color.index()], |left, other| left - reached[other.index()])
        })
    }

    /// The vacant cells that a piece of this colour could come to in one turn. Jumps never widen the set: each lands next
    /// to the jumped piece of the same colour, so the neighbours of the colour's pieces and its open homes are all.
    fn within_one_turn(&self, color: Color) -> Cells {
        let next_to_pieces = self.field().board.adjacent_to_any(self.pieces[color.index()]);
        (next_to_pieces | self.open_homes(color)) & self.vacant()
    }

    /// The vacant regions that each colour borders.
    fn bordered_regions(&self) -> [Cells; 3] {
        let mut bordered = [Cells::EMPTY; 3];
        let mut left = self.vacant();
        while let Some(cell) = left.nth(0) {
            let region = self.field().board.region(cell, self.vacant());
            left = left - region;
            for color in Color::ALL {
                if !(self.within_one_turn(color) & region).is_empty() {
                    bordered[color.index()] |= region;
                }
            }
        }
        bordered
    }

    /// The vacant homes through which a piece of this colour could enter, were it the turn of their players. No piece can enter
    /// on the home of a player who has left (A14).
    fn open_homes(&self, color: Color) -> Cells {
        let table = self.table();
        let can_enter = |seat: Seat| !self.left.contains(seat) && self.stock(seat) > 0;
        let slots = table.slots().iter().filter(|slot| table.color(slot.seat) == color && can_enter(slot.seat));
        let homes: Cells = slots.map(|slot| self.field().corners[usize::from(slot.corner)]).collect();
        homes & self.vacant()
    }

    /// The score of each colour if the match ended now (A16, A43).
    pub(super) fn scores(&self) -> [i32; 3] {
        self.scores_with(&self.exclusive())
    }

    /// The same, from exclusive spaces that have been computed already.
    pub(super) fn scores_with(&self, exclusive: &[Cells; 3]) -> [i32; 3] {
        let vacant_worth = u32::from(self.options.vacant_worth);
        let of = |color: Color| self.pieces[color.index()].len() + vacant_worth * exclusive[color.index()].len();
        Color::ALL.map(|color| of(color) as i32)
    }

    /// The number of the latest turn that the colour took; 0 if it took none (A21).
    fn latest_turn(&self, color: Color) -> u32 {
        self.table().seats_of(color).map(|seat| self.latest_turn[seat.index()]).max().unwrap_or(0)
    }

    /// True while a player of this colour is in the match.
    pub(super) fn is_in(&self, color: Color) -> bool {
        self.table().seats_of(color).any(|seat| !self.left.contains(seat))
    }

    /// The result of a match that ended so.
    pub(super) fn result(&self, ending: Ending) -> Outcome {
        let table = self.table();
        let scores = self.scores();
        let mut sides: Vec<Color> = table.sides().collect();
        // Sides that left rank last and share that rank; of the others, the score decides, then the latest turn.
        let merit = |color: Color| {
            let remains = self.is_in(color);
            (remains, if remains { (scores[color.index()], self.latest_turn(color)) } else { (0, 0) })
        };
        sides.sort_by_key(|&color| std::cmp::Reverse(merit(color)));
        let rank = |color: Color| 1 + sides.iter().filter(|&&other| merit(other) > merit(color)).count() as u8;
        Outcome {
            ranks: table.seats().map(|seat| rank(table.color(seat))).collect(),
            scores: Some(table.seats().map(|seat| scores[table.color(seat).index()]).collect()),
            reason: self.reason(ending, &sides, &scores, rank),
        }
    }

    fn reason(&self, ending: Ending, sides: &[Color], scores: &[i32; 3], rank: impl Fn(Color) -> u8) -> String {
        let how = match ending {
            Ending::AllPassed => "All players passed in sequence",
            Ending::Agreed => "All present players agreed to end",
            Ending::Rounds => "The last round was played",
            Ending::LastSide => return format!("{} wins: all others have left.", sides[0].name()),
        };
        let score = |color: Color| scores[color.index()];
        let gone = |color: Color| if self.is_in(color) { "" } else { " (left)" };
        let listed: Vec<String> =
            sides.iter().map(|&color| format!("{} {}{}", color.name(), score(color), gone(color))).collect();
        let winners: Vec<&str> = sides.iter().filter(|&&color| rank(color) == 1).map(|color| color.name()).collect();
        let top = score(sides[0]);
        let tied = sides.iter().filter(|&&color| self.is_in(color) && score(color) == top).count() > 1;
        let verdict = match (winners.as_slice(), tied) {
            ([winner], false) => format!("{winner} wins"),
            ([winner], true) => format!("{winner} wins the tie, having played most recently"),
            (several, _) => format!("{} share the win: none of them took a turn", several.join(" and ")),
        };
        format!("{how}: {}. {verdict}.", listed.join(", "))
    }
}
