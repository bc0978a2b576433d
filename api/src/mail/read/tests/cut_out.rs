//! Text that stands in a message and is not of its sender, or was taken back: struck-out words, banners of gateways, and the name of
//! a match in the subject.

use super::super::{Kind, read};
use super::sample::{EMAILS, HEAD, page, plain, quoted, reply, text};

#[test]
fn what_is_struck_out_is_not_read() {
    for (body, expected) in [
        ("<s>e5-e9</s><br>e5-e7", "e5-e7"),
        ("<div><strike>e5-e9</strike></div><div>e5-e7</div>", "e5-e7"),
        ("<del>e5-e9</del> e5-e7", "e5-e7"),
        ("<S>e5-e9</S>e5-e7", "e5-e7"),
        ("<span style=\"text-decoration:line-through\">e5-e9</span><br>e5-e7", "e5-e7"),
        ("<span style=\"color:red; text-decoration : underline  line-through\">e5-e9</span>e5-e7", "e5-e7"),
        ("<p style='text-decoration-line: LINE-THROUGH'>e5-e9</p><p>e5-e7</p>", "e5-e7"),
        ("<del><div>e5-e9</div><div>pass</div></del><div>e5-e7</div>", "e5-e7"),
        ("<s>e5-e9", ""),
        ("<strong>e5-e7</strong>", "e5-e7"),
        ("<span style=\"text-decoration:underline\">e5-e7</span>", "e5-e7"),
    ] {
        assert_eq!(reply(&page(body)).text, expected, "{body}");
    }
}

/// The plain text beside HTML does not say what is struck out.
#[test]
fn what_is_struck_out_in_one_alternative_is_not_read_from_the_other() {
    let both = |plain: &str, html: &str| {
        format!(
            "{HEAD}Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\n{plain}\n--b\n\
             Content-Type: text/html\n\n{html}\n--b--\n"
        )
        .into_bytes()
    };
    assert_eq!(reply(&both("e5-e9\ne5-e7\n", "<div><s>e5-e9</s></div><div>e5-e7</div>")).text, "e5-e7");
    assert_eq!(reply(&both("e5-e9\n", "<strike>e5-e9</strike>")).text, "");
    // In a quotation it tells nothing of the answer.
    let quotation = "<blockquote><s>pass</s></blockquote>";
    assert_eq!(reply(&both("+b2\n> pass\n", &format!("<p>e5-e7</p>{quotation}"))).text, "+b2");
    assert_eq!(reply(&both("+b2\n", "<p>a < b </s> <span>x</span></p>")).text, "+b2");
}

/// Banners as the products write them, which companies change a little.
const BANNERS: &[&str] = &[
    "CAUTION: This email originated from outside of the organization. Do not click links or open attachments unless you \
     recognize the sender and know the content is safe.",
    "[EXTERNAL]",
    "[EXTERNAL EMAIL]",
    "[EXTERNAL] This email originated from outside your organization. Exercise caution when opening attachments.",
    "EXTERNAL EMAIL: Use caution with links and attachments.",
    "*** This is an EXTERNAL email. Exercise caution. DO NOT open attachments or click links from unknown senders. ***",
    "WARNING: This email originated outside of Example Inc. DO NOT CLICK links.",
    "External Sender",
    "You don't often get email from anna@example.org. Learn why this is important",
    "You don’t often get email from anna@example.org. Learn why this is important<https://aka.ms/LearnAboutSenderIdentification>",
    "Some people who received this message don't often get email from anna@example.org. Learn why this is important",
    "ATTENTION: This email came from an external source. Do not open attachments or click on links from unknown senders.",
    "This message was sent from outside of your organization.",
    "ACHTUNG: Diese E-Mail stammt von außerhalb der Organisation. Klicken Sie nicht auf Links.",
    "Sie erhalten nicht oft eine E-Mail von anna@example.org. Erfahren Sie, warum dies wichtig ist",
];

#[test]
fn banners_of_gateways_are_no_text_of_the_sender() {
    for banner in BANNERS {
        let below = format!("On 21/11/2026 15:00, Turnpost wrote:\n{}", quoted(&text(EMAILS[0])));
        for body in [
            format!("{banner}\n\ne5-e7\n\n{below}"),
            format!("{banner}\n\n\n\ne5-e7\nGood luck!\n"),
            // Wrapped, with a rule around it, and as two banners.
            format!("{}\ne5-e7\n", super::sample::wrapped(&format!("{banner}."), 72)),
            format!("----------------------------\n{banner}\n----------------------------\n\ne5-e7\n"),
            format!("{banner}\n\n[EXTERNAL]\n\ne5-e7\n"),
        ] {
            assert_eq!(reply(&plain(&body)).first(), "e5-e7", "{body}");
        }
        for body in [
            format!("<table><tr><td>{banner}</td></tr></table><div>e5-e7</div>"),
            format!("<div><b>{banner}</b></div><br><p>e5-e7</p>"),
        ] {
            assert_eq!(reply(&page(&body)).first(), "e5-e7", "{body}");
        }
        assert_eq!(reply(&plain(&format!("{banner}\n\n{below}"))).text, "");
    }
}

#[test]
fn a_line_that_speaks_of_the_outside_is_of_its_sender() {
    for line in [
        "Caution is the better part: e5-e7",
        "e5-e7 [external]",
        "External forces made me late",
        "Attention, here comes my move",
        "Warning: I will win",
        "You don't often get email from me, do you?",
    ] {
        assert_eq!(reply(&plain(&format!("{line}\n\nAnna"))).first(), line);
    }
}

#[test]
fn the_name_of_a_match_does_not_make_a_machine_of_a_person() {
    for subject in [
        "Your turn: Magma, Auto-reply test",
        "Antwort: Your turn: Magma, out of office cup",
        "Re: Your turn: Magma, Automatic reply: no",
        "Svar: Not played: Magnet, Abwesenheitsnotiz",
        "RE: [EXTERNAL] Reminder: The Great Martian Ice Machine, out-of-office",
        "Played: Magic: the Board Game, Out of Office",
        "Your reply: Magma, Undeliverable",
        "Out of office hasn't moved: Magma, Automatic reply",
        "Vastaus: Match over: Magma, Respuesta automática",
        "Antwort: Out of office invites you to play Magma",
    ] {
        for returned in ["<anna@example.org>", ""] {
            let path = if returned.is_empty() { String::new() } else { format!("Return-Path: {returned}\n") };
            let raw = format!("{path}From: Anna <anna@example.org>\nSubject: {subject}\n\ne5-e7\n");
            let received = read(raw.as_bytes());
            assert_eq!((received.kind, received.first()), (Kind::Reply, "e5-e7"), "{subject}");
        }
    }
    for subject in [
        "Automatic reply: Your turn: Magma, spring cup",
        "Out of office: Re: Your turn: Magma, Auto-reply test",
        "Abwesenheitsnotiz: Not played: Magma, x",
        "Automatic reply: Magma",
        "[Auto-Reply] Your turn: Magma, x",
        "Your turn is noted (Out of office until Monday)",
    ] {
        let raw = format!("From: Anna <anna@example.org>\nSubject: {subject}\n\ne5-e7\n");
        assert_eq!(read(raw.as_bytes()).kind, Kind::Auto, "{subject}");
    }
    let raw =
        "From: x@example.org\nReturn-Path: <>\nSubject: Undeliverable: Your turn: Magma, x\n\n550 5.1.1 no such user\n";
    assert_eq!(read(raw.as_bytes()).kind, Kind::Bounce);
}
