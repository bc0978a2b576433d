//! The meaning of standing orders, in words for the player who gave them.

use crate::magic::chairs::{chair_of, seat_called};
use crate::magic::notation::{
    BattleAsk, BlockWhen, Consent, CreatureName, DiscardOrder, Order, RetreatTo, SacrificeOrder, StackAsk, Stop,
    Surprise, Thing, Word,
};
use crate::magic::words::{list, or};

impl Order {
    /// What the order means: `you are asked about each battle you can affect`. None for one that is not given for good.
    pub(crate) fn meaning(&self) -> Option<String> {
        let words = match self {
            Order::Stack(ask) => stack(*ask).to_owned(),
            Order::Battle(ask) => battle(ask),
            Order::Block { when, creature } => blocks(*when, *creature),
            Order::Retreat(RetreatTo::Home) => "your creatures retreat to where they came from".to_owned(),
            Order::Retreat(RetreatTo::Lands(lands)) => format!("your creatures retreat to {}", or(lands)),
            Order::Discard(order) => discards(*order).to_owned(),
            Order::Sacrifice(order) => sacrifices(*order).to_owned(),
            Order::Pay { answer, thing } => pays(*answer, &source(*thing)),
            Order::May { answer, thing } => does(*answer, &source(*thing)),
            Order::Surprise(surprise) => surprised(*surprise).to_owned(),
            Order::Divide(divide) => {
                let shares: Vec<String> =
                    divide.shares.iter().map(|(hit, damage)| format!("{damage} to {hit}")).collect();
                format!("the damage of {} is {}", divide.creature, list(&shares))
            }
            Order::Stop(Stop::None) => "you are asked in no phase".to_owned(),
            Order::Stop(Stop::At { phase, of }) => format!("you are asked at {phase} of {}", whose(of.as_ref())),
            Order::When(_) | Order::Drop(_) => return None,
        };
        Some(words)
    }

    /// The order with its meaning behind it: `battle any (you are asked about each battle you can affect)`.
    pub(crate) fn explained(&self) -> String {
        self.meaning().map_or_else(|| self.to_string(), |meaning| format!("{self} ({meaning})"))
    }
}

fn stack(ask: StackAsk) -> &'static str {
    match ask {
        StackAsk::Any => "you are asked about everything",
        StackAsk::Targeted => "you are asked about what reaches yours or what you can counter",
        StackAsk::Counters => "you are asked only about what you can counter",
        StackAsk::None => "you are asked about no spell or ability",
    }
}

fn battle(ask: &BattleAsk) -> String {
    match ask {
        BattleAsk::Any => "you are asked about each battle you can affect".to_owned(),
        BattleAsk::Involved => "you are asked only about battles of your creatures".to_owned(),
        BattleAsk::None => "you are asked about no battle".to_owned(),
        BattleAsk::Watch(lands) => format!("you are asked about battles on {}, too", list(lands)),
    }
}

fn blocks(when: BlockWhen, creature: Option<CreatureName>) -> String {
    let Some(creature) = creature else {
        let words = match when {
            BlockWhen::Always => "your creatures block whenever they can",
            BlockWhen::Worth => "your creatures block if they survive or kill",
            BlockWhen::Survives => "your creatures block if they survive",
            BlockWhen::Never => "your creatures do not block",
            BlockWhen::Ask => "you are asked whether your creatures block",
        };
        return words.to_owned();
    };
    match when {
        BlockWhen::Always => format!("{creature} blocks whenever it can"),
        BlockWhen::Worth => format!("{creature} blocks if it survives or kills"),
        BlockWhen::Survives => format!("{creature} blocks if it survives"),
        BlockWhen::Never => format!("{creature} does not block"),
        BlockWhen::Ask => format!("you are asked whether {creature} blocks"),
    }
}

fn discards(order: DiscardOrder) -> &'static str {
    match order {
        DiscardOrder::Costly => "you discard what costs most first",
        DiscardOrder::Cheap => "you discard what costs least first",
        DiscardOrder::Newest => "you discard what you drew last first",
        DiscardOrder::Ask => "you are asked what you discard",
    }
}

fn sacrifices(order: SacrificeOrder) -> &'static str {
    match order {
        SacrificeOrder::Cheap => "you sacrifice what costs least first",
        SacrificeOrder::Costly => "you sacrifice what costs most first",
        SacrificeOrder::Ask => "you are asked what you sacrifice",
    }
}

/// The object whose text asks, or any text.
fn source(thing: Option<Thing>) -> String {
    thing.map_or_else(|| "a text".to_owned(), |thing| thing.to_string())
}

fn pays(answer: Consent, source: &str) -> String {
    match answer {
        Consent::Yes => format!("you pay where {source} lets you"),
        Consent::No => format!("you do not pay where {source} lets you"),
        Consent::Ask => format!("you are asked where {source} lets you pay"),
    }
}

fn does(answer: Consent, source: &str) -> String {
    match answer {
        Consent::Yes => format!("you do what {source} says that you may"),
        Consent::No => format!("you do not do what {source} says that you may"),
        Consent::Ask => format!("you are asked where {source} says that you may"),
    }
}

fn surprised(surprise: Surprise) -> &'static str {
    match surprise {
        Surprise::Ask => "your move stops if others act",
        Surprise::Continue => "your move goes on if others act",
        Surprise::End => "your turn ends if others act",
    }
}

/// `your turn`, `each turn`, `Birch's turn`
fn whose(of: Option<&Word>) -> String {
    match of.map(Word::as_str) {
        None => "your turn".to_owned(),
        Some("any") => "each turn".to_owned(),
        Some(chair) => {
            let seat = seat_called(chair);
            format!("{}'s turn", seat.map_or(chair, |seat| chair_of(seat).name))
        }
    }
}
