//! The legal acts of a turn: open spaces, growing and spawning.

use smallvec::SmallVec;

use super::chips::Chip;
use super::field::Cells;
use super::notation::Move;
use super::public::Public;
use super::spaces::Size;
use crate::board::Cell;
use crate::seat::Seat;

/// The actions of a turn.
pub(super) type Acts = SmallVec<[Move; 512]>;

/// The reason why a space is closed to a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Closed {
    /// Two or more pieces stand on the chip (D9).
    Full,
    /// One piece stands on a chip of this other seat (D10).
    OwnedBy(Seat),
    /// One piece stands on a chip without an owner (D11, D25).
    Unowned,
}

impl Public {
    /// The reason why no piece of the seat may come to this space; `None` if one may (D9-D12).
    pub(super) fn closed(&self, by: Seat, to: Cell) -> Option<Closed> {
        let chip = self.spaces.chip(to)?;
        match (chip == Chip::NEUTRAL, self.spaces.heads(to), self.owner(chip)) {
            (true, ..) | (false, 0, _) => None,
            (false, 1, Some(owner)) if owner == by => None,
            (false, 1, Some(owner)) => Some(Closed::OwnedBy(owner)),
            (false, 1, None) => Some(Closed::Unowned),
            (false, ..) => Some(Closed::Full),
        }
    }

    /// The spaces to which a piece of the seat may come, wherever it comes from.
    pub(super) fn open_to(&self, by: Seat) -> Cells {
        self.field().board.cells().filter(|cell| self.closed(by, *cell).is_none()).collect()
    }

    /// The spaces to which a piece of the seat that stands here can step (D6).
    pub(super) fn steps(&self, from: Cell, open: Cells) -> Cells {
        self.field().board.adjacent(from) & open
    }

    /// The spaces to which a piece on the neutral chip can be teleported, neighbours among them (D18, D31).
    pub(super) fn jumps(&self, from: Cell, open: Cells) -> Cells {
        let mut ends = open;
        ends.remove(from);
        ends
    }

    /// The space from which the seat's pieces of this size may be teleported: that of the neutral chip, if such a piece stands
    /// there and it is not too late (D17).
    pub(super) fn teleporter(&self, by: Seat, size: Size) -> Option<Cell> {
        let in_time = !self.options.teleport_next_only || self.arrived[by.index()] == Some(size);
        self.spaces.neutral().filter(|cell| in_time && self.spaces.count(by, size, *cell) > 0)
    }

    /// True if the seat owns the chip here and the chip has this value.
    pub(super) fn is_own(&self, by: Seat, at: Cell, value: u8) -> bool {
        self.spaces.chip(at).is_some_and(|chip| self.owner(chip) == Some(by) && chip.value() == value)
    }

    /// The sizes before and after a growth of the seat's on this space, if one is possible: to medium on an own 2 if the stash
    /// has a medium piece (D13), to large on an own 3, where the stash has a large piece until the match is won (D14).
    pub(super) fn growth(&self, by: Seat, at: Cell) -> Option<(Size, Size)> {
        let stands = |size| self.spaces.count(by, size, at) > 0;
        if self.is_own(by, at, 2) && stands(Size::Small) && self.spaces.stash(by, Size::Medium) > 0 {
            Some((Size::Small, Size::Medium))
        } else if self.is_own(by, at, 3) && stands(Size::Medium) {
            Some((Size::Medium, Size::Large))
        } else {
            None
        }
    }

    /// True if a large piece of the seat can spawn on this space (D15).
    pub(super) fn spawns(&self, by: Seat, at: Cell) -> bool {
        let large = self.spaces.count(by, Size::Large, at) > 0;
        large && self.is_own(by, at, 1) && self.spaces.stash(by, Size::Small) > 0
    }

    /// The spaces where the seat has pieces of any size.
    pub(super) fn standing(&self, by: Seat) -> Cells {
        Size::ALL.into_iter().fold(Cells::EMPTY, |all, size| all | self.spaces.standing(by, size))
    }

    /// True if the seat can do anything but pass (D7).
    pub(super) fn can_act(&self, by: Seat) -> bool {
        let open = self.open_to(by);
        let at =
            |from: Cell| !self.steps(from, open).is_empty() || self.growth(by, from).is_some() || self.spawns(by, from);
        let teleports = |size| self.teleporter(by, size).is_some_and(|from| !self.jumps(from, open).is_empty());
        self.standing(by).iter().any(at) || Size::ALL.into_iter().any(teleports)
    }

    /// All acts of the seat but a pass, whether or not it is its turn.
    pub(super) fn acts(&self, by: Seat) -> Acts {
        let open = self.open_to(by);
        let mut acts = Acts::new();
        for at in self.standing(by).iter() {
            let name = self.name(at);
            acts.extend(self.growth(by, at).map(|_| Move::Grow { at: name }));
            acts.extend(self.spawns(by, at).then_some(Move::Spawn { at: name }));
        }
        for size in Size::ALL {
            for cell in self.spaces.standing(by, size).iter() {
                let from = self.name(cell);
                acts.extend(self.steps(cell, open).iter().map(|to| Move::Step { from, to: self.name(to), size }));
            }
            if let Some(cell) = self.teleporter(by, size) {
                let from = self.name(cell);
                acts.extend(self.jumps(cell, open).iter().map(|to| Move::Jump { from, to: self.name(to), size }));
            }
        }
        acts
    }
}
