//! What is made of the pages of matches, such as the painted board.
//!
//! To make a page and to paint its board takes as long as much of the rest of a request, and many requests show the same one. So the last
//! ones are kept by what a page is made from. Where moves may be secret, that would tell of one: the first reader after it would wait longer.
//! Such pages are made for each request, until the match is over.

use std::sync::Arc;

use engine::Page;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::look;
use crate::ids::UserId;
use crate::play::{Match, Phase, Refusal, Result};
use crate::secrets::hash;

/// The maximum number of bytes of all that is kept of a kind.
const MAX_BYTES: u64 = 4 << 20;

/// The bytes of one, about.
const USUAL_BYTES: u64 = 16 << 10;

/// What is made of a page.
pub trait OfPage {
    /// The bytes that it takes in memory, about.
    fn bytes(&self) -> u64;
}

#[derive(Clone)]
struct Bytes;

impl<T: OfPage> Weighter<[u8; 32], Arc<T>> for Bytes {
    fn weight(&self, _: &[u8; 32], made: &Arc<T>) -> u64 {
        made.bytes()
    }
}

/// What has been made last of pages, at most 4 MiB of it.
pub struct KeptPages<T: OfPage>(Cache<[u8; 32], Arc<T>, Bytes>);

impl<T: OfPage> Default for KeptPages<T> {
    fn default() -> KeptPages<T> {
        KeptPages(Cache::with_weighter((MAX_BYTES / USUAL_BYTES) as usize, MAX_BYTES, Bytes))
    }
}

impl<T: OfPage> KeptPages<T> {
    /// What is made of the page of a match for this reader, from here if it was made lately; `None` before the start.
    pub fn get<E: From<Refusal>>(
        &self,
        m: &Match,
        user: Option<UserId>,
        make: impl FnOnce(Page) -> Result<T, E>,
    ) -> Result<Option<Arc<T>>, E> {
        let is_kept = match m.phase() {
            Phase::Over => true,
            Phase::Running => !m.rules.info().secret,
            Phase::Open | Phase::Cancelled => return Ok(None),
        };
        let made = || {
            let page = look::page(m, user)?.ok_or_else(|| Refusal::Broken(format!("match {}: no page", m.id())))?;
            make(page).map(Arc::new)
        };
        if is_kept { self.0.get_or_insert_with(&hash(&made_from(m, user)?), made) } else { made() }.map(Some)
    }
}

/// All that a page is made from, in one text.
fn made_from(m: &Match, user: Option<UserId>) -> Result<String> {
    let (info, seat, frame) = (m.rules.info(), user.and_then(|user| m.seat_of(user)), m.frame()?);
    let engine::Frame { seats, seed: _, ply, turn, left, lapses, over, state } = &frame;
    let (game, edition) = (info.id, info.edition);
    Ok(format!("{game} {edition} {seat:?} {seats} {ply} {turn} {left:?} {lapses:?} {over} {state}"))
}
