//! Emails as they leave, read back by a mail parser.

mod attacks;
mod commands;
mod facts;
mod games;
mod golden;
mod host;
mod lapses;
mod lists;
mod notices;
mod parts;
mod proposals;
mod sample;
mod setting;
mod spam;
mod starts;
mod tournaments;
mod words;
