//! What texts do when they resolve: sentences, then their clauses one by one.

mod clauses;
mod lasting;
mod objects;
mod players;

use super::candidates::Speaker;
use super::cards::card::Card;
use super::cards::cost::{Amount, Bill};
use super::cards::effect::{Clause, Clauses, Sentence, Text};
use super::cards::noun::Thing as Named;
use super::notation::{Consent, Target, Thing};
use super::payment::Due;
use super::table::Object;
use super::targeting::{Aim, Aimed, Nature};
use super::world::World;
use crate::seat::Seat;

/// A text while it is carried out.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Doing {
    /// Its controller, its source, and the object that it named last (C7).
    pub(super) speaker: Speaker,
    /// What the source is called.
    pub(super) called: String,
    /// The qualities of the source, from which objects may be protected.
    pub(super) nature: Nature,
    /// X (C9).
    pub(super) x: u16,
    /// The controller and the owner of `it`, as they were when it was named.
    its: Option<(Seat, Seat)>,
    /// The legal targets of the rest of the text.
    aimed: Aimed,
}

impl Doing {
    /// Of an object that resolves, with its legal targets.
    pub(super) fn of(object: &Object, card: &Card, aim: &Aim<'_>, legal: Aimed) -> Doing {
        let speaker = aim.speaker.clone();
        Doing {
            speaker,
            called: card.name.clone(),
            nature: aim.nature,
            x: object.x.unwrap_or(0),
            its: None,
            aimed: legal,
        }
    }

    /// The controller of the text.
    fn you(&self) -> Seat {
        self.speaker.you
    }

    /// The targets of the next `target` of the text.
    fn next_targets(&mut self) -> Vec<Target> {
        self.aimed.pop_front().unwrap_or_default()
    }

    fn amount(&self, amount: Amount) -> u16 {
        amount.number(self.x)
    }
}

impl World<'_> {
    /// Carries out a text of an object that resolves.
    pub(super) fn carry_out(&mut self, text: &Text, mode: Option<u16>, doing: &mut Doing) {
        match text {
            Text::ChooseOne(_) => {
                for clauses in text.parts(mode.map(usize::from)) {
                    self.clauses(clauses, doing);
                }
            }
            Text::Sentences(sentences) => {
                for sentence in sentences {
                    self.sentence(sentence, doing);
                }
            }
        }
    }

    fn sentence(&mut self, sentence: &Sentence, doing: &mut Doing) {
        let is_done = match sentence {
            Sentence::Do(_) => true,
            Sentence::May(clauses) => self.agrees(doing, clauses),
            Sentence::MayPay(bill, clauses) => self.agrees(doing, clauses) && self.pays(doing, bill),
            Sentence::Unless(bill, _) => !self.pays(doing, bill),
            Sentence::If(test, _) => self.holds(test, &doing.speaker, doing.x),
        };
        let clauses = sentence.effects();
        if is_done {
            return self.clauses(clauses, doing);
        }
        // What is not done takes its targets along.
        for _ in clauses.targets() {
            doing.next_targets();
        }
    }

    /// Carries out clauses in their order; checks come after the whole of them (R65).
    fn clauses(&mut self, clauses: &Clauses, doing: &mut Doing) {
        let x = doing.x;
        if let Some(measure) = &clauses.x {
            doing.x = self.measure(measure, &doing.speaker, x);
        }
        for clause in &clauses.clauses {
            self.clause(clause, doing);
        }
        doing.x = x;
    }

    /// True if the controller does what the text says that he may, by his order `may` (C11).
    fn agrees(&self, doing: &Doing, clauses: &Clauses) -> bool {
        let orders = self.hidden.of(doing.you()).map(|own| &own.orders);
        let costs = clauses
            .clauses
            .iter()
            .any(|clause| matches!(clause, Clause::Sacrifice { .. } | Clause::SacrificeThis | Clause::Discard { .. }));
        let this = doing.speaker.this;
        let said = orders.and_then(|orders| this.and_then(|this| orders.may_of.get(&this)).copied().or(orders.may));
        match said {
            Some(Consent::Yes) => true,
            Some(Consent::No) => false,
            Some(Consent::Ask) | None => !costs,
        }
    }

    /// True if the controller pays a bill, by his order `pay` and if he can (C11).
    fn pays(&mut self, doing: &mut Doing, bill: &Bill) -> bool {
        let you = doing.you();
        if !self.would_pay(you, doing.speaker.this) {
            return false;
        }
        match bill {
            Bill::Mana(cost) => self.pay_mana(you, Due::of(cost, doing.x)),
            Bill::Sacrifice(article, noun) => {
                let other = (*article == super::cards::noun::Article::Another).then_some(doing.speaker.this).flatten();
                self.sacrifice_one(you, noun, &doing.speaker, doing.x, other)
            }
            Bill::Discard(amount) => {
                let number = doing.amount(*amount);
                let enough = self.hidden.of(you).is_some_and(|own| own.hand.len() >= usize::from(number));
                if enough {
                    self.discard_some(you, number, false);
                }
                enough
            }
            Bill::TapSome(some) => {
                let number = usize::from(doing.amount(some.amount));
                let fitting = self.table.all_fitting(&some.noun, &doing.speaker, doing.x);
                let ready = fitting.into_iter().filter_map(|target| match target {
                    Target::Thing(name) => Some(name),
                    Target::Land(_) | Target::Stack(_) | Target::Player(_) | Target::Grave(..) => None,
                });
                let is_ready = |name: &Thing| self.table.thing(*name).is_some_and(|it| it.seat == you && !it.tapped);
                let ready: Vec<Thing> = ready.filter(is_ready).take(number).collect();
                let enough = ready.len() == number;
                if enough {
                    ready.into_iter().for_each(|name| self.set_tapped(&Target::Thing(name), true));
                }
                enough
            }
        }
    }

    /// True if the seat pays what a text asks for, by its order (C11, P27).
    fn would_pay(&self, seat: Seat, this: Option<Thing>) -> bool {
        let orders = self.hidden.of(seat).map(|own| &own.orders);
        let said = orders.map(|orders| this.and_then(|this| orders.pay_of.get(&this)).copied().unwrap_or(orders.pay));
        match said {
            Some(Consent::No) => false,
            // Asking is not possible yet, so the default holds.
            Some(Consent::Yes | Consent::Ask) | None => true,
        }
    }

    /// The automatic payer pays, if it can.
    pub(super) fn pay_mana(&mut self, seat: Seat, due: Due) -> bool {
        match self.table.pay(seat, due, None, &[]) {
            Ok(payment) => {
                self.settle_payment(seat, &payment);
                true
            }
            Err(_) => false,
        }
    }

    /// What a clause is about: objects, lands, objects on the stack, cards in graveyards.
    fn named(&self, thing: &Named, doing: &mut Doing) -> Vec<Target> {
        let this = doing.speaker.this;
        let targets = match thing {
            Named::This => this.map(Target::Thing).into_iter().collect(),
            Named::It => doing.speaker.it.clone().into_iter().collect(),
            Named::Enchanted(_) => self.table.host_of(&doing.speaker).into_iter().collect(),
            Named::Target(_) | Named::UpTo(..) => doing.next_targets(),
            Named::Each(noun) => return self.table.all_fitting(noun, &doing.speaker, doing.x),
        };
        self.name_it(&targets, doing);
        targets
    }

    /// An object was named, so that `it` is this one from here on (C7).
    fn name_it(&self, targets: &[Target], doing: &mut Doing) {
        if let Some(last) = targets.last() {
            doing.speaker.it = Some(last.clone());
            doing.its = self.table.controller_of(last).zip(self.table.owner_of(last)).or(doing.its);
        }
    }
}
