//! Messages for tests, built around our golden emails.

use super::super::{Kind, MARK, Received, read};

/// Moves of our games, with the forms that look like marks of quotation or signatures.
pub(super) const MOVES: &[&str] = &[
    "e5-e7",
    "+b2",
    "pass",
    "a1-a3, b1",
    "-",
    "---",
    "5",
    "cast h6 on c1; end",
    "6: 3,4",
    "say: hello",
    "move c2: 1; end",
    "E5 – e7.",
];

/// The golden emails.
pub(super) const EMAILS: &[&str] = &[
    include_str!("../../tests/emails/your-turn.txt"),
    include_str!("../../tests/emails/your-answer.txt"),
    include_str!("../../tests/emails/game-turn.txt"),
    include_str!("../../tests/emails/game-window.txt"),
    include_str!("../../tests/emails/game-choice.txt"),
    include_str!("../../tests/emails/game-full-turn.txt"),
    include_str!("../../tests/emails/match-started-your-turn.txt"),
    include_str!("../../tests/emails/your-turn-without-picture.txt"),
];

/// The text part of a golden email, which begins with the mark.
pub(super) fn text(email: &str) -> String {
    let (_, body) = email.split_once("Content-Transfer-Encoding: ").expect("a text part");
    let (_, body) = body.split_once("\n\n").expect("a body");
    let (body, _) = body.split_once("\n=====").expect("an HTML part");
    if body.starts_with(MARK) { body.to_owned() } else { format!("{MARK}\n\n{body}") }
}

/// What stands in the body of the HTML part of a golden email, with the mark.
pub(super) fn html(email: &str) -> String {
    let (_, page) = email.split_once("<body").expect("an HTML part");
    let (page, _) = page.split_once("</body>").expect("a whole page");
    let (_, page) = page.split_once('>').expect("a whole tag");
    if page.contains(MARK) {
        return page.to_owned();
    }
    let (outer, inner) = page.split_once("<p").expect("a first paragraph");
    format!("{outer}<p style=\"margin:0 0 12px\">{MARK}</p>\n<p{inner}")
}

/// The text with marks of quotation.
pub(super) fn quoted(text: &str) -> String {
    let line = |line: &str| if line.is_empty() { ">\n".to_owned() } else { format!("> {line}\n") };
    text.lines().map(line).collect()
}

/// The text with lines of at most `width` characters, broken at blanks, as programs do that know nothing of quotation.
pub(super) fn wrapped(text: &str, width: usize) -> String {
    let mut wrapped = String::new();
    for line in text.lines() {
        let mut length = 0;
        for word in line.split(' ') {
            let count = word.chars().count();
            if length > 0 && length + 1 + count > width {
                wrapped.push('\n');
                length = 0;
            } else if length > 0 {
                wrapped.push(' ');
                length += 1;
            }
            wrapped.push_str(word);
            length += count;
        }
        wrapped.push('\n');
    }
    wrapped
}

/// The header of a reply to an email.
pub(super) const HEAD: &str = "Return-Path: <anna@example.org>\nFrom: Anna <anna@example.org>\nTo: play+token@turnpost.example\n\
    Subject: Re: Your turn: Magma, spring cup\nDate: Sun, 22 Nov 2026 10:12:40 +0100\nMessage-ID: <1@mail.example.org>\n\
    In-Reply-To: <0@turnpost.example>\nMIME-Version: 1.0\n";

/// A message of one text/plain part.
pub(super) fn plain(body: &str) -> Vec<u8> {
    single("text/plain; charset=utf-8", body)
}

/// A message of one HTML part.
pub(super) fn page(body: &str) -> Vec<u8> {
    single(
        "text/html; charset=utf-8",
        &format!("<html><head><style>p {{ margin: 0 }}</style></head><body>{body}</body></html>"),
    )
}

/// A message of one part.
pub(super) fn single(kind: &str, body: &str) -> Vec<u8> {
    format!("{HEAD}Content-Type: {kind}\nContent-Transfer-Encoding: 8bit\n\n{body}").into_bytes()
}

/// Reads a message that a person wrote.
pub(super) fn reply(raw: &[u8]) -> Received {
    let received = read(raw);
    assert_eq!(received.kind, Kind::Reply, "{}", String::from_utf8_lossy(raw));
    received
}
