//! The cards of a match, read once for many steps (O2).

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::cards::{Cards, Refused};

/// The most texts of the option `cards` that are remembered.
const MOST_REMEMBERED: usize = 8;

/// The cards of the set.
static SET: LazyLock<Arc<Cards>> = LazyLock::new(|| Arc::new(Cards::set()));
/// The latest texts with what they say, the newest last. To read one takes longer than any step of a match.
static READ: Mutex<Vec<(String, Arc<Cards>)>> = Mutex::new(Vec::new());

/// The cards of a match with this text of further cards.
pub(super) fn cards_with(text: Option<&str>) -> Result<Arc<Cards>, Refused> {
    let Some(text) = text else { return Ok(Arc::clone(&SET)) };
    // A list that another thread left in the middle of a change is still a list of texts and their cards.
    let remembered = || READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, cards)) = remembered().iter().find(|(known, _)| known == text) {
        return Ok(Arc::clone(cards));
    }
    let cards = Arc::new(Cards::with(text)?);
    let mut list = remembered();
    if list.len() >= MOST_REMEMBERED {
        list.remove(0);
    }
    list.push((text.to_owned(), Arc::clone(&cards)));
    Ok(cards)
}
