//! The page of a match for one reader, with its board drawn.

use std::sync::{Arc, LazyLock, OnceLock};

use engine::Page;
use serde_json::Value;

use super::board_of;
use crate::http::Result;
use crate::http::problem::Problem;
use crate::ids::UserId;
use crate::play::Match;
use crate::play::telling::kept_pages::{KeptPages, OfPage};

/// The bytes of a spot in a scene and its picture, about: 300 to 500 on an empty board, more with pieces.
const BYTES_OF_SPOT: usize = 1000;

/// The page of a match without the view of its game, which is for programs.
pub(super) struct Drawn {
    pub(super) page: Page,
    /// The board as text.
    pub(super) text: String,
    svg: OnceLock<String>,
}

impl Drawn {
    /// Draws a page.
    pub(super) fn new(page: Page) -> Result<Drawn> {
        Ok(Drawn { text: page.text(), page: Page { view: Value::Null, ..page }, svg: OnceLock::new() })
    }

    /// The page of a match that has started, for this reader.
    pub(super) fn now(m: &Match, user: Option<UserId>) -> Result<Arc<Drawn>> {
        KEPT.get(m, user, Drawn::new)?.ok_or_else(|| Problem::not_found("board"))
    }

    /// The board as SVG.
    pub(super) fn svg(&self) -> String {
        self.svg.get_or_init(|| board_of(&self.page.scene)).clone()
    }
}

impl OfPage for Drawn {
    fn bytes(&self) -> u64 {
        (self.text.len() + self.page.scene.spots.len() * BYTES_OF_SPOT) as u64
    }
}

static KEPT: LazyLock<KeptPages<Drawn>> = LazyLock::new(KeptPages::default);
