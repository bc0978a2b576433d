//! One clause: the effect that its words name.

use super::super::cards::cost::{Counters, Mark};
use super::super::cards::effect::{Clause, Duration, LibraryEnd, Toward};
use super::super::cards::noun::{Hit, Source, Thing as Named, Who, Whose};
use super::super::notation::{Target, Thing};
use super::Doing;
use super::asking::Paused;
use crate::magic::state::{Event, Happened, How, Mana, Table, Until, World};
use crate::magic::values::traits::Nature;
use crate::seat::Seat;

/// What deals damage.
struct Dealer {
    /// What it is called, for the story.
    called: String,
    /// Its qualities.
    nature: Nature,
    /// The permanent, if it is one in play.
    thing: Option<Thing>,
}

impl World<'_> {
    /// Carries out a clause; `Paused`, and nothing is done, if a player has to choose first.
    pub(super) fn clause(&mut self, clause: &Clause, doing: &mut Doing) -> Result<(), Paused> {
        let (x, you) = (doing.x, doing.you());
        match clause {
            Clause::Deals { source, amount, hit } => self.deal_damage(source, hit, doing, |_, _| amount.number(x)),
            Clause::DealsEqual { source, hit, measure } => {
                self.deal_damage(source, hit, doing, |table, doing| table.measure(measure, &doing.speaker, doing.x));
            }
            Clause::Divides { source, .. } => self.divide_damage(source, doing),
            Clause::Carry { thing, .. } => self.carry_each(thing, doing),
            Clause::Counter { thing, unless } => {
                let targets = self.named(thing, doing);
                self.counter_all(&targets, *unless, doing)?;
            }
            Clause::Modify { thing, changes, duration } => {
                self.lasting(thing, *duration, doing, |world, target, until| world.modify(target, changes, until, x));
            }
            Clause::GainControl { thing, duration } => {
                self.lasting(thing, *duration, doing, |world, target, until| world.gain_control(target, until, you));
            }
            Clause::PreventAllBattle => self.make_peace(),
            Clause::Add { who, mana } => {
                let given = mana.0.first().map(|manas| Mana::of_text(manas, x)).unwrap_or_default();
                self.seats_of(*who, doing).into_iter().for_each(|seat| self.add_to_pool(seat, given));
            }
            Clause::Draw { who, amount } => {
                self.seats_of(*who, doing).into_iter().for_each(|seat| self.draw(seat, amount.number(x)));
            }
            Clause::Discard { who, amount, at_random } => {
                let seats = self.seats_of(*who, doing);
                self.discard_each(&seats, amount.number(x), *at_random, doing)?;
            }
            Clause::Sacrifice { who, article, noun } => {
                let seats = self.seats_of(*who, doing);
                self.sacrifice_each(&seats, noun, *article, doing)?;
            }
            Clause::SacrificeThis => doing.speaker.this.into_iter().for_each(|this| self.die(this)),
            Clause::Shuffle => self.shuffle(you),
            Clause::Mill { amount, whose } => {
                self.seats_of(owners(*whose), doing).into_iter().for_each(|seat| self.mill(seat, amount.number(x)));
            }
            // There is no life (R13); a target stands for nothing.
            Clause::GainLife { who, .. } | Clause::LoseLife { who, .. } => drop(self.seats_of(*who, doing)),
            Clause::PutIntoPlay(thing) => self.named(thing, doing).iter().for_each(|card| self.put_card(card, doing)),
            Clause::Create(creation) => self.create(creation, doing),
            Clause::Look { top, take } => self.look(top.number(x), take.number(x), doing)?,
            Clause::Search { noun, into, .. } => self.search(noun, *into, doing)?,
            Clause::Destroy { thing, regenerates } => {
                self.each(thing, doing, |world, target| world.destroy_target(target, *regenerates));
            }
            Clause::Regenerate(thing) => self.each(thing, doing, Self::shield),
            Clause::Exile(thing) => self.each(thing, doing, Self::exile),
            Clause::Tap(thing) => self.each(thing, doing, |world, target| world.set_tapped(target, true)),
            Clause::Untap(thing) => self.each(thing, doing, |world, target| world.set_tapped(target, false)),
            Clause::Animate(thing) => self.each(thing, doing, Self::animate),
            Clause::Return(thing) => self.each(thing, doing, Self::return_target),
            Clause::PutOnLibrary { thing, end } => {
                self.each(thing, doing, |world, target| world.put_on_library(target, *end == LibraryEnd::Top));
            }
            Clause::PreventNext { thing, amount } => {
                self.each(thing, doing, |world, target| world.prevent(target, amount.number(x)));
            }
            Clause::PreventBattle { thing, toward } => {
                self.each(thing, doing, |world, target| world.prevent_battle(target, *toward == Toward::To));
            }
            Clause::PutCounters(counters, thing) => self.each_counters(counters, thing, doing, Self::put_counters),
            Clause::RemoveCounters(counters, thing) => {
                self.each_counters(counters, thing, doing, Self::remove_counters);
            }
        }
        Ok(())
    }

    /// Does something that lasts to each of the objects that a clause names.
    fn lasting(
        &mut self,
        thing: &Named,
        duration: Option<Duration>,
        doing: &mut Doing,
        change: impl Fn(&mut Self, &Target, Until),
    ) {
        let targets = self.named(thing, doing);
        if let Some(until) = self.until(duration, doing) {
            targets.iter().for_each(|target| change(self, target, until));
        }
    }

    /// How long a change lasts; `None` if it ends as it begins, as its controller does not control the source any more.
    fn until(&self, duration: Option<Duration>, doing: &Doing) -> Option<Until> {
        let you = doing.you();
        match duration {
            Some(Duration::ThisTurn) => Some(Until::EndOfTurn),
            Some(Duration::UntilYourNextTurn) => Some(Until::TurnOf(you)),
            Some(Duration::WhileYouControlThis) => {
                let source = doing.speaker.this.filter(|this| self.table.controller(*this) == Some(you))?;
                Some(Until::While(source, you))
            }
            None => Some(Until::Ever),
        }
    }

    /// Does something to each of the objects that a clause names.
    fn each(&mut self, thing: &Named, doing: &mut Doing, act: impl Fn(&mut Self, &Target)) {
        self.named(thing, doing).iter().for_each(|target| act(self, target));
    }

    fn each_counters(
        &mut self,
        counters: &Counters,
        thing: &Named,
        doing: &mut Doing,
        act: impl Fn(&mut Self, &Target, &Mark, u16),
    ) {
        let number = doing.amount(counters.amount);
        self.each(thing, doing, |world, target| act(world, target, &counters.mark, number));
    }

    fn remove_counters(&mut self, target: &Target, mark: &Mark, number: u16) {
        if let Target::Thing(name) = target {
            self.table.take_counters(*name, mark, number);
        }
    }

    /// What deals damage.
    fn dealer(&self, source: &Source, doing: &mut Doing) -> Dealer {
        let by = match source {
            Source::This => {
                let thing = doing.speaker.this.filter(|this| self.table.thing(*this).is_some());
                return Dealer { called: doing.called.clone(), nature: doing.nature, thing };
            }
            Source::It => doing.speaker.it.clone(),
            Source::EnchantedCreature => self.table.host_of(&doing.speaker),
            Source::Target(_) => {
                let targets = doing.next_targets();
                self.name_it(&targets, doing);
                targets.last().cloned()
            }
        };
        match by {
            Some(Target::Thing(name)) if self.table.thing(name).is_some() => {
                let called = format!("{name} {}", self.table.called(name));
                Dealer { called, nature: self.table.nature_of(name), thing: Some(name) }
            }
            Some(_) | None => Dealer { called: doing.called.clone(), nature: doing.nature, thing: None },
        }
    }

    /// Deals damage, so much as is worked out once its source is named; damage to players does nothing (R13).
    fn deal_damage(&mut self, source: &Source, hit: &Hit, doing: &mut Doing, amount: impl Fn(&Table, &Doing) -> u16) {
        let by = self.dealer(source, doing);
        let amount = amount(&self.table, doing);
        let targets = match hit {
            Hit::Thing { thing, .. } => self.named(thing, doing),
            Hit::CreatureOrPlayer | Hit::TargetPlayer => {
                let targets = doing.next_targets();
                self.name_it(&targets, doing);
                targets
            }
            Hit::EachPlayer | Hit::EachOpponent => Vec::new(),
        };
        for target in targets {
            if let Target::Thing(name @ Thing::Creature(_)) = target {
                self.hurt(&by, name, amount);
            }
        }
    }

    /// Moves what a clause names to the land that is its last target (C27).
    fn carry_each(&mut self, thing: &Named, doing: &mut Doing) {
        let targets = self.named(thing, doing);
        if let [Target::Land(land)] = doing.next_targets().as_slice() {
            targets.iter().for_each(|target| self.carry(target, *land));
        }
    }

    /// Deals damage to each target as often as it was named (C28).
    fn divide_damage(&mut self, source: &Source, doing: &mut Doing) {
        let by = self.dealer(source, doing);
        let targets = doing.next_targets();
        self.name_it(&targets, doing);
        let mut shares: Vec<(Thing, u16)> = Vec::new();
        for target in targets {
            let Target::Thing(name @ Thing::Creature(_)) = target else { continue };
            match shares.iter_mut().find(|(other, _)| *other == name) {
                Some((_, share)) => *share = share.saturating_add(1),
                None => shares.push((name, 1)),
            }
        }
        shares.into_iter().for_each(|(name, share)| self.hurt(&by, name, share));
    }

    fn hurt(&mut self, by: &Dealer, name: Thing, amount: u16) {
        if self.table.traits_of(name).is_some_and(|it| it.is_protected_from(by.nature)) {
            return;
        }
        let Thing::Creature(creature) = name else { return };
        if self.table.prevents(by.thing, creature, false) {
            return;
        }
        let dealt = self.table.deal(creature, amount);
        if dealt > 0 {
            let to = self.table.piece(name);
            self.note(Event::Hurt { by: by.called.clone(), to, amount: dealt });
            self.happened(Happened::Hurt { name: creature, by: by.thing });
        }
    }

    /// The players that a clause speaks of: those of a list in turn order from the active player on.
    fn seats_of(&self, who: Who, doing: &mut Doing) -> Vec<Seat> {
        let you = doing.you();
        match who {
            Who::You => vec![you],
            Who::TargetPlayer => {
                let targets = doing.next_targets();
                targets
                    .iter()
                    .filter_map(|target| if let Target::Player(seat) = target { Some(*seat) } else { None })
                    .collect()
            }
            Who::EachPlayer => self.table.in_turn_order(),
            Who::EachOpponent => self.table.in_turn_order().into_iter().filter(|seat| *seat != you).collect(),
            Who::ItsController => doing.its.map(|(holder, _)| holder).into_iter().collect(),
            Who::ItsOwner => doing.its.map(|(_, owner)| owner).into_iter().collect(),
            Who::ThatPlayer => doing.player.filter(|seat| self.table.is_in(*seat)).into_iter().collect(),
        }
    }

    /// No battle damage is dealt this turn (R69).
    fn make_peace(&mut self) {
        if let Some(turn) = self.table.turn_mut() {
            turn.peace = true;
        }
        self.note(Event::Peace);
    }

    /// Mana is added to a player's pool (R64).
    pub(in super::super) fn add_to_pool(&mut self, seat: Seat, mana: Mana) {
        if let Some(side) = self.table.side_mut(seat) {
            side.pool = side.pool.plus(mana);
        }
        self.note(Event::Mana { seat, mana: mana.to_string() });
    }

    pub(in super::super) fn note_how(&mut self, target: &Target, how: How) {
        let what = self.table.mention(target);
        self.note(Event::Affected { what, how });
    }
}

fn owners(whose: Whose) -> Who {
    match whose {
        Whose::Your => Who::You,
        Whose::ItsControllers => Who::ItsController,
        Whose::TargetPlayers => Who::TargetPlayer,
        Whose::EachPlayers => Who::EachPlayer,
        Whose::EachOpponents => Who::EachOpponent,
    }
}
