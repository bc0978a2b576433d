//! One test program; its modules mirror the addresses of the API.

mod accounts;
mod bad_input;
mod document;
mod kill;
mod matches;
mod moves;
mod problems;
mod records;
mod secrecy;
