//! Statements: SQL as text, with named parameters and rows read by name, prepared once per connection.
//!
//! diesel's query builder does not keep updates, batch inserts or `sql_query` prepared, and it cannot express the statement
//! that writes a move (see `decisions/storage.md`). So every statement of the service is written as SQL.
//!
//! [`statement!`] declares one, with its parameters. After `with` it names structs whose fields are further parameters: [`columns!`] declares
//! the columns of a table that are read and written together, [`arrays!`] a list for each value of several rows, and [`parameters!`] lets a
//! struct that is declared elsewhere be named so; its first argument is the lifetime of that struct, if it has one.

use diesel::QueryableByName;
use diesel::pg::{Pg, PgMetadataLookup, PgTypeMetadata};
use diesel::query_builder::AstPass;
use diesel::result::{Error, QueryResult};
use diesel::sql_types::{BigInt, Bool, HasSqlType};

/// The number that a statement counts.
#[derive(QueryableByName)]
pub(super) struct CountRow {
    #[diesel(sql_type = BigInt)]
    pub(super) count: i64,
}

/// The row of a statement that looks whether there is something.
#[derive(QueryableByName)]
pub(super) struct FoundRow {
    #[diesel(sql_type = Bool)]
    pub(super) found: bool,
}

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

/// A declared statement, for the test that prepares all of them.
pub(super) struct Declared {
    pub(super) name: &'static str,
    pub(super) sql: fn() -> &'static str,
    pub(super) parameters: fn() -> Vec<(&'static str, u32)>,
}

inventory::collect!(Declared);

/// Returns every declared statement: its name, its SQL with numbered parameters, and the OIDs of their types.
pub fn declared() -> Vec<(&'static str, String, Vec<u32>)> {
    let numbered = |one: &Declared| {
        let (known, mut sql, mut types) = ((one.parameters)(), String::new(), Vec::new());
        for piece in pieces((one.sql)()) {
            match piece {
                Piece::Sql(text) => sql.push_str(text),
                Piece::Parameter(name) => {
                    types.push(known.iter().find(|(parameter, _)| *parameter == name).map_or(0, |(_, oid)| *oid));
                    sql.push_str(&format!("${}", types.len()));
                }
            }
        }
        (one.name, sql, types)
    };
    inventory::iter::<Declared>.into_iter().map(numbered).collect()
}

/// Writes out each `[[...]]` of a text that names a list, once for each of its columns and with commas between them: the name of the list
/// becomes that of the column, and `type` its SQL type. With the columns `a` and `b`, `[[list = s.list]]` of `list` is `a = s.a, b = s.b`.
pub(super) fn for_each_column(text: &str, list: &str, columns: &[(&str, u32)]) -> String {
    let mut parts = text.split("[[");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (each, rest) = part.split_once("]]").unwrap_or((part, ""));
        if each.contains(list) {
            let each = columns.iter().map(|(name, oid)| each.replace("type", type_name(*oid)).replace(list, name));
            out.push_str(&each.collect::<Vec<_>>().join(", "));
        } else {
            out.push_str(&format!("[[{each}]]"));
        }
        out.push_str(rest);
    }
    out
}

/// The name of a type of a column, by its OID.
fn type_name(oid: u32) -> &'static str {
    match oid {
        17 => "bytea",
        20 => "bigint",
        21 => "smallint",
        23 => "integer",
        25 => "text",
        1184 => "timestamptz",
        2950 => "uuid",
        _ => "a type without a name here",
    }
}

/// All types of the service have fixed OIDs: none is looked up.
struct NoLookup;

impl PgMetadataLookup for NoLookup {
    fn lookup_type(&mut self, _: &str, _: Option<&str>) -> PgTypeMetadata {
        PgTypeMetadata::new(0, 0)
    }
}

/// Returns the OID of an SQL type.
pub(super) fn oid<T>() -> u32
where
    Pg: HasSqlType<T>,
{
    <Pg as HasSqlType<T>>::metadata(&mut NoLookup).oid().unwrap_or_default()
}

/// Declares the SQL type of each column of tables. `diesel::table!` does so, too, but for a limited number of columns, and with all that its
/// query builder needs, which is not used here.
macro_rules! tables {
    ($($table:ident { $($column:ident -> $sql:ty,)* })*) => {$(
        #[allow(non_camel_case_types, dead_code, unused_imports, reason = "every column has its name, and few rows read all")]
        pub(super) mod $table {
            use $crate::db::types::*;
            use diesel::sql_types::*;

            $(pub(in crate::db) struct $column;
            impl diesel::Expression for $column {
                type SqlType = $sql;
            })*
        }
    )*};
}
pub(super) use tables;

/// Columns that a statement writes together, each from the parameter of its name.
pub(super) trait Columns {
    /// Pushes the parameter of this name. Returns false if there is no such column.
    fn bind<'b>(&'b self, name: &str, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<bool>;
}

/// Declares a struct whose fields are columns of one table. It can be read as part of a row, and written by a statement that
/// names it after `with`. After `many`, the same of several rows, as a list for each column.
macro_rules! columns {
    ($(#[$meta:meta])* pub struct $name:ident of $table:ident, many $many:ident {
        $($(#[$of_field:meta])* pub $field:ident : $rust:ty,)*
    }) => {
        $(#[$meta])*
        #[derive(diesel::QueryableByName, Clone, Debug)]
        #[diesel(table_name = $table)]
        pub struct $name { $($(#[$of_field])* pub $field: $rust,)* }

        $crate::db::statement::arrays! {
            /// The columns of several rows.
            struct $many<'a> of $name as row {
                $($field: &'a $rust => diesel::dsl::SqlTypeOf<$table::$field> = &row.$field,)*
            }
        }

        $crate::db::statement::parameters!([] $name { $($field: diesel::dsl::SqlTypeOf<$table::$field>,)* });
    };
}
pub(super) use columns;

/// Declares a struct that holds values of several rows, as a list for each. A statement names it after `with`.
macro_rules! arrays {
    ($(#[$doc:meta])* struct $name:ident $(<$life:lifetime>)? of $row:ty as $one:ident {
        $($field:ident : $rust:ty => $sql:ty = $value:expr,)*
    }) => {
        $(#[$doc])*
        pub(super) struct $name $(<$life>)? { $($field: Vec<$rust>,)* }

        impl<'a> FromIterator<&'a $row> for $name $(<$life>)? {
            fn from_iter<I: IntoIterator<Item = &'a $row>>(rows: I) -> Self {
                let mut lists = $name { $($field: Vec::new(),)* };
                for $one in rows {
                    $(lists.$field.push($value);)*
                }
                lists
            }
        }

        $crate::db::statement::parameters!([$($life)?] $name $(<$life>)? { $($field: diesel::sql_types::Array<$sql>,)* });
    };
}
pub(super) use arrays;

/// Lets a statement name a struct after `with`: each field is a parameter of its name, of this SQL type.
macro_rules! parameters {
    ([$($life:lifetime)?] $name:ty { $($field:ident : $sql:ty,)* }) => {
        impl$(<$life>)? $name {
            /// The name and the OID of each parameter.
            pub(super) fn parameters() -> Vec<(&'static str, u32)> {
                vec![$((stringify!($field), $crate::db::statement::oid::<$sql>())),*]
            }
        }

        impl$(<$life>)? $crate::db::statement::Columns for $name {
            fn bind<'b>(
                &'b self,
                name: &str,
                out: &mut diesel::query_builder::AstPass<'_, 'b, diesel::pg::Pg>,
            ) -> diesel::QueryResult<bool> {
                match name {
                    $(stringify!($field) => out.push_bind_param::<$sql, _>(&self.$field)?,)*
                    _ => return Ok(false),
                }
                Ok(true)
            }
        }
    };
}
pub(super) use parameters;

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
        statement!(@impl [] [$name] [$name] { $($field => $sql),* } [] = $text);
    };
    ($(#[$doc:meta])* $name:ident<'a> {
        $($field:ident : $rust:ty => $sql:ty),* $(,)?
    } $(with $($columns:ident : $type:ident $(<$of:lifetime>)?),+)? = $text:expr) => {
        $(#[$doc])*
        pub(super) struct $name<'a> { $(pub(super) $field: $rust,)* $($(pub(super) $columns: &'a $type $(<$of>)?),+)? }
        statement!(@impl ['a] [$name<'a>] [$name<'static>] { $($field => $sql),* } [$($($columns: $type),+)?] = $text);
    };
    (@impl [$($life:lifetime)?] [$name:ty] [$fixed:ty]
        { $($field:ident => $sql:ty),* } [$($columns:ident : $type:ident),*] = $text:expr
    ) => {
        inventory::submit! {
            $crate::db::statement::Declared {
                name: stringify!($name),
                sql: || $text,
                parameters: || {
                    let own = vec![$((stringify!($field), $crate::db::statement::oid::<$sql>())),*];
                    [own, $($type::parameters()),*].concat()
                },
            }
        }

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
                        _ => return Ok(false $(|| $crate::db::statement::Columns::bind(self.$columns, name, out)?)*),
                    }
                    Ok(true)
                })
            }
        }
    };
}
pub(super) use statement;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_written_out_once_for_each_column() {
        let columns = [("ply", oid::<diesel::sql_types::Integer>()), ("state", oid::<diesel::sql_types::Text>())];
        let text = "f([[list type]]) SET [[list = $list]] WHERE a = '[[other]]'";
        let written = "f(ply integer, state text) SET ply = $ply, state = $state WHERE a = '[[other]]'";
        assert_eq!(for_each_column(text, "list", &columns), written);
    }
}
