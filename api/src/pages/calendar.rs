//! The calendar of a person's deadlines, which calendar programs read by a secret address (iCalendar, RFC 5545).

use std::fmt::Write as _;

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use super::Result;
use super::summary::{self, Summary};
use crate::app::App;
use crate::brief::clean::line;
use crate::db::lists::{self, Own, Part};
use crate::ids::MatchId;
use crate::play::people::calendars;
use crate::play::telling::{brief, links};

/// The maximum number of deadlines.
const MAX: i64 = 500;
/// The maximum number of bytes of a line, without its end (RFC 5545, section 3.1).
const LINE: usize = 75;

/// Shows the calendar: an event for each turn of the person that has a deadline.
pub async fn show(app: web::Data<App>, token: web::Path<String>) -> Result<HttpResponse> {
    let (mut connection, person) = calendars::reader(&app, &token).await?;
    let part = Part { game: None, rated: None, before: MatchId::LAST, max: MAX };
    let rows = lists::of_user(&mut connection, person.id, Own::Waiting, None, &part).await?;
    let now = app.clock.now();
    let mut waiting = summary::of_rows(&mut connection, rows, Some(person.id), now).await?;
    summary::sort_by_deadline(&mut waiting);
    let zone = brief::zone(&person.time_zone);
    let events = waiting.iter().filter_map(|one| Event::of(&app, one, zone));
    let calendar = calendar(events, now);
    Ok(HttpResponse::Ok()
        .content_type("text/calendar; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .body(calendar))
}

/// A deadline.
struct Event {
    /// The same at each reading, for as long as the turn lasts: a deadline that moves is no second event.
    uid: String,
    at: DateTime<Utc>,
    summary: String,
    url: String,
}

impl Event {
    fn of(app: &App, one: &Summary, zone: Tz) -> Option<Event> {
        let at = one.deadline?;
        let by = at.with_timezone(&zone).format("%A %-d %B, %H:%M");
        Some(Event {
            uid: format!("{}-{}@turnpost", one.id, one.turn),
            at,
            summary: format!("{}, by {by}", one.your_move),
            url: app.url(&links::match_path(one.id)),
        })
    }
}

/// The file.
fn calendar(events: impl Iterator<Item = Event>, now: DateTime<Utc>) -> String {
    let mut file = String::new();
    let mut add = |line: &str| fold(&mut file, line);
    for line in [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Turnpost//Deadlines//EN",
        "NAME:Turnpost",
        "X-WR-CALNAME:Turnpost",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        "X-PUBLISHED-TTL:PT1H",
    ] {
        add(line);
    }
    for Event { uid, at, summary, url } in events {
        add("BEGIN:VEVENT");
        add(&format!("UID:{uid}"));
        add(&format!("DTSTAMP:{}", moment(now)));
        add(&format!("DTSTART:{}", moment(at)));
        add(&format!("SUMMARY:{}", escaped(&summary)));
        add(&format!("URL:{url}"));
        // A deadline does not make its player busy.
        add("TRANSP:TRANSPARENT");
        add("END:VEVENT");
    }
    add("END:VCALENDAR");
    file
}

/// A moment in UTC (section 3.3.5).
fn moment(at: DateTime<Utc>) -> String {
    at.format("%Y%m%dT%H%M%SZ").to_string()
}

/// A text on one line (section 3.3.11).
fn escaped(text: &str) -> String {
    line(text).replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,")
}

/// Adds a line, folded before it is too long. A character is never cut in two.
fn fold(file: &mut String, line: &str) {
    let mut length = 0;
    for c in line.chars() {
        if length + c.len_utf8() > LINE {
            file.push_str("\r\n ");
            length = 1;
        }
        length += c.len_utf8();
        file.push(c);
    }
    let _ = write!(file, "\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(summary: &str) -> Event {
        let at = "2026-11-28T22:15:00Z".parse().unwrap();
        let url = "https://turnpost.example/matches/1".to_owned();
        Event { uid: "1-2@turnpost".to_owned(), at, summary: summary.to_owned(), url }
    }

    #[test]
    fn an_event_is_written_as_calendar_programs_read_it() {
        let now = "2026-11-21T10:00:00Z".parse().unwrap();
        let written = calendar([event("Magma: your move against Bo, by 23:15; \\o/\r\nBEGIN:VALARM")].into_iter(), now);
        let expected = "BEGIN:VEVENT\r\nUID:1-2@turnpost\r\nDTSTAMP:20261121T100000Z\r\nDTSTART:20261128T221500Z\r\n\
                        SUMMARY:Magma: your move against Bo\\, by 23:15\\; \\\\o/ BEGIN:VALARM\r\n\
                        URL:https://turnpost.example/matches/1\r\nTRANSP:TRANSPARENT\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
        assert!(written.ends_with(expected), "{written}");
        assert!(written.starts_with("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:"), "{written}");
        let empty = calendar(std::iter::empty(), now);
        assert!(!empty.contains("VEVENT") && empty.ends_with("END:VCALENDAR\r\n"), "{empty}");
    }

    #[test]
    fn long_lines_are_folded_between_characters() {
        let now = "2026-11-21T10:00:00Z".parse().unwrap();
        let long = "Übergrößenträger, ".repeat(9);
        let written = calendar([event(&long)].into_iter(), now);
        for line in written.split("\r\n") {
            assert!(line.len() <= 75 && !line.contains(['\r', '\n']), "{} {line}", line.len());
        }
        let whole = written.replace("\r\n ", "");
        assert!(whole.contains(&format!("\r\nSUMMARY:{}\r\n", long.trim().replace(',', "\\,"))), "{whole}");
    }
}
