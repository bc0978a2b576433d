//! Time as data: the rules never look at a clock.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use jiff::SpanRelativeTo;
use serde::{Deserialize, Serialize};

use crate::as_text::as_text;

/// Milliseconds since the start of the match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Moment(pub u64);

impl Moment {
    /// The moment this much later.
    #[must_use]
    pub fn plus(self, span: Span) -> Moment {
        Moment(self.0.saturating_add(span.0))
    }

    /// The time from `earlier` to this moment; none if it is not earlier.
    pub fn since(self, earlier: Moment) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }
}

/// The most days a jiff span holds, some 20,000 years; no [`Span`] that long is read.
const MAX_DAYS: i64 = 7_304_484;

/// A length of time in milliseconds. Written as an ISO 8601 duration of days, hours, minutes and seconds: `PT30S`, `P1DT12H`.
///
/// A day is 24 hours and a week 7 days; months and years are refused, because their length depends on the calendar.
///
/// ```
/// # use engine::Span;
/// assert_eq!("pt90s".parse::<Span>().unwrap().to_string(), "PT1M30S");
/// assert!("P1M".parse::<Span>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span(pub u64);

impl Span {
    /// This many seconds.
    pub const fn seconds(seconds: u64) -> Span {
        Span(seconds * 1000)
    }

    /// This many days of 24 hours.
    pub const fn days(days: u64) -> Span {
        Span::seconds(days * 86_400)
    }

    /// Half of it, rounded down to the millisecond.
    #[must_use]
    pub const fn half(self) -> Span {
        Span(self.0 / 2)
    }

    /// The rest of it after `part`; zero if `part` is longer.
    #[must_use]
    pub fn less(self, part: Span) -> Span {
        Span(self.0.saturating_sub(part.0))
    }

    /// The length for people, in the largest unit that divides it: `3 days`, `36 hours`, `90 seconds`.
    pub fn in_words(self) -> String {
        let units =
            [(86_400_000, "day"), (3_600_000, "hour"), (60_000, "minute"), (1000, "second"), (1, "millisecond")];
        let unit = units.into_iter().find(|(size, _)| self.0 >= *size && self.0.is_multiple_of(*size));
        let (size, name) = unit.unwrap_or((1000, "second"));
        let number = self.0 / size;
        format!("{number} {name}{}", if number == 1 { "" } else { "s" })
    }

    fn as_jiff(self) -> jiff::Span {
        // Longer than a jiff span can be: shown as the longest, for want of anything better.
        let days = i64::try_from(self.0 / 86_400_000).unwrap_or(MAX_DAYS).min(MAX_DAYS);
        let rest = (self.0 % 86_400_000) as i64;
        jiff::Span::new()
            .days(days)
            .hours(rest / 3_600_000)
            .minutes(rest / 60_000 % 60)
            .seconds(rest / 1000 % 60)
            .milliseconds(rest % 1000)
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.as_jiff(), f)
    }
}

/// A text that is no length of time in the sense of [`Span`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected an ISO 8601 duration in days, hours, minutes and seconds, such as P1D or PT30S")]
pub struct NoSpan;

impl FromStr for Span {
    type Err = NoSpan;

    fn from_str(text: &str) -> Result<Span, NoSpan> {
        // jiff also reads "2 days ago"; we accept the ISO form only.
        if !text.starts_with(['P', 'p']) {
            return Err(NoSpan);
        }
        let span: jiff::Span = text.parse().map_err(|_| NoSpan)?;
        if span.get_months() != 0 || span.get_years() != 0 || span.is_negative() {
            return Err(NoSpan);
        }
        let length = span.to_duration(SpanRelativeTo::days_are_24_hours()).map_err(|_| NoSpan)?;
        let span = u64::try_from(length.as_millis()).map(Span).map_err(|_| NoSpan)?;
        if span < Span::days(MAX_DAYS as u64) { Ok(span) } else { Err(NoSpan) }
    }
}

as_text!(Span);

impl schemars::JsonSchema for Span {
    fn schema_name() -> Cow<'static, str> {
        "Duration".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "format": "duration" })
    }

    fn inline_schema() -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_one_spelling_and_read_back() {
        for (text, span, printed) in [
            ("PT30S", Span::seconds(30), "PT30S"),
            ("P1D", Span::days(1), "P1D"),
            ("PT24H", Span::days(1), "P1D"),
            ("P1W", Span::days(7), "P7D"),
            ("P1DT12H0.5S", Span(129_600_500), "P1DT12H0.5S"),
            ("PT0S", Span(0), "PT0S"),
        ] {
            assert_eq!(text.parse(), Ok(span), "{text}");
            assert_eq!(span.to_string(), printed);
            assert_eq!(printed.parse(), Ok(span));
        }
    }

    #[test]
    fn durations_in_words_use_the_largest_unit_that_divides_them() {
        for (text, words) in [
            ("P1D", "1 day"),
            ("PT36H", "36 hours"),
            ("PT90S", "90 seconds"),
            ("PT1M", "1 minute"),
            ("PT0.5S", "500 milliseconds"),
            ("PT0S", "0 seconds"),
        ] {
            assert_eq!(text.parse::<Span>().unwrap().in_words(), words);
        }
    }

    #[test]
    fn a_text_that_is_no_duration_is_refused() {
        for text in [
            "",
            "P",
            "1D",
            "P1M",
            "P1Y",
            "-PT1S",
            "PT-1S",
            "P1D ago",
            "2 days",
            "PT1e9S",
            "P99999999999999999999D",
            "P7304483DT25H",
            "é",
        ] {
            assert_eq!(text.parse::<Span>(), Err(NoSpan), "{text}");
        }
        assert!(!Span(u64::MAX).to_string().is_empty());
    }
}
