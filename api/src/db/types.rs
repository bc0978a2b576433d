//! The stored form of the values of the service: an SQL type for each kind of value that Postgres or diesel does not know, and
//! the conversions. A value that cannot be stored or has no meaning is an error, never a default.

use std::fmt::Display;
use std::io::Write;

use diesel::deserialize::{self, FromSql};
use diesel::pg::{Pg, PgValue};
use diesel::query_builder::QueryId;
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::{self as sql, SqlType};
use engine::players::Level;
use engine::records::Head;
use engine::{MAX_SEATS, Moment, Seat, Seats, Seed, Span};

use crate::ids;

macro_rules! sql_types {
    ($($(#[$doc:meta])* $name:ident = $oid:literal $array_oid:literal;)*) => {$(
        $(#[$doc])*
        #[derive(SqlType, QueryId)]
        #[diesel(postgres_type(oid = $oid, array_oid = $array_oid))]
        pub struct $name;
    )*};
}

// The numbers are those of text, smallint, integer, bigint and bytea in the catalogue `pg_type`; they never change.
sql_types! {
    /// One of a few words, stored as `text`.
    Word = 25 1009;
    /// The number of a seat, stored as `smallint`.
    SeatNumber = 21 1005;
    /// A set of seats, stored as `smallint`: seat n is the bit `1 << n`.
    SeatBits = 21 1005;
    /// A small number that is never negative, stored as `smallint`.
    Small = 21 1005;
    /// A number that is never negative, stored as `integer`.
    Count = 23 1007;
    /// A length of time in milliseconds, stored as `bigint`.
    Milliseconds = 20 1016;
    /// A fixed number of bytes, stored as `bytea`.
    Bytes = 17 1001;
}

fn wrong(what: &str, value: impl Display) -> Box<dyn std::error::Error + Send + Sync> {
    format!("{what} cannot be {value}").into()
}

/// Converts through the Rust type by which diesel stores the base type.
macro_rules! stored {
    ($($value:ty => $sql:ty as $base:ty, $base_sql:ty: $to:expr, $from:expr;)*) => {$(
        impl FromSql<$sql, Pg> for $value {
            fn from_sql(value: PgValue<'_>) -> deserialize::Result<$value> {
                let stored = <$base as FromSql<$base_sql, Pg>>::from_sql(value)?;
                let read: fn($base) -> Option<$value> = $from;
                read(stored).ok_or_else(|| wrong(stringify!($sql), stored))
            }
        }

        impl ToSql<$sql, Pg> for $value {
            fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
                let write: fn($value) -> Option<$base> = $to;
                let stored = write(*self).ok_or_else(|| wrong(stringify!($sql), format!("{self:?}")))?;
                out.write_all(&stored.to_be_bytes())?;
                Ok(IsNull::No)
            }
        }
    )*};
}

stored! {
    Seat => SeatNumber as i16, sql::SmallInt: |seat| Some(seat.0.into()),
        |stored| u8::try_from(stored).ok().filter(|seat| *seat < MAX_SEATS).map(Seat);
    Seats => SeatBits as i16, sql::SmallInt: |seats| Some(seats.iter().fold(0, |bits, seat| bits | 1 << seat.0)),
        |stored| (0..1 << MAX_SEATS).contains(&stored).then(|| seats_of(stored));
    u8 => Small as i16, sql::SmallInt: |value| Some(value.into()), |stored| stored.try_into().ok();
    Level => Small as i16, sql::SmallInt: |level| Some(level.number().into()),
        |stored| u8::try_from(stored).ok()?.try_into().ok();
    u16 => Small as i16, sql::SmallInt: |value| value.try_into().ok(), |stored| stored.try_into().ok();
    u32 => Count as i32, sql::Integer: |value| value.try_into().ok(), |stored| stored.try_into().ok();
    Moment => Milliseconds as i64, sql::BigInt: |moment| moment.0.try_into().ok(),
        |stored| stored.try_into().ok().map(Moment);
    Span => Milliseconds as i64, sql::BigInt: |span| span.0.try_into().ok(), |stored| stored.try_into().ok().map(Span);
}

fn seats_of(bits: i16) -> Seats {
    Seat::all(MAX_SEATS).filter(|seat| bits & (1 << seat.0) != 0).collect()
}

impl<const N: usize> FromSql<Bytes, Pg> for [u8; N] {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<[u8; N]> {
        let stored = value.as_bytes();
        stored.try_into().map_err(|_| wrong("a value", format!("{} bytes long; expected {N}", stored.len())))
    }
}

impl<const N: usize> ToSql<Bytes, Pg> for [u8; N] {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        out.write_all(self)?;
        Ok(IsNull::No)
    }
}

impl FromSql<Bytes, Pg> for Seed {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Seed> {
        let stored = value.as_bytes();
        Seed::from_bytes(stored).ok_or_else(|| wrong("a seed", format!("{} bytes long", stored.len())))
    }
}

impl ToSql<Bytes, Pg> for Seed {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        out.write_all(&self.to_bytes())?;
        Ok(IsNull::No)
    }
}

impl FromSql<Bytes, Pg> for Head {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Head> {
        <[u8; 32] as FromSql<Bytes, Pg>>::from_sql(value).map(Head::new)
    }
}

impl ToSql<Bytes, Pg> for Head {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        out.write_all(&self.bytes())?;
        Ok(IsNull::No)
    }
}

macro_rules! stored_ids {
    ($($name:ident)*) => {$(
        impl FromSql<sql::Uuid, Pg> for ids::$name {
            fn from_sql(value: PgValue<'_>) -> deserialize::Result<ids::$name> {
                <uuid::Uuid as FromSql<sql::Uuid, Pg>>::from_sql(value).map(ids::$name)
            }
        }

        impl ToSql<sql::Uuid, Pg> for ids::$name {
            fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
                <uuid::Uuid as ToSql<sql::Uuid, Pg>>::to_sql(&self.0, out)
            }
        }
    )*};
}

stored_ids!(UserId MatchId EmailId Home SessionId SignInId AddressChangeId InvitationId TokenId ClientId GrantId IncomingId NoteId HookId PushId HostActId ReportId NoticeId TournamentId);
