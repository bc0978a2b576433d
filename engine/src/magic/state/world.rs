//! A match while something happens in it: the position itself, or the view of a player who tries a text.

use super::event::Event;
use super::hidden::{Hidden, Own};
use super::permanent::Permanent;
use super::table::Table;
use super::turn::Stage;
use super::view::View;
use crate::dice::Dice;
use crate::game::Illegal;
use crate::magic::notation::{Move, StackName, Thing};
use crate::seat::{Seat, Seats};

/// The highest number of a name of an object (N1).
pub(crate) const MAX_NAMES: u16 = 99;

/// The most resolutions in one line of the log; then the stack is emptied (R70).
pub(crate) const MAX_RESOLUTIONS: u16 = 500;

/// A match in motion. One set of functions plays on positions and on views.
pub(crate) struct World<'d> {
    /// The table.
    pub(crate) table: Table,
    /// The hidden zones, as far as they are known.
    pub(crate) hidden: Hidden,
    /// What has happened so far.
    pub(crate) events: Vec<Event>,
    /// The dice of a position; none on a view, where all happens as if no other player responded or blocked (P23).
    pub(crate) dice: Option<&'d mut Dice>,
    /// The seats that had to draw from an empty library and go out at the next check (R15).
    pub(crate) decked: Seats,
    /// What has left play at this moment; it sees what else leaves with it.
    pub(crate) leaving: Vec<(Thing, Permanent)>,
    /// The number of objects that resolved in this line (R70).
    pub(crate) resolutions: u16,
    /// The rest of a way that waits for the window of a passage.
    pub(crate) interrupted: Option<Move>,
    /// On a view: the `choose` step that no choice behind it takes, counted from the next step of the script, and why.
    pub(crate) misfit: Option<(usize, Illegal)>,
    /// The spells that were just cast, to which conditional responses have still to be looked for (P16).
    pub(crate) fresh_casts: Vec<StackName>,
}

impl<'d> World<'d> {
    /// The position itself.
    pub(crate) fn real(table: &Table, hidden: &Hidden, dice: &'d mut Dice) -> World<'d> {
        World { dice: Some(dice), ..World::supposed(table, hidden) }
    }

    /// A view, on which a text is tried.
    pub(crate) fn of_view(view: &View) -> World<'static> {
        World::supposed(&view.table, &view.hidden)
    }

    fn supposed<'any>(table: &Table, hidden: &Hidden) -> World<'any> {
        World {
            table: table.clone(),
            hidden: hidden.clone(),
            events: Vec::new(),
            dice: None,
            decked: Seats::NONE,
            leaving: Vec::new(),
            resolutions: 0,
            interrupted: None,
            misfit: None,
            fresh_casts: Vec::new(),
        }
    }

    /// The same once more, to try a step.
    pub(crate) fn fork(&self) -> World<'static> {
        World { decked: self.decked, ..World::supposed(&self.table, &self.hidden) }
    }

    /// True for the position itself.
    pub(crate) fn is_real(&self) -> bool {
        self.dice.is_some()
    }

    /// Notes what happened.
    pub(crate) fn note(&mut self, event: Event) {
        self.events.push(event);
    }

    /// True if the match is over.
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.table.stage, Stage::Over(_))
    }

    /// Counts the cards in all hands.
    pub(crate) fn count_hands(&mut self) {
        self.table.count_hands(&self.hidden);
    }

    /// What lies hidden of the seat, to be changed.
    pub(crate) fn own_mut(&mut self, seat: Seat) -> Option<&mut Own> {
        self.hidden.seats.get_mut(seat.index())
    }
}

/// A refusal.
pub(crate) fn refuse<T>(code: &'static str, why: impl Into<String>) -> Result<T, Illegal> {
    Err(Illegal::new(code, why))
}
