//! Windows: pauses in which players may respond (P7-P14).

use super::able::Subject;
use crate::magic::chairs::is_named;
use crate::magic::notation::{StopPhase, Target, Thing};
use crate::magic::state::{Battle, Event, Phase, Table, Window, WindowKind, World};
use crate::magic::turns::awaited::asked;
use crate::seat::{Seat, Seats};

impl StopPhase {
    /// The window of this phase.
    const fn window(self) -> WindowKind {
        match self {
            StopPhase::Upkeep => WindowKind::Upkeep,
            StopPhase::Draw => WindowKind::Draw,
            StopPhase::End => WindowKind::End,
        }
    }
}

impl Table {
    /// The creatures and lands of the battles that are left.
    fn battle_subject(&self) -> Vec<Target> {
        let of = |battle: &Battle| {
            let creatures = battle.attackers.iter().chain(&battle.defenders).copied();
            let creatures: Vec<Target> = creatures.map(|name| Target::Thing(Thing::Creature(name))).collect();
            creatures.into_iter().chain([Target::Land(battle.land)]).collect::<Vec<_>>()
        };
        self.battles_left().flat_map(of).collect()
    }
}

impl World<'_> {
    /// True if the match waits for answers, or for a choice.
    pub(crate) fn is_waiting(&self) -> bool {
        self.table.question.is_some() || !asked(&self.table, &self.hidden).is_empty()
    }

    /// Opens a window. On a view no player responds, so it closes at once (P23).
    pub(crate) fn open_window(&mut self, kind: WindowKind, opener: Option<Seat>) {
        self.table.window = Some(Window { kind, round: 0, opener, again: Seats::NONE });
        for own in &mut self.hidden.seats {
            own.asked = false;
            own.answer = None;
            own.finally = false;
        }
        if kind == WindowKind::Battle {
            self.respond_to_attacks();
            self.play_tricks();
        }
        self.go_on_in_window();
    }

    /// Goes on in the open window: what was triggered is put on the stack, players are asked, and where no player acts the top
    /// object resolves, until the window waits for players or closes (P11).
    fn go_on_in_window(&mut self) {
        while self.table.window.is_some()
            && self.place_triggers() == Ok(())
            && !self.begin_round()
            && self.resolve_in_window()
        {}
    }

    /// No player acts: the top object resolves, or the window closes. True if the window goes on.
    fn resolve_in_window(&mut self) -> bool {
        if self.table.stack.is_empty() {
            self.close_window();
            return false;
        }
        self.resolve() == Ok(()) && self.has_subject()
    }

    /// After a resolution: true if the window still has a subject; if not, it closes, as that of battles when none is left (P11).
    fn has_subject(&mut self) -> bool {
        let Some(window) = self.table.window.filter(|_| !self.is_over()) else { return false };
        let is_done = self.table.stack.is_empty() && self.table.waiting.is_empty();
        let is_over = match window.kind {
            WindowKind::Stack => true,
            WindowKind::Battle => self.table.battles_left().next().is_none(),
            WindowKind::Passage | WindowKind::Upkeep | WindowKind::Draw | WindowKind::End => false,
        };
        if is_done && is_over {
            self.close_window();
        }
        !(is_done && is_over)
    }

    /// Goes on where a choice was awaited: with the object in the middle of its text, if any, then with the window.
    pub(crate) fn resume(&mut self) {
        self.table.window = self.table.aside.take();
        let goes_on = self.table.resolving.is_none() || self.resume_resolving() == Ok(()) && self.has_subject();
        if goes_on {
            self.go_on_in_window();
        }
    }

    fn close_window(&mut self) {
        self.table.window = None;
        self.end_passage();
    }

    /// All who were asked have answered: the answers are applied, then the window goes on (P10, P11).
    pub(crate) fn close_round(&mut self) {
        let acted = self.apply_answers();
        if self.is_over() || self.table.window.is_none() {
            return;
        }
        let blocks = self.table.passing.as_ref().is_some_and(|passing| !passing.blocks.is_empty());
        if !acted.is_done && acted.withdrawn.is_empty() && !blocks {
            self.note(Event::Passed);
        }
        if acted.is_done {
            self.respond_to_casts();
            self.play_tricks();
        }
        if let Some(window) = self.table.window.as_mut() {
            window.again = acted.withdrawn;
        }
        let goes_on = acted.is_done || !acted.withdrawn.is_empty();
        if goes_on || self.resolve_in_window() {
            self.go_on_in_window();
        }
    }

    /// Begins a round: asks those whose actions were withdrawn, and those who are concerned, able and not covered by an order
    /// (P7). False if that is no player, so that the window does not wait (P9).
    fn begin_round(&mut self) -> bool {
        if !self.is_real() {
            return false;
        }
        let Some(window) = self.table.window.as_mut() else { return false };
        window.round = window.round.saturating_add(1);
        let withdrawn = std::mem::replace(&mut window.again, Seats::NONE);
        let window = *window;
        let asked: Seats = self
            .table
            .seats_in()
            .iter()
            .filter(|seat| withdrawn.contains(*seat) || self.is_asked(window, *seat))
            .collect();
        for (seat, own) in (0..).map(Seat).zip(&mut self.hidden.seats) {
            own.asked = asked.contains(seat);
            own.answer = None;
        }
        if asked.is_empty() {
            return false;
        }
        if let Some(turn) = self.table.turn_mut() {
            // The active player gets the full clock and an email when it is his again (P28).
            turn.midway = false;
        }
        true
    }

    fn is_asked(&self, window: Window, seat: Seat) -> bool {
        let Some(own) = self.hidden.own(seat) else { return false };
        let opened = window.round == 1 && window.opener == Some(seat);
        let on_top = self.table.stack.last().is_some_and(|top| top.seat == seat);
        // No window waits for a player who has missed two turns (P21).
        if opened || on_top || own.finally || own.missed >= 2 {
            return false;
        }
        let by_window = match window.kind {
            WindowKind::Stack | WindowKind::Passage => None,
            WindowKind::Battle => {
                let subject = self.table.battle_subject();
                self.is_concerned_by_battles(seat).then_some(Subject::These(subject))
            }
            WindowKind::Upkeep | WindowKind::Draw | WindowKind::End => {
                self.wants_stop(window.kind, seat).then_some(Subject::Everything)
            }
        };
        let by_stack = self.concern_by_stack(seat);
        // To block is an action that is always legal for those who are asked in a passage.
        if window.kind == WindowKind::Passage && self.is_concerned_by_passage(seat) {
            return true;
        }
        by_window.into_iter().chain(by_stack).any(|subject| self.is_able(seat, &subject))
    }

    /// True if the seat wants to be asked in this phase of this turn (P17).
    fn wants_stop(&self, kind: WindowKind, seat: Seat) -> bool {
        let Some(active) = self.table.active() else { return false };
        let own = self.hidden.own(seat);
        own.is_some_and(|own| {
            own.orders.stops.iter().any(|(phase, whose)| {
                phase.window() == kind
                    && match whose {
                        None => seat == active,
                        Some(word) => is_named(word, active),
                    }
            })
        })
    }

    /// Opens the window of a phase for those who want to be asked there, if any.
    pub(crate) fn stop_in(&mut self, phase: Phase) {
        let kind = match phase {
            Phase::Upkeep => WindowKind::Upkeep,
            Phase::Draw => WindowKind::Draw,
            Phase::End => WindowKind::End,
            Phase::Untap | Phase::Summoning | Phase::Movement | Phase::Combat | Phase::Control | Phase::Discard => {
                return;
            }
        };
        self.open_window(kind, None);
    }
}
