//! Layout, selection and deal (R3-R6, P22).

use crate::magic::cards::LandType;
use crate::magic::notation::LandNumber;
use crate::magic::state::{Decks, Event, Land, Layout, Phase, Stage, Table, Turn, World, lands_of_a_type};
use crate::seat::{Seat, Seats};

/// The number of cards that are dealt to each player (R5).
const DEALT: u16 = 5;

impl Table {
    /// True if there is a land of this type left in the common pool (R2).
    pub(crate) fn pool_has(&self, kind: LandType) -> bool {
        self.left_in_pool(kind) > 0
    }

    /// The number of lands of this type that are left in the common pool (R2).
    pub(crate) fn left_in_pool(&self, kind: LandType) -> usize {
        let laid = self.lands.iter().filter(|land| land.kind == kind).count();
        self.pool_of_a_type().saturating_sub(laid)
    }

    /// The number of lands of each type in the common pool, the laid ones included (R2).
    fn pool_of_a_type(&self) -> usize {
        usize::from(lands_of_a_type(self.seat_count()) + self.options.spare_lands)
    }

    /// May a land of this type be laid next? The first two differ (R3).
    pub(crate) fn may_lay(&self, kind: LandType) -> bool {
        self.pool_has(kind) && !(self.lands.len() == 1 && self.lands.first().is_some_and(|first| first.kind == kind))
    }

    /// The type that is laid where no list says which (P22): the one with most cards left, of equals the first.
    pub(crate) fn usual_kind(&self) -> Option<LandType> {
        let possible = LandType::ALL.into_iter().filter(|kind| self.may_lay(*kind));
        possible.rev().max_by_key(|kind| self.left_in_pool(*kind))
    }

    /// True if a list of types is wanted together with the decks (P22).
    pub(crate) fn wants_lists(&self) -> bool {
        self.options.layout == Layout::Orders
    }

    /// May this land be selected (R4)?
    pub(crate) fn is_selectable(&self, number: LandNumber) -> bool {
        self.land(number).is_some_and(|land| land.seat.is_none() && !land.hole)
    }
}

impl World<'_> {
    /// The first stage: decks by lot where they are dealt, and a stage without anything to send is left out (P22).
    pub(crate) fn open(&mut self) {
        if self.table.options.decks == Decks::Dealt {
            for (seat, own) in (0..).zip(&mut self.hidden.seats) {
                own.deck = self.table.cards.starter(seat).1;
            }
            if !self.table.wants_lists() {
                self.lay_out();
            }
        }
    }

    /// Goes on in the set-up as far as nothing is wanted of a player.
    pub(crate) fn go_on(&mut self) {
        loop {
            let before = self.table.stage.clone();
            match before {
                Stage::Decks { ready } => {
                    if ready.contains_all(self.table.seats_in()) {
                        self.lay_out();
                        self.show_decks();
                    }
                }
                Stage::Layout => self.lay_from_lists(),
                Stage::Selection { ready, picks } => self.select_from_lists(ready, picks),
                Stage::Play(_) | Stage::Over(_) => return,
            }
            if self.table.stage == before {
                return;
            }
        }
    }

    /// Decks that are open are told as soon as all are sent (P26).
    fn show_decks(&mut self) {
        if self.table.options.decks == Decks::Dealt || !self.table.decks_are_public() {
            return;
        }
        for seat in self.table.seats_in().iter() {
            let deck = self.hidden.own(seat).map(|own| own.deck.as_slice()).unwrap_or_default();
            let cards = self.table.cards.counted(deck);
            self.note(Event::DeckShown { seat, cards });
        }
    }

    /// Decks are chosen; the lands are laid.
    fn lay_out(&mut self) {
        let is_dealt = match self.table.options.layout {
            Layout::Orders | Layout::Draft => {
                self.table.stage = Stage::Layout;
                return;
            }
            Layout::Shuffled => false,
            Layout::Dealt => true,
        };
        let each = self.table.pool_of_a_type();
        let mut kinds: Vec<LandType> = LandType::ALL.into_iter().flat_map(|kind| vec![kind; each]).collect();
        if let Some(dice) = self.dice.as_mut() {
            dice.shuffle(&mut kinds);
        }
        kinds.truncate(self.table.board().lands().len());
        self.table.lands = kinds.into_iter().map(Land::neutral).collect();
        let ready = if is_dealt { self.table.seats_in() } else { Seats::NONE };
        self.table.stage = Stage::Selection { ready, picks: 0 };
    }

    /// Lays lands from the players' lists. With `draft` it stops where the list of the seat to lay is exhausted.
    fn lay_from_lists(&mut self) {
        while let Some(seat) = self.table.placer() {
            let listed = self.next_listed(seat);
            let waits = self.table.options.layout == Layout::Draft && self.table.is_in(seat);
            let usual = if waits { None } else { self.table.usual_kind() };
            let Some(kind) = listed.or(usual) else { return };
            self.lay(seat, kind);
        }
        self.table.stage = Stage::Selection { ready: Seats::NONE, picks: 0 };
        // What is left of the lists has no meaning any more.
        self.hidden.seats.iter_mut().for_each(|own| own.lay = None);
    }

    /// The first type on the seat's list that may be laid now; it is dropped from the list (P22).
    fn next_listed(&mut self, seat: Seat) -> Option<LandType> {
        let table = &self.table;
        let list = self.hidden.seats.get_mut(seat.index())?.lay.as_mut()?;
        let at = list.iter().position(|kind| table.may_lay(*kind))?;
        Some(list.remove(at))
    }

    /// Lays a land of this type.
    pub(crate) fn lay(&mut self, seat: Seat, kind: LandType) {
        self.table.lands.push(Land::neutral(kind));
        let land = LandNumber(self.table.lands.len() as u16);
        self.note(Event::Laid { seat, land, kind });
    }

    /// Selects lands from the players' lists, when all have sent theirs; with `draft` as far as the lists go.
    fn select_from_lists(&mut self, ready: Seats, mut picks: u8) {
        let draft = self.table.options.layout == Layout::Draft;
        if !draft && !ready.contains_all(self.table.seats_in()) {
            return;
        }
        while let Some(seat) = self.table.picker(picks) {
            if self.table.is_in(seat) {
                let is_dealt = self.table.options.layout == Layout::Dealt;
                let listed = if is_dealt { self.suiting(seat) } else { self.next_taken(seat) };
                let lowest = if draft { None } else { self.lowest_selectable() };
                let Some(land) = listed.or(lowest) else { break };
                self.select(seat, land);
            }
            picks += 1;
        }
        if self.table.picker(picks).is_some() {
            self.table.stage = Stage::Selection { ready, picks };
        } else {
            self.hidden.seats.iter_mut().for_each(|own| own.take = None);
            self.deal();
        }
    }

    /// The first land on the seat's list that may be selected; it is dropped from the list, with all before it (P22).
    fn next_taken(&mut self, seat: Seat) -> Option<LandNumber> {
        let table = &self.table;
        let list = self.hidden.seats.get_mut(seat.index())?.take.as_mut()?;
        let at = list.iter().position(|land| table.is_selectable(*land));
        let land = at.and_then(|at| list.get(at).copied());
        list.drain(..at.map_or(list.len(), |at| at + 1));
        land
    }

    /// The first land for the deck of a seat: of a type that it does not hold yet, if there is one (P22).
    fn suiting(&self, seat: Seat) -> Option<LandNumber> {
        let colours = self.table.colours_of(&self.hidden.own(seat)?.deck);
        let holds = |kind: LandType| self.table.lands.iter().any(|land| land.seat == Some(seat) && land.kind == kind);
        let suits = |number: &LandNumber, new: bool| {
            let kind = self.table.kind_of(*number).filter(|kind| colours.contains(&kind.colour()));
            kind.is_some_and(|kind| !new || !holds(kind)) && self.table.is_selectable(*number)
        };
        let lands = || self.table.board().lands();
        lands().find(|number| suits(number, true)).or_else(|| lands().find(|number| suits(number, false)))
    }

    pub(crate) fn lowest_selectable(&self) -> Option<LandNumber> {
        self.table.board().lands().find(|land| self.table.is_selectable(*land))
    }

    /// A seat selects a land, which starts untapped and controlled (R4).
    pub(crate) fn select(&mut self, seat: Seat, land: LandNumber) {
        if let Some(selected) = self.table.land_mut(land) {
            selected.seat = Some(seat);
            self.note(Event::Selected { seat, land });
        }
    }

    /// Shuffles the decks, deals five cards to each player and begins the first turn (R3, R5, R6).
    fn deal(&mut self) {
        for seat in self.table.seats_in().iter() {
            if let Some(own) = self.own_mut(seat) {
                own.library = own.deck.iter().cloned().map(Some).collect();
            }
            self.shuffle(seat);
        }
        self.note(Event::Dealt);
        for seat in self.table.seats_in().iter() {
            self.draw(seat, DEALT);
        }
        let first = self.table.first_seat();
        let seat = if self.table.is_in(first) { first } else { self.table.next_in(first) };
        self.table.stage = Stage::Play(Turn {
            seat,
            number: 0,
            round: 1,
            had: Seats::NONE,
            phase: Phase::Untap,
            midway: false,
            peace: false,
            surprised: false,
        });
        self.begin_turn();
    }
}
