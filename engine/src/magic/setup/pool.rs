//! The cards of a match, read once for many steps (O2).

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use crate::magic::cards::{Cards, Refused};
use crate::magic::state::Edition;

/// The most bytes of texts whose cards are kept: those of hundreds of matches. Cards take some fifty times as much as their text.
const MAX_BYTES: usize = 256 * 1024;

/// The cards of the set.
static SET: LazyLock<Arc<Cards>> = LazyLock::new(|| Arc::new(Cards::set()));
/// The same of the first edition of the rules.
static FIRST_SET: LazyLock<Arc<Cards>> = LazyLock::new(|| Arc::new(Cards::set().of_first_edition()));
/// The cards of texts that were used lately. To read a long text takes longer than a step of a match.
static READ: LazyLock<Mutex<Kept>> = LazyLock::new(Mutex::default);

/// The cards of the texts that were used last.
#[derive(Default)]
struct Kept {
    /// The cards of each text, with the number of its last use.
    by_text: BTreeMap<String, (Arc<Cards>, u64)>,
    uses: u64,
}

impl Kept {
    fn get(&mut self, text: &str) -> Option<Arc<Cards>> {
        self.uses += 1;
        let (cards, last_use) = self.by_text.get_mut(text)?;
        *last_use = self.uses;
        Some(Arc::clone(cards))
    }

    fn insert(&mut self, text: &str, cards: &Arc<Cards>) {
        self.by_text.insert(text.to_owned(), (Arc::clone(cards), self.uses));
        let mut bytes: usize = self.by_text.keys().map(String::len).sum();
        while bytes > MAX_BYTES {
            let oldest = self.by_text.iter().min_by_key(|(_, (_, last_use))| *last_use);
            let Some(oldest) = oldest.map(|(text, _)| text.clone()) else { break };
            bytes -= oldest.len();
            self.by_text.remove(&oldest);
        }
    }
}

/// The cards of a match by this edition of the rules, with this text of further cards.
pub(crate) fn cards_of(edition: Edition, text: Option<&str>) -> Result<Arc<Cards>, Refused> {
    match (edition, text) {
        (Edition::Second, text) => cards_with(text),
        (Edition::First, None) => Ok(Arc::clone(&FIRST_SET)),
        (Edition::First, Some(_)) => Ok(Arc::new(Cards::clone(&*cards_with(text)?).of_first_edition())),
    }
}

fn cards_with(text: Option<&str>) -> Result<Arc<Cards>, Refused> {
    let Some(text) = text else { return Ok(Arc::clone(&SET)) };
    // What another thread left in the middle of a change still holds texts and their cards.
    let kept = || READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(cards) = kept().get(text) {
        return Ok(cards);
    }
    let cards = Arc::new(Cards::with(text)?);
    kept().insert(text, &cards);
    Ok(cards)
}
