//! Parts, transfer encodings, charsets and format=flowed.

use super::sample::{EMAILS, HEAD, html, page, quoted, reply, single, text};

/// A message of these bytes after the header fields of a reply.
fn raw(fields: &str, body: &[u8]) -> Vec<u8> {
    [HEAD.as_bytes(), fields.as_bytes(), b"\n", body].concat()
}

/// A multipart of these parts, each with its header.
fn multi(kind: &str, parts: &[&str]) -> Vec<u8> {
    raw(&format!("Content-Type: {}\n", field(kind)), joined(kind, parts).as_bytes())
}

fn field(kind: &str) -> String {
    format!("multipart/{kind}; boundary=\"={kind}=\"")
}

fn joined(kind: &str, parts: &[&str]) -> String {
    let parts: String = parts.iter().map(|part| format!("--={kind}=\n{part}\n")).collect();
    format!("This is a preamble: pass\n{parts}--={kind}=--\npass\n")
}

const TEXT: &str = "Content-Type: text/plain; charset=utf-8\n\n+b2\n";
const HTML: &str = "Content-Type: text/html; charset=utf-8\n\n<p>e5-e7</p>\n";

#[test]
fn the_first_text_is_read() {
    let nested = format!("Content-Type: {}\n\n{}", field("alternative"), joined("alternative", &[TEXT, HTML]));
    let related = format!(
        "Content-Type: {}\n\n{}",
        field("related"),
        joined("related", &[HTML, "Content-Type: image/png\n\nxx"])
    );
    let file = "Content-Type: text/plain; name=\"notes.txt\"\nContent-Disposition: attachment; filename=\"notes.txt\"\n\npass\n";
    let inline =
        "Content-Type: text/plain; name=\"notes.txt\"\nContent-Disposition: inline; filename=\"notes.txt\"\n\npass\n";
    let footer = "Content-Type: text/plain\n\n_______\nA list\n";
    let blank = "Content-Type: text/plain; charset=utf-8\n\n \u{a0}\u{200b}\n\n";
    let email = format!("Content-Type: message/rfc822\n\n{HEAD}\npass\n");
    let signature =
        "Content-Type: application/pkcs7-signature; name=smime.p7s\nContent-Transfer-Encoding: base64\n\nMIIF\n";
    for (kind, parts, expected) in [
        ("alternative", vec![TEXT, HTML], "+b2"),
        ("alternative", vec![HTML, TEXT], "+b2"),
        ("alternative", vec![blank, HTML], "e5-e7"),
        ("alternative", vec![blank, &related], "e5-e7"),
        ("mixed", vec![nested.as_str(), file], "+b2"),
        ("mixed", vec![file, TEXT], "+b2"),
        ("mixed", vec![HTML, inline], "e5-e7"),
        ("mixed", vec![HTML, footer], "e5-e7"),
        ("mixed", vec![TEXT, &email], "+b2"),
        ("mixed", vec![&email], ""),
        ("signed", vec![TEXT, signature], "+b2"),
        ("signed", vec![&nested, signature], "+b2"),
        ("mixed", vec![inline], "pass"),
        (
            "encrypted",
            vec![
                "Content-Type: application/pgp-encrypted\n\nVersion: 1\n",
                "Content-Type: application/octet-stream\n\nxx\n",
            ],
            "",
        ),
    ] {
        let message = multi(kind, &parts);
        assert_eq!(reply(&message).text, expected, "{}", String::from_utf8_lossy(&message));
        let crlf = String::from_utf8_lossy(&message).replace('\n', "\r\n");
        assert_eq!(reply(crlf.as_bytes()).text, expected);
    }
}

#[test]
fn a_multipart_may_be_cut_short() {
    let whole = String::from_utf8(multi("alternative", &[TEXT, HTML])).expect("text");
    let cut = whole.rsplit_once("--=alternative=--").expect("an end").0;
    assert_eq!(reply(cut.as_bytes()).text, "+b2");
    let none = raw("Content-Type: multipart/mixed; boundary=absent\n", b"+b2\n");
    assert_eq!(reply(&none).text, "+b2");
}

#[test]
fn only_a_line_of_its_own_is_a_boundary() {
    let typed = |body: &str| raw("Content-Type: multipart/mixed; boundary=b\n", body.as_bytes());
    for (body, expected) in [
        ("--b\n\na --b, c\n--b--\n", "a --b, c"),
        ("--b\n\na\n--bc\nd\n--b--\n", "a\n--bc\nd"),
        ("--b\nContent-Type: multipart/alternative; boundary=b1\n\n--b1\n\n+b2\n--b1--\n--b\n\npass\n--b--\n", "+b2"),
        ("--b\nContent-Type: multipart/alternative; boundary=c\n\n--c\n\n+b2\n--b\n\npass\n--b--\n", "+b2"),
        ("--b\nContent-Type: multipart/alternative; boundary=c\n\n--c\n\n\n--b\n\n+b2\n--b--\n", "+b2"),
        ("--b  \n\n+b2\n--b-- \npass\n", "+b2"),
    ] {
        assert_eq!(reply(&typed(body)).text, expected, "{body}");
    }
}

#[test]
fn charsets_are_read() {
    for (charset, bytes, expected) in [
        ("iso-8859-1", &b"gr\xfc\xdfe"[..], "grüße"),
        ("windows-1252", b"e5 \x96 e7", "e5 – e7"),
        ("koi8-r", b"\xf0\xd2\xc9\xd7\xc5\xd4", "Привет"),
        ("gb2312", b"\xc4\xe3\xba\xc3", "你好"),
        ("GBK", b"\xc4\xe3\xba\xc3", "你好"),
        ("big5", b"\xa7A\xa6n", "你好"),
        ("iso-2022-jp", b"\x1b$B%O%m!<\x1b(B e5-e7", "ハロー e5-e7"),
        ("shift_jis", b"\x83n\x83\x8D\x81[", "ハロー"),
        ("euc-kr", b"\xbe\xc8\xb3\xe7", "안녕"),
        ("windows-1251", b"\xcf\xf0\xe8\xe2\xe5\xf2", "Привет"),
        ("iso-8859-2", b"\xb1\xe6", "ąć"),
        ("utf-8", "a1 → b2".as_bytes(), "a1 → b2"),
        ("us-ascii", "grüße".as_bytes(), "grüße"),
        ("us-ascii", b"gr\xfc\xdfe", "grüße"),
        ("unknown-8bit", "grüße".as_bytes(), "grüße"),
        ("no-such-charset", b"gr\xfc\xdfe", "grüße"),
    ] {
        let message =
            raw(&format!("Content-Type: text/plain; charset=\"{charset}\"\nContent-Transfer-Encoding: 8bit\n"), bytes);
        assert_eq!(reply(&message).text, expected, "{charset}");
    }
    assert_eq!(reply(&raw("", "a1 → b2".as_bytes())).text, "a1 → b2");
    assert_eq!(reply(&raw("Content-Type: text/plain\n", b"gr\xfc\xdfe")).text, "grüße");
    let page = b"<html><head><meta http-equiv=Content-Type content=\"text/html; charset=koi8-r\"></head><p>\xf0\xd2\xc9\xd7\xc5\xd4";
    assert_eq!(reply(&raw("Content-Type: text/html\n", page)).text, "Привет");
}

#[test]
fn transfer_encodings_are_read() {
    for (encoding, body, expected) in [
        ("quoted-printable", "e5=2De7=20=\n and more=\n", "e5-e7  and more"),
        ("Quoted-Printable", "a =3D b, 100 %=, =ZZ\n", "a = b, 100 %=, =ZZ"),
        ("quoted-printable", "=2Bb2\r\n\r\ngr=C3=BC=C3=9Fe\r\n", "+b2\n\ngrüße"),
        ("base64", "ZTUtZTcKR29vZCBsdWNrIQo=\n", "e5-e7\nGood luck!"),
        ("BASE64", "ZTUt\nZTcK\n", "e5-e7"),
        ("base64", "ZTUtZTc", "e5-e7"),
        ("base64", "ZTU=\n!--LWU3\n", "e5-e7"),
        ("base64", "e5-e7\n", "e5-e7"),
        ("7bit", "e5=2De7\n", "e5=2De7"),
        ("", "+b2\n", "+b2"),
        ("x-unknown", "+b2\n", "+b2"),
    ] {
        let fields = format!("Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: {encoding}\n");
        assert_eq!(reply(&raw(&fields, body.as_bytes())).text, expected, "{encoding} {body}");
    }
}

#[test]
fn flowed_lines_are_joined() {
    for (kind, body, expected) in [
        ("format=flowed", "cast h6 on \nc1; end\n", "cast h6 on c1; end"),
        ("format=flowed; delsp=yes", "cast h6 o \nn c1; end\n", "cast h6 on c1; end"),
        ("format=flowed", "e5-e7\n-- \nAnna\n", "e5-e7"),
        ("format=flowed", " > is text\n> is not\n", "> is text"),
        ("format=flowed", "+b2\n> quoted \n> line\n>> of two \n>> depths\n", "+b2"),
        ("format=fixed", "e5-e7 \npass\n", "e5-e7\npass"),
    ] {
        let message = single(&format!("text/plain; charset=utf-8; {kind}"), body);
        assert_eq!(reply(&message).text, expected, "{body}");
    }
}

#[test]
fn html_is_walked() {
    for (body, expected) in [
        ("e5-e7<br>Good&nbsp;luck&#33;", "e5-e7\nGood luck!"),
        ("<div>a &lt; b &amp;&amp; c &gt; d</div>", "a < b && c > d"),
        ("<p>+b2</p><p>two</p>", "+b2\n\ntwo"),
        ("<pre>a\n  b\nc</pre>", "a\n  b\nc"),
        ("<div>a\n  b\n</div>", "a b"),
        ("<ul><li>a<li>b</ul>", "a\nb"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
        ("<script>pass</script><style>pass</style><!-- pass -->+b2", "+b2"),
        ("<!--[if mso]><p>pass</p><![endif]-->+b2", "+b2"),
        ("<![if !mso]>+b2<![endif]>", "+b2"),
        ("<div style=\"display:none\">pass</div>+b2", "+b2"),
        ("+b2<blockquote>pass</blockquote>", "+b2"),
        ("<blockquote>pass</blockquote><div>+b2</div>", "+b2"),
        ("<blockquote><p>pass</blockquote><div>+b2</div>", "+b2"),
        ("a < b", "a < b"),
        ("<a title=\"x > y\">+b2</a>", "+b2"),
        ("<a title=\"unclosed>+b2", "+b2"),
        ("<span>e5</span><span>-e7</span>", "e5-e7"),
        ("<p>caf&eacute; &euro;5 &#8211; &#x2192; &#150;</p>", "café €5 – → –"),
        (
            "a&NonBreakingSpace;b&thinsp;c&Tab;&sum;&lt;&frac12&NoName;?a=1&copy=2&ampd&#0;&",
            "a b c ∑<&frac12&NoName;?a=1&copy=2&ampd\u{fffd}&",
        ),
        ("<div style='white-space: pre-wrap'>a\nb</div>", "a\nb"),
        ("+b2<br>&gt; quoted<br>&gt; more", "+b2"),
        ("<p class=MsoNormal>+b2<o:p></o:p></p>", "+b2"),
        ("", ""),
    ] {
        assert_eq!(reply(&page(body)).text, expected, "{body}");
    }
}

#[test]
fn an_email_as_html_without_a_mark_of_quotation_is_no_answer() {
    for email in EMAILS {
        assert_eq!(reply(&page(&html(email))).text, "");
        let plain = format!("Content-Type: text/plain\n\n+b2\n\n{}", quoted(&text(email)));
        let both = multi("alternative", &[&plain, &format!("Content-Type: text/html\n\n{}", html(email))]);
        assert_eq!(reply(&both).text, "+b2");
    }
}
