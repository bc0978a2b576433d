//! The cards of a match, read once for many steps (O2).

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use crate::game::BadOption;
use crate::magic::cards::{Cards, Faults, Printing};
use crate::magic::state::{Edition, Options};

/// The most bytes of texts whose cards are kept: those of hundreds of matches. Cards take some fifty times as much as their text.
const MAX_BYTES: usize = 256 * 1024;

/// The cards of the set, in each printing.
static SETS: LazyLock<BTreeMap<Printing, Arc<Cards>>> =
    LazyLock::new(|| Printing::ALL.map(|printing| (printing, Arc::new(Cards::set().printed(printing)))).into());
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
pub(crate) fn cards_of(edition: Edition, text: Option<&str>) -> Result<Arc<Cards>, Faults> {
    let printing = edition.printing();
    let Some(text) = text else {
        return Ok(SETS.get(&printing).map(Arc::clone).unwrap_or_default());
    };
    let cards = cards_with(text)?;
    Ok(if printing == Printing::default() { cards } else { Arc::new(Cards::clone(&cards).printed(printing)) })
}

/// The options with these further texts of cards, each of which can be read alone and all of them together (O2).
pub(crate) fn with_brought(options: &Options, texts: &[&str]) -> Result<serde_json::Value, BadOption> {
    let bad = |why: String| BadOption { name: "cards".to_owned(), why };
    for text in texts {
        cards_with(text).map_err(|why| bad(why.to_string()))?;
    }
    let all: Vec<&str> = options.cards.as_deref().into_iter().chain(texts.iter().copied()).collect();
    let options = Options { cards: (!all.is_empty()).then(|| all.join("\n\n")), ..options.clone() };
    options.check()?;
    if let Some(text) = &options.cards {
        cards_with(text).map_err(|why| bad(format!("Together with the cards of others: {why}")))?;
    }
    serde_json::to_value(options).map_err(|why| bad(why.to_string()))
}

fn cards_with(text: &str) -> Result<Arc<Cards>, Faults> {
    // What another thread left in the middle of a change still holds texts and their cards.
    let kept = || READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(cards) = kept().get(text) {
        return Ok(cards);
    }
    let cards = Arc::new(Cards::with(text)?);
    kept().insert(text, &cards);
    Ok(cards)
}
