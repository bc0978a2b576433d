//! Names that people choose: handles, names of people and matches, time zones.

use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

use super::reserved;
use crate::play::{Refusal, Result};
use crate::secrets::random_bytes;

/// The prefix of the handles of deleted accounts, which no other account may have.
const DELETED: &str = "deleted-";

/// Reads a handle, which may be that of another person.
pub fn handle(text: &str) -> Result<String> {
    let handle = text.to_ascii_lowercase();
    let form = (3..=30).contains(&handle.len())
        && handle.starts_with(|c: char| c.is_ascii_lowercase())
        && handle.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    if !form {
        let detail = "A handle must have 3 to 30 characters: a letter from a to z, then letters, digits and hyphens.";
        return Err(Refusal::Field("handle", detail.to_owned()));
    }
    if handle.starts_with(DELETED) {
        return Err(Refusal::Field(
            "handle",
            "Handles that begin with deleted- are reserved for deleted players.".to_owned(),
        ));
    }
    Ok(handle)
}

/// Reads a handle that a person chooses: none that could be taken for the server, its host or a computer player.
pub fn own_handle(text: &str) -> Result<String> {
    let handle = handle(text)?;
    reserved::handle(&handle)?;
    Ok(handle)
}

/// What a handle looks like: the same for handles that readers could take for each other. Hyphens do not count; `i`, `l` and `1` are one
/// character, `o` and `0` are, and `rn` looks like `m`, `vv` like `w` (after Unicode's TR39, for the characters that handles have).
pub fn skeleton(handle: &str) -> String {
    let plain = handle.chars().filter(|c| *c != '-').map(|c| match c {
        'i' | '1' => 'l',
        '0' => 'o',
        other => other,
    });
    plain.collect::<String>().replace("rn", "m").replace("vv", "w")
}

/// Returns whether a handle may be one that [`newcomer`] has made.
pub fn is_of_newcomer(handle: &str) -> bool {
    let suffix = handle.strip_prefix("player-").unwrap_or_default();
    suffix.len() == 6 && suffix.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

/// Six characters that are easy to tell apart when read aloud or copied.
fn random_suffix() -> String {
    const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    random_bytes::<6>().iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// A random handle and name for a new account.
pub fn newcomer() -> (String, String) {
    let suffix = random_suffix();
    (format!("player-{suffix}"), format!("Player {}", suffix.to_uppercase()))
}

/// A random handle for a deleted account.
pub fn departed() -> String {
    format!("{DELETED}{}{}", random_suffix(), random_suffix())
}

/// Reads a name from a field: composed (NFC), with single blanks, and without anything that cannot be seen or that turns
/// the text around it.
pub fn name(field: &'static str, text: &str) -> Result<String> {
    title(field, text, 40)
}

/// Reads the name of a person, a bot or an app: none that could be taken for that of the server, its host or a computer player.
pub fn own_name(field: &'static str, text: &str) -> Result<String> {
    let name = name(field, text)?;
    reserved::name(field, &name)?;
    Ok(name)
}

/// A name with at most `max` characters.
pub fn title(field: &'static str, text: &str, max: usize) -> Result<String> {
    let length = || Refusal::Field(field, format!("Expected 1 to {max} characters."));
    // Composing a long text is costly, and it would be refused for its length anyway.
    if text.len() > 1000 {
        return Err(length());
    }
    let composed: String = text.nfc().collect();
    if let Some(c) = composed.chars().find(|&c| refused(c)) {
        return Err(Refusal::Field(
            field,
            format!("The character U+{:04X} is {}; leave it out.", u32::from(c), what(c)),
        ));
    }
    if composed.contains("=?") {
        let detail = "Leave out =?, which mail programs read as the start of an encoded word (RFC 2047).";
        return Err(Refusal::Field(field, detail.to_owned()));
    }
    let name = composed.split_whitespace().collect::<Vec<_>>().join(" ");
    if !(1..=max).contains(&name.chars().count()) {
        return Err(length());
    }
    let marks: Vec<bool> = name.chars().map(|c| c.general_category_group() == GeneralCategoryGroup::Mark).collect();
    if marks[0] || marks.windows(4).any(|four| four.iter().all(|mark| *mark)) {
        let detail = "A name must not begin with a combining mark or have more than three of them on one character.";
        return Err(Refusal::Field(field, detail.to_owned()));
    }
    Ok(name)
}

/// Characters that are invisible although Unicode counts them among letters, marks or symbols.
fn blank(c: char) -> bool {
    matches!(c, '\u{34F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{2800}'
        | '\u{3164}' | '\u{FFA0}' | '\u{E0100}'..='\u{E01EF}')
}

fn refused(c: char) -> bool {
    let category = c.general_category();
    blank(c)
        || c.general_category_group() == GeneralCategoryGroup::Other
        || matches!(category, GeneralCategory::LineSeparator | GeneralCategory::ParagraphSeparator)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "Unicode has thirty categories, and few of them are refused")]
fn what(c: char) -> &'static str {
    match c.general_category() {
        GeneralCategory::Control => "a control character",
        GeneralCategory::LineSeparator | GeneralCategory::ParagraphSeparator => "a line break",
        _ if matches!(c, '\u{200E}' | '\u{200F}' | '\u{61C}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}') => {
            "invisible and changes the direction of the text"
        }
        GeneralCategory::PrivateUse | GeneralCategory::Unassigned | GeneralCategory::Surrogate => {
            "not one that every computer can show"
        }
        _ => "invisible",
    }
}

/// Reads the IANA name of a time zone.
pub fn time_zone(text: &str) -> Result<&'static str> {
    text.parse::<chrono_tz::Tz>().map(chrono_tz::Tz::name).map_err(|_| {
        Refusal::Field("time_zone", "Expected the IANA name of a time zone, such as Europe/Berlin or UTC.".to_owned())
    })
}

/// The time zones that a person can choose from a list, by name: those of places, such as Europe/Berlin.
pub fn time_zones() -> &'static [&'static str] {
    const AREAS: [&str; 10] =
        ["Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"];
    static ZONES: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let of_place = |name: &&str| name.split_once('/').is_some_and(|(area, _)| AREAS.contains(&area));
        let mut zones: Vec<&str> = chrono_tz::TZ_VARIANTS.iter().map(|zone| zone.name()).filter(of_place).collect();
        zones.sort_unstable();
        zones
    });
    &ZONES
}

/// The name of a client: the start of its `User-Agent`, printable ASCII only.
pub fn client(user_agent: Option<&str>) -> String {
    let plain: String = user_agent.unwrap_or_default().chars().filter(|c| (' '..='~').contains(c)).take(120).collect();
    let plain = plain.trim();
    if plain.is_empty() { "unknown".to_owned() } else { plain.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_are_lower_case_ascii() {
        assert_eq!(own_handle("Ada-1").unwrap(), "ada-1");
        assert_eq!(
            handle("Official-Ada").unwrap(),
            "official-ada",
            "that of another person, from before it was reserved"
        );
        let long = "a".repeat(31);
        for text in [
            "Admin",
            "postmaster",
            "turnpost",
            "",
            "ab",
            "1ab",
            "-ab",
            "a b",
            "adä",
            "ad_a",
            "a\nbc",
            "Deleted-7",
            "adm1n",
            "sup-port",
            "tumpost",
            long.as_str(),
        ] {
            assert!(own_handle(text).is_err(), "{text:?}");
        }
        assert!(own_handle(&newcomer().0).is_ok() && handle(&departed()).is_err() && departed().len() <= 30);
    }

    #[test]
    fn handles_that_look_alike_have_one_skeleton() {
        for (one, other) in [("anna", "an-na"), ("bill", "b1l1"), ("bob", "b0b"), ("marnie", "mamie"), ("vvim", "wim")]
        {
            assert_eq!(skeleton(one), skeleton(other));
        }
        for (one, other) in [("anna", "ana"), ("bob", "rob"), ("anna2", "anna3"), ("mona", "nona")] {
            assert_ne!(skeleton(one), skeleton(other));
        }
        assert!(is_of_newcomer(&newcomer().0) && !is_of_newcomer("player-king") && !is_of_newcomer("anna"));
    }

    #[test]
    fn names_are_composed_and_have_single_blanks() {
        for (text, read) in [
            ("  Ada   Lovelace ", "Ada Lovelace"),
            ("A\u{301}da", "\u{c1}da"),
            ("Ada\u{a0}\u{3000}L", "Ada L"),
            ("李雷", "李雷"),
            ("علي", "علي"),
            ("I ❤\u{fe0f} hexes", "I ❤\u{fe0f} hexes"),
            (&"é".repeat(40), &"é".repeat(40)),
        ] {
            assert_eq!(name("name", text).unwrap(), read);
        }
    }

    #[test]
    fn names_that_deceive_are_refused_with_the_reason() {
        let (long, huge) = ("a".repeat(41), "a".repeat(60_000));
        for (text, why) in [
            ("", "1 to 40"),
            (" \u{3000} ", "1 to 40"),
            (&long, "1 to 40"),
            (&huge, "1 to 40"),
            ("a\u{0}b", "U+0000 is a control"),
            ("a\r\nb", "control"),
            ("a\tb", "control"),
            ("a\u{7f}", "control"),
            ("a\u{2028}b", "line break"),
            ("ada\u{202e}x", "direction"),
            ("ada\u{2066}x", "direction"),
            ("\u{200f}ada", "direction"),
            ("ada\u{200b}", "U+200B is invisible"),
            ("a\u{ad}da", "invisible"),
            ("\u{feff}ada", "invisible"),
            ("ada\u{e0041}", "invisible"),
            ("\u{3164}", "invisible"),
            ("\u{2800}", "invisible"),
            ("a\u{e000}", "every computer"),
            ("a\u{378}", "every computer"),
            ("=?utf-8?q?Anna?=", "RFC 2047"),
            ("\u{301}a", "combining"),
            ("a\u{300}\u{301}\u{302}\u{303}\u{304}", "combining"),
        ] {
            let told = name("name", text).unwrap_err().to_string();
            assert!(told.contains(why), "{text:?}: {told}");
        }
    }

    #[test]
    fn time_zones_are_those_of_iana() {
        assert_eq!(time_zone("Europe/Berlin").unwrap(), "Europe/Berlin");
        for text in ["", "europe/berlin", "+01:00", "Mars/Olympus"] {
            assert!(time_zone(text).is_err(), "{text}");
        }
        assert!(time_zone("UTC").is_ok());
        for zone in time_zones() {
            assert_eq!(time_zone(zone).unwrap(), *zone);
        }
        // Browsers name zones by older names, too.
        for listed in ["Europe/Berlin", "Asia/Calcutta", "Asia/Kolkata", "America/Argentina/Buenos_Aires"] {
            assert!(time_zones().contains(&listed), "{listed}");
        }
    }

    #[test]
    fn a_client_is_named_in_plain_text() {
        assert_eq!(client(Some(" curl/8\u{7}\u{202e} ")), "curl/8");
        assert_eq!(client(None), "unknown");
        assert_eq!(client(Some(&"x".repeat(1000))).len(), 120);
    }
}
