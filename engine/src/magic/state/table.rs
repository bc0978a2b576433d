//! The table: the part of a match that all may see.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::edition::Edition;
use super::event::Event;
use super::event_words::Piece;
use super::is_default;
use super::land::Land;
use super::mana::Mana;
use super::options::{DeckLists, Decks, Options};
use super::pending::{Occasion, Question, Resolving, Waiting};
use super::permanent::{Known, Lasting, Permanent};
use super::turn::{Battle, Fate, Phase, Stage, Turn};
use super::window::{Passing, Window};
use crate::magic::cards::{CardId, Cards, Colour};
use crate::magic::notation::{CreatureName, LandNumber, PermanentName, StackName, Target, Thing};
use crate::seat::{Seat, Seats};

/// The public part of a match. It has no place for a hand, a library or an order: views and refusals are made from a table and
/// what one eye knows, so nothing else can get into them (P26).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    /// The edition of the rules.
    pub(crate) edition: Edition,
    /// The options of the match.
    pub(crate) options: Options,
    /// The cards of the match, read from the set and the options; not stored.
    #[serde(skip)]
    pub(crate) cards: Arc<Cards>,
    /// The stage of the match.
    pub(crate) stage: Stage,
    /// The lands laid so far; land 1 is the first.
    pub(crate) lands: Vec<Land>,
    /// One a seat.
    pub(crate) seats: Vec<Side>,
    /// The creatures in play.
    pub(crate) creatures: BTreeMap<CreatureName, Permanent>,
    /// The other permanents in play.
    pub(crate) permanents: BTreeMap<PermanentName, Permanent>,
    /// Changes of lands, in the order in which they were made.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) on_lands: Vec<(LandNumber, Lasting)>,
    /// What left play this turn; its names are free again in the next (N1).
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) gone: BTreeMap<Thing, Known>,
    /// The stack, top last (R62).
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) stack: Vec<Object>,
    /// The triggered abilities that are not on the stack yet (R67).
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) waiting: Vec<Waiting>,
    /// The battles of the turn, from the begin of Combat to the retreats (R41).
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) battles: Vec<Battle>,
    /// The open window, if any.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) window: Option<Window>,
    /// The group whose passage is asked about, while that window is open.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) passing: Option<Passing>,
    /// The open choice, if any. No window is open meanwhile.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) question: Option<Question>,
    /// The window that is open again when the choice is made, if any.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) aside: Option<Window>,
    /// The top object of the stack, if it waits for a choice in the middle of its text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) resolving: Option<Resolving>,
    /// The last act that was told to all, as all may know it.
    pub(crate) last: Vec<Event>,
}

/// What is public of one seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Side {
    /// The graveyard, the latest card last.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) grave: Vec<CardId>,
    /// The cards in exile.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) exile: Vec<CardId>,
    /// The number of cards in the hand, as of the last count; not stored.
    #[serde(skip)]
    pub(crate) held: u16,
    /// Mana left over (R64).
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) pool: Mana,
    /// What has become of the seat.
    pub(crate) fate: Fate,
}

/// A spell or ability on the stack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Object {
    /// Its name.
    pub(crate) name: StackName,
    /// The card of a spell; of an ability the card on which its text stands.
    pub(crate) card: CardId,
    /// Where an ability comes from; `None` for a spell.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) ability: Option<Origin>,
    /// What a triggered ability knows of its event.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) occasion: Option<Occasion>,
    /// The owner of the card; of an ability its controller.
    pub(crate) owner: Seat,
    /// The controller.
    pub(crate) seat: Seat,
    /// The site of a creature (R19).
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) site: Option<LandNumber>,
    /// X, as it was paid.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) x: Option<u16>,
    /// The mode.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) mode: Option<u16>,
    /// The targets, in the order of the text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) on: Vec<Target>,
    /// Changes of a spell: of its colour at once, and all of them of the permanent that it becomes (C10).
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) changes: Vec<Lasting>,
}

/// Where an ability on the stack comes from. It no longer depends on its source (R67).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Origin {
    /// The permanent that has or had the ability.
    pub(crate) source: Thing,
    /// The line of its text on the object's card, from 0.
    pub(crate) line: u16,
}

impl Side {
    /// A seat at the start of a match.
    pub(crate) fn new() -> Side {
        Side { grave: Vec::new(), exile: Vec::new(), held: 0, pool: Mana::default(), fate: Fate::In }
    }
}

impl Table {
    /// A table without lands, before decks are chosen.
    pub(crate) fn new(edition: Edition, seats: u8, options: Options, cards: Arc<Cards>) -> Table {
        Table {
            edition,
            options,
            cards,
            stage: Stage::Decks { ready: Seats::NONE },
            lands: Vec::new(),
            seats: vec![Side::new(); seats.into()],
            creatures: BTreeMap::new(),
            permanents: BTreeMap::new(),
            on_lands: Vec::new(),
            gone: BTreeMap::new(),
            stack: Vec::new(),
            waiting: Vec::new(),
            battles: Vec::new(),
            window: None,
            passing: None,
            question: None,
            aside: None,
            resolving: None,
            last: Vec::new(),
        }
    }

    /// The number of seats of the match.
    pub(crate) fn seat_count(&self) -> u8 {
        self.seats.len() as u8
    }

    /// The geometry of the board.
    pub(crate) fn board(&self) -> &'static Board {
        Board::for_seats(self.seat_count())
    }

    /// True if the decks are public (P26).
    pub(crate) fn decks_are_public(&self) -> bool {
        match (self.options.decks, self.options.deck_lists) {
            (Decks::Dealt, _) => true,
            (Decks::Chosen, DeckLists::Secret) => false,
            // All are shown at once, when the last one is sent.
            (Decks::Chosen, DeckLists::Open) => !matches!(self.stage, Stage::Decks { .. }),
        }
    }

    /// The land of this number, if it is laid; holes included.
    pub(crate) fn land(&self, number: LandNumber) -> Option<&Land> {
        self.lands.get(usize::from(number.0).checked_sub(1)?)
    }

    /// The same, to be changed.
    pub(crate) fn land_mut(&mut self, number: LandNumber) -> Option<&mut Land> {
        self.lands.get_mut(usize::from(number.0).checked_sub(1)?)
    }

    /// The lands laid so far with their numbers, holes left out.
    pub(crate) fn standing_lands(&self) -> impl Iterator<Item = (LandNumber, &Land)> {
        (1..).map(LandNumber).zip(&self.lands).filter(|(_, land)| !land.hole)
    }

    /// The number of lands that the seat controls (R57).
    pub(crate) fn lands_held(&self, seat: Seat) -> u16 {
        self.standing_lands().filter(|(_, land)| land.seat == Some(seat)).count() as u16
    }

    /// The number of lands on the board, holes left out (R53).
    pub(crate) fn lands_left(&self) -> u16 {
        self.standing_lands().count() as u16
    }

    /// What is public of the seat, if there is such a seat.
    pub(crate) fn side(&self, seat: Seat) -> Option<&Side> {
        self.seats.get(seat.index())
    }

    /// The same, to be changed.
    pub(crate) fn side_mut(&mut self, seat: Seat) -> Option<&mut Side> {
        self.seats.get_mut(seat.index())
    }

    /// The seats that are still in (R17).
    pub(crate) fn seats_in(&self) -> Seats {
        Seat::all(self.seat_count()).filter(|seat| self.is_in(*seat)).collect()
    }

    /// True if the seat is still in.
    pub(crate) fn is_in(&self, seat: Seat) -> bool {
        self.side(seat).is_some_and(|side| side.fate == Fate::In)
    }

    /// The turn in progress, if turns are taken.
    pub(crate) fn turn(&self) -> Option<&Turn> {
        match &self.stage {
            Stage::Play(turn) => Some(turn),
            Stage::Decks { .. } | Stage::Layout | Stage::Selection { .. } | Stage::Over(_) => None,
        }
    }

    /// The same, to be changed.
    pub(crate) fn turn_mut(&mut self) -> Option<&mut Turn> {
        match &mut self.stage {
            Stage::Play(turn) => Some(turn),
            Stage::Decks { .. } | Stage::Layout | Stage::Selection { .. } | Stage::Over(_) => None,
        }
    }

    /// The active player, if turns are taken.
    pub(crate) fn active(&self) -> Option<Seat> {
        self.turn().map(|turn| turn.seat)
    }

    /// The phase, if turns are taken.
    pub(crate) fn phase(&self) -> Option<Phase> {
        self.turn().map(|turn| turn.phase)
    }

    /// The creature or other permanent of this name.
    pub(crate) fn thing(&self, name: Thing) -> Option<&Permanent> {
        match name {
            Thing::Creature(name) => self.creatures.get(&name),
            Thing::Permanent(name) => self.permanents.get(&name),
        }
    }

    /// The same, to be changed.
    pub(crate) fn thing_mut(&mut self, name: Thing) -> Option<&mut Permanent> {
        match name {
            Thing::Creature(name) => self.creatures.get_mut(&name),
            Thing::Permanent(name) => self.permanents.get_mut(&name),
        }
    }

    /// Everything in play, creatures first, by number.
    pub(crate) fn things(&self) -> impl Iterator<Item = (Thing, &Permanent)> {
        let creatures = self.creatures.iter().map(|(name, creature)| (Thing::Creature(*name), creature));
        creatures.chain(self.permanents.iter().map(|(name, thing)| (Thing::Permanent(*name), thing)))
    }

    /// What a seat controls in play, creatures first, by number.
    pub(crate) fn things_of(&self, seat: Seat) -> impl Iterator<Item = (Thing, &Permanent)> {
        self.things().filter(move |(_, thing)| thing.seat == seat)
    }

    /// The creatures on a land, by number.
    pub(crate) fn creatures_on(&self, land: LandNumber) -> impl Iterator<Item = CreatureName> {
        self.creatures.iter().filter(move |(_, creature)| creature.land() == Some(land)).map(|(name, _)| *name)
    }

    /// The controller of a permanent.
    pub(crate) fn controller(&self, name: Thing) -> Option<Seat> {
        self.thing(name).map(|thing| thing.seat)
    }

    /// The creatures on a land that the seat controls, by number.
    pub(crate) fn friends_on(&self, land: LandNumber, seat: Seat) -> Vec<CreatureName> {
        self.creatures_on(land).filter(|name| self.controller(Thing::Creature(*name)) == Some(seat)).collect()
    }

    /// The creatures on a land that others control, by number.
    pub(crate) fn enemies_on(&self, land: LandNumber, seat: Seat) -> Vec<CreatureName> {
        self.creatures_on(land).filter(|name| self.controller(Thing::Creature(*name)) != Some(seat)).collect()
    }

    /// The colours of these cards, in their order.
    pub(crate) fn colours_of<'a>(&self, cards: impl IntoIterator<Item = &'a CardId>) -> Vec<Colour> {
        self.cards.colours_of(cards)
    }

    /// What a permanent in play, or one that left it this turn, is called: the name of its card, or the figures and the kind of a
    /// token.
    pub(crate) fn called(&self, name: Thing) -> String {
        let here = self.thing(name).map(|thing| &thing.card);
        let Some(id) = here.or_else(|| self.gone.get(&name).map(|known| &known.card)) else { return String::new() };
        let card = self.cards.get(id.as_str());
        match card {
            Some(card) if id.is_token() => {
                let size = id.as_str().trim_start_matches(char::is_alphabetic);
                format!("{} {}", size.split(' ').next().unwrap_or_default(), card.name)
            }
            Some(card) => card.name.clone(),
            None => String::new(),
        }
    }

    /// A permanent as events name it.
    pub(crate) fn piece(&self, name: Thing) -> Piece {
        Piece { name, called: self.called(name) }
    }

    /// The same for creatures.
    pub(crate) fn pieces(&self, names: &[CreatureName]) -> Vec<Piece> {
        names.iter().map(|name| self.piece(Thing::Creature(*name))).collect()
    }

    /// The printed name of a card of the match; its id if there is no such card.
    pub(crate) fn name_of(&self, card: &CardId) -> String {
        self.cards.get(card.as_str()).map_or_else(|| card.to_string(), |card| card.name.clone())
    }

    /// The object of this name on the stack.
    pub(crate) fn object(&self, name: StackName) -> Option<&Object> {
        self.stack.iter().find(|object| object.name == name)
    }

    /// The age of what enters or changes next: 1 more than the highest of the table.
    pub(crate) fn next_age(&self) -> u32 {
        let of = |thing: &Permanent| thing.changes.iter().map(|lasting| lasting.age).fold(thing.age, u32::max);
        let of_things = self.things().map(|(_, thing)| of(thing));
        let of_lands = self.on_lands.iter().map(|(_, lasting)| lasting.age);
        let of_spells = self.stack.iter().flat_map(|object| &object.changes).map(|lasting| lasting.age);
        of_things.chain(of_lands).chain(of_spells).max().unwrap_or(0).saturating_add(1)
    }
}
