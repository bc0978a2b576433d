//! Current values of permanents (R68), as `layers.rs` works them out.

use super::cards::ability::Being;
use super::cards::colour::Colours;
use super::cards::effect::Verb;
use super::cards::keyword::{Keyword, Keywords, Quality};
use super::cards::noun::Noun;
use super::cards::{Card, Colour, LandType};
use super::notation::{CreatureName, Thing};
use super::speaker::Speaker;
use crate::seat::Seat;

/// The qualities of what targets or deals damage, from which objects may be protected (R66).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Nature {
    /// Its colours.
    pub(super) colours: Colours,
    /// True for an artifact.
    pub(super) artifact: bool,
}

impl Nature {
    /// That of a card by itself.
    pub(super) fn of_card(card: &Card) -> Nature {
        Nature { colours: card.colours(), artifact: card.kind.is_artifact() }
    }

    /// The same one by one.
    pub(super) fn qualities(self) -> impl Iterator<Item = Quality> {
        let colours = Colour::ALL.into_iter().filter(move |colour| self.colours.has(*colour)).map(Quality::Colour);
        colours.chain(self.artifact.then_some(Quality::Artifacts))
    }
}

/// The current values of a permanent; those that only creatures have are 0 and empty for others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Traits {
    /// The controller.
    pub(super) seat: Seat,
    /// Its colours.
    pub(super) colours: Colours,
    /// True for an artifact.
    pub(super) artifact: bool,
    /// Its keywords.
    pub(super) keywords: Keywords,
    /// Power; it may be negative, and deals no damage then.
    pub(super) power: i32,
    /// Toughness.
    pub(super) toughness: i32,
    /// Its mana value.
    pub(super) value: u16,
    /// What it cannot do.
    pub(super) cannot: Vec<Ban>,
    /// `can block only ..`: it blocks what fits all of these, each with its X.
    pub(super) blocks_only: Vec<(Noun, Speaker, u16)>,
    /// What is added to its points of movement (R29).
    pub(super) movement: i32,
    /// May it move and attack as though it had no defender (R32)?
    pub(super) moves_as_though: bool,
    /// True if it untaps in its controller's Untap (R59).
    pub(super) untaps: bool,
    /// True if each creature able to block it does so (R38).
    pub(super) must_be_blocked: bool,
}

/// Something that a permanent cannot do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ban {
    /// What is forbidden.
    pub(super) verb: Verb,
    /// Where the text that forbids it stands: its nouns are asked from there.
    pub(super) speaker: Speaker,
    /// X of that text.
    pub(super) x: u16,
}

impl Traits {
    /// True if it has this keyword.
    pub(super) fn has(&self, keyword: Keyword) -> bool {
        self.keywords.has(keyword)
    }

    /// True if this is forbidden to it.
    pub(super) fn cannot(&self, what: &Verb) -> bool {
        self.cannot.iter().any(|ban| ban.verb == *what)
    }

    /// True for a wall that does not move (R29, R32).
    pub(super) fn stands_still(&self) -> bool {
        self.has(Keyword::Defender) && !self.moves_as_though
    }

    /// The qualities from which others may be protected (R66).
    pub(super) fn nature(&self) -> Nature {
        Nature { colours: self.colours, artifact: self.artifact }
    }

    /// True if it is protected from what has these qualities (R66).
    pub(super) fn is_protected_from(&self, other: Nature) -> bool {
        let by_colour = Colour::ALL
            .into_iter()
            .any(|colour| other.colours.has(colour) && self.has(Keyword::Protection(Quality::Colour(colour))));
        by_colour || other.artifact && self.has(Keyword::Protection(Quality::Artifacts))
    }

    /// True if one of its colours matches this type of land (R20).
    pub(super) fn is_native_in(&self, kind: LandType) -> bool {
        self.colours.has(kind.colour())
    }

    /// The damage that it deals in a battle.
    pub(super) fn damage(&self) -> u16 {
        u16::try_from(self.power.max(0)).unwrap_or(u16::MAX)
    }

    /// What it can and cannot do besides its keywords, in words like those of the table text (T3): `cant-block`,
    /// `cant-be-blocked-by-walls`, `movement+1`. Each stands once.
    pub(super) fn words(&self) -> Vec<String> {
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
pub(super) fn creature(name: Thing) -> Option<CreatureName> {
    match name {
        Thing::Creature(name) => Some(name),
        Thing::Permanent(_) => None,
    }
}
