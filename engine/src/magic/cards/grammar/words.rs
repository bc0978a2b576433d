//! Words: where they end, and which of them no subtype may be.

use super::scan::Scan;
use crate::magic::cards::noun::Subtype;

/// The words of the grammar that are written like a subtype could be: letters only. A subtype is none of them (C4).
const RESERVED: &str = "\
    a abilities able add additional adds adjacent all an and another any artifact artifacts as at attack attacking \
    attacks aura auras banding battle be becomes beginning black block blocked blocks blue bottom by can cannot \
    card cards cast casts choose conquered conquers control controller controls cost costs counter counters create \
    creature creatures damage deals dealt defender defending defends destroy die dies discard discards do does \
    draw draws each enchant enchanted enchantment enchantments end entering enters equal except exile fear fewer \
    first flying for forest forests forestwalk from gain gains gets graveyard green had hand has haste have if in \
    instant instead into is island islands islandwalk it its land lands leaves less library life limit long look \
    lose loses mana may menace more mountain mountains mountainwalk move movement neutral next no non not number \
    of on once one only opponent opponents or other own owner pay pays permanent permanents plains plainswalk play \
    player power prevent protection put random reach red regenerate regenerated regeneration remove return s \
    sacrifice sacrifices same search shroud shuffle so sorceries sorcery spell spells strike summoning swamp \
    swamps swampwalk take tap tapped target targeted that the then this though to token tokens top toughness turn \
    unless untap untapped until up upkeep use value vigilance walk when whenever where white with without would x \
    you your";

/// The byte behind this word if it stands here and no letter follows it.
pub(super) fn word(scan: &Scan<'_>, at: usize, word: &'static str) -> Option<usize> {
    let behind = scan.literal(at, word)?;
    let ends = scan.run(behind, |byte| byte.is_ascii_alphabetic()).is_empty();
    if !ends {
        scan.missed_words(at, word);
    }
    ends.then_some(behind)
}

/// The subtype that is written like this, if it may be one.
pub(in super::super) fn subtype(word: &str) -> Option<Subtype> {
    let capital = Subtype::capital(word).filter(|subtype| subtype.word() == word)?;
    (!is_reserved(word)).then_some(capital)
}

/// True for a word of the grammar.
pub(in super::super) fn is_reserved(word: &str) -> bool {
    RESERVED.split(' ').any(|reserved| reserved.eq_ignore_ascii_case(word))
}
