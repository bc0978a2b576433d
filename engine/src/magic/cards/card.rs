//! A card, and what can be asked of it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::ability::{Ability, Activated, Static, Triggered};
use super::colour::Colours;
use super::cost::Cost;
use super::effect::{Clause, Sentence, Size, Text};
use super::keyword::{Keyword, Keywords};
use super::noun::{Noun, Subtype};

/// The id of a card: its name in small letters with hyphens (N3).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(transparent)]
pub struct CardId(String);

impl CardId {
    /// The id as it would be written; whether there is such a card is for [`super::Cards`] to say.
    pub fn new(id: &str) -> CardId {
        CardId(id.to_ascii_lowercase())
    }

    /// The id of the card with this name: small letters without marks, hyphens for blanks, no apostrophes (N3).
    pub fn of_name(name: &str) -> CardId {
        let mut id = String::with_capacity(name.len());
        for letter in name.chars() {
            match letter {
                ' ' | '-' => id.push('-'),
                '\'' => {}
                _ => id.push_str(plain(letter).unwrap_or_default()),
            }
        }
        CardId(id)
    }

    /// The id as written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// True for the text of a token, which stands in place of an id.
    pub fn is_token(&self) -> bool {
        self.0.contains('/')
    }
}

impl fmt::Display for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The letters of Latin script that a name may have besides those of English, each behind those that stand for it in an id.
const MARKED: [(&str, &str); 30] = [
    ("a", "àáâãäåāăą"),
    ("ae", "æ"),
    ("b", ""),
    ("c", "çćĉċč"),
    ("d", "ďđð"),
    ("e", "èéêëēĕėęě"),
    ("f", ""),
    ("g", "ĝğġģ"),
    ("h", "ĥħ"),
    ("i", "ìíîïĩīĭįı"),
    ("j", "ĵ"),
    ("k", "ķ"),
    ("l", "ĺļľŀł"),
    ("m", ""),
    ("n", "ñńņňŋ"),
    ("o", "òóôõöøōŏő"),
    ("oe", "œ"),
    ("p", ""),
    ("q", ""),
    ("r", "ŕŗř"),
    ("s", "śŝşš"),
    ("ss", "ß"),
    ("t", "ţťŧ"),
    ("th", "þ"),
    ("u", "ùúûüũūŭůűų"),
    ("v", ""),
    ("w", "ŵ"),
    ("x", ""),
    ("y", "ýÿŷ"),
    ("z", "źżž"),
];

/// What stands in an id for a letter of a name: its small letter without marks; `None` if it is no letter of Latin script.
pub(super) fn plain(letter: char) -> Option<&'static str> {
    let small = letter.to_lowercase().next()?;
    let is_it = |(plain, marked): &&(&str, &str)| {
        let itself = plain.len() == 1 && plain.starts_with(small);
        itself || marked.contains(small)
    };
    MARKED.iter().find(is_it).map(|(plain, _)| *plain)
}

/// The word in the line of types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CardKind {
    /// `Creature`, with `artifact` an `Artifact Creature`.
    Creature {
        /// True if it is an artifact too.
        artifact: bool,
    },
    /// `Artifact`.
    Artifact,
    /// `Enchantment`.
    Enchantment,
    /// `Aura`, which is an enchantment too.
    Aura,
    /// `Instant`.
    Instant,
    /// `Sorcery`.
    Sorcery,
}

impl CardKind {
    /// True for creatures, artifact creatures included.
    pub const fn is_creature(self) -> bool {
        matches!(self, CardKind::Creature { .. })
    }

    /// True for artifacts, artifact creatures included.
    pub const fn is_artifact(self) -> bool {
        matches!(self, CardKind::Artifact | CardKind::Creature { artifact: true })
    }

    /// True for enchantments, auras included.
    pub const fn is_enchantment(self) -> bool {
        matches!(self, CardKind::Enchantment | CardKind::Aura)
    }

    /// True for what stays in play; false for instants and sorceries.
    pub const fn is_permanent(self) -> bool {
        !matches!(self, CardKind::Instant | CardKind::Sorcery)
    }
}

/// A card, or a token, which looks like a card.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Card {
    /// Its name as printed.
    pub name: String,
    /// Its name in small letters with hyphens; a token's has no name of the set (see [`super::token::Token`]).
    pub id: CardId,
    /// Without a cost it cannot be cast (C3).
    pub cost: Option<Cost>,
    /// The colours of its cost; of a token those of its body.
    pub colours: Colours,
    /// The mana value where X counts 0 (C3); of a token what its table says, else 0.
    pub value: u16,
    /// Its types.
    pub kind: CardKind,
    /// In the order of the text; of creatures only, at least one on a card.
    pub subtypes: Vec<Subtype>,
    /// Power and toughness; of creatures only.
    pub size: Option<Size>,
    /// One for each line, in the order of the text.
    pub abilities: Vec<Ability>,
    /// The flavour of a card of the set (C17).
    pub flavour: Option<String>,
}

impl Card {
    /// The colours that it has by itself (C3).
    pub const fn colours(&self) -> Colours {
        self.colours
    }

    /// The mana value where X counts 0 (C3).
    pub const fn mana_value(&self) -> u16 {
        self.value
    }

    /// The keywords that it has by itself.
    pub fn keywords(&self) -> Keywords {
        self.abilities
            .iter()
            .filter_map(|ability| match ability {
                Ability::Keywords(keywords) => Some(keywords.iter().copied().collect::<Keywords>()),
                Ability::Enchant(_)
                | Ability::Star(_)
                | Ability::AdditionalCost(_)
                | Ability::Activated(_)
                | Ability::Only(_)
                | Ability::Triggered(_)
                | Ability::Static(_)
                | Ability::Spell(_) => None,
            })
            .fold(Keywords::NONE, Keywords::and)
    }

    /// True if it has this keyword by itself.
    pub fn has(&self, keyword: Keyword) -> bool {
        self.keywords().has(keyword)
    }

    /// Its activated abilities in the order of the text: `use c1.2` is the second (N7).
    pub fn activated(&self) -> impl Iterator<Item = &Activated> {
        self.abilities.iter().filter_map(Ability::as_activated)
    }

    /// Its static abilities in the order of the text.
    pub fn statics(&self) -> impl Iterator<Item = &Static> {
        self.abilities.iter().filter_map(|ability| if let Ability::Static(rule) = ability { Some(rule) } else { None })
    }

    /// True if it comes into play tapped by itself.
    pub fn enters_tapped(&self) -> bool {
        self.statics().any(|rule| *rule == Static::EntersTapped)
    }

    /// True for an aura that takes control of what it is on.
    pub fn takes_control(&self) -> bool {
        self.statics().any(|rule| matches!(rule, Static::YouControlEnchanted(_)))
    }

    /// What an aura may be on (C14).
    pub fn enchants(&self) -> Option<&Noun> {
        self.abilities.iter().find_map(|ability| if let Ability::Enchant(noun) = ability { Some(noun) } else { None })
    }

    /// The texts of an instant or sorcery, one for each line.
    pub fn spells(&self) -> impl Iterator<Item = &Text> {
        self.abilities.iter().filter_map(|ability| if let Ability::Spell(text) = ability { Some(text) } else { None })
    }
}

impl Ability {
    /// The ability, if it has a price.
    pub const fn as_activated(&self) -> Option<&Activated> {
        if let Ability::Activated(activated) = self { Some(activated) } else { None }
    }

    /// The ability, if something sets it off.
    pub const fn as_triggered(&self) -> Option<&Triggered> {
        if let Ability::Triggered(triggered) = self { Some(triggered) } else { None }
    }
}

impl Activated {
    /// True if its only effect adds mana to its controller's pool or another's: it uses no stack (R64). An effect that adds mana
    /// has no target of the kind that `target` objects are; `target player adds` is a target, so no mana ability.
    pub fn is_mana_ability(&self) -> bool {
        self.text.only_adds_mana()
    }
}

impl Text {
    /// Every clause in it, in the order of the text.
    pub fn clauses(&self) -> Vec<&Clause> {
        let groups: Vec<_> = match self {
            Text::ChooseOne(modes) => modes.iter().collect(),
            Text::Sentences(sentences) => sentences.iter().map(Sentence::effects).collect(),
        };
        groups.into_iter().flat_map(|group| &group.clauses).collect()
    }

    /// True if it does nothing but add mana, without a target (R64).
    pub fn only_adds_mana(&self) -> bool {
        use super::noun::Who;
        let is_plain = match self {
            Text::ChooseOne(_) => true,
            Text::Sentences(sentences) => sentences.iter().all(|sentence| matches!(sentence, Sentence::Do(_))),
        };
        is_plain
            && self
                .clauses()
                .into_iter()
                .all(|clause| matches!(clause, Clause::Add { who, .. } if *who != Who::TargetPlayer))
    }
}

impl Sentence {
    /// What it does if it does it.
    pub const fn effects(&self) -> &super::effect::Clauses {
        match self {
            Sentence::Do(effects)
            | Sentence::May(effects)
            | Sentence::MayPay(_, effects)
            | Sentence::Unless(_, effects)
            | Sentence::If(_, effects) => effects,
        }
    }
}
