//! A turn as the link of a letter opens it. Whoever holds the letter can move in that turn and in no other, and sees the
//! board as that seat does until the turn is over.

use engine::Seat;

use super::links::{self, Turn};
use super::submit::{self, Accepted, NewMove};
use super::{Match, Outcome, Phase};
use crate::app::App;
use crate::db::{self, people};
use crate::http::problem::{Answer, Kind, Problem};
use crate::ids::UserId;
use crate::limits::Asker;

/// A turn that the link of a letter has opened.
pub struct TurnLink {
    /// The match as it is now.
    pub m: Match,
    /// Who plays the seat.
    pub user: UserId,
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
    let user = m.player_at(turn.seat).ok_or_else(|| Problem::not_found("seat"))?.id;
    app.limits.request(Asker::Account(user)).map_err(Problem::rate_limited)?;
    match people::person(&mut connection, user).await? {
        Some(person) if !person.deleted => Ok(TurnLink { m, user, turn }),
        _ => Err(Problem::new(Kind::CONFLICT, "The account of this letter has been deleted; nobody can move for it.")),
    }
}

impl TurnLink {
    /// Returns what it can still be used for.
    pub fn standing(&self) -> Outcome<Standing> {
        let (m, Turn { seat, turn, .. }) = (&self.m, self.turn);
        Ok(match m.phase() {
            Phase::Running if m.left().contains(seat) => Standing::Left,
            Phase::Running if !m.goes_on(seat, turn)? => Standing::TurnIsOver,
            Phase::Running if m.awaited().contains(seat) => Standing::YourTurn,
            Phase::Running => Standing::OthersMove,
            Phase::Open | Phase::Over | Phase::Cancelled => Standing::MatchIsOver,
        })
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
