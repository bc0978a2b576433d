//! Addresses of emails, and links in them.

use std::fmt;

use lettre::Address;
use lettre::message::Mailbox;

use crate::address::{BadAddress, check};
use crate::brief::clean;

/// An address as [`address::check`](crate::address::check) takes it, with the name of its reader. The name is shown without control
/// characters, changes of direction and anything that looks like a link; an empty one is left out.
pub fn mailbox(name: &str, address: &str) -> Result<Mailbox, BadAddress> {
    check(address)?;
    let address = address.parse::<Address>().map_err(|_| BadAddress::UNSENDABLE)?;
    let name = if name.trim().is_empty() { None } else { Some(clean::name(name)) };
    let mailbox = Mailbox::new(name, address);
    // lettre reads its own headers back when it builds a message; a name that it cannot read is not worth losing an email.
    if mailbox.to_string().parse().is_ok_and(|again: Mailbox| again.email == mailbox.email) {
        Ok(mailbox)
    } else {
        Ok(Mailbox::new(None, mailbox.email))
    }
}

/// A link that is refused. It does not repeat the link.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a link in an email is an http or https URL in ASCII of at most 900 characters")]
pub struct BadLink;

/// A link in an email. `Debug` does not print it, as it may grant access.
#[derive(Clone, PartialEq, Eq)]
pub struct Link(String);

impl Link {
    /// An absolute http or https URL, in ASCII, without blanks, quotes or angle brackets (RFC 3986), at most 900 characters long
    /// so that it fits a line of an email (RFC 5322, 2.1.1). Anything else is refused.
    pub fn new(url: impl Into<String>) -> Result<Link, BadLink> {
        let url = url.into();
        let fits = url.len() <= 900 && url.bytes().all(|c| c.is_ascii_graphic() && !b"<>\"`\\^{}|".contains(&c));
        let host = url::Url::parse(&url).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
        if fits && host.is_some() { Ok(Link(url)) } else { Err(BadLink) }
    }

    /// The URL.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Link(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mailbox_has_an_address_and_perhaps_a_name() {
        for (name, address, shown) in [
            ("", "anna+play@EXAMPLE.org", "anna+play@EXAMPLE.org"),
            ("Anna", "root@localhost", "Anna <root@localhost>"),
            ("A\u{202e}nna\r\n", "o'brien@xn--bcher-kva.example", "Anna <o'brien@xn--bcher-kva.example>"),
        ] {
            assert_eq!(mailbox(name, address).unwrap().to_string(), shown);
        }
        for bad in ["", "anna", "anna@b\u{fc}cher.example", "anna@example.org\r\nBcc: x@example.org", "a,b@example.org"]
        {
            assert!(mailbox("", bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn links_are_read_or_refused() {
        for good in ["https://turnpost.example/m/1?a=b&c=d#e", "http://localhost:8080/sign-in#t=abc"] {
            assert_eq!(Link::new(good).unwrap().as_str(), good);
        }
        for bad in [
            "",
            "turnpost.example",
            "javascript:alert(1)",
            "https://",
            "https://a/\r\nX: y",
            "https://a/ b",
            "https://a/>b",
        ] {
            assert_eq!(Link::new(bad), Err(BadLink), "{bad:?}");
        }
        assert_eq!(Link::new(format!("https://a/{}", "x".repeat(900))), Err(BadLink));
        assert_eq!(format!("{:?}", Link::new("https://a/secret").unwrap()), "Link(..)");
    }
}
