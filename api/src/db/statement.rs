//! Statements: SQL as text, with named parameters and rows read by name, prepared once per connection.
//!
//! diesel's query builder does not keep updates, batch inserts or `sql_query` prepared, and the road of a move needs
//! statements that it cannot express (see the README). So every statement of the service is written as SQL. What the builder's
//! types would have checked, the tests check by running each statement on a migrated database.

use diesel::pg::Pg;
use diesel::query_builder::AstPass;
use diesel::result::{Error, QueryResult};

/// A piece of SQL: text as it is, or the name of a parameter.
enum Piece<'a> {
    Sql(&'a str),
    Parameter(&'a str),
}

/// Cuts SQL at its parameters: `$` and a name of small letters, digits and underscores.
fn pieces(mut sql: &str) -> impl Iterator<Item = Piece<'_>> {
    std::iter::from_fn(move || {
        if let Some(rest) = sql.strip_prefix('$') {
            let end = rest.find(|c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'));
            let (name, rest) = rest.split_at(end.unwrap_or(rest.len()));
            sql = rest;
            return Some(Piece::Parameter(name));
        }
        let (text, rest) = sql.split_at(sql.find('$').unwrap_or(sql.len()));
        sql = rest;
        (!text.is_empty()).then_some(Piece::Sql(text))
    })
}

/// Writes a statement, asking `bind` to push each parameter where it stands.
pub(super) fn walk<'b>(
    sql: &str,
    out: &mut AstPass<'_, 'b, Pg>,
    bind: impl Fn(&str, &mut AstPass<'_, 'b, Pg>) -> QueryResult<bool>,
) -> QueryResult<()> {
    for piece in pieces(sql) {
        match piece {
            Piece::Sql(text) => out.push_sql(text),
            Piece::Parameter(name) => {
                if !bind(name, out)? {
                    return Err(Error::QueryBuilderError(format!("no parameter ${name}").into()));
                }
            }
        }
    }
    Ok(())
}

/// Declares a statement: its name, its parameters with Rust and SQL types, its SQL.
///
/// ```ignore
/// statement! {
///     /// The session with this id, if it is the user's.
///     FindSession { id: Uuid => sql::Uuid } = "SELECT ... FROM sessions WHERE id = $id"
/// }
/// let session: Option<SessionRow> = FindSession { id }.get_result(connection).await.optional()?;
/// ```
macro_rules! statement {
    ($(#[$doc:meta])* $name:ident { $($field:ident : $rust:ty => $sql:ty),* $(,)? } = $text:expr) => {
        $(#[$doc])*
        pub(super) struct $name { $(pub(super) $field: $rust),* }
        statement!(@impl [] [$name] [$name] { $($field => $sql),* } = $text);
    };
    ($(#[$doc:meta])* $name:ident<'a> { $($field:ident : $rust:ty => $sql:ty),* $(,)? } = $text:expr) => {
        $(#[$doc])*
        pub(super) struct $name<'a> { $(pub(super) $field: $rust),* }
        statement!(@impl ['a] [$name<'a>] [$name<'static>] { $($field => $sql),* } = $text);
    };
    (@impl [$($life:lifetime)?] [$name:ty] [$fixed:ty] { $($field:ident => $sql:ty),* } = $text:expr) => {
        impl$(<$life>)? diesel::query_builder::QueryId for $name {
            type QueryId = $fixed;
            const HAS_STATIC_QUERY_ID: bool = true;
        }
        impl$(<$life>)? diesel::query_builder::Query for $name {
            type SqlType = diesel::sql_types::Untyped;
        }
        impl$(<$life>)? diesel::query_builder::QueryFragment<diesel::pg::Pg> for $name {
            fn walk_ast<'b>(
                &'b self,
                mut out: diesel::query_builder::AstPass<'_, 'b, diesel::pg::Pg>,
            ) -> diesel::QueryResult<()> {
                $crate::db::statement::walk($text, &mut out, |name, out| {
                    match name {
                        $(stringify!($field) => out.push_bind_param::<$sql, _>(&self.$field)?,)*
                        _ => return Ok(false),
                    }
                    Ok(true)
                })
            }
        }
    };
}
pub(super) use statement;
