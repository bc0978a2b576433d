//! The setting that names the mail server.

use crate::mail::{BadSetting, Post};

#[tokio::test]
async fn servers_are_named_by_urls() {
    for (url, shown) in [
        ("smtp://localhost", "Post(\"smtp://localhost\")"),
        ("smtp://relay.example:25", "Post(\"smtp://relay.example:25\")"),
        ("smtp://anna:p%40ss@relay.example?tls=required", "Post(\"smtp://relay.example\")"),
        ("smtps://anna:hunter2@relay.example:4650/turnpost.example", "Post(\"smtps://relay.example:4650\")"),
        ("smtp://anna:hunter2@127.0.0.1:1025", "Post(\"smtp://127.0.0.1:1025\")"),
    ] {
        assert_eq!(format!("{:?}", Post::from_url(url, None).unwrap()), shown);
    }
}

#[tokio::test]
async fn bad_settings_are_refused_and_not_repeated() {
    for (url, why) in [
        ("", BadSetting::Url),
        ("relay.example", BadSetting::Url),
        ("https://anna:hunter2@relay.example", BadSetting::Url),
        ("smtp://", BadSetting::Url),
        ("smtp://anna:hunter2@relay.example?tls=opportunistic", BadSetting::Url),
        ("smtp://relay.example?tls", BadSetting::Url),
        ("smtp://anna:hunter2@relay.example", BadSetting::Clear),
    ] {
        let refusal = Post::from_url(url, None).unwrap_err();
        assert_eq!(refusal, why, "{url}");
        assert!(!format!("{refusal} {refusal:?}").contains("hunter2"));
    }
    for pem in [&b""[..], b"nonsense", b"-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----", b"\xff"] {
        assert_eq!(Post::from_url("smtps://relay.example", Some(pem)).unwrap_err(), BadSetting::Certificate);
    }
}
