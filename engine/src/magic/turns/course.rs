//! The course of a turn (section 3), and the rounds (R60).

use crate::magic::cards::ability::PhaseWord;
use crate::magic::effects::asking::Paused;
use crate::magic::notation::{DiscardOrder, HandName, LandNumber, Thing};
use crate::magic::state::{Deeds, Ending, Event, Happened, Mana, Phase, Slot, Turn, Until, WindowKind, World};
use crate::seat::{Seat, Seats};

impl World<'_> {
    fn enter_phase(&mut self, phase: Phase) {
        if let Some(turn) = self.table.turn_mut() {
            turn.phase = phase;
        }
    }

    /// Untap and Upkeep of the turn that the table names (P1).
    pub(crate) fn begin_turn(&mut self) {
        let Some(turn) = self.table.turn_mut() else { return };
        turn.number = turn.number.saturating_add(1);
        turn.midway = false;
        let (seat, round) = (turn.seat, turn.round);
        // A name is free again in the next turn (N1), unless an ability that is still to be put on the stack speaks of it.
        let table = &mut self.table;
        table.gone.retain(|name, _| table.waiting.iter().any(|waiting| waiting.speaks_of(*name)));
        self.note(Event::Turn { seat, round });
        self.table.end_changes(|until| until == Until::TurnOf(seat));
        self.settle();
        if self.is_over() || !self.table.is_in(seat) {
            return;
        }
        self.untap(seat);
        self.enter_phase(Phase::Upkeep);
        self.happened(Happened::Begins(PhaseWord::Upkeep));
        self.stop_in(Phase::Upkeep);
    }

    fn draw_for_turn(&mut self, turn: Turn) {
        self.enter_phase(Phase::Draw);
        // With two seats the first player skips the first draw (R5).
        if self.table.seat_count() > 2 || turn.number > 1 {
            self.draw(turn.seat, 1);
            self.settle();
        }
        if !self.is_over() && self.table.is_in(turn.seat) {
            self.stop_in(Phase::Draw);
        }
    }

    /// Goes on until the match waits for a player, or is over. On a view it goes on up to the next Untap (P5).
    pub(crate) fn progress(&mut self) {
        while !self.is_over() && !self.is_waiting() && self.advance() {}
    }

    /// Carries out the next thing that happens by itself; false if there is none, so that the active player is awaited.
    fn advance(&mut self) -> bool {
        let Some(turn) = self.table.turn().copied() else { return false };
        if !self.table.is_in(turn.seat) {
            self.abandon_turn();
            return self.is_real();
        }
        if self.table.resolving.is_some() || self.table.aside.is_some() {
            self.resume();
            return true;
        }
        if self.table.window.is_some() {
            self.close_round();
            return true;
        }
        if !self.table.waiting.is_empty() {
            // If a player has to choose for them, the match waits.
            self.place_triggers().unwrap_or(());
            return true;
        }
        if !self.table.stack.is_empty() {
            self.respond_to_casts();
            self.open_window(WindowKind::Stack, Some(turn.seat));
            return true;
        }
        match turn.phase {
            Phase::Untap | Phase::Upkeep => self.draw_for_turn(turn),
            Phase::Draw => {
                self.enter_phase(Phase::Summoning);
                self.happened(Happened::Begins(PhaseWord::Summoning));
            }
            Phase::Summoning | Phase::Movement => return self.advance_script(turn.seat),
            Phase::Combat => self.finish_combat(turn),
            Phase::Control => {
                self.enter_phase(Phase::End);
                self.happened(Happened::Begins(PhaseWord::EndOfTurn));
                self.stop_in(Phase::End);
            }
            Phase::End => self.enter_phase(Phase::Discard),
            Phase::Discard => {
                if self.discard_down(turn.seat) == Err(Paused) {
                    self.tell_question();
                    return true;
                }
                self.finish_turn();
                // A view stops here.
                return self.is_real();
            }
        }
        true
    }

    /// Untaps the permanents and lands of the seat, but those that do not untap (R59); all of them have been its own since the start of its turn (R28).
    fn untap(&mut self, seat: Seat) {
        let table = &self.table;
        let own = table.standing_lands().filter(|(_, land)| land.seat == Some(seat)).map(|(number, _)| number);
        let lands: Vec<LandNumber> = own.filter(|number| table.land_untaps(*number)).collect();
        let own = table.things_of(seat).map(|(name, _)| name);
        let untaps = |name: Thing| table.traits_of(name).is_some_and(|it| it.untaps);
        let things: Vec<(Thing, bool)> = own.map(|name| (name, untaps(name))).collect();
        for number in lands {
            if let Some(land) = self.table.land_mut(number) {
                land.tapped = false;
            }
        }
        for (name, untaps) in things {
            if let Some(thing) = self.table.thing_mut(name) {
                thing.tapped &= !untaps;
                thing.fresh = false;
            }
        }
    }

    /// `end`: Combat begins, and the turn goes on by itself (P2).
    pub(crate) fn end_turn(&mut self, seat: Seat) {
        self.note(Event::Ended { seat });
        self.enter_phase(Phase::Combat);
        self.begin_battles(seat);
        if self.table.battles.iter().any(|battle| !battle.attackers.is_empty()) {
            self.open_window(WindowKind::Battle, Some(seat));
        }
    }

    /// Damage, retreats and conquest.
    fn finish_combat(&mut self, turn: Turn) {
        self.fight(turn.seat);
        // What Combat sets off resolves after the retreats, before Control lands (R67).
        if !self.table.waiting.is_empty() {
            return;
        }
        let goes_on = self.table.turn().is_some_and(|now| now.number == turn.number) && self.table.is_in(turn.seat);
        if goes_on {
            self.enter_phase(Phase::Control);
            self.conquer(turn.seat);
        }
    }

    /// The active player is out, and the turn ends there (R17): stack, battles and script are dropped.
    pub(crate) fn abandon_turn(&mut self) {
        self.clear_stack();
        self.table.window = None;
        self.table.aside = None;
        self.table.passing = None;
        self.table.question = None;
        self.table.battles.clear();
        self.finish_turn();
    }

    /// The turn is over: effects and damage end, seats without land and creature are out, the next turn begins.
    pub(crate) fn finish_turn(&mut self) {
        self.end_effects();
        // What such an effect kept in play may die now (R65).
        self.settle();
        if self.is_over() {
            return;
        }
        self.eliminate_landless();
        if self.is_over() {
            return;
        }
        let Some(turn) = self.table.turn().copied() else { return };
        let mut had = turn.had;
        had.insert(turn.seat);
        let complete = had.contains_all(self.table.seats_in());
        let last = self.table.options.max_rounds.is_some_and(|max| u32::from(turn.round) >= max);
        if complete && last {
            return self.finish(Ending::Rounds);
        }
        if !self.is_real() {
            return;
        }
        let next = Turn {
            seat: self.table.next_in(turn.seat),
            round: if complete { turn.round.saturating_add(1) } else { turn.round },
            had: if complete { Seats::NONE } else { had },
            phase: Phase::Untap,
            peace: false,
            surprised: false,
            ..turn
        };
        if let Some(turn) = self.table.turn_mut() {
            *turn = next;
        }
        self.begin_turn();
    }

    /// Damage and what lasts until the end of the turn end, pools are emptied, presets are spent (R16, R64).
    fn end_effects(&mut self) {
        let (creatures, others) = (self.table.creatures.values_mut(), self.table.permanents.values_mut());
        for thing in creatures.chain(others) {
            thing.damage = 0;
            thing.deeds = Deeds::default();
        }
        self.table.end_changes(|until| until == Until::EndOfTurn);
        self.table.seats.iter_mut().for_each(|side| side.pool = Mana::default());
        for own in &mut self.hidden.seats {
            own.presets.clear();
            own.rest.clear();
            own.rest_ends = false;
            own.running = None;
        }
    }

    /// The card that a seat discards first: one that a `discard` step names, else by the order `discard` (R58).
    fn first_to_discard(&self, seat: Seat) -> Option<HandName> {
        let own = self.hidden.own(seat)?;
        if let Some(name) = own.to_discard().find(|name| own.held(*name).is_some()) {
            return Some(name);
        }
        let value = |slot: &Slot| {
            let card = slot.as_ref().and_then(|card| self.table.cards.get(card.as_str()));
            card.map_or(0, |card| card.mana_value())
        };
        // The hand lies in the order in which it was drawn, and `max_by_key` gives the last of equals.
        let chosen = match own.orders.discard {
            DiscardOrder::Costly | DiscardOrder::Ask => own.hand.iter().max_by_key(|held| value(&held.card)),
            DiscardOrder::Cheap => own.hand.iter().max_by_key(|held| std::cmp::Reverse(value(&held.card))),
            DiscardOrder::Newest => own.hand.last(),
        };
        chosen.map(|held| held.name)
    }

    /// A seat discards so many cards: these first, then by its `discard` step and its order.
    pub(crate) fn discard_some(&mut self, seat: Seat, number: u16, chosen: &[HandName]) {
        let mut chosen = chosen.iter().copied();
        for _ in 0..number {
            let named = chosen.find(|name| self.hidden.own(seat).is_some_and(|own| own.held(*name).is_some()));
            let Some(name) = named.or_else(|| self.first_to_discard(seat)) else { return };
            self.discard(seat, name);
        }
    }

    /// A card goes from the hand to the graveyard.
    pub(crate) fn discard(&mut self, seat: Seat, name: HandName) {
        let Some(own) = self.own_mut(seat) else { return };
        let Some(at) = own.hand.iter().position(|held| held.name == name) else { return };
        let card = own.hand.remove(at).card;
        if let Some(card) = card {
            let called = self.table.name_of(&card);
            self.note(Event::Discarded { seat, card: called });
            self.bury(seat, card);
            self.happened(Happened::Discards(seat));
        }
    }
}
