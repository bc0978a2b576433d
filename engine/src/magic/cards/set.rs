//! The set (C20) and the starter decks (C24), read once.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::card::{Card, CardId};
use super::lint::{self, Origin};
use super::{Printing, Speaks};

/// The files of the set, one after the other.
pub(super) const TEXT: &str = concat!(
    include_str!("set/white.txt"),
    "\n",
    include_str!("set/blue.txt"),
    "\n",
    include_str!("set/black.txt"),
    "\n",
    include_str!("set/red.txt"),
    "\n",
    include_str!("set/green.txt"),
    "\n",
    include_str!("set/artifacts.txt"),
);

/// The cards that have another text in the first two printings, as they stand there.
const FORMER: &str = include_str!("set/edition-2.txt");

/// A card whose name belonged to a card of another game: its name, and the one by which the logs of the first edition call it.
const RENAMED: (&str, &str) = ("Claimed at the Pound", "Clear a Path");

/// A line for each starter deck: its name, then its cards as in a move (N5).
pub(super) const DECKS: &str = include_str!("set/decks.txt");

/// A line for each starter deck: its name, how it plays, and six of its cards.
const PLANS: &str = include_str!("set/plans.txt");

/// A starter deck (C24).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deck {
    /// Its name, one word.
    pub name: &'static str,
    /// How many of each card, in alphabetical order.
    pub entries: Vec<(u16, CardId)>,
    /// How it plays, in a sentence or two.
    pub plan: &'static str,
    /// Six of its cards that show it.
    pub shown: Vec<CardId>,
}

impl Deck {
    /// Every card of the deck, in alphabetical order.
    pub fn cards(&self) -> impl Iterator<Item = &CardId> {
        self.entries.iter().flat_map(|(count, id)| std::iter::repeat_n(id, usize::from(*count)))
    }
}

/// The set and an index of it.
#[derive(Debug)]
pub(super) struct Set {
    /// Every card of the files.
    pub(super) cards: Vec<Card>,
    /// What some of their rules speak of.
    pub(super) speaks: Speaks,
    by_id: BTreeMap<String, usize>,
    /// The starter decks, that of seat 0 first.
    pub(super) decks: Vec<Deck>,
}

impl Set {
    fn read(text: &str) -> Set {
        // A test shows that the set has no fault; without one it is read alike everywhere.
        let cards = lint::cards(text, Origin::Set).unwrap_or_default();
        let speaks = Speaks::new(&cards);
        let by_id = cards.iter().enumerate().map(|(at, card)| (card.id.as_str().to_owned(), at)).collect();
        let lines = DECKS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        Set { cards, speaks, by_id, decks: lines.filter_map(deck).collect() }
    }

    /// The card with this id.
    pub(super) fn card(&self, id: &str) -> Option<&Card> {
        self.cards.get(*self.by_id.get(id)?)
    }
}

/// The set as it is printed now.
pub(super) fn newest() -> &'static Set {
    printed(Printing::default())
}

/// The set in this printing.
pub(super) fn printed(printing: Printing) -> &'static Set {
    static SETS: [OnceLock<Set>; 3] = [const { OnceLock::new() }; 3];
    let [first, second, third] = &SETS;
    match printing {
        Printing::First => first.get_or_init(|| {
            let (name, former) = RENAMED;
            let mut set = Set::read(&second_text().replace(name, former));
            let (id, former) = (CardId::of_name(name), CardId::of_name(former));
            let entries = set.decks.iter_mut().flat_map(|deck| &mut deck.entries);
            entries.filter(|(_, card)| *card == id).for_each(|(_, card)| card.clone_from(&former));
            set
        }),
        Printing::Second => second.get_or_init(|| Set::read(&second_text())),
        Printing::Third => third.get_or_init(|| Set::read(TEXT)),
    }
}

/// The text of the second printing: the same cards in the same places, some as they were.
fn second_text() -> String {
    let name = |card: &str| card.split("   ").next().unwrap_or_default().to_owned();
    let former: BTreeMap<String, &str> = FORMER.trim_end().split("\n\n").map(|card| (name(card), card)).collect();
    let cards = TEXT.split("\n\n").map(|card| *former.get(&name(card)).unwrap_or(&card));
    cards.collect::<Vec<_>>().join("\n\n")
}

fn deck(line: &'static str) -> Option<Deck> {
    let (name, entries) = line.split_once(": ")?;
    let entry = |entry: &str| {
        let (count, id) = entry.trim().split_once(' ')?;
        Some((count.parse().ok()?, CardId::new(id)))
    };
    let entries = entries.split(';').map(entry).collect::<Option<_>>()?;
    let plan = |line: &'static str| line.strip_prefix(name)?.strip_prefix(": ")?.split_once(" | ");
    let (plan, shown) = PLANS.lines().find_map(plan)?;
    Some(Deck { name, entries, plan, shown: shown.split("; ").map(CardId::new).collect() })
}
