//! The view as JSON (V1).

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use crate::chair::Names;
use crate::game::Eye;
use crate::magic::cards::cost::Mark;
use crate::magic::cards::{CardId, LandType};
use crate::magic::chairs::CHAIRS;
use crate::magic::notation::{
    Answer, CreatureName, HandName, LandNumber, Last, PermanentName, Script, StackName, Step, Target, When,
};
use crate::magic::state::{Fate, InHand, Land, Options, Own, Permanent, Phase, Place, Side, Stage, View};
use crate::magic::told::story::tell;
use crate::moment::Span;
use crate::seat::Seat;

/// The fields of the view, in the order of V1.
#[derive(Serialize, JsonSchema)]
struct Fields<'a> {
    you: Option<Seat>,
    stage: &'static str,
    turn: Option<TurnField>,
    options: &'a Options,
    last: Vec<String>,
    lands: Vec<LandField>,
    creatures: Vec<CreatureField<'a>>,
    permanents: Vec<PermanentField<'a>>,
    hand: Vec<HandField>,
    counts: Vec<CountField>,
    graveyards: Vec<CardsField<'a>>,
    exile: Vec<CardsField<'a>>,
    /// Only where deck lists are open.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    decks: Vec<CardsField<'a>>,
    stack: Vec<StackField<'a>>,
    window: Option<WindowField>,
    orders: Vec<String>,
    answer: Option<String>,
    rest: Option<String>,
    lists: Option<ListsField<'a>>,
    looked: Vec<CardId>,
    library: &'a [CardId],
    presets: &'a [Step],
    open: Option<Vec<OpenField<'a>>>,
}

#[derive(Serialize, JsonSchema)]
struct TurnField {
    seat: Seat,
    phase: Phase,
    round: u16,
}

#[derive(Serialize, JsonSchema)]
struct LandField {
    number: LandNumber,
    #[serde(rename = "type")]
    kind: LandType,
    seat: Option<Seat>,
    tapped: bool,
    hole: bool,
}

#[derive(Serialize, JsonSchema)]
struct CreatureField<'a> {
    name: CreatureName,
    card: &'a CardId,
    seat: Seat,
    owner: Seat,
    land: Option<LandNumber>,
    power: i32,
    toughness: i32,
    damage: u16,
    tapped: bool,
    fresh: bool,
    words: Vec<String>,
    counters: &'a BTreeMap<Mark, u16>,
}

#[derive(Serialize, JsonSchema)]
struct PermanentField<'a> {
    name: PermanentName,
    card: &'a CardId,
    seat: Seat,
    owner: Seat,
    tapped: bool,
    on: Place,
    counters: &'a BTreeMap<Mark, u16>,
}

#[derive(Serialize, JsonSchema)]
struct HandField {
    name: HandName,
    card: Option<CardId>,
    now: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct CountField {
    seat: Seat,
    hand: usize,
    library: usize,
    lands: u16,
    pool: String,
    left: bool,
    chosen: bool,
}

#[derive(Serialize, JsonSchema)]
struct CardsField<'a> {
    seat: Seat,
    cards: &'a [CardId],
}

#[derive(Serialize, JsonSchema)]
struct StackField<'a> {
    name: StackName,
    card: &'a CardId,
    seat: Seat,
    targets: &'a [Target],
}

#[derive(Serialize, JsonSchema)]
struct WindowField {
    kind: &'static str,
    since: u16,
    within: Option<Span>,
    yours: bool,
}

#[derive(Serialize, JsonSchema)]
struct ListsField<'a> {
    lay: Option<&'a [LandType]>,
    take: Option<&'a [LandNumber]>,
}

#[derive(Serialize, JsonSchema)]
struct OpenField<'a> {
    seat: Seat,
    hand: Vec<HandField>,
    library: Vec<&'a CardId>,
    deck: &'a [CardId],
    orders: Vec<String>,
    answer: Option<String>,
    rest: Option<String>,
    lists: ListsField<'a>,
    presets: &'a [Step],
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.fields().serialize(serializer)
    }
}

impl JsonSchema for View {
    fn schema_name() -> Cow<'static, str> {
        "View".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Fields::json_schema(generator)
    }
}

impl View {
    /// What the reader has beside the table.
    pub(crate) fn own(&self) -> Option<&Own> {
        self.hidden.own(self.you?)
    }

    fn fields(&self) -> Fields<'_> {
        let own = self.own();
        let table = &self.table;
        let seats = || Seat::all(table.seat_count());
        let zone = |cards: fn(&Side) -> &Vec<CardId>| -> Vec<CardsField<'_>> {
            seats().zip(&table.seats).map(|(seat, side)| CardsField { seat, cards: cards(side) }).collect()
        };
        Fields {
            you: self.you,
            stage: stage_word(&table.stage),
            turn: table.turn().map(|turn| TurnField { seat: turn.seat, phase: turn.phase, round: turn.round }),
            options: &table.options,
            last: self.last_told(),
            lands: self.land_fields(),
            creatures: table.creatures.iter().map(|(name, creature)| self.creature_field(*name, creature)).collect(),
            permanents: table.permanents.iter().map(|(name, thing)| permanent_field(*name, thing)).collect(),
            hand: own.map(|own| self.hand_fields(own)).unwrap_or_default(),
            counts: seats().map(|seat| self.count_field(seat)).collect(),
            graveyards: zone(|side| &side.grave),
            exile: zone(|side| &side.exile),
            decks: self.open_decks().map(|(seat, cards)| CardsField { seat, cards }).collect(),
            stack: table
                .stack
                .iter()
                .map(|it| StackField { name: it.name, card: &it.card, seat: it.seat, targets: &it.on })
                .collect(),
            window: self.window_field(),
            orders: own.map(orders_of).unwrap_or_default(),
            answer: own.and_then(answer_of),
            rest: own.and_then(rest_of),
            lists: own.map(lists_of),
            looked: own.map(|own| self.looked(own)).unwrap_or_default(),
            library: &self.library,
            presets: own.map(|own| own.presets.as_slice()).unwrap_or_default(),
            open: self.open.then(|| seats().filter_map(|seat| self.open_field(seat)).collect()),
        }
    }

    /// The cards that the reader looks at, from the top, or those that he may find.
    pub(crate) fn looked(&self, own: &Own) -> Vec<CardId> {
        let Some(you) = self.you else { return Vec::new() };
        if self.table.is_searching(you) {
            return self.table.searched(you, &own.library);
        }
        own.library.iter().take(self.table.looked_by(you)).flatten().cloned().collect()
    }

    fn window_field(&self) -> Option<WindowField> {
        let yours = self.you.is_some_and(|you| self.awaited.contains(you));
        let time = self.table.options.response_time;
        if let Some(question) = &self.table.question {
            // The choices of the active player run on the clock of the match (P21).
            let within = (self.table.active() != Some(question.seat)).then_some(time);
            return Some(WindowField { kind: "choice", since: 1, within, yours });
        }
        let window = self.table.window?;
        Some(WindowField { kind: window.kind.word(), since: window.round, within: Some(time), yours })
    }

    /// The last act that all were told of, in sentences with the names of the chairs.
    pub(crate) fn last_told(&self) -> Vec<String> {
        let names = Names(CHAIRS.iter().map(|chair| chair.name.to_owned()).collect());
        tell(&self.table.last, Eye::Public, &names)
    }

    fn land_fields(&self) -> Vec<LandField> {
        let field = |(number, land): (LandNumber, &Land)| LandField {
            number,
            kind: self.table.kind_of(number).unwrap_or(land.kind),
            seat: land.seat,
            tapped: land.tapped,
            hole: land.hole,
        };
        self.table.board().lands().zip(&self.table.lands).map(field).collect()
    }

    fn creature_field<'a>(&self, name: CreatureName, creature: &'a Permanent) -> CreatureField<'a> {
        let traits = self.table.traits(name);
        CreatureField {
            name,
            card: &creature.card,
            seat: creature.seat,
            owner: creature.owner,
            land: creature.land(),
            power: traits.as_ref().map_or(0, |it| it.power),
            toughness: traits.as_ref().map_or(0, |it| it.toughness),
            damage: creature.damage,
            tapped: creature.tapped,
            fresh: creature.fresh,
            words: self.words_of(name),
            counters: &creature.counters,
        }
    }

    /// What can be said of a creature besides its figures, in the words of the table text (T3).
    pub(crate) fn words_of(&self, name: CreatureName) -> Vec<String> {
        let (Some(creature), Some(traits)) = (self.table.creatures.get(&name), self.table.traits(name)) else {
            return Vec::new();
        };
        let keywords = traits.keywords.iter().map(|keyword| keyword.table_word().to_owned());
        let states = [("shielded", creature.deeds.shields > 0), ("animated", traits.moves_as_though)];
        let states = states.into_iter().filter(|(_, is)| *is).map(|(word, _)| word.to_owned());
        keywords.chain(traits.words()).chain(states).collect()
    }

    fn hand_fields(&self, own: &Own) -> Vec<HandField> {
        let field =
            |held: &InHand| HandField { name: held.name, card: held.card.clone(), now: self.castable_now(held.name) };
        own.hand.iter().map(field).collect()
    }

    fn count_field(&self, seat: Seat) -> CountField {
        let (side, own) = (self.table.side(seat), self.hidden.own(seat));
        let is_chosen = match &self.table.stage {
            Stage::Decks { ready } => ready.contains(seat),
            Stage::Layout | Stage::Selection { .. } | Stage::Play(_) | Stage::Over(_) => true,
        };
        CountField {
            seat,
            hand: own.map_or(0, |own| own.hand.len()),
            library: own.map_or(0, |own| own.library.len()),
            lands: self.table.lands_held(seat),
            pool: side.map(|side| side.pool.to_string()).unwrap_or_default(),
            left: side.is_some_and(|side| side.fate != Fate::In),
            chosen: is_chosen,
        }
    }

    fn open_field(&self, seat: Seat) -> Option<OpenField<'_>> {
        let own = self.hidden.own(seat)?;
        Some(OpenField {
            seat,
            hand: own
                .hand
                .iter()
                .map(|held| HandField { name: held.name, card: held.card.clone(), now: Vec::new() })
                .collect(),
            library: own.library.iter().flatten().collect(),
            deck: &own.deck,
            orders: orders_of(own),
            answer: answer_of(own),
            rest: rest_of(own),
            lists: lists_of(own),
            presets: &own.presets,
        })
    }
}

fn stage_word(stage: &Stage) -> &'static str {
    match stage {
        Stage::Decks { .. } => "decks",
        Stage::Layout => "layout",
        Stage::Selection { .. } => "selection",
        Stage::Play(_) => "play",
        Stage::Over(_) => "over",
    }
}

fn permanent_field(name: PermanentName, thing: &Permanent) -> PermanentField<'_> {
    let Permanent { card, owner, seat, place, tapped, counters, .. } = thing;
    PermanentField { name, card, seat: *seat, owner: *owner, tapped: *tapped, on: *place, counters }
}

/// The sealed answer, or the choice that is kept until others have chosen, if there is one.
pub(crate) fn answer_of(own: &Own) -> Option<String> {
    let given = || own.given.last().cloned().map(Answer::Choose);
    own.answer.clone().or_else(given).map(|answer| answer.to_string())
}

/// Standing orders that differ from the defaults; conditional responses with their number behind them.
fn orders_of(own: &Own) -> Vec<String> {
    let listed = own.orders.listed().into_iter().map(|order| order.to_string());
    let when = |(number, when): (&u16, &When)| format!("{when} ({number})");
    listed.chain(own.orders.when.iter().map(when)).collect()
}

/// The rest of a stopped script; `None` if nothing is left.
pub(crate) fn rest_of(own: &Own) -> Option<String> {
    let last = own.rest_ends.then_some(Last::End);
    let script = Script { steps: own.rest.clone(), last };
    (!own.rest.is_empty() || last.is_some()).then(|| script.to_string())
}

fn lists_of(own: &Own) -> ListsField<'_> {
    ListsField { lay: own.lay.as_deref(), take: own.take.as_deref() }
}
