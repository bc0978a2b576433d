//! Draws the emails about a match that the reader plays in.

use chrono::{DateTime, Utc};
use engine::Seat;

use super::drawn::{Drawn, link, match_and_reader, played, rules_link, to_person};
use crate::app::App;
use crate::brief::{Story, Table, in_three_sentences};
use crate::category::Category;
use crate::db::about::About;
use crate::db::due_emails::EmailRow;
use crate::db::people::{self, Person};
use crate::db::{self, Connection};
use crate::mail::{
    Board, Email, EmailsBounce, FirstMatch, Lapsed, MatchOver, MatchStarted, Reminder, StillPlaying, ToMove, YourTurn,
};
use crate::play::game::idle;
use crate::play::game::ratings::Verdict;
use crate::play::matches::{deadline, settings};
use crate::play::telling::links::Turn;
use crate::play::telling::reply::Key;
use crate::play::telling::{brief, links, look, notes, turn_list};
use crate::play::{self, EmailLength, Match, Phase};

/// After so many moves of a reader in a match, emails leave out what is the same in each of them, unless the reader chose their length.
const FIRST_TURNS: i64 = 3;

/// A match and the reader at it.
pub(super) struct Reading {
    pub(super) m: Match,
    pub(super) person: Person,
    address: String,
    pub(super) seat: Seat,
    /// The category of emails that the link of the email stops.
    category: Option<Category>,
}

impl Reading {
    /// The same as [`match_and_reader`] for a reader who plays; nothing for any other.
    pub(super) async fn read(connection: &mut Connection, row: &EmailRow) -> play::Result<Option<Reading>> {
        let Some((m, person, address)) = match_and_reader(connection, row).await? else { return Ok(None) };
        let category = row.kind.facts().category;
        Ok(m.seat_of(person.id).map(|seat| Reading { m, person, address, seat, category }))
    }

    /// True if the reader is to move.
    pub(super) fn is_awaited(&self) -> bool {
        self.m.phase() == Phase::Running && self.m.awaited().contains(self.seat)
    }

    /// True if the match runs and the reader has not left it: then a reply can bring commands.
    pub(super) fn plays(&self) -> bool {
        self.m.phase() == Phase::Running && !self.m.left().contains(self.seat)
    }

    pub(super) fn table(&self) -> play::Result<Table> {
        brief::table(&self.m, &self.person.name)
    }

    pub(super) fn board(&self) -> play::Result<Option<Board>> {
        Ok(look::page(&self.m, Some(self.person.id))?.map(Board::new))
    }

    async fn story(&self, connection: &mut Connection, table: &Table) -> play::Result<Story> {
        let story = brief::story(connection, &self.m, &self.person, &table.names()).await?;
        // What others wrote while it was the reader's turn is older than the move of the reader.
        let notes = notes::unread(connection, &self.m, &self.person).await?;
        Ok(Story { notes, ..story })
    }

    /// The turn that the match is in, for the seat of the reader.
    pub(super) fn turn(&self) -> Turn {
        self.m.turn_of(self.seat)
    }

    pub(super) fn to_move(&self, app: &App, board: &Board) -> play::Result<ToMove> {
        Ok(ToMove {
            link: link(app, &links::move_path(&app.secrets, &self.turn()))?,
            rules: Some(rules_link(app, &self.m)?),
            turn: brief::turn(&self.m, self.seat, board.page(), &self.person.time_zone)?,
        })
    }

    async fn has_moved(&self, connection: &mut Connection) -> play::Result<bool> {
        Ok(db::moves::last_move(connection, self.m.id(), self.seat).await?.is_some())
    }

    /// Returns whether an email about a turn leaves out what is the same in each of them.
    async fn wants_short(&self, connection: &mut Connection) -> play::Result<bool> {
        match self.person.email_length {
            EmailLength::Full => Ok(false),
            EmailLength::Short => Ok(true),
            EmailLength::Auto => {
                let own = db::moves::latest_moves(connection, self.m.id(), self.seat, FIRST_TURNS).await?;
                Ok(own.len() as i64 == FIRST_TURNS)
            }
        }
    }

    /// What a reader is told who has not played the game before.
    pub(super) async fn first(&self, app: &App, connection: &mut Connection) -> play::Result<Option<FirstMatch>> {
        if db::past::has_of_game(connection, self.person.id, self.m.game()).await? {
            return Ok(None);
        }
        let words = in_three_sentences(self.m.rules.info());
        let learn = app.addresses.as_ref().map(|_| format!("learn {}", self.m.game()));
        Ok(Some(FirstMatch { words, link: rules_link(app, &self.m)?, learn }))
    }

    pub(super) fn match_link(&self, app: &App) -> play::Result<crate::mail::Link> {
        link(app, &links::match_path(self.m.id()))
    }

    fn watch_link(&self, app: &App) -> play::Result<crate::mail::Link> {
        link(app, &links::watch_path(&app.secrets, self.m.id(), self.seat))
    }

    /// The deadline of another seat, if it was moved in this turn and the reader may know it.
    async fn extended(&self, connection: &mut Connection, seat: Seat) -> play::Result<Option<DateTime<Utc>>> {
        let Some(page) = look::page(&self.m, Some(self.person.id))? else { return Ok(None) };
        let deadlines = deadline::on_page(&self.m, &page.waiting);
        let found = deadlines.into_iter().find(|(one, _)| *one == seat).map(|(_, deadline)| deadline);
        let turn = self.turn().turn;
        let is_extended = db::bounces::is_extended(connection, self.m.id(), seat, turn).await?;
        Ok(found.filter(|_| is_extended))
    }

    /// The email, with the effect of a reply to it: if there is none of its own, commands about the match.
    pub(super) fn drawn(self, app: &App, email: impl Email + 'static, key: Option<Key>) -> Drawn {
        let key = key.or(Some(Key::Turn(self.turn())));
        to_person(app, self.person, self.address, self.category, email, key)
    }
}

/// Returns whether an email is wanted: an automatic reply is, even if its reader unsubscribed from such emails.
pub(super) fn is_wanted(row: &EmailRow, wanted: bool) -> bool {
    wanted || row.replies_to.is_some()
}

pub(super) async fn started(app: &App, connection: &mut Connection, row: &EmailRow) -> play::Result<Option<Drawn>> {
    let Some(mut reading) = Reading::read(connection, row).await? else { return Ok(None) };
    let awaited = reading.is_awaited();
    // A reader who wants only emails about turns learns of the start if it is their turn; the link then stops emails about turns.
    let as_turn = awaited && !reading.person.mail_matches;
    let wanted = if as_turn { reading.person.mail_turns } else { reading.person.mail_matches };
    if as_turn {
        reading.category = Some(Category::Turns);
    }
    if !is_wanted(row, wanted) || reading.m.phase() != Phase::Running {
        return Ok(None);
    }
    let Some(board) = reading.board()? else { return Ok(None) };
    let first = reading.first(app, connection).await?;
    let to_move = if awaited { Some(reading.to_move(app, &board)?) } else { None };
    let email = MatchStarted {
        table: reading.table()?,
        link: reading.match_link(app)?,
        watch: reading.watch_link(app)?,
        rules: rules_link(app, &reading.m)?,
        settings: settings::sentences(&reading.m)?,
        to_move: to_move.map(|to_move| to_move.without_rules_if(first.is_some())),
        first,
        responses: brief::responses(&reading.m, board.page(), &reading.person.time_zone),
        board,
    };
    let key = if awaited { Some(Key::Turn(reading.turn())) } else { None };
    Ok(Some(reading.drawn(app, email, key)))
}

pub(super) async fn your_turn(app: &App, connection: &mut Connection, row: &EmailRow) -> play::Result<Option<Drawn>> {
    let Some(reading) = Reading::read(connection, row).await? else { return Ok(None) };
    if !reading.is_awaited() || row.overtaken || !is_wanted(row, reading.person.mail_turns) {
        return Ok(None);
    }
    let now = app.clock.now();
    if row.replies_to.is_none() && turn_list::takes(app, connection, &reading.m, reading.person.id, now).await? {
        return Ok(None);
    }
    let Some(mut board) = reading.board()? else { return Ok(None) };
    let table = reading.table()?;
    let story = reading.story(connection, &table).await?;
    let to_move = reading.to_move(app, &board)?;
    // What is left out can be asked for by a reply.
    let is_short = app.addresses.is_some() && reading.wants_short(connection).await?;
    if is_short {
        board = board.in_short(&story);
    }
    // The email about the start has told the others.
    let is_first = !reading.person.mail_matches && !reading.has_moved(connection).await?;
    let first = if is_first { reading.first(app, connection).await? } else { None };
    let to_move = to_move.without_rules_if(first.is_some());
    let email = YourTurn { table, board, story, to_move, first, played: played(connection, row).await?, is_short };
    let key = Key::Turn(reading.turn());
    Ok(Some(reading.drawn(app, email, Some(key))))
}

pub(super) async fn reminder(app: &App, connection: &mut Connection, row: &EmailRow) -> play::Result<Option<Drawn>> {
    let Some(reading) = Reading::read(connection, row).await? else { return Ok(None) };
    let About::Deadline(deadline) = row.about else { return Ok(None) };
    let lasts = deadline > app.clock.now() && reading.m.deadline(reading.seat) == Some(deadline);
    if !reading.is_awaited() || !lasts || !reading.person.mail_turns {
        return Ok(None);
    }
    let Some(board) = reading.board()? else { return Ok(None) };
    let email = Reminder { table: reading.table()?, to_move: reading.to_move(app, &board)?, board };
    let key = Key::Turn(reading.turn());
    Ok(Some(reading.drawn(app, email, Some(key))))
}

pub(super) async fn over(app: &App, connection: &mut Connection, row: &EmailRow) -> play::Result<Option<Drawn>> {
    let Some(reading) = Reading::read(connection, row).await? else { return Ok(None) };
    if reading.m.phase() != Phase::Over || !is_wanted(row, reading.person.mail_matches) {
        return Ok(None);
    }
    let Some(board) = reading.board()? else { return Ok(None) };
    let table = reading.table()?;
    let story = reading.story(connection, &table).await?;
    let played = played(connection, row).await?;
    let (link, watch) = (reading.match_link(app)?, reading.watch_link(app)?);
    let host = play::people::host::end_in_words(&reading.m);
    let verdict = Verdict::read(connection, &reading.m, Some(reading.person.id)).await?;
    let rating = verdict.map(|verdict| verdict.in_words(Some(reading.person.id)));
    let email = MatchOver { table, link, watch, board, story, rating, host, played };
    Ok(Some(reading.drawn(app, email, None)))
}

pub(super) async fn emails_bounce(
    app: &App,
    connection: &mut Connection,
    row: &EmailRow,
) -> play::Result<Option<Drawn>> {
    let Some(reading) = Reading::read(connection, row).await? else { return Ok(None) };
    let About::Seat(seat) = row.about else { return Ok(None) };
    let Some(player) = reading.m.player_at(seat) else { return Ok(None) };
    let Some(player) = people::person(connection, player.id).await?.filter(|player| !player.deleted) else {
        return Ok(None);
    };
    let stopped = player.unreachable_since.is_some();
    let until = reading.extended(connection, seat).await?;
    if reading.m.phase() != Phase::Running || !reading.person.mail_matches || !(stopped || until.is_some()) {
        return Ok(None);
    }
    let (table, link) = (reading.table()?, reading.match_link(app)?);
    let email =
        EmailsBounce { table, link, player: player.name, stopped, until, zone: brief::zone(&reading.person.time_zone) };
    Ok(Some(reading.drawn(app, email, None)))
}

pub(super) async fn lapsed(app: &App, connection: &mut Connection, row: &EmailRow) -> play::Result<Option<Drawn>> {
    let Some(reading) = Reading::read(connection, row).await? else { return Ok(None) };
    let Some(left) = reading.m.lapses_left(reading.seat) else { return Ok(None) };
    if reading.m.phase() != Phase::Running || !reading.person.mail_turns {
        return Ok(None);
    }
    let email = Lapsed { table: reading.table()?, link: reading.match_link(app)?, left };
    Ok(Some(reading.drawn(app, email, None)))
}

pub(super) async fn still_playing(
    app: &App,
    connection: &mut Connection,
    row: &EmailRow,
) -> play::Result<Option<Drawn>> {
    let Some(reading) = Reading::read(connection, row).await? else { return Ok(None) };
    let last = reading.m.last_line_at();
    if reading.m.phase() != Phase::Running || !reading.person.mail_matches || row.about != About::LastLine(last) {
        return Ok(None);
    }
    let is_awaited = reading.is_awaited();
    let path = links::move_path(&app.secrets, &reading.turn());
    let email = StillPlaying {
        table: reading.table()?,
        days: (row.created_at - last).num_days(),
        until: idle::abandoned_at(&reading.m, row.created_at),
        zone: brief::zone(&reading.person.time_zone),
        is_awaited,
        link: if is_awaited { link(app, &path)? } else { reading.match_link(app)? },
    };
    let key = is_awaited.then(|| Key::Turn(reading.turn()));
    Ok(Some(reading.drawn(app, email, key)))
}
