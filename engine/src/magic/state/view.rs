//! The view of a match: the table, and what one eye knows beside it.

use super::hidden::Hidden;
use super::table::Table;
use crate::magic::cards::CardId;
use crate::seat::{Seat, Seats};

/// A match as one eye sees it. It is made from the table, which is public, and from what the eye knows of the hidden zones.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// The seat of the reader.
    pub(crate) you: Option<Seat>,
    /// True if everything is open.
    pub(crate) open: bool,
    /// The table.
    pub(crate) table: Table,
    /// The hidden zones as the reader knows them, never more: other hands and all libraries are `None`s.
    pub(crate) hidden: Hidden,
    /// The seats that the reader may know to be awaited.
    pub(crate) awaited: Seats,
    /// The cards of the reader's own library, in alphabetical order.
    pub(crate) library: Vec<CardId>,
}
