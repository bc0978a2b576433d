//! The deliberate faults, one number each, and the one that is present. It is a value, not a parameter of the type: so the laws are compiled once.

use std::cell::Cell;

thread_local! {
    static PRESENT: Cell<u8> = const { Cell::new(NONE) };
}

/// The fault of this thread.
pub(in crate::laws) fn present() -> u8 {
    PRESENT.get()
}

/// Gives this thread a fault.
pub(in crate::laws) fn set(fault: u8) {
    PRESENT.set(fault);
}

pub(super) fn is(fault: u8) -> bool {
    present() == fault
}

pub(crate) const NONE: u8 = 0;
pub(crate) const VIEW_LEAKS_BIDS: u8 = 1;
pub(crate) const STORY_LEAKS_BIDS: u8 = 2;
pub(crate) const LOG_LEAKS_BIDS: u8 = 3;
pub(crate) const LAZY_IMAGINATION: u8 = 4;
pub(crate) const UNMARKED_SECRET: u8 = 5;
pub(crate) const PRINTER_DROPS_BLANK: u8 = 6;
pub(crate) const CHOICES_MISS_ONE: u8 = 7;
pub(crate) const CHOICES_OFFER_ILLEGAL: u8 = 8;
pub(crate) const CHOICES_LEAK: u8 = 9;
pub(crate) const REFUSAL_LEAKS: u8 = 10;
pub(crate) const BID_MOVES_ON: u8 = 11;
pub(crate) const TURN_NEVER_MOVES_ON: u8 = 12;
pub(crate) const NO_SEAT_AWAITED: u8 = 13;
pub(crate) const LEFT_IS_AWAITED: u8 = 14;
pub(crate) const ENDLESS: u8 = 15;
pub(crate) const RANKS_SKIP: u8 = 16;
pub(crate) const FORGETS_WHEN_STORED: u8 = 17;
pub(crate) const CHANCE_OF_ITS_OWN: u8 = 18;
pub(crate) const WIDE_BOARD: u8 = 19;
pub(crate) const COLORS_ONLY: u8 = 20;
pub(crate) const AWAITED_LEAKS: u8 = 21;
pub(crate) const NO_SUGGESTION: u8 = 22;
pub(crate) const PANICS: u8 = 23;
pub(crate) const OPTION_IGNORED: u8 = 24;
pub(crate) const LEAVER_RANKS_FIRST: u8 = 25;
pub(crate) const CLOSED_AFTER_THE_END: u8 = 26;
pub(crate) const HALF_OF_THE_EXAMPLES_WRONG: u8 = 27;
pub(crate) const CELL_OFF_BOARD: u8 = 28;
pub(crate) const AWAITED_NOT_TOLD: u8 = 29;
pub(crate) const GLYPHS_ALIKE: u8 = 30;
pub(crate) const LAPSE_IS_TOLD: u8 = 31;
pub(crate) const IMAGINATION_KEEPS_BIDS: u8 = 32;
pub(crate) const PREVIEW_PEEKS: u8 = 33;
pub(crate) const NUMBERS_ARE_TOLD: u8 = 34;
pub(crate) const DAMAGE_UNNOTICED: u8 = 35;
pub(crate) const BIDS_AGAIN: u8 = 36;
pub(crate) const CHAIRS_CHANGE: u8 = 37;
pub(crate) const REQUEST_LEAKS: u8 = 38;
pub(crate) const FORETELLS_SECRETS: u8 = 39;
pub(crate) const AWAITED_IS_ELIMINATED: u8 = 40;
pub(crate) const IMAGINES_FROM_SECRETS: u8 = 41;
pub(crate) const REDRAWS_WHAT_IS_KNOWN: u8 = 42;
pub(crate) const KINDS_OF_CHOICES_WRONG: u8 = 43;
pub(crate) const PROMPT_LEAKS: u8 = 44;
pub(crate) const PROMPT_IS_EMPTY: u8 = 45;
