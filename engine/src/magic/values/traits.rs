//! Current values of permanents (R68), as `layers.rs` works them out.

use super::speaker::Speaker;
use crate::magic::cards::ability::Being;
use crate::magic::cards::colour::Colours;
use crate::magic::cards::effect::Verb;
use crate::magic::cards::keyword::{Keyword, Keywords, Quality};
use crate::magic::cards::noun::Noun;
use crate::magic::cards::{Card, Colour, LandType};
use crate::magic::notation::{CreatureName, Thing};
use crate::seat::Seat;

/// The qualities of what targets or deals damage, from which objects may be protected (R66).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Nature {
    /// Its colours.
    pub(crate) colours: Colours,
    /// True for an artifact.
    pub(crate) artifact: bool,
}

impl Nature {
    /// That of a card by itself.
    pub(crate) fn of_card(card: &Card) -> Nature {
        Nature { colours: card.colours(), artifact: card.kind.is_artifact() }
    }

    /// The same one by one.
    pub(crate) fn qualities(self) -> impl Iterator<Item = Quality> {
        let colours = Colour::ALL.into_iter().filter(move |colour| self.colours.has(*colour)).map(Quality::Colour);
        colours.chain(self.artifact.then_some(Quality::Artifacts))
    }
}

/// The current values of a permanent; those that only creatures have are 0 and empty for others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Traits {
    /// The controller.
    pub(crate) seat: Seat,
    /// Its colours.
    pub(crate) colours: Colours,
    /// True for an artifact.
    pub(crate) artifact: bool,
    /// Its keywords.
    pub(crate) keywords: Keywords,
    /// Power; it may be negative, and deals no damage then.
    pub(crate) power: i32,
    /// Toughness.
    pub(crate) toughness: i32,
    /// Its mana value.
    pub(crate) value: u16,
    /// What it cannot do.
    pub(crate) cannot: Vec<Ban>,
    /// `can block only ..`: it blocks what fits all of these, each with its X.
    pub(crate) blocks_only: Vec<(Noun, Speaker, u16)>,
    /// What is added to its points of movement (R29).
    pub(crate) movement: i32,
    /// May it move and attack as though it had no defender (R32)?
    pub(crate) moves_as_though: bool,
    /// True if it untaps in its controller's Untap (R59).
    pub(crate) untaps: bool,
    /// True if each creature able to block it does so (R38).
    pub(crate) must_be_blocked: bool,
}

/// Something that a permanent cannot do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ban {
    /// What is forbidden.
    pub(crate) verb: Verb,
    /// Where the text that forbids it stands: its nouns are asked from there.
    pub(crate) speaker: Speaker,
    /// X of that text.
    pub(crate) x: u16,
}

impl Traits {
    /// True if it has this keyword.
    pub(crate) fn has(&self, keyword: Keyword) -> bool {
        self.keywords.has(keyword)
    }

    /// True if this is forbidden to it.
    pub(crate) fn cannot(&self, what: &Verb) -> bool {
        self.cannot.iter().any(|ban| ban.verb == *what)
    }

    /// True for a wall that does not move (R29, R32).
    pub(crate) fn stands_still(&self) -> bool {
        self.has(Keyword::Defender) && !self.moves_as_though
    }

    /// The qualities from which others may be protected (R66).
    pub(crate) fn nature(&self) -> Nature {
        Nature { colours: self.colours, artifact: self.artifact }
    }

    /// True if it is protected from what has these qualities (R66).
    pub(crate) fn is_protected_from(&self, other: Nature) -> bool {
        let by_colour = Colour::ALL
            .into_iter()
            .any(|colour| other.colours.has(colour) && self.has(Keyword::Protection(Quality::Colour(colour))));
        by_colour || other.artifact && self.has(Keyword::Protection(Quality::Artifacts))
    }

    /// True if one of its colours matches this type of land (R20).
    pub(crate) fn is_native_in(&self, kind: LandType) -> bool {
        self.colours.has(kind.colour())
    }

    /// The damage that it deals in a battle.
    pub(crate) fn damage(&self) -> u16 {
        u16::try_from(self.power.max(0)).unwrap_or(u16::MAX)
    }

    /// What it can and cannot do besides its keywords, in words like those of the table text (T3): `cant-block`,
    /// `cant-be-blocked-by-walls`, `movement+1`. Each stands once.
    pub(crate) fn words(&self) -> Vec<String> {
        let bans = self.cannot.iter().map(|ban| Being::Cannot(ban.verb.clone()));
        let only = self.blocks_only.iter().map(|(noun, ..)| Being::BlocksOnly(noun.clone()));
        let untap = (!self.untaps).then_some(Being::DoesNotUntap);
        let said = bans.chain(only).chain(untap).map(|being| being.to_string());
        let hyphened = said.map(|text| text.replace("cannot", "cant").replace(' ', "-"));
        let movement = (self.movement != 0).then(|| format!("movement{:+}", self.movement));
        let mut words: Vec<String> = Vec::new();
        for word in hyphened.chain(movement) {
            if !words.contains(&word) {
                words.push(word);
            }
        }
        words
    }
}

/// The permanent as a name of a creature, if it is one.
pub(crate) fn creature(name: Thing) -> Option<CreatureName> {
    match name {
        Thing::Creature(name) => Some(name),
        Thing::Permanent(_) => None,
    }
}
