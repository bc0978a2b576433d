//! Texts of players: the syntax tree of the grammar N5, which `read` reads and `print` prints in its one canonical spelling (N4).
//!
//! A tree says nothing about any board: it may name lands, creatures and cards that are not there.

mod card_list;
mod names;
mod orders;
mod print;
mod read;
mod read_orders;
mod read_steps;
#[cfg(test)]
mod tests;
mod words;

use super::cards::LandType;
use crate::seat::Seat;

pub(super) use self::card_list::{CardList, Entry, ListFault, Place};
pub use self::names::{
    CreatureName, HandName, LandNumber, LookedName, MAX_NUMBER, PermanentName, StackName, Thing, Word,
};
pub use self::orders::{BattleAsk, Order, RetreatTo, Stop, When, WhenEvent};
pub(super) use self::read::Parser;
pub(super) use self::words::words;
pub use self::words::{
    BlockWhen, CastKind, Consent, DiscardOrder, Last, SacrificeOrder, StackAsk, StopPhase, Surprise, TrickWhen,
};

/// The most steps, acts or orders of one text (N4).
pub const MAX_STEPS: usize = 200;

/// A text that a player sends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Text {
    /// The deck to play with.
    Deck(Deck),
    /// Types of lands to lay, first to last (P22).
    Lay(Vec<LandType>),
    /// Lands to select, best first (P22).
    Take(Vec<LandNumber>),
    /// Steps of the own turn. Texts that could be an answer as well are read so; [`Script::as_answer`] takes them as one (P10).
    Script(Script),
    /// An answer that can be nothing else: `pass`, or acts with a `block` or `commit`.
    Answer(Answer),
    /// Standing orders and presets.
    Orders(Vec<Order>),
}

/// A deck, as named by its player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deck {
    /// A starter deck.
    Starter(Word),
    /// Numbers of cards. In alphabetical order, each card once.
    Cards(Vec<(u16, Word)>),
}

/// Steps of a turn. At least one step or a last word.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Script {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// `end` or `continue`, if either closes the text.
    pub last: Option<Last>,
}

/// A step of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A card is cast or an ability used.
    Act(Act),
    /// A group moves.
    Move(Move),
    /// An open choice is answered.
    Choose(Choose),
    /// A preset: how damage is divided.
    Divide(Divide),
    /// A preset: where a creature retreats.
    Retreat(Retreat),
    /// A preset: an act for the battle.
    Trick {
        /// The condition.
        when: TrickWhen,
        /// The act.
        act: Act,
    },
    /// A preset: the cards that go first when the hand is too large. At least one.
    Discard(Vec<HandName>),
}

/// A card cast or an ability used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// A card is cast.
    Cast(Cast),
    /// An ability is used.
    Use(Use),
}

impl Act {
    /// What the act says about itself besides its source.
    pub fn tail(&self) -> &Tail {
        match self {
            Act::Cast(cast) => &cast.tail,
            Act::Use(used) => &used.tail,
        }
    }
}

/// A card is cast.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cast {
    /// The card.
    pub card: HandName,
    /// The site of a creature.
    pub site: Option<LandNumber>,
    /// Everything else.
    pub tail: Tail,
}

/// An ability is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Use {
    /// The permanent.
    pub source: Thing,
    /// The number of the ability, from 1 (N7).
    pub ability: u16,
    /// Everything else.
    pub tail: Tail,
}

/// The parts of an act that cards ask for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tail {
    /// X.
    pub x: Option<u16>,
    /// The number of the mode, from 1.
    pub mode: Option<u16>,
    /// The targets, in the order of the card's text.
    pub on: Vec<Target>,
    /// Things given as a part of the cost.
    pub with: Vec<Given>,
    /// Sources of mana, in the order in which they pay; empty for the automatic payer.
    pub pay: Vec<Source>,
}

/// A target.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Target {
    /// A creature or another permanent.
    Thing(Thing),
    /// An object on the stack.
    Stack(StackName),
    /// A player.
    Player(Seat),
    /// A card in a graveyard.
    Grave(Seat, Word),
    /// A land.
    Land(LandNumber),
}

/// A thing given as a part of a cost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Given {
    /// A permanent.
    Thing(Thing),
    /// A card in the hand.
    Hand(HandName),
}

/// A source of mana.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Source {
    /// A permanent.
    Thing(Thing),
    /// A land.
    Land(LandNumber),
}

/// A group moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// The creatures, in rising order, each once. At least one.
    pub group: Vec<CreatureName>,
    /// The lands entered, in order. At least one.
    pub legs: Vec<Leg>,
}

/// A land entered on a way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leg {
    /// The land.
    pub land: LandNumber,
    /// How it is entered.
    pub walk: Walk,
}

/// How a land is entered (R33).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walk {
    /// At its cost.
    Plain,
    /// By landwalk, at no cost.
    Free,
    /// By landwalk, at its cost, not to be blocked there.
    Evade,
}

/// An open choice is answered (P24).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choose {
    /// Yes.
    Yes,
    /// No.
    No,
    /// None of what could be chosen.
    Nothing,
    /// These. At least one.
    These(Vec<Chosen>),
}

/// A thing chosen.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Chosen {
    /// A card in the hand.
    Hand(HandName),
    /// A card looked at.
    Looked(LookedName),
    /// Anything else.
    Target(Target),
}

/// How damage of a creature is divided (P15).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divide {
    /// The creature that deals the damage.
    pub creature: CreatureName,
    /// The creatures hit and the damage of each. At least one.
    pub shares: Vec<(CreatureName, u16)>,
}

/// Where a creature retreats (R49).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Retreat {
    /// The creature.
    pub creature: CreatureName,
    /// The lands, best first. At least one.
    pub lands: Vec<LandNumber>,
}

/// An answer in a window (P10).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Nothing.
    Pass {
        /// Not to be asked again in this window (P11).
        finally: bool,
    },
    /// Acts. At least one.
    Acts {
        /// The acts in order.
        acts: Vec<Response>,
        /// Done also if another seat acted before.
        commit: bool,
    },
    /// An open choice is answered.
    Choose(Choose),
}

/// An act of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Response {
    /// A card is cast or an ability used.
    Act(Act),
    /// Creatures block, in rising order, each once: one, or two (R37).
    Block(CreatureName, Option<CreatureName>),
}

impl Text {
    /// The text as an answer, as every text but orders is read while a window is open (P10).
    pub(super) fn as_answer(&self) -> Option<Answer> {
        match self {
            Text::Answer(answer) => Some(answer.clone()),
            Text::Script(script) => Script::as_answer(script),
            Text::Deck(_) | Text::Lay(_) | Text::Take(_) | Text::Orders(_) => None,
        }
    }
}

impl Script {
    /// The script as an answer: acts alone, or a single choice (P10). `None` if it has anything else in it.
    pub fn as_answer(&self) -> Option<Answer> {
        if self.last.is_some() {
            return None;
        }
        if let [Step::Choose(choose)] = self.steps.as_slice() {
            return Some(Answer::Choose(choose.clone()));
        }
        let acts = self.steps.iter().map(|step| match step {
            Step::Act(act) => Some(Response::Act(act.clone())),
            Step::Move(_)
            | Step::Choose(_)
            | Step::Divide(_)
            | Step::Retreat(_)
            | Step::Trick { .. }
            | Step::Discard(_) => None,
        });
        let acts: Vec<Response> = acts.collect::<Option<_>>()?;
        (!acts.is_empty()).then_some(Answer::Acts { acts, commit: false })
    }
}

/// Every kind of text that this edition carries out, for people.
pub(super) const EXAMPLES: &[(&str, &str)] = &[
    ("deck tollgate", "before play: play with this starter deck"),
    (
        "lay F,M,F,P",
        "before play: the types of the lands that you lay, first to last; `P I S M F` are plains, island, swamp, mountain, forest",
    ),
    ("take 7,12,3", "before play: the lands that you would like to have, best first"),
    ("cast h3 @7; move c9: 2,1; retreat c9: 7; end", "a whole turn in one text; it can also be sent in parts"),
    ("cast h3 @7", "cast card h3 of your hand: a creature, summoned on land 7; without `@` what is no creature"),
    (
        "cast h1 on c12",
        "cast a card with a target: a creature `c12`, a permanent `p3`, a land `7`, an object on the stack `s1`",
    ),
    ("move c9: 2,1", "creature c9 goes to land 2 and on to land 1"),
    ("move c9: 2; trick losing cast h2 on c9", "preset for its battle: cast h2 if c9 would lose it"),
    ("move c9: 2; divide c9: c1 2,c3 1", "preset: c9 deals 2 damage to c1 and 1 to c3"),
    ("move c9: 2; retreat c9: 7,6", "preset: c9 retreats to land 7, else to land 6"),
    ("move c4+c5: 6,16", "a band of two goes to land 6 and on to land 16"),
    ("move c9: 4 free,12", "landwalk: c9 enters land 4 at no cost; with `evade` it pays and cannot be blocked there"),
    ("cast h3 @7 pay 7,2", "cast h3, paying with lands 7 and 2"),
    ("cast h4 x 2 on c1,c3", "X is 2, and there are two targets; with `mode 2` the second mode of the text"),
    ("use p4", "use the ability of permanent p4; with `mode 2` its second kind of mana"),
    ("use p4.2 on c9 with c4", "the second ability of p4, with a target; c4 is given for its price"),
    ("discard h5,h7", "preset: these cards go first if your hand is too large"),
    ("end", "end the turn: battles, conquest, discard"),
    ("continue", "carry out the rest of a stopped script"),
    (
        "pass",
        "an answer: do nothing, with `final` for the rest of this window; `cast h1 commit`: cast h1 also if another acts before",
    ),
    (
        "choose yes",
        "make the choice that is open, also `choose c5` or `choose h1,h3`; `choose yes; continue` goes on with your script",
    ),
    ("block c4", "an answer to a group that passes: block it with c4"),
    ("orders block worth; block never c4", "standing orders; the rules list them"),
    ("orders when birch casts creature 4+ do cast h2", "a response by order"),
    ("resign", "give the match up"),
];
