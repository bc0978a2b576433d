//! The view of a match of Magma.

use std::collections::BTreeMap;

use serde::Serialize;

use super::field::Cells;
use super::{Color, Magma, Options, Stage};
use crate::chair::Names;
use crate::game::{EndCondition, EndKind, Eye};
use crate::notation::Name;
use crate::seat::{Seat, Seats};

/// A match of Magma as a client gets it. Nothing is hidden; the eye decides only `you`.
#[derive(Clone, PartialEq, Debug, Serialize, schemars::JsonSchema)]
pub struct View {
    /// The seat of the reader.
    pub you: Option<Seat>,
    /// The options of the match.
    pub options: Options,
    /// The spaces with pieces of each colour in play.
    pub pieces: BTreeMap<Color, Vec<Name>>,
    /// The vacant spaces that each colour alone reaches, as they would be counted now.
    pub exclusive: BTreeMap<Color, Vec<Name>>,
    /// The homes in use, in the order of turns.
    pub homes: Vec<Home>,
    /// For each seat the pieces it can still put in play.
    pub supply: Vec<u8>,
    /// The home of the current slot, also while a penalty is decided.
    pub turn_home: Name,
    /// The penalty that is yet to be decided.
    pub penalty: Option<Penalty>,
    /// The number of turns that have ended.
    pub turns: u32,
    /// The seats that have passed in the current run of passes.
    pub passed: Seats,
    /// The seats that have agreed to end.
    pub agreed: Seats,
    /// The seats that have let a turn lapse and sent nothing since.
    pub absent: Seats,
    /// The seats that have left the match.
    pub left: Seats,
    /// White-Hot: true once magma has been called.
    pub magma_called: bool,
    #[serde(skip)]
    pub(super) position: Magma,
    /// The score of each colour and the name of each seat, which every part of a page needs.
    #[serde(skip)]
    pub(super) scores: [i32; 3],
    #[serde(skip)]
    pub(super) names: Names,
}

/// A home and its owner.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, schemars::JsonSchema)]
pub struct Home {
    /// The space.
    pub cell: Name,
    /// The owner.
    pub seat: Seat,
    /// The colour played through it.
    pub color: Color,
}

/// A penalty that is yet to be decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, schemars::JsonSchema)]
pub struct Penalty {
    /// The seat that decides.
    pub by: Seat,
    /// The seat whose piece may be removed.
    pub of: Seat,
}

impl View {
    pub(super) fn new(position: Magma, eye: Eye) -> View {
        let board = &position.field().board;
        let table = position.table();
        let exclusive = position.exclusive();
        let named = |cells: Cells| -> Vec<Name> { cells.iter().map(|cell| board.name(cell)).collect() };
        let by_color = |cells: [Cells; 3]| table.sides().map(|color| (color, named(cells[color.index()]))).collect();
        let homes: Vec<Home> = table
            .slots()
            .iter()
            .map(|slot| Home { cell: position.home_name(slot.corner), seat: slot.seat, color: table.color(slot.seat) })
            .collect();
        View {
            you: eye.seat(),
            options: position.options,
            pieces: by_color(position.pieces),
            exclusive: by_color(exclusive),
            supply: table.seats().map(|seat| position.stock(seat)).collect(),
            turn_home: position.home_name(position.current_slot().corner),
            penalty: match position.stage {
                Stage::Penalty { by, of } => Some(Penalty { by, of }),
                Stage::Turn | Stage::Over(_) => None,
            },
            turns: position.turns,
            passed: position.passed,
            agreed: position.agreed,
            absent: position.absent,
            left: position.left,
            magma_called: position.sand.called,
            homes,
            scores: position.scores_with(&exclusive),
            names: position.names(),
            position,
        }
    }

    pub(super) fn position(&self) -> &Magma {
        &self.position
    }

    pub(super) fn ends(&self) -> Vec<EndCondition> {
        match self.position.stage {
            Stage::Over(_) => Vec::new(),
            Stage::Turn | Stage::Penalty { .. } => {
                let rounds = self.options.max_rounds.map(|limit| self.rounds(limit));
                let ends = [Some(self.passes()), self.agreement(), rounds, Some(self.score_now())];
                ends.into_iter().flatten().collect()
            }
        }
    }

    /// The condition of an end by passes, and how far it is met (A17, A18, A27).
    fn passes(&self) -> EndCondition {
        let missing = self.position.present().without(self.passed);
        let passed = have(&self.names, self.passed);
        let words = match (self.passed.is_empty(), missing.is_empty()) {
            (true, _) => {
                "The match ends when all players pass in sequence; no player has passed in this run.".to_owned()
            }
            (false, true) => format!("{passed} passed in this run: the next pass ends the match."),
            (false, false) => {
                format!(
                    "{passed} passed in this run: the match ends after a pass of {} as well.",
                    self.names.list(missing)
                )
            }
        };
        EndCondition { kind: EndKind::Passes { passed: self.passed, missing }, words }
    }

    /// The condition of an end by agreement, and how far it is met (A19); `None` if no player has agreed.
    fn agreement(&self) -> Option<EndCondition> {
        let present = self.position.present();
        let missing = present.without(self.agreed);
        let agreed = have(&self.names, self.agreed);
        let words = if present.is_empty() {
            format!("{agreed} agreed to end, but all players are absent: the match does not end.")
        } else {
            let needed = self.names.list(missing);
            format!(
                "{agreed} agreed to end: the match ends with the agreement of {needed} as well, before the board changes."
            )
        };
        let kind = EndKind::Agreement { agreed: self.agreed, missing };
        (!self.agreed.is_empty()).then_some(EndCondition { kind, words })
    }

    fn rounds(&self, limit: u32) -> EndCondition {
        let played = self.turns / self.homes.len() as u32;
        let words = format!("The match ends after round {limit}. Rounds played: {played}.");
        EndCondition { kind: EndKind::Rounds { played, limit }, words }
    }

    fn score_now(&self) -> EndCondition {
        let (scores, table) = (self.scores, self.position.table());
        let listed: Vec<String> =
            table.sides().map(|color| format!("{} {}", color.name(), scores[color.index()])).collect();
        let kind = EndKind::ScoreNow { scores: table.seats().map(|seat| scores[table.color(seat).index()]).collect() };
        EndCondition { kind, words: format!("Score if the match ended now: {}.", listed.join(", ")) }
    }
}

impl Magma {
    fn home_name(&self, corner: u8) -> Name {
        let field = self.field();
        field.board.name(field.corners[usize::from(corner)])
    }
}

/// `Red has`, `Red and Blue have`.
fn have(names: &Names, seats: Seats) -> String {
    format!("{} {}", names.list(seats), if seats.len() == 1 { "has" } else { "have" })
}
