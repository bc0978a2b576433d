//! A card in one line.

use super::cards::card::Card;
use super::cards::{CardId, CardKind};
use super::table::Object;
use super::view::View;

impl View {
    /// `Bog Assessor 1B, creature 2/1: Swampwalk.`
    pub(super) fn card_line(&self, id: &CardId) -> String {
        let cards = &self.table.cards;
        cards.get(id.as_str()).map_or_else(|| id.to_string(), |card| in_a_line(&card))
    }
}

/// A card with its cost, its type and its text in one line.
fn in_a_line(card: &Card) -> String {
    let cost = card.cost.map(|cost| format!(" {cost}")).unwrap_or_default();
    format!("{}{cost}, {}", card.name, kind_and_text(card))
}

/// `creature 2/1: Swampwalk.`
fn kind_and_text(card: &Card) -> String {
    let printed = card.to_string();
    let mut lines = printed.lines().skip(1);
    let kind = match card.kind {
        CardKind::Creature { artifact: false } => "creature",
        CardKind::Creature { artifact: true } => "artifact creature",
        CardKind::Artifact => "artifact",
        CardKind::Enchantment => "enchantment",
        CardKind::Aura => "aura",
        CardKind::Instant => "instant",
        CardKind::Sorcery => "sorcery",
    };
    let size = lines.next().and_then(|types| types.split_once("   ")).map(|(_, size)| format!(" {size}"));
    let text: Vec<&str> = lines.filter(|line| !line.starts_with("~ ")).collect();
    let text = if text.is_empty() { ".".to_owned() } else { format!(": {}", sentences(&text)) };
    format!("{kind}{}{text}", size.unwrap_or_default())
}

/// What an object on the stack does: the text of a spell or ability, or what kind of permanent it becomes.
pub(super) fn rules_text(object: &Object, card: &Card) -> String {
    let texts: Vec<String> = object.texts(card).into_iter().map(ToString::to_string).collect();
    if texts.is_empty() {
        return kind_and_text(card);
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    super::words::capital(&sentences(&texts))
}

/// The lines of a card one behind the other, each with a full stop: not every line ends with one.
fn sentences(lines: &[&str]) -> String {
    let stopped = lines.iter().map(|line| format!("{}.", line.trim_end_matches('.')));
    stopped.collect::<Vec<_>>().join(" ")
}
