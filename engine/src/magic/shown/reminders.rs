//! What the words on a card mean on this board, in sentences for players.

use crate::magic::cards::CardKind;
use crate::magic::cards::card::Card;
use crate::magic::cards::keyword::Keyword;
use crate::magic::casting::due::Due;
use crate::magic::words::{capital, or};
use crate::scene::Term;

/// What becomes of a card of this kind.
fn kind(card: &Card) -> String {
    let words = match card.kind {
        CardKind::Creature { .. } => {
            let kinds: Vec<&str> = card.colours().iter().map(|colour| colour.land().word()).collect();
            let land = if kinds.is_empty() { "land".to_owned() } else { or(&kinds) };
            let waits = !card.has(Keyword::Haste) && !card.has(Keyword::Defender);
            let moves = if waits { " It can move from your next turn on." } else { "" };
            return format!(
                "Summon it on a {land} that you control, with no creature on it. At least 1 mana comes from that land.{moves}"
            );
        }
        CardKind::Artifact | CardKind::Enchantment => "It stays in play, beside the board.",
        CardKind::Aura => "It stays in play on what it enchants.",
        CardKind::Instant => "Cast it in your own turn, or when you are asked for a response.",
        CardKind::Sorcery => "Cast it in your own Summoning. It does what it says once.",
    };
    words.to_owned()
}

/// The price, the kind and the abilities of a card, each with its meaning.
pub(super) fn terms(card: &Card) -> Vec<Term> {
    let term = |word: &str, meaning: String| Term { word: capital(word), meaning };
    let cost = card.cost.map(|cost| {
        let x = if cost.x { "X, as much as you choose, and " } else { "" };
        term(&cost.to_string(), format!("It costs {x}{}.", Due::new(&cost, 0)))
    });
    let text: String = card.abilities.iter().map(|ability| format!(" {ability} ")).collect();
    let text: String = text.to_ascii_lowercase().replace(|letter: char| !letter.is_ascii_alphabetic(), " ");
    let says = |word: &str| text.contains(&format!(" {word} "));
    let keywords = Keyword::ALL.into_iter().filter(|keyword| says(keyword.words()));
    let regenerate = says("regenerate").then(|| {
        term(
            "regenerate",
            "The next time it would be destroyed this turn, it is tapped and leaves the battle instead.".to_owned(),
        )
    });
    let first = cost.into_iter().chain([term(card.kind.words(), kind(card))]);
    first.chain(keywords.map(|keyword| term(keyword.words(), keyword.meaning()))).chain(regenerate).collect()
}
