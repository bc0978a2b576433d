//! From the bytes of a part to text: transfer encoding (RFC 2045) and charset. Both are lenient: text is kept where it can be.

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::decoders::quoted_printable::quoted_printable_decode_char;

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

/// Quoted-printable (RFC 2045, 6.7). A `=` that begins no code stays as it is; mail-parser gives such a text up, and drops blanks at the
/// ends of lines.
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
            let code = match line[at..] {
                [b'=', high, low, ..] => quoted_printable_decode_char(high, low),
                _ => None,
            };
            bytes.push(code.unwrap_or(line[at]));
            at += if code.is_some() { 3 } else { 1 };
        }
        if broken && !soft {
            bytes.push(b'\n');
        }
    }
    bytes
}

/// The first line that is not empty can be base64. Some programs declare it for plain text.
fn is_base64(body: &[u8]) -> bool {
    let line = body.trim_ascii_start().split(|&byte| byte == b'\n').next().unwrap_or_default().trim_ascii_end();
    let digits = line.iter().filter(|&&byte| is_digit(byte)).count();
    digits == line.len() && digits % 4 != 1
}

/// Base64 (RFC 2045, 6.8). Other characters are passed over, and padding may stand inside.
fn base64(body: &[u8]) -> Vec<u8> {
    let digits: Vec<u8> = body.iter().copied().filter(|&byte| is_digit(byte)).collect();
    base64_decode(&digits).unwrap_or_default()
}

fn is_digit(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}
