//! What the program prints for the person who runs it.

use std::fmt::Arguments;
use std::io::{ErrorKind, Write, stdout};

/// Prints a line, as `println!` does, but for output that nothing reads any more ([`print`]).
macro_rules! say {
    ($($words:tt)*) => {
        crate::program::say::print(format_args!("{}\n", format_args!($($words)*)))
    };
}
pub(crate) use say;

/// Prints a text. If its reader has gone, as `head -1` goes after a line, nothing more is printed, and what is under way goes on. Where
/// the text cannot be written for another reason, the program ends.
pub(crate) fn print(text: Arguments<'_>) {
    let mut out = stdout().lock();
    match out.write_fmt(text).and_then(|()| out.flush()) {
        Ok(()) => {}
        Err(why) if why.kind() == ErrorKind::BrokenPipe => {}
        Err(why) => {
            eprintln!("turnpost: the output cannot be written: {why}");
            std::process::exit(1);
        }
    }
}
