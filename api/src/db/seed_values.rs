//! The values that players give for the seed of a match.

use diesel::{QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;
use engine::{Seed, SeedValue};

use super::types::Bytes;
use super::{Connection, Result, statement};
use crate::ids::{MatchId, UserId};

statement! {
    GiveSeedValue { id: MatchId => sql::Uuid, user: UserId => sql::Uuid, seed_value: SeedValue => Bytes } =
    "UPDATE seats SET seed_value = $seed_value WHERE match_id = $id AND user_id = $user AND seed_value IS NULL"
}

/// Stores the value of a player who has a place at the table of a match that has not started, unless there is one. Lock the match first.
pub async fn give(connection: &mut Connection, id: MatchId, user: UserId, seed_value: SeedValue) -> Result<()> {
    GiveSeedValue { id, user, seed_value }.execute(connection).await?;
    Ok(())
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Bytes)]
    seed_value: SeedValue,
}

statement! {
    SeedValues { id: MatchId => sql::Uuid } =
    "SELECT seed_value FROM seats WHERE match_id = $id AND seed_value IS NOT NULL"
}

/// The values that the players of a match have given.
pub async fn of_match(connection: &mut Connection, id: MatchId) -> Result<Vec<SeedValue>> {
    let rows: Vec<Row> = SeedValues { id }.load(connection).await?;
    Ok(rows.into_iter().map(|row| row.seed_value).collect())
}

statement! {
    StoreSeed<'a> { id: MatchId => sql::Uuid, seed: &'a Seed => Bytes } = "UPDATE matches SET seed = $seed WHERE id = $id AND phase = 'open'"
}

/// Stores the seed of a match that is about to start, with the values of its players.
pub async fn store_seed(connection: &mut Connection, id: MatchId, seed: &Seed) -> Result<()> {
    StoreSeed { id, seed }.execute(connection).await?;
    Ok(())
}
