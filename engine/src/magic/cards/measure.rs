//! What a text counts and asks: measures and tests.

use super::cost::{Amount, Mark};
use super::noun::{Adjective, Article, Figure, Host, Noun, Whose};

/// A number that is counted when it is wanted.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Measure {
    /// `the number of forests you control`
    Count(Noun),
    /// `the number of cards in your hand`
    CardsInHand(Whose),
    /// `the number of oil counters on this`
    CountersOnThis(Mark),
    /// `its power` (C7).
    Its(Figure),
    /// `this creature's power`
    This(Figure),
}

/// What can be true or false.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Test {
    /// `you control no Guards`
    YouControlNo(Noun),
    /// `you control 3 or more forests`
    YouControlMany(Amount, Noun),
    /// `you control a Guard`
    YouControl(Article, Noun),
    /// `an opponent controls a Guard`
    OpponentControls(Article, Noun),
    /// `this is tapped`
    IsAdjective(Tested, Adjective),
    /// `enchanted creature is a Guard`
    IsNoun(Tested, Article, Noun),
    /// `it is your turn`
    YourTurn,
    /// `you have 3 or more cards in hand`
    HandAtLeast(Amount),
    /// `you have 1 or fewer cards in hand`
    HandAtMost(Amount),
    /// `this has 3 or more oil counters`
    CountersOnThis(Amount, Mark),
}

/// The object of a test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tested {
    /// The object with the ability.
    This,
    /// The object named last (C7).
    It,
    /// The host of this aura.
    Enchanted(Host),
}
