//! Networks from which people have signed in.

use chrono::{DateTime, Utc};
use diesel::sql_types as sql;
use diesel_async::RunQueryDsl;

use super::{Connection, FoundRow, Result, statement};

statement! {
    IsKnownNetwork<'a> { address: &'a str => sql::Text, network: &'a [u8] => sql::Binary } =
    "SELECT EXISTS (
        SELECT FROM users u JOIN user_networks n ON n.user_id = u.id AND n.network = $network WHERE u.address = $address
     ) AS found"
}

/// Returns whether the owner of an address has signed in from the network with this digest.
pub async fn is_known(connection: &mut Connection, address: &str, network: &[u8]) -> Result<bool> {
    let row: FoundRow = IsKnownNetwork { address, network }.get_result(connection).await?;
    Ok(row.found)
}

statement! {
    ForgetNetworks { now: DateTime<Utc> => sql::Timestamptz } =
    "DELETE FROM user_networks WHERE seen_at < $now - interval '400 days'"
}

/// Forgets networks from which no person has signed in for 400 days.
pub async fn forget_old(connection: &mut Connection, now: DateTime<Utc>) -> Result<()> {
    ForgetNetworks { now }.execute(connection).await?;
    Ok(())
}
