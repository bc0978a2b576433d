//! The check that a stored position can occur; the other methods rely on all of this.

use super::Ice;
use super::chips::Chip;
use super::public::{Public, Stage};
use super::spaces::Size;
use super::story::Ending;
use crate::seat::{MAX_SEATS, Seat, Seats};

/// The most turns of a match, far below the limit of the counters.
const MAX_TURNS: u32 = 1 << 30;

fn sound(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

impl Ice {
    pub(super) fn check_stored(&self, seats: u8) -> Result<(), String> {
        let public = &self.public;
        sound(public.seats == seats && (2..=MAX_SEATS).contains(&seats), "seats")?;
        public.options.check(seats).map_err(|bad| bad.to_string())?;
        let all = Seats::all(seats);
        sound(
            [public.passed, public.absent, public.left].into_iter().all(|set| all.contains_all(set)),
            "seats of sets",
        )?;
        sound(public.first.is_none_or(|first| all.contains(first)), "first")?;
        sound(public.turns < MAX_TURNS, "turns")?;
        public.check_spaces()?;
        public.check_stage()?;
        self.check_sealed()
    }

    fn check_sealed(&self) -> Result<(), String> {
        let public = &self.public;
        for (seat, sealed) in Seat::all(MAX_SEATS).zip(self.sealed) {
            let ready = match public.stage {
                Stage::Start { ready } => ready.contains(seat),
                // A match that ended before all players had chosen keeps the choices, for the open page.
                Stage::Over(_) => sealed.is_some() && !public.has_pieces(),
                Stage::Draft { .. } | Stage::Play { .. } => false,
            };
            sound(sealed.is_some() == ready, "who has chosen where to start")?;
            let Some(at) = sealed else { continue };
            let cells = at.map(|name| public.field().board.find(name));
            let ones = public.ones(seat);
            let fit = cells.into_iter().all(|cell| cell.is_some_and(|cell| ones.contains(cell)));
            let order = at[0] < at[1] || at[0] == at[1] && public.options.start_same_chip;
            sound(seat.0 < public.seats && fit && order, "a choice where to start")?;
        }
        Ok(())
    }
}

impl Public {
    fn check_spaces(&self) -> Result<(), String> {
        sound(self.spaces.kind() == self.options.board_for(self.seats), "board")?;
        sound(self.spaces.bag().is_some(), "too many chips of one kind")?;
        let strangers = Seat::all(MAX_SEATS).skip(self.seats.into());
        for (seat, size) in strangers.flat_map(|seat| Size::ALL.map(|size| (seat, size))) {
            sound(self.spaces.on_board(seat, size) == 0, "pieces of a seat that is not there")?;
        }
        Ok(())
    }

    fn check_stage(&self) -> Result<(), String> {
        let remaining = self.remaining();
        let mut bag = self.spaces.bag().ok_or("chips")?;
        let bare = !self.has_pieces();
        let unplaced = self.unplaced.is_none_or(|chip| matches!(self.stage, Stage::Over(_)) && bag.count(chip) > 0);
        sound(unplaced, "a chip in hand")?;
        match self.stage {
            Stage::Draft { by, hand } => {
                sound(remaining.contains(by) && remaining.len() > 1, "the seat that draws")?;
                sound(bag.take(hand) && bare, "chips and pieces in the draft")?;
                sound(self.first.is_some() == (bag.count(Chip::NEUTRAL) == 0), "who drew the neutral chip")
            }
            Stage::Start { ready } => {
                sound(bag.len() == 0 && bare && self.first.is_some(), "chips and pieces at the start")?;
                sound(remaining.len() > 1 && Seats::all(self.seats).contains_all(ready), "seats at the start")?;
                sound(!ready.contains_all(remaining), "a start that waits for no seat")
            }
            Stage::Play { turn } => {
                sound(bag.len() == 0 && self.first.is_some(), "chips in play")?;
                sound(remaining.contains(turn) && remaining.len() > 1, "the seat to move")?;
                sound(!Seat::all(self.seats).any(|seat| self.has_five_larges(seat)), "a win in a running match")
            }
            Stage::Over(Ending::FiveLarges(winner)) => sound(remaining.contains(winner), "a winner who is not there"),
            Stage::Over(Ending::AllLeft) => sound(remaining.is_empty(), "a player who is left"),
            Stage::Over(Ending::AllPassed | Ending::Stuck | Ending::Rounds | Ending::LastSeat) => {
                sound(!remaining.is_empty(), "no player is left")
            }
        }
    }
}
