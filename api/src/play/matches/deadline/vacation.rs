//! Vacations: days on which the clocks of a person pause. Pure.

use chrono::{DateTime, Datelike, Days, NaiveDate, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

use super::calendar::Standing;
use super::local;

/// The maximum number of vacations that are stored for a person, past ones included.
const MAX_STORED: usize = 20;
/// A vacation begins at most this many days after the day on which it is booked.
const MAX_DAYS_AHEAD: Days = Days::new(400);

/// Days on which the clocks of a person pause, whole days of the person's time zone.
///
/// A day begins at the first occurrence of its midnight, or after the gap if a change of clocks leaves midnight out, and ends where
/// the next one begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Vacation {
    /// The first day.
    pub first: NaiveDate,
    /// The last day, which is part of the vacation.
    pub last: NaiveDate,
    /// The zone of both.
    pub zone: Tz,
}

/// The vacations of a person, in the order of time and without overlap. Serde reads and writes the list as it is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Vacations(Vec<Vacation>);

/// A vacation that cannot be booked or ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadVacation {
    /// It begins today or earlier.
    #[error("expected a first day on or after {earliest}, because a vacation begins tomorrow at the earliest")]
    TooEarly {
        /// The earliest first day.
        earliest: NaiveDate,
    },
    /// It begins more than 400 days ahead.
    #[error("expected a first day on or before {latest}, because a vacation begins at most 400 days ahead")]
    TooLate {
        /// The latest first day.
        latest: NaiveDate,
    },
    /// Its last day is before its first day.
    #[error("expected a last day on or after {first}")]
    Backwards {
        /// Its first day.
        first: NaiveDate,
    },
    /// Its days have no time: a change of clocks left them out, or they are outside the range of `DateTime`.
    #[error("expected days that exist in the time zone")]
    NoTime,
    /// It overlaps with another one.
    #[error("expected days outside the vacation from {first} to {last}")]
    Overlaps {
        /// The first day of the other one, in its own zone.
        first: NaiveDate,
        /// The last day of the other one, in its own zone.
        last: NaiveDate,
    },
    /// It has more days of a year than are left.
    #[error("expected at most {left} days in {year}, because no more are left")]
    TooManyDays {
        /// The calendar year.
        year: i32,
        /// The days of the year that are not booked.
        left: i64,
    },
    /// There are 20 already.
    #[error("expected at most 20 vacations; end one first")]
    TooMany,
    /// No vacation begins on the day.
    #[error("expected the first day of a booked vacation; none begins on {first}")]
    Unknown {
        /// The day.
        first: NaiveDate,
    },
    /// It is over, so there is nothing to end.
    #[error("expected a vacation that has not ended; this one ended on {last}")]
    Over {
        /// Its last day.
        last: NaiveDate,
    },
}

impl Vacation {
    /// Returns the time from the start of `first` to the end of `last`; none if it is empty or outside the range of `DateTime`.
    pub fn standing(self) -> Option<Standing> {
        local::days(self.zone, self.first, self.last)
    }

    /// Returns the number of its days; zero if `last` is before `first`.
    pub fn days(self) -> i64 {
        ((self.last - self.first).num_days() + 1).max(0)
    }

    /// Returns the number of its days that are in a calendar year.
    fn days_of(self, year: i32) -> i64 {
        let new_year = NaiveDate::from_ymd_opt(year, 1, 1);
        let new_years_eve = NaiveDate::from_ymd_opt(year, 12, 31);
        let (Some(start), Some(end)) = (new_year, new_years_eve) else { return 0 };
        Vacation { first: self.first.max(start), last: self.last.min(end), ..self }.days()
    }

    fn is_over(self, now: DateTime<Utc>) -> bool {
        self.standing().is_none_or(|standing| standing.until <= now)
    }

    fn overlaps(self, other: Vacation) -> bool {
        let both = self.standing().zip(other.standing());
        both.is_some_and(|(one, other)| one.from < other.until && other.from < one.until)
    }

    /// Returns what remains of a vacation that is not over: the days that have begun, if any.
    fn ended(self, now: DateTime<Utc>) -> Option<Vacation> {
        self.standing().filter(|standing| standing.from <= now)?;
        // The day on which `now` falls is found by its end, not by the local date: that may be a day back for an hour.
        let mut shorter = self.first.iter_days().map(|last| Vacation { last, ..self });
        shorter.find(|vacation| !vacation.is_over(now))
    }
}

impl Vacations {
    /// Returns the vacations in the order of time.
    pub fn iter(&self) -> impl Iterator<Item = Vacation> + '_ {
        self.0.iter().copied()
    }

    /// Returns the times of the vacations, in order.
    pub fn standing(&self) -> impl Iterator<Item = Standing> + '_ {
        self.iter().filter_map(Vacation::standing)
    }

    /// Returns the days of a calendar year that are not booked yet, of `per_year` days; zero if more are booked.
    pub fn left_in(&self, year: i32, per_year: u16) -> i64 {
        let booked: i64 = self.iter().map(|vacation| vacation.days_of(year)).sum();
        (i64::from(per_year) - booked).max(0)
    }

    /// Books a vacation; `today` is the date in its zone. If it is refused, nothing changes.
    ///
    /// It begins tomorrow at the earliest and 400 days ahead at the latest. It shares no time with another one, whose zone may
    /// differ. At most `per_year` days of each calendar year are booked: one over New Year counts in both years. At most 20
    /// vacations are stored.
    pub fn book(&mut self, new: Vacation, today: NaiveDate, per_year: u16) -> Result<(), BadVacation> {
        let earliest = today.succ_opt().unwrap_or(today);
        let latest = today.checked_add_days(MAX_DAYS_AHEAD).unwrap_or(NaiveDate::MAX);
        if new.first < earliest {
            return Err(BadVacation::TooEarly { earliest });
        }
        if new.first > latest {
            return Err(BadVacation::TooLate { latest });
        }
        if new.last < new.first {
            return Err(BadVacation::Backwards { first: new.first });
        }
        if new.standing().is_none() {
            return Err(BadVacation::NoTime);
        }
        if let Some(Vacation { first, last, .. }) = self.iter().find(|booked| booked.overlaps(new)) {
            return Err(BadVacation::Overlaps { first, last });
        }
        for year in new.first.year()..=new.last.year() {
            let left = self.left_in(year, per_year);
            if new.days_of(year) > left {
                return Err(BadVacation::TooManyDays { year, left });
            }
        }
        if self.0.len() >= MAX_STORED {
            return Err(BadVacation::TooMany);
        }
        self.0.push(new);
        self.0.sort_by_key(|vacation| vacation.standing().map(|standing| standing.from));
        Ok(())
    }

    /// Ends the vacation that begins on `first`; the earliest one that is not over if there are several, in different zones.
    ///
    /// One that has not begun is removed. One that has begun keeps the current day, in its zone, as its last day: time in which
    /// clocks stood still is never taken back. One that is over is refused.
    pub fn end(&mut self, first: NaiveDate, now: DateTime<Utc>) -> Result<(), BadVacation> {
        let begins = |vacation: &Vacation| vacation.first == first;
        let Some(place) = self.iter().position(|vacation| begins(&vacation) && !vacation.is_over(now)) else {
            let over = self.iter().find(begins);
            return Err(over.map_or(BadVacation::Unknown { first }, |over| BadVacation::Over { last: over.last }));
        };
        let remains = self.0.get(place).and_then(|vacation| vacation.ended(now));
        self.0.splice(place..=place, remains);
        Ok(())
    }

    /// Drops the vacations whose last day is before this date.
    ///
    /// Their days can be booked again, and the clocks of turns that they interrupted count the time as running. So `before` is at
    /// most the start of the current year, and of the earliest turn that is not over.
    pub fn forget(&mut self, before: NaiveDate) {
        self.0.retain(|vacation| vacation.last >= before);
    }
}
