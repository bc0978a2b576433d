//! Accounts: sign-in, names, programs, settings; what is theirs and what the host does.

pub mod account;
pub mod address_change;
pub mod authorize;
pub mod bots;
pub mod caller;
pub mod clients;
pub mod emails_again;
pub mod feed;
pub mod grants;
pub mod guests;
pub mod handles;
pub mod hooks;
pub mod host;
pub mod leaving;
pub mod names;
pub mod oauth;
pub mod personal_tokens;
pub mod profiles;
pub mod proof;
pub mod pushes;
pub mod redirects;
pub mod reports;
pub(in crate::play) mod reserved;
pub mod seen;
pub mod sign_in;
pub mod undelivered;
pub mod vacations;
