//! The database of a server: the one that its settings name, or a private Postgres, which is started again when it ends.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use tokio::task::JoinHandle;

use super::restarts::Restarts;
use super::{NoStart, no_start};
use crate::config::Config;
use crate::db::{self, Access};
use crate::postgres::{Cluster, Role, Settings, Socket, Trouble};

/// The database of the private Postgres.
const DATABASE: &str = "turnpost";
/// The pause between two looks at the private Postgres.
const GLANCE: Duration = Duration::from_secs(1);

/// The database to use, and the private Postgres if it is that.
pub struct Database {
    /// The addresses of the database.
    pub access: Access,
    cluster: Option<Cluster>,
    /// The start of Postgres after it has ended by itself, while it is under way. The cluster is there then.
    starting: Option<JoinHandle<(Cluster, Result<(), Trouble>)>>,
    restarts: Restarts,
}

impl Database {
    fn new(access: Access, cluster: Option<Cluster>) -> Database {
        Database { access, cluster, starting: None, restarts: Restarts::default() }
    }

    /// The database that the settings name, or else a private Postgres in the data folder, started now.
    pub async fn open(config: &Config) -> Result<Database, NoStart> {
        if let Some(url) = &config.database_url {
            let admin = config.database_admin_url.as_ref().unwrap_or(url).reveal().to_owned();
            return Ok(Database::new(Access { server: url.reveal().to_owned(), admin }, None));
        }
        Database::private(config, false).await
    }

    /// The database of a server that is there, for a look at it: its private Postgres is used and left alone if it runs, and started for this
    /// time if not. Makes no database: the error says so if there is none.
    pub async fn beside(config: &Config) -> Result<Database, NoStart> {
        if config.database_url.is_some() {
            return Database::open(config).await;
        }
        if !Cluster::is_in(&config.data_folder).map_err(no_start)? {
            return Err(no_data(config));
        }
        if let Some(database) = Database::of_running(config).await? {
            return Ok(database);
        }
        let cluster = start(Settings::from_config(config)).await?;
        match known(&cluster.socket()).await {
            Ok(Some(access)) => Ok(Database::new(access, Some(cluster))),
            Ok(None) => {
                tokio::task::spawn_blocking(|| cluster.stop()).await.map_err(no_start)?.map_err(no_start)?;
                Err(no_data(config))
            }
            Err(why) => Err(why),
        }
    }

    /// The same if a server has made its tables in it.
    pub async fn with_data(config: &Config) -> Result<Database, NoStart> {
        let database = Database::beside(config).await?;
        match db::has_schema(&database.access.admin).await.map_err(no_start) {
            Ok(true) => Ok(database),
            Ok(false) => {
                database.close().await?;
                Err(no_data(config))
            }
            Err(why) => Err(why),
        }
    }

    /// The database of a server that may be running, or else one that is opened as a server opens it.
    pub async fn beside_or_new(config: &Config) -> Result<Database, NoStart> {
        match Database::of_running(config).await? {
            Some(database) => Ok(database),
            None => Database::open(config).await,
        }
    }

    /// The private Postgres of another process, if there is one.
    async fn of_running(config: &Config) -> Result<Option<Database>, NoStart> {
        if config.database_url.is_some() {
            return Ok(None);
        }
        let folder = config.data_folder.clone();
        let look = move || Cluster::of_another(&folder);
        let running = tokio::task::spawn_blocking(look).await.map_err(no_start)?.map_err(no_start)?;
        let Some(socket) = running else { return Ok(None) };
        let access = known(&socket).await?.ok_or_else(|| no_data(config))?;
        Ok(Some(Database::new(access, None)))
    }

    /// A private Postgres in the data folder, which is removed with everything in it at the end.
    pub async fn temporary(config: &Config) -> Result<Database, NoStart> {
        Database::private(config, true).await
    }

    /// A private Postgres in the first of these folders that can be used, which is removed at the end; none if there are no programs of
    /// Postgres on this machine, or no folder can be used.
    pub async fn for_a_while(config: &Config, folders: &[PathBuf]) -> Result<Option<Database>, NoStart> {
        for folder in folders {
            let settings = Settings {
                folder: folder.clone(),
                fetch: false,
                durable: false,
                temporary: true,
                ..Settings::from_config(config)
            };
            match start(settings).await {
                Ok(cluster) => return Database::made(cluster).await.map(Some),
                Err(why) => tracing::debug!(%why, "cannot start a temporary Postgres"),
            }
        }
        Ok(None)
    }

    async fn private(config: &Config, temporary: bool) -> Result<Database, NoStart> {
        Database::made(start(Settings { durable: !temporary, temporary, ..Settings::from_config(config) }).await?).await
    }

    /// The database of a cluster, with the role of the server, made now if they are missing.
    async fn made(cluster: Cluster) -> Result<Database, NoStart> {
        db::create_database(&cluster.url("postgres"), DATABASE).await.map_err(no_start)?;
        let access = addresses(&cluster.socket());
        db::rights::make_role(&access, Role::SERVER).await.map_err(no_start)?;
        Ok(Database::new(access, Some(cluster)))
    }

    /// Starts the private Postgres again whenever it has ended by itself. Returns once it does so too often, or cannot be started; never if
    /// there is none.
    pub async fn ended(&mut self) -> NoStart {
        loop {
            if let Some(starting) = &mut self.starting {
                let joined = starting.await;
                self.starting = None;
                let (cluster, started) = match joined {
                    Ok(both) => both,
                    Err(why) => return no_start(why),
                };
                self.cluster = Some(cluster);
                match started {
                    Ok(()) => tracing::warn!("restarted Postgres"),
                    Err(why) => tracing::error!(%why, "cannot restart Postgres"),
                }
            }
            let Some(cluster) = &mut self.cluster else { return std::future::pending().await };
            while !cluster.has_ended() {
                tokio::time::sleep(GLANCE).await;
            }
            if cluster.is_temporary() || !self.restarts.allow(Instant::now()) {
                return no_start("Postgres exited unexpectedly; see postgres.log in the data folder");
            }
            tracing::error!("Postgres exited unexpectedly and is being restarted; see postgres.log in the data folder");
            self.starting = self.cluster.take().map(|mut cluster| {
                tokio::task::spawn_blocking(move || {
                    let started = cluster.start_again();
                    (cluster, started)
                })
            });
        }
    }

    /// Stops the private Postgres, once everything is written.
    pub async fn close(mut self) -> Result<(), NoStart> {
        if let Some(starting) = self.starting.take() {
            self.cluster = Some(starting.await.map_err(no_start)?.0);
        }
        match self.cluster {
            None => Ok(()),
            Some(cluster) => tokio::task::spawn_blocking(|| cluster.stop()).await.map_err(no_start)?.map_err(no_start),
        }
    }
}

async fn start(settings: Settings) -> Result<Cluster, NoStart> {
    tokio::task::spawn_blocking(move || Cluster::start(&settings)).await.map_err(no_start)?.map_err(no_start)
}

/// A command for a server that is there was called, and there is none.
fn no_data(config: &Config) -> NoStart {
    let place = match &config.database_url {
        Some(_) => "the database of database_url".to_owned(),
        None => config.data_folder.display().to_string(),
    };
    no_start(format!(
        "There is no server's data in {place}. Settings were {}. Name the file of the server's settings in TURNPOST_CONFIG",
        config.origin()
    ))
}

/// The addresses of the database of a private Postgres as a server has left it; none if it has no database yet.
async fn known(socket: &Socket) -> Result<Option<Access>, NoStart> {
    let access = addresses(socket);
    let postgres = socket.url(Role::Superuser, "postgres");
    if !db::has_database(&postgres, DATABASE).await.map_err(no_start)? {
        return Ok(None);
    }
    // An earlier version may have made it.
    let has_role = db::rights::has_role(&access.admin, Role::SERVER).await.map_err(no_start)?;
    Ok(Some(if has_role { access } else { Access::one(&access.admin) }))
}

/// The addresses of the database of a private Postgres.
fn addresses(socket: &Socket) -> Access {
    let of = |role| socket.url(role, DATABASE);
    Access { server: of(Role::Server), admin: of(Role::Superuser) }
}
