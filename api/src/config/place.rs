//! Where the server listens for mail from this machine.

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

/// A place on this machine at which the server listens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MailPlace {
    /// An address that only this machine reaches.
    Address(SocketAddr),
    /// A socket in the file system.
    File(PathBuf),
}

/// An address of this machine with a port, or an absolute path. The error says what is right.
impl FromStr for MailPlace {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<MailPlace, &'static str> {
        if text.starts_with('/') {
            return Ok(MailPlace::File(PathBuf::from(text)));
        }
        match text.parse::<SocketAddr>() {
            Ok(address) if address.ip().is_loopback() => Ok(MailPlace::Address(address)),
            Ok(_) | Err(_) => {
                Err("expected an address of this machine only, such as 127.0.0.1:2424, or a path that begins with /")
            }
        }
    }
}

impl fmt::Display for MailPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MailPlace::Address(address) => address.fmt(f),
            MailPlace::File(path) => path.display().fmt(f),
        }
    }
}
