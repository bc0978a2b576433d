//! The parts: accounts, envelopes, pauses.

use std::time::Duration;

use super::envelope::Envelope;
use super::{Account, BadAccount, Mailbox, pause_after};

#[test]
fn an_account_is_read_from_a_url() {
    let account: Account = "imaps://anna%40example.org:a%2F%23%20b%25@imap.example.org".parse().unwrap();
    assert_eq!((account.host.as_str(), account.port), ("imap.example.org", 993));
    assert_eq!((account.user.as_str(), account.password.as_str()), ("anna@example.org", "a/# b%"));
    assert_eq!([account.folder, account.done, account.refused], ["INBOX", "Turnpost", "Turnpost-refused"]);
    assert!(account.certified.is_some());

    let url = "imaps://anna:secret@imap.example.org:1993/Games/In%20now?refused=Bad&done=Games/Done%20now";
    let account: Account = url.parse().unwrap();
    assert_eq!(
        format!("{account:?}"),
        "Account { host: \"imap.example.org\", port: 1993, folder: \"Games/In now\", done: \"Games/Done now\", refused: \"Bad\", .. }"
    );
    for clear in ["imap://a:b@localhost", "imap://a:b@127.0.0.1:14300/", "imap://a:b@[::1]/INBOX"] {
        let account: Account = clear.parse().unwrap();
        assert!(account.certified.is_none(), "{clear}");
    }
}

#[test]
fn a_bad_url_is_refused_with_a_reason() {
    for (url, why) in [
        ("", BadAccount::Url),
        ("https://a:b@example.org", BadAccount::Url),
        ("imaps://a:b@", BadAccount::Url),
        ("imaps:a:b", BadAccount::Url),
        ("imaps://a:b/c@example.org", BadAccount::Url),
        ("imaps://a:%FF@example.org", BadAccount::Url),
        ("imaps://a:b@exa_mple..org", BadAccount::Url),
        ("imaps://a:b@example.org/#c", BadAccount::Fragment),
        ("imap://a:b@example.org", BadAccount::Clear),
        ("imap://a:b@localhost.example.org", BadAccount::Clear),
        ("imap://a:b@10.0.0.1", BadAccount::Clear),
        ("imaps://example.org", BadAccount::NoPassword),
        ("imaps://a@example.org", BadAccount::NoPassword),
        ("imaps://a:b%0D%0A@example.org", BadAccount::Emails),
        ("imaps://a:ü@example.org", BadAccount::Emails),
        ("imaps://a:b@example.org/Müll", BadAccount::Folder),
        ("imaps://a:b@example.org/A%26B", BadAccount::Folder),
        ("imaps://a:b@example.org/?done=", BadAccount::Folder),
        ("imaps://a:b@example.org/?done=%0D%0A", BadAccount::Folder),
        ("imaps://a:b@example.org/Turnpost", BadAccount::SameFolder),
        ("imaps://a:b@example.org/?refused=inbox", BadAccount::SameFolder),
        ("imaps://a:b@example.org/?done=A&done=B", BadAccount::Parameter),
        ("imaps://a:b@example.org/?root=A", BadAccount::Parameter),
    ] {
        assert_eq!(url.parse::<Account>(), Err(why), "{url}");
    }
}

#[test]
fn certificates_to_trust_have_to_be_certificates() {
    let account: Account = "imaps://a:b@example.org".parse().unwrap();
    for roots in ["", "none", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
        assert_eq!(Mailbox::new(account.clone(), Some(roots.as_bytes()), 1).err(), Some(BadAccount::Certificate));
    }
    assert!(Mailbox::new(account, None, 1).is_ok());
}

#[test]
fn recipients_are_found_in_each_header_in_the_order_of_headers() {
    let raw = "Return-Path: <anna+a@example.org>\r\nReturn-Path: <b@example.org>\r\nDelivered-To: 3@x.example\r\n\
        Delivered-To: <4@x.example>\r\nTo: \"A, B\" <6@x.example>, =?utf-8?Q?=C3=A9?= <7@x.example>,\r\n group: 8@x.example;\r\n\
        Cc: 9@X.example (why)\r\nEnvelope-To: 5@x.example, 3@X.EXAMPLE\r\nx-original-to: 2@x.example\r\n\
        X-GM-Original-To: 1@x.example\r\nBcc: no@x.example\r\n\r\nTo: no@x.example\r\n";
    let envelope = Envelope::parse(raw.as_bytes());
    assert_eq!(envelope.sender.as_deref(), Some("anna+a@example.org"));
    let expected = ["1@x.example", "2@x.example", "3@x.example", "4@x.example", "5@x.example"];
    assert_eq!(envelope.recipients.get(..5), Some(expected.map(str::to_owned).as_slice()));
    assert_eq!(envelope.recipients.get(5..).unwrap().join(" "), "6@x.example 7@x.example 8@x.example 9@X.example");
    for header in super::envelope::HEADERS {
        let envelope = Envelope::parse(format!("{header}: <play+key@x.example>\r\n\r\n").as_bytes());
        assert_eq!(envelope.recipients, ["play+key@x.example"], "{header}");
        assert_eq!(envelope.sender, None);
    }
}

#[test]
fn odd_headers_give_few_addresses_or_none() {
    assert_eq!(Envelope::parse(b"Return-Path: <>\r\n\r\n").sender.as_deref(), Some(""));
    assert_eq!(Envelope::parse(b""), Envelope::default());
    assert_eq!(Envelope::parse(b"\xff\xfe:\0\r\nTo: nothing\r\n\r\n"), Envelope::default());
    let many: String = (0..30_000).map(|number| format!("a{number}@x.example, ")).collect();
    assert_eq!(Envelope::parse(format!("To: {many}\r\n\r\n").as_bytes()).recipients.len(), 20);
    let long = format!("Delivered-To: {}@x.example\r\n\r\n", "a".repeat(400));
    assert_eq!(Envelope::parse(long.as_bytes()), Envelope::default());
}

#[test]
fn pauses_grow_to_ten_minutes() {
    let minute = Duration::from_secs(60);
    assert_eq!(
        [0, 1, 2, 3, 4, 100].map(|failures| pause_after(failures, minute).as_secs()),
        [60, 120, 240, 480, 600, 600]
    );
    assert_eq!(pause_after(3, Duration::from_secs(900)).as_secs(), 900);
}
