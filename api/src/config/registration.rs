//! Who may make an account.

use std::str::FromStr;

use crate::address::{self, Address};

/// Who may make an account. People who have one sign in in any case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Registration {
    /// Everyone.
    Open,
    /// Mailboxes with an open invitation, and those that fit a pattern.
    Closed(Vec<Mailboxes>),
}

/// The mailboxes of a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mailboxes {
    /// One address.
    One(Address),
    /// All addresses of a domain, with its `@`.
    Of(String),
}

impl Registration {
    /// Returns whether everyone may make an account.
    pub fn is_open(&self) -> bool {
        *self == Registration::Open
    }

    /// Returns whether the owner of an address may make an account without an invitation.
    pub fn takes(&self, address: &str) -> bool {
        let address = address.to_ascii_lowercase();
        match self {
            Registration::Open => true,
            Registration::Closed(patterns) => patterns.iter().any(|pattern| match pattern {
                Mailboxes::One(one) => one.as_str() == address,
                Mailboxes::Of(domain) => address.ends_with(domain),
            }),
        }
    }
}

/// `open`, `invited`, or patterns with commas between. The error says what is right.
impl FromStr for Registration {
    type Err = String;

    fn from_str(text: &str) -> Result<Registration, String> {
        let words: Vec<&str> = text.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
        match words[..] {
            ["open"] => Ok(Registration::Open),
            ["invited"] => Ok(Registration::Closed(Vec::new())),
            [] => Err("expected open, invited, or addresses such as *@club.example".to_owned()),
            _ => words.into_iter().map(mailboxes).collect::<Result<_, _>>().map(Registration::Closed),
        }
    }
}

fn mailboxes(text: &str) -> Result<Mailboxes, String> {
    let wrong =
        |why: address::BadAddress| format!("{text}: expected open, invited, an address, or *@ and a domain: {why}");
    match text.strip_prefix('*') {
        Some(domain) => {
            let address = Address::read(&format!("a{domain}")).map_err(wrong)?;
            Ok(Mailboxes::Of(address.as_str()[1..].to_owned()))
        }
        None => Address::read(text).map(Mailboxes::One).map_err(wrong),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_take_whole_addresses_and_whole_domains() {
        let taken = |setting: &str| {
            let registration: Registration = setting.parse().unwrap();
            ["ada@club.example", "bob@club.example", "Ada@Club.Example", "ada@sub.club.example", "ada@myclub.example"]
                .map(|address| registration.takes(address))
        };
        assert_eq!(taken("open"), [true; 5]);
        assert_eq!(taken("invited"), [false; 5]);
        assert_eq!(taken("*@club.example"), [true, true, true, false, false]);
        assert_eq!(taken(" ADA@club.example ,*@myclub.example"), [true, false, true, false, true]);
    }

    #[test]
    fn other_texts_are_refused_with_what_is_right() {
        for (text, why) in [
            ("", "expected open, invited, or addresses such as *@club.example"),
            ("closed", "closed: expected open, invited, an address, or *@ and a domain"),
            ("open, *@club.example", "open: expected open, invited, an address"),
            ("*", "*: expected open, invited, an address, or *@ and a domain"),
            ("*.club.example", "*.club.example: expected"),
            ("*@*.example", "*@*.example: expected"),
            ("a*@club.example, *@", "*@: expected"),
        ] {
            let told = text.parse::<Registration>().unwrap_err();
            assert!(told.contains(why), "{text}: {told}");
        }
    }
}
