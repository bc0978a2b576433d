//! What a text does: sentences, clauses and changes.

use super::colour::{Colour, LandType};
use super::cost::{Amount, Bill, Cost, Counters};
use super::keyword::Keyword;
use super::measure::{Measure, Test};
use super::noun::{Article, Hit, Noun, Source, Subtype, Thing, Who, Whose};

/// The text of a spell, or of an activated or triggered ability.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Text {
    /// `choose one: ..; or ..`: the modes, numbered from 1; at least one.
    ChooseOne(Vec<Clauses>),
    /// Sentences, done in order; at least one.
    Sentences(Vec<Sentence>),
}

/// One sentence.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Sentence {
    /// `draw 1 card.`
    Do(Clauses),
    /// `you may draw 1 card.`
    May(Clauses),
    /// `you may pay W. If you do, ..` (P27, C11).
    MayPay(Bill, Clauses),
    /// `unless you pay W, ..` (P27, C11).
    Unless(Bill, Clauses),
    /// `if you control a Guard, ..`
    If(Test, Clauses),
}

/// Clauses, done in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Clauses {
    /// At least one.
    pub clauses: Vec<Clause>,
    /// `where X is ..`.
    pub x: Option<Measure>,
}

/// One effect.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Clause {
    /// `this deals 3 damage to ..`
    Deals {
        /// What deals it.
        source: Source,
        /// How much.
        amount: Amount,
        /// To what.
        hit: Hit,
    },
    /// `this deals damage to .. equal to ..`
    DealsEqual {
        /// What deals it.
        source: Source,
        /// To what.
        hit: Hit,
        /// How much.
        measure: Measure,
    },
    /// `this deals 3 damage divided as you choose among any number of target creatures` (C28)
    Divides {
        /// What deals it.
        source: Source,
        /// How much.
        amount: Amount,
        /// To what.
        noun: Noun,
    },
    /// `move target creature to target land` (C27)
    Carry {
        /// What.
        thing: Thing,
        /// The land.
        to: Noun,
    },
    /// `destroy ..`
    Destroy {
        /// What.
        thing: Thing,
        /// False for `without regeneration`.
        regenerates: bool,
    },
    /// `regenerate ..`: a shield (R69).
    Regenerate(Thing),
    /// `exile ..`
    Exile(Thing),
    /// `tap ..`
    Tap(Thing),
    /// `untap ..`
    Untap(Thing),
    /// `target creature gets +1/+1 and gains flying until end of turn`
    Modify {
        /// What.
        thing: Thing,
        /// In the order of the text, at least one.
        changes: Vec<Change>,
        /// How long; without one, while it is in play (C10).
        duration: Option<Duration>,
    },
    /// `.. can move and attack this turn as though it had no defender` (R32).
    Animate(Thing),
    /// `gain control of ..`
    GainControl {
        /// What.
        thing: Thing,
        /// How long.
        duration: Option<Duration>,
    },
    /// `counter target spell`
    Counter {
        /// What.
        thing: Thing,
        /// `unless its controller pays ..`
        unless: Option<Cost>,
    },
    /// `return .. to its owner's hand`
    Return(Thing),
    /// `put .. on top of its owner's library`
    PutOnLibrary {
        /// What.
        thing: Thing,
        /// Where.
        end: LibraryEnd,
    },
    /// `put .. into play` (R26).
    PutIntoPlay(Thing),
    /// `prevent the next 2 damage to .. this turn` (R69).
    PreventNext {
        /// How much.
        amount: Amount,
        /// To what.
        thing: Thing,
    },
    /// `prevent all battle damage this turn`
    PreventAllBattle,
    /// `prevent all battle damage to .. this turn`
    PreventBattle {
        /// To or by.
        toward: Toward,
        /// What.
        thing: Thing,
    },
    /// `put 1 +1/+1 counter on ..`
    PutCounters(Counters, Thing),
    /// `remove 1 +1/+1 counter from ..`
    RemoveCounters(Counters, Thing),
    /// `create 1 1/1 white Guard creature token` (R26).
    Create(Creation),
    /// `add W or U` (R64).
    Add {
        /// To whose pool.
        who: Who,
        /// What.
        mana: Mana,
    },
    /// `draw 2 cards`
    Draw {
        /// By whom.
        who: Who,
        /// How many.
        amount: Amount,
    },
    /// `discard 1 card` (C11).
    Discard {
        /// By whom.
        who: Who,
        /// How many.
        amount: Amount,
        /// True for `at random`.
        at_random: bool,
    },
    /// `sacrifice this`
    SacrificeThis,
    /// `sacrifice a creature` (C11).
    Sacrifice {
        /// By whom.
        who: Who,
        /// The article.
        article: Article,
        /// What.
        noun: Noun,
    },
    /// `look at the top 3 cards of your library, take 1` (C12).
    Look {
        /// How many are looked at.
        top: Amount,
        /// How many go to the hand.
        take: Amount,
    },
    /// `search your library for a creature card and put it into your hand` (C12).
    Search {
        /// The article.
        article: Article,
        /// What.
        noun: Noun,
        /// Where it goes.
        into: Found,
    },
    /// `put the top 2 cards of target player's library into the graveyard`
    Mill {
        /// How many.
        amount: Amount,
        /// Whose.
        whose: Whose,
    },
    /// `shuffle your library`
    Shuffle,
    /// `you gain 2 life`: does nothing (R13).
    GainLife {
        /// Who.
        who: Who,
        /// How much.
        amount: Amount,
    },
    /// `you lose 2 life`: does nothing (R13).
    LoseLife {
        /// Who.
        who: Who,
        /// How much.
        amount: Amount,
    },
}

/// Where on a library.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LibraryEnd {
    /// `top`.
    Top,
    /// `the bottom`.
    Bottom,
}

/// Where a card goes that was searched for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Found {
    /// `your hand`.
    Hand,
    /// `play` (R26).
    Play,
}

/// Damage to it or by it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Toward {
    /// `to`.
    To,
    /// `by`.
    By,
}

/// Tokens to be made.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Creation {
    /// How many.
    pub amount: Amount,
    /// Power and toughness.
    pub size: Size,
    /// In the order of the text; none for colourless.
    pub colours: Vec<Colour>,
    /// Its one subtype.
    pub subtype: Subtype,
    /// In the order of the text.
    pub keywords: Vec<Keyword>,
}

/// Power and toughness as printed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    /// Power.
    pub power: Side,
    /// Toughness.
    pub toughness: Side,
}

/// One side of a size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// From 0 to 999.
    Number(u16),
    /// `*`: as `* is ..` says.
    Star,
}

/// What changes about an object.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// `gets +1/+1`
    Gets(Signed, Signed),
    /// `gets +1 movement` (R29).
    Movement(Signed),
    /// `gains flying, banding`
    Gains(Vec<Keyword>),
    /// `loses flying`
    Loses(Keyword),
    /// `loses all abilities`
    LosesAll,
    /// `becomes red`
    BecomesColour(Colour),
    /// `becomes a swamp` (R56).
    BecomesType(Article, LandType),
    /// `becomes 1/1`
    BecomesSize(Size),
    /// `cannot block`
    Cannot(Verb),
    /// `does not untap`
    DoesNotUntap,
}

/// What is forbidden.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Verb {
    /// `attack`
    Attack,
    /// `block` (R42).
    Block,
    /// `be blocked except by walls`
    BeBlockedExceptBy(Noun),
    /// `be blocked by walls`
    BeBlockedBy(Noun),
    /// `be blocked`
    BeBlocked,
    /// `be regenerated`
    BeRegenerated,
    /// `move` (C10).
    Move,
    /// `be targeted by opponents`
    BeTargetedByOpponents,
}

/// How long a change lasts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Duration {
    /// Until Discard of this turn: `this turn` behind `cannot` and `does not untap` alone, otherwise `until end of turn` (C4).
    ThisTurn,
    /// `until your next turn`
    UntilYourNextTurn,
    /// `for as long as you control this`
    WhileYouControlThis,
}

/// A number with its sign.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Signed {
    /// True for `-`.
    pub minus: bool,
    /// How much.
    pub amount: Amount,
}

/// Mana that is added: one of these (C11), `mode 1` the first; at least one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mana(pub Vec<Manas>);

/// Mana that is added together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Manas {
    /// `2`: colourless.
    Colourless(u16),
    /// `X`: colourless.
    X,
    /// `GG`: in the order of the text, at least one.
    Coloured(Vec<Colour>),
}
