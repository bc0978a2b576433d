//! Positions as readers see them, painted and written as JSON.

use std::sync::{Arc, LazyLock};

use engine::{EndCondition, Outcome, Page, Waiting};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::Result;
use super::problem::Problem;
use crate::ids::UserId;
use crate::play::Match;
use crate::play::telling::kept_pages::{KeptPages, OfPage};

/// JSON that is written already.
#[derive(Clone)]
pub(super) struct Json(Arc<RawValue>);

impl Json {
    fn new(value: &impl Serialize) -> Result<Json> {
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
            view: Json::new(&page.view)?,
            scene: Json::new(&page.scene)?,
            text: Json::new(&page.text())?,
            turn: page.turn,
            waiting: page.waiting,
            ends: page.ends,
            outcome: page.outcome,
        })
    }

    /// The position of a match for this reader; `None` before the start.
    pub(super) fn now(m: &Match, user: Option<UserId>) -> Result<Option<Arc<Painted>>> {
        KEPT.get(m, user, Painted::new)
    }
}

impl OfPage for Painted {
    fn bytes(&self) -> u64 {
        let texts = [&self.view, &self.scene, &self.text].map(|json| json.0.get().len() as u64);
        500 + texts.iter().sum::<u64>()
    }
}

static KEPT: LazyLock<KeptPages<Painted>> = LazyLock::new(KeptPages::default);
