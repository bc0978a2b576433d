//! A turn as the link of a letter opens it. Whoever holds the letter can move in that turn and in no other, and sees the
//! board as that seat does until the turn is over.

use engine::Seat;
use uuid::Uuid;

use super::links::{self, Turn};
use super::submit::{self, Accepted, NewMove};
use super::{Match, Outcome, Phase, seats_of};
use crate::app::App;
use crate::db::{self, people};
use crate::http::problem::{Answer, Kind, Problem};
use crate::limits::Asker;

/// A turn that the link of a letter has opened.
pub struct TurnLink {
    /// The match as it is now.
    pub m: Match,
    /// Who plays the seat.
    pub user: Uuid,
    /// What the link is good for.
    pub turn: Turn,
}

/// What the link can still be used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// The seat is awaited in this turn.
    YourTurn,
    /// The turn goes on, and others are awaited.
    OthersMove,
    /// The turn is over.
    TurnIsOver,
    /// The seat has resigned or been forfeited.
    Left,
    /// The match has ended.
    MatchIsOver,
}

/// Opens a link. Only a server with the secret makes one that opens, and an account that is gone opens none.
pub async fn open(app: &App, token: &str) -> Answer<TurnLink> {
    let turn = links::open_move(&app.secrets, token)?;
    let mut connection = app.db.get().await?;
    let found = db::matches::find(&mut connection, turn.match_id, None).await?;
    let m = Match::new(found.ok_or_else(|| Problem::not_found("match"))?)?;
    let user = m.person_at(turn.seat).map(|at| m.row.user_ids[at]).ok_or_else(|| Problem::not_found("seat"))?;
    app.limits.request(Asker::Account(user)).map_err(Problem::rate_limited)?;
    match people::person(&mut connection, user).await? {
        Some(person) if !person.deleted => Ok(TurnLink { m, user, turn }),
        _ => Err(Problem::new(Kind::CONFLICT, "The account of this letter has been deleted; nobody can move for it.")),
    }
}

impl TurnLink {
    /// What it can still be used for.
    pub fn standing(&self) -> Standing {
        let row = &self.m.row;
        match self.m.phase() {
            Phase::Running if seats_of(row.left_seats).contains(self.turn.seat) => Standing::Left,
            Phase::Running if i64::from(row.turn) != i64::from(self.turn.turn) => Standing::TurnIsOver,
            Phase::Running if seats_of(row.awaited).contains(self.turn.seat) => Standing::YourTurn,
            Phase::Running => Standing::OthersMove,
            Phase::Open | Phase::Over | Phase::Cancelled => Standing::MatchIsOver,
        }
    }

    /// Moves, in the turn of the link.
    pub async fn play(&self, app: &App, text: &str) -> Outcome<Accepted> {
        let Turn { match_id, turn, .. } = self.turn;
        submit::submit(app, NewMove { id: match_id, user: self.user, text, turn: Some(turn) }).await
    }

    /// Whose seat it is.
    pub fn seat(&self) -> Seat {
        self.turn.seat
    }
}
