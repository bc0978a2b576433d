//! A card in one line.

use crate::magic::cards::CardId;
use crate::magic::cards::card::Card;
use crate::magic::state::{Object, View};
use crate::magic::words::capital;

impl View {
    /// `Bog Assessor 1B, creature 2/1: Swampwalk.`
    pub(crate) fn card_line(&self, id: &CardId) -> String {
        let cards = &self.table.cards;
        cards.get(id.as_str()).map_or_else(|| id.to_string(), |card| in_a_line(&card))
    }
}

/// A card with its cost, its type and its text in one line.
pub(super) fn in_a_line(card: &Card) -> String {
    let cost = card.cost.map(|cost| format!(" {cost}")).unwrap_or_default();
    format!("{}{cost}, {}", card.name, kind_and_text(card))
}

/// `creature 2/1: Swampwalk.`
fn kind_and_text(card: &Card) -> String {
    let kind = card.kind.words().to_ascii_lowercase();
    let size = card.size.map(|size| format!(" {size}")).unwrap_or_default();
    let text = if card.abilities.is_empty() { ".".to_owned() } else { format!(": {}", printed(card)) };
    format!("{kind}{size}{text}")
}

/// The text of a card, in sentences.
pub(super) fn printed(card: &Card) -> String {
    sentences(&card.abilities.iter().map(ToString::to_string).collect::<Vec<_>>())
}

/// What an object on the stack does: the text of a spell or ability, or what kind of permanent it becomes.
pub(crate) fn rules_text(object: &Object, card: &Card) -> String {
    let texts: Vec<String> = object.texts(card).into_iter().map(ToString::to_string).collect();
    if texts.is_empty() {
        return kind_and_text(card);
    }
    capital(&sentences(&texts))
}

/// The lines of a card one behind the other, each with a full stop: not every line ends with one.
fn sentences(lines: &[String]) -> String {
    let stopped = lines.iter().map(|line| format!("{}.", line.trim_end_matches('.')));
    stopped.collect::<Vec<_>>().join(" ")
}
