//! The chairs of a match: the ids, names, sides and colours of its seats.

use std::sync::{Arc, LazyLock};

use engine::{Chair, Names, Rules, Seat};
use quick_cache::sync::Cache;

use crate::play::{Match, Refusal, Result};

/// The maximum number of lists of chairs that are kept.
const MAX: usize = 500;

/// Lists of chairs by what they depend on. Every move needs one, and most matches are of few kinds: to read the options again costs more
/// than to find the list.
static CHAIRS: LazyLock<Cache<String, Arc<[Chair]>>> = LazyLock::new(|| Cache::new(MAX));

/// Returns the chairs of matches with these rules, seats and options (JSON), one for each seat.
pub fn of(rules: &dyn Rules, seats: u8, options: &str) -> Result<Arc<[Chair]>> {
    let info = rules.info();
    let key = format!("{} {} {seats} {options}", info.id, info.edition);
    CHAIRS.get_or_insert_with(&key, || {
        let options = serde_json::from_str(options).map_err(|why| Refusal::Broken(format!("options: {why}")))?;
        Ok(rules.chairs(seats, &options)?.into())
    })
}

impl Match {
    /// Returns the chairs of the match, one for each seat.
    pub fn chairs(&self) -> Result<Arc<[Chair]>> {
        of(self.rules, self.seats(), self.options_text())
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
