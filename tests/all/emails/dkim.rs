//! Emails that the server signs (DKIM), read by a verifier with its own DNS records.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::fs;
use std::hash::Hash;
use std::sync::Arc;
use std::time::Instant;

use mail_auth::common::parse::TxtRecordParser;
use mail_auth::common::verify::DomainKey;
use mail_auth::{AuthenticatedMessage, DkimResult, MessageAuthenticator, Parameters, ResolverCache, Txt};
use rsa::RsaPrivateKey;
use rsa::pkcs1::EncodeRsaPrivateKey;
use rsa::pkcs8::{EncodePrivateKey, LineEnding};
use rsa::rand_core::OsRng;
use tests::Server;
use turnpost::config::{Config, Environment};

/// The only records of a DNS.
struct Records(HashMap<Box<str>, Txt>);

impl ResolverCache<Box<str>, Txt> for Records {
    fn get<Q>(&self, name: &Q) -> Option<Txt>
    where
        Box<str>: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        Some(self.0.get(name).cloned().unwrap_or(Txt::Error(mail_auth::Error::ParseError)))
    }

    fn remove<Q>(&self, _: &Q) -> Option<Txt>
    where
        Box<str>: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        None
    }

    fn insert(&self, _: Box<str>, _: Txt, _: Instant) {}
}

impl Records {
    /// One record, as `turnpost doctor` prints it.
    fn new(name: &str, record: &str) -> Records {
        let key = DomainKey::parse(record.as_bytes()).unwrap();
        Records(HashMap::from([(format!("{name}.").into(), Txt::DomainKey(Arc::new(key)))]))
    }

    /// Returns whether the signature of an email is good, and the header fields that it covers.
    async fn verify(&self, raw: &[u8]) -> (bool, Vec<String>) {
        let message = AuthenticatedMessage::parse(raw).unwrap();
        let verifier = MessageAuthenticator::new_cloudflare().unwrap();
        let found = verifier.verify_dkim(Parameters::new(&message).with_txt_cache(self)).await;
        let [signature] = &found[..] else { panic!("{} signatures", found.len()) };
        let covered = signature.signature().map(|signature| signature.h.clone()).unwrap_or_default();
        (*signature.result() == DkimResult::Pass, covered)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signed_email_is_verified_and_a_changed_one_is_not() {
    let file = std::env::temp_dir().join(format!("turnpost-dkim-{}.pem", std::process::id()));
    let key = RsaPrivateKey::new(&mut OsRng, 1024).unwrap();
    fs::write(&file, key.to_pkcs8_pem(LineEnding::LF).unwrap()).unwrap();
    let server = Server::answerable(|table| {
        table.insert("mail_from".to_owned(), "Turnpost <post@turnpost.example>".into());
        table.insert("dkim_selector".to_owned(), "club".into());
        table.insert("dkim_key".to_owned(), file.display().to_string().into());
    })
    .await;
    let (_, [_, _], first) = crate::replies::magma(&server).await;
    let signer = server.app.post.as_ref().unwrap().signer().unwrap();
    assert_eq!(signer.name(), "club._domainkey.turnpost.example");
    let records = Records::new(signer.name(), signer.record());
    for email in server.mailbox.all() {
        assert!(records.verify(&email.raw).await.0, "{}", email.subject());
    }
    let (good, covered) = records.verify(&first.raw).await;
    assert!(good && first.header("List-Unsubscribe-Post").is_some());
    for (name, times) in [
        ("from", 2),
        ("subject", 2),
        ("reply-to", 1),
        ("list-unsubscribe", 1),
        ("list-unsubscribe-post", 1),
        ("message-id", 1),
        ("content-type", 1),
        ("feedback-id", 1),
    ] {
        let found = covered.iter().filter(|one| one.eq_ignore_ascii_case(name)).count();
        assert_eq!(found, times, "{name} {covered:?}");
    }
    let text = String::from_utf8(first.raw.clone()).unwrap();
    for (was, is) in [
        ("Reply-To: play+", "Reply-To: evil+"),
        ("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n", ""),
        ("Spring cup", "Winter cup"),
        ("Content-Type: multipart/alternative", "Content-Type: multipart/mixed"),
        // A second field above the signed one, which some programs would show.
        ("From: ", "From: Anna <anna@example.org>\r\nFrom: "),
        ("Subject: ", "Subject: You have won\r\nSubject: "),
    ] {
        let changed = text.replacen(was, is, 1);
        assert_ne!(changed, text, "{was}");
        assert!(!records.verify(changed.as_bytes()).await.0, "{was}");
    }
    // Blanks at the ends of lines are often changed on the way.
    let folded = text.replacen("\r\nSubject: ", "\r\nSubject:   ", 1);
    assert!(records.verify(folded.as_bytes()).await.0);
    let other = RsaPrivateKey::new(&mut OsRng, 1024).unwrap();
    fs::write(&file, other.to_pkcs1_pem(LineEnding::LF).unwrap()).unwrap();
    let other = server.app.config.signer().unwrap().unwrap();
    assert!(!Records::new(other.name(), other.record()).verify(&first.raw).await.0, "a key of another server");
    fs::remove_file(file).unwrap();
}

#[test]
fn a_key_that_cannot_sign_is_refused_by_its_setting() {
    let file = std::env::temp_dir().join(format!("turnpost-dkim-bad-{}.pem", std::process::id()));
    let mistakes = |selector: &str, pem: &str| {
        fs::write(&file, pem).unwrap();
        let table = format!("dkim_selector = '{selector}'\ndkim_key = '{}'", file.display()).parse().unwrap();
        Config::read(&table, &Environment::new()).err().map(|mistakes| mistakes.to_string()).unwrap_or_default()
    };
    let key = RsaPrivateKey::new(&mut OsRng, 1024).unwrap().to_pkcs1_pem(LineEnding::LF).unwrap();
    assert_eq!(mistakes("club", &key), "");
    assert!(mistakes("club of games", &key).contains("dkim_selector: expected letters"));
    assert!(mistakes("", &key).contains("dkim_selector"));
    assert!(mistakes("club", "no key").contains("dkim_key: the file must contain an RSA key"));
    let short = RsaPrivateKey::new(&mut OsRng, 512).unwrap().to_pkcs1_pem(LineEnding::LF).unwrap();
    assert!(mistakes("club", &short).contains("at least 1024 bits"));
    fs::remove_file(&file).unwrap();
    let table = "dkim_selector = 'club'".parse().unwrap();
    let told = Config::read(&table, &Environment::new()).unwrap_err().to_string();
    assert!(told.contains("dkim_selector: set it together with dkim_key"), "{told}");
}
