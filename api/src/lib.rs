//! The Turnpost server: people, matches, clocks and email around the rules engine. `api/ARCHITECTURE.md` describes its modules.

// Futures within futures fill the stack of a thread: without optimisation the server once ended so. `Box::pin` puts one on the heap.
#![warn(clippy::large_futures)]

pub mod address;
pub mod app;
pub mod backup;
pub mod boot;
pub mod brief;
pub mod category;
mod client;
pub mod clock;
pub mod config;
pub mod connections;
pub mod db;
pub mod demo;
pub mod deprecation;
pub mod document;
pub mod events;
pub mod failpoint;
pub mod http;
pub mod ids;
pub mod inbox;
pub mod limits;
pub mod machine;
pub mod mail;
pub mod metrics;
pub mod network;
pub mod outbox;
pub mod pages;
pub mod picture;
pub mod play;
pub mod postgres;
pub mod program;
pub mod routes;
pub mod secrets;
pub mod server;
pub mod token;
pub mod vapid;
pub mod work_pool;
pub mod worker;

/// Responses are built of many short strings; the system's allocator took a fifth of a move's time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
