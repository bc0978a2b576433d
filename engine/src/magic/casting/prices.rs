//! How the price of a card or ability is paid: first what is given, then mana (R63).

use super::demand::{Demand, given_for};
use super::due::Payment;
use crate::game::Illegal;
use crate::magic::cards::cost::{Counters, Payment as Part, TapSome};
use crate::magic::cards::noun::{Article, Noun};
use crate::magic::notation::{Given, HandName, LandNumber, Source, Tail, Target, Thing};
use crate::magic::state::{Happened, World, refuse};
use crate::magic::values::speaker::Speaker;
use crate::seat::Seat;

impl World<'_> {
    /// Pays the whole price, at least one mana of it from the site, and returns what was tapped for mana. A refusal changes
    /// nothing.
    pub(crate) fn pay_price(
        &mut self,
        by: Seat,
        this: Option<Thing>,
        demand: &Demand<'_>,
        tail: &Tail,
        site: Option<LandNumber>,
    ) -> Result<Vec<Source>, Illegal> {
        let x = tail.x.unwrap_or(0);
        let Some(due) = demand.due(x) else {
            return refuse("cannot-pay", format!("{} has no cost and cannot be cast.", demand.called));
        };
        if demand.payments.iter().any(|payment| matches!(payment, Part::Life(_))) {
            return refuse("cannot-pay-life", "There is no life in this game, so none can be paid.");
        }
        let before = (self.table.clone(), self.hidden.clone(), self.events.len());
        let mut paid = self.give_all(by, this, demand, tail);
        if let (Some(this), true) = (this, demand.taps) {
            // What is tapped as its own price pays nothing besides.
            self.turn_to(Source::Thing(this), true);
        }
        if paid.is_ok() {
            paid = self.table.pay(by, due, site, &tail.pay).map(|payment| {
                self.settle_payment(by, &payment);
                payment.taps
            });
        }
        if paid.is_err() {
            let (table, hidden, events) = before;
            self.table = table;
            self.hidden = hidden;
            self.events.truncate(events);
            self.leaving.clear();
        }
        paid
    }

    /// Taps what pays and empties the pool by what was spent.
    pub(crate) fn settle_payment(&mut self, by: Seat, payment: &Payment) {
        if let Some(side) = self.table.side_mut(by) {
            side.pool = payment.pool;
        }
        for source in &payment.taps {
            self.turn_to(*source, true);
            self.happened(Happened::TappedForMana(*source));
        }
    }

    /// Gives all that is not mana, in the order of the text; returns nothing that was tapped for mana.
    fn give_all(
        &mut self,
        by: Seat,
        this: Option<Thing>,
        demand: &Demand<'_>,
        tail: &Tail,
    ) -> Result<Vec<Source>, Illegal> {
        let x = tail.x.unwrap_or(0);
        let speaker = Speaker { you: by, this, it: None };
        let mut rest = tail.with.as_slice();
        for payment in &demand.payments {
            let (given, others) = rest.split_at_checked(given_for(payment, x)).unwrap_or((rest, &[]));
            rest = others;
            match payment {
                Part::SacrificeThis => this.into_iter().for_each(|this| self.die(this)),
                Part::ReturnThis => this.into_iter().for_each(|this| self.return_thing(this)),
                Part::Remove(counters) => self.remove_own_counters(this, counters, x)?,
                Part::Sacrifice(article, noun) => self.sacrifice_given(&speaker, *article, noun, given, x)?,
                Part::Discard(_) => self.discard_given(by, given)?,
                Part::TapSome(some) => self.tap_given(&speaker, some, given, x)?,
                Part::Life(_) => {}
            }
        }
        Ok(Vec::new())
    }

    fn remove_own_counters(&mut self, this: Option<Thing>, counters: &Counters, x: u16) -> Result<(), Illegal> {
        let number = counters.amount.number(x);
        let taken = this.is_some_and(|this| self.table.take_counters(this, &counters.mark, number) == number);
        if taken { Ok(()) } else { refuse("cannot-pay", format!("It has fewer than {number} such counters.")) }
    }

    /// A permanent of the payer's that was given, if it is what is asked for.
    fn given_thing(&self, speaker: &Speaker, noun: &Noun, given: Option<&Given>, x: u16) -> Result<Thing, Illegal> {
        let Some(Given::Thing(name)) = given.copied() else {
            return refuse("wrong-parts", format!("Name a {noun} of yours behind `with`, for example: with c4."));
        };
        let Some(thing) = self.table.thing(name) else {
            return refuse("no-such-object", format!("There is no {name} in play."));
        };
        if thing.seat != speaker.you {
            return refuse("not-yours", format!("{name} is not yours."));
        }
        if !self.table.fits(noun, &Target::Thing(name), speaker, x) {
            return refuse("cannot-pay", format!("{name} is no {noun}."));
        }
        Ok(name)
    }

    fn sacrifice_given(
        &mut self,
        speaker: &Speaker,
        article: Article,
        noun: &Noun,
        given: &[Given],
        x: u16,
    ) -> Result<(), Illegal> {
        let name = self.given_thing(speaker, noun, given.first(), x)?;
        if article == Article::Another && speaker.this == Some(name) {
            return refuse("cannot-pay", format!("{name} has the ability itself; name another one."));
        }
        self.die(name);
        Ok(())
    }

    fn tap_given(&mut self, speaker: &Speaker, some: &TapSome, given: &[Given], x: u16) -> Result<(), Illegal> {
        for one in given {
            let name = self.given_thing(speaker, &some.noun, Some(one), x)?;
            if !self.turn_to(Source::Thing(name), true) {
                return refuse("cannot-pay", format!("{name} is tapped."));
            }
        }
        Ok(())
    }

    fn discard_given(&mut self, by: Seat, given: &[Given]) -> Result<(), Illegal> {
        let cards: Option<Vec<HandName>> =
            given.iter().map(|one| if let Given::Hand(card) = one { Some(*card) } else { None }).collect();
        let Some(cards) = cards else {
            return refuse("wrong-parts", "Name cards of your hand behind `with`, for example: with h2.");
        };
        for card in cards {
            if self.hidden.own(by).is_none_or(|own| own.held(card).is_none()) {
                return refuse("not-in-hand", format!("There is no card {card} in your hand to discard."));
            }
            self.discard(by, card);
        }
        Ok(())
    }
}
