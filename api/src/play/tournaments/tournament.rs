//! A tournament with its rules.

use chrono::{DateTime, TimeDelta, Utc};
use engine::{Rules, Setup};

use super::draw::least_entries;
use crate::db::Connection;
use crate::db::tournaments::{self, TournamentRow};
use crate::db::words::{TournamentFormat, TournamentPhase};
use crate::ids::TournamentId;
use crate::play::matches::deadline::{Pace, Terms};
use crate::play::{OnLapse, Refusal, Result};

/// A tournament ends at the latest so long after its start.
pub const SEASON: TimeDelta = TimeDelta::days(180);

/// How many places above the own one a player may challenge.
pub const REACH: i32 = 5;
/// The most matches of a player at a time.
pub(super) const AT_ONCE: usize = 3;
/// The same two play again after this time.
pub(super) const AGAIN: TimeDelta = TimeDelta::days(7);

/// A tournament with the rules of its game.
pub struct Tournament {
    /// As it is stored.
    pub row: TournamentRow,
    /// The newest rules.
    pub rules: &'static dyn Rules,
    /// The terms of the clocks of its matches.
    pub terms: Terms,
}

impl Tournament {
    /// The tournament with this id.
    pub async fn get(connection: &mut Connection, id: TournamentId) -> Result<Tournament> {
        let row = tournaments::find(connection, id).await?;
        Tournament::new(row.ok_or(Refusal::NotFound("tournament"))?)
    }

    /// A stored tournament. Refuses if this server does not know its game.
    pub fn new(row: TournamentRow) -> Result<Tournament> {
        let broken = |why: &dyn std::fmt::Display| Refusal::Broken(format!("tournament {}: {why}", row.id));
        let rules = engine::game(&row.game).ok_or_else(|| broken(&"unknown game"))?;
        let terms = serde_json::from_str(&row.clock).map_err(|why| broken(&why))?;
        Ok(Tournament { row, rules, terms })
    }

    /// Options and chairs of its matches.
    pub fn setup(&self) -> Result<Setup> {
        let options = serde_json::from_str(&self.row.options)
            .map_err(|why| Refusal::Broken(format!("tournament {}: {why}", self.row.id)))?;
        Ok(self.rules.setup(self.row.seats, &options)?)
    }

    /// The clock of its matches.
    pub fn pace(&self) -> Option<Pace> {
        self.terms.pace
    }

    /// The number of entries with which it can start.
    pub fn least_entries(&self) -> usize {
        match self.row.format {
            TournamentFormat::Groups => least_entries(self.row.seats),
            TournamentFormat::Ladder => 0,
        }
    }

    /// The time at which it ends at the latest, once it has started.
    pub fn ends_by(&self) -> Option<DateTime<Utc>> {
        match self.row.format {
            TournamentFormat::Groups => self.row.started_at.map(|at| at + SEASON),
            TournamentFormat::Ladder => None,
        }
    }

    /// What players should know of its matches and of the tournament, a line each.
    pub fn settings(&self) -> Result<Vec<String>> {
        let setup = self.setup()?;
        let mut lines = self.rules.in_words(self.row.seats, &setup.options);
        lines.extend(self.terms.in_words(OnLapse::Forfeit));
        if setup.rating.is_ok() {
            lines.push("Rated: the results change the ratings of the players".to_owned());
        }
        if self.row.format == TournamentFormat::Ladder {
            lines.extend(rules_of_ladders());
            return Ok(lines);
        }
        lines.push(match self.row.at_once {
            1 => "One match at a time".to_owned(),
            many => format!("At most {many} of your matches at a time: others begin as they end"),
        });
        let series = self.row.series;
        if series.repeats {
            lines.push("Repeated: another edition follows, and you are entered again unless you leave".to_owned());
        }
        if series.promoted + series.relegated > 0 {
            let (up, down) = (series.promoted, series.relegated);
            lines.push(format!("A league: for the next edition {up} of each group move up, and {down} down"));
        }
        lines.push("If you withdraw, your running matches are resigned".to_owned());
        lines.push(format!(
            "A match that has no result {} days after the start counts as half a point for those who still play",
            SEASON.num_days()
        ));
        Ok(lines)
    }

    /// What it waits for, or how it ended, in a sentence.
    pub fn state(&self) -> String {
        if self.row.format == TournamentFormat::Ladder {
            return match self.row.entry_count {
                1 => "One player.".to_owned(),
                count => format!("{count} players."),
            };
        }
        let (entered, least) = (self.row.entry_count, self.least_entries());
        match self.row.phase {
            TournamentPhase::Entry if entered < least as i64 => {
                format!("{entered} entered. It starts with at least {least}.")
            }
            TournamentPhase::Entry => format!("{entered} entered. It starts when entry closes."),
            TournamentPhase::Running => "It is being played.".to_owned(),
            TournamentPhase::Over => "It is over.".to_owned(),
            TournamentPhase::CalledOff => "It was called off.".to_owned(),
        }
    }
}

/// The rules of a ladder, a line each.
fn rules_of_ladders() -> [String; 5] {
    [
        format!("You may challenge players up to {REACH} places above you; the match begins at once"),
        "The challenged player has the first seat; a challenger who wins takes the other's place".to_owned(),
        format!(
            "At most {AT_ONCE} matches of a player at a time, and {} days between two matches of the same two",
            AGAIN.num_days()
        ),
        "A player who loses on time drops to the end".to_owned(),
        "If you leave, your running matches are resigned".to_owned(),
    ]
}
