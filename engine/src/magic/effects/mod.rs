//! What texts do when they resolve: sentences, then their clauses one by one.

pub(super) mod asking;
mod clauses;
mod entering;
mod lasting;
mod objects;
pub(super) mod pieces;
mod players;

use self::asking::{Asking, Paused};
use self::pieces::Piece;
use super::cards::card::Card;
use super::cards::cost::{Amount, Bill, TapSome};
use super::cards::effect::{Clause, Clauses, Sentence};
use super::cards::noun::Thing as Named;
use super::casting::due::Due;
use super::notation::{Choose, Consent, Target, Thing};
use super::state::About;
use super::state::Object;
use super::state::Progress;
use super::state::Spot;
use super::state::World;
use super::values::candidates::things;
use super::values::speaker::Speaker;
use super::values::targeting::{Aim, Aimed};
use super::values::traits::Nature;
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
    /// X as it was paid, which holds again after a sentence that says otherwise.
    base_x: u16,
    /// The controller and the owner of `it`, as they were when it was named.
    its: Option<(Seat, Seat)>,
    /// `that player` of the event (C7).
    player: Option<Seat>,
    /// True if the object of the event left play in it, so that the text speaks of its card.
    left: bool,
    /// The legal targets of the rest of the text.
    aimed: Aimed,
}

impl Doing {
    /// Of an object that resolves, with its legal targets.
    pub(super) fn new(object: &Object, card: &Card, aim: &Aim<'_>, legal: Aimed) -> Doing {
        let speaker = aim.speaker.clone();
        let occasion = object.occasion.clone().unwrap_or_default();
        Doing {
            speaker,
            called: card.name.clone(),
            nature: aim.nature,
            x: object.x.unwrap_or(0),
            base_x: object.x.unwrap_or(0),
            its: occasion.its,
            player: occasion.player,
            left: occasion.left,
            aimed: legal,
        }
    }

    /// The same where a part of the text is done.
    pub(super) fn at(mut self, progress: Progress) -> Doing {
        let Progress { x, it, its, aimed } = progress;
        self.speaker.it = it;
        Doing { x, its, aimed: aimed.into(), ..self }
    }

    /// How far it has come.
    pub(super) fn progress(self) -> Progress {
        Progress { x: self.x, it: self.speaker.it, its: self.its, aimed: self.aimed.into() }
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
    /// Carries out what is left of the texts of an object that resolves. If it has to wait for a choice, the spot says where it
    /// goes on.
    pub(super) fn carry_out(&mut self, pieces: &[Piece<'_>], spot: &mut Spot, doing: &mut Doing) -> Result<(), Paused> {
        let x = doing.base_x;
        while let Some(piece) = pieces.get(usize::from(spot.piece)) {
            let clauses = piece.clauses();
            if spot.clause.is_none() {
                if self.is_done(*piece, doing)? {
                    doing.x = clauses.x.as_ref().map_or(x, |measure| self.table.measure(measure, &doing.speaker, x));
                    spot.clause = Some(0);
                } else {
                    // What is not done takes its targets along.
                    for _ in clauses.targets() {
                        doing.next_targets();
                    }
                }
            }
            // Clauses are carried out in their order; checks come after the whole of them (R65).
            while let Some(at) = spot.clause
                && let Some(clause) = clauses.clauses.get(usize::from(at))
            {
                let before = doing.clone();
                self.count_hands();
                if self.clause(clause, doing) == Err(Paused) {
                    *doing = before;
                    return Err(Paused);
                }
                self.leaving.clear();
                spot.clause = Some(at.saturating_add(1));
            }
            doing.x = x;
            *spot = Spot { piece: spot.piece.saturating_add(1), clause: None };
        }
        Ok(())
    }

    /// True if a part of a text is done, and not only allowed, offered at a price or bound to a test.
    fn is_done(&mut self, piece: Piece<'_>, doing: &Doing) -> Result<bool, Paused> {
        let Piece::Sentence(sentence) = piece else { return Ok(true) };
        let (you, this) = (doing.you(), doing.speaker.this);
        let mut asking = Asking::new(you);
        match sentence {
            Sentence::Do(_) => Ok(true),
            Sentence::May(clauses) => {
                let (agrees, _) = self.agrees(&mut asking, doing, clauses)?;
                self.take_choices(&asking);
                Ok(agrees)
            }
            Sentence::MayPay(bill, clauses) => {
                if !self.can_pay(doing, bill) {
                    return Ok(false);
                }
                let (agrees, was_asked) = self.agrees(&mut asking, doing, clauses)?;
                let pays = agrees && (was_asked || self.would_pay(&mut asking, you, this)?);
                self.settle_bill(asking, doing, bill, pays)
            }
            Sentence::Unless(bill, _) => {
                let pays = self.can_pay(doing, bill) && self.would_pay(&mut asking, you, this)?;
                Ok(!self.settle_bill(asking, doing, bill, pays)?)
            }
            Sentence::If(test, _) => Ok(self.table.holds(test, &doing.speaker, doing.x)),
        }
    }

    /// Whether the controller does what the text says that he may, by his choice or by his order `may` (C11), and whether he chose
    /// himself.
    fn agrees(&mut self, asking: &mut Asking, doing: &Doing, clauses: &Clauses) -> Result<(bool, bool), Paused> {
        let costs = clauses
            .clauses
            .iter()
            .any(|clause| matches!(clause, Clause::Sacrifice { .. } | Clause::SacrificeThis | Clause::Discard { .. }));
        let orders = self.hidden.own(doing.you()).map(|own| &own.orders);
        let this = doing.speaker.this;
        let said = orders.and_then(|orders| this.and_then(|this| orders.may_of.get(&this)).copied().or(orders.may));
        let asked = self.ask(asking, doing.you(), About::May, said == Some(Consent::Ask))?;
        let by_order = match said {
            Some(Consent::Yes) => true,
            Some(Consent::No) => false,
            Some(Consent::Ask) | None => !costs,
        };
        let was_asked = asked.is_some();
        Ok((asked.map_or(by_order, |choose| choose == Choose::Yes), was_asked))
    }

    /// Whether a seat pays what a text asks for, by its choice or by its order `pay` (C11, P27).
    fn would_pay(&mut self, asking: &mut Asking, seat: Seat, this: Option<Thing>) -> Result<bool, Paused> {
        let orders = self.hidden.own(seat).map(|own| &own.orders);
        let said = orders.map(|orders| this.and_then(|this| orders.pay_of.get(&this)).copied().unwrap_or(orders.pay));
        let asked = self.ask(asking, seat, About::Pay, said == Some(Consent::Ask))?;
        Ok(asked.map_or(said != Some(Consent::No), |choose| choose == Choose::Yes))
    }

    /// True if the controller can pay a bill. A player who cannot is not asked.
    fn can_pay(&self, doing: &Doing, bill: &Bill) -> bool {
        let you = doing.you();
        match bill {
            Bill::Mana(cost) => self.table.pay(you, Due::new(cost, doing.x), None, &[]).is_ok(),
            Bill::Sacrifice(article, noun) => !self.to_sacrifice(you, noun, *article, doing).is_empty(),
            Bill::Discard(amount) => {
                self.hidden.own(you).is_some_and(|own| own.hand.len() >= usize::from(doing.amount(*amount)))
            }
            Bill::TapSome(some) => self.to_tap(doing, some).len() >= usize::from(doing.amount(some.amount)),
        }
    }

    /// Pays a bill that can be paid, if its player does; returns whether he did.
    fn settle_bill(&mut self, mut asking: Asking, doing: &Doing, bill: &Bill, pays: bool) -> Result<bool, Paused> {
        let you = doing.you();
        let (mut cards, mut things) = (Vec::new(), Vec::new());
        match bill {
            Bill::Discard(amount) if pays => cards = self.ask_discard(&mut asking, you, doing.amount(*amount))?,
            Bill::Sacrifice(article, noun) if pays => {
                let fitting = self.to_sacrifice(you, noun, *article, doing);
                things.extend(self.ask_sacrifice(&mut asking, you, &fitting)?);
            }
            Bill::Mana(_) | Bill::Discard(_) | Bill::Sacrifice(..) | Bill::TapSome(_) => {}
        }
        self.take_choices(&asking);
        if !pays {
            return Ok(false);
        }
        match bill {
            Bill::Mana(cost) => return Ok(self.pay_mana(you, Due::new(cost, doing.x))),
            Bill::Sacrifice(..) => things.into_iter().for_each(|name| self.die(name)),
            Bill::Discard(amount) => self.discard_some(you, doing.amount(*amount), &cards),
            Bill::TapSome(some) => {
                let ready = self.to_tap(doing, some).into_iter().take(usize::from(doing.amount(some.amount)));
                ready.for_each(|name| self.set_tapped(&Target::Thing(name), true));
            }
        }
        Ok(true)
    }

    /// The untapped permanents of the controller that a bill can tap.
    fn to_tap(&self, doing: &Doing, some: &TapSome) -> Vec<Thing> {
        let fitting = things(self.table.all_fitting(&some.noun, &doing.speaker, doing.x)).into_iter();
        let is_ready = |name: &Thing| self.table.thing(*name).is_some_and(|it| it.seat == doing.you() && !it.tapped);
        fitting.filter(is_ready).collect()
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
        let followed = |target: Target| if doing.left { self.table.followed(target) } else { target };
        let targets: Vec<Target> = match thing {
            Named::This => this.map(Target::Thing).map(followed).into_iter().collect(),
            Named::It => doing.speaker.it.clone().map(followed).into_iter().collect(),
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
