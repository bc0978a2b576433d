//! Types whose values columns hold as words.

/// A type whose values are stored as words.
pub trait Stored: Copy + 'static {
    /// Every value.
    const ALL: &'static [Self];

    /// Returns the word for a value.
    fn word(self) -> &'static str;

    /// Returns the value with this word, if there is one.
    fn named(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.word() == word)
    }
}

/// Reads and writes a [`Stored`] type. A word that is none of its values is an error.
macro_rules! stored {
    ($name:ty) => {
        impl diesel::deserialize::FromSql<$crate::db::types::Word, diesel::pg::Pg> for $name {
            fn from_sql(value: diesel::pg::PgValue<'_>) -> diesel::deserialize::Result<$name> {
                let word = std::str::from_utf8(value.as_bytes())?;
                let known = <$name as $crate::db::stored::Stored>::named(word);
                known.ok_or_else(|| format!("unknown {} \"{word}\"", stringify!($name)).into())
            }
        }

        impl diesel::serialize::ToSql<$crate::db::types::Word, diesel::pg::Pg> for $name {
            fn to_sql<'b>(
                &'b self,
                out: &mut diesel::serialize::Output<'b, '_, diesel::pg::Pg>,
            ) -> diesel::serialize::Result {
                std::io::Write::write_all(out, $crate::db::stored::Stored::word(*self).as_bytes())?;
                Ok(diesel::serialize::IsNull::No)
            }
        }
    };
}
pub(super) use stored;

/// Declares enums with the word of each value.
macro_rules! words {
    ($($(#[$meta:meta])* $name:ident { $($(#[$of_variant:meta])* $variant:ident = $word:tt,)* })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
        pub enum $name {
            $($(#[$of_variant])* #[serde(rename = $word)] $variant,)*
        }

        impl $name {
            /// Returns its name in the database and in responses.
            pub fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)*
                }
            }
        }

        impl $crate::db::stored::Stored for $name {
            const ALL: &'static [$name] = &[$($name::$variant),*];

            fn word(self) -> &'static str {
                self.name()
            }
        }

        $crate::db::stored::stored!($name);
    )*};
}
pub(super) use words;
