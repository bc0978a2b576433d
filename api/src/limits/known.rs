//! The tokens that were good lately.

use quick_cache::sync::Cache;

/// The maximum number of tokens that are kept.
const MAX: usize = 10_000;

/// The hashes of tokens that were good at their last use. A request with one of them counts for its token; one with any other token
/// counts for its network first, because any client can send a text that begins like a token.
pub struct KnownTokens(Cache<[u8; 32], ()>);

impl KnownTokens {
    pub(super) fn new() -> KnownTokens {
        KnownTokens(Cache::new(MAX))
    }

    /// Returns whether the token with this hash was good at its last use.
    pub fn contains(&self, hash: &[u8; 32]) -> bool {
        self.0.get(hash).is_some()
    }

    /// Notes whether the token with this hash is good.
    pub fn note(&self, hash: &[u8; 32], is_good: bool) {
        if is_good {
            self.0.insert(*hash, ());
        } else {
            self.0.remove(hash);
        }
    }
}
