//! Positions as readers see them, painted and written as JSON.
//!
//! To paint a board takes longer than most of the rest of a request, and many requests show the same one. So the last ones are kept by what
//! they are made from. Where moves may be secret, that would tell of one: the first reader after it would wait longer. Such positions are
//! painted for each request, until the match is over.

use std::sync::{Arc, LazyLock};

use engine::{EndCondition, Outcome, Page, Waiting};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::Result;
use super::problem::Problem;
use crate::ids::UserId;
use crate::play::{Match, Phase, look};
use crate::secrets::hash;

/// The most bytes of all positions that are kept.
const MOST_BYTES: u64 = 4 << 20;

/// The bytes of a position, about.
const USUAL_BYTES: u64 = 16 << 10;

/// JSON that is written already.
#[derive(Clone)]
pub(super) struct Json(Arc<RawValue>);

impl Json {
    fn of(value: &impl Serialize) -> Result<Json> {
        serde_json::value::to_raw_value(value).map(|raw| Json(raw.into())).map_err(Problem::internal)
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// A position as one reader sees it.
pub(super) struct Painted {
    pub(super) turn: u32,
    pub(super) waiting: Waiting,
    pub(super) ends: Vec<EndCondition>,
    pub(super) outcome: Option<Outcome>,
    pub(super) view: Json,
    pub(super) scene: Json,
    pub(super) text: Json,
}

impl Painted {
    /// A page, painted.
    pub(super) fn new(page: Page) -> Result<Painted> {
        Ok(Painted {
            view: Json::of(&page.view)?,
            scene: Json::of(&page.scene)?,
            text: Json::of(&page.text())?,
            turn: page.turn,
            waiting: page.waiting,
            ends: page.ends,
            outcome: page.outcome,
        })
    }

    /// The position of a match for this reader; `None` before the start.
    pub(super) fn now(m: &Match, user: Option<UserId>) -> Result<Option<Arc<Painted>>> {
        let paint = || look::page(m, user)?.map(|page| Painted::new(page).map(Arc::new)).transpose();
        let is_kept = match m.phase() {
            Phase::Over => true,
            Phase::Running => !m.rules.info().secret,
            Phase::Open | Phase::Cancelled => false,
        };
        if !is_kept {
            return paint();
        }
        let key = hash(&made_from(m, user)?);
        KEPT.get_or_insert_with(&key, || paint()?.ok_or_else(|| Problem::internal("no page"))).map(Some)
    }
}

#[derive(Clone)]
struct Bytes;

impl Weighter<[u8; 32], Arc<Painted>> for Bytes {
    fn weight(&self, _: &[u8; 32], painted: &Arc<Painted>) -> u64 {
        let texts = [&painted.view, &painted.scene, &painted.text].map(|json| json.0.get().len() as u64);
        500 + texts.iter().sum::<u64>()
    }
}

static KEPT: LazyLock<Cache<[u8; 32], Arc<Painted>, Bytes>> =
    LazyLock::new(|| Cache::with_weighter((MOST_BYTES / USUAL_BYTES) as usize, MOST_BYTES, Bytes));

/// All that a page is made from, in one text.
fn made_from(m: &Match, user: Option<UserId>) -> Result<String> {
    let (info, seat, frame) = (m.rules.info(), user.and_then(|user| m.seat_of(user)), m.frame()?);
    let engine::Frame { seats, seed: _, ply, turn, left, lapses, over, state } = &frame;
    let (game, edition) = (info.id, info.edition);
    Ok(format!("{game} {edition} {seat:?} {seats} {ply} {turn} {left:?} {lapses:?} {over} {state}"))
}
