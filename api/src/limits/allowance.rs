//! What is left of a limit.

use std::num::NonZeroU32;

use super::Asker;

/// What a sender may ask for in a minute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// The sender for whom it is counted.
    pub asker: Asker,
    /// The requests of a minute, which may come at once.
    pub max: NonZeroU32,
    /// The requests that may come at once from now on, at most as many.
    pub left: u32,
}

impl Allowance {
    /// The seconds after which all requests of a minute may come at once again, if none comes before.
    pub fn seconds(self) -> u32 {
        let max = u64::from(self.max.get());
        ((max - u64::from(self.left)) * 60).div_ceil(max) as u32
    }
}
