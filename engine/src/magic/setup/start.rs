//! The first position of a match: the usual set-up, or that of a table text (T1-T4, O3).

use std::sync::Arc;

use super::pool;
use crate::dice::Dice;
use crate::game::BadOption;
use crate::magic::cards::{CardId, Cards};
use crate::magic::notation::{CreatureName, HandName, LandNumber, PermanentName};
use crate::magic::state::{
    Edition, Hidden, InHand, Land, Mana, Options, Own, Permanent, Phase, Place, Stage, Table, Turn, World,
};
use crate::magic::table_text::{Body, CreatureText, FirstPhase, Host, PermanentText, SeatText, TableText, refused};
use crate::seat::{Seat, Seats};

/// The match when it has begun, and what happened by then.
pub(crate) fn begin<'d>(
    edition: Edition,
    seats: u8,
    options: &Options,
    dice: &'d mut Dice,
) -> Result<World<'d>, BadOption> {
    options.check()?;
    let cards = pool::cards_of(edition, options.cards.as_deref())
        .map_err(|why| BadOption { name: "cards".to_owned(), why: why.to_string() })?;
    let text = options
        .table
        .as_ref()
        .map(|text| TableText::read(text, seats, &cards).map_err(|why| refused("table", text, &why)));
    let mut table = Table::new(edition, seats, options.clone(), Arc::clone(&cards));
    let mut hidden = Hidden { seats: vec![Own::new(edition); seats.into()] };
    let Some(text) = text.transpose()? else {
        let mut world = World::real(&table, &hidden, dice);
        world.open();
        world.go_on();
        return Ok(world);
    };
    lay_out(&mut table, &text);
    for (seat, (own, said)) in Seat::all(seats).zip(hidden.seats.iter_mut().zip(&text.seats)) {
        hold(own, seat, said, &cards, dice);
        own.deck = table.owned(seat, own);
    }
    let mut world = World::real(&table, &hidden, dice);
    // R65 applies before the first act (T4).
    world.settle();
    if world.is_over() {
        let why = "expected a position in which the match is not decided".to_owned();
        return Err(BadOption { name: "table".to_owned(), why });
    }
    world.events.clear();
    Ok(world)
}

/// Puts on the table what the text says of it.
fn lay_out(table: &mut Table, text: &TableText) {
    table.lands = text.lands.iter().map(|kind| Land::neutral(*kind)).collect();
    for number in &text.holes {
        if let Some(land) = table.land_mut(*number) {
            land.hole = true;
        }
    }
    for (seat, said) in Seat::all(table.seat_count()).zip(&text.seats) {
        for number in &said.holds {
            if let Some(land) = table.land_mut(*number) {
                land.seat = Some(seat);
            }
        }
        if let Some(side) = table.side_mut(seat) {
            side.pool = Mana { colourless: said.mana.colourless, coloured: said.mana.colours };
            side.grave.clone_from(&said.grave);
            side.exile.clone_from(&said.exile);
        }
    }
    for number in &text.tapped {
        if let Some(land) = table.land_mut(*number) {
            land.tapped = true;
        }
    }
    table.creatures = (1..).map(CreatureName).zip(text.creatures.iter().map(creature)).collect();
    table.permanents = (1..).map(PermanentName).zip(text.permanents.iter().map(permanent)).collect();
    // Creatures are older than other permanents, and low numbers older than high ones (R68).
    let things = table.creatures.values_mut().chain(table.permanents.values_mut());
    (1..).zip(things).for_each(|(age, thing)| thing.age = age);
    let phase = match text.phase {
        FirstPhase::Summoning => Phase::Summoning,
        FirstPhase::Movement => Phase::Movement,
    };
    table.stage = Stage::Play(Turn {
        seat: text.turn,
        number: 1,
        round: text.round,
        had: Seats::NONE,
        phase,
        midway: false,
        peace: false,
        surprised: false,
    });
}

fn creature(text: &CreatureText) -> Permanent {
    let card = match &text.body {
        Body::Token(token) => CardId::new(&token.to_string()),
        Body::Card(card) => card.clone(),
    };
    let mut permanent = Permanent::new(card, text.seat, Place::Land(text.land));
    permanent.tapped = text.tapped;
    permanent.fresh = text.fresh;
    permanent.damage = text.damage;
    permanent.deeds.shields = u16::from(text.shielded);
    permanent.deeds.animated = text.animated;
    permanent
}

fn permanent(text: &PermanentText) -> Permanent {
    let place = match text.on {
        Some(Host::Thing(host)) => Place::Thing(host),
        Some(Host::Land(land)) => Place::Land(land),
        None => Place::Nowhere,
    };
    let mut permanent = Permanent::new(text.card.clone(), text.seat, place);
    permanent.tapped = text.tapped;
    permanent.fresh = false;
    permanent
}

/// The hidden zones of a seat as the text says them; a library that is not given is the starter deck, shuffled (T1).
fn hold(own: &mut Own, seat: Seat, said: &SeatText, set: &Cards, dice: &mut Dice) {
    let cards = |cards: &[CardId]| cards.iter().cloned().map(Some).collect::<Vec<_>>();
    own.hand = (1..).map(HandName).zip(cards(&said.hand)).map(|(name, card)| InHand { name, card }).collect();
    own.library = match &said.library {
        Some(library) => cards(library),
        None => {
            let mut library = cards(&set.starter(seat.0).1);
            dice.shuffle(&mut library);
            library
        }
    };
    said.orders.iter().for_each(|order| own.orders.give(order));
}

impl Table {
    /// All cards that the seat owns, in alphabetical order.
    pub(crate) fn owned(&self, seat: Seat, own: &Own) -> Vec<CardId> {
        let in_play = self.things().filter(|(_, thing)| thing.owner == seat && !thing.is_token());
        let mut cards: Vec<CardId> = in_play.map(|(_, thing)| thing.card.clone()).collect();
        let spells = self.stack.iter().filter(|object| object.owner == seat && object.ability.is_none());
        cards.extend(spells.map(|object| object.card.clone()));
        if let Some(side) = self.side(seat) {
            cards.extend(side.grave.iter().chain(&side.exile).cloned());
        }
        cards.extend(own.library.iter().flatten().cloned());
        cards.extend(own.hand.iter().filter_map(|held| held.card.clone()));
        cards.sort();
        cards
    }

    /// The lands of a match, as numbers.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = LandNumber> + use<> {
        self.board().lands()
    }
}
