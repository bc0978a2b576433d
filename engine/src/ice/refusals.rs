//! Illegal moves and their refusals, which say why and what would be right.

use super::chips::{Chip, Color};
use super::field::Cells;
use super::legal::Closed;
use super::public::{Public, Stage};
use super::spaces::Size;
use crate::board::Cell;
use crate::game::Illegal;
use crate::notation::Name;
use crate::seat::Seat;

/// Refuses with a code and words.
fn refuse<T>(code: &'static str, why: String) -> Result<T, Illegal> {
    Err(Illegal::new(code, why))
}

impl Public {
    pub(super) fn find(&self, name: Name) -> Result<Cell, Illegal> {
        let board = &self.field().board;
        board.find(name).ok_or_else(|| {
            let last = board.name(Cell(board.len() as u16 - 1));
            Illegal::new("no-such-cell", format!("The board has no space {name}; its spaces go from a1 to {last}."))
        })
    }

    /// `b2, c3` for a refusal; `none` for no space.
    pub(super) fn listed(&self, cells: Cells) -> String {
        let names: Vec<String> = cells.iter().map(|cell| self.name(cell).to_string()).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    }

    /// The act that the match waits for, in a sentence.
    fn now(&self) -> String {
        match self.stage {
            Stage::Draft { by, hand } => {
                format!("{} has to place {}, as in `place c3`.", Color::for_seat(by).name(), hand.words())
            }
            Stage::Start { .. } => {
                "Each player now chooses two chips of value 1 of the own colour to start on, as in `start b2 d4`."
                    .to_owned()
            }
            Stage::Play { turn } => format!("It is the turn of {}.", Color::for_seat(turn).name()),
            Stage::Over(_) => "The match is over.".to_owned(),
        }
    }

    /// Refuses a move that does not fit the stage, and a seat that is not awaited.
    fn check_awaited(&self, by: Seat, right_stage: bool) -> Result<(), Illegal> {
        if !right_stage {
            return refuse("not-now", format!("This move is not possible now. {}", self.now()));
        }
        if !self.awaited().contains(by) {
            return refuse("not-awaited", self.now());
        }
        Ok(())
    }

    /// The space for the chip in the seat's hand, and the chip (D4).
    pub(super) fn check_place(&self, by: Seat, at: Name) -> Result<(Cell, Chip), Illegal> {
        let Stage::Draft { hand, .. } = self.stage else {
            return refuse("not-now", format!("All chips are on the board. {}", self.now()));
        };
        self.check_awaited(by, true)?;
        let cell = self.find(at)?;
        match self.spaces.chip(cell) {
            None => Ok((cell, hand)),
            Some(chip) => refuse(
                "occupied",
                format!(
                    "The chip {chip} lies on {at} already; these spaces have no chip: {}.",
                    self.listed(self.spaces.without_chip())
                ),
            ),
        }
    }

    /// The spaces for the seat's first pyramids (D5).
    pub(super) fn check_start(&self, by: Seat, at: [Name; 2]) -> Result<[Cell; 2], Illegal> {
        let Stage::Start { ready } = self.stage else {
            return refuse(
                "not-now",
                format!("The start is chosen once, when all chips are on the board. {}", self.now()),
            );
        };
        if ready.contains(by) {
            return refuse("already-started", "You have chosen your start, and that is final.".to_owned());
        }
        self.check_awaited(by, true)?;
        let ones = self.ones(by);
        let cells = [self.find(at[0])?, self.find(at[1])?];
        if let Some(wrong) = cells.into_iter().find(|cell| !ones.contains(*cell)) {
            let there = self.spaces.chip(wrong).map_or_else(|| "no chip".to_owned(), |chip| chip.to_string());
            let why = format!(
                "{} holds {there}; {} can start on: {}.",
                self.name(wrong),
                Color::for_seat(by).name(),
                self.listed(ones)
            );
            return refuse("not-your-one", why);
        }
        if cells[0] == cells[1] && !self.options.start_same_chip {
            return refuse(
                "same-cell",
                format!("The two pyramids need two different chips; you can start on: {}.", self.listed(ones)),
            );
        }
        Ok(cells)
    }

    /// The seat's chips of value 1, on which it starts.
    pub(super) fn ones(&self, by: Seat) -> Cells {
        Chip::new(Color::for_seat(by), 1).map_or(Cells::EMPTY, |chip| self.spaces.with_chip(chip))
    }

    /// Refuses a move of the turn from any seat but the one to move (D7).
    pub(super) fn check_turn(&self, by: Seat) -> Result<(), Illegal> {
        self.check_awaited(by, matches!(self.stage, Stage::Play { .. }))
    }

    /// Refuses a size of which the seat has no piece on the space.
    fn check_piece(&self, by: Seat, at: Name, size: Size) -> Result<Cell, Illegal> {
        let cell = self.find(at)?;
        if self.spaces.count(by, size, cell) > 0 {
            return Ok(cell);
        }
        let there: Vec<String> =
            self.spaces.pieces(cell).map(|(seat, size, count)| described(seat, size, count)).collect();
        let there = if there.is_empty() { "nothing".to_owned() } else { there.join(", ") };
        let own: Vec<String> = Size::ALL
            .into_iter()
            .filter(|&size| self.spaces.on_board(by, size) > 0)
            .map(|size| format!("{} on {}", size.name(), self.listed(self.spaces.standing(by, size))))
            .collect();
        refuse(
            "not-your-piece",
            format!(
                "No {} {} pyramid stands on {at}, which holds {there}. Yours are: {}.",
                size.name(),
                Color::for_seat(by).name().to_lowercase(),
                own.join("; ")
            ),
        )
    }

    /// The way of a step (D6, D9-D12).
    pub(super) fn check_step(&self, by: Seat, from: Name, to: Name, size: Size) -> Result<[Cell; 2], Illegal> {
        let (origin, end) = (self.check_piece(by, from, size)?, self.find(to)?);
        let open = self.steps(origin, self.open_to(by));
        if !self.field().board.adjacent(origin).contains(end) {
            let ways = self.listed(open);
            let why = format!("{to} is not adjacent to {from}. The pyramid on {from} can move to: {ways}.");
            return refuse("not-adjacent", why);
        }
        if open.contains(end) { Ok([origin, end]) } else { self.refuse_closed(by, to, end, "can move", open) }
    }

    /// The way of a teleported piece (D17-D20).
    pub(super) fn check_jump(&self, by: Seat, from: Name, to: Name, size: Size) -> Result<[Cell; 2], Illegal> {
        let (origin, end) = (self.check_piece(by, from, size)?, self.find(to)?);
        if self.spaces.chip(origin) != Some(Chip::NEUTRAL) {
            let neutral = self.spaces.neutral().map_or("nowhere".to_owned(), |cell| self.name(cell).to_string());
            let why =
                format!("Only a piece on the neutral chip, {neutral}, can be teleported; `move` this one instead.");
            return refuse("not-on-neutral", why);
        }
        if self.teleporter(by, size).is_none() {
            let why = "In this match a piece can be teleported only in your next turn after it came to the neutral chip; \
                       now it can only move to an adjacent space.";
            return refuse("too-late-to-jump", why.to_owned());
        }
        let open = self.jumps(origin, self.open_to(by));
        if origin == end {
            return refuse(
                "same-cell",
                format!("The piece must go to another space than {from}: {}.", self.listed(open)),
            );
        }
        if open.contains(end) { Ok([origin, end]) } else { self.refuse_closed(by, to, end, "can be teleported", open) }
    }

    /// Refuses a space that is closed to the seat, and says what its piece can do instead.
    fn refuse_closed<T>(&self, by: Seat, to: Name, end: Cell, can: &str, open: Cells) -> Result<T, Illegal> {
        let chip = self.spaces.chip(end).map_or_else(String::new, |chip| chip.to_string());
        let (code, why) = match self.closed(by, end) {
            Some(Closed::OwnedBy(owner)) => (
                "not-your-chip",
                format!(
                    "A piece stands on {to}, and the chip there, {chip}, belongs to {}.",
                    Color::for_seat(owner).name()
                ),
            ),
            Some(Closed::Unowned) => (
                "not-your-chip",
                format!("A piece stands on {to}, and the chip there, {chip}, has no owner in this match."),
            ),
            Some(Closed::Full) | None => {
                ("space-full", format!("Two or more pieces stand on {to}, which is not the neutral chip."))
            }
        };
        refuse(code, format!("{why} Your piece {can} to: {}.", self.listed(open)))
    }

    /// The sizes before and after a growth (D13, D14).
    pub(super) fn check_grow(&self, by: Seat, at: Name) -> Result<(Cell, Size, Size), Illegal> {
        let cell = self.find(at)?;
        if let Some((from, to)) = self.growth(by, cell) {
            return Ok((cell, from, to));
        }
        let can: Cells = self.standing(by).iter().filter(|cell| self.growth(by, *cell).is_some()).collect();
        let can = format!("You can grow on: {}.", self.listed(can));
        if self.is_own(by, cell, 2) && self.spaces.count(by, Size::Small, cell) > 0 {
            return refuse("no-medium-left", format!("All your medium pyramids are on the board. {can}"));
        }
        let chip = self.spaces.chip(cell).map_or_else(|| "no chip".to_owned(), |chip| chip.to_string());
        refuse(
            "cannot-grow",
            format!(
                "Small pyramids grow on a 2 and medium ones on a 3 of their own colour; {at} holds {chip} with {} of yours. {can}",
                self.own_on(by, cell)
            ),
        )
    }

    /// The space where a large pyramid spawns (D15).
    pub(super) fn check_spawn(&self, by: Seat, at: Name) -> Result<Cell, Illegal> {
        let cell = self.find(at)?;
        if self.spawns(by, cell) {
            return Ok(cell);
        }
        if self.spaces.stash(by, Size::Small) == 0 {
            return refuse(
                "no-small-left",
                "All your small pyramids are on the board, so none can be spawned.".to_owned(),
            );
        }
        let can: Cells = self.standing(by).iter().filter(|cell| self.spawns(by, *cell)).collect();
        let chip = self.spaces.chip(cell).map_or_else(|| "no chip".to_owned(), |chip| chip.to_string());
        refuse(
            "cannot-spawn",
            format!(
                "Large pyramids spawn on a 1 of their own colour; {at} holds {chip} with {} of yours. You can spawn on: {}.",
                self.own_on(by, cell),
                self.listed(can)
            ),
        )
    }

    /// `2 small, 1 large` or `nothing`: the pieces of the seat on a space.
    fn own_on(&self, by: Seat, cell: Cell) -> String {
        let own = self.spaces.pieces(cell).filter(|(seat, ..)| *seat == by);
        let own: Vec<String> = own.map(|(_, size, count)| format!("{count} {}", size.name())).collect();
        if own.is_empty() { "nothing".to_owned() } else { own.join(", ") }
    }
}

/// `2 small red`.
fn described(seat: Seat, size: Size, count: u8) -> String {
    format!("{count} {} {}", size.name(), Color::for_seat(seat).name().to_lowercase())
}
