//! The sheet of a card: its text, what its words mean, and what its reader can do with it now.

use engine::scene::Item;
use engine::{Choice, Page};

use super::bar::Bar;
use crate::http::Result;
use crate::play::game::turn_link::TurnLink;
use crate::play::telling::look;

/// The sheet of a card.
pub(super) struct Sheet {
    pub(super) item: Item,
    /// What can be done with it now: the label of the button, and the choice.
    pub(super) ways: Vec<(String, Choice)>,
    /// True if these begin another move than the one that is being chosen.
    pub(super) begins_anew: bool,
}

impl Sheet {
    /// The sheet of the card with this name, if the reader sees such a card.
    pub(super) fn find(page: &Page, card: &str) -> Option<Sheet> {
        let item = page.scene.panels.iter().flat_map(|panel| &panel.items).find(|item| item.name == card)?.clone();
        Some(Sheet { item, ways: Vec::new(), begins_anew: false })
    }

    /// The same with what a player can do: after the move that is being chosen, else as a new one.
    pub(super) fn with_ways(self, link: &TurnLink, bar: &Bar) -> Result<Sheet> {
        let name = self.item.name.clone();
        self.with(bar, |so_far| Ok(look::choices_on(&link.m, link.person.id, so_far, &name)?))
    }

    /// The same with what can be done with the card after a text.
    pub(super) fn with(mut self, bar: &Bar, after: impl Fn(&str) -> Result<Vec<Choice>>) -> Result<Sheet> {
        let mut found = if bar.is_complete { after(&bar.draft)? } else { Vec::new() };
        if found.is_empty() {
            found = after("")?;
            self.begins_anew = !bar.draft.is_empty() && !found.is_empty();
        }
        let requested = bar.words.iter().map(|(_, choice)| choice).filter(|choice| choice.is_on_item(&self.item.name));
        let mut choices: Vec<Choice> = requested.cloned().collect();
        found.retain(|choice| choices.iter().all(|known| known.text != choice.text));
        choices.extend(found);
        self.ways = choices.into_iter().map(|choice| (choice.words.trim_end_matches('.').to_owned(), choice)).collect();
        Ok(self)
    }
}

/// The beginning of the query for the sheet of a card, which keeps the move that is being chosen and the line that is shown.
pub(super) fn query(draft: &str, line: Option<u32>) -> String {
    let line = line.map(|line| line.to_string());
    let fields = [("line", line.as_deref()), ("move", Some(draft).filter(|draft| !draft.is_empty()))];
    let fields = fields.into_iter().filter_map(|(name, value)| Some((name, value?)));
    // A list of pairs of text can always be written.
    let query = serde_urlencoded::to_string(fields.collect::<Vec<_>>()).unwrap_or_default();
    if query.is_empty() { query } else { query + "&" }
}
