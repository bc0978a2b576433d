//! What is taken from the header of a message.

use super::super::mime::Mail;
use super::super::{Kind, read};

fn head(fields: &str) -> super::super::Received {
    read(format!("{fields}To: play+token@turnpost.example\n\n+b2\n").as_bytes())
}

#[test]
fn the_address_is_the_one_in_from() {
    for (from, expected) in [
        ("From: Anna <anna@example.org>\n", Some("anna@example.org")),
        ("From: anna@example.org\n", Some("anna@example.org")),
        ("From: anna@example.org (Anna)\n", Some("anna@example.org")),
        ("From: \"Doe, Anna\" <Anna@Example.ORG>\n", Some("Anna@Example.ORG")),
        ("From: =?utf-8?q?Beno=C3=AEt?=\n <benoit@example.org>\n", Some("benoit@example.org")),
        ("From: \"anna@example.org\" <eve@example.net>\n", Some("eve@example.net")),
        ("From: Anna <anna@example.org>, Eve <eve@example.net>\n", None),
        ("From: anna@example.org\nFrom: eve@example.net\n", None),
        ("From: Anna\n", None),
        ("From:\n", None),
        ("", None),
    ] {
        assert_eq!(head(from).from.as_deref(), expected, "{from}");
    }
}

#[test]
fn the_message_id_is_the_first_sound_one() {
    for (fields, expected) in [
        ("Message-ID: <m@example.org>\n", Some("<m@example.org>")),
        ("Message-ID: <> < n@example.org > <m@example.org>\n", Some("<n@example.org>")),
        ("Message-ID: m@example.org\n", None),
        ("", None),
    ] {
        assert_eq!(head(fields).message_id.as_deref(), expected, "{fields}");
    }
    assert_eq!(head(&format!("Message-ID: <{}>\n", "x".repeat(251))).message_id, None);
}

#[test]
fn the_subject_is_decoded_and_bounded() {
    let subject = |fields: &str| Mail::parse(fields.as_bytes()).head.subject();
    assert_eq!(subject("Subject: Re: =?utf-8?b?QmVub8OudA==?=\n moves\n\n"), "Re: Benoît moves");
    assert_eq!(subject(&format!("Subject: {}\n\n", "x".repeat(10_000))).len(), 250);
    assert!(!subject("Subject: a\rb\tc\u{1}d\n\n").contains(char::is_control));
}

#[test]
fn a_forwarded_message_is_told_by_its_subject() {
    for (subject, forwarded) in [
        ("Fwd: Your turn", true),
        ("FW: Your turn", true),
        ("WG: Your turn", true),
        ("TR : Your turn", true),
        ("RV: Your turn", true),
        ("[games] Fwd: Your turn", true),
        ("Fwd: Re: Your turn", true),
        ("Re: Fwd: Your turn", false),
        ("Re: Your turn", false),
        ("AW: Your turn", false),
        ("Your turn: Magma", false),
        ("Forward: march", false),
    ] {
        let received = head(&format!("From: anna@example.org\nSubject: {subject}\n"));
        assert_eq!((received.forwarded, received.kind), (forwarded, Kind::Reply), "{subject}");
    }
}

#[test]
fn lines_that_are_no_fields_do_not_hide_the_message() {
    for raw in [
        "From anna@example.org Sun Nov 22 10:12:40 2026\nFrom: anna@example.org\nSubject: Re\n\n+b2\n",
        "\n\n   \nFrom: anna@example.org\nSubject: Re\n\n+b2\n",
        "From: anna@example.org\n>From somewhere\nSubject: Re\n\n+b2\n",
        "From: anna@example.org\nSubject: Re\n  folded\n\t\n more\n\n+b2\n",
        "From: anna@example.org\nSubject: Re\n+b2\n",
    ] {
        let received = read(raw.as_bytes());
        assert_eq!((received.kind, received.text.as_str()), (Kind::Reply, "+b2"), "{raw}");
    }
}
