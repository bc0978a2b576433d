//! Messages of machines: bounces, complaints, automatic replies.

use super::super::{Delivery, Kind, Received, read};

/// A report of the fields of one recipient or more.
fn report(kind: &str, fields: &str) -> Received {
    let raw = format!(
        "Return-Path: <>\nFrom: MAILER-DAEMON@mx.example\nTo: bounce+x@turnpost.example\nSubject: Undelivered\n\
        Content-Type: multipart/report; report-type={kind}; boundary=b\n\n--b\nContent-Type: text/plain\n\nYour message ... 550 5.1.1 x\n\
        --b\nContent-Type: message/{kind}\n\n{fields}\n--b\nContent-Type: message/rfc822\n\nFrom: post@turnpost.example\n\ne5-e7\n--b--\n"
    );
    read(raw.as_bytes())
}

fn delivery(fields: &str) -> (Vec<String>, Option<Delivery>) {
    let received = report("delivery-status", &format!("Reporting-MTA: dns; mx.example\n\n{fields}"));
    assert_eq!((received.kind, received.text.as_str()), (Kind::Bounce, ""));
    (received.status, received.delivery)
}

#[test]
fn the_status_is_of_the_report() {
    for (fields, status, outcome) in [
        ("Final-Recipient: rfc822; a@b.c\nAction: failed\nStatus: 5.1.1\n", vec!["5.1.1"], Delivery::Failed),
        ("Action: delayed\nStatus: 4.4.7\n", vec!["4.4.7"], Delivery::Delayed),
        ("Action: failed\nStatus: 5.2.2 (mailbox full)\n", vec!["5.2.2"], Delivery::Failed),
        (
            "Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 5.7.1 <a@b.c>:\n  rejected\n",
            vec!["5.7.1"],
            Delivery::Failed,
        ),
        (
            "Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp;\n 550-5.1.10 no such\n 550 5.1.10 user\n",
            vec!["5.1.10"],
            Delivery::Failed,
        ),
        ("Action: failed\nDiagnostic-Code: smtp; 552-5.2.3 too large\n", vec!["5.2.3"], Delivery::Failed),
        ("Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 no\n", vec!["5.1.1"], Delivery::Failed),
        ("Action: failed\nStatus: 4.0.0\n", vec!["4.0.0"], Delivery::Failed),
        // Amazon SES reports its own code, and that of the other server inside.
        (
            "Action: failed\nStatus: 5.1.0\nDiagnostic-Code: smtp; 5.1.0 - Unknown address error 550-'5.2.2 <a@b.c>... Mailbox Full'\n",
            vec!["5.2.2"],
            Delivery::Failed,
        ),
        (
            "Action: failed\nStatus: 5.1.0\nDiagnostic-Code: smtp; 5.1.0 - Unknown address error 550-'5.1.1 <a@b.c>... User unknown'\n",
            vec!["5.1.0"],
            Delivery::Failed,
        ),
        (
            "Action: failed\nStatus: 5.1.1\n\nAction: failed\nStatus: 5.2.2\n\nAction: delayed\nStatus: 5.1.1\n",
            vec!["5.1.1", "5.2.2"],
            Delivery::Failed,
        ),
        ("Action: delivered\nStatus: 2.1.5\n", vec!["2.1.5"], Delivery::Delivered),
        ("Action: relayed (x)\nStatus: 2.0.0\n", vec!["2.0.0"], Delivery::Delivered),
    ] {
        assert_eq!(delivery(fields), (status.iter().map(ToString::to_string).collect(), Some(outcome)), "{fields}");
    }
}

#[test]
fn reports_have_their_kind() {
    assert_eq!(report("feedback-report", "Feedback-Type: abuse\nVersion: 1\n").kind, Kind::Complaint);
    assert_eq!(report("disposition-notification", "Disposition: manual-action/x; displayed\n").kind, Kind::Auto);
    assert_eq!(report("something-else", "").kind, Kind::Bounce);
}

#[test]
fn bounces_without_a_report_are_told_by_sender_and_words() {
    for (head, body, status) in [
        (
            "Return-Path: <>\nFrom: MAILER-DAEMON@mx.example\nSubject: failure notice\n",
            "Hi. This is the qmail-send program at mx.example.\n\n<a@b.c>:\n192.0.2.1 does not like recipient.\nRemote host said: 550 5.1.1 User unknown\n\n--- Below this line is a copy of the message.\n\n5.9.9\n",
            vec!["5.1.1"],
        ),
        (
            "Return-Path: <>\nFrom: MAILER-DAEMON@mx.example\nSubject: failure notice\n",
            "Hi. This is the qmail-send program.\n\n<a@b.c>:\nSorry, no mailbox here by that name. (#5.1.1)\n",
            vec!["5.1.1"],
        ),
        (
            "From: Mail Delivery System <Mailer-Daemon@mx.example>\nX-Failed-Recipients: a@b.c\nSubject: Mail delivery failed: returning message to sender\nAuto-Submitted: auto-replied\n",
            "This message was created automatically by mail delivery software (Exim 4.94.2).\n\n  a@b.c\n    host mx [192.0.2.1]\n    SMTP error: 550 5.2.1 The email account is disabled\n",
            vec!["5.2.1"],
        ),
        (
            "From: Mail Delivery Subsystem <MAILER-DAEMON@mx.example>\nSubject: Returned mail: see transcript for details\n",
            "   ----- The following addresses had permanent fatal errors -----\n<a@b.c>\n    (reason: 550 5.1.1 <a@b.c>... User unknown)\n",
            vec!["5.1.1"],
        ),
        (
            "From: postmaster@example.org\nSubject: Undeliverable: Your turn\n",
            "Delivery has failed to these recipients:\n#550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup ##\n",
            vec!["5.7.133"],
        ),
        (
            "Return-Path: <>\nFrom: x@example.org\nSubject: Unzustellbar: Your turn\n",
            "Ihre Nachricht konnte nicht zugestellt werden.\n",
            vec![],
        ),
        ("From: mailer-daemon@example.org\nSubject: Re: Your turn\n", "Error: no such user\n", vec![]),
        (
            "Return-Path: <>\nSubject: Delivery Status Notification (Failure)\n",
            "A message could not be delivered.\n",
            vec![],
        ),
        (
            "Return-Path: <>\nFrom: MAILER-DAEMON@amazonses.com\nSubject: Delivery Status Notification (Failure)\n",
            "An error occurred while trying to deliver the mail:\na@b.c: 5.1.0 - Unknown address error 550-'5.2.2 <a@b.c>... Mailbox Full'\n",
            vec!["5.2.2"],
        ),
        (
            "From: MAILER-DAEMON@x.example\nSubject: Warning: could not send message for past 4 hours\n",
            "451 4.4.1 timeout\n",
            vec!["4.4.1"],
        ),
    ] {
        let received = read(format!("{head}To: bounce+x@turnpost.example\n\n{body}").as_bytes());
        assert_eq!(
            (received.kind, received.status),
            (Kind::Bounce, status.iter().map(ToString::to_string).collect()),
            "{head}"
        );
    }
}

#[test]
fn automatic_answers_are_told_by_header_and_subject() {
    for field in [
        "Auto-Submitted: auto-replied",
        "Auto-Submitted: auto-generated (vacation)",
        "Precedence: bulk",
        "Precedence: auto_reply",
        "Precedence: LIST",
        "List-Id: <games.example.org>",
        "List-Unsubscribe: <https://example.org>",
        "X-Loop: x",
        "X-Autoreply: yes",
        "X-Autorespond: yes",
        "X-Apple-Action: VACATION",
        "Return-Path: <>",
        "Subject: Automatic reply: Your turn",
        "Subject: Out of office: x",
        "Subject: Abwesenheitsnotiz: x",
        "Subject: Automatische Antwort: x",
        "Subject: =?utf-8?q?R=C3=A9ponse_automatique_:?= x",
        "Subject: Respuesta automática: x",
        "Subject: Resposta automática: x",
        "Subject: Risposta automatica: x",
        "Subject: Automatisch antwoord: x",
        "Subject: Autosvar: x",
        "Subject: Automatyczna odpowiedź: x",
        "Subject: Автоответ: x",
        "Subject: 自动回复: x",
        "Subject: 自動返信: x",
        "Subject: Automaattinen vastaus: x",
        "Subject: Automatikus válasz: x",
        "Subject: AUTO: Anna is away",
        "Content-Type: text/calendar; method=REPLY",
        "Content-Type: multipart/report; report-type=x; boundary=b",
    ] {
        let head =
            if field.starts_with("Subject") { field.to_owned() } else { format!("{field}\nSubject: Re: Your turn") };
        let received = read(format!("{head}\nFrom: Anna <anna@example.org>\n\ne5-e7\n").as_bytes());
        assert_eq!((received.kind, received.text.as_str()), (Kind::Auto, ""), "{field}");
    }
    for address in [
        "noreply@example.org",
        "no-reply@example.org",
        "list-bounces@example.org",
        "bounce+1@example.org",
        "do-not-reply@example.org",
    ] {
        let received = read(format!("From: <{address}>\nSubject: Re: Your turn\n\ne5-e7\n").as_bytes());
        assert_eq!(received.kind, Kind::Auto, "{address}");
    }
}

#[test]
fn reactions_are_automatic() {
    let head = "From: Anna <anna@example.org>\nSubject: Re: Your turn\n";
    for body in [
        "Anna reacted to your message:\n\nFrom: x\n",
        "👍\n\nAnna reacted via Gmail <https://www.google.com/gmail/about/>\n\nOn 21/11/2026 15:00, Turnpost wrote:\n> e5-e7\n",
    ] {
        assert_eq!(read(format!("{head}\n{body}").as_bytes()).kind, Kind::Auto, "{body}");
    }
    let part = "Content-Type: multipart/alternative; boundary=b\n\n--b\n\npass\n--b\nContent-Type: text/vnd.google.email-reaction+json\n\n{}\n--b--\n";
    assert_eq!(read(format!("{head}{part}").as_bytes()).kind, Kind::Auto);
}

#[test]
fn a_person_is_no_machine() {
    for (field, body) in [
        ("Auto-Submitted: no", "e5-e7"),
        ("Precedence: normal", "e5-e7"),
        ("X-Auto-Response-Suppress: All", "e5-e7"),
        ("X-MS-Reactions: allow", "e5-e7"),
        ("Subject: Re: Automatic reply: Your turn", "Sorry, I was away."),
        ("Subject: Re: Undeliverable: Your turn", "What does that mean?\n\n> Your message could not be delivered\n"),
        ("Subject: Fwd: failure notice", "Look at that.\n\nHi. This is the qmail-send program at mx.example.\n"),
        ("Subject: Warning", "The mail of yesterday was not delivered to my table, I think."),
        ("Subject: Holiday", "I am away next week: pass"),
        ("Reply-To: noreply@example.org", "pass"),
        ("Sender: bounces@example.org", "pass"),
    ] {
        let received = read(
            format!("Return-Path: <anna@example.org>\n{field}\nFrom: Anna <anna@example.org>\n\n{body}\n").as_bytes(),
        );
        assert_eq!(received.kind, Kind::Reply, "{field}");
        assert!(!received.text.is_empty(), "{field}");
    }
    // A calendar that a person attached, and a forwarded bounce.
    for part in [
        "text/calendar; name=a.ics\nContent-Disposition: attachment; filename=a.ics",
        "message/rfc822\n\nContent-Type: message/delivery-status",
    ] {
        let raw = format!(
            "From: anna@example.org\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\n+b2\n--b\nContent-Type: {part}\n\nx\n--b--\n"
        );
        assert_eq!(read(raw.as_bytes()).text, "+b2", "{part}");
    }
}

#[test]
fn what_cannot_be_parsed_is_automatic() {
    for raw in [&b""[..], b"\n", b"\0\0\0", b"e5-e7\n", b"\xff\xfe\xfd", b"X: y\n\ne5-e7\n"] {
        let received = read(raw);
        assert_eq!((received.kind, received.text.as_str(), received.first()), (Kind::Auto, "", ""), "{raw:?}");
    }
}
