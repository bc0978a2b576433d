//! Operations of the API that will end. The policy for them is on the page "Write a client".

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};

/// The days between the deprecation of an operation and its end, at least.
pub const NOTICE_DAYS: u64 = 180;

/// An operation that will end.
#[derive(Clone, Copy, Debug)]
pub struct Deprecated {
    /// Its method, in capitals.
    pub method: &'static str,
    /// Its path, with `{names}` where ids stand.
    pub path: &'static str,
    /// The day since which it is deprecated.
    pub since: NaiveDate,
    /// The day on which it ends, at least [`NOTICE_DAYS`] later.
    pub sunset: NaiveDate,
    /// What to use instead, as a sentence.
    pub instead: &'static str,
}

/// The operations that will end. None will at present. An operation is added with its day, and a line in CHANGELOG.md.
pub const ALL: &[Deprecated] = &[];

impl Deprecated {
    /// The entry of the operation with this method and path, if it will end.
    pub fn find<'a>(all: &'a [Deprecated], method: &str, path: &str) -> Option<&'a Deprecated> {
        all.iter().find(|one| one.method == method && one.path == path)
    }

    /// The header `Deprecation`: the time since which it is deprecated (RFC 9745, section 2.1).
    pub fn header(&self) -> String {
        format!("@{}", midnight(self.since).timestamp())
    }

    /// The header `Sunset`: the time at which it ends (RFC 8594, section 3).
    pub fn sunset_header(&self) -> String {
        midnight(self.sunset).format("%a, %d %b %Y %H:%M:%S GMT").to_string()
    }

    /// The sentences for the document.
    pub fn words(&self) -> String {
        format!("Deprecated since {}; it ends on {}. {}", self.since, self.sunset, self.instead)
    }

    /// Returns whether its end leaves enough time.
    pub fn is_fair(&self) -> bool {
        self.since.checked_add_days(Days::new(NOTICE_DAYS)).is_some_and(|least| self.sunset >= least)
    }
}

fn midnight(day: NaiveDate) -> DateTime<Utc> {
    day.and_time(NaiveTime::MIN).and_utc()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// An operation that would end on 1 July 2027.
    pub(crate) const PLANTED: Deprecated = Deprecated {
        method: "GET",
        path: "/v1/games",
        since: NaiveDate::from_ymd_opt(2027, 1, 1).unwrap(),
        sunset: NaiveDate::from_ymd_opt(2027, 7, 1).unwrap(),
        instead: "Use `GET /v2/games`.",
    };

    #[test]
    fn the_headers_are_those_of_their_standards() {
        assert_eq!(PLANTED.header(), "@1798761600");
        assert_eq!(PLANTED.sunset_header(), "Thu, 01 Jul 2027 00:00:00 GMT");
    }

    #[test]
    fn every_end_leaves_enough_time() {
        assert!(PLANTED.is_fair());
        let early = Deprecated { sunset: NaiveDate::from_ymd_opt(2027, 6, 29).unwrap(), ..PLANTED };
        assert!(!early.is_fair());
        assert!(ALL.iter().all(Deprecated::is_fair), "{ALL:?}");
    }
}
