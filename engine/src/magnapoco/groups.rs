//! Groups of stones and their comparison.

use std::cmp::Ordering;

use super::field::Spaces;
use super::{Ending, Magnapoco};
use crate::game::Outcome;
use crate::seat::Seat;

/// The names of the sides, by seat.
pub(super) const SIDES: [&str; 2] = ["White", "Black"];

impl Magnapoco {
    /// True if the stones of the seat are fewer than two groups (C4, C5).
    pub(super) fn is_one_group(&self, seat: Seat) -> bool {
        let stones = self.stones[seat.index()];
        stones.nth(0).is_none_or(|first| self.field().board.region(first, stones) == stones)
    }

    /// The seat's groups, in the order of their first spaces.
    pub(super) fn regions(&self, seat: Seat) -> Vec<Spaces> {
        let stones = self.stones[seat.index()];
        let mut left: Spaces = stones;
        let mut regions = Vec::new();
        while let Some(first) = left.nth(0) {
            let group = self.field().board.region(first, stones);
            regions.push(group);
            left = left - group;
        }
        regions
    }

    /// The sizes of the seat's groups, the smallest first; equal sizes stand there as often as they occur (C9).
    pub(super) fn groups(&self, seat: Seat) -> Vec<u32> {
        let mut sizes: Vec<u32> = self.regions(seat).iter().map(Spaces::len).collect();
        sizes.sort_unstable();
        sizes
    }

    /// The comparison of the two lists of groups, and the first place, counted from 1, at which they differ.
    pub(super) fn compared(&self) -> (Ordering, usize) {
        compare(&self.groups(Seat(0)), &self.groups(Seat(1)))
    }

    /// The result of a full board (C8, C10).
    pub(super) fn counted(&self) -> Outcome {
        let (order, place) = self.compared();
        let ranks = match order {
            Ordering::Greater => vec![1, 2],
            Ordering::Less => vec![2, 1],
            Ordering::Equal => vec![1, 1],
        };
        let verdict = match order {
            Ordering::Equal => "The groups are the same: the match is drawn".to_owned(),
            Ordering::Greater => format!("White wins by the {} groups", ordinal(place)),
            Ordering::Less => format!("Black wins by the {} groups", ordinal(place)),
        };
        Outcome { ranks, scores: None, reason: format!("The board is full. {}. {verdict}.", self.lists()) }
    }

    /// The spaces of the groups that decided the match, and what they are.
    pub(super) fn decided(&self) -> Option<(Spaces, String)> {
        match self.ending? {
            Ending::OneGroup(seat) => {
                let words = format!("Green rings mark the stones of {}: they are one group.", SIDES[seat.index()]);
                Some((self.stones[seat.index()], words))
            }
            Ending::Left(_) => None,
            Ending::Full => {
                let (order, place) = self.compared();
                let at_place = |seat: u8| {
                    let mut regions = self.regions(Seat(seat));
                    regions.sort_by_key(Spaces::len);
                    regions.get(place - 1).copied()
                };
                let (white, black) = (at_place(0), at_place(1));
                let size = |group: Option<Spaces>| group.map_or(0, |group| group.len());
                let words = format!(
                    "Green rings mark the {} groups, which decided: White {}, Black {}.",
                    ordinal(place),
                    size(white),
                    size(black)
                );
                let marked = white.unwrap_or_default() | black.unwrap_or_default();
                (order != Ordering::Equal).then_some((marked, words))
            }
        }
    }

    /// `White 1, 2, 2; Black 1, 1, 2`.
    pub(super) fn lists(&self) -> String {
        [0, 1].map(|seat| format!("{} {}", SIDES[seat], listed(&self.groups(Seat(seat as u8))))).join("; ")
    }
}

/// `1, 2, 2`.
pub(super) fn listed(sizes: &[u32]) -> String {
    sizes.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

fn ordinal(place: usize) -> String {
    match place {
        1 => "smallest".to_owned(),
        2 => "second smallest".to_owned(),
        3 => "third smallest".to_owned(),
        place => format!("{place}th smallest"),
    }
}

/// Smallest with smallest, second smallest with second smallest, and so on; the larger one wins. A group that is
/// missing counts as size 0, so that of two lists one of which begins with the other the longer one wins (C8).
pub(super) fn compare(one: &[u32], other: &[u32]) -> (Ordering, usize) {
    let size = |sizes: &[u32], place: usize| sizes.get(place).copied().unwrap_or(0);
    let places = one.len().max(other.len());
    let differs = (0..places).find(|&place| size(one, place) != size(other, place));
    differs.map_or((Ordering::Equal, places), |place| (size(one, place).cmp(&size(other, place)), place + 1))
}
