#![doc = include_str!("../README.md")]

#[rustfmt::skip]
pub mod api;
mod client;
mod events;
mod moves;
mod problem;

pub use api::{Choice, Event, EventKind, Match, MatchSettings, Phase, Tokens};
pub use client::{Client, Request};
pub use events::EventStream;
pub use moves::{Move, Position};
pub use problem::{Error, Problem};
