//! The two lines at the head of a card: types and size.

use super::form::EachAfter;
use super::scan::Scan;
use super::{Form, Syntax};
use crate::magic::cards::card::CardKind;
use crate::magic::cards::effect::Size;
use crate::magic::cards::noun::Subtype;

/// The kinds other than creatures.
const PLAIN_KINDS: [CardKind; 5] =
    [CardKind::Artifact, CardKind::Enchantment, CardKind::Aura, CardKind::Instant, CardKind::Sorcery];

/// The types and subtypes of a line that ends with them.
pub(in super::super) fn types_of(scan: &Scan<'_>) -> Option<(CardKind, Vec<Subtype>)> {
    let whole = |kind: &CardKind| scan.literal(0, kind.words()).is_some_and(|at| scan.is_end(at));
    if let Some(kind) = PLAIN_KINDS.into_iter().find(whole) {
        return Some((kind, Vec::new()));
    }
    let artifact = scan.literal(0, "Artifact ");
    let behind = scan.literal(artifact.unwrap_or(0), "Creature -")?;
    let subtypes = Form::<Vec<Subtype>>::read(&EachAfter(" "), scan, behind);
    let (subtypes, _) = subtypes.into_iter().find(|(subtypes, at)| !subtypes.is_empty() && scan.is_end(*at))?;
    Some((CardKind::Creature { artifact: artifact.is_some() }, subtypes))
}

/// The size that is all of this text.
pub(in super::super) fn size_of(scan: &Scan<'_>) -> Option<Size> {
    Size::read(scan, 0).into_iter().find(|(_, at)| scan.is_end(*at)).map(|(size, _)| size)
}
