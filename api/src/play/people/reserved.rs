//! Names that readers could take for the server, its host or a computer player. Other people cannot have them.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::names::skeleton;
use crate::play::{Refusal, Result};

/// The name of the server, which no part of a name may look like.
const SERVER: &str = "turnpost";

/// The word at the beginning of the names of computer players; it is its own skeleton.
const COMPUTER: &str = "computer";

/// Words that claim to be the host anywhere in a name.
const CLAIMS: [&str; 10] = [
    "admin",
    "administrator",
    "helpdesk",
    "hostmaster",
    "moderator",
    "official",
    "postmaster",
    "sysadmin",
    "sysop",
    "webmaster",
];

/// Words that claim it in a name that has no others: a name with another word may be that of a person. Some are addresses that mail
/// servers must have (RFC 2142).
const OFFICES: [&str; 22] = [
    "abuse", "api", "billing", "help", "host", "info", "mail", "mailer", "mod", "mods", "nobody", "noreply",
    "operator", "owner", "root", "security", "server", "staff", "support", "system", "team", "www",
];

/// Refuses a handle that claims to be the server, its host or a computer player.
pub(in crate::play) fn handle(handle: &str) -> Result<()> {
    let words: Vec<&str> = handle.split('-').collect();
    if skeleton(handle).starts_with(COMPUTER) {
        let detail = "Handles that begin with computer, or look like it, are reserved for computer players.";
        return Err(Refusal::Field("handle", detail.to_owned()));
    }
    if claims(&words) {
        return Err(Refusal::Field("handle", "This handle could be mistaken for the server or its host.".to_owned()));
    }
    Ok(())
}

/// Refuses a name, of a person or of an app, that claims the same.
pub(in crate::play) fn name(field: &'static str, name: &str) -> Result<()> {
    let plain: String =
        name.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).map(latin).collect();
    let words: Vec<&str> = plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    if words.first().is_some_and(|word| skeleton(word) == COMPUTER) {
        let detail = "Names that begin with computer are reserved for computer players.";
        return Err(Refusal::Field(field, detail.to_owned()));
    }
    if claims(&words) {
        return Err(Refusal::Field(field, "This name could be mistaken for the server or its host.".to_owned()));
    }
    Ok(())
}

/// Returns whether a name of these words, in small letters, claims to be the server or its host.
fn claims(words: &[&str]) -> bool {
    let whole = words.concat();
    let has = |list: &[&str], word: &str| list.iter().any(|reserved| skeleton(reserved) == skeleton(word));
    // A number behind a word makes it no other word.
    let plain = |word: &str| word.trim_matches(|c: char| c.is_ascii_digit()).to_owned();
    let claims = |word: &str| has(&CLAIMS, word) || has(&CLAIMS, &plain(word));
    let is_office = |word: &str| has(&OFFICES, word) || has(&OFFICES, &plain(word));
    let says_nothing = |word: &str| word == "the" || plain(word).is_empty();
    let mut said = words.iter().filter(|word| !says_nothing(word)).peekable();
    skeleton(&whole).contains(&skeleton(SERVER))
        || words.iter().chain([&&*whole]).any(|word| claims(word))
        || is_office(&whole)
        || said.peek().is_some() && said.all(|word| is_office(word))
}

/// The Latin letter that a small letter of Cyrillic or Greek looks like (Unicode's TR39), else the letter.
fn latin(c: char) -> char {
    match c {
        'а' | 'α' => 'a',
        'в' | 'β' => 'b',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'ε' => 'e',
        'һ' | 'н' => 'h',
        'і' | 'ι' | 'ı' | 'ӏ' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'м' | 'μ' => 'm',
        'п' | 'ո' | 'η' => 'n',
        'о' | 'ο' | 'σ' => 'o',
        'р' | 'ρ' => 'p',
        'ԛ' => 'q',
        'г' => 'r',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'υ' | 'ս' => 'u',
        'ν' | 'ѵ' => 'v',
        'ԝ' | 'ω' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'γ' => 'y',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_that_claim_to_be_the_host_are_refused_by_their_words() {
        for text in [
            "turnpost-admin",
            "turnpost-team",
            "myturnp0st",
            "official-turnpost",
            "official-anna",
            "adm1n-anna",
            "rnoderator",
            "sup-port",
            "admin2",
            "operator",
            "owner",
            "owner-2",
            "team",
            "mod",
            "the-mods",
            "help-desk",
            "mail-team",
            "the-support-team",
            "api",
            "www",
            "mail",
            "no-reply",
            "c0mputer-5",
        ] {
            assert!(handle(text).is_err(), "{text}");
        }
        for text in [
            "anna",
            "dream-team",
            "mod-squad",
            "ghost-host",
            "smooth-operator",
            "modest",
            "opera",
            "adminton",
            "player-7k3m9q",
            "www3x",
        ] {
            assert!(handle(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn names_that_claim_to_be_the_host_are_refused_in_any_script() {
        for text in [
            "Turnpost",
            "Turnpost Support",
            "TURN POST",
            "Тurnроst",
            "Türnpöst",
            "Ｔｕｒｎｐｏｓｔ",
            "The Official App",
            "Аdmin",
            "Anna (moderator)",
            "Help Desk",
            "Team",
            "The Host",
            "Computer A, level 5",
            "Сomputer",
        ] {
            assert!(name("name", text).is_err(), "{text}");
        }
        for text in [
            "Anna",
            "Magma on the tram",
            "Leopold Staff",
            "Elihu Root",
            "Dream Team",
            "A computer",
            "No",
            "李雷",
            "Анна",
            "7",
            "❤",
        ] {
            assert!(name("name", text).is_ok(), "{text}");
        }
    }
}
