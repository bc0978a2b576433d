//! What a reader sees of a match: its view as JSON, pictures, requests and forecasts.

pub(super) mod card_line;
pub(super) mod decks;
pub(super) mod drawing;
pub(super) mod forecast;
pub(super) mod hand;
pub(super) mod json;
pub(super) mod library;
pub(super) mod picture;
pub(super) mod picture_window;
pub(super) mod reminders;
mod request;
pub(super) mod seen;
pub(super) mod settings;
pub(super) mod setup_request;
pub(super) mod things_in_words;
