//! Illegal moves and their refusals, which say why and what would be right. Each refusal is made from the table and the
//! mover's own pieces, so it cannot tell what the other side hides.

use smallvec::SmallVec;

use super::field::Vertex;
use super::notation::{Move, Named};
use super::options::{SetUp, Start};
use super::pieces::{Id, Kind, Kinds, SIDE, TWELVE};
use super::story::SIDES;
use super::table::{Plan, Stage, Table};
use crate::game::Illegal;
use crate::notation::Name;
use crate::seat::Seat;

/// The beginning of a set-up on chosen vertices, for refusals.
const PLACED: &str = "setup K k1 T3 k2 T2 k3 4 k4 ...";

/// A refusal of one part of a move, counted from 1.
fn part(part: usize, code: &'static str, why: impl Into<String>) -> Illegal {
    Illegal { part: u16::try_from(part).ok(), ..Illegal::new(code, why) }
}

impl Table {
    fn find(at: Name, number: usize) -> Result<Vertex, Illegal> {
        let why = || format!("The board has no vertex {at}; its rows go from a1-a6 over f1-f11 to k1-k6.");
        Vertex::find(at).ok_or_else(|| part(number, "no-such-cell", why()))
    }

    /// Refuses a set-up at the wrong time, a second one, and wrong pieces (B1, B35).
    pub(super) fn check_set_up(&self, by: Seat, kinds: &[Kind]) -> Result<[Kind; SIDE], Illegal> {
        self.check_time_of_set_up(by)?;
        if self.options.start == Start::Free {
            let why =
                format!("In this match you choose the vertices, too: write each piece with its vertex, as in {PLACED}");
            return Err(Illegal::new("no-vertices", why));
        }
        check_kinds(kinds)
    }

    /// The same for pieces on vertices of the player's choice, in reading order of these, so that the numbers of the pieces do not
    /// tell their kinds (B38).
    pub(super) fn check_placing(&self, by: Seat, placed: &[(Kind, Name)]) -> Result<[(Vertex, Kind); SIDE], Illegal> {
        self.check_time_of_set_up(by)?;
        if self.options.start != Start::Free {
            let why = "The start vertices of this match are fixed: name the pieces alone, for example: \
                       setup K T3 T2 4 4 4 3 3 3 2 2 2.";
            return Err(Illegal::new("fixed-vertices", why));
        }
        let kinds: Vec<Kind> = placed.iter().map(|(kind, _)| *kind).collect();
        check_kinds(&kinds)?;
        let mut side = Vec::new();
        for (number, (kind, at)) in (1..).zip(placed) {
            side.push((self.check_place(by, *at, number)?, *kind));
        }
        side.sort_unstable_by_key(|(at, _)| *at);
        if let Some(twice) = side.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let why = format!("{} is named twice; each piece needs a vertex of its own.", twice[0].0);
            return Err(Illegal::new("named-twice", why));
        }
        side.try_into().map_err(|_| Illegal::new("wrong-pieces", wrong_pieces(&kinds)))
    }

    fn check_place(&self, by: Seat, at: Name, number: usize) -> Result<Vertex, Illegal> {
        let found = Self::find(at, number)?;
        if found.is_in_half_of(by) {
            return Ok(found);
        }
        let rows = if by == Seat(0) { "g to k" } else { "a to e" };
        let why = format!("{at} is not in your half; {} starts in the rows {rows}.", SIDES[by.index()]);
        Err(part(number, "not-your-half", why))
    }

    fn check_time_of_set_up(&self, by: Seat) -> Result<(), Illegal> {
        match self.stage {
            Stage::SetUp { ready } if ready.contains(by) => {
                Err(Illegal::new("already-set-up", "Your set-up is final; wait for the other side's."))
            }
            Stage::SetUp { .. } => Ok(()),
            Stage::Magnet | Stage::Pieces { .. } | Stage::Over(_) => {
                let why = match self.options.setup {
                    SetUp::Random => "In this match the pieces were set up by lot.",
                    SetUp::Arranged => "Both sides are set up already; play has begun.",
                };
                Err(Illegal::new("no-set-up", why))
            }
        }
    }

    /// Refuses a turn that is not this seat's to take, or not yet.
    fn check_mover(&self, by: Seat) -> Result<(), Illegal> {
        match self.stage {
            Stage::SetUp { ready } if ready.contains(by) => {
                Err(Illegal::new("not-begun", "The other side is not set up yet; then Red begins."))
            }
            Stage::SetUp { .. } => {
                let fixed = "setup K T3 T2 4 4 4 3 3 3 2 2 2.";
                let example = if self.options.start == Start::Free { PLACED } else { fixed };
                Err(Illegal::new("not-begun", format!("First arrange your pieces, for example: {example}")))
            }
            Stage::Magnet | Stage::Pieces { .. } | Stage::Over(_) if by == self.mover() => Ok(()),
            Stage::Magnet | Stage::Pieces { .. } | Stage::Over(_) => {
                Err(Illegal::new("not-awaited", format!("It is the turn of {}.", SIDES[self.mover().index()])))
            }
        }
    }

    /// Refuses a declaration out of turn, in mid-turn, and without the king on the centre (B21, B22).
    pub(super) fn check_declaration(&self, kinds: &Kinds, by: Seat) -> Result<(), Illegal> {
        self.check_mover(by)?;
        if self.stage != Stage::Magnet {
            return Err(Illegal::new(
                "too-late",
                "Victory can be declared only at the beginning of a turn, before the magnet is placed.",
            ));
        }
        if self.may_declare(kinds, by) {
            Ok(())
        } else {
            let why = format!("Your king does not stand on the centre, {}; place the magnet.", Vertex::CENTER);
            Err(Illegal::new("king-not-on-center", why))
        }
    }

    pub(super) fn may_declare(&self, kinds: &Kinds, by: Seat) -> bool {
        let begins = self.stage == Stage::Magnet && by == self.mover();
        begins && kinds.king(by).is_some_and(|king| self.piece(king).at() == Some(Vertex::CENTER))
    }

    /// Checks a turn, or a part of one. All of it is checked before any of it is done (B30).
    pub(super) fn check_turn(
        &self,
        kinds: &Kinds,
        by: Seat,
        magnet: Option<Name>,
        pieces: &[Named],
    ) -> Result<Plan, Illegal> {
        self.check_mover(by)?;
        let (magnet, pieces) = match (magnet, pieces) {
            (None, [magnet]) if self.is_magnet_alone(pieces) => (Some(magnet.at), &[][..]),
            other => other,
        };
        let (placed, pending, at) = self.check_magnet(by, magnet, pieces)?;
        let mut plan = Plan { magnet: placed, pending, pulls: SmallVec::new() };
        let first = 1 + usize::from(placed.is_some());
        for (number, named) in (first..).zip(pieces) {
            let from = self.check_piece(by, &plan, at, *named, number)?;
            if named.promote {
                self.check_promotion(kinds, from, number)?;
            }
            plan.pulls.push((from, named.promote));
        }
        Ok(plan)
    }

    /// The magnet if it is placed now, the affected pieces that have not moved, and where the magnet stands then.
    #[allow(clippy::type_complexity, reason = "only the caller above takes it apart")]
    fn check_magnet(
        &self,
        by: Seat,
        magnet: Option<Name>,
        pieces: &[Named],
    ) -> Result<(Option<Vertex>, SmallVec<[Vertex; 6]>, Vertex), Illegal> {
        match (&self.stage, magnet, &self.last) {
            (Stage::Pieces { pending }, None, Some(last)) => Ok((None, SmallVec::from_slice(pending), last.magnet)),
            (Stage::Pieces { pending }, _, last) => {
                let stands = last.as_ref().map_or(Vertex::CENTER, |last| last.magnet);
                let why = format!(
                    "The magnet is on {stands} for the whole turn. Name pieces that have yet to move: {}.",
                    Self::listed(pending)
                );
                Err(part(1, "magnet-placed", why))
            }
            (_, None, _) => {
                let first = pieces.first().map_or_else(|| "f6".to_owned(), |named| named.at.to_string());
                let why = format!(
                    "A turn begins with the magnet: write {first} to place it there, or {first}: with the pieces after it."
                );
                Err(part(1, "no-magnet", why))
            }
            (_, Some(name), _) => {
                let at = Self::find(name, 1)?;
                if self.moves_something(by, at) {
                    return Ok((Some(at), self.affected(by, at), at));
                }
                let why = format!(
                    "A magnet on {at} would not move any of your pieces; choose another vertex, such as {}.",
                    self.legal_magnets(by).next().unwrap_or(Vertex::CENTER)
                );
                Err(part(1, "nothing-moves", why))
            }
        }
    }

    /// The vertices on which the magnet may be put (B3).
    pub(super) fn legal_magnets(&self, by: Seat) -> impl Iterator<Item = Vertex> {
        Vertex::all().filter(move |at| self.moves_something(by, *at))
    }

    fn check_piece(
        &self,
        by: Seat,
        plan: &Plan,
        magnet: Vertex,
        named: Named,
        number: usize,
    ) -> Result<Vertex, Illegal> {
        let at = Self::find(named.at, number)?;
        if self.is_opening() && !plan.pulls.is_empty() {
            return Err(part(number, "one-piece-only", "In the first turn of the match Red moves only one piece."));
        }
        let named_before = |from: &Vertex| plan.pulls.iter().any(|(named, _)| named == from);
        if named_before(&at) {
            return Err(part(number, "named-twice", format!("{at} is named twice; each piece moves once in a turn.")));
        }
        if !plan.pending.contains(&at) {
            let open: Vec<Vertex> = plan.pending.iter().copied().filter(|from| !named_before(from)).collect();
            let (code, why) = match self.owner(at) {
                None => ("no-piece", format!("No piece stands on {at}.")),
                Some(owner) if owner != by => ("not-your-piece", format!("The piece on {at} is not yours.")),
                Some(_) => {
                    ("not-affected", format!("The magnet on {magnet} does not pull the piece on {at}, or no longer."))
                }
            };
            let open = if open.is_empty() { "none".to_owned() } else { Self::listed(&open) };
            return Err(part(number, code, format!("{why} Pieces that have yet to move: {open}.")));
        }
        // Later in the match a piece that cannot step still has to be named, in its place in the order (B31).
        if self.is_opening() && !self.can_step(by, magnet, at) {
            let why =
                format!("The piece on {at} cannot move; choose one that can, because the first turn moves only one.");
            return Err(part(number, "cannot-step", why));
        }
        Ok(at)
    }

    /// Refuses a promotion above the value, also of a piece that will not move. Only the owner is told (B18, B30).
    fn check_promotion(&self, kinds: &Kinds, from: Vertex, number: usize) -> Result<(), Illegal> {
        let id = Id::all().find(|id| self.piece(*id).at() == Some(from));
        let Some((id, kind)) = id.and_then(|id| Some((id, kinds.get(id)?))) else { return Ok(()) };
        if self.piece(id).rank < kind.value() {
            return Ok(());
        }
        let why = format!(
            "Your piece on {from} is {} and has rank {} already; name it without +.",
            kind.told(),
            self.piece(id).rank
        );
        Err(part(number, "at-its-value", why))
    }
}

/// Refuses pieces that are not the twelve of a side.
fn check_kinds(kinds: &[Kind]) -> Result<[Kind; SIDE], Illegal> {
    let mut sorted = kinds.to_vec();
    sorted.sort_unstable();
    let side = <[Kind; SIDE]>::try_from(kinds).ok().filter(|_| sorted == TWELVE);
    side.ok_or_else(|| Illegal::new("wrong-pieces", wrong_pieces(kinds)))
}

/// The refusal of a set-up with these pieces: which are too many or too few, and what would be right.
fn wrong_pieces(kinds: &[Kind]) -> String {
    let count = |list: &[Kind], kind: Kind| list.iter().filter(|other| **other == kind).count();
    let wrong: Vec<String> = Kind::ALL
        .into_iter()
        .filter(|kind| count(kinds, *kind) != count(&TWELVE, *kind))
        .map(|kind| {
            let named = count(kinds, kind);
            let noun = if named < 2 { kind.noun().to_owned() } else { kind.plural() };
            format!("{} {noun} instead of {}", number_word(named), number_word(count(&TWELVE, kind)))
        })
        .collect();
    let right = Move::SetUp(TWELVE.to_vec());
    format!(
        "A side has twelve pieces: the king K, the traps T3 and T2, three Fours (4), three Threes (3), three Twos (2). You \
         named {}: {}. In any order: {right}.",
        kinds.len(),
        wrong.join(", ")
    )
}

/// `no`, `one`, `two`, `three`, `four`, then figures.
fn number_word(number: usize) -> String {
    let words = ["no", "one", "two", "three", "four"];
    words.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}
