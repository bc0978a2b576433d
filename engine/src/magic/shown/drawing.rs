//! Drawings on cards, arrows of attacks, and cards as items.

use super::card_line::printed;
use super::reminders::terms;
use crate::magic::cards::CardKind;
use crate::magic::cards::card::Card;
use crate::magic::cards::colour::{Colour, Colours};
use crate::magic::cards::keyword::Keyword;
use crate::magic::chairs::chair_of;
use crate::magic::notation::CreatureName;
use crate::magic::state::View;
use crate::scene::{Arrow, Emblem, Item, Paint};
use crate::seat::Seat;

impl View {
    /// The drawing of a creature: what it does by its keywords, else what suits its colour.
    pub(crate) fn drawing_of(&self, name: CreatureName) -> Emblem {
        let Some(traits) = self.table.traits(name) else { return Emblem::Shield };
        if traits.has(Keyword::Flying) {
            Emblem::Wings
        } else if traits.has(Keyword::Defender) {
            Emblem::Wall
        } else if traits.artifact {
            Emblem::Gear
        } else {
            of_colours(traits.colours)
        }
    }

    /// The attacks of the open battles, each from the land that its attacker left.
    pub(crate) fn arrows(&self) -> Vec<Arrow> {
        let mut arrows: Vec<Arrow> = Vec::new();
        for battle in &self.table.battles {
            for name in &battle.attackers {
                let Some(creature) = self.table.creatures.get(name) else { continue };
                let Some(home) = creature.deeds.home.filter(|home| *home != battle.land) else { continue };
                let paint = chair_of(creature.seat).paint;
                let arrow = Arrow { from: home.to_string(), to: battle.land.to_string(), paint };
                if !arrows.contains(&arrow) {
                    arrows.push(arrow);
                }
            }
        }
        arrows
    }

    /// The cards of the seat in play, with their texts as printed.
    pub(crate) fn things_in_play(&self, seat: Seat) -> Vec<Item> {
        let things = self.table.things_of(seat);
        things
            .filter_map(|(name, thing)| Some(item(name.to_string(), &*self.table.cards.get(thing.card.as_str())?)))
            .collect()
    }
}

/// A card with this name in the notation.
pub(super) fn item(name: String, card: &Card) -> Item {
    Item {
        name,
        title: card.name.clone(),
        cost: card.cost.map(|cost| cost.to_string()).unwrap_or_default(),
        kind: card.kind.words().to_owned(),
        pips: card.size.map(|size| size.to_string()).unwrap_or_default(),
        text: printed(card),
        art: art_of(card),
        paint: paint_of(card.colours()),
        ready: false,
        why: String::new(),
        terms: terms(card),
    }
}

pub(super) fn art_of(card: &Card) -> Emblem {
    match card.kind {
        CardKind::Creature { artifact } => {
            let keywords = card.keywords();
            if keywords.has(Keyword::Flying) {
                Emblem::Wings
            } else if keywords.has(Keyword::Defender) {
                Emblem::Wall
            } else if artifact {
                Emblem::Gear
            } else {
                of_colours(card.colours())
            }
        }
        CardKind::Artifact => Emblem::Gear,
        CardKind::Enchantment | CardKind::Aura => Emblem::Halo,
        CardKind::Instant => Emblem::Bolt,
        CardKind::Sorcery => Emblem::Scroll,
    }
}

/// The drawing of a creature of these colours that walks.
fn of_colours(colours: Colours) -> Emblem {
    match colours.iter().next() {
        Some(Colour::White) => Emblem::Shield,
        Some(Colour::Blue) => Emblem::Eye,
        Some(Colour::Black) => Emblem::Skull,
        Some(Colour::Red) => Emblem::Flame,
        Some(Colour::Green) => Emblem::Paw,
        None => Emblem::Gear,
    }
}

/// The colour of a card's drawing: that of its one colour; none for no or several colours.
pub(super) fn paint_of(colours: Colours) -> Paint {
    let mut colours = colours.iter();
    match (colours.next(), colours.next()) {
        (Some(Colour::White), None) => Paint::White,
        (Some(Colour::Blue), None) => Paint::Blue,
        (Some(Colour::Black), None) => Paint::Black,
        (Some(Colour::Red), None) => Paint::Red,
        (Some(Colour::Green), None) => Paint::Green,
        (Some(_), Some(_)) => Paint::Yellow,
        (None, _) => Paint::Plain,
    }
}
