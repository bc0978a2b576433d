//! Mistakes, defaults and the file of examples.

use std::path::Path;

use super::*;

#[test]
fn all_mistakes_are_reported_at_once() {
    let file = "listen = 'here'\nlissten = 1\nlog = 'xml'\nsecrets = 'short'\norigins = 'https://a.example/'\n\
                log_filter = 'a=b=c'\nsmtp_url = 'smtp://relay.example?tls=perhaps'\nsmtp_certificate = '/nowhere'";
    let found = environment(&[("TURNPOST_CONNECTIONS", "0"), ("TURNPOST_PORT", "80"), ("TURNPOST_CONFIG", "x")]);
    let mistakes = Config::read(&file.parse().unwrap(), &found).unwrap_err();
    for name in [
        "listen:",
        "lissten:",
        "log:",
        "secrets:",
        "connections:",
        "TURNPOST_PORT:",
        "origins:",
        "log_filter:",
        "smtp_url:",
        "smtp_certificate:",
        "public_url: required",
        "mail_from: required",
    ] {
        assert!(mistakes.0.iter().any(|mistake| mistake.starts_with(name)), "{name} {mistakes}");
    }
    assert_eq!(mistakes.0.len(), 12, "{mistakes}");
}

fn environment(variables: &[(&str, &str)]) -> Environment {
    variables.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
}

#[test]
fn settings_that_emails_or_browsers_cannot_use_are_refused() {
    let read = |name: &str, text: &str| {
        Config::read(&toml::Table::from_iter([(name.to_owned(), text.into())]), &Environment::new())
    };
    for (name, text) in [
        ("public_url", "turnpost.example"),
        ("public_url", "https://"),
        ("public_url", "https://b\u{fc}cher.example"),
        ("public_url", "https://turnpost.example/?a=b"),
        ("mail_from", "Turnpost"),
        ("mail_from", "t\u{fc}r@turnpost.example"),
        ("mail_from", "post@[127.0.0.1]"),
        ("origins", "https://a.example,club.example"),
        ("origins", "https://A.example"),
    ] {
        assert!(read(name, text).is_err(), "{name} = {text}");
    }
    assert!(read("public_url", "https://club.example/games/").is_ok_and(|it| it.public_url.ends_with("/games")));
    let origins = read("origins", "https://a.example, http://localhost:3000,").unwrap().origins;
    assert_eq!(origins, ["https://a.example", "http://localhost:3000"]);
}

#[test]
fn a_way_in_that_would_lose_mail_is_refused_with_the_reason() {
    let relay = "smtp_url = 'smtp://127.0.0.1'\npublic_url = 'https://a.example'\nmail_from = 'post@a.example'\n";
    for (settings, why) in [
        ("lmtp_listen = '127.0.0.1:1'", "reply_address: required with lmtp_listen"),
        ("imap_url = 'imaps://a:b@c.example'", "reply_address: required with imap_url"),
        ("lmtp_listen = '0.0.0.0:1'", "lmtp_listen: \"0.0.0.0:1\": expected an address of this machine only"),
        ("smtp_listen = '0.0.0.0:25'\nreply_address = 'play+%@a.example'", "postmaster: required"),
        (
            "reply_address = 'play+%@a.example'\npostmaster = 'ada@a.example'",
            "postmaster: expected an address at a domain other than",
        ),
        ("smtp_listen_key = '/nowhere'", "smtp_listen_certificate: set it together with smtp_listen_key"),
        ("inbox_token = 'short'", "inbox_token: expected at least 32 bytes"),
        ("imap_url = 'imap://a:topsecret@c.example'", "imap_url: imap:// sends the password in plain text"),
    ] {
        let file = format!("{relay}{settings}").parse().unwrap();
        let mistakes = Config::read(&file, &Environment::new()).unwrap_err().to_string();
        assert!(mistakes.contains(why) && !mistakes.contains("topsecret"), "{settings}: {mistakes}");
    }
    // Where emails are kept on this machine, answers to them are taken.
    assert!(Config::read(&"lmtp_listen = '127.0.0.1:1'".parse().unwrap(), &Environment::new()).is_ok());
}

#[test]
fn the_environment_wins_and_the_rest_has_defaults() {
    let file = "listen = '127.0.0.1:1'\nconnections = 7\ndatabase_url = 'postgres://there'".parse().unwrap();
    let found = environment(&[("TURNPOST_LISTEN", "127.0.0.1:2"), ("DATABASE_URL", "postgres://here")]);
    let config = Config::read(&file, &found).unwrap();
    assert_eq!((config.listen.port(), config.connections), (2, 7));
    assert_eq!(config.public_url, "http://127.0.0.1:2");
    assert_eq!(config.database_url.unwrap().reveal(), "postgres://here");
}

#[test]
fn a_mistake_is_reported_with_an_example() {
    let file = "listen = 'here'\nproxies = 'two'".parse().unwrap();
    let mistakes = Config::read(&file, &Environment::new()).unwrap_err().0;
    assert!(
        mistakes[0].starts_with("listen: \"here\"") && mistakes[0].ends_with("for example 127.0.0.1:8080"),
        "{mistakes:?}"
    );
    assert!(mistakes[1].starts_with("proxies: \"two\"") && mistakes[1].ends_with("for example 0"), "{mistakes:?}");
}

#[test]
fn a_secret_is_not_shown_with_its_mistake() {
    let file = "smtp_url = 'smtp://anna:topsecret@'\nsecrets = 'topsecret'".parse().unwrap();
    let mistakes = Config::read(&file, &Environment::new()).unwrap_err();
    assert!(!mistakes.to_string().contains("topsecret"), "{mistakes}");
}

/// `UPDATE=1` writes the file.
#[test]
fn the_example_file_lists_every_setting() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../turnpost.example.toml");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, example()).unwrap();
    }
    let text = std::fs::read_to_string(file).unwrap_or_default();
    assert_eq!(text, example(), "UPDATE=1 rewrites turnpost.example.toml");
}

/// Without its comment marks the example is a valid settings file, except for the settings that name a file of the machine.
#[test]
fn the_example_can_be_used() {
    let text = example().replace("\n#", "\n");
    let table: toml::Table = text
        .lines()
        .filter(|line| !line.starts_with(' '))
        .map(|line| format!("{line}\n"))
        .collect::<String>()
        .parse()
        .unwrap();
    assert_eq!(table.len(), SETTINGS.len());
    let mistakes = Config::read(&table, &Environment::new()).unwrap_err().0;
    let of_a_file = |mistake: &String| {
        ["smtp_certificate:", "smtp_listen_certificate:", "dkim_key:", "imap_certificate:", "hook_certificate:"]
            .iter()
            .any(|name| mistake.starts_with(name))
    };
    assert!(mistakes.iter().all(of_a_file), "{mistakes:?}");
}
