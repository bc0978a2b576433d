//! Cards that only target players, which no deck may have (R9).

use super::cards::card::Card;

/// Is it a card that is neither a creature nor an aura, has at least one target, whose targets are all players, and none of
/// whose effects touches an object or a land?
pub(super) fn only_targets_players(card: &Card) -> bool {
    card.only_targets_players()
}
