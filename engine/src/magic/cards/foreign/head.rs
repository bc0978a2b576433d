//! The head of a card of another game: name, cost, types and size.

use super::text::{replace, says, tidied};
use super::words::NO_TYPES;
use super::{Change, Notes};
use crate::magic::cards::card::{CardKind, plain};
use crate::magic::cards::colour::Colour;
use crate::magic::cards::cost::Cost;
use crate::magic::cards::effect::{Side, Size};
use crate::magic::cards::grammar::words::subtype;
use crate::magic::cards::noun::Subtype;

/// The most characters of a name.
const LONGEST_NAME: usize = 24;

/// What the first lines of a card say.
pub(super) struct Head {
    pub(super) name: String,
    pub(super) cost: Option<Cost>,
    pub(super) kind: CardKind,
    pub(super) subtypes: Vec<Subtype>,
}

/// A cost in the signs of that game, such as `{2}{G}`, or as a word of its letters; `None` if it is none.
pub(super) fn cost(signs: &str, notes: &mut Notes) -> Option<Cost> {
    let symbols: Vec<String> = if signs.starts_with('{') {
        signs.strip_prefix('{')?.strip_suffix('}')?.split("}{").map(str::to_ascii_uppercase).collect()
    } else {
        let digits = signs.chars().filter(char::is_ascii_digit).collect::<String>();
        let letters = signs
            .chars()
            .filter(|letter| !letter.is_ascii_digit())
            .map(|letter| letter.to_ascii_uppercase().to_string());
        std::iter::once(digits).filter(|digits| !digits.is_empty()).chain(letters).collect()
    };
    let mut cost = Cost::default();
    for symbol in &symbols {
        add(&mut cost, symbol, notes)?;
    }
    (!symbols.is_empty()).then_some(cost)
}

fn add(cost: &mut Cost, symbol: &str, notes: &mut Notes) -> Option<()> {
    if let Ok(number) = symbol.parse::<u16>() {
        cost.generic = cost.generic.checked_add(number).filter(|sum| *sum <= 999)?;
        return Some(());
    }
    match symbol {
        "X" if cost.x => notes.push(Change::left_out("a second {X}", "a cost has one X here")),
        "X" => cost.x = true,
        "C" | "S" => {
            notes.push(Change::became(&format!("{{{symbol}}}"), "1"));
            cost.generic += 1;
        }
        _ => {
            let colour = symbol.chars().find_map(Colour::from_letter)?;
            let is_plain = symbol.chars().count() == 1;
            if !is_plain && !symbol.contains('/') {
                return None;
            }
            if !is_plain {
                notes.push(Change::became(&format!("{{{symbol}}}"), &colour.letter().to_string()));
            }
            let count = cost.coloured.get_mut(colour as usize)?;
            *count = count.checked_add(1)?;
        }
    }
    Some(())
}

/// The name and the cost, where it stands behind the name.
pub(super) fn name_and_cost(line: &str, notes: &mut Notes) -> (String, Option<Cost>) {
    let line = line.trim();
    let split = line.rsplit_once(|letter: char| letter.is_whitespace());
    let looks_like_cost = |word: &str| {
        word.starts_with('{') || word.chars().all(|c| c.is_ascii_digit() || "WUBRGX".contains(c)) && !word.is_empty()
    };
    if let Some((name, signs)) = split.filter(|(_, signs)| looks_like_cost(signs))
        && let Some(cost) = cost(signs, notes)
    {
        return (name.trim().to_owned(), Some(cost));
    }
    (line.to_owned(), None)
}

/// A name as it may be here.
pub(super) fn our_name(name: &str, notes: &mut Notes) -> String {
    let letters: String = name
        .chars()
        .map(|letter| match letter {
            ' ' | '-' | '\'' => letter,
            '&' => '-',
            _ if plain(letter).is_some() => letter,
            _ => ' ',
        })
        .collect();
    let mut words: Vec<&str> = letters.split_whitespace().map(|word| word.trim_matches(['-', '\''])).collect();
    words.retain(|word| !word.is_empty());
    let length = |words: &[&str]| words.iter().map(|word| word.chars().count() + 1).sum::<usize>();
    while length(&words) > LONGEST_NAME + 1 && words.len() > 1 {
        words.pop();
    }
    let joined: String = words.join(" ").chars().take(LONGEST_NAME).collect();
    let mut letters = joined.trim_end_matches([' ', '-', '\'']).chars();
    let ours: String = letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default();
    if ours != name {
        notes.push(Change::became(name, &ours));
    }
    ours
}

/// The kind and the subtypes of a line of types; `Err` says why there is no such card here, `None` if it is no line of types.
pub(super) fn types(line: &str, notes: &mut Notes) -> Option<Result<(CardKind, Vec<Subtype>), Change>> {
    let (types, subtypes) = line.split_once(" - ").unwrap_or((line, ""));
    let has = |word: &str| types.split_whitespace().any(|it| it.eq_ignore_ascii_case(word));
    let kinds =
        ["Creature", "Artifact", "Enchantment", "Instant", "Sorcery", "Land", "Planeswalker", "Battle", "Conspiracy"];
    let known = ["Legendary", "Basic", "Snow", "Tribal", "Kindred", "World", "Token"];
    let is_types =
        types.split_whitespace().all(|word| kinds.iter().chain(&known).any(|it| it.eq_ignore_ascii_case(word)));
    if !is_types || !kinds.iter().any(|kind| has(kind)) {
        return None;
    }
    let absent = NO_TYPES.iter().find(|(word, _)| has(word) || says(subtypes, word));
    if let Some((word, why)) = absent {
        return Some(Err(Change::left_out(word, why)));
    }
    for word in known.into_iter().filter(|word| has(word)) {
        notes.push(Change::left_out(word, "no card is so here"));
    }
    let kind = if has("Creature") {
        CardKind::Creature { artifact: has("Artifact") }
    } else if says(subtypes, "Aura") {
        CardKind::Aura
    } else if has("Enchantment") {
        CardKind::Enchantment
    } else if has("Artifact") {
        CardKind::Artifact
    } else if has("Instant") {
        CardKind::Instant
    } else {
        CardKind::Sorcery
    };
    let mut ours = Vec::new();
    for word in subtypes.split_whitespace().filter(|_| kind.is_creature()) {
        match Subtype::capital(word).and_then(|capital| subtype(capital.word())) {
            Some(subtype) => ours.push(subtype),
            None => notes.push(Change::left_out(word, "this word cannot be a subtype here")),
        }
    }
    if kind.is_creature() && ours.is_empty() {
        ours.extend(Subtype::capital("Creation"));
    }
    Some(Ok((kind, ours)))
}

/// A size such as `2/2` at the end of a line, and what stands before it.
pub(super) fn size(line: &str) -> Option<(&str, Size)> {
    let (before, word) = line.rsplit_once(char::is_whitespace).unwrap_or(("", line));
    let (power, toughness) = word.split_once('/')?;
    let side = |side: &str| match side {
        "*" => Some(Side::Star),
        _ => side.parse().ok().filter(|number| *number <= 999).map(Side::Number),
    };
    Some((before.trim(), Size { power: side(power)?, toughness: side(toughness)? }))
}

/// A line in which the card calls itself `this`.
pub(super) fn with_this(line: &str, name: &str) -> String {
    let short = name.split(',').next().unwrap_or(name);
    let first = short.split(' ').next().filter(|_| name.contains(',')).unwrap_or(name);
    let mut line = line.to_owned();
    let kinds = ["creature", "permanent", "artifact", "enchantment", "aura", "card", "spell", "token"]
        .map(|kind| format!("this {kind}"));
    let names = [name, short, "CARDNAME", "~"].into_iter().map(str::to_owned).chain(kinds);
    for called in names.chain(std::iter::once(first.to_owned())).filter(|called| called.len() > 2 || called == "~") {
        // What it has is written with its kind: `this creature's power`.
        replace(&mut line, &format!("{called}'s"), "\u{1}");
        replace(&mut line, &called, "this");
    }
    tidied(&line.replace('\u{1}', "this creature's"))
}
