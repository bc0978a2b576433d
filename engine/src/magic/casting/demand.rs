//! What a card or ability asks of the player who casts or uses it (R63, N7).

use super::due::Due;
use crate::game::Illegal;
use crate::magic::cards::Card;
use crate::magic::cards::ability::{Ability, Activated, Static};
use crate::magic::cards::cost::{Cost, Part, Payment};
use crate::magic::cards::effect::Text;
use crate::magic::cards::noun::Noun;
use crate::magic::cards::targets::Target as Slot;
use crate::magic::notation::Tail;
use crate::magic::state::{Table, refuse};
use crate::magic::values::speaker::Speaker;
use crate::magic::values::targeting::Aim;
use crate::magic::values::traits::Nature;
use crate::seat::Seat;

/// What is asked for, and the texts in which targets and modes stand.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Demand<'a> {
    /// The name of the card, for refusals.
    pub(crate) called: String,
    /// The mana; `None` for a card that cannot be cast (C3).
    pub(crate) cost: Option<Cost>,
    /// What rules in play add to the cost, or take off it.
    pub(crate) more: i32,
    /// True if the source is tapped as a part of the price.
    pub(crate) taps: bool,
    /// Everything else that is paid, in the order of the text.
    pub(crate) payments: Vec<&'a Payment>,
    /// What is done on resolution.
    pub(crate) texts: Vec<&'a Text>,
    /// What an aura may be on (C14).
    pub(crate) host: Option<&'a Noun>,
    /// The qualities of the spell, or of the source.
    pub(crate) nature: Nature,
}

impl<'a> Demand<'a> {
    /// Of a card that is cast.
    fn of_card(card: &'a Card) -> Demand<'a> {
        let additional =
            |ability: &'a Ability| if let Ability::AdditionalCost(cost) = ability { Some(cost) } else { None };
        Demand {
            called: card.name.clone(),
            cost: card.cost,
            more: 0,
            taps: false,
            payments: card.abilities.iter().filter_map(additional).flatten().collect(),
            texts: card.spells().collect(),
            host: card.enchants(),
            nature: Nature::of_card(card),
        }
    }

    /// Of an ability that is used.
    pub(crate) fn of_ability(called: String, ability: &'a Activated, nature: Nature) -> Demand<'a> {
        let (mut cost, mut taps, mut payments) = (Cost::default(), false, Vec::new());
        for part in &ability.price {
            match part {
                Part::Tap => taps = true,
                Part::Mana(part) => cost = *part,
                Part::Payment(payment) => payments.push(payment),
            }
        }
        Demand { called, cost: Some(cost), more: 0, taps, payments, texts: vec![&ability.text], host: None, nature }
    }

    /// The mana that is due with this X; `None` for a card that cannot be cast.
    pub(crate) fn due(&self, x: u16) -> Option<Due> {
        Some(Due::new(&self.cost?, x).with_more(self.more))
    }

    /// The number of modes; 0 if it has none.
    pub(crate) fn modes(&self) -> usize {
        self.texts.iter().filter_map(|text| text.modes()).max().unwrap_or(0)
    }

    /// What it targets, in the order of its text (C8).
    pub(crate) fn slots(&self, mode: Option<u16>) -> Vec<Slot<'a>> {
        let host = self.host.map(Slot::One);
        let mode = mode.map(usize::from);
        host.into_iter().chain(self.texts.iter().flat_map(|text| text.targets(mode))).collect()
    }

    /// What names its targets.
    pub(crate) fn aim(&self, speaker: Speaker, mode: Option<u16>, x: Option<u16>) -> Aim<'a> {
        Aim { speaker, nature: self.nature, slots: self.slots(mode), x: x.unwrap_or(0) }
    }

    /// The number of things that are given for it.
    pub(crate) fn given(&self, x: u16) -> usize {
        self.payments.iter().map(|payment| given_for(payment, x)).sum()
    }

    /// Refuses parts that it does not ask for, and wants those that it does (N7).
    pub(crate) fn check_parts(&self, tail: &Tail) -> Result<(), Illegal> {
        match (self.cost.is_some_and(|cost| cost.x), tail.x) {
            (true, None) => return refuse("wrong-parts", "The cost has an X; say how much it is, for example: x 2."),
            (false, Some(_)) => return refuse("wrong-parts", "The cost has no X; leave out `x`."),
            (true, Some(_)) | (false, None) => {}
        }
        let modes = self.modes();
        let is_mode = |mode: u16| (1..=modes).contains(&usize::from(mode));
        match tail.mode {
            Some(_) if modes == 0 => return refuse("wrong-parts", "It has no modes; leave out `mode`."),
            None if modes > 0 => {
                return refuse("wrong-parts", format!("Say which of its {modes} modes you want, for example: mode 1."));
            }
            Some(mode) if !is_mode(mode) => return refuse("wrong-parts", format!("Its modes are 1 to {modes}.")),
            Some(_) | None => {}
        }
        match (self.given(tail.x.unwrap_or(0)), tail.with.len()) {
            (wanted, named) if wanted == named => Ok(()),
            (0, _) => refuse("wrong-parts", "It asks for nothing but mana; leave out `with`."),
            (wanted, named) => {
                let why = format!("Its price asks for {wanted} things behind `with`, and {named} are named.");
                refuse("wrong-parts", why)
            }
        }
    }
}

impl Table {
    /// What a card asks of the player who casts it now, with what rules in play add to its cost or take off it.
    pub(crate) fn demand_of<'a>(&self, card: &'a Card, by: Seat) -> Demand<'a> {
        let more = self.rules().filter_map(|rule| {
            let Some(Static::Costs { noun, amount, less }) = rule.fixed() else { return None };
            let amount = i32::from(amount.number(rule.thing.x));
            let fits = self.fits_spell(noun, card, by, &rule.speaker(), rule.thing.x);
            fits.then_some(if *less { -amount } else { amount })
        });
        Demand { more: more.sum(), ..Demand::of_card(card) }
    }
}

/// The number of things that are named for a payment.
pub(crate) fn given_for(payment: &Payment, x: u16) -> usize {
    match payment {
        Payment::Sacrifice(..) => 1,
        Payment::Discard(amount) => usize::from(amount.number(x)),
        Payment::TapSome(some) => usize::from(some.amount.number(x)),
        Payment::SacrificeThis | Payment::Life(_) | Payment::Remove(_) | Payment::ReturnThis => 0,
    }
}
