//! Changes of address, confirmed at both. Only the newest of a person counts.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::schema::address_changes;
use super::{Connection, Result, statement};
use crate::ids::{AddressChangeId, EmailId, UserId};

/// The side of a change of address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The address before.
    Old,
    /// The address wished for.
    New,
}

/// A change of address that was asked for.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = address_changes)]
pub struct AddressChange {
    /// The id.
    pub id: AddressChangeId,
    /// The person.
    pub user_id: UserId,
    /// The address before.
    pub old_address: String,
    /// The address wished for.
    pub new_address: String,
    /// The time at which it was asked for.
    pub created_at: DateTime<Utc>,
    /// The time at which it expires.
    pub expires_at: DateTime<Utc>,
    /// The time at which it was confirmed at the old address.
    pub old_confirmed_at: Option<DateTime<Utc>>,
    /// The time at which it was confirmed at the new address.
    pub new_confirmed_at: Option<DateTime<Utc>>,
    /// True if the person has asked for no other change since.
    #[diesel(sql_type = sql::Bool)]
    pub newest: bool,
}

macro_rules! newest {
    () => {
        "NOT EXISTS (SELECT FROM address_changes later WHERE later.user_id = changes.user_id
            AND (later.created_at, later.id) > (changes.created_at, changes.id))"
    };
}

statement! {
    FindAddressChange { id: AddressChangeId => sql::Uuid } =
    concat!("SELECT id, user_id, old_address, new_address, created_at, expires_at, old_confirmed_at, new_confirmed_at, ",
        newest!(), " AS newest FROM address_changes changes WHERE id = $id")
}

/// The change with this id, expired or done or not.
pub async fn address_change(connection: &mut Connection, id: AddressChangeId) -> Result<Option<AddressChange>> {
    Ok(FindAddressChange { id }.get_result(connection).await.optional()?)
}

statement! {
    ListAddressChanges { user: UserId => sql::Uuid } =
    concat!("SELECT id, user_id, old_address, new_address, created_at, expires_at, old_confirmed_at, new_confirmed_at, ",
        newest!(), " AS newest FROM address_changes changes WHERE user_id = $user ORDER BY created_at, id")
}

/// Every change of this person that is still stored.
pub async fn list(connection: &mut Connection, user: UserId) -> Result<Vec<AddressChange>> {
    Ok(ListAddressChanges { user }.load(connection).await?)
}

statement! {
    /// The same whether the new address has an account or not: that shows only when both have confirmed.
    AskAddressChange<'a> {
        id: AddressChangeId => sql::Uuid,
        user: UserId => sql::Uuid,
        to_old: EmailId => sql::Uuid,
        to_new: EmailId => sql::Uuid,
        address: &'a str => sql::Text,
        now: DateTime<Utc> => sql::Timestamptz,
        expires_at: DateTime<Utc> => sql::Timestamptz,
    } =
    "WITH change AS (
        INSERT INTO address_changes (id, user_id, old_address, new_address, created_at, expires_at)
        SELECT $id, id, address, $address, $now, $expires_at FROM users WHERE id = $user AND deleted_at IS NULL
        RETURNING id, user_id
     ), owed AS (
        INSERT INTO emails (home, id, kind, user_id, about, seat, created_at, due_at)
        SELECT change.id, email, 'confirm-address', user_id, change.id, side, $now, $now
        FROM change, (VALUES ($to_old, 0::smallint), ($to_new, 1::smallint)) AS sides (email, side)
     )
     SELECT id FROM change"
}

/// Asks for a change and owes an email to the old and one to the new address. It replaces any earlier one.
pub async fn ask(
    connection: &mut Connection,
    user: UserId,
    address: &str,
    now: DateTime<Utc>,
    expires_at: DateTime<Utc>,
) -> Result<()> {
    let (id, to_old, to_new) = (AddressChangeId::new(), EmailId::new(), EmailId::new());
    AskAddressChange { id, user, to_old, to_new, address, now, expires_at }.execute(connection).await?;
    Ok(())
}

/// The state of a change.
#[derive(QueryableByName, Clone, Copy, Debug)]
pub struct Confirmed {
    /// True if it is confirmed at both, so that the address has been changed.
    #[diesel(sql_type = sql::Bool)]
    pub done: bool,
}

statement! {
    ConfirmAddress {
        id: AddressChangeId => sql::Uuid,
        new: bool => sql::Bool,
        now: DateTime<Utc> => sql::Timestamptz,
    } = include_str!("confirm_address.sql")
}

/// Confirms a change at one side, and changes the address when both are confirmed; `None` if the change is invalid. The address
/// may be taken: `users_address_key`; then nothing is confirmed either.
pub async fn confirm(
    connection: &mut Connection,
    id: AddressChangeId,
    new: bool,
    now: DateTime<Utc>,
) -> Result<Option<Confirmed>> {
    Ok(ConfirmAddress { id, new, now }.get_result(connection).await.optional()?)
}
