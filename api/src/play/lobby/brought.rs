//! Cards that players bring into a match before it starts, if its options let them.

use engine::SeedValue;
use serde_json::Value;

use crate::app::App;
use crate::db::{self, Connection, brought::BroughtRow};
use crate::ids::{MatchId, UserId};
use crate::limits::Asker;
use crate::play::game::decks;
use crate::play::{Match, Phase, Refusal, Result, costly};

/// What a player gives to a match that has not started.
#[derive(Clone, Copy, Default)]
pub struct Given<'a> {
    /// A value that is mixed into the seed of the match at its start. The first one of a player counts.
    pub value: Option<SeedValue>,
    /// Cards that the player brings, in place of earlier ones; a blank text for none.
    pub cards: Option<&'a str>,
}

impl Given<'_> {
    /// Stores it for a player of an open match, whom it may be given for later.
    pub(super) async fn store(self, connection: &mut Connection, m: &Match, user: UserId) -> Result<()> {
        if let Some(value) = self.value {
            db::seed_values::give(connection, m.id(), user, value).await?;
        }
        match self.cards {
            Some(cards) => bring(connection, m, user, cards).await,
            None => Ok(()),
        }
    }
}

/// What the players of an open match bring, for readers; `None` for a match into which players bring nothing. A match that has started is
/// read often, and takes no connection.
pub async fn shown(app: &App, m: &Match) -> Result<Option<Vec<BroughtRow>>> {
    if m.phase() == Phase::Open { of_match(&mut *app.db.get().await?, m).await } else { Ok(None) }
}

/// What the players of an open match bring; `None` for a match into which players bring nothing.
async fn of_match(connection: &mut Connection, m: &Match) -> Result<Option<Vec<BroughtRow>>> {
    let takes = m.rules.library().is_some() && m.phase() == Phase::Open && m.played_on_from().is_none();
    if !takes || m.rules.with_brought(&m.options()?, &[]).is_none() {
        return Ok(None);
    }
    Ok(Some(db::brought::of_match(connection, m.id()).await?))
}

/// The options with the cards of the others and these of a player.
async fn together(connection: &mut Connection, m: &Match, user: UserId, cards: &str) -> Result<(Value, Vec<String>)> {
    let none = || Refusal::Field("cards", "Players bring no cards into this match.".to_owned());
    let rows = of_match(connection, m).await?.ok_or_else(none)?;
    let others = rows.into_iter().filter(|row| row.user_id != user).map(|row| row.cards);
    let own = Some(cards.to_owned()).filter(|cards| !cards.trim().is_empty());
    Ok((m.options()?, others.chain(own).collect()))
}

fn refusal(m: &Match, options: &Value, texts: &[String]) -> Option<Refusal> {
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let fault = m.rules.with_brought(options, &texts)?.err()?;
    Some(Refusal::Field("cards", fault.why))
}

/// Checks the cards of a player before the transaction that stores them, since to read a long text takes its time. A match that is not open
/// is refused there.
pub(super) async fn check(app: &App, id: MatchId, user: UserId, cards: &str) -> Result<()> {
    let m = Match::visible(&mut *app.db.get().await?, id, Some(user)).await?;
    if m.phase() != Phase::Open {
        return Ok(());
    }
    decks::plain("cards", cards)?;
    let (options, texts) = together(&mut *app.db.get().await?, &m, user, cards).await?;
    let read = costly::paint(app, Asker::Account(user), move || refusal(&m, &options, &texts));
    read.await?.map_or(Ok(()), Err)
}

/// Stores the cards of a player in place of earlier ones; a blank text removes them. Lock the match first.
async fn bring(connection: &mut Connection, m: &Match, user: UserId, cards: &str) -> Result<()> {
    let (options, texts) = together(connection, m, user, cards).await?;
    // Others may have brought theirs since they were checked.
    if let Some(refusal) = refusal(m, &options, &texts) {
        return Err(refusal);
    }
    let cards = Some(cards).filter(|cards| !cards.trim().is_empty());
    Ok(db::brought::store(connection, m.id(), user, cards).await?)
}

/// Puts the cards of all players into the options of a match that is about to start; true if there are any.
pub(super) async fn put_together(connection: &mut Connection, m: &Match) -> Result<bool> {
    let rows = of_match(connection, m).await?.unwrap_or_default();
    let texts: Vec<&str> = rows.iter().map(|row| row.cards.as_str()).collect();
    if texts.is_empty() {
        return Ok(false);
    }
    let Some(options) = m.rules.with_brought(&m.options()?, &texts) else { return Ok(false) };
    let options = options.map_err(|fault| Refusal::Field("cards", fault.why))?;
    db::brought::store_options(connection, m.id(), &options.to_string()).await?;
    Ok(true)
}
