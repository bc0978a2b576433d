//! The end of a match: ranks, scores and reasons (R60, R61).

use crate::game::Outcome;
use crate::magic::chairs::{chair_of, names};
use crate::magic::state::{Ending, Fate, Stage, Table};
use crate::seat::{Seat, Seats};

/// What ranks a seat, the higher the better: winners, those still in by lands, the eliminated by turn, those who left.
type Standing = (u8, u32, u32);

impl Table {
    /// The ending, once the match is over.
    pub(crate) fn ending(&self) -> Option<Ending> {
        match self.stage {
            Stage::Over(ending) => Some(ending),
            Stage::Decks { .. } | Stage::Layout | Stage::Selection { .. } | Stage::Play(_) => None,
        }
    }

    /// The result, once the match is over.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let ending = self.ending()?;
        let standings: Vec<Standing> = Seat::all(self.seat_count()).map(|seat| self.standing(seat, ending)).collect();
        let rank = |own: &Standing| 1 + standings.iter().filter(|other| *other > own).count() as u8;
        let scores = Seat::all(self.seat_count()).map(|seat| i32::from(self.lands_held(seat)));
        Some(Outcome {
            ranks: standings.iter().map(rank).collect(),
            scores: Some(scores.collect()),
            reason: self.reason(ending),
        })
    }

    /// The sum of the mana values of a seat's creatures (R60).
    pub(crate) fn creature_values(&self, seat: Seat) -> u32 {
        let own = self.creatures.iter().filter(|(_, creature)| creature.seat == seat);
        own.filter_map(|(name, _)| self.traits(*name)).map(|it| u32::from(it.value)).sum()
    }

    fn standing(&self, seat: Seat, ending: Ending) -> Standing {
        let lands = u32::from(self.lands_held(seat));
        let fate = self.side(seat).map_or(Fate::Left, |side| side.fate);
        let wins = match ending {
            Ending::Majority(winner) | Ending::Last(winner) => seat == winner,
            // Who left does not share a draw: it ranks last under all rules of resigning.
            Ending::Together(seats) => seats.contains(seat) && fate != Fate::Left,
            Ending::Rounds => false,
        };
        if wins {
            return (3, 0, 0);
        }
        match fate {
            Fate::In if ending == Ending::Rounds => (2, lands, self.creature_values(seat)),
            Fate::In => (2, lands, 0),
            Fate::Out(turn) => (1, turn, 0),
            Fate::Left => (0, 0, 0),
        }
    }

    /// The seats that share the first rank at the end of the last round.
    fn leaders(&self) -> Seats {
        let best = self.seats_in().iter().map(|seat| self.standing(seat, Ending::Rounds)).max();
        self.seats_in().iter().filter(|seat| Some(self.standing(*seat, Ending::Rounds)) == best).collect()
    }

    fn reason(&self, ending: Ending) -> String {
        let name = |seat: Seat| chair_of(seat).name;
        match ending {
            Ending::Majority(seat) => {
                let (held, left) = (self.lands_held(seat), self.lands_left());
                format!("{} wins: {held} of {left} lands are more than half.", name(seat))
            }
            Ending::Last(seat) => format!("{} wins: all others are out.", name(seat)),
            Ending::Together(_) => "A draw: all who were still in went out at once.".to_owned(),
            Ending::Rounds => {
                let leaders = self.leaders();
                match leaders.only() {
                    Some(seat) => {
                        format!("{} wins after the last round, with {} lands.", name(seat), self.lands_held(seat))
                    }
                    None => format!("A draw after the last round: {} are equal.", names().list(leaders)),
                }
            }
        }
    }
}
