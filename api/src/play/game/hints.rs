//! Hints: what a computer player would do, for a person who plays against computer players alone. The match keeps that there were some.

use engine::Seats;
use engine::players::Level;

use super::computers;
use crate::app::App;
use crate::db::Connection;
use crate::db::hints::{self, HintRow};
use crate::ids::{MatchId, UserId};
use crate::limits::Asker;
use crate::play::costly::{self, Cost};
use crate::play::telling::look;
use crate::play::{Match, Phase, Player, Refusal, Result};

/// The level of the computer player.
const LEVEL: Level = Level::Four;

/// A hint.
pub struct Hint {
    /// The move.
    pub text: String,
    /// What it leads to, in sentences.
    pub foretold: Vec<String>,
}

/// Returns whether a person can have a hint in a match: it runs, and all others who play on are computer players.
pub fn are_possible(m: &Match, user: UserId) -> bool {
    let own = m.seat_of(user).map_or(Seats::NONE, Seats::just);
    m.phase() == Phase::Running && !own.is_empty() && m.staying_people() == own
}

/// Gives a hint for the move of a person. Once more it is the same for the same position. Counts the cost.
pub async fn ask(app: &App, sender: Asker, id: MatchId, user: UserId) -> Result<Hint> {
    let m = Match::visible(&mut *app.db.get().await?, id, Some(user)).await?;
    let seat = m.seat_of(user).ok_or(Refusal::Forbidden("You have no seat in this match."))?;
    if !are_possible(&m, user) {
        let why = "Hints are for running matches in which all others are computer players.";
        return Err(Refusal::Conflict(why.to_owned()));
    }
    if !m.awaited().contains(seat) {
        return Err(Refusal::Conflict("It is not your turn.".to_owned()));
    }
    costly::count(app, sender, Cost::Exploration)?;
    let ply = m.frame()?.ply;
    let known = hints::find(&mut *app.db.get().await?, (id, user), ply).await?;
    let hint = match known {
        Some(hint) => hint,
        None => {
            let text = computers::think(app, &m, seat, user, LEVEL).await?;
            let mut connection = app.db.get().await?;
            hints::store(&mut connection, (id, user), &HintRow { ply, text }).await?;
            // Of two at once the first one counts.
            let stored = hints::find(&mut connection, (id, user), ply).await?;
            stored.ok_or_else(|| Refusal::Broken(format!("match {id}: a hint is lost")))?
        }
    };
    let foretold = look::preview(app, &m, user, &hint.text)?.foretold;
    Ok(Hint { text: hint.text, foretold })
}

/// The hint that a person has had for the present position, if any.
pub async fn given(connection: &mut Connection, m: &Match, user: UserId) -> Result<Option<String>> {
    let hint = hints::find(connection, (m.id(), user), m.frame()?.ply).await?;
    Ok(hint.map(|hint| hint.text))
}

/// Who had hints in a match, in sentences.
pub async fn told(connection: &mut Connection, m: &Match) -> Result<Vec<String>> {
    if !m.has_computer() {
        return Ok(Vec::new());
    }
    let rows = hints::count(connection, m.id()).await?;
    let told = |player: &Player| {
        let row = rows.iter().find(|row| row.user_id == player.id)?;
        let number = if row.number == 1 { "one hint".to_owned() } else { format!("{} hints", row.number) };
        Some(format!("{} had {number} from the computer.", player.name))
    };
    Ok(m.players().iter().filter_map(told).collect())
}
