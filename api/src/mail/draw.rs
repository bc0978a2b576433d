//! What a letter that is owed says now, or that nobody needs it any more.

use chrono::{DateTime, TimeDelta, Utc};
use engine::{Act, Names, Seat};
use uuid::Uuid;

use super::{
    Board, ConfirmAddress, Deadline, Invitation, Lapse, Letter, Link, MatchOver, MatchStarted, Player, SignIn, Story,
    Table, ToMove, YourTurn,
};
use crate::app::App;
use crate::db::letters::LetterRow;
use crate::db::people::{self, Person};
use crate::db::{self, Connection, address_changes, sign_ins};
use crate::play::links::{self, MailKind, Side};
use crate::play::{Match, Outcome, Phase, Refusal, address, history, look, settings};
use crate::secrets::hash;

/// How many sentences of the story a letter tells at most.
const MOST_SENTENCES: usize = 40;

/// A letter as it is to be sent.
pub(super) struct Drawn {
    /// Whose it is; empty if the name is not known.
    pub(super) name: String,
    /// Where it goes.
    pub(super) address: String,
    /// What it says.
    pub(super) letter: Letter,
    /// The path that stops letters of its kind, if they can be.
    pub(super) stop: Option<String>,
}

/// Draws a letter as its reader may see things now; nothing if it is moot.
pub(super) async fn draw(app: &App, connection: &mut Connection, row: &LetterRow) -> Outcome<Option<Drawn>> {
    let now = app.clock.now();
    match row.kind.as_str() {
        "sign-in" => sign_in(app, connection, row, now).await,
        "confirm-address" => confirm_address(app, connection, row, now).await,
        "invitation" => invitation(app, connection, row).await,
        _ => of_match(app, connection, row).await,
    }
}

fn link(app: &App, path: &str) -> Outcome<Link> {
    Link::new(app.url(path)).map_err(|why| Refusal::Broken(why.to_string()))
}

async fn sign_in(
    app: &App,
    connection: &mut Connection,
    row: &LetterRow,
    now: DateTime<Utc>,
) -> Outcome<Option<Drawn>> {
    let Some(id) = row.about else { return Ok(None) };
    let found = sign_ins::sign_in(connection, id).await?;
    let Some(asked) = found.filter(|asked| asked.used_at.is_none() && asked.expires_at > now) else { return Ok(None) };
    let letter = SignIn {
        code: app.secrets.code(id),
        link: link(app, &links::sign_in_path(&app.secrets, id))?,
        valid_for: asked.expires_at - now,
    };
    Ok(Some(Drawn { name: String::new(), address: asked.address, letter: Letter::SignIn(letter), stop: None }))
}

async fn confirm_address(
    app: &App,
    connection: &mut Connection,
    row: &LetterRow,
    now: DateTime<Utc>,
) -> Outcome<Option<Drawn>> {
    let (Some(id), at_new) = (row.about, row.seat == Some(1)) else { return Ok(None) };
    let Some(change) = address_changes::address_change(connection, id).await? else { return Ok(None) };
    let confirmed = if at_new { change.new_confirmed_at } else { change.old_confirmed_at };
    if confirmed.is_some() || change.expires_at <= now || !change.newest {
        return Ok(None);
    }
    let side = if at_new { Side::New } else { Side::Old };
    let letter = ConfirmAddress {
        new: change.new_address.clone(),
        at_new,
        link: link(app, &links::confirm_address_path(&app.secrets, id, side))?,
        valid_for: change.expires_at - now,
    };
    let address = if at_new { change.new_address } else { change.old_address };
    Ok(Some(Drawn { name: String::new(), address, letter: Letter::ConfirmAddress(letter), stop: None }))
}

async fn invitation(app: &App, connection: &mut Connection, row: &LetterRow) -> Outcome<Option<Drawn>> {
    let Some(id) = row.about else { return Ok(None) };
    let Some(invited) = db::invitations::find(connection, id).await? else { return Ok(None) };
    if invited.answer.is_some() || invited.phase != Phase::Open.name() {
        return Ok(None);
    }
    // Whoever has an account keeps their say in what is sent, also when invited by address.
    let person = match (invited.user_id, &invited.address) {
        (Some(user), _) => people::person(connection, user).await?,
        (None, Some(address)) => people::at(connection, address).await?,
        (None, None) => None,
    };
    let address = match (&person, invited.address) {
        (Some(person), _) if !person.mail_invitations => return Ok(None),
        (Some(person), _) => person.address.clone(),
        (None, address) => address,
    };
    let Some(address) = address else { return Ok(None) };
    if person.is_none() && db::invitations::refuses_all(connection, &hash(&address::mailbox(&address))).await? {
        return Ok(None);
    }
    let Some(found) = db::matches::find(connection, invited.match_id, None).await? else { return Ok(None) };
    let m = Match::new(found)?;
    let letter = Invitation {
        from_name: invited.inviter_name,
        reader: person.as_ref().map(|person| person.name.clone()),
        game: m.rules.info().name.to_owned(),
        summary: m.rules.info().summary.to_owned(),
        title: m.row.name.clone(),
        settings: settings::of(&m)?,
        link: link(app, &links::invitation_path(&app.secrets, id))?,
        account: person.is_some(),
    };
    let stop = Some(match &person {
        Some(person) => links::unsubscribe_path(&app.secrets, &person.id, MailKind::Invitations),
        None => links::refuse_invitations_path(&app.secrets, id),
    });
    let name = person.map(|person| person.name).unwrap_or_default();
    Ok(Some(Drawn { name, address, letter: Letter::Invitation(letter), stop }))
}

async fn of_match(app: &App, connection: &mut Connection, row: &LetterRow) -> Outcome<Option<Drawn>> {
    let (Some(id), Some(user)) = (row.match_id, row.user_id) else { return Ok(None) };
    let Some(person) = people::person(connection, user).await? else { return Ok(None) };
    let Some(address) = person.address.clone() else { return Ok(None) };
    let Some(found) = db::matches::find(connection, id, Some(user)).await? else { return Ok(None) };
    let m = Match::new(found)?;
    let Some(seat) = m.seat_of(user) else { return Ok(None) };
    let awaited = m.phase() == Phase::Running && crate::play::seats_of(m.row.awaited).contains(seat);
    let (wanted, kind) = match row.kind.as_str() {
        "your-turn" => (awaited && !row.overtaken && person.mail_turns, MailKind::Turns),
        // It says, too, that it is your turn; its link stops what it was sent for.
        "match-started" if awaited && !person.mail_matches => (person.mail_turns, MailKind::Turns),
        "match-started" => (m.phase() == Phase::Running && person.mail_matches, MailKind::Matches),
        _ => (m.phase() == Phase::Over && person.mail_matches, MailKind::Matches),
    };
    if !wanted {
        return Ok(None);
    }
    let Some(page) = look::page(&m, Some(user))? else { return Ok(None) };
    let rows = db::matches::log(connection, id).await?;
    let (table, board) = (table(app, &m, &person)?, Board::of(page));
    // As letters show them: a name that is a link would be one in every sentence.
    let names = table.names();
    let story = || story(&m, &rows, user, seat, &names);
    let to_move = if awaited { Some(to_move(app, &m, seat, &person)?) } else { None };
    let letter = match (row.kind.as_str(), to_move) {
        ("match-started", to_move) => {
            Letter::MatchStarted(MatchStarted { table, board, settings: settings::of(&m)?, to_move })
        }
        ("your-turn", Some(to_move)) => Letter::YourTurn(YourTurn { table, board, story: story()?, to_move }),
        _ => Letter::MatchOver(MatchOver { table, board, story: story()? }),
    };
    let stop = Some(links::unsubscribe_path(&app.secrets, &user, kind));
    Ok(Some(Drawn { name: person.name, address, letter, stop }))
}

fn table(app: &App, m: &Match, reader: &Person) -> Outcome<Table> {
    let chairs = m.rules.setup(m.seats(), &m.options()?)?.chairs;
    let players = (0..).zip(chairs).map(|(seat, chair)| {
        let name = m.person_at(Seat(seat)).map_or_else(|| chair.name.clone(), |person| m.row.names[person].clone());
        Player { name, chair }
    });
    Ok(Table {
        game: m.rules.info().name.to_owned(),
        title: m.row.name.clone(),
        link: link(app, &format!("/matches/{}", m.row.id))?,
        reader: reader.name.clone(),
        players: players.collect(),
    })
}

fn to_move(app: &App, m: &Match, seat: Seat, reader: &Person) -> Outcome<ToMove> {
    let frame = m.frame()?;
    let turn = links::Turn { match_id: m.row.id, seat, turn: frame.turn };
    let at = m.row.deadlines.get(seat.index()).copied().filter(|at| *at > 0);
    let deadline = match at.and_then(DateTime::from_timestamp_millis) {
        None => None,
        Some(at) => Some(Deadline {
            at,
            zone: reader.time_zone.parse().unwrap_or(chrono_tz::UTC),
            // What the clock itself will ask: the same policy does another thing at the third lapse.
            lapse: match m.rules.on_lapse(&frame, seat, m.on_lapse())? {
                Act::Lapse(_) => Lapse::TurnPasses,
                _ => Lapse::PlayerIsOut,
            },
        }),
    };
    let notation = m.rules.info().notation.iter().map(|(example, words)| ((*example).to_owned(), (*words).to_owned()));
    Ok(ToMove {
        link: link(app, &links::move_path(&app.secrets, &turn))?,
        deadline,
        choices: m.rules.choices(&frame, seat, "")?,
        notation: notation.collect(),
    })
}

/// What happened since the reader's own last move, as told to him.
fn story(m: &Match, rows: &[db::matches::MoveRow], user: Uuid, seat: Seat, names: &Names) -> Outcome<Story> {
    let told = history::told(m, rows, Some(user), names)?;
    let own = |line: &history::ToldLine| {
        line.entry.as_ref().is_some_and(|entry| entry.by == Some(seat) && entry.cause == engine::Cause::Chosen)
    };
    let last = told.iter().rposition(own);
    let since = last.map_or(0, |at| at + 1);
    // After the end the last move of all may be the reader's own, and it is what ended the match.
    let since = if since == told.len() { since.saturating_sub(1) } else { since };
    let mut sentences: Vec<String> = told[since..].iter().flat_map(|line| line.story.clone()).collect();
    let earlier = sentences.len().saturating_sub(MOST_SENTENCES);
    sentences.drain(..earlier);
    Ok(Story { since_own: last.is_some(), sentences, earlier })
}

/// How long to wait after a try that failed: half a minute, then twice as long each time, at most four hours.
pub(super) fn back_off(attempts: i16) -> TimeDelta {
    let doubled = 30_i64 << attempts.clamp(0, 9);
    TimeDelta::seconds(doubled.min(4 * 3600))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_is_tried_for_as_long_as_mail_servers_try() {
        let waits = (0..super::super::sending::MOST_TRIES - 1).map(back_off);
        let all = waits.fold(TimeDelta::zero(), |all, wait| all + wait);
        assert!(all > TimeDelta::days(4) && all < TimeDelta::days(5), "{all}");
    }
}
