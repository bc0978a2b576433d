//! The hours of the week in which match clocks run. Pure.

use std::iter::once;

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, TimeDelta, Timelike, Utc, Weekday, WeekdaySet};
use chrono_tz::Tz;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::ToSchema;

use super::calendar::Standing;
use super::local;

/// The maximum number of days of the week that may be off.
const MAX_DAYS_OFF: u8 = 5;
/// The length of the shortest night.
const LEAST_NIGHT: TimeDelta = TimeDelta::minutes(1);
/// The length of the longest night.
const MAX_NIGHT: TimeDelta = TimeDelta::hours(16);

/// The start of the years in which clocks run.
const BEGIN: DateTime<Utc> = DateTime::UNIX_EPOCH;
/// The end of the years in which clocks run: the start of 2100, up to which the changes of clocks are known. It bounds the work of
/// looking far ahead.
const END: DateTime<Utc> = match DateTime::from_timestamp(4_102_444_800, 0) {
    Some(end) => end,
    None => DateTime::<Utc>::MAX_UTC,
};

/// The hours of the week in which match clocks run, in a given time zone: all hours except days off and nights.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"zone": "Europe/Berlin", "days_off": ["saturday", "sunday"], "night": {"from": "22:00", "until": "07:00"}}))]
pub struct Hours {
    /// The time zone of the days and nights.
    #[schema(value_type = String, example = "Europe/Berlin")]
    pub zone: Tz,
    /// The days of the week on which clocks pause.
    #[serde(default)]
    #[schema(value_type = Vec<String>, example = json!(["saturday", "sunday"]))]
    pub days_off: DaysOff,
    /// The time of day during which clocks pause, if any.
    #[serde(default)]
    pub night: Option<Night>,
}

/// Days of the week on which clocks pause. A day begins at the first occurrence of its midnight, and ends where the next one
/// begins.
///
/// JSON: a list of the words `monday` to `sunday`, each at most once. They are read in any order, and written from Monday on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct DaysOff(WeekdaySet);

/// Local times of day between which clocks pause every day. If `until` is not later than `from`, the night ends on the next day.
///
/// If a change to summer time skips a time, it means the first instant after the gap. If a time occurs twice, the night begins at the first
/// occurrence of `from` and ends at the last occurrence of `until`.
///
/// JSON: `{"from":"22:00","until":"07:00"}`, always with five characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"from": "22:00", "until": "07:00"}))]
pub struct Night {
    /// The start of the night, in whole minutes.
    #[serde(serialize_with = "write_time", deserialize_with = "read_time")]
    #[schema(value_type = String, example = "22:00")]
    pub from: NaiveTime,
    /// The end of the night, in whole minutes.
    #[serde(serialize_with = "write_time", deserialize_with = "read_time")]
    #[schema(value_type = String, example = "07:00")]
    pub until: NaiveTime,
}

/// Hours that no match can have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{field}: {why}")]
pub struct BadHours {
    /// The field of [`Hours`] that has to change.
    pub field: &'static str,
    /// What would be right.
    pub why: String,
}

/// A list that is no [`DaysOff`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected days of the week from \"monday\" to \"sunday\", each at most once")]
pub struct BadDaysOff;

impl Hours {
    /// Checks the hours that a match is created with. The error says what is right.
    ///
    /// Hours that passed have at most 5 days off, a night, if any, of whole minutes from 1 minute to 16 hours, and at least one of
    /// both: clocks run for 16 hours a week or more.
    pub fn check(&self) -> Result<(), BadHours> {
        let bad = |field, why: &str| Err(BadHours { field, why: why.to_owned() });
        if self.days_off.is_empty() && self.night.is_none() {
            return bad("days_off", "expected days off or a night; otherwise omit `hours`");
        }
        if self.days_off.0.len() > MAX_DAYS_OFF {
            return bad("days_off", "expected at most 5 days off");
        }
        if self.night.is_some_and(|night| !night.is_whole()) {
            return bad("night", "expected times in whole minutes");
        }
        if self.night.is_some_and(|night| !(LEAST_NIGHT..=MAX_NIGHT).contains(&night.length())) {
            return bad("night", "expected a night from 1 minute to 16 hours");
        }
        Ok(())
    }

    /// Returns a sentence for people: `The clock pauses on Saturday and Sunday, and from 22:00 to 07:00 (Europe/Berlin).`
    pub fn in_words(&self) -> String {
        let days = self.days_off.in_words().map(|days| format!("on {days}"));
        let night = self.night.map(Night::in_words);
        let times: Vec<String> = days.into_iter().chain(night).collect();
        if times.is_empty() {
            return "The clock never pauses.".to_owned();
        }
        format!("The clock pauses {} ({}).", times.join(", and "), self.zone)
    }

    /// Returns the times in which clocks pause, in the order of their starts and without end, among them all that end after
    /// `from`. They may overlap. Before 1970 and after 2099 clocks always pause.
    pub(super) fn standing(&self, from: DateTime<Utc>) -> impl Iterator<Item = Standing> {
        let before = Standing { from: DateTime::<Utc>::MIN_UTC, until: BEGIN };
        let after = Standing { from: END, until: DateTime::<Utc>::MAX_UTC };
        let today = from.clamp(BEGIN, END).with_timezone(&self.zone).date_naive();
        // The night of the day before may not be over.
        let days = today.pred_opt().unwrap_or(today).iter_days().take_while(|day| *day <= END.date_naive());
        let standing = days.flat_map(|day| self.standing_on(day)).filter(|standing| standing.from < END);
        once(before).chain(standing).chain(once(after))
    }

    fn standing_on(&self, day: NaiveDate) -> impl Iterator<Item = Standing> {
        let is_off = self.days_off.contains(day.weekday());
        let day_off = is_off.then(|| local::days(self.zone, day, day)).flatten();
        let night = self.night.and_then(|night| night.on(day, self.zone));
        day_off.into_iter().chain(night)
    }
}

impl DaysOff {
    /// Returns whether clocks pause on this day of the week.
    pub fn contains(self, day: Weekday) -> bool {
        self.0.contains(day)
    }

    /// Returns whether there are no days off.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Returns the days, from Monday on.
    pub fn iter(self) -> impl Iterator<Item = Weekday> {
        self.0.iter(Weekday::Mon)
    }

    fn in_words(self) -> Option<String> {
        let names: Vec<&str> = self.iter().map(name).collect();
        let (last, others) = names.split_last()?;
        Some(if others.is_empty() { (*last).to_owned() } else { format!("{} and {last}", others.join(", ")) })
    }
}

impl Default for DaysOff {
    fn default() -> DaysOff {
        DaysOff(WeekdaySet::EMPTY)
    }
}

impl FromIterator<Weekday> for DaysOff {
    fn from_iter<I: IntoIterator<Item = Weekday>>(days: I) -> DaysOff {
        DaysOff(days.into_iter().collect())
    }
}

impl From<DaysOff> for Vec<String> {
    fn from(days: DaysOff) -> Vec<String> {
        days.iter().map(|day| name(day).to_lowercase()).collect()
    }
}

impl TryFrom<Vec<String>> for DaysOff {
    type Error = BadDaysOff;

    fn try_from(words: Vec<String>) -> Result<DaysOff, BadDaysOff> {
        let mut days = WeekdaySet::EMPTY;
        for word in words {
            let day = WeekdaySet::ALL.iter(Weekday::Mon).find(|day| name(*day).to_lowercase() == word);
            // `insert` tells whether the day is new.
            if !days.insert(day.ok_or(BadDaysOff)?) {
                return Err(BadDaysOff);
            }
        }
        Ok(DaysOff(days))
    }
}

fn name(day: Weekday) -> &'static str {
    match day {
        Weekday::Mon => "Monday",
        Weekday::Tue => "Tuesday",
        Weekday::Wed => "Wednesday",
        Weekday::Thu => "Thursday",
        Weekday::Fri => "Friday",
        Weekday::Sat => "Saturday",
        Weekday::Sun => "Sunday",
    }
}

impl Night {
    /// Returns the length of the night on a day without a change of clocks: zero if `from` is `until`, else less than 24 hours.
    fn length(self) -> TimeDelta {
        let length = self.until - self.from;
        if length < TimeDelta::zero() { length + TimeDelta::days(1) } else { length }
    }

    fn is_whole(self) -> bool {
        [self.from, self.until].iter().all(|time| time.second() == 0 && time.nanosecond() == 0)
    }

    fn in_words(self) -> String {
        format!("from {} to {}", self.from.format("%H:%M"), self.until.format("%H:%M"))
    }

    /// Returns the night that begins on a day; none if a change of clocks leaves it out.
    fn on(self, day: NaiveDate, zone: Tz) -> Option<Standing> {
        let until_day = if self.until <= self.from { day.checked_add_days(Days::new(1))? } else { day };
        let from = local::first(zone, day.and_time(self.from))?;
        let until = local::last(zone, until_day.and_time(self.until))?;
        (from < until).then_some(Standing { from, until })
    }
}

fn write_time<S: Serializer>(time: &NaiveTime, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&time.format("%H:%M"))
}

fn read_time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<NaiveTime, D::Error> {
    let text = String::deserialize(deserializer)?;
    // chrono also reads "7:00".
    let time = NaiveTime::parse_from_str(&text, "%H:%M").ok().filter(|time| time.format("%H:%M").to_string() == text);
    time.ok_or_else(|| de::Error::custom("expected a time of day from \"00:00\" to \"23:59\""))
}
