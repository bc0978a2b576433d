//! The world of a soak: a Postgres, a server and a mail server, of which the first two are killed again and again.

use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tests::database;
use tests::mailbox::{Mailbox, Security};
use turnpost::config::Config;
use turnpost::db::Access;
use turnpost::postgres::{Cluster, Role, Settings};
use turnpost::secrets::Secrets;

use super::super::server;

/// The time for a start, and for Postgres to replay its journal.
const PATIENCE: Duration = Duration::from_secs(60);
/// The time between two kills of the server.
const SERVER: Duration = Duration::from_secs(20);
/// The time between two kills of Postgres. The first one comes after half of it, so that it is never together with one of the server.
const POSTGRES: Duration = Duration::from_secs(60);
/// One email of so many is refused for now.
const ONE_IN: usize = 7;
const DATABASE: &str = "turnpost";
const SECRET: &str = "soak:a secret of a server that lives for some minutes";

/// What was done to the server and to Postgres.
#[derive(Default)]
pub(super) struct Kills {
    pub(super) server: u32,
    pub(super) postgres: u32,
    /// The longest time from a kill until the server was ready again.
    pub(super) longest: Duration,
}

/// The world; it ends when it is dropped.
pub(super) struct World {
    postgres: Option<Cluster>,
    settings: Settings,
    access: Access,
    server: Option<Child>,
    /// The settings of the server, as names and values of its environment.
    environment: Vec<(String, String)>,
    folder: PathBuf,
    pub(super) url: String,
    pub(super) mailbox: Mailbox,
    pub(super) secrets: Secrets,
}

impl World {
    /// Makes a database with the schema, and starts a server on it.
    pub(super) async fn start() -> World {
        let folder = std::env::temp_dir().join(format!("turnpost-soak-{}", std::process::id()));
        let config = Config::load().unwrap_or_else(|why| panic!("{why}"));
        let settings = Settings { folder: folder.join("postgres"), ..Settings::from_config(&config) };
        std::fs::create_dir(&folder).unwrap();
        let cluster = start(&settings).await;
        database::execute(&cluster.url("postgres"), &format!("CREATE DATABASE {DATABASE}")).await;
        let access = database::access(&cluster.url(DATABASE));
        turnpost::db::rights::make_role(&access, Role::SERVER).await.unwrap();
        let mailbox = Mailbox::busy(Security::Plain, ONE_IN).await;
        let address = server::free_address();
        let url = format!("http://{address}");
        let environment = environment(&address.to_string(), &url, &access, &mailbox, &folder.join("server"));
        let secrets = Secrets::parse(SECRET).unwrap();
        let postgres = Some(cluster);
        let mut world = World { postgres, settings, access, server: None, environment, folder, url, mailbox, secrets };
        world.start_server().await;
        world
    }

    /// Kills the server and Postgres at their times until the end.
    pub(super) async fn disturb(&mut self, end: Instant) -> Kills {
        let mut kills = Kills::default();
        let (mut server, mut postgres) = (Instant::now() + SERVER, Instant::now() + POSTGRES / 2);
        while server.min(postgres) < end {
            tokio::time::sleep_until(server.min(postgres).into()).await;
            let began = Instant::now();
            if server <= postgres {
                server += SERVER;
                kills.server += 1;
                self.kill_server();
                self.start_server().await;
            } else {
                postgres += POSTGRES;
                kills.postgres += 1;
                self.kill_postgres().await;
                assert!(server::is_ready(&self.url, PATIENCE).await, "the server does not find its Postgres again");
            }
            assert!(self.is_running(), "the server ended by itself");
            kills.longest = kills.longest.max(began.elapsed());
        }
        tokio::time::sleep_until(end.into()).await;
        kills
    }

    async fn start_server(&mut self) {
        let server = server::program().envs(self.environment.clone()).stdout(Stdio::null()).spawn().unwrap();
        self.server = Some(server);
        assert!(server::is_ready(&self.url, PATIENCE).await, "the server does not start");
    }

    fn is_running(&mut self) -> bool {
        self.server.as_mut().is_some_and(|server| matches!(server.try_wait(), Ok(None)))
    }

    fn kill_server(&mut self) {
        if let Some(mut server) = self.server.take() {
            let _ = server.kill();
            let _ = server.wait();
        }
    }

    /// Kills the first process of Postgres; the others end when they notice. Then starts it again.
    async fn kill_postgres(&mut self) {
        let file = std::fs::read_to_string(self.settings.folder.join("postgres/postmaster.pid")).unwrap();
        let pid = file.lines().next().and_then(|line| line.parse().ok()).and_then(Pid::from_raw).unwrap();
        kill_process(pid, Signal::KILL).unwrap();
        let mut killed = self.postgres.take().unwrap();
        while !killed.has_ended() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        drop(killed);
        self.postgres = Some(start(&self.settings).await);
    }

    /// The resident memory of the server, in bytes.
    pub(super) fn memory(&self) -> u64 {
        self.server.as_ref().map_or(0, |server| server::memory(server.id()))
    }

    /// The rows of a query by the superuser.
    pub(super) async fn query(&self, sql: &str) -> Vec<Vec<Option<String>>> {
        database::query(&self.access.admin, sql).await
    }

    /// Runs `turnpost replay --all` beside the server; returns whether nothing differs, and what it prints.
    pub(super) async fn replay(&self) -> (bool, String) {
        let mut command = server::program();
        command.args(["replay", "--all"]).envs(self.environment.clone());
        let output = tokio::task::spawn_blocking(move || command.output()).await.unwrap().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8_lossy(&said).trim().to_owned())
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.kill_server();
        if let Some(Err(why)) = self.postgres.take().map(Cluster::stop) {
            println!("{why}");
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

async fn start(settings: &Settings) -> Cluster {
    let settings = settings.clone();
    let started = tokio::task::spawn_blocking(move || Cluster::start(&settings)).await.unwrap();
    started.unwrap_or_else(|why| panic!("{why}"))
}

/// The settings of the server. Limits for one account and one network do not bind: all players come from one network.
fn environment(
    listen: &str,
    url: &str,
    access: &Access,
    mailbox: &Mailbox,
    folder: &std::path::Path,
) -> Vec<(String, String)> {
    let settings = [
        ("LISTEN", listen),
        ("PUBLIC_URL", url),
        ("DATABASE_URL", &access.server),
        ("DATABASE_ADMIN_URL", &access.admin),
        ("DATA_FOLDER", &folder.to_string_lossy()),
        ("SECRETS", SECRET),
        ("SMTP_URL", &mailbox.url()),
        ("MAIL_FROM", "Turnpost <turnpost@localhost>"),
        ("CLIENT_CONNECTIONS_PER_NETWORK", "1000"),
        ("REQUESTS_PER_MINUTE", "1000000"),
        ("SIGN_INS_PER_HOUR", "100000"),
        ("MATCHES_PER_HOUR", "100000"),
        ("MATCHES_PER_ACCOUNT", "100000"),
        ("EMAILS_PER_MATCH", "100000"),
        ("EMAILS_PER_PERSON", "100000"),
        // Kills are expected to be heard of.
        ("LOG_FILTER", "off"),
    ];
    settings.map(|(name, value)| (format!("TURNPOST_{name}"), value.to_owned())).to_vec()
}
