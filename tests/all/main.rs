//! One test program; its modules mirror the addresses of the API.

mod accounts;
mod answers;
mod architecture;
mod clocks;
mod document;
mod generators;
mod invalid_requests;
mod invitations;
mod invited;
mod kill;
mod letters;
mod licences;
mod lists;
mod lobby;
mod matches;
mod move_page;
mod moves;
mod pages;
mod problems;
mod records;
mod schema;
mod secrecy;
mod storage;
mod surroundings;
mod tidy;
mod windows;
