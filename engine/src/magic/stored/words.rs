//! Lists of words in stored positions.

use std::collections::BTreeMap;

use crate::magic::cards::CardId;

pub(crate) type Read<T> = Result<T, String>;

/// Words with a blank between them.
pub(crate) fn words<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

pub(crate) fn read_words<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Read<Vec<T>> {
    let one = |word: &str| read(word).ok_or_else(|| format!("{word:?} is not what is stored there"));
    text.split(' ').filter(|word| !word.is_empty()).map(one).collect()
}

pub(crate) fn read_number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

/// Cards with the number of each: `4 late-rent 3 tin-ledger`.
pub(crate) fn counted(cards: &[CardId]) -> String {
    let mut counts: BTreeMap<&CardId, u16> = BTreeMap::new();
    cards.iter().for_each(|card| *counts.entry(card).or_default() += 1);
    words(counts.into_iter().map(|(card, number)| format!("{number}*{card}")))
}

pub(crate) fn read_counted(text: &str) -> Read<Vec<CardId>> {
    let entry = |word: &str| {
        let (number, card) = word.split_once('*')?;
        let number: usize = read_number(number).filter(|number| *number <= 999)?;
        Some(vec![CardId::new(card); number])
    };
    Ok(read_words(text, entry)?.concat())
}

pub(crate) fn read_cards(text: &str) -> Read<Vec<CardId>> {
    read_words(text, |word| Some(CardId::new(word)))
}
