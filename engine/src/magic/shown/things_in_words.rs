//! Lands, creatures and other permanents in words, as they are now.

use crate::magic::cards::LandType;
use crate::magic::cards::keyword::Keyword;
use crate::magic::chairs::chair_of;
use crate::magic::notation::{CreatureName, Thing};
use crate::magic::state::{Land, Place, View};

impl View {
    /// `c8 Bog Assessor 2/1 (swampwalk), tapped (Birch)`
    pub(crate) fn creature_words(&self, name: CreatureName) -> String {
        let Some(thing) = self.table.thing(Thing::Creature(name)) else { return String::new() };
        format!("{} ({})", self.thing_line(Thing::Creature(name), false), chair_of(thing.seat).name)
    }

    /// `c8 Bog Assessor 2/1 (swampwalk) on 12, tapped, damage 1`; on request without the place.
    pub(crate) fn thing_line(&self, name: Thing, with_place: bool) -> String {
        let Some(thing) = self.table.thing(name) else { return String::new() };
        let mut line = format!("{name} {}", self.table.name_of(&thing.card));
        if let Thing::Creature(creature) = name {
            if let Some(traits) = self.table.traits(creature) {
                line += &format!(" {}/{}", traits.power, traits.toughness);
            }
            let words: Vec<String> = self.words_of(creature).iter().map(|word| for_people(word)).collect();
            if !words.is_empty() {
                line += &format!(" ({})", words.join(", "));
            }
        }
        match thing.place {
            Place::Land(_) | Place::Thing(_) if !with_place => {}
            Place::Land(land) => line += &format!(" on {land}"),
            Place::Thing(host) => line += &format!(" on {host}"),
            Place::Nowhere => {}
        }
        let fresh = thing.fresh && matches!(name, Thing::Creature(_));
        for (word, is) in [("tapped", thing.tapped), ("came this turn", fresh)] {
            if is {
                line += &format!(", {word}");
            }
        }
        if thing.damage > 0 {
            line += &format!(", damage {}", thing.damage);
        }
        line
    }
}

/// `a mountain of Birch, tapped`
pub(crate) fn land(kind: LandType, land: &Land) -> String {
    let owner = land.seat.map_or_else(|| "free".to_owned(), |seat| format!("of {}", chair_of(seat).name));
    let article = if kind == LandType::Island { "an" } else { "a" };
    let tapped = if land.tapped { ", tapped" } else { "" };
    format!("{article} {} {owner}{tapped}", kind.word())
}

/// A word of the table text as people write it: `protection from red`, `first strike`.
fn for_people(word: &str) -> String {
    if let Some(keyword) = Keyword::from_table_word(word) {
        return keyword.words().to_owned();
    }
    let is_sentence = ["cant-", "can-", "does-"].iter().any(|start| word.starts_with(start));
    if is_sentence { word.replacen("cant-", "cannot-", 1).replace('-', " ") } else { word.to_owned() }
}
