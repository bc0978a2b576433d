//! The check that a stored position can occur; the other files rely on it.

use crate::magic::Magic;
use crate::magic::cards::{CardId, CardKind};
use crate::magic::notation::Thing;
use crate::magic::state::{
    About, Edition, Ending, Fate, Lasting, Lasts, Layout, MAX_NAMES, Mana, Own, Permanent, Place, Stage, Until,
};
use crate::magic::turns::awaited::awaited;
use crate::seat::{Seat, Seats};

/// The most turns of a match, far below the limit of the counter.
const MAX_TURNS: u32 = 1 << 30;
/// The most cards of a zone: all decks together are smaller.
const MAX_CARDS: usize = 4096;
/// The most changes of a permanent in a turn.
const MAX_CHANGES: usize = 4096;
/// The most of any figure that a text can give (N4).
const MAX: u16 = 999;

fn sound(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

impl<const EDITION: u16> Magic<EDITION> {
    /// Checks that this position can occur with so many seats.
    pub(crate) fn check_stored(&self, seats: u8) -> Result<(), String> {
        let table = &self.table;
        table.options.check().map_err(|bad| bad.to_string())?;
        sound(table.seats.len() == usize::from(seats) && self.hidden.seats.len() == usize::from(seats), "seats")?;
        let edition = Edition::numbered(EDITION);
        let of_edition = self.hidden.seats.iter().all(|own| own.orders.edition == edition);
        sound(table.edition == edition && of_edition, "another edition of the rules")?;
        let resolves = table.resolving.is_some();
        // What an act sets off is put on the stack before the window opens, and may ask for targets.
        let waits = resolves || table.aside.is_some() || !table.waiting.is_empty();
        sound(table.stack.is_empty() || table.window.is_some() || waits, "a stack without a window")?;
        self.check_question()?;
        self.check_stage(seats)?;
        self.check_ready()?;
        self.check_lands()?;
        for (name, thing) in table.things() {
            self.check_thing(name, thing)?;
        }
        self.check_stack()?;
        sound(table.gone.len() <= 2 * usize::from(MAX_NAMES), "too many names")?;
        for known in table.gone.values() {
            let is_card = table.cards.get(known.card.as_str()).is_some();
            let figures = known.power.unsigned_abs().max(known.toughness.unsigned_abs()) <= 100 * u32::from(MAX);
            sound(is_card && figures, "what left play and is no card")?;
        }
        for side in &table.seats {
            sound(side.grave.len().max(side.exile.len()) <= MAX_CARDS, "a zone that is too large")?;
            self.check_cards(side.grave.iter().chain(&side.exile))?;
            let Mana { colourless, coloured } = side.pool;
            sound(coloured.iter().all(|number| *number <= MAX) && colourless <= MAX, "mana")?;
            sound(!matches!(side.fate, Fate::Out(turn) if turn >= MAX_TURNS), "the turn of an elimination")?;
        }
        self.check_hidden()
    }

    fn check_cards<'a>(&self, cards: impl IntoIterator<Item = &'a CardId>) -> Result<(), String> {
        let known = |card: &&CardId| !card.is_token() && self.table.cards.get(card.as_str()).is_some();
        match cards.into_iter().find(|card| !known(card)) {
            None => Ok(()),
            Some(card) => Err(format!("there is no card {card}")),
        }
    }

    fn check_stage(&self, seats: u8) -> Result<(), String> {
        let table = &self.table;
        let all = Seats::all(seats);
        let alive = table.seats_in();
        match &table.stage {
            Stage::Decks { ready } | Stage::Selection { ready, .. } => {
                sound(all.contains_all(*ready), "a seat that is not there")?;
            }
            Stage::Layout => {}
            Stage::Play(turn) => {
                sound(table.is_in(turn.seat), "the turn of a seat that is out")?;
                sound(turn.number < MAX_TURNS && turn.round < u16::MAX && turn.round > 0, "turns")?;
                sound(all.contains_all(turn.had), "a seat that is not there")?;
                // What is checked after a text comes when the choice in the middle of it is made.
                let held = |seat: Seat| table.resolving.is_none() && 2 * table.lands_held(seat) > table.lands_left();
                sound(!alive.iter().any(held), "a running match that is won")?;
            }
            Stage::Over(Ending::Majority(seat) | Ending::Last(seat)) => {
                return sound(table.is_in(*seat), "a winner that is out");
            }
            Stage::Over(Ending::Together(seats)) => return sound(all.contains_all(*seats), "a seat that is not there"),
            Stage::Over(Ending::Rounds) => return sound(!alive.is_empty(), "a match without seats"),
        }
        if let Stage::Selection { picks, .. } = table.stage {
            sound(picks < 2 * seats, "more selections than lands")?;
        }
        sound(!awaited(table, &self.hidden).is_empty(), "a running match that waits for no seat")?;
        sound(alive.len() > 1, "a running match of one seat")
    }

    /// The seats that are ready are those that have sent all that is wanted (P22).
    fn check_ready(&self) -> Result<(), String> {
        let table = &self.table;
        let (ready, wanted): (Seats, fn(&Own, bool) -> bool) = match table.stage {
            Stage::Decks { ready } => (ready, |own, lists| !own.deck.is_empty() && (own.lay.is_some() || !lists)),
            Stage::Selection { ready, .. } if table.options.layout != Layout::Draft => {
                (ready, |own, _| own.take.is_some())
            }
            Stage::Selection { .. } | Stage::Layout | Stage::Play(_) | Stage::Over(_) => return Ok(()),
        };
        let lists = table.wants_lists();
        let sent = |seat: &Seat| self.hidden.own(*seat).is_some_and(|own| wanted(own, lists));
        let alive = table.seats_in();
        let is_right = alive.iter().all(|seat| ready.contains(seat) == sent(&seat));
        sound(is_right, "seats that are ready, or are not")
    }

    fn check_lands(&self) -> Result<(), String> {
        let table = &self.table;
        let (laid, all) = (table.lands.len(), table.board().lands().len());
        match table.stage {
            Stage::Decks { .. } => sound(laid == 0, "lands before the layout")?,
            Stage::Layout => sound(laid < all, "too many lands")?,
            Stage::Selection { .. } | Stage::Play(_) => sound(laid == all, "a board with another number of lands")?,
            Stage::Over(_) => sound(laid <= all, "too many lands")?,
        }
        let seats = Seats::all(table.seat_count());
        for (number, lasting) in &table.on_lands {
            sound(table.kind_of(*number).is_some(), "a change of a land that is not there")?;
            self.check_changes(std::slice::from_ref(lasting))?;
        }
        sound(table.on_lands.len() <= MAX_CHANGES, "too many changes")?;
        for land in &table.lands {
            sound(land.seat.is_none_or(|seat| seats.contains(seat)), "a land of a seat that is not there")?;
            sound(!land.hole || land.seat.is_none(), "a hole that has a holder")?;
        }
        Ok(())
    }

    /// A choice is open while an object resolves, or in Discard; no window is open meanwhile (P24).
    fn check_question(&self) -> Result<(), String> {
        let table = &self.table;
        let Some(question) = &table.question else {
            let nothing = table.resolving.is_none() && table.waiting.is_empty() && table.aside.is_none();
            return sound(nothing, "an object that waits for no choice");
        };
        sound(table.can_ask() && table.window.is_none(), "a choice where none can be open")?;
        sound(table.is_in(question.seat), "a choice of a seat that is out")?;
        let held = self.hidden.own(question.seat).map_or(0, |own| own.hand.len());
        match &question.about {
            About::May | About::Pay | About::Search => {}
            About::Targets(_) => self.check_waiting()?,
            About::Mode(modes) => {
                sound(modes.len() > 1 && modes.len() <= MAX_CARDS, "a choice without modes")?;
                self.check_waiting()?;
            }
            About::Discard(number) => {
                sound((1..=held).contains(&usize::from(*number)), "a discard of more cards than are held")?;
            }
            About::Looked { number, take } => {
                let there = self.hidden.own(question.seat).map_or(0, |own| own.library.len());
                let seen = (2..=there).contains(&usize::from(*number)) && (1..*number).contains(take);
                sound(seen, "a look at more cards than there are")?;
            }
            About::Sacrifice(things) => {
                let there = things.iter().all(|name| table.thing(*name).is_some());
                sound(there && things.len() > 1, "a sacrifice of what is not in play")?;
            }
        }
        let Some(resolving) = &table.resolving else { return Ok(()) };
        let on_top = table.stack.last().is_some_and(|object| object.name == resolving.name);
        sound(on_top, "an object that resolves and is not on top")?;
        let seats = Seats::all(table.seat_count());
        sound(
            seats.contains_all(resolving.decked) && resolving.progress.x <= MAX,
            "a seat that is not there, or a large X",
        )?;
        sound(
            resolving.progress.its.is_none_or(|(one, other)| seats.contains(one) && seats.contains(other)),
            "no such seat",
        )
    }

    /// The triggered abilities that wait are those of cards, and a choice is made for the first.
    fn check_waiting(&self) -> Result<(), String> {
        let table = &self.table;
        let seats = Seats::all(table.seat_count());
        let first = table.waiting.first().map(|waiting| waiting.seat);
        sound(first.is_some() && first == table.question.as_ref().map(|it| it.seat), "a choice for no ability")?;
        for waiting in &table.waiting {
            sound(seats.contains(waiting.seat) && waiting.x <= MAX, "an ability of no seat")?;
            let card = table.cards.get(waiting.card.as_str()).ok_or("an ability of no card")?;
            sound(card.line(waiting.line).is_some(), "an ability without a text")?;
        }
        Ok(())
    }

    fn check_stack(&self) -> Result<(), String> {
        let table = &self.table;
        let seats = Seats::all(table.seat_count());
        let mut names: Vec<u16> = table.stack.iter().map(|object| object.name.0).collect();
        names.sort_unstable();
        names.dedup();
        let named = names.iter().all(|name| (1..=MAX_NAMES).contains(name));
        sound(named && names.len() == table.stack.len(), "two objects of one name, or a name that there is not")?;
        for object in &table.stack {
            sound(seats.contains(object.owner) && seats.contains(object.seat), "an object of no seat")?;
            sound(table.cards.get(object.card.as_str()).is_some(), "an object that is no card")?;
            sound(object.x.is_none_or(|x| x <= MAX), "an X beyond all texts")?;
            self.check_changes(&object.changes)?;
        }
        let on_board = table.battles.iter().all(|battle| table.land(battle.land).is_some());
        sound(on_board, "a battle on a land that is not there")?;
        let opener = table.window.and_then(|window| window.opener);
        sound(opener.is_none_or(|seat| seats.contains(seat)), "a window of a seat that is not there")
    }

    fn check_thing(&self, name: Thing, thing: &Permanent) -> Result<(), String> {
        let table = &self.table;
        let number = match name {
            Thing::Creature(name) => name.0,
            Thing::Permanent(name) => name.0,
        };
        sound((1..=MAX_NAMES).contains(&number), "a name that there is not")?;
        let seats = Seats::all(table.seat_count());
        sound(seats.contains(thing.owner) && seats.contains(thing.seat), "a permanent of a seat that is not there")?;
        let card = table.cards.get(thing.card.as_str()).ok_or("a permanent that is no card")?;
        let is_creature = matches!(name, Thing::Creature(_));
        sound(card.kind.is_permanent() && card.kind.is_creature() == is_creature, "a card under a wrong name")?;
        let is_aura = card.kind == CardKind::Aura;
        let place = match thing.place {
            Place::Land(land) => (is_creature || is_aura) && table.kind_of(land).is_some(),
            Place::Thing(host) => is_aura && table.thing(host).is_some(),
            Place::Nowhere => !is_creature && !is_aura,
        };
        sound(place, "a permanent nowhere")?;
        sound(thing.x <= MAX, "an X beyond all texts")?;
        let figures = [thing.damage, thing.deeds.shields, thing.deeds.prevented];
        sound(figures.into_iter().all(|figure| figure <= 20 * MAX), "a figure beyond all texts")?;
        sound(thing.card.as_str().len() <= 400, "a long token")?;
        sound(thing.counters.values().all(|number| (1..=MAX).contains(number)), "counters beyond all texts")?;
        sound(seats.contains(thing.holder), "a permanent of a seat that is not there")?;
        sound(thing.deeds.uses.len() <= MAX_CHANGES, "too many changes")?;
        self.check_cards(thing.deeds.uses.iter().map(|(card, _)| card))?;
        self.check_changes(&thing.changes)
    }

    fn check_changes(&self, changes: &[Lasting]) -> Result<(), String> {
        sound(changes.len() <= MAX_CHANGES, "too many changes")?;
        let seats = Seats::all(self.table.seat_count());
        let has_x = |text: String| text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == "X");
        for lasting in changes {
            let of_until = match lasting.until {
                Until::TurnOf(seat) | Until::While(_, seat) => Some(seat),
                Until::EndOfTurn | Until::Ever => None,
            };
            let of_what = match &lasting.what {
                Lasts::Change(change) => {
                    sound(!has_x(change.to_string()), "a change with an X")?;
                    None
                }
                Lasts::Control(seat) => Some(*seat),
                Lasts::Loan(from) => *from,
            };
            let there = of_until.into_iter().chain(of_what).all(|seat| seats.contains(seat));
            sound(there, "a change by a seat that is not there")?;
        }
        Ok(())
    }

    fn check_hidden(&self) -> Result<(), String> {
        for own in &self.hidden.seats {
            let cards = own.deck.len().max(own.library.len()).max(own.hand.len());
            sound(cards <= MAX_CARDS, "a zone that is too large")?;
            let slots = own.library.iter().chain(own.hand.iter().map(|held| &held.card));
            sound(slots.into_iter().all(Option::is_some), "a card that is not known")?;
            self.check_cards(&own.deck)?;
            self.check_cards(own.library.iter().flatten())?;
            self.check_cards(own.hand.iter().filter_map(|held| held.card.as_ref()))?;
            let mut names: Vec<u16> = own.hand.iter().map(|held| held.name.0).collect();
            names.sort_unstable();
            names.dedup();
            sound(names.len() == own.hand.len() && names.first() != Some(&0), "two cards of one name")?;
            let lists = own.lay.as_ref().map_or(0, Vec::len).max(own.take.as_ref().map_or(0, Vec::len));
            sound(lists <= MAX_CARDS, "a list that is too long")?;
            sound(own.presets.len().max(own.rest.len()) <= 400, "a script that is too long")?;
            sound(own.given.len() <= MAX_CARDS, "too many choices")?;
        }
        Ok(())
    }
}
