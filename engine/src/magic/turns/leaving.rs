//! Seats that leave the match, or let a turn lapse (R17, P21).

use crate::game::Leaving;
use crate::magic::notation::Surprise;
use crate::magic::state::{Decks, Event, Layout, Phase, Stage, Why, World};
use crate::seat::{Seat, Seats};

impl World<'_> {
    /// These seats leave for good, or let this turn lapse, all at once.
    pub(crate) fn leave(&mut self, seats: Seats, why: Leaving) {
        match why {
            Leaving::Resigned | Leaving::Forfeited => {
                let active = self.table.active();
                self.eliminate(seats, Why::from_leaving(why));
                self.go_on();
                if !self.is_over() && active.is_some_and(|active| !self.table.is_in(active)) {
                    self.abandon_turn();
                }
                self.progress();
            }
            Leaving::Lapsed => {
                for seat in seats.iter() {
                    if super::awaited::awaited(&self.table, &self.hidden).contains(seat) {
                        self.lapse(seat);
                    }
                }
                self.go_on();
                self.progress();
            }
        }
    }

    /// A clock ran out and the match goes on: a starter deck and empty lists in the set-up (P22), `end` in a turn (P21).
    fn lapse(&mut self, seat: Seat) {
        match self.table.stage {
            Stage::Decks { .. } => {
                let wants_lists = self.table.wants_lists();
                let dealt = self.table.options.decks == Decks::Dealt;
                let starter = self.table.cards.starter(seat.0).1;
                if let Some(own) = self.own_mut(seat) {
                    if own.deck.is_empty() && !dealt {
                        own.deck = starter;
                    }
                    if wants_lists {
                        own.lay.get_or_insert_default();
                    }
                }
                self.sent(seat);
            }
            Stage::Layout => {
                self.note(Event::Lapsed { seat });
                if let Some(kind) = self.table.usual_kind() {
                    self.lay(seat, kind);
                }
            }
            Stage::Selection { .. } if self.table.options.layout == Layout::Draft => {
                self.note(Event::Lapsed { seat });
                if let Some(land) = self.lowest_selectable() {
                    self.pick(seat, land);
                }
            }
            Stage::Selection { .. } => {
                if let Some(own) = self.own_mut(seat) {
                    own.take.get_or_insert_default();
                }
                self.sent(seat);
            }
            // In a window a lapse is a pass, and is not counted (P21).
            Stage::Play(_) if self.table.window.is_some() => self.pass_by_lapse(seat),
            Stage::Play(turn) if self.table.question.is_some() => {
                self.note(Event::Lapsed { seat });
                self.choose_by_lapse();
                if turn.seat == seat {
                    self.miss_turn(seat);
                    self.end_by_lapse(seat, turn.phase);
                }
            }
            Stage::Play(_) => {
                self.note(Event::Lapsed { seat });
                self.drop_script(seat);
                self.miss_turn(seat);
                self.end_turn(seat);
            }
            Stage::Over(_) => {}
        }
    }

    fn miss_turn(&mut self, seat: Seat) {
        if let Some(own) = self.own_mut(seat) {
            own.missed = own.missed.saturating_add(1);
        }
    }

    /// The rest of the script is dropped, and the turn ends as soon as what waited for the choice is done (P21).
    fn end_by_lapse(&mut self, seat: Seat, phase: Phase) {
        self.drop_script(seat);
        if phase < Phase::Combat
            && let Some(own) = self.own_mut(seat)
        {
            own.rest_ends = true;
            own.running = Some(Surprise::Continue);
        }
    }
}
