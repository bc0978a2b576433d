//! A tournament as pages, emails and the API show it: its groups with their orders and matches.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use super::results::{SeatResult, results};
use super::standings::{self, Game, Member, Placed};
use super::tournament::Tournament;
use crate::brief::clean::name;
use crate::db::entries::{self, EntryRow};
use crate::db::pairings::{self, PairingRow};
use crate::db::tournaments::TournamentRow;
use crate::db::words::{PairingState, TournamentFormat};
use crate::db::{Connection, tournaments};
use crate::ids::{TournamentId, UserId};
use crate::play::matches::chairs;
use crate::play::{Match, Result};

/// The matches of a ladder are shown for this time after their end.
const RECENT: TimeDelta = TimeDelta::days(30);
/// The letters of a name in a crosstable.
const NAME: usize = 20;

/// A tournament with all that is known of it.
pub struct Shown {
    /// The tournament.
    pub tournament: Tournament,
    /// Those who have entered, in that order.
    pub entries: Vec<EntryRow>,
    /// The groups; none before the start.
    pub groups: Vec<Group>,
    /// The next edition, if there is one yet.
    pub next: Option<TournamentRow>,
    /// The matches of a ladder that are played or have ended lately, the newest first.
    pub challenges: Vec<PlayedRow>,
}

/// A group of a tournament.
pub struct Group {
    /// The number, from 1.
    pub number: u8,
    /// Its players in their order.
    pub order: Vec<Line>,
    /// Its matches.
    pub played: Vec<PlayedRow>,
    /// The number of seats of a match.
    seats: u8,
}

/// A player in the order of a group.
pub struct Line {
    /// The player.
    pub person: EntryRow,
    /// The place, with points and what decides between equal ones.
    pub placed: Placed,
}

/// A match of a group.
pub struct PlayedRow {
    /// As it is stored.
    pub row: PairingRow,
    /// The result of each seat; empty while there is none.
    pub results: Vec<SeatResult>,
}

impl Shown {
    /// A tournament as it stands.
    pub async fn read(connection: &mut Connection, id: TournamentId, now: DateTime<Utc>) -> Result<Shown> {
        let tournament = Tournament::get(connection, id).await?;
        let entries = entries::list(connection, id).await?;
        let is_ladder = tournament.row.format == TournamentFormat::Ladder;
        let rows = match is_ladder {
            true => pairings::recent(connection, id, now - RECENT).await?,
            false => pairings::list(connection, id).await?,
        };
        let mut played = Vec::new();
        for row in rows {
            let results = results(row.results.as_deref())?;
            played.push(PlayedRow { row, results });
        }
        let next = tournaments::next(connection, id).await?;
        if is_ladder {
            return Ok(Shown { tournament, entries, groups: Vec::new(), next, challenges: played });
        }
        let mut of_group: BTreeMap<u8, Vec<PlayedRow>> = BTreeMap::new();
        for one in played {
            of_group.entry(one.row.division).or_default().push(one);
        }
        let chairs = chairs::of(tournament.rules, tournament.row.seats, &tournament.row.options)?;
        let sides: Vec<u8> = chairs.iter().map(|chair| chair.side).collect();
        let groups =
            of_group.into_iter().map(|(number, played)| Group::new(number, &entries, played, &sides)).collect();
        Ok(Shown { tournament, entries, groups, next, challenges: Vec::new() })
    }

    /// The players of a ladder in their order.
    pub fn ladder(&self) -> Vec<&EntryRow> {
        order(&self.entries)
    }

    /// The entry of a person, if there is one.
    pub fn entry(&self, user: UserId) -> Option<&EntryRow> {
        self.entries.iter().find(|entry| entry.user_id == user)
    }

    /// The group of a person, once there are groups.
    pub fn group_of(&self, user: UserId) -> Option<&Group> {
        self.groups.iter().find(|group| group.line_of(user).is_some())
    }
}

impl Group {
    fn new(number: u8, entries: &[EntryRow], played: Vec<PlayedRow>, sides: &[u8]) -> Group {
        let people: Vec<&EntryRow> = entries.iter().filter(|entry| entry.division == Some(number)).collect();
        let members: Vec<Member> = people.iter().map(|entry| Member { withdrawn_at: entry.withdrawn_at }).collect();
        let place = |user: &UserId| people.iter().position(|entry| entry.user_id == *user);
        let game = |one: &PlayedRow| Game {
            players: one.row.people.iter().filter_map(place).collect(),
            state: one.row.state,
            results: one.results.clone(),
            done_at: one.row.done_at,
        };
        let games: Vec<Game> = played.iter().map(game).collect();
        let placed = standings::standings(&members, &games, sides).into_iter();
        let order = placed.map(|placed| Line { person: people[placed.member].clone(), placed }).collect();
        Group { number, order, played, seats: sides.len() as u8 }
    }

    /// The line of a person.
    pub fn line_of(&self, user: UserId) -> Option<&Line> {
        self.order.iter().find(|line| line.person.user_id == user)
    }

    /// True if its matches are for two, so that each player has a cell for each other one.
    pub fn is_cross(&self) -> bool {
        self.seats == 2
    }

    /// The match of two players of a group whose matches are for two, and the seat of the first.
    pub fn between(&self, one: UserId, other: UserId) -> Option<(&PlayedRow, usize)> {
        let others = self.played.iter().filter(|_| one != other);
        others.into_iter().find_map(|played| {
            let seat = |user| played.row.people.iter().position(|person| *person == user);
            Some((played, seat(one)?)).filter(|_| seat(other).is_some())
        })
    }

    /// The matches of a player in their order, and the seat of the player.
    pub fn of(&self, user: UserId) -> impl Iterator<Item = (&PlayedRow, usize)> {
        self.played
            .iter()
            .filter_map(move |played| Some((played, played.row.people.iter().position(|person| *person == user)?)))
    }

    /// The group as a table of text, at most 76 columns wide: a cell for each other player, or the ranks at larger tables.
    pub fn to_text(&self) -> String {
        let numbers: String = match self.is_cross() {
            true => (1..=self.order.len()).map(|number| format!("{number:>3}")).collect(),
            false => " ".repeat(3 * self.order.first().map_or(0, |line| line.placed.matches)),
        };
        let mut text = format!("   {:NAME$}{numbers} {:>6} {:>5}\n", "", "Points", "Place");
        for (at, line) in self.order.iter().enumerate() {
            let place = line.placed.place.map_or_else(String::new, |place| place.to_string());
            let short: String = name(&line.person.name).chars().take(NAME).collect();
            let points = standings::in_words(line.placed.points);
            let cells: String = if self.is_cross() {
                let cell = |(column, other): (usize, &Line)| {
                    let cell = if column == at { "\\" } else { self.cell(line, other) };
                    format!("{cell:>3}")
                };
                self.order.iter().enumerate().map(cell).collect()
            } else {
                let cell = |(played, seat): (&PlayedRow, usize)| format!("{:>3}", played.cell(seat));
                self.of(line.person.user_id).map(cell).collect()
            };
            text.push_str(&format!("{:>2} {short:NAME$}{cells} {points:>6} {place:>5}\n", at + 1));
        }
        text
    }

    fn cell(&self, one: &Line, other: &Line) -> &'static str {
        let found = self.between(one.person.user_id, other.person.user_id);
        found.map_or("", |(played, seat)| played.cell(seat))
    }
}

impl PlayedRow {
    /// What became of the match for this seat, in one sign: a point, a half or none in a match of two; the rank at a larger table.
    pub fn cell(&self, seat: usize) -> &'static str {
        match self.row.state {
            PairingState::Waiting => ".",
            PairingState::Playing => "*",
            PairingState::Void | PairingState::CalledOff => "-",
            PairingState::Unfinished => "½",
            PairingState::Over if self.row.people.len() > 2 => match self.results.get(seat).map(|result| result.rank) {
                Some(1) => "1",
                Some(2) => "2",
                Some(3) => "3",
                Some(4) => "4",
                Some(5) => "5",
                Some(_) => "6",
                None => "?",
            },
            PairingState::Over => {
                let is_best = |result: &SeatResult| result.rank == 1;
                match (
                    self.results.get(seat).is_some_and(is_best),
                    self.results.iter().filter(|one| is_best(one)).count(),
                ) {
                    (true, 1) => "1",
                    (true, _) => "½",
                    (false, _) => "0",
                }
            }
        }
    }

    /// The same in words.
    pub fn in_words(&self, seat: usize) -> String {
        match self.row.state {
            PairingState::Waiting => "not started".to_owned(),
            PairingState::Playing => "running".to_owned(),
            PairingState::Void => "no result".to_owned(),
            PairingState::CalledOff => "not played".to_owned(),
            PairingState::Unfinished => "unfinished".to_owned(),
            PairingState::Over if self.row.people.len() > 2 => format!("rank {}", self.cell(seat)),
            PairingState::Over => match self.cell(seat) {
                "1" => "won".to_owned(),
                "0" => "lost".to_owned(),
                _ => "drawn".to_owned(),
            },
        }
    }
}

/// The signs of a table, in a sentence.
pub const SIGNS: &str = "1, \u{bd} and 0: won, drawn, lost; * running; . not started; - no result.";
/// The same for larger tables.
pub const RANKS: &str = "Numbers are ranks; * running; . not started; - no result.";

/// The name of the tournament of a match, if it belongs to one.
pub async fn name_of(connection: &mut Connection, m: &Match) -> Result<Option<(TournamentId, String)>> {
    let Some(id) = m.tournament() else { return Ok(None) };
    Ok(tournaments::name(connection, id).await?.map(|name| (id, name)))
}

/// The players of a ladder in their order.
pub(super) fn order(entered: &[EntryRow]) -> Vec<&EntryRow> {
    let mut placed: Vec<&EntryRow> = entered.iter().filter(|entry| entry.place.is_some()).collect();
    placed.sort_by_key(|entry| entry.place);
    placed
}
