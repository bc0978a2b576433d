//! The count of a position's occurrences.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::field::{VERTICES, Vertex};
use super::pieces::{HIGHEST, Id, Kind, Kinds, SIDE};
use super::table::{Stage, Table};

/// The number of occurrences of a position that ends the match (B24).
pub(super) const LIMIT: u8 = 3;

/// The number of pieces.
const ALL_PIECES: usize = 2 * SIDE;
/// The place of a piece that is off the board.
const GONE: u8 = 0xff;

/// The vertices of the pieces at the beginning of a turn. Stored as two hexadecimal digits a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Arrangement([u8; ALL_PIECES]);

/// The pieces of unknown kind that count as the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Strangers {
    /// The very same piece only: the least number of times that the position has occurred.
    Apart,
    /// Every such piece of the same side and rank: the greatest number.
    Alike,
}

/// The piece on each vertex, as far as a repetition depends on it.
type Look = [u8; VERTICES];

impl Table {
    /// Keeps the present position for the count. Whose turn it was need not be kept: turns alternate.
    pub(super) fn remember(&mut self) {
        let arrangement = self.arrangement();
        self.history.push(arrangement);
    }

    pub(super) fn arrangement(&self) -> Arrangement {
        let mut places = [GONE; ALL_PIECES];
        for id in Id::all() {
            places[id.index()] = self.piece(id).at().map_or(GONE, |at| at.index() as u8);
        }
        Arrangement(places)
    }

    /// The number of occurrences of the present position, this one included, at the beginning of a turn; 0 at any other time
    /// (B33).
    pub(super) fn occurred(&self, kinds: &Kinds, strangers: Strangers) -> u8 {
        if self.stage != Stage::Magnet {
            return 0;
        }
        let Some(now) = self.history.last().map(|last| self.look(last, kinds, strangers)) else { return 0 };
        let same_mover = self.history.iter().rev().step_by(2);
        let count = same_mover.filter(|then| self.look(then, kinds, strangers) == now).count();
        count.min(u8::MAX.into()) as u8
    }

    /// True if, with these kinds, a position has occurred so often that the match would have ended.
    pub(super) fn is_drawn_somewhere(&self, kinds: &Kinds) -> bool {
        let looks: Vec<Look> =
            self.history.iter().map(|arrangement| self.look(arrangement, kinds, Strangers::Apart)).collect();
        [0, 1].into_iter().any(|first| {
            let mut of_one_mover: Vec<&Look> = looks.iter().skip(first).step_by(2).collect();
            of_one_mover.sort_unstable();
            of_one_mover.windows(LIMIT.into()).any(|run| run.iter().all(|look| *look == run[0]))
        })
    }

    /// Ranks are those of now: a promotion begins the history anew.
    fn look(&self, arrangement: &Arrangement, kinds: &Kinds, strangers: Strangers) -> Look {
        let mut look = [0; VERTICES];
        for id in Id::all() {
            let kind = match (kinds.get(id), strangers) {
                (Some(kind), _) => kind as u8,
                (None, Strangers::Alike) => Kind::ALL.len() as u8,
                // An unknown piece counts as itself alone, apart from every kind.
                (None, Strangers::Apart) => Kind::ALL.len() as u8 + 1 + id.number,
            };
            let rank = self.piece(id).rank.min(HIGHEST) - 1;
            if let Some(spot) = look.get_mut(usize::from(arrangement.0[id.index()])) {
                *spot = 1 + id.seat.0 + 2 * (rank + HIGHEST * kind);
            }
        }
        look
    }
}

impl Arrangement {
    /// True if the pieces of the table can have stood like this since the last loss.
    pub(super) fn fits(&self, table: &Table) -> bool {
        let mut seen = [false; VERTICES];
        Id::all().all(|id| match (Vertex::nth(self.0[id.index()]), table.piece(id).at()) {
            (Some(then), Some(_)) => !std::mem::replace(&mut seen[then.index()], true),
            (None, None) => true,
            _ => false,
        })
    }
}

impl Serialize for Arrangement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digits: String = self.0.iter().map(|place| format!("{place:02x}")).collect();
        serializer.serialize_str(&digits)
    }
}

impl<'de> Deserialize<'de> for Arrangement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        let wrong = || serde::de::Error::custom(format!("expected {} hexadecimal digits", 2 * ALL_PIECES));
        if text.len() != 2 * ALL_PIECES || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        let mut places = [0; ALL_PIECES];
        for (at, place) in places.iter_mut().enumerate() {
            *place = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).map_err(|_| wrong())?;
        }
        Ok(Arrangement(places))
    }
}
