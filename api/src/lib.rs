#![doc = include_str!("../README.md")]

pub mod app;
pub mod caller;
pub mod clock;
pub mod config;
pub mod db;
pub mod document;
pub mod fault;
pub mod http;
pub mod limits;
pub mod mail;
pub mod picture;
pub mod problem;
pub mod routes;
pub mod secrets;
pub mod token;
