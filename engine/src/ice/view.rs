//! The view of a match of the Ice Machine.

use serde::Serialize;

use super::chips::{Chip, Color};
use super::notation::Move;
use super::options::{AllPass, BoardKind, Options};
use super::public::{Public, Stage};
use super::spaces::Size;
use crate::board::Cell;
use crate::dice::{Dice, Seed};
use crate::game::{EndCondition, EndKind, Events, Eye};
use crate::notation::Name;
use crate::seat::{Seat, Seats};

/// A match of the Ice Machine as a client gets it.
#[derive(Clone, PartialEq, Debug, Serialize, schemars::JsonSchema)]
pub struct View {
    /// The seat of the reader.
    pub you: Option<Seat>,
    /// The options of the match.
    pub options: Options,
    /// The board, whether it was chosen or is the default for the seats.
    pub board: BoardKind,
    /// The stage of the match.
    pub stage: StageName,
    /// The spaces that have a chip, in the order of their names.
    pub spaces: Vec<Space>,
    /// The chip that was drawn and is not placed.
    pub hand: Option<ChipView>,
    /// The chips still to be drawn.
    pub bag: Vec<Heap>,
    /// For each seat the pieces beside the board.
    pub stash: Vec<Stash>,
    /// For each seat the number of large pieces on the board; five win.
    pub larges: Vec<u8>,
    /// The seat that drew the neutral chip.
    pub first: Option<Seat>,
    /// The chosen starts that the reader may know, before all players have chosen.
    pub starts: Vec<Start>,
    /// The number of turns since the first move.
    pub turns: u32,
    /// The seats that have passed in the current run of passes.
    pub passed: Seats,
    /// True if a player has passed by choice in this run.
    pub passed_by_choice: bool,
    /// For each seat the size of the piece that its latest turn brought to the neutral chip.
    pub arrived: Vec<Option<Size>>,
    /// The seats that have let a turn lapse and sent nothing since.
    pub absent: Seats,
    /// The seats that have left the match.
    pub left: Seats,
    #[serde(skip)]
    public: Public,
}

/// The stage of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum StageName {
    /// The chips are being placed.
    Draft,
    /// Each player chooses a start.
    Start,
    /// Turns are taken.
    Play,
    /// None: the match is over.
    Over,
}

/// A chip.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, schemars::JsonSchema)]
pub struct ChipView {
    /// Its colour; null for the neutral chip.
    pub color: Option<Color>,
    /// Its value; 0 for the neutral chip.
    pub value: u8,
    /// The owner, if it has one.
    pub owner: Option<Seat>,
}

/// A space with its chip and the pieces on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, schemars::JsonSchema)]
pub struct Space {
    /// Its name.
    pub cell: Name,
    /// The chip.
    pub chip: ChipView,
    /// The pieces, each kind once.
    pub pieces: Vec<Pieces>,
}

/// Pieces of one seat and size on one space.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, schemars::JsonSchema)]
pub struct Pieces {
    /// The owner.
    pub seat: Seat,
    /// The size.
    pub size: Size,
    /// The number.
    pub count: u8,
}

/// Chips of one kind in the bag.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, schemars::JsonSchema)]
pub struct Heap {
    /// The kind.
    pub chip: ChipView,
    /// The number.
    pub count: u8,
}

/// The pieces of a seat beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, schemars::JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Stash {
    pub small: u8,
    pub medium: u8,
    pub large: u8,
}

/// A choice of where to start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, schemars::JsonSchema)]
pub struct Start {
    /// The owner.
    pub seat: Seat,
    /// The two spaces.
    pub at: [Name; 2],
}

impl View {
    pub(super) fn new(public: Public, eye: Eye, starts: Vec<(Seat, [Name; 2])>) -> View {
        let chip = |chip: Chip| ChipView { color: chip.color(), value: chip.value(), owner: public.owner(chip) };
        let seats = || Seat::all(public.seats);
        let space = |cell: Cell| {
            let pieces = public.spaces.pieces(cell).map(|(seat, size, count)| Pieces { seat, size, count });
            Some(Space { cell: public.name(cell), chip: chip(public.spaces.chip(cell)?), pieces: pieces.collect() })
        };
        let bag = public.bag();
        let heaps = Chip::all().map(|kind| Heap { chip: chip(kind), count: bag.count(kind) });
        let stash = |seat: Seat, size: Size| public.spaces.stash(seat, size);
        View {
            you: eye.seat(),
            options: public.options,
            board: public.spaces.kind(),
            stage: match public.stage {
                Stage::Draft { .. } => StageName::Draft,
                Stage::Start { .. } => StageName::Start,
                Stage::Play { .. } => StageName::Play,
                Stage::Over(_) => StageName::Over,
            },
            spaces: public.field().board.cells().filter_map(space).collect(),
            hand: public.hand().map(chip),
            bag: heaps.filter(|heap| heap.count > 0).collect(),
            stash: seats()
                .map(|seat| Stash {
                    small: stash(seat, Size::Small),
                    medium: stash(seat, Size::Medium),
                    large: stash(seat, Size::Large),
                })
                .collect(),
            larges: seats().map(|seat| public.spaces.on_board(seat, Size::Large)).collect(),
            first: public.first,
            starts: starts.into_iter().map(|(seat, at)| Start { seat, at }).collect(),
            turns: public.turns,
            passed: public.passed,
            passed_by_choice: public.by_choice,
            arrived: seats().map(|seat| public.arrived[seat.index()]).collect(),
            absent: public.absent,
            left: public.left,
            public,
        }
    }

    pub(super) fn public(&self) -> &Public {
        &self.public
    }

    /// The view after a legal move, unless chance or secret choices of others decide how it looks.
    pub(super) fn preview(&self, mv: Move) -> Option<View> {
        let by = self.you?;
        let mut next = self.public;
        let mut starts: Vec<_> = self.starts.iter().map(|start| (start.seat, start.at)).collect();
        match mv {
            // With one kind of chips left in the bag, or none, the dice decide nothing.
            Move::Place { at } if next.bag().is_of_one_kind() => {
                next.place(by, at, &mut Dice::at(&Seed::new([0; 32]), 0), &mut Events::new()).ok()?;
            }
            Move::Place { .. } => return None,
            Move::Start { at } => {
                next.ready(by);
                starts.push((by, at));
                if next.awaited().is_empty() {
                    return None;
                }
            }
            Move::Step { .. } | Move::Grow { .. } | Move::Spawn { .. } | Move::Jump { .. } | Move::Pass => {
                next.act(by, mv, &mut Events::new()).ok()?;
            }
        }
        Some(View::new(next, Eye::Seat(by), starts))
    }

    pub(super) fn ends(&self) -> Vec<EndCondition> {
        let other = |words: String| EndCondition { kind: EndKind::Other, words };
        match self.public.stage {
            Stage::Over(_) => Vec::new(),
            Stage::Draft { .. } | Stage::Start { .. } => {
                vec![other("The first player with five large pyramids on the board will win.".to_owned())]
            }
            Stage::Play { .. } => {
                let count = |seat: Seat| format!("{} {}", Color::for_seat(seat).name(), self.larges[seat.index()]);
                let counts: Vec<String> = self.public.remaining().iter().map(count).collect();
                let words =
                    format!("The first player with five large pyramids on the board wins; now: {}.", counts.join(", "));
                let passes = (self.options.allpass == AllPass::Draw).then(|| self.passes());
                let rounds = self.options.max_rounds.map(|limit| self.rounds(limit));
                [Some(other(words)), passes, rounds].into_iter().flatten().collect()
            }
        }
    }

    /// The condition of a draw by passes, and how far it is met (D8).
    fn passes(&self) -> EndCondition {
        let missing = self.public.present().without(self.passed);
        let names = Color::names();
        let have = if self.passed.len() == 1 { "has" } else { "have" };
        let passed = names.list(self.passed);
        let words = if self.passed.is_empty() {
            "The match is drawn when all players pass in sequence; no player has passed in this run.".to_owned()
        } else if missing.is_empty() {
            format!("{passed} {have} passed in this run: the next chosen pass draws the match.")
        } else if self.passed_by_choice {
            format!(
                "{passed} {have} passed in this run: the match is drawn after a pass of {} as well.",
                names.list(missing)
            )
        } else {
            format!(
                "{passed} {have} passed in this run without another possible move: the match is drawn after a chosen pass of {}.",
                names.list(missing)
            )
        };
        EndCondition { kind: EndKind::Passes { passed: self.passed, missing }, words }
    }

    fn rounds(&self, limit: u32) -> EndCondition {
        let played = self.turns / u32::from(self.public.seats);
        let words = format!("The match ends after round {limit}. Rounds played: {played}.");
        EndCondition { kind: EndKind::Rounds { played, limit }, words }
    }
}
