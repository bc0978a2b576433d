//! Keywords, and sets of them.

use std::fmt;

use super::colour::{Colour, LandType};

/// A keyword of creatures. Its order is that of the grammar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Keyword {
    /// Enters any land for 1 (R30); blocked by flying and reach only (R37).
    Flying,
    /// Blocks flyers (R37).
    Reach,
    /// Deals its damage in the first pass (R46).
    FirstStrike,
    /// Is not tapped when it attacks (R48).
    Vigilance,
    /// Acts in the turn in which it came (R28).
    Haste,
    /// A wall (R32).
    Defender,
    /// Shares lands and moves in bands (R23, R39, R45).
    Banding,
    /// Blocked by black and artifact creatures only (R37).
    Fear,
    /// Blocked by two creatures only (R37).
    Menace,
    /// Cannot be a target (R66).
    Shroud,
    /// Enters lands of a type free or unblocked (R33).
    Walk(LandType),
    /// No target, damage, aura or block of this quality (R66).
    Protection(Quality),
}

/// What a protection is from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Quality {
    /// What has this colour.
    Colour(Colour),
    /// Artifacts.
    Artifacts,
}

impl Keyword {
    /// Every keyword, in the order of the grammar.
    pub const ALL: [Keyword; 21] = [
        Keyword::Flying,
        Keyword::Reach,
        Keyword::FirstStrike,
        Keyword::Vigilance,
        Keyword::Haste,
        Keyword::Defender,
        Keyword::Banding,
        Keyword::Fear,
        Keyword::Menace,
        Keyword::Shroud,
        Keyword::Walk(LandType::Plains),
        Keyword::Walk(LandType::Island),
        Keyword::Walk(LandType::Swamp),
        Keyword::Walk(LandType::Mountain),
        Keyword::Walk(LandType::Forest),
        Keyword::Protection(Quality::Colour(Colour::White)),
        Keyword::Protection(Quality::Colour(Colour::Blue)),
        Keyword::Protection(Quality::Colour(Colour::Black)),
        Keyword::Protection(Quality::Colour(Colour::Red)),
        Keyword::Protection(Quality::Colour(Colour::Green)),
        Keyword::Protection(Quality::Artifacts),
    ];

    const fn bit(self) -> u32 {
        let index = match self {
            Keyword::Flying => 0,
            Keyword::Reach => 1,
            Keyword::FirstStrike => 2,
            Keyword::Vigilance => 3,
            Keyword::Haste => 4,
            Keyword::Defender => 5,
            Keyword::Banding => 6,
            Keyword::Fear => 7,
            Keyword::Menace => 8,
            Keyword::Shroud => 9,
            Keyword::Walk(land) => 10 + land as u32,
            Keyword::Protection(Quality::Colour(colour)) => 15 + colour as u32,
            Keyword::Protection(Quality::Artifacts) => 20,
        };
        1 << index
    }

    /// The words in card texts, such as `first strike` and `protection from red`.
    pub const fn words(self) -> &'static str {
        match self {
            Keyword::Flying => "flying",
            Keyword::Reach => "reach",
            Keyword::FirstStrike => "first strike",
            Keyword::Vigilance => "vigilance",
            Keyword::Haste => "haste",
            Keyword::Defender => "defender",
            Keyword::Banding => "banding",
            Keyword::Fear => "fear",
            Keyword::Menace => "menace",
            Keyword::Shroud => "shroud",
            Keyword::Walk(LandType::Plains) => "plainswalk",
            Keyword::Walk(LandType::Island) => "islandwalk",
            Keyword::Walk(LandType::Swamp) => "swampwalk",
            Keyword::Walk(LandType::Mountain) => "mountainwalk",
            Keyword::Walk(LandType::Forest) => "forestwalk",
            Keyword::Protection(Quality::Colour(Colour::White)) => "protection from white",
            Keyword::Protection(Quality::Colour(Colour::Blue)) => "protection from blue",
            Keyword::Protection(Quality::Colour(Colour::Black)) => "protection from black",
            Keyword::Protection(Quality::Colour(Colour::Red)) => "protection from red",
            Keyword::Protection(Quality::Colour(Colour::Green)) => "protection from green",
            Keyword::Protection(Quality::Artifacts) => "protection from artifacts",
        }
    }

    /// The one word in table texts (T4), such as `first-strike` and `protection-r`.
    pub const fn table_word(self) -> &'static str {
        match self {
            Keyword::FirstStrike => "first-strike",
            Keyword::Protection(Quality::Colour(Colour::White)) => "protection-w",
            Keyword::Protection(Quality::Colour(Colour::Blue)) => "protection-u",
            Keyword::Protection(Quality::Colour(Colour::Black)) => "protection-b",
            Keyword::Protection(Quality::Colour(Colour::Red)) => "protection-r",
            Keyword::Protection(Quality::Colour(Colour::Green)) => "protection-g",
            Keyword::Protection(Quality::Artifacts) => "protection-a",
            Keyword::Flying
            | Keyword::Reach
            | Keyword::Vigilance
            | Keyword::Haste
            | Keyword::Defender
            | Keyword::Banding
            | Keyword::Fear
            | Keyword::Menace
            | Keyword::Shroud
            | Keyword::Walk(_) => self.words(),
        }
    }

    /// The keyword with this word of table texts, in small letters.
    pub fn from_table_word(word: &str) -> Option<Keyword> {
        Keyword::ALL.into_iter().find(|keyword| keyword.table_word() == word)
    }
}

/// A set of keywords.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Keywords(u32);

impl Keywords {
    /// No keyword.
    pub const NONE: Keywords = Keywords(0);

    /// The set with this keyword too.
    #[must_use]
    pub const fn with(self, keyword: Keyword) -> Keywords {
        Keywords(self.0 | keyword.bit())
    }

    /// The set without this keyword.
    #[must_use]
    pub const fn without(self, keyword: Keyword) -> Keywords {
        Keywords(self.0 & !keyword.bit())
    }

    /// Both sets together.
    #[must_use]
    pub const fn and(self, other: Keywords) -> Keywords {
        Keywords(self.0 | other.0)
    }

    /// True if the keyword is in the set.
    pub const fn has(self, keyword: Keyword) -> bool {
        self.0 & keyword.bit() != 0
    }

    /// True if there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The keywords in the order of the grammar.
    pub fn iter(self) -> impl Iterator<Item = Keyword> {
        Keyword::ALL.into_iter().filter(move |keyword| self.has(*keyword))
    }

    /// The types of land that it walks (R33).
    pub fn walks(self) -> impl Iterator<Item = LandType> {
        LandType::ALL.into_iter().filter(move |land| self.has(Keyword::Walk(*land)))
    }
}

impl FromIterator<Keyword> for Keywords {
    fn from_iter<I: IntoIterator<Item = Keyword>>(keywords: I) -> Keywords {
        keywords.into_iter().fold(Keywords::NONE, Keywords::with)
    }
}

impl fmt::Debug for Keywords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
