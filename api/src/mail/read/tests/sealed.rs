//! Messages in an envelope of cryptography (RFC 8551, RFC 3156). They were made with OpenSSL for these tests.

use super::super::read;
use super::sample::reply;

/// Signed, with a length before each value, and as programs write it that do not know the length yet.
const SIGNED: [&str; 2] =
    [include_str!("messages/smime-signed.eml"), include_str!("messages/smime-signed-streamed.eml")];

#[test]
fn a_signed_message_is_read() {
    for signed in SIGNED {
        for raw in [
            signed.to_owned(),
            signed.replace("application/pkcs7-mime; smime-type=signed-data", "application/x-pkcs7-mime"),
            signed.replace('\n', "\r\n"),
        ] {
            assert_eq!(reply(raw.as_bytes()).text, "e5-e7\n\nGood luck, Jürgen!", "{raw}");
        }
        // A gateway has added its words below.
        let (head, body) = signed.split_once("Content-Type").unwrap();
        let raw = format!(
            "{head}Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type{body}\n--b\nContent-Type: text/plain\n\npass\n--b--\n"
        );
        assert_eq!(reply(raw.as_bytes()).first(), "e5-e7", "{raw}");
    }
}

#[test]
fn a_signed_message_that_is_cut_or_changed_is_no_danger() {
    for signed in SIGNED {
        for length in signed.find("\n\n").unwrap() + 2..signed.len() {
            let received = read(&signed.as_bytes()[..length]);
            assert!(["e5-e7", ""].contains(&received.first()) || "e5-e7".starts_with(received.first()), "{length}");
        }
    }
}
