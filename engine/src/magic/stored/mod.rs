//! A position as it is stored: its fields, without those that can be worked out; and the check that it can occur.

mod sound;

use serde::Deserialize;

use crate::magic::Magic;
use crate::magic::setup::pool;
use crate::magic::state::{Edition, Hidden, Table};

/// A position as it is read. Its cards and the numbers of cards in the hands are not stored.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stored {
    table: Table,
    hidden: Hidden,
}

impl<const EDITION: u16> TryFrom<Stored> for Magic<EDITION> {
    type Error = String;

    fn try_from(Stored { mut table, hidden }: Stored) -> Result<Magic<EDITION>, String> {
        let edition = Edition::numbered(EDITION);
        table.cards = pool::cards_of(edition, table.options.cards.as_deref()).map_err(|why| why.to_string())?;
        table.count_hands(&hidden);
        Ok(Magic { table, hidden })
    }
}
