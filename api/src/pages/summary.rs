//! A match in a list of a page: its picture, its players, the time, the result, as its reader may know them.

use chrono::{DateTime, TimeDelta, Utc};
use engine::{Outcome, Rules, Seat};

use super::Result;
use crate::brief::span;
use crate::db::Connection;
use crate::db::lists::SummaryRow;
use crate::db::tables::{self, TableRow};
use crate::ids::{MatchId, UserId};
use crate::play::matches::title::{of_players, together};
use crate::play::matches::{chairs, deadline};
use crate::play::{Phase, Player};

/// A match in a list.
pub(super) struct Summary {
    pub(super) id: MatchId,
    /// The name, or the players.
    pub(super) title: String,
    /// The path of the picture: of the position, or before the start of the game.
    pub(super) picture: String,
    pub(super) phase: Phase,
    /// True if it is the reader's turn.
    pub(super) awaited: bool,
    /// True if the reader has a seat.
    pub(super) seated: bool,
    /// The reader's deadline, if any.
    pub(super) deadline: Option<DateTime<Utc>>,
    /// The game, the players, the time, in short words.
    pub(super) facts: String,
    /// What a calendar calls the reader's turn: `Magma, Spring cup: your move against Bo`.
    pub(super) your_move: String,
    pub(super) turn: u32,
    /// The result in few words, once the match is over.
    pub(super) result: Option<String>,
}

/// The name of a game, or its id if this server does not have it any more.
pub(super) fn game_name(id: &str) -> &str {
    engine::game(id).map_or(id, |rules| rules.info().name)
}

/// Orders matches by deadline; those without one come last.
pub(super) fn sort_by_deadline(matches: &mut [Summary]) {
    matches.sort_by_key(|one| (one.deadline.is_none(), one.deadline));
}

/// The rows of lists for a reader, in their order.
pub(super) async fn of_rows(
    connection: &mut Connection,
    rows: Vec<SummaryRow>,
    reader: Option<UserId>,
    now: DateTime<Utc>,
) -> Result<Vec<Summary>> {
    let tables = tables::of(connection, &rows).await?;
    // Matches are never deleted: each row has its table.
    let around = rows.into_iter().filter_map(|row| tables.get(&row.id).map(|table| Around { row, table, reader }));
    Ok(around.map(|one| one.summary(now)).collect())
}

fn your_move(game: &str, name: &str, opponents: Option<&str>) -> String {
    let name = if name == game { String::new() } else { format!(", {name}") };
    let opponents = opponents.map(|words| format!(" {words}")).unwrap_or_default();
    format!("{game}{name}: your move{opponents}")
}

/// A match with its table, for a reader.
struct Around<'a> {
    row: SummaryRow,
    table: &'a TableRow,
    reader: Option<UserId>,
}

impl Around<'_> {
    fn summary(self, now: DateTime<Utc>) -> Summary {
        let Around { row, table, .. } = &self;
        let (pace, deadline) = deadline::in_list(&row.clock, &row.clocks, row.seat, &row.vacations, &row.outages);
        let pace = || pace.map_or_else(|| "no clock".to_owned(), deadline::Pace::in_words);
        let game = game_name(&row.game);
        let opponents = self.opponents();
        let your_move = your_move(game, &row.name, opponents.as_deref());
        let players = of_players(&row.name, game, row.phase, &table.players.0);
        let (title, opponents) = match (players, opponents) {
            (None, opponents) => (row.name.clone(), opponents),
            (Some(_), Some(opponents)) if row.seat.is_some() => (format!("{game} {opponents}"), None),
            (Some(players), _) => (format!("{game}: {players}"), None),
        };
        let seats = [opponents, self.level(), self.colour()].into_iter().flatten().collect::<Vec<_>>().join(", ");
        let mut facts = vec![if title.starts_with(game) { String::new() } else { game.to_owned() }, seats];
        let (id, public_line) = (row.id, table.public_line.unwrap_or_default());
        let mut picture = format!("/matches/{id}/thumb.png?line={public_line}");
        match row.phase {
            Phase::Open | Phase::Cancelled => {
                facts.extend([format!("{} of {} players", row.players, row.seats), pace()]);
                facts.extend(row.rated.map(|_| "rated".to_owned()));
                picture = format!("/games/{}/thumb.png", row.game);
            }
            Phase::Running => {
                facts.extend(match deadline {
                    Some(at) if at > now => Some(format!("{} left", span(at - now))),
                    Some(_) => Some("your time has expired".to_owned()),
                    None => row.seat.is_none().then(pace),
                });
                let verb = if public_line > 0 { "moved" } else { "started" };
                facts.extend(table.moved_at.map(|at| match now - at {
                    just if just < TimeDelta::minutes(1) => format!("{verb} just now"),
                    before => format!("{verb} {} ago", span(before)),
                }));
            }
            Phase::Over => {
                facts.push(if table.turn == 1 { "1 turn".to_owned() } else { format!("{} turns", table.turn) });
                facts.extend(row.ended_at.map(|at| format!("ended {}", at.format("%-d %B %Y"))));
            }
        }
        facts.retain(|fact| !fact.is_empty());
        Summary {
            id,
            title,
            picture,
            facts: capital(&facts.join(" \u{b7} ")),
            your_move,
            turn: table.turn,
            result: self.result(),
            phase: row.phase,
            awaited: row.awaited,
            seated: row.seat.is_some() || self.reader_joined(),
            deadline,
        }
    }

    /// Before the start no one has a seat.
    fn reader_joined(&self) -> bool {
        self.table.players.0.iter().any(|player| Some(player.id) == self.reader)
    }

    /// `against Bo`, `against the computer`, `with Bo, Cy and 2 others`; none if there is no other player.
    fn opponents(&self) -> Option<String> {
        let others: Vec<&Player> =
            self.table.players.0.iter().filter(|player| Some(player.id) != self.reader).collect();
        let is_for_two = self.row.seats == 2 && self.reader_joined();
        match (&others[..], is_for_two) {
            ([], _) => None,
            ([Player { computer: Some(_), .. }], true) => Some("against the computer".to_owned()),
            ([one], true) => Some(format!("against {}", one.name)),
            (_, _) => Some(format!("with {}", together(others))),
        }
    }

    /// `you are White`, once the seats are known.
    fn colour(&self) -> Option<String> {
        let verb = if self.row.phase == Phase::Over { "were" } else { "are" };
        Some(format!("you {verb} {}", self.chair(self.row.seat?)?))
    }

    /// `level Easy`, of the computer players, if all have one.
    fn level(&self) -> Option<String> {
        let mut levels = self.table.players.0.iter().filter_map(|player| player.computer);
        let first = levels.next().filter(|_| self.reader_joined())?;
        levels.all(|level| level == first).then(|| format!("level {}", first.name()))
    }

    fn chair(&self, seat: Seat) -> Option<String> {
        let rules: &dyn Rules = engine::edition(&self.row.game, self.table.edition)?;
        let chairs = chairs::of(rules, self.row.seats, &self.row.options).ok()?;
        Some(chairs.get(seat.index())?.name.clone())
    }

    /// `won 41 : 36`, `lost`, `draw`, `place 2 of 3`; for one who did not play `Bo won`.
    fn result(&self) -> Option<String> {
        let outcome: Outcome = serde_json::from_str(self.table.outcome.as_deref()?).ok()?;
        let won = |seat: usize| Placed::of(&outcome, seat) == Some(Placed::Won);
        let first = (0..outcome.ranks.len()).find(|seat| won(*seat));
        let (own, words) = match (self.row.seat, first) {
            (Some(seat), _) => (seat.index(), Placed::of(&outcome, seat.index())?.words()),
            (None, None) => (0, "draw".to_owned()),
            (None, Some(first)) => {
                let all = (0u8..).zip(&outcome.ranks).filter(|(_, rank)| **rank == 1).map(|(seat, _)| Seat(seat));
                let player = |seat| self.table.players.0.iter().find(|player| player.seat == Some(seat));
                let names: Vec<&Player> = all.filter_map(player).collect();
                let name = if names.is_empty() { self.chair(Seat(first as u8))? } else { together(names) };
                (first, format!("{name} won"))
            }
        };
        Some(words + &score(&outcome, own).unwrap_or_default())
    }
}

/// The score of a match for two from this seat, if it agrees with the result: who resigns may have more points.
fn score(outcome: &Outcome, own: usize) -> Option<String> {
    let other = 1_usize.checked_sub(own)?;
    let (scores, ranks) = (outcome.scores.as_ref().filter(|scores| scores.len() == 2)?, &outcome.ranks);
    let agrees = scores[own].cmp(&scores[other]) == ranks.get(other)?.cmp(ranks.get(own)?);
    agrees.then(|| format!(" {} : {}", scores[own], scores[other]))
}

/// What a match was for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Placed {
    Won,
    Lost,
    Drawn,
    /// The place, and the number of places, of more than two.
    At(u8, u8),
}

impl Placed {
    /// None for a result that does not name the seat.
    pub(super) fn of(outcome: &Outcome, seat: usize) -> Option<Placed> {
        let (rank, last) = (*outcome.ranks.get(seat)?, *outcome.ranks.iter().max()?);
        Some(match (rank, last) {
            (1, 1) => Placed::Drawn,
            (1, _) => Placed::Won,
            (_, 2) => Placed::Lost,
            (rank, last) => Placed::At(rank, last),
        })
    }

    fn words(self) -> String {
        match self {
            Placed::Won => "won".to_owned(),
            Placed::Lost => "lost".to_owned(),
            Placed::Drawn => "draw".to_owned(),
            Placed::At(rank, last) => format!("place {rank} of {last}"),
        }
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(ranks: &[u8], scores: Option<&[i32]>) -> Outcome {
        Outcome { ranks: ranks.to_vec(), scores: scores.map(<[i32]>::to_vec), reason: String::new() }
    }

    #[test]
    fn a_score_is_told_only_if_it_agrees_with_the_result() {
        let told = |ranks: &[u8], scores: Option<&[i32]>, own| score(&outcome(ranks, scores), own);
        assert_eq!(told(&[1, 2], Some(&[41, 36]), 0).as_deref(), Some(" 41 : 36"));
        assert_eq!(told(&[1, 2], Some(&[41, 36]), 1).as_deref(), Some(" 36 : 41"));
        assert_eq!(told(&[1, 1], Some(&[7, 7]), 0).as_deref(), Some(" 7 : 7"));
        // The leader has resigned.
        assert_eq!(told(&[2, 1], Some(&[41, 36]), 0), None);
        assert_eq!(told(&[1, 2], Some(&[0, 0]), 0), None);
        for (ranks, scores) in [(&[1, 2][..], None), (&[1, 1], Some(&[][..])), (&[1, 2, 3], Some(&[3, 2, 1]))] {
            assert_eq!(told(ranks, scores, 2.min(ranks.len() - 1)), None);
        }
    }

    #[test]
    fn the_place_of_a_seat_is_that_of_its_side() {
        let of = |ranks: &[u8], seat| Placed::of(&outcome(ranks, None), seat).map(Placed::words);
        assert_eq!(of(&[1, 2], 1).as_deref(), Some("lost"));
        assert_eq!(of(&[1, 2, 1, 2], 2).as_deref(), Some("won"));
        assert_eq!(of(&[1, 1, 1], 0).as_deref(), Some("draw"));
        assert_eq!(of(&[3, 1, 2], 2).as_deref(), Some("place 2 of 3"));
        assert_eq!(of(&[], 0), None);
    }
}
