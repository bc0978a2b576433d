//! The command `turnpost doctor`: looks at settings, database, secrets and mail, and says what needs attention.

use chrono::{DateTime, Utc};
use url::Url;

use super::domain::{self, Dns, Relay};
use super::say::say;
use crate::app::App;
use crate::boot::{self, Database};
use crate::clock::Clock;
use crate::config::{Config, MailPlace};
use crate::db::{self, Trouble, emails, matches};
use crate::ids::EmailId;
use crate::inbox::round_trip::{NotArrived, round_trip};
use crate::inbox::{hand_over, socketmap};
use crate::machine::Room;
use crate::mail::{self, Post};
use crate::play::telling::links;
use crate::play::telling::reply::Key;

/// Prints a line for each part. Fails if one of them needs attention. With `mail`, an email is sent to the server itself.
pub(crate) async fn examine(config: &Config, mail: bool) -> Result<(), Box<dyn std::error::Error>> {
    say!("settings   {}", config.origin());
    say!("           listens at {}, reached at {}", config.listen, config.public_url);
    let database = Database::beside(config).await?;
    let whose = if config.database_url.is_some() { "as database_url says" } else { "private" };
    let pending = db::pending(&database.access.admin).await?;
    let app = boot::parts(config.clone(), Clock::system(), &database.access)?;
    let mut healthy = pending.is_empty();
    if pending.is_empty() {
        say!("Postgres   {whose}; its schema is up to date");
    } else {
        say!("Postgres   {whose}; `turnpost migrate` still has to run {}", pending.join(", "));
    }
    healthy &= takes_writes(&app).await;
    if let Some(restore) = db::dump::broken_off(&database.access.admin).await? {
        let (file, at) = (restore.file, restore.began_at.format("%Y-%m-%d %H:%M"));
        say!("restore    interrupted; {file}, started at {at}, is not restored: its people and matches are not here");
        healthy = false;
    }
    healthy &= has_room(config);
    say!("backup     {}", last_backup(config, app.clock.now()));
    say!("secrets    {:?} (the first signs)", app.secrets);
    healthy &= emails_leave(&app).await;
    domain_is_known(config, &app).await;
    healthy &= answers_come(config, &app).await;
    if pending.is_empty() {
        if mail {
            healthy &= returns(&app).await;
        }
        let mut connection = app.db.get().await?;
        let now = app.clock.now();
        let emails = emails::figures(&mut connection, now).await?;
        let whose = if db::rights::may_rewrite_the_log(&mut connection).await? {
            "the server's role could rewrite it; with database_admin_url it could not"
        } else {
            "the server's role can only append to it"
        };
        say!("log        {whose}");
        let (due, late, failed, sign_ins) = (emails.due, emails.late, emails.failed, emails.sign_ins_late);
        say!("emails     {due} due, {late} of them late, {sign_ins} sign-in emails late, {failed} given up today");
        say!("clocks     {} expired more than a minute ago", matches::late(&mut connection, now).await?);
    }
    drop(app);
    database.close().await?;
    if healthy { Ok(()) } else { Err("something needs attention; see above".into()) }
}

/// Prints whether the database takes writes, and returns it. Leaves nothing behind.
async fn takes_writes(app: &App) -> bool {
    let Err(why) = app.db.ready().await else {
        say!("           accepts writes");
        return true;
    };
    let why = match why {
        Trouble::Unavailable(why) | Trouble::Deadlock(why) | Trouble::Taken(why) | Trouble::Fault(why) => why,
    };
    say!("           rejects writes: {why}");
    false
}

/// Prints how much room the data folder has, if there is one; returns false if it is little.
fn has_room(config: &Config) -> bool {
    let folder = config.data_folder.display();
    let Some(room) = Room::read(&config.data_folder) else {
        say!("disk       there is no data folder {folder}");
        return true;
    };
    let (free, all) = (gigabytes(room.free), gigabytes(room.all));
    let warning = if room.is_low() { "; less than a tenth, or less than a gigabyte: make room" } else { "" };
    say!("disk       {free} GB of {all} GB are free at {folder}{warning}");
    !room.is_low()
}

fn gigabytes(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / f64::from(1 << 30))
}

/// When the last backup was made, in words.
fn last_backup(config: &Config, now: DateTime<Utc>) -> String {
    if config.backup_passphrase.is_none() {
        return "none: backup_passphrase is not set".to_owned();
    }
    match config.last_backup() {
        Some(at) => format!("the last one was made {} hours ago", (now - at).num_hours().max(0)),
        None => format!("none was made from the data folder {}", config.data_folder.display()),
    }
}

/// Prints how emails are sent; returns false if the mail server does not answer.
async fn emails_leave(app: &App) -> bool {
    let Some(post) = &app.post else {
        say!("mail       kept, shown at {}", app.url(&links::mailbox_path(&app.secrets)));
        return true;
    };
    match post.signer() {
        Some(signer) => {
            say!("signature  with the key of this DNS record: {} TXT {}", signer.name(), signer.quoted_record());
        }
        None => say!("signature  not by this server; the relay must sign emails (DKIM)"),
    }
    match post.greet().await {
        Ok(()) => say!("mail       by SMTP; the server answers"),
        Err(failure) => {
            say!("mail       {failure}: {}", failure.answer);
            return false;
        }
    }
    true
}

/// Prints what the DNS says of the domain that emails come from.
async fn domain_is_known(config: &Config, app: &App) {
    let from = mail::sender(&config.mail_from).map(|from| from.email.domain().to_owned());
    let relay = config.smtp_url.as_ref().and_then(|url| Url::parse(url.reveal()).ok());
    let (Ok(from), Some(relay)) = (from, relay.as_ref().and_then(Url::host_str)) else { return };
    if from == "localhost" {
        return;
    }
    let key = app.post.as_ref().and_then(Post::signer).map(|signer| (signer.name(), signer.record()));
    for (name, line) in domain::describe(&Dns::of_this_machine(), &from, key, &Relay::look_up(relay)).await {
        say!("{name:<11}{line}");
    }
}

/// Prints whether the socketmap knows the addresses of this server, and no others; returns false if mail would be refused.
async fn recipients_are_known(app: &App, place: &MailPlace) -> bool {
    let Some(addresses) = &app.addresses else { return true };
    let own = Key::Bounce(EmailId::new()).address(addresses, &app.secrets);
    let (found, healthy) = match socketmap::ask(place, &own).await {
        None => ("nothing answers there; is the server running?", false),
        Some(answer) if answer.starts_with("OK") => ("the server answers", true),
        Some(_) => ("the server there does not know an address of this one: does it have the same secrets?", false),
    };
    say!("           recipients by the socketmap at {place}; {found}");
    healthy
}

/// Prints how replies to emails come; returns false if they would be lost.
async fn answers_come(config: &Config, app: &App) -> bool {
    let Some(addresses) = &app.addresses else {
        say!("replies    not read: reply_address is not set");
        return true;
    };
    say!("replies    to {}", addresses.reply.with("KEY"));
    say!("commands   to {}", addresses.standing);
    let mut healthy = true;
    let smtp = config.smtp_listen.map(|mut address| {
        // What listens at every address answers at this machine's own.
        if address.ip().is_unspecified() {
            address.set_ip(if address.is_ipv4() { [127, 0, 0, 1].into() } else { [0, 0, 0, 0, 0, 0, 0, 1].into() });
        }
        MailPlace::Address(address)
    });
    for (protocol, place) in [("LMTP", config.lmtp_listen.clone()), ("SMTP", smtp)] {
        let Some(place) = place else { continue };
        let answers = hand_over::greeting(&place).await.is_some_and(|greeting| greeting.starts_with("220"));
        let found = if answers { "the server answers" } else { "nothing answers there; is the server running?" };
        say!("           by {protocol} at {place}; {found}");
        healthy &= answers;
    }
    if let Some(place) = &config.socketmap_listen {
        healthy &= recipients_are_known(app, place).await;
    }
    if config.smtp_listen.is_some() {
        let tls =
            if config.smtp_listen_certificate.is_some() { "offered" } else { "not offered: no certificate is set" };
        say!("           by SMTP, STARTTLS is {tls}");
    }
    match config.mailbox() {
        Ok(Some(mailbox)) => {
            let greeted = mailbox.greet().await;
            healthy &= greeted.is_ok();
            say!(
                "           by IMAP; {}",
                greeted.map_or_else(|why| why.to_string(), |()| "the server answers".to_owned())
            );
        }
        Ok(None) => {}
        Err(why) => say!("           {why}"),
    }
    if config.inbox_token.is_some() {
        say!("           by POST {}/v1/inbox", config.public_url);
    }
    if config.smtp_url.is_none() {
        say!("           through the form on the page of each kept email");
    }
    say!("           through a pipe to `turnpost receive`");
    healthy
}

/// Prints whether an email that the server sends to itself comes back, and whether its mail server probes addresses; returns false if
/// emails would be lost.
async fn returns(app: &App) -> bool {
    say!("test       the server has sent an email to one of its own addresses");
    match round_trip(app).await {
        Ok(came) => {
            say!("test       it came back after {:.1} seconds", came.after.as_secs_f64());
            if came.is_probed {
                say!("           the mail server probes addresses: servers that refuse probes will receive no emails");
                say!("           (Postfix: remove reject_unverified_recipient)");
            }
            !came.is_probed
        }
        Err(why) => {
            say!("test       {why}");
            matches!(why, NotArrived::NotSet(_))
        }
    }
}
