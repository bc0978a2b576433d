//! Keywords, and sets of them.

use std::fmt;

use super::colour::{Colour, LandType};

macro_rules! last {
    ($only:literal) => {
        $only
    };
    ($before:literal $last:literal) => {
        $last
    };
}

/// Makes the keywords from a table in the order of the grammar: first the plain ones, then the kinds of the others. Each has its words
/// in card texts and, if it is another, its word in table texts (T4).
macro_rules! keywords {
    (
        [$($(#[$doc:meta])* $name:ident: $words:literal $($table:literal)?,)+]
        [$($family:ident($($kind:tt)+): $kind_words:literal $($kind_table:literal)?,)+]
    ) => {
        /// A keyword of creatures. Its order is that of the grammar.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Keyword {
            $($(#[$doc])* $name,)+
            /// Enters lands of a type free or unblocked (R33).
            Walk(LandType),
            /// No target, damage, aura or block of this quality (R66).
            Protection(Quality),
        }

        impl Keyword {
            /// Every keyword, in the order of the grammar.
            pub const ALL: [Keyword; [$(stringify!($name),)+ $(stringify!($($kind)+),)+].len()] =
                [$(Keyword::$name,)+ $(Keyword::$family($($kind)+),)+];

            const fn bit(self) -> u32 {
                enum Plain { $($name,)+ Kinds }
                let index = match self {
                    $(Keyword::$name => Plain::$name as u32,)+
                    Keyword::Walk(land) => Plain::Kinds as u32 + land as u32,
                    Keyword::Protection(Quality::Colour(colour)) => Plain::Kinds as u32 + 5 + colour as u32,
                    Keyword::Protection(Quality::Artifacts) => Plain::Kinds as u32 + 10,
                };
                1 << index
            }

            /// The words in card texts, such as `first strike` and `protection from red`.
            pub const fn words(self) -> &'static str {
                match self {
                    $(Keyword::$name => $words,)+
                    $(Keyword::$family($($kind)+) => $kind_words,)+
                }
            }

            /// The one word in table texts (T4), such as `first-strike` and `protection-r`.
            pub const fn table_word(self) -> &'static str {
                match self {
                    $(Keyword::$name => last!($words $($table)?),)+
                    $(Keyword::$family($($kind)+) => last!($kind_words $($kind_table)?),)+
                }
            }
        }
    };
}

keywords! {
    [
        /// Enters any land for 1 (R30); blocked by flying and reach only (R37).
        Flying: "flying",
        /// Blocks flyers (R37).
        Reach: "reach",
        /// Deals its damage in the first pass (R46).
        FirstStrike: "first strike" "first-strike",
        /// Is not tapped when it attacks (R48).
        Vigilance: "vigilance",
        /// Acts in the turn in which it came (R28).
        Haste: "haste",
        /// A wall (R32).
        Defender: "defender",
        /// Shares lands and moves in bands (R23, R39, R45).
        Banding: "banding",
        /// Blocked by black and artifact creatures only (R37).
        Fear: "fear",
        /// Blocked by two creatures only (R37).
        Menace: "menace",
        /// Cannot be a target (R66).
        Shroud: "shroud",
        /// Can be cast whenever an instant can (C26).
        Flash: "flash",
    ]
    [
        Walk(LandType::Plains): "plainswalk",
        Walk(LandType::Island): "islandwalk",
        Walk(LandType::Swamp): "swampwalk",
        Walk(LandType::Mountain): "mountainwalk",
        Walk(LandType::Forest): "forestwalk",
        Protection(Quality::Colour(Colour::White)): "protection from white" "protection-w",
        Protection(Quality::Colour(Colour::Blue)): "protection from blue" "protection-u",
        Protection(Quality::Colour(Colour::Black)): "protection from black" "protection-b",
        Protection(Quality::Colour(Colour::Red)): "protection from red" "protection-r",
        Protection(Quality::Colour(Colour::Green)): "protection from green" "protection-g",
        Protection(Quality::Artifacts): "protection from artifacts" "protection-a",
    ]
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
