//! Ids: one type for each kind of thing, so that the id of one cannot be used for another. In JSON and in addresses each
//! is a UUID as text (RFC 9562).

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Utc};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, ToSchema)]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl $name {
            /// Returns a new id. Ids sort by the millisecond in which they were made (RFC 9562, section 5.7).
            #[allow(clippy::new_without_default, reason = "every id is another")]
            pub fn new() -> $name {
                $name(Uuid::now_v7())
            }

            /// Sorts after every id. Lists that are shown latest first begin before it.
            pub const LAST: $name = $name(Uuid::max());
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<$name, uuid::Error> {
                text.parse().map($name)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let expected = "expected a UUID, such as 0198c0de-7a11-7000-8000-00c0ffee0001";
                String::deserialize(deserializer)?.parse().map_err(|_| D::Error::custom(expected))
            }
        }
    )*};
}

ids! {
    /// The id of a user.
    UserId;
    /// The id of a match.
    MatchId;
    /// The id of an email.
    EmailId;
    /// The id that the key of an email names first: of its match, else of its sign-in or change of address, else of its reader.
    Home;
    /// The id of a tournament.
    TournamentId;
    /// The id of a note.
    NoteId;
    /// The id of a session.
    SessionId;
    /// The id of a sign-in that was asked for.
    SignInId;
    /// The id of a change of address that was asked for.
    AddressChangeId;
    /// The id of an invitation.
    InvitationId;
    /// The id of a personal access token.
    TokenId;
    /// The id of a client of OAuth.
    ClientId;
    /// The id of what a person has allowed a client of OAuth.
    GrantId;
    /// The id of a webhook.
    HookId;
    /// The id of a subscription of a browser (Web Push).
    PushId;
    /// The id of a report to the host.
    ReportId;
    /// The id of an act of the host.
    HostActId;
    /// The id of a notice to the owner of an account.
    NoticeId;
    /// The id of a message that came by email.
    IncomingId;
}

impl UserId {
    /// An id that no account has.
    pub const OF_NO_ONE: UserId = UserId(Uuid::nil());
}

impl IncomingId {
    /// The number at its end, which is drawn at random.
    pub fn end(self) -> u32 {
        let [.., a, b, c, d] = self.0.into_bytes();
        u32::from_be_bytes([a, b, c, d])
    }
}

impl EmailId {
    /// Returns an id that sorts before the ids of all emails from this millisecond on.
    pub fn earliest(at: DateTime<Utc>) -> EmailId {
        let milliseconds = u64::try_from(at.timestamp_millis()).unwrap_or(0);
        EmailId(uuid::Builder::from_unix_timestamp_millis(milliseconds, &[0; 10]).into_uuid())
    }
}
