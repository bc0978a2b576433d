//! The canonical spelling of texts (N4).

use std::fmt::{Display, Formatter, Result};

use super::orders::{BattleAsk, Order, RetreatTo, Stop, When, WhenEvent};
use super::{
    Act, Answer, Cast, Choose, Chosen, Deck, Divide, Given, Leg, Move, Response, Retreat, Script, Source, Step, Tail,
    Target, Text, Use, Walk,
};
use crate::magic::chairs::chair_of;

/// Writes the items with a sign between them.
fn join<T: Display>(f: &mut Formatter<'_>, items: impl IntoIterator<Item = T>, sign: &str) -> Result {
    for (at, item) in items.into_iter().enumerate() {
        write!(f, "{}{item}", if at > 0 { sign } else { "" })?;
    }
    Ok(())
}

/// Writes a word and a list after it, if there is one.
fn list<T: Display>(f: &mut Formatter<'_>, word: &str, items: &[T]) -> Result {
    if items.is_empty() {
        return Ok(());
    }
    f.write_str(word)?;
    join(f, items, ",")
}

/// Writes a word and a value after it, if there is one.
fn with<T: Display>(f: &mut Formatter<'_>, word: &str, value: Option<T>) -> Result {
    value.map_or(Ok(()), |value| write!(f, "{word}{value}"))
}

impl Display for Text {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Text::Deck(deck) => deck.fmt(f),
            Text::Lay(types) => list(f, "lay ", &types.iter().map(|kind| kind.letter()).collect::<Vec<_>>()),
            Text::Take(lands) => list(f, "take ", lands),
            Text::Script(script) => script.fmt(f),
            Text::Answer(answer) => answer.fmt(f),
            Text::Orders(orders) => {
                f.write_str("orders ")?;
                join(f, orders, "; ")
            }
        }
    }
}

impl Display for Deck {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("deck ")?;
        match self {
            Deck::Starter(name) => name.fmt(f),
            Deck::Cards(entries) => join(f, entries.iter().map(|(number, card)| format!("{number} {card}")), "; "),
        }
    }
}

impl Display for Script {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        join(f, &self.steps, "; ")?;
        let sign = if self.steps.is_empty() { "" } else { "; " };
        with(f, sign, self.last)
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Step::Act(act) => act.fmt(f),
            Step::Move(way) => way.fmt(f),
            Step::Choose(choose) => choose.fmt(f),
            Step::Divide(divide) => divide.fmt(f),
            Step::Retreat(retreat) => retreat.fmt(f),
            Step::Trick { when, act } => write!(f, "trick {when} {act}"),
            Step::Discard(cards) => list(f, "discard ", cards),
        }
    }
}

impl Display for Act {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Act::Cast(cast) => cast.fmt(f),
            Act::Use(used) => used.fmt(f),
        }
    }
}

impl Display for Cast {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "cast {}", self.card)?;
        with(f, " @", self.site)?;
        self.tail.fmt(f)
    }
}

impl Display for Use {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "use {}", self.source)?;
        with(f, ".", (self.ability != 1).then_some(self.ability))?;
        self.tail.fmt(f)
    }
}

impl Display for Tail {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        with(f, " x ", self.x)?;
        with(f, " mode ", self.mode)?;
        list(f, " on ", &self.on)?;
        list(f, " with ", &self.with)?;
        list(f, " pay ", &self.pay)
    }
}

impl Display for Target {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Target::Thing(thing) => thing.fmt(f),
            Target::Stack(name) => name.fmt(f),
            Target::Player(seat) => f.write_str(chair_of(*seat).id),
            Target::Grave(seat, card) => write!(f, "{}/{card}", chair_of(*seat).id),
            Target::Land(land) => land.fmt(f),
        }
    }
}

impl Display for Given {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Given::Thing(thing) => thing.fmt(f),
            Given::Hand(card) => card.fmt(f),
        }
    }
}

impl Display for Source {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Source::Thing(thing) => thing.fmt(f),
            Source::Land(land) => land.fmt(f),
        }
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("move ")?;
        join(f, &self.group, "+")?;
        f.write_str(": ")?;
        join(f, &self.legs, ",")
    }
}

impl Display for Leg {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let walk = match self.walk {
            Walk::Plain => "",
            Walk::Free => " free",
            Walk::Evade => " evade",
        };
        write!(f, "{}{walk}", self.land)
    }
}

impl Display for Choose {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Choose::Yes => f.write_str("choose yes"),
            Choose::No => f.write_str("choose no"),
            Choose::Nothing => f.write_str("choose none"),
            Choose::These(chosen) => list(f, "choose ", chosen),
        }
    }
}

impl Display for Chosen {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Chosen::Hand(name) => name.fmt(f),
            Chosen::Looked(name) => name.fmt(f),
            Chosen::Target(target) => target.fmt(f),
        }
    }
}

impl Display for Divide {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "divide {}: ", self.creature)?;
        join(f, self.shares.iter().map(|(creature, damage)| format!("{creature} {damage}")), ",")
    }
}

impl Display for Retreat {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "retreat {}: ", self.creature)?;
        join(f, &self.lands, ",")
    }
}

impl Display for Answer {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Answer::Pass { finally: false } => f.write_str("pass"),
            Answer::Pass { finally: true } => f.write_str("pass final"),
            Answer::Acts { acts, commit } => {
                join(f, acts, "; ")?;
                f.write_str(if *commit { " commit" } else { "" })
            }
            Answer::Choose(choose) => choose.fmt(f),
        }
    }
}

impl Display for Response {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Response::Act(act) => act.fmt(f),
            Response::Block(first, second) => {
                write!(f, "block {first}")?;
                with(f, "+", *second)
            }
        }
    }
}

impl Display for Order {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Order::Stack(ask) => write!(f, "stack {ask}"),
            Order::Battle(ask) => ask.fmt(f),
            Order::Block { when, creature } => {
                write!(f, "block {when}")?;
                with(f, " ", *creature)
            }
            Order::Retreat(RetreatTo::Home) => f.write_str("retreat home"),
            Order::Retreat(RetreatTo::Lands(lands)) => list(f, "retreat ", lands),
            Order::Discard(order) => write!(f, "discard {order}"),
            Order::Sacrifice(order) => write!(f, "sacrifice {order}"),
            Order::Pay { answer, thing } => {
                write!(f, "pay {answer}")?;
                with(f, " ", *thing)
            }
            Order::May { answer, thing } => {
                write!(f, "may {answer}")?;
                with(f, " ", *thing)
            }
            Order::Surprise(order) => write!(f, "surprise {order}"),
            Order::Divide(divide) => divide.fmt(f),
            Order::Stop(Stop::None) => f.write_str("stop none"),
            Order::Stop(Stop::At { phase, of }) => {
                write!(f, "stop {phase}")?;
                with(f, " ", of.as_ref())
            }
            Order::When(when) => when.fmt(f),
            Order::Drop(number) => write!(f, "drop {number}"),
        }
    }
}

impl Display for BattleAsk {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            BattleAsk::Any => f.write_str("battle any"),
            BattleAsk::Involved => f.write_str("battle involved"),
            BattleAsk::None => f.write_str("battle none"),
            BattleAsk::Watch(lands) => list(f, "battle watch ", lands),
        }
    }
}

impl Display for When {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let always = if self.always { " always" } else { "" };
        write!(f, "when {} {} do {}{always}", self.who, self.event, self.act)
    }
}

impl Display for WhenEvent {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            WhenEvent::Casts { kind, least } => {
                f.write_str("casts")?;
                with(f, " ", *kind)?;
                with(f, " ", least.map(|least| format!("{least}+")))
            }
            WhenEvent::Attacks { creature } => {
                f.write_str("attacks")?;
                with(f, " ", *creature)
            }
        }
    }
}
