//! The pace of a match: how much time its players have. Pure.

use engine::Span;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The shortest time that a pace names. A shorter one does not suit play by email and would keep the worker busy.
const LEAST: Span = Span::seconds(10);
/// The longest time that a pace names, and the longest that a turn can have.
const MAX: Span = Span::days(400);
/// The same where clocks pause on days off or at night. It bounds the days that the calendar has to look at.
const MAX_WITH_HOURS: Span = Span::days(100);

/// The time that a player has for a turn (the match clock). The time that a seat has saved up is its *reserve*.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields, expecting = "an object with a `kind`")]
#[schema(example = json!({"kind": "per-move", "time": "P3D"}))]
pub enum Pace {
    /// The same time for each move. The reserve is always zero.
    PerMove {
        /// The time for a move.
        #[schema(value_type = String, format = "duration", example = "P3D")]
        time: Span,
    },
    /// Fischer: unused time carries over, and each turn adds an increment, up to a limit.
    Fischer {
        /// The time at the start of the match.
        #[schema(value_type = String, format = "duration", example = "P3D")]
        initial: Span,
        /// The time that each turn adds when it ends.
        #[schema(value_type = String, format = "duration", example = "P3D")]
        increment: Span,
        /// The limit of the reserve.
        #[schema(value_type = String, format = "duration", example = "P3D")]
        cap: Span,
    },
    /// A free time for each move, and then a reserve for the whole match, which never grows.
    Bank {
        /// The free time for a move. Unused free time does not carry over.
        #[schema(value_type = String, format = "duration", example = "P3D")]
        time: Span,
        /// The reserve for the whole match.
        #[schema(value_type = String, format = "duration", example = "P3D")]
        reserve: Span,
    },
}

/// A pace that no match can have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{field}: {why}")]
pub struct BadPace {
    /// The field of [`Pace`] that has to change.
    pub field: &'static str,
    /// What would be right.
    pub why: String,
}

impl Pace {
    /// Checks a pace that a match is created with; `has_hours` if its clocks pause on days off or at night. The error says
    /// what is right.
    ///
    /// Each time is 10 seconds to 400 days, and so is the longest time of a turn; with hours 100 days. The time of a turn under
    /// a pace that passed is never zero, and never more than that, unless it is extended.
    pub fn check(self, has_hours: bool) -> Result<(), BadPace> {
        let (longest, when) =
            if has_hours { (MAX_WITH_HOURS, " in a match with days off or nights") } else { (MAX, "") };
        let in_range = |field, time| {
            let why = || format!("expected a time from {LEAST} to {longest}{when}");
            insist((LEAST..=longest).contains(&time), field, why)
        };
        match self {
            Pace::PerMove { time } => in_range("time", time),
            Pace::Fischer { initial, increment, cap } => {
                in_range("initial", initial)?;
                in_range("increment", increment)?;
                in_range("cap", cap)?;
                let why = || format!("expected a time of at most {cap}, the value of `cap`");
                insist(initial <= cap, "initial", why)?;
                insist(increment <= cap, "increment", why)
            }
            Pace::Bank { time, reserve } => {
                in_range("time", time)?;
                in_range("reserve", reserve)?;
                let why = || format!("expected `time` and `reserve` of at most {longest} together{when}");
                insist(plus(time, reserve) <= longest, "reserve", why)
            }
        }
    }

    /// Returns the reserve of a seat when the match starts.
    pub fn at_start(self) -> Span {
        match self {
            Pace::PerMove { .. } => Span(0),
            Pace::Fischer { initial, .. } => initial,
            Pace::Bank { reserve, .. } => reserve,
        }
    }

    /// Returns the time for a turn that begins with this reserve.
    pub fn allowed(self, reserve: Span) -> Span {
        match self {
            Pace::PerMove { time } => time,
            Pace::Fischer { .. } => reserve,
            Pace::Bank { time, .. } => plus(time, reserve),
        }
    }

    /// Returns the time for an answer outside the own turns of a seat. It does not depend on the reserve and leaves it as it is.
    pub fn for_an_answer(self) -> Span {
        match self {
            Pace::PerMove { time } | Pace::Bank { time, .. } => time,
            Pace::Fischer { increment, .. } => increment,
        }
    }

    /// Returns the reserve after a turn that began with the reserve `reserve` and ended with the time `left` unused.
    ///
    /// `left` may be more than the turn had when it began, because an extension was agreed: an extension is used first, and
    /// nothing of it is kept.
    pub fn after_turn(self, reserve: Span, left: Span) -> Span {
        let kept = left.min(reserve);
        match self {
            Pace::PerMove { .. } => Span(0),
            Pace::Fischer { increment, cap, .. } => plus(kept, increment).min(cap),
            Pace::Bank { .. } => kept,
        }
    }

    /// Returns the pace for people, without a full stop: `1 day for each move, and a reserve of 10 days for the whole match`.
    pub fn in_words(self) -> String {
        match self {
            Pace::PerMove { time } => format!("{} per move", time.in_words()),
            Pace::Fischer { initial, increment, cap } => {
                let [initial, increment, cap] = [initial, increment, cap].map(Span::in_words);
                format!("{initial} at the start, plus {increment} after each move, up to {cap}")
            }
            Pace::Bank { time, reserve } => {
                let [time, reserve] = [time, reserve].map(Span::in_words);
                format!("{time} per move, plus a reserve of {reserve} for the whole match")
            }
        }
    }
}

fn plus(one: Span, other: Span) -> Span {
    Span(one.0.saturating_add(other.0))
}

fn insist(holds: bool, field: &'static str, why: impl FnOnce() -> String) -> Result<(), BadPace> {
    if holds { Ok(()) } else { Err(BadPace { field, why: why() }) }
}
