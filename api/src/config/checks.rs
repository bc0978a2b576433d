//! The checks of settings beside their types. All mistakes are reported at once.

use super::source::Source;
use super::{Config, LEAST_PASSPHRASE, LEAST_TOKEN, Secret};
use crate::address::Address;
use crate::mail::{self, BadSetting, Link};

impl Source<'_> {
    pub(super) fn check(&mut self, config: &Config) {
        // A path is added to it for every link of an email.
        let base = Link::new(&config.public_url).is_ok() && !config.public_url.contains(['?', '#']);
        self.must(
            base,
            "public_url: expected an ASCII URL that begins with http:// or https:// and ends with its path",
        );
        for (name, number) in [
            ("connections", config.connections),
            ("client_connections", config.client_connections),
            ("client_connections_per_network", config.client_connections_per_network),
            ("body_seconds", config.body_seconds),
            ("mail_senders", config.mail_senders),
            ("sign_in_senders", config.sign_in_senders),
            ("emails_per_match", config.emails_per_match),
            ("emails_per_person", config.emails_per_person),
            ("matches_per_account", config.matches_per_account),
            ("listed_matches_per_account", config.listed_matches_per_account),
            ("matches_per_hour", config.matches_per_hour),
            ("turn_emails", config.turn_emails),
            ("requests_per_minute", config.requests_per_minute),
            ("sign_ins_per_hour", config.sign_ins_per_hour),
            ("codes_per_hour", config.codes_per_hour),
            ("servers", config.servers),
            ("streams_per_account", config.streams_per_account),
            ("streams_per_network", config.streams_per_network),
            ("message_bytes", config.message_bytes),
            ("replies_per_email", config.replies_per_email),
            ("replies_per_person", config.replies_per_person),
            ("replies_per_hour", config.replies_per_hour),
            ("imap_seconds", config.imap_seconds),
            ("mail_connections", config.mail_connections),
            ("mail_connections_per_network", config.mail_connections_per_network),
            ("threads", config.threads.try_into().unwrap_or(u32::MAX)),
        ] {
            self.must(number > 0, format!("{name}: at least 1"));
        }
        self.must(config.vacation_days <= 366, "vacation_days: at most 366");
        if let Err(why) = config.secrets.as_ref().map_or(Ok(()), |secrets| crate::secrets::check(secrets.reveal())) {
            self.mistakes.push(format!("secrets: {why}"));
        }
        self.must(
            config.database_admin_url.is_none() || config.database_url.is_some(),
            "database_url: required with database_admin_url",
        );
        let is_short = |secret: &Secret| secret.reveal().chars().count() < LEAST_PASSPHRASE;
        self.must(
            !config.backup_passphrase.as_ref().is_some_and(is_short),
            "backup_passphrase: expected at least 16 characters",
        );
        if let Err(why) = mail::sender(&config.mail_from) {
            self.mistakes.push(format!("mail_from: {why}"));
        }
        if let Err(why) = config.log_filter.parse::<tracing_subscriber::filter::Targets>() {
            self.mistakes.push(format!("log_filter: {why}"));
        }
        for origin in config.origins.iter().filter(|origin| *origin != "*" && !is_origin(origin)) {
            self.mistakes
                .push(format!("origins: {origin}: expected `*`, or origins such as https://club.example:8443"));
        }
        if let Err(why) = config.call_tls() {
            self.mistakes.push(why);
        }
        self.check_answers(config);
        self.check_mail(config);
    }

    /// The ways in which replies come.
    fn check_answers(&mut self, config: &Config) {
        let ways = [
            ("lmtp_listen", config.lmtp_listen.is_some()),
            ("socketmap_listen", config.socketmap_listen.is_some()),
            ("smtp_listen", config.smtp_listen.is_some()),
            ("imap_url", config.imap_url.is_some()),
            ("inbox_token", config.inbox_token.is_some()),
        ];
        let addresses = config.addresses();
        for (name, _) in ways.into_iter().filter(|(_, is_set)| *is_set && addresses.is_none()) {
            self.mistakes.push(format!("reply_address: required with {name}"));
        }
        let is_own = |to: &Address| {
            let domain = to.as_str().split_once('@').map(|(_, domain)| domain);
            addresses.as_ref().is_some_and(|addresses| domain == Some(addresses.reply.domain()))
        };
        self.must(
            !config.postmaster.as_ref().is_some_and(is_own),
            "postmaster: expected an address at a domain other than that of reply_address, to avoid a mail loop",
        );
        let both = config.smtp_listen_certificate.is_some() == config.smtp_listen_key.is_some();
        self.must(both, "smtp_listen_certificate: set it together with smtp_listen_key");
        if let Err(why) = config.mail_tls() {
            self.mistakes.push(why);
        }
        self.must(
            config.smtp_listen.is_none() && config.socketmap_listen.is_none() || config.postmaster.is_some(),
            "postmaster: required with smtp_listen and socketmap_listen (RFC 5321, section 4.5.1)",
        );
        if let Err(why) = config.mailbox() {
            self.mistakes.push(why);
        }
        let is_long = |token: &Secret| token.reveal().len() >= LEAST_TOKEN;
        self.must(config.inbox_token.as_ref().is_none_or(is_long), "inbox_token: expected at least 32 bytes");
    }

    /// Emails that leave this machine need an address under which people reach it, and a sender that is not made up.
    fn check_mail(&mut self, config: &Config) {
        self.must(
            config.dkim_selector.is_some() == config.dkim_key.is_some(),
            "dkim_selector: set it together with dkim_key",
        );
        if let Err(why) = config.signer() {
            self.mistakes.push(why);
        }
        let roots = config.smtp_roots();
        if let Err(why) = &roots {
            self.mistakes.push(format!("smtp_certificate: {why}"));
        }
        let Some(url) = &config.smtp_url else { return };
        for name in ["public_url", "mail_from"] {
            if self.text(name).is_none() {
                self.mistakes.push(format!("{name}: required with smtp_url"));
            }
        }
        if let Err(why) = mail::Post::check(url.reveal(), roots.ok().flatten().as_deref()) {
            let name = if why == BadSetting::Certificate { "smtp_certificate" } else { "smtp_url" };
            self.mistakes.push(format!("{name}: {why}"));
        }
    }
}

/// True if it is written as browsers write it (RFC 6454, section 6.2). Another spelling would never be equal to what they send.
fn is_origin(text: &str) -> bool {
    url::Url::parse(text).is_ok_and(|url| url.origin().ascii_serialization() == text)
}
