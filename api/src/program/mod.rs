//! The program `turnpost`: what it does for each command. All of it is part of the library. What is asynchronous is compiled again in every
//! crate that awaits it, so `main.rs` awaits nothing.

mod doctor;
mod domain;
mod host;
mod log;
mod say;
mod terminal;
mod tournaments;
mod upkeep;
mod verify;

use std::io::Read;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use hyper::Method;
use tokio::signal::unix::{SignalKind, signal};

use self::say::say;
use self::upkeep::{Emails, Ratings};
use crate::app::App;
use crate::backup;
use crate::boot::{self, Database, Running};
use crate::client::Client;
use crate::clock::Clock;
use crate::config::{self, Config};
use crate::db::Pool;
use crate::inbox::hand_over::{self, HandedOver};
use crate::play::game::alive;
use crate::play::matches::history;
use crate::play::telling::links;

/// Turnpost: a play-by-email server for long games.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Run the server. This is the default.
    Serve {
        /// Handle requests only. Another process has to settle clocks and send emails.
        #[arg(long)]
        no_worker: bool,
    },
    /// Run background work only: settle clocks and send emails.
    Work,
    /// Play two matches over the HTTP API, one of six people and one against the computer, and show boards and emails.
    Demo {
        /// The mailbox link that a running server printed when it started. Default: start a server for the demo.
        #[arg(long)]
        mailbox: Option<String>,
    },
    /// Play a match in the terminal against computer players. This needs no server.
    Play(terminal::Arguments),
    /// Migrate the database to the latest schema.
    Migrate,
    /// Distribute the tables over the nodes of a Citus cluster, and keep all rows of a match on one node. The configured database must be
    /// the coordinator's. Make a backup and stop the servers first.
    Distribute {
        /// The number of shards per table: about twice the number of expected workers.
        #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=512))]
        shards: u32,
        /// Move all rows back to the coordinator instead.
        #[arg(long, conflicts_with = "shards")]
        back: bool,
    },
    /// Print the OpenAPI document.
    Openapi,
    /// Recompute the stored positions from their logs, and compare.
    Replay {
        /// Check all matches that have started.
        #[arg(long, required = true)]
        all: bool,
    },
    /// Check that a record from `GET /v1/matches/{id}/record` follows the rules, matches its committed seed, and has an intact hash chain.
    /// This needs no server. Exit codes: 0 if the record is valid, 1 if not.
    Verify {
        /// The record file.
        file: PathBuf,
        /// The commitment that the page of the match showed; compare it with the record's.
        #[arg(long)]
        commitment: Option<String>,
        /// A head that an email or the page of the match showed, or its first digits; find its line.
        #[arg(long)]
        head: Option<String>,
    },
    /// Check settings, Postgres, secrets and mail server. This changes nothing; you can run it while a server runs.
    Doctor {
        /// Also send an email to an address of this server, and wait until it arrives. A server must be running.
        #[arg(long)]
        mail: bool,
    },
    /// Write the database and the secrets to one file, encrypted with backup_passphrase, and check it. A server may be running.
    Backup {
        /// The file to create.
        file: PathBuf,
    },
    /// Restore a backup into an empty database and data folder, as configured in the settings.
    Restore {
        /// The backup file.
        file: PathBuf,
    },
    /// Manage people and matches, as the host.
    #[command(flatten)]
    Host(host::Command),
    /// Manage ratings.
    Ratings {
        #[command(subcommand)]
        what: Ratings,
    },
    /// Manage emails that could not be sent.
    Emails {
        #[command(subcommand)]
        what: Emails,
    },
    /// Read an inbound email from standard input, for mail servers that deliver to a pipe. Exit codes: 0 if it is stored, 65 if it is
    /// refused, 67 if the address does not exist, 75 if a retry may succeed.
    Receive {
        /// The envelope recipient.
        #[arg(long)]
        to: String,
        /// The envelope sender; empty for a message that must not be answered.
        #[arg(long, default_value = "")]
        from: String,
    },
    /// Parse an email (RFC 5322), and print its kind and the text of its writer as a line of JSON.
    ReadReply {
        /// The email file.
        file: PathBuf,
    },
    /// Ask the server at a URL whether it is ready, for health checks.
    Ready { url: String },
    /// Print a settings file with a default or an example for every setting.
    Settings,
    /// Download Postgres, as the server does if the system has none.
    FetchPostgres,
}

/// The commands and their options.
pub fn commands() -> clap::Command {
    let mut all = <Arguments as clap::CommandFactory>::command();
    all.build();
    all
}

/// Does what the arguments of the process say.
pub fn main() -> ExitCode {
    let command = Arguments::parse().command.unwrap_or(Command::Serve { no_worker: false });
    if matches!(command, Command::Serve { .. } | Command::Work) {
        boot::use_small_pages();
    }
    finish(command)
}

#[tokio::main]
async fn finish(command: Command) -> ExitCode {
    match Box::pin(run(command)).await {
        Ok(code) => code,
        Err(why) => {
            log::complain(&why);
            ExitCode::FAILURE
        }
    }
}

async fn run(command: Command) -> Result<ExitCode, Box<dyn std::error::Error>> {
    match command {
        Command::Openapi => say::print(format_args!("{}", crate::routes::document_text())),
        Command::Settings => say::print(format_args!("{}", config::example())),
        Command::FetchPostgres => {
            let config = Config::load()?;
            let folder = crate::postgres::fetch(&config.cache_folder, &config.data_folder)?;
            say!("Postgres is in {}.", folder.display());
        }
        Command::Ready { url } => {
            let url = format!("{}/readyz", url.trim_end_matches('/'));
            say!("{}", Client::new().send(Method::GET, &url, None, None).await?);
        }
        Command::Serve { no_worker } => serve(&Config::load()?, !no_worker).await?,
        Command::Work => work(&Config::load()?).await?,
        Command::Demo { mailbox } => Box::pin(crate::demo::run(mailbox)).await?,
        Command::Migrate => {
            let config = Config::load()?;
            log::start(&config);
            let database = Database::beside_or_new(&config).await?;
            crate::db::migrate(&database.access).await?;
            database.close().await?;
            say!("The schema is up to date.");
        }
        Command::Distribute { shards, back } => distribute(&Config::load()?, shards, back).await?,
        Command::Play(what) => terminal::run(&what)?,
        Command::Replay { .. } => replay(&Config::load()?).await?,
        Command::Verify { file, commitment, head } => {
            say!("{}", verify::verify(&file, commitment.as_deref(), head.as_deref())?);
        }
        Command::Doctor { mail } => {
            let config = Config::load()?;
            log::start(&config);
            doctor::examine(&config, mail).await?;
        }
        Command::Backup { file } => {
            let config = Config::load()?;
            log::start(&config);
            let backup::Summary { rows, matches } = backup::make(&config, &Clock::system(), &file).await?;
            say!(
                "{} contains {rows} rows and was read back. Matches recomputed from their logs: {matches}.",
                file.display()
            );
        }
        Command::Restore { file } => {
            let config = Config::load()?;
            log::start(&config);
            let backup::Summary { rows, matches } = backup::restore(&config, &file).await?;
            say!("Restored {rows} rows. Matches recomputed from their logs: {matches}. Start the server now.");
        }
        Command::Host(what) => {
            let config = Config::load()?;
            log::start(&config);
            host::run(&config, what).await?;
        }
        Command::Ratings { what: Ratings::Recompute } => upkeep::recompute_ratings(&Config::load()?).await?,
        Command::Emails { what: Emails::Retry } => upkeep::retry_emails(&Config::load()?).await?,
        Command::Receive { to, from } => return Ok(receive(&to, &from).await.into()),
        Command::ReadReply { file } => {
            // Every file has an answer; one that cannot be opened counts as empty.
            say!("{}", reading(&std::fs::read(file).unwrap_or_default()));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Distributes the tables over the nodes of a cluster, or brings them back.
async fn distribute(config: &Config, shards: u32, back: bool) -> Result<(), Box<dyn std::error::Error>> {
    log::start(config);
    let database = Database::beside(config).await?;
    if back {
        crate::db::distribute::bring_back(&database.access.admin).await?;
        say!("All rows are on the coordinator. Start the servers now.");
    } else {
        crate::db::distribute::distribute(&database.access.admin, shards).await?;
        say!("The tables are distributed, with {shards} shards each. Start the servers now; they can use any node.");
    }
    Ok(database.close().await?)
}

/// A message as it is read, as a line of JSON.
fn reading(raw: &[u8]) -> serde_json::Value {
    let received = crate::mail::read::read(raw);
    serde_json::json!({
        "kind": received.kind.word(),
        "text": received.text,
        "first": received.first(),
        "status": received.status,
    })
}

/// Takes a message from standard input: by LMTP if a server listens, else by this process. An error is told on standard error,
/// which mail servers write to their log.
async fn receive(to: &str, from: &str) -> HandedOver {
    match try_receive(to, from).await {
        Ok(end) => end,
        Err(why) => {
            log::complain(&why);
            HandedOver::TryAgain
        }
    }
}

async fn try_receive(to: &str, from: &str) -> Result<HandedOver, Box<dyn std::error::Error>> {
    let config = Config::load()?;
    // The name that Postfix gives to a pipe for no sender.
    let from = if from.eq_ignore_ascii_case("MAILER-DAEMON") { "" } else { from };
    let mut raw = Vec::new();
    let max = u64::from(config.message_bytes) + 1;
    std::io::stdin().lock().take(max).read_to_end(&mut raw)?;
    if raw.len() as u64 == max {
        return Ok(HandedOver::Refused);
    }
    if let Some(place) = &config.lmtp_listen
        && let Some(end) = hand_over::by_lmtp(place, to, from, &raw).await
    {
        return Ok(end);
    }
    let database = Database::with_data(&config).await?;
    let app = boot::parts(config, Clock::system(), &database.access)?;
    let end = hand_over::store(&app, to, from, &raw).await;
    drop(app);
    database.close().await?;
    Ok(end)
}

/// The command that starts the program again, as it was called: with `cargo run` it is on no search path.
fn called() -> String {
    let first = std::env::args_os().next();
    first.map_or_else(|| "turnpost".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// Waits for SIGINT or SIGTERM.
async fn wait_for_stop() -> std::io::Result<()> {
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
    Ok(())
}

async fn serve(config: &Config, with_worker: bool) -> Result<(), Box<dyn std::error::Error>> {
    log::start(config);
    let mut database = Database::open(config).await?;
    let app = boot::app(config.clone(), Clock::system(), &database.access).await?;
    let mailbox = config.smtp_url.is_none().then(|| app.url(&links::mailbox_path(&app.secrets)));
    let mut running = match Running::start(app, with_worker) {
        Ok(running) => running,
        Err(why) => {
            database.close().await?;
            return Err(why.into());
        }
    };
    greet(config, mailbox.as_deref());
    let ended = tokio::select! {
        told = wait_for_stop() => told.map_err(Into::into),
        why = running.ended() => Err(why.into()),
        why = database.ended() => Err(why.into()),
    };
    log::announce("Stopping after the current requests and emails.");
    running.stop().await;
    // The reason of the end says more than an error of closing after it.
    ended.and(database.close().await.map_err(Into::into))
}

/// Says where the server is to be found, and where its emails are if it keeps them.
fn greet(config: &Config, mailbox: Option<&str>) {
    let say = |text: String| log::announce(&text);
    say(format!("Turnpost listens at {}", config.public_url));
    say(format!("  {}/docs  the API documentation", config.public_url));
    if let Some(address) = config.operator_address {
        say(format!("Health and metrics for hosts: http://{address}/healthz and http://{address}/metrics"));
    }
    if let Some(mailbox) = mailbox {
        say("No mail server is configured, so emails are kept on this machine. Sign-in codes and all other emails:"
            .to_owned());
        say(format!("  {mailbox}"));
    }
    if config.database_url.is_none() {
        say(format!("Data is in {}.", config.data_folder.display()));
    }
    if let Some(mailbox) = mailbox {
        say(format!("Watch two matches, in about a minute: {} demo --mailbox {mailbox}", called()));
    }
    say("Press Ctrl-C to stop.".to_owned());
}

async fn work(config: &Config) -> Result<(), Box<dyn std::error::Error>> {
    log::start(config);
    let mut database = Database::open(config).await?;
    let app = boot::app(config.clone(), Clock::system(), &database.access).await?;
    let stop = tokio_util::sync::CancellationToken::new();
    let mut parts = crate::worker::start(&app, &stop);
    let ended = tokio::select! {
        told = wait_for_stop() => told.map_err(Into::into),
        why = boot::part_ended(&mut parts) => Err(why.into()),
        why = database.ended() => Err(why.into()),
    };
    stop.cancel();
    while parts.join_next().await.is_some() {}
    alive::end(&app).await;
    ended.and(database.close().await.map_err(Into::into))
}

async fn replay(config: &Config) -> Result<(), Box<dyn std::error::Error>> {
    log::start(config);
    let database = Database::with_data(config).await?;
    // A long log may take long to read.
    let db = Pool::without_limit(&database.access.server, 1)?;
    let app = App { db, ..boot::parts(config.clone(), Clock::system(), &database.access)? };
    let (seen, wrong) = history::verify_all(&app).await.map_err(|why| why.to_string())?;
    drop(app);
    database.close().await?;
    wrong.iter().for_each(|why| say!("{why}"));
    say!("Matches recomputed from their logs: {seen}; {} differ from what is stored.", wrong.len());
    if wrong.is_empty() { Ok(()) } else { Err("stored positions differ from their logs".into()) }
}
