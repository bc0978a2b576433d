//! Character references of HTML. mail-parser knows their names.

use mail_parser::decoders::html::add_html_token;

use super::decode;

/// Emails of the longest name.
const NAME: usize = 31;

/// The text with its references replaced. White space becomes a blank.
pub(super) fn decoded(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        decoded.push_str(&rest[..at]);
        rest = &rest[at..];
        match reference(rest) {
            Some((char, length)) => {
                decoded.push(if char.is_whitespace() { ' ' } else { char });
                rest = &rest[length..];
            }
            None => {
                decoded.push('&');
                rest = &rest[1..];
            }
        }
    }
    decoded.push_str(rest);
    decoded
}

/// The character of the reference at the start of `text` and the length of the reference.
fn reference(text: &str) -> Option<(char, usize)> {
    let bytes = text.as_bytes();
    if bytes.get(1) == Some(&b'#') {
        let (start, radix) = if matches!(bytes.get(2), Some(b'x' | b'X')) { (3, 16) } else { (2, 10) };
        let digits = bytes[start..].iter().take(8).take_while(|&&byte| char::from(byte).is_digit(radix)).count();
        let number = u32::from_str_radix(&text[start..start + digits], radix).ok()?;
        let end = start + digits;
        let end = if bytes.get(end) == Some(&b';') { end + 1 } else { end };
        return Some((numbered(number), end));
    }
    let letters = bytes[1..].iter().take(NAME).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    if letters == 0 {
        return None;
    }
    let name = &text[1..=letters];
    let closed = bytes.get(letters + 1) == Some(&b';');
    let char = named(name)?;
    // Old references may lack the semicolon; in the middle of an address (`?a=1&copy=2`) they are none.
    let end = if closed { letters + 2 } else { letters + 1 };
    (closed || (matches!(name, "nbsp" | "amp" | "lt" | "gt" | "quot") && bytes.get(end) != Some(&b'=')))
        .then_some((char, end))
}

/// Numbers 128 to 159 mean windows-1252, as in browsers.
fn numbered(number: u32) -> char {
    let char = match u8::try_from(number) {
        Ok(byte @ 128..160) => decode::without_charset(&[byte]).chars().next(),
        Ok(_) | Err(_) => char::from_u32(number),
    };
    char.filter(|char| !char.is_control() || char.is_whitespace()).unwrap_or('\u{fffd}')
}

fn named(name: &str) -> Option<char> {
    let mut decoded = String::new();
    add_html_token(&mut decoded, format!("&{name};").as_bytes(), false);
    let mut chars = decoded.chars();
    let first = chars.next()?;
    // An unknown reference stays as it is.
    chars.next().is_none().then_some(first)
}
