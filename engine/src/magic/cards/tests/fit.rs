//! Which candidates a noun speaks of.

use super::super::card::CardKind;
use super::super::colour::{Colour, Colours, LandType};
use super::super::cost::Mark;
use super::super::fit::{Candidate, Party, Zone};
use super::super::keyword::{Keyword, Keywords};
use super::super::lint::{self, Origin};
use super::super::noun::{Noun, Subtype};
use super::super::targets::Target;
use super::super::{Card, Cards};

/// The noun of a spell that destroys it.
fn noun(words: &str) -> Noun {
    let text = format!("Ford Edict   XG\nInstant\nDestroy target {words}.\n");
    let set: Vec<Card> = Cards::set().all().cloned().collect();
    let card = lint::cards(&text, Origin::Option(&set)).unwrap_or_else(|fault| panic!("{fault}")).remove(0);
    let targets = card.spells().next().unwrap().targets(None);
    let [Target::One(noun)] = targets.as_slice() else { panic!("{targets:?}") };
    (*noun).clone()
}

/// A white 3/2 Guard of an opponent, on an island.
fn guard(subtypes: &[Subtype]) -> Candidate<'_> {
    Candidate {
        zone: Zone::Play,
        kind: Some(CardKind::Creature { artifact: false }),
        token: false,
        subtypes,
        colours: Colours::NONE.with(Colour::White),
        keywords: Keywords::NONE.with(Keyword::Flying),
        power: 3,
        toughness: 2,
        value: 4,
        marks: vec![&Mark::Plus],
        controller: Party::Opponent,
        owner: Party::You,
        is_this: false,
        tapped: true,
        attacking: false,
        defending: true,
        battles_this: false,
        damaged: false,
        stands_on: Some(LandType::Island),
        same_land: true,
        adjacent_land: false,
        enchanted_land: false,
    }
}

fn land() -> Candidate<'static> {
    Candidate {
        zone: Zone::Board(LandType::Swamp),
        kind: None,
        controller: Party::Neutral,
        colours: Colours::NONE,
        keywords: Keywords::NONE,
        marks: Vec::new(),
        ..guard(&[])
    }
}

#[test]
fn a_noun_fits_what_has_all_that_it_says() {
    let subtypes = [Subtype::capital("Guard").unwrap()];
    let guard = guard(&subtypes);
    for words in [
        "creature",
        "permanent",
        "Guard",
        "other tapped white creature",
        "defending non-black creature",
        "non-artifact permanent an opponent controls",
        "creature you own",
        "creature with flying without reach",
        "creature with power 3",
        "creature with power 3 or more with toughness 2 or less with mana value 4",
        "creature with power X or less",
        "creature with a +1/+1 counter",
        "creature on the same land",
        "creature on an island",
    ] {
        assert!(noun(words).fits(&guard, 3), "{words}");
    }
    for words in [
        "artifact",
        "enchantment",
        "land",
        "island",
        "token",
        "spell",
        "card",
        "Wall",
        "untapped creature",
        "attacking creature",
        "neutral creature",
        "non-white creature",
        "non-creature permanent",
        "artifact creature",
        "creature you control",
        "creature you cast",
        "creature with reach",
        "creature without flying",
        "creature with power 4 or more",
        "creature with power X or more",
        "creature with a -1/-1 counter",
        "creature on an adjacent land",
        "creature on another island",
        "creature on a swamp",
        "creature in battle with this",
        "creature in your graveyard",
        "creature dealt damage this turn",
        "creature on the same land you control",
    ] {
        assert!(!noun(words).fits(&guard, 4), "{words}");
    }
    assert!(!noun("other creature").fits(&Candidate { is_this: true, ..guard }, 0));
}

#[test]
fn lands_spells_and_cards_are_told_apart() {
    let subtypes = [Subtype::capital("Guard").unwrap()];
    let fits = |words: &str, candidate: &Candidate<'_>| noun(words).fits(candidate, 0);
    assert!(fits("land", &land()) && fits("neutral swamp", &land()));
    assert!(!fits("forest", &land()) && !fits("permanent", &land()) && !fits("land you control", &land()));
    let spell = Candidate { zone: Zone::Stack, ..guard(&subtypes) };
    assert!(fits("spell", &spell) && fits("creature spell an opponent casts", &spell));
    assert!(!fits("creature", &spell) && !fits("instant spell", &spell) && !fits("spell you cast", &spell));
    let dead = Candidate { zone: Zone::Graveyard, ..guard(&subtypes) };
    assert!(fits("creature card in your graveyard", &dead) && fits("Guard in a graveyard", &dead));
    assert!(!fits("Guard", &dead) && !fits("creature", &dead) && !fits("artifact card in a graveyard", &dead));
    assert!(!fits("creature card in your graveyard", &Candidate { owner: Party::Opponent, ..dead }));
    let found = Candidate { zone: Zone::Hidden, ..guard(&subtypes) };
    assert!(fits("creature card", &found) && fits("Guard", &found));
    assert!(!fits("land", &found) && !fits("sorcery card", &found));
}
