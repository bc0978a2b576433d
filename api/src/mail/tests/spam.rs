//! Every kind of email, as SpamAssassin judges it.

use std::fs;
use std::process::Command;

use super::sample;

/// The greatest score; from 5 on emails are taken for spam.
const MAX: f64 = 0.5;

/// The header by which an email is known in the mailbox.
const KIND: &str = "X-Kind-Of-Email: ";

/// The messages as a mailbox (RFC 4155), each with its kind. A server in front adds the first line.
fn mailbox(messages: &[(&str, Vec<u8>)]) -> String {
    let one = |(name, raw): &(&str, Vec<u8>)| {
        let text = String::from_utf8_lossy(raw).replace("\r\n", "\n").replace("\nFrom ", "\n>From ");
        format!("From turnpost@turnpost.example Sat Nov 21 14:00:00 2026\n{KIND}{name}\n{text}\n")
    };
    messages.iter().map(one).collect()
}

#[test]
fn no_kind_of_email_looks_like_spam() {
    let messages: Vec<_> =
        sample::messages(sample::PLAIN).into_iter().map(|(name, message)| (name, message.raw())).collect();
    let file = std::env::temp_dir().join(format!("turnpost-spam-{}.mbox", std::process::id()));
    fs::write(&file, mailbox(&messages)).unwrap();
    // No rule that asks other servers. No settings of the account that runs the test.
    let judged =
        Command::new("spamassassin").args(["-L", "--siteconfigpath=/etc/spamassassin", "--mbox"]).arg(&file).output();
    fs::remove_file(&file).unwrap();
    let Ok(judged) = judged else {
        let all = std::env::var_os("TURNPOST_TESTS").is_some_and(|tests| tests == "all");
        assert!(!all, "needs spamassassin (apt-get install spamassassin)");
        eprintln!("skipped: needs spamassassin, which is not on this machine (apt-get install spamassassin)");
        return;
    };
    assert!(judged.status.success(), "{}", String::from_utf8_lossy(&judged.stderr));
    // The judgements come in any order, each above the header of its email.
    let text = String::from_utf8_lossy(&judged.stdout).replace("\n\t", " ");
    let (mut score, mut judgement, mut judged, mut bad) = (f64::NAN, "", 0, Vec::new());
    for line in text.lines() {
        if line.starts_with("X-Spam-Status: ") {
            let number = line.split("score=").nth(1).and_then(|rest| rest.split(' ').next());
            score = number.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("no score in {line}"));
            judgement = line;
        } else if let Some(name) = line.strip_prefix(KIND) {
            judged += 1;
            if score.is_nan() || score > MAX {
                bad.push(format!("{name}: {judgement}"));
            }
        }
    }
    assert_eq!(judged, messages.len(), "one judgement for each email");
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}
