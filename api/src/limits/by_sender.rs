//! A limit for each sender.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use super::rate::Rate;
use super::{Asker, prefix};
use crate::ids::UserId;

/// The wider networks of IPv6, in bits, and the number of networks of 64 bits that each counts for: a household or a company gets one of
/// them, and can send from 256 or 65,536 networks of 64 bits.
const WIDER: [(u32, u32); 2] = [(56, 4), (48, 16)];
/// The number of programs that all programs of an account together count for.
const PROGRAMS: u32 = 4;

/// A limit for each sender, for each wider network of IPv6, and for all programs of an account.
pub(super) struct BySender {
    each: Rate<Asker>,
    wider: [(u32, Rate<IpAddr>); 2],
    programs: Rate<UserId>,
}

impl BySender {
    /// The number of a period is that of this many senders together.
    pub(super) fn new(period: Duration, number: impl Fn(u32) -> u32) -> BySender {
        let wider = WIDER.map(|(bits, senders)| (bits, Rate::new(number(senders), period)));
        BySender { each: Rate::new(number(1), period), wider, programs: Rate::new(number(PROGRAMS), period) }
    }

    /// The most events at once.
    pub(super) fn max(&self) -> NonZeroU32 {
        self.each.max
    }

    /// Counts an event.
    pub(super) fn check(&self, asker: Asker) -> Result<(), u64> {
        self.check_many(asker, NonZeroU32::MIN).map(drop)
    }

    /// Counts an event that weighs as much as this many, or as much as the whole limit if that is less; first for the sender, so that one over its own limit uses up nothing of its neighbours'.
    /// Returns what the sender has left.
    pub(super) fn check_many(&self, asker: Asker, number: NonZeroU32) -> Result<u32, u64> {
        let (number, now) = (number.min(self.max()), Instant::now());
        let left = self.each.count_many(asker, number, now)?;
        match asker {
            Asker::Network(IpAddr::V6(six)) => {
                for (bits, limit) in &self.wider {
                    limit.count_many(prefix(six, *bits), number, now)?;
                }
            }
            Asker::Program(program) => drop(self.programs.count_many(program.of, number, now)?),
            Asker::Account(_) | Asker::Network(IpAddr::V4(_)) => {}
        }
        Ok(left)
    }

    pub(super) fn forget(&self, now: Instant) {
        self.each.forget(now);
        self.wider.iter().for_each(|(_, limit)| limit.forget(now));
        self.programs.forget(now);
    }
}
