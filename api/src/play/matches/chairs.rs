//! The chairs of a match: the ids, names, sides and colours of its seats.

use std::sync::{Arc, LazyLock};

use engine::{Chair, Names, Seat};
use quick_cache::sync::Cache;

use crate::play::{Match, Result};

/// The maximum number of lists of chairs that are kept.
const MAX: usize = 500;

/// Lists of chairs by what they depend on. Every move needs one, and most matches are of few kinds: to read the options again costs more
/// than to find the list.
static CHAIRS: LazyLock<Cache<String, Arc<[Chair]>>> = LazyLock::new(|| Cache::new(MAX));

impl Match {
    /// Returns the chairs of the match, one for each seat.
    pub fn chairs(&self) -> Result<Arc<[Chair]>> {
        let (info, seats) = (self.rules.info(), self.seats());
        let key = format!("{} {} {seats} {}", info.id, info.edition, self.options_text());
        CHAIRS.get_or_insert_with(&key, || Ok(self.rules.chairs(seats, &self.options()?)?.into()))
    }

    /// Returns the names of the seats in stories: `Anna (Red)`.
    pub fn story_names(&self) -> Result<Names> {
        let name = |(at, chair): (u8, &Chair)| match self.player_at(Seat(at)) {
            Some(player) => format!("{} ({})", player.name, chair.name),
            None => chair.name.clone(),
        };
        Ok(Names((0..).zip(&*self.chairs()?).map(name).collect()))
    }
}
