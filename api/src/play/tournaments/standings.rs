//! The order of a group, from the results of its matches. Pure.

use std::cmp::Reverse;

use chrono::{DateTime, Utc};

use super::results::SeatResult;
use crate::db::words::PairingState;

/// A point, as a number that all shares of points divide: a match has up to six sides.
pub const POINT: i64 = 120;
/// Half a point, divided by the number of the other sides, is a whole number.
const HALF: i64 = POINT / 2;

/// A player of a group.
#[derive(Clone, Copy, Default, Debug)]
pub struct Member {
    /// When the player withdrew, if so.
    pub withdrawn_at: Option<DateTime<Utc>>,
}

/// A match of a group.
#[derive(Clone, Debug)]
pub struct Game {
    /// The players by seat, as places in the list of members.
    pub players: Vec<usize>,
    /// The state.
    pub state: PairingState,
    /// The result of each seat; empty while there is none.
    pub results: Vec<SeatResult>,
    /// When it ended.
    pub done_at: Option<DateTime<Utc>>,
}

/// A player in the order of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The place in the list of members.
    pub member: usize,
    /// The place in the order, from 1; those who are equal share it. None if the results of the player do not count.
    pub place: Option<usize>,
    /// The points, in parts of [`POINT`].
    pub points: i64,
    /// The number of matches with a result.
    pub played: usize,
    /// The number of all matches.
    pub matches: usize,
    /// The number of matches in which the time of the player expired.
    pub forfeits: usize,
    /// By which those with equal points are ordered: the points against each other, if all have met.
    pub direct: i64,
    /// Then by Sonneborn-Berger: the points of those who were beaten, and half of those who were equal.
    pub sonneborn_berger: i64,
}

/// The match as far as it counts: each player who counts with the side and its rank.
struct Counted {
    players: Vec<(usize, u8, u8)>,
    /// The number of sides.
    sides: i64,
}

impl Counted {
    /// `None` for a match without a result that counts. `sides` are those of its seats.
    fn new(game: &Game, sides: &[u8], members: &[Member], counts: &[bool]) -> Option<Counted> {
        let seats = game.players.iter().zip(sides);
        let ranked = |rank: &dyn Fn(usize, u8) -> u8| -> Vec<(usize, u8, u8)> {
            let all = seats.clone().enumerate().map(|(seat, (player, side))| (*player, *side, rank(seat, *side)));
            all.filter(|(player, ..)| counts[*player]).collect()
        };
        let players = match game.state {
            PairingState::Over => ranked(&|seat, _| game.results.get(seat).map_or(u8::MAX, |result| result.rank)),
            // Who has withdrawn loses.
            PairingState::CalledOff => {
                let has_left = |of: u8| {
                    let mut withdrawn = seats.clone().filter(|(player, _)| members[**player].withdrawn_at.is_some());
                    withdrawn.any(|(player, side)| *side == of && counts[*player])
                };
                ranked(&|_, side| if has_left(side) { 2 } else { 1 })
            }
            PairingState::Waiting | PairingState::Playing | PairingState::Void | PairingState::Unfinished => {
                return None;
            }
        };
        let mut sides: Vec<u8> = players.iter().map(|(_, side, _)| *side).collect();
        sides.sort_unstable();
        sides.dedup();
        (sides.len() > 1).then_some(Counted { players, sides: sides.len() as i64 })
    }

    /// What a win against one side is worth, halved.
    fn half(&self) -> i64 {
        HALF / (self.sides - 1)
    }

    /// Twice what a side with this rank wins against one with that rank.
    fn won(rank: u8, other: u8) -> i64 {
        match rank.cmp(&other) {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        }
    }

    /// The points of a player with this side and rank.
    fn points(&self, side: u8, rank: u8) -> i64 {
        let mut others: Vec<(u8, u8)> = self.players.iter().map(|(_, side, rank)| (*side, *rank)).collect();
        others.sort_unstable();
        others.dedup_by_key(|(side, _)| *side);
        others
            .into_iter()
            .filter(|(other, _)| *other != side)
            .map(|(_, other)| self.half() * Counted::won(rank, other))
            .sum()
    }

    /// Calls `meet` for each player and each opponent with what the one has won against the other.
    fn each_meeting(&self, mut meet: impl FnMut(usize, usize, i64)) {
        for (player, side, rank) in &self.players {
            for (other, _, other_rank) in self.players.iter().filter(|(_, other, _)| other != side) {
                meet(*player, *other, self.half() * Counted::won(*rank, *other_rank));
            }
        }
    }
}

/// Returns whether the results of a player count: not if the player withdrew before half of the matches were played.
fn counts(member: usize, members: &[Member], games: &[Game]) -> bool {
    let Some(withdrawn_at) = members[member].withdrawn_at else { return true };
    let own = games.iter().filter(|game| game.players.contains(&member) && game.state != PairingState::Void);
    let (mut all, mut played) = (0, 0);
    for game in own {
        all += 1;
        let is_before = game.done_at.is_some_and(|at| at < withdrawn_at);
        played += usize::from(game.state == PairingState::Over && is_before);
    }
    2 * played >= all
}

/// The order of a group, the first one first. `sides` are those of the seats of its matches.
pub fn standings(members: &[Member], games: &[Game], sides: &[u8]) -> Vec<Placed> {
    let counts: Vec<bool> = (0..members.len()).map(|member| counts(member, members, games)).collect();
    let counted: Vec<Counted> = games.iter().filter_map(|game| Counted::new(game, sides, members, &counts)).collect();
    let mut placed: Vec<Placed> = (0..members.len()).map(|member| of_member(member, games)).collect();
    for game in &counted {
        for (player, side, rank) in &game.players {
            placed[*player].points += game.points(*side, *rank);
        }
    }
    for game in games.iter().filter(|game| game.state == PairingState::Unfinished) {
        for (player, result) in game.players.iter().zip(&game.results) {
            placed[*player].points += if result.rank == 1 && counts[*player] { HALF } else { 0 };
        }
    }
    let points: Vec<i64> = placed.iter().map(|one| one.points).collect();
    let mut met = vec![vec![false; members.len()]; members.len()];
    for game in &counted {
        game.each_meeting(|player, other, won| {
            placed[player].sonneborn_berger += won * points[other];
            met[player][other] = true;
        });
    }
    for player in 0..members.len() {
        let tied: Vec<usize> =
            (0..members.len()).filter(|other| counts[*other] && points[*other] == points[player]).collect();
        let all_met = tied.iter().all(|one| tied.iter().all(|other| one == other || met[*one][*other]));
        if all_met {
            for game in &counted {
                game.each_meeting(|one, other, won| {
                    placed[player].direct += if one == player && tied.contains(&other) { won } else { 0 };
                });
            }
        }
    }
    let key = |one: &Placed| {
        (!counts[one.member], Reverse(one.points), Reverse(one.direct), Reverse(one.sonneborn_berger), one.forfeits)
    };
    placed.sort_by_key(key);
    for at in 0..placed.len() {
        let is_equal = at > 0 && key(&placed[at]) == key(&placed[at - 1]);
        placed[at].place = if !counts[placed[at].member] {
            None
        } else if is_equal {
            placed[at - 1].place
        } else {
            Some(at + 1)
        };
    }
    placed
}

fn of_member(member: usize, games: &[Game]) -> Placed {
    let own = games.iter().filter_map(|game| {
        let seat = game.players.iter().position(|player| *player == member)?;
        Some((game.state, game.results.get(seat)))
    });
    let own: Vec<_> = own.collect();
    Placed {
        member,
        place: None,
        points: 0,
        played: own.iter().filter(|(state, _)| *state == PairingState::Over).count(),
        matches: own.len(),
        forfeits: own.iter().filter(|(_, result)| result.is_some_and(|result| result.forfeited)).count(),
        direct: 0,
        sonneborn_berger: 0,
    }
}

/// Points in words: `4`, `4½`, `3⅓`; fractions with other parts as decimals.
pub fn in_words(points: i64) -> String {
    let (whole, part) = (points / POINT, points % POINT);
    let sign = match part {
        0 => "",
        30 => "¼",
        40 => "⅓",
        60 => "½",
        80 => "⅔",
        90 => "¾",
        _ => return format!("{:.1}", points as f64 / POINT as f64),
    };
    if whole == 0 && part > 0 { sign.to_owned() } else { format!("{whole}{sign}") }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    fn at(hours: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::hours(hours)
    }

    fn game(players: &[usize], ranks: &[u8]) -> Game {
        let results = ranks.iter().map(|rank| SeatResult { rank: *rank, forfeited: false }).collect();
        Game { players: players.to_vec(), state: PairingState::Over, results, done_at: Some(at(1)) }
    }

    fn in_state(players: &[usize], state: PairingState) -> Game {
        Game { players: players.to_vec(), state, results: Vec::new(), done_at: None }
    }

    /// The place of each member and the points in words, in the order of the group.
    fn order(members: &[Member], games: &[Game], sides: &[u8]) -> Vec<(usize, Option<usize>, String)> {
        standings(members, games, sides).iter().map(|one| (one.member, one.place, in_words(one.points))).collect()
    }

    const ALL: [Member; 4] = [Member { withdrawn_at: None }; 4];

    #[test]
    fn of_equal_points_those_against_each_other_decide_then_sonneborn_berger() {
        // 0 and 1 have two points; 1 beat 0.
        let games = [
            game(&[1, 0], &[1, 2]),
            game(&[0, 2], &[1, 2]),
            game(&[0, 3], &[1, 2]),
            game(&[1, 2], &[1, 2]),
            game(&[3, 1], &[1, 2]),
            game(&[2, 3], &[1, 1]),
        ];
        let found = order(&ALL, &games, &[0, 1]);
        assert_eq!(
            found,
            [(1, Some(1), "2".into()), (0, Some(2), "2".into()), (3, Some(3), "1½".into()), (2, Some(4), "½".into())]
        );
        // Three in a circle who have won once against each other and once against the last: nothing tells them apart.
        let circle = [game(&[0, 1], &[1, 2]), game(&[1, 2], &[1, 2]), game(&[2, 0], &[1, 2])];
        let with_last =
            [&circle[..], &[game(&[0, 3], &[1, 2]), game(&[1, 3], &[1, 2]), game(&[2, 3], &[1, 2])]].concat();
        let places: Vec<_> = order(&ALL, &with_last, &[0, 1]).into_iter().map(|(_, place, _)| place).collect();
        assert_eq!(places, [Some(1), Some(1), Some(1), Some(4)]);
        // Who was away is behind.
        let mut away = with_last.clone();
        away[0].results[1].forfeited = true;
        assert_eq!(order(&ALL, &away, &[0, 1])[2], (1, Some(3), "2".into()));
        // Those who have not met all are told apart by whom they have beaten.
        let open = [game(&[0, 2], &[1, 2]), game(&[1, 3], &[1, 2]), game(&[2, 3], &[1, 2])];
        let found = order(&ALL, &open, &[0, 1]);
        assert_eq!((found[0].0, found[0].1), (0, Some(1)), "2, whom 0 has beaten, has a point: {found:?}");
    }

    #[test]
    fn at_larger_tables_a_result_is_the_share_of_sides_beaten() {
        let found = order(&ALL, &[game(&[0, 1, 2], &[1, 2, 2])], &[0, 1, 2]);
        assert_eq!(found[..3], [(0, Some(1), "1".into()), (1, Some(2), "¼".into()), (2, Some(2), "¼".into())]);
        // Two against two: each of a side has its result.
        let found = order(&ALL, &[game(&[3, 1, 0, 2], &[2, 1, 2, 1])], &[0, 1, 0, 1]);
        assert_eq!(found[..2], [(1, Some(1), "1".into()), (2, Some(1), "1".into())]);
    }

    #[test]
    fn who_withdraws_early_does_not_count_and_who_withdraws_late_loses_the_rest() {
        let mut members = ALL;
        members[3].withdrawn_at = Some(at(2));
        // One of three was played.
        let games = [
            game(&[3, 0], &[1, 2]),
            in_state(&[3, 1], PairingState::CalledOff),
            in_state(&[2, 3], PairingState::CalledOff),
            game(&[0, 1], &[1, 2]),
        ];
        let found = order(&members, &games, &[0, 1]);
        assert_eq!(
            found,
            [(0, Some(1), "1".into()), (1, Some(2), "0".into()), (2, Some(2), "0".into()), (3, None, "0".into())]
        );
        // Two of three.
        let games = [game(&[3, 0], &[1, 2]), game(&[3, 1], &[1, 2]), in_state(&[2, 3], PairingState::CalledOff)];
        let found = order(&members, &games, &[0, 1]);
        assert_eq!(found[..2], [(3, Some(1), "2".into()), (2, Some(2), "1".into())]);
        // Of three at a table the two others are equal.
        let games = [game(&[0, 1, 3], &[2, 3, 1]), in_state(&[1, 2, 3], PairingState::CalledOff)];
        let found = order(&members, &games, &[0, 1, 2]);
        assert_eq!(found[..3], [(3, Some(1), "1".into()), (1, Some(2), "¾".into()), (2, Some(2), "¾".into())]);
        // A match that ended after the withdrawal was resigned: it was not played.
        let mut late = game(&[3, 0], &[2, 1]);
        late.done_at = Some(at(3));
        let games = [late, in_state(&[1, 3], PairingState::CalledOff)];
        assert_eq!(order(&members, &games, &[0, 1])[3], (3, None, "0".into()));
    }

    #[test]
    fn what_is_unfinished_at_the_end_is_half_a_point_for_those_who_still_play() {
        let mut unfinished = game(&[0, 1, 2], &[1, 1, 2]);
        unfinished.state = PairingState::Unfinished;
        let found = order(&ALL, &[unfinished, in_state(&[0, 3, 1], PairingState::Void)], &[0, 1, 2]);
        assert_eq!(found[..3], [(0, Some(1), "½".into()), (1, Some(1), "½".into()), (2, Some(3), "0".into())]);
    }
}
