//! Every kind of email, committed as it is sent; `UPDATE=1` rewrites them and the diff is the review.

use std::fmt::Write;
use std::path::Path;

use mail_parser::{MessageParser, PartType};

use super::sample;

/// Width and height of a PNG (its IHDR chunk).
pub(super) fn size(png: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

/// The email as sent, but its bodies decoded and pictures replaced by their sizes.
fn readable(raw: &[u8]) -> String {
    let parsed = MessageParser::default().parse(raw).unwrap();
    let mut text = String::new();
    for part in &parsed.parts {
        let head = std::str::from_utf8(&raw[part.offset_header as usize..part.offset_body as usize]).unwrap();
        let _ = write!(text, "{}", head.replace("\r\n", "\n"));
        match &part.body {
            PartType::Text(body) | PartType::Html(body) => {
                let _ = writeln!(text, "{}\n=====", body.replace("\r\n", "\n").trim_end());
            }
            PartType::Binary(png) | PartType::InlineBinary(png) => {
                let (width, height) = size(png);
                let _ = writeln!(text, "(a picture, {width} x {height})\n=====");
            }
            PartType::Message(_) | PartType::Multipart(_) => {}
        }
    }
    text
}

#[test]
fn emails_are_as_committed() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/mail/tests/emails"));
    for (name, message) in sample::messages(sample::PLAIN) {
        compare(folder, name, &message.raw());
    }
}

/// Compares an email with the committed one.
pub(super) fn compare(folder: &Path, name: &str, raw: &[u8]) {
    let (file, right) = (folder.join(format!("{name}.txt")), readable(raw));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(&file, &right).unwrap();
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    let differs = found.lines().zip(right.lines()).find(|(old, new)| old != new);
    assert_eq!(differs, None, "{} (UPDATE=1 rewrites it)", file.display());
    assert_eq!(found.len(), right.len(), "{} (UPDATE=1 rewrites it)", file.display());
}

#[test]
fn the_same_email_is_the_same_bytes() {
    let (once, again) = (sample::messages(sample::PLAIN), sample::messages(sample::PLAIN));
    for ((name, once), (_, again)) in once.iter().zip(&again) {
        assert!(once.raw() == again.raw(), "{name}");
    }
}
