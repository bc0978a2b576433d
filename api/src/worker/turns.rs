//! The order in which computer players move: the matches of each person in turn.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::{Duration, Instant};

use crate::db::computers::AwaitedRow;
use crate::ids::UserId;

/// The number of computer players whose moves are in work at a time; fewer think.
const MAX_IN_WORK: usize = 16;
/// The same for the matches of one person.
const MAX_OF_A_PERSON: usize = 2;
/// The maximum number of computer players that wait for their turn; others are found by a later look.
const MAX_WAITING: usize = 1000;
/// The pause after a move that failed.
const PAUSE: Duration = Duration::from_secs(60);

/// The seats of computer players that are awaited.
#[derive(Debug, Default)]
pub(super) struct Turns {
    /// Those that wait, by the person who is responsible for the match.
    waiting: HashMap<UserId, VecDeque<AwaitedRow>>,
    /// The people with seats that wait, in the order of their turns.
    order: VecDeque<UserId>,
    in_work: Vec<AwaitedRow>,
    /// Those whose move failed, with the time at which they are looked at again.
    failed: HashMap<AwaitedRow, Instant>,
    /// All of them.
    known: HashSet<AwaitedRow>,
}

impl Turns {
    /// Adds a seat, unless it is known.
    pub(super) fn add(&mut self, row: AwaitedRow) {
        let waiting = self.known.len() - self.in_work.len() - self.failed.len();
        if waiting >= MAX_WAITING || !self.known.insert(row) {
            return;
        }
        let of_person = self.waiting.entry(row.person).or_default();
        if of_person.is_empty() {
            self.order.push_back(row.person);
        }
        of_person.push_back(row);
    }

    /// The next seat to move for; none while as many as possible are in work.
    pub(super) fn next(&mut self) -> Option<AwaitedRow> {
        if self.in_work.len() >= MAX_IN_WORK {
            return None;
        }
        let has_room =
            |person: &UserId| self.in_work.iter().filter(|row| row.person == *person).count() < MAX_OF_A_PERSON;
        let at = self.order.iter().position(has_room)?;
        let person = self.order.remove(at)?;
        let of_person = self.waiting.get_mut(&person)?;
        let row = of_person.pop_front()?;
        if of_person.is_empty() {
            self.waiting.remove(&person);
        } else {
            self.order.push_back(person);
        }
        self.in_work.push(row);
        Some(row)
    }

    /// Notes that a seat has moved. It may be awaited again.
    pub(super) fn done(&mut self, row: AwaitedRow) {
        self.in_work.retain(|other| *other != row);
        self.known.remove(&row);
    }

    /// Notes that the move of a seat failed: it is not looked at for a while.
    pub(super) fn failed(&mut self, row: AwaitedRow, now: Instant) {
        self.in_work.retain(|other| *other != row);
        self.failed.insert(row, now + PAUSE);
    }

    /// Lets seats be looked at again whose move failed a while ago.
    pub(super) fn forgive(&mut self, now: Instant) {
        let known = &mut self.known;
        self.failed.retain(|row, until| {
            let rests = *until > now;
            if !rests {
                known.remove(row);
            }
            rests
        });
    }
}

#[cfg(test)]
mod tests {
    use engine::Seat;
    use uuid::Uuid;

    use super::*;
    use crate::ids::MatchId;

    fn row(person: u128, number: u128) -> AwaitedRow {
        AwaitedRow {
            match_id: MatchId(Uuid::from_u128(person << 64 | number)),
            user_id: UserId(Uuid::from_u128(7)),
            seat: Seat(1),
            person: UserId(Uuid::from_u128(person)),
        }
    }

    #[test]
    fn the_matches_of_each_person_have_their_turns() {
        let mut turns = Turns::default();
        (0..40).for_each(|number| turns.add(row(1 + number % 2, number)));
        turns.add(row(3, 0));
        turns.add(row(3, 0));
        let mut begun: Vec<_> = std::iter::from_fn(|| turns.next()).collect();
        assert_eq!(begun.iter().map(|row| row.person.0.as_u128()).collect::<Vec<_>>(), [1, 2, 3, 1, 2]);
        turns.done(begun[3]);
        turns.add(row(4, 0));
        begun.extend(std::iter::from_fn(|| turns.next()));
        assert_eq!(begun[5..].iter().map(|row| row.person.0.as_u128()).collect::<Vec<_>>(), [1, 4]);
    }

    #[test]
    fn a_seat_whose_move_failed_holds_up_no_other_and_is_tried_again() {
        let (mut turns, now) = (Turns::default(), Instant::now());
        (0..3).for_each(|number| turns.add(row(1, number)));
        let (first, second) = (turns.next().unwrap(), turns.next().unwrap());
        assert_eq!(turns.next(), None);
        turns.failed(first, now);
        assert_eq!(turns.next(), Some(row(1, 2)));
        turns.done(second);
        turns.add(first);
        assert_eq!(turns.next(), None);
        turns.forgive(now + PAUSE);
        turns.add(first);
        assert_eq!(turns.next(), Some(first));
    }
}
