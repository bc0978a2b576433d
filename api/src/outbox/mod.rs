//! Emails, calls of webhooks and messages to browsers that are owed: drawn as things are now, sent, recorded.

mod auto_replies;
mod budget;
pub mod calls;
mod draw;
mod drawn;
mod hooks;
mod last_auto_reply;
mod of_access;
mod of_commands;
mod of_host;
mod of_invitation;
mod of_lessons;
mod of_match;
mod of_person;
mod of_proposal;
mod of_seat;
mod of_tournament;
mod post;
mod pushes;
mod rooms;
pub mod sending;
