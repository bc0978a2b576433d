//! Cards that players bring into a match before it starts.

use diesel::{QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::{Connection, Result, statement};
use crate::ids::{MatchId, UserId};

/// The cards that a player brings.
#[derive(QueryableByName, Clone, Debug)]
pub struct BroughtRow {
    #[diesel(sql_type = sql::Uuid)]
    pub user_id: UserId,
    #[diesel(sql_type = sql::Text)]
    pub handle: String,
    #[diesel(sql_type = sql::Text)]
    pub name: String,
    #[diesel(sql_type = sql::Text)]
    pub cards: String,
}

statement! {
    BringCards<'a> { id: MatchId => sql::Uuid, user: UserId => sql::Uuid, cards: Option<&'a str> => sql::Nullable<sql::Text> } =
    "UPDATE seats SET cards = $cards WHERE match_id = $id AND user_id = $user"
}

/// Stores the cards of a player in place of earlier ones. Lock the match first.
pub async fn store(connection: &mut Connection, id: MatchId, user: UserId, cards: Option<&str>) -> Result<()> {
    BringCards { id, user, cards }.execute(connection).await?;
    Ok(())
}

statement! {
    BroughtCards { id: MatchId => sql::Uuid } =
    "SELECT s.user_id, u.handle, u.name, s.cards FROM seats s JOIN users u ON u.id = s.user_id
     WHERE s.match_id = $id AND s.cards IS NOT NULL ORDER BY s.joined_at, u.id"
}

/// What the players of a match bring, in the order in which they joined.
pub async fn of_match(connection: &mut Connection, id: MatchId) -> Result<Vec<BroughtRow>> {
    Ok(BroughtCards { id }.load(connection).await?)
}

statement! {
    StoreOptions<'a> { id: MatchId => sql::Uuid, options: &'a str => sql::Text } =
    "UPDATE matches SET options = $options WHERE id = $id AND phase = 'open'"
}

/// Stores the options of a match that is about to start, with the cards of its players.
pub async fn store_options(connection: &mut Connection, id: MatchId, options: &str) -> Result<()> {
    StoreOptions { id, options }.execute(connection).await?;
    Ok(())
}
