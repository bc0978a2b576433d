//! Fixtures of the tests: a real Postgres, a real server, a real mail server, and people who use them.

mod asked;
pub mod bench;
pub mod browser;
pub mod client;
pub mod compatible;
pub mod database;
pub mod dovecot;
mod eventually;
pub mod mailbox;
pub mod needs;
pub mod oauth;
pub mod operations;
pub mod pages;
pub mod person;
pub mod postfix;
pub mod receiver;
pub mod script;
pub mod sender;
pub mod server;
pub mod work_pool;

pub use asked::Asked;
pub use client::{Client, Reply, Session};
pub use eventually::eventually;
pub use person::Person;
pub use server::Server;
