//! The terms of the match clock: what a match is created with, and pauses that all have agreed to since.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Calendar, Hours, Pace, Standing, Vacations};
use crate::play::{OnLapse, Refusal, Result};

/// The effect of vacations on the clocks of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum VacationRule {
    /// The vacation of a player stops that player's clock.
    #[default]
    Own,
    /// The vacation of any player stops all clocks.
    All,
    /// Vacations stop no clock.
    None,
}

/// The terms of the match clock.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The time of a player; `None` for a match without a clock.
    pub pace: Option<Pace>,
    /// The hours in which clocks run; `None` for all.
    pub hours: Option<Hours>,
    /// The effect of vacations.
    pub vacation: VacationRule,
    /// The pauses that all have agreed to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pauses: Vec<Standing>,
}

/// A refusal of terms: the field, and what is right.
pub type BadTerms = (&'static str, String);

impl Terms {
    /// Returns the terms of a new match, checked. Without a rule of vacations it is [`VacationRule::Own`], but where the rules have a
    /// timer, which knows no hours, vacations and pauses: there only [`VacationRule::None`] is possible.
    pub fn new(
        pace: Option<Pace>,
        hours: Option<Hours>,
        vacation: Option<VacationRule>,
        has_timer: bool,
    ) -> std::result::Result<Terms, BadTerms> {
        let with_timer = |field| (field, "The timer of these rules runs at all hours. Omit this field.".to_owned());
        if let Some(pace) = pace {
            pace.check(hours.is_some()).map_err(|why| ("clock", why.to_string()))?;
        }
        if let Some(hours) = &hours {
            hours.check().map_err(|why| ("hours", why.to_string()))?;
        }
        if has_timer && hours.is_some() {
            return Err(with_timer("hours"));
        }
        if has_timer && vacation.is_some_and(|rule| rule != VacationRule::None) {
            return Err(with_timer("vacation"));
        }
        let usual = if has_timer { VacationRule::None } else { VacationRule::Own };
        Ok(Terms { pace, hours, vacation: vacation.unwrap_or(usual), pauses: Vec::new() })
    }

    /// Returns the terms as they are stored.
    pub(in crate::play) fn to_json(&self) -> Result<String> {
        serde_json::to_string(self).map_err(|why| Refusal::Broken(format!("terms of a match clock: {why}")))
    }

    /// Returns when the clock of a player runs, with the vacations of the player and those of all, and the times in which no server was
    /// alive. The clocks of answers outside of own turns pause at the vacations of all alike: it must not show who is asked.
    pub fn calendar<'a>(
        &self,
        own: Option<&'a Vacations>,
        all: impl Iterator<Item = &'a Vacations>,
        is_answer: bool,
        outages: &[Standing],
    ) -> Calendar {
        let vacations: Vec<Standing> = match self.vacation {
            VacationRule::None => Vec::new(),
            VacationRule::Own if !is_answer => own.into_iter().flat_map(Vacations::standing).collect(),
            VacationRule::Own | VacationRule::All => all.flat_map(Vacations::standing).collect(),
        };
        let standing = vacations.into_iter().chain(self.pauses.iter().copied()).chain(outages.iter().copied());
        Calendar::new(self.hours.clone(), standing)
    }

    /// Returns the terms in words, a sentence or two each: the pace and what happens when the time is over, the hours, and the rule of
    /// vacations if it is not the usual one.
    pub fn in_words(&self, on_lapse: OnLapse) -> Vec<String> {
        let pace = |pace: Pace| match pace {
            Pace::PerMove { .. } => format!("{}, then {}", pace.in_words(), consequence(on_lapse)),
            Pace::Fischer { .. } | Pace::Bank { .. } => {
                format!("{}. When your time expires, {}", pace.in_words(), consequence(on_lapse))
            }
        };
        let mut lines = vec![self.pace.map_or_else(|| "No clock: take the time that you need".to_owned(), pace)];
        lines.extend(self.hours.as_ref().map(Hours::in_words));
        lines.extend(match self.vacation {
            VacationRule::Own => None,
            VacationRule::All => Some("All clocks pause while a player is on vacation".to_owned()),
            VacationRule::None => self.pace.map(|_| "Vacations do not pause the clock".to_owned()),
        });
        lines
    }
}

/// What happens when the time of a player is over, after "then".
fn consequence(on_lapse: OnLapse) -> &'static str {
    match on_lapse {
        OnLapse::Pass => "the turn passes if the rules allow it, and after three in a row you are out",
        OnLapse::Forfeit => "you are out",
        OnLapse::Replace => "your seat is offered to others for 7 days; you keep it if you move before it is taken",
    }
}
