//! The result and its reason.

use super::chips::Color;
use super::public::{Public, Stage};
use super::spaces::Size;
use super::story::Ending;
use crate::game::Outcome;
use crate::seat::{Seat, Seats};

impl Public {
    /// The result, once the match is over.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        let Stage::Over(ending) = self.stage else { return None };
        let rank = |seat: Seat| {
            let better = Seat::all(self.seats).filter(|&other| self.merit(other, ending) > self.merit(seat, ending));
            1 + better.count() as u8
        };
        Some(Outcome {
            ranks: Seat::all(self.seats).map(rank).collect(),
            scores: None,
            reason: self.reason(ending, &rank),
        })
    }

    /// The merit by which a seat is ranked: that it stayed, that it has won (D21), or its pieces on the board after the last
    /// round, the largest first (D28).
    fn merit(&self, seat: Seat, ending: Ending) -> (bool, [u8; 3]) {
        let merit = match ending {
            _ if self.left.contains(seat) => [0; 3],
            Ending::FiveLarges(winner) => [u8::from(seat == winner), 0, 0],
            Ending::Rounds => [Size::Large, Size::Medium, Size::Small].map(|size| self.spaces.on_board(seat, size)),
            Ending::AllPassed | Ending::Stuck | Ending::LastSeat | Ending::AllLeft => [0; 3],
        };
        (!self.left.contains(seat), merit)
    }

    fn reason(&self, ending: Ending, rank: &impl Fn(Seat) -> u8) -> String {
        let names = Color::names();
        let best: Seats = Seat::all(self.seats).filter(|&seat| rank(seat) == 1).collect();
        match ending {
            Ending::FiveLarges(winner) => {
                format!("{} wins: five large pyramids are on the board.", Color::for_seat(winner).name())
            }
            Ending::AllPassed => "All players passed in sequence: the match is drawn.".to_owned(),
            Ending::Stuck => "No player can act: the match is drawn.".to_owned(),
            Ending::AllLeft => "All players ran out of time: the match is drawn.".to_owned(),
            Ending::LastSeat => format!("{} wins: all others have left.", names.list(best)),
            Ending::Rounds => {
                let mut seats: Vec<Seat> = Seat::all(self.seats).collect();
                seats.sort_by_key(|&seat| rank(seat));
                let listed: Vec<String> = seats.into_iter().map(|seat| self.counted(seat)).collect();
                let verdict = if best.only().is_some() { "wins" } else { "share the win" };
                format!("The last round was played: {}. {} {verdict}.", listed.join("; "), names.list(best))
            }
        }
    }

    /// `Red 1 large, 0 medium, 2 small`.
    fn counted(&self, seat: Seat) -> String {
        let [large, medium, small] =
            [Size::Large, Size::Medium, Size::Small].map(|size| self.spaces.on_board(seat, size));
        let gone = if self.left.contains(seat) { " (left)" } else { "" };
        format!("{} {large} large, {medium} medium, {small} small{gone}", Color::for_seat(seat).name())
    }
}
