//! The lines of a card below its types.

use super::colour::{Colour, LandType};
use super::cost::{Amount, Counters, Part, Payment};
use super::effect::{Signed, Text, Toward, Verb};
use super::keyword::Keyword;
use super::measure::{Measure, Test};
use super::noun::{Article, Host, Noun, Subject, Subjects};

/// One line of a card.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Ability {
    /// `Flying, banding`; at least one.
    Keywords(Vec<Keyword>),
    /// `Enchant creature`: what this aura may be on (C14).
    Enchant(Noun),
    /// `* is ..`: both sides of a size `*/*`, in every zone (C9).
    Star(Measure),
    /// `As an additional cost, ..`; at least one.
    AdditionalCost(Vec<Payment>),
    /// `Tap: Add G.`
    Activated(Activated),
    /// `Only in your turn.`: limits the casting (C15).
    Only(Moment),
    /// `Whenever this dies, ..`
    Triggered(Triggered),
    /// A rule that holds while this is in play.
    Static(Static),
    /// The text of an instant or sorcery.
    Spell(Text),
}

/// An ability with a price.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Activated {
    /// In the order of the text, at least one.
    pub price: Vec<Part>,
    /// What it does.
    pub text: Text,
    /// In the order of the text.
    pub limits: Vec<Limit>,
}

/// A limit behind an activated ability (C15).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// `Only in your turn.`
    Only(Moment),
    /// `Only once each turn.`
    OnceEachTurn,
    /// `Any player may use this.`
    AnyPlayer,
}

/// When something may be cast or used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Moment {
    /// `in your Summoning`
    YourSummoning,
    /// `in your upkeep`
    YourUpkeep,
    /// `in your turn`
    YourTurn,
    /// `in a battle`
    Battle,
}

/// An ability that an event sets off.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Triggered {
    /// What sets it off.
    pub trigger: Trigger,
    /// `if ..`: checked at the event and on resolution (C4).
    pub condition: Option<Test>,
    /// What it does.
    pub text: Text,
}

/// What sets an ability off.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Trigger {
    /// `when ..`, `whenever ..`
    Event(Event),
    /// `at the beginning of ..`
    Phase(PhaseOf, PhaseWord),
}

/// Of whose turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PhaseOf {
    /// `your`
    Your,
    /// `each`
    Each,
    /// `its controller's`
    ItsControllers,
}

/// A phase that triggers know.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PhaseWord {
    /// `upkeep`
    Upkeep,
    /// `Summoning`
    Summoning,
    /// `end of turn`
    EndOfTurn,
}

/// An event (C6).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// Something happens to the subject, or it does something.
    Of(Subject, Happening),
    /// `you cast an instant spell`
    YouCast(Article, Noun),
    /// `a player casts a spell`
    PlayerCasts(Article, Noun),
    /// `an opponent casts a spell`
    OpponentCasts(Article, Noun),
    /// `you draw a card`
    YouDraw,
    /// `an opponent draws a card`
    OpponentDraws,
    /// `you discard a card`
    YouDiscard,
    /// `an opponent discards a card`
    OpponentDiscards,
}

/// What happens to the subject of an event (C6).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Happening {
    /// `enters`
    Enters,
    /// `dies`
    Dies,
    /// `leaves play`
    LeavesPlay,
    /// `attacks`
    Attacks,
    /// `defends`
    Defends,
    /// `blocks`
    Blocks,
    /// `is blocked`
    IsBlocked,
    /// `is tapped for mana`
    IsTappedForMana,
    /// `is tapped`
    IsTapped,
    /// `is dealt damage`
    IsDealtDamage,
    /// `deals damage to a creature`
    DealsDamageTo(Article, Noun),
    /// `is targeted`
    IsTargeted,
    /// `conquers a land` (R50).
    Conquers,
    /// `is conquered`
    IsConquered,
}

/// A rule that holds while its object is in play.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Static {
    /// `you control enchanted creature.`
    YouControlEnchanted(Host),
    /// `each Guard you control gets +0/+1 and has banding.`
    Is {
        /// Which.
        subjects: Subjects,
        /// In the order of the text, at least one.
        beings: Vec<Being>,
        /// `as long as ..`
        condition: Option<Test>,
        /// `where X is ..`
        x: Option<Measure>,
    },
    /// `each Guard has "Tap: Add W.".`
    Has(Subjects, Box<Ability>),
    /// `each creature able to block this does so.` (R38).
    MustBlock(Subject),
    /// `each red spell costs 1 more.`
    Costs {
        /// Which.
        noun: Noun,
        /// How much.
        amount: Amount,
        /// True for `less`.
        less: bool,
    },
    /// `entering a swamp costs 1 more movement.` (R30).
    EnteringCosts(Subject, Amount),
    /// `your hand limit is 7.`
    HandLimit(Amount),
    /// `your hand has no limit.`
    NoHandLimit,
    /// `this enters tapped.`
    EntersTapped,
    /// `this enters with 2 oil counters.`
    EntersWith(Counters),
    /// `prevent all damage to this.`
    Prevent {
        /// True for `battle damage`.
        battle: bool,
        /// To or by.
        toward: Toward,
        /// Which.
        subjects: Subjects,
    },
    /// `if this would die, exile it instead.`
    ExileInstead(Subjects),
}

/// What the subjects of a static ability are.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Being {
    /// `gets +1/+1`
    Gets(Signed, Signed),
    /// `gets +1 movement` (R29).
    Movement(Signed),
    /// `has flying, banding`
    Has(Vec<Keyword>),
    /// `is red`
    IsColour(Colour),
    /// `is a swamp` (C14).
    IsType(Article, LandType),
    /// `cannot block`
    Cannot(Verb),
    /// `can block only walls`
    BlocksOnly(Noun),
    /// `does not untap`
    DoesNotUntap,
    /// `can move and attack as though it had no defender` (R32).
    MovesAsThough,
}
