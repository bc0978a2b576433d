//! Messages that ask to pause match clocks, or for more time: `pause 7 days`, `more time 2 days`, `vacation 2027-07-01 to
//! 2027-07-14`, `vacation end 2027-07-01`.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use engine::Span;

use super::handled::Handled;
use crate::app::App;
use crate::brief::day;
use crate::brief::requests::{MORE_TIME, PAUSE, VACATION, VACATION_END};
use crate::db::incoming::MessageRow;
use crate::db::people::Person;
use crate::db::words::IncomingResult;
use crate::play::game::proposals;
use crate::play::game::turn_link::TurnLink;
use crate::play::people::vacations;
use crate::play::telling::brief;
use crate::play::{self, ProposalKind, Refusal};

/// What a message wants of the clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ClockRequest {
    /// A proposal to the players of the match.
    Proposal(ProposalKind, Span),
    /// A vacation from the first to the last of these days.
    Vacation(NaiveDate, NaiveDate),
    /// The end of the vacation that begins on this day.
    VacationEnd(NaiveDate),
    /// The line begins like one of these, and cannot be read. This is one that can be.
    Unclear(&'static str),
}

/// Reads a line; `None` if it does not begin like a request.
pub(super) fn read(line: &str) -> Option<ClockRequest> {
    let line = line.trim_end_matches(['.', '!']).to_lowercase();
    let words: Vec<&str> = line.split_whitespace().collect();
    let proposal = |kind, length: &[&str], example| {
        span(length).map_or(ClockRequest::Unclear(example), |length| ClockRequest::Proposal(kind, length))
    };
    Some(match &words[..] {
        ["pause", length @ ..] => proposal(ProposalKind::Pause, length, PAUSE),
        ["more", "time", length @ ..] => proposal(ProposalKind::Extension, length, MORE_TIME),
        ["vacation", "end", first] => {
            first.parse().map_or(ClockRequest::Unclear(VACATION_END), ClockRequest::VacationEnd)
        }
        ["vacation", "end", ..] => ClockRequest::Unclear(VACATION_END),
        ["vacation", first, "to", last] | ["vacation", first, last] => vacation(first, last),
        ["vacation", day] => vacation(day, day),
        ["vacation", ..] => vacation("", ""),
        _ => return None,
    })
}

fn vacation(first: &str, last: &str) -> ClockRequest {
    let [Ok(first), Ok(last)] = [first, last].map(str::parse::<NaiveDate>) else {
        return ClockRequest::Unclear(VACATION);
    };
    ClockRequest::Vacation(first, last)
}

/// The length of a number and a unit: `7 days`.
fn span(words: &[&str]) -> Option<Span> {
    let [number, unit] = words else { return None };
    let hours = match *unit {
        "hour" | "hours" => 1,
        "day" | "days" => 24,
        "week" | "weeks" => 168,
        _ => return None,
    };
    let number: u32 = number.parse().ok()?;
    Some(Span::seconds(u64::from(number) * hours * 3600))
}

/// Does what a message wants, for the player of the email that it replies to, also where the turn of the email is over. A message that is
/// read again, in a process that was killed, finds it done.
pub(super) async fn carry_out(
    app: &App,
    row: &MessageRow,
    link: &TurnLink,
    line: &str,
    request: ClockRequest,
) -> play::Result<Handled> {
    let done = match request {
        ClockRequest::Proposal(kind, length) => propose(app, link, (kind, length), row.received_at).await,
        ClockRequest::Vacation(first, last) => book(app, &link.person, first, last).await.map(|told| booked(&told)),
        ClockRequest::VacationEnd(first) => end(app, &link.person, first).await.map(|told| booked(&told)),
        ClockRequest::Unclear(example) => Err(Refusal::Conflict(format!("For example, write: {example}"))),
    };
    let is_readable = !matches!(request, ClockRequest::Unclear(_));
    match done {
        Ok(handled) => Ok(handled),
        // A message has no fields.
        Err(Refusal::Field(_, why)) => Ok(Handled { is_readable, ..Handled::refused(line, Refusal::Conflict(why))? }),
        Err(refusal) => Ok(Handled { is_readable, ..Handled::refused(line, refusal)? }),
    }
}

fn booked(told: &str) -> Handled {
    Handled::from_result(IncomingResult::Booked).because(told)
}

async fn propose(
    app: &App,
    link: &TurnLink,
    (kind, length): (ProposalKind, Span),
    received_at: DateTime<Utc>,
) -> play::Result<Handled> {
    let (m, user) = (&link.m, link.person.id);
    let open = m.proposal(app.clock.now()).filter(|row| (row.user_id, row.kind, row.length) == (user, kind, length));
    let row = match open {
        Some(row) => row.clone(),
        None => proposals::propose(app, m.id(), user, (kind, length), received_at).await?,
    };
    let called = brief::table(m, "")?.called();
    let proposed = proposals::proposed(&row).words(&link.person.name, &called);
    Ok(Handled::from_result(IncomingResult::Proposed)
        .because(&format!("{proposed} The server asks the other players by email.")))
}

/// Books a vacation, unless it is booked, and returns that in sentences.
pub(super) async fn book(app: &App, person: &Person, first: NaiveDate, last: NaiveDate) -> play::Result<String> {
    let user = person.id;
    let known = vacations::list(&mut *app.db.get().await?, user).await?;
    let is_booked = known.iter().any(|vacation| (vacation.first, vacation.last) == (first, last));
    let booked = if is_booked { None } else { Some(vacations::book_for(app, user, first, last).await?) };
    let days =
        if first == last { format!("for {}", day(first)) } else { format!("from {} to {}", day(first), day(last)) };
    let zone = &person.time_zone;
    let mut told = format!("Your vacation is booked {days} ({zone}). It stops your clocks in matches that allow it.");
    let left = booked.iter().flat_map(|booked| booked.left);
    for (year, left) in left.filter(|(year, _)| (first.year()..=last.year()).contains(year)) {
        told.push_str(&format!(" You have {left} vacation days left in {year}."));
    }
    Ok(told)
}

/// Ends the vacation that begins on this day, and returns that in a sentence.
pub(super) async fn end(app: &App, person: &Person, first: NaiveDate) -> play::Result<String> {
    let (user, now) = (person.id, app.clock.now());
    let known = vacations::list(&mut *app.db.get().await?, user).await?;
    let Some(vacation) = known.iter().find(|vacation| vacation.first == first) else {
        return Err(Refusal::Conflict(format!("You have no vacation that starts on {}.", day(first))));
    };
    vacations::end_for(app, user, first).await?;
    let has_begun = now.with_timezone(&vacation.zone).date_naive() >= first;
    let then = if has_begun { "ends today" } else { "is cancelled" };
    Ok(format!("Your vacation from {} {then}.", day(first)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_told_from_other_lines() {
        let date = |text: &str| text.parse().unwrap();
        let (first, last) = (date("2027-07-01"), date("2027-07-14"));
        for (line, request) in [
            ("pause 7 days", Some(ClockRequest::Proposal(ProposalKind::Pause, Span::days(7)))),
            ("Pause 1 week.", Some(ClockRequest::Proposal(ProposalKind::Pause, Span::days(7)))),
            ("MORE TIME 36 hours!", Some(ClockRequest::Proposal(ProposalKind::Extension, Span::seconds(36 * 3600)))),
            ("pause", Some(ClockRequest::Unclear("pause 7 days"))),
            ("pause until Monday", Some(ClockRequest::Unclear("pause 7 days"))),
            ("more time 99999999999 days", Some(ClockRequest::Unclear("more time 2 days"))),
            (
                "more time 4294967295 weeks",
                Some(ClockRequest::Proposal(ProposalKind::Extension, Span::days(7 * 4_294_967_295))),
            ),
            ("vacation 2027-07-01 to 2027-07-14", Some(ClockRequest::Vacation(first, last))),
            ("vacation 2027-07-01 2027-07-14", Some(ClockRequest::Vacation(first, last))),
            ("vacation 2027-07-01", Some(ClockRequest::Vacation(first, first))),
            ("vacation end 2027-07-01", Some(ClockRequest::VacationEnd(first))),
            ("vacation end", Some(ClockRequest::Unclear("vacation end 2027-07-01"))),
            ("vacation next week", Some(ClockRequest::Unclear("vacation 2027-07-01 to 2027-07-14"))),
            ("vacations are fun", None),
            ("more", None),
            ("", None),
        ] {
            assert_eq!(read(line), request, "{line}");
        }
    }
}
