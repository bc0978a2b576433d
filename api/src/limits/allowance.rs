//! What is left of a limit.

use super::Asker;

/// What a sender may ask for in a minute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// The sender for whom it is counted.
    pub asker: Asker,
    /// The requests of a minute, which may come at once.
    pub most: u32,
    /// The requests that may come at once from now on.
    pub left: u32,
}

impl Allowance {
    /// The seconds after which all requests of a minute may come at once again, if none comes before.
    pub fn seconds(self) -> u32 {
        (u64::from(self.most - self.left.min(self.most)) * 60).div_ceil(u64::from(self.most.max(1))) as u32
    }
}
