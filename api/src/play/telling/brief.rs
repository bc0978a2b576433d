//! What a player is told of a match: the data of [`crate::brief`], from a stored match.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use engine::{Names, Page, Seat};

use super::notes;
use crate::brief::{Deadline, MAX_EXAMPLES, Player, Responses, Story, Table, Turn, asks, moment, notation, ways};
use crate::db::Connection;
use crate::db::moves::{self, MoveRow};
use crate::db::people::Person;
use crate::play::matches::lines::{self, ToldLine};
use crate::play::matches::{chain, deadline};
use crate::play::{Match, Result};

/// The maximum number of sentences of a story.
const MAX_SENTENCES: usize = 38;

/// The maximum number of lines of the log that are read for a story.
const MAX_LINES: u32 = 600;

/// The maximum number of sentences that spectators are told.
const LATEST: usize = 10;

/// The match and its players, for a reader of this name.
pub fn table(m: &Match, reader: &str) -> Result<Table> {
    let chairs = m.chairs()?;
    let players = (0..).zip(chairs.iter().cloned()).map(|(seat, chair)| {
        let player = m.player_at(Seat(seat));
        let nameless = || if m.is_imported() { format!("Player {}", seat + 1) } else { chair.name.clone() };
        let name = player.map_or_else(nameless, |player| player.name.clone());
        Player { name, chair, is_bot: player.is_some_and(|player| player.is_bot) }
    });
    Ok(Table {
        game: m.rules.info().name.to_owned(),
        title: m.title(),
        reader: reader.to_owned(),
        players: players.collect(),
        commitment: m.seed().commitment(),
        record: chain::record_so_far(m),
    })
}

/// The facts for the player of an awaited seat who reads this page, with times in this zone (an IANA name).
pub fn turn(m: &Match, seat: Seat, page: &Page, time_zone: &str) -> Result<Turn> {
    let frame = m.frame()?;
    let zone = zone(time_zone);
    let reserve_from = deadline::reserve_from(m, seat);
    let away = deadline::away(m, seat);
    let deadline = deadline::of_player(m, seat, page)?;
    let deadline = deadline.map(|(at, lapse)| Deadline { at, zone, lapse, reserve_from, away });
    let choices = m.rules.choices(&frame, seat, "")?;
    let request = m.rules.request(&frame, seat, &table(m, "")?.names())?;
    let notation = notation(m.rules.info(), &choices, request.as_ref());
    let mut examples = request.as_ref().map(ways).unwrap_or_default();
    if examples.is_empty() {
        examples = m.rules.examples(&frame, seat, MAX_EXAMPLES)?;
    }
    Ok(Turn { deadline, request, examples, choices, notation })
}

/// The time until which responses are awaited, for a reader of this page who is not asked; nothing if none are awaited.
pub fn responses(m: &Match, page: &Page, time_zone: &str) -> Option<Responses> {
    let are_awaited = page.waiting.undisclosed && !asks(page);
    are_awaited.then(|| Responses { until: deadline::of_responses(m, &page.waiting), zone: zone(time_zone) })
}

/// What a page tells a reader to whom no emails about matches are sent, because they come back.
pub fn unreachable(reader: &Person, now: DateTime<Utc>) -> Option<String> {
    let since = moment(reader.unreachable_since?, zone(&reader.time_zone), now);
    Some(format!(
        "Emails to you bounce, so the server has sent none about your matches since {since}. Sign in to receive them \
         again."
    ))
}

/// The time zone of this IANA name; UTC for a name that is not known.
pub fn zone(name: &str) -> Tz {
    name.parse().unwrap_or(Tz::UTC)
}

/// Reads what happened since the own last move of a player, as told to that player, with the seats called by these names.
pub async fn story(connection: &mut Connection, m: &Match, reader: &Person, names: &Names) -> Result<Story> {
    let eye = m.eye(Some(reader.id));
    let last = m.progress().ply.unwrap_or_default();
    let own = match m.seat_of(reader.id) {
        Some(seat) => moves::last_own_line(connection, m.id(), seat, last).await?,
        None => None,
    };
    let since = own.as_ref().map_or(0, |own| own.ply + 1);
    let mut told = lines::tell(m, &latest_rows(connection, m, since).await?, eye, names, 0)?;
    if let Some(own) = own.as_ref().filter(|_| told.is_empty()) {
        // After the end the last move of all may be the reader's own, and it is what ended the match.
        told = lines::tell(m, std::slice::from_ref(own), eye, names, 0)?;
    }
    let (sentences, earlier) = end_of(&told, MAX_SENTENCES);
    let notes = notes::list_for(connection, m, reader, own.as_ref().map(|own| own.at)).await?;
    Ok(Story { since_own: own.is_some(), sentences, earlier, notes })
}

/// Reads what the own last line of a player caused, as told to that player.
pub async fn own_move(connection: &mut Connection, m: &Match, reader: &Person, names: &Names) -> Result<Vec<String>> {
    let (Some(seat), Some(last)) = (m.seat_of(reader.id), m.progress().ply) else { return Ok(Vec::new()) };
    let own = moves::last_own_line(connection, m.id(), seat, last).await?;
    let told = lines::tell(m, own.as_slice(), m.eye(Some(reader.id)), names, 0)?;
    Ok(end_of(&told, MAX_SENTENCES).0)
}

/// The lines from this one on; at most the last [`MAX_LINES`].
async fn latest_rows(connection: &mut Connection, m: &Match, since: u32) -> Result<Vec<MoveRow>> {
    let Some(last) = m.progress().ply else { return Ok(Vec::new()) };
    let first = since.max((last + 1).saturating_sub(MAX_LINES));
    Ok(moves::lines(connection, m.id(), first, last, MAX_LINES).await?)
}

/// The sentences at the end of what was told, at most so many, and the number of those before them.
fn end_of(told: &[ToldLine], max: usize) -> (Vec<String>, usize) {
    let mut sentences: Vec<String> = told.iter().flat_map(|line| line.story.clone()).collect();
    let earlier = sentences.len().saturating_sub(max);
    sentences.drain(..earlier);
    (sentences, earlier)
}

/// Reads what happened last, as told to spectators, with the seats called by these names. Notes are for players only.
pub async fn latest(connection: &mut Connection, m: &Match, names: &Names) -> Result<Story> {
    let told = lines::tell(m, &latest_rows(connection, m, 0).await?, m.eye(None), names, 0)?;
    let (sentences, earlier) = end_of(&told, LATEST);
    Ok(Story { since_own: false, sentences, earlier, notes: Vec::new() })
}
