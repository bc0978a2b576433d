//! The stack: what is on it resolves last in, first out (R62).

use std::sync::Arc;

use crate::magic::cards::ability::Ability;
use crate::magic::cards::card::Card;
use crate::magic::cards::effect::{Clause, Text};
use crate::magic::cards::targets::Target as Slot;
use crate::magic::effects::Doing;
use crate::magic::effects::asking::Paused;
use crate::magic::effects::pieces::Piece;
use crate::magic::notation::{Target, Thing};
use crate::magic::state::{Event, Happened, MAX_RESOLUTIONS, Object, Place, Resolving, Spot, Table, World};
use crate::magic::values::speaker::Speaker;
use crate::magic::values::targeting::{Aim, Aimed};
use crate::magic::values::traits::Nature;
use crate::seat::{Seat, Seats};

impl Table {
    /// Looks at the part of a text about which a choice is open, and at the clause there, if it is about one.
    fn at_pause<T>(&self, look: impl FnOnce(Piece<'_>, Option<&Clause>) -> T) -> Option<T> {
        let Resolving { name, spot, .. } = self.resolving.as_ref()?;
        let object = self.object(*name)?;
        let card = self.cards.get(object.card.as_str())?;
        let piece = *object.pieces(&card).get(usize::from(spot.piece))?;
        let clause = spot.clause.and_then(|at| piece.clauses().clauses.get(usize::from(at)));
        Some(look(piece, clause))
    }

    /// The part of a text about which a choice is open: its clause, or its sentence.
    pub(crate) fn paused_text(&self) -> Option<String> {
        let words = self.at_pause(|piece, clause| match (clause, piece) {
            (Some(clause), _) => Some(clause.to_string()),
            (None, Piece::Sentence(sentence)) => Some(Text::Sentences(vec![sentence.clone()]).to_string()),
            (None, Piece::Mode(_)) => None,
        });
        words.flatten()
    }

    /// The clause about which a choice is open, if it is about a clause.
    pub(crate) fn paused_clause(&self) -> Option<Clause> {
        self.at_pause(|_, clause| clause.cloned()).flatten()
    }

    /// False for a triggered ability whose `if` does not hold any more (C4).
    fn is_still_true(&self, object: &Object, card: &Card, aim: &Aim<'_>) -> bool {
        let ability = object.ability.and_then(|origin| card.line(origin.line));
        let Some(Ability::Triggered(triggered)) = ability else { return true };
        triggered.condition.as_ref().is_none_or(|test| self.holds(test, &aim.speaker, aim.x))
    }

    /// What the object targets, as its text asks for it.
    pub(crate) fn aim_of<'a>(&self, object: &Object, card: &'a Card) -> Aim<'a> {
        let mode = object.mode.map(usize::from);
        let host = object.host(card).map(Slot::One);
        let slots = host.into_iter().chain(object.texts(card).into_iter().flat_map(|text| text.targets(mode)));
        let nature = match object.source() {
            Some(source) if self.thing(source).is_some() => self.nature_of(source),
            Some(_) => Nature::of_card(card),
            None => Nature { colours: object.colours(card), ..Nature::of_card(card) },
        };
        let mut speaker = Speaker { you: object.seat, this: object.source(), it: None };
        // An aura speaks of its host (C7).
        speaker.it = object.occasion.as_ref().map_or_else(|| self.host_of(&speaker), |occasion| occasion.it.clone());
        Aim { speaker, nature, slots: slots.collect(), x: object.x.unwrap_or(0) }
    }
}

/// The targets as they were assigned on announcement: the number of each `target` follows from the text alone.
fn assigned(table: &Table, aim: &Aim<'_>, on: &[Target]) -> Aimed {
    if let Ok(aimed) = table.aimed(aim, on) {
        return aimed;
    }
    // Some are illegal by now: the first ones of the text take one each, lists take the rest.
    let mut rest = on.iter().cloned();
    let singles: usize = aim.slots.iter().map(|slot| slot.bounds(aim.x).0).sum();
    let mut spare = on.len().saturating_sub(singles);
    let take = |slot: &Slot<'_>| match slot {
        Slot::UpTo(amount, _) => {
            let number = spare.min(usize::from(amount.number(aim.x)));
            spare -= number;
            number
        }
        Slot::One(_) | Slot::Divided(..) | Slot::CreatureOrPlayer | Slot::Player => slot.bounds(aim.x).0,
    };
    let numbers: Vec<usize> = aim.slots.iter().map(take).collect();
    numbers.into_iter().map(|number| rest.by_ref().take(number).collect()).collect()
}

impl World<'_> {
    /// A player put an object on the stack: another player's is a surprise for the active one (P3).
    pub(crate) fn was_put(&mut self, by: Seat, on: &[Target]) {
        if let Some(turn) = self.table.turn_mut() {
            turn.surprised |= turn.seat != by;
        }
        self.was_targeted(by, on);
    }

    /// These are the targets of an object that was put on the stack. Players who are newly targeted are asked again in the open
    /// window (P11).
    pub(crate) fn was_targeted(&mut self, by: Seat, on: &[Target]) {
        for target in on {
            match target {
                Target::Thing(name) => self.happened(Happened::Targeted(*name)),
                Target::Land(land) => self.happened(Happened::TargetedLand(*land)),
                Target::Stack(_) | Target::Player(_) | Target::Grave(..) => {}
            }
        }
        for seat in self.table.seats_in().iter().filter(|seat| *seat != by) {
            if on.iter().any(|target| self.table.is_of(seat, target))
                && let Some(own) = self.own_mut(seat)
            {
                own.finally = false;
            }
        }
    }

    /// Resolves all that is on the stack, as if no player responded (P23).
    pub(crate) fn resolve_all(&mut self) {
        while !self.is_over()
            && self.place_triggers() == Ok(())
            && !self.table.stack.is_empty()
            && self.resolve() == Ok(())
        {}
    }

    /// The top object of the stack resolves (R62); `Paused` if it waits for a choice.
    pub(crate) fn resolve(&mut self) -> Result<(), Paused> {
        let Some(object) = self.table.stack.pop() else { return Ok(()) };
        self.resolutions = self.resolutions.saturating_add(1);
        if self.resolutions > MAX_RESOLUTIONS {
            self.clear_stack();
            self.spend(&object);
            return Ok(());
        }
        let cards = Arc::clone(&self.table.cards);
        let Some(card) = cards.get(object.card.as_str()) else { return Ok(()) };
        let aim = self.table.aim_of(&object, &card);
        let aimed = assigned(&self.table, &aim, &object.on);
        if !self.table.is_still_true(&object, &card, &aim) {
            self.lose(&object);
            self.settle();
            return Ok(());
        }
        let Some(legal) = self.table.still_aimed(&aim, &aimed) else {
            self.lose(&object);
            self.settle();
            return Ok(());
        };
        if object.ability.is_none() && card.kind.is_permanent() {
            if self.come_into_play(&object, &card, legal.front()).is_none() {
                self.lose(&object);
            }
            self.settle();
            return Ok(());
        }
        let doing = Doing::new(&object, &card, &aim, legal);
        self.do_texts(object, &card, Spot::default(), doing)
    }

    /// Goes on with the object that waited for a choice.
    pub(crate) fn resume_resolving(&mut self) -> Result<(), Paused> {
        let Some(resolving) = self.table.resolving.take() else { return Ok(()) };
        resolving.decked.iter().for_each(|seat| self.decked.insert(seat));
        let object = self.table.stack.pop_if(|object| object.name == resolving.name);
        let cards = Arc::clone(&self.table.cards);
        let Some((object, card)) = object.and_then(|object| Some((object.clone(), cards.get(object.card.as_str())?)))
        else {
            // Its controller has left.
            self.settle();
            return Ok(());
        };
        let aim = self.table.aim_of(&object, &card);
        let doing = Doing::new(&object, &card, &aim, Aimed::new()).at(resolving.progress);
        self.do_texts(object, &card, resolving.spot, doing)
    }

    /// Carries out the texts of an object from this place on, and is done with it. If it has to wait for a choice, it stays on the
    /// stack.
    fn do_texts(&mut self, object: Object, card: &Card, mut spot: Spot, mut doing: Doing) -> Result<(), Paused> {
        if self.carry_out(&object.pieces(card), &mut spot, &mut doing) == Err(Paused) {
            self.table.resolving = Some(Resolving {
                name: object.name,
                spot,
                progress: doing.progress(),
                decked: std::mem::replace(&mut self.decked, Seats::NONE),
            });
            self.table.aside = self.table.window.take();
            self.table.stack.push(object);
            self.tell_question();
            return Err(Paused);
        }
        self.spend(&object);
        self.settle();
        Ok(())
    }

    /// Empties the stack; cards go to their owners' graveyards.
    pub(crate) fn clear_stack(&mut self) {
        self.table.resolving = None;
        self.table.waiting.clear();
        for object in std::mem::take(&mut self.table.stack) {
            self.spend(&object);
        }
    }

    /// A spell that is done goes to its owner's graveyard; an ability leaves nothing.
    pub(crate) fn spend(&mut self, object: &Object) {
        if object.ability.is_none() {
            self.bury(object.owner, object.card.clone());
        }
    }

    /// An object has no effect.
    fn lose(&mut self, object: &Object) {
        let called = self.table.name_of(&object.card);
        self.note(Event::Lost { seat: object.owner, card: called });
        self.spend(object);
    }

    /// A permanent enters, if its site is still a land of its controller with room (R24) and a name is free (N1); an aura on its
    /// host.
    fn come_into_play(&mut self, object: &Object, card: &Card, host: Option<&Vec<Target>>) -> Option<Thing> {
        let is_creature = card.kind.is_creature();
        let place = match object.site {
            Some(site) if is_creature => {
                let held = self.table.land(site).is_some_and(|it| !it.hole && it.seat == Some(object.seat));
                let room = held && self.table.check_space(object.seat, card, site).is_ok();
                room.then_some(Place::Land(site))?
            }
            None if is_creature => return None,
            Some(_) | None if card.enchants().is_some() => match host?.first()? {
                Target::Thing(name) => Place::Thing(*name),
                Target::Land(land) => Place::Land(*land),
                Target::Stack(_) | Target::Player(_) | Target::Grave(..) => return None,
            },
            Some(_) | None => Place::Nowhere,
        };
        self.put_into_play(card, object.owner, object.seat, place, Some(object))
    }
}
