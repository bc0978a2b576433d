//! A connection whose statements have a time limit. Postgres has one of its own, but does not keep it while it hangs itself: all of its processes
//! are stopped, or its disk does not answer.

use std::time::Duration;

use diesel::connection::{CacheSize, Instrumentation};
use diesel::pg::Pg;
use diesel::query_builder::{AsQuery, QueryFragment, QueryId};
use diesel::result::{DatabaseErrorKind, Error};
use diesel::{ConnectionResult, QueryResult};
use diesel_async::pooled_connection::PoolableConnection;
use diesel_async::{
    AnsiTransactionManager, AsyncConnection, AsyncConnectionCore, AsyncPgConnection, SimpleAsyncConnection,
};
use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream};
use futures_util::{FutureExt, StreamExt, TryStreamExt};

/// A connection to the database. One with a limit that a statement has reached is lost: what Postgres answers later must not be taken for
/// the answer to the next statement.
pub struct Connection {
    inner: AsyncPgConnection,
    limit: Option<Duration>,
    is_lost: bool,
}

impl Connection {
    /// A connection whose statements may take as long as they need.
    pub(super) fn without_limit(inner: AsyncPgConnection) -> Connection {
        Connection { inner, limit: None, is_lost: false }
    }

    /// The same connection with a limit for each statement, or without one.
    pub(super) fn limited_to(self, limit: Option<Duration>) -> Connection {
        Connection { limit, ..self }
    }

    /// What other connections send by NOTIFY.
    pub(super) fn notifications(&mut self) -> BoxStream<'_, QueryResult<diesel::pg::PgNotification>> {
        self.inner.notifications_stream().boxed()
    }
}

type Row<'conn, 'query> = <AsyncPgConnection as AsyncConnectionCore>::Row<'conn, 'query>;

/// Waits for the answer to a statement until the limit.
async fn within<T>(
    limit: Option<Duration>,
    is_lost: &mut bool,
    answer: impl Future<Output = QueryResult<T>>,
) -> QueryResult<T> {
    let Some(limit) = limit else { return answer.await };
    let silent = || {
        let why = format!("Postgres has not answered within {} seconds", limit.as_secs());
        Error::DatabaseError(DatabaseErrorKind::UnableToSendCommand, Box::new(why))
    };
    if *is_lost {
        return Err(silent());
    }
    match tokio::time::timeout(limit, answer).await {
        Ok(answer) => answer,
        Err(_) => {
            *is_lost = true;
            Err(silent())
        }
    }
}

impl SimpleAsyncConnection for Connection {
    async fn batch_execute(&mut self, query: &str) -> QueryResult<()> {
        within(self.limit, &mut self.is_lost, self.inner.batch_execute(query)).await
    }
}

impl AsyncConnectionCore for Connection {
    type LoadFuture<'conn, 'query> = BoxFuture<'conn, QueryResult<Self::Stream<'conn, 'query>>>;
    type ExecuteFuture<'conn, 'query> = BoxFuture<'conn, QueryResult<usize>>;
    type Stream<'conn, 'query> = BoxStream<'static, QueryResult<Row<'conn, 'query>>>;
    type Row<'conn, 'query> = Row<'conn, 'query>;
    type Backend = Pg;

    fn load<'conn, 'query, T>(&'conn mut self, source: T) -> Self::LoadFuture<'conn, 'query>
    where
        T: AsQuery + 'query,
        T::Query: QueryFragment<Pg> + QueryId + 'query,
    {
        let Connection { inner, limit, is_lost } = self;
        let begun = inner.load(source);
        if limit.is_none() {
            return begun;
        }
        // The rows count, too: Postgres may stop between two of them.
        let all = async { begun.await?.try_collect::<Vec<_>>().await };
        let all = within(*limit, is_lost, all);
        async { Ok(stream::iter(all.await?.into_iter().map(Ok)).boxed()) }.boxed()
    }

    fn execute_returning_count<'conn, 'query, T>(&'conn mut self, source: T) -> Self::ExecuteFuture<'conn, 'query>
    where
        T: QueryFragment<Pg> + QueryId + 'query,
    {
        let Connection { inner, limit, is_lost } = self;
        within(*limit, is_lost, inner.execute_returning_count(source)).boxed()
    }
}

impl AsyncConnection for Connection {
    type TransactionManager = AnsiTransactionManager;

    async fn establish(url: &str) -> ConnectionResult<Connection> {
        super::connect::connect(url).await
    }

    fn transaction_state(&mut self) -> &mut AnsiTransactionManager {
        self.inner.transaction_state()
    }

    fn instrumentation(&mut self) -> &mut dyn Instrumentation {
        self.inner.instrumentation()
    }

    fn set_instrumentation(&mut self, instrumentation: impl Instrumentation) {
        self.inner.set_instrumentation(instrumentation);
    }

    fn set_prepared_statement_cache_size(&mut self, size: CacheSize) {
        self.inner.set_prepared_statement_cache_size(size);
    }
}

impl PoolableConnection for Connection {
    fn is_broken(&mut self) -> bool {
        self.is_lost || self.inner.is_broken()
    }
}
