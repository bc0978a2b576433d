//! How triggered abilities are put on the stack: in which order, with which targets (R67, P24).

use std::sync::Arc;

use crate::magic::cards::ability::Ability;
use crate::magic::cards::card::Card;
use crate::magic::cards::targets::Target as Slot;
use crate::magic::effects::Doing;
use crate::magic::effects::asking::{Asking, Paused};
use crate::magic::effects::pieces::Piece;
use crate::magic::notation::{Choose, Chosen, StackName, Target};
use crate::magic::state::{About, Event, Object, Origin, Spot, Table, Waiting, World};
use crate::magic::values::targeting::{Aim, Aimed};
use crate::seat::Seat;

impl Waiting {
    /// The ability as it is put on the stack, without targets.
    pub(super) fn object(&self, name: StackName, mode: Option<u16>) -> Object {
        Object {
            name,
            card: self.card.clone(),
            ability: Some(Origin { source: self.source, line: self.line }),
            occasion: Some(self.occasion.clone()),
            changes: Vec::new(),
            owner: self.seat,
            seat: self.seat,
            site: None,
            x: (self.x > 0).then_some(self.x),
            mode,
            on: Vec::new(),
        }
    }
}

impl Table {
    /// The ability whose targets or mode are chosen next.
    pub(crate) fn placed_next(&self) -> Option<&Waiting> {
        self.waiting.first()
    }

    /// The text of that ability, for people.
    pub(crate) fn placed_text(&self) -> Option<String> {
        let waiting = self.placed_next()?;
        Some(self.cards.get(waiting.card.as_str())?.line(waiting.line)?.to_string())
    }

    /// Looks at the targets that this ability asks for.
    pub(crate) fn with_placed<T>(&self, mode: Option<u16>, look: impl FnOnce(&Aim<'_>) -> T) -> Option<T> {
        let waiting = self.placed_next()?;
        let card = self.cards.get(waiting.card.as_str())?;
        Some(look(&self.aim_of(&waiting.object(StackName(0), mode), &card)))
    }

    /// Ways to name the targets, at most so many: the first ones by number, and as few as possible.
    pub(crate) fn ways_to_aim(&self, aim: &Aim<'_>, max: usize) -> Vec<Vec<Target>> {
        let mut ways = Vec::new();
        self.find_ways(aim, 0, &mut Vec::new(), max, &mut ways);
        ways
    }

    fn find_ways(&self, aim: &Aim<'_>, at: usize, on: &mut Vec<Target>, max: usize, ways: &mut Vec<Vec<Target>>) {
        if ways.len() >= max {
            return;
        }
        let Some(slot) = aim.slots.get(at) else {
            if self.aimed(aim, on).is_ok() {
                ways.push(on.clone());
            }
            return;
        };
        if let Slot::UpTo(..) = slot {
            self.find_ways(aim, at + 1, on, max, ways);
        }
        // Of damage that is divided, all on one.
        let number = if slot.is_repeated() { slot.bounds(aim.x).0 } else { 1 };
        for target in self.possible_targets(aim, *slot) {
            let before = on.len();
            on.extend(std::iter::repeat_n(target, number));
            self.find_ways(aim, at + 1, on, max, ways);
            on.truncate(before);
        }
    }

    /// The modes of a text that have legal targets.
    fn possible_modes(&self, waiting: &Waiting, card: &Card, modes: usize) -> Vec<u16> {
        let modes = 1..=u16::try_from(modes).unwrap_or(u16::MAX);
        let is_possible = |mode: &u16| {
            let aim = self.aim_of(&waiting.object(StackName(0), Some(*mode)), card);
            !self.ways_to_aim(&aim, 1).is_empty()
        };
        modes.filter(is_possible).collect()
    }

    /// Those of the active player first, then in turn order; a player's own by the numbers of the permanents (R67).
    fn sort_waiting(&mut self) {
        let order = self.in_turn_order();
        let place = |seat: Seat| order.iter().position(|other| *other == seat);
        self.waiting.sort_by_key(|waiting| (place(waiting.seat), waiting.source));
    }
}

impl World<'_> {
    /// Puts all abilities on the stack that wait for it; `Paused` if a player has to choose targets first.
    pub(crate) fn place_triggers(&mut self) -> Result<(), Paused> {
        self.table.sort_waiting();
        while let Some(waiting) = self.table.placed_next().cloned().filter(|_| !self.is_over()) {
            if self.place(&waiting) == Err(Paused) {
                self.table.aside = self.table.window.take();
                self.tell_question();
                return Err(Paused);
            }
        }
        Ok(())
    }

    fn place(&mut self, waiting: &Waiting) -> Result<(), Paused> {
        let cards = Arc::clone(&self.table.cards);
        let card = cards.get(waiting.card.as_str());
        let text = card.as_ref().and_then(|card| card.line(waiting.line)).and_then(Ability::text);
        let (Some(card), Some(text)) = (&card, text) else {
            self.table.waiting.remove(0);
            return Ok(());
        };
        let mut asking = Asking::new(waiting.seat);
        let mode = match text.modes() {
            None => None,
            Some(modes) => match self.ask_mode(&mut asking, waiting, card, modes)? {
                Some(mode) => Some(mode),
                None => return self.lose_trigger(waiting),
            },
        };
        let Ok(name) = self.table.free_on_stack() else { return self.lose_trigger(waiting) };
        let mut object = waiting.object(name, mode);
        let Some(on) = self.ask_targets(&mut asking, &object, card)? else { return self.lose_trigger(waiting) };
        self.take_choices(&asking);
        self.table.waiting.remove(0);
        let source = self.table.piece(waiting.source);
        self.note(Event::Triggered { seat: waiting.seat, source, object: name, on: on.clone() });
        object.on.clone_from(&on);
        self.table.stack.push(object);
        self.was_targeted(waiting.seat, &on);
        Ok(())
    }

    /// The mode of a triggered ability: the one that its controller chooses, of those that are possible (P24).
    fn ask_mode(
        &mut self,
        asking: &mut Asking,
        waiting: &Waiting,
        card: &Card,
        modes: usize,
    ) -> Result<Option<u16>, Paused> {
        let possible = self.table.possible_modes(waiting, card, modes);
        let chosen = match possible.len() {
            0 | 1 => None,
            _ => self.ask(asking, waiting.seat, About::Mode(possible.clone()), true)?,
        };
        let named = chosen.and_then(|choose| choose.mode()).filter(|mode| possible.contains(mode));
        Ok(named.or(possible.first().copied()))
    }

    /// The targets of a triggered ability; `None` if there are none that are legal.
    fn ask_targets(
        &mut self,
        asking: &mut Asking,
        object: &Object,
        card: &Card,
    ) -> Result<Option<Vec<Target>>, Paused> {
        let aim = self.table.aim_of(object, card);
        // A single possibility is not asked about (P24).
        let ways = self.table.ways_to_aim(&aim, 2);
        let chosen = match ways.len() {
            0 | 1 => None,
            _ => self.ask(asking, object.seat, About::Targets(object.mode), true)?,
        };
        let named = chosen.map(|choose| choose.targets()).filter(|on| self.table.aimed(&aim, on).is_ok());
        Ok(named.or(ways.into_iter().next()))
    }

    /// An ability without a legal target or mode, or without a free name (N1), is not put on the stack.
    fn lose_trigger(&mut self, waiting: &Waiting) -> Result<(), Paused> {
        self.table.waiting.remove(0);
        let called = self.table.called(waiting.source);
        self.note(Event::Lost { seat: waiting.seat, card: called });
        Ok(())
    }

    /// Carries out a text that uses no stack and asks for no choice.
    pub(super) fn do_at_once(&mut self, object: &Object, card: &Card) {
        let pieces: Vec<Piece<'_>> = object.pieces(card);
        let mut doing = Doing::new(object, card, &self.table.aim_of(object, card), Aimed::new());
        // Nothing in it asks for a choice.
        self.carry_out(&pieces, &mut Spot::default(), &mut doing).unwrap_or(());
    }
}

impl Choose {
    /// The number of a mode that it names (P24): it is written like a land.
    pub(crate) fn mode(&self) -> Option<u16> {
        if let [Chosen::Target(Target::Land(number))] = self.named() { Some(number.0) } else { None }
    }

    /// The targets that it names.
    pub(crate) fn targets(&self) -> Vec<Target> {
        let target = |chosen: &Chosen| match chosen {
            Chosen::Target(target) => Some(target.clone()),
            Chosen::Hand(_) | Chosen::Looked(_) => None,
        };
        self.named().iter().filter_map(target).collect()
    }
}
