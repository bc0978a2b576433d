//! Which objects, lands and cards a noun speaks of, asked from where a text stands.

use super::layers::sides;
use super::speaker::{Speaker, Values};
use super::traits::{Traits, creature};
use crate::magic::cards::Card;
use crate::magic::cards::colour::{Colours, LandType};
use crate::magic::cards::cost::Mark;
use crate::magic::cards::fit::{Candidate, Party, Zone};
use crate::magic::cards::keyword::Keywords;
use crate::magic::cards::noun::Noun;
use crate::magic::notation::{CreatureName, LandNumber, Target, Thing, Word};
use crate::magic::state::{Land, Object, Permanent, Place, Table};
use crate::seat::Seat;

impl Table {
    /// True if the noun speaks of the target, with current values; `x` is the X that was paid or defined (C9). It never speaks of
    /// a player.
    pub(crate) fn fits(&self, noun: &Noun, target: &Target, speaker: &Speaker, x: u16) -> bool {
        self.fits_with(Values::Current, noun, target, speaker, x)
    }

    pub(crate) fn fits_with(&self, values: Values, noun: &Noun, target: &Target, speaker: &Speaker, x: u16) -> bool {
        // The zone alone often says no, and costs nothing.
        if matches!(target, Target::Thing(_)) && !noun.is_in(Zone::Play) {
            return false;
        }
        self.with_candidate(values, target, speaker, |candidate| noun.fits(candidate, x)).unwrap_or(false)
    }

    /// All that the noun speaks of: lands by number, creatures, other permanents, objects on the stack from the bottom, and cards
    /// in graveyards, each card once a graveyard.
    pub(crate) fn all_fitting(&self, noun: &Noun, speaker: &Speaker, x: u16) -> Vec<Target> {
        self.all_with(Values::Current, noun, speaker, x)
    }

    /// The same with these values.
    pub(crate) fn all_with(&self, values: Values, noun: &Noun, speaker: &Speaker, x: u16) -> Vec<Target> {
        let lands = self.standing_lands().map(|(number, _)| Target::Land(number));
        let things = self.things().map(|(name, _)| Target::Thing(name));
        let stack = self.stack.iter().map(|object| Target::Stack(object.name));
        let all = lands.chain(things).chain(stack).chain(self.grave_targets(noun));
        all.filter(|target| self.fits_with(values, noun, target, speaker, x)).collect()
    }

    /// The cards in graveyards, if the noun looks there.
    fn grave_targets(&self, noun: &Noun) -> Vec<Target> {
        let mut targets = Vec::new();
        if noun.is_in(Zone::Graveyard) {
            for (seat, side) in Seat::all(self.seat_count()).zip(&self.seats) {
                let mut words: Vec<Word> = side.grave.iter().filter_map(|card| Word::new(card.as_str())).collect();
                words.sort();
                words.dedup();
                targets.extend(words.into_iter().map(|word| Target::Grave(seat, word)));
            }
        }
        targets
    }

    /// True if the noun speaks of a card that is looked at.
    pub(crate) fn fits_card(&self, noun: &Noun, card: &Card, owner: Seat, speaker: &Speaker, x: u16) -> bool {
        noun.fits(&self.card_candidate(Values::Current, Zone::Hidden, card, owner, speaker), x)
    }

    /// True if the noun speaks of the spell that this player casts.
    pub(crate) fn fits_spell(&self, noun: &Noun, card: &Card, by: Seat, speaker: &Speaker, x: u16) -> bool {
        noun.fits(&self.card_candidate(Values::Current, Zone::Stack, card, by, speaker), x)
    }

    /// Looks at a target as nouns see it; `None` for a player and for what is not there.
    pub(crate) fn with_candidate<T>(
        &self,
        values: Values,
        target: &Target,
        speaker: &Speaker,
        look: impl FnOnce(&Candidate<'_>) -> T,
    ) -> Option<T> {
        match target {
            Target::Thing(name) => {
                let thing = self.thing(*name)?;
                let traits = match values {
                    Values::Current => self.traits_of(*name)?,
                    Values::Printed | Values::Laid => self.printed_of(*name)?,
                };
                let card = self.cards.get(thing.card.as_str())?;
                Some(look(&self.candidate(values, *name, thing, &card, &traits, speaker)))
            }
            Target::Land(number) => {
                let land = self.land(*number).filter(|land| !land.hole)?;
                let kind = self.kind_with(values, *number)?;
                Some(look(&self.land_candidate(*number, land, kind, speaker)))
            }
            Target::Stack(name) => {
                // Abilities are no spells.
                let object = self.object(*name).filter(|object| object.ability.is_none())?;
                let card = self.cards.get(object.card.as_str())?;
                Some(look(&self.spell_candidate(values, object, &card, speaker)))
            }
            Target::Grave(seat, word) => {
                let card = self.side(*seat)?.grave.iter().find(|card| card.as_str() == word.as_str())?;
                let card = self.cards.get(card.as_str())?;
                Some(look(&self.card_candidate(values, Zone::Graveyard, &card, *seat, speaker)))
            }
            Target::Player(_) => None,
        }
    }

    /// A permanent with these values as nouns see it.
    pub(crate) fn candidate<'a>(
        &self,
        values: Values,
        name: Thing,
        thing: &'a Permanent,
        card: &'a Card,
        traits: &Traits,
        speaker: &Speaker,
    ) -> Candidate<'a> {
        let (here, from) = (self.land_of(name), self.land_of_speaker(speaker));
        let fights = self.fights(name);
        let this_fights = speaker.this.and_then(|this| self.fights(this));
        let marks: Vec<&Mark> = thing.counters.keys().collect();
        Candidate {
            kind: Some(card.kind),
            token: thing.is_token(),
            subtypes: &card.subtypes,
            colours: traits.colours,
            keywords: traits.keywords,
            power: traits.power,
            toughness: traits.toughness,
            value: traits.value,
            marks,
            controller: speaker.party(Some(traits.seat)),
            owner: speaker.party(Some(thing.owner)),
            is_this: speaker.this == Some(name),
            tapped: thing.tapped,
            attacking: fights.is_some_and(|(_, attacks)| attacks),
            defending: fights.is_some_and(|(_, attacks)| !attacks),
            battles_this: fights.zip(this_fights).is_some_and(|((here, _), (there, _))| here == there),
            damaged: thing.deeds.damaged,
            stands_on: here.and_then(|here| self.kind_with(values, here)),
            same_land: here.is_some() && here == from,
            adjacent_land: here.zip(from).is_some_and(|(here, from)| self.board().touch(here, from)),
            enchanted_land: here.is_some() && here == self.enchanted_land(speaker),
            ..blank(Zone::Play)
        }
    }

    /// The type of a land.
    fn kind_with(&self, values: Values, number: LandNumber) -> Option<LandType> {
        match values {
            Values::Current | Values::Printed => self.kind_of(number),
            Values::Laid => self.land(number).filter(|land| !land.hole).map(|land| land.kind),
        }
    }

    /// A land of this type as nouns see it.
    pub(crate) fn land_candidate(
        &self,
        number: LandNumber,
        land: &Land,
        kind: LandType,
        speaker: &Speaker,
    ) -> Candidate<'static> {
        let from = self.land_of_speaker(speaker);
        Candidate {
            controller: speaker.party(land.seat),
            tapped: land.tapped,
            same_land: from == Some(number),
            adjacent_land: from.is_some_and(|from| self.board().touch(from, number)),
            enchanted_land: self.enchanted_land(speaker) == Some(number),
            ..blank(Zone::Board(kind))
        }
    }

    /// A spell; its mana value counts the X that was paid (C3).
    fn spell_candidate<'a>(&self, values: Values, object: &Object, card: &'a Card, speaker: &Speaker) -> Candidate<'a> {
        let x = if card.cost.is_some_and(|cost| cost.x) { object.x.unwrap_or(0) } else { 0 };
        let candidate = self.card_candidate(values, Zone::Stack, card, object.owner, speaker);
        let (controller, value) = (speaker.party(Some(object.seat)), card.mana_value().saturating_add(x));
        Candidate { controller, value, colours: object.colours(card), ..candidate }
    }

    /// A card outside of play, by its printed values; a `*` is counted in every zone (C9).
    fn card_candidate<'a>(
        &self,
        values: Values,
        zone: Zone,
        card: &'a Card,
        owner: Seat,
        speaker: &Speaker,
    ) -> Candidate<'a> {
        let star = match values {
            Values::Current => self.star_of(card, &Speaker { you: owner, this: None, it: None }),
            Values::Printed | Values::Laid => 0,
        };
        let owner = speaker.party(Some(owner));
        let (power, toughness) = card.size.map_or((0, 0), |size| sides(size, star));
        Candidate {
            kind: Some(card.kind),
            subtypes: &card.subtypes,
            colours: card.colours(),
            keywords: card.keywords(),
            power,
            toughness,
            value: card.mana_value(),
            controller: owner,
            owner,
            ..blank(zone)
        }
    }

    /// The land where the creature fights, and whether it attacks; `None` if it does not fight.
    fn fights(&self, name: Thing) -> Option<(LandNumber, bool)> {
        let name: CreatureName = creature(name)?;
        self.battles.iter().find_map(|battle| {
            let attacks = battle.attackers.contains(&name);
            let defends = battle.defenders.contains(&name) && !battle.attackers.is_empty();
            (attacks || defends).then_some((battle.land, attacks))
        })
    }

    /// The land where a permanent is, or was when it left play; of an aura the land that it is on, or that of its host (C6).
    pub(crate) fn land_of(&self, name: Thing) -> Option<LandNumber> {
        match self.place_of(name)? {
            Place::Land(land) => Some(land),
            Place::Thing(host) => match self.place_of(host)? {
                Place::Land(land) => Some(land),
                Place::Thing(_) | Place::Nowhere => None,
            },
            Place::Nowhere => None,
        }
    }

    fn land_of_speaker(&self, speaker: &Speaker) -> Option<LandNumber> {
        self.land_of(speaker.this?)
    }

    /// The land that the aura with the text is on.
    fn enchanted_land(&self, speaker: &Speaker) -> Option<LandNumber> {
        match speaker.this? {
            Thing::Creature(_) => None,
            aura @ Thing::Permanent(_) => match self.place_of(aura)? {
                Place::Land(land) => Some(land),
                Place::Thing(_) | Place::Nowhere => None,
            },
        }
    }

    /// The counters with this mark on a permanent; 0 if it is not in play.
    pub(crate) fn counters_of(&self, name: Option<Thing>, mark: &Mark) -> u16 {
        let counters = name.and_then(|name| self.thing(name)).map(|thing| &thing.counters);
        counters.and_then(|counters| counters.get(mark)).copied().unwrap_or(0)
    }
}

/// Nothing in particular in this zone, of no player.
fn blank(zone: Zone) -> Candidate<'static> {
    Candidate {
        zone,
        kind: None,
        token: false,
        subtypes: &[],
        colours: Colours::NONE,
        keywords: Keywords::NONE,
        power: 0,
        toughness: 0,
        value: 0,
        marks: Vec::new(),
        controller: Party::Neutral,
        owner: Party::Neutral,
        is_this: false,
        tapped: false,
        attacking: false,
        defending: false,
        battles_this: false,
        damaged: false,
        stands_on: None,
        same_land: false,
        adjacent_land: false,
        enchanted_land: false,
    }
}

/// The permanents among these.
pub(crate) fn things(targets: Vec<Target>) -> Vec<Thing> {
    let thing = |target: Target| if let Target::Thing(name) = target { Some(name) } else { None };
    targets.into_iter().filter_map(thing).collect()
}
