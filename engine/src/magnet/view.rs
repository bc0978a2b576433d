//! The view of a match of Magnet.

use serde::Serialize;

use super::Options;
use super::field::Vertex;
use super::notation::Move;
use super::pieces::{Fate, Id, Kind, Kinds};
use super::pull::LastTurn;
use super::repetition::{LIMIT, Strangers};
use super::table::{Stage, Table};
use crate::game::{EndCondition, EndKind, Eye};
use crate::seat::{Seat, Seats};

/// A match of Magnet as one eye sees it. It is made from the table, which is public, and from the kinds that the eye knows.
#[derive(Clone, PartialEq, Debug, Serialize, schemars::JsonSchema)]
pub struct View {
    /// The seat of the reader.
    pub you: Option<Seat>,
    /// The options of the match.
    pub options: Options,
    /// The act that the match waits for.
    pub phase: Phase,
    /// The seats that have to act.
    pub awaited: Seats,
    /// True if only one piece may move this turn.
    pub opening: bool,
    /// The number of turns that have ended.
    pub turns: u32,
    /// All pieces, Red's first, each in the order of the start vertices; before play without those whose vertices are hidden.
    pub pieces: Vec<Figure>,
    /// The affected pieces that have yet to move, by vertex.
    pub pending: Vec<Vertex>,
    /// The turn in progress, or the last one.
    pub last: Option<LastTurn>,
    /// At the beginning of a turn: how often the position has occurred, as far as the reader can tell.
    pub occurred: Option<u8>,
    /// True if the reader may declare victory now.
    pub may_declare: bool,
    #[serde(skip)]
    pub(super) table: Table,
    /// The kinds that the reader knows, never more.
    #[serde(skip)]
    pub(super) kinds: Kinds,
}

/// The act that a match waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Set-ups.
    SetUp,
    /// The magnet, or a declaration.
    Magnet,
    /// The affected pieces that have yet to move.
    Pieces,
    /// None: the match is over.
    Over,
}

/// A piece as the reader sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, schemars::JsonSchema)]
pub struct Figure {
    /// Its name for the whole match: the vertex it started on (B34).
    pub id: Vertex,
    /// The owner.
    pub seat: Seat,
    /// Its rank, also after it was lost.
    pub rank: u8,
    /// The vertex on which it stands, or the way in which it was lost.
    pub fate: Fate,
    /// Its kind, if the reader knows it.
    pub kind: Option<Kind>,
}

impl View {
    pub(super) fn new(table: Table, kinds: Kinds, eye: Eye) -> View {
        let you = eye.seat();
        let figure = |id: Id| {
            let piece = table.piece(id);
            let start = table.start_of(id)?;
            Some(Figure { id: start, seat: id.seat, rank: piece.rank, fate: piece.fate, kind: kinds.get(id) })
        };
        let phase = match table.stage {
            Stage::SetUp { .. } => Phase::SetUp,
            Stage::Magnet => Phase::Magnet,
            Stage::Pieces { .. } => Phase::Pieces,
            Stage::Over(_) => Phase::Over,
        };
        View {
            you,
            options: table.options,
            phase,
            awaited: table.awaited(),
            opening: table.is_opening(),
            turns: table.turns,
            pieces: Id::all().filter_map(figure).collect(),
            pending: table.pending().to_vec(),
            last: table.last.clone(),
            occurred: (phase == Phase::Magnet).then(|| table.occurred(&kinds, Strangers::Apart)),
            may_declare: you.is_some_and(|you| table.may_declare(&kinds, you)),
            table,
            kinds,
        }
    }

    /// The view after a legal move of the reader's; `None` if it depends on a kind that the reader does not know.
    pub(super) fn after(&self, mv: &Move) -> Option<View> {
        let you = self.you?;
        let after = self.table.after(&self.kinds, you, mv).ok()??;
        Some(View::new(after.table, after.kinds, Eye::Seat(you)))
    }

    pub(super) fn ends(&self) -> Vec<EndCondition> {
        let say = |words: String| EndCondition { kind: EndKind::Other, words };
        if self.phase == Phase::Over {
            return Vec::new();
        }
        let mut ends = vec![say("A side that loses its king has lost.".to_owned())];
        let center = Vertex::CENTER;
        ends.push(say(if self.may_declare {
            format!("Your king stands on the centre, {center}: send `declare` and you have won.")
        } else {
            format!("A player whose king stands on the centre, {center}, when their turn begins may declare victory.")
        }));
        ends.push(say("Once only the two kings are left, the first to reach the centre wins.".to_owned()));
        if let Some(count) = self.occurred {
            let kind = EndKind::Repetition { count, limit: LIMIT };
            let times = match count {
                0 | 1 => "once".to_owned(),
                2 => "twice".to_owned(),
                count => format!("{count} times"),
            };
            let words = format!(
                "This position has occurred {times}, as far as you can tell; the third time is a draw. Pieces of one side that \
                 are alike in kind and rank may have changed places."
            );
            ends.push(EndCondition { kind, words });
        }
        if let Some(limit) = self.options.max_rounds {
            let played = self.turns / 2;
            let kind = EndKind::Rounds { played, limit };
            ends.push(EndCondition {
                kind,
                words: format!("The match is a draw after round {limit}. Rounds played: {played}."),
            });
        }
        ends
    }
}
