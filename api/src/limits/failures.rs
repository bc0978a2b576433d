//! Attempts of the last day that failed.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

use crate::ids::UserId;

/// The maximum number of attempts of a person that are remembered: more than any limit allows.
const MAX: usize = 100;

/// The times of attempts that failed, by the person who is responsible, for a day.
#[derive(Debug, Default)]
pub struct Failures {
    by_person: Mutex<HashMap<UserId, Vec<DateTime<Utc>>>>,
}

fn is_of_the_last_day(at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    at + TimeDelta::days(1) > now
}

impl Failures {
    /// Counts an attempt.
    pub fn add(&self, person: UserId, now: DateTime<Utc>) {
        let mut by_person = self.by_person.lock().unwrap_or_else(PoisonError::into_inner);
        let times = by_person.entry(person).or_default();
        times.retain(|at| is_of_the_last_day(*at, now));
        if times.len() < MAX {
            times.push(now);
        }
    }

    /// The attempts of a person in the last day, the first one first.
    pub fn times(&self, person: UserId, now: DateTime<Utc>) -> Vec<DateTime<Utc>> {
        let by_person = self.by_person.lock().unwrap_or_else(PoisonError::into_inner);
        let times = by_person.get(&person).into_iter().flatten().copied();
        times.filter(|at| is_of_the_last_day(*at, now)).collect()
    }

    /// Forgets attempts that are older.
    pub fn forget(&self, now: DateTime<Utc>) {
        let mut by_person = self.by_person.lock().unwrap_or_else(PoisonError::into_inner);
        by_person.retain(|_, times| times.iter().any(|at| is_of_the_last_day(*at, now)));
    }
}
