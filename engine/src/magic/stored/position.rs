//! A position as it is stored: zones as strings, nothing that can be worked out.

use serde::{Deserialize, Serialize};

use super::question::{StoredResolving, question, read_choose, read_question};
use super::stack::{StoredObject, StoredWindow, battle, passing, read_battle, read_passing};
use super::thing::{read_known, read_lasting, read_thing, stored_known, stored_lasting, stored_thing};
use super::words::{Read, counted, read_cards, read_counted, read_number, read_words, words};
use crate::magic::Magic;
use crate::magic::cards::{CardId, LandType};
use crate::magic::notation::{Answer, HandName, LandNumber, Order, Step, Surprise, Text, Thing};
use crate::magic::setup::pool;
use crate::magic::state::{
    Edition, Ending, Event, Fate, Hidden, InHand, Land, Lasting, Options, Orders, Own, Phase, Side, Stage, Table, Turn,
    Waiting,
};
use crate::seat::{Seat, Seats};

/// A position as it is stored.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stored {
    options: Options,
    stage: StoredStage,
    /// A letter a land, its holder, and a mark: `F0' I- P1`, a hole `S#`.
    lands: String,
    sides: Vec<StoredSide>,
    /// A permanent each.
    things: Vec<String>,
    /// Changes of lands: the land, then the change.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    on_lands: Vec<String>,
    /// What left play this turn: its name, then what is known of it.
    gone: Vec<String>,
    /// An object of the stack each, top last.
    stack: Vec<StoredObject>,
    /// Triggered abilities that are not on the stack yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    waiting: Vec<Waiting>,
    /// The battles of the turn: land, stragglers, attackers, defenders, with `|` between: `4||c1 c2|c3`.
    battles: Vec<String>,
    window: Option<StoredWindow>,
    /// A group that is asked about: the group, the land, those that block: `c1 c2|4|c5`.
    passing: Option<String>,
    /// An open choice: the seat, what it is about, its number or permanents: `1 sacrifice c3 c5`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    question: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    aside: Option<StoredWindow>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    resolving: Option<StoredResolving>,
    last: Vec<Event>,
    hidden: Vec<StoredOwn>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum StoredStage {
    Decks { ready: Seats },
    Layout,
    Selection { ready: Seats, picks: u8 },
    Play { seat: Seat, number: u32, round: u16, had: Seats, phase: String, midway: bool, peace: bool, surprised: bool },
    Majority { seat: Seat },
    Last { seat: Seat },
    Together { seats: Seats },
    Rounds,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredSide {
    grave: String,
    exile: String,
    pool: String,
    /// `in`, `left`, or the number of a turn.
    fate: String,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredOwn {
    deck: String,
    library: String,
    /// Names and cards: `1:late-rent 4:tin-ledger`.
    hand: String,
    lay: Option<String>,
    take: Option<String>,
    /// As a text of orders; empty for the defaults.
    orders: String,
    presets: Vec<Step>,
    rest: Vec<Step>,
    rest_ends: bool,
    running: Option<Surprise>,
    asked: bool,
    /// As a text; empty for none.
    answer: String,
    #[serde(rename = "final")]
    finally: bool,
    missed: u8,
    /// Choices, as steps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    given: Vec<Step>,
    /// Conditional responses with their numbers, as orders.
    when: Vec<(u16, Order)>,
}

impl<const EDITION: u16> From<Magic<EDITION>> for Stored {
    fn from(Magic { table, hidden }: Magic<EDITION>) -> Stored {
        Stored {
            stage: StoredStage::from(&table.stage),
            lands: words(table.lands.iter().map(land)),
            sides: table.seats.iter().map(StoredSide::from).collect(),
            things: table.things().map(|(name, thing)| stored_thing(name, thing)).collect(),
            on_lands: table.on_lands.iter().map(|(land, it)| format!("{land} {}", stored_lasting(it))).collect(),
            gone: table.gone.iter().map(|(name, known)| stored_known(*name, known)).collect(),
            stack: table.stack.iter().map(StoredObject::from).collect(),
            battles: table.battles.iter().map(battle).collect(),
            window: table.window.map(StoredWindow::from),
            passing: table.passing.as_ref().map(passing),
            question: table.question.as_ref().map(question),
            aside: table.aside.map(StoredWindow::from),
            resolving: table.resolving.as_ref().map(StoredResolving::from),
            waiting: table.waiting,
            last: table.last,
            hidden: hidden.seats.iter().map(StoredOwn::from).collect(),
            options: table.options,
        }
    }
}

impl<const EDITION: u16> TryFrom<Stored> for Magic<EDITION> {
    type Error = String;

    fn try_from(stored: Stored) -> Read<Magic<EDITION>> {
        let edition = Edition::numbered(EDITION);
        let cards = pool::cards_of(edition, stored.options.cards.as_deref()).map_err(|why| why.to_string())?;
        let seats = u8::try_from(stored.sides.len()).map_err(|why| why.to_string())?;
        let mut table = Table::new(edition, seats, stored.options, cards);
        table.stage = stored.stage.read()?;
        table.lands = read_words(&stored.lands, read_land)?;
        table.seats = stored.sides.iter().map(StoredSide::read).collect::<Read<_>>()?;
        for text in &stored.things {
            let (name, thing) = read_thing(text).ok_or_else(|| format!("{text:?} is no permanent"))?;
            let twice = match name {
                Thing::Creature(name) => table.creatures.insert(name, thing),
                Thing::Permanent(name) => table.permanents.insert(name, thing),
            };
            if twice.is_some() {
                return Err(format!("two permanents {name}"));
            }
        }
        let on_land = |text: &String| -> Option<(LandNumber, Lasting)> {
            let (land, lasting) = text.split_once(' ')?;
            Some((LandNumber(read_number(land)?), read_lasting(lasting)?))
        };
        let on_land = |text: &String| on_land(text).ok_or_else(|| format!("{text:?} is no change of a land"));
        table.on_lands = stored.on_lands.iter().map(on_land).collect::<Read<_>>()?;
        let gone = |text: &String| read_known(text).ok_or_else(|| format!("{text:?} is no permanent"));
        table.gone = stored.gone.iter().map(gone).collect::<Read<_>>()?;
        table.stack = stored.stack.into_iter().map(StoredObject::read).collect::<Read<_>>()?;
        table.waiting = stored.waiting;
        table.battles = stored.battles.iter().map(|text| read_battle(text)).collect::<Read<_>>()?;
        table.window = stored.window.map(StoredWindow::read).transpose()?;
        table.passing = stored.passing.map(|text| read_passing(&text)).transpose()?;
        table.question = stored.question.map(|text| read_question(&text)).transpose()?;
        table.aside = stored.aside.map(StoredWindow::read).transpose()?;
        table.resolving = stored.resolving.map(StoredResolving::read).transpose()?;
        table.last = stored.last;
        let hidden = Hidden { seats: stored.hidden.iter().map(|own| own.read(edition)).collect::<Read<_>>()? };
        table.count_hands(&hidden);
        Ok(Magic { table, hidden })
    }
}

impl From<&Stage> for StoredStage {
    fn from(stage: &Stage) -> StoredStage {
        match stage {
            Stage::Decks { ready } => StoredStage::Decks { ready: *ready },
            Stage::Layout => StoredStage::Layout,
            Stage::Selection { ready, picks } => StoredStage::Selection { ready: *ready, picks: *picks },
            Stage::Play(turn) => StoredStage::Play {
                seat: turn.seat,
                number: turn.number,
                round: turn.round,
                had: turn.had,
                phase: turn.phase.word().to_owned(),
                midway: turn.midway,
                peace: turn.peace,
                surprised: turn.surprised,
            },
            Stage::Over(Ending::Majority(seat)) => StoredStage::Majority { seat: *seat },
            Stage::Over(Ending::Last(seat)) => StoredStage::Last { seat: *seat },
            Stage::Over(Ending::Together(seats)) => StoredStage::Together { seats: *seats },
            Stage::Over(Ending::Rounds) => StoredStage::Rounds,
        }
    }
}

impl StoredStage {
    fn read(self) -> Read<Stage> {
        Ok(match self {
            StoredStage::Decks { ready } => Stage::Decks { ready },
            StoredStage::Layout => Stage::Layout,
            StoredStage::Selection { ready, picks } => Stage::Selection { ready, picks },
            StoredStage::Play { seat, number, round, had, phase, midway, peace, surprised } => {
                let phase = Phase::ALL.into_iter().find(|other| other.word() == phase);
                let phase = phase.ok_or("a phase that there is not")?;
                Stage::Play(Turn { seat, number, round, had, phase, midway, peace, surprised })
            }
            StoredStage::Majority { seat } => Stage::Over(Ending::Majority(seat)),
            StoredStage::Last { seat } => Stage::Over(Ending::Last(seat)),
            StoredStage::Together { seats } => Stage::Over(Ending::Together(seats)),
            StoredStage::Rounds => Stage::Over(Ending::Rounds),
        })
    }
}

/// A land: its type, its holder or `-`, `'` if it is tapped, `#` if it is a hole.
fn land(land: &Land) -> String {
    let holder = land.seat.map_or_else(|| "-".to_owned(), |seat| seat.to_string());
    let (tapped, hole) = (if land.tapped { "'" } else { "" }, if land.hole { "#" } else { "" });
    format!("{}{holder}{tapped}{hole}", land.kind.letter())
}

fn read_land(text: &str) -> Option<Land> {
    let mut letters = text.chars();
    let kind = LandType::from_letter(letters.next()?)?;
    let seat = match letters.next()? {
        '-' => None,
        digit => Some(Seat(u8::try_from(digit.to_digit(10)?).ok()?)),
    };
    let (tapped, hole) = match letters.as_str() {
        "" => (false, false),
        "'" => (true, false),
        "#" => (false, true),
        "'#" => (true, true),
        _ => return None,
    };
    Some(Land { kind, seat, tapped, hole })
}

impl From<&Side> for StoredSide {
    fn from(side: &Side) -> StoredSide {
        StoredSide {
            grave: words(&side.grave),
            exile: words(&side.exile),
            pool: side.pool.to_string(),
            fate: match side.fate {
                Fate::In => "in".to_owned(),
                Fate::Left => "left".to_owned(),
                Fate::Out(turn) => turn.to_string(),
            },
        }
    }
}

impl StoredSide {
    fn read(&self) -> Read<Side> {
        let fate = match self.fate.as_str() {
            "in" => Fate::In,
            "left" => Fate::Left,
            turn => Fate::Out(read_number(turn).ok_or("the fate of a seat")?),
        };
        Ok(Side {
            grave: read_cards(&self.grave)?,
            exile: read_cards(&self.exile)?,
            held: 0,
            pool: self.pool.parse()?,
            fate,
        })
    }
}

impl From<&Own> for StoredOwn {
    fn from(own: &Own) -> StoredOwn {
        let orders = own.orders.listed();
        let held = |held: &InHand| format!("{}:{}", held.name.0, held.card.as_ref().map_or("", CardId::as_str));
        StoredOwn {
            deck: counted(&own.deck),
            library: words(own.library.iter().flatten()),
            hand: words(own.hand.iter().map(held)),
            lay: own.lay.as_ref().map(|kinds| kinds.iter().map(|kind| kind.letter()).collect()),
            take: own.take.as_ref().map(words),
            orders: if orders.is_empty() { String::new() } else { Text::Orders(orders).to_string() },
            presets: own.presets.clone(),
            rest: own.rest.clone(),
            rest_ends: own.rest_ends,
            running: own.running,
            asked: own.asked,
            answer: own.answer.as_ref().map(|answer| Text::Answer(answer.clone()).to_string()).unwrap_or_default(),
            finally: own.finally,
            missed: own.missed,
            given: own.given.iter().cloned().map(Step::Choose).collect(),
            when: own.orders.when.iter().map(|(number, when)| (*number, Order::When(Box::new(when.clone())))).collect(),
        }
    }
}

impl StoredOwn {
    fn read(&self, edition: Edition) -> Read<Own> {
        let held = |word: &str| {
            let (name, card) = word.split_once(':')?;
            Some(InHand { name: HandName(read_number(name)?), card: Some(CardId::new(card)) })
        };
        let mut orders = Orders::for_edition(edition);
        read_orders(&self.orders)?.iter().for_each(|order| orders.give(order));
        for (number, order) in &self.when {
            let Order::When(when) = order else { return Err("no conditional response".to_owned()) };
            if orders.when.insert(*number, (**when).clone()).is_some() {
                return Err("two conditional responses of one number".to_owned());
            }
        }
        let letters = |text: &String| -> Read<Vec<LandType>> {
            text.chars()
                .map(|letter| LandType::from_letter(letter).ok_or_else(|| "a type of land".to_owned()))
                .collect()
        };
        let numbers = |text: &String| read_words(text, |word| read_number(word).map(LandNumber));
        Ok(Own {
            deck: read_counted(&self.deck)?,
            library: read_cards(&self.library)?.into_iter().map(Some).collect(),
            hand: read_words(&self.hand, held)?,
            lay: self.lay.as_ref().map(letters).transpose()?,
            take: self.take.as_ref().map(numbers).transpose()?,
            orders,
            presets: self.presets.clone(),
            rest: self.rest.clone(),
            rest_ends: self.rest_ends,
            running: self.running,
            asked: self.asked,
            answer: read_answer(&self.answer)?,
            finally: self.finally,
            missed: self.missed,
            given: self.given.iter().map(read_choose).collect::<Read<_>>()?,
        })
    }
}

fn read_answer(text: &str) -> Read<Option<Answer>> {
    if text.is_empty() {
        return Ok(None);
    }
    let answer = text.parse::<Text>().map_err(|why| why.to_string())?.as_answer();
    answer.map(Some).ok_or_else(|| "no answer".to_owned())
}

fn read_orders(text: &str) -> Read<Vec<Order>> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    match text.parse::<Text>().map_err(|why| why.to_string())? {
        Text::Orders(orders) => Ok(orders),
        Text::Deck(_) | Text::Lay(_) | Text::Take(_) | Text::Script(_) | Text::Answer(_) => {
            Err("no text of orders".to_owned())
        }
    }
}
