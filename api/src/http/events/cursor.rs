//! The place of a reader in a feed: a time of this server, and marks of the events that the reader has of the moments before it.

use std::fmt;

use chrono::{DateTime, Duration, Utc};

use super::Event;
use crate::events::{Kind, Notice};
use crate::http::Result;
use crate::http::problem::Problem;
use crate::secrets::hash;

/// The clocks of two servers may differ by this.
const SKEW: Duration = Duration::seconds(60);
/// The maximum number of marks of a cursor. An event without a mark is told once more, which does no harm.
const MAX_MARKS: usize = 20;
/// The maximum number of characters of a cursor: 15 digits, and for each mark a hyphen and 12 hexadecimal digits.
const LONGEST: usize = 15 + MAX_MARKS * 13;

/// A mark of an event: the beginning of the hash of its match and kind, and of its content. A mark depends only on what its reader is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark([u8; 6]);

impl Mark {
    pub(super) fn from_notice(notice: &Notice) -> Mark {
        // The same fact may be told as the start of a match or as a change of it.
        let kind = if notice.level.is_some() { Kind::Match } else { notice.kind };
        let text = serde_json::to_string(&Event { kind, ..Event::from(notice) }).unwrap_or_default();
        // Two notes are told apart by their times; all else by what it says.
        let note = if notice.kind == Kind::Note { notice.version.0 } else { 0 };
        let mut mark = [0; 6];
        mark.iter_mut().zip(hash(&format!("{note} {text}"))).for_each(|(byte, of_hash)| *byte = of_hash);
        Mark(mark)
    }
}

/// A cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Cursor {
    /// The time up to which the reader has been told.
    pub(super) at: DateTime<Utc>,
    /// The events of the moments before that the reader has.
    pub(super) seen: Vec<Mark>,
}

/// A cursor that this server has not made.
pub(super) fn refuse(field: &str) -> Problem {
    Problem::field(field, "Expected the `next` of a list of events from this server, or the id of an event.")
}

impl Cursor {
    /// The cursor of a reader who has been told all up to this time.
    pub(super) fn at(at: DateTime<Utc>) -> Cursor {
        Cursor { at, seen: Vec::new() }
    }

    /// Reads a cursor. Refuses one that this server cannot have made, naming the field.
    pub(super) fn read(field: &str, text: &str, now: DateTime<Utc>) -> Result<Cursor> {
        let cursor = Cursor::parse(text).filter(|cursor| cursor.at <= now + SKEW);
        cursor.ok_or_else(|| refuse(field))
    }

    fn parse(text: &str) -> Option<Cursor> {
        if text.len() > LONGEST {
            return None;
        }
        let mut parts = text.split('-');
        let digits = parts.next().filter(|digits| (1..=15).contains(&digits.len()))?;
        let is_number = digits.bytes().all(|digit| digit.is_ascii_digit());
        let at = DateTime::from_timestamp_millis(digits.parse().ok().filter(|_| is_number)?)?;
        let mark = |part: &str| {
            let bytes = data_encoding::HEXLOWER.decode(part.as_bytes()).ok()?;
            Some(Mark(bytes.try_into().ok()?))
        };
        Some(Cursor { at, seen: parts.map(mark).collect::<Option<_>>()? })
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.at.timestamp_millis())?;
        self.seen
            .iter()
            .take(MAX_MARKS)
            .try_for_each(|Mark(mark)| write!(f, "-{}", data_encoding::HEXLOWER.encode(mark)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_as_it_was_written_and_no_other_text_is() {
        let now = DateTime::from_timestamp_millis(1_767_225_600_000).unwrap_or_default();
        let marks = [Mark([0, 1, 2, 3, 4, 255]), Mark([9; 6])];
        for seen in [vec![], marks.to_vec()] {
            let cursor = Cursor { at: now, seen };
            assert_eq!(Cursor::read("after", &cursor.to_string(), now).ok(), Some(cursor));
        }
        let many = Cursor { at: now, seen: vec![marks[0]; 100] }.to_string();
        assert_eq!(Cursor::parse(&many).map(|cursor| cursor.seen.len()), Some(MAX_MARKS));
        let late = (now.timestamp_millis() + 61_000).to_string();
        for text in [
            "",
            "-",
            "+1",
            "-1",
            " 1",
            "1e9",
            "0x1",
            "1767225600000-",
            "1-00",
            "1-zz0000000000",
            &late,
            &"9".repeat(16),
            &"1-".repeat(999),
        ] {
            assert!(Cursor::read("after", text, now).is_err(), "{text}");
        }
    }
}
