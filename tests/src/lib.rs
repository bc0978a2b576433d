//! What the tests stand on: a real Postgres, a real server, a real mail server, and people who use them.

pub mod database;
pub mod mailbox;
pub mod needs;
pub mod operations;
pub mod person;
pub mod server;

pub use person::{Person, Reply};
pub use server::Server;
