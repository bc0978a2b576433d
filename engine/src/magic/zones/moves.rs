//! Cards and permanents on their way from one zone to another, and the end of the match.

use crate::magic::cards::CardId;
use crate::magic::cards::card::Card;
use crate::magic::notation::{CreatureName, PermanentName, Source, Thing};
use crate::magic::state::{Deckout, Ending, Event, Fate, Happened, MAX_NAMES, Object, Permanent, Place, Stage, World};
use crate::seat::Seat;

impl World<'_> {
    /// Ends the match.
    pub(crate) fn finish(&mut self, ending: Ending) {
        if self.is_over() {
            return;
        }
        let event = match ending {
            Ending::Majority(seat) => Event::Won { seat, lands: self.table.lands_held(seat) },
            Ending::Last(seat) => Event::Alone { seat },
            Ending::Together(seats) => Event::Together { seats },
            Ending::Rounds => Event::Rounds,
        };
        self.note(event);
        self.table.stage = Stage::Over(ending);
        self.table.question = None;
        self.table.resolving = None;
        self.table.aside = None;
        self.table.waiting.clear();
    }

    /// A seat draws cards; one that cannot goes out at the next check (R15).
    pub(crate) fn draw(&mut self, seat: Seat, number: u16) {
        let lose = self.table.options.deckout == Deckout::Lose;
        let mut cards = Vec::new();
        for _ in 0..number {
            let Some(own) = self.own_mut(seat) else { return };
            if own.library.is_empty() {
                if lose {
                    self.decked.insert(seat);
                }
                break;
            }
            let card = own.library.remove(0);
            own.add_to_hand(card.clone());
            cards.push(card);
            self.happened(Happened::Draws(seat));
        }
        let number = cards.len() as u16;
        if number > 0 {
            let cards = cards.into_iter().flatten().map(|card| self.table.name_of(&card)).collect();
            self.note(Event::Drew { seat, number, cards });
        }
    }

    /// Shuffles a library, if chance is to be had.
    pub(crate) fn shuffle(&mut self, seat: Seat) {
        let World { hidden, dice, .. } = self;
        if let (Some(own), Some(dice)) = (hidden.seats.get_mut(seat.index()), dice) {
            dice.shuffle(&mut own.library);
        }
    }

    /// Puts a permanent into play under the lowest free name (N1); `None` if there is none.
    fn enter(&mut self, mut permanent: Permanent, is_creature: bool) -> Option<Thing> {
        let name = self.free_thing(is_creature)?;
        permanent.age = self.table.next_age();
        let (seat, land) = (permanent.seat, permanent.land());
        match name {
            Thing::Creature(name) => drop(self.table.creatures.insert(name, permanent)),
            Thing::Permanent(name) => drop(self.table.permanents.insert(name, permanent)),
        }
        let piece = self.table.piece(name);
        self.note(Event::Entered { piece, seat, land });
        self.happened(Happened::Enters(name));
        Some(name)
    }

    /// Puts a card, or a token, into play (R24, R26); of a spell also its X and its changes.
    pub(crate) fn put_into_play(
        &mut self,
        card: &Card,
        owner: Seat,
        seat: Seat,
        place: Place,
        spell: Option<&Object>,
    ) -> Option<Thing> {
        let mut permanent = Permanent::new(card.id.clone(), owner, place);
        permanent.seat = seat;
        permanent.holder = seat;
        if let Some(spell) = spell {
            permanent.x = spell.x.unwrap_or(0);
            permanent.changes.clone_from(&spell.changes);
        }
        permanent.tapped = card.enters_tapped();
        permanent.enters_with(card);
        if let Place::Land(land) = place
            && card.takes_control()
        {
            // This acts once, as the aura enters (R52).
            self.give_land(land, seat);
        }
        self.enter(permanent, card.kind.is_creature())
    }

    /// The lowest free name of a creature or of another permanent (N1).
    pub(crate) fn free_thing(&self, is_creature: bool) -> Option<Thing> {
        let name = |number: u16| match is_creature {
            true => Thing::Creature(CreatureName(number)),
            false => Thing::Permanent(PermanentName(number)),
        };
        let free = |name: &Thing| self.table.thing(*name).is_none() && !self.table.gone.contains_key(name);
        (1..=MAX_NAMES).map(name).find(free)
    }

    /// Taps or untaps a land or permanent; false if it was so already, or is not there.
    pub(crate) fn turn_to(&mut self, source: Source, tapped: bool) -> bool {
        let state = match source {
            Source::Land(number) => self.table.land_mut(number).filter(|land| !land.hole).map(|land| &mut land.tapped),
            Source::Thing(name) => self.table.thing_mut(name).map(|thing| &mut thing.tapped),
        };
        let changed = state.is_some_and(|state| std::mem::replace(state, tapped) != tapped);
        if changed && tapped {
            self.happened(Happened::Tapped(source));
        }
        changed
    }

    /// Takes a permanent out of play, as it leaves it for any zone but the graveyard.
    pub(crate) fn leave_play(&mut self, name: Thing) -> Option<Permanent> {
        self.happened(Happened::Leaves { name, dies: false });
        let taken = self.take_out(name)?;
        self.leaving.push((name, taken.clone()));
        Some(taken)
    }

    /// Takes a permanent out of play, without triggers. Its name stays in use until the next turn (N1); orders about it end (P17).
    pub(crate) fn take_out(&mut self, name: Thing) -> Option<Permanent> {
        let known = self.table.thing(name).map(|thing| self.table.known_of(name, thing))?;
        let taken = match name {
            Thing::Creature(name) => self.table.creatures.remove(&name),
            Thing::Permanent(name) => self.table.permanents.remove(&name),
        }?;
        self.table.gone.insert(name, known);
        self.hidden.seats.iter_mut().for_each(|own| own.forget(name));
        Some(taken)
    }

    /// A permanent dies: it goes from play to its owner's graveyard (C6).
    pub(crate) fn die(&mut self, name: Thing) {
        let piece = self.table.piece(name);
        if self.table.thing(name).is_none() {
            return;
        }
        if self.table.is_exiled_instead(name) {
            return self.exile_thing(name);
        }
        self.happened(Happened::Leaves { name, dies: true });
        if let Some(dead) = self.take_out(name) {
            self.leaving.push((name, dead.clone()));
            self.note(Event::Died { piece });
            if !dead.is_token() {
                self.bury(dead.owner, dead.card);
            }
        }
    }

    /// Puts a card on its owner's graveyard; that of a seat that is out leaves the match (R17).
    pub(crate) fn bury(&mut self, owner: Seat, card: CardId) {
        if let Some(side) = self.table.side_mut(owner)
            && side.fate == Fate::In
        {
            side.grave.push(card);
        }
    }
}
