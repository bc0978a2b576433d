//! Limits of requests: the generic cell rate algorithm, in memory, per account or per network address.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::ids::UserId;

/// A sender whose requests are counted together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Asker {
    /// An account that is signed in.
    Account(UserId),
    /// A network address without an account: an IPv4 address, or an IPv6 network of 64 bits, the size that one household gets.
    Network(IpAddr),
}

impl Asker {
    /// The sender behind a network address.
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

/// All limits. Each method counts one event, or returns the seconds to wait if the limit is reached.
pub struct Limits {
    requests: DefaultKeyedRateLimiter<Asker>,
    sign_ins: DefaultKeyedRateLimiter<(String, Asker)>,
    sign_ins_to: DefaultKeyedRateLimiter<String>,
    sign_ins_from: DefaultKeyedRateLimiter<Asker>,
    letters_to: DefaultKeyedRateLimiter<String>,
    letters_to_in_a_day: DefaultKeyedRateLimiter<String>,
    letters_from: DefaultKeyedRateLimiter<Asker>,
    guesses: DefaultKeyedRateLimiter<Asker>,
    creates: DefaultKeyedRateLimiter<UserId>,
    joins: DefaultKeyedRateLimiter<UserId>,
    messages_to: DefaultKeyedRateLimiter<String>,
    messages_from: DefaultKeyedRateLimiter<UserId>,
    messages: DefaultDirectRateLimiter,
    bounces_of: DefaultKeyedRateLimiter<String>,
    bounces: DefaultDirectRateLimiter,
}

/// The numbers of the limits.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// Requests a minute from one sender.
    pub requests_per_minute: u32,
    /// Sign-in letters an hour to one address from one network.
    pub sign_ins_per_hour: u32,
    /// Matches an hour that one account creates.
    pub matches_per_hour: u32,
    /// Messages an hour that answer one letter.
    pub answers_to_a_letter: u32,
    /// Messages an hour that answer the letters of one person.
    pub answers_of_a_person: u32,
    /// Messages an hour.
    pub answers_per_hour: u32,
}

fn at_least_one(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}

/// A limit for a day, in any rhythm.
fn per_day(number: NonZeroU32) -> Quota {
    let each = Duration::from_secs(24 * 3600) / number.get();
    Quota::with_period(each).map_or(Quota::per_hour(number), |quota| quota.allow_burst(number))
}

impl Limits {
    /// Limits without any request counted so far. A number of 0 counts as 1.
    pub fn new(numbers: Numbers) -> Limits {
        let Numbers { requests_per_minute, sign_ins_per_hour, .. } = numbers;
        let an_hour = at_least_one(sign_ins_per_hour);
        let times = |number: u32| at_least_one(an_hour.get().saturating_mul(number));
        Limits {
            requests: RateLimiter::keyed(Quota::per_minute(at_least_one(requests_per_minute))),
            sign_ins: RateLimiter::keyed(Quota::per_hour(an_hour)),
            sign_ins_to: RateLimiter::keyed(Quota::per_hour(times(5))),
            sign_ins_from: RateLimiter::keyed(Quota::per_hour(times(5))),
            letters_to: RateLimiter::keyed(Quota::per_hour(an_hour)),
            letters_to_in_a_day: RateLimiter::keyed(per_day(times(2))),
            letters_from: RateLimiter::keyed(Quota::per_hour(times(5))),
            guesses: RateLimiter::keyed(Quota::per_minute(at_least_one(requests_per_minute.div_ceil(10)))),
            creates: RateLimiter::keyed(Quota::per_hour(at_least_one(numbers.matches_per_hour))),
            joins: RateLimiter::keyed(Quota::per_hour(at_least_one(numbers.matches_per_hour.saturating_mul(2)))),
            messages_to: RateLimiter::keyed(Quota::per_hour(at_least_one(numbers.answers_to_a_letter))),
            messages_from: RateLimiter::keyed(Quota::per_hour(at_least_one(numbers.answers_of_a_person))),
            bounces_of: RateLimiter::keyed(Quota::per_hour(at_least_one(numbers.answers_to_a_letter))),
            bounces: RateLimiter::direct(Quota::per_hour(at_least_one(numbers.answers_per_hour))),
            messages: RateLimiter::direct(Quota::per_hour(at_least_one(numbers.answers_per_hour))),
        }
    }

    /// A request of any kind.
    pub fn request(&self, asker: Asker) -> Result<(), u64> {
        wait(self.requests.check_key(&asker))
    }

    /// A sign-in letter to this mailbox, asked for from this network. The limit for both together is lower than those for each
    /// alone, so that a stranger cannot use up the letters of the owner.
    pub fn sign_in(&self, mailbox: &str, from: Asker) -> Result<(), u64> {
        wait(self.sign_ins_from.check_key(&from))?;
        wait(self.sign_ins.check_key(&(mailbox.to_owned(), from)))?;
        wait(self.sign_ins_to.check_key(&mailbox.to_owned()))
    }

    /// A letter to this mailbox that another player causes. It does not count as a sign-in letter.
    pub fn letter(&self, mailbox: &str, by: UserId) -> Result<(), u64> {
        wait(self.letters_from.check_key(&Asker::Account(by)))?;
        wait(self.letters_to.check_key(&mailbox.to_owned()))?;
        wait(self.letters_to_in_a_day.check_key(&mailbox.to_owned()))
    }

    /// An attempt to enter a code, which could be guessed. Links and tokens are too long to be guessed.
    pub fn guess(&self, asker: Asker) -> Result<(), u64> {
        wait(self.guesses.check_key(&asker))
    }

    /// A match that an account creates.
    pub fn create(&self, user: UserId) -> Result<(), u64> {
        wait(self.creates.check_key(&user))
    }

    /// A match that an account joins.
    pub fn join(&self, user: UserId) -> Result<(), u64> {
        wait(self.joins.check_key(&user))
    }

    /// A message to the address of a letter, by which its reader answers.
    pub fn message(&self, address: &str, reader: Option<UserId>) -> Result<(), u64> {
        wait(self.messages_to.check_key(&address.to_owned()))?;
        reader.map_or(Ok(()), |reader| wait(self.messages_from.check_key(&reader)))?;
        wait(self.messages.check())
    }

    /// A message to the address to which a letter comes back. It does not count among answers.
    pub fn bounce(&self, address: &str) -> Result<(), u64> {
        wait(self.bounces_of.check_key(&address.to_owned()))?;
        wait(self.bounces.check())
    }

    /// Forgets senders without recent requests; to be called now and then.
    pub fn forget(&self) {
        self.requests.retain_recent();
        self.sign_ins.retain_recent();
        self.sign_ins_to.retain_recent();
        self.sign_ins_from.retain_recent();
        self.letters_to.retain_recent();
        self.letters_to_in_a_day.retain_recent();
        self.letters_from.retain_recent();
        self.guesses.retain_recent();
        self.creates.retain_recent();
        self.joins.retain_recent();
        self.messages_to.retain_recent();
        self.messages_from.retain_recent();
        self.bounces_of.retain_recent();
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
    fn an_ipv6_network_of_64_bits_is_counted_as_one() {
        let network = |text: &str| Asker::network(text.parse().unwrap());
        assert_eq!(network("2001:db8::1"), network("2001:db8::ffff:1"));
        assert_ne!(network("2001:db8::1"), network("2001:db8:0:1::1"));
        assert_eq!(network("::ffff:10.0.0.1"), network("10.0.0.1"));
        assert_ne!(network("10.0.0.2"), network("10.0.0.1"));
    }

    #[test]
    fn a_request_over_the_limit_gets_the_seconds_to_wait() {
        let limits = Limits::new(Numbers {
            requests_per_minute: 2,
            sign_ins_per_hour: 1,
            matches_per_hour: 1,
            answers_to_a_letter: 1,
            answers_of_a_person: 2,
            answers_per_hour: 3,
        });
        let account = Asker::Account(UserId(Uuid::from_u128(1)));
        assert!(limits.request(account).is_ok() && limits.request(account).is_ok());
        assert!((1..=31).contains(&limits.request(account).unwrap_err()));
        assert!(limits.request(Asker::Account(UserId(Uuid::from_u128(2)))).is_ok());
        let (one, other) = (Some(UserId(Uuid::from_u128(1))), Some(UserId(Uuid::from_u128(2))));
        assert!(limits.message("a", one).is_ok() && limits.message("a", one).is_err());
        assert!(limits.message("b", one).is_ok() && limits.message("c", one).is_err());
        assert!(limits.message("d", other).is_ok() && limits.message("e", None).is_err());
    }

    #[test]
    fn a_daily_quota_may_be_used_at_once_or_spread() {
        let quota = per_day(at_least_one(24));
        assert_eq!((quota.burst_size().get(), quota.replenish_interval()), (24, Duration::from_secs(3600)));
    }
}
