//! Has the server built anew when a migration is added: its text is part of the program.
#![allow(clippy::print_stdout, reason = "cargo reads the output")]

fn main() {
    println!("cargo:rerun-if-changed=../migrations");
}
