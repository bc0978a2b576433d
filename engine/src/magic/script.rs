//! Scripts of the active player (P2, P3, P23).

use super::event::Event;
use super::notation::{Last, Script, Step, Surprise};
use super::table::Table;
use super::world::{World, refuse};
use crate::game::Illegal;
use crate::seat::Seat;

/// True if a step is a preset, which is told only when it acts (P17).
fn is_preset(step: &Step) -> bool {
    match step {
        Step::Divide(_) | Step::Retreat(_) | Step::Trick { .. } | Step::Discard(_) => true,
        Step::Act(_) | Step::Move(_) | Step::Choose(_) => false,
    }
}

impl Script {
    /// True if it holds presets alone, so that it counts as orders (P17).
    pub(super) fn is_presets(&self) -> bool {
        self.last.is_none() && self.steps.iter().all(is_preset)
    }
}

impl Table {
    /// Refuses a text of a turn that is not this seat's.
    pub(super) fn check_turn(&self, by: Seat) -> Result<(), Illegal> {
        match self.active() {
            Some(active) if active == by => Ok(()),
            Some(active) => {
                let name = super::chairs::chair_of(active).name;
                refuse("not-awaited", format!("It is the turn of {name}; you may send orders."))
            }
            None => refuse("wrong-phase", "Turns begin when decks are chosen and lands are selected."),
        }
    }
}

impl World<'_> {
    /// Tries a script on the sender's view: every step has to be legal as if no player responded or blocked (P23).
    pub(super) fn try_script(&mut self, by: Seat, script: &Script) -> Result<(), Illegal> {
        self.table.check_turn(by)?;
        let before = self.hidden.of(by).map(|own| own.presets.clone());
        self.check_continue(by, script)?;
        for (part, step) in (1..).zip(&script.steps) {
            self.step(by, step).map_err(|why| Illegal { part: Some(part), ..why })?;
            if self.is_over() {
                // Nothing more happens after the end (R18).
                return Ok(());
            }
        }
        if script.is_presets() && self.hidden.of(by).map(|own| own.presets.clone()) == before {
            return refuse("same-orders", "These presets stand already.");
        }
        Ok(())
    }

    fn check_continue(&self, by: Seat, script: &Script) -> Result<(), Illegal> {
        if script.last != Some(Last::Continue) {
            return Ok(());
        }
        let keeps = script.steps.iter().all(|step| matches!(step, Step::Choose(_)));
        let rest = self.hidden.of(by).is_some_and(|own| !own.rest.is_empty());
        if keeps && rest {
            return Ok(());
        }
        let why = if rest { "Other steps drop the rest of your script." } else { "No part of a script is left." };
        refuse("nothing-to-continue", why)
    }

    /// Goes on after a script was tried: the rest of a stopped one, then the end of the turn (P5).
    pub(super) fn foresee(&mut self, by: Seat, script: &Script) {
        if script.last == Some(Last::Continue) {
            self.run_rest(by, Surprise::Continue);
        } else if script.last == Some(Last::End) && !self.is_over() {
            self.end_turn(by);
        }
    }

    /// Carries out a script on the position. What has become impossible stops it, or is skipped, by the order `surprise` (P3).
    pub(super) fn run_script(&mut self, by: Seat, script: &Script) {
        if let Some(turn) = self.table.turn_mut() {
            turn.midway |= !script.is_presets();
        }
        let Some(own) = self.own_mut(by) else { return };
        let mut surprise = own.orders.surprise;
        if script.last == Some(Last::Continue) {
            // A step that is still impossible is skipped: its player is not asked about it twice.
            surprise = Surprise::Continue;
        } else if script.is_presets() {
            for step in &script.steps {
                drop(self.step(by, step));
            }
            return self.note(Event::Ordered { seat: by });
        } else {
            own.rest.clone_from(&script.steps);
            own.rest_ends = script.last == Some(Last::End);
        }
        self.run_rest(by, surprise);
    }

    /// Carries out the rest of a script.
    fn run_rest(&mut self, by: Seat, surprise: Surprise) {
        let number = self.table.turn().map(|turn| turn.number);
        while let Some(step) = self.hidden.of(by).and_then(|own| own.rest.first()).cloned() {
            let done = self.step(by, &step);
            if self.is_over() || self.table.turn().map(|turn| turn.number) != number {
                return;
            }
            if let Err(why) = done {
                match surprise {
                    // Being blocked is no surprise.
                    _ if why.code == "was-blocked" => {}
                    Surprise::Ask => return,
                    Surprise::Continue => {}
                    Surprise::End => {
                        if let Some(own) = self.own_mut(by) {
                            own.rest.clear();
                        }
                        return self.end_turn(by);
                    }
                }
                self.note(Event::Skipped { seat: by, step: step.to_string() });
            }
            if let Some(own) = self.own_mut(by) {
                own.rest.drain(..1.min(own.rest.len()));
            }
        }
        let ends = self.own_mut(by).is_some_and(|own| std::mem::take(&mut own.rest_ends));
        if ends {
            self.end_turn(by);
        }
    }

    /// Carries out one step. A refusal changes nothing.
    pub(super) fn step(&mut self, by: Seat, step: &Step) -> Result<(), Illegal> {
        match step {
            Step::Act(act) => self.step_act(by, act),
            Step::Move(way) => self.step_move(by, way),
            Step::Choose(_) => refuse("nothing-to-choose", "No choice is open."),
            Step::Trick { .. } => refuse("not-yet", "Tricks are not executed in this edition."),
            Step::Divide(_) | Step::Retreat(_) | Step::Discard(_) => self.preset(by, step),
        }
    }
}
