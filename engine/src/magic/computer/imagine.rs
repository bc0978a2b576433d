//! Positions that an eye cannot tell apart (P26).

use std::collections::BTreeMap;

use crate::dice::Dice;
use crate::game::Eye;
use crate::magic::Magic;
use crate::magic::cards::{CardId, LandType};
use crate::magic::chairs::chair_of;
use crate::magic::notation::{
    Act, Answer, BattleAsk, BlockWhen, Cast, CastKind, Choose, Chosen, DiscardOrder, HandName, LandNumber, Order,
    Retreat, RetreatTo, StackAsk, Step, Surprise, Tail, Thing, When, WhenEvent, Word,
};
use crate::magic::state::{InHand, Layout, Orders, Own, Stage, Table};
use crate::magic::turns::awaited::asked;
use crate::seat::Seat;

/// The most of a name in a deck (R8).
const MAX_OF_A_NAME: u32 = 4;

impl<const EDITION: u16> Magic<EDITION> {
    /// A position with the same table; what this eye does not know is drawn anew, from what it knows alone.
    pub(crate) fn imagined(&self, eye: Eye, dice: &mut Dice) -> Self {
        let mut imagined = self.clone();
        if eye == Eye::Open || self.table.ending().is_some() {
            return imagined;
        }
        for (number, own) in (0..).zip(&mut imagined.hidden.seats) {
            let seat = Seat(number);
            if eye == Eye::Seat(seat) {
                reshuffle(&self.table, seat, own, dice);
            } else if self.table.is_in(seat) {
                redraw(&self.table, seat, own, dice);
            }
        }
        imagined.wait_for_some(eye, dice);
        imagined
    }

    /// The same position with each library shuffled anew below the cards that its player has looked at.
    pub(crate) fn redrawn(&self, dice: &mut Dice) -> Self {
        let mut redrawn = self.clone();
        for (number, own) in (0..).zip(&mut redrawn.hidden.seats) {
            reshuffle(&self.table, Seat(number), own, dice);
        }
        redrawn
    }

    /// An open window waits for some player: if not for the reader, then for another one.
    fn wait_for_some(&mut self, eye: Eye, dice: &mut Dice) {
        if self.table.window.is_none() || !asked(&self.table, &self.hidden).is_empty() {
            return;
        }
        let others: Vec<Seat> = self.table.seats_in().iter().filter(|seat| eye != Eye::Seat(*seat)).collect();
        if let Some(other) = dice.pick(&others)
            && let Some(own) = self.hidden.seats.get_mut(other.index())
        {
            own.asked = true;
            own.answer = None;
        }
    }
}

/// Shuffles the cards of a library that its player has not looked at.
fn reshuffle(table: &Table, seat: Seat, own: &mut Own, dice: &mut Dice) {
    let looked = table.looked_by(seat).min(own.library.len());
    let rest = own.library.get_mut(looked..).unwrap_or_default();
    // From any order, so that the new one tells nothing of the old one.
    rest.sort();
    dice.shuffle(rest);
}

/// Draws anew what a player keeps from another one.
fn redraw(table: &Table, seat: Seat, own: &mut Own, dice: &mut Dice) {
    match table.stage {
        Stage::Decks { ready } => redraw_decision(table, own, ready.contains(seat), dice),
        Stage::Layout => {
            redraw_deck(table, own, dice);
            // The list of the seat that is to lay now is exhausted.
            let may_have_list = table.placer() != Some(seat) && dice.one_in(2);
            own.lay = may_have_list.then(|| random_types(dice));
        }
        Stage::Selection { ready, picks } => {
            redraw_deck(table, own, dice);
            let waits = table.options.layout == Layout::Draft && table.picker(picks) != Some(seat);
            own.take = (ready.contains(seat) || waits).then(|| random_lands(table, dice));
        }
        Stage::Play(turn) => {
            redraw_cards(table, seat, own, dice);
            if turn.seat == seat {
                redraw_script(table, seat, own, dice);
            }
            redraw_answer(table, own, dice);
            redraw_choices(own, dice);
        }
        Stage::Over(_) => {}
    }
    own.orders = random_orders(table, seat, dice);
    own.missed = dice.below(2) as u8;
}

/// A deck and a list of types: both of a seat that is ready, at most one of another.
fn redraw_decision(table: &Table, own: &mut Own, is_ready: bool, dice: &mut Dice) {
    let both = table.wants_lists() && !table.decks_are_public();
    if is_ready {
        redraw_deck(table, own, dice);
        own.lay = table.wants_lists().then(|| random_types(dice));
    } else if both {
        let (deck, lay) = [(false, false), (true, false), (false, true)][dice.below(3) as usize];
        own.deck = if deck { random_deck(table, dice) } else { Vec::new() };
        own.lay = lay.then(|| random_types(dice));
    }
}

fn redraw_deck(table: &Table, own: &mut Own, dice: &mut Dice) {
    if !table.decks_are_public() {
        own.deck = random_deck(table, dice);
    }
}

fn random_deck(table: &Table, dice: &mut Dice) -> Vec<CardId> {
    table.cards.starter(dice.below(6) as u8).1
}

fn random_types(dice: &mut Dice) -> Vec<LandType> {
    (0..dice.below(6)).map(|_| *dice.pick(&LandType::ALL).unwrap_or(&LandType::Plains)).collect()
}

fn random_lands(table: &Table, dice: &mut Dice) -> Vec<LandNumber> {
    let mut lands: Vec<LandNumber> = table.numbers().collect();
    dice.shuffle(&mut lands);
    lands.truncate(dice.below(5) as usize);
    lands
}

/// Draws a hand and a library anew: from the cards of the deck where decks are public, else from a deck that the player may have.
fn redraw_cards(table: &Table, seat: Seat, own: &mut Own, dice: &mut Dice) {
    let number = own.library.len() + own.hand.len();
    let mut cards = if table.decks_are_public() {
        let mut cards: Vec<CardId> = own.library.iter().flatten().cloned().collect();
        cards.extend(own.hand.iter().filter_map(|held| held.card.clone()));
        cards.sort();
        dice.shuffle(&mut cards);
        cards
    } else {
        unseen_cards(table, &table.owned(seat, &Own::new(table.edition)), number, dice)
    };
    let held = cards.split_off(cards.len().saturating_sub(own.hand.len()));
    own.library = cards.into_iter().map(Some).collect();
    own.hand = (1..).map(HandName).zip(held).map(|(name, card)| InHand { name, card: Some(card) }).collect();
    if !table.decks_are_public() {
        own.deck = table.owned(seat, own);
    }
}

/// So many cards, in a random order, of a player of whom these were seen: those of a starter deck in which they are, if there is one,
/// else of several.
fn unseen_cards(table: &Table, seen: &[CardId], number: usize, dice: &mut Dice) -> Vec<CardId> {
    let mut decks: Vec<Vec<CardId>> = (0..6).map(|starter| table.cards.starter(starter).1).collect();
    dice.shuffle(&mut decks);
    // Without the cards that were seen the right deck is the smallest.
    decks.iter_mut().for_each(|deck| remove(deck, seen));
    decks.sort_by_key(Vec::len);
    decks.iter_mut().for_each(|deck| dice.shuffle(deck));
    let mut counts: BTreeMap<CardId, u32> = BTreeMap::new();
    seen.iter().for_each(|card| *counts.entry(card.clone()).or_default() += 1);
    let fits = |card: &CardId| {
        let count = counts.entry(card.clone()).or_default();
        *count += 1;
        *count <= MAX_OF_A_NAME
    };
    let (fitting, others): (Vec<CardId>, Vec<CardId>) = decks.concat().into_iter().partition(fits);
    let all = [fitting, others].concat();
    let mut cards: Vec<CardId> = all.iter().cycle().take(number).cloned().collect();
    dice.shuffle(&mut cards);
    cards
}

/// Takes these cards out of a deck, as far as they are in it.
fn remove(deck: &mut Vec<CardId>, seen: &[CardId]) {
    for card in seen {
        if let Some(at) = deck.iter().position(|other| other == card) {
            deck.remove(at);
        }
    }
}

/// Presets and the rest of a script that the active player may have.
fn redraw_script(table: &Table, seat: Seat, own: &mut Own, dice: &mut Dice) {
    let creatures: Vec<_> = table.creatures.iter().filter(|(_, creature)| creature.seat == seat).collect();
    own.presets.clear();
    own.rest.clear();
    if let Some((name, _)) = dice.pick(&creatures)
        && dice.one_in(2)
    {
        own.presets.push(Step::Retreat(Retreat { creature: **name, lands: vec![LandNumber(1)] }));
    }
    if let Some(held) = dice.pick(&own.hand)
        && dice.one_in(2)
    {
        let step = Step::Discard(vec![held.name]);
        if dice.one_in(2) { own.presets.push(step) } else { own.rest.push(step) }
    }
    own.rest_ends = !own.rest.is_empty() && dice.one_in(2);
    let modes = [None, Some(Surprise::Ask), Some(Surprise::Continue), Some(Surprise::End)];
    // The script of a player who is awaited himself has stopped.
    let goes_on = table.window.is_some() || table.question.as_ref().is_some_and(|question| question.seat != seat);
    own.running = dice.pick(&modes).copied().flatten().filter(|_| goes_on);
}

/// Cards that the player has chosen, while others choose theirs.
fn redraw_choices(own: &mut Own, dice: &mut Dice) {
    for choose in &mut own.given {
        let number = choose.cards().len();
        if number > 0 {
            let mut names: Vec<HandName> = own.hand.iter().map(|held| held.name).collect();
            dice.shuffle(&mut names);
            *choose = Choose::These(names.into_iter().take(number).map(Chosen::Hand).collect());
        }
    }
}

/// Whether an open window waits for the seat, and what it has answered.
fn redraw_answer(table: &Table, own: &mut Own, dice: &mut Dice) {
    if table.window.is_none() {
        return;
    }
    own.asked = !dice.one_in(3);
    own.answer = (own.asked && dice.one_in(2)).then(|| Answer::Pass { finally: dice.one_in(2) });
    own.finally = dice.one_in(4);
}

/// Orders that a player may have given.
fn random_orders(table: &Table, seat: Seat, dice: &mut Dice) -> Orders {
    let mut orders = Orders::for_edition(table.edition);
    let when = *dice.pick(&[BlockWhen::Always, BlockWhen::Worth, BlockWhen::Never]).unwrap_or(&BlockWhen::Worth);
    let own = table.things().filter_map(|(name, thing)| match name {
        Thing::Creature(name) if thing.seat == seat => Some(name),
        Thing::Creature(_) | Thing::Permanent(_) => None,
    });
    let own: Vec<_> = own.collect();
    let creature = dice.pick(&own).copied().filter(|_| dice.one_in(2));
    let some = [
        Order::Block { when, creature },
        Order::Discard(DiscardOrder::Newest),
        Order::Retreat(RetreatTo::Lands(vec![LandNumber(1)])),
        Order::Stack(StackAsk::Any),
        Order::Battle(BattleAsk::None),
        Order::Surprise(Surprise::End),
    ];
    for order in &some {
        if dice.one_in(3) {
            orders.give(order);
        }
    }
    for number in 1..=3 {
        if dice.one_in(3)
            && let Some(when) = random_response(table, HandName(number), dice)
        {
            orders.give(&Order::When(Box::new(when)));
        }
    }
    orders
}

/// A conditional response with the card of this name.
fn random_response(table: &Table, card: HandName, dice: &mut Dice) -> Option<When> {
    let creatures: Vec<_> = table.creatures.keys().copied().collect();
    let event = if dice.one_in(4) {
        WhenEvent::Attacks { creature: dice.pick(&creatures).copied().filter(|_| dice.one_in(2)) }
    } else {
        let kind = dice.pick(CastKind::ALL).copied().filter(|_| dice.one_in(2));
        WhenEvent::Casts { kind, least: dice.one_in(2).then(|| 1 + dice.below(6) as u16) }
    };
    let players: Vec<Seat> = table.seats_in().iter().collect();
    let who = dice.pick(&players).filter(|_| dice.one_in(2)).map_or("any", |seat| chair_of(*seat).id);
    let act = Act::Cast(Cast { card, site: None, tail: Tail::default() });
    Some(When { who: Word::new(who)?, event, act, always: dice.one_in(2) })
}
