//! Decisions: what is accepted, and what follows from it. No HTTP, no SQL text.

pub mod account;
pub mod address;
pub mod address_change;
pub mod links;
pub mod names;
pub mod personal_tokens;
pub mod sign_in;
