//! Draws the letters about a match that the reader plays in.

use engine::Seat;

use super::draw::{Drawn, link};
use crate::app::App;
use crate::brief::{Story, Table};
use crate::db::letters::LetterRow;
use crate::db::people::{self, Person};
use crate::db::{self, Connection};
use crate::mail::{Board, Letter, MatchOver, MatchStarted, ToMove, YourTurn};
use crate::play::{self, Match, Phase, brief, links, look, settings};

/// A match and the reader at it.
struct Reading {
    m: Match,
    person: Person,
    address: String,
    seat: Seat,
}

impl Reading {
    /// The match and the reader of a letter; nothing if the reader's account is deleted.
    async fn of(connection: &mut Connection, row: &LetterRow) -> play::Result<Option<Reading>> {
        let (Some(id), Some(user)) = (row.match_id, row.user_id) else { return Ok(None) };
        let Some(person) = people::person(connection, user).await? else { return Ok(None) };
        let Some(address) = person.address.clone() else { return Ok(None) };
        let Some(found) = db::matches::find(connection, id, Some(user)).await? else { return Ok(None) };
        let m = Match::new(found)?;
        Ok(m.seat_of(user).map(|seat| Reading { m, person, address, seat }))
    }

    /// True if the reader is to move.
    fn is_awaited(&self) -> bool {
        self.m.phase() == Phase::Running && self.m.awaited().contains(self.seat)
    }

    fn table(&self) -> play::Result<Table> {
        brief::table(&self.m, &self.person.name)
    }

    fn board(&self) -> play::Result<Option<Board>> {
        Ok(look::page(&self.m, Some(self.person.id))?.map(Board::of))
    }

    async fn story(&self, connection: &mut Connection, table: &Table) -> play::Result<Story> {
        brief::story(connection, &self.m, self.person.id, &table.names()).await
    }

    fn to_move(&self, app: &App, board: &Board) -> play::Result<ToMove> {
        let turn = links::Turn { match_id: self.m.id(), seat: self.seat, turn: self.m.frame()?.turn };
        Ok(ToMove {
            link: link(app, &links::move_path(&app.secrets, &turn))?,
            turn: brief::turn(&self.m, self.seat, board.page(), &self.person.time_zone)?,
        })
    }

    fn match_link(&self, app: &App) -> play::Result<crate::mail::Link> {
        link(app, &format!("/matches/{}", self.m.id()))
    }

    fn drawn(self, app: &App, letter: impl Letter + 'static) -> Drawn {
        let stop = letter.category().map(|category| links::unsubscribe_path(&app.secrets, self.person.id, category));
        Drawn { name: self.person.name, address: self.address, letter: Box::new(letter), stop }
    }
}

pub(super) async fn started(app: &App, connection: &mut Connection, row: &LetterRow) -> play::Result<Option<Drawn>> {
    let Some(reading) = Reading::of(connection, row).await? else { return Ok(None) };
    let awaited = reading.is_awaited();
    // The letter says, too, that it is the reader's turn.
    let as_turn = awaited && !reading.person.mail_matches;
    let wanted = if as_turn { reading.person.mail_turns } else { reading.person.mail_matches };
    if !wanted || reading.m.phase() != Phase::Running {
        return Ok(None);
    }
    let Some(board) = reading.board()? else { return Ok(None) };
    let letter = MatchStarted {
        table: reading.table()?,
        link: reading.match_link(app)?,
        settings: settings::of(&reading.m)?,
        to_move: if awaited { Some(reading.to_move(app, &board)?) } else { None },
        responses: brief::responses(&reading.m, board.page(), &reading.person.time_zone),
        board,
        as_turn,
    };
    Ok(Some(reading.drawn(app, letter)))
}

pub(super) async fn your_turn(app: &App, connection: &mut Connection, row: &LetterRow) -> play::Result<Option<Drawn>> {
    let Some(reading) = Reading::of(connection, row).await? else { return Ok(None) };
    if !reading.is_awaited() || row.overtaken || !reading.person.mail_turns {
        return Ok(None);
    }
    let Some(board) = reading.board()? else { return Ok(None) };
    let table = reading.table()?;
    let story = reading.story(connection, &table).await?;
    let to_move = reading.to_move(app, &board)?;
    let letter = YourTurn { table, board, story, to_move };
    Ok(Some(reading.drawn(app, letter)))
}

pub(super) async fn over(app: &App, connection: &mut Connection, row: &LetterRow) -> play::Result<Option<Drawn>> {
    let Some(reading) = Reading::of(connection, row).await? else { return Ok(None) };
    if reading.m.phase() != Phase::Over || !reading.person.mail_matches {
        return Ok(None);
    }
    let Some(board) = reading.board()? else { return Ok(None) };
    let table = reading.table()?;
    let story = reading.story(connection, &table).await?;
    let letter = MatchOver { table, link: reading.match_link(app)?, board, story };
    Ok(Some(reading.drawn(app, letter)))
}
