//! The options of a match (O1).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::BadOption;
use crate::moment::Span;

/// The options of a match. RULES.md names the clause of each.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The layout of the lands: by lists that the players send in secret, one by one in the open, or by chance.
    #[schemars(title = "Layout")]
    pub layout: Layout,
    /// The decks: each player chooses one, or all play starter decks.
    #[schemars(title = "Decks")]
    pub decks: Decks,
    /// What the players know of each other's decks: nothing, or all once every deck is sent. Matters where each player chooses a deck.
    #[schemars(title = "Deck lists", extend("x-matters-with" = {"decks": ["chosen"]}))]
    pub deck_lists: DeckLists,
    /// The lands of each type in the common pool beyond the usual number, two and one for each player. With more, the last lands are still a
    /// choice. As many lands as usual are laid.
    #[schemars(title = "Further lands of each type", range(min = 0, max = 10), example = 0, example = 1, example = 10)]
    pub spare_lands: u8,
    /// The effect of a draw from an empty library: the player is out, or draws nothing.
    #[schemars(title = "Drawing from an empty library")]
    pub deckout: Deckout,
    /// The time for a response while the match waits for responses, from 10 seconds to 400 days.
    #[schemars(title = "Time to respond", example = &"PT2H")]
    pub response_time: Span,
    /// The number of rounds after which the match ends and lands decide. Without a number there is no such end.
    #[schemars(title = "Most rounds", range(min = 1, max = 999), example = 2, example = 4)]
    pub max_rounds: Option<u32>,
    /// Cards besides those of the set: at most 16 kB of text, in the language of cards that the rules describe.
    #[schemars(title = "Further cards", length(max = 16_384), example = &EXAMPLE_CARDS)]
    pub cards: Option<String>,
    /// Who may bring further cards: the creator of the match alone, or each player, too, until the match starts. All players may use all
    /// of them.
    #[schemars(title = "Who brings further cards")]
    pub bring: Bring,
    /// The first position: at most 4 kB of text, in the language of positions that the rules describe. Without it, the usual set-up.
    #[schemars(title = "First position", length(max = 4096), example = &EXAMPLE_TABLE)]
    pub table: Option<String>,
}

/// Two cards of the option `cards`.
const EXAMPLE_CARDS: &str = "Quarry Ox   1R\nCreature - Ox   2/2\n\nTallow Lamp   2\nArtifact\nTap: Add R.";

/// A position for two seats, in which players choose while spells resolve and as abilities are triggered.
const EXAMPLE_TABLE: &str = "lands PFISM PFISM PFISM PFISM; ash holds 1 3 4 6 7 9; birch holds 2 5 12 14 \
                             20; ash has g2/2 @7; ash has plague-tallyman @4; ash has spring-assize; birch \
                             has b1/1 @2; birch has u2/2 @12; birch has unpaid-wages; ash hand winding-up, \
                             late-rent, weathercock-heron; birch hand annulled-lease, winding-up, press- \
                             warrant; ash orders sacrifice ask, pay ask, may ask; birch orders sacrifice \
                             ask, discard ask";

/// The most bytes of the option `cards`.
pub(crate) const MAX_CARD_BYTES: usize = 16 * 1024;
/// The most bytes of the option `table`.
pub(crate) const MAX_TABLE_BYTES: usize = 4 * 1024;
const SHORTEST_RESPONSE: Span = Span::seconds(10);
const LONGEST_RESPONSE: Span = Span::days(400);
const LONGEST_MATCH: u32 = 999;
const MOST_SPARE_LANDS: u8 = 10;

impl Default for Options {
    fn default() -> Self {
        Options {
            layout: Layout::Orders,
            decks: Decks::Chosen,
            deck_lists: DeckLists::Secret,
            spare_lands: 0,
            deckout: Deckout::Lose,
            response_time: Span::days(1),
            max_rounds: None,
            cards: None,
            bring: Bring::Creator,
            table: None,
        }
    }
}

impl Options {
    /// Refuses values out of range and texts that are too long. What stands in `cards` and `table` is read by their readers (O2).
    pub(crate) fn check(&self) -> Result<(), BadOption> {
        let bad = |name: &str, why: String| Err(BadOption { name: name.to_owned(), why });
        if !(SHORTEST_RESPONSE..=LONGEST_RESPONSE).contains(&self.response_time) {
            let (least, most) = (SHORTEST_RESPONSE.in_words(), LONGEST_RESPONSE.in_words());
            return bad("response_time", format!("expected a time from {least} to {most}"));
        }
        if self.max_rounds.is_some_and(|rounds| !(1..=LONGEST_MATCH).contains(&rounds)) {
            return bad("max_rounds", format!("expected a number from 1 to {LONGEST_MATCH}"));
        }
        if self.spare_lands > MOST_SPARE_LANDS {
            return bad("spare_lands", format!("expected a number from 0 to {MOST_SPARE_LANDS}"));
        }
        for (name, text, max) in [("cards", &self.cards, MAX_CARD_BYTES), ("table", &self.table, MAX_TABLE_BYTES)] {
            if text.as_ref().is_some_and(|text| text.len() > max) {
                return bad(name, format!("expected at most {} kB of text", max / 1024));
            }
        }
        Ok(())
    }
}

/// How the types of the lands are chosen (P22).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// By lists that the players send in secret.
    #[default]
    Orders,
    /// One land at a time, in the open.
    Draft,
    /// Lands by chance; the players select theirs by lists.
    Shuffled,
    /// Lands by chance; each player gets two that suit the deck.
    Dealt,
}

/// The decks (P22).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Decks {
    /// Each player sends one.
    #[default]
    Chosen,
    /// Starter decks, open to all.
    Dealt,
}

/// What the players know of each other's decks (P22, P26).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeckLists {
    /// Secret until the end.
    #[default]
    Secret,
    /// Shown to all when every deck is sent.
    Open,
}

/// Who may bring further cards (O2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Bring {
    /// The creator of the match alone.
    #[default]
    Creator,
    /// Each player, too, until the match starts.
    Players,
}

/// The effect of a draw from an empty library (R15).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Deckout {
    /// The player is out.
    #[default]
    Lose,
    /// The player draws nothing.
    Skip,
}
