//! A limit for each sender.

use std::net::IpAddr;
use std::num::NonZeroU32;

use governor::clock::DefaultClock;
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::{Asker, prefix, wait, waited};
use crate::ids::UserId;

/// The wider networks of IPv6, in bits, and the number of networks of 64 bits that each counts for: a household or a company gets one of
/// them, and can send from 256 or 65,536 networks of 64 bits.
const WIDER: [(u32, u32); 2] = [(56, 4), (48, 16)];
/// The number of programs that all programs of an account together count for.
const PROGRAMS: u32 = 4;

/// A limit that tells how much is left.
type Told<K> = RateLimiter<K, DefaultKeyedStateStore<K>, DefaultClock, StateInformationMiddleware>;

/// A limit for each sender, for each wider network of IPv6, and for all programs of an account.
pub(super) struct BySender {
    /// The most events at once.
    pub(super) max: NonZeroU32,
    each: Told<Asker>,
    wider: [(u32, DefaultKeyedRateLimiter<IpAddr>); 2],
    programs: DefaultKeyedRateLimiter<UserId>,
}

impl BySender {
    /// The quota is that of this many senders together.
    pub(super) fn new(quota: impl Fn(u32) -> Quota) -> BySender {
        let wider = WIDER.map(|(bits, senders)| (bits, RateLimiter::keyed(quota(senders))));
        let each = RateLimiter::keyed(quota(1)).with_middleware();
        BySender { max: quota(1).burst_size(), each, wider, programs: RateLimiter::keyed(quota(PROGRAMS)) }
    }

    /// Counts an event.
    pub(super) fn check(&self, asker: Asker) -> Result<(), u64> {
        self.check_many(asker, NonZeroU32::MIN).map(drop)
    }

    /// Counts an event that weighs as much as this many, or as much as the whole limit if that is less; first for the sender, so that one over its own limit uses up nothing of its neighbours'.
    /// Returns what the sender has left.
    pub(super) fn check_many(&self, asker: Asker, number: NonZeroU32) -> Result<u32, u64> {
        let number = number.min(self.max);
        // The limits hold at least this many.
        let left = match self.each.check_key_n(&asker, number) {
            Ok(answer) => waited(answer)?.remaining_burst_capacity(),
            Err(_) => 0,
        };
        let count = |answer: Result<Result<(), _>, _>| answer.map_or(Ok(()), wait);
        match asker {
            Asker::Network(IpAddr::V6(six)) => {
                self.wider
                    .iter()
                    .try_for_each(|(bits, limit)| count(limit.check_key_n(&prefix(six, *bits), number)))?;
            }
            Asker::Program(program) => count(self.programs.check_key_n(&program.of, number))?,
            Asker::Account(_) | Asker::Network(IpAddr::V4(_)) => {}
        }
        Ok(left)
    }

    pub(super) fn forget(&self) {
        self.each.retain_recent();
        self.wider.iter().for_each(|(_, limit)| limit.retain_recent());
        self.programs.retain_recent();
    }
}
