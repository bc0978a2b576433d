//! One Postgres a test run, one migrated template in it, one copy of that a test.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{OnceLock, mpsc};

use tokio::sync::{Mutex, OnceCell};
use tokio_postgres::config::Host;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, NoTls, SimpleQueryMessage};
use turnpost::config::Config;
use turnpost::db::Access;
use turnpost::machine::Room;
use turnpost::postgres::{Cluster, Role, Settings};

use crate::eventually;

/// Lives as long as the test program; its end, however it comes, stops Postgres and removes the folder.
static CLUSTER: OnceCell<Cluster> = OnceCell::const_new();
static COPIES: AtomicU32 = AtomicU32::new(0);
/// Held while a database is made on a cluster.
static CLUSTER_OF_CITUS: Mutex<()> = Mutex::const_new(());

const TEMPLATE: &str = "template_turnpost";

/// Databases of the test that runs on this thread. Its end, however it comes, removes them: those of the whole suite take 6 GB.
#[derive(Default)]
struct Used(RefCell<Vec<String>>);

thread_local! {
    static USED: Used = Used::default();
    /// The last connection of a query of this thread, with its address: a test asks one database again and again, and a new connection
    /// costs Postgres a new process.
    static LAST: RefCell<Option<(String, Client)>> = const { RefCell::new(None) };
}

impl Drop for Used {
    fn drop(&mut self) {
        for name in self.0.take() {
            remove(name);
        }
    }
}

/// Removes a database while the tests go on.
fn remove(name: String) {
    static NAMES: OnceLock<mpsc::Sender<String>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        let (names, removed) = mpsc::channel::<String>();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            for name in removed {
                // One that Postgres does not remove now goes with the cluster.
                let _ = runtime.block_on(async {
                    let (client, connection) = tokio_postgres::connect(&cluster().await.url("postgres"), NoTls).await?;
                    tokio::spawn(connection);
                    client.batch_execute(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await
                });
            }
        });
        names
    });
    let _ = names.send(name);
}

/// The folder for the cluster: in memory if there is room, because half of what a copy of the template costs is the making of its 500
/// files on a disk.
fn place() -> PathBuf {
    const ENOUGH: u64 = 4 << 30;
    let memory = Path::new("/dev/shm");
    let fits = Room::read(memory).is_some_and(|room| room.free >= ENOUGH);
    if fits { memory.to_owned() } else { std::env::temp_dir() }
}

async fn cluster() -> &'static Cluster {
    CLUSTER
        .get_or_init(|| async {
            let folder = place().join(format!("turnpost-tests-{}", std::process::id()));
            let config = Config::load().unwrap_or_else(|why| panic!("{why}"));
            let settings = Settings { folder, durable: false, temporary: true, ..Settings::from_config(&config) };
            let cluster = tokio::task::spawn_blocking(move || Cluster::start(&settings)).await.unwrap();
            let cluster = cluster.unwrap_or_else(|why| panic!("{why}"));
            let url = create(&cluster, TEMPLATE).await;
            turnpost::db::migrate(&access(&url)).await.unwrap();
            cluster
        })
        .await
}

/// The addresses of a database of a test for the two roles, from that for the superuser. Servers of tests have the rights of a server only.
pub fn access(url: &str) -> Access {
    let (_, place) = url.split_once("//turnpost@").expect("an address for the superuser");
    Access { server: format!("postgres://{}@{place}", Role::SERVER), admin: url.to_owned() }
}

/// Makes an empty database on a cluster, and the role of a server if there is none. Returns the address of the database.
pub async fn create(cluster: &Cluster, name: &str) -> String {
    execute(&cluster.url("postgres"), &format!("CREATE DATABASE {name}")).await;
    let url = cluster.url(name);
    turnpost::db::rights::make_role(&access(&url), Role::SERVER).await.unwrap();
    url
}

/// Runs statements on a connection of their own.
pub async fn execute(url: &str, sql: &str) {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
    let driver = tokio::spawn(connection);
    client.batch_execute(sql).await.unwrap_or_else(|why| panic!("{sql}: {why:?}"));
    drop(client);
    let _ = driver.await;
}

/// Lets Postgres look at all rows, and mark the pages that all transactions see. It cannot mark those of a commit that is not on disk, and here
/// commits do not wait for that: whether a plan reads an index alone would depend on the time since then.
pub async fn vacuum(url: &str) {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
    let driver = tokio::spawn(connection);
    for sql in ["SET synchronous_commit = on", "CHECKPOINT", "VACUUM ANALYZE"] {
        client.batch_execute(sql).await.unwrap_or_else(|why| panic!("{sql}: {why:?}"));
    }
    drop(client);
    let _ = driver.await;
}

/// A transaction that keeps its locks until it is let go.
pub struct Held {
    client: Client,
    driver: tokio::task::JoinHandle<Result<(), tokio_postgres::Error>>,
}

impl Held {
    /// Runs a statement in a new transaction.
    pub async fn by(url: &str, sql: &str) -> Held {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
        let driver = tokio::spawn(connection);
        client.batch_execute(&format!("BEGIN; {sql}")).await.unwrap_or_else(|why| panic!("{sql}: {why:?}"));
        Held { client, driver }
    }

    /// Ends the transaction.
    pub async fn let_go(self) {
        self.client.batch_execute("COMMIT").await.unwrap();
        drop(self.client);
        let _ = self.driver.await;
    }
}

/// The rows of a query, each as the text of its columns.
pub async fn query(url: &str, sql: &str) -> Vec<Vec<Option<String>>> {
    let last = LAST.take().filter(|(at, client)| at == url && !client.is_closed()).map(|(_, client)| client);
    let (client, found) = match last {
        None => ask(connected(url).await, sql).await,
        Some(client) => match ask(client, sql).await {
            // Its end was not known yet.
            (client, Err(why)) if client.is_closed() || why.code() == Some(&SqlState::ADMIN_SHUTDOWN) => {
                ask(connected(url).await, sql).await
            }
            asked => asked,
        },
    };
    LAST.set(Some((url.to_owned(), client)));
    rows_of(found.unwrap_or_else(|why| panic!("{sql}: {why:?}")))
}

fn rows_of(found: Vec<SimpleQueryMessage>) -> Vec<Vec<Option<String>>> {
    let rows = found.into_iter().filter_map(|message| {
        let SimpleQueryMessage::Row(row) = message else { return None };
        Some((0..row.len()).map(|column| row.get(column).map(str::to_owned)).collect())
    });
    rows.collect()
}

/// The same on a connection of its own, for statements that change their session.
pub async fn query_alone(url: &str, sql: &str) -> Vec<Vec<Option<String>>> {
    let (_, found) = ask(connected(url).await, sql).await;
    rows_of(found.unwrap_or_else(|why| panic!("{sql}: {why:?}")))
}

type Asked = (Client, Result<Vec<SimpleQueryMessage>, tokio_postgres::Error>);

async fn ask(client: Client, sql: &str) -> Asked {
    let found = client.simple_query(sql).await;
    (client, found)
}

async fn connected(url: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

/// A fresh database with the whole schema and nothing in it. It is on the Citus cluster that `CITUS_NODES` names, if it names one.
pub async fn fresh() -> String {
    match std::env::var("CITUS_NODES") {
        Ok(nodes) => distributed(&nodes).await,
        Err(_) => copy(TEMPLATE).await,
    }
}

/// A fresh distributed database on a cluster: addresses of its nodes for the superuser `turnpost`, the coordinator first, apart by spaces.
/// Each database is used at another node.
async fn distributed(nodes: &str) -> String {
    let number = COPIES.fetch_add(1, Ordering::Relaxed);
    let name = format!("turnpost_test_{}_{number}", std::process::id());
    // Citus passes on roles, and refuses to do so twice at once.
    let _alone = CLUSTER_OF_CITUS.lock().await;
    let nodes: Vec<&str> = nodes.split_whitespace().collect();
    let here = |node: &str| format!("{}/{name}", node.rsplit_once('/').unwrap().0);
    let place = |node: &str| {
        let config: tokio_postgres::Config = node.parse().unwrap();
        let Host::Tcp(host) = &config.get_hosts()[0] else { panic!("{node}: expected the name of a host") };
        format!("'{host}', {}", config.get_ports()[0])
    };
    for node in &nodes {
        execute(node, &format!("CREATE DATABASE {name} TEMPLATE template0")).await;
        execute(&here(node), "CREATE EXTENSION citus").await;
    }
    let coordinator = here(nodes[0]);
    query(&coordinator, &format!("SELECT citus_set_coordinator_host({})", place(nodes[0]))).await;
    for worker in &nodes[1..] {
        query(&coordinator, &format!("SELECT citus_add_node({})", place(worker))).await;
    }
    turnpost::db::rights::make_role(&access(&coordinator), Role::SERVER).await.unwrap();
    turnpost::db::migrate(&access(&coordinator)).await.unwrap();
    turnpost::db::distribute::distribute(&coordinator, 4).await.unwrap();
    here(nodes[number as usize % nodes.len()])
}

/// A copy of a database. Connections with it are ended: Postgres copies no database that is in use.
pub async fn copy_of(url: &str) -> String {
    let name = url.rsplit('/').next().unwrap();
    let end = format!("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '{name}'");
    query(&cluster().await.url("postgres"), &end).await;
    copy(name).await
}

async fn copy(template: &str) -> String {
    let cluster = cluster().await;
    let name = format!("test_{}", COPIES.fetch_add(1, Ordering::Relaxed));
    let sql = format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY");
    let admin = cluster.url("postgres");
    // Postgres refuses to copy a template while another copy is being made.
    eventually("a copy of the template", async || {
        let (client, connection) = tokio_postgres::connect(&admin, NoTls).await.unwrap();
        let driver = tokio::spawn(connection);
        let made = client.batch_execute(&sql).await;
        drop(client);
        let _ = driver.await;
        match made {
            Ok(()) => {
                USED.with(|used| used.0.borrow_mut().push(name.clone()));
                Some(cluster.url(&name))
            }
            Err(why) if why.code().is_some_and(|code| code.code() == "55006") => None,
            Err(why) => panic!("{sql}: {why:?}"),
        }
    })
    .await
}

/// Runs a statement that the database has to refuse, and gives its words.
pub async fn refusal(url: &str, sql: &str) -> String {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
    let driver = tokio::spawn(connection);
    let done = client.batch_execute(sql).await;
    drop(client);
    let _ = driver.await;
    match done {
        Ok(()) => panic!("{sql} was not refused"),
        Err(why) => why.as_db_error().map_or_else(|| why.to_string(), ToString::to_string),
    }
}

fn name_of(url: &str) -> &str {
    url.split('?').next().and_then(|url| url.rsplit('/').next()).unwrap()
}

/// Ends all connections to a database of a test and refuses new ones.
pub async fn forbid(url: &str) {
    let (admin, name) = (cluster().await.url("postgres"), name_of(url));
    execute(&admin, &format!("ALTER DATABASE {name} WITH ALLOW_CONNECTIONS false")).await;
    query(&admin, &format!("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{name}'"))
        .await;
}

/// Ends all connections to a database of a test, as a restart of Postgres does. New ones are accepted.
pub async fn disconnect(url: &str) {
    let (admin, name) = (cluster().await.url("postgres"), name_of(url));
    query(&admin, &format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")).await;
}

/// Takes [`forbid`] back.
pub async fn allow(url: &str) {
    execute(&cluster().await.url("postgres"), &format!("ALTER DATABASE {} WITH ALLOW_CONNECTIONS true", name_of(url)))
        .await;
}

/// Lets Postgres refuse all writes to a database of a test, as a standby does, or one that its host has made read-only.
pub async fn refuse_writes(url: &str) {
    let sql = format!("ALTER DATABASE {} SET default_transaction_read_only = on", name_of(url));
    execute(&cluster().await.url("postgres"), &sql).await;
    disconnect(url).await;
}

/// Takes [`refuse_writes`] back.
pub async fn take_writes(url: &str) {
    let sql = format!("ALTER DATABASE {} RESET default_transaction_read_only", name_of(url));
    execute(&cluster().await.url("postgres"), &sql).await;
    disconnect(url).await;
}

/// A database with nothing in it, not even the schema.
pub async fn empty() -> String {
    let cluster = cluster().await;
    let name = format!("empty_{}", COPIES.fetch_add(1, Ordering::Relaxed));
    execute(&cluster.url("postgres"), &format!("CREATE DATABASE {name} TEMPLATE template0")).await;
    cluster.url(&name)
}
