//! The laws of results.

use std::collections::BTreeSet;

use super::{Law, Result, Trial, insist};
use crate::game::Cause;
use crate::seat::{Seat, Seats};

/// Checks that ranks count sides: 1 for the best, the same for equals, one more than the number of better sides.
pub(super) fn check(trial: &Trial<'_>) -> Result {
    let Some(outcome) = trial.status()?.outcome else { return Ok(()) };
    let chairs = &trial.setup.chairs;
    let wrong = || {
        format!(
            "{outcome:?} for sides {:?}, left {:?}",
            chairs.iter().map(|chair| chair.side).collect::<Vec<_>>(),
            trial.frame.left
        )
    };
    insist(outcome.ranks.len() == chairs.len() && !outcome.reason.is_empty(), Law::Ranks, wrong)?;
    insist(outcome.scores.as_ref().is_none_or(|scores| scores.len() == chairs.len()), Law::Ranks, wrong)?;
    let mut sides = std::collections::BTreeMap::new();
    for (chair, rank) in chairs.iter().zip(&outcome.ranks) {
        insist(sides.entry(chair.side).or_insert(*rank) == rank, Law::Ranks, wrong)?;
    }
    for rank in sides.values() {
        let better = sides.values().filter(|other| *other < rank).count();
        insist(usize::from(*rank) == better + 1, Law::Ranks, wrong)?;
    }
    let remains = |side: &u8| {
        (0..).zip(chairs).any(|(seat, chair)| chair.side == *side && !trial.frame.left.contains(Seat(seat)))
    };
    let worst_in = sides.iter().filter(|(side, _)| remains(side)).map(|(_, rank)| *rank).max();
    let gone: Vec<u8> = sides.iter().filter(|(side, _)| !remains(side)).map(|(_, rank)| *rank).collect();
    insist(gone.windows(2).all(|pair| pair[0] == pair[1]), Law::Leaving, wrong)?;
    insist(gone.iter().all(|rank| Some(*rank) > worst_in), Law::Leaving, wrong)?;
    // All sides can be out only by one act, when all their clocks ran out at one instant.
    let sides_in = sides.keys().filter(|side| remains(side)).count();
    let out_at_last = trial.log.iter().rev().take_while(|line| line.cause == Cause::Forfeit).count();
    insist(sides_in > 0 || out_at_last > 1, Law::Leaving, wrong)
}

/// Checks that an abandoned match is a draw of two sides or more, among them those of the seats that it waited for.
pub(super) fn check_draw(trial: &Trial<'_>, awaited: Seats) -> Result {
    let outcome = trial.status()?.outcome.ok_or((Law::Awaited, "abandoned without an outcome".to_owned()))?;
    let first: Seats = Seat::all(trial.frame.seats).filter(|seat| outcome.ranks[seat.index()] == 1).collect();
    let sides: BTreeSet<u8> = first.iter().map(|seat| trial.setup.chairs[seat.index()].side).collect();
    insist(sides.len() > 1 && first.contains_all(awaited), Law::Ranks, || {
        format!("abandoned while {awaited:?} were awaited: {outcome:?}")
    })
}
