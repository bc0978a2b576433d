//! Addresses of letters, and links in them.

use std::fmt;

use lettre::Address;
use lettre::message::Mailbox;
use url::Host;

use crate::brief::clean;

/// An address that is refused. It does not repeat the address, so that it may be logged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is no address that letters can be sent to, such as anna@example.org")]
pub struct BadAddress;

/// An address (RFC 5321, 4.1.2: a dot-string, at most 254 characters) with the name of its reader.
///
/// The domain may be written in any script and becomes its ASCII form (RFC 5890); the rest has to be ASCII, because not every
/// server between here and the reader takes more (RFC 6531). Quoted local parts and domains that are numbers are refused:
/// they are typing mistakes or attacks far more often than addresses. The name is shown without control characters, changes of
/// direction and anything that looks like a link; an empty one is left out.
pub fn mailbox(name: &str, address: &str) -> Result<Mailbox, BadAddress> {
    let (local, domain) = address.rsplit_once('@').ok_or(BadAddress)?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c);
    let Ok(Host::Domain(domain)) = Host::parse(domain) else { return Err(BadAddress) };
    let dots = local.starts_with('.') || local.ends_with('.') || local.contains("..");
    let named = domain.contains('.') || domain == "localhost";
    if local.is_empty() || local.len() > 64 || !local.chars().all(plain) || dots || !named {
        return Err(BadAddress);
    }
    if local.len() + 1 + domain.len() > 254 {
        return Err(BadAddress);
    }
    let address = Address::new(local, domain).map_err(|_| BadAddress)?;
    let name = if name.trim().is_empty() { None } else { Some(clean::name(name)) };
    let mailbox = Mailbox::new(name, address);
    // lettre reads its own headers back when it builds a message; a name that it cannot read is not worth losing a letter.
    if mailbox.to_string().parse().is_ok_and(|again: Mailbox| again.email == mailbox.email) {
        Ok(mailbox)
    } else {
        Ok(Mailbox::new(None, mailbox.email))
    }
}

/// A link that is refused. It does not repeat the link.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a link in a letter is an http or https URL in ASCII of at most 900 characters")]
pub struct BadLink;

/// A link in a letter. `Debug` does not print it, as it may grant access.
#[derive(Clone, PartialEq, Eq)]
pub struct Link(String);

impl Link {
    /// An absolute http or https URL, in ASCII, without blanks, quotes or angle brackets (RFC 3986), at most 900 characters long
    /// so that it fits a line of a letter (RFC 5322, 2.1.1). Anything else is refused.
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
    fn addresses_are_read_or_refused() {
        for (good, becomes) in [
            ("anna@example.org", "anna@example.org"),
            ("anna+play@EXAMPLE.org", "anna+play@example.org"),
            ("o'brien@bücher.example", "o'brien@xn--bcher-kva.example"),
            ("root@localhost", "root@localhost"),
        ] {
            assert_eq!(mailbox("", good).unwrap().email.to_string(), becomes);
        }
        for bad in [
            "",
            "@",
            "anna",
            "anna@",
            "@example.org",
            "an na@example.org",
            "anna@exa mple.org",
            "\"a b\"@example.org",
            "anna@example.org\r\nBcc: x@example.org",
            "anna\r\n@example.org",
            "anna@[127.0.0.1]",
            "anna@127.0.0.1",
            "anna@example",
            "a..b@example.org",
            ".a@example.org",
            "a,b@example.org",
            "a<b@example.org",
            "änna@example.org",
            "anna@example.org>",
            "anna@example.org,x@example.org",
            "anna@\u{202e}gro.elpmaxe",
        ] {
            assert_eq!(mailbox("", bad), Err(BadAddress), "{bad:?}");
        }
        assert_eq!(mailbox("", &format!("{}@example.org", "a".repeat(65))), Err(BadAddress));
        assert_eq!(mailbox("", &format!("a@{}.org", "b.".repeat(130))), Err(BadAddress));
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
