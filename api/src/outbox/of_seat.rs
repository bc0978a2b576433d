//! Draws the emails about a seat that is offered to others, taken by one, or idle: also for readers who do not play in the match.

use chrono::TimeDelta;

use super::drawn::{Drawn, link, match_and_reader, to_person};
use crate::app::App;
use crate::db::about::About;
use crate::db::due_emails::EmailRow;
use crate::db::emails;
use crate::db::people::Person;
use crate::db::{self, Connection, offers};
use crate::mail::{SeatIdle, SeatOffered, SeatTaken};
use crate::play::telling::{brief, links, look};
use crate::play::{self, Match, Phase};

/// The match and the reader of an email, and the reader's address; nothing if the email cannot be sent or is not wanted.
async fn reading(connection: &mut Connection, row: &EmailRow) -> play::Result<Option<(Match, Person, String)>> {
    Ok(match_and_reader(connection, row).await?.filter(|(_, person, _)| person.mail_matches))
}

pub(super) async fn offered(app: &App, connection: &mut Connection, row: &EmailRow) -> play::Result<Option<Drawn>> {
    let Some((m, person, address)) = reading(connection, row).await? else { return Ok(None) };
    let (About::Seat(seat), Phase::Running) = (row.about, m.phase()) else { return Ok(None) };
    let (Some(until), Some(player)) = (m.offered_until(seat), m.player_at(seat)) else { return Ok(None) };
    let is_own = player.id == person.id;
    let path = if is_own { links::move_path(&app.secrets, &m.turn_of(seat)) } else { links::match_path(m.id()) };
    let email = SeatOffered {
        table: brief::table(&m, &person.name)?,
        player: (!is_own).then(|| player.name.clone()),
        until,
        zone: brief::zone(&person.time_zone),
        link: link(app, &path)?,
    };
    Ok(Some(to_person(app, person, address, row.kind.facts().category, email, None)))
}

pub(super) async fn taken(app: &App, connection: &mut Connection, row: &EmailRow) -> play::Result<Option<Drawn>> {
    let Some((m, person, address)) = reading(connection, row).await? else { return Ok(None) };
    let (About::Seat(seat), Phase::Running) = (row.about, m.phase()) else { return Ok(None) };
    let Some(player) = m.player_at(seat) else { return Ok(None) };
    let Some(before) = offers::before(connection, m.id(), (seat, player.holder)).await? else { return Ok(None) };
    let path = links::match_path(m.id());
    let email = SeatTaken {
        table: brief::table(&m, &person.name)?,
        player: player.name.clone(),
        before: (before.user_id != person.id).then_some(before.name),
        link: if m.is_visible_to(Some(person.id)) { Some(link(app, &path)?) } else { None },
    };
    Ok(Some(to_person(app, person, address, row.kind.facts().category, email, None)))
}

/// The email is looked at again each week.
const AGAIN: TimeDelta = TimeDelta::days(7);

/// Moot if the player has moved since, or has left. It waits as long as the player could not move: the turn of the seat has not come again,
/// or its clock stands still.
pub(super) async fn idle(app: &App, connection: &mut Connection, row: &EmailRow) -> play::Result<Option<Drawn>> {
    let Some((m, person, address)) = reading(connection, row).await? else { return Ok(None) };
    let (About::Seat(seat), Phase::Running) = (row.about, m.phase()) else { return Ok(None) };
    let (Some(player), Some(left)) = (m.player_at(seat), m.lapses_left(seat).filter(|left| *left > 0)) else {
        return Ok(None);
    };
    let now = app.clock.now();
    // As spectators see it: that others are asked in secret may not be told.
    let is_awaited = look::page(&m, None)?.is_some_and(|page| page.waiting.seats.contains(seat));
    let could_move = (is_awaited || left == 1) && !m.stands_still(player.id, now);
    let last = db::moves::last_move(connection, m.id(), seat).await?;
    if last.is_some_and(|last| last.at > row.created_at) {
        return Ok(None);
    }
    if !could_move {
        emails::owe_again(connection, row, now + AGAIN).await?;
        return Ok(None);
    }
    let email = SeatIdle {
        table: brief::table(&m, &person.name)?,
        link: link(app, &links::match_path(m.id()))?,
        player: player.name.clone(),
        days: (now - row.created_at).num_days(),
        left,
    };
    Ok(Some(to_person(app, person, address, row.kind.facts().category, email, None)))
}
