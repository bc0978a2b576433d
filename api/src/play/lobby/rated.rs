//! Whether the result of a match changes ratings.

use engine::{RatingClass, Setup};

use super::open_matches::Wish;
use crate::db::{self, Connection};
use crate::play::{Match, Refusal, Result, Visibility};

/// The class of ratings that the result of a new match counts for, if any.
pub(super) fn class(wish: &Wish, setup: &Setup, plays: bool) -> Result<Option<RatingClass>> {
    let ratable = match (&wish.past, &wish.computers[..], setup.rating) {
        (Some(_), ..) => Err("It continues another match."),
        (_, [_, ..], _) => Err("Computer players play in it."),
        (_, _, Ok(_)) if !plays => Err("Matches of bots do not count."),
        (_, _, class) => class,
    };
    match (wish.rated, ratable) {
        (Some(false), _) => Ok(None),
        (Some(true), ratable) => ratable.map(Some).map_err(|why| Refusal::NotRatable(why.to_owned())),
        (None, ratable) => Ok(ratable.ok().filter(|_| wish.visibility == Visibility::Public)),
    }
}

/// Takes a match that is about to start out of the rated ones if a program plays in it.
pub(super) async fn check(connection: &mut Connection, m: &Match) -> Result<()> {
    let is_program = m.players().iter().any(|player| player.is_bot || player.computer.is_some());
    if is_program && m.rated().is_some() {
        db::ratings::leave_out(connection, m.id()).await?;
    }
    Ok(())
}

/// Refuses a bot that joins a rated match of its owner: a person must not win rating points against their own program.
pub(super) async fn may_join(connection: &mut Connection, m: &Match, user: crate::ids::UserId) -> Result<()> {
    let owner = db::people::person(connection, user).await?.and_then(|person| person.owner);
    let is_own = owner.is_some_and(|owner| m.has_player(owner) || m.creator() == owner);
    if is_own && m.rated().is_some() {
        return Err(Refusal::NotRatable("A bot of one of its players would play in it.".to_owned()));
    }
    Ok(())
}
