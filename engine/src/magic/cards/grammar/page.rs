//! The page on the language of cards. Its lists are the tables that the reader reads, and a test reads its examples.

use super::examples::{CARDS, CREATURE, NOT_HERE, SECTIONS};
use super::nouns::KINDS;
use crate::magic::cards::card::CardKind;
use crate::magic::cards::colour::{Colour, LandType};
use crate::magic::cards::keyword::Keyword;
use crate::magic::cards::noun::Kind;
use crate::magic::words::or;

/// What card games have and this one has not, as sentences.
const LACKS: &str = "There are no copies, no extra turns, no coins or dice, and no choices of a name or a kind.";

/// The page on the language of cards, in Markdown.
pub fn page() -> String {
    let mut page = String::from(
        "# How to write cards\n\nA match can have cards of its own: the option `cards`, at most 64 cards and 16 kB. A card is a few lines, and \
         an empty line stands between two cards:\n\n```\n",
    );
    page.push_str(CARDS);
    page.push_str("```\n\n");
    page.push_str(&format!(
        "* The first line is the name, at most 24 letters, then three blanks and the cost: a number, then letters: {}. `X2U` costs X, 2 and \
         one blue; `0` costs nothing. The colours of a card are those of its cost.\n",
        words(Colour::ALL.iter().map(|colour| format!("`{}` {}", colour.letter(), colour.word())))
    ));
    page.push_str(&format!(
        "* The second line is {}. A creature has subtypes, any words you like, then three blanks, power and toughness.\n",
        or(&KINDS_OF_CARDS.map(|kind| format!("`{}`", kind.words())))
    ));
    page.push_str(
        "* Every further line is an ability. Small letters and capitals do not matter, but a subtype begins with a capital.\n\
         * A creature is summoned on a land of its colours, so give it a colour, or make it an `Artifact Creature`.\n\n",
    );
    page.push_str("## Keywords\n\nOn a line of their own, with commas between them.\n\n| keyword | what it means here |\n|---|---|\n");
    for keyword in Keyword::ALL {
        page.push_str(&format!("| {} | {} |\n", keyword.words(), keyword.meaning()));
    }
    for section in SECTIONS {
        let on = section.on.words();
        let nouns = if section.title == "Objects" { nouns() } else { String::new() };
        page.push_str(&format!(
            "\n## {}\n\n{}{nouns} Examples on a card of the type `{on}`:\n\n",
            section.title, section.text
        ));
        for (example, remark) in section.examples {
            page.push_str(&format!("* `{example}`"));
            page.push_str(&if remark.is_empty() { "\n".to_owned() } else { format!(" - {remark}\n") });
        }
    }
    page.push_str(&format!("\n## What there is not\n\n{LACKS}\n\n"));
    NOT_HERE.iter().for_each(|(word, why)| page.push_str(&format!("* {word}: {why}\n")));
    page
}

/// The kinds of cards.
pub(in super::super) const KINDS_OF_CARDS: [CardKind; 7] = [
    CREATURE,
    CardKind::Creature { artifact: true },
    CardKind::Artifact,
    CardKind::Enchantment,
    CardKind::Aura,
    CardKind::Instant,
    CardKind::Sorcery,
];

/// The nouns.
fn nouns() -> String {
    let is_land = |kind: &Kind| matches!(kind, Kind::Type(_));
    let others = KINDS.iter().filter(|(kind, ..)| !is_land(kind)).map(|(_, one, _)| format!("`{one}`"));
    let lands = LandType::ALL.iter().map(|land| format!("`{}`", land.word()));
    format!(" Nouns are {}, the lands {}, and every subtype.", words(others), words(lands))
}

/// `a, b, c`.
fn words(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}

/// The example that has most words in common with this line, if any has.
pub(in super::super) fn example_like(line: &str) -> Option<&'static str> {
    let letters =
        |text: &str| text.to_lowercase().split(|c: char| !c.is_alphabetic()).map(str::to_owned).collect::<Vec<_>>();
    let wanted = letters(line);
    let common =
        |example: &str| letters(example).iter().filter(|word| !word.is_empty() && wanted.contains(word)).count();
    let examples = SECTIONS.iter().flat_map(|section| section.examples).map(|(example, _)| *example);
    // Of equals the shortest.
    let best = examples.max_by_key(|example| (common(example), std::cmp::Reverse(example.len())));
    best.filter(|example| common(example) > 0)
}
