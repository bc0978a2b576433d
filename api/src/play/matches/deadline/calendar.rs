//! When match clocks run: the calendar of a clock. Pure.
//!
//! A calendar counts in whole milliseconds: finer parts of every time that it is given are dropped first. Therefore running times
//! add up exactly, and every deadline is a whole millisecond.

use std::iter::once;
use std::ops::Range;

use chrono::{DateTime, TimeDelta, Utc};
use engine::Span;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::hours::Hours;

/// An interval in which clocks pause; `from` < `until`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Standing {
    /// The first instant of the interval.
    pub from: DateTime<Utc>,
    /// The first instant after the interval; a time in the year 262142 if it has no end.
    pub until: DateTime<Utc>,
}

/// When a clock runs: always, except for days off, nights and intervals. The default has none of them.
///
/// With hours it holds for the years from 1970 to 2099; before and after them the clock pauses.
#[derive(Clone, Debug, Default)]
pub struct Calendar {
    hours: Option<Hours>,
    /// Intervals of whole milliseconds, none empty, in the order of their starts; they may overlap.
    standing: Vec<Standing>,
}

/// A time in which a clock runs: whole milliseconds, without its end.
type Piece = Range<DateTime<Utc>>;

impl Calendar {
    /// Returns the calendar of a clock that runs in these hours, if any, but not in these intervals. They come in any order and may
    /// overlap; empty ones change nothing.
    pub fn new(hours: Option<Hours>, standing: impl IntoIterator<Item = Standing>) -> Calendar {
        let whole = |interval: Standing| Standing { from: whole(interval.from), until: whole(interval.until) };
        let mut standing: Vec<Standing> =
            standing.into_iter().map(whole).filter(|interval| interval.from < interval.until).collect();
        standing.sort_unstable_by_key(|interval| interval.from);
        Calendar { hours, standing }
    }

    /// Returns the time that the clock runs between two moments, in whole milliseconds; zero if `to` is not after `from`.
    ///
    /// It takes time proportional to the number of intervals and, with hours, of the days between the moments.
    pub fn running(&self, from: DateTime<Utc>, to: DateTime<Utc>) -> Span {
        Span(self.pieces(whole(from)..whole(to)).map(|piece| length(&piece)).sum())
    }

    /// Returns the earliest time at which the clock has run for `length` since `from`, or `DateTime::<Utc>::MAX_UTC` if it never
    /// has. For the length zero this is `from` itself; for any other it is a whole millisecond.
    ///
    /// It takes time proportional to the number of intervals and, with hours, of the days until then.
    pub fn after(&self, from: DateTime<Utc>, length: Span) -> DateTime<Utc> {
        if length == Span(0) {
            return from;
        }
        let mut rest = length;
        for piece in self.pieces(whole(from)..whole(DateTime::<Utc>::MAX_UTC)) {
            let runs = Span(self::length(&piece));
            if rest <= runs {
                return later(piece.start, rest);
            }
            rest = rest.less(runs);
        }
        DateTime::<Utc>::MAX_UTC
    }

    /// Returns whether the clock runs in the millisecond that begins at this moment.
    pub fn runs_at(&self, at: DateTime<Utc>) -> bool {
        let from = whole(at);
        self.pieces(from..later(from, Span(1))).next().is_some()
    }

    /// Returns the times within `within` in which the clock runs, in order: not empty, and without overlap.
    fn pieces(&self, within: Piece) -> impl Iterator<Item = Piece> {
        gaps(within, self.standing.iter().copied()).flat_map(|piece| {
            let from = piece.start;
            gaps(piece, self.hours.iter().flat_map(move |hours| hours.standing(from)))
        })
    }
}

/// Returns what intervals leave of a piece, in order: not empty, and without overlap. The intervals come in the order of their
/// starts and may overlap; those from the first one on that begins after the piece are not asked for.
fn gaps(within: Piece, standing: impl Iterator<Item = Standing>) -> impl Iterator<Item = Piece> {
    let Range { start, end } = within;
    let rest = once(Standing { from: end, until: end });
    let intervals = standing.take_while(move |interval| interval.from < end).chain(rest);
    let pieces = intervals.scan(start, |runs_from, interval| {
        let piece = *runs_from..interval.from;
        *runs_from = interval.until.max(*runs_from);
        Some(piece)
    });
    pieces.filter(|piece| piece.start < piece.end)
}

/// Returns the whole millisecond in which a moment lies. A leap second counts as the second after it.
fn whole(at: DateTime<Utc>) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(at.timestamp_millis()).unwrap_or(at)
}

/// Returns the milliseconds of a piece.
fn length(piece: &Piece) -> u64 {
    u64::try_from((piece.end - piece.start).num_milliseconds()).unwrap_or(0)
}

fn later(at: DateTime<Utc>, by: Span) -> DateTime<Utc> {
    let by = i64::try_from(by.0).ok().and_then(TimeDelta::try_milliseconds);
    by.and_then(|by| at.checked_add_signed(by)).unwrap_or(DateTime::<Utc>::MAX_UTC)
}
