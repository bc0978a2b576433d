//! What a text speaks of: nouns, targets and players.

use super::colour::{Colour, LandType};
use super::cost::{Amount, Mark};
use super::keyword::Keyword;

/// A subtype, such as `Guard`: a capital, then small letters; no word of the grammar (C4).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Subtype(pub(super) String);

impl Subtype {
    /// The word.
    pub fn word(&self) -> &str {
        &self.0
    }

    /// The subtype of this word in upper or lower case; `None` if it is no word of letters.
    pub fn capital(word: &str) -> Option<Subtype> {
        let mut letters = word.chars();
        let first = letters.next()?.to_ascii_uppercase();
        let rest = letters.as_str().to_ascii_lowercase();
        let is_word = !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_lowercase());
        (first.is_ascii_uppercase() && is_word).then(|| Subtype(format!("{first}{rest}")))
    }
}

/// `a` (before a vowel `an`) or `another`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Article {
    /// `a`, `an`.
    A,
    /// `another`: not this (C6).
    Another,
}

/// Objects, lands or cards: adjectives, a kind, qualifiers, all of which have to hold. Singular or plural is for the place where it stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Noun {
    /// In the order of the text.
    pub adjectives: Vec<Adjective>,
    /// The noun itself.
    pub kind: Kind,
    /// In the order of the text.
    pub qualifiers: Vec<Qualifier>,
}

impl Noun {
    /// The kinds of which one has to hold.
    pub fn kinds(&self) -> &[Kind] {
        if let Kind::OneOf(kinds) = &self.kind { kinds } else { std::slice::from_ref(&self.kind) }
    }
}

/// A word before a kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Adjective {
    /// Not this (C6); between targets of one ability, not the same (C8).
    Other,
    /// Tapped.
    Tapped,
    /// Not tapped.
    Untapped,
    /// In a battle, on the active player's side (R41).
    Attacking,
    /// In a battle, on the other side (R41).
    Defending,
    /// A land without a controller (C6).
    Neutral,
    /// Has the property, or with `non-` has it not.
    Is {
        /// True for `non-`.
        non: bool,
        /// The property.
        property: Property,
    },
    /// In a battle, on either side.
    AttackingOrDefending,
    /// An instant or a sorcery.
    InstantOrSorcery,
    /// An instant (spell or card).
    Instant,
    /// A sorcery.
    Sorcery,
    /// An enchantment.
    Enchantment,
    /// An aura.
    Aura,
}

/// A property that `non-` may stand before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Property {
    /// Of this colour.
    Colour(Colour),
    /// An artifact.
    Artifact,
    /// A creature.
    Creature,
}

/// The noun itself.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A creature.
    Creature,
    /// An artifact, also one that is a creature.
    Artifact,
    /// An enchantment, also an aura.
    Enchantment,
    /// An aura.
    Aura,
    /// A land of the board.
    Land,
    /// A land of this current type.
    Type(LandType),
    /// A creature, artifact or enchantment in play; no land (C6).
    Permanent,
    /// A token in play.
    Token,
    /// A spell on the stack.
    Spell,
    /// A card in a hand, library or graveyard.
    Card,
    /// A sorcery.
    Sorcery,
    /// What has this subtype.
    Subtype(Subtype),
    /// One of at least two other kinds: `artifact or enchantment`.
    OneOf(Box<[Kind]>),
}

/// Words behind a kind.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Qualifier {
    /// `you control`.
    YouControl,
    /// `you own`.
    YouOwn,
    /// `you cast`.
    YouCast,
    /// `an opponent controls`.
    OpponentControls,
    /// `an opponent casts`.
    OpponentCasts,
    /// `with ..`.
    With(Feature),
    /// `without flying`.
    Without(Keyword),
    /// `on the same land`.
    SameLand,
    /// `on an adjacent land`: from this, for an aura from its host (C6).
    AdjacentLand,
    /// `on a swamp`, `on another swamp`.
    OnType(Article, LandType),
    /// `on enchanted land`.
    OnEnchantedLand,
    /// `in battle with this`.
    InBattleWithThis,
    /// `in your graveyard`.
    InYourGraveyard,
    /// `in a graveyard`.
    InAGraveyard,
    /// `dealt damage this turn`.
    DealtDamage,
}

/// Words behind `with`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Feature {
    /// `power 3 or less`.
    Figure {
        /// Which figure.
        figure: Figure,
        /// Compared with this.
        amount: Amount,
        /// How.
        bound: Bound,
    },
    /// `a +1/+1 counter`.
    Counter(Article, Mark),
    /// `flying`.
    Keyword(Keyword),
}

/// A figure of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Figure {
    /// Power.
    Power,
    /// Toughness.
    Toughness,
    /// Mana value.
    ManaValue,
}

/// How a figure is compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// Equal to it.
    Exactly,
    /// `or more`.
    OrMore,
    /// `or less`.
    OrLess,
}

/// What an aura may be on, as it is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Host {
    /// `enchanted creature`.
    Creature,
    /// `enchanted artifact`.
    Artifact,
    /// `enchanted land`.
    Land,
}

/// The subject of an event.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// The object with the ability.
    This,
    /// The object named last (C7).
    It,
    /// The host of this aura.
    Enchanted(Host),
    /// `a creature you control`.
    Any(Article, Noun),
}

/// The subjects of a static ability.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Subjects {
    /// The object with the ability.
    This,
    /// The host of this aura.
    Enchanted(Host),
    /// `each other creature`.
    Each(Noun),
}

/// What deals damage.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// The object with the ability.
    This,
    /// The object named last (C7).
    It,
    /// The creature that this aura is on.
    EnchantedCreature,
    /// A target.
    Target(Noun),
}

/// What an effect touches.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Thing {
    /// The object with the ability.
    This,
    /// The object named last (C7).
    It,
    /// The host of this aura.
    Enchanted(Host),
    /// One target (C8).
    Target(Noun),
    /// 0 to `n` targets (C8).
    UpTo(Amount, Noun),
    /// All of these, read on resolution (C8).
    Each(Noun),
}

/// What damage is dealt to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Hit {
    /// `target creature or player`.
    CreatureOrPlayer,
    /// Objects, and with `players` each player too.
    Thing {
        /// The objects.
        thing: Thing,
        /// True for `and each player`.
        players: bool,
    },
    /// `target player`.
    TargetPlayer,
    /// `each player`.
    EachPlayer,
    /// `each opponent`.
    EachOpponent,
}

/// The player who does something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Who {
    /// The controller of the ability; no word stands for him in most clauses.
    You,
    /// `target player`.
    TargetPlayer,
    /// `each player`.
    EachPlayer,
    /// `each opponent`.
    EachOpponent,
    /// `its controller`: of the object named last (C7).
    ItsController,
    /// `its owner`.
    ItsOwner,
    /// `that player`: of the event (C7).
    ThatPlayer,
}

/// Of which player, before a hand or library.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Whose {
    /// `your`.
    Your,
    /// `its controller's`.
    ItsControllers,
    /// `target player's`.
    TargetPlayers,
    /// `each player's`.
    EachPlayers,
    /// `each opponent's`.
    EachOpponents,
}
