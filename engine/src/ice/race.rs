//! How far the seats have come in the race for five large pyramids, for computer opponents.

use smallvec::SmallVec;

use super::chips::{Chip, Color};
use super::field::{Cells, MAX_CELLS};
use super::public::Public;
use super::spaces::{STASH, Size};
use crate::board::Cell;
use crate::seat::Seat;

/// The turns that a step onto a closed space is taken to cost: it may open by then.
const CLOSED: usize = 3;

/// The turns to a chip that is too far away, or is not placed yet.
const FAR: usize = 8;

/// The most turns that a pyramid is taken to need.
const MAX_TURNS: usize = 32;

/// The turns that a seat without a large pyramid loses before it can spawn.
const NO_SPAWNER: usize = 4;

/// The score of a turn less.
const TURN: usize = 8;

/// The number of turns in which a pyramid on each space becomes what it is to be.
type Turns = [u8; MAX_CELLS];

impl Public {
    /// The score of the seat so far: the fewer turns it needs for five large pyramids, the more.
    pub(super) fn score_so_far(&self, seat: Seat) -> i32 {
        let max = MAX_TURNS * usize::from(STASH);
        (TURN * max.saturating_sub(self.turns_to_win(seat))) as i32
    }

    /// An estimate of the number of turns in which the seat, undisturbed, has five large pyramids on the board.
    fn turns_to_win(&self, seat: Seat) -> usize {
        let open = self.open_to(seat);
        let chips =
            |value| Chip::new(Color::for_seat(seat), value).map_or(Cells::EMPTY, |chip| self.spaces.with_chip(chip));
        let [ones, twos, threes] = [1, 2, 3].map(chips);
        let medium = self.turns_to(threes, |_| 1, open, FAR);
        let small = self.turns_to(twos, |two| 1 + medium[two.index()], open, 2 * FAR);
        let spawned = ones.iter().map(|one| 1 + small[one.index()]).min().unwrap_or(3 * FAR as u8);

        let mut turns: SmallVec<[usize; 16]> = SmallVec::new();
        for (size, left) in [(Size::Small, &small), (Size::Medium, &medium), (Size::Large, &[0; MAX_CELLS])] {
            for cell in self.spaces.standing(seat, size).iter() {
                let count = usize::from(self.spaces.count(seat, size, cell));
                turns.extend(std::iter::repeat_n(usize::from(left[cell.index()]), count));
            }
        }
        turns.sort_unstable();
        let on_board: usize = turns.iter().take(STASH.into()).sum();
        let missing = usize::from(STASH).saturating_sub(turns.len());
        if missing == 0 {
            return on_board;
        }
        let to_one = self.turns_to(ones, |_| 0, open, FAR);
        let larges = self.spaces.standing(seat, Size::Large);
        let spawner = larges.iter().map(|large| usize::from(to_one[large.index()])).min().unwrap_or(NO_SPAWNER);
        on_board + spawner + missing * usize::from(spawned)
    }

    /// For each space the fewest turns, `far` at most, in which a pyramid comes from there to one of the goals, by steps or from the
    /// neutral chip, with the turns that are needed at the goal.
    fn turns_to(&self, goals: Cells, at_goal: impl Fn(Cell) -> u8, open: Cells, far: usize) -> Turns {
        let board = &self.field().board;
        let neutral = self.spaces.neutral().map_or(Cells::EMPTY, Cells::just);
        let mut turns = [far as u8; MAX_CELLS];
        let mut reached = [Cells::EMPTY; MAX_TURNS];
        for goal in goals.iter() {
            reached[usize::from(at_goal(goal)).min(far)].insert(goal);
        }
        let mut done = Cells::EMPTY;
        for now in 0..far {
            let new = reached[now] - done;
            if new.is_empty() {
                continue;
            }
            done |= new;
            new.iter().for_each(|cell| turns[cell.index()] = now as u8);
            let (free, closed) = (new & open, new - open);
            reached[now + 1] |= board.adjacent_to_any(free);
            reached[now + CLOSED] |= board.adjacent_to_any(closed);
            if !free.is_empty() {
                reached[now + 1] |= neutral;
            }
        }
        turns
    }
}
