//! The draw of a tournament: the groups, and who meets whom on which seat. Pure.

use engine::Dice;

/// A match of a group: its players, counted from 0, by seat.
pub(super) type Table = Vec<usize>;

/// The fewest and the most players of a group, and the fewest of a tournament.
const LEAST: usize = 5;
const MOST: usize = 10;
const LEAST_OF_ALL: usize = 4;
/// How often the search for balanced tables begins again, and its steps each time.
const STARTS: usize = 12;
const STEPS: usize = 3000;

/// The number of entries with which a tournament can start.
pub(super) fn least_entries(seats: u8) -> usize {
    LEAST_OF_ALL.max(seats.into())
}

/// The sizes of the groups for so many people, which differ by one at most: 5 to 10 each, but for fewer people than that.
pub(super) fn group_sizes(people: usize, seats: u8) -> Vec<usize> {
    let least = LEAST.max(seats.into());
    let count = people.div_ceil(MOST).min((people / least).max(1));
    (0..count).map(|at| people / count + usize::from(at < people % count)).collect()
}

/// The people of all groups in their order for the next edition: the last so many of a group change places with the first so many of the group
/// below.
pub(super) fn promoted<T: Clone>(groups: &[Vec<T>], up: usize, down: usize) -> Vec<T> {
    let split = |at: usize| {
        let group = &groups[at];
        let top = if at == 0 { 0 } else { up.min(group.len()) };
        let bottom = if at + 1 == groups.len() { 0 } else { down.min(group.len() - top) };
        (&group[..top], &group[top..group.len() - bottom], &group[group.len() - bottom..])
    };
    let mut order = Vec::new();
    for at in 0..groups.len() {
        if at > 0 {
            order.extend_from_slice(split(at - 1).2);
        }
        order.extend_from_slice(split(at).1);
        if at + 1 < groups.len() {
            order.extend_from_slice(split(at + 1).0);
        }
    }
    order
}

/// The matches of a group in the order in which they begin. Of two players each pair meets once, and each has the first seat as often as the
/// second, or once more or less. At larger tables each plays as often as the others; how often two meet differs as little as the search finds.
pub(super) fn tables(people: usize, seats: u8, dice: &mut Dice) -> Vec<Table> {
    let mut order: Vec<usize> = (0..people).collect();
    dice.shuffle(&mut order);
    let drawn = if seats == 2 { in_circle(people) } else { seated(balanced(people, seats.into(), dice), people, dice) };
    drawn.into_iter().map(|table| table.into_iter().map(|player| order[player]).collect()).collect()
}

/// Everybody meets everybody, by the circle method: one player keeps the place, the others move on by one each round.
fn in_circle(people: usize) -> Vec<Table> {
    let places = people + people % 2;
    let last = places - 1;
    let mut tables = Vec::new();
    for round in 0..last {
        let fixed = if round % 2 == 0 { [last, round] } else { [round, last] };
        let others = (1..places / 2).map(|step| {
            let (one, other) = ((round + step) % last, (round + last - step) % last);
            if step % 2 == 1 { [one, other] } else { [other, one] }
        });
        // Who meets the last place of an odd number of people has no match in this round.
        let played = std::iter::once(fixed).chain(others).filter(|table| table.iter().all(|player| *player < people));
        tables.extend(played.map(Vec::from));
    }
    tables
}

/// The number of matches of each player: as few as are equal for all and let each meet each about once, and sit on each seat.
fn matches_each(people: usize, seats: usize) -> usize {
    let common = (1..=seats).rev().find(|number| people.is_multiple_of(*number) && seats.is_multiple_of(*number));
    let step = seats / common.unwrap_or(1);
    (people - 1).div_ceil(seats - 1).max(seats).next_multiple_of(step)
}

/// How often each of some pairs occurs, with the sum of the squares: it is least where the numbers are most alike.
struct Counts {
    numbers: Vec<Vec<i64>>,
    cost: i64,
}

impl Counts {
    fn new(rows: usize, columns: usize) -> Counts {
        Counts { numbers: vec![vec![0; columns]; rows], cost: 0 }
    }

    fn add(&mut self, row: usize, column: usize, by: i64) {
        let number = &mut self.numbers[row][column];
        self.cost += (*number + by).pow(2) - number.pow(2);
        *number += by;
    }

    /// Counts the meetings of a player with others.
    fn meet(&mut self, player: usize, others: impl Iterator<Item = usize>, by: i64) {
        for other in others {
            self.add(player.min(other), player.max(other), by);
        }
    }
}

/// The least sum of squares of so many numbers with this sum.
fn least_cost(sum: i64, numbers: i64) -> i64 {
    let (each, more) = (sum / numbers, sum % numbers);
    more * (each + 1).pow(2) + (numbers - more) * each.pow(2)
}

/// Tables at which each plays equally often. Two players of different tables change places as long as that makes the meetings no less alike.
fn balanced(people: usize, seats: usize, dice: &mut Dice) -> Vec<Table> {
    let each = matches_each(people, seats);
    let meetings = people * each * (seats - 1) / 2;
    let least = least_cost(meetings as i64, (people * (people - 1) / 2) as i64);
    let mut best: Option<(i64, Vec<Table>)> = None;
    for _ in 0..STARTS {
        let mut tables = dealt(people, seats, each, dice);
        let mut met = Counts::new(people, people);
        for table in &tables {
            for (at, player) in table.iter().enumerate() {
                met.meet(*player, table[at + 1..].iter().copied(), 1);
            }
        }
        for _ in 0..STEPS {
            if met.cost == least {
                return tables;
            }
            change_places(&mut tables, &mut met, dice);
        }
        if best.as_ref().is_none_or(|(cost, _)| met.cost < *cost) {
            best = Some((met.cost, tables));
        }
    }
    best.map(|(_, tables)| tables).unwrap_or_default()
}

/// Deals the seats of all tables: each is for those who have most of their matches left.
fn dealt(people: usize, seats: usize, each: usize, dice: &mut Dice) -> Vec<Table> {
    let mut left = vec![each; people];
    (0..people * each / seats)
        .map(|_| {
            let mut players: Vec<usize> = (0..people).collect();
            dice.shuffle(&mut players);
            players.sort_by_key(|player| std::cmp::Reverse(left[*player]));
            players.truncate(seats);
            players.iter().for_each(|player| left[*player] -= 1);
            players
        })
        .collect()
}

/// Lets two players of two tables change places, unless the meetings are less alike then.
fn change_places(tables: &mut [Table], met: &mut Counts, dice: &mut Dice) {
    let mut below = |count: usize| dice.below(count as u32) as usize;
    let (a, b) = (below(tables.len()), below(tables.len()));
    let (i, j) = (below(tables[a].len()), below(tables[b].len()));
    let (one, other) = (tables[a][i], tables[b][j]);
    if tables[a].contains(&other) || tables[b].contains(&one) {
        return;
    }
    let before = met.cost;
    let turn = |met: &mut Counts, tables: &[Table], by: i64| {
        let rest = |table: usize, seat: usize| {
            tables[table].iter().enumerate().filter(move |(at, _)| *at != seat).map(|(_, player)| *player)
        };
        met.meet(one, rest(a, i), -by);
        met.meet(other, rest(a, i), by);
        met.meet(other, rest(b, j), -by);
        met.meet(one, rest(b, j), by);
    };
    turn(met, tables, 1);
    if met.cost > before {
        turn(met, tables, -1);
    } else {
        (tables[a][i], tables[b][j]) = (other, one);
    }
}

/// The same tables with the players on such seats that each has each seat about equally often.
fn seated(mut tables: Vec<Table>, people: usize, dice: &mut Dice) -> Vec<Table> {
    let seats = tables.first().map_or(0, Vec::len);
    let mut sat = Counts::new(people, seats.max(1));
    for table in &tables {
        table.iter().enumerate().for_each(|(seat, player)| sat.add(*player, seat, 1));
    }
    let each = (tables.len() * seats).checked_div(people).unwrap_or(0);
    let least = people as i64 * least_cost(each as i64, seats.max(1) as i64);
    for _ in 0..STARTS * STEPS {
        if sat.cost == least {
            break;
        }
        let at = dice.below(tables.len() as u32) as usize;
        let (i, j) = (dice.below(seats as u32) as usize, dice.below(seats as u32) as usize);
        let (one, other) = (tables[at][i], tables[at][j]);
        let before = sat.cost;
        let turn = |sat: &mut Counts, by: i64| {
            sat.add(one, i, -by);
            sat.add(one, j, by);
            sat.add(other, j, -by);
            sat.add(other, i, by);
        };
        turn(&mut sat, 1);
        if sat.cost > before {
            turn(&mut sat, -1);
        } else {
            tables[at].swap(i, j);
        }
    }
    tables
}

#[cfg(test)]
mod tests {
    use engine::Seed;

    use super::*;

    /// The difference between the most and the fewest.
    fn spread(numbers: impl Iterator<Item = usize> + Clone) -> usize {
        numbers.clone().max().unwrap_or(0) - numbers.min().unwrap_or(0)
    }

    #[test]
    fn groups_are_of_equal_size_and_hold_at_least_a_table() {
        for seats in 2..=6 {
            for people in least_entries(seats)..=200 {
                let sizes = group_sizes(people, seats);
                assert_eq!(sizes.iter().sum::<usize>(), people);
                assert!(spread(sizes.iter().copied()) <= 1, "{people}: {sizes:?}");
                let most = if people < 2 * LEAST.max(seats.into()) { people } else { MOST + 1 };
                let least = LEAST.max(seats.into()).min(people);
                assert!(sizes.iter().all(|size| (least..=most).contains(size)), "{people} at {seats}: {sizes:?}");
            }
        }
        assert_eq!(group_sizes(10, 2), [10]);
        assert_eq!(group_sizes(23, 2), [8, 8, 7]);
    }

    #[test]
    fn the_last_of_a_group_change_places_with_the_first_of_the_next() {
        let groups = [vec![1, 2, 3, 4, 5], vec![6, 7, 8, 9, 10], vec![11, 12, 13, 14]];
        assert_eq!(promoted(&groups, 2, 2), [1, 2, 3, 6, 7, 4, 5, 8, 11, 12, 9, 10, 13, 14]);
        assert_eq!(promoted(&groups, 1, 0), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
        assert_eq!(promoted(&groups[..1], 2, 3), [1, 2, 3, 4, 5]);
        assert!(promoted::<u8>(&[], 2, 3).is_empty());
    }

    #[test]
    fn in_a_group_of_two_at_a_table_each_meets_each_once() {
        for people in 4..=11 {
            let tables = tables(people, 2, &mut Dice::at(&Seed::new([7; 32]), 1));
            let mut pairs: Vec<_> =
                tables.iter().map(|table| (table[0].min(table[1]), table[0].max(table[1]))).collect();
            pairs.sort_unstable();
            let all: Vec<_> = (0..people).flat_map(|one| (one + 1..people).map(move |other| (one, other))).collect();
            assert_eq!(pairs, all);
            for player in 0..people {
                let on = |seat: usize| tables.iter().filter(|table| table[seat] == player).count();
                assert!(on(0).abs_diff(on(1)) <= 1, "{people}: {player} {} {}", on(0), on(1));
            }
        }
    }

    /// As balanced as the table of the design: meetings and seats.
    #[test]
    fn larger_tables_are_balanced() {
        for seats in 3..=6 {
            for people in (LEAST.max(seats)..=MOST + 1).chain([seats.max(LEAST_OF_ALL)]) {
                let tables = tables(people, seats as u8, &mut Dice::at(&Seed::new([3; 32]), 1));
                let met = |one: usize, other: usize| {
                    tables.iter().filter(|table| table.contains(&one) && table.contains(&other)).count()
                };
                let pairs: Vec<usize> = (0..people)
                    .flat_map(|one| (one + 1..people).map(move |other| (one, other)))
                    .map(|(a, b)| met(a, b))
                    .collect();
                let played = (0..people).map(|player| tables.iter().filter(|table| table.contains(&player)).count());
                assert_eq!(spread(played), 0, "{people} at {seats}");
                assert!(pairs.iter().all(|count| *count > 0), "{people} at {seats}: {pairs:?}");
                let allowed = if seats <= 4 { 1 } else { 2 };
                assert!(spread(pairs.iter().copied()) <= allowed, "{people} at {seats}: {pairs:?}");
                for player in 0..people {
                    let on = |seat: usize| tables.iter().filter(|table| table[seat] == player).count();
                    assert!(spread((0..seats).map(on)) <= 2, "{people} at {seats}: {player}");
                }
                for table in &tables {
                    let mut players = table.clone();
                    players.sort_unstable();
                    players.dedup();
                    assert_eq!(players.len(), seats, "{table:?}");
                }
            }
        }
    }
}
