//! Which objects, lands and cards a noun speaks of.

use super::card::CardKind;
use super::colour::{Colours, LandType};
use super::cost::{Amount, Mark};
use super::keyword::Keywords;
use super::noun::{Adjective, Article, Bound, Feature, Figure, Kind, Noun, Property, Qualifier, Subtype};

/// Where a candidate is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Zone {
    /// A permanent in play.
    Play,
    /// A land of the board, of this current type.
    Board(LandType),
    /// A spell on the stack.
    Stack,
    /// A card in a graveyard.
    Graveyard,
    /// A card in a library or hand that is looked at.
    Hidden,
}

/// Whose something is, seen from the controller of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Party {
    /// The controller of the text.
    You,
    /// Another player.
    Opponent,
    /// No player: a neutral land.
    Neutral,
}

/// What nouns ask about an object, a land or a card; all values are current ones (R68).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate<'a> {
    /// Where it is.
    pub zone: Zone,
    /// Its types; `None` for a land.
    pub kind: Option<CardKind>,
    /// True for a token.
    pub token: bool,
    /// Its subtypes.
    pub subtypes: &'a [Subtype],
    /// Its colours.
    pub colours: Colours,
    /// Its keywords.
    pub keywords: Keywords,
    /// Power.
    pub power: i32,
    /// Toughness.
    pub toughness: i32,
    /// Mana value.
    pub value: u16,
    /// The marks of its counters.
    pub marks: Vec<&'a Mark>,
    /// Who controls it; of a spell, who cast it.
    pub controller: Party,
    /// Who owns it.
    pub owner: Party,
    /// True if it is the object with the text.
    pub is_this: bool,
    /// True if it is tapped.
    pub tapped: bool,
    /// True if it is in a battle on the active player's side.
    pub attacking: bool,
    /// True if it is in a battle on the other side.
    pub defending: bool,
    /// True if it is in the battle of the object with the text.
    pub battles_this: bool,
    /// True if it was dealt damage this turn.
    pub damaged: bool,
    /// The type of the land where it stands.
    pub stands_on: Option<LandType>,
    /// True if it is on the land of the object with the text, of an aura's host.
    pub same_land: bool,
    /// True if it is on a land beside that.
    pub adjacent_land: bool,
    /// True if it is on the land that the aura with the text is on.
    pub enchanted_land: bool,
}

impl Noun {
    /// True if the noun speaks of this candidate; `x` is the X that was paid or defined (C9).
    pub fn fits(&self, candidate: &Candidate<'_>, x: u16) -> bool {
        self.is_in(candidate.zone)
            && self.kinds().iter().any(|kind| self.looks_for(kind, candidate.zone) && kind.fits(candidate))
            && self.adjectives.iter().all(|adjective| adjective.fits(candidate))
            && self.qualifiers.iter().all(|qualifier| qualifier.fits(candidate, x))
    }

    /// True if the noun looks for things there. A kind of permanent means one in play, unless a graveyard is named or cards are
    /// searched.
    pub fn is_in(&self, zone: Zone) -> bool {
        self.kinds().iter().any(|kind| self.looks_for(kind, zone))
    }

    fn looks_for(&self, kind: &Kind, zone: Zone) -> bool {
        let graves = [Qualifier::InYourGraveyard, Qualifier::InAGraveyard];
        if self.qualifiers.iter().any(|qualifier| graves.contains(qualifier)) {
            zone == Zone::Graveyard
        } else {
            kind.is_in(zone)
        }
    }
}

impl Kind {
    /// True if this kind is looked for there, where no graveyard is named.
    fn is_in(&self, zone: Zone) -> bool {
        match (self, zone) {
            (Kind::Land | Kind::Type(_), zone) => matches!(zone, Zone::Board(_)),
            (Kind::Spell | Kind::Sorcery, Zone::Stack) | (Kind::Card, Zone::Graveyard) | (_, Zone::Hidden) => true,
            (Kind::Spell | Kind::Sorcery | Kind::Card, Zone::Play | Zone::Board(_) | Zone::Graveyard | Zone::Stack) => {
                false
            }
            (_, zone) => zone == Zone::Play,
        }
    }
}

impl Kind {
    fn fits(&self, candidate: &Candidate<'_>) -> bool {
        let is = |holds: fn(CardKind) -> bool| candidate.kind.is_some_and(holds);
        match self {
            Kind::Creature => is(CardKind::is_creature),
            Kind::Artifact => is(CardKind::is_artifact),
            Kind::Enchantment => is(CardKind::is_enchantment),
            Kind::Aura => candidate.kind == Some(CardKind::Aura),
            Kind::Land => matches!(candidate.zone, Zone::Board(_)),
            Kind::Type(land) => candidate.zone == Zone::Board(*land),
            Kind::Permanent => is(CardKind::is_permanent),
            Kind::Token => candidate.token,
            Kind::Spell => candidate.zone == Zone::Stack,
            Kind::Card => candidate.kind.is_some(),
            Kind::Sorcery => candidate.kind == Some(CardKind::Sorcery),
            Kind::Subtype(subtype) => candidate.subtypes.contains(subtype),
            Kind::OneOf(kinds) => kinds.iter().any(|kind| kind.fits(candidate)),
        }
    }
}

impl Adjective {
    /// True if the candidate is so.
    pub fn fits(self, candidate: &Candidate<'_>) -> bool {
        let is = |holds: fn(CardKind) -> bool| candidate.kind.is_some_and(holds);
        match self {
            Adjective::Other => !candidate.is_this,
            Adjective::Tapped => candidate.tapped,
            Adjective::Untapped => !candidate.tapped,
            Adjective::Attacking => candidate.attacking,
            Adjective::Defending => candidate.defending,
            Adjective::Neutral => candidate.controller == Party::Neutral,
            Adjective::Is { non, property } => {
                let has = match property {
                    Property::Colour(colour) => candidate.colours.has(colour),
                    Property::Artifact => is(CardKind::is_artifact),
                    Property::Creature => is(CardKind::is_creature),
                };
                has != non
            }
            Adjective::AttackingOrDefending => candidate.attacking || candidate.defending,
            Adjective::InstantOrSorcery => matches!(candidate.kind, Some(CardKind::Instant | CardKind::Sorcery)),
            Adjective::Instant => candidate.kind == Some(CardKind::Instant),
            Adjective::Sorcery => candidate.kind == Some(CardKind::Sorcery),
            Adjective::Enchantment => is(CardKind::is_enchantment),
            Adjective::Aura => candidate.kind == Some(CardKind::Aura),
        }
    }
}

impl Qualifier {
    fn fits(&self, candidate: &Candidate<'_>, x: u16) -> bool {
        let spell = candidate.zone == Zone::Stack;
        match self {
            Qualifier::YouControl => candidate.controller == Party::You,
            Qualifier::YouOwn | Qualifier::InYourGraveyard => candidate.owner == Party::You,
            Qualifier::YouCast => spell && candidate.controller == Party::You,
            Qualifier::OpponentControls => candidate.controller == Party::Opponent,
            Qualifier::OpponentCasts => spell && candidate.controller == Party::Opponent,
            Qualifier::With(feature) => feature.fits(candidate, x),
            Qualifier::Without(keyword) => !candidate.keywords.has(*keyword),
            Qualifier::SameLand => candidate.same_land,
            Qualifier::AdjacentLand => candidate.adjacent_land,
            Qualifier::OnType(article, land) => {
                let other = *article == Article::Another;
                candidate.stands_on == Some(*land) && !(other && candidate.same_land)
            }
            Qualifier::OnEnchantedLand => candidate.enchanted_land,
            Qualifier::InBattleWithThis => candidate.battles_this,
            Qualifier::InAGraveyard => true,
            Qualifier::DealtDamage => candidate.damaged,
        }
    }
}

impl Feature {
    fn fits(&self, candidate: &Candidate<'_>, x: u16) -> bool {
        match self {
            Feature::Figure { figure, amount, bound } => {
                let has = match figure {
                    Figure::Power => candidate.power,
                    Figure::Toughness => candidate.toughness,
                    Figure::ManaValue => i32::from(candidate.value),
                };
                let wanted = i32::from(amount.number(x));
                match bound {
                    Bound::Exactly => has == wanted,
                    Bound::OrMore => has >= wanted,
                    Bound::OrLess => has <= wanted,
                }
            }
            Feature::Counter(_, mark) => candidate.marks.contains(&mark),
            Feature::Keyword(keyword) => candidate.keywords.has(*keyword),
        }
    }
}

impl Amount {
    /// The number, where X is this.
    pub const fn number(self, x: u16) -> u16 {
        match self {
            Amount::Number(number) => number,
            Amount::X => x,
        }
    }
}
