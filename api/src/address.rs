//! Email addresses: the plain form that every mail server takes (RFC 5321, section 4.1.2, without quoting).

use std::fmt;
use std::str::FromStr;

/// The reason why an address is refused. It does not repeat the address, so that it may be logged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadAddress(&'static str);

impl BadAddress {
    /// The library that writes emails does not take it.
    pub const UNSENDABLE: BadAddress = BadAddress("Emails cannot be sent to this address.");
}

/// A email address in lower case, so that two spellings of one address are equal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address(String);

/// The maximum length of an address in bytes (RFC 5321, section 4.5.3.1.3, less the angle brackets).
const MAX: usize = 254;

impl Address {
    /// Reads an address.
    pub fn read(text: &str) -> Result<Address, BadAddress> {
        check(text).map(|()| Address(text.to_ascii_lowercase()))
    }

    /// The mailbox behind the address; see [`mailbox`].
    pub fn mailbox(&self) -> String {
        mailbox(&self.0)
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Refuses a text that is no address to which emails can be sent: ASCII, at most 254 bytes, without quoting, with a domain that
/// is a name with a dot, or `localhost`.
pub fn check(text: &str) -> Result<(), BadAddress> {
    match fault(text) {
        None => Ok(()),
        Some(why) => Err(BadAddress(why)),
    }
}

fn fault(text: &str) -> Option<&'static str> {
    if text.len() > MAX {
        return Some("An address has 254 bytes at most.");
    }
    if text.chars().any(|c| c.is_control() || c.is_whitespace()) {
        return Some("An address has no blanks, line breaks or control characters; there is one here.");
    }
    if !text.is_ascii() {
        return Some("Expected ASCII only; write a domain with other letters in its `xn--` form.");
    }
    let [local, domain] = text.split('@').collect::<Vec<_>>()[..] else {
        return Some("Expected one @, as in ada@example.org.");
    };
    if local.is_empty() || local.len() > 64 {
        return Some("Expected 1 to 64 bytes before the @.");
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c);
    if !local.split('.').all(|part| !part.is_empty() && part.chars().all(plain)) {
        return Some("Before the @: expected letters, digits and !#$%&'*+-/=?^_`{|}~, with single dots between.");
    }
    let label = |part: &str| {
        (1..=63).contains(&part.len())
            && !part.starts_with('-')
            && !part.ends_with('-')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    let named = domain.contains('.') || domain.eq_ignore_ascii_case("localhost");
    let is_domain = matches!(url::Host::parse(domain), Ok(url::Host::Domain(_)));
    if named && is_domain && domain.split('.').all(label) {
        None
    } else {
        Some("After the @: expected a domain such as example.org.")
    }
}

/// An address without the tag that its owner may add: most mail servers deliver `ada+club@` to `ada@`. Limits count mailboxes,
/// because a client can invent tags.
pub fn mailbox(address: &str) -> String {
    match address.split_once('@') {
        Some((local, domain)) => match local.split_once('+') {
            Some((name, _)) if !name.is_empty() => format!("{name}@{domain}"),
            _ => address.to_owned(),
        },
        None => address.to_owned(),
    }
}

/// Returns whether two addresses, in any case, are of one mailbox.
pub fn is_same_mailbox(one: &str, other: &str) -> bool {
    mailbox(&one.to_ascii_lowercase()) == mailbox(&other.to_ascii_lowercase())
}

impl FromStr for Address {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<Address, BadAddress> {
        Address::read(text)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The pattern of the email addresses that represent tokens, such as `play+%@example.org`: `%` is the place of the token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    before: String,
    after: String,
}

/// The number of characters of the longest token in an address.
const LONGEST_TOKEN: usize = 55;

impl Pattern {
    /// `bounce+%` at the domain of another pattern.
    pub fn of_bounces(beside: &Pattern) -> Pattern {
        Pattern { before: "bounce+".to_owned(), after: beside.after.clone() }
    }

    /// The pattern of a server that takes replies on its own page only.
    pub fn of_this_machine() -> Pattern {
        Pattern { before: "play+".to_owned(), after: "@localhost".to_owned() }
    }

    /// The address without a token: `play@DOMAIN` for `play+%@DOMAIN` and for `%@DOMAIN`.
    pub fn standing(&self) -> String {
        let name = self.before.trim_end_matches(['+', '-', '.', '=', '_']);
        format!("{}{}", if name.is_empty() { "play" } else { name }, self.after)
    }

    /// The address of a token.
    pub fn with(&self, token: &str) -> String {
        format!("{}{token}{}", self.before, self.after)
    }

    /// The domain of the addresses.
    pub fn domain(&self) -> &str {
        self.after.trim_start_matches('@')
    }

    /// The token of an address, in small letters; `None` if the address does not fit the pattern.
    pub fn token_of(&self, address: &str) -> Option<String> {
        let address = address.to_ascii_lowercase();
        let token = address.strip_prefix(&self.before)?.strip_suffix(&self.after)?;
        (!token.is_empty()).then(|| token.to_owned())
    }
}

/// One `%`, and an address with a token of 55 characters in its place. The error says what is right.
impl FromStr for Pattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Pattern, String> {
        let Some((before, after)) = text.split_once('%').filter(|(_, after)| !after.contains('%')) else {
            return Err("expected an address with one %, as in play+%@example.org".to_owned());
        };
        let pattern = Pattern { before: before.to_ascii_lowercase(), after: after.to_ascii_lowercase() };
        if !before.contains('@') && after.starts_with('@') {
            check(&pattern.with(&"a".repeat(LONGEST_TOKEN))).map_err(|why| why.to_string()).map(|()| pattern)
        } else {
            Err("expected the % right before the @, as in play+%@example.org".to_owned())
        }
    }
}

/// The addresses at which a server takes mail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Addresses {
    /// Those of replies.
    pub reply: Pattern,
    /// Those of emails that come back.
    pub bounce: Pattern,
    /// That of commands, which anyone can know.
    pub standing: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_addresses_are_read_in_lower_case() {
        for (text, read) in [
            ("Ada@Example.ORG", "ada@example.org"),
            ("a.b+c@d.example", "a.b+c@d.example"),
            ("o'brien_1@xn--bcher-kva.example", "o'brien_1@xn--bcher-kva.example"),
        ] {
            assert_eq!(Address::read(text).unwrap().as_str(), read);
        }
    }

    #[test]
    fn addresses_with_different_tags_are_one_mailbox() {
        for (address, whose) in [
            ("ada@example.org", "ada@example.org"),
            ("ada+club@example.org", "ada@example.org"),
            ("ada+a+b@example.org", "ada@example.org"),
            ("+ada@example.org", "+ada@example.org"),
        ] {
            assert_eq!(mailbox(address), whose);
        }
    }

    #[test]
    fn all_other_texts_are_refused_with_the_reason() {
        let long = format!("{}@example.org", "a".repeat(65));
        let longer = format!("a@{}", "a.".repeat(200));
        for (text, why) in [
            ("", "one @"),
            ("ada", "one @"),
            ("a@b@c", "one @"),
            ("@b", "1 to 64"),
            (&long, "1 to 64"),
            (&longer, "254"),
            ("a@", "domain"),
            ("a@b..c", "domain"),
            ("a@-b", "domain"),
            ("a@b", "domain"),
            ("a@127.0.0.1", "domain"),
            ("a@xn--a.example", "domain"),
            ("a@[127.0.0.1]", "domain"),
            ("a@b\r\nBcc: c@d", "line breaks"),
            ("a@b\n", "line breaks"),
            (" a@b", "blanks"),
            ("a@b\u{0}", "control"),
            ("a@b\u{2028}c", "line breaks"),
            ("a@bücher.example", "ASCII"),
            ("a\u{202e}@b", "ASCII"),
            ("a..b@c", "single dots"),
            (".a@b", "single dots"),
            ("<a@b>", "Before the @"),
            ("a,b@c", "Before the @"),
            ("\"a\"@b", "Before the @"),
        ] {
            let told = Address::read(text).unwrap_err().to_string();
            assert!(told.contains(why), "{text:?}: {told}");
        }
    }

    #[test]
    fn a_pattern_makes_addresses_and_reads_them() {
        for (text, address) in
            [("play+%@example.org", "play+abc@example.org"), ("%@Play.Example.org", "abc@play.example.org")]
        {
            let pattern = text.parse::<Pattern>().unwrap();
            assert_eq!(pattern.with("abc"), address);
            assert_eq!(pattern.token_of(&address.to_uppercase()).as_deref(), Some("abc"));
            for other in ["play+@example.org", "play@example.org", "", "abc@example.com", "@play.example.org"] {
                assert_eq!(pattern.token_of(other), None, "{other}");
            }
        }
        for (text, why) in [
            ("play@example.org", "one %"),
            ("%+%@example.org", "one %"),
            ("play@%.example.org", "before the @"),
            ("%play@example.org", "before the @"),
            ("play-many+%@example.org", "64 bytes"),
            ("play+%@127.0.0.1", "domain"),
            ("%", "before the @"),
        ] {
            let told = text.parse::<Pattern>().unwrap_err();
            assert!(told.contains(why), "{text}: {told}");
        }
    }
}
