//! Pools of connections.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use deadpool::managed::{QueueMode, Status, WeakPool};
use diesel::result::{ConnectionError, ConnectionResult};
use diesel_async::SimpleAsyncConnection;
use diesel_async::pooled_connection::deadpool::{Object, Pool as Deadpool};
use diesel_async::pooled_connection::{AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod};
use tokio::runtime::Handle;

use super::writes::Writes;
use super::{Connection, Result, Trouble, connect, distribute};

/// A connection on loan from the pool.
pub type Pooled = Object<Connection>;

/// The longest wait for a connection, and for the answer to the question whether the database can be written.
const PATIENCE: Duration = Duration::from_secs(5);

/// The longest wait for the answer to a statement of a server. All are planned to take milliseconds.
const STATEMENT: Duration = Duration::from_secs(10);

/// Where the rows of a database are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// In one Postgres.
    Single,
    /// On the nodes of a Citus cluster, each match with all that belongs to it on one of them.
    Distributed,
}

/// Connections to the database.
#[derive(Clone)]
pub struct Pool {
    connections: Deadpool<Connection>,
    url: Arc<str>,
    shared: Shared,
}

/// What all pools to one database have in common.
#[derive(Clone, Default)]
struct Shared {
    /// The longest wait for the answer to a statement, if there is one.
    limit: Option<Duration>,
    is_distributed: Arc<AtomicBool>,
    writes: Writes,
    pools: Arc<Mutex<Vec<WeakPool<AsyncDieselConnectionManager<Connection>>>>>,
}

/// The connections of all pools to one database.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct PoolFigures {
    /// Those that are open and in use.
    pub busy: usize,
    /// Those that are open and not in use.
    pub idle: usize,
    /// The maximum number that may be open.
    pub max: usize,
    /// The tasks that wait for one.
    pub waiting: usize,
}

impl Pool {
    /// A pool of at most this many connections, whose statements have a time limit; none is opened before it is needed. They live on the
    /// runtime of the caller, and end with it.
    pub fn new(url: &str, max: u32) -> Result<Pool> {
        Pool::with(url, max, Shared { limit: Some(STATEMENT), ..Shared::default() })
    }

    /// The same for a command: its statements may take as long as they need.
    pub fn without_limit(url: &str, max: u32) -> Result<Pool> {
        Pool::with(url, max, Shared::default())
    }

    fn with(url: &str, max: u32, shared: Shared) -> Result<Pool> {
        let mut settings = ManagerConfig::default();
        // `Verified` would add a round trip to every checkout; a broken connection shows at its first use and is dropped.
        settings.recycling_method = RecyclingMethod::Fast;
        // Also of those that another runtime asks for.
        let home = Handle::current();
        let (found, limit) = (Arc::clone(&shared.is_distributed), shared.limit);
        settings.custom_setup = Box::new(move |url| {
            let opened = home.spawn(open_for_requests(url.to_owned(), limit, Arc::clone(&found)));
            Box::pin(async { opened.await.unwrap_or_else(|why| Err(ConnectionError::BadConnection(why.to_string()))) })
        });
        let manager = AsyncDieselConnectionManager::new_with_config(url, settings);
        let connections = Deadpool::builder(manager)
            .max_size(max as usize)
            // The connection used last has its plans and catalogues still in the processor's caches.
            .queue_mode(QueueMode::Lifo)
            .build()
            .map_err(|why| Trouble::Fault(why.to_string()))?;
        let mut pools = shared.pools.lock().unwrap_or_else(PoisonError::into_inner);
        pools.retain(|pool| pool.upgrade().is_some());
        pools.push(connections.weak());
        drop(pools);
        Ok(Pool { connections, url: url.into(), shared })
    }

    /// Another pool to the same database, for the runtime of the caller.
    pub fn another(&self, max: u32) -> Result<Pool> {
        Pool::with(&self.url, max, self.shared.clone())
    }

    /// Where the rows are, as the connection found that was opened last. It is known once a connection of this pool, or of one that this pool
    /// comes from, was opened.
    pub fn layout(&self) -> Layout {
        let is_distributed = AtomicBool::load(&self.shared.is_distributed, Ordering::Relaxed);
        if is_distributed { Layout::Distributed } else { Layout::Single }
    }

    /// A connection, as soon as one is free; fails if none is free in time.
    pub async fn get(&self) -> Result<Pooled> {
        let found = tokio::time::timeout(PATIENCE, self.connections.get()).await;
        let found = found.map_err(|_| Trouble::Unavailable("no connection became free".to_owned()))?;
        found.map_err(|why| Trouble::Unavailable(why.to_string()))
    }

    /// What became of the last moves that were to be written.
    pub fn writes(&self) -> &Writes {
        &self.shared.writes
    }

    /// The connections of this pool and of all others to the same database.
    pub fn figures(&self) -> PoolFigures {
        let pools = self.shared.pools.lock().unwrap_or_else(PoisonError::into_inner);
        let each = pools.iter().filter_map(WeakPool::upgrade).map(|pool| pool.status());
        each.fold(PoolFigures::default(), |all, Status { max_size, size, available, waiting }| PoolFigures {
            busy: all.busy + size.saturating_sub(available),
            idle: all.idle + available.min(size),
            max: all.max + max_size,
            waiting: all.waiting + waiting,
        })
    }

    /// Returns an error if the database cannot be reached, or takes no writes. The answer comes within five seconds.
    pub async fn ready(&self) -> Result<()> {
        let asked = async {
            let mut connection = self.get().await?;
            connection.batch_execute("SELECT 1").await?;
            self.writable(&mut connection).await
        };
        let late = |_| Trouble::Unavailable(format!("Postgres has not answered within {} seconds", PATIENCE.as_secs()));
        tokio::time::timeout(PATIENCE, asked).await.map_err(late)?
    }

    /// Returns an error if the database takes no writes. The moves of the last seconds may prove that it does; otherwise it is tried out.
    pub async fn writable(&self, connection: &mut Connection) -> Result<()> {
        if !self.writes().prove() {
            match connection.batch_execute(PROBE).await.map_err(Trouble::from) {
                Err(Trouble::Fault(why)) if why.contains("permission denied") => {
                    connection.batch_execute(JOURNAL).await?;
                }
                tried => tried?,
            }
            self.writes().note_probe();
        }
        Ok(())
    }
}

/// Writes to new pages of a new file and to the journal, and leaves nothing behind. An UPDATE of a row would often find room on a disk that is
/// full.
const PROBE: &str = "CREATE TEMPORARY TABLE turnpost_probe (text text) ON COMMIT DROP;
    INSERT INTO turnpost_probe SELECT repeat('x', 1000) FROM generate_series(1, 250)";

/// Writes to the journal only, for a role that may make no temporary tables.
const JOURNAL: &str = "SELECT pg_current_xact_id()";

/// The settings of a connection for requests. Postgres plans each statement once: planning for every set of parameters took longer than
/// running them. Without the parameters it takes each list for a long one, so it is told what holds for all of them: a join looks up few
/// rows by a key instead of keeping all rows of a person at hand, and compiling a plan takes a hundred times as long as reading the rows.
pub const SETTINGS: &str = "SET plan_cache_mode = force_generic_plan; SET enable_hashjoin = off; SET enable_mergejoin = off; \
     SET enable_material = off; SET jit = off";

/// Further settings where the rows are distributed. Citus plans with the parameters, which name the node. A transaction may change people, who
/// are on all nodes, after it has changed several matches, and a list asks a node for one shard at a time.
const SETTINGS_DISTRIBUTED: &str = "SET plan_cache_mode = auto; SET citus.multi_shard_modify_mode = 'sequential'; \
    SET citus.max_adaptive_executor_pool_size = 1";

/// Opens a connection for requests, and notes where the rows are.
async fn open_for_requests(
    url: String,
    limit: Option<Duration>,
    is_distributed: Arc<AtomicBool>,
) -> ConnectionResult<Connection> {
    let bad = ConnectionError::CouldntSetupConfiguration;
    let mut connection = connect::connect(&url).await?.limited_to(limit);
    connection.batch_execute(SETTINGS).await.map_err(bad)?;
    let node =
        distribute::node(&mut connection).await.map_err(|why| ConnectionError::BadConnection(why.to_string()))?;
    let found = node.is_some_and(|node| node.is_distributed);
    if found {
        connection.batch_execute(SETTINGS_DISTRIBUTED).await.map_err(bad)?;
    }
    AtomicBool::store(&is_distributed, found, Ordering::Relaxed);
    Ok(connection)
}
