//! Messages that want match clocks to stand still, or to have more time: `pause 7 days`, `more time 2 days`, `vacation 2027-07-01 to
//! 2027-07-14`, `vacation end`.

use chrono::NaiveDate;
use engine::Span;

use super::outcome::Outcome;
use crate::app::App;
use crate::brief::day;
use crate::db::words::IncomingResult;
use crate::play::turn_link::TurnLink;
use crate::play::vacations::{self, Booked};
use crate::play::{self, ProposalKind, Refusal, brief, proposals};

/// What a message wants of the clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wish {
    /// A proposal to the players of the match.
    Proposal(ProposalKind, Span),
    /// A vacation from the first to the last of these days.
    Vacation(NaiveDate, NaiveDate),
    /// The end of the vacation that runs, or else of the next one.
    VacationEnd,
    /// The line begins like one of these, and cannot be read. This is one that can be.
    Unclear(&'static str),
}

/// Reads a line; `None` if it does not begin like a wish.
pub(super) fn read(line: &str) -> Option<Wish> {
    let line = line.trim_end_matches(['.', '!']).to_lowercase();
    let words: Vec<&str> = line.split_whitespace().collect();
    let proposal = |kind, length: &[&str], example| {
        span(length).map_or(Wish::Unclear(example), |length| Wish::Proposal(kind, length))
    };
    Some(match &words[..] {
        ["pause", length @ ..] => proposal(ProposalKind::Pause, length, "pause 7 days"),
        ["more", "time", length @ ..] => proposal(ProposalKind::Extension, length, "more time 2 days"),
        ["vacation", "end"] => Wish::VacationEnd,
        ["vacation", first, "to", last] | ["vacation", first, last] => vacation(first, last),
        ["vacation", day] => vacation(day, day),
        ["vacation", ..] => vacation("", ""),
        _ => return None,
    })
}

fn vacation(first: &str, last: &str) -> Wish {
    let [Ok(first), Ok(last)] = [first, last].map(str::parse::<NaiveDate>) else {
        return Wish::Unclear("vacation 2027-07-01 to 2027-07-14");
    };
    Wish::Vacation(first, last)
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

/// Does what a message wants, for the player of the letter that it answers. A message that is read again, in a process that was
/// killed, finds it done.
pub(super) async fn fulfil(app: &App, link: &TurnLink, line: &str, wish: Wish) -> play::Result<Outcome> {
    let done = match wish {
        Wish::Proposal(kind, length) => propose(app, link, kind, length).await,
        Wish::Vacation(first, last) => book(app, link, first, last).await,
        Wish::VacationEnd => end(app, link).await,
        Wish::Unclear(example) => Err(Refusal::Conflict(format!("Write for example: {example}"))),
    };
    match done {
        Ok(outcome) => Ok(outcome),
        // A message has no fields.
        Err(Refusal::Field(_, why)) => Outcome::refused(line, Refusal::Conflict(why)),
        Err(refusal) => Outcome::refused(line, refusal),
    }
}

async fn propose(app: &App, link: &TurnLink, kind: ProposalKind, length: Span) -> play::Result<Outcome> {
    let (m, user) = (&link.m, link.person.id);
    let open = m.proposal(app.clock.now()).filter(|row| (row.user_id, row.kind, row.length) == (user, kind, length));
    let row = match open {
        Some(row) => row.clone(),
        None => proposals::propose(app, m.id(), user, kind, length).await?,
    };
    let called = brief::table(m, "")?.called();
    let proposed = proposals::proposed(&row).words(&link.person.name, &called);
    let told = format!("Your proposal is on its way to the other players. {proposed}");
    Ok(Outcome::of(IncomingResult::Proposed).because(&told))
}

async fn book(app: &App, link: &TurnLink, first: NaiveDate, last: NaiveDate) -> play::Result<Outcome> {
    let user = link.person.id;
    let known = vacations::of(&mut *app.db.get().await?, user).await?;
    let is_booked = known.iter().any(|vacation| (vacation.first, vacation.last) == (first, last));
    let left = if is_booked { None } else { Some(left(&vacations::book_for(app, user, first, last).await?)) };
    let told = format!(
        "Your vacation is booked from {} to {} ({}): your clocks stand still where a match allows it.",
        day(first),
        day(last),
        link.person.time_zone
    );
    let told = std::iter::once(told).chain(left).collect::<Vec<_>>().join(" ");
    Ok(Outcome::of(IncomingResult::Booked).because(&told))
}

fn left(booked: &Booked) -> String {
    let [(year, left), _] = booked.left;
    format!("{left} days of {year} are left.")
}

async fn end(app: &App, link: &TurnLink) -> play::Result<Outcome> {
    let (user, now) = (link.person.id, app.clock.now());
    let known = vacations::of(&mut *app.db.get().await?, user).await?;
    let today = |vacation: &play::deadline::Vacation| now.with_timezone(&vacation.zone).date_naive();
    let ahead = known.iter().filter(|vacation| vacation.last > today(vacation)).min_by_key(|vacation| vacation.first);
    let Some(ahead) = ahead else { return Err(Refusal::Conflict("You have no vacation to end.".to_owned())) };
    let first = ahead.first;
    vacations::end_for(app, user, first).await?;
    let told = format!(
        "Your vacation that begins on {} is ended. Your clocks run again from tomorrow, or as if it had not been booked.",
        day(first)
    );
    Ok(Outcome::of(IncomingResult::Booked).because(&told))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_told_from_other_lines() {
        let date = |text: &str| text.parse().unwrap();
        let (first, last) = (date("2027-07-01"), date("2027-07-14"));
        for (line, wish) in [
            ("pause 7 days", Some(Wish::Proposal(ProposalKind::Pause, Span::days(7)))),
            ("Pause 1 week.", Some(Wish::Proposal(ProposalKind::Pause, Span::days(7)))),
            ("MORE TIME 36 hours!", Some(Wish::Proposal(ProposalKind::Extension, Span::seconds(36 * 3600)))),
            ("pause", Some(Wish::Unclear("pause 7 days"))),
            ("pause until Monday", Some(Wish::Unclear("pause 7 days"))),
            ("more time 99999999999 days", Some(Wish::Unclear("more time 2 days"))),
            (
                "more time 4294967295 weeks",
                Some(Wish::Proposal(ProposalKind::Extension, Span::days(7 * 4_294_967_295))),
            ),
            ("vacation 2027-07-01 to 2027-07-14", Some(Wish::Vacation(first, last))),
            ("vacation 2027-07-01 2027-07-14", Some(Wish::Vacation(first, last))),
            ("vacation 2027-07-01", Some(Wish::Vacation(first, first))),
            ("vacation end", Some(Wish::VacationEnd)),
            ("vacation next week", Some(Wish::Unclear("vacation 2027-07-01 to 2027-07-14"))),
            ("vacations are fun", None),
            ("more", None),
            ("", None),
        ] {
            assert_eq!(read(line), wish, "{line}");
        }
    }
}
