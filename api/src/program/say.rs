//! What the program prints for the person who runs it.

use std::fmt::{Arguments, Display};
use std::io::{ErrorKind, Write, stdout};

use crate::brief::clean::visible;

/// Prints a line, as `println!` does, but for output that nothing reads any more ([`print`]).
macro_rules! say {
    ($($words:tt)*) => {
        crate::program::say::print(format_args!("{}\n", format_args!($($words)*)))
    };
}
pub(crate) use say;

/// Prints a text. If its reader has gone, as `head -1` goes after a line, nothing more is printed, and what is in progress continues. Where
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

/// The text with each character that controls the terminal, turns the direction of writing or cannot be seen replaced by U+FFFD; blanks
/// and the ends of lines stay. For files of strangers, which a person looks at here.
pub(crate) fn plain(text: &dyn Display) -> String {
    let is_plain = |c: char| matches!(c, ' ' | '\n') || !visible(c.encode_utf8(&mut [0; 4])).is_empty();
    text.to_string().chars().map(|c| if is_plain(c) { c } else { char::REPLACEMENT_CHARACTER }).collect()
}
