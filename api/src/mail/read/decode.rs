//! From the bytes of a part to text: transfer encoding (RFC 2045) and charset. Both are lenient: text is kept where it can be.

use mail_parser::decoders::charsets::map::charset_decoder;

use super::mime::Part;

/// Bytes of a part that are read.
const LIMIT: usize = 2 * 1024 * 1024;

/// The text of a part. Line breaks are `\n`, NBSP is a blank, control characters are gone.
pub(super) fn text(part: &Part<'_>) -> String {
    let bytes = bytes(part);
    let charset =
        part.head.content_type().and_then(|content| content.attribute("charset").map(str::to_ascii_lowercase));
    let charset = charset.map(|charset| charset.trim_matches(['"', '\'', ' ']).to_owned()).unwrap_or_default();
    let charset = if charset.is_empty() && part.media == "text/html" { declared(&bytes) } else { charset };
    clean(&decoded(&bytes, &charset))
}

/// The bytes of a part without their transfer encoding.
pub(super) fn bytes(part: &Part<'_>) -> Vec<u8> {
    let body = &part.body[..part.body.len().min(LIMIT)];
    let encoding = part.head.get("Content-Transfer-Encoding").unwrap_or_default().to_ascii_lowercase();
    if encoding.starts_with("quoted-printable") {
        quoted_printable(body)
    } else if encoding.starts_with("base64") && is_base64(body) {
        base64(body)
    } else {
        body.to_vec()
    }
}

/// The text of bytes in a charset. Without one, and for US-ASCII with high bytes, it is UTF-8 if it can be.
fn decoded(bytes: &[u8], charset: &str) -> String {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if charset.contains("utf-8") || charset.contains("utf8") {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    if matches!(charset, "" | "us-ascii" | "ascii" | "ansi_x3.4-1968") {
        return without_charset(bytes);
    }
    // Labels in use that mail-parser does not know.
    let label = match charset {
        "cp932" | "x-ms-cp932" | "windows-932" => "shift_jis",
        "cp949" | "uhc" | "ms949" | "x-windows-949" => "euc-kr",
        "cp950" | "windows-950" => "big5",
        "iso-2022-jp-ms" | "iso-2022-jp-1" | "iso-2022-jp-2" | "iso-2022-jp-3" | "cp50220" | "cp50221" => "iso-2022-jp",
        "latin-1" | "iso-latin-1" | "iso8859_1" => "iso-8859-1",
        "iso-8859-8-i" | "iso-8859-8-e" => "windows-1255",
        other => other,
    };
    match charset_decoder(label.as_bytes()) {
        Some(decoder) if !label.is_empty() => decoder(bytes),
        Some(_) | None => without_charset(bytes),
    }
}

/// UTF-8 if the bytes are valid, else windows-1252, which reads any bytes.
pub(super) fn without_charset(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => match charset_decoder(b"windows-1252") {
            Some(decoder) => decoder(bytes),
            None => String::from_utf8_lossy(bytes).into_owned(),
        },
    }
}

/// The charset that HTML names in its first kilobytes.
fn declared(bytes: &[u8]) -> String {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(2048)]).to_ascii_lowercase();
    let Some((_, after)) = start.split_once("charset=") else { return String::new() };
    let after = after.trim_start_matches(['"', '\'']);
    after.chars().take_while(|char| char.is_ascii_alphanumeric() || "-_.:".contains(*char)).take(40).collect()
}

fn clean(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '\r' => {
                if chars.peek() != Some(&'\n') {
                    clean.push('\n');
                }
            }
            '\u{2028}' | '\u{2029}' | '\u{85}' | '\u{b}' | '\u{c}' => clean.push('\n'),
            '\u{a0}' | '\u{202f}' | '\u{2007}' => clean.push(' '),
            '\n' | '\t' => clean.push(char),
            _ if char.is_control() => {}
            _ => clean.push(char),
        }
    }
    clean
}

/// Quoted-printable (RFC 2045, 6.7). A `=` that begins no code stays as it is.
fn quoted_printable(body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(body.len());
    for line in body.split_inclusive(|&byte| byte == b'\n') {
        let broken = line.ends_with(b"\n");
        // Blanks at the end of an encoded line should be coded, but programs write them bare in format=flowed, where they count.
        let bare = line.trim_ascii_end();
        let uncut = line.strip_suffix(b"\n").map_or(line, |line| line.strip_suffix(b"\r").unwrap_or(line));
        let (line, soft) = bare.strip_suffix(b"=").map_or((uncut, false), |line| (line, true));
        let mut at = 0;
        while at < line.len() {
            let code = (line[at] == b'=').then(|| hex(line.get(at + 1), line.get(at + 2))).flatten();
            bytes.push(code.unwrap_or(line[at]));
            at += if code.is_some() { 3 } else { 1 };
        }
        if broken && !soft {
            bytes.push(b'\n');
        }
    }
    bytes
}

fn hex(high: Option<&u8>, low: Option<&u8>) -> Option<u8> {
    let digit = |byte: Option<&u8>| char::from(*byte?).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    Some(digit(high)? * 16 + digit(low)?)
}

/// The first line that is not empty can be base64. Some programs declare it for plain text.
fn is_base64(body: &[u8]) -> bool {
    let line = body.trim_ascii_start().split(|&byte| byte == b'\n').next().unwrap_or_default().trim_ascii_end();
    let digits = line.iter().filter(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')).count();
    digits == line.len() && digits % 4 != 1
}

/// Base64 (RFC 2045, 6.8). Other characters are passed over, and padding may stand inside.
fn base64(body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(body.len() / 4 * 3 + 3);
    let (mut group, mut digits) = (0_u32, 0);
    for &byte in body {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => {
                flush(&mut bytes, &mut group, &mut digits);
                continue;
            }
            _ => continue,
        };
        group = group << 6 | u32::from(digit);
        digits += 1;
        if digits == 4 {
            flush(&mut bytes, &mut group, &mut digits);
        }
    }
    flush(&mut bytes, &mut group, &mut digits);
    bytes
}

/// Writes the bytes of a group of 2, 3 or 4 digits.
fn flush(bytes: &mut Vec<u8>, group: &mut u32, digits: &mut u32) {
    let whole = *group << (6 * (4 - *digits));
    let count = digits.saturating_sub(1) as usize;
    bytes.extend_from_slice(&whole.to_be_bytes()[1..=count]);
    (*group, *digits) = (0, 0);
}
