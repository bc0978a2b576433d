//! Names, titles and sentences that attack the email.

use mail_parser::MessageParser;

use super::sample::{PLAIN, Taste, messages};

const HOSTILE: &[Taste] = &[
    Taste {
        names: ["Anna\r\nBcc: evil@example.com", "Ben\nX-Evil: 1", "Cleo\r\n\r\n<script>alert(1)</script>"],
        title: "cup\r\nContent-Type: text/html\r\n\r\n<b>evil</b>",
        words: "a\r\n--=_alternative-0197b2a0-0000-7000-8000-000000000001\r\nContent-Type: text/html\r\n\r\nevil",
    },
    Taste {
        names: ["\u{202e}annA\u{2066}", "Ben\u{200b}\u{feff}", "\"Cleo\" <evil@example.com>, x@example.com"],
        title: "=?utf-8?q?evil=0D=0AX-Evil:_1?=",
        words: "<img src=https://evil.example/track.png> & \"quoted\" 'words'",
    },
    Taste { names: ["\\", "\"", "() ; : , < >"], title: ".", words: ".\r\n.\r\n-- \r\nDATA" },
    Taste { names: ["\0", "", " "], title: "\u{7f}\u{85}", words: "\u{1b}[31mred" },
    Taste {
        names: ["https://evil.example/a", "www.evil.example", "evil@evil.example"],
        title: "https://evil.example",
        words: "{{ code }} {% for %} ${jndi:x} %0d%0aX-Evil: 1",
    },
    Taste {
        names: ["Ж", "漢字かな", "نص عربي"], title: "🏆🏆 кубок", words: "Ünïcödé everywhere – “quoted” …"
    },
];

fn headers(raw: &[u8]) -> Vec<String> {
    MessageParser::default().parse(raw).unwrap().headers_raw().map(|(name, _)| name.to_owned()).collect()
}

#[test]
fn hostile_texts_add_no_headers_recipients_or_parts() {
    let plain = messages(PLAIN);
    for taste in HOSTILE {
        for ((name, message), (_, plain)) in messages(*taste).iter().zip(&plain) {
            let (raw, right) = (message.raw(), plain.raw());
            assert_eq!(headers(&raw), headers(&right), "{name}");
            assert!(raw.is_ascii(), "{name}");
            // The words of a hostile title stay what they are.
            let head = String::from_utf8_lossy(&raw).split("\r\n\r\n").next().unwrap_or_default().to_owned();
            assert!(!head.contains("=?utf-8?q?evil"), "{name}: {head}");
            let parsed = MessageParser::default().parse(&raw).unwrap();
            let plain = MessageParser::default().parse(&right).unwrap();
            assert_eq!(parsed.parts.len(), plain.parts.len(), "{name}");
            let to = parsed.to().unwrap();
            assert_eq!(to.as_list().map(<[_]>::len), Some(1), "{name}");
            assert_eq!(to.first().unwrap().address(), Some("anna@example.org"), "{name}");
            let envelope = message.inner.envelope();
            assert_eq!(envelope.to().iter().map(ToString::to_string).collect::<Vec<_>>(), ["anna@example.org"]);
        }
    }
}

#[test]
fn hostile_texts_become_no_markup_and_turn_no_text_around() {
    let plain = messages(PLAIN);
    for taste in HOSTILE {
        for ((name, message), (_, plain)) in messages(*taste).iter().zip(&plain) {
            let (raw, right) = (message.raw(), plain.raw());
            let parsed = MessageParser::default().parse(&raw).unwrap();
            let plain = MessageParser::default().parse(&right).unwrap();
            let tags = |html: &str| html.matches('<').count();
            let html = parsed.body_html(0).unwrap();
            assert_eq!(tags(&html), tags(&plain.body_html(0).unwrap()), "{name}: {html}");
            let text = parsed.body_text(0).unwrap();
            let shown = format!("{} {text} {html}", parsed.subject().unwrap());
            let odd =
                |c: char| (c.is_control() && !"\r\n".contains(c)) || "\u{202e}\u{2066}\u{200b}\u{feff}".contains(c);
            assert_eq!(shown.chars().find(|c| odd(*c)), None, "{name}");
        }
    }
}

#[test]
fn names_in_emails_to_strangers_are_no_links() {
    let (_, message) = messages(HOSTILE[4]).into_iter().find(|(name, _)| *name == "invitation-stranger").unwrap();
    let raw = message.raw();
    let parsed = MessageParser::default().parse(&raw).unwrap();
    for part in [parsed.subject().unwrap(), &parsed.body_text(0).unwrap(), &parsed.body_html(0).unwrap()] {
        assert!(!part.contains("evil.example") && !part.contains("//evil") && !part.contains("@evil"), "{part}");
    }
}

#[test]
fn names_arrive_as_people_write_them() {
    let (_, message) = messages(HOSTILE[5]).into_iter().find(|(name, _)| *name == "your-turn").unwrap();
    let raw = message.raw();
    let parsed = MessageParser::default().parse(&raw).unwrap();
    assert_eq!(parsed.subject(), Some("Your turn: Magma, 🏆🏆 кубок"));
    assert_eq!(parsed.to().unwrap().first().unwrap().name(), Some("Ж"));
    assert!(parsed.body_text(0).unwrap().contains("漢字かな (Yellow) put a piece in play on a4."));
    assert!(parsed.body_html(0).unwrap().contains("نص عربي (Blue) passed."));
}

#[test]
fn long_names_are_folded_and_cut() {
    static LONG: std::sync::LazyLock<String> =
        std::sync::LazyLock::new(|| "Wolfeschlegelsteinhausenberger ".repeat(40));
    static SOLID: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| "ß".repeat(3000));
    for long in [LONG.as_str(), SOLID.as_str()] {
        let taste = Taste { names: [long, long, long], title: long, words: long };
        for (name, message) in messages(taste) {
            let raw = message.raw();
            let parsed = MessageParser::default().parse(&raw).unwrap();
            assert!(parsed.subject().unwrap().chars().count() < 450, "{name}");
            for line in raw.split(|c| *c == b'\n') {
                assert!(line.len() < 999, "{name}: {}", String::from_utf8_lossy(line));
            }
        }
    }
}
