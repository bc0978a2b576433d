//! What has ended lately. Access tokens and young cookies are believed without a look at the database; those of an ended session or of a
//! deleted account are refused by this set until they expire.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use chrono::{DateTime, Duration, Utc};

use crate::ids::{MatchId, SessionId, UserId};
use crate::token::ACCESS_MINUTES;

/// The maximum number of entries. The limits of sign-ins allow far fewer in 15 minutes; beyond it the oldest are forgotten.
const MAX: usize = 100_000;

/// What has ended, with the streams that belong to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// A session of a person.
    Session(UserId, SessionId),
    /// Personal access tokens of a person. They are looked up at each request.
    Tokens(UserId),
    /// All of a person: the account was deleted.
    Account(UserId),
    /// What readers of one match may see has become less: all its streams end, and those who may still read it connect again.
    Table(MatchId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Gone {
    Session(SessionId),
    Account(UserId),
}

/// The sessions and accounts that ended within the lifetime of an access token. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct EndedSignIns(Arc<RwLock<HashMap<Gone, DateTime<Utc>>>>);

impl EndedSignIns {
    /// Remembers what ended at this time, if tokens depend on it.
    pub fn add(&self, ended: Ended, at: DateTime<Utc>) {
        let gone = match ended {
            Ended::Session(_, session) => Gone::Session(session),
            Ended::Account(user) => Gone::Account(user),
            Ended::Tokens(_) | Ended::Table(_) => return,
        };
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MAX {
            let mut times: Vec<DateTime<Utc>> = all.values().copied().collect();
            let (_, middle, _) = times.select_nth_unstable(MAX / 2);
            let middle = *middle;
            all.retain(|_, at| *at > middle);
            tracing::warn!("too many ended sessions to remember");
        }
        all.insert(gone, at);
    }

    /// Returns whether this session of this person has ended lately.
    pub fn contains(&self, user: UserId, session: SessionId) -> bool {
        let all = self.0.read().unwrap_or_else(PoisonError::into_inner);
        !all.is_empty() && (all.contains_key(&Gone::Session(session)) || all.contains_key(&Gone::Account(user)))
    }

    /// Forgets what ended so long ago that every access token of before has expired.
    pub fn forget(&self, now: DateTime<Utc>) {
        let since = now - Duration::minutes(ACCESS_MINUTES);
        self.0.write().unwrap_or_else(PoisonError::into_inner).retain(|_, at| *at >= since);
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_session_and_all_of_an_account_are_known_for_as_long_as_a_token_is_valid() {
        let ended = EndedSignIns::default();
        let (user, other) = (UserId(Uuid::from_u128(1)), UserId(Uuid::from_u128(2)));
        let (one, two) = (SessionId(Uuid::from_u128(3)), SessionId(Uuid::from_u128(4)));
        let now = Utc::now();
        ended.add(Ended::Session(user, one), now);
        ended.add(Ended::Account(other), now + Duration::minutes(5));
        ended.add(Ended::Tokens(user), now);
        let known = || [(user, one), (user, two), (other, two)].map(|(user, session)| ended.contains(user, session));
        assert_eq!(known(), [true, false, true]);
        ended.forget(now + Duration::minutes(ACCESS_MINUTES));
        assert_eq!(known(), [true, false, true]);
        ended.forget(now + Duration::minutes(ACCESS_MINUTES + 1));
        assert_eq!(known(), [false, false, true]);
        ended.forget(now + Duration::minutes(ACCESS_MINUTES + 6));
        assert_eq!(known(), [false; 3]);
    }

    #[test]
    fn the_newest_are_kept_if_there_are_too_many() {
        let ended = EndedSignIns::default();
        let now = Utc::now();
        let session = |number: usize| SessionId(Uuid::from_u128(number as u128));
        let nobody = UserId(Uuid::from_u128(u128::MAX));
        for number in 0..MAX + 10 {
            ended.add(Ended::Session(nobody, session(number)), now + Duration::milliseconds(number as i64));
        }
        assert!(!ended.contains(nobody, session(0)) && ended.contains(nobody, session(MAX + 9)));
        assert!(ended.contains(nobody, session(MAX / 2 + 1)));
    }
}
