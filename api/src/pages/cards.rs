//! The cards of a game, to look through them and find some, and its starter decks spelled out.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::{HttpResponse, web};
use askama::Template;
use engine::Rules;
use engine::library::{Library, Listed, StarterDeck};
use engine::scene::Item;
use serde::Deserialize;

use super::{Result, html, kept};
use crate::http::games;
use crate::http::problem::Problem;

/// The group of traits that the page of a deck parts its cards by.
const KIND: &str = "Kind";

/// The most characters of words that are looked for.
const MAX_WORDS: usize = 64;

#[derive(Template)]
#[template(path = "pages/cards.html")]
struct CardsPage {
    id: &'static str,
    name: &'static str,
    words: String,
    groups: Vec<Group>,
    cards: Vec<&'static Listed>,
    /// The number of all cards.
    all: usize,
}

/// What cards can be found by.
struct Group {
    /// What it is, such as `Colour`.
    title: &'static str,
    /// The field of the form: the same in small letters.
    field: String,
    /// Its values, each with whether it is chosen.
    values: Vec<(String, bool)>,
}

/// What is looked for: a value for each group that matters, by the field of its form, and words in the field `q`.
#[derive(Deserialize, Default)]
#[serde(transparent)]
pub struct Wanted(BTreeMap<String, String>);

impl Wanted {
    /// What is looked for in a field; empty for anything.
    fn of(&self, field: &str) -> &str {
        self.0.get(field).map_or("", String::as_str)
    }

    /// The words that are looked for.
    fn words(&self) -> String {
        self.of("q").trim().chars().take(MAX_WORDS).collect()
    }

    /// Returns whether a card has these words, in small letters, and what is looked for in each group.
    fn fits(&self, words: &str, card: &Listed) -> bool {
        let Item { title, kind, text, .. } = &card.item;
        let said = format!("{title} {kind} {text}").to_lowercase();
        let has_words = words.split_whitespace().all(|word| said.contains(word));
        has_words
            && card.traits.iter().all(|one| {
                let wanted = self.of(&one.group.to_lowercase());
                // A number is the most.
                let is_within = |value: &String| match (value.parse::<u32>(), wanted.parse::<u32>()) {
                    (Ok(value), Ok(max)) => value <= max,
                    (Ok(_) | Err(_), _) => value == wanted,
                };
                wanted.is_empty() || one.values.iter().any(is_within)
            })
    }
}

/// The library of a game that has one.
fn library(id: &str) -> Result<(&'static dyn Rules, &'static Library)> {
    let rules = games::find(id)?;
    Ok((rules, rules.library().ok_or_else(|| Problem::not_found("game with cards"))?))
}

/// The groups of a library with all values that some card has; numbers by their size, words in the order of the cards.
fn groups(library: &Library, wanted: &Wanted) -> Vec<Group> {
    let of = library.cards.first().map(|card| card.traits.as_slice()).unwrap_or_default();
    let group = |(at, one): (usize, &engine::library::Trait)| {
        let field = one.group.to_lowercase();
        let mut values: Vec<String> = Vec::new();
        let mut seen = BTreeSet::new();
        let all = library.cards.iter().filter_map(|card| card.traits.get(at)).flat_map(|one| &one.values);
        values.extend(all.filter(|value| seen.insert((*value).clone())).cloned());
        values.sort_by_key(|value| value.parse::<u32>().ok());
        let values = values.into_iter().map(|value| (value == wanted.of(&field), value)).map(|(is, value)| (value, is));
        Group { title: one.group, values: values.collect(), field }
    };
    of.iter().enumerate().map(group).collect()
}

/// Lists the cards that are looked for.
pub async fn list(
    game_id: web::Path<String>,
    query: Result<web::Query<Wanted>, actix_web::Error>,
) -> Result<HttpResponse> {
    let (rules, library) = library(&game_id)?;
    let wanted = query.map(web::Query::into_inner).unwrap_or_default();
    let words = wanted.words();
    let small = words.to_lowercase();
    let cards = library.cards.iter().filter(|card| wanted.fits(&small, card)).collect();
    let (id, name) = (rules.info().id, rules.info().name);
    let groups = groups(library, &wanted);
    html(&CardsPage { id, name, words, groups, cards, all: library.cards.len() })
}

#[derive(Template)]
#[template(path = "pages/card.html")]
struct CardPage {
    id: &'static str,
    name: &'static str,
    card: &'static Listed,
    /// The starter decks that hold it, with its number there.
    decks: Vec<(&'static StarterDeck, u16)>,
}

/// Shows a card, with what its words mean and the clauses that concern it.
pub async fn show(path: web::Path<(String, String)>) -> Result<HttpResponse> {
    let (game, id) = path.into_inner();
    let (rules, library) = library(&game)?;
    let card = library.cards.iter().find(|card| card.item.name == id).ok_or_else(|| Problem::not_found("card"))?;
    let count = |deck: &'static StarterDeck| {
        let copies = deck.cards.iter().find(|copies| copies.name == id)?;
        Some((deck, copies.count))
    };
    let decks = library.decks.iter().filter_map(count).collect();
    kept(&CardPage { id: rules.info().id, name: rules.info().name, card, decks })
}

#[derive(Template)]
#[template(path = "pages/starter_decks.html")]
struct StarterDecksPage {
    id: &'static str,
    name: &'static str,
    decks: Vec<Spelled>,
}

/// A deck with its cards by kind.
struct Spelled {
    deck: &'static Item,
    /// Each kind with its number of cards, the most first.
    kinds: Vec<(String, u32, Entries)>,
}

/// Cards, each with its number.
type Entries = Vec<(u16, &'static Item)>;

/// Shows the starter decks.
pub async fn list_decks(game_id: web::Path<String>) -> Result<HttpResponse> {
    let (rules, library) = library(&game_id)?;
    let spelled = |deck: &'static StarterDeck| {
        let mut kinds: Vec<(String, Entries)> = Vec::new();
        for copies in &deck.cards {
            let Some(card) = library.cards.iter().find(|card| card.item.name == copies.name) else { continue };
            let of = |one: &&engine::library::Trait| one.group == KIND;
            let kind = card.traits.iter().find(of).and_then(|one| one.values.first()).cloned().unwrap_or_default();
            let entry = (copies.count, &card.item);
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, cards)) => cards.push(entry),
                None => kinds.push((kind, vec![entry])),
            }
        }
        let number = |cards: &[(u16, &Item)]| cards.iter().map(|(count, _)| u32::from(*count)).sum::<u32>();
        let mut kinds: Vec<_> = kinds.into_iter().map(|(kind, cards)| (kind, number(&cards), cards)).collect();
        kinds.sort_by_key(|(_, number, _)| std::cmp::Reverse(*number));
        Spelled { deck: &deck.deck, kinds }
    };
    let decks = library.decks.iter().map(spelled).collect();
    kept(&StarterDecksPage { id: rules.info().id, name: rules.info().name, decks })
}
