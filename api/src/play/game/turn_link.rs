//! A turn as the link of an email opens it. The holder of the email can move in that turn, and sees the board as that seat does until the
//! turn is over. On pages the link goes on to later turns for some minutes after the move.

use chrono::{DateTime, TimeDelta, Utc};
use engine::{Names, Seat};

use super::submit::{self, Accepted, NewMove};
use crate::app::App;
use crate::brief::Story;
use crate::db::moves;
use crate::db::people::{self, Person};
use crate::ids::IncomingId;
use crate::limits::Asker;
use crate::play::telling::brief;
use crate::play::telling::links::{self, Turn};
use crate::play::{Match, Phase, Refusal, Result, refusal};

/// The time for which a link goes on to the next turns of its seat after a move in its own: its reader is still there.
const GOES_ON: TimeDelta = TimeDelta::minutes(15);

/// A turn that the link of an email has opened.
pub struct TurnLink {
    /// The match as it is now.
    pub m: Match,
    /// The player of the seat.
    pub person: Person,
    /// The turn that the link opens.
    pub turn: Turn,
}

/// The remaining use of the link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinkState {
    /// The seat is awaited in this turn.
    YourTurn,
    /// The seat has sent a part of its turn and is awaited with the rest.
    Midway,
    /// The turn continues, and others are awaited.
    OthersMove,
    /// The turn is over.
    TurnIsOver,
    /// The seat has resigned or been forfeited.
    Left,
    /// The match has ended.
    MatchIsOver,
}

impl LinkState {
    /// Returns whether the turn continues, and the link shows what its seat may see.
    pub fn lasts(self) -> bool {
        match self {
            LinkState::YourTurn | LinkState::Midway | LinkState::OthersMove => true,
            LinkState::TurnIsOver | LinkState::Left | LinkState::MatchIsOver => false,
        }
    }

    /// Returns whether the seat still plays.
    pub fn plays(self) -> bool {
        match self {
            LinkState::YourTurn | LinkState::Midway | LinkState::OthersMove | LinkState::TurnIsOver => true,
            LinkState::Left | LinkState::MatchIsOver => false,
        }
    }
}

/// Opens a link. Only a server with the secret makes one that opens, and an account that is gone opens none.
pub async fn open(app: &App, token: &str) -> Result<TurnLink> {
    let link = of_turn(app, links::open_move(&app.secrets, token)?).await?;
    app.limits.request(Asker::Account(link.person.id)).map_err(Refusal::TooOften)?;
    Ok(link)
}

/// The same for a turn that the address of a reply names.
pub async fn of_turn(app: &App, turn: Turn) -> Result<TurnLink> {
    let mut connection = app.db.get().await?;
    let m = Match::get(&mut connection, turn.match_id, None).await?;
    let player = m.player_at(turn.seat).ok_or(Refusal::NotFound("seat"))?;
    if player.holder != turn.holder {
        return Err(Refusal::Conflict("Another player has taken over the seat that this email is about.".to_owned()));
    }
    match people::person(&mut connection, player.id).await? {
        Some(person) if person.blocked => Err(refusal::blocked(app)),
        Some(person) if !person.deleted => Ok(TurnLink { m, person, turn }),
        _ => Err(Refusal::Conflict(
            "The account that this email was sent to has been deleted, so its seat can no longer move.".to_owned(),
        )),
    }
}

impl TurnLink {
    /// Returns what it can still be used for.
    pub fn standing(&self) -> Result<LinkState> {
        let (m, Turn { seat, turn, .. }) = (&self.m, self.turn);
        Ok(match m.phase() {
            Phase::Running if m.left().contains(seat) => LinkState::Left,
            Phase::Running if !m.goes_on(seat, turn)? => LinkState::TurnIsOver,
            Phase::Running if self.is_midway()? => LinkState::Midway,
            Phase::Running if m.awaited().contains(seat) => LinkState::YourTurn,
            Phase::Running => LinkState::OthersMove,
            Phase::Open | Phase::Over | Phase::Cancelled => LinkState::MatchIsOver,
        })
    }

    /// Goes on to the present turn, if the turn of the link is over and its seat moved in it a short time ago.
    pub async fn go_on(mut self, app: &App) -> Result<TurnLink> {
        let Turn { match_id, seat, turn, .. } = self.turn;
        if self.standing()? == LinkState::TurnIsOver {
            let (mut connection, since) = (app.db.get().await?, app.clock.now() - GOES_ON);
            if moves::moved_since(&mut connection, match_id, (seat, turn), since).await? {
                self.turn.turn = self.m.turn();
            }
        }
        Ok(self)
    }

    fn is_midway(&self) -> Result<bool> {
        Ok(self.m.rules.status(&self.m.frame()?)?.midway == Some(self.turn.seat))
    }

    /// Returns what happened since the reader's last move, with the seats called by these names.
    pub async fn story(&self, app: &App, names: &Names) -> Result<Story> {
        brief::story(&mut *app.db.get().await?, &self.m, &self.person, names).await
    }

    /// Notes that the player is here, and moves, in the turn of the link, with a text that the server received at this time, by this
    /// message if it came by email.
    pub async fn play(
        &self,
        app: &App,
        text: &str,
        received_at: DateTime<Utc>,
        via: Option<IncomingId>,
    ) -> Result<Accepted> {
        let Turn { match_id, turn, .. } = self.turn;
        let new = NewMove { id: match_id, user: self.person.id, text, turn: Some(turn), received_at, via };
        let accepted = submit::submit(app, new).await?;
        // The move is committed, so an error from here on must not be reported as its refusal.
        match app.db.get().await {
            Ok(mut connection) => crate::play::here::note_seen(&mut connection, self.person.id, app.clock.now()).await,
            Err(trouble) => tracing::error!(%trouble, "cannot save when a player was last seen"),
        }
        Ok(accepted)
    }

    /// The player of the seat.
    pub fn seat(&self) -> Seat {
        self.turn.seat
    }
}
