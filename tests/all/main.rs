//! One test program; its modules mirror the addresses of the API.

mod kill;
mod matches;
mod moves;
mod records;
mod secrecy;
