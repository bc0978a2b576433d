//! Scripts of the active player (P2, P3, P23).

use crate::game::Illegal;
use crate::magic::chairs::chair_of;
use crate::magic::notation::{Act, CreatureName, Last, Script, Step, Surprise, Thing};
use crate::magic::state::{Event, Table, World, refuse};
use crate::seat::Seat;

/// True if a step is a preset, which is told only when it acts (P17).
fn is_preset(step: &Step) -> bool {
    match step {
        Step::Divide(_) | Step::Retreat(_) | Step::Trick { .. } | Step::Discard(_) => true,
        Step::Act(_) | Step::Move(_) | Step::Choose(_) => false,
    }
}

impl Script {
    /// True if it holds choices alone, so that the rest of the script before stays (P3).
    fn keeps_rest(&self) -> bool {
        self.last != Some(Last::End) && self.steps.iter().all(|step| matches!(step, Step::Choose(_)))
    }

    /// True if it holds presets alone, so that it counts as orders (P17).
    pub(crate) fn is_presets(&self) -> bool {
        self.last.is_none() && self.steps.iter().all(is_preset)
    }
}

impl Table {
    /// Refuses a text of a turn that is not this seat's.
    pub(crate) fn check_turn(&self, by: Seat) -> Result<(), Illegal> {
        match self.active() {
            Some(active) if active == by => Ok(()),
            Some(active) => {
                let name = chair_of(active).name;
                refuse("not-awaited", format!("It is the turn of {name}; you may send orders."))
            }
            None => refuse("wrong-phase", "Turns begin when decks are chosen and lands are selected."),
        }
    }
}

impl World<'_> {
    /// Takes over a script of the active player: tries it on a view, begins it on the position.
    pub(crate) fn take_script(&mut self, by: Seat, script: &Script) -> Result<(), Illegal> {
        if self.is_real() {
            self.begin_script(by, script);
            return Ok(());
        }
        self.try_script(by, script)
    }

    /// Tries a script on the sender's view: every step has to be legal as if no player responded or blocked (P23).
    fn try_script(&mut self, by: Seat, script: &Script) -> Result<(), Illegal> {
        self.table.check_turn(by)?;
        let before = self.hidden.own(by).map(|own| own.presets.clone());
        self.check_continue(by, script)?;
        let kept = self.hidden.own(by).map(|own| own.rest.clone()).filter(|_| script.keeps_rest());
        self.try_steps(by, &script.steps)?;
        if self.is_over() {
            return Ok(());
        }
        if let Some(own) = self.own_mut(by) {
            own.rest = kept.unwrap_or_default();
        }
        if script.is_presets() && self.hidden.own(by).map(|own| own.presets.clone()) == before {
            return refuse("same-orders", "These presets stand already.");
        }
        Ok(())
    }

    /// Tries steps, each of which has to be legal after those before.
    pub(crate) fn try_steps(&mut self, by: Seat, steps: &[Step]) -> Result<(), Illegal> {
        let mut next = 0;
        while let Some(step) = steps.get(next) {
            next += 1;
            let rest = steps.get(next..).unwrap_or_default();
            if let Some(own) = self.own_mut(by) {
                // A step that opens a choice takes the `choose` steps behind it.
                own.rest = rest.to_vec();
            }
            let at = |part: usize, why: Illegal| Illegal { part: u16::try_from(part).ok(), ..why };
            self.step(by, step).map_err(|why| at(next, why))?;
            let done = steps.len().saturating_sub(self.hidden.own(by).map_or(0, |own| own.rest.len()));
            if let Some((further, why)) = self.misfit.take() {
                return Err(at(done + further + 1, why));
            }
            if self.is_over() {
                // Nothing more happens after the end (R18).
                return Ok(());
            }
            next = done;
        }
        Ok(())
    }

    fn check_continue(&self, by: Seat, script: &Script) -> Result<(), Illegal> {
        if script.last != Some(Last::Continue) {
            return Ok(());
        }
        let rest = self.hidden.own(by).is_some_and(|own| !own.rest.is_empty() || own.rest_ends);
        if script.keeps_rest() && rest {
            return Ok(());
        }
        let why = if rest { "Other steps drop the rest of your script." } else { "No part of a script is left." };
        refuse("nothing-to-continue", why)
    }

    /// Goes on after a script was tried: the rest of a stopped one, then the end of the turn (P5).
    pub(crate) fn foresee(&mut self, by: Seat, script: &Script) {
        if script.last == Some(Last::Continue) {
            if let Some(own) = self.own_mut(by) {
                own.running = Some(Surprise::Continue);
            }
        } else if script.last == Some(Last::End) && !self.is_over() {
            self.end_turn(by);
        }
        self.progress();
    }

    /// Takes a script over on the position; it is carried out as the match goes on (P2, P3).
    fn begin_script(&mut self, by: Seat, script: &Script) {
        if let Some(turn) = self.table.turn_mut() {
            turn.midway |= !script.is_presets();
            turn.surprised = false;
        }
        if script.is_presets() {
            for step in &script.steps {
                drop(self.step(by, step));
            }
            return self.note(Event::Ordered { seat: by });
        }
        let mut steps = script.steps.clone();
        if self.table.question.is_some() && !steps.is_empty() {
            // The first step makes the open choice; it is legal, as the text was tried.
            drop(self.step(by, &steps.remove(0)));
        }
        let Some(own) = self.own_mut(by) else { return };
        if script.keeps_rest() {
            own.rest.splice(..0, steps);
            // A step that is still impossible is skipped: its player is not asked about it twice.
            own.running = script.last.map(|_| Surprise::Continue);
        } else {
            own.rest = steps;
            own.rest_ends = script.last == Some(Last::End);
            own.running = Some(own.orders.surprise);
        }
    }

    /// Carries out the next step of the active player's script, or its `end`; false if it is done or stops. What has become
    /// impossible stops it, or is skipped, by the order `surprise`; so does what another player did (P3).
    pub(crate) fn advance_script(&mut self, by: Seat) -> bool {
        let Some(own) = self.hidden.own(by) else { return false };
        let (Some(mode), ends) = (own.running, own.rest_ends) else { return false };
        self.drop_from_group(by);
        let step = self.hidden.own(by).and_then(|own| own.rest.first()).cloned();
        let surprised = self.table.turn_mut().is_some_and(|turn| std::mem::take(&mut turn.surprised));
        if surprised && (step.is_some() || ends) {
            match mode {
                Surprise::Ask => return self.stop_script(by),
                Surprise::End => return self.end_by_surprise(by),
                Surprise::Continue => {}
            }
        }
        let Some(step) = step else {
            self.stop_script(by);
            if ends {
                if let Some(own) = self.own_mut(by) {
                    own.rest_ends = false;
                }
                self.end_turn(by);
            }
            return ends;
        };
        if let Err(why) = self.step(by, &step) {
            match mode {
                // Being blocked is no surprise.
                _ if why.code == "was-blocked" => {}
                Surprise::Ask => return self.stop_script(by),
                Surprise::Continue => {}
                Surprise::End => return self.end_by_surprise(by),
            }
            self.note(Event::Skipped { seat: by, step: step.to_string() });
        }
        let interrupted = self.interrupted.take();
        if let Some(own) = self.own_mut(by) {
            own.rest.drain(..1.min(own.rest.len()));
            if let Some(way) = interrupted {
                own.rest.insert(0, Step::Move(way));
            }
        }
        true
    }

    /// Of a way that goes on after a passage, those who died or changed their controller drop out (R39).
    fn drop_from_group(&mut self, by: Seat) {
        let table = &self.table;
        let Some(own) = self.hidden.seats.get_mut(by.index()) else { return };
        if let Some(Step::Move(way)) = own.rest.first_mut() {
            let there = |name: &CreatureName| table.controller(Thing::Creature(*name)) == Some(by);
            if way.group.iter().any(there) {
                way.group.retain(there);
            }
        }
    }

    /// The script waits for its owner.
    fn stop_script(&mut self, by: Seat) -> bool {
        if let Some(own) = self.own_mut(by) {
            own.running = None;
        }
        false
    }

    /// The rest of the script is dropped, and the turn goes to its end.
    fn end_by_surprise(&mut self, by: Seat) -> bool {
        self.drop_script(by);
        self.end_turn(by);
        true
    }

    /// Drops the rest of a script.
    pub(crate) fn drop_script(&mut self, by: Seat) {
        if let Some(own) = self.own_mut(by) {
            own.rest.clear();
            own.rest_ends = false;
            own.running = None;
        }
    }

    /// Casts a card or uses an ability. A refusal changes nothing.
    pub(crate) fn act(&mut self, by: Seat, act: &Act) -> Result<(), Illegal> {
        match act {
            Act::Cast(cast) => self.cast(by, cast),
            Act::Use(used) => self.use_ability(by, used),
        }
    }

    /// Carries out one step. A refusal changes nothing.
    pub(crate) fn step(&mut self, by: Seat, step: &Step) -> Result<(), Illegal> {
        match step {
            Step::Act(act) => {
                self.act(by, act)?;
                if !self.is_real() && self.table.window.is_none() {
                    self.resolve_all();
                }
                Ok(())
            }
            Step::Move(way) => self.step_move(by, way),
            Step::Choose(choose) => self.choose(by, choose),
            Step::Trick { .. } | Step::Divide(_) | Step::Retreat(_) | Step::Discard(_) => self.preset(by, step),
        }
    }
}
