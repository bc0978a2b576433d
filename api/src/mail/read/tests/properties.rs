//! Any bytes can be read, and in a time that grows with their number only.

use std::time::Instant;

use proptest::prelude::*;

use super::super::read;
use super::sample::{EMAILS, HEAD, page, plain, quoted, text};

/// Bytes in which the words that the module looks for are frequent.
fn fragments() -> impl Strategy<Value = Vec<u8>> {
    const WORDS: &[&str] = &[
        "From: a@b.c\n",
        "Content-Type: multipart/mixed; boundary=b\n",
        "Content-Type: text/html\n",
        "Content-Type: message/rfc822\n",
        "Content-Type: text/plain; format=flowed; delsp=yes\n",
        "Content-Transfer-Encoding: base64\n",
        "Content-Transfer-Encoding: quoted-printable\n",
        "Subject: =?utf-8?q?=?= \n",
        "\n",
        "\n\n",
        "--b\n",
        "--b--\n",
        "> ",
        ">",
        "<",
        "</",
        "<div class=gmail_quote>",
        "</div>",
        "<blockquote>",
        "</blockquote>",
        "<!--",
        "-->",
        "<style>",
        "<pre>",
        "&amp;",
        "&#",
        "=\n",
        "=E",
        "On Sat, Nov 21, 2026 at 3:00 PM X <a@b.c> wrote:\n",
        "wrote:\n",
        "From: x\nSent: y\n",
        "-----Original Message-----\n",
        "-- \n",
        "Reply above this line",
        "with your move.",
        "-----BEGIN PGP SIGNED MESSAGE-----\n",
        "Status: 5.1.1\n",
        "Content-Type: message/delivery-status\n",
        "İ",
        "ß",
        "\u{200b}",
        "e5-e7\n",
        " ",
        "\r\n",
        ":",
        "@",
        "\"",
        "'",
        "=",
        "+b2",
        "550 5.1.1",
        "\u{feff}",
        "2026",
        "15:00",
    ];
    let word = prop_oneof![8 => proptest::sample::select(WORDS).prop_map(|word| word.as_bytes().to_vec()), 1 => any::<Vec<u8>>()];
    proptest::collection::vec(word, 0..60).prop_map(|words| words.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read(raw in any::<Vec<u8>>()) {
        let received = read(&raw);
        prop_assert!(received.text.contains(received.first()));
    }

    #[test]
    fn any_fragments_are_read(raw in fragments(), headed in any::<bool>()) {
        let raw = if headed { [HEAD.as_bytes(), &raw].concat() } else { raw };
        let received = read(&raw);
        prop_assert!(received.text.contains(received.first()));
    }

    #[test]
    fn any_change_of_a_message_is_read(at in any::<proptest::sample::Index>(), length in 0_usize..40, bytes in any::<Vec<u8>>(), html in any::<bool>()) {
        let body = format!("e5-e7\n\nOn 21/11/2026 15:00, Turnpost wrote:\n{}", quoted(&text(EMAILS[0])));
        let mut raw = if html { page(&body.replace('\n', "<br>\n")) } else { plain(&body) };
        let start = at.index(raw.len());
        let end = (start + length).min(raw.len());
        raw.splice(start..end, bytes);
        read(&raw);
    }

    /// What is found is a part of what was written, if a program quotes the email with marks.
    #[test]
    fn what_is_found_was_written(answer in "[a-z0-9+;:, -]{0,30}", email in proptest::sample::select(EMAILS), below in any::<bool>()) {
        let quotation = format!("On Sat, Nov 21, 2026 at 3:00 PM Turnpost <post@turnpost.example> wrote:\n\n{}", quoted(&text(email)));
        let body = if below { format!("{quotation}\n{answer}\n") } else { format!("{answer}\n\n{quotation}") };
        let received = read(&plain(&body));
        prop_assert!(answer.contains(&received.text), "{:?}", received.text);
    }
}

/// Texts that are costly for careless programs, of about `size` bytes.
fn costly(size: usize) -> Vec<(&'static str, Vec<u8>)> {
    let repeated = |unit: &str| unit.repeat(size / unit.len());
    let numbered = |unit: &str| {
        (0..size / (unit.len() + 6)).map(|number| unit.replace('#', &number.to_string())).collect::<String>()
    };
    let fields = |text: String| [HEAD.as_bytes(), text.as_bytes(), b"\n\n+b2\n"].concat();
    vec![
        ("marks of quotation", plain(&repeated(">"))),
        ("quoted lines", plain(&repeated("> a b\n"))),
        ("alternating lines", plain(&repeated("> a b\nc\n"))),
        ("introductions", plain(&repeated("On 1/1/2026 Anna wrote\n"))),
        ("colons", plain(&repeated("a:\n"))),
        ("labels", plain(&repeated("From: a\n\n\n\n\n\n\n\n"))),
        ("beginnings of the mark", plain(&repeated("reply\n"))),
        ("dashes", plain(&repeated("-----\n"))),
        ("one line", plain(&repeated("On 1/1/2026 a@b.c "))),
        ("flowed", super::sample::single("text/plain; format=flowed", &repeated("a \n"))),
        ("open tags", page(&repeated("<div>"))),
        ("quotations", page(&repeated("<blockquote>"))),
        ("closing tags", page(&repeated("</div>"))),
        ("nested and closed", page(&repeated("<div><b><i></div>"))),
        ("ends of tags missing", page(&repeated("<a "))),
        ("quotes of values missing", page(&repeated("<a b=\""))),
        ("comments", page(&repeated("<!--"))),
        ("style sheets", page(&repeated("<style>"))),
        ("references", page(&repeated("&#"))),
        ("attributes", page(&format!("<a {}>", repeated("a=b ")))),
        ("long class names", page(&numbered("<p class=\"x#\">"))),
        ("fields", fields(numbered("X-#: a\n"))),
        ("folded field", fields(format!("Subject: {}", repeated("a\n ")))),
        ("addresses", fields(format!("From: {}", repeated("a@b.c, ")))),
        ("groups", fields(format!("From: {}", repeated("a:b;(")))),
        ("encoded words", fields(format!("Subject: {}", repeated("=?utf-8?q?a?= ")))),
        ("parameters", fields(format!("Content-Type: text/plain; {}", repeated("a*0=b; ")))),
        ("multiparts", fields(numbered("Content-Type: multipart/mixed; boundary=b#\n\n--b#\n"))),
        ("parts", fields(format!("Content-Type: multipart/mixed; boundary=b\n\n{}", repeated("--b\n\na\n")))),
        (
            "attached messages",
            fields(format!("Content-Type: message/rfc822\n\n{}", repeated("Content-Type: message/rfc822\n\n"))),
        ),
        ("reports", fields(format!("Content-Type: message/delivery-status\n\n{}", repeated("Status: 5.1.1\n\n")))),
        ("codes", fields(format!("X-Failed-Recipients: a\n\n{}", repeated("550 5.1.1 ")))),
        ("PGP", plain(&repeated("-----BEGIN PGP SIGNED MESSAGE-----\n\n"))),
        ("unclosed addresses", plain(&repeated("a <\n>:\n"))),
    ]
}

/// Nesting and repetition exhaust neither the stack nor the time of the test. The times are printed: four times the bytes should take
/// about four times as long.
#[test]
fn costly_inputs_are_read() {
    let time = |raw: &[u8]| {
        let start = Instant::now();
        let received = read(raw);
        assert!(received.text.len() <= raw.len(), "no text is made up");
        start.elapsed()
    };
    for ((name, small), (_, large)) in costly(20_000).into_iter().zip(costly(80_000)) {
        eprintln!("{name}: {:?}, {:?}", time(&small), time(&large));
    }
}
