//! How often anybody may ask: the generic cell rate algorithm, in memory, per account or per network address.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::config::Config;
use crate::ids::UserId;

/// Whose requests are counted together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Asker {
    /// Somebody who is signed in.
    Account(UserId),
    /// Somebody who is not: an IPv4 address, or an IPv6 network of 64 bits, which is what one household gets.
    Network(IpAddr),
}

impl Asker {
    /// The asker behind a network address.
    pub fn network(address: IpAddr) -> Asker {
        Asker::Network(match address {
            IpAddr::V4(_) => address,
            IpAddr::V6(six) => match six.to_ipv4_mapped() {
                Some(four) => IpAddr::V4(four),
                None => IpAddr::from((u128::from(six) >> 64 << 64).to_be_bytes()),
            },
        })
    }
}

/// All limits. Each method gives the seconds to wait if there has been too much.
pub struct Limits {
    requests: DefaultKeyedRateLimiter<Asker>,
    sign_ins: DefaultKeyedRateLimiter<(String, Asker)>,
    sign_ins_to: DefaultKeyedRateLimiter<String>,
    sign_ins_from: DefaultKeyedRateLimiter<Asker>,
    letters_to: DefaultKeyedRateLimiter<String>,
    letters_to_in_a_day: DefaultKeyedRateLimiter<String>,
    letters_from: DefaultKeyedRateLimiter<Asker>,
    guesses: DefaultKeyedRateLimiter<Asker>,
}

fn at_least_one(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}

/// So many in a day, all of them at once if need be.
fn per_day(number: NonZeroU32) -> Quota {
    let each = Duration::from_secs(24 * 3600) / number.get();
    Quota::with_period(each).map_or(Quota::per_hour(number), |quota| quota.allow_burst(number))
}

impl Limits {
    /// Nobody has asked yet.
    pub fn new(config: &Config) -> Limits {
        let an_hour = at_least_one(config.sign_ins_per_hour);
        let times = |number: u32| at_least_one(an_hour.get().saturating_mul(number));
        Limits {
            requests: RateLimiter::keyed(Quota::per_minute(at_least_one(config.requests_per_minute))),
            sign_ins: RateLimiter::keyed(Quota::per_hour(an_hour)),
            sign_ins_to: RateLimiter::keyed(Quota::per_hour(times(5))),
            sign_ins_from: RateLimiter::keyed(Quota::per_hour(times(5))),
            letters_to: RateLimiter::keyed(Quota::per_hour(an_hour)),
            letters_to_in_a_day: RateLimiter::keyed(per_day(times(2))),
            letters_from: RateLimiter::keyed(Quota::per_hour(times(5))),
            guesses: RateLimiter::keyed(Quota::per_minute(at_least_one(config.requests_per_minute.div_ceil(10)))),
        }
    }

    /// Any request.
    pub fn request(&self, asker: Asker) -> Result<(), u64> {
        wait(self.requests.check_key(&asker))
    }

    /// A sign-in letter to this mailbox, asked for from this network. Few for both together and more for each alone: nobody
    /// uses up from afar what the owner needs.
    pub fn sign_in(&self, mailbox: &str, from: Asker) -> Result<(), u64> {
        wait(self.sign_ins_from.check_key(&from))?;
        wait(self.sign_ins.check_key(&(mailbox.to_owned(), from)))?;
        wait(self.sign_ins_to.check_key(&mailbox.to_owned()))
    }

    /// A letter to this mailbox that somebody else causes: it takes nothing away from signing in there.
    pub fn letter(&self, mailbox: &str, by: UserId) -> Result<(), u64> {
        wait(self.letters_from.check_key(&Asker::Account(by)))?;
        wait(self.letters_to.check_key(&mailbox.to_owned()))?;
        wait(self.letters_to_in_a_day.check_key(&mailbox.to_owned()))
    }

    /// A code that may be guessed. Links and tokens are too long for that.
    pub fn guess(&self, asker: Asker) -> Result<(), u64> {
        wait(self.guesses.check_key(&asker))
    }

    /// Forgets whoever has not asked for long; called now and then.
    pub fn forget(&self) {
        self.requests.retain_recent();
        self.sign_ins.retain_recent();
        self.sign_ins_to.retain_recent();
        self.sign_ins_from.retain_recent();
        self.letters_to.retain_recent();
        self.letters_to_in_a_day.retain_recent();
        self.letters_from.retain_recent();
        self.guesses.retain_recent();
    }
}

fn wait<T>(answer: Result<T, governor::NotUntil<governor::clock::QuantaInstant>>) -> Result<(), u64> {
    answer.map(drop).map_err(|not_until| not_until.wait_time_from(DefaultClock::default().now()).as_secs() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn a_household_is_one_asker() {
        let network = |text: &str| Asker::network(text.parse().unwrap());
        assert_eq!(network("2001:db8::1"), network("2001:db8::ffff:1"));
        assert_ne!(network("2001:db8::1"), network("2001:db8:0:1::1"));
        assert_eq!(network("::ffff:10.0.0.1"), network("10.0.0.1"));
        assert_ne!(network("10.0.0.2"), network("10.0.0.1"));
    }

    #[test]
    fn whoever_asks_too_often_is_told_how_long_to_wait() {
        let config =
            Config::read(&"requests_per_minute = 2".parse().unwrap(), &crate::config::Environment::new()).unwrap();
        let limits = Limits::new(&config);
        let somebody = Asker::Account(UserId(Uuid::from_u128(1)));
        assert!(limits.request(somebody).is_ok() && limits.request(somebody).is_ok());
        assert!((1..=31).contains(&limits.request(somebody).unwrap_err()));
        assert!(limits.request(Asker::Account(UserId(Uuid::from_u128(2)))).is_ok());
    }

    #[test]
    fn a_day_has_its_quota_at_once_or_spread() {
        let quota = per_day(at_least_one(24));
        assert_eq!((quota.burst_size().get(), quota.replenish_interval()), (24, Duration::from_secs(3600)));
    }
}
