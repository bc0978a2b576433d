//! The laws of pictures.

use std::collections::{BTreeMap, BTreeSet};

use super::{Law, Result, Trial, broken, insist};
use crate::game::Eye;
use crate::scene::{GroundKind, Paint, Scene, Spot};
use crate::text;

/// A picture goes into every mail.
const MAX_SVG_BYTES: usize = 64 * 1024;

pub(super) fn check(trial: &Trial<'_>, eye: Eye) -> Result {
    let page = trial.rules.page(&trial.frame, eye).map_err(broken(Law::Drawing))?;
    let text = page.text();
    for line in text.lines() {
        let columns = line.chars().count();
        insist(columns <= text::WIDTH, Law::Drawing, || format!("{columns} columns: {line}"))?;
    }
    let svg = page.svg();
    insist(svg.len() <= MAX_SVG_BYTES, Law::Drawing, || format!("the SVG has {} bytes", svg.len()))?;
    let parsed =
        roxmltree::Document::parse(&svg).map_err(|why| (Law::Drawing, format!("the SVG is not well-formed: {why}")))?;
    let fetches = parsed
        .descendants()
        .flat_map(|node| node.attributes())
        .find(|attribute| attribute.name() == "href" && !attribute.value().starts_with('#'));
    insist(fetches.is_none(), Law::Drawing, || format!("the SVG fetches {fetches:?}"))?;
    let names: BTreeSet<&str> = page.scene.spots.iter().map(|spot| spot.name.as_str()).collect();
    insist(names.len() == page.scene.spots.len(), Law::Drawing, || "two spots of one name".to_owned())?;
    let untold = page.scene.spots.iter().find(|spot| spot.words.is_empty() != is_bare(spot));
    insist(untold.is_none(), Law::Drawing, || format!("what is on {untold:?} is not in its words, or nothing is"))?;
    check_doubled(&page.scene)
}

fn is_bare(spot: &Spot) -> bool {
    spot.tokens.is_empty() && spot.ground.kind == GroundKind::Plain && spot.claim.is_none()
}

/// Checks that nothing is told by colour alone: things that look the same without colours have the same colour.
fn check_doubled(scene: &Scene) -> Result {
    let mut looks: BTreeMap<String, Paint> = BTreeMap::new();
    let grounds = scene.spots.iter().map(|spot| (format!("ground {:?}", spot.ground.label), spot.ground.paint));
    let tokens = scene
        .spots
        .iter()
        .flat_map(|spot| &spot.tokens)
        .map(|token| (format!("{:?} {:?}", token.shape, token.label), token.paint));
    let boxes = scene.panels.iter().map(|panel| (format!("box {:?}", panel.title), panel.paint));
    for (look, paint) in grounds.chain(tokens).chain(boxes) {
        let first = *looks.entry(look.clone()).or_insert(paint);
        insist(first == paint, Law::Drawing, || {
            format!("{look} is {first:?} and {paint:?}, the same without colours")
        })?;
    }
    // The text board has no colours at all: what differs on a spot must differ in its glyph.
    let mut glyphs = BTreeMap::new();
    for spot in &scene.spots {
        // A piece may hide its ground.
        let ground = if spot.tokens.is_empty() { spot.ground.label.as_str() } else { "" };
        let first = glyphs.entry(&spot.glyph).or_insert((&spot.tokens, ground));
        insist(*first == (&spot.tokens, ground), Law::Drawing, || {
            format!("the glyph {:?} means two things", spot.glyph)
        })?;
    }
    Ok(())
}
