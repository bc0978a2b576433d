//! The `turnpost` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    turnpost::program::main()
}
