//! Who plays and who has won, in words.

use engine::{Names, Outcome, Page, Seat};

use super::clean::name;
use super::letter::Table;
use super::words::called;

/// `Anna (Red)`, a name a seat.
pub(super) fn names(table: &Table) -> Names {
    Names(table.players.iter().map(|player| format!("{} ({})", name(&player.name), player.chair.name)).collect())
}

/// A line for each player.
pub(super) fn players(table: &Table, page: &Page) -> Vec<String> {
    let you = page.you.map(Seat::index);
    let line = |(seat, name)| if Some(seat) == you { format!("{name}, you") } else { name };
    names(table).0.into_iter().enumerate().map(line).collect()
}

/// The board knows chairs, the story people.
pub(super) fn who_is_who(table: &Table, page: &Page) -> String {
    let you = page.you.map(Seat::index);
    let each = table.players.iter().enumerate().map(|(seat, player)| {
        if Some(seat) == you {
            format!("you are {}", player.chair.name)
        } else {
            format!("{} is {}", name(&player.name), player.chair.name)
        }
    });
    let mut words = each.collect::<Vec<_>>().join(", ");
    if words.starts_with("you") {
        words.replace_range(..1, "Y");
    }
    format!("{words}.")
}

/// How it ended for the reader.
pub(super) fn verdict(table: &Table, page: &Page) -> String {
    let called = called(&table.game, &table.title);
    let reader = name(&table.reader);
    let over = format!("{called} is over, {reader}");
    let (Some(outcome), Some(you)) = (&page.outcome, page.you) else { return format!("{over}.") };
    let Some((&rank, you)) = outcome.ranks.get(you.index()).zip(table.players.get(you.index())) else {
        return format!("{over}.");
    };
    let mut sides: Vec<u8> = table.players.iter().map(|player| player.chair.side).collect();
    sides.sort_unstable();
    sides.dedup();
    let beside = outcome.ranks.iter().zip(&table.players).filter(|(other, _)| **other == rank);
    let shared = beside.clone().any(|(_, player)| player.chair.side != you.chair.side);
    let team = table.players.iter().filter(|player| player.chair.side == you.chair.side).count() > 1;
    let how = match (rank, shared) {
        (1, false) if team => "your side has won".to_owned(),
        (1, false) => "you have won".to_owned(),
        (1, true) if outcome.ranks.iter().all(|rank| *rank == 1) => "nobody has won".to_owned(),
        (1, true) => "you share the first place".to_owned(),
        (rank, true) => format!("you share place {rank} of {}", sides.len()),
        (rank, false) => format!("you took place {rank} of {}", sides.len()),
    };
    format!("{over}: {how}.")
}

/// The players by rank, with their scores if the game has scores.
pub(super) fn ranking(table: &Table, page: &Page, outcome: &Outcome) -> Vec<String> {
    let names = players(table, page);
    let mut rows: Vec<(u8, usize)> =
        outcome.ranks.iter().copied().enumerate().map(|(seat, rank)| (rank, seat)).collect();
    rows.sort_unstable();
    rows.into_iter()
        .filter_map(|(rank, seat)| {
            let score = outcome.scores.as_ref().and_then(|scores| scores.get(seat));
            let points = score.map_or_else(String::new, |score| format!(", score {score}"));
            Some(format!("Place {rank}: {}{points}", names.get(seat)?))
        })
        .collect()
}
