//! The events of a match and their stories. No event holds a secret: captured pieces are revealed to all (B17).

use serde::{Deserialize, Serialize};

use super::field::Vertex;
use super::notation::{Move, Named};
use super::pull::Pull;
use crate::chair::Names;
use crate::game::Outcome;
use crate::seat::Seat;

/// The names of the sides, by seat.
pub(super) const SIDES: [&str; 2] = ["Red", "Blue"];

/// Something that happened in a match of Magnet.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each is told in words below")]
pub enum Event {
    Ready { seat: Seat },
    Begun,
    Started { seat: Seat, on: Vec<Vertex> },
    Placed { seat: Seat, magnet: Vertex },
    Pulled { seat: Seat, pull: Pull },
    Declared { seat: Seat },
    Left { seat: Seat, by_clock: bool },
    Ended { ending: Ending },
}

/// The way in which a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// A side captured the other king.
    KingCaptured {
        /// The side.
        winner: Seat,
        /// The vertex.
        at: Vertex,
    },
    /// A king captured a trap (B15).
    KingDestroyed {
        /// The owner of the king.
        loser: Seat,
        /// The vertex.
        at: Vertex,
    },
    /// A side declared victory, its king being on the centre (B21).
    Declared {
        /// The side.
        winner: Seat,
    },
    /// Only the kings were left, and one of them stood on the centre (B23).
    KingsAlone {
        /// The owner of the king.
        winner: Seat,
    },
    /// The same position occurred for the third time (B24).
    Repetition,
    /// The last round was played.
    Rounds,
    /// A side left (B29).
    Left {
        /// The side.
        seat: Seat,
    },
    /// The clocks of both sides ran out at one instant (B37).
    BothLeft,
}

impl Ending {
    /// The seat that the ending names, if any.
    pub(super) fn seat(self) -> Option<Seat> {
        match self {
            Ending::KingCaptured { winner, .. } | Ending::Declared { winner } | Ending::KingsAlone { winner } => {
                Some(winner)
            }
            Ending::KingDestroyed { loser, .. } => Some(loser),
            Ending::Left { seat } => Some(seat),
            Ending::Repetition | Ending::Rounds | Ending::BothLeft => None,
        }
    }

    /// The winner, unless it is a draw.
    pub(super) fn winner(self) -> Option<Seat> {
        match self {
            Ending::KingDestroyed { loser: seat, .. } | Ending::Left { seat } => Some(seat.left(2)),
            other @ (Ending::KingCaptured { .. }
            | Ending::Declared { .. }
            | Ending::KingsAlone { .. }
            | Ending::Repetition
            | Ending::Rounds
            | Ending::BothLeft) => other.seat(),
        }
    }

    pub(super) fn outcome(self) -> Outcome {
        let ranks = Seat::all(2).map(|seat| if self.winner().is_none_or(|winner| winner == seat) { 1 } else { 2 });
        Outcome { ranks: ranks.collect(), scores: None, reason: self.reason() }
    }

    fn reason(self) -> String {
        let winner = self.winner().map_or("", |seat| SIDES[seat.index()]);
        let loser = self.winner().map_or("", |seat| SIDES[seat.left(2).index()]);
        match self {
            Ending::KingCaptured { at, .. } => format!("{winner} wins: {loser}'s king was captured on {at}."),
            Ending::KingDestroyed { at, .. } => {
                format!("{winner} wins: {loser}'s king captured a trap on {at} and was destroyed.")
            }
            Ending::Declared { .. } => {
                format!("{winner} wins by declaration: the king stood on the centre at the beginning of the turn.")
            }
            Ending::KingsAlone { .. } => {
                format!("{winner} wins: of the two kings alone on the board, {winner}'s reached the centre first.")
            }
            Ending::Repetition => "A draw: the same position has occurred three times.".to_owned(),
            Ending::Rounds => "A draw: the last round was played.".to_owned(),
            Ending::Left { .. } => format!("{winner} wins: {loser} has left."),
            Ending::BothLeft => "A draw: both players ran out of time.".to_owned(),
        }
    }
}

impl Event {
    pub(super) fn tell(&self, names: &Names) -> String {
        match self {
            Event::Ready { seat } => format!("{} is set up.", &names[*seat]),
            Event::Begun => format!("Both sides are set up; {} begins.", &names[Seat(0)]),
            Event::Started { seat, on } => {
                let on: Vec<String> = on.iter().map(Vertex::to_string).collect();
                format!("{} starts on {}.", &names[*seat], on.join(", "))
            }
            Event::Placed { seat, magnet } => format!("{} put the magnet on {magnet}.", &names[*seat]),
            Event::Pulled { seat, pull } => pull.tell(&names[*seat]),
            Event::Declared { seat } => {
                format!("{} declared victory: the king stands on the centre.", &names[*seat])
            }
            Event::Left { seat, by_clock: false } => format!("{} resigned.", &names[*seat]),
            Event::Left { seat, by_clock: true } => format!("{} ran out of time.", &names[*seat]),
            Event::Ended { ending } => match ending.winner() {
                Some(winner) => format!("{} has won the match.", &names[winner]),
                None => "The match is drawn.".to_owned(),
            },
        }
    }

    /// The turn, or the part of one, as it came about: what others may read of its line. A promotion that
    /// did not happen is left out, because it would tell that the rank was below the value (B30).
    pub(super) fn turn_of(events: &[Event]) -> Move {
        let magnet = events.iter().find_map(|event| match event {
            Event::Placed { magnet, .. } => Some(magnet.name()),
            Event::Ready { .. }
            | Event::Begun
            | Event::Started { .. }
            | Event::Pulled { .. }
            | Event::Declared { .. }
            | Event::Left { .. }
            | Event::Ended { .. } => None,
        });
        let pulls = events.iter().filter_map(|event| match event {
            Event::Pulled { pull, .. } => Some(Named { at: pull.from.name(), promote: pull.promoted.is_some() }),
            Event::Ready { .. }
            | Event::Begun
            | Event::Started { .. }
            | Event::Placed { .. }
            | Event::Declared { .. }
            | Event::Left { .. }
            | Event::Ended { .. } => None,
        });
        Move::turn(magnet, pulls.collect())
    }
}

impl Pull {
    /// `Red's k3 was pulled to i4, capturing a 3.`
    pub(super) fn tell(&self, owner: &str) -> String {
        if self.from == self.to {
            return format!("{owner}'s {} could not move.", self.from);
        }
        let mut told = format!("{owner}'s {} was pulled to {}", self.from, self.to);
        for (number, taken) in self.taken.iter().enumerate() {
            let join = if number == 0 { ", capturing" } else { " and" };
            told += &format!("{join} {}", taken.kind.told());
            if taken.at != self.to {
                told += &format!(" on {}", taken.at);
            }
        }
        match (self.destroyed, self.revealed, self.promoted) {
            (true, Some(kind), _) => told + &format!(", and was destroyed: it was {}.", kind.told()),
            (true, None, _) => told + ", and was destroyed.",
            (false, _, Some(rank)) => told + &format!(", and promoted to rank {rank}."),
            (false, ..) => told + ".",
        }
    }
}
