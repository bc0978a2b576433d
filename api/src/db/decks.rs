//! Decks that people keep for games with cards.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::schema::decks;
use super::{Connection, Result, statement};
use crate::ids::UserId;

/// A deck of a person.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = decks)]
pub struct DeckRow {
    pub game: String,
    pub name: String,
    pub list: String,
    pub cards: String,
    pub saved_at: DateTime<Utc>,
}

/// A deck to keep, and the room of its person: the most decks, and the most bytes of all their texts.
#[derive(Clone, Copy, Debug)]
pub struct NewDeck<'a> {
    pub user: UserId,
    pub game: &'a str,
    pub name: &'a str,
    pub list: &'a str,
    pub cards: &'a str,
    pub now: DateTime<Utc>,
    pub max: i64,
    pub max_bytes: i64,
}

statement! {
    SaveDeck<'a> {
        user: UserId => sql::Uuid, game: &'a str => sql::Text, name: &'a str => sql::Text, list: &'a str => sql::Text,
        cards: &'a str => sql::Text, now: DateTime<Utc> => sql::Timestamptz, max: i64 => sql::BigInt, max_bytes: i64 => sql::BigInt,
    } = "WITH others AS (
            SELECT count(*) AS number, coalesce(sum(octet_length(list) + octet_length(cards)), 0)::bigint AS bytes
            FROM decks WHERE user_id = $user AND NOT (game = $game AND name = $name)
         )
         INSERT INTO decks (user_id, game, name, list, cards, saved_at)
         SELECT $user, $game, $name, $list, $cards, $now FROM others
         WHERE number < $max AND bytes + octet_length($list::text) + octet_length($cards::text) <= $max_bytes
         ON CONFLICT (user_id, game, name) DO UPDATE SET list = $list, cards = $cards, saved_at = $now"
}

/// Saves a deck in place of the one with its name; `false` if there is no room for it. Lock the person first.
pub async fn save(connection: &mut Connection, deck: NewDeck<'_>) -> Result<bool> {
    let NewDeck { user, game, name, list, cards, now, max, max_bytes } = deck;
    Ok(SaveDeck { user, game, name, list, cards, now, max, max_bytes }.execute(connection).await? == 1)
}

statement! {
    DeleteDeck<'a> { user: UserId => sql::Uuid, game: &'a str => sql::Text, name: &'a str => sql::Text } =
    "DELETE FROM decks WHERE user_id = $user AND game = $game AND name = $name"
}

/// Deletes a deck; `false` if there is none of this name.
pub async fn delete(connection: &mut Connection, user: UserId, game: &str, name: &str) -> Result<bool> {
    Ok(DeleteDeck { user, game, name }.execute(connection).await? == 1)
}

statement! {
    FindDeck<'a> { user: UserId => sql::Uuid, game: &'a str => sql::Text, name: &'a str => sql::Text } =
    "SELECT game, name, list, cards, saved_at FROM decks WHERE user_id = $user AND game = $game AND name = $name"
}

/// The deck with this name, if there is one.
pub async fn find(connection: &mut Connection, user: UserId, game: &str, name: &str) -> Result<Option<DeckRow>> {
    Ok(FindDeck { user, game, name }.get_result(connection).await.optional()?)
}

statement! {
    ListDecks { user: UserId => sql::Uuid } =
    "SELECT game, name, list, cards, saved_at FROM decks WHERE user_id = $user ORDER BY game, name"
}

/// The decks of a person, by game and name.
pub async fn of_user(connection: &mut Connection, user: UserId) -> Result<Vec<DeckRow>> {
    Ok(ListDecks { user }.load(connection).await?)
}
